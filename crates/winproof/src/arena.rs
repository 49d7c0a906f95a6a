//! A vector of nodes with 32-bit ids that keeps within a budget of bytes.
//!
//! It grows by an eighth, not by doubling: a search lives in its arena, and doubling would leave up to half
//! of the memory unused. Large blocks are moved by the system without copying where it can (`mremap`).

/// Items by 32-bit id.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    items: Vec<T>,
}

/// Ids stay below 2³¹, so that the highest bit is free for marks.
const MOST_ITEMS: usize = (1 << 31) - 1;

/// Why a graph cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// There is no room left in the budget, in the ids or in the machine.
    Memory,
    /// A position has more moves than a node can have children.
    Moves,
}

/// The most children that a node can have.
pub(crate) const MOST_CHILDREN: usize = (1 << 15) - 1;

/// Makes sure that `count` more items fit, without holding more than `budget` bytes. At first there will be room for
/// `least`.
pub(crate) fn reserve<T>(items: &mut Vec<T>, count: usize, least: usize, budget: usize) -> Result<(), Full> {
    let needed = items.len() + count;
    if needed <= items.capacity() {
        return Ok(());
    }
    let most = budget / size_of::<T>().max(1);
    if needed > most {
        return Err(Full::Memory);
    }
    let wanted = (items.capacity() + items.capacity() / 8).max(needed).max(least).min(most);
    items.try_reserve_exact(wanted - items.len()).map_err(|_| Full::Memory)
}

impl<T> Arena<T> {
    pub(crate) fn new() -> Arena<T> {
        Arena { items: Vec::new() }
    }

    /// Makes sure that `count` more items fit, without holding more than `budget` bytes.
    #[inline]
    pub(crate) fn reserve(&mut self, count: usize, budget: usize) -> Result<(), Full> {
        if self.has_room(count) { Ok(()) } else { self.grow(count, budget) }
    }

    /// Whether `count` more items fit without growing.
    #[inline]
    pub(crate) fn has_room(&self, count: usize) -> bool {
        self.items.capacity() - self.items.len() >= count
    }

    #[cold]
    fn grow(&mut self, count: usize, budget: usize) -> Result<(), Full> {
        if self.items.len() + count > MOST_ITEMS {
            return Err(Full::Memory);
        }
        reserve(&mut self.items, count, 256, budget.min(MOST_ITEMS * size_of::<T>()))
    }

    /// Appends an item for which room was reserved, and gives its id.
    #[inline]
    pub(crate) fn push(&mut self, item: T) -> u32 {
        let id = self.items.len() as u32;
        self.items.push(item);
        id
    }

    /// Puts an item where another one stands, or behind the last, for which room was reserved.
    #[inline]
    pub(crate) fn put(&mut self, id: u32, item: T) {
        match self.items.get_mut(id as usize) {
            Some(old) => *old = item,
            None => self.items.push(item),
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The bytes that the arena holds of the machine, used or not.
    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }

    /// A run of items that stand side by side.
    #[inline]
    pub(crate) fn run(&self, first: u32, count: usize) -> &[T] {
        &self.items[first as usize..first as usize + count]
    }
}

impl<T> std::ops::Index<u32> for Arena<T> {
    type Output = T;
    #[inline]
    fn index(&self, id: u32) -> &T {
        &self.items[id as usize]
    }
}

impl<T> std::ops::IndexMut<u32> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, id: u32) -> &mut T {
        &mut self.items[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_to_its_budget() {
        let mut arena = Arena::<u64>::new();
        let mut made = 0;
        while arena.reserve(7, 8 * 1000).is_ok() {
            for _ in 0..7 {
                made = arena.push(1) + 1;
            }
            assert!(arena.bytes() <= 8 * 1000);
        }
        assert!((994..=1000).contains(&made), "{made} items");
    }
}
