//! Hashes of positions: 64 bits in which nothing is absorbed.
//!
//! The depth-first searches know a position by a 64-bit hash, so two positions of one search that share a hash share
//! an answer. By chance that happens once in 2⁶⁴ pairs. It must not happen by construction: every step here is a
//! bijection in each of its arguments, so no value of one word can make another word vanish, and every bit of a word
//! reaches every bit of the result before the next word comes in.
//!
//! A product of two words, folded, is faster and does not keep this promise: it is 0 whenever one factor is.

use std::hash::Hasher;

/// A bijection of 64-bit words in which every bit of the result depends on every bit of the word (the step of the
/// generator splitmix64; Steele, Lea and Flood 2014).
///
/// ```
/// use winproof::hash::scramble;
/// assert!((scramble(1) ^ scramble(0)).count_ones() > 16);
/// ```
#[inline]
#[must_use]
pub const fn scramble(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// The word that [`scramble`] makes this of.
pub(crate) const fn unscramble(word: u64) -> u64 {
    // The factors are the inverses of those above, modulo 2^64.
    let word = (word ^ word >> 31 ^ word >> 62).wrapping_mul(0x3196_42B2_D24D_8EC3);
    let word = (word ^ word >> 27 ^ word >> 54).wrapping_mul(0x96DE_1B17_3F11_9089);
    (word ^ word >> 30 ^ word >> 60).wrapping_sub(0x9E37_79B9_7F4A_7C15)
}

/// A hash of two words: for each value of one it is a bijection of the other. A hash and one more word make the hash of
/// a longer list.
///
/// The second word should not be a [`scramble`] itself: `mix(a, scramble(b))` is `mix(b, scramble(a))`.
///
/// ```
/// use winproof::hash::mix;
/// assert_ne!(mix(1, 2), mix(2, 1));
/// assert_ne!(mix(mix(1, 2), 3), mix(1, mix(2, 3)));
/// ```
#[inline]
#[must_use]
pub const fn mix(first: u64, second: u64) -> u64 {
    scramble(scramble(first) ^ second)
}

/// Hashes whatever derives [`Hash`], word by word with [`mix`]: the default of [`Game::hash`](crate::Game::hash).
///
/// ```
/// use std::hash::{Hash, Hasher};
/// use winproof::hash::PositionHasher;
/// let hash = |board: [u64; 2]| {
///     let mut hasher = PositionHasher::default();
///     board.hash(&mut hasher);
///     hasher.finish()
/// };
/// assert_ne!(hash([1 << 63, 0]), hash([0, 1 << 63]));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionHasher {
    state: u64,
}

impl PositionHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.state = scramble(self.state ^ word);
    }
}

impl Hasher for PositionHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(word));
        }
        // Bytes that end in zeros differ from shorter ones.
        self.add(bytes.len() as u64);
    }
    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }
    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }
    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }
    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.add(number as u64);
        self.add((number >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::Hash;

    /// Words in which a weak hash would show: none, all, single bits, halves, constants of this file.
    fn structured_words() -> Vec<u64> {
        let mut words = vec![0, u64::MAX, 0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB];
        words.extend((0..64).map(|bit| 1u64 << bit));
        words.extend((0..64).map(|bit| !(1u64 << bit)));
        words.extend((0..64).map(|bit| 0x0000_0000_FFFF_FFFFu64.rotate_left(bit)));
        words
    }

    #[test]
    fn scrambling_loses_nothing() {
        for word in structured_words() {
            assert_eq!(unscramble(scramble(word)), word);
        }
    }

    #[test]
    fn no_word_absorbs_another() {
        let words = structured_words();
        for &fixed in &words {
            let first: HashSet<u64> = words.iter().map(|&word| mix(word, fixed)).collect();
            let second: HashSet<u64> = words.iter().map(|&word| mix(fixed, word)).collect();
            let different: HashSet<&u64> = words.iter().collect();
            assert_eq!((first.len(), second.len()), (different.len(), different.len()), "{fixed:#x}");
        }
        let pairs: HashSet<u64> = words.iter().flat_map(|&a| words.iter().map(move |&b| mix(a, b))).collect();
        let different: HashSet<&u64> = words.iter().collect();
        assert_eq!(pairs.len(), different.len() * different.len(), "structured pairs share a hash");
    }

    #[test]
    fn the_default_hash_tells_bit_changes_in_two_words_apart() {
        fn hash(position: impl Hash) -> u64 {
            let mut hasher = PositionHasher::default();
            position.hash(&mut hasher);
            hasher.finish()
        }
        let mut seen = HashSet::new();
        for first in 0..64 {
            for second in 0..64 {
                // A hash that adds and multiplies cannot see the top bit change in two words.
                assert!(seen.insert(hash((1u64 << first, 1u64 << second))));
                assert!(seen.insert(hash((!(1u64 << first), 1u64 << second))));
            }
        }
        assert_ne!(hash((1u64 << 63, 0u64)), hash((0u64, 1u64 << 63)));
        assert_ne!(hash([0u8; 3].as_slice()), hash([0u8; 4].as_slice()));
        assert_ne!(hash(u128::from(u64::MAX)), hash(u128::from(u64::MAX) << 64));
    }
}
