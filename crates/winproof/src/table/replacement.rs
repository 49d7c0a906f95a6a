//! The table of alpha-beta, and what it keeps when two positions want the same place (Breuker 1998, chapter 2).
//!
//! An entry is 24 bytes, three words:
//! ```text
//! word 0: the position's hash, XORed with a mix of the other words
//! word 1: least value · greatest value · best move · height of the tree below, 16 bits each
//! word 2: nodes searched, 32 bits · depth limit it ran into, 16 bits · time stamp, 8 bits · in use, 1 bit
//! ```
//! Values are places in the ascending list of possible values. They are bounds of the true value on every path, so
//! that an entry never gets worse: what is stored again is narrowed by what was there.
//!
//! Threads can share the table without locks: a reader who sees words of different entries computes a hash that nobody
//! asked for. The words are mixed by multiplication, since an XOR of the two alone can be that of another entry.
//!
//! A place holds one entry, or two where the scheme has two levels: then the first is the one that is worth more, and
//! the second always gives way.

use super::memory::Words;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

const WORDS_PER_ENTRY: usize = 3;
const IN_USE: u64 = 1 << 63;

/// Which of two positions stays in the table when both want the same place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replacement {
    /// The one with the deeper tree below it; of equals, the newer.
    Deep,
    /// The newer.
    New,
    /// The older.
    Old,
    /// The one that took more nodes; a position found in the table counts as one node.
    Big1,
    /// The one that took more nodes; a position found in the table counts as the nodes that it once took.
    BigAll,
    /// Two levels: the deeper in the first, the newer in the second.
    TwoDeep,
    /// Two levels: the one that took more nodes in the first, the newer in the second.
    #[default]
    TwoBig1,
}

impl Replacement {
    /// All schemes, as the thesis lists them.
    pub const ALL: [Replacement; 7] = [
        Replacement::Deep,
        Replacement::New,
        Replacement::Old,
        Replacement::Big1,
        Replacement::BigAll,
        Replacement::TwoDeep,
        Replacement::TwoBig1,
    ];

    /// The scheme's name, in small letters.
    pub fn word(self) -> &'static str {
        match self {
            Replacement::Deep => "deep",
            Replacement::New => "new",
            Replacement::Old => "old",
            Replacement::Big1 => "big1",
            Replacement::BigAll => "bigall",
            Replacement::TwoDeep => "twodeep",
            Replacement::TwoBig1 => "twobig1",
        }
    }

    /// The scheme of this name.
    pub fn by_word(word: &str) -> Option<Replacement> {
        Replacement::ALL.into_iter().find(|scheme| scheme.word() == word)
    }

    /// How many entries a place of the table holds.
    ///
    /// ```
    /// use winproof::Replacement;
    /// assert_eq!((Replacement::Deep.levels(), Replacement::TwoDeep.levels()), (1, 2));
    /// ```
    pub fn levels(self) -> usize {
        if matches!(self, Replacement::TwoDeep | Replacement::TwoBig1) { 2 } else { 1 }
    }

    /// Whether a newcomer takes the (first) place of an entry.
    ///
    /// ```
    /// use winproof::{Merit, Replacement};
    /// let (shallow, deep) = (Merit { height: 2, work: 900 }, Merit { height: 5, work: 30 });
    /// assert!(!Replacement::Deep.prefers(shallow, deep) && Replacement::Big1.prefers(shallow, deep));
    /// ```
    pub fn prefers(self, newcomer: Merit, old: Merit) -> bool {
        match self {
            Replacement::New => true,
            Replacement::Old => false,
            Replacement::Deep | Replacement::TwoDeep => newcomer.height >= old.height,
            Replacement::Big1 | Replacement::BigAll | Replacement::TwoBig1 => newcomer.work >= old.work,
        }
    }
}

/// What an entry is worth: what the schemes compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merit {
    /// How many moves deep the tree below the position was.
    pub height: u16,
    /// How many nodes it took.
    pub work: u32,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remembered {
    /// The place of the least value that it can have.
    pub(crate) low: u16,
    /// The place of the greatest value that it can have.
    pub(crate) high: u16,
    /// The best move, as its place among the position's moves.
    pub(crate) best: Option<u16>,
    /// How many moves deep the tree below it was.
    pub(crate) height: u16,
    /// How many nodes it took.
    pub(crate) work: u32,
    /// The depth to which it was searched without an answer; 0 where no limit on depth was met.
    pub(crate) limit: u16,
    /// The search that it is from, modulo 256.
    pub(crate) stamp: u8,
}

const NO_MOVE: u16 = u16::MAX;

impl Remembered {
    fn merit(&self) -> Merit {
        Merit { height: self.height, work: self.work }
    }

    fn words(&self) -> [u64; 2] {
        let best = u64::from(self.best.unwrap_or(NO_MOVE));
        [
            u64::from(self.low) | u64::from(self.high) << 16 | best << 32 | u64::from(self.height) << 48,
            u64::from(self.work) | u64::from(self.limit) << 32 | u64::from(self.stamp) << 48 | IN_USE,
        ]
    }

    fn from_words(words: [u64; 2]) -> Remembered {
        let best = (words[0] >> 32) as u16;
        Remembered {
            low: words[0] as u16,
            high: (words[0] >> 16) as u16,
            best: (best != NO_MOVE).then_some(best),
            height: (words[0] >> 48) as u16,
            work: words[1] as u32,
            limit: (words[1] >> 32) as u16,
            stamp: (words[1] >> 48) as u8,
        }
    }
}

/// What the words of an entry are sealed with.
#[inline]
fn seal(values: u64, rest: u64) -> u64 {
    let mixed = values.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ rest.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 32
}

/// A table of positions and bounds of their values.
pub(crate) struct ScoreTable {
    words: Words,
    places: u64,
    /// Entries in a place.
    levels: usize,
    scheme: Replacement,
    /// Whether entries of earlier searches give way to any newcomer.
    time_stamps: bool,
    /// The search under way, modulo 256.
    stamp: u8,
}

impl ScoreTable {
    /// A table of at most this many bytes, of one entry at least; `None` if the system has no room.
    pub(crate) fn with_bytes(bytes: usize, scheme: Replacement, time_stamps: bool) -> Option<ScoreTable> {
        ScoreTable::with_entries(bytes / (WORDS_PER_ENTRY * size_of::<u64>()), scheme, time_stamps)
    }

    /// A table of this many entries (one less where a scheme of two levels is given an odd number), and of one at
    /// least.
    pub(crate) fn with_entries(entries: usize, scheme: Replacement, time_stamps: bool) -> Option<ScoreTable> {
        let entries = entries.max(1);
        let levels = scheme.levels().min(entries);
        let places = entries / levels;
        let words = Words::zeroed(places * levels * WORDS_PER_ENTRY)?;
        Some(ScoreTable { words, places: places as u64, levels, scheme, time_stamps, stamp: 0 })
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }

    /// Makes ready for a long search, as far as there has been time for it: to be called from time to time.
    pub(crate) fn improve(&self) {
        self.words.improve();
    }

    /// Makes ready for several threads.
    pub(crate) fn complete(&self) {
        self.words.complete();
    }

    /// Makes the table smaller, down to a quarter, in place; what stays is for the scheme to say. False if it is too
    /// small for that.
    pub(crate) fn shrink(&mut self) -> bool {
        if self.places < 16 {
            return false;
        }
        let old_places = self.places as usize;
        self.places /= 4;
        // A hash's new place comes before its old one, so each is read before it is written to.
        for first in (0..old_places * self.levels * WORDS_PER_ENTRY).step_by(WORDS_PER_ENTRY) {
            let Some((hash, entry)) = self.read(first) else { continue };
            self.words.as_slice()[first + 2].store(0, Ordering::Relaxed);
            self.store(hash, entry);
        }
        self.words.shorten(self.places as usize * self.levels * WORDS_PER_ENTRY);
        true
    }

    /// A new search begins: what is there now is from an earlier one.
    pub(crate) fn begin_search(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
    }

    /// The search under way, as [`Remembered::stamp`] has it.
    pub(crate) fn stamp(&self) -> u8 {
        self.stamp
    }

    #[inline]
    fn first_word(&self, hash: u64) -> usize {
        let place = ((u128::from(hash) * u128::from(self.places)) >> 64) as usize;
        place * self.levels * WORDS_PER_ENTRY
    }

    /// Asks for a position's place before it is needed.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        self.words.prefetch(self.first_word(hash));
    }

    #[inline]
    fn read(&self, first: usize) -> Option<(u64, Remembered)> {
        let words = &self.words.as_slice()[first..first + WORDS_PER_ENTRY];
        let [sealed, values, rest] = [0, 1, 2].map(|place: usize| words[place].load(Ordering::Relaxed));
        (rest != 0).then(|| (sealed ^ seal(values, rest), Remembered::from_words([values, rest])))
    }

    fn write(&self, first: usize, hash: u64, entry: &Remembered) {
        let words = &self.words.as_slice()[first..first + WORDS_PER_ENTRY];
        let [values, rest] = entry.words();
        for (word, new) in words.iter().zip([hash ^ seal(values, rest), values, rest]) {
            word.store(new, Ordering::Relaxed);
        }
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn look_up(&self, hash: u64) -> Option<Remembered> {
        let first = self.first_word(hash);
        (0..self.levels).find_map(|level| {
            let (key, entry) = self.read(first + level * WORDS_PER_ENTRY)?;
            (key == hash).then_some(entry)
        })
    }

    /// Remembers a position, if the scheme has a place for it.
    pub(crate) fn store(&self, hash: u64, mut entry: Remembered) {
        entry.stamp = self.stamp;
        let first = self.first_word(hash);
        for level in 0..self.levels {
            let place = first + level * WORDS_PER_ENTRY;
            let Some((key, old)) = self.read(place).filter(|(key, _)| *key == hash) else { continue };
            entry.low = entry.low.max(old.low);
            entry.high = entry.high.min(old.high);
            entry.best = entry.best.or(old.best);
            entry.work = entry.work.max(old.work);
            entry.height = entry.height.max(old.height);
            self.write(place, key, &entry);
            return;
        }
        let Some((old_hash, old)) = self.read(first) else { return self.write(first, hash, &entry) };
        if self.time_stamps && old.stamp != self.stamp {
            self.write(first, hash, &entry);
        } else if self.scheme.prefers(entry.merit(), old.merit()) {
            if self.levels == 2 {
                self.write(first + WORDS_PER_ENTRY, old_hash, &old);
            }
            self.write(first, hash, &entry);
        } else if self.levels == 2 {
            self.write(first + WORDS_PER_ENTRY, hash, &entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(height: u16, work: u32) -> Remembered {
        Remembered { low: 0, high: 2, best: Some(1), height, work, limit: 0, stamp: 0 }
    }

    /// Which of the positions 1, 2, 3 are left after they were stored in this order: 1 has height 5 and
    /// work 10, 2 has height 3 and work 20, 3 has height 1 and work 1.
    fn left(scheme: Replacement, entries: usize) -> Vec<u64> {
        let table = ScoreTable::with_entries(entries, scheme, false).unwrap();
        for (hash, height, work) in [(1, 5, 10), (2, 3, 20), (3, 1, 1)] {
            table.store(hash, entry(height, work));
        }
        (1..=3).filter(|&hash| table.look_up(hash).is_some()).collect()
    }

    #[test]
    fn each_scheme_keeps_its_own() {
        assert_eq!(left(Replacement::Deep, 1), [1]);
        assert_eq!(left(Replacement::New, 1), [3]);
        assert_eq!(left(Replacement::Old, 1), [1]);
        assert_eq!(left(Replacement::Big1, 1), [2]);
        assert_eq!(left(Replacement::BigAll, 1), [2]);
        assert_eq!(left(Replacement::TwoDeep, 2), [1, 3]);
        assert_eq!(left(Replacement::TwoBig1, 2), [2, 3]);
        // A two-level scheme with one entry has one level.
        assert_eq!(left(Replacement::TwoDeep, 1), [1]);
    }

    /// Whatever words of two entries a reader gets together, it finds what was stored, or nothing.
    #[test]
    fn torn_entries_are_not_believed() {
        let entries = |low: u16, work: u32| Remembered { low, work, ..entry(3, work) };
        // The XOR of the two words is the same in both, as that of many pairs is.
        let (first, second) = (entries(0, 5), entries(1, 4));
        let words = |hash: u64, entry: &Remembered| {
            let [values, rest] = entry.words();
            [hash ^ seal(values, rest), values, rest]
        };
        for (one, other) in [(7, 9), (7, 7)] {
            let (a, b) = (words(one, &first), words(other, &second));
            let table = ScoreTable::with_entries(1, Replacement::New, false).unwrap();
            for mix in 0..8 {
                for place in 0..3 {
                    let word = if mix >> place & 1 == 0 { a[place] } else { b[place] };
                    table.words.as_slice()[place].store(word, Ordering::Relaxed);
                }
                let found = (table.look_up(one), table.look_up(other));
                assert!(
                    found.0.is_none_or(|found| found == first || one == other && found == second),
                    "{mix}: {found:?}"
                );
                assert!(
                    found.1.is_none_or(|found| found == second || one == other && found == first),
                    "{mix}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn stamped_entries_give_way() {
        let mut table = ScoreTable::with_entries(1, Replacement::Old, true).unwrap();
        table.store(1, entry(1, 1));
        table.store(2, entry(9, 9));
        assert!(table.look_up(1).is_some() && table.look_up(2).is_none());
        table.begin_search();
        assert!(table.look_up(1).is_some(), "what was known is still of use");
        table.store(2, entry(1, 1));
        assert!(table.look_up(1).is_none() && table.look_up(2).is_some());
    }

    #[test]
    fn a_smaller_table_keeps_what_the_scheme_prefers() {
        let mut table = ScoreTable::with_entries(1 << 12, Replacement::TwoBig1, false).unwrap();
        // Hashes spread over the whole table, so that about one in four finds room; a few are worth much.
        let hash = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let is_big = |number: u64| number % 64 == 0;
        for number in 1..=4096 {
            table.store(hash(number), entry(1, if is_big(number) { 1000 } else { 1 }));
        }
        let kept = |table: &ScoreTable, big: bool| {
            (1..=4096).filter(|&number| is_big(number) == big && table.look_up(hash(number)).is_some()).count()
        };
        assert_eq!(kept(&table, true), 64);
        let (bytes, before) = (table.bytes(), kept(&table, false));
        table.shrink();
        assert_eq!(table.bytes(), bytes / 4);
        assert!(kept(&table, true) > 60, "{}", kept(&table, true));
        let after = kept(&table, false);
        assert!(after < before && (700..=1024).contains(&after), "{before} before, {after} after");
    }

    #[test]
    fn entries_read_back_and_narrow() {
        let table = ScoreTable::with_entries(1000, Replacement::TwoBig1, true).unwrap();
        let hash = 0x0123_4567_89AB_CDEF;
        let first = Remembered { low: 3, high: 65_535, best: Some(7), height: 9, work: u32::MAX, limit: 12, stamp: 0 };
        table.store(hash, first);
        assert_eq!(table.look_up(hash), Some(first));
        table.store(hash, Remembered { low: 1, high: 5, best: None, height: 2, work: 3, limit: 0, stamp: 0 });
        let narrowed = Remembered { low: 3, high: 5, best: Some(7), height: 9, work: u32::MAX, limit: 0, stamp: 0 };
        assert_eq!(table.look_up(hash), Some(narrowed));
        assert_eq!(table.look_up(hash ^ 1), None);
        for scheme in Replacement::ALL {
            assert_eq!(Replacement::by_word(scheme.word()), Some(scheme));
        }
    }
}
