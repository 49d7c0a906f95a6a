//! The memory of tables, for searches that other crates write by hand.

use super::memory::{AtomicU64, Words};

/// Zeroed words for a table: on huge pages where the system gives them, and with prefetching.
///
/// ```
/// use std::sync::atomic::Ordering;
/// use winproof::TableMemory;
///
/// let memory = TableMemory::zeroed(64).unwrap();
/// memory.prefetch(8);
/// memory.words()[8].store(7, Ordering::Relaxed);
/// assert_eq!(memory.words()[8].load(Ordering::Relaxed), 7);
/// ```
pub struct TableMemory(Words);

impl TableMemory {
    /// So many words, or `None` if the system has no room for them.
    pub fn zeroed(count: usize) -> Option<TableMemory> {
        Words::zeroed(count).map(TableMemory)
    }

    /// The same for a search that is known to be long: what makes a large table quick is done at once, unless that
    /// takes long.
    pub fn zeroed_for_long(count: usize) -> Option<TableMemory> {
        let mut words = Words::zeroed(count)?;
        words.prepare();
        Some(TableMemory(words))
    }

    /// The words.
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        self.0.as_slice()
    }

    /// Asks the processor for the cache line of a word before it is needed.
    #[inline]
    pub fn prefetch(&self, word: usize) {
        self.0.prefetch(word);
    }

    /// Makes ready for a long search, as far as there has been time for it: to be called now and then.
    pub fn improve(&self) {
        self.0.improve();
    }
}
