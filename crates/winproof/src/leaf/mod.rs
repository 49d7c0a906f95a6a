//! The third axis: how a new leaf is assessed.

pub mod nested;

use crate::algorithm::LeafKind;
use crate::game::{Assessment, Game};

/// Gives a leaf in which play goes on its first numbers.
pub trait Leaf<G: Game> {
    /// The work that is left, as the player to move sees it.
    fn assess(&self, game: &G, position: &G::Position) -> Assessment;
}

/// Every leaf takes one step of work, either way (Allis 1994).
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit;

impl<G: Game> Leaf<G> for Unit {
    #[inline]
    fn assess(&self, _: &G, _: &G::Position) -> Assessment {
        Assessment { reach: 1, miss: 1 }
    }
}

/// One good move is enough to reach a goal, and all moves must fail to miss it (Breuker 1998, §3.2; the right form
/// of Schijf 1993, §5.5).
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<G: Game> Leaf<G> for Mobility {
    #[inline]
    fn assess(&self, game: &G, position: &G::Position) -> Assessment {
        Assessment { reach: 1, miss: game.mobility(position) }
    }
}

/// What the game itself guesses ([`Game::heuristic`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

impl<G: Game> Leaf<G> for Heuristic {
    #[inline]
    fn assess(&self, game: &G, position: &G::Position) -> Assessment {
        game.heuristic(position)
    }
}

/// The assessment that was asked for. A branch that always goes the same way costs nothing beside an expansion, and
/// spares a copy of every loop for each assessment.
impl<G: Game> Leaf<G> for LeafKind {
    #[inline]
    fn assess(&self, game: &G, position: &G::Position) -> Assessment {
        match self {
            LeafKind::Unit => Unit.assess(game, position),
            LeafKind::Mobility => Mobility.assess(game, position),
            LeafKind::Heuristic => Heuristic.assess(game, position),
            // Before it is looked at, a leaf is one step of work.
            LeafKind::Nested => Unit.assess(game, position),
        }
    }
}
