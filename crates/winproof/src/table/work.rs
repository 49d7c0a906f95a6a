//! The work that entries stand for, for whoever picks out what is worth telling others.

use super::{Table, WORDS_PER_ENTRY, WORK_MASK, WORK_SHIFT};
use std::sync::atomic::Ordering;

impl Table {
    /// The expansions that the entry under a key stands for, about; 0 without an entry.
    pub(crate) fn work_of(&self, hash: u64, key: u64) -> u64 {
        self.entry_of(hash, key).map_or(0, |data| 1 << (((data & WORK_MASK) >> WORK_SHIFT).max(1) - 1).min(62))
    }

    fn entry_of(&self, hash: u64, key: u64) -> Option<u64> {
        self.bucket(hash).chunks_exact(WORDS_PER_ENTRY).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key).then_some(data)
        })
    }
}
