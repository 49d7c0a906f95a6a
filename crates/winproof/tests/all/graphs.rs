//! The graphs `dag`, `dcg` and `base-twin` against retrograde analysis, on games with and without cycles.

use crate::support::{acyclic, certify, connect_four, cyclic, games, is_solved_by};
use winproof::{Algorithm, Deletion, Evaluation, Goal, LeafKind, Policy, Rules, Solver, TextRules, Tie, UpdateOrder};
use winproof_games::ExplicitGame;

/// How many games of each kind.
const GAMES: u32 = 6_000;

/// One of the policies, and a leaf; each game meets another.
fn setting(number: usize) -> (LeafKind, Policy) {
    let plain = Policy::default();
    let policies = [
        plain,
        Policy { evaluation: Evaluation::Delayed, ..plain },
        Policy { tie: Tie::Last, early_stop: false, ..plain },
        Policy { shuffle: Some(number as u64), ..plain },
        Policy { update_order: UpdateOrder::Recursive, merge_siblings: false, ..plain },
        Policy { deletion: Deletion::KeepProof, ..plain },
        Policy {
            deletion: Deletion::KeepProof,
            evaluation: Evaluation::Delayed,
            shuffle: Some(number as u64),
            ..plain
        },
    ];
    (LeafKind::PLAIN[number % LeafKind::PLAIN.len()], policies[number % policies.len()])
}

fn is_solved_rightly(game: &ExplicitGame, value: i32, name: &str, number: usize) {
    let (leaf, policy) = setting(number);
    let algorithm = Algorithm { leaf, ..Algorithm::by_name(name).unwrap() };
    is_solved_by(algorithm, policy, game, value);
}

#[test]
fn base_twin_is_right_with_and_without_cycles() {
    let (mut repetition_decides, mut progress_needed) = (0, 0);
    for (number, (game, value)) in games(11, GAMES, cyclic).enumerate() {
        if game.repetition() == Some(value) {
            repetition_decides += 1;
        } else if game.repetition().is_some() {
            progress_needed += 1;
        }
        is_solved_rightly(&game, value, "bta", number);
    }
    assert!(repetition_decides > GAMES / 20 && progress_needed > GAMES / 20, "the games are too much alike");
    for (number, (game, value)) in games(12, GAMES / 4, acyclic).enumerate() {
        is_solved_rightly(&game, value, "bta", number);
    }
}

#[test]
fn dag_is_right_without_cycles() {
    for (number, (game, value)) in games(13, GAMES, acyclic).enumerate() {
        is_solved_rightly(&game, value, "pn-dag", number);
    }
}

#[test]
fn dcg_proves_only_what_is_true_and_misses_some_wins() {
    let (mut proved, mut missed) = (0, 0);
    for (number, (game, value)) in games(14, GAMES, cyclic).enumerate() {
        let (leaf, policy) = setting(number);
        let algorithm = Algorithm { leaf, ..Algorithm::by_name("pn-dcg").unwrap() };
        for least in game.values() {
            let goal = Goal::at_least(least);
            let solution =
                Solver::new(&game).algorithm(algorithm).policy(policy).solve_goal(&game.start(), goal).unwrap();
            let what = || format!("game {number}, {goal:?}, {leaf:?}, {policy:?}\n{}", game.to_text());
            match solution.verdict.holds(goal) {
                Some(holds) => {
                    assert_eq!(holds, value >= least, "{}", what());
                    if least != game.values()[0] {
                        certify(&game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", what()));
                        proved += 1;
                    }
                }
                None => {
                    // What it believes without proof.
                    let believes = solution.verdict.lower.value >= least;
                    missed += u32::from(believes != (value >= least));
                }
            }
        }
    }
    assert!(proved > GAMES / 4, "only {proved} proofs");
    assert!(missed > 0, "no game shows why its \"no\" is not a proof");
}

#[test]
fn deletion_in_a_dag_saves_memory_and_no_more() {
    let game = connect_four(4, 4, 4);
    let solve = |deletion| {
        let policy = Policy { deletion, ..Policy::default() };
        let solver = Solver::new(&game).algorithm(Algorithm::by_name("pn-dag").unwrap()).policy(policy);
        let solution = solver.solve(&game.start()).unwrap();
        certify(&game, &solution).unwrap();
        solution.verdict
    };
    let (all, pruned) = (solve(Deletion::None), solve(Deletion::KeepProof));
    assert_eq!((all.value(), pruned.value()), (Some(0), Some(0)));
    // What is deleted takes no part in any later step, unless its position comes up again and is made again.
    assert_eq!(all.counts.expansions, pruned.counts.expansions);
    assert!(pruned.counts.peak_bytes < all.counts.peak_bytes, "{:?} {:?}", all.counts, pruned.counts);
}
