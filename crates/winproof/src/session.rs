//! One search as part of a solution: the limits that it shares with the others, and who wants to hear of it.

use crate::goal::Goal;
use crate::limits::Meter;
use crate::progress::{Progress, Report};

/// A report is due when this many seconds have gone by.
const SECONDS_BETWEEN_REPORTS: f64 = 1.0;

/// The surroundings of one search.
pub(crate) struct Session<'a, M> {
    pub(crate) meter: &'a Meter,
    goal: Option<Goal>,
    /// Nodes made by earlier searches of the same solution.
    pub(crate) earlier_nodes: u64,
    progress: Option<&'a mut dyn Progress<M>>,
    /// When the last report was made, and the nodes at that time.
    last_report: (f64, u64),
}

impl<'a, M> Session<'a, M> {
    pub(crate) fn new(
        meter: &'a Meter,
        goal: Option<Goal>,
        earlier_nodes: u64,
        progress: Option<&'a mut dyn Progress<M>>,
    ) -> Self {
        Session { meter, goal, earlier_nodes, progress, last_report: (meter.elapsed().as_secs_f64(), 0) }
    }

    /// The nodes that this search may make.
    pub(crate) fn most_nodes(&self) -> u64 {
        self.meter.nodes().saturating_sub(self.earlier_nodes)
    }

    /// Reports on the search, if someone listens and it is time to. `line` fills in the line under examination.
    pub(crate) fn report(
        &mut self,
        nodes: u64,
        (proof, disproof): (Option<u64>, Option<u64>),
        bytes: usize,
        line: impl FnOnce(&mut Vec<M>),
    ) {
        let Some(progress) = self.progress.as_deref_mut() else { return };
        let seconds = self.meter.elapsed().as_secs_f64();
        let since_last = seconds - self.last_report.0;
        if since_last < SECONDS_BETWEEN_REPORTS {
            return;
        }
        let mut moves = Vec::new();
        line(&mut moves);
        progress.report(&Report {
            goal: self.goal,
            nodes: self.earlier_nodes + nodes,
            nodes_per_second: nodes.saturating_sub(self.last_report.1) as f64 / since_last,
            proof,
            disproof,
            bytes,
            seconds,
            line: &moves,
        });
        self.last_report = (seconds, nodes);
    }
}
