//! A strategy: one player's plan, and what a certificate is made of.

use crate::rules::{Player, Rules};

/// One player's plan: what to play in each position that can arise if he keeps to it.
///
/// It lists every position that can arise (after the plan's own moves and every reply of the opponent) and in which
/// play goes on.
#[derive(Clone, Debug)]
pub struct Strategy<R: Rules> {
    /// Whose plan it is.
    pub player: Player,
    /// Whether ranks fall along every line, so that play must end. Without ranks play may go on forever.
    pub ranked: bool,
    /// The positions, each once; the one from which the plan starts is among them.
    pub entries: Vec<Entry<R>>,
}

/// A position of a strategy.
#[derive(Clone, Debug)]
pub struct Entry<R: Rules> {
    /// The position.
    pub position: R::Position,
    /// What the strategy's player plays; `None` where the opponent moves.
    pub mv: Option<R::Move>,
    /// More than the rank of every position that can come next; 0 throughout where a strategy has no ranks.
    pub rank: u32,
}

impl<R: Rules> Strategy<R> {
    /// The bytes that the list of positions holds.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<R>>()
    }

    /// The entry for a position, by a search through the list. For many look-ups, make a map of the entries.
    pub fn entry(&self, position: &R::Position) -> Option<&Entry<R>> {
        self.entries.iter().find(|entry| entry.position == *position)
    }

    /// What the plan says to play in a position; `None` where the opponent moves, or where the plan never leads.
    pub fn reply(&self, position: &R::Position) -> Option<R::Move> {
        self.entry(position)?.mv
    }
}
