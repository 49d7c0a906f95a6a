//! What an answer rests on, for every algorithm that has a name: with strategies the checker has accepted all of it,
//! without them it is worth what the search is worth; and nobody contradicts anybody.

use crate::support::{acyclic, games, is_certified, small_cyclic, small_tables};
use std::collections::HashMap;
use winproof::proof::check;
use winproof::{
    ALGORITHMS, Claim, Evidence, Goal, NamedAlgorithm, Player, Rules, Solution, Solver, Stopped, Strategies, TextRules,
    Value,
};
use winproof_games::ExplicitGame;
use winproof_oracle::retrograde_values;

/// How many games of each kind.
const GAMES: u32 = 1000;

/// Calls `each` with random games, their values position by position, and every algorithm that fits.
fn for_every_search(mut each: impl FnMut(&ExplicitGame, &HashMap<u32, Value>, &NamedAlgorithm)) {
    for (game, _) in games(61, GAMES, acyclic).chain(games(62, GAMES, small_cyclic)) {
        let values = retrograde_values(&game, [game.start()]);
        for named in ALGORITHMS.iter().filter(|named| named.algorithm.fits(&game).is_ok()) {
            each(&game, &values, named);
        }
    }
}

fn solver<'g>(game: &'g ExplicitGame, named: &NamedAlgorithm, strategies: Strategies) -> Solver<'g, ExplicitGame> {
    Solver::new(game).algorithm(named.algorithm).policy(small_tables()).strategies(strategies)
}

/// A best move leads to where the value is that of the root, if that is known.
fn best_move_is_right(solution: &Solution<ExplicitGame>, values: &HashMap<u32, Value>, what: &dyn Fn() -> String) {
    if let (Some(best), Some(_)) = (solution.best, solution.value()) {
        assert_eq!(values[&best], values[&solution.root], "{best} is not best: {}", what());
    }
}

/// The checker accepts each strategy for the bound that it belongs to.
fn strategies_pass(game: &ExplicitGame, solution: &Solution<ExplicitGame>, what: &dyn Fn() -> String) {
    for strategy in &solution.strategies {
        let (bound, claim) = match strategy.player {
            Player::Max => {
                (solution.verdict.lower, Claim { at_least: Some(solution.verdict.lower.value), at_most: None })
            }
            Player::Min => {
                (solution.verdict.upper, Claim { at_least: None, at_most: Some(solution.verdict.upper.value) })
            }
        };
        assert_eq!(bound.evidence, Evidence::Certified, "{}", what());
        let checked = check::strategy(game, &solution.root, claim, &[strategy]);
        assert_eq!(checked, Ok(()), "{}", what());
    }
}

#[test]
fn with_strategies_everything_is_certified() {
    let mut unproved = 0;
    for_every_search(|game, values, named| {
        let value = values[&game.start()];
        let what = || format!("{}\n{}", named.name, game.to_text());
        let solution = solver(game, named, Strategies::Full).solve(&game.start()).unwrap();
        strategies_pass(game, &solution, &what);
        best_move_is_right(&solution, values, &what);
        if named.no_is_proof {
            is_certified(game, game, &solution, value, &what);
            return;
        }
        assert_eq!((&solution.contradiction, solution.verdict.stopped), (&None, Stopped::Solved), "{}", what());
        for (bound, holds) in [
            (solution.verdict.lower, solution.verdict.lower.value <= value),
            (solution.verdict.upper, value <= solution.verdict.upper.value),
        ] {
            assert!(matches!(bound.evidence, Evidence::Certified | Evidence::Unproved), "{bound:?}: {}", what());
            assert!(holds || bound.evidence == Evidence::Unproved, "{bound:?}: {}", what());
            unproved += u32::from(bound.evidence == Evidence::Unproved);
        }
    });
    assert!(unproved > 50, "{unproved} answers are not proved");
}

#[test]
fn goals_are_certified() {
    for_every_search(|game, values, named| {
        let value = values[&game.start()];
        for goal in game.values().into_iter().skip(1).map(Goal::at_least) {
            let what = || format!("{} {goal:?}\n{}", named.name, game.to_text());
            let solution = solver(game, named, Strategies::Full).solve_goal(&game.start(), goal).unwrap();
            assert_eq!(solution.contradiction, None, "{}", what());
            strategies_pass(game, &solution, &what);
            match solution.verdict.holds(goal) {
                Some(holds) => {
                    assert_eq!(holds, value >= goal.at_least, "{}", what());
                    assert_eq!(solution.verdict.evidence(Some(goal)), Some(Evidence::Certified), "{}", what());
                }
                None => assert!(!named.no_is_proof, "{}", what()),
            }
        }
    });
}

#[test]
fn without_strategies_an_answer_is_worth_what_the_search_is_worth() {
    let (mut moves, mut searches) = (0, 0);
    for_every_search(|game, values, named| {
        let value = values[&game.start()];
        let what = || format!("{}\n{}", named.name, game.to_text());
        let solution = solver(game, named, Strategies::None).solve(&game.start()).unwrap();
        assert!(solution.strategies.is_empty() && solution.line.is_empty(), "{}", what());
        assert_eq!((&solution.contradiction, solution.proof), (&None, Default::default()), "{}", what());
        best_move_is_right(&solution, values, &what);
        let searched = if named.is_hashed() { Evidence::Hashed } else { Evidence::Proved };
        let all = game.values();
        for (bound, by_rules) in [(solution.verdict.lower, all[0]), (solution.verdict.upper, all[all.len() - 1])] {
            // Where play has ended at the root there is nothing to search for.
            let is_certain =
                bound.value == by_rules || matches!(game.status(&game.start()), winproof::Status::Ended(_));
            match bound.evidence {
                Evidence::Unproved => assert!(!named.no_is_proof, "{}", what()),
                evidence => assert_eq!(evidence, if is_certain { Evidence::Certified } else { searched }, "{}", what()),
            }
        }
        if named.no_is_proof {
            assert_eq!(solution.value(), Some(value), "{}", what());
            moves += u32::from(solution.best.is_some());
            searches += 1;
        }
    });
    assert!(moves > searches / 3, "only {moves} of {searches} searches know a best move");
}
