//! What is known of positions that came up of late while a strategy is built. Threads share it.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// How many positions of late are remembered.
const REMEMBERED: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 20;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It settles by itself.
    Settles,
    /// It does not settle.
    Open,
    /// It is in the layer of this depth.
    Listed(u32),
}

/// The fates of positions, by hash. A wrong one makes a certificate that the checker refuses.
pub(super) struct Fates {
    /// In a place: what its number does not say of the hash, and the fate in the last bits; 0 if there is nothing.
    places: Vec<AtomicU64>,
}

/// The bits of a fate.
const FATE_MASK: u64 = (1 << PLACE_BITS) - 1;
const FIRST_DEPTH: u64 = 3;

impl Fates {
    pub(super) const BYTES: usize = REMEMBERED * size_of::<AtomicU64>();

    pub(super) fn new() -> Fates {
        Fates { places: (0..REMEMBERED).map(|_| AtomicU64::new(0)).collect() }
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.places[(hash >> (u64::BITS - PLACE_BITS)) as usize]
    }

    pub(super) fn get(&self, hash: u64) -> Option<Fate> {
        let word = self.place(hash).load(Ordering::Relaxed);
        if word & !FATE_MASK != hash << PLACE_BITS {
            return None;
        }
        match word & FATE_MASK {
            0 => None,
            1 => Some(Fate::Settles),
            2 => Some(Fate::Open),
            depth => Some(Fate::Listed((depth - FIRST_DEPTH) as u32)),
        }
    }

    pub(super) fn set(&self, hash: u64, fate: Fate) {
        let fate = match fate {
            Fate::Settles => 1,
            Fate::Open => 2,
            // No game goes on for so long and has a strategy that is built layer by layer.
            Fate::Listed(depth) => (u64::from(depth) + FIRST_DEPTH).min(FATE_MASK),
        };
        self.place(hash).store(hash << PLACE_BITS | fate, Ordering::Relaxed);
    }
}

/// How often positions of a layer settle: where hardly one does, few are tried.
#[derive(Default)]
pub(super) struct Luck {
    tried: AtomicU32,
    settled: AtomicU32,
    passed_over: AtomicU32,
}

impl Luck {
    /// Tries before anything can be said.
    const FIRST: u32 = 200;
    /// Where fewer than one in so many settles,
    const RARE: u32 = 50;
    /// one in so many is tried.
    const SAMPLE: u32 = 20;

    pub(super) fn is_worth_a_try(&self) -> bool {
        let tried = self.tried.load(Ordering::Relaxed);
        if tried < Luck::FIRST || self.settled.load(Ordering::Relaxed) > tried / Luck::RARE {
            return true;
        }
        (self.passed_over.fetch_add(1, Ordering::Relaxed) + 1) % Luck::SAMPLE == 0
    }

    pub(super) fn note(&self, settles: bool) {
        self.tried.fetch_add(1, Ordering::Relaxed);
        self.settled.fetch_add(u32::from(settles), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fates_are_those_of_the_position_asked_about() {
        let fates = Fates::new();
        let hash = 0xFEDC_BA98_7654_3210;
        assert_eq!(fates.get(hash), None);
        assert_eq!(fates.get(0), None);
        for fate in [Fate::Settles, Fate::Open, Fate::Listed(0), Fate::Listed(41)] {
            fates.set(hash, fate);
            assert_eq!(fates.get(hash), Some(fate));
            // The same place, another position.
            assert_eq!((fates.get(hash ^ 1), fates.get(hash ^ 1 << 43)), (None, None));
        }
    }
}
