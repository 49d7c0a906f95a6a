//! Proofs that something else can check: strategies, the certificate that holds them, and its checker.

pub(crate) mod build;
pub mod certificate;
pub mod check;
pub(crate) mod retrograde;

use crate::game::{Game, Player};

/// One player's plan: what to play in each position that can arise if he keeps to it.
///
/// It holds every position that can arise (the plan's own moves, every reply of the opponent) and in which play
/// goes on.
#[derive(Clone, Debug)]
pub struct Strategy<G: Game> {
    /// Whose plan it is.
    pub player: Player,
    /// Whether ranks fall along every line, so that play must end. Without ranks play may go on for ever.
    pub ranked: bool,
    /// The positions, each once; the one from which the plan starts is among them.
    pub entries: Vec<Entry<G>>,
}

impl<G: Game> Strategy<G> {
    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<G>>()
    }
}

/// A position of a strategy.
#[derive(Clone, Debug)]
pub struct Entry<G: Game> {
    /// The position.
    pub position: G::Position,
    /// What the strategy's player plays; `None` where the opponent moves.
    pub mv: Option<G::Move>,
    /// More than the rank of every position that can come next; 0 throughout where a strategy has no ranks.
    pub rank: u32,
}
