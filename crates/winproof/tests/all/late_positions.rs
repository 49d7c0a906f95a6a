//! df-pn on late positions of real games, draws included, against brute force.
//!
//! Late is what brute force can walk through: a position of a random game below which there are at most so many
//! others. How many moves the game went on after it says little, since most random games end with much of the board
//! still to play on.

use crate::support;
use crate::support::certify;
use std::collections::HashMap;
use winproof::{Algorithm, DfpnPolicy, Policy, Solver, Status, Strategies, TextGame, Value};
use winproof_oracle::{Random, value_within};

/// The most positions below a late one.
const MOST_POSITIONS: usize = 2000;
/// Positions taken from one random game.
const FROM_ONE_GAME: usize = 4;

/// A late position, its true value, and how many positions brute force looked at.
type Late<P> = (P, Value, usize);

/// Plays a random game and takes its earliest late positions.
fn late_positions<G: TextGame>(game: &G, random: &mut Random) -> Vec<Late<G::Position>> {
    let mut line = vec![game.start()];
    let mut moves = Vec::new();
    while let Status::Turn(_) = game.status(&line[line.len() - 1]) {
        let here = &line[line.len() - 1];
        moves.clear();
        game.moves(here, &mut moves);
        let mv = moves[random.below(moves.len() as u32) as usize];
        line.push(game.play(here, mv));
    }
    // What is below a position is below all that come before it too.
    let mut known = HashMap::new();
    let mut late = Vec::new();
    line.pop();
    while let Some(position) = line.pop() {
        let Some(value) = value_within(game, &position, &mut known, MOST_POSITIONS) else { break };
        late.push((position, value, known.len()));
    }
    late.split_off(late.len().saturating_sub(FROM_ONE_GAME))
}

/// Solves `count` late positions and compares; gives how often each value came up, and the mean number of positions
/// below.
fn compare<G: TextGame>(game: &G, seed: u64, count: usize) -> (Vec<(Value, u32)>, usize) {
    let mut random = Random::new(seed);
    let mut values: Vec<(Value, u32)> = game.values().into_iter().map(|value| (value, 0)).collect();
    let (mut done, mut below) = (0, 0);
    while done < count {
        for (position, truth, size) in late_positions(game, &mut random) {
            // A table that forgets nearly everything makes a search as long as one without: only where that is short.
            let entries = match done % 4 {
                0 if size <= 50 => 1,
                1 if size <= 200 => 16,
                2 => 1 << 10,
                _ => 1 << 14,
            };
            let dfpn = DfpnPolicy { table_entries: Some(entries), ..DfpnPolicy::default() };
            let is_certified = done % 8 < 2;
            let strategies = if is_certified { Strategies::Full } else { Strategies::None };
            let solver = Solver::new(game).algorithm(Algorithm::by_name("dfpn").unwrap()).strategies(strategies);
            let solver = solver.policy(Policy { dfpn, ..Policy::default() });
            let solution = solver.solve(&position).unwrap();
            let what = || format!("{} with {entries} entries", game.position_text(&position));
            assert_eq!(solution.value(), Some(truth), "{}", what());
            if is_certified {
                certify(game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", what()));
            }
            values.iter_mut().filter(|(value, _)| *value == truth).for_each(|(_, times)| *times += 1);
            done += 1;
            below += size;
        }
    }
    (values, below / done)
}

/// Values that hardly come up are hardly tested, and positions at the very end hardly test anything.
fn are_worth_it((values, below): (Vec<(Value, u32)>, usize), values_with: u32) {
    assert!(values.iter().filter(|(_, times)| *times >= values_with).count() >= 3, "{values:?}");
    assert!(below > MOST_POSITIONS / 10, "{below} positions below the mean one");
}

#[test]
fn ultimate_tic_tac_toe() {
    are_worth_it(compare(&support::ultimate_tic_tac_toe(), 41, 3400), 200);
}

#[test]
fn connect_four() {
    are_worth_it(compare(&support::connect_four(6, 5, 4), 42, 3300), 200);
}

#[test]
fn woodpush() {
    are_worth_it(compare(&support::woodpush(9), 43, 3300), 50);
}
