//! The table's memory: zeroed words, on huge pages where the system gives them.
//!
//! The only unsafe code of the library. It is here for two things that safe Rust cannot ask for, since look-ups in
//! a large table are one cache miss each: huge pages spare the miss in the page table that comes with almost
//! every access, and prefetching lets the misses of all children of a node overlap.
//!
//! # When pages are asked for
//! The system hands out a page when it is first touched. A page that is read first and written to later costs twice,
//! and the second time stops all other threads. A huge page costs as much as it is large, on some virtual machines a
//! hundred times more than elsewhere, so that a large table takes longer than a short search. Therefore:
//! - A small table is on huge pages from the start, and has all of them. They stay for the next one (`spare.rs`).
//! - A large table gets its pages piece by piece while the search lasts, and is then put on huge ones, each for a small
//!   part of the time ([`Words::improve`]).
//! - A large table for a search that is known to be long gets huge pages at once, for as long as they come quickly
//!   ([`Words::prepare`]): with small ones, one fifth of the time of a search for a mate went into the page table.
//! - Before other threads join a search, the table gets all pages that are missing ([`Words::complete`]).
#![allow(unsafe_code)]

use super::spare;
use memmap2::{MmapMut, MmapRaw};
use std::mem::ManuallyDrop;
pub(super) use std::sync::atomic::AtomicU64;
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

/// A table of at most so many bytes is on huge pages from the start.
const SMALL: usize = 16 << 20;
/// A smaller one is for searches of a moment, and gets its pages as they come.
const TINY: usize = 1 << 20;
/// So much is asked for at a time; a multiple of the size of a huge page.
#[cfg(target_os = "linux")]
const PIECE: usize = 8 << 20;
/// Asking for pages takes at most one in so many parts of the time.
#[cfg(target_os = "linux")]
const PART_FOR_PAGES: u64 = 2;
/// Putting them on huge pages takes at most one in so many parts.
#[cfg(target_os = "linux")]
const PART_FOR_HUGE_PAGES: u64 = 32;

/// The longest time that a piece may take on huge pages from the start; memory that was in use before takes a quarter.
#[cfg(target_os = "linux")]
const QUICK_PIECE: Duration = Duration::from_millis(4);
/// After so many pieces that took longer, the others are left for later.
#[cfg(target_os = "linux")]
const MOST_SLOW_PIECES: usize = 4;

/// A fixed number of 64-bit words that several threads may read and write.
pub(super) struct Words {
    map: ManuallyDrop<MmapRaw>,
    count: usize,
    /// How far the pages were asked for, and how far they were put on huge ones.
    #[cfg(target_os = "linux")]
    asked: Advice,
    #[cfg(target_os = "linux")]
    collapsed: Advice,
}

/// How far advice on the memory was given to the system.
#[cfg(target_os = "linux")]
struct Advice {
    begun: Instant,
    /// Whether somebody is at it.
    is_busy: AtomicBool,
    /// The bytes that are done.
    done: AtomicUsize,
    /// The nanoseconds that it took.
    spent: AtomicU64,
}

#[cfg(target_os = "linux")]
impl Advice {
    fn new(done: usize) -> Advice {
        let (is_busy, done, spent) = (AtomicBool::new(false), AtomicUsize::new(done), AtomicU64::new(0));
        Advice { begun: Instant::now(), is_busy, done, spent }
    }

    fn is_done(&self, map: &MmapRaw) -> bool {
        self.done.load(Ordering::Relaxed) >= map.len()
    }

    /// Gives advice on more of the memory, within one in so many parts of the time. Where it is refused the table is
    /// slower, and no less right.
    fn go_on(&self, map: &MmapRaw, advice: i32, part: u64) {
        let allowed = || self.begun.elapsed().as_nanos() as u64 / part;
        let is_due = || !self.is_done(map) && self.spent.load(Ordering::Relaxed) < allowed();
        if !is_due() || self.is_busy.swap(true, Ordering::Relaxed) {
            return;
        }
        while is_due() {
            let started = Instant::now();
            let first = self.done.load(Ordering::Relaxed);
            // Pieces end where huge pages do.
            let length = PIECE - (map.as_ptr() as usize + first) % PIECE;
            let length = length.min(map.len() - first);
            let piece = map.as_mut_ptr().wrapping_add(first);
            // SAFETY: the range is within the map, and the call changes no byte of it.
            let _ = unsafe { libc::madvise(piece.cast(), length, advice) };
            self.done.store(first + length, Ordering::Relaxed);
            self.spent.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
        self.is_busy.store(false, Ordering::Relaxed);
    }
}

impl Words {
    /// Zeroed words, or `None` if the system has no room for them. The system hands out real memory only when it is
    /// first written to.
    pub(super) fn zeroed(count: usize) -> Option<Words> {
        let bytes = count.checked_mul(size_of::<AtomicU64>())?;
        if let Some(map) = is_small(bytes).then(|| spare::take(bytes)).flatten() {
            // SAFETY: all of the map is written to, and nobody else has it.
            unsafe { map.as_mut_ptr().write_bytes(0, map.len()) };
            return Some(Words::new(map, count, bytes));
        }
        // Raw, since it is written to while shared: by way of a slice of bytes it could only be read.
        let map = MmapRaw::from(MmapMut::map_anon(bytes.max(1)).ok()?);
        #[cfg(target_os = "linux")]
        {
            let is_huge = bytes <= SMALL || !can_collapse();
            if is_huge && bytes > TINY {
                let _ = map.advise(memmap2::Advice::HugePage);
            }
            if is_small(bytes) {
                let _ = map.advise(memmap2::Advice::PopulateWrite);
            }
            let done = if is_huge { map.len() } else { 0 };
            Some(Words::new(map, count, done))
        }
        #[cfg(not(target_os = "linux"))]
        Some(Words::new(map, count, bytes))
    }

    /// Words in a map whose pages were asked for up to `done`.
    fn new(map: MmapRaw, count: usize, done: usize) -> Words {
        #[cfg(not(target_os = "linux"))]
        let _ = done;
        Words {
            map: ManuallyDrop::new(map),
            count,
            #[cfg(target_os = "linux")]
            asked: Advice::new(done),
            #[cfg(target_os = "linux")]
            collapsed: Advice::new(done),
        }
    }

    /// Makes ready for a long search, as far as there has been time for it.
    pub(super) fn improve(&self) {
        #[cfg(target_os = "linux")]
        if self.asked.is_done(&self.map) {
            self.collapsed.go_on(&self.map, libc::MADV_COLLAPSE, PART_FOR_HUGE_PAGES);
        } else {
            self.asked.go_on(&self.map, libc::MADV_POPULATE_WRITE, PART_FOR_PAGES);
        }
    }

    /// Asks for huge pages at once, before anything was stored, unless they take long.
    pub(super) fn prepare(&mut self) {
        #[cfg(target_os = "linux")]
        {
            let mut first = self.asked.done.load(Ordering::Relaxed);
            let mut slow = 0;
            while first < self.map.len() && slow < MOST_SLOW_PIECES && can_collapse() {
                let started = Instant::now();
                let length = (PIECE - (self.map.as_ptr() as usize + first) % PIECE).min(self.map.len() - first);
                let piece = self.map.as_mut_ptr().wrapping_add(first);
                for advice in [libc::MADV_HUGEPAGE, libc::MADV_POPULATE_WRITE] {
                    // SAFETY: the range is within the map, and the call changes no byte of it.
                    let _ = unsafe { libc::madvise(piece.cast(), length, advice) };
                }
                first += length;
                slow += usize::from(started.elapsed() > QUICK_PIECE);
            }
            for advice in [&self.asked, &self.collapsed] {
                advice.done.store(first, Ordering::Relaxed);
            }
        }
    }

    /// Asks for all pages that are missing.
    pub(super) fn complete(&self) {
        #[cfg(target_os = "linux")]
        if self.asked.done.swap(self.map.len(), Ordering::Relaxed) < self.map.len() {
            let _ = self.map.advise(memmap2::Advice::PopulateWrite);
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
        unsafe { std::slice::from_raw_parts(self.map.as_mut_ptr().cast::<AtomicU64>(), self.count) }
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

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: the map is not used again: `self` is gone after this.
        let map = unsafe { ManuallyDrop::take(&mut self.map) };
        if is_small(map.len()) {
            spare::give(map);
        }
    }
}

/// Whether a table is small, but too large for searches of a moment.
fn is_small(bytes: usize) -> bool {
    bytes > TINY && bytes <= SMALL
}

/// Whether the system can put memory that is in use on huge pages (Linux 6.1).
#[cfg(target_os = "linux")]
fn can_collapse() -> bool {
    // SAFETY: a range of no bytes; the system only says whether it knows the advice.
    unsafe { libc::madvise(std::ptr::null_mut(), 0, libc::MADV_COLLAPSE) == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_taken_over_is_zeroed() {
        // A size that no other test asks for.
        let count = (TINY + 4096 * 7) / size_of::<AtomicU64>();
        for _ in 0..3 {
            let words = Words::zeroed(count).unwrap();
            assert!(words.as_slice().iter().all(|word| word.load(Ordering::Relaxed) == 0));
            words.as_slice().iter().for_each(|word| word.store(7, Ordering::Relaxed));
        }
    }
}
