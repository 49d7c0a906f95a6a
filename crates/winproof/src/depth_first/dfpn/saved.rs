//! A df-pn search in a checkpoint: its table, after what the path knows has been put there.

use super::Dfpn;
use crate::depth_first::frames::summarize;
use crate::game::Game;
use crate::session::Session;
use crate::verdict::Counts;

impl<G: Game> Dfpn<'_, G> {
    /// Has the search saved. What the nodes on the path know of their children goes into the table first: all that is
    /// lost is where the search was.
    pub(super) fn save(&self, session: &mut Session<'_>) {
        let nodes = self.counts.nodes + self.nodes_of_others();
        self.save_with(&Counts { nodes, ..self.counts }, session);
    }

    /// The same when a limit ends the search. A crew is saved when all have ended.
    pub(super) fn save_at_the_end(&self, session: &mut Session<'_>) {
        if self.crew.is_none() {
            self.save(session);
        }
    }

    /// The same with counts that somebody has.
    pub(in crate::depth_first) fn save_with(&self, counts: &Counts, session: &mut Session<'_>) {
        self.store_path(0);
        session.save(counts, &|file| self.table.write(file));
    }

    /// Puts what the nodes on the path, from a place on, know of their children into the table.
    pub(super) fn store_path(&self, from: usize) {
        let mut end = self.children.len();
        for (place, frame) in self.frames.iter().enumerate().skip(from).rev() {
            let numbers =
                summarize(&self.children[frame.first_child..end], frame.prover_moves, self.policy.sum).numbers;
            if numbers.solved().is_none() {
                let work = self.counts.expansions - frame.expansions_before;
                self.table.store_numbers(&frame.keys, numbers, place as u32 + 1, work);
            }
            end = frame.first_child;
        }
    }
}
