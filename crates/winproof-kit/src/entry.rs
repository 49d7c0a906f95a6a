//! A game as it is asked for by name: what the registry lists of it, and how it is opened.

use crate::Opening;
use winproof::TextError;
use winproof::open::OpenGame;

/// Which game, which rules and which position are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The name of the game, such as `connect4`.
    pub game: String,
    /// What else makes the rules, such as `("size", "5x4")`; what is left out has the game's default.
    pub parameters: Vec<(String, String)>,
    /// The position in the game's notation; the start of a game if none.
    pub position: Option<String>,
    /// Moves that are played from there. One item may hold several with white space between them or, where a move is
    /// always one digit, without.
    pub moves: Vec<String>,
}

/// What people need to know of a game to ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name, as [`Request::game`] wants it.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The parameters that it takes.
    pub parameters: &'static [&'static str],
    /// Which sizes of board it takes, in words; none if there is nothing to choose.
    pub sizes: Option<&'static str>,
    /// The size if none is given.
    pub default_size: Option<&'static str>,
    /// How a position is written.
    pub position_notation: &'static str,
    /// How a move is written.
    pub move_notation: &'static str,
    /// What an end can be worth.
    pub values: &'static str,
    /// Whether positions can repeat.
    pub repeats: bool,
    /// A call of the command that shows it.
    pub example: &'static str,
}

/// A game as the registry lists it: what each game's file defines under the name `Entry`.
///
/// Entries are left out of unit tests (`#[cfg(not(test))]`): they have every search of their game compiled.
pub trait Entry {
    /// The game in words.
    const INFO: GameInfo;
    /// Reads the parameters (those of `INFO` and no others have been given) and makes the rules.
    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError>;
}
