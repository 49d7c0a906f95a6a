//! The halves of an exact value side by side: two goals at a time, each on a thread of its own.
//!
//! For best-first searches, whose graph has one thread. The first goal is the one that a single thread would search
//! for; the other is searched beside it once that has lasted for a moment, and is dropped when the first answer makes
//! it idle. Its memory is taken from that of the first; who needs all of it gets it, alone.

use super::run::{SolveError, State};
use super::{Solver, Strategies};
use crate::depth_first::crew::MOMENT_OF_TIME;
use crate::game::{Game, Player};
use crate::goal::{Aim, Goal};
use crate::limits::{Limits, Stopped};
use crate::proof::NoStrategy;
use crate::solution::Solution;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The share of the memory that the search beside the first may take: one in so many parts.
const SHARE: usize = 4;

/// A search beside another.
pub(crate) struct Beside<'a, G: Game> {
    solver: Solver<'a, G>,
    root: &'a G::Position,
    goal: Goal,
    starts_after: Duration,
    /// Whether nobody needs it any more.
    is_idle: Arc<AtomicBool>,
}

impl<G: Game> Beside<'_, G> {
    fn search(&self) -> Option<Solution<G>> {
        self.solver.run(self.root).goal(self.goal).solve().ok()
    }
}

/// A function that runs a search beside another, which says at its end whether that is still of use; there is one where
/// the rules can be shared between threads.
pub(crate) type RunBeside<G> = fn(&Beside<'_, G>, &mut dyn FnMut() -> bool) -> Option<Solution<G>>;

/// Runs a search on a thread beside another.
pub(crate) fn on_threads<G>(beside: &Beside<'_, G>, first: &mut dyn FnMut() -> bool) -> Option<Solution<G>>
where
    G: Game + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    let started = Instant::now();
    // Set by the first of the two who comes to it: the other search starts, or it is over before it has.
    let is_decided = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            while started.elapsed() < beside.starts_after && !is_decided.load(Ordering::Relaxed) {
                std::thread::park_timeout(beside.starts_after);
            }
            if is_decided.swap(true, Ordering::Relaxed) { None } else { beside.search() }
        });
        let ending = Ending(&beside.is_idle, &is_decided);
        let is_needed = first();
        let has_started = is_decided.swap(true, Ordering::Relaxed);
        other.thread().unpark();
        if is_needed && has_started {
            std::mem::forget(ending);
        } else {
            drop(ending);
        }
        other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Ends the other search when the first leaves, by a panic of the rules too.
struct Ending<'a>(&'a AtomicBool, &'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.store(true, Ordering::Relaxed);
    }
}

impl<G: Game> State<'_, G> {
    /// The goal to search for beside another, where that is possible.
    pub(super) fn goal_beside(&self, goal: Goal) -> Option<Goal> {
        // A limit on nodes is for searches that come out the same every time.
        let is_free =
            self.goal.is_none() && self.keeper.is_none() && !self.is_resumed && self.meter.nodes() == u64::MAX;
        let has_threads = self.threads > 1 && (self.crews.is_some() || self.interleaved.is_some());
        (self.plan.has_halves() && is_free && has_threads).then(|| self.bounds.goal_beside(goal)).flatten()
    }

    /// Searches for a goal, and for another beside it, whose answer is taken in at once.
    pub(super) fn two_goals(&mut self, aim: Aim, other: Goal) -> Result<Result<bool, Stopped>, SolveError> {
        let (memory, limits) = (self.memory, self.meter.limits().clone());
        let share = memory.map(|bytes| bytes / SHARE);
        let is_idle = Arc::new(AtomicBool::new(false));
        let beside = Beside {
            solver: Solver {
                choice: self.plan.algorithm().into(),
                policy: *self.plan.policy(),
                limits: Limits {
                    memory: share,
                    time: limits.time.map(|time| time.saturating_sub(self.meter.since_start())),
                    cancel: Some(Arc::clone(&is_idle)),
                    ..Limits::default()
                },
                strategies: self.strategies,
                refutations: self.refutations,
                ..Solver::new(self.game)
            },
            root: self.root,
            goal: other,
            starts_after: if self.join_after == 0 { Duration::ZERO } else { MOMENT_OF_TIME },
            is_idle,
        };
        self.set_memory(memory.map(|bytes| bytes - share.unwrap_or(0)));
        let mut answer = Ok(Err(Stopped::Solved));
        let found = match (self.crews, self.interleaved) {
            (_, Some(seed)) => {
                let before = (seed % 2 == 0).then(|| beside.search());
                answer = self.best_first(aim);
                before.unwrap_or_else(|| beside.search())
            }
            (Some(crews), None) => (crews.beside)(&beside, &mut || {
                answer = self.best_first(aim);
                let Ok(Ok(prover_wins)) = answer else { return false };
                // A yes answers every lower goal too, a no every higher one.
                aim.goal_holds(prover_wins) == (other.at_least > aim.goal().at_least)
            }),
            (None, None) => {
                answer = self.best_first(aim);
                None
            }
        };
        self.set_memory(memory);
        if let Some(found) = found {
            let own = answer.as_ref().ok().and_then(|answer| answer.as_ref().ok());
            self.take_in(other, found, own.map(|&prover_wins| (aim.goal(), aim.goal_holds(prover_wins))));
        }
        if matches!(answer, Ok(Err(Stopped::Memory))) && memory.is_some() {
            answer = self.best_first(aim);
        }
        answer
    }

    /// Takes in what was found beside a goal, which was answered like this.
    fn take_in(&mut self, other: Goal, found: Solution<G>, own: Option<(Goal, bool)>) {
        let bytes = self.counts.peak_bytes.saturating_add(found.verdict.counts.peak_bytes);
        self.counts.add(&found.verdict.counts);
        // Both were there at a time, each within its share.
        self.counts.peak_bytes = bytes.min(self.memory.unwrap_or(usize::MAX));
        self.proof.nodes += found.proof.nodes;
        if let Some(contradiction) = found.contradiction {
            self.contradiction.get_or_insert(contradiction);
        }
        let Some(holds) = found.verdict.holds(other) else { return };
        self.bounds.answer(other, holds);
        // Of two answers on the same side one says more, and its strategy is the one that is needed.
        let says_less = own.is_some_and(|(goal, own)| own == holds && (goal.at_least > other.at_least) == holds);
        if says_less || self.strategies == Strategies::None {
            return;
        }
        let player = if holds { Player::Max } else { Player::Min };
        let strategy = found.strategies.into_iter().find(|strategy| strategy.player == player);
        self.keep(holds, strategy.ok_or(NoStrategy::Limit(found.proof.stopped.unwrap_or(Stopped::Memory))));
    }
}
