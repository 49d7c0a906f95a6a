//! Second levels on several threads: while one leaf is searched, so are leaves that will probably be next.
//!
//! The first level keeps its one thread and decides as it would alone: it expands the most-proving node, and waits for
//! the second level to look below it. Before that it names other leaves, those to which it would turn if the numbers of
//! this one grew (`graph/ahead.rs`), and helpers search them. What they find is kept until the
//! first level comes to the leaf. It says nothing that a search at that time would not have found out, so the answer
//! does not depend on it.

use super::nested::{LeafReport, SecondLevel, Task, second_level};
use crate::depth_first::crew::MOMENT_OF_TIME;
use crate::effort::Settled;
use crate::game::Game;
use crate::goal::Aim;
use crate::graph::world::Look;
use crate::limits::Meter;
use crate::plan::Plan;
use crate::random::Random;
use crate::verdict::Counts;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// So many leaves that were searched ahead are kept.
const MOST_KEPT: usize = 256;

/// A leaf to be searched.
#[derive(Clone)]
struct Job<P> {
    position: P,
    above: Vec<P>,
    task: Task,
}

impl<P: PartialEq> Job<P> {
    fn is_for(&self, position: &P, above: &[P], question: usize) -> bool {
        self.task.question == question && self.position == *position && self.above == above
    }
}

/// A leaf that was searched.
struct Done<P> {
    job: Job<P>,
    settled: Settled,
    seen: Vec<(P, Look)>,
}

/// What the first level and its helpers share.
pub(crate) struct Jobs<P> {
    state: Mutex<State<P>>,
    changed: Condvar,
    /// Whether the first level is through.
    is_over: Arc<AtomicBool>,
    helpers: usize,
}

struct State<P> {
    waiting: VecDeque<Job<P>>,
    running: Vec<Job<P>>,
    done: VecDeque<Done<P>>,
    /// The work of helpers that the first level has not heard of.
    counts: Counts,
}

impl<P> Jobs<P> {
    pub(crate) fn new(helpers: usize) -> Jobs<P> {
        let (waiting, running, done) = (VecDeque::new(), Vec::new(), VecDeque::new());
        let state = Mutex::new(State { waiting, running, done, counts: Counts::default() });
        Jobs { state, changed: Condvar::new(), is_over: Arc::new(AtomicBool::new(false)), helpers }
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// The work of helpers that the first level has not heard of, once.
    pub(crate) fn take_counts(&self) -> Counts {
        std::mem::take(&mut self.state().counts)
    }
}

impl<P> State<P> {
    /// Nodes that helpers have made or may still make, and the first level has not heard of.
    fn reserved(&self) -> u64 {
        let open = self.waiting.iter().chain(&self.running).map(|job| job.task.most_nodes);
        self.counts.nodes + open.sum::<u64>()
    }

    fn finish(&mut self, job: Job<P>, report: &LeafReport, seen: Vec<(P, Look)>) {
        self.counts.add(&report.counts);
        self.done.push_back(Done { job, settled: report.settled, seen });
        if self.done.len() > MOST_KEPT {
            self.done.pop_front();
        }
    }
}

/// A second level with helpers.
pub(crate) struct Ahead<'a, G: Game> {
    pub(crate) own: Box<dyn SecondLevel<G> + 'a>,
    pub(crate) jobs: &'a Jobs<G::Position>,
    pub(crate) meter: &'a Meter,
    /// Searches ahead by itself, now and then: the same without threads.
    pub(crate) in_turns: Option<Random>,
    /// The nodes that were made, and after how many the helpers begin.
    pub(crate) nodes: u64,
    pub(crate) join_after: u64,
}

impl<G: Game> Ahead<'_, G> {
    /// What one search may hold, out of what all may.
    fn share(&self, task: Task) -> Task {
        Task { most_bytes: task.most_bytes / (self.jobs.helpers + 1), ..task }
    }
}

impl<G: Game> SecondLevel<G> for Ahead<'_, G> {
    fn look(
        &mut self,
        position: &G::Position,
        above: Vec<G::Position>,
        task: Task,
        seen: &mut Vec<(G::Position, Look)>,
    ) -> LeafReport {
        let jobs = self.jobs;
        let is_it = |job: &Job<G::Position>| job.is_for(position, &above, task.question);
        let mut state = jobs.state();
        while state.running.iter().any(is_it) && !jobs.is_over() {
            state = jobs.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.retain(|job| !is_it(job));
        // Where little is left of a limit on nodes, helpers come to an end first: what they leave is known then.
        if task.left < state.reserved().saturating_add(task.most_nodes) {
            state.waiting.clear();
            while !state.running.is_empty() && !jobs.is_over() {
                state = jobs.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        let found = state.done.iter().position(|done| is_it(&done.job)).and_then(|place| state.done.remove(place));
        let left = task.left.saturating_sub(state.reserved());
        let counts = std::mem::take(&mut state.counts);
        drop(state);
        let mut report = match found {
            Some(done) => {
                seen.extend(done.seen);
                LeafReport { settled: done.settled, counts: Counts::default() }
            }
            None => {
                let task = Task { most_nodes: task.most_nodes.min(left).max(2), ..self.share(task) };
                self.own.look(position, above, task, seen)
            }
        };
        report.counts.add(&counts);
        self.nodes += report.counts.nodes;
        report
    }

    fn wants(&mut self) -> usize {
        if let Some(random) = &mut self.in_turns {
            return random.below(self.jobs.helpers + 1);
        }
        if self.nodes < self.join_after && self.meter.elapsed() < MOMENT_OF_TIME {
            return 0;
        }
        let state = self.jobs.state();
        self.jobs.helpers.saturating_sub(state.running.len() + state.waiting.len())
    }

    fn search_ahead(&mut self, position: G::Position, above: Vec<G::Position>, task: Task) -> bool {
        let mut state = self.jobs.state();
        let is_it = |job: &Job<G::Position>| job.is_for(&position, &above, task.question);
        let is_known =
            state.running.iter().chain(&state.waiting).any(is_it) || state.done.iter().any(|done| is_it(&done.job));
        // The leaf that the first level is about to look at comes first.
        if is_known || task.left < state.reserved().saturating_add(task.most_nodes.saturating_mul(2)) {
            return false;
        }
        let job = Job { position, above, task: self.share(task) };
        if self.in_turns.is_none() {
            state.waiting.push_back(job);
            drop(state);
            self.jobs.changed.notify_all();
            return true;
        }
        drop(state);
        let mut seen = Vec::new();
        let report = self.own.look(&job.position, job.above.clone(), job.task, &mut seen);
        self.jobs.state().finish(job, &report, seen);
        true
    }
}

/// All that helpers need.
pub(crate) struct Station<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) plan: &'a Plan,
    pub(crate) meter: &'a Meter,
    pub(crate) aims: &'a [Aim],
    pub(crate) jobs: &'a Jobs<G::Position>,
}

/// A function that runs a first level beside helpers on threads; there is one where the rules can be shared.
pub(crate) type RunAhead<G> = fn(&Station<'_, G>, &mut dyn FnMut());

/// Runs a first level beside its helpers.
pub(crate) fn on_threads<G>(station: &Station<'_, G>, first_level: &mut dyn FnMut())
where
    G: Game + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    let Station { game, plan, meter, aims, jobs } = *station;
    let meter = &meter.ended_by(Arc::clone(&jobs.is_over));
    std::thread::scope(|scope| {
        for _ in 0..jobs.helpers {
            scope.spawn(move || {
                let _ending = Ending(jobs);
                if let Some(mut second) = second_level(game, plan, meter, aims) {
                    help(jobs, &mut *second);
                }
            });
        }
        let _ending = Ending(jobs);
        first_level();
    });
}

/// Ends the work of all when one leaves, by a panic of the rules too: nobody waits for him.
struct Ending<'a, P>(&'a Jobs<P>);

impl<P> Drop for Ending<'_, P> {
    fn drop(&mut self) {
        let _state = self.0.state();
        self.0.is_over.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}

/// Searches one leaf after the other.
fn help<G: Game>(jobs: &Jobs<G::Position>, second: &mut dyn SecondLevel<G>) {
    let mut state = jobs.state();
    while !jobs.is_over() {
        let Some(job) = state.waiting.pop_front() else {
            state = jobs.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        state.running.push(job.clone());
        drop(state);
        let mut seen = Vec::new();
        let report = second.look(&job.position, job.above.clone(), job.task, &mut seen);
        state = jobs.state();
        let is_it = |other: &Job<G::Position>| other.is_for(&job.position, &job.above, job.task.question);
        state.running.retain(|other| !is_it(other));
        state.finish(job, &report, seen);
        jobs.changed.notify_all();
    }
}
