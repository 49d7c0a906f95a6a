//! The game `breakthrough`: two armies of pawns march at each other, and whoever breaks through to the far row wins
//! (Dan Troyka 2000). White moves first and is Max.
//!
//! # Rules
//! - A size is columns × rows. Each side has its first two rows full of pieces, White at the bottom and Black at the
//!   top; on a board of three rows only its first row.
//! - White moves up, Black down. A piece moves one step straight ahead, to an empty cell only, or one step diagonally
//!   ahead, to an empty cell or to one with an opposing piece, which is captured. Nobody has to capture.
//! - Whoever has a piece on the far row wins, and so does whoever has captured every opposing piece.
//!
//! There are no draws, and positions never repeat, since pieces only move ahead. A player always has a move: ahead of
//! his foremost piece there is no piece of his own, so that it can go to any cell diagonally ahead of it, of which a
//! board of two columns or more has at least one.
//!
//! # Notation
//! Cells are `a1` (bottom left) and so on, as in chess. Positions are written row by row from the top, `w` for a white
//! piece, `b` for a black one, `.` for an empty cell, then a space and the player to move: `bbb/.../www w`. Any pieces
//! may be set up, as long as not both sides have won. A move is the cell that a piece leaves and the one that it goes
//! to, `a2a3`, whether it captures or not.
//!
//! # How the board is kept
//! Two sets of cells, one bit a cell, rows one above the other from the bottom left (here 4 columns, 3 rows):
//! ```text
//!  8  9 10 11
//!  4  5  6  7
//!  0  1  2  3
//! ```
//! Turning all bits round turns the board by half, so that whatever is to be known of Black can be asked of White.
//!
//! What a look at a position tells before play has ended is in `race`, the notations are in `text`.

mod race;
mod text;

use winproof::hash::mix;
use winproof::{Game, Player, Rules, Status, TextError, Value};

/// A position: who has which pieces, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pieces {
    white: u64,
    black: u64,
    /// Who moves: Max is White.
    mover: Player,
}

/// The rules of Breakthrough on one size of board.
///
/// ```
/// use winproof::{Rules, TextRules};
/// use winproof_boards::Breakthrough;
///
/// let game = Breakthrough::new(3, 4).unwrap();
/// let start = game.start();
/// assert_eq!(game.position_text(&start), "bbb/bbb/www/www w");
/// let position = game.play(&start, game.parse_move(&start, "a2b3").unwrap());
/// assert_eq!(game.position_text(&position), "bbb/bwb/.ww/www b");
/// assert_eq!(winproof::solve(&game, &start).value(), Some(-1)); // Black wins
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    columns: u32,
    rows: u32,
    /// All cells.
    board: u64,
    first_column: u64,
    last_column: u64,
    /// The far row of Black.
    bottom_row: u64,
    /// The far row of White.
    top_row: u64,
}

/// Where a piece goes, as a part of a move: the upper two bits, above the number of the cell that it leaves.
const STRAIGHT: u8 = 0;
const LEFT: u8 = 1 << 6;
const RIGHT: u8 = 2 << 6;
const CELL: u8 = LEFT - 1;

impl Breakthrough {
    /// The rules for a board of `columns` × `rows` cells.
    ///
    /// ```
    /// use winproof_boards::Breakthrough;
    /// assert!(Breakthrough::new(2, 3).is_ok() && Breakthrough::new(8, 8).is_ok());
    /// assert!(Breakthrough::new(1, 8).is_err());
    /// ```
    pub fn new(columns: u32, rows: u32) -> Result<Breakthrough, TextError> {
        if columns < 2 || rows < 3 || u64::from(columns) * u64::from(rows) > 64 {
            let rule = "it must have at least 2 columns and 3 rows, and at most 64 cells";
            return Err(TextError::new(format!("a board of {columns}x{rows} is not possible; {rule}")));
        }
        let bottom_row = (1 << columns) - 1;
        let first_column = (0..rows).fold(0, |column, row| column | 1 << (row * columns));
        Ok(Breakthrough {
            columns,
            rows,
            board: u64::MAX >> (64 - columns * rows),
            first_column,
            last_column: first_column << (columns - 1),
            bottom_row,
            top_row: bottom_row << (columns * (rows - 1)),
        })
    }

    /// The board's columns and rows.
    ///
    /// ```
    /// assert_eq!(winproof_boards::Breakthrough::new(5, 6).unwrap().size(), (5, 6));
    /// ```
    pub fn size(&self) -> (u32, u32) {
        (self.columns, self.rows)
    }

    /// The cells straight above those of a set.
    #[inline]
    fn above(&self, cells: u64) -> u64 {
        cells << self.columns & self.board
    }

    /// The cells straight below those of a set.
    #[inline]
    fn below(&self, cells: u64) -> u64 {
        cells >> self.columns
    }

    /// The cells to the left of those of a set.
    #[inline]
    fn left(&self, cells: u64) -> u64 {
        (cells & !self.first_column) >> 1
    }

    /// The cells to the right of those of a set.
    #[inline]
    fn right(&self, cells: u64) -> u64 {
        (cells & !self.last_column) << 1
    }

    /// The cells on either side of those of a set: what the row ahead of a piece has diagonally ahead of it.
    #[inline]
    fn beside(&self, cells: u64) -> u64 {
        self.left(cells) | self.right(cells)
    }

    /// The set on the board turned by half.
    #[inline]
    fn turned(&self, cells: u64) -> u64 {
        cells.reverse_bits() >> (64 - self.columns * self.rows)
    }

    /// The set with left and right exchanged.
    #[inline]
    fn mirrored(&self, cells: u64) -> u64 {
        let columns = 0..self.columns;
        columns.fold(0, |image, column| image | (cells >> column & self.first_column) << (self.columns - 1 - column))
    }

    /// The mover's pieces and the opponent's, on a board that is turned so that the mover moves up.
    #[inline]
    fn upwards(&self, position: &Pieces) -> (u64, u64) {
        match position.mover {
            Player::Max => (position.white, position.black),
            Player::Min => (self.turned(position.black), self.turned(position.white)),
        }
    }

    /// The pieces of the mover that can go straight ahead, to the left, and to the right.
    #[inline]
    fn movable(&self, position: &Pieces) -> [u64; 3] {
        let taken = position.white | position.black;
        match position.mover {
            Player::Max => {
                let own = position.white;
                let free = self.below(!own & self.board);
                [own & self.below(!taken & self.board), own & self.right(free), own & self.left(free)]
            }
            Player::Min => {
                let own = position.black;
                let free = self.above(!own);
                [own & self.above(!taken), own & self.right(free), own & self.left(free)]
            }
        }
    }

    /// The cell that a move leads to.
    #[inline]
    fn target(&self, mover: Player, mv: u8) -> u32 {
        let cell = u32::from(mv & CELL);
        let ahead = match mover {
            Player::Max => cell + self.columns,
            Player::Min => cell - self.columns,
        };
        match mv & !CELL {
            LEFT => ahead - 1,
            RIGHT => ahead + 1,
            _ => ahead,
        }
    }

    /// Whether White has won, and whether Black has.
    #[inline]
    fn won(&self, white: u64, black: u64) -> [bool; 2] {
        [white & self.top_row != 0 || black == 0, black & self.bottom_row != 0 || white == 0]
    }

    /// How well a side stands that moves up. Pieces count most, those that have come far a little more. The first steps
    /// count more than the last ones: where nothing is captured, it takes fewest nodes to try moves of the rear first.
    fn standing(&self, pieces: u64) -> i32 {
        let count = |row: u32| (pieces >> (row * self.columns) & self.bottom_row).count_ones();
        (0..self.rows).map(|row| (count(row) * (4 * self.rows + row * (2 * self.rows - row))) as i32).sum()
    }
}

/// Adds moves of these pieces in one direction to a list.
#[inline]
fn push_moves(mut pieces: u64, direction: u8, moves: &mut Vec<u8>) {
    while pieces != 0 {
        moves.push(direction | pieces.trailing_zeros() as u8);
        pieces &= pieces - 1;
    }
}

impl Rules for Breakthrough {
    type Position = Pieces;
    type Move = u8;

    #[inline]
    fn status(&self, position: &Pieces) -> Status {
        match self.won(position.white, position.black) {
            [false, false] => Status::Turn(position.mover),
            [true, _] => Status::Ended(1),
            _ => Status::Ended(-1),
        }
    }
    #[inline]
    fn moves(&self, position: &Pieces, moves: &mut Vec<u8>) {
        for (pieces, direction) in self.movable(position).into_iter().zip([STRAIGHT, LEFT, RIGHT]) {
            push_moves(pieces, direction, moves);
        }
    }
    #[inline]
    fn play(&self, position: &Pieces, mv: u8) -> Pieces {
        let &Pieces { white, black, mover } = position;
        let (from, to) = (1 << (mv & CELL), 1 << self.target(mover, mv));
        let mover_after = mover.opponent();
        match mover {
            Player::Max => Pieces { white: white & !from | to, black: black & !to, mover: mover_after },
            Player::Min => Pieces { white: white & !to, black: black & !from | to, mover: mover_after },
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![-1, 1]
    }
}

impl Game for Breakthrough {
    fn canonical(&self, position: &Pieces) -> Pieces {
        let &Pieces { white, black, mover } = position;
        let image = Pieces { white: self.mirrored(white), black: self.mirrored(black), mover };
        image.min(*position)
    }
    fn has_symmetry(&self) -> bool {
        true
    }
    #[inline]
    fn mobility(&self, position: &Pieces) -> u32 {
        self.movable(position).into_iter().map(u64::count_ones).sum()
    }
    fn most_positions(&self) -> Option<u64> {
        // A cell is empty or holds a piece of one of two colours; and either player moves.
        3u64.checked_pow(self.columns * self.rows)?.checked_mul(2)
    }
    #[inline]
    fn hash(&self, position: &Pieces) -> u64 {
        // Turned bits for Black to move: a bijection, so nothing is lost.
        let hash = mix(position.white, position.black);
        if position.mover == Player::Max { hash } else { !hash }
    }
    fn foresight(&self, position: &Pieces) -> Option<(Value, Value)> {
        let (own, other) = self.upwards(position);
        let mover_wins = self.mover_wins(own, other)?;
        let value = if mover_wins == (position.mover == Player::Max) { 1 } else { -1 };
        Some((value, value))
    }
    fn foresees(&self) -> bool {
        true
    }
    fn outlook(&self, position: &Pieces) -> i32 {
        self.standing(position.white) - self.standing(self.turned(position.black))
    }
    fn move_number(&self, _: &Pieces, mv: u8) -> Option<usize> {
        Some(usize::from(mv))
    }
}

#[cfg(test)]
mod tests;
