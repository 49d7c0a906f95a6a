//! The moves at the root: the best one, and what each of them is worth.

use super::Solver;
use super::run::{SolveError, State};
use crate::depth_first::alpha_beta::AlphaBeta;
use crate::depth_first::dfpn::Dfpn;
use crate::game::{Game, Player, Status};
use crate::goal::Aim;
use crate::limits::Limits;
use crate::plan::Search;
use crate::progress::{Progress, Report};
use crate::solver::Strategies;
use crate::verdict::{Counts, Verdict};
use std::time::Instant;

impl<G: Game> State<'_, G> {
    /// A move at the root that keeps what the answer says, as far as the search still knows one.
    pub(super) fn best_move(&mut self) -> Option<G::Move> {
        let Status::Turn(mover) = self.game.status(self.root) else { return None };
        let holds = mover == Player::Max;
        if let Some(strategy) = &self.found[usize::from(!holds)] {
            return strategy.reply(self.root);
        }
        let goal = if holds { self.bounds.lower_goal() } else { self.bounds.upper_goal() }?;
        let aim = Aim::new(self.game, goal);
        let wanted = aim.goal_holds(true) == holds;
        let values = self.game.values();
        let mut moves = Vec::new();
        self.game.moves(self.root, &mut moves);
        match self.plan.search {
            Search::Tree(_) | Search::Joined(..) => self.best_child,
            Search::Dfpn => {
                let (leaf, policy) = (self.plan.algorithm().leaf, self.plan.policy().dfpn);
                let search = Dfpn::new(self.game, leaf, aim, self.table.as_ref()?, &values, policy, usize::MAX);
                moves.into_iter().find(|&mv| {
                    let next = self.game.play(self.root, mv);
                    match self.game.status(&next) {
                        Status::Ended(value) => aim.is_win(value) == wanted,
                        Status::Turn(_) => search.settled(&next) == Some(wanted),
                    }
                })
            }
            Search::AlphaBeta => {
                let place = values.partition_point(|&value| value < goal.at_least) as u16;
                let policy = self.plan.policy().alpha_beta;
                let mut search = AlphaBeta::new(self.game, self.scores.as_mut()?, &values, policy, usize::MAX);
                let game = self.game;
                moves.into_iter().find(|&mv| search.knows(&game.play(self.root, mv), place) == Some(holds))
            }
        }
    }
}

impl<G: Game> Solver<'_, G> {
    /// What each legal move is worth, with the exact value of every position one move on as far as the limits allow.
    /// The searches share a table where they have one; limits hold for all of them together.
    pub fn move_values(
        &self,
        root: &G::Position,
        progress: &mut dyn Progress<G::Move>,
    ) -> Result<Vec<(G::Move, Verdict)>, SolveError> {
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.game.status(root) {
            self.game.moves(root, &mut moves);
        }
        let started = Instant::now();
        let mut counts = Counts::default();
        let mut tables = (None, None);
        let mut values = Vec::new();
        for mv in moves {
            let limits = Limits {
                nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(counts.nodes)),
                time: self.limits.time.map(|time| time.saturating_sub(started.elapsed())),
                ..self.limits.clone()
            };
            let solver = self.clone().limits(limits).strategies(Strategies::None);
            let next = self.game.play(root, mv);
            let mut behind = Behind { listener: progress, first: mv, nodes: counts.nodes };
            let mut state = State::new(solver.run(&next).progress(&mut behind), solver.plan()?)?;
            (state.table, state.scores) = tables;
            let verdict = state.answer()?;
            tables = (state.table.take(), state.scores.take());
            counts.add(&verdict.counts);
            values.push((mv, verdict));
        }
        Ok(values)
    }
}

/// Reports of the search behind a first move, as reports from the root.
struct Behind<'a, M> {
    listener: &'a mut dyn Progress<M>,
    first: M,
    nodes: u64,
}

impl<M: Copy> Progress<M> for Behind<'_, M> {
    fn report(&mut self, report: &Report<'_, M>) {
        let line: Vec<M> = std::iter::once(self.first).chain(report.line.iter().copied()).collect();
        self.listener.report(&Report { nodes: self.nodes + report.nodes, ..report.with_line(&line) });
    }
}
