//! One search as part of a solution: the limits that it shares with the others, and who wants to hear of it.

use crate::checkpoint::{Keeper, Snapshot};
use crate::game::Value;
use crate::goal::Goal;
use crate::limits::Meter;
use crate::progress::{Built, Phase, Progress, RawReport};
use crate::verdict::Counts;
use std::io::{self, Write};

/// The surroundings of one search, whatever the game.
pub(crate) struct Session<'a> {
    pub(crate) meter: &'a Meter,
    goal: Option<Goal>,
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
    phase: Phase,
    /// How far the building of a strategy has come.
    pub(crate) built: Option<Built>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(meter: &'a Meter, goal: Option<Goal>, earlier: Counts) -> Self {
        let last_report = (meter.elapsed().as_secs_f64(), 0);
        Session {
            meter,
            goal,
            earlier,
            keeper: None,
            own_limit: None,
            bounds: (0, 0),
            last_report,
            table_permille: None,
            phase: Phase::Search,
            built: None,
        }
    }

    /// Has the search saved by someone.
    pub(crate) fn saved_by(mut self, keeper: Option<&'a mut dyn Keeper>, bounds: (Value, Value)) -> Self {
        self.keeper = keeper;
        self.bounds = bounds;
        self
    }

    /// Whether it is time to save the search.
    pub(crate) fn save_is_due(&mut self) -> bool {
        self.keeper.as_deref_mut().is_some_and(Keeper::is_due)
    }

    /// Saves the search, if someone wants it.
    pub(crate) fn save(&mut self, counts: &Counts, state: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let Some(keeper) = self.keeper.as_deref_mut() else { return };
        let mut all = self.earlier;
        all.add(counts);
        let seconds = self.meter.elapsed().as_secs_f64();
        keeper.save(&Snapshot { bounds: self.bounds, counts: all, seconds, state });
    }

    /// A search for the strategy behind an answer: it has the limit on nodes for itself.
    pub(crate) fn for_strategy(mut self) -> Self {
        self.phase = Phase::Strategy;
        self.own_limit = Some(self.meter.nodes());
        self
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

    /// Takes nodes that were made off the limit of a search for a strategy, which is made of many searches.
    pub(crate) fn spend(&mut self, nodes: u64) {
        self.own_limit = self.own_limit.map(|limit| limit.saturating_sub(nodes));
    }

    /// A report on the search, if it is time for one.
    pub(crate) fn due_report(
        &mut self,
        nodes: u64,
        (proof, disproof): (Option<u64>, Option<u64>),
        bytes: usize,
    ) -> Option<RawReport> {
        let seconds = self.meter.elapsed().as_secs_f64();
        let since_last = seconds - self.last_report.0;
        if since_last < self.meter.seconds_between_reports() {
            return None;
        }
        let report = RawReport {
            goal: self.goal,
            nodes: self.earlier.nodes + nodes,
            nodes_per_second: nodes.saturating_sub(self.last_report.1) as f64 / since_last,
            proof,
            disproof,
            bytes,
            table_permille: self.table_permille,
            seconds,
            phase: self.phase,
            built: self.built,
        };
        self.last_report = (seconds, nodes);
        Some(report)
    }
}

/// The surroundings of a search that knows the game's moves, with the one who wants to hear of it.
pub(crate) struct Watched<'a, M> {
    pub(crate) session: Session<'a>,
    pub(crate) progress: Option<&'a mut dyn Progress<M>>,
}

impl<M> Watched<'_, M> {
    /// Reports on the search, if someone listens and it is time to. `line` fills in the line under examination.
    pub(crate) fn report(
        &mut self,
        nodes: u64,
        numbers: (Option<u64>, Option<u64>),
        bytes: usize,
        line: impl FnOnce(&mut Vec<M>),
    ) {
        let Some(progress) = &mut self.progress else { return };
        if let Some(report) = self.session.due_report(nodes, numbers, bytes) {
            let mut moves = Vec::new();
            line(&mut moves);
            progress.report(&report.with_line(&moves));
        }
    }
}
