//! Machine words that hold a board: 64 bits for the boards that people play on, 128 bits for larger ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

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
    /// A hash of two sets that spreads every bit of them over the whole result.
    fn mix(self, other: Self) -> u64;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// Odd constants without a pattern (from the digits of the golden ratio and of square roots of primes).
const SALT: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b];

/// The two halves of a product laid over each other: one multiplication, and each bit depends on all others.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
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
    fn mix(self, other: u64) -> u64 {
        fold(self ^ SALT[0], other ^ SALT[1])
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
    fn mix(self, other: u128) -> u64 {
        let low = fold(self as u64 ^ SALT[0], other as u64 ^ SALT[1]);
        let high = fold((self >> 64) as u64 ^ SALT[2], (other >> 64) as u64 ^ SALT[3]);
        fold(low ^ SALT[2], high ^ SALT[0])
    }
}
