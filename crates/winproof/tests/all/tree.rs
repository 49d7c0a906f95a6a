//! The tree search under every policy, against retrograde analysis.

use crate::support::{acyclic, certify, end_of_line, games, small_cyclic};
use winproof::{
    Algorithm, Deletion, Evaluation, Game, Goal, LeafKind, Policy, Rules, Solver, TextGame, TextRules, Tie,
};
use winproof_games::ExplicitGame;

fn policies() -> Vec<Policy> {
    let plain = Policy::default();
    vec![
        plain,
        Policy { evaluation: Evaluation::Delayed, ..plain },
        Policy { tie: Tie::Last, early_stop: false, ..plain },
        Policy { shuffle: Some(7), deletion: Deletion::KeepProof, ..plain },
        Policy { deletion: Deletion::All, evaluation: Evaluation::Delayed, ..plain },
    ]
}

/// Solves the game in every way and compares value, certificate and line.
fn agree(game: &ExplicitGame, value: i32, number: usize) {
    let root = game.start();
    for leaf in [LeafKind::Unit, LeafKind::Mobility, LeafKind::Heuristic] {
        for policy in policies() {
            let algorithm = Algorithm { leaf, ..Algorithm::by_name("pn").unwrap() };
            let solution = Solver::new(game).algorithm(algorithm).policy(policy).solve(&root);
            let what = || format!("game {number}, {leaf:?}, {policy:?}\n{}", game.to_text());
            assert_eq!(solution.value(), Some(value), "{}", what());
            if policy.deletion == Deletion::All {
                continue;
            }
            let accepted = certify(game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", what()));
            assert_eq!((accepted.header.at_least, accepted.header.at_most), (Some(value), Some(value)));
            // Best play ends in the value that was proved, or goes round where that is worth as much. Where only one
            // value is possible there is nothing to search, and no line.
            if game.values().len() > 1 {
                assert_eq!(end_of_line(game, &solution).or(game.repetition()), Some(value), "{}", what());
            }
        }
    }
}

#[test]
fn acyclic_games_have_their_true_value() {
    for (number, (game, value)) in games(1, 1500, acyclic).enumerate() {
        agree(&game, value, number);
    }
}

#[test]
fn small_cyclic_games_have_their_true_value() {
    let mut repetition_decided = 0;
    for (number, (game, value)) in games(2, 3000, small_cyclic).enumerate() {
        repetition_decided += u32::from(game.repetition() == Some(value));
        agree(&game, value, number);
    }
    assert!(repetition_decided > 300, "the games hardly test repetitions: {repetition_decided}");
}

#[test]
fn single_goals_are_answered_and_certified() {
    for (game, value) in games(3, 1000, small_cyclic).chain(games(4, 500, acyclic)) {
        for least in game.values() {
            let goal = Goal::at_least(least);
            let solution = Solver::new(&game).solve_goal(&game.start(), goal);
            assert_eq!(solution.verdict.holds(goal), Some(value >= least), "{goal:?} in\n{}", game.to_text());
            if least != game.values()[0] && !matches!(game.status(&game.start()), winproof::Status::Ended(_)) {
                certify(&game, &solution).unwrap();
            }
        }
    }
}
