//! The table's memory: zeroed words, on huge pages where the system gives them.
//!
//! The only unsafe code of the library. It is here for two things that safe Rust cannot ask for, since look-ups in
//! a large table are one cache miss each: huge pages spare the miss in the page table that comes with almost
//! every access, and prefetching lets the misses of all children of a node overlap.
//!
//! The system clears a huge page as a whole before it hands it out. For a large table that takes longer than a short
//! search, on virtual machines a hundred times longer than elsewhere. So a table starts on ordinary pages and is put on
//! huge ones piece by piece, as long as that takes a small part of the time ([`Words::improve`]). A small
//! table is on huge pages from the start, and all are asked for at once: an ordinary page costs twice, when it is first
//! read and when it is first written to, and then it stops the other threads as well.
#![allow(unsafe_code)]

use memmap2::MmapMut;
pub(super) use std::sync::atomic::AtomicU64;
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(target_os = "linux")]
use std::time::Instant;

/// A table of at most so many bytes is on huge pages from the start.
#[cfg(target_os = "linux")]
const SMALL: usize = 16 << 20;
/// The usual size of a huge page; there is nothing to gain for a smaller table.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;
/// So much is put on huge pages at a time; a multiple of their size.
#[cfg(target_os = "linux")]
const PIECE: usize = 8 << 20;
/// Putting the table on huge pages takes at most this part of the time since it was made.
#[cfg(target_os = "linux")]
const PART_OF_TIME: u64 = 8;

/// A fixed number of 64-bit words that several threads may read and write.
pub(super) struct Words {
    map: MmapMut,
    count: usize,
    /// How far the words are on huge pages.
    #[cfg(target_os = "linux")]
    huge: HugePages,
}

/// How far a table is on huge pages.
#[cfg(target_os = "linux")]
struct HugePages {
    made: Instant,
    /// Whether somebody is at it.
    is_busy: AtomicBool,
    /// The bytes that are done.
    done: AtomicUsize,
    /// The nanoseconds that it took.
    spent: AtomicU64,
}

impl Words {
    /// Zeroed words, or `None` if the system has no room for them. The system hands out real memory only when it is
    /// first written to.
    pub(super) fn zeroed(count: usize) -> Option<Words> {
        let bytes = count.checked_mul(size_of::<AtomicU64>())?;
        let map = MmapMut::map_anon(bytes.max(1)).ok()?;
        #[cfg(target_os = "linux")]
        {
            let is_huge = bytes <= SMALL || !can_collapse();
            if is_huge && bytes >= HUGE {
                let _ = map.advise(memmap2::Advice::HugePage);
            }
            if (HUGE..=SMALL).contains(&bytes) {
                let _ = map.advise(memmap2::Advice::PopulateWrite);
            }
            let done = if is_huge { map.len() } else { 0 };
            let (is_busy, done, spent) = (AtomicBool::new(false), AtomicUsize::new(done), AtomicU64::new(0));
            Some(Words { map, count, huge: HugePages { made: Instant::now(), is_busy, done, spent } })
        }
        #[cfg(not(target_os = "linux"))]
        Some(Words { map, count })
    }

    /// Puts more of the words on huge pages, where the system has them and if there has been time for it. Advice only:
    /// where it is refused the table is slower, and no less right.
    pub(super) fn improve(&self) {
        #[cfg(target_os = "linux")]
        {
            let HugePages { made, is_busy, done, spent } = &self.huge;
            let allowed = || made.elapsed().as_nanos() as u64 / PART_OF_TIME;
            let is_due = || done.load(Ordering::Relaxed) < self.map.len() && spent.load(Ordering::Relaxed) < allowed();
            if !is_due() || is_busy.swap(true, Ordering::Relaxed) {
                return;
            }
            while is_due() {
                let started = Instant::now();
                let first = done.load(Ordering::Relaxed);
                // Pieces end where huge pages do.
                let length = PIECE - (self.map.as_ptr() as usize + first) % PIECE;
                let length = length.min(self.map.len() - first);
                let piece = self.map.as_ptr().wrapping_add(first).cast_mut();
                // SAFETY: the range is within the map, and the call changes no byte of it.
                let _ = unsafe { libc::madvise(piece.cast(), length, libc::MADV_COLLAPSE) };
                done.store(first + length, Ordering::Relaxed);
                spent.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
            }
            is_busy.store(false, Ordering::Relaxed);
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
