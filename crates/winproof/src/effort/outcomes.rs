//! A pair of numbers for every outcome: generalized proof-number search, GPNS (Saffidine and Cazenave), which finds
//! the exact value in one search.
//!
//! For an outcome o, the *greater number* G(n, o) is how much is left to show that n is worth at least o, the
//! *smaller number* S(n, o) how much to show that it is worth at most o. For each value v but the lowest there is a
//! goal "at least v", and the two numbers that belong together are its proof and its disproof number: G of v, and S
//! of the value just below v. So a label is a pair for each goal, each backed up as in proof-number search.
//!
//! Corrections to the paper: G of the worst and S of the best outcome are 0 from the start, not 1, as its Proposition 3
//! needs; as they are not stored here they cannot be anything else.
//!
//! # Which way to go
//! At the root the *attracting* outcome is the one that is not yet shown to be within the mover's reach and for which
//! G + S is least (Algorithm 1). If Max moves and it is o, the walk goes by G(·, o) at Max's nodes and by S of the
//! *distracting* outcome, the one just below o, at Min's: that is, by the two numbers of the goal "at least o". If
//! Min moves, by the two numbers of the goal that the value just above o belongs to. So a walk is that of
//! proof-number search for one goal, which only the root chooses, and with two outcomes there is only one goal to
//! choose. Among equals Max takes the lowest outcome, Min the highest.
//!
//! # Steps
//! Both numbers are monotone over the goals: what is harder to reach takes more to reach and less to refute. A leaf has
//! the same pair for every goal, an end has two kinds. So for many outcomes a label is kept as its
//! steps ([`Many`]); for up to three, side by side in the node ([`Few`]).
//!
//! # Repetition
//! Goals up to the worth r of a repetition are turned round, as everywhere ([`Aim`](crate::Aim)): Min is the prover
//! of "less than v". On a tree a repetition is an end that is worth r. On `base-twin`, each walk is one for a single
//! goal, so it works with marks as if there were no other: a mark says that everything below is lost *for the prover
//! of this goal* or comes back. Marks go when a walk attends to another goal. A position that is settled by them is
//! settled for this goal, and with it for those that are harder for the same prover, on every path; what is said of
//! the other goals follows from the children alone, where what is settled is so on every path. So for each goal by
//! itself everything that is ever called settled was found by a sound argument, and goals on both sides of r share
//! one graph.

mod few;
mod many;

use super::numbers::{INFINITY, ProofNumbers};
use super::{Settled, Tie};
use crate::game::{Player, Value};
use crate::goal::Aim;

pub use few::Few;
pub use many::Many;

/// The goals of a search, upwards.
#[derive(Clone, Debug)]
struct Goals {
    least: Vec<Value>,
    /// How many of them, from the lowest, have Min as their prover.
    turned: usize,
    tie: Tie,
    /// The one that the walk is for.
    attended: usize,
}

impl Goals {
    /// # Panics
    /// If there are none, or more than labels can number.
    fn new(aims: &[Aim], tie: Tie) -> Goals {
        assert!(!aims.is_empty() && aims.len() < usize::from(u16::MAX), "{} goals", aims.len());
        let least = aims.iter().map(|aim| aim.goal().at_least).collect();
        let turned = aims.iter().take_while(|aim| aim.prover() == Player::Min).count();
        Goals { least, turned, tie, attended: 0 }
    }

    fn count(&self) -> u16 {
        self.least.len() as u16
    }

    /// How many goals a value reaches.
    #[inline]
    fn reached(&self, value: Value) -> u16 {
        self.least.iter().take_while(|&&least| least <= value).count() as u16
    }

    /// How many goals an endless line reaches.
    #[inline]
    fn reached_by_repetition(&self) -> u16 {
        self.turned as u16
    }

    #[inline]
    fn prover(&self, goal: usize) -> Player {
        if goal < self.turned { Player::Min } else { Player::Max }
    }

    #[inline]
    fn prover_wins(&self, settled: Settled, goal: usize) -> Option<bool> {
        settled.holds(goal).map(|holds| holds == (self.prover(goal) == Player::Max))
    }

    /// What is known where the attended goal is lost for its prover.
    fn lost(&self) -> Settled {
        match self.prover(self.attended) {
            Player::Max => Settled { lower: 0, upper: self.attended as u16 },
            Player::Min => Settled { lower: self.attended as u16 + 1, upper: self.count() },
        }
    }

    /// The pair of a goal that is lost for its prover.
    fn lost_pair(&self, goal: usize) -> ProofNumbers {
        match self.prover(goal) {
            Player::Max => ProofNumbers::LOST,
            Player::Min => ProofNumbers::WON,
        }
    }

    /// Turns to the goal of the attracting outcome; true if it was another one.
    fn attend(&mut self, mover: Player, steps: impl Iterator<Item = Step> + Clone) -> bool {
        let Some(goal) = attracting(mover, steps) else { return false };
        std::mem::replace(&mut self.attended, goal) != goal
    }
}

/// Goals that have the same pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// The first goal.
    start: usize,
    /// The first one behind.
    end: usize,
    /// What is left to show that Max reaches them, and that he does not.
    pair: ProofNumbers,
}

/// The number that the mover wants to become 0, and the other one.
#[inline]
fn sides(mover: Player, pair: ProofNumbers) -> (u32, u32) {
    match mover {
        Player::Max => (pair.proof, pair.disproof),
        Player::Min => (pair.disproof, pair.proof),
    }
}

/// The pair of these numbers of the mover's and his opponent's.
#[inline]
fn pair(mover: Player, own: u32, other: u32) -> ProofNumbers {
    match mover {
        Player::Max => ProofNumbers { proof: own, disproof: other },
        Player::Min => ProofNumbers { proof: other, disproof: own },
    }
}

/// The goal of the attracting outcome at a node where `mover` moves; `None` where every goal is settled.
///
/// If Max moves, the outcome of a goal has as its other number the S of that outcome, which belongs to the next goal
/// up; nothing is left to show that the best outcome is not exceeded. If Min moves, the same downwards.
fn attracting(mover: Player, steps: impl Iterator<Item = Step> + Clone) -> Option<usize> {
    let mut best: Option<(u64, usize)> = None;
    let mut take = |own: u32, other: u32, goal: usize| {
        if own == 0 || own == INFINITY {
            return;
        }
        let sum = u64::from(own) + u64::from(other);
        let is_better = best.is_none_or(|(least, _)| match mover {
            Player::Max => sum < least,
            Player::Min => sum <= least,
        });
        if is_better {
            best = Some((sum, goal));
        }
    };
    let mut below = 0;
    let mut steps = steps.peekable();
    while let Some(Step { start, end, pair }) = steps.next() {
        let (own, other) = sides(mover, pair);
        match mover {
            Player::Max => {
                if end - start > 1 {
                    take(own, other, start);
                }
                take(own, steps.peek().map_or(0, |above| above.pair.disproof), end - 1);
            }
            Player::Min => {
                take(own, below, start);
                if end - start > 1 {
                    take(own, other, end - 1);
                }
                below = pair.proof;
            }
        }
    }
    best.map(|(_, goal)| goal)
}

#[cfg(test)]
mod tests;
