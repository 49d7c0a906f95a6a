//! Who is told what a df-pn search wins: a builder of strategies, or nobody.

use crate::game::Game;

/// Someone who keeps what is won, and may hold back what the table says of it.
pub(crate) trait Ledger<G: Game> {
    /// Whether the prover's win in this position may be taken from the table.
    fn trusts(&self, position: &G::Position) -> bool;
    /// Whether there is no room for more.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
    /// Whether the prover is known not to win in this position, whatever the table says.
    #[inline]
    fn is_lost(&self, _: &G::Position) -> bool {
        false
    }
    /// The prover wins here; where he moves, by this move.
    fn won(&mut self, game: &G, position: &G::Position, mv: Option<G::Move>);
}

/// The ledger of an ordinary search: it believes the table and keeps nothing.
pub(crate) struct NoLedger;

impl<G: Game> Ledger<G> for NoLedger {
    #[inline]
    fn trusts(&self, _: &G::Position) -> bool {
        true
    }
    #[inline]
    fn won(&mut self, _: &G, _: &G::Position, _: Option<G::Move>) {}
}

/// Those who keep something: one search is compiled for all of them.
impl<G: Game> Ledger<G> for &mut dyn Ledger<G> {
    fn trusts(&self, position: &G::Position) -> bool {
        (**self).trusts(position)
    }
    fn is_full(&self) -> bool {
        (**self).is_full()
    }
    fn is_lost(&self, position: &G::Position) -> bool {
        (**self).is_lost(position)
    }
    fn won(&mut self, game: &G, position: &G::Position, mv: Option<G::Move>) {
        (**self).won(game, position, mv);
    }
}
