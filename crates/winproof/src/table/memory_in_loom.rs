//! The table's memory for model checking: words whose every order of reads and writes loom tries.

use std::sync::atomic::Ordering;

/// A word whose reads count as writes of what is there.
///
/// Loom 0.7 remembers only the last access to a word. Where a thread reads a word before it writes to it, as who stores
/// an entry does, that hides the reads of others from the write, and none of the orders in which they come after it is
/// tried. Between two writes no order is left out. The price: a read sees what was written last, and nothing older.
pub struct AtomicU64(loom::sync::atomic::AtomicU64);

impl AtomicU64 {
    pub(super) fn new(value: u64) -> AtomicU64 {
        AtomicU64(loom::sync::atomic::AtomicU64::new(value))
    }

    pub fn load(&self, order: Ordering) -> u64 {
        self.0.fetch_add(0, order)
    }

    pub fn store(&self, value: u64, order: Ordering) {
        self.0.store(value, order);
    }

    pub fn swap(&self, value: u64, order: Ordering) -> u64 {
        self.0.swap(value, order)
    }

    pub fn fetch_add(&self, value: u64, order: Ordering) -> u64 {
        self.0.fetch_add(value, order)
    }
}

/// A fixed number of 64-bit words that several threads may read and write.
pub(super) struct Words(Vec<AtomicU64>);

impl Words {
    pub(super) fn zeroed(count: usize) -> Option<Words> {
        Some(Words((0..count).map(|_| AtomicU64::new(0)).collect()))
    }

    pub(super) fn improve(&self) {}

    pub(super) fn prepare(&mut self) {}

    pub(super) fn complete(&self) {}

    pub(super) fn shorten(&mut self, count: usize) {
        self.0.truncate(count);
    }

    pub(super) fn as_slice(&self) -> &[AtomicU64] {
        &self.0
    }

    pub(super) fn prefetch(&self, _word: usize) {}
}
