//! How a solver uses the best-first loop: picks the effort and the graph, searches for one goal or for all of them, and asks
//! the graph for strategies.

use super::{Answer, Solver};
use crate::algorithm::{EffortKind, GraphKind, LeafKind};
use crate::arena::Full;
use crate::best_first;
use crate::checkpoint::Keeper;
use crate::effort::{Effort, Few, Many, Numbers, Sets};
use crate::game::{Game, Player};
use crate::goal::{Aim, Bounds, Goal};
use crate::graph::base_twin::BaseTwin;
use crate::graph::dag::Dag;
use crate::graph::dcg::Dcg;
use crate::graph::tree::Tree;
use crate::graph::{Context, Graph};
use crate::limits::{Meter, Stopped};
use crate::policy::{Evaluation, Policy};
use crate::progress::Progress;
use crate::proof::Strategy;
use crate::session::Session;
use crate::verdict::Counts;

/// One search for some goals, upwards: one, or with outcomes all that are open.
pub(super) struct Question<'a, G: Game> {
    pub(super) root: &'a G::Position,
    pub(super) aims: &'a [Aim],
    pub(super) meter: &'a Meter,
}

/// What a search for some goals found out.
pub(super) struct Findings<G: Game> {
    pub(super) stopped: Stopped,
    /// The highest goal that is known to be reached, and the strategy for it.
    pub(super) reached: Option<(Aim, Option<Strategy<G>>)>,
    /// The lowest goal that is known not to be reached, and the strategy against it.
    pub(super) missed: Option<(Aim, Option<Strategy<G>>)>,
}

impl<G: Game> Solver<'_, G> {
    /// A best-first search for one goal.
    pub(super) fn best_first(&mut self, root: &G::Position, aim: Aim, meter: &Meter, counts: &mut Counts) -> Answer<G> {
        let findings = self.search_for(&Question { root, aims: &[aim], meter }, counts);
        let answer =
            |holds, strategy| Answer { stopped: findings.stopped, prover_wins: Some(aim.goal_holds(holds)), strategy };
        match (findings.reached, findings.missed) {
            (Some((_, strategy)), _) => answer(true, strategy),
            (None, Some((_, strategy))) => answer(false, strategy),
            (None, None) => Answer { stopped: findings.stopped, prover_wins: None, strategy: None },
        }
    }

    /// A best-first search for all goals that the bounds leave open, or for the one that is asked. Narrows the bounds to what it
    /// finds, also where it does not come to an end.
    pub(super) fn all_goals(
        &mut self,
        root: &G::Position,
        asked: Option<Goal>,
        meter: &Meter,
        counts: &mut Counts,
        bounds: &mut Bounds,
        strategies: &mut [Option<Strategy<G>>; 2],
    ) -> Stopped {
        let open = |&value: &i32| bounds.lower() < value && value <= bounds.upper();
        let goals: Vec<Goal> = match asked {
            Some(goal) => vec![goal],
            None => self.game.values().into_iter().filter(open).map(Goal::at_least).collect(),
        };
        let aims: Vec<Aim> = goals.into_iter().map(|goal| Aim::new(self.game, goal)).collect();
        let findings = self.search_for(&Question { root, aims: &aims, meter }, counts);
        if let Some((aim, strategy)) = findings.reached {
            bounds.answer(aim.goal(), true);
            strategies[0] = strategy;
        }
        if let Some((aim, strategy)) = findings.missed {
            bounds.answer(aim.goal(), false);
            strategies[1] = strategy;
        }
        findings.stopped
    }

    fn search_for(&mut self, question: &Question<'_, G>, counts: &mut Counts) -> Findings<G> {
        let Policy { tie, .. } = self.policy;
        let aims = question.aims;
        match self.in_use().effort {
            EffortKind::Numbers => self.with_numbers(question, Numbers::new(aims[0], tie), counts),
            EffortKind::Sets => self.with_sets(question, Sets::new(aims[0], &self.policy), counts),
            EffortKind::Outcomes if aims.len() <= Few::MOST_GOALS => {
                self.with_outcomes(question, Few::new(aims, tie), counts)
            }
            EffortKind::Outcomes => self.with_outcomes(question, Many::new(aims, tie), counts),
            EffortKind::Values => unreachable!("alpha-beta goes its own way"),
        }
    }

    // Each effort is compiled for the graphs that it is offered with, and for no others: `Algorithm::refusal` says which.

    fn with_numbers(&mut self, question: &Question<'_, G>, effort: Numbers, counts: &mut Counts) -> Findings<G> {
        match self.in_use().graph {
            GraphKind::Tree => self.run_loop(question, effort, Tree::new, counts),
            GraphKind::Dag => self.run_loop(question, effort, Dag::new, counts),
            GraphKind::Dcg => self.run_loop(question, effort, Dcg::new, counts),
            GraphKind::BaseTwin => self.run_loop(question, effort, BaseTwin::new, counts),
            GraphKind::Table => unreachable!("depth-first searches go their own way"),
        }
    }

    fn with_sets(&mut self, question: &Question<'_, G>, effort: Sets, counts: &mut Counts) -> Findings<G> {
        match self.in_use().graph {
            GraphKind::Dag => self.run_loop(question, effort, Dag::new, counts),
            GraphKind::Dcg => self.run_loop(question, effort, Dcg::new, counts),
            GraphKind::BaseTwin => self.run_loop(question, effort, BaseTwin::new, counts),
            GraphKind::Tree | GraphKind::Table => unreachable!("refused"),
        }
    }

    fn with_outcomes<E: Effort>(&mut self, question: &Question<'_, G>, effort: E, counts: &mut Counts) -> Findings<G> {
        match self.in_use().graph {
            GraphKind::Tree => self.run_loop(question, effort, Tree::new, counts),
            GraphKind::Dag => self.run_loop(question, effort, Dag::new, counts),
            GraphKind::BaseTwin => self.run_loop(question, effort, BaseTwin::new, counts),
            GraphKind::Dcg | GraphKind::Table => unreachable!("refused"),
        }
    }

    fn run_loop<E: Effort, N: Graph<G, E, LeafKind>>(
        &mut self,
        question: &Question<'_, G>,
        effort: E,
        new: impl FnOnce(&mut Context<'_, G, E, LeafKind>, &G::Position, usize) -> Result<N, Full>,
        counts: &mut Counts,
    ) -> Findings<G> {
        let &Question { root, aims, meter } = question;
        let is_nested = self.in_use().leaf == LeafKind::Nested;
        let policy = match is_nested {
            true => Policy { evaluation: Evaluation::Delayed, ..self.policy },
            false => self.policy,
        };
        let mut context = Context::new(self.game, effort, self.in_use().leaf, policy);
        if is_nested {
            context.second = Some(self.second_level(question));
        }
        let out_of_memory = Findings { stopped: Stopped::Memory, reached: None, missed: None };
        let Ok(mut graph) = new(&mut context, root, meter.memory()) else { return out_of_memory };
        if let Some(mut state) = self.state.take() {
            // The file is whole and of these rules, as its checksum and its header say: what can be wrong is the memory.
            if graph.read(&mut context, &mut state).is_err() {
                return out_of_memory;
            }
            context.nodes_before = context.counts.nodes;
            context.counts = Counts::default();
        }
        let progress = self.progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
        let goal = if let [aim] = aims { Some(aim.goal()) } else { None };
        let keeper = self.keeper.as_deref_mut().map(|keeper| keeper as &mut dyn Keeper);
        let mut session = Session::new(meter, goal, *counts, progress).kept_by(keeper, self.known);
        let stopped = best_first::search(&mut graph, &mut context, &mut session);
        counts.add(&context.counts);
        let settled = context.effort.settled(graph.root());
        let (lower, upper) = (usize::from(settled.lower), usize::from(settled.upper));
        let reached = lower.checked_sub(1);
        let missed = (upper < aims.len()).then_some(upper);
        if is_nested && self.keep_strategies {
            let (table, nodes) = self.told_table(&graph, &context, question);
            drop((graph, context));
            let mut strategy = |question: usize, holds: bool| {
                let found =
                    table.as_ref().and_then(|table| self.found_again(table, root, aims[question], holds, meter, nodes));
                (aims[question], found)
            };
            return Findings {
                stopped,
                reached: reached.map(|question| strategy(question, true)),
                missed: missed.map(|question| strategy(question, false)),
            };
        }
        let strategy = |question: usize, strategist: Player| {
            let aim = aims[question];
            // Who proves must make progress. Who only holds the other off may do so for ever, where the rules let positions
            // come again.
            let ranked = strategist == aim.prover() || self.game.repetition().is_none();
            let strategy = self.keep_strategies.then(|| graph.strategy(&context, question, strategist, ranked));
            (aim, strategy.flatten())
        };
        Findings {
            stopped,
            reached: reached.map(|question| strategy(question, Player::Max)),
            missed: missed.map(|question| strategy(question, Player::Min)),
        }
    }
}
