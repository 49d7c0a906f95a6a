//! Which algorithm to take when nobody says.

use crate::algorithm::{Algorithm, EffortKind, GraphKind, LeafKind};
use crate::plan::{Choice, Facts, MOST_TABLE_VALUES};
use crate::policy::{Deletion, Policy};
use crate::table::DEFAULT_BYTES;

/// About what a position costs in a graph that joins equal ones, index and edges included.
const BYTES_PER_POSITION: u64 = 128;

/// An algorithm for a game, and why it was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pick {
    pub(crate) algorithm: Algorithm,
    pub(crate) reason: Option<&'static str>,
}

impl Pick {
    fn new(effort: EffortKind, graph: GraphKind, leaf: LeafKind, reason: &'static str) -> Pick {
        Pick { algorithm: Algorithm { effort, graph, leaf }, reason: Some(reason) }
    }

    /// The best sound choice for a game, within the memory that somebody has set (how much the machine has free does
    /// not matter: the same call picks the same search everywhere).
    ///
    /// Where the rules say how many positions there can be and all of them fit, a search that keeps its whole graph
    /// wastes nothing. Otherwise, where the game itself foresees how play ends, alpha-beta makes the most of it; and
    /// df-pn works for any game within any memory.
    pub(crate) fn for_facts(facts: &Facts, memory: Option<usize>, choice: &Choice, policy: &Policy) -> Pick {
        let numbers = |graph, reason| Pick::new(EffortKind::Numbers, graph, LeafKind::Mobility, reason);
        let memory = memory.unwrap_or(DEFAULT_BYTES) as u64;
        let fits = |positions: u64| positions.saturating_mul(BYTES_PER_POSITION) <= memory;
        let pick = match facts.most_positions {
            Some(positions) if fits(positions) && !facts.repeats => {
                numbers(GraphKind::Dag, "all positions fit in memory, and none can repeat")
            }
            Some(positions) if fits(positions) => {
                numbers(GraphKind::BaseTwin, "all positions fit in memory, and they can repeat")
            }
            _ if facts.values > MOST_TABLE_VALUES => {
                numbers(GraphKind::BaseTwin, "there are more values than a table can tell apart")
            }
            _ if facts.foresees && !facts.repeats && !choice.saved => Pick::new(
                EffortKind::Values,
                GraphKind::Table,
                LeafKind::Unit,
                "the game foresees how play ends, and this makes the most of it",
            ),
            _ => numbers(GraphKind::Table, "it works within any memory"),
        };
        let can_delete = match policy.deletion {
            Deletion::None => true,
            Deletion::KeepProof => pick.algorithm.graph == GraphKind::Dag,
            Deletion::All => false,
        };
        if can_delete { pick } else { numbers(GraphKind::Tree, "a tree can give back what is solved") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::plan::{Plan, Refusal};

    const PLAIN: Facts = Facts { values: 3, repeats: false, foresees: false, most_positions: None };

    fn plan(facts: Facts, choice: Choice, policy: Policy) -> Result<Plan, Refusal> {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        Plan::by_facts(facts, choice, policy, &limits)
    }

    /// What is picked within a megabyte, by its name or its graph.
    fn picked(facts: Facts) -> &'static str {
        let algorithm = plan(facts, Choice::default(), Policy::default()).expect("what is picked fits").algorithm();
        algorithm.name().unwrap_or(algorithm.graph.word())
    }

    #[test]
    fn picks_by_memory_repetition_and_values() {
        let thousand = Some(1000);
        assert_eq!(picked(PLAIN), "dfpn");
        assert_eq!(picked(Facts { repeats: true, ..PLAIN }), "dfpn");
        assert_eq!(picked(Facts { foresees: true, ..PLAIN }), "alphabeta");
        assert_eq!(picked(Facts { foresees: true, repeats: true, ..PLAIN }), "dfpn");
        assert_eq!(picked(Facts { most_positions: thousand, ..PLAIN }), "dag");
        assert_eq!(picked(Facts { most_positions: thousand, repeats: true, ..PLAIN }), "bta");
        assert_eq!(picked(Facts { most_positions: Some(1 << 20), ..PLAIN }), "dfpn");
        assert_eq!(picked(Facts { values: MOST_TABLE_VALUES, ..PLAIN }), "dfpn");
        assert_eq!(picked(Facts { values: MOST_TABLE_VALUES + 1, ..PLAIN }), "bta");
    }

    #[test]
    fn picks_what_can_do_what_is_wanted() {
        let foresees = Facts { foresees: true, ..PLAIN };
        let saved = Choice { saved: true, ..Choice::default() };
        assert_eq!(plan(foresees, saved, Policy::default()).unwrap().algorithm().name(), Some("dfpn"));
        for deletion in [Deletion::KeepProof, Deletion::All] {
            let policy = Policy { deletion, ..Policy::default() };
            let plan = plan(foresees, Choice::default(), policy).unwrap();
            assert_eq!(plan.algorithm().graph, GraphKind::Tree);
        }
    }

    #[test]
    fn a_table_refuses_more_values_than_it_can_tell_apart() {
        let facts = Facts { values: MOST_TABLE_VALUES + 1, ..PLAIN };
        for name in ["dfpn", "alphabeta"] {
            let choice = Choice::from(Algorithm::by_name(name).unwrap());
            let refusal = plan(facts, choice, Policy::default()).unwrap_err();
            assert!(refusal.to_string().contains("at most 65535 different values; use another"), "{refusal}");
        }
        assert!(plan(facts, Algorithm::by_name("bta").unwrap().into(), Policy::default()).is_ok());
    }
}
