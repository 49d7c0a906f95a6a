//! The positions of a graph, each once, found by an index.
//!
//! Identity is the whole position: a hash only says where to look.

use crate::arena::{Arena, Full};
use crate::game::Game;
use hashbrown::HashTable;

/// Positions by id, and ids by position.
pub(super) struct Positions<G: Game> {
    positions: Arena<G::Position>,
    index: HashTable<u32>,
}

impl<G: Game> Positions<G> {
    pub(super) fn new() -> Self {
        Positions { positions: Arena::new(), index: HashTable::new() }
    }

    #[inline]
    pub(super) fn find(&self, game: &G, position: &G::Position) -> Option<u32> {
        self.index.find(spread(game.hash(position)), |&id| self.positions[id] == *position).copied()
    }

    /// Adds a position that is not there yet and for which there is room.
    pub(super) fn add(&mut self, game: &G, position: G::Position) -> u32 {
        let hash = spread(game.hash(&position));
        let id = self.positions.push(position);
        let positions = &self.positions;
        self.index.insert_unique(hash, id, |&id| spread(game.hash(&positions[id])));
        id
    }

    /// Adds a position that the index will not find.
    pub(super) fn add_hidden(&mut self, position: G::Position) -> u32 {
        self.positions.push(position)
    }

    /// Puts a position that is not there yet in the place of one that was removed.
    pub(super) fn replace(&mut self, game: &G, id: u32, position: G::Position) {
        let hash = spread(game.hash(&position));
        self.positions[id] = position;
        let positions = &self.positions;
        self.index.insert_unique(hash, id, |&id| spread(game.hash(&positions[id])));
    }

    /// Takes a position out of the index; false if it was hidden from it.
    pub(super) fn remove(&mut self, game: &G, id: u32) -> bool {
        let hash = spread(game.hash(&self.positions[id]));
        self.index.find_entry(hash, |&other| other == id).map(|entry| entry.remove()).is_ok()
    }

    #[inline]
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.positions.has_room(count) && self.index.capacity() - self.index.len() >= count
    }

    /// Makes room, without holding more than `budget` bytes.
    pub(super) fn reserve(&mut self, game: &G, count: usize, budget: usize) -> Result<(), Full> {
        if self.index.capacity() - self.index.len() < count {
            // The index doubles, and holds both sizes while it does.
            let during = self.bytes() + 2 * self.index.allocation_size().max(1 << 10);
            if during > budget {
                return Err(Full);
            }
            let positions = &self.positions;
            self.index.try_reserve(count, |&id| spread(game.hash(&positions[id]))).map_err(|_| Full)?;
        }
        self.positions.reserve(count, budget.saturating_sub(self.index.allocation_size()))
    }

    pub(super) fn bytes(&self) -> usize {
        self.positions.bytes() + self.index.allocation_size()
    }
}

impl<G: Game> std::ops::Index<u32> for Positions<G> {
    type Output = G::Position;
    #[inline]
    fn index(&self, id: u32) -> &G::Position {
        &self.positions[id]
    }
}

/// The index takes its place from some bits of the hash and its tag from others; a game's own hash may be
/// good in only a few.
#[inline]
fn spread(hash: u64) -> u64 {
    let product = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (product as u64) ^ (product >> 64) as u64
}
