//! Signs of life from a long search.

use crate::goal::Goal;

/// The seconds from one report to the next, where nobody says otherwise.
pub(crate) const SECONDS_BETWEEN_REPORTS: f64 = 1.0;

/// What a search looks like now.
#[derive(Clone, Debug)]
pub struct Report<'a, M> {
    /// The goal that is being searched for, or `None` where one search finds the exact value.
    pub goal: Option<Goal>,
    /// Nodes made so far, in all goals together.
    pub nodes: u64,
    /// Nodes made per second since the last report.
    pub nodes_per_second: f64,
    /// The root's proof number (how much is left to prove the goal), `None` for infinity.
    pub proof: Option<u64>,
    /// The root's disproof number, `None` for infinity.
    pub disproof: Option<u64>,
    /// Bytes in use.
    pub bytes: usize,
    /// How full the table is, in thousandths, where the search is df-pn.
    pub table_permille: Option<u32>,
    /// Seconds since the start.
    pub seconds: f64,
    /// The line of play under examination.
    pub line: &'a [M],
    /// What the search is doing.
    pub phase: Phase,
    /// While a strategy is built layer by layer, or checked: how far that has come.
    pub built: Option<Built>,
}

/// How far the building of a strategy, or a check, has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Built {
    /// The positions so far.
    pub positions: u64,
    /// The layer that is being built: how many plies deep it is. A check has no layers.
    pub depth: u32,
    /// The share of the layer, or of the certificate's bytes, that is done, from 0 to 1, where that is known.
    pub share: Option<f64>,
}

impl<M> Report<'_, M> {
    /// The same report with another line.
    pub fn with_line<'b, N>(&self, line: &'b [N]) -> Report<'b, N> {
        let &Report {
            goal,
            nodes,
            nodes_per_second,
            proof,
            disproof,
            bytes,
            table_permille,
            seconds,
            phase,
            built,
            ..
        } = self;
        Report { goal, nodes, nodes_per_second, proof, disproof, bytes, table_permille, seconds, line, phase, built }
    }
}

/// What a report is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// The search for the answer.
    #[default]
    Search,
    /// The search for the strategy behind an answer that is there.
    Strategy,
    /// The check of the certificate.
    Check,
}

/// Someone who wants to hear of a search now and then.
///
/// Closures do: `|report: &Report<'_, _>| eprintln!("{}", report.nodes)`.
pub trait Progress<M> {
    /// Called about as often as [`seconds_between`](Progress::seconds_between) says.
    fn report(&mut self, report: &Report<'_, M>);

    /// The seconds from one report to the next: one, unless somebody looks more closely.
    fn seconds_between(&self) -> f64 {
        SECONDS_BETWEEN_REPORTS
    }
}

impl<M, F: FnMut(&Report<'_, M>)> Progress<M> for F {
    fn report(&mut self, report: &Report<'_, M>) {
        self(report);
    }
}

/// A report without the line, from a loop that does not know the game's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawReport {
    pub(crate) goal: Option<Goal>,
    pub(crate) nodes: u64,
    pub(crate) nodes_per_second: f64,
    pub(crate) proof: Option<u64>,
    pub(crate) disproof: Option<u64>,
    pub(crate) bytes: usize,
    pub(crate) table_permille: Option<u32>,
    pub(crate) seconds: f64,
    pub(crate) phase: Phase,
    pub(crate) built: Option<Built>,
}

impl RawReport {
    /// The whole report.
    pub(crate) fn with_line<'a, M>(&self, line: &'a [M]) -> Report<'a, M> {
        Report {
            goal: self.goal,
            nodes: self.nodes,
            nodes_per_second: self.nodes_per_second,
            proof: self.proof,
            disproof: self.disproof,
            bytes: self.bytes,
            table_permille: self.table_permille,
            seconds: self.seconds,
            line,
            phase: self.phase,
            built: self.built,
        }
    }
}
