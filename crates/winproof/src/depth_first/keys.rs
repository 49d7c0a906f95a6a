//! How depth-first searches name positions to a table.

use crate::game::{Game, Player};
use crate::goal::Aim;
use crate::hash::{scramble, unscramble};
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

/// What tells the numbers of one goal from those of another, and of the other prover.
pub(crate) fn goal_salt(aim: Aim) -> u64 {
    let goal = (aim.goal().at_least as u32 as u64) << 1 | u64::from(aim.prover() == Player::Min);
    scramble(goal.wrapping_add(0x5851_F42D_4C95_7F2D))
}

/// The hash of the position whose numbers have this key.
pub(crate) fn hash_of_numbers(goal_key: u64, goal_salt: u64) -> u64 {
    unscramble(goal_key) ^ goal_salt
}
