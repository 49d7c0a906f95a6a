//! Tests of domineering: published classes, dominoes on the board, text, counts and bands against trying everything.

use super::*;
use std::collections::HashMap;
use winproof::conformance::{check_game, check_texts};
use winproof_kit::hash_families::{assert_hashes_differ, near, special_sets};

fn game(rows: u32, columns: u32, first: Player) -> Domineering {
    Domineering::new(rows, columns, first).unwrap()
}

#[test]
fn dominoes_stay_on_the_board() {
    let game = game(2, 3, Player::Min);
    let position = game.parse_position(".../.#. h").unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
    assert_eq!(names, ["a2", "b2"]);
    let next = game.play(&position, game.parse_move(&position, "b2").unwrap());
    assert_eq!(game.position_text(&next), ".##/.#. v");
    assert_eq!(game.status(&next), Status::Turn(Player::Max));
    assert_eq!(game.status(&game.parse_position("#../.#. v").unwrap()), Status::Turn(Player::Max));
    assert_eq!(game.status(&game.parse_position("#.#/.#. v").unwrap()), Status::Ended(-1));
    assert_eq!(game.status(&game.parse_position("#.#/.#. h").unwrap()), Status::Ended(1));
}

#[test]
fn broken_positions_are_refused() {
    let game = game(2, 3, Player::Max);
    for (text, reason) in [
        (".../...", "does not say who is to move; write the rows, a space, and v for Vertical or h for Horizontal"),
        (".../... x", "does not say who is to move"),
        ("... v", "has 1 row; write 2 rows of 3 squares"),
        (".x./... v", "has 'x' in it"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(Domineering::<u64>::new(9, 8, Player::Max).is_err());
    assert!(Domineering::<u128>::new(16, 8, Player::Max).is_ok());
    assert!(Domineering::<u128>::new(0, 8, Player::Max).is_err());
}

#[test]
fn pictures_have_names_for_rows_and_columns() {
    let small = game(2, 3, Player::Max);
    assert_eq!(small.picture(&small.parse_position("#../#.. h").unwrap()), "2 # . .\n1 # . .\n  a b c");
    let wide = Domineering::<u128>::new(1, 60, Player::Min).unwrap();
    assert_eq!(wide.move_text(&wide.start(), 53), "bb1");
    assert_eq!(wide.parse_move(&wide.start(), "bb1"), Ok(53));
}

#[test]
fn reflections_are_the_same_position() {
    let game = game(3, 4, Player::Max);
    let canonical = |text: &str| game.canonical(&game.parse_position(text).unwrap());
    let images = ["#.../#.../.... h", "...#/...#/.... h", "..../#.../#... h", "..../...#/...# h"];
    for image in images {
        assert_eq!(canonical(image), canonical(images[0]));
    }
    assert_ne!(canonical("#.../#.../.... v"), canonical(images[0]));
    assert_ne!(canonical(".#../.#../.... h"), canonical(images[0]));
}

#[test]
fn keeps_the_promises_of_a_game() {
    for (rows, columns) in [(2, 2), (1, 7), (7, 1), (3, 5), (5, 3), (4, 4), (6, 6), (8, 8)] {
        for first in [Player::Max, Player::Min] {
            let narrow = game(rows, columns, first);
            if narrow.mobility(&narrow.start()) == 0 {
                continue;
            }
            let report = check_game(&narrow, &narrow.start(), 50, 1).unwrap();
            assert!(report.ends > 0 && report.longest <= u64::from(columns * rows / 2));
            let wide = Domineering::<u128>::new(rows, columns, first).unwrap();
            assert_eq!(check_game(&wide, &wide.start(), 50, 1), Ok(report), "both words must play the same game");
        }
    }
    for (rows, columns, first) in [(16, 8, Player::Max), (1, 128, Player::Min), (128, 1, Player::Max)] {
        let wide = Domineering::<u128>::new(rows, columns, first).unwrap();
        check_game(&wide, &wide.start(), 3, 1).unwrap();
    }
}

/// Boards of any shape: what is foreseen and which moves are left out is held against brute force there.
#[test]
fn claims_about_boards_of_any_shape_are_true() {
    let game = game(5, 5, Player::Max);
    let texts: Vec<String> = some_sets(60)
        .map(|set| game.position_text(&Board { empty: set & set >> 7 & game.cells, mover: game.first }))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let report = check_texts(&game, &texts, 10, 1).unwrap();
    assert!(report.judged > 1000, "{report:?}");
}

#[test]
fn hashes_of_boards_differ() {
    fn check<W: Word>(base: W) {
        let game = Domineering::<W>::new(8, 8, Player::Max).unwrap();
        let images = special_sets::<W>().into_iter().flat_map(|set| [set, set.reversed(), game.upside_down(set)]);
        let sets = images.chain(near(base));
        let boards = sets.flat_map(|empty| [Player::Max, Player::Min].map(|mover| Board { empty, mover }));
        assert_hashes_differ(boards, |board| game.hash(board));
    }
    check::<u64>(0x2718_2818_2845_9045);
    check::<u128>(0x2718_2818_2845_9045_2353_6028_7471_3527);
}

/// Sets of cells without a pattern, the same every time.
fn some_sets(count: u64) -> impl Iterator<Item = u64> {
    (1..=count).map(move |number| {
        let random = |number: u64| winproof::hash::mix(number, 77);
        // Sparse, even and dense ones.
        match number % 3 {
            0 => random(number),
            1 => random(number) | random(number + count),
            _ => random(number) | random(number + count) | random(number + 2 * count),
        }
    })
}

/// The most dominoes of one player on these cells, by trying all.
fn most_dominoes(game: &Domineering, empty: u64, player: Player, known: &mut HashMap<u64, u32>) -> u32 {
    if let Some(&most) = known.get(&empty) {
        return most;
    }
    let mut places = game.places(empty, player);
    let mut most = 0;
    while places != 0 {
        let cell = places.trailing_zeros();
        places &= places - 1;
        most = most.max(1 + most_dominoes(game, empty & !game.domino(player, cell), player, known));
    }
    known.insert(empty, most);
    most
}

#[test]
fn real_moves_are_the_most_dominoes_that_fit() {
    for (rows, columns) in [(1, 7), (7, 1), (3, 4), (4, 4), (5, 3)] {
        let game = game(rows, columns, Player::Max);
        for player in [Player::Max, Player::Min] {
            let mut known = HashMap::new();
            for empty in some_sets(300).map(|set| set & game.cells) {
                let expected = most_dominoes(&game, empty, player, &mut known);
                assert_eq!(game.real_moves(empty, player), expected, "{rows}x{columns} {empty:b}");
            }
        }
    }
}

#[test]
fn safe_moves_need_cells_without_neighbours() {
    let game = game(3, 4, Player::Max);
    let safe = |text: &str| {
        let position = game.parse_position(text).unwrap();
        [Player::Max, Player::Min].map(|player| game.safe_moves(position.empty, player))
    };
    assert_eq!(safe("..../..../.... v"), [0, 0]);
    assert_eq!(safe(".#../.#../.#.. v"), [1, 0]);
    assert_eq!(safe("..../####/.... v"), [0, 4]);
    assert_eq!(safe(".#.#/.#.#/##.. v"), [2, 0]);
}

/// Who wins, by trying everything.
fn true_winner(game: &Domineering, position: Board<u64>, known: &mut HashMap<Board<u64>, Player>) -> Player {
    let position = game.canonical(&position);
    if let Some(&winner) = known.get(&position) {
        return winner;
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let wins = moves.iter().any(|&mv| true_winner(game, game.play(&position, mv), known) == position.mover);
    let winner = if wins { position.mover } else { position.mover.opponent() };
    known.insert(position, winner);
    winner
}

#[test]
fn what_is_foreseen_is_true() {
    let sizes = [(1, 7), (4, 4), (3, 6), (6, 3), (5, 4), (4, 5), (2, 8), (8, 2), (5, 5)];
    for (rows, columns) in sizes {
        let game = game(rows, columns, Player::Max);
        let mut known = HashMap::new();
        let (mut by_counts, mut by_bands, mut open) = (0, 0, 0);
        for empty in some_sets(1500).map(|set| set & game.cells) {
            // Fewer cells on larger boards, so that trying everything stays cheap.
            let empty = if rows * columns > 20 { empty & (empty >> 32 | empty << 5) } else { empty };
            for mover in [Player::Max, Player::Min] {
                let winner = true_winner(&game, Board { empty, mover }, &mut known);
                let text = || game.position_text(&Board { empty, mover });
                if let Some(foreseen) = game.winner_by_counts(empty, mover) {
                    assert_eq!(foreseen, winner, "{} by counts", text());
                    by_counts += 1;
                }
                for player in [Player::Max, Player::Min] {
                    if game.wins_in_bands(empty, player, mover) == Some(true) {
                        assert_eq!(player, winner, "{} by bands", text());
                        by_bands += 1;
                    }
                }
                let foresight = game.foresight(&Board { empty, mover });
                open += u32::from(foresight.is_none());
                let value = if winner == Player::Max { 1 } else { -1 };
                assert!(foresight.is_none_or(|bounds| bounds == (value, value)), "{}", text());
            }
        }
        assert!(by_counts > 300 && by_bands > 300 && open < 2700, "{rows}x{columns}: {by_counts} {by_bands} {open}");
    }
}

#[test]
fn cuts_need_not_be_straight() {
    let game = game(3, 5, Player::Max);
    // Two squares, one of them a row higher than the other: each is {1 | -1}, if none of them is cut in two.
    let empty = game.parse_position("###../..#../..### v").unwrap().empty;
    for player in [Player::Max, Player::Min] {
        assert_eq!(game.wins_in_bands(empty, player, player.opponent()), Some(true));
    }
}

/// Whether what is left for a player by one move is at least as good as by another, whatever else is on the board: if
/// he wins the one minus the other when the opponent moves first.
fn is_as_good(game: &Domineering, sets: [u64; 2], player: Player, known: &mut HashMap<Board<u64>, Player>) -> bool {
    // Beside each other with a column between them, the second one with rows and columns exchanged, so that it belongs
    // to the opponent.
    let (rows, columns) = game.size();
    let both = Domineering::new(rows.max(columns), columns + 1 + rows, Player::Max).unwrap();
    let mut empty = 0;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let is_in = |set: u64| set >> (row * columns + column) & 1;
        empty |= is_in(sets[0]) << (row * both.columns + column);
        empty |= is_in(sets[1]) << (column * both.columns + columns + 1 + row);
    }
    true_winner(&both, Board { empty, mover: player.opponent() }, known) == player
}

#[test]
fn a_move_left_out_is_no_better_than_another() {
    for (rows, columns) in [(3, 3), (4, 4), (6, 2), (2, 6), (5, 3), (3, 5), (5, 4), (4, 5), (3, 6), (6, 3)] {
        let game = game(rows, columns, Player::Max);
        let (mut left_out, mut known) = (0, HashMap::new());
        // Two sets together are dense enough, and with few cells trying everything stays cheap.
        let sets = some_sets(6000).map(|set| (set & set >> 32) & game.cells).filter(|set| set.count_ones() < 12);
        for (empty, player) in sets.flat_map(|set| [(set, Player::Max), (set, Player::Min)]) {
            let position = Board { empty, mover: player };
            let (mut moves, mut tried) = (Vec::new(), Vec::new());
            game.moves(&position, &mut moves);
            game.undominated_moves(&position, &mut tried);
            for &mv in moves.iter().filter(|mv| !tried.contains(mv)) {
                left_out += 1;
                let behind = |mv: u8| game.play(&position, mv).empty;
                let mut others = tried.iter();
                let text = || format!("{}: {}", game.position_text(&position), game.move_text(&position, mv));
                assert!(
                    others.any(|&by| is_as_good(&game, [behind(by), behind(mv)], player, &mut known)),
                    "{}",
                    text()
                );
            }
        }
        assert!(left_out > 100, "{rows}x{columns}: {left_out}");
    }
}

#[test]
fn of_safe_moves_one_in_a_run_of_its_own_is_enough() {
    let tried = |rows, columns, text: &str| {
        let game = game(rows, columns, Player::Max);
        let position = game.parse_position(text).unwrap();
        let mut moves = Vec::new();
        game.undominated_moves(&position, &mut moves);
        moves.iter().map(|&mv| game.move_text(&position, mv)).collect::<Vec<_>>()
    };
    assert_eq!(tried(3, 3, ".##/.#./.#. v"), ["a1"]);
    assert_eq!(tried(3, 3, "..#/##./..# h"), ["a1"]);
    // Beside cells in reach, one safe move need not be as good as another.
    assert_eq!(tried(4, 5, "..##./..##./.##../.##.. v"), ["a1", "d1", "e1", "a3", "b3", "e3"]);
    assert_eq!(tried(4, 7, "..##.##/..##.##/.##..#./.##..#. v"), ["d1", "e1", "g1", "a3", "b3"]);
}

#[test]
fn boards_too_large_for_bands_are_left_to_the_counts() {
    let game = Domineering::<u128>::new(11, 11, Player::Max).unwrap();
    assert_eq!(game.foresight(&game.start()), None);
    let long = Domineering::<u128>::new(2, 64, Player::Max).unwrap();
    assert_eq!(long.wins_in_bands(long.start().empty, Player::Max, Player::Max), None);
}
