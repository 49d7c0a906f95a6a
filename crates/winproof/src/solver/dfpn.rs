//! How a run uses df-pn: one search for each goal, over one table.

use super::Strategies;
use super::run::State;
use crate::checkpoint::Keeper;
use crate::depth_first::certify::Certifier;
use crate::depth_first::crew;
use crate::depth_first::dfpn::worker::DfpnTask;
use crate::game::Game;
use crate::goal::Aim;
use crate::limits::{Meter, Stopped};
use crate::proof::{NoStrategy, Strategy};
use crate::table::{DEFAULT_BYTES, Table};
use crate::verdict::Counts;

/// One part in so many of the memory is not the table's: paths and small strategies are there.
pub(crate) const SHARE_OF_PROOFS: usize = 16;

impl<G: Game> State<'_, G> {
    /// A df-pn search for one goal: whether its prover wins, or why that was not found out.
    pub(super) fn dfpn(&mut self, aim: Aim) -> Result<bool, Stopped> {
        if self.table.is_none() {
            self.table = match self.plan.policy().dfpn.table_entries {
                Some(entries) => Table::with_entries(entries),
                None => {
                    let bytes = self.memory.unwrap_or(DEFAULT_BYTES);
                    Table::with_bytes(bytes - bytes / SHARE_OF_PROOFS)
                }
            };
            if let (Some(table), true) = (&mut self.table, self.expects_long) {
                table.prepare();
                table.complete();
            }
        }
        let Some(table) = &self.table else { return Err(Stopped::Memory) };
        let values = self.game.values();
        let keeper = self.keeper.as_deref_mut().map(|keeper| keeper as &mut dyn Keeper);
        let known = (self.bounds.lower(), self.bounds.upper());
        let mut watched = Self::watched(&self.meter, &mut self.progress, Some(aim.goal()), self.counts);
        watched.session = watched.session.saved_by(keeper, known);
        let leaf = self.plan.algorithm().leaf;
        let most_bytes = self.memory.map_or(usize::MAX, |memory| memory.saturating_sub(table.bytes()));
        let policy = self.plan.policy().dfpn;
        let (game, root, join_after) = (self.game, self.root, self.join_after);
        let threads = crew::fitting(self.threads, most_bytes);
        let values = &values;
        let task = DfpnTask { game, root, leaf, aim, table, values, policy, most_bytes, threads, join_after };
        let (result, counts) = match (threads, self.interleaved, self.crews) {
            (2.., Some(seed), _) => task.interleave(seed, &mut watched),
            (2.., None, Some(crews)) => (crews.dfpn)(&task, &mut watched),
            _ => task.search(&mut watched),
        };
        self.counts.add(&counts);
        self.note_contradiction(&result);
        result?.solved().ok_or(Stopped::Nodes)
    }

    /// The strategy of whoever reaches what he wants by a df-pn search.
    pub(super) fn table_strategy(
        &mut self,
        aim: Aim,
        prover_wins: bool,
        meter: &Meter,
    ) -> Result<Strategy<G>, NoStrategy> {
        if !prover_wins && self.refutations == Strategies::None {
            return Err(NoStrategy::NotKept);
        }
        let refutation_meter = meter.for_proof(self.refutations.most_time());
        let meter = if prover_wins { meter } else { &refutation_meter };
        let Some(table) = &self.table else { return Err(NoStrategy::NotKept) };
        let values = self.game.values();
        let most_bytes = self.room_for_strategy(table.bytes());
        let leaf = self.plan.algorithm().leaf;
        let policy = self.plan.policy().dfpn;
        let certifier = Certifier { game: self.game, leaf, table, values: &values, policy, most_bytes };
        let mut watched = Self::watched(meter, &mut self.progress, Some(aim.goal()), Counts::default());
        watched.session = watched.session.for_strategy();
        let (strategy, counts) = certifier.strategy(self.root, aim, prover_wins, &mut watched);
        self.proof.nodes += counts.nodes;
        strategy
    }
}
