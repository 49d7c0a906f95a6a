//! The table's memory: zeroed words, on huge pages where the system gives them.
//!
//! The only unsafe code of the library. It is here for two things that safe Rust cannot ask for, since look-ups in
//! a large table are one cache miss each: huge pages spare the miss in the page table that comes with almost
//! every access, and prefetching lets the misses of all children of a node overlap.
//!
//! The system clears a huge page as a whole before it hands it out: for a large table that takes longer than a short
//! search. So a large table starts on ordinary pages, and is put on huge ones when a search turns out to be long
//! ([`Words::after_nodes`]), where the system can do that. A small one is on huge pages from the start: an ordinary page
//! costs twice, when it is first read and when it is first written to, and then it stops all other threads as well.
#![allow(unsafe_code)]

use memmap2::MmapMut;
pub(super) use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many bytes are put on huge pages in about the time that a node takes on pages that were not touched before.
const BYTES_FOR_A_NODE: u64 = 16_384;
/// A table of so many bytes is put on huge pages at once.
const SMALL: usize = 16 << 20;

/// A fixed number of 64-bit words that several threads may read and write.
pub(super) struct Words {
    map: MmapMut,
    count: usize,
    /// Whether huge pages were asked for.
    is_for_long: AtomicBool,
}

impl Words {
    /// Zeroed words, or `None` if the system has no room for them. The system hands out real memory only when it is
    /// first written to.
    pub(super) fn zeroed(count: usize) -> Option<Words> {
        let bytes = count.checked_mul(size_of::<AtomicU64>())?;
        let map = MmapMut::map_anon(bytes.max(1)).ok()?;
        let words = Words { map, count, is_for_long: AtomicBool::new(false) };
        #[cfg(target_os = "linux")]
        if bytes <= SMALL || !can_collapse() {
            words.for_long();
        }
        Some(words)
    }

    /// Puts the words on huge pages once a search has made so many nodes that it has taken about as long as that will.
    #[inline]
    pub(super) fn after_nodes(&self, nodes: u64) {
        if nodes > (self.count * size_of::<AtomicU64>()) as u64 / BYTES_FOR_A_NODE {
            self.for_long();
        }
    }

    /// Puts the words on huge pages, where the system has them. Advice only: where it is refused the table is slower,
    /// and no less right.
    fn for_long(&self) {
        if self.is_for_long.swap(true, Ordering::Relaxed) {
            return;
        }
        #[cfg(target_os = "linux")]
        {
            let _ = self.map.advise(memmap2::Advice::HugePage);
            // The first is for pages in use, the second for all others.
            for advice in [libc::MADV_COLLAPSE, libc::MADV_POPULATE_WRITE] {
                // SAFETY: the range is that of the map, and the call changes no byte of it.
                let _ = unsafe { libc::madvise(self.map.as_ptr().cast_mut().cast(), self.map.len(), advice) };
            }
        }
    }

    /// Gives back all words from `count` on, where the system can take them; elsewhere they are only no longer used.
    pub(super) fn shorten(&mut self, count: usize) {
        self.count = count.min(self.count);
        #[cfg(target_os = "linux")]
        {
            let bytes = (self.count * size_of::<AtomicU64>()).max(1);
            // SAFETY: `&mut self`: nobody holds a slice of the map, which may move; it only gets shorter, and `count`
            // says so.
            let _ = unsafe { self.map.remap(bytes, memmap2::RemapOptions::new().may_move(true)) };
        }
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[AtomicU64] {
        // SAFETY: the map holds at least `count` words, starts on a page and so is aligned, was zeroed, which is a
        // valid state of atomics, is private to this process, lives as long as `self`, and is never handed out in
        // any other way.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), self.count) }
    }

    /// Asks the processor to fetch the cache line of a word.
    #[inline]
    pub(super) fn prefetch(&self, word: usize) {
        debug_assert!(word < self.count);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line = self.map.as_ptr().wrapping_add(word * size_of::<AtomicU64>());
            // SAFETY: prefetching reads nothing that the program could see, and cannot fault at any address.
            unsafe { _mm_prefetch(line.cast::<i8>(), _MM_HINT_T0) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = word;
    }
}

/// Whether the system can put memory that is in use on huge pages (Linux 6.1).
#[cfg(target_os = "linux")]
fn can_collapse() -> bool {
    // SAFETY: a range of no bytes; the system only says whether it knows the advice.
    unsafe { libc::madvise(std::ptr::null_mut(), 0, libc::MADV_COLLAPSE) == 0 }
}
