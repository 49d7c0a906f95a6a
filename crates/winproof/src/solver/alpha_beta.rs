//! How a solver uses alpha-beta: one search for the value, or one for each goal, and then the strategies.

use super::{Answer, SHARE_OF_PROOFS, Solver, bytes_of};
use crate::algorithm::LeafKind;
use crate::depth_first::alpha_beta::AlphaBeta;
use crate::depth_first::certify::Certifier;
use crate::game::{Game, Player, Value};
use crate::goal::{Aim, Bounds, Goal};
use crate::limits::{Meter, Stopped};
use crate::progress::Progress;
use crate::proof::Strategy;
use crate::session::Session;
use crate::table::replacement::ScoreTable;
use crate::table::{DEFAULT_BYTES, Table};
use crate::verdict::Counts;

impl<G: Game> Solver<'_, G> {
    /// The table, which serves all searches of the solution.
    fn take_scores(&mut self) -> Option<ScoreTable> {
        let policy = &self.policy.alpha_beta;
        self.scores.take().or_else(|| match policy.table_entries {
            Some(entries) => ScoreTable::with_entries(entries, policy.replacement, policy.time_stamps),
            None => {
                let bytes = self.limits.memory.unwrap_or(DEFAULT_BYTES);
                ScoreTable::with_bytes(bytes - bytes / SHARE_OF_PROOFS, policy.replacement, policy.time_stamps)
            }
        })
    }

    fn alpha_beta_session<'m>(&'m mut self, meter: &'m Meter, goal: Option<Goal>, counts: &Counts) -> Session<'m, G> {
        let progress = self.progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
        Session::new(meter, goal, *counts, progress)
    }

    /// Searches a position with all values in view, and narrows the bounds to what it is worth.
    pub(super) fn exact_value(
        &mut self,
        root: &G::Position,
        meter: &Meter,
        counts: &mut Counts,
        bounds: &mut Bounds,
        strategies: &mut [Option<Strategy<G>>; 2],
    ) -> Stopped {
        let Some(mut table) = self.take_scores() else { return Stopped::Memory };
        let values = self.game.values();
        let (game, policy) = (self.game, self.policy.alpha_beta);
        let mut session = self.alpha_beta_session(meter, None, counts);
        let mut search = AlphaBeta::new(game, &mut table, &values, policy);
        let result = search.value(root, &mut session);
        counts.add(&search.finished_counts());
        self.scores = Some(table);
        let (lower, upper) = match result {
            Ok(bounds) => bounds,
            Err(stopped) => return stopped,
        };
        bounds.narrow(lower, upper);
        if self.keep_strategies {
            for (holds, goal) in [(true, bounds.lower_goal()), (false, bounds.upper_goal())] {
                if let Some(goal) = goal {
                    self.strategy_bytes = bytes_of(strategies);
                    strategies[usize::from(!holds)] = self.alpha_beta_strategy(root, goal, holds, meter, counts);
                }
            }
        }
        Stopped::Solved
    }

    /// An alpha-beta search for one goal.
    pub(super) fn alpha_beta(&mut self, root: &G::Position, aim: Aim, meter: &Meter, counts: &mut Counts) -> Answer<G> {
        let nothing = |stopped| Answer { stopped, prover_wins: None, strategy: None };
        let Some(mut table) = self.take_scores() else { return nothing(Stopped::Memory) };
        let values = self.game.values();
        let (game, policy) = (self.game, self.policy.alpha_beta);
        let mut session = self.alpha_beta_session(meter, Some(aim.goal()), counts);
        let mut search = AlphaBeta::new(game, &mut table, &values, policy);
        let result = search.reaches(root, place_of_goal(&values, aim.goal()), &mut session);
        counts.add(&search.finished_counts());
        self.scores = Some(table);
        let holds = match result {
            Ok(holds) => holds,
            Err(stopped) => return nothing(stopped),
        };
        let strategy =
            if self.keep_strategies { self.alpha_beta_strategy(root, aim.goal(), holds, meter, counts) } else { None };
        Answer { stopped: Stopped::Solved, prover_wins: Some(holds == (aim.prover() == Player::Max)), strategy }
    }

    /// The strategy that shows that a goal holds, or that it does not. The work for it is not counted.
    pub(super) fn alpha_beta_strategy(
        &mut self,
        root: &G::Position,
        goal: Goal,
        holds: bool,
        meter: &Meter,
        counts: &Counts,
    ) -> Option<Strategy<G>> {
        let values = self.game.values();
        let (game, policy) = (self.game, self.policy.alpha_beta);
        if game.repetition().is_some() {
            let aim = Aim::new(game, goal);
            // Nothing that alpha-beta's table has is of use there.
            self.scores = None;
            let table = Table::with_bytes(self.limits.memory.unwrap_or(DEFAULT_BYTES) / 2)?;
            let most_bytes = self.room_for_strategy(table.bytes());
            let dfpn = self.policy.dfpn;
            let mut session = self.alpha_beta_session(meter, Some(goal), counts).without_node_limit();
            let certifier =
                Certifier { game, leaf: &LeafKind::Mobility, table: &table, values: &values, policy: dfpn, most_bytes };
            return certifier.strategy(root, aim, aim.goal_holds(true) == holds, &mut session);
        }
        let mut table = self.take_scores()?;
        let most_bytes = self.room_for_strategy(table.bytes());
        let mut session = self.alpha_beta_session(meter, Some(goal), counts).without_node_limit();
        let player = if holds { Player::Max } else { Player::Min };
        let mut search = AlphaBeta::new(game, &mut table, &values, policy);
        let strategy = search.strategy(root, player, place_of_goal(&values, goal), most_bytes, &mut session);
        self.scores = Some(table);
        strategy
    }
}

/// The place of the least value that reaches a goal.
fn place_of_goal(values: &[Value], goal: Goal) -> u16 {
    values.partition_point(|&value| value < goal.at_least) as u16
}
