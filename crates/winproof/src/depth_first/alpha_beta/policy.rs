//! The settings of alpha-beta. They change its cost, never its answer.

use crate::table::replacement::Replacement;
use serde::{Deserialize, Serialize};

/// What the table keeps of a position (Breuker 1998, §2.7.2 measures each part alone).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// The best move, to be tried first.
    pub moves: bool,
    /// Exact values.
    pub exact: bool,
    /// Values that are bounds from one side.
    pub bounds: bool,
}

impl Stored {
    /// Everything.
    pub const ALL: Stored = Stored { moves: true, exact: true, bounds: true };
    /// Nothing at all.
    pub const NOTHING: Stored = Stored { moves: false, exact: false, bounds: false };
}

/// The settings of alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlphaBetaPolicy {
    /// The number of entries of the table, where it is not to follow from the memory limit.
    pub table_entries: Option<usize>,
    /// What stays in the table.
    pub replacement: Replacement,
    /// Whether entries of an earlier goal give way to any newcomer.
    pub time_stamps: bool,
    /// What an entry holds.
    pub stored: Stored,
    /// One goal at a time, each with a window that has no room between its bounds. Otherwise one search finds the
    /// value.
    pub two_valued: bool,
    /// Principal-variation search: every move but the first is first asked only whether it is better at all.
    pub principal_variation: bool,
    /// Starts with a window about the middle value, and widens it where it fails.
    pub aspiration: bool,
    /// Searches to a depth of 1, 2, 3 and so on, until that answers the question.
    pub iterative_deepening: bool,
    /// Looks at the children in the table, and at what the game foresees of them, until one of them cuts, before
    /// going to the first.
    pub look_ahead: bool,
    /// Whether positions that are the same under the game's symmetries are one.
    pub symmetry: bool,
    /// Orders moves by how often they cut the search short elsewhere, where the game numbers its moves.
    pub history: bool,
    /// Tries the move first that last refuted the move before, where the game numbers its moves.
    pub refutations: bool,
    /// Orders moves by how the game finds the positions behind them.
    pub outlook: bool,
    /// Believes what the game foresees of a position.
    pub foresight: bool,
    /// Leaves out moves that the game knows to be no better than others, where positions never repeat.
    pub dominance: bool,
}

impl Default for AlphaBetaPolicy {
    fn default() -> AlphaBetaPolicy {
        AlphaBetaPolicy {
            table_entries: None,
            replacement: Replacement::default(),
            time_stamps: true,
            stored: Stored::ALL,
            two_valued: false,
            principal_variation: true,
            aspiration: false,
            iterative_deepening: false,
            look_ahead: true,
            symmetry: true,
            history: false,
            refutations: false,
            outlook: true,
            foresight: true,
            dominance: true,
        }
    }
}
