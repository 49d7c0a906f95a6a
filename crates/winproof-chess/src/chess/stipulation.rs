//! Stipulations: what the attacker wants, in the signs that composers use.
//!
//! A stipulation is a *goal* and a *play*. The goals:
//!
//! | sign | the move that ends play |
//! | --- | --- |
//! | `#` | mates |
//! | `=` | stalemates |
//! | `==` | leaves neither side a legal move, and nobody in check |
//! | `+` | gives check |
//! | `x` | captures |
//! | `zh8` | ends on the square h8 |
//!
//! The plays:
//! - direct (`#`): the attacker reaches the goal against any defence.
//! - self (`s#`): the attacker forces the defender to reach it against him.
//! - semi-reflex (`semi-r#`): the same, but the defender must reach the goal whenever he can.
//! - reflex (`r#`): so must the attacker. If he can reach it himself he has failed.

use super::moves::castling_target;
use cozy_chess::{Board, Move, Square};
use std::fmt;
use std::str::FromStr;
use winproof::TextError;

/// What the move that ends play does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// It mates.
    #[default]
    Mate,
    /// It stalemates.
    Stalemate,
    /// It leaves neither side a legal move, and nobody in check.
    DoubleStalemate,
    /// It gives check.
    Check,
    /// It captures.
    Capture,
    /// It ends on this square.
    Square(Square),
}

/// Who makes that move, and whether he has to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// The attacker.
    #[default]
    Direct,
    /// The defender, who would rather not.
    SelfPlay,
    /// Whoever can has to; the attacker wants the defender to.
    Reflex,
    /// The defender, who has to if he can.
    SemiReflex,
}

/// What the attacker wants.
///
/// ```
/// use winproof_chess::chess::stipulation::{Play, Stipulation, Target};
/// let selfmate: Stipulation = "s#".parse().unwrap();
/// assert_eq!(selfmate, Stipulation { play: Play::SelfPlay, target: Target::Mate });
/// assert_eq!(selfmate.to_string(), "s#");
/// assert!("h#".parse::<Stipulation>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stipulation {
    /// Who makes the move that ends play.
    pub play: Play,
    /// What it does.
    pub target: Target,
}

impl Stipulation {
    /// Whether it is the mate by the attacker.
    #[inline]
    pub fn is_direct_mate(self) -> bool {
        self == Stipulation::default()
    }

    /// Whether the defender makes the move that ends play.
    #[inline]
    pub fn is_by_defender(self) -> bool {
        self.play != Play::Direct
    }

    /// Whether the attacker fails where he can reach the goal himself.
    pub(super) fn forbids_attacker(self) -> bool {
        self.play == Play::Reflex
    }

    /// Whether the defender has to reach the goal where he can.
    #[inline]
    pub(super) fn obliges_defender(self) -> bool {
        matches!(self.play, Play::Reflex | Play::SemiReflex)
    }

    /// The words for it: `mates`, `forces Black to mate`.
    pub fn words(self, defender: &str) -> String {
        let (single, bare) = match self.target {
            Target::Mate => ("mates".to_string(), "mate".to_string()),
            Target::Stalemate => ("stalemates".to_string(), "stalemate".to_string()),
            Target::DoubleStalemate => ("stalemates both sides".to_string(), "stalemate both sides".to_string()),
            Target::Check => ("gives check".to_string(), "give check".to_string()),
            Target::Capture => ("captures".to_string(), "capture".to_string()),
            Target::Square(square) => (format!("reaches {square}"), format!("reach {square}")),
        };
        match self.play {
            Play::Direct => single,
            Play::SelfPlay => format!("forces {defender} to {bare}"),
            Play::SemiReflex => format!("forces {defender}, who must if possible, to {bare}"),
            Play::Reflex => format!("forces {defender} to {bare}, where both must if possible"),
        }
    }
}

impl Target {
    /// Whether a move from one board to the next reaches the goal.
    #[inline]
    pub(super) fn is_reached(self, before: &Board, mv: Move, after: &Board) -> bool {
        let can_move = |board: &Board| board.generate_moves(|_| true);
        match self {
            Target::Mate => !after.checkers().is_empty() && !can_move(after),
            Target::Stalemate => after.checkers().is_empty() && !can_move(after),
            Target::DoubleStalemate => {
                after.checkers().is_empty()
                    && !can_move(after)
                    && after.null_move().is_some_and(|other| !can_move(&other))
            }
            Target::Check => !after.checkers().is_empty(),
            Target::Capture => before.occupied().len() > after.occupied().len(),
            Target::Square(square) => castling_target(before, mv).unwrap_or(mv.to) == square,
        }
    }

    /// Whether the side to move has a move that reaches the goal.
    pub(super) fn can_be_reached(self, board: &Board) -> bool {
        board.generate_moves(|set| {
            set.into_iter().any(|mv| {
                let mut after = board.clone();
                after.play_unchecked(mv);
                self.is_reached(board, mv, &after)
            })
        })
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.play {
            Play::Direct => "",
            Play::SelfPlay => "s",
            Play::Reflex => "r",
            Play::SemiReflex => "semi-r",
        })?;
        match self.target {
            Target::Mate => formatter.write_str("#"),
            Target::Stalemate => formatter.write_str("="),
            Target::DoubleStalemate => formatter.write_str("=="),
            Target::Check => formatter.write_str("+"),
            Target::Capture => formatter.write_str("x"),
            Target::Square(square) => write!(formatter, "z{square}"),
        }
    }
}

impl FromStr for Stipulation {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Stipulation, TextError> {
        let plays = [("semi-r", Play::SemiReflex), ("s", Play::SelfPlay), ("r", Play::Reflex), ("", Play::Direct)];
        let found = plays.iter().find_map(|&(sign, play)| {
            let target = match text.strip_prefix(sign)? {
                "#" => Target::Mate,
                "=" => Target::Stalemate,
                "==" => Target::DoubleStalemate,
                "+" => Target::Check,
                "x" => Target::Capture,
                other => Target::Square(other.strip_prefix('z')?.parse().ok()?),
            };
            Some(Stipulation { play, target })
        });
        found.ok_or_else(|| {
            TextError::new(format!(
                "'{text}' is not a stipulation; write #, =, ==, +, x or z with a square, with s, r or semi-r before it \
                 (help play has no opponent, so there is nothing to prove)"
            ))
        })
    }
}
