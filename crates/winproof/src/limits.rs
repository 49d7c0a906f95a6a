//! How long a search may go on, and why it stopped.

use crate::arena::Full;
use crate::progress::{Progress, SECONDS_BETWEEN_REPORTS};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may use. The answer never depends on it: a search that runs out says so.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At most this many nodes made, in all goals together.
    pub nodes: Option<u64>,
    /// At most this long.
    pub time: Option<Duration>,
    /// At most this many bytes in the search's own structures.
    pub memory: Option<usize>,
    /// Set from another thread to end the search at its next look.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Whether somebody has set the flag.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The question was answered.
    Solved,
    /// The limit on nodes was reached.
    Nodes,
    /// The limit on time was reached.
    Time,
    /// The limit on memory was reached, or the system gave no more.
    Memory,
    /// The cancel flag was set.
    Interrupted,
    /// A position has more moves than a node of the graph can have children: 32,767.
    Moves,
    /// Temporary files could not be written, with the system's number of the error.
    Disk(Option<i32>),
    /// The search for a strategy contradicted the answer, which was withdrawn.
    Contradiction,
}

impl From<Full> for Stopped {
    fn from(full: Full) -> Stopped {
        match full {
            Full::Memory => Stopped::Memory,
            Full::Moves => Stopped::Moves,
        }
    }
}

impl Stopped {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Stopped::Solved => "solved",
            Stopped::Nodes => "nodes",
            Stopped::Time => "time",
            Stopped::Memory => "memory",
            Stopped::Interrupted => "interrupted",
            Stopped::Moves => "moves",
            Stopped::Disk(_) => "disk",
            Stopped::Contradiction => "contradiction",
        }
    }
}

/// Limits with the clock running: one for all the goals of a solution.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    started: Instant,
    /// The time that the same search took before it was resumed.
    before: Duration,
    /// What else ends it.
    is_over: Option<Arc<AtomicBool>>,
    seconds_between_reports: f64,
}

impl Meter {
    pub(crate) fn start(limits: Limits, before: Duration) -> Meter {
        let seconds_between_reports = SECONDS_BETWEEN_REPORTS;
        Meter { limits, started: Instant::now(), before, is_over: None, seconds_between_reports }
    }

    /// The same with reports as often as somebody wants them.
    pub(crate) fn reporting_to<M>(self, progress: Option<&dyn Progress<M>>) -> Meter {
        let seconds_between_reports = progress.map_or(self.seconds_between_reports, Progress::seconds_between);
        Meter { seconds_between_reports, ..self }
    }

    /// How long to wait from one report to the next.
    pub(crate) fn seconds_between_reports(&self) -> f64 {
        self.seconds_between_reports
    }

    /// The same for a helper, who stops when nobody needs him any more.
    pub(crate) fn ended_by(&self, is_over: Arc<AtomicBool>) -> Meter {
        Meter { limits: self.limits.clone(), is_over: Some(is_over), ..*self }
    }

    /// A clock of its own for the search for strategies, which may take at most so long beside what the limits leave.
    pub(crate) fn for_proof(&self, most: Option<Duration>) -> Meter {
        let left = self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        let time = match (left, most) {
            (Some(left), Some(most)) => Some(left.min(most)),
            (one, other) => one.or(other),
        };
        let seconds_between_reports = self.seconds_between_reports;
        Meter { seconds_between_reports, ..Meter::start(Limits { time, ..self.limits.clone() }, Duration::ZERO) }
    }

    /// The time that the search has taken, in all its pieces. The limit on time is for this one.
    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time since this piece of the search started, which the limit is for.
    pub(crate) fn since_start(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn set_memory(&mut self, memory: Option<usize>) {
        self.limits.memory = memory;
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    pub(crate) fn memory(&self) -> usize {
        self.limits.memory.unwrap_or(usize::MAX)
    }

    /// Looks at the clock and the flag; called now and then, because both cost more than a node.
    pub(crate) fn out_of_time(&self) -> Option<Stopped> {
        if self.limits.is_cancelled() || self.is_over.as_ref().is_some_and(|over| over.load(Ordering::Relaxed)) {
            return Some(Stopped::Interrupted);
        }
        self.limits.time.is_some_and(|time| self.started.elapsed() >= time).then_some(Stopped::Time)
    }
}
