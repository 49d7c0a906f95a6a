//! The third axis: how a new leaf is assessed.
//!
//! - `unit`: every leaf takes one step of work, either way (Allis 1994).
//! - `mobility`: one good move is enough to reach a goal, and all moves must fail to miss it (Breuker 1998, §3.2; the
//!   right form of Schijf 1993, §5.5).
//! - `heuristic`: what the game itself guesses ([`Game::heuristic`]).
//! - `nested`: a search from there ([`nested`]). Before it is looked at, a leaf is one step of work.

pub(crate) mod ahead;
pub mod nested;

use crate::algorithm::LeafKind;
use crate::game::{Assessment, Game};

impl LeafKind {
    /// The work that is left at a leaf in which play goes on, as the player to move sees it. A branch that always
    /// goes the same way costs nothing beside an expansion, and spares a copy of every loop for each assessment.
    #[inline]
    pub(crate) fn assess<G: Game>(self, game: &G, position: &G::Position) -> Assessment {
        match self {
            LeafKind::Unit | LeafKind::Nested => Assessment { reach: 1, miss: 1 },
            LeafKind::Mobility => Assessment { reach: 1, miss: game.mobility(position) },
            LeafKind::Heuristic => game.heuristic(position),
        }
    }
}
