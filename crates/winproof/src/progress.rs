//! Signs of life from a long search.

use crate::goal::Goal;

/// What a search looks like now.
#[derive(Clone, Debug)]
pub struct Report<'a, M> {
    /// The goal under way, or `None` where one search finds the exact value.
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
}

/// Someone who wants to hear of a search about once a second.
///
/// Closures do: `|report: &Report<'_, _>| eprintln!("{}", report.nodes)`.
pub trait Progress<M> {
    /// Called about once a second.
    fn report(&mut self, report: &Report<'_, M>);
}

impl<M, F: FnMut(&Report<'_, M>)> Progress<M> for F {
    fn report(&mut self, report: &Report<'_, M>) {
        self(report);
    }
}
