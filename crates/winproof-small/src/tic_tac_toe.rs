//! The game `tic-tac-toe`: three in a row on three by three squares; X moves first and is Max.
//!
//! Positions are written row by row from the top, `xo./.x./...`, and whose turn it is follows from the number of
//! stones. Squares are `a1` (bottom left) to `c3` (top right), generated in reading order, top left first.

use winproof::drawing::{Colour, Drawing, Ground, Shape};
use winproof::{Game, Player, Rules, Status, TextError, TextRules};
use winproof_kit::board_drawing::{letters, numbers_down, of_rows};
use winproof_kit::board_text::{check_counts, read_rows, write_rows};
use winproof_kit::packed::{Pack, Words};

/// The rules of tic-tac-toe.
///
/// ```
/// use winproof::{Player, Rules, Status, TextRules};
/// use winproof_small::TicTacToe;
///
/// let position = TicTacToe.parse_position("xo./.x./..o").unwrap();
/// assert_eq!(TicTacToe.status(&position), Status::Turn(Player::Max));
/// let bottom_left = TicTacToe.parse_move(&position, "a1").unwrap();
/// assert_eq!(TicTacToe.position_text(&TicTacToe.play(&position, bottom_left)), "xo./.x./x.o");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// The squares of each player, as sets of bits in reading order: bit 0 is the top left square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares {
    x: u16,
    o: u16,
}

impl Pack for Squares {
    fn pack(&self) -> Words {
        [u64::from(self.x), u64::from(self.o), 0, 0, 0]
    }
    fn unpack(words: &Words) -> Self {
        Squares { x: words[0] as u16, o: words[1] as u16 }
    }
}

impl Squares {
    fn x_moves(self) -> bool {
        (self.x | self.o).count_ones().is_multiple_of(2)
    }
}

pub(crate) const ALL: u16 = 0b111_111_111;

/// For every set of squares, whether it holds a line.
pub(crate) static HAS_LINE: [bool; 512] = {
    let lines = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= set & lines[line] == lines[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// For every set of squares, its images under the eight symmetries of the board.
pub(crate) static IMAGES: [[u16; 8]; 512] = {
    let mut table = [[0; 8]; 512];
    let mut set = 0;
    while set < 512 {
        let mut image = 0;
        while image < 8 {
            let mut square = 0;
            while square < 9 {
                if set >> square & 1 == 1 {
                    let (mut row, mut column) = (square / 3, square % 3);
                    if image & 1 != 0 {
                        row = 2 - row;
                    }
                    if image & 2 != 0 {
                        column = 2 - column;
                    }
                    if image & 4 != 0 {
                        (row, column) = (column, row);
                    }
                    table[set][image] |= 1 << (3 * row + column);
                }
                square += 1;
            }
            image += 1;
        }
        set += 1;
    }
    table
};

impl Rules for TicTacToe {
    type Position = Squares;
    type Move = u8;

    #[inline]
    fn status(&self, position: &Squares) -> Status {
        let (just_moved, value, next) = match position.x_moves() {
            true => (position.o, -1, Player::Max),
            false => (position.x, 1, Player::Min),
        };
        if HAS_LINE[usize::from(just_moved)] {
            Status::Ended(value)
        } else if position.x | position.o == ALL {
            Status::Ended(0)
        } else {
            Status::Turn(next)
        }
    }
    #[inline]
    fn moves(&self, position: &Squares, moves: &mut Vec<u8>) {
        let taken = position.x | position.o;
        moves.extend((0..9).filter(|square| taken >> square & 1 == 0));
    }
    #[inline]
    fn play(&self, position: &Squares, square: u8) -> Squares {
        match position.x_moves() {
            true => Squares { x: position.x | 1 << square, ..*position },
            false => Squares { o: position.o | 1 << square, ..*position },
        }
    }
}

impl Game for TicTacToe {
    fn canonical(&self, position: &Squares) -> Squares {
        let images = IMAGES[usize::from(position.x)].iter().zip(&IMAGES[usize::from(position.o)]);
        images.map(|(&x, &o)| Squares { x, o }).min().unwrap_or(*position)
    }
    fn has_symmetry(&self) -> bool {
        true
    }
    fn most_positions(&self) -> Option<u64> {
        Some(5478)
    }
    #[inline]
    fn mobility(&self, position: &Squares) -> u32 {
        9 - (position.x | position.o).count_ones()
    }
}

impl TextRules for TicTacToe {
    fn name(&self) -> String {
        "tic-tac-toe".to_string()
    }
    fn start(&self) -> Squares {
        Squares::default()
    }
    fn position_text(&self, position: &Squares) -> String {
        write_rows(3, 3, |column, row| match 1 << (3 * row + column) {
            square if position.x & square != 0 => 'x',
            square if position.o & square != 0 => 'o',
            _ => '.',
        })
    }
    fn parse_position(&self, text: &str) -> Result<Squares, TextError> {
        let board = read_rows(text, 3, 3, "xo.")?;
        let squares =
            |stone| (0..9).filter(|square| board[square / 3][square % 3] == stone).map(|square| 1 << square).sum();
        let position = Squares { x: squares('x'), o: squares('o') };
        check_counts(text, position.x.count_ones(), position.o.count_ones())?;
        match [position.x, position.o].map(|stones| HAS_LINE[usize::from(stones)]) {
            [true, true] => {
                Err(TextError::new(format!("'{text}' has lines of both players; the first one ends the game")))
            }
            [true, false] if position.x_moves() => Err(moved_after_the_end(text, 'o', 'x')),
            [false, true] if !position.x_moves() => Err(moved_after_the_end(text, 'x', 'o')),
            _ => Ok(position),
        }
    }
    fn move_text(&self, _: &Squares, square: u8) -> String {
        let (row, column) = (square / 3, square % 3);
        format!("{}{}", char::from(b'a' + column), 3 - row)
    }
    fn picture(&self, position: &Squares) -> String {
        let text = self.position_text(position);
        let rows = text.split('/').zip([3, 2, 1]).map(|(row, number)| {
            let squares: String = row.chars().map(|square| format!(" {square}")).collect();
            format!("{number} {squares}")
        });
        rows.chain(["   a b c".to_string()]).collect::<Vec<_>>().join("\n")
    }
    fn drawing(&self, position: &Squares) -> Drawing {
        let name = |column: usize, row: usize| self.move_text(position, (3 * row + column) as u8);
        let drawing = of_rows(&self.position_text(position), |_, _| Ground::Plain, name, cross_or_ring);
        drawing.with_names(letters(3), numbers_down(3))
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "X" } else { "O" }.to_string()
    }
}

/// The stone of a player: a cross for `x`, a ring for `o`.
pub(crate) fn cross_or_ring(stone: char) -> Option<(Shape, Colour)> {
    match stone {
        'x' => Some((Shape::Cross, Colour::Blue)),
        'o' => Some((Shape::Ring, Colour::Red)),
        _ => None,
    }
}

fn moved_after_the_end(text: &str, last: char, winner: char) -> TextError {
    let counts = format!("by the number of stones, {last} moved last");
    TextError::new(format!("'{text}' has a line of {winner}, but {counts}; the line would have ended the game before"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::Viewpoint;
    use winproof::conformance::check_game;
    use winproof_kit::hash_families::assert_hashes_differ;

    fn position(text: &str) -> Squares {
        TicTacToe.parse_position(text).unwrap()
    }

    #[test]
    fn every_line_wins_for_either_player() {
        for (x_wins, o_wins) in [
            ("xxx/oo./...", "ooo/xx./x.."),
            ("oo./xxx/...", "xx./ooo/x.."),
            ("oo./.../xxx", "xx./x../ooo"),
            ("x.o/x.o/x..", "o.x/o.x/ox."),
            ("ox./ox./.x.", "xo./xo./.ox"),
            ("o.x/o.x/..x", "x.o/x.o/.xo"),
            ("xo./ox./..x", "ox./xox/..o"),
            ("o.x/.xo/x..", "x.o/xox/o.."),
        ] {
            assert_eq!(TicTacToe.status(&position(x_wins)), Status::Ended(1), "{x_wins}");
            assert_eq!(TicTacToe.status(&position(o_wins)), Status::Ended(-1), "{o_wins}");
        }
        assert_eq!(TicTacToe.status(&position("xox/xxo/oxo")), Status::Ended(0));
        assert_eq!(TicTacToe.status(&position("xoo/oxx/xox")), Status::Ended(1));
    }

    #[test]
    fn squares_have_their_names_in_reading_order() {
        let start = TicTacToe.start();
        let mut moves = Vec::new();
        TicTacToe.moves(&start, &mut moves);
        let names: Vec<String> = moves.iter().map(|&mv| TicTacToe.move_text(&start, mv)).collect();
        assert_eq!(names, ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]);
        assert_eq!(TicTacToe.parse_move(&position("..x/.../..."), "a1"), Ok(6));
        assert!(TicTacToe.parse_move(&position("..x/.../..."), "c3").is_err());
    }

    #[test]
    fn all_images_of_a_position_have_one_canonical_form() {
        let images = [
            "xo./.../...",
            ".ox/.../...",
            ".../.../xo.",
            ".../.../.ox",
            "x../o../...",
            "..x/..o/...",
            ".../o../x..",
            ".../..o/..x",
        ];
        let canonical = images.map(|text| TicTacToe.canonical(&position(text)));
        assert!(canonical.iter().all(|form| *form == canonical[0]));
        assert_ne!(TicTacToe.canonical(&position("ox./.../...")), canonical[0]);
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, reason) in [
            ("xo./.x.", "has 2 rows"),
            ("xx./.../...", "has 2 x and 0 o"),
            ("o../.../...", "has 0 x and 1 o"),
            ("xxx/ooo/...", "has lines of both players"),
            ("xxx/oo./o..", "has a line of x, but by the number of stones, o moved last"),
            ("ooo/xx./x.x", "has a line of o, but by the number of stones, x moved last"),
        ] {
            let error = TicTacToe.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn the_picture_names_the_squares() {
        assert_eq!(TicTacToe.picture(&position("xo./.x./...")), "3  x o .\n2  . x .\n1  . . .\n   a b c");
    }

    #[test]
    fn keeps_the_promises_of_a_game() {
        let report = check_game(&TicTacToe, &TicTacToe.start(), 3000, 1).unwrap();
        assert!(report.positions > 2000 && report.ends > 300 && report.longest == 9, "{report:?}");
        // The same from the other chair.
        let o_moves = position("x../.../...");
        assert!(check_game(&Viewpoint::of_mover(TicTacToe, &o_moves), &o_moves, 300, 2).is_ok());
    }

    /// Every set of squares for each player, also those that share some: a set must not hide the other.
    #[test]
    fn all_positions_have_different_hashes() {
        let sets = || 0..=ALL;
        let positions = sets().flat_map(|x| sets().map(move |o| Squares { x, o }));
        assert_hashes_differ(positions, |position| TicTacToe.hash(position));
    }
}
