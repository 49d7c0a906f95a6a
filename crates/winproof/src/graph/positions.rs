//! The positions of a graph, each once, found by an index.
//!
//! Identity is the whole position: a hash only says where to look.

use crate::arena::{Arena, Full};
use crate::game::Game;
use crate::hash::scramble;
use hashbrown::HashTable;

/// Positions by number, and numbers by position.
pub(crate) struct Positions<G: Game> {
    positions: Arena<G::Position>,
    index: HashTable<u32>,
    /// Numbers whose positions were removed.
    free: Vec<u32>,
    /// What the positions hold beside their own size.
    heap_bytes: usize,
}

impl<G: Game> Positions<G> {
    pub(super) fn new() -> Self {
        Positions { positions: Arena::new(), index: HashTable::new(), free: Vec::new(), heap_bytes: 0 }
    }

    #[inline]
    pub(super) fn find(&self, game: &G, position: &G::Position) -> Option<u32> {
        self.find_by_hash(self.hash(game, position), position)
    }

    /// Where the index looks for a position. It takes its place from some bits of the hash and its tag from others; a
    /// game's own hash may be good in only a few.
    #[inline]
    pub(super) fn hash(&self, game: &G, position: &G::Position) -> u64 {
        scramble(game.hash(position))
    }

    #[inline]
    pub(super) fn find_by_hash(&self, hash: u64, position: &G::Position) -> Option<u32> {
        self.index.find(hash, |&id| self.positions[id] == *position).copied()
    }

    /// Adds a position that is not there yet and for which there is room.
    pub(super) fn add(&mut self, game: &G, position: G::Position) -> u32 {
        let hash = self.hash(game, &position);
        self.add_by_hash(game, hash, position)
    }

    #[inline]
    pub(super) fn add_by_hash(&mut self, game: &G, hash: u64, position: G::Position) -> u32 {
        self.heap_bytes += game.heap_bytes(&position);
        let id = match self.free.pop() {
            Some(id) => {
                self.positions[id] = position;
                id
            }
            None => self.positions.push(position),
        };
        let positions = &self.positions;
        self.index.insert_unique(hash, id, |&id| scramble(game.hash(&positions[id])));
        id
    }

    /// Adds a position that the index will not find.
    pub(super) fn add_hidden(&mut self, game: &G, position: G::Position) -> u32 {
        self.heap_bytes += game.heap_bytes(&position);
        self.positions.push(position)
    }

    /// Takes a position out of the index, and its number back; false if it was hidden from it.
    pub(super) fn remove(&mut self, game: &G, id: u32) -> bool {
        let hash = self.hash(game, &self.positions[id]);
        let is_found = self.index.find_entry(hash, |&other| other == id).map(|entry| entry.remove()).is_ok();
        if is_found {
            self.heap_bytes -= game.heap_bytes(&self.positions[id]);
            self.free.push(id);
        }
        is_found
    }

    #[inline]
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.positions.has_room(count) && self.index.capacity() - self.index.len() >= count
    }

    /// Makes room, without holding more than `budget` bytes.
    #[cold]
    pub(super) fn reserve(&mut self, game: &G, count: usize, budget: usize) -> Result<(), Full> {
        if self.index.capacity() - self.index.len() < count {
            // The index doubles, and holds both sizes while it does.
            let during = self.bytes() + 2 * self.index.allocation_size().max(1 << 10);
            if during > budget {
                return Err(Full::Memory);
            }
            let positions = &self.positions;
            self.index.try_reserve(count, |&id| scramble(game.hash(&positions[id]))).map_err(|_| Full::Memory)?;
        }
        let others = self.bytes() - self.positions.bytes();
        self.positions.reserve(count, budget.saturating_sub(others))
    }

    pub(crate) fn bytes(&self) -> usize {
        let free = self.free.capacity() * size_of::<u32>();
        self.positions.bytes() + self.index.allocation_size() + free + self.heap_bytes
    }
}

impl<G: Game> std::ops::Index<u32> for Positions<G> {
    type Output = G::Position;
    #[inline]
    fn index(&self, id: u32) -> &G::Position {
        &self.positions[id]
    }
}
