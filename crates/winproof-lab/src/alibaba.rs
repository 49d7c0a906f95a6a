//! A plain chess alpha-beta that anybody can write down again: the vehicle of the experiments with transposition tables
//! in D. M. Breuker, *Memory versus Search in Games* (1998), chapter 2, whose program was called ALIBABA.
//!
//! As in the thesis: iterative deepening to a fixed depth; principal-variation search with a first window of a pawn on
//! each side of the last value; material and piece-square tables; quiescence with captures and promotions, and all
//! moves in check; draws by stalemate, by the third occurrence of a position and by the fifty-move rule; a 64-bit key;
//! no extensions. The table holds move, score, flag, depth, nodes and up to five moves of the principal variation,
//! under any replacement scheme, and is looked up at all nodes, in quiescence too, where nothing is stored. Every part
//! can be switched off ([`Vehicle`]).
//!
//! What the thesis leaves open is chosen as simple as can be and written where it is chosen: the piece-square tables
//! (`evaluation.rs`), what happens when a position is stored again (`table.rs`), when quiescence may end early
//! (`quiescence.rs`). So node counts can be compared among our own runs, and with the thesis's in their order and shape
//! only.
//!
//! A search counts every node that it enters, interior nodes, leaves and the nodes of quiescence.
//! Two runs give the same figures on every machine.
//!
//! | file | part |
//! | --- | --- |
//! | `evaluation.rs` | what a board is worth |
//! | `ordering.rs` | which moves come first |
//! | `table.rs` | the transposition table |
//! | `search.rs` | one search to a depth |
//! | `quiescence.rs` | what stands at its leaves |
//! | `deepening.rs` | depth after depth; the search for a mate |
//!
//! ```
//! use winproof::{Limits, TextRules};
//! use winproof_games::Chess;
//! use winproof_lab::alibaba::{Alibaba, Vehicle};
//!
//! let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
//! let root = Chess::for_fen(fen)?.parse_position(fen)?;
//! let mut program = Alibaba::new(Vehicle::default());
//! let found = program.search(&root, 3, &Limits::default()).unwrap();
//! assert_eq!(found.mate_in(), Some(2));
//! # Ok::<(), winproof::TextError>(())
//! ```

mod deepening;
mod evaluation;
mod ordering;
mod quiescence;
mod search;
mod table;
#[cfg(test)]
mod tests;

use ordering::{Candidate, History};
use search::Root;
use table::Table;
use winproof::{Replacement, Stored};
use winproof_games::Chess;
use winproof_games::chess::{ChessMove, Color};

pub use table::LONGEST_LINE;

/// The parts of the program, each of which can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vehicle {
    /// How many positions the table has; none is no table.
    pub positions: Option<usize>,
    /// What stays in the table.
    pub replacement: Replacement,
    /// Whether what earlier searches left in the table can still be read. Otherwise each search begins with an empty
    /// one.
    pub time_stamps: bool,
    /// What an entry holds.
    pub stored: Stored,
    /// How many moves of the principal variation an entry holds, from 1 to [`LONGEST_LINE`].
    pub line: usize,
    /// Whether the score of a deeper search stands in for that of a shallower one. It may change the value that is
    /// found, since it is another one; without it, every value is that of a plain search to this depth.
    pub deeper_scores: bool,
    /// Searches every move but the first with a window that has no room.
    pub principal_variation: bool,
    /// Starts each depth with a window of a pawn on each side of the last value.
    pub aspiration: bool,
    /// Searches to depths 1, 2, 3 and so on, not at once to the last.
    pub iterative_deepening: bool,
    /// Tries the line first that was best after this first move one depth before.
    pub refutations: bool,
    /// Orders quiet moves by how often they were best elsewhere.
    pub history: bool,
    /// Leaves out captures in quiescence that cannot bring the score up to the window.
    pub early_end: bool,
}

impl Default for Vehicle {
    /// The thesis's choice, with its best scheme and 64K positions.
    fn default() -> Vehicle {
        Vehicle {
            positions: Some(64 << 10),
            replacement: Replacement::TwoBig1,
            time_stamps: true,
            stored: Stored::ALL,
            line: 1,
            deeper_scores: true,
            principal_variation: true,
            aspiration: true,
            iterative_deepening: true,
            refutations: true,
            history: true,
            early_end: true,
        }
    }
}

/// A score that no position has.
const INFINITE: i32 = 32_000;
/// The score of a mate on the board; one that takes longer is worth less by one for each half-move.
const MATE: i32 = 31_000;
/// Every score from here on is a mate.
const LEAST_MATE: i32 = 30_000;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What the position is worth for the side to move, in hundredths of a pawn.
    pub score: i32,
    /// The principal variation, as far as it is known.
    pub line: Vec<ChessMove>,
    /// Nodes entered, in all depths together.
    pub nodes: u64,
}

impl Found {
    /// In how many moves the side to move mates, if the score says so.
    #[must_use]
    pub fn mate_in(&self) -> Option<u32> {
        // The mating side makes the first and the last half-move.
        (self.score >= LEAST_MATE).then(|| (MATE - self.score + 1) as u32 / 2)
    }
}

/// The program: its parts, and what it remembers from one search to the next, which is the table.
pub struct Alibaba {
    vehicle: Vehicle,
    rules: Chess,
    table: Option<Table>,
    history: History,
    /// The moves of the nodes on the path, one after the other.
    moves: Vec<Candidate>,
    /// The keys of the positions on the path.
    path: Vec<u64>,
    /// The best line from each position on the path.
    lines: Vec<Vec<ChessMove>>,
    root: Root,
    nodes: u64,
    /// Nodes, where a position found in the table counts for as many as it once took.
    saved_nodes: u64,
}

impl Alibaba {
    /// The program with these parts.
    ///
    /// # Panics
    /// If the entries are to hold no move of the principal variation, or more than [`LONGEST_LINE`].
    #[must_use]
    pub fn new(vehicle: Vehicle) -> Alibaba {
        assert!((1..=LONGEST_LINE).contains(&vehicle.line), "an entry holds 1 to {LONGEST_LINE} moves");
        let table = |positions| Table::new(positions, vehicle.replacement, vehicle.time_stamps);
        Alibaba {
            vehicle,
            rules: Chess::new(Color::White),
            table: vehicle.positions.map(table),
            history: History::new(),
            moves: Vec::new(),
            path: Vec::new(),
            lines: Vec::new(),
            root: Root::default(),
            nodes: 0,
            saved_nodes: 0,
        }
    }

    /// How many bytes the table takes.
    #[must_use]
    pub fn table_bytes(vehicle: &Vehicle) -> usize {
        vehicle.positions.map_or(0, Table::bytes)
    }
}
