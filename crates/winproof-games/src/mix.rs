//! Hashing by multiplication, for games that hash their positions faster than field by field.

/// Odd constants without a pattern (from the digits of the golden ratio and of square roots of primes).
pub(crate) const SALT: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b];

/// The two halves of a product laid over each other: one multiplication, and each bit depends on all others.
#[inline]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// A hash of two words that spreads every bit of them over the whole result.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    fold(a ^ SALT[0], b ^ SALT[1])
}
