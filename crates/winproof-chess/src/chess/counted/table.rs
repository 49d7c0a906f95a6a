//! What is known of positions for any number of moves: one entry a position, whatever the count.
//!
//! ```text
//! word 0: key (48 bits)  none (8)  wins (8)      word 1: moves (7)  work (5)  proof (26)  disproof (26)
//! ```
//! The attacker fails with `none` moves, and so with fewer; he reaches his aim with `wins`, and so with more. The two
//! numbers are for `moves` alone. A bucket is one cache line of four entries; the one with the least work behind it
//! makes room.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering::Relaxed;
use winproof::TableMemory;

/// A number that is infinite.
pub(super) const INFINITY: u32 = (1 << 26) - 1;
/// Where no number of moves is known to be enough.
const NEVER: u8 = u8::MAX;

const WORDS: usize = 8;
/// The low bits of a hash that an entry does not hold are in the number of its bucket, if there are so many buckets.
const BUCKETS_FOR_HASHES: usize = 1 << 16;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The attacker fails with so many moves.
    pub(super) none: u8,
    /// He reaches his aim with so many.
    pub(super) wins: u8,
    /// The number of moves for which the numbers are.
    pub(super) moves: u8,
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Whether anything is known at all: he fails without a move in most plays, and in some he does not.
    pub(super) has_none: bool,
}

const NOTHING: Known = Known { none: 0, wins: NEVER, moves: 127, proof: 1, disproof: 1, has_none: false };

impl Known {
    /// Whether the attacker reaches his aim with so many moves, if that is known.
    #[inline]
    pub(super) fn settles(&self, left: u8) -> Option<bool> {
        if self.wins <= left {
            Some(true)
        } else if self.has_none && self.none >= left {
            Some(false)
        } else {
            None
        }
    }

    /// Takes in a result.
    pub(super) fn settle(&mut self, left: u8, wins: bool) {
        if wins {
            self.wins = self.wins.min(left);
        } else {
            (self.none, self.has_none) = (self.none.max(left), true);
        }
    }
}

/// The table.
pub(super) struct Table {
    memory: TableMemory,
    buckets: usize,
}

impl Table {
    /// A table of at most so many bytes; `None` if the system has no room for it.
    pub(super) fn with_bytes(bytes: usize) -> Option<Table> {
        let most = (bytes / (WORDS * 8)).max(64);
        let buckets = 1 << most.ilog2();
        // A search has a large one when it has filled a small one.
        TableMemory::zeroed_for_long(buckets * WORDS).map(|memory| Table { memory, buckets })
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets * WORDS * 8
    }

    /// How full it is, in thousandths.
    pub(super) fn permille(&self) -> u32 {
        let sample = self.memory.words().chunks_exact(2).take(1000);
        sample.map(|entry| u32::from(entry[1].load(Relaxed) != 0)).sum()
    }

    pub(super) fn improve(&self) {
        self.memory.improve();
    }

    #[inline]
    fn first(&self, hash: u64) -> usize {
        (hash as usize & (self.buckets - 1)) * WORDS
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        self.memory.prefetch(self.first(hash));
    }

    #[inline]
    pub(super) fn look_up(&self, hash: u64) -> Known {
        let first = self.first(hash);
        for entry in self.memory.words()[first..first + WORDS].chunks_exact(2) {
            let (bounds, data) = (entry[0].load(Relaxed), entry[1].load(Relaxed));
            if data != 0 && bounds >> 16 == hash >> 16 {
                let none = (bounds >> 8) as u8;
                return Known {
                    none: none.saturating_sub(1),
                    has_none: none > 0,
                    wins: bounds as u8,
                    moves: (data >> 57) as u8,
                    proof: (data >> 26) as u32 & INFINITY,
                    disproof: data as u32 & INFINITY,
                };
            }
        }
        NOTHING
    }

    /// Stores what is known, and the work that it took.
    pub(super) fn store(&self, hash: u64, known: Known, work: u64) {
        let work = u64::from(u64::BITS - work.max(1).leading_zeros()).min(31);
        let first = self.first(hash);
        let entries = &self.memory.words()[first..first + WORDS];
        let (mut place, mut least) = (0, u64::MAX);
        for (number, entry) in entries.chunks_exact(2).enumerate() {
            let (bounds, data) = (entry[0].load(Relaxed), entry[1].load(Relaxed));
            if data != 0 && bounds >> 16 == hash >> 16 {
                place = number;
                break;
            }
            let work = if data == 0 { 0 } else { data >> 52 & 31 };
            if work < least {
                (place, least) = (number, work);
            }
        }
        let none = if known.has_none { u64::from(known.none) + 1 } else { 0 };
        let bounds = hash >> 16 << 16 | none << 8 | u64::from(known.wins);
        let (proof, disproof) = (u64::from(known.proof.min(INFINITY)), u64::from(known.disproof.min(INFINITY)));
        entries[2 * place].store(bounds, Relaxed);
        entries[2 * place + 1].store(u64::from(known.moves) << 57 | work << 52 | proof << 26 | disproof, Relaxed);
    }

    /// Takes over what another table holds, if that knows whole hashes.
    pub(super) fn take_over(&self, smaller: &Table) {
        if smaller.buckets < BUCKETS_FOR_HASHES {
            return;
        }
        for (number, bucket) in smaller.memory.words().chunks_exact(WORDS).enumerate() {
            for entry in bucket.chunks_exact(2) {
                let (bounds, data) = (entry[0].load(Relaxed), entry[1].load(Relaxed));
                if data != 0 {
                    let hash = bounds >> 16 << 16 | number as u64 & 0xFFFF;
                    let known = smaller.look_up(hash);
                    self.store(hash, known, 1 << (data >> 52 & 31).saturating_sub(1));
                }
            }
        }
    }

    /// Whether the numbers of buckets and the entries make whole hashes, so that the table can be saved.
    pub(super) fn can_be_saved(&self) -> bool {
        self.buckets >= BUCKETS_FOR_HASHES
    }

    /// Writes all entries: the hash, the two bounds, and the rest.
    pub(super) fn save(&self, output: &mut dyn Write) -> io::Result<()> {
        for (number, bucket) in self.memory.words().chunks_exact(WORDS).enumerate() {
            for entry in bucket.chunks_exact(2) {
                let (bounds, data) = (entry[0].load(Relaxed), entry[1].load(Relaxed));
                if data != 0 {
                    let hash = bounds >> 16 << 16 | number as u64 & 0xFFFF;
                    output.write_all(&hash.to_le_bytes())?;
                    output.write_all(&(bounds as u16).to_le_bytes())?;
                    output.write_all(&data.to_le_bytes())?;
                }
            }
        }
        Ok(())
    }

    /// Reads what was written.
    pub(super) fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        let mut bytes = [0; 18];
        loop {
            let mut filled = 0;
            while filled < bytes.len() {
                match input.read(&mut bytes[filled..])? {
                    0 if filled == 0 => return Ok(()),
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    more => filled += more,
                }
            }
            let word = |first: usize| u64::from_le_bytes(std::array::from_fn(|place| bytes[first + place]));
            let (hash, data, none, wins) = (word(0), word(10), bytes[9], bytes[8]);
            let known = Known {
                none: none.saturating_sub(1),
                has_none: none > 0,
                wins,
                moves: (data >> 57) as u8,
                proof: (data >> 26) as u32 & INFINITY,
                disproof: data as u32 & INFINITY,
            };
            self.store(hash, known, 1 << (data >> 52 & 31).saturating_sub(1));
        }
    }
}
