//! Domineering cut into bands: a bound on the value of a position that is exact within each band.
//!
//! Cut the board between rows into bands of one or two rows. A flat domino lies within one row, so Horizontal loses
//! nothing. If Vertical keeps to his bands, he plays a sum of independent games, and whatever he reaches in the sum he
//! reaches on the whole board. So the value of the board, as a combinatorial game, is at least the sum of the bands'
//! values; the same holds for Horizontal with columns. How the cuts are chosen is in [`cuts`].
//!
//! # The value of a band
//! A band falls into regions that do not touch. For every pattern of two rows, [`Strips`] has what its regions are
//! worth to the player who keeps to the band (Conway 1976):
//! - the greatest number n, in quarters, with G ≥ n: he wins G − n when the other moves first;
//! - where it pays to move, or at least costs nothing, a *switch* {a | b} with G ≥ {a | b}: a is the best number that
//!   one move of his leads to, b the worst that one move of the other's does. (In G − {a | b} he answers each move to b
//!   or to a, and what is left is at least 0.)
//!
//! Either may say more: the number where an answer at once is worth more than letting the other move twice, the switch
//! where several of them are shared out. Both ways are tried ([`Reading`]).
//!
//! A sum of numbers and switches is played out by taking the largest switches in turn; then the
//! sum of the numbers decides, and if that is 0, who has to move.
//!
//! Nothing here needs to be believed: a certificate shows the play.

mod cuts;

use std::sync::OnceLock;

/// The longest row that is looked at: there are 4 to this power patterns.
const WIDEST: usize = 10;
/// Numbers are in units of a quarter.
const UNIT: i16 = 4;

/// At least what bands are worth: a sum of numbers and switches. Of two switches of one size each player gets one,
/// whenever they are played, and it is the same player's turn again. So all that counts is the average, and of which
/// sizes there is an odd number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    /// Twice the average: twice the numbers, and both sides of every switch.
    mean: i16,
    /// The sizes a - b of the switches {a | b}, a bit each, if there is an odd number of that size.
    odd_sizes: u32,
}

impl Sum {
    fn number(number: i16) -> Sum {
        Sum { mean: 2 * number, odd_sizes: 0 }
    }

    /// The switch {a | b}, unless it is none or is larger than any that is kept.
    fn switch(best: i16, worst: i16) -> Option<Sum> {
        let odd_sizes = 1u32.checked_shl(u32::try_from(best - worst).ok()?)?;
        Some(Sum { mean: best + worst, odd_sizes })
    }

    #[inline]
    fn plus(self, other: Sum) -> Sum {
        Sum { mean: self.mean + other.mean, odd_sizes: self.odd_sizes ^ other.odd_sizes }
    }

    /// The size of the largest switch; 0 if there is none.
    #[inline]
    fn largest(self) -> i16 {
        self.odd_sizes.checked_ilog2().map_or(0, |size| size as i16)
    }

    /// Whether he wins, if he is the first to move or if the other is: both take the largest switch in turn.
    #[inline]
    fn wins(mut self, mut is_his_turn: bool) -> bool {
        while self.odd_sizes != 0 {
            let size = self.largest();
            self.odd_sizes ^= 1 << size;
            self.mean += if is_his_turn { size } else { -size };
            is_his_turn = !is_his_turn;
        }
        self.mean > 0 || self.mean == 0 && !is_his_turn
    }
}

/// Which bound stands for a region that has both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// The switch.
    Eager,
    /// The number, if it is more than the worse side of the switch.
    Calm,
}

const READINGS: [Reading; 2] = [Reading::Eager, Reading::Calm];

/// All patterns of two rows of a width.
struct Strips {
    width: usize,
    /// What each is worth, by each reading.
    sums: Vec<[Sum; READINGS.len()]>,
    /// A quick look at the same: the most that any reading gives as average, and the most that it gives with the
    /// largest switch taken by him.
    most: Vec<[i8; 2]>,
}

impl Strips {
    /// The patterns of this width, worked out when they are first asked for.
    fn of_width(width: usize) -> &'static Strips {
        static TABLES: [OnceLock<Strips>; WIDEST + 1] = [const { OnceLock::new() }; WIDEST + 1];
        TABLES[width].get_or_init(|| Strips::new(width))
    }

    fn new(width: usize) -> Strips {
        // Nothing is worth more than a domino a column, which is twice that here.
        const { assert!(2 * UNIT * WIDEST as i16 <= i8::MAX as i16) };
        let numbers = numbers(width);
        let patterns = 0..numbers.len();
        let sums: Vec<_> =
            patterns.map(|pattern| READINGS.map(|reading| strip(pattern, width, &numbers, reading))).collect();
        let greatest = |values: [i16; READINGS.len()]| values.into_iter().fold(i16::MIN, i16::max) as i8;
        let most = |sums: &[Sum; READINGS.len()]| {
            [greatest(sums.map(|sum| sum.mean)), greatest(sums.map(|sum| sum.mean + sum.largest()))]
        };
        Strips { width, most: sums.iter().map(most).collect(), sums }
    }
}

/// Calls `each` with what is left of a pattern after every domino across the band.
fn own_moves(pattern: usize, width: usize, mut each: impl FnMut(usize)) {
    for column in 0..width {
        let domino = 1 << column | 1 << (column + width);
        if pattern & domino == domino {
            each(pattern & !domino);
        }
    }
}

/// Calls `each` with what is left of a pattern after every domino along the band.
fn other_moves(pattern: usize, width: usize, mut each: impl FnMut(usize)) {
    for column in (0..width.saturating_sub(1)).flat_map(|column| [column, column + width]) {
        let domino = 0b11 << column;
        if pattern & domino == domino {
            each(pattern & !domino);
        }
    }
}

/// The number that the player moves to from a number, in its simplest form.
fn simpler_below(number: i16) -> Option<i16> {
    match number % UNIT {
        0 => (number > 0).then_some(number - UNIT),
        2 | -2 => Some(number - 2),
        _ => Some(number - 1),
    }
}

/// The greatest number that each pattern is at least worth.
fn numbers(width: usize) -> Vec<i16> {
    let most = UNIT * width as i16;
    let bit = |number: i16| 1u128 << (number + most);
    let mut order: Vec<i16> = (-most..=most).collect();
    // Simplest first: the options of a number come before it.
    order.sort_by_key(|number| (number % UNIT != 0, number % 2 != 0, number.abs()));
    let count = 1 << (2 * width);
    // For each pattern the set of numbers n for which he wins the pattern minus n, when he moves first and second.
    let (mut wins_first, mut wins_second) = (vec![0u128; count], vec![0u128; count]);
    let mut numbers = Vec::with_capacity(count);
    for pattern in 0..count {
        let (mut first, mut second) = (0, u128::MAX);
        own_moves(pattern, width, |next| first |= wins_second[next]);
        other_moves(pattern, width, |next| second &= wins_first[next]);
        let (by_moves, against_moves) = (first, second);
        (first, second) = (0, 0);
        for &number in &order {
            // In minus n the sides are exchanged: the other moves n to what he himself would in n.
            let survives = simpler_below(number).is_none_or(|below| first & bit(below) != 0);
            if against_moves & bit(number) != 0 && survives {
                second |= bit(number);
            }
            let waits = simpler_below(-number).is_some_and(|below| second & bit(-below) != 0);
            if by_moves & bit(number) != 0 || waits {
                first |= bit(number);
            }
        }
        (wins_first[pattern], wins_second[pattern]) = (first, second);
        numbers.push(127 - second.leading_zeros() as i16 - most);
    }
    numbers
}

/// What the regions of a pattern are worth together.
fn strip(pattern: usize, width: usize, numbers: &[i16], reading: Reading) -> Sum {
    let mut sum = Sum::default();
    let mut left = pattern;
    while left != 0 {
        let region = region_of(left & left.wrapping_neg(), pattern, width);
        left &= !region;
        let (mut best, mut worst) = (None, None);
        own_moves(region, width, |next| best = best.max(Some(numbers[next])));
        other_moves(region, width, |next| worst = Some(worst.unwrap_or(i16::MAX).min(numbers[next])));
        let both = best.zip(worst).filter(|&(_, worst)| reading == Reading::Eager || numbers[region] <= worst);
        let switch = both.and_then(|(best, worst)| Sum::switch(best, worst));
        sum = sum.plus(switch.unwrap_or(Sum::number(numbers[region])));
    }
    sum
}

/// All cells of a pattern that hang together with a cell.
fn region_of(cell: usize, pattern: usize, width: usize) -> usize {
    let row = (1 << width) - 1;
    let mut region = cell;
    loop {
        let (low, high) = (region & row, region >> width);
        let wider = |cells: usize| (cells | cells << 1 | cells >> 1) & row;
        let grown = (wider(low) | high | (wider(high) | low) << width) & pattern;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a player wins a number and switches, by trying every order.
    fn wins_by_trying(number: i16, switches: &[(i16, i16)], is_his_turn: bool) -> bool {
        if switches.is_empty() {
            return number > 0 || number == 0 && !is_his_turn;
        }
        let mut moves = (0..switches.len()).map(|place| {
            let mut left = switches.to_vec();
            let (best, worst) = left.swap_remove(place);
            wins_by_trying(number + if is_his_turn { best } else { worst }, &left, !is_his_turn)
        });
        if is_his_turn { moves.any(|wins| wins) } else { moves.all(|wins| wins) }
    }

    #[test]
    fn a_sum_is_won_as_by_trying_every_order() {
        let mut wins = [0; 2];
        for seed in 0..4000 {
            let draw = |place: u64, most: u64| (winproof::hash::mix(seed, place) >> 32) % most;
            let number = draw(0, 13) as i16 - 6;
            let switches: Vec<(i16, i16)> = (0..draw(1, 6))
                .map(|place| (draw(2 * place + 2, 7) as i16, -(draw(2 * place + 3, 7) as i16)))
                .collect();
            let switch = |&(best, worst): &(i16, i16)| Sum::switch(best, worst).unwrap();
            let sum = switches.iter().map(switch).fold(Sum::number(number), Sum::plus);
            for is_his_turn in [true, false] {
                let expected = wins_by_trying(number, &switches, is_his_turn);
                assert_eq!(sum.wins(is_his_turn), expected, "{number} and {switches:?}, {is_his_turn}");
                wins[usize::from(expected)] += 1;
            }
        }
        assert!(wins[0] > 1000 && wins[1] > 1000);
        assert_eq!((Sum::switch(1, 2), Sum::switch(20, -20)), (None, None));
    }
}
