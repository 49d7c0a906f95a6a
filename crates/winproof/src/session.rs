//! One search as part of a solution: the limits that it shares with the others, and who wants to hear of it.

use crate::checkpoint::{Keeper, Snapshot};
use crate::game::{Game, Value};
use crate::goal::Goal;
use crate::limits::Meter;
use crate::progress::{Progress, Report};
use crate::verdict::Counts;
use std::io::{self, Write};

/// A report is due when this many seconds have gone by.
const SECONDS_BETWEEN_REPORTS: f64 = 1.0;

/// The surroundings of one search.
pub(crate) struct Session<'a, G: Game> {
    pub(crate) meter: &'a Meter,
    goal: Option<Goal>,
    progress: Option<&'a mut dyn Progress<G::Move>>,
    keeper: Option<&'a mut dyn Keeper>,
    /// The limit on nodes, where it is not that of the solution.
    own_limit: Option<u64>,
    /// What is known of the value before this search.
    bounds: (Value, Value),
    /// The work of earlier searches of the same solution.
    earlier: Counts,
    /// When the last report was made, and the nodes at that time.
    last_report: (f64, u64),
    /// How full the search's table is, in thousandths.
    pub(crate) table_permille: Option<u32>,
}

impl<'a, G: Game> Session<'a, G> {
    pub(crate) fn new(
        meter: &'a Meter,
        goal: Option<Goal>,
        earlier: Counts,
        progress: Option<&'a mut dyn Progress<G::Move>>,
    ) -> Self {
        let last_report = (meter.elapsed().as_secs_f64(), 0);
        Session {
            meter,
            goal,
            earlier,
            progress,
            keeper: None,
            own_limit: None,
            bounds: (0, 0),
            last_report,
            table_permille: None,
        }
    }

    /// Has the search kept by someone.
    pub(crate) fn kept_by(mut self, keeper: Option<&'a mut dyn Keeper>, bounds: (Value, Value)) -> Self {
        self.keeper = keeper;
        self.bounds = bounds;
        self
    }

    /// Whether it is time to save the search.
    pub(crate) fn save_is_due(&mut self) -> bool {
        self.keeper.as_deref_mut().is_some_and(Keeper::is_due)
    }

    /// Saves the search, if someone keeps it.
    pub(crate) fn save(&mut self, counts: &Counts, state: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let Some(keeper) = self.keeper.as_deref_mut() else { return };
        let mut all = self.earlier;
        all.add(counts);
        let seconds = self.meter.elapsed().as_secs_f64();
        keeper.save(&Snapshot { bounds: self.bounds, counts: all, seconds, state });
    }

    /// Lifts the limit on nodes: for a search that only finds the reasons of an answer again.
    pub(crate) fn without_node_limit(self) -> Self {
        self.with_most_nodes(u64::MAX)
    }

    /// Sets a limit on the nodes of this search.
    pub(crate) fn with_most_nodes(mut self, nodes: u64) -> Self {
        self.own_limit = Some(nodes);
        self
    }

    /// The nodes that this search may make.
    pub(crate) fn most_nodes(&self) -> u64 {
        self.own_limit.unwrap_or_else(|| self.meter.nodes().saturating_sub(self.earlier.nodes))
    }

    /// Reports on the search, if someone listens and it is time to. `line` fills in the line under examination.
    pub(crate) fn report(
        &mut self,
        nodes: u64,
        (proof, disproof): (Option<u64>, Option<u64>),
        bytes: usize,
        line: impl FnOnce(&mut Vec<G::Move>),
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
            nodes: self.earlier.nodes + nodes,
            nodes_per_second: nodes.saturating_sub(self.last_report.1) as f64 / since_last,
            proof,
            disproof,
            bytes,
            table_permille: self.table_permille,
            seconds,
            line: &moves,
        });
        self.last_report = (seconds, nodes);
    }
}
