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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Player, Status, Value};

    /// Rules of which only what a choice depends on matters.
    #[derive(Clone, Copy)]
    struct Rules {
        values: usize,
        most_positions: Option<u64>,
        repetition: Option<Value>,
        foresees: bool,
    }

    impl Game for Rules {
        type Position = u8;
        type Move = u8;
        fn status(&self, _: &u8) -> Status {
            Status::Turn(Player::Max)
        }
        fn moves(&self, _: &u8, moves: &mut Vec<u8>) {
            moves.push(0);
        }
        fn play(&self, _: &u8, mv: u8) -> u8 {
            mv
        }
        fn values(&self) -> Vec<Value> {
            (0..self.values as Value).collect()
        }
        fn most_positions(&self) -> Option<u64> {
            self.most_positions
        }
        fn repetition(&self) -> Option<Value> {
            self.repetition
        }
        fn foresees(&self) -> bool {
            self.foresees
        }
    }

    /// What is picked within a megabyte, by its name or its graph.
    fn picked(rules: Rules) -> &'static str {
        let algorithm = Pick::for_game(&rules, Some(1 << 20)).algorithm;
        assert_eq!(algorithm.refusal(&rules), None, "what is picked must work");
        algorithm.name().unwrap_or(algorithm.graph.word())
    }

    #[test]
    fn picks_by_memory_repetition_and_values() {
        let rules = Rules { values: 3, most_positions: None, repetition: None, foresees: false };
        assert_eq!(picked(rules), "dfpn");
        assert_eq!(picked(Rules { repetition: Some(1), ..rules }), "dfpn");
        assert_eq!(picked(Rules { foresees: true, ..rules }), "alphabeta");
        assert_eq!(picked(Rules { foresees: true, repetition: Some(1), ..rules }), "dfpn");
        assert_eq!(picked(Rules { most_positions: Some(1000), ..rules }), "dag");
        assert_eq!(picked(Rules { most_positions: Some(1000), repetition: Some(1), ..rules }), "bta");
        assert_eq!(picked(Rules { most_positions: Some(1 << 20), ..rules }), "dfpn");
        assert_eq!(picked(Rules { values: MOST_TABLE_VALUES, ..rules }), "dfpn");
        assert_eq!(picked(Rules { values: MOST_TABLE_VALUES + 1, ..rules }), "bta");
    }

    #[test]
    fn a_table_refuses_more_values_than_it_can_tell_apart() {
        let rules = Rules { values: MOST_TABLE_VALUES + 1, most_positions: None, repetition: None, foresees: false };
        for name in ["dfpn", "alphabeta"] {
            let refusal = Algorithm::by_name(name).unwrap().refusal(&rules).unwrap();
            assert!(refusal.contains("at most 65535 different values; use another"), "{refusal}");
        }
        assert_eq!(Algorithm::by_name("bta").unwrap().refusal(&rules), None);
    }
}
