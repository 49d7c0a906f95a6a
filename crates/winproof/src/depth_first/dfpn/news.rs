//! A worker of df-pn hears of what the others of its crew have settled.

use super::{Dfpn, EXPANSIONS_BETWEEN_MARKS, Frame, settled_by};
use crate::depth_first::crew::Crew;
use crate::depth_first::frames::NOTHING;
use crate::effort::numbers::ProofNumbers;
use crate::game::Game;
use crate::limits::Stopped;
use crate::session::Watched;

impl<G: Game> Dfpn<'_, G> {
    /// Tells the crew which positions are on the path. Whether it is too early for anything else.
    ///
    /// Nodes that are left before it comes to that are never told of: they are most of all nodes, and what is written
    /// for each of them is read by all workers, whose processors would wait for each other.
    #[cold]
    pub(super) fn mark_path(&mut self, crew: &Crew) -> bool {
        self.next_look = self.counts.expansions + EXPANSIONS_BETWEEN_MARKS;
        for frame in &self.frames[self.marked..] {
            crew.enter(frame.keys.hash);
        }
        self.marked = self.frames.len();
        self.counts.expansions < self.next_news
    }

    /// Tells the crew that the last of the positions that it knows of was left.
    #[cold]
    pub(super) fn unmark(&mut self, hash: u64) {
        self.marked = self.frames.len();
        if let Some(crew) = self.crew {
            crew.leave(hash);
        }
    }

    /// What the crew has found out: an end of all, or a position on the path that another worker has settled. The
    /// root's numbers, if it is the root.
    pub(super) fn take_news(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<Option<ProofNumbers>, Stopped> {
        let Some(crew) = self.crew else { return Ok(None) };
        crew.report(self.counts.nodes, &mut self.told_nodes, watched.session.most_nodes())?;
        let settled = |frame: &Frame<G>| {
            let bounds = self.table.look_up(&frame.keys).bounds?;
            settled_by(self.aim, self.values, bounds)
        };
        let found = self.frames.iter().enumerate().find_map(|(place, frame)| Some((place, settled(frame)?)));
        let Some((place, wins)) = found else { return Ok(None) };
        self.store_path(place + 1);
        self.unwind(place);
        let numbers = if wins { ProofNumbers::WON } else { ProofNumbers::LOST };
        let Some(parent) = self.frames.last() else { return Ok(Some(numbers)) };
        let child = &mut self.children[parent.best];
        child.numbers = numbers;
        child.leans_on = NOTHING;
        child.is_known = true;
        Ok(None)
    }

    /// Takes everything from a place on off the path.
    pub(super) fn unwind(&mut self, place: usize) {
        while self.frames.len() > place {
            self.pop();
        }
    }
}
