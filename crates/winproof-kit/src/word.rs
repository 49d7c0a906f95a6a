//! Machine words that hold a board: 64 bits for the boards that people play on, 128 bits for larger ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use winproof::hash::{mix, scramble};

/// A set of cells, one bit each. `u64` and `u128` are words; there are no others.
pub trait Word:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells fit.
    const BITS: u32;
    /// The set of the first cell alone.
    const ONE: Self;
    /// The sum; what does not fit is lost.
    fn plus(self, other: Self) -> Self;
    /// How many cells are in the set.
    fn count(self) -> u32;
    /// The first cell of a set that has one.
    fn first(self) -> u32;
    /// The set with its bits in the opposite order.
    fn reversed(self) -> Self;
    /// A hash of two sets that spreads every bit of them over the whole result.
    fn mix(self, other: Self) -> u64;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;
    const ONE: u64 = 1;
    #[inline]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline]
    fn reversed(self) -> Self {
        self.reverse_bits()
    }
    #[inline]
    fn mix(self, other: u64) -> u64 {
        mix(self, other)
    }
}

impl Word for u128 {
    const BITS: u32 = u128::BITS;
    const ONE: u128 = 1;
    #[inline]
    fn plus(self, other: u128) -> u128 {
        self.wrapping_add(other)
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline]
    fn reversed(self) -> Self {
        self.reverse_bits()
    }
    #[inline]
    fn mix(self, other: u128) -> u64 {
        let words = [self >> 64, other, other >> 64];
        words.iter().fold(scramble(self as u64), |hash, &word| scramble(hash ^ word as u64))
    }
}
