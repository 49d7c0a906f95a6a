//! The transposition table of the depth-first searches: what is known of positions, in the memory that there is.
//!
//! # Layout
//! A bucket is one cache line of four entries; an entry is two words, its key and 8 bytes of data:
//! ```text
//! word 0: key XOR data      word 1: data
//! ```
//! Threads can share the table without locks: a reader who sees one word of one entry and the other word of another
//! computes a key that nobody asked for, so a torn entry is never taken for a true one (Hyatt and Mann 2002).
//!
//! Three kinds of knowledge stand in a position's bucket, told apart by their keys:
//! - *bounds*: the position's value lies between these two. True for every goal and on every path.
//! - *numbers*: proof and disproof number for one goal, and the least depth at which the position was met.
//! - *path*: lost for the prover of one goal, on one path: the failure leaned on a repetition of a position at
//!   some depth of that path.
//!
//! # What is kept
//! Data end in the work that the entry stands for, as a logarithm, and a bit that says whether it is settled. A new
//! entry replaces the one with the least work in its bucket, settled ones last. When as many entries have been thrown
//! out as the table holds, a sweep collects the garbage: small unsettled subtrees go, the work of the others is
//! halved, so that what once was large and is no longer visited goes in time (after the SmallTreeGC of Nagai).

#[cfg(all(loom, test))]
mod loom_tests;
#[cfg(not(loom))]
mod memory;
#[cfg(loom)]
#[path = "memory_in_loom.rs"]
mod memory;
pub(crate) mod replacement;
#[cfg(not(loom))]
mod spare;
mod words;
mod work;

use crate::effort::numbers::{INFINITY, ProofNumbers};
use memory::{AtomicU64, Words};
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;
pub use words::TableMemory;

const ENTRIES_PER_BUCKET: usize = 4;
const WORDS_PER_ENTRY: usize = 2;

const SETTLED: u64 = 1 << 63;
const WORK_SHIFT: u32 = 57;
const WORK_MASK: u64 = 0x3F << WORK_SHIFT;
const NUMBER_BITS: u32 = 24;
const DEPTH_BITS: u32 = 9;
/// The greatest number that an entry can hold; larger ones are cut down to it. The search's own frames keep the
/// whole number.
const LARGEST_NUMBER: u32 = (1 << NUMBER_BITS) - 1;
const LARGEST_DEPTH: u32 = (1 << DEPTH_BITS) - 1;

/// A table's memory where no limit is given.
pub(crate) const DEFAULT_BYTES: usize = 256 << 20;

/// Bounds of a value, as places in the ascending list of possible values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueBounds {
    pub(crate) lowest: u16,
    pub(crate) highest: u16,
}

/// What the table knows of a position for a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) bounds: Option<ValueBounds>,
    /// Unsettled numbers, and the least depth at which the position was met.
    pub(crate) numbers: Option<(ProofNumbers, u32)>,
    /// Lost on the path asked about, leaning on a repetition of the position at this depth.
    pub(crate) lost_on_path: Option<u32>,
}

/// Where a position's knowledge stands and by which keys it is found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    /// The position's hash: its bucket, and the key of its bounds.
    pub(crate) hash: u64,
    /// The hash together with the goal: the key of numbers.
    pub(crate) goal: u64,
    /// The hash together with goal and path: the key of what holds on one path only.
    pub(crate) path: u64,
}

/// A transposition table.
pub(crate) struct Table {
    words: Words,
    buckets: u64,
    ways: usize,
    evictions: AtomicU64,
}

impl Table {
    /// A table of at most this many bytes, of one entry at least; `None` if the system has no room.
    pub(crate) fn with_bytes(bytes: usize) -> Option<Table> {
        Table::with_entries(bytes / (WORDS_PER_ENTRY * size_of::<u64>()))
    }

    /// A table of about this many entries, and of one at least.
    pub(crate) fn with_entries(entries: usize) -> Option<Table> {
        let entries = entries.max(1);
        let ways = entries.min(ENTRIES_PER_BUCKET);
        let buckets = entries / ways;
        let words = Words::zeroed(buckets * ENTRIES_PER_BUCKET * WORDS_PER_ENTRY)?;
        Some(Table { words, buckets: buckets as u64, ways, evictions: AtomicU64::new(0) })
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }

    /// Makes ready for a long search, as far as there has been time for it: to be called from time to time.
    pub(crate) fn improve(&self) {
        self.words.improve();
    }

    /// Makes ready for a long search at once, before anything is stored.
    pub(crate) fn prepare(&mut self) {
        self.words.prepare();
    }

    /// Makes ready for several threads.
    pub(crate) fn complete(&self) {
        self.words.complete();
    }

    /// How full the table is, in thousandths, judged by its first entries: hashes spread evenly.
    pub(crate) fn permille(&self) -> u32 {
        let sample = self.words.as_slice().chunks_exact(WORDS_PER_ENTRY).take(1000);
        let (mut all, mut full) = (0, 0);
        for entry in sample {
            all += 1;
            full += u32::from(entry[1].load(Ordering::Relaxed) != 0);
        }
        full * 1000 / u32::max(all, 1)
    }

    #[inline]
    fn first_word(&self, hash: u64) -> usize {
        // The high half of the product spreads hashes over any number of buckets, a power of two or not.
        let bucket = ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize;
        bucket * ENTRIES_PER_BUCKET * WORDS_PER_ENTRY
    }

    /// Asks for a position's bucket before it is needed.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        self.words.prefetch(self.first_word(hash));
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let first = self.first_word(hash);
        &self.words.as_slice()[first..first + self.ways * WORDS_PER_ENTRY]
    }

    /// Everything that is known of a position.
    #[inline]
    pub(crate) fn look_up(&self, keys: &Keys) -> Known {
        let mut known = Known::default();
        for entry in self.bucket(keys.hash).chunks_exact(WORDS_PER_ENTRY) {
            let data = entry[1].load(Ordering::Relaxed);
            if data == 0 {
                continue;
            }
            let key = entry[0].load(Ordering::Relaxed) ^ data;
            // The first of several counts, as it does for whoever stores: threads may leave two.
            if key == keys.hash && known.bounds.is_none() {
                known.bounds = Some(ValueBounds { lowest: data as u16, highest: (data >> 16) as u16 });
            } else if key == keys.goal && known.numbers.is_none() {
                let number = |shift: u32| (data >> shift) as u32 & LARGEST_NUMBER;
                let numbers = ProofNumbers { proof: number(0), disproof: number(NUMBER_BITS) };
                known.numbers = Some((numbers, (data >> (2 * NUMBER_BITS)) as u32 & LARGEST_DEPTH));
            } else if key == keys.path && known.lost_on_path.is_none() {
                known.lost_on_path = Some(data as u32);
            }
        }
        known
    }

    /// Remembers bounds, narrowed by what was known before.
    pub(crate) fn store_bounds(&self, keys: &Keys, mut bounds: ValueBounds, work: u64) {
        if let Some(old) = self.look_up(keys).bounds {
            bounds.lowest = bounds.lowest.max(old.lowest);
            bounds.highest = bounds.highest.min(old.highest);
        }
        let data = u64::from(bounds.lowest) | u64::from(bounds.highest) << 16;
        self.store(keys.hash, keys.hash, data | SETTLED, work);
    }

    /// Remembers the numbers of an unsettled position.
    #[inline]
    pub(crate) fn store_numbers(&self, keys: &Keys, numbers: ProofNumbers, depth: u32, work: u64) {
        debug_assert!(numbers.solved().is_none() && numbers.proof != INFINITY && numbers.disproof != INFINITY);
        let proof = u64::from(numbers.proof.min(LARGEST_NUMBER));
        let disproof = u64::from(numbers.disproof.min(LARGEST_NUMBER));
        let depth = u64::from(depth.min(LARGEST_DEPTH));
        let data = proof | disproof << NUMBER_BITS | depth << (2 * NUMBER_BITS);
        self.store(keys.hash, keys.goal, data, work);
    }

    /// Remembers that the position is lost on one path.
    pub(crate) fn store_lost_on_path(&self, keys: &Keys, leans_on: u32, work: u64) {
        // Never all zero, which would read as an empty entry: depths on a path count from 1.
        self.store(keys.hash, keys.path, u64::from(leans_on), work);
    }

    #[inline]
    fn store(&self, hash: u64, key: u64, data: u64, work: u64) {
        let mut data = data & !WORK_MASK | (u64::from(work.max(1).ilog2()) + 1).min(0x3F) << WORK_SHIFT;
        let mut place = 0;
        let mut least = u64::MAX;
        let bucket = self.bucket(hash);
        for (entry, words) in bucket.chunks_exact(WORDS_PER_ENTRY).enumerate() {
            let old = words[1].load(Ordering::Relaxed);
            if old != 0 && words[0].load(Ordering::Relaxed) ^ old == key {
                // The same position again: the work adds up, and never gets less.
                data = data & !WORK_MASK | (data & WORK_MASK).max(old & WORK_MASK);
                (place, least) = (entry, 0);
                break;
            }
            // Nothing is worth less than an empty entry; settled ones have the highest bit, work comes next.
            let worth = old >> WORK_SHIFT;
            if worth < least {
                (place, least) = (entry, worth);
            }
        }
        let words = &bucket[place * WORDS_PER_ENTRY..][..WORDS_PER_ENTRY];
        words[0].store(key ^ data, Ordering::Relaxed);
        words[1].store(data, Ordering::Relaxed);
        // One thread sweeps: the one that comes to this very number.
        if least > 0 && self.evictions.fetch_add(1, Ordering::Relaxed) == self.buckets * self.ways as u64 {
            self.evictions.store(0, Ordering::Relaxed);
            self.collect_garbage();
        }
    }

    /// Throws out unsettled entries that stand for one or two nodes, and halves the work of all others.
    #[cold]
    fn collect_garbage(&self) {
        if self.buckets < 16 {
            return; // A handful of entries is replaced faster than it is swept.
        }
        for words in self.words.as_slice().chunks_exact(WORDS_PER_ENTRY) {
            let data = words[1].load(Ordering::Relaxed);
            let work = (data & WORK_MASK) >> WORK_SHIFT;
            if data == 0 || data & SETTLED != 0 && work <= 1 {
                continue;
            }
            let key = words[0].load(Ordering::Relaxed) ^ data;
            let aged = if data & SETTLED == 0 && work <= 2 { 0 } else { data & !WORK_MASK | (work - 1) << WORK_SHIFT };
            words[0].store(if aged == 0 { 0 } else { key ^ aged }, Ordering::Relaxed);
            words[1].store(aged, Ordering::Relaxed);
        }
    }

    /// Makes the table smaller, down to a quarter, in place: settled positions stay as far as they fit, by the work
    /// that they stand for; everything else goes. False if it is too small for that.
    pub(crate) fn shrink(&mut self) -> bool {
        let words_per_bucket = ENTRIES_PER_BUCKET * WORDS_PER_ENTRY;
        if self.buckets < 16 {
            return false;
        }
        let old_buckets = self.buckets;
        self.buckets /= 4;
        // A hash's new bucket comes before its old one, so each is read before it is written to.
        for bucket in 0..old_buckets as usize {
            let mut entries = [[0; WORDS_PER_ENTRY]; ENTRIES_PER_BUCKET];
            let words = &self.words.as_slice()[bucket * words_per_bucket..][..words_per_bucket];
            for (entry, words) in entries.iter_mut().zip(words.chunks_exact(WORDS_PER_ENTRY)) {
                *entry = [words[0].swap(0, Ordering::Relaxed), words[1].swap(0, Ordering::Relaxed)];
            }
            for [key, data] in entries.into_iter().filter(|[_, data]| data & SETTLED != 0) {
                let hash = key ^ data;
                let work = 1u64 << (((data & WORK_MASK) >> WORK_SHIFT).max(1) - 1).min(62);
                self.store(hash, hash, data, work);
            }
        }
        self.words.shorten(self.buckets as usize * words_per_bucket);
        self.evictions.store(0, Ordering::Relaxed);
        true
    }

    /// A larger table of about so many bytes that knows the same: bounds, and the numbers whose keys `hash_of_numbers`
    /// can turn back into hashes. `None` if the system has no room for it.
    pub(crate) fn grown(&self, bytes: usize, hash_of_numbers: impl Fn(u64) -> u64) -> Option<Table> {
        let mut larger = Table::with_bytes(bytes)?;
        // Whoever outgrew a table is at a long search.
        larger.prepare();
        let words_per_bucket = ENTRIES_PER_BUCKET * WORDS_PER_ENTRY;
        for (number, bucket) in self.words.as_slice().chunks_exact(words_per_bucket).enumerate() {
            for words in bucket.chunks_exact(WORDS_PER_ENTRY) {
                let data = words[1].load(Ordering::Relaxed);
                let key = words[0].load(Ordering::Relaxed) ^ data;
                let hash = if data & SETTLED != 0 { key } else { hash_of_numbers(key) };
                // What holds on one path, and numbers of another goal, have keys of other kinds: they stay behind.
                if data != 0 && self.first_word(hash) == number * words_per_bucket {
                    let work = 1u64 << (((data & WORK_MASK) >> WORK_SHIFT).max(1) - 1).min(62);
                    larger.store(hash, key, data, work);
                }
            }
        }
        Some(larger)
    }

    /// Writes the table: its shape, then the runs of buckets that hold anything.
    pub(crate) fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let words_per_bucket = ENTRIES_PER_BUCKET * WORDS_PER_ENTRY;
        let is_used = |bucket: &&[AtomicU64]| bucket.iter().any(|word| word.load(Ordering::Relaxed) != 0);
        let buckets = || self.words.as_slice().chunks_exact(words_per_bucket);
        // Other threads may go on meanwhile: what is written is what was used when it was counted. An entry that is
        // torn by that has a key that nobody asks for.
        let mut marks = vec![0u64; self.buckets.div_ceil(64) as usize];
        let mut used = 0u64;
        for (number, _) in buckets().enumerate().filter(|(_, bucket)| is_used(bucket)) {
            marks[number / 64] |= 1 << (number % 64);
            used += 1;
        }
        for number in [self.buckets, self.ways as u64, used] {
            output.write_all(&number.to_le_bytes())?;
        }
        let is_marked = |(number, _): &(usize, &[AtomicU64])| marks[number / 64] >> (number % 64) & 1 == 1;
        for (number, bucket) in buckets().enumerate().filter(is_marked) {
            output.write_all(&(number as u64).to_le_bytes())?;
            for word in bucket {
                output.write_all(&word.load(Ordering::Relaxed).to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Reads a table back, for a game of so many values, within a limit on memory.
    pub(crate) fn read(input: &mut dyn Read, values: usize, memory: Option<usize>) -> io::Result<Table> {
        let mut number = || -> io::Result<u64> {
            let mut bytes = [0; 8];
            input.read_exact(&mut bytes)?;
            Ok(u64::from_le_bytes(bytes))
        };
        let wrong = |sentence: &str| io::Error::new(io::ErrorKind::InvalidData, sentence.to_string());
        let (buckets, ways, used) = (number()?, number()?, number()?);
        if !(1..=ENTRIES_PER_BUCKET as u64).contains(&ways) || buckets == 0 || used > buckets {
            return Err(wrong("the state of the search is damaged"));
        }
        let words_per_bucket = ENTRIES_PER_BUCKET * WORDS_PER_ENTRY;
        let count = usize::try_from(buckets).ok().and_then(|buckets| buckets.checked_mul(words_per_bucket));
        let bytes = count.and_then(|count| count.checked_mul(size_of::<u64>()));
        let words = count.filter(|_| bytes.is_some_and(|bytes| bytes <= memory.unwrap_or(usize::MAX)));
        let words = words.and_then(Words::zeroed);
        let words = words.ok_or_else(|| io::Error::new(io::ErrorKind::OutOfMemory, "no room for the saved table"))?;
        for _ in 0..used {
            let bucket = number()?;
            if bucket >= buckets {
                return Err(wrong("the state of the search is damaged"));
            }
            for entry in
                words.as_slice()[bucket as usize * words_per_bucket..][..words_per_bucket].chunks_exact(WORDS_PER_ENTRY)
            {
                let (key, data) = (number()?, number()?);
                // Bounds are places in the list of values; what lies outside of it was not written by a search.
                let bounds = [data as u16, (data >> 16) as u16].map(usize::from);
                if data & SETTLED != 0 && (bounds[0] > bounds[1] || bounds[1] >= values) {
                    return Err(wrong("the state of the search is damaged"));
                }
                entry[0].store(key, Ordering::Relaxed);
                entry[1].store(data, Ordering::Relaxed);
            }
        }
        Ok(Table { words, buckets, ways: ways as usize, evictions: AtomicU64::new(0) })
    }

    #[cfg(test)]
    fn entries(&self) -> usize {
        self.words
            .as_slice()
            .chunks_exact(WORDS_PER_ENTRY)
            .filter(|words| words[1].load(Ordering::Relaxed) != 0)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(hash: u64) -> Keys {
        Keys { hash, goal: hash ^ 0x1111, path: hash ^ 0x2222 }
    }

    #[test]
    fn remembers_three_kinds_beside_each_other() {
        let table = Table::with_entries(64).unwrap();
        let keys = keys(0x0123_4567_89AB_CDEF);
        table.store_bounds(&keys, ValueBounds { lowest: 1, highest: 5 }, 10);
        table.store_bounds(&keys, ValueBounds { lowest: 0, highest: 3 }, 10);
        table.store_numbers(&keys, ProofNumbers { proof: 7, disproof: u32::MAX - 1 }, 12, 100);
        table.store_lost_on_path(&keys, 4, 1);
        let known = table.look_up(&keys);
        assert_eq!(known.bounds, Some(ValueBounds { lowest: 1, highest: 3 }));
        assert_eq!(known.numbers, Some((ProofNumbers { proof: 7, disproof: LARGEST_NUMBER }, 12)));
        assert_eq!(known.lost_on_path, Some(4));
        assert_eq!(table.look_up(&Keys { hash: keys.hash + 1, goal: 1, path: 2 }), Known::default());
    }

    #[test]
    fn throws_out_small_work_first_and_settled_last() {
        let table = Table::with_entries(4).unwrap();
        table.store_bounds(&keys(1), ValueBounds { lowest: 0, highest: 0 }, 1);
        let numbers = ProofNumbers { proof: 1, disproof: 1 };
        for (hash, work) in [(2, 1000), (3, 10), (4, 100)] {
            table.store_numbers(&keys(hash), numbers, 0, work);
        }
        table.store_numbers(&keys(5), numbers, 0, 1);
        let is_there = |hash: u64| table.look_up(&keys(hash)) != Known::default();
        assert_eq!((1..=5).map(is_there).collect::<Vec<_>>(), [true, true, false, true, true]);
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::with_entries(1).unwrap();
        let numbers = ProofNumbers { proof: 3, disproof: 4 };
        table.store_numbers(&keys(77), numbers, 0, 1);
        let words = table.words.as_slice();
        words[1].store(words[1].load(Ordering::Relaxed) ^ 1, Ordering::Relaxed);
        assert_eq!(table.look_up(&keys(77)), Known::default());
    }

    #[test]
    fn a_smaller_table_keeps_what_is_settled() {
        let mut table = Table::with_entries(1 << 12).unwrap();
        let spread = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bounds = ValueBounds { lowest: 0, highest: 1 };
        for number in 1..200 {
            table.store_bounds(&keys(spread(number)), bounds, 1 << (number % 20));
        }
        for number in 200..1000 {
            table.store_numbers(&keys(spread(number)), ProofNumbers { proof: 3, disproof: 4 }, 0, 1);
        }
        let bytes = table.bytes();
        table.shrink();
        assert_eq!(table.bytes(), bytes / 4);
        let kept = (1..200).filter(|&number| table.look_up(&keys(spread(number))).bounds == Some(bounds)).count();
        assert!(kept > 190, "{kept} of 199");
        assert_eq!(table.entries(), kept);
        table.store_bounds(&keys(spread(5000)), bounds, 1);
        assert_eq!(table.look_up(&keys(spread(5000))).bounds, Some(bounds));
    }

    #[test]
    fn a_larger_table_knows_the_same() {
        let table = Table::with_entries(1 << 10).unwrap();
        let spread = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bounds = ValueBounds { lowest: 0, highest: 1 };
        let numbers = ProofNumbers { proof: 3, disproof: 4 };
        for number in 1..150 {
            table.store_bounds(&keys(spread(number)), bounds, 1 << (number % 20));
            table.store_numbers(&keys(spread(1000 + number)), numbers, 7, number);
            table.store_lost_on_path(&keys(spread(2000 + number)), 4, 1);
        }
        let larger = table.grown(8 * table.bytes(), |key| key ^ 0x1111).unwrap();
        assert_eq!(larger.bytes(), 8 * table.bytes());
        let known = |table: &Table, number: u64| table.look_up(&keys(spread(number)));
        let kept = (1..150).filter(|&number| known(&larger, number).bounds == Some(bounds)).count();
        let before = (1..150).filter(|&number| known(&table, number).bounds == Some(bounds)).count();
        assert!(before > 140 && kept == before, "{kept} of {before}");
        for number in 1001..1150 {
            assert_eq!(known(&larger, number), known(&table, number), "{number}");
        }
        // Where a key is turned into the wrong hash, nothing is claimed.
        let other = table.grown(8 * table.bytes(), |key| key ^ 0x7777_0000_0000_0000).unwrap();
        assert!((1001..1150).all(|number| known(&other, number).bounds.is_none()));
    }

    #[test]
    fn a_sweep_makes_room() {
        let table = Table::with_entries(1024).unwrap();
        let numbers = ProofNumbers { proof: 3, disproof: 4 };
        let spread = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for number in 1..2000 {
            table.store_numbers(&keys(spread(number)), numbers, 0, 1 + number % 50);
        }
        let before = table.entries();
        table.collect_garbage();
        assert!(table.entries() < before, "{before} entries before, {} after", table.entries());
        assert!(table.entries() > before / 2, "{before} entries before, {} after", table.entries());
    }
}
