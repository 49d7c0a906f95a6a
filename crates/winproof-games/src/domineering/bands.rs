//! Domineering cut into bands: a bound on the value of a position that is exact within each band.
//!
//! Cut the board between rows into bands of one or two rows. A flat domino lies within one band, so Horizontal loses nothing.
//! If Vertical keeps to his bands, he plays a sum of independent games, and whatever he reaches in the sum he reaches on the whole
//! board. So the value of the board, as a combinatorial game, is at least the sum of the bands' values; the same holds
//! for Horizontal with columns.
//!
//! # The value of a band
//! A band falls into regions that do not touch. For every pattern of two rows, [`Strips`] has what its regions are worth to the
//! player who keeps to the band (Conway 1976):
//! - the greatest number n, in quarters, with G ≥ n: he wins G − n when the other moves first;
//! - where it pays to move, a *switch* {a | b} with G ≥ {a | b}: a is the best number that one move of his leads to, b
//!   the worst that one move of the other's does. (In G − {a | b} he answers each move to b or to a, and what is left is at least 0.)
//!
//! Either may say more: the number where an answer at once is worth more than letting the other move twice, the switch
//! where several of them are shared out. Both ways are tried ([`Reading`]).
//!
//! A sum of numbers and switches is played out by taking the largest switches in turn; then the
//! sum of the numbers decides.
//!
//! Nothing here needs to be believed: a certificate shows the play.

use super::Domineering;
use crate::connect4::Word;
use std::cmp::Reverse;
use std::sync::OnceLock;
use winproof::Player;

/// The longest row that is looked at: there are 4 to this power patterns.
const WIDEST: usize = 10;
/// The most rows that are looked at.
const MOST_LINES: usize = 16;
/// Numbers are in units of a quarter.
const UNIT: i16 = 4;
/// A region in which both can move is two columns wide at least.
const MOST_SWITCHES: usize = WIDEST / 2;

/// What a band is worth: at least the number and the switches together.
#[derive(Clone, Copy, Debug, Default)]
struct Strip {
    number: i16,
    /// Twice what it is worth on average: twice the number, and both sides of every switch.
    mean: i16,
    count: u8,
    switches: [(i8, i8); MOST_SWITCHES],
}

/// Which bound stands for a region that has both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// The switch.
    Eager,
    /// The number, if it is more than the worse side of the switch.
    Calm,
}

/// All patterns of two rows of a width, by both readings.
struct Strips {
    width: usize,
    strips: [Vec<Strip>; 2],
}

impl Strips {
    /// The patterns of this width, worked out when they are first asked for.
    fn of_width(width: usize) -> &'static Strips {
        static TABLES: [OnceLock<Strips>; WIDEST + 1] = [const { OnceLock::new() }; WIDEST + 1];
        TABLES[width].get_or_init(|| Strips::new(width))
    }

    fn new(width: usize) -> Strips {
        let numbers = numbers(width);
        let strips = [Reading::Eager, Reading::Calm]
            .map(|reading| (0..numbers.len()).map(|pattern| strip(pattern, width, &numbers, reading)).collect());
        Strips { width, strips }
    }

    fn get(&self, low: usize, high: usize, reading: Reading) -> &Strip {
        &self.strips[usize::from(reading == Reading::Calm)][low | high << self.width]
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
fn strip(pattern: usize, width: usize, numbers: &[i16], reading: Reading) -> Strip {
    let mut strip = Strip::default();
    let mut left = pattern;
    while left != 0 {
        let region = region_of(left & left.wrapping_neg(), pattern, width);
        left &= !region;
        let (mut best, mut worst) = (None, None);
        own_moves(region, width, |next| best = best.max(Some(numbers[next])));
        other_moves(region, width, |next| worst = Some(worst.unwrap_or(i16::MAX).min(numbers[next])));
        match (best, worst) {
            (Some(best), Some(worst)) if best > worst && (reading == Reading::Eager || numbers[region] <= worst) => {
                strip.switches[usize::from(strip.count)] = (best as i8, worst as i8);
                strip.count += 1;
                strip.mean += best + worst;
            }
            _ => {
                strip.number += numbers[region];
                strip.mean += 2 * numbers[region];
            }
        }
    }
    strip.switches[..usize::from(strip.count)].sort_unstable_by_key(|&(best, worst)| Reverse(best - worst));
    strip
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

/// The ways to cut lines into bands, tried one after the other.
struct Cuts<'a> {
    /// The band of each line alone and with the next one.
    bands: &'a [[&'a Strip; 2]],
    /// The best average of all bands from a line on.
    best_rest: &'a [i16],
    is_his_turn: bool,
    /// The greatest difference that moving first can make, in the units of an average.
    most_gain: i16,
    switches: Vec<(i8, i8)>,
}

impl Cuts<'_> {
    /// Whether some way to cut the lines from this one on wins, given the bands before it.
    fn wins(&mut self, line: usize, number: i16, mean: i16) -> bool {
        if mean + self.best_rest[line] + self.most_gain < 0 {
            return false;
        }
        if line == self.bands.len() {
            return self.wins_sum(number);
        }
        let before = self.switches.len();
        for wide in (0..2).rev().filter(|wide| line + wide < self.bands.len()) {
            let strip = self.bands[line][wide];
            self.switches.extend(&strip.switches[..usize::from(strip.count)]);
            let wins = self.wins(line + 1 + wide, number + strip.number, mean + strip.mean);
            self.switches.truncate(before);
            if wins {
                return true;
            }
        }
        false
    }

    /// Plays out the switches, the largest first; then the numbers decide.
    fn wins_sum(&self, mut number: i16) -> bool {
        let mut switches = [(0, 0); MOST_LINES * MOST_SWITCHES];
        let switches = &mut switches[..self.switches.len()];
        switches.copy_from_slice(&self.switches);
        switches.sort_unstable_by_key(|&(best, worst)| Reverse(best - worst));
        let mut is_his_turn = self.is_his_turn;
        for &mut (best, worst) in switches {
            number += i16::from(if is_his_turn { best } else { worst });
            is_his_turn = !is_his_turn;
        }
        number > 0 || number == 0 && !is_his_turn
    }
}

impl<W: Word> Domineering<W> {
    /// The rows, or the columns for Horizontal, as sets of bits, and how long they are.
    fn lines(&self, empty: W, player: Player) -> Option<([u16; MOST_LINES], usize, usize)> {
        let (count, width) = match player {
            Player::Max => (self.rows as usize, self.columns as usize),
            Player::Min => (self.columns as usize, self.rows as usize),
        };
        if count > MOST_LINES || width > WIDEST {
            return None;
        }
        let mut lines = [0; MOST_LINES];
        let mut left = empty;
        while left != W::default() {
            let cell = left.first();
            left = left ^ W::ONE << cell;
            let (row, column) = (cell / self.columns, cell % self.columns);
            let (line, place) = if player == Player::Max { (row, column) } else { (column, row) };
            lines[line as usize] |= 1 << place;
        }
        Some((lines, count, width))
    }

    /// Whether a player wins by keeping to bands, however the other plays. `None` where the board is too large for this.
    pub(crate) fn wins_in_bands(&self, empty: W, player: Player, mover: Player) -> Option<bool> {
        let (lines, count, width) = self.lines(empty, player)?;
        let strips = Strips::of_width(width);
        let lines = &lines[..count];
        Some([Reading::Eager, Reading::Calm].into_iter().any(|reading| strips.win(lines, reading, player == mover)))
    }
}

impl Strips {
    /// Whether some way to cut the lines into bands wins.
    fn win(&self, lines: &[u16], reading: Reading, is_his_turn: bool) -> bool {
        let nothing = self.get(0, 0, reading);
        let count = lines.len();
        let mut bands = [[nothing; 2]; MOST_LINES];
        let mut best_rest = [0; MOST_LINES + 1];
        for line in (0..count).rev() {
            let low = usize::from(lines[line]);
            bands[line][0] = self.get(low, 0, reading);
            best_rest[line] = bands[line][0].mean + best_rest[line + 1];
            if line + 1 < count {
                bands[line][1] = self.get(low, usize::from(lines[line + 1]), reading);
                best_rest[line] = best_rest[line].max(bands[line][1].mean + best_rest[line + 2]);
            }
        }
        let gain = |strip: &&Strip| strip.switches.first().map_or(0, |&(best, worst)| i16::from(best - worst));
        let most_gain = if is_his_turn { bands[..count].iter().flatten().map(gain).max().unwrap_or(0) } else { 0 };
        let mut cuts = Cuts {
            bands: &bands[..count],
            best_rest: &best_rest[..=count],
            is_his_turn,
            most_gain,
            switches: Vec::with_capacity(MOST_LINES),
        };
        cuts.wins(0, 0, 0)
    }
}
