//! The game `ultimate-tic-tac-toe`: nine boards of tic-tac-toe that make one large board; X moves first and is Max.
//!
//! # Rules
//! - Three by three small boards of three by three squares each. Small boards and the squares in each of them are
//!   numbered alike, 1 to 9 in reading order from the top left.
//! - The first move may go anywhere. A move on square *s* of whatever small board sends the opponent to small board
//!   *s*: he must move there. If that board is decided, he may move in any board that is not.
//! - Three in a row in a small board win that board. A small board is decided when it is won or full; nobody moves
//!   there any more.
//! - Three small boards in a row win the game. If all small boards are decided and nobody has three in a row, it is a
//!   draw, however many boards each has won.
//!
//! # Notation
//! A move is the number of the small board and the number of the square in it: `59`. Moves are generated in that order:
//! lowest board first, then lowest square.
//!
//! A position has three words: the nine small boards with `/` between them, each nine characters in reading order (`x`,
//! `o` or `.`); the player to move, `x` or `o`; and the small board that he was sent to, `*` if he may choose.
//! ```text
//! ........./........./........./........./....x..../........./........./........./......... o 5
//! ```

mod text;

use crate::tic_tac_toe::{ALL, HAS_LINE, IMAGES};
use std::hash::{Hash, Hasher};
use winproof::hash::mix;
use winproof::{Game, Player, Rules, Status, Value};

/// The place of small board 0 in a row of three is bit 0; each takes nine bits for the squares of X and nine for those
/// of O.
const BOARD_BITS: u32 = 18;

/// Stands for "any small board" where the number of one is expected.
const ANY: u8 = 9;

/// For some of the three small boards of a row, all of their bits.
static BITS_OF: [u64; 8] = {
    let mut table = [0; 8];
    let mut set = 0;
    while set < 8 {
        let mut board = 0;
        while board < 3 {
            if set >> board & 1 == 1 {
                table[set] |= ((1 << BOARD_BITS) - 1) << (BOARD_BITS * board);
            }
            board += 1;
        }
        set += 1;
    }
    table
};

/// For each symmetry, which small board (or square) it brings to each place.
static SOURCES: [[u8; 9]; 8] = {
    let mut table = [[0; 9]; 8];
    let mut image = 0;
    while image < 8 {
        let mut board = 0;
        while board < 9 {
            table[image][IMAGES[1 << board][image].trailing_zeros() as usize] = board;
            board += 1;
        }
        image += 1;
    }
    table
};

/// The rules of ultimate tic-tac-toe.
///
/// ```
/// use winproof::{Game, Rules, TextRules};
/// use winproof_small::UltimateTicTacToe as Ultimate;
///
/// let start = Ultimate.start();
/// let position = Ultimate.play(&start, Ultimate.parse_move(&start, "59").unwrap());
/// assert!(Ultimate.position_text(&position).ends_with("........x/........./........./........./......... o 9"));
/// assert_eq!(Ultimate.mobility(&position), 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UltimateTicTacToe;

/// A position, in 32 bytes.
///
/// Small boards and squares count from 0 here. What can be read from the stones alone (who won which board, whose turn
/// it is) is kept beside them, as the rules ask for it all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Boards {
    /// The stones, one row of small boards a word.
    rows: [u64; 3],
    /// The small board to move in, or [`ANY`].
    target: u8,
    /// Whose turn it is: 0 for X, 1 for O.
    mover: u8,
    /// The small boards that X has won, and those that O has.
    won: [u16; 2],
    /// The small boards that are full and won by nobody.
    drawn: u16,
}

impl Hash for Boards {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mixed());
    }
}

impl Boards {
    const START: Boards = Boards { rows: [0; 3], target: ANY, mover: 0, won: [0; 2], drawn: 0 };

    /// The squares of X in a small board, and, from bit 9, those of O.
    #[inline]
    fn small(&self, board: u8) -> u32 {
        (self.rows[usize::from(board / 3)] >> (BOARD_BITS * u32::from(board % 3))) as u32 & ((1 << BOARD_BITS) - 1)
    }

    /// The squares of both players in a small board.
    #[inline]
    fn taken(&self, board: u8) -> u16 {
        let small = self.small(board);
        (small | small >> 9) as u16 & ALL
    }

    /// The squares that one player has in a small board.
    #[inline]
    fn stones(&self, board: u8, player: u8) -> u16 {
        (self.small(board) >> (9 * player)) as u16 & ALL
    }

    /// The small boards that are decided.
    #[inline]
    fn decided(&self) -> u16 {
        self.won[0] | self.won[1] | self.drawn
    }

    #[inline]
    fn place(&mut self, player: u8, board: u8, square: u8) {
        let bit = BOARD_BITS * u32::from(board % 3) + 9 * u32::from(player) + u32::from(square);
        self.rows[usize::from(board / 3)] |= 1 << bit;
    }

    /// Finds out whether a small board is decided where this player moved last.
    #[inline]
    fn decide(&mut self, board: u8, last: u8) {
        if HAS_LINE[usize::from(self.stones(board, last))] {
            self.won[usize::from(last)] |= 1 << board;
        } else if self.taken(board) == ALL {
            self.drawn |= 1 << board;
        }
    }

    /// One row of small boards as a symmetry shows it.
    #[inline]
    fn row_image(&self, image: usize, row: usize) -> u64 {
        let sources = &SOURCES[image][3 * row..3 * row + 3];
        sources.iter().rev().fold(0, |bits, &board| {
            let [x, o] = [0, 1].map(|player| u64::from(IMAGES[usize::from(self.stones(board, player))][image]));
            bits << BOARD_BITS | o << 9 | x
        })
    }

    /// The position as a symmetry shows it.
    fn image(&self, image: usize) -> Boards {
        let map = |squares: u16| IMAGES[usize::from(squares)][image];
        Boards {
            rows: [0, 1, 2].map(|row| self.row_image(image, row)),
            target: if self.target == ANY { ANY } else { map(1 << self.target).trailing_zeros() as u8 },
            mover: self.mover,
            won: self.won.map(map),
            drawn: map(self.drawn),
        }
    }

    #[inline]
    fn mixed(&self) -> u64 {
        // The rest follows from the stones. The top bits of a row are free.
        mix(mix(self.rows[0], self.rows[1]), self.rows[2] | u64::from(self.target) << (3 * BOARD_BITS))
    }
}

/// The bits that are set, lowest first.
#[inline]
fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}

/// A move: sixteen times the small board, and the square in it.
#[inline]
fn mv(board: u8, square: u8) -> u8 {
    board << 4 | square
}

impl Rules for UltimateTicTacToe {
    type Position = Boards;
    type Move = u8;

    #[inline]
    fn status(&self, position: &Boards) -> Status {
        let last = 1 - position.mover;
        if HAS_LINE[usize::from(position.won[usize::from(last)])] {
            return Status::Ended(1 - 2 * Value::from(last));
        }
        if position.decided() == ALL {
            return Status::Ended(0);
        }
        Status::Turn(if position.mover == 0 { Player::Max } else { Player::Min })
    }
    #[inline]
    fn moves(&self, position: &Boards, moves: &mut Vec<u8>) {
        let boards = if position.target == ANY { ALL & !position.decided() } else { 1 << position.target };
        for board in bits(boards) {
            moves.extend(bits(ALL & !position.taken(board)).map(|square| mv(board, square)));
        }
    }
    #[inline]
    fn play(&self, position: &Boards, mv: u8) -> Boards {
        let (board, square) = (mv >> 4, mv & 15);
        let mut next = *position;
        next.place(position.mover, board, square);
        next.decide(board, position.mover);
        next.target = if next.decided() >> square & 1 == 0 { square } else { ANY };
        next.mover = 1 - position.mover;
        next
    }
}

impl Game for UltimateTicTacToe {
    fn canonical(&self, position: &Boards) -> Boards {
        // The first rows alone tell most images apart.
        let first_rows: [u64; 8] = std::array::from_fn(|image| position.row_image(image, 0));
        let least = first_rows.into_iter().min();
        let candidates = (0..8).filter(|&image| Some(first_rows[image]) == least);
        candidates.map(|image| position.image(image)).min().unwrap_or(*position)
    }
    fn has_symmetry(&self) -> bool {
        true
    }
    #[inline]
    fn mobility(&self, position: &Boards) -> u32 {
        if position.target != ANY {
            return 9 - position.taken(position.target).count_ones();
        }
        let open = ALL & !position.decided();
        let stones = (0..3).map(|row| {
            let boards = BITS_OF[usize::from(open >> (3 * row) & 7)];
            (position.rows[row] & boards).count_ones()
        });
        9 * open.count_ones() - stones.sum::<u32>()
    }
    fn move_number(&self, _: &Boards, mv: u8) -> Option<usize> {
        Some(usize::from(mv))
    }
    #[inline]
    fn hash(&self, position: &Boards) -> u64 {
        position.mixed()
    }
}

#[cfg(test)]
mod tests;
