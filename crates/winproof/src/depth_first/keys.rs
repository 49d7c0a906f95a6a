//! How depth-first searches name positions to a table.

use crate::game::Game;
use crate::hash::scramble;
use crate::table::Keys;

/// The hash by which the table knows a position.
#[inline]
pub(super) fn table_hash<G: Game>(game: &G, position: &G::Position, uses_symmetry: bool) -> u64 {
    scramble(if uses_symmetry { game.hash(&game.canonical(position)) } else { game.hash(position) })
}

/// The path to the root of a search.
pub(super) const ROOT_PATH: u64 = 0;

/// The path that leads on from a position, given the path to it.
#[inline]
pub(super) fn path_through(above: u64, hash: u64) -> u64 {
    scramble(above ^ hash)
}

/// The keys of a position that was come to by a path. Each step is a bijection of what is added.
#[inline]
pub(super) fn keys(hash: u64, path: u64, goal_salt: u64) -> Keys {
    let goal = scramble(hash ^ goal_salt);
    Keys { hash, goal, path: scramble(goal ^ path) }
}
