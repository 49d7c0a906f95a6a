//! What an entry of the vehicle's transposition table holds: a score to a depth, and the best line.

use crate::transposition_table::{self, TranspositionTable};
use winproof::Merit;
use winproof_games::chess::ChessMove;

/// The most moves of a line that an entry holds.
pub const LONGEST_LINE: usize = 5;

/// The first moves of a principal variation.
pub(super) type Line = [Option<ChessMove>; LONGEST_LINE];

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Exact,
    Lower,
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score; mates are counted from this position on.
    pub(super) score: i16,
    pub(super) flag: Flag,
    /// The depth it was searched to.
    pub(super) depth: u8,
    /// How many nodes that took.
    pub(super) work: u32,
    pub(super) line: Line,
}

impl transposition_table::Entry for Entry {
    fn merit(&self) -> Merit {
        Merit { height: u16::from(self.depth), work: self.work }
    }
}

/// The table of the vehicle.
pub(super) type Table = TranspositionTable<Entry>;
