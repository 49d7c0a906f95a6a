//! How a solver searches leaves in turn: picks the second level, and finds the proofs again that went with it.

use super::Solver;
use super::graphs::Question;
use crate::algorithm::{EffortKind, GraphKind, LeafKind, MOST_TABLE_VALUES};
use crate::depth_first::certify::Certifier;
use crate::effort::{Effort, Few, Many, Numbers, Sets, Settled};
use crate::game::{Game, Status};
use crate::goal::Aim;
use crate::graph::base_twin::BaseTwin;
use crate::graph::dag::Dag;
use crate::graph::dcg::Dcg;
use crate::graph::tree::Tree;
use crate::graph::{Context, Graph};
use crate::leaf::nested::{Nested, NewGraph, SecondLevel};
use crate::limits::Meter;
use crate::policy::Policy;
use crate::progress::Progress;
use crate::proof::Strategy;
use crate::session::Session;
use crate::table::{DEFAULT_BYTES, Table, ValueBounds};
use crate::verdict::Counts;
use std::collections::VecDeque;

/// The least number of entries of the table by which proofs are found again.
const LEAST_ENTRIES: usize = 1 << 14;

impl<'s, G: Game> Solver<'s, G> {
    /// The second level of a search for some goals, on the graph of the first.
    pub(super) fn second_level<'q>(&self, question: &Question<'q, G>) -> Box<dyn SecondLevel<G> + 'q>
    where
        's: 'q,
    {
        let policy = self.policy;
        let Policy { tie, nested, .. } = policy;
        let first = self.in_use();
        let aims = question.aims;
        let graph = first.graph;
        // Each effort is compiled for the graphs that it is offered with as a first level, and for no others.
        match nested.effort.unwrap_or(first.effort) {
            EffortKind::Sets => {
                let effort = move |goal: usize| Sets::new(aims[goal], &policy);
                match graph {
                    GraphKind::Dag => self.nested(question, effort, Dag::new),
                    GraphKind::Dcg => self.nested(question, effort, Dcg::new),
                    GraphKind::BaseTwin => self.nested(question, effort, BaseTwin::new),
                    GraphKind::Tree | GraphKind::Table => unreachable!("refused"),
                }
            }
            EffortKind::Outcomes if aims.len() <= Few::MOST_GOALS => {
                self.nested_outcomes(question, move |_| Few::new(aims, tie), graph)
            }
            EffortKind::Outcomes => self.nested_outcomes(question, move |_| Many::new(aims, tie), graph),
            EffortKind::Numbers | EffortKind::Values => {
                let effort = move |goal: usize| Numbers::new(aims[goal], tie);
                match graph {
                    GraphKind::Tree => self.nested(question, effort, Tree::new),
                    GraphKind::Dag => self.nested(question, effort, Dag::new),
                    GraphKind::Dcg => self.nested(question, effort, Dcg::new),
                    GraphKind::BaseTwin => self.nested(question, effort, BaseTwin::new),
                    GraphKind::Table => unreachable!("refused"),
                }
            }
        }
    }

    fn nested_outcomes<'q, E: Effort + 'q>(
        &self,
        question: &Question<'q, G>,
        effort: impl Fn(usize) -> E + 'q,
        graph: GraphKind,
    ) -> Box<dyn SecondLevel<G> + 'q>
    where
        's: 'q,
    {
        match graph {
            GraphKind::Tree => self.nested(question, effort, Tree::new),
            GraphKind::Dag => self.nested(question, effort, Dag::new),
            GraphKind::BaseTwin => self.nested(question, effort, BaseTwin::new),
            GraphKind::Dcg | GraphKind::Table => unreachable!("refused"),
        }
    }

    fn nested<'q, E: Effort + 'q, N: Graph<G, E, LeafKind> + 'q>(
        &self,
        question: &Question<'q, G>,
        effort: impl Fn(usize) -> E + 'q,
        new: NewGraph<'q, G, E, N>,
    ) -> Box<dyn SecondLevel<G> + 'q>
    where
        's: 'q,
    {
        let goals = question.aims.len() as u16;
        Box::new(Nested {
            game: self.game,
            meter: question.meter,
            policy: self.policy,
            effort,
            goals,
            new,
            kept: VecDeque::new(),
        })
    }

    /// A table that is told what a search knows for good, to find proofs by; and how many nodes the search made. `None` where
    /// there is no room for one.
    pub(super) fn told_table<E: Effort>(
        &self,
        graph: &impl Graph<G, E, LeafKind>,
        context: &Context<'_, G, E, LeafKind>,
        question: &Question<'_, G>,
    ) -> (Option<Table>, u64) {
        let values = self.game.values();
        if values.len() > MOST_TABLE_VALUES {
            return (None, context.counts.nodes);
        }
        let place = |aim: &Aim| values.partition_point(|&value| value < aim.goal().at_least) as u16;
        let last = values.len() as u16 - 1;
        let bounds = |settled: Settled| {
            let lowest = settled.lower.checked_sub(1).map_or(0, |goal| place(&question.aims[usize::from(goal)]));
            let highest = question.aims.get(usize::from(settled.upper)).map_or(last, |aim| place(aim) - 1);
            (lowest > 0 || highest < last).then_some(ValueBounds { lowest, highest })
        };
        let mut count = 0;
        graph.settled_positions(context, &mut |_, settled| count += usize::from(bounds(settled).is_some()));
        let nodes = context.counts.nodes;
        let most_bytes = question.meter.memory().min(DEFAULT_BYTES).saturating_sub(graph.bytes());
        let entries = (4 * count).max(usize::try_from(nodes).unwrap_or(usize::MAX)).min(most_bytes / 16);
        let Some(table) = Table::with_entries(entries.max(LEAST_ENTRIES)) else { return (None, nodes) };
        let certifier = self.certifier(&table, &values);
        graph.settled_positions(context, &mut |position, settled| {
            if let (Some(bounds), Status::Turn(_)) = (bounds(settled), self.game.status(position)) {
                certifier.remember(position, bounds);
            }
        });
        (Some(table), nodes)
    }

    fn certifier<'c>(&self, table: &'c Table, values: &'c [i32]) -> Certifier<'c, G, LeafKind>
    where
        's: 'c,
    {
        Certifier {
            game: self.game,
            leaf: &LeafKind::Mobility,
            table,
            values,
            policy: self.policy.dfpn,
            most_bytes: usize::MAX,
        }
    }

    /// Finds the strategy of whoever reaches or misses a goal again.
    pub(super) fn found_again(
        &mut self,
        table: &Table,
        root: &G::Position,
        aim: Aim,
        holds: bool,
        meter: &Meter,
        nodes: u64,
    ) -> Option<Strategy<G>> {
        let values = self.game.values();
        let certifier = self.certifier(table, &values);
        let progress = self.progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
        let earlier = Counts { nodes, ..Counts::default() };
        let mut session = Session::new(meter, Some(aim.goal()), earlier, progress).without_node_limit();
        certifier.strategy(root, aim, aim.goal_holds(true) == holds, &mut session)
    }
}
