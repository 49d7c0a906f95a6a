//! The exact value by one goal after the other in one graph: the dichotomy, sharing what carries over.
//!
//! The goals of a series ask for the same positions, so the graph of one is a head start for the next: its nodes, positions and
//! edges stay, and only the labels are made anew ([`Graph::start_again`]). Nothing is expanded twice. Each goal is answered
//! from the whole graph, and so is its strategy found there.

use super::Solver;
use crate::algorithm::{EffortKind, GraphKind, LeafKind};
use crate::arena::Full;
use crate::best_first;
use crate::effort::{Effort, Numbers, Sets};
use crate::game::{Game, Player};
use crate::goal::{Aim, Bounds};
use crate::graph::dag::Dag;
use crate::graph::tree::Tree;
use crate::graph::{Context, Graph};
use crate::limits::{Meter, Stopped};
use crate::progress::Progress;
use crate::proof::Strategy;
use crate::session::Session;
use crate::verdict::Counts;

/// What is found out on the way: the values that are left, and for each bound the strategy.
pub(super) struct Series<'a, G: Game> {
    pub(super) bounds: &'a mut Bounds,
    pub(super) strategies: &'a mut [Option<Strategy<G>>; 2],
    pub(super) counts: &'a mut Counts,
}

impl<G: Game> Solver<'_, G> {
    /// Searches for one goal after the other until a single value is left or a limit is reached.
    pub(super) fn series(&mut self, root: &G::Position, meter: &Meter, series: Series<'_, G>) -> Stopped {
        let policy = self.policy;
        let numbers = |aim: Aim| Numbers::new(aim, policy.tie);
        match (self.in_use().effort, self.in_use().graph) {
            (EffortKind::Numbers, GraphKind::Tree) => self.run_series(root, meter, series, numbers, Tree::new),
            (EffortKind::Numbers, GraphKind::Dag) => self.run_series(root, meter, series, numbers, Dag::new),
            (EffortKind::Sets, GraphKind::Dag) => {
                let sets = |aim: Aim| Sets::new(aim, &policy);
                self.run_series(root, meter, series, sets, Dag::new)
            }
            _ => unreachable!("`Algorithm::shares_goals` says which can"),
        }
    }

    fn run_series<E: Effort, N: Graph<G, E, LeafKind>>(
        &mut self,
        root: &G::Position,
        meter: &Meter,
        series: Series<'_, G>,
        effort: impl Fn(Aim) -> E,
        new: impl Fn(&mut Context<'_, G, E, LeafKind>, &G::Position, usize) -> Result<N, Full>,
    ) -> Stopped {
        let Series { bounds, strategies, counts } = series;
        let Some(goal) = bounds.next_goal() else { return Stopped::Solved };
        let mut aim = Aim::new(self.game, goal);
        let mut context = Context::new(self.game, effort(aim), self.in_use().leaf, self.policy);
        let Ok(mut graph) = new(&mut context, root, meter.memory()) else { return Stopped::Memory };
        let stopped = loop {
            let progress = self.progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
            let mut session = Session::new(meter, Some(aim.goal()), *counts, progress);
            let stopped = best_first::search(&mut graph, &mut context, &mut session);
            let Some(holds) = context.effort.settled(graph.root()).holds(0) else { break stopped };
            if self.keep_strategies {
                let strategist = if holds { Player::Max } else { Player::Min };
                // Who only holds the prover off may do so for ever, where the rules let positions come again.
                let ranked = strategist == aim.prover() || self.game.repetition().is_none();
                strategies[usize::from(!holds)] = graph.strategy(&context, 0, strategist, ranked);
            }
            bounds.answer(aim.goal(), holds);
            let Some(goal) = bounds.next_goal() else { break Stopped::Solved };
            aim = Aim::new(self.game, goal);
            context.effort = effort(aim);
            let again = match graph.start_again(&mut context) {
                Ok(true) => Ok(()),
                Ok(false) => new(&mut context, root, meter.memory()).map(|fresh| graph = fresh),
                Err(full) => Err(full),
            };
            if again.is_err() {
                break Stopped::Memory;
            }
        };
        counts.add(&context.counts);
        stopped
    }
}
