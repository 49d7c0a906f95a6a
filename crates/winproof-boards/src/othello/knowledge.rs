//! What searches may know of Othello beyond its rules: which discs stay as they are for good, and how good a position
//! looks. Certificates rest on none of it.
//!
//! A disc is *stable* if along each of the four axes it cannot lie between two others: its line is full, or it has the
//! edge or a stable disc of its own colour beside it. What is found so never changes colour again, so it bounds what
//! play can be worth.

use super::lines::with_neighbours;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// One step along an axis, to the square with the higher number. What would come round an edge of the eight columns
/// is left out.
#[inline]
fn up<const STEP: u32>(set: u64) -> u64 {
    let kept = match STEP {
        7 => !FIRST_COLUMN,
        8 => !0,
        _ => !LAST_COLUMN,
    };
    (set & kept) << STEP
}

/// One step the other way.
#[inline]
fn down<const STEP: u32>(set: u64) -> u64 {
    let kept = match STEP {
        7 => !LAST_COLUMN,
        8 => !0,
        _ => !FIRST_COLUMN,
    };
    (set & kept) >> STEP
}

/// The squares on lines along an axis that have no free square.
#[inline]
fn on_full_lines<const STEP: u32>(board: u64, free: u64) -> u64 {
    let (mut above, mut below) = (free, free);
    for _ in 0..7 {
        above |= up::<STEP>(above) & board;
        below |= down::<STEP>(below) & board;
    }
    board & !(above | below)
}

/// The squares of a set that are safe along an axis if `stable` is.
#[inline]
fn is_backed<const STEP: u32>(board: u64, full: u64, stable: u64) -> u64 {
    full | !up::<STEP>(board) | up::<STEP>(stable) | !down::<STEP>(board) | down::<STEP>(stable)
}

/// The discs of `own` that no play can turn.
pub(super) fn stable(board: u64, own: u64, other: u64) -> u64 {
    let free = board & !(own | other);
    let rows = on_full_lines::<1>(board, free);
    let columns = on_full_lines::<8>(board, free);
    let falling = on_full_lines::<9>(board, free);
    let rising = on_full_lines::<7>(board, free);
    let mut stable = 0;
    loop {
        let grown = own
            & is_backed::<1>(board, rows, stable)
            & is_backed::<8>(board, columns, stable)
            & is_backed::<9>(board, falling, stable)
            & is_backed::<7>(board, rising, stable);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The squares at the four corners.
#[inline]
pub(super) fn corners(board: u64) -> u64 {
    let outer = |step_up: u64, step_down: u64| !step_up | !step_down;
    board & outer(up::<1>(board), down::<1>(board)) & outer(up::<8>(board), down::<8>(board))
}

/// How good a side stands: its moves, those on corners twice; free squares beside the opponent's discs, which may
/// become moves; corners.
pub(super) fn standing(board: u64, own: u64, other: u64, places: u64) -> i32 {
    let corners = corners(board);
    let free = board & !(own | other);
    let moves = places.count_ones() + (places & corners).count_ones();
    let later = (with_neighbours(other) & free).count_ones();
    let held = (own & corners).count_ones();
    (16 * moves + 4 * later + 64 * held) as i32
}
