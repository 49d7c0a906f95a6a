//! The rules of a game: positions, moves, who moves, and what an end is worth.
//!
//! [`Rules`] is all that a checker knows of a game, and all that it trusts. A rules object (the size of the board is
//! data in it) stands beside small positions; the players are called Max and Min, the worth of an end is always
//! Max's, and who moves is asked of every position, never assumed to alternate.
//!
//! [`TextRules`] adds words: positions and moves as text both ways, and the board as a picture. Certificates need it.

use crate::drawing::{Drawing, MovePlace};
use std::fmt::Debug;
use std::hash::Hash;

/// What the end of a game is worth for Max; more is better for Max.
///
/// Games of win, draw and loss use 1, 0 and −1. The least `i32` is not a value: it has no opposite.
pub type Value = i32;

/// The two players. Max wants a high [`Value`], Min a low one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who wants a high value.
    Max,
    /// The player who wants a low value.
    Min,
}

impl Player {
    /// The other player.
    ///
    /// ```
    /// use winproof_check::Player;
    /// assert_eq!(Player::Max.opponent(), Player::Min);
    /// ```
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }
}

/// Whether play goes on in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Play goes on, and this player moves.
    Turn(Player),
    /// Play has ended, worth this much for Max.
    Ended(Value),
}

/// The rules of a two-player game with perfect information and no chance.
///
/// Required are [`status`](Rules::status), [`moves`](Rules::moves) and [`play`](Rules::play); the defaults of the
/// others are right for a game of win, draw and loss whose positions never repeat.
pub trait Rules {
    /// A position: everything that the rules look at. Two equal positions have the same future.
    type Position: Clone + Eq + Hash + Debug;
    /// A move; small, because a search tree keeps one in every node (two bytes fit without cost).
    type Move: Copy + Eq + Debug;

    /// Who moves in the position, or what it is worth if play has ended there.
    fn status(&self, position: &Self::Position) -> Status;

    /// Appends the legal moves of a position in which play goes on to `moves`, all different, in an order that
    /// depends on the position alone.
    ///
    /// There must be at least one: a player who cannot move is a matter of [`status`](Rules::status) (an end, or
    /// the other player's turn) or of a move that passes.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Everything that play can be worth from any position, in ascending order; the worth of a repetition is among
    /// them.
    fn values(&self) -> Vec<Value> {
        vec![-1, 0, 1]
    }

    /// What an endless line of play is worth, or `None` where positions never repeat.
    ///
    /// A search may treat the first repetition of a position as the end of the game with this worth; the value
    /// of the game is the same either way.
    fn repetition(&self) -> Option<Value> {
        None
    }
}

/// A text that is not a position, a move or a parameter of the game: one sentence with the place and the fix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub String);

impl TextError {
    /// An error with this sentence.
    pub fn new(sentence: impl Into<String>) -> TextError {
        TextError(sentence.into())
    }
}

/// Rules whose positions and moves can be read and written.
///
/// Text round trips: parsing what was written gives back an equal position or move. Neither contains a tab or a
/// line break.
pub trait TextRules: Rules {
    /// The game's name, as the command and the certificates use it.
    fn name(&self) -> String;

    /// What, besides the name, makes these rules: pairs such as `("size", "5x4")`, in a fixed order, enough to
    /// build the same rules again.
    fn parameters(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// A position as one line of text.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The position that a text stands for.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// A move as text.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The legal move that a text stands for. The default compares with the text of each legal move.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError> {
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.status(position) {
            self.moves(position, &mut moves);
        }
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(position, mv) == text) {
            return Ok(mv);
        }
        let legal: Vec<String> = moves.iter().map(|&mv| self.move_text(position, mv)).collect();
        Err(TextError::new(if legal.is_empty() {
            format!("'{text}' cannot be played: the game has ended in {}", self.position_text(position))
        } else {
            format!(
                "'{text}' is not a legal move in {}; the legal moves are: {}",
                self.position_text(position),
                legal.join(" ")
            )
        }))
    }

    /// The board as a picture of one or more lines, for people.
    fn picture(&self, position: &Self::Position) -> String {
        self.position_text(position)
    }

    /// The board as data that a program can draw. The default is made of the picture.
    fn drawing(&self, position: &Self::Position) -> Drawing {
        Drawing::of_text(&self.picture(position))
    }

    /// Where on the drawing of a position a legal move is made. The default is what the move changes there.
    fn move_place(&self, position: &Self::Position, mv: Self::Move) -> MovePlace {
        self.drawing(position).move_to(&self.drawing(&self.play(position, mv)))
    }

    /// What the game calls a player, such as `White`.
    fn player_name(&self, player: Player) -> String {
        format!("{player:?}")
    }

    /// Whether players number moves in pairs, one by each, as in chess.
    fn moves_in_pairs(&self) -> bool {
        false
    }

    /// Why play has ended in a position, in a few words.
    fn end_text(&self, _ended: &Self::Position) -> String {
        "play has ended".to_string()
    }

    /// What a value of `root` means in the words that players use, such as `White wins by 2`. Whatever the words say of
    /// the position (such as a number of moves) is taken from `root`.
    fn value_text(&self, _root: &Self::Position, value: Value) -> String {
        match value {
            0 => "draw".to_string(),
            1.. => format!("{} wins", self.player_name(Player::Max)),
            _ => format!("{} wins", self.player_name(Player::Min)),
        }
    }
}

impl<R: Rules + ?Sized> Rules for Box<R> {
    type Position = R::Position;
    type Move = R::Move;

    fn status(&self, position: &R::Position) -> Status {
        (**self).status(position)
    }
    fn moves(&self, position: &R::Position, moves: &mut Vec<R::Move>) {
        (**self).moves(position, moves);
    }
    fn play(&self, position: &R::Position, mv: R::Move) -> R::Position {
        (**self).play(position, mv)
    }
    fn values(&self) -> Vec<Value> {
        (**self).values()
    }
    fn repetition(&self) -> Option<Value> {
        (**self).repetition()
    }
}

impl<R: TextRules + ?Sized> TextRules for Box<R> {
    fn name(&self) -> String {
        (**self).name()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        (**self).parameters()
    }
    fn start(&self) -> R::Position {
        (**self).start()
    }
    fn position_text(&self, position: &R::Position) -> String {
        (**self).position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<R::Position, TextError> {
        (**self).parse_position(text)
    }
    fn move_text(&self, position: &R::Position, mv: R::Move) -> String {
        (**self).move_text(position, mv)
    }
    fn parse_move(&self, position: &R::Position, text: &str) -> Result<R::Move, TextError> {
        (**self).parse_move(position, text)
    }
    fn picture(&self, position: &R::Position) -> String {
        (**self).picture(position)
    }
    fn drawing(&self, position: &R::Position) -> Drawing {
        (**self).drawing(position)
    }
    fn move_place(&self, position: &R::Position, mv: R::Move) -> MovePlace {
        (**self).move_place(position, mv)
    }
    fn player_name(&self, player: Player) -> String {
        (**self).player_name(player)
    }
    fn moves_in_pairs(&self) -> bool {
        (**self).moves_in_pairs()
    }
    fn end_text(&self, ended: &R::Position) -> String {
        (**self).end_text(ended)
    }
    fn value_text(&self, root: &R::Position, value: Value) -> String {
        (**self).value_text(root, value)
    }
}
