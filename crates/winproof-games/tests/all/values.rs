//! Values of positions from all over the games: what the searches say against trying everything.
//!
//! The positions are taken from random games, near enough to their end that everything can be tried.

use std::collections::BTreeSet;
use winproof::open::Task;
use winproof::{Algorithm, Choice, Policy, Report, Status, TextGame, TextRules, Value};
use winproof_games::registry::{Request, open};
use winproof_games::{Breakthrough, ConnectFour, Othello, UltimateTicTacToe, Woodpush};
use winproof_oracle::{Random, value_by_minimax};

/// The position so many moves before the end of a random game that was long enough, so that little is left to try.
fn late_position<G: TextGame>(game: &G, random: &mut Random, shortest: usize, left: usize) -> G::Position {
    loop {
        let mut line = vec![game.start()];
        let mut moves = Vec::new();
        while let Status::Turn(_) = game.status(&line[line.len() - 1]) {
            moves.clear();
            game.moves(&line[line.len() - 1], &mut moves);
            let mv = moves[random.below(moves.len() as u32) as usize];
            line.push(game.play(&line[line.len() - 1], mv));
        }
        if line.len() > shortest {
            return line.swap_remove(line.len() - 1 - left);
        }
    }
}

/// The value that a search finds. The game is opened by name, so that no search is compiled for these tests.
fn value_of<G: TextGame>(game: &G, position: &G::Position, task: &Task) -> Option<Value> {
    let position = Some(game.position_text(position));
    let request = Request { game: game.name(), parameters: game.parameters(), position, moves: Vec::new() };
    let opened = open(&request).unwrap();
    let answer = opened.solve(task, None, &mut |_: &Report<'_, String>| {}).unwrap();
    assert_eq!(answer.contradiction, None);
    answer.verdict.value().map(|value| if opened.is_exchanged() { -value } else { value })
}

/// Compares searches with minimax; returns the values that came up.
fn compare<G: TextGame>(game: &G, positions: impl Iterator<Item = G::Position>) -> BTreeSet<Value> {
    let check = |position: G::Position| {
        let value = value_by_minimax(game, &position);
        if let Some((low, high)) = game.foresight(&position) {
            assert!((low..=high).contains(&value), "{low} to {high}, not {value} in {}", game.position_text(&position));
        }
        for (algorithm, symmetry) in [("pn", false), ("pn-mobility", false), ("pn-dag", false), ("pn-dag", true)] {
            let choice = Choice { algorithm: Algorithm::by_name(algorithm), ..Choice::default() };
            let task = Task { choice, policy: Policy { symmetry, ..Policy::default() }, ..Task::default() };
            let found = value_of(game, &position, &task);
            assert_eq!(found, Some(value), "{algorithm} in {} of {}", game.position_text(&position), game.name());
        }
        value
    };
    positions.map(check).collect()
}

#[test]
fn breakthrough() {
    let mut random = Random::new(5);
    let mut seen = BTreeSet::new();
    // A game that ends soon in one line can go on for long in others, so boards are small.
    for (columns, rows) in [(3, 4), (2, 6)] {
        let game = Breakthrough::new(columns, rows).unwrap();
        seen.append(&mut compare(&game, (0..40).map(|_| late_position(&game, &mut random, 6, 4))));
    }
    assert_eq!(seen, BTreeSet::from([-1, 1]));
    for (columns, rows) in [(3, 3), (3, 4)] {
        let game = Breakthrough::new(columns, rows).unwrap();
        let value = value_by_minimax(&game, &game.start());
        assert_eq!(value_of(&game, &game.start(), &Task::default()), Some(value), "{columns}x{rows}");
    }
}

#[test]
fn connect_four_by_score() {
    let mut random = Random::new(1);
    let mut seen = BTreeSet::new();
    for (columns, rows, line) in [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 3, 4)] {
        let game = ConnectFour::<u64>::with_scores(columns, rows, line).unwrap();
        seen.append(&mut compare(&game, (0..60).map(|_| late_position(&game, &mut random, 8, 8))));
    }
    assert!(seen.len() > 6 && seen.contains(&0), "{seen:?}");
    // Found by a program that shares nothing with this one.
    for (columns, rows, line, value) in [(3, 3, 3, 0), (4, 3, 3, 2), (5, 3, 3, 4), (4, 4, 3, 4), (4, 4, 4, 0)] {
        let game = ConnectFour::<u64>::with_scores(columns, rows, line).unwrap();
        assert_eq!(value_by_minimax(&game, &game.start()), value, "{columns}x{rows} line {line}");
        assert_eq!(value_of(&game, &game.start(), &Task::default()), Some(value), "{columns}x{rows} line {line}");
    }
}

#[test]
fn othello() {
    let mut random = Random::new(2);
    let mut seen = BTreeSet::new();
    for (columns, rows) in [(4, 4), (4, 6), (6, 6), (8, 8)] {
        let game = Othello::new(columns, rows).unwrap();
        seen.append(&mut compare(
            &game,
            (0..25).map(|_| late_position(&game, &mut random, (columns * rows - 8) as usize, 6)),
        ));
    }
    assert!(seen.len() > 20 && seen.contains(&0), "{seen:?}");
}

#[test]
fn ultimate_tic_tac_toe() {
    let game = UltimateTicTacToe;
    let mut random = Random::new(3);
    let seen = compare(&game, (0..60).map(|_| late_position(&game, &mut random, 66, 7)));
    assert_eq!(seen, BTreeSet::from([-1, 0, 1]));
}

#[test]
fn woodpush() {
    let mut random = Random::new(4);
    let mut seen = BTreeSet::new();
    for length in 6..=10 {
        let game = Woodpush::new(length).unwrap();
        let positions = (0..30).map(|_| late_position(&game, &mut random, 12, 12)).chain([game.start()]);
        seen.append(&mut compare(&game, positions.filter(|_| length < 10)));
        assert_eq!(value_by_minimax(&game, &game.start()), if length == 10 { -2 } else { -1 });
    }
    assert_eq!(seen, BTreeSet::from([-2, -1, 1, 2]));
}
