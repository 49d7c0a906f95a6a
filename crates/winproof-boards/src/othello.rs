//! The game `othello`: Othello on boards of 4, 6 or 8 columns and rows; Black moves first and is Max.
//!
//! # Rules
//! - The four squares in the middle are taken at the start: White has the upper left and the lower right one of them,
//!   Black the other two.
//! - A move places a disc on a free square so that, along a row, a column or a diagonal, opposing discs without a gap
//!   lie between it and another disc of the mover. All discs that lie so, in all eight directions, are turned and
//!   become the mover's. A move must turn at least one disc.
//! - A player without such a move passes; `pass` is then his only move. A player who can place a disc may not pass.
//! - Play ends when neither player can place a disc. It is worth Black's discs less White's. Squares that are still
//!   free count for nobody (in tournaments they go to the winner; not here).
//!
//! A size is columns × rows. Squares are `a1` (top left, as usual in Othello) to `h8`, generated in reading order.
//! Positions are written row by row from the top, `b` for a black disc, `w` for a white one, `.` for a free square,
//! then a space and the player to move: `..../.wb./.bw./.... b`.
//!
//! # How the board is kept
//! Two sets of squares, one bit a square and eight bits a row, on smaller boards as well: what is right of the board
//! and below it stays empty.

mod knowledge;
mod lines;

use lines::{behind_runs, left_to_right, runs_between, transposed, upside_down, with_neighbours};
use winproof::drawing::{Colour, Drawing, Ground, Shape};
use winproof::hash::mix;
use winproof::{Game, Player, Rules, Status, TextError, TextRules, Value};
use winproof_kit::board_drawing::{letters, of_rows};
use winproof_kit::board_text::{read_rows, write_rows};

/// The move of a player who can place no disc. All other moves are numbers of squares: eight times the row and the
/// column.
pub const PASS: u8 = 64;

/// A position: who has which discs, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Discs {
    /// The discs of the player to move.
    mover: u64,
    opponent: u64,
    player: Player,
}

/// The rules of Othello on one size of board.
///
/// ```
/// use winproof::{Rules, TextRules};
/// use winproof_boards::Othello;
///
/// let game = Othello::new(4, 4).unwrap();
/// let start = game.start();
/// assert_eq!(game.position_text(&start), "..../.wb./.bw./.... b");
/// let position = game.play(&start, game.parse_move(&start, "b1").unwrap());
/// assert_eq!(game.position_text(&position), ".b../.bb./.bw./.... w");
/// assert_eq!(game.value_text(&start, -8), "White wins by 8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Othello {
    columns: u32,
    rows: u32,
    /// All squares.
    board: u64,
}

impl Othello {
    /// The rules for a board of `columns` × `rows` squares.
    ///
    /// ```
    /// use winproof_boards::Othello;
    /// assert!(Othello::new(4, 6).is_ok());
    /// assert!(Othello::new(5, 5).is_err());
    /// ```
    pub fn new(columns: u32, rows: u32) -> Result<Othello, TextError> {
        if ![columns, rows].iter().all(|side| [4, 6, 8].contains(side)) {
            let sentence =
                format!("a board of {columns}x{rows} is not possible; it must have 4, 6 or 8 columns and rows");
            return Err(TextError::new(sentence));
        }
        let row = (1 << columns) - 1;
        let board = (0..rows).fold(0, |board, number| board | row << (8 * number));
        Ok(Othello { columns, rows, board })
    }

    /// The free squares where a disc of `own` turns some of `other`.
    #[inline]
    fn places(&self, own: u64, other: u64) -> u64 {
        behind_runs(own, other) & self.board & !(own | other)
    }

    /// Black's discs and White's.
    fn by_colour(position: &Discs) -> (u64, u64) {
        match position.player {
            Player::Max => (position.mover, position.opponent),
            Player::Min => (position.opponent, position.mover),
        }
    }

    /// Squares given by their place from the upper left one of the four in the middle.
    fn at_middle(&self, squares: u64) -> u64 {
        squares << (8 * (self.rows / 2 - 1) + self.columns / 2 - 1)
    }

    /// The four squares in the middle, which are never free.
    fn middle(&self) -> u64 {
        self.at_middle(0x0303)
    }

    /// A set of squares under the symmetries of the board. An oblong one has four of them, which then come twice.
    #[inline]
    fn images(&self, set: u64) -> [u64; 8] {
        let turned = if self.columns == self.rows { transposed(set) } else { set };
        let [mirrored, mirrored_turned] = [set, turned].map(|set| left_to_right(set, self.columns));
        let four = [set, mirrored, turned, mirrored_turned];
        let [a, b, c, d] = four.map(|set| upside_down(set, self.rows));
        [four[0], four[1], four[2], four[3], a, b, c, d]
    }

    fn square_name(square: u32) -> String {
        format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
    }

    /// Refuses positions that play cannot reach; `text` is what was read.
    fn check(&self, taken: u64, text: &str) -> Result<(), TextError> {
        let free = self.middle() & !taken;
        if free != 0 {
            let square = Othello::square_name(free.trailing_zeros());
            let sentence = format!("'{text}' has no disc on {square}; the four squares in the middle are never free");
            return Err(TextError::new(sentence));
        }
        // Discs are placed next to others, so all hang together with those in the middle.
        let mut joined = self.middle();
        loop {
            let grown = with_neighbours(joined) & taken;
            if grown == joined {
                break;
            }
            joined = grown;
        }
        match taken & !joined {
            0 => Ok(()),
            apart => {
                let square = Othello::square_name(apart.trailing_zeros());
                let rule = "discs are only placed next to others";
                Err(TextError::new(format!("'{text}' has a disc on {square} apart from those in the middle; {rule}")))
            }
        }
    }
}

impl Rules for Othello {
    type Position = Discs;
    type Move = u8;

    #[inline]
    fn status(&self, position: &Discs) -> Status {
        let &Discs { mover, opponent, player } = position;
        if self.places(mover, opponent) != 0 || self.places(opponent, mover) != 0 {
            return Status::Turn(player);
        }
        let (black, white) = Othello::by_colour(position);
        Status::Ended(black.count_ones() as Value - white.count_ones() as Value)
    }
    #[inline]
    fn moves(&self, position: &Discs, moves: &mut Vec<u8>) {
        let mut places = self.places(position.mover, position.opponent);
        if places == 0 {
            moves.push(PASS);
        }
        while places != 0 {
            moves.push(places.trailing_zeros() as u8);
            places &= places - 1;
        }
    }
    #[inline]
    fn play(&self, position: &Discs, mv: u8) -> Discs {
        let &Discs { mover, opponent, player } = position;
        if mv == PASS {
            return Discs { mover: opponent, opponent: mover, player: player.opponent() };
        }
        let square = 1 << mv;
        let turned = runs_between(square, mover, opponent);
        Discs { mover: opponent ^ turned, opponent: mover | turned | square, player: player.opponent() }
    }
    /// Every number of discs by which one can be ahead, since any number of squares may stay free.
    fn values(&self) -> Vec<Value> {
        let squares = (self.columns * self.rows) as Value;
        (-squares..=squares).collect()
    }
}

impl Game for Othello {
    fn canonical(&self, position: &Discs) -> Discs {
        let images = self.images(position.mover).into_iter().zip(self.images(position.opponent));
        let (mover, opponent) = images.min().unwrap_or((position.mover, position.opponent));
        Discs { mover, opponent, ..*position }
    }
    fn has_symmetry(&self) -> bool {
        true
    }
    #[inline]
    fn mobility(&self, position: &Discs) -> u32 {
        self.places(position.mover, position.opponent).count_ones().max(1)
    }
    fn most_positions(&self) -> Option<u64> {
        // Two colours in the middle, free or one of two elsewhere, and either player to move.
        3u64.checked_pow(self.columns * self.rows - 4)?.checked_mul(2 * 16)
    }
    fn move_number(&self, _: &Discs, mv: u8) -> Option<usize> {
        Some(usize::from(mv))
    }
    /// Discs that stay as they are bound the value. They are looked for once half of the board is taken.
    fn foresight(&self, position: &Discs) -> Option<(Value, Value)> {
        let (black, white) = Othello::by_colour(position);
        let squares = self.board.count_ones() as Value;
        if 2 * (black | white).count_ones() as Value <= squares {
            return None;
        }
        let kept = |own, other| 2 * knowledge::stable(self.board, own, other).count_ones() as Value - squares;
        Some((kept(black, white), -kept(white, black)))
    }
    fn outlook(&self, position: &Discs) -> i32 {
        let (black, white) = Othello::by_colour(position);
        let standing = |own, other| knowledge::standing(self.board, own, other, self.places(own, other));
        standing(black, white) - standing(white, black)
    }
    #[inline]
    fn hash(&self, position: &Discs) -> u64 {
        // The opponent's discs never include the mover's, the complement always does; and where the mover has none, the
        // opponent has the middle, which the complement leaves out. So the two cannot be mistaken for each other.
        match position.player {
            Player::Max => mix(position.mover, position.opponent),
            Player::Min => mix(position.mover, !position.opponent),
        }
    }
}

impl TextRules for Othello {
    fn name(&self) -> String {
        "othello".to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        vec![("size".to_string(), format!("{}x{}", self.columns, self.rows))]
    }
    fn start(&self) -> Discs {
        Discs { mover: self.at_middle(0x0102), opponent: self.at_middle(0x0201), player: Player::Max }
    }
    fn position_text(&self, position: &Discs) -> String {
        let (black, white) = Othello::by_colour(position);
        let board = write_rows(self.columns as usize, self.rows as usize, |column, row| {
            match (black >> (8 * row + column) & 1, white >> (8 * row + column) & 1) {
                (1, _) => 'b',
                (_, 1) => 'w',
                _ => '.',
            }
        });
        format!("{board} {}", if position.player == Player::Max { 'b' } else { 'w' })
    }
    fn parse_position(&self, text: &str) -> Result<Discs, TextError> {
        let Some((board, player)) = text.trim().rsplit_once(' ') else {
            let example = self.position_text(&self.start());
            let sentence =
                format!("'{text}' does not say who moves; write b or w after the board, such as '{example}'");
            return Err(TextError::new(sentence));
        };
        let player = match player {
            "b" => Player::Max,
            "w" => Player::Min,
            other => {
                return Err(TextError::new(format!("'{other}' is not a side to move; write b or w after the board")));
            }
        };
        let rows = read_rows(board.trim_end(), self.columns as usize, self.rows as usize, "bw.")?;
        let discs = |colour: char| {
            let squares = rows.iter().enumerate().flat_map(|(row, squares)| {
                squares.iter().enumerate().map(move |(column, &square)| (8 * row + column, square))
            });
            squares.filter(|&(_, square)| square == colour).fold(0, |set, (square, _)| set | 1 << square)
        };
        let (black, white) = (discs('b'), discs('w'));
        self.check(black | white, text)?;
        Ok(match player {
            Player::Max => Discs { mover: black, opponent: white, player },
            Player::Min => Discs { mover: white, opponent: black, player },
        })
    }
    fn move_text(&self, _: &Discs, mv: u8) -> String {
        if mv == PASS { "pass".to_string() } else { Othello::square_name(u32::from(mv)) }
    }
    fn picture(&self, position: &Discs) -> String {
        let text = self.position_text(position);
        let board = text.split(' ').next().unwrap_or_default();
        let line = |number: String, squares: &mut dyn Iterator<Item = char>| {
            let squares: String = squares.map(|square| format!(" {square}")).collect();
            format!("{number:>2} {squares}")
        };
        let names = line(String::new(), &mut ('a'..='h').take(self.columns as usize));
        let rows = (1..).zip(board.split('/')).map(|(number, row)| line(number.to_string(), &mut row.chars()));
        [names].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }
    fn drawing(&self, position: &Discs) -> Drawing {
        let text = self.position_text(position);
        let name = |column: usize, row: usize| Othello::square_name((8 * row + column) as u32);
        let man = |square| match square {
            'b' => Some((Shape::Disc, Colour::Black)),
            'w' => Some((Shape::Disc, Colour::White)),
            _ => None,
        };
        let board = text.split(' ').next().unwrap_or_default();
        let drawing = of_rows(board, |_, _| Ground::Felt, name, man);
        drawing.with_names(letters(self.columns as usize), (1..=self.rows).map(|row| row.to_string()))
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "Black" } else { "White" }.to_string()
    }
    fn value_text(&self, _: &Self::Position, value: Value) -> String {
        match value {
            0 => "draw".to_string(),
            1.. => format!("Black wins by {value}"),
            _ => format!("White wins by {}", value.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests;
