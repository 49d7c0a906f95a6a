//! How depth-first searches name positions to a table.

use crate::game::Game;
use crate::table::Keys;

/// The hash by which the table knows a position.
#[inline]
pub(super) fn table_hash<G: Game>(game: &G, position: &G::Position, uses_symmetry: bool) -> u64 {
    mix(if uses_symmetry { game.hash(&game.canonical(position)) } else { game.hash(position) })
}

/// The keys of a position that was come to by a path.
#[inline]
pub(super) fn keys(hash: u64, path: u64, goal_salt: u64) -> Keys {
    let goal = mix(hash ^ goal_salt);
    Keys { hash, goal, path: mix(goal ^ path) }
}

/// Mixes the bits of a hash, so that every bit of the result depends on every bit of it.
#[inline]
pub(super) fn mix(hash: u64) -> u64 {
    let product = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    (product as u64) ^ (product >> 64) as u64
}
