//! Games whose hashes, foresight, symmetries and dominated moves are false. A search that believes them may be wrong;
//! with strategies its answer is right, or it is withdrawn, or a limit kept anyone from finding out.

use crate::support::{Liar, Lie, acyclic, games, small_cyclic, small_tables};
use winproof::{
    ALGORITHMS, Algorithm, Bound, Evidence, Game, Goal, Limits, Player, Policy, Rules, Solver, Status, Stopped,
    Strategies, TextRules, Value,
};
use winproof_games::ExplicitGame;

/// How many games of each kind.
const GAMES: u32 = 400;

/// What became of the answers to games that lie.
#[derive(Debug, Default)]
struct Tally {
    right: u32,
    withdrawn: u32,
    /// Limits ended the search, or the search for strategies.
    stopped: u32,
    /// Wrong where nobody asked for strategies.
    wrong_without: u32,
}

/// Solves a game that lies, and sees that nothing false is proved.
fn solve(game: &ExplicitGame, value: Value, lie: Lie, name: &str, policy: Policy, tally: &mut Tally) {
    let liar = Liar::new(game, lie);
    let algorithm = Algorithm::by_name(name).unwrap();
    if algorithm.fits(&liar).is_err() {
        return;
    }
    // Who believes lies need not come to an end.
    let limits = Limits { nodes: Some(30_000), ..Limits::default() };
    let solver = Solver::new(&liar).algorithm(algorithm).policy(policy).limits(limits);
    let what = || format!("{name}, {lie:?}\n{}", game.to_text());
    let believed = solver.clone().strategies(Strategies::None).solve(&game.start()).unwrap();
    tally.wrong_without += u32::from(believed.value().is_some_and(|believed| believed != value));

    let solution = solver.solve(&game.start()).unwrap();
    let verdict = &solution.verdict;
    let is_true = |lower: Bound, upper: Bound| lower.value <= value && value <= upper.value;
    if solution.contradiction.is_some() {
        assert_eq!(verdict.stopped, Stopped::Contradiction, "{}", what());
        assert!(is_true(verdict.lower, verdict.upper), "{}", what());
        assert!(solution.strategies.is_empty() && solution.line.is_empty(), "{}", what());
        assert!(solution.claim(&liar).is_err() || solution.value().is_some(), "{}", what());
        tally.withdrawn += 1;
    } else if verdict.stopped == Stopped::Solved && solution.proof.stopped.is_none() {
        assert_eq!(solution.value(), Some(value), "{}", what());
        assert_eq!(verdict.evidence(None), Some(Evidence::Certified), "{}", what());
        tally.right += 1;
    } else {
        tally.stopped += 1;
    }
    for (bound, holds) in [(verdict.lower, verdict.lower.value <= value), (verdict.upper, value <= verdict.upper.value)]
    {
        assert!(holds || bound.evidence < Evidence::Proved, "{bound:?} is false: {}", what());
    }
}

fn tally(lie: Lie, names: &[&str], policy: Policy) -> Tally {
    let mut tally = Tally::default();
    for (game, value) in games(71, GAMES, acyclic).chain(games(72, GAMES, small_cyclic)) {
        for name in names {
            solve(&game, value, lie, name, policy, &mut tally);
        }
    }
    println!("{lie:?} {names:?}: {tally:?}");
    assert!(tally.right > 50, "{lie:?} {names:?}: {tally:?}");
    tally
}

/// The tables of df-pn and alpha-beta take one position for another.
#[test]
fn false_hashes() {
    for lie in [Lie::OneHash, Lie::FewHashes] {
        for name in ["dfpn", "alphabeta"] {
            let tally = tally(lie, &[name], small_tables());
            assert!(tally.withdrawn > 20 && tally.wrong_without > 20, "{name}, {lie:?}: {tally:?}");
        }
    }
}

#[test]
fn false_foresight() {
    for name in ["dfpn", "alphabeta"] {
        let tally = tally(Lie::Foresight, &[name], small_tables());
        assert!(tally.withdrawn > 20 && tally.wrong_without > 20, "{name}: {tally:?}");
    }
}

#[test]
fn false_dominance() {
    let tally = tally(Lie::Dominance, &["alphabeta"], small_tables());
    assert!(tally.withdrawn > 20 && tally.wrong_without > 20, "{tally:?}");
}

/// Searches that keep a graph compare whole positions, and believe what the game says is the same. (Not those for
/// games without repetition: where positions are taken for others they can repeat.)
#[test]
fn false_symmetry() {
    let tally =
        tally(Lie::Symmetry, &["bta", "bta2", "dfpn", "alphabeta"], Policy { symmetry: true, ..small_tables() });
    assert!(tally.withdrawn > 20 && tally.wrong_without > 20, "{tally:?}");
}

/// Rules that say that nothing repeats, and something does.
struct Endless;

impl Rules for Endless {
    type Position = u8;
    type Move = u8;

    fn status(&self, &position: &u8) -> Status {
        if position == 9 {
            Status::Ended(1)
        } else {
            Status::Turn(if position % 2 == 0 { Player::Max } else { Player::Min })
        }
    }
    fn moves(&self, &position: &u8, moves: &mut Vec<u8>) {
        moves.extend([(position + 1) % 6, position / 2, 9]);
    }
    fn play(&self, _: &u8, mv: u8) -> u8 {
        mv
    }
}

impl Game for Endless {}

/// News would go round and round.
#[test]
#[should_panic(expected = "repeats, against the rules")]
fn a_cycle_where_the_rules_have_none() {
    let algorithm = Algorithm::by_name("pn-dag").unwrap();
    let _ = Solver::new(&Endless).algorithm(algorithm).solve_goal(&1, Goal::at_least(1));
}

/// Where no search believes the game, nothing is withdrawn: whole positions are compared, whatever their hashes.
#[test]
fn graphs_do_not_rest_on_hashes() {
    let names: Vec<&str> =
        ALGORITHMS.iter().filter(|named| named.no_is_proof && !named.is_hashed()).map(|named| named.name).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.ends_with('2')).collect();
    for lie in Lie::ALL {
        let tally = tally(lie, &names, small_tables());
        assert_eq!((tally.withdrawn, tally.wrong_without), (0, 0), "{lie:?}: {tally:?}");
    }
}
