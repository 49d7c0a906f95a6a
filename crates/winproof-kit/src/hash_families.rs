//! Families of positions in which a weak hash shows, for the tests of all games.
//!
//! A hash that loses something loses it where words are special: none or all of their bits, a single bit, two halves
//! that are equal, the image of another board. Random positions hardly ever are.

use crate::Word;
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

/// Fails if two different positions of a family have one hash, or if many have one half of it.
#[track_caller]
pub fn assert_hashes_differ<P: Clone + Debug + Eq + Hash>(
    family: impl IntoIterator<Item = P>,
    hash: impl Fn(&P) -> u64,
) {
    let positions: HashSet<P> = family.into_iter().collect();
    let count = positions.len();
    let hashes: Vec<u64> = positions.iter().map(hash).collect();
    let different = |part: fn(u64) -> u64| hashes.iter().map(|&hash| part(hash)).collect::<HashSet<_>>().len();
    assert_eq!(different(|hash| hash), count, "positions share a hash");
    // Among n random numbers of 32 bits there are n²/2³³ pairs of equal ones; ten times as many are too many.
    let most_pairs = 20 + ((count as u128 * count as u128 * 10) >> 33) as usize;
    assert!(different(|hash| hash & 0xffff_ffff) + most_pairs > count, "the lower halves of hashes are alike");
    assert!(different(|hash| hash >> 32) + most_pairs > count, "the upper halves of hashes are alike");
}

/// Sets of squares that are special, all different.
pub fn special_sets<W: Word>() -> Vec<W> {
    let none = W::default();
    let range = |from: u32, to: u32| (from..to).fold(none, |set, bit| set | W::ONE << bit);
    let every = |step: usize, first: u32| (first..W::BITS).step_by(step).fold(none, |set, bit| set | W::ONE << bit);
    let mut sets = vec![none, !none, range(0, W::BITS / 2), range(W::BITS / 2, W::BITS)];
    for bit in 0..W::BITS {
        let one = W::ONE << bit;
        sets.extend([one, !one, range(0, bit), range(bit, W::BITS)]);
        // The same in both halves of the word.
        let low = range(bit / 2, (bit / 2 + 3).min(W::BITS / 2));
        sets.extend([low | low << (W::BITS / 2), one | W::ONE << (W::BITS - 1 - bit)]);
    }
    // Constants that hashes are made with: one of them may make a factor, or a sum, vanish.
    for constant in [
        0x9E37_79B9_7F4A_7C15_u64,
        0xBF58_476D_1CE4_E5B9,
        0x94D0_49BB_1331_11EB,
        0x6A09_E667_F3BC_C909,
        0xBB67_AE85_84CA_A73B,
        0x3C6E_F372_FE94_F82B,
    ] {
        let bits = (0..u64::BITS).filter(|bit| constant >> bit & 1 == 1);
        let set = bits.fold(none, |set, bit| set | W::ONE << bit);
        sets.extend([set, !set, set << (W::BITS / 2), set | set << (W::BITS / 2)]);
    }
    // Columns and rows of boards, chequers.
    for step in 2..=9 {
        sets.extend((0..step).map(|first| every(step as usize, first)));
        sets.extend((0..W::BITS / step).map(|row| range(row * step, (row + 1) * step)));
    }
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// All pairs of special sets: what hides one word of a position behind another shows here.
pub fn special_pairs<W: Word>() -> impl Iterator<Item = (W, W)> {
    let sets = special_sets::<W>();
    let others = sets.clone();
    sets.into_iter().flat_map(move |first| others.clone().into_iter().map(move |second| (first, second)))
}

/// A set without a pattern and all sets that differ from it in one or two squares.
pub fn near<W: Word>(base: W) -> impl Iterator<Item = W> {
    let one = move |bit: u32| base ^ W::ONE << bit;
    let two = move |first: u32| (0..first).map(move |second| one(first) ^ W::ONE << second);
    (0..W::BITS).map(one).chain((0..W::BITS).flat_map(two)).chain([base])
}

#[test]
fn a_product_is_found_out() {
    let folded = |&(first, second): &(u64, u64)| {
        let product = u128::from(first ^ 0x9E37_79B9_7F4A_7C15) * u128::from(second ^ 0xBF58_476D_1CE4_E5B9);
        product as u64 ^ (product >> 64) as u64
    };
    // The word that makes a factor vanish hides the other word.
    let hidden = special_sets::<u64>().into_iter().map(|set| (0x9E37_79B9_7F4A_7C15, set));
    assert!(std::panic::catch_unwind(|| assert_hashes_differ(hidden.collect::<Vec<_>>(), folded)).is_err());
    let sum = |&(first, second): &(u64, u64)| first.wrapping_mul(31).wrapping_add(second);
    assert!(std::panic::catch_unwind(|| assert_hashes_differ(special_pairs::<u64>(), sum)).is_err());
    let weak = |&set: &u64| set >> 1;
    assert!(std::panic::catch_unwind(|| assert_hashes_differ(near(0x1234_5678_9abc_def0_u64), weak)).is_err());
}
