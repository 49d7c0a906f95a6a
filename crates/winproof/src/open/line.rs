//! A line of play in words, as the game's players write it.

use crate::game::{Player, Value};

/// How a line of play comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineEnd {
    /// Play has ended, worth this.
    Ended(Value),
    /// The position after this many moves repeats.
    Repeats(usize),
    /// More is not known.
    Open,
}

/// A line of play in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<String>,
    /// Who makes the first of them.
    pub first: Player,
    /// How it ends.
    pub end: LineEnd,
    /// Whether a move number counts a move by each player, as in chess.
    pub in_pairs: bool,
}

impl Line {
    /// The moves with their numbers, as the game's players write them. Max being the player to move at the root, the
    /// first move of the line is Max's; `black_first` says that by the game's own count it is the second of its pair.
    pub fn numbered(&self, black_first: bool) -> Vec<String> {
        if !self.in_pairs {
            return (1..).zip(&self.moves).map(|(number, mv)| format!("{number}. {mv}")).collect();
        }
        let offset = usize::from(black_first);
        let numbered = self.moves.iter().enumerate().map(|(place, mv)| match (place + offset) % 2 {
            0 => format!("{}. {mv}", (place + offset) / 2 + 1),
            _ if place == 0 => format!("{}... {mv}", offset / 2 + 1),
            _ => mv.clone(),
        });
        numbered.collect()
    }
}
