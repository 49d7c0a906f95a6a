//! Which algorithm to take when nobody says.

use crate::algorithm::{Algorithm, EffortKind, GraphKind, LeafKind, MOST_TABLE_VALUES};
use crate::game::Game;
use crate::table::DEFAULT_BYTES;

/// About what a position costs in a graph that joins equal ones, index and edges included.
const BYTES_PER_POSITION: u64 = 128;

/// An algorithm for a game, and why it was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The reason, in a sentence.
    pub reason: &'static str,
}

impl Pick {
    /// The best sound choice for a game with so many bytes of memory.
    ///
    /// Where the rules say how many positions there can be and all of them fit, a search that keeps its whole
    /// graph wastes nothing. Otherwise, where the game itself foresees how play ends, alpha-beta makes the most of it; and
    /// df-pn works for any game within any memory.
    pub fn for_game<G: Game>(game: &G, memory: Option<usize>) -> Pick {
        let memory = memory.unwrap_or(DEFAULT_BYTES) as u64;
        let fits = |positions: u64| positions.saturating_mul(BYTES_PER_POSITION) <= memory;
        let (graph, reason) = match game.most_positions() {
            Some(positions) if fits(positions) && game.repetition().is_none() => {
                (GraphKind::Dag, "all positions fit in memory, and none can come again")
            }
            Some(positions) if fits(positions) => {
                (GraphKind::BaseTwin, "all positions fit in memory, and they can come again")
            }
            _ if game.values().len() > MOST_TABLE_VALUES => {
                (GraphKind::BaseTwin, "there are more values than a table can tell apart")
            }
            _ if game.foresees() && game.repetition().is_none() => {
                let algorithm = Algorithm { effort: EffortKind::Values, graph: GraphKind::Table, leaf: LeafKind::Unit };
                return Pick { algorithm, reason: "the game foresees how play ends, and this makes the most of it" };
            }
            _ => (GraphKind::Table, "it works within any memory"),
        };
        Pick { algorithm: Algorithm { effort: EffortKind::Numbers, graph, leaf: LeafKind::Mobility }, reason }
    }
}
