use crate::connect4::{ConnectFour, Stones};
use std::collections::{BTreeSet, HashMap, HashSet};
use winproof::conformance::{check_game, check_texts};
use winproof::{Game, Player, Rules, Status, TextRules, Value};
use winproof_kit::hash_families::assert_hashes_differ;

fn game(columns: u32, rows: u32, line: u32) -> ConnectFour<u64> {
    ConnectFour::with_scores(columns, rows, line).unwrap()
}

fn score(game: &ConnectFour<u64>, text: &str) -> Value {
    match game.status(&game.parse_position(text).unwrap()) {
        Status::Ended(value) => value,
        Status::Turn(player) => panic!("{player:?} moves in {text}"),
    }
}

#[test]
fn scores_count_the_stones_to_spare() {
    // Each player has eight stones.
    let even = game(4, 4, 4);
    assert_eq!(score(&even, "..../..../ooo./xxxx"), 5);
    assert_eq!(score(&even, "o.../o..x/o.xx/oxxo"), -4);
    assert_eq!(score(&even, "oxox/oxox/xoxo/xoxo"), 0);
    assert_eq!(score(&even, "oooo/xoxx/xxoo/oxxx"), -1);
    assert_eq!(score(&even, ".ooo/xxxx/xooo/oxxx"), 1);
    // X has eight stones, O seven.
    let odd = game(5, 3, 4);
    assert_eq!(score(&odd, "...../ooo../xxxx."), 5);
    assert_eq!(score(&odd, "...../xxx../oooox"), -4);
}

#[test]
fn the_values_are_those_that_play_reaches() {
    for (columns, rows, line, all) in
        [(3, 3, 3, true), (4, 3, 3, true), (4, 4, 4, true), (5, 3, 4, true), (4, 3, 4, false), (3, 2, 2, false)]
    {
        let game = game(columns, rows, line);
        let mut seen = HashSet::from([game.start()]);
        let mut open = vec![game.start()];
        let mut scores = BTreeSet::new();
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            moves.clear();
            match game.status(&position) {
                Status::Ended(value) => drop(scores.insert(value)),
                Status::Turn(_) => game.moves(&position, &mut moves),
            }
            let children = moves.iter().map(|&column| game.play(&position, column));
            open.extend(children.filter(|&child| seen.insert(child)));
        }
        let values = BTreeSet::from_iter(game.values());
        assert!(scores.is_subset(&values), "{columns}x{rows} line {line}");
        assert_eq!(scores == values, all, "{columns}x{rows} line {line}");
    }
}

/// What brute force says of a position, and of all after it.
fn value(game: &ConnectFour<u64>, position: &Stones<u64>, known: &mut HashMap<Stones<u64>, Value>) -> Value {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let best = match game.status(position) {
        Status::Ended(value) => value,
        Status::Turn(player) => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let children = moves.iter().map(|&mv| value(game, &game.play(position, mv), known));
            if player == Player::Max { children.max() } else { children.min() }.expect("play goes on")
        }
    };
    known.insert(*position, best);
    best
}

#[test]
fn what_is_foreseen_is_true() {
    for (columns, rows, line) in [(4, 4, 4), (4, 4, 3), (3, 5, 3), (5, 3, 3), (5, 1, 3), (1, 5, 2)] {
        let game = game(columns, rows, line);
        let mut known = HashMap::new();
        value(&game, &game.start(), &mut known);
        let values = game.values();
        let (mut exact, mut all) = (0, 0);
        for (position, value) in known {
            if let Status::Turn(_) = game.status(&position) {
                let (low, high) = game.foresight(&position).unwrap();
                assert!(
                    values.contains(&low) && values.contains(&high) && low <= value && value <= high,
                    "{position:?}"
                );
                exact += u32::from(low == high);
                all += 1;
            }
        }
        assert!(exact > all / 10, "{exact} of {all} on {columns}x{rows}");
    }
}

#[test]
fn values_of_other_boards() {
    assert_eq!(game(7, 6, 4).values(), (-18..=18).collect::<Vec<_>>());
    assert_eq!(game(5, 1, 3).values(), [0, 1]);
    assert_eq!(game(1, 9, 3).values(), [0]);
    assert_eq!(game(3, 3, 4).values(), [0]);
    assert_eq!(game(2, 2, 3).values(), [0]);
}

/// Two stones of one player on top of each other would win where the values say that nobody can.
#[test]
fn the_values_hold_for_every_position_that_can_be_set_up() {
    let column = game(1, 7, 3);
    assert_eq!(column.values(), [0]);
    let error = column.parse_position("./././x/x/o/o").unwrap_err().to_string();
    assert!(error.contains("in a single column x and o alternate"), "{error}");
    let report = check_texts(&column, &["./././x/x/o/o", "./././o/x/o/x"], 100, 1).unwrap();
    assert!(report.positions > 5, "{report:?}");
    for (columns, rows, line) in [(1, 6, 2), (2, 4, 3), (2, 6, 5), (3, 3, 3), (6, 1, 3), (3, 4, 4)] {
        let game = game(columns, rows, line);
        let report = check_game(&game, &game.start(), 300, 2).unwrap();
        assert!(report.altered > 0 || columns == 1, "{columns}x{rows} line {line}: {report:?}");
    }
}

#[test]
fn hashes_are_those_of_connect_four() {
    let game = game(3, 4, 3);
    let mut known = HashMap::new();
    value(&game, &game.start(), &mut known);
    let plain = ConnectFour::<u64>::new(3, 4, 3).unwrap();
    assert!(known.keys().all(|position| game.hash(position) == plain.hash(position)));
    assert_hashes_differ(known.into_keys(), |position| game.hash(position));
}

#[test]
fn values_have_words() {
    let words = [-3, -1, 0, 2].map(|value| game(7, 6, 4).value_text(&Stones::default(), value));
    assert_eq!(
        words,
        ["O wins with 2 stones to spare", "O wins with the last stone", "draw", "X wins with 1 stone to spare"]
    );
}

#[test]
fn keeps_the_promises_of_a_game() {
    for (columns, rows, line) in [(1, 3, 2), (3, 4, 3), (4, 4, 4), (5, 3, 4), (7, 6, 4)] {
        let narrow = game(columns, rows, line);
        let report = check_game(&narrow, &narrow.start(), 100, 1).unwrap();
        assert!(report.ends > 0);
        let wide = ConnectFour::<u128>::with_scores(columns, rows, line).unwrap();
        assert_eq!(check_game(&wide, &wide.start(), 100, 1), Ok(report), "both words must play the same game");
    }
}
