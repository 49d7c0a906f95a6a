//! How a run uses alpha-beta: one search for the value, or one for each goal, and then the strategies.

use super::dfpn::SHARE_OF_PROOFS;
use super::run::State;
use crate::algorithm::LeafKind;
use crate::depth_first::alpha_beta::worker::AlphaBetaTask;
use crate::depth_first::alpha_beta::{AlphaBeta, Question};
use crate::depth_first::certify::Certifier;
use crate::depth_first::crew;
use crate::game::{Game, Player, Value};
use crate::goal::{Aim, Goal};
use crate::limits::{Meter, Stopped};
use crate::proof::{NoStrategy, Strategy};
use crate::table::replacement::ScoreTable;
use crate::table::{DEFAULT_BYTES, Table};
use crate::verdict::Counts;

impl<G: Game> State<'_, G> {
    /// The table, which serves all searches of the run.
    pub(super) fn take_scores(&mut self) -> Option<ScoreTable> {
        let policy = &self.plan.policy().alpha_beta;
        self.scores.take().or_else(|| match policy.table_entries {
            Some(entries) => ScoreTable::with_entries(entries, policy.replacement, policy.time_stamps),
            None => {
                let bytes = self.memory.unwrap_or(DEFAULT_BYTES);
                ScoreTable::with_bytes(bytes - bytes / SHARE_OF_PROOFS, policy.replacement, policy.time_stamps)
            }
        })
    }

    /// What the path of a search may hold beside the table.
    fn room_for_path(&self, table: &ScoreTable) -> usize {
        self.memory.map_or(usize::MAX, |memory| memory.saturating_sub(table.bytes()))
    }

    /// Asks alpha-beta about the root: bounds of its value, as places in the list of values.
    fn ask(&mut self, question: Question, goal: Option<Goal>) -> Result<(u16, u16), Stopped> {
        let mut table = self.take_scores().ok_or(Stopped::Memory)?;
        table.begin_search();
        let values = self.game.values();
        let most_bytes = self.room_for_path(&table);
        let threads = crew::fitting(self.threads, most_bytes);
        let task = AlphaBetaTask {
            game: self.game,
            root: self.root,
            question,
            table: &table,
            values: &values,
            policy: self.plan.policy().alpha_beta,
            most_bytes,
            threads,
            join_after: self.join_after,
        };
        let mut watched = Self::watched(&self.meter, &mut self.progress, goal, self.counts);
        let (result, counts) = match (threads, self.interleaved, self.crews) {
            (2.., Some(seed), _) => task.interleave(seed, &mut watched),
            (2.., None, Some(crews)) => (crews.alpha_beta)(&task, &mut watched),
            _ => task.search(&mut watched),
        };
        self.counts.add(&counts);
        self.scores = Some(table);
        self.note_contradiction(&result);
        result
    }

    /// Searches the root with all values in view, and narrows the bounds to what it is worth.
    pub(super) fn alpha_beta_value(&mut self) -> Stopped {
        if self.next_goal().is_none() {
            return Stopped::Solved;
        }
        match self.ask(Question::Value, None) {
            Ok((lower, upper)) => {
                let values = self.game.values();
                self.bounds.narrow(values[usize::from(lower)], values[usize::from(upper)]);
                Stopped::Solved
            }
            Err(stopped) => stopped,
        }
    }

    /// An alpha-beta search for one goal: whether its prover wins, or why that was not found out.
    pub(super) fn alpha_beta(&mut self, aim: Aim) -> Result<bool, Stopped> {
        let place = place_of_goal(&self.game.values(), aim.goal());
        let (low, _) = self.ask(Question::Reaches(place), Some(aim.goal()))?;
        Ok((low >= place) == (aim.prover() == Player::Max))
    }

    /// The strategy that shows that a goal holds, or that it does not.
    pub(super) fn alpha_beta_strategy(
        &mut self,
        goal: Goal,
        holds: bool,
        meter: &Meter,
    ) -> Result<Strategy<G>, NoStrategy> {
        let values = self.game.values();
        let no_room = NoStrategy::Limit(Stopped::Memory);
        if self.game.repetition().is_some() {
            let aim = Aim::new(self.game, goal);
            // Nothing that alpha-beta's table has is of use there.
            self.scores = None;
            let table = Table::with_bytes(self.memory.unwrap_or(DEFAULT_BYTES) / 2).ok_or(no_room)?;
            let most_bytes = self.room_for_strategy(table.bytes());
            let policy = self.plan.policy().dfpn;
            let leaf = LeafKind::Mobility;
            let certifier = Certifier { game: self.game, leaf, table: &table, values: &values, policy, most_bytes };
            let mut watched = Self::watched(meter, &mut self.progress, Some(goal), Counts::default());
            watched.session = watched.session.for_strategy();
            let (strategy, counts) = certifier.strategy(self.root, aim, aim.goal_holds(true) == holds, &mut watched);
            self.proof.nodes += counts.nodes;
            return strategy;
        }
        let mut table = self.take_scores().ok_or(no_room)?;
        let most_bytes = self.room_for_strategy(table.bytes());
        let mut watched = Self::watched(meter, &mut self.progress, Some(goal), Counts::default());
        watched.session = watched.session.for_strategy();
        let player = if holds { Player::Max } else { Player::Min };
        table.begin_search();
        let mut search = AlphaBeta::new(self.game, &table, &values, self.plan.policy().alpha_beta, most_bytes);
        let strategy = search.strategy(self.root, player, place_of_goal(&values, goal), most_bytes, &mut watched);
        self.proof.nodes += search.counts.nodes;
        self.scores = Some(table);
        strategy
    }
}

/// The place of the least value that reaches a goal.
pub(super) fn place_of_goal(values: &[Value], goal: Goal) -> u16 {
    values.partition_point(|&value| value < goal.at_least) as u16
}
