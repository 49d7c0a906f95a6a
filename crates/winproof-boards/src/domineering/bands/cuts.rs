//! Where to cut a board into bands.
//!
//! A *run* is a row's empty cells that hang together: what one flat domino after the other could fill. Each run of
//! cells is joined with runs of the row above it, or with runs of the row below it, as they touch; the bands are then
//! two rows high at most. Other runs of the same row may be joined the other way, so the cuts need not go straight
//! across the board.
//!
//! The cuts that a sum of bands wins by are looked for depth first, row by row, the most promising first. What the rest
//! of the board can still add on average, and the largest switch in it, is worked out beforehand from the last row
//! back: it tells which ways need not be tried. Few positions take many tries, and a search has better things to do
//! then, so their number is limited: what is found is true, what is not found may be.

use super::{READINGS, Strips, Sum, WIDEST};
use crate::domineering::Domineering;
use winproof::Player;
use winproof_kit::Word;

/// The most rows that are looked at.
const MOST_LINES: usize = 16;
/// The rows, and an empty one on either side.
const FRAMED: usize = MOST_LINES + 2;
/// A row has at most so many sets of runs.
const MOST_CHOICES: usize = 1 << WIDEST.div_ceil(2);
/// So many ways to cut a board are tried to the end.
const MOST_TRIES: u32 = 32;

/// The most that bands can be worth: twice on average, and with one switch of them taken by the player.
type Most = [i16; 2];

/// The ways to cut the rows of a board into bands. Band i joins runs of row i with runs of row i + 1.
struct Cuts<'a> {
    strips: &'a Strips,
    is_his_turn: bool,
    bands: usize,
    /// The empty cells of the rows, from row 1 on.
    lines: [u16; FRAMED],
    /// For each row the sets of its runs that may be joined with the next row; its other runs are joined with the row
    /// before.
    joined: [[u16; MOST_CHOICES]; FRAMED],
    /// How many such sets there are.
    choices: [usize; FRAMED],
    /// The most that all bands from this one on can be worth, for each set.
    rest: [[Most; MOST_CHOICES]; FRAMED],
    tries_left: u32,
}

impl<'a> Cuts<'a> {
    fn new(strips: &'a Strips, lines: [u16; FRAMED], count: usize, is_his_turn: bool) -> Cuts<'a> {
        let mut cuts = Cuts {
            strips,
            is_his_turn,
            bands: count + 1,
            lines,
            joined: [[0; MOST_CHOICES]; FRAMED],
            choices: [1; FRAMED],
            rest: [[[0; 2]; MOST_CHOICES]; FRAMED],
            tries_left: MOST_TRIES,
        };
        for line in 1..=count {
            cuts.find_choices(line);
        }
        for band in (0..cuts.bands).rev() {
            cuts.look_back(band);
        }
        cuts
    }

    /// Finds the sets of runs of a row that may be joined with the next one.
    fn find_choices(&mut self, line: usize) {
        let [before, here, next] = [line - 1, line, line + 1].map(|line| self.lines[line]);
        let sets = &mut self.joined[line];
        let mut count = 1;
        let mut left = here;
        while left != 0 {
            // Adding its first cell clears a run and sets the cell behind it.
            let run = left & !left.wrapping_add(left & left.wrapping_neg());
            left &= !run;
            // There is a choice only where it touches both.
            if run & next != 0 && run & before != 0 {
                for set in 0..count {
                    sets[count + set] = sets[set] | run;
                }
                count *= 2;
            } else if run & next != 0 {
                sets[..count].iter_mut().for_each(|set| *set |= run);
            }
        }
        self.choices[line] = count;
    }

    /// The pattern of a band.
    #[inline]
    fn pattern(&self, band: usize, choice: usize, next: usize) -> usize {
        let high = self.lines[band + 1] & !self.joined[band + 1][next];
        usize::from(self.joined[band][choice]) | usize::from(high) << self.strips.width
    }

    /// Finds the most that the bands from this one on can be worth.
    fn look_back(&mut self, band: usize) {
        for choice in 0..self.choices[band] {
            let mut best = [i16::MIN; 2];
            for next in 0..self.choices[band + 1] {
                let most = with_band(self.rest[band + 1][next], self.strips.most[self.pattern(band, choice, next)]);
                best = [best[0].max(most[0]), best[1].max(most[1])];
            }
            self.rest[band][choice] = best;
        }
    }

    /// The most that is left to him of two parts when all switches are played: he takes one of them if it is his turn,
    /// and then wins nothing more by them, since the other takes the next one.
    #[inline]
    fn outcome(&self, some: Most, others: Most) -> i16 {
        if self.is_his_turn { (some[0] + others[1]).max(some[1] + others[0]) } else { some[0] + others[0] }
    }

    /// Whether some way to cut the rest of the board wins, given the bands before this one: the most that they can be
    /// worth, and what they are worth by each reading.
    fn win(&mut self, band: usize, choice: usize, before: Most, sums: [Sum; READINGS.len()]) -> bool {
        if band == self.bands {
            self.tries_left -= 1;
            return sums.iter().any(|sum| sum.wins(self.is_his_turn));
        }
        let mut ways = [(0, 0); MOST_CHOICES];
        let mut count = 0;
        for next in 0..self.choices[band + 1] {
            let so_far = with_band(before, self.strips.most[self.pattern(band, choice, next)]);
            let most = self.outcome(so_far, self.rest[band + 1][next]);
            if most >= 0 {
                ways[count] = (-most, next);
                count += 1;
            }
        }
        ways[..count].sort_unstable();
        for &(_, next) in &ways[..count] {
            let pattern = self.pattern(band, choice, next);
            let so_far = with_band(before, self.strips.most[pattern]);
            let mut sums = sums;
            for (sum, band) in sums.iter_mut().zip(self.strips.sums[pattern]) {
                *sum = sum.plus(band);
            }
            if self.win(band + 1, next, so_far, sums) {
                return true;
            }
            if self.tries_left == 0 {
                return false;
            }
        }
        false
    }
}

/// The most that bands can be worth with one more.
#[inline]
fn with_band([mean, with_switch]: Most, band: [i8; 2]) -> Most {
    let [band_mean, band_with_switch] = band.map(i16::from);
    [mean + band_mean, (with_switch + band_mean).max(mean + band_with_switch)]
}

impl<W: Word> Domineering<W> {
    /// The rows, or the columns for Horizontal, as sets of bits, and how long they are.
    fn lines(&self, empty: W, player: Player) -> Option<([u16; FRAMED], usize, usize)> {
        let (count, width) = match player {
            Player::Max => (self.rows as usize, self.columns as usize),
            Player::Min => (self.columns as usize, self.rows as usize),
        };
        if count > MOST_LINES || width > WIDEST {
            return None;
        }
        let mut lines = [0; FRAMED];
        let mut left = empty;
        while left != W::default() {
            let cell = left.first();
            left = left ^ W::ONE << cell;
            let (row, column) = (cell / self.columns, cell % self.columns);
            let (line, place) = if player == Player::Max { (row, column) } else { (column, row) };
            lines[line as usize + 1] |= 1 << place;
        }
        Some((lines, count, width))
    }

    /// Whether a player wins by keeping to bands, however the other plays. `None` where the board is too large for
    /// this.
    pub(crate) fn wins_in_bands(&self, empty: W, player: Player, mover: Player) -> Option<bool> {
        let (lines, count, width) = self.lines(empty, player)?;
        let mut cuts = Cuts::new(Strips::of_width(width), lines, count, player == mover);
        let can_win = cuts.outcome(cuts.rest[0][0], [0; 2]) >= 0;
        Some(can_win && cuts.win(0, 0, [0; 2], [Sum::default(); READINGS.len()]))
    }
}
