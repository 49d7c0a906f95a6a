//! The game `giveaway`: giveaway chess, also called antichess. Whoever gets rid of all their pieces wins.
//!
//! # Rules
//! - Pieces move and capture as in chess. Whoever can capture must, and may choose which capture to make.
//! - The king is a piece like the others: there is no check, it can be captured, pawns may promote to it.
//! - There is no castling. Capturing en passant is a capture like the others.
//! - A player who is to move and cannot, for lack of pieces or because they are blocked, wins.
//! - Endless play is a draw.
//!
//! White is Max. A position is written as FEN with its first four fields; the castling field is always `-` (any
//! rights that are given are ignored), the en-passant square stands only where a capture there is possible. Moves are
//! written as `Nf3`, `exd5`, `e8=K` and read like that or as squares (`e7e8k`).
//!
//! | file | part |
//! | --- | --- |
//! | `giveaway/board.rs` | the pieces as sets of squares, and how they move |
//! | `giveaway/text.rs` | positions and moves as text |

mod board;
mod text;

use crate::chess::board_drawing::Part;
pub use board::{Men, Step};
use cozy_chess::Color;
use winproof::drawing::{Drawing, MovePlace};
use winproof::{Game, Player, Rules, Status, TextError, TextRules, Value};

/// The rules of giveaway chess.
///
/// ```
/// use winproof::{Game, Rules, TextRules};
/// use winproof_chess::Giveaway;
///
/// let start = Giveaway.start();
/// let position = Giveaway.play(&start, Giveaway.parse_move(&start, "e3").unwrap());
/// let position = Giveaway.play(&position, Giveaway.parse_move(&position, "b5").unwrap());
/// assert_eq!(Giveaway.mobility(&position), 1); // the bishop must take on b5
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Giveaway;

impl Giveaway {
    fn player(color: Color) -> Player {
        if color == Color::White { Player::Max } else { Player::Min }
    }
}

impl Rules for Giveaway {
    type Position = Men;
    type Move = Step;

    #[inline]
    fn status(&self, position: &Men) -> Status {
        let side = position.side();
        if position.can_move() {
            return Status::Turn(Giveaway::player(side));
        }
        Status::Ended(if side == Color::White { 1 } else { -1 })
    }
    #[inline]
    fn moves(&self, position: &Men, moves: &mut Vec<Step>) {
        position.for_each_step(|step| moves.push(step));
    }
    #[inline]
    fn play(&self, position: &Men, step: Step) -> Men {
        position.after(step)
    }
    fn repetition(&self) -> Option<Value> {
        Some(0)
    }
}

impl Game for Giveaway {
    #[inline]
    fn mobility(&self, position: &Men) -> u32 {
        let mut count = 0;
        position.for_each_step(|_| count += 1);
        count
    }
    #[inline]
    fn hash(&self, position: &Men) -> u64 {
        position.key()
    }
}

impl TextRules for Giveaway {
    fn moves_in_pairs(&self) -> bool {
        true
    }
    fn name(&self) -> String {
        "giveaway".to_string()
    }
    fn start(&self) -> Men {
        Men::at_start()
    }
    fn position_text(&self, position: &Men) -> String {
        text::write(position)
    }
    fn parse_position(&self, text: &str) -> Result<Men, TextError> {
        text::parse(text)
    }
    fn move_text(&self, position: &Men, step: Step) -> String {
        text::write_step(position, step)
    }
    fn parse_move(&self, position: &Men, text: &str) -> Result<Step, TextError> {
        text::read_step(position, text)
    }
    fn picture(&self, position: &Men) -> String {
        crate::chess::notation::picture_of(|square| position.man_on(square), position.side())
    }
    fn drawing(&self, position: &Men) -> Drawing {
        Part::WHOLE.drawing(|square| position.man_on(square))
    }
    fn move_place(&self, _: &Men, step: Step) -> MovePlace {
        Part::WHOLE.move_place(step.from(), step.to())
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "White" } else { "Black" }.to_string()
    }
}

#[cfg(test)]
mod tests;
