//! All moves of a domineering position at once: which of them win, which lose, and how they are ordered.
//!
//! Real and safe moves of both players after each move are what they were before it, and a change of a few: a domino
//! touches only the lines beside it. Each possible change is a set of moves, by the domino's first cell: "these moves
//! cost the other a real move by their first cell". Sets are added up bit by bit, as whole words, so that one pass
//! gives the sums of all moves.
//!
//! # Runs
//! A player lays ⌊n/2⌋ dominoes on a run of n cells. So what matters is whether runs are odd: for each cell, whether
//! the part of its run up to it is odd, and whether the part from it on is.
//! - A cell taken out of a run costs a domino unless the parts before and behind it are both even.
//! - Two cells next to each other cost one, and one more where both parts are odd.
//! - A cell put between two runs, of which one may be empty, gains a domino if one of them is odd; two such cells gain
//!   one, and one more if both are odd.

use winproof::Player;
use winproof_games::Domineering;

/// What the counts say of a position.
pub(super) enum Prospect {
    /// There is a winning move.
    Won,
    /// All moves lose, or there is none.
    Lost,
    /// These moves are to be searched.
    Open(Order),
}

/// Moves by value, the best first; equal ones cell by cell.
pub(super) struct Order {
    left: u64,
    /// The moves of the greatest value that is left.
    best: u64,
    /// The moves' values, as binary numbers: one set of moves for each digit.
    digits: [u64; 4],
}

impl Iterator for Order {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.best == 0 {
            self.best = self.left;
            for digit in self.digits.iter().rev() {
                let larger = self.best & digit;
                if larger != 0 {
                    self.best = larger;
                }
            }
            self.left &= !self.best;
        }
        let cell = self.best;
        self.best &= cell.wrapping_sub(1);
        (cell != 0).then(|| cell.trailing_zeros() as u8)
    }
}

/// The lines of the board as a player's dominoes lie: columns for Vertical, rows for Horizontal.
#[derive(Clone, Copy)]
struct Lines {
    /// From a cell to the next of its line.
    step: u32,
    /// Cells that have one before them.
    not_first: u64,
    /// Cells that have one behind them.
    not_last: u64,
    /// The doublings from 1 to the length of a line.
    doublings: u32,
}

impl Lines {
    /// The cells moved on by one: a cell is in the result where the one before it is in the set.
    #[inline]
    fn on(&self, cells: u64) -> u64 {
        cells << self.step & self.not_first
    }

    /// The cells moved back by one: a cell is in the result where the one behind it is in the set.
    #[inline]
    fn back(&self, cells: u64) -> u64 {
        cells >> self.step & self.not_last
    }

    /// The cells up to which their run is odd, and those from which on it is.
    #[inline]
    fn odd(&self, cells: u64) -> (u64, u64) {
        let (mut up_to, mut from) = (cells, cells);
        // Cells that have 1, 2, 4 ... more cells of their run before or behind them.
        let (mut goes_back, mut goes_on) = (cells & self.on(cells), cells & self.back(cells));
        let mut step = self.step;
        for _ in 0..self.doublings {
            up_to ^= goes_back & up_to << step;
            from ^= goes_on & from >> step;
            goes_back &= goes_back << step;
            goes_on &= goes_on >> step;
            step *= 2;
        }
        (up_to, from)
    }
}

/// The sum of three binary digits, as two.
#[inline]
fn sum(a: u64, b: u64, c: u64) -> (u64, u64) {
    let one = a ^ b;
    (one ^ c, a & b | one & c)
}

/// Where the numbers with these digits are at least `least`.
#[inline]
fn at_least(digits: &[u64], least: i32) -> u64 {
    if least <= 0 {
        return u64::MAX;
    }
    if least >= 1 << digits.len() {
        return 0;
    }
    let places = digits.iter().enumerate();
    places
        .fold(u64::MAX, |so_far, (place, digit)| if least >> place & 1 == 1 { digit & so_far } else { digit | so_far })
}

/// How many dominoes fit on these cells, given up to which of them their runs are odd: each even one ends a domino.
#[inline]
fn dominoes(cells: u64, up_to: u64) -> i32 {
    (cells & !up_to).count_ones() as i32
}

/// The board's lines for both players.
pub(super) struct AllMoves {
    columns: Lines,
    rows: Lines,
}

impl AllMoves {
    pub(super) fn new(rules: &Domineering<u64>) -> AllMoves {
        let (rows, columns) = rules.size();
        assert!(rows >= 2 && columns >= 2, "a line that is the whole board has no neighbours");
        let cells = u64::MAX >> (u64::BITS - rows * columns);
        let lowest_row = (1u64 << columns) - 1;
        let first_column = (0..rows).fold(0, |set, row| set | 1u64 << (row * columns));
        let doublings = |length: u32| length.next_power_of_two().ilog2();
        AllMoves {
            columns: Lines {
                step: columns,
                not_first: cells & !lowest_row,
                not_last: cells >> columns,
                doublings: doublings(rows),
            },
            rows: Lines {
                step: 1,
                not_first: cells & !first_column,
                not_last: cells & !(first_column << (columns - 1)),
                doublings: doublings(columns),
            },
        }
    }

    /// What the counts say of a position.
    #[inline]
    pub(super) fn look_at(&self, empty: u64, mover: Player) -> Prospect {
        let (own, other) = match mover {
            Player::Max => (&self.columns, &self.rows),
            Player::Min => (&self.rows, &self.columns),
        };
        let moves = empty & own.back(empty);
        // After a move the mover has `own_safe` - `lost` + `won` safe moves, the other `other_real` - `cost` real ones.
        let (own_safe, lost, won) = own_safe_moves(empty, own, other);
        let (other_real, cost) = other_real_moves(empty, own, other);
        let (ones, twos_1) = sum(won[0], won[1], won[2]);
        let (ones_2, twos_2) = sum(won[3], cost[0], cost[1]);
        let (ones_3, twos_3) = sum(!lost[0], !lost[1], ones);
        let (ones, twos_4) = (ones_2 ^ ones_3, ones_2 & ones_3);
        let (twos, fours_1) = sum(twos_1, twos_2, twos_3);
        let (twos, fours_2) = (twos ^ twos_4, twos & twos_4);
        let gain = [ones, twos, fours_1 ^ fours_2, fours_1 & fours_2];
        if moves & at_least(&gain, other_real - own_safe + 2) != 0 {
            return Prospect::Won;
        }
        // The mover has `own_real` - 1 - `split` real moves, the other `other_safe` + `freed` safe ones.
        let (other_safe, freed) = other_safe_moves(empty, own, other);
        let (own_real, split) = own_real_moves(empty, own);
        let spared = sum(!split, !freed[0], !freed[1]);
        let open = moves & at_least(&[spared.0, spared.1], other_safe - own_real + 4);
        if open == 0 {
            return Prospect::Lost;
        }
        let carry = gain[0] & spared.0;
        let (twos, fours) = sum(gain[1], spared.1, carry);
        let digits = [gain[0] ^ spared.0, twos, gain[2] ^ fours, gain[3] ^ gain[2] & fours];
        Prospect::Open(Order { left: open, best: 0, digits })
    }
}

/// The other's real moves, and which moves cost him one by their first cell and by their second.
#[inline]
fn other_real_moves(empty: u64, own: &Lines, other: &Lines) -> (i32, [u64; 2]) {
    let (up_to, from) = other.odd(empty);
    let cost = empty & !(up_to & from);
    (dominoes(empty, up_to), [cost, own.back(cost)])
}

/// The mover's safe moves; the moves that lose him one of them, and another; those that win him one beside the domino
/// on one side, and another, and the same on the other side.
#[inline]
fn own_safe_moves(empty: u64, own: &Lines, other: &Lines) -> (i32, [u64; 2], [u64; 4]) {
    let (has_left, has_right) = (other.on(empty), other.back(empty));
    let safe = empty & !has_left & !has_right;
    let (up_to, from) = own.odd(safe);
    // Seen from a domino's first cell: whether the safe runs before it and behind it are odd.
    let (before, behind) = (own.on(up_to), own.back(own.back(from)));
    let second = own.back(safe);
    let both = safe & second;
    let lost = [both | safe & !second & !up_to | second & !safe & !own.back(from), both & before & behind];
    // The cells beside a domino become safe if the domino is all that they have beside them.
    let won = |first: u64, before: u64, behind: u64| {
        let second = own.back(first);
        let both = first & second;
        [both | first & !second & before | second & !first & behind, both & before & behind]
    };
    let left = won(other.on(empty & !has_left), other.on(before), other.on(behind));
    let right = won(other.back(empty & !has_right), other.back(before), other.back(behind));
    (dominoes(safe, up_to), lost, [left[0], left[1], right[0], right[1]])
}

/// The other's safe moves, and which moves give him one before the domino, and one behind it.
#[inline]
fn other_safe_moves(empty: u64, own: &Lines, other: &Lines) -> (i32, [u64; 2]) {
    let (has_before, has_behind) = (own.on(empty), own.back(empty));
    let safe = empty & !has_before & !has_behind;
    let (up_to, from) = other.odd(safe);
    let joins_odd = empty & (other.on(up_to) | other.back(from));
    let freed = [own.on(joins_odd & !has_before), own.back(own.back(joins_odd & !has_behind))];
    (dominoes(safe, up_to), freed)
}

/// The mover's real moves, and which moves cost him two of them.
#[inline]
fn own_real_moves(empty: u64, own: &Lines) -> (i32, u64) {
    let (up_to, from) = own.odd(empty);
    (dominoes(empty, up_to), own.on(up_to) & own.back(own.back(from)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::{Rules, TextRules};
    use winproof_games::domineering::Board;

    /// The moves to be searched, found by counting after each move; `Err` tells who wins at once.
    fn by_counting(rules: &Domineering<u64>, position: &Board<u64>) -> Result<Vec<u8>, bool> {
        let (mover, other) = (position.mover(), position.mover().opponent());
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        let mut open = Vec::new();
        for cell in moves {
            let empty = rules.play(position, cell).empty();
            let real = |player| rules.real_moves(empty, player) as i32;
            let safe = |player| rules.safe_moves(empty, player) as i32;
            if safe(mover) >= real(other) {
                return Err(true);
            }
            if safe(other) <= real(mover) {
                open.push((real(other) - real(mover) + safe(other) - safe(mover), cell));
            }
        }
        open.sort();
        if open.is_empty() { Err(false) } else { Ok(open.into_iter().map(|(_, cell)| cell).collect()) }
    }

    #[test]
    fn all_moves_at_once_are_as_one_by_one() {
        let mut seen = [0; 3];
        let mut random = 1u64;
        for (rows, columns) in
            [(2, 2), (2, 9), (9, 2), (3, 5), (4, 4), (5, 3), (7, 9), (9, 7), (8, 8), (2, 32), (32, 2)]
        {
            let rules = Domineering::<u64>::new(rows, columns, Player::Max).unwrap();
            let all_moves = AllMoves::new(&rules);
            for round in 0..3000 {
                let mut next = || {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    random >> 33
                };
                let covered = next() % 100;
                let cell = |is_covered: bool| if is_covered { '#' } else { '.' };
                let mut row = || (0..columns).map(|_| cell(next() % 100 < covered)).collect::<String>();
                let board: Vec<String> = (0..rows).map(|_| row()).collect();
                let text = format!("{} {}", board.join("/"), if round % 2 == 0 { 'v' } else { 'h' });
                let position = rules.parse_position(&text).unwrap();
                let at_once = match all_moves.look_at(position.empty(), position.mover()) {
                    Prospect::Won => Err(true),
                    Prospect::Lost => Err(false),
                    Prospect::Open(order) => Ok(order.collect::<Vec<u8>>()),
                };
                seen[match &at_once {
                    Err(wins) => usize::from(*wins),
                    Ok(_) => 2,
                }] += 1;
                assert_eq!(at_once, by_counting(&rules, &position), "{text}");
            }
        }
        assert!(seen.iter().all(|&count| count > 2000), "{seen:?}");
    }
}
