//! Lines of discs on a board of 8 × 8 bits: where a disc can be placed, and what it turns.
//!
//! All squares are worked on at once: a set of squares is shifted along a direction, and what it meets is collected. A
//! line has at most eight squares, so that at most six discs are between two others.

/// All columns but the first and the last. An opponent's disc on those two lies between no others along a row or a
/// diagonal, and taking them out keeps lines from running over the edge into the next row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares next to a run of `other` that begins next to `own`, in all directions. They may be taken or off the
/// board.
#[inline]
pub(super) fn behind_runs(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    behind_runs_along::<1>(own, inner)
        | behind_runs_along::<7>(own, inner)
        | behind_runs_along::<8>(own, other)
        | behind_runs_along::<9>(own, inner)
}

/// The runs of `other` between a square and the nearest of `own`, in all directions.
#[inline]
pub(super) fn runs_between(square: u64, own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    runs_between_along::<1>(square, own, inner)
        | runs_between_along::<7>(square, own, inner)
        | runs_between_along::<8>(square, own, other)
        | runs_between_along::<9>(square, own, inner)
}

#[inline]
fn behind_runs_along<const STEP: u32>(own: u64, other: u64) -> u64 {
    let (up, down) = runs_along::<STEP>(own, other);
    up << STEP | down >> STEP
}

#[inline]
fn runs_between_along<const STEP: u32>(square: u64, own: u64, other: u64) -> u64 {
    let (up, down) = runs_along::<STEP>(square, other);
    let kept = |run: u64, end: u64| if end & own == 0 { 0 } else { run };
    kept(up, up << STEP) | kept(down, down >> STEP)
}

/// The runs of `other` that begin next to the given squares, in one direction and in the opposite one.
#[inline]
fn runs_along<const STEP: u32>(from: u64, other: u64) -> (u64, u64) {
    let mut up = other & from << STEP;
    let mut down = other & from >> STEP;
    up |= other & up << STEP;
    down |= other & down >> STEP;
    // The first two are found; from here on two at once.
    let up_pairs = other & other << STEP;
    let down_pairs = other & other >> STEP;
    for _ in 0..2 {
        up |= up_pairs & up << (2 * STEP);
        down |= down_pairs & down >> (2 * STEP);
    }
    (up, down)
}

/// The squares of a set and those next to them, some of them perhaps off the board.
pub(super) fn with_neighbours(set: u64) -> u64 {
    let (first_column, last_column) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080);
    let row = set | (set & !last_column) << 1 | (set & !first_column) >> 1;
    row | row << 8 | row >> 8
}

/// The set with its rows in reverse order, on a board of so many rows.
#[inline]
pub(super) fn upside_down(set: u64, rows: u32) -> u64 {
    set.swap_bytes() >> (8 * (8 - rows))
}

/// The set with its columns in reverse order, on a board of so many columns.
#[inline]
pub(super) fn left_to_right(set: u64, columns: u32) -> u64 {
    set.swap_bytes().reverse_bits() >> (8 - columns)
}

/// The set with rows and columns exchanged.
#[inline]
pub(super) fn transposed(set: u64) -> u64 {
    // Exchanges blocks of 1, 2 and 4 squares across the diagonal.
    let exchange = |set: u64, mask: u64, distance: u32| {
        let differing = (set ^ set >> distance) & mask;
        set ^ differing ^ differing << distance
    };
    let set = exchange(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = exchange(set, 0x0000_cccc_0000_cccc, 14);
    exchange(set, 0x0000_0000_f0f0_f0f0, 28)
}
