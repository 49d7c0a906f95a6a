//! The tree search under every policy, against retrograde analysis.

use crate::support::{acyclic, certify, games, is_certified, small_cyclic};
use winproof::{Algorithm, Deletion, Evaluation, Goal, LeafKind, Policy, Rules, Solver, TextRules, Tie};
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
            let solution = Solver::new(game).algorithm(algorithm).policy(policy).solve(&root).unwrap();
            let what = || format!("game {number}, {leaf:?}, {policy:?}\n{}", game.to_text());
            if policy.deletion == Deletion::All {
                assert_eq!((solution.value(), &solution.contradiction), (Some(value), &None), "{}", what());
                continue;
            }
            is_certified(game, game, &solution, value, &what);
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
            let solution = Solver::new(&game).solve_goal(&game.start(), goal).unwrap();
            assert_eq!(solution.verdict.holds(goal), Some(value >= least), "{goal:?} in\n{}", game.to_text());
            if least != game.values()[0] && !matches!(game.status(&game.start()), winproof::Status::Ended(_)) {
                certify(&game, &solution).unwrap();
            }
        }
    }
}
