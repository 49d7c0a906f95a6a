//! What rules from outside have to tell, and what can go wrong with them.

use crate::position::{Expansion, Position, Shelf};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use winproof::{Player, Status, TextError, Value};

/// Why rules from outside could not answer, or may not be believed: one sentence with the position.
#[derive(Debug)]
pub struct Problem {
    sentence: String,
    /// What the provider wants to find again, such as an exception of its language.
    pub cause: Option<Box<dyn Any + Send + Sync>>,
}

impl Problem {
    /// A problem in a sentence.
    pub fn new(sentence: impl Into<String>) -> Problem {
        Problem { sentence: sentence.into(), cause: None }
    }

    /// The same with what the provider wants to find again.
    #[must_use]
    pub fn caused_by(self, cause: impl Any + Send + Sync) -> Problem {
        Problem { cause: Some(Box::new(cause)), ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.sentence)
    }
}

impl std::error::Error for Problem {}

/// Rules from outside. The players are called Max and Min, and values are Max's, as in [`winproof::Rules`].
///
/// [`External`](crate::External) asks for the status of a position and for its moves once, as long as it remembers the
/// answer, and checks whatever can be checked of it.
pub trait Provider: Send + Sync {
    /// The game's name.
    fn name(&self) -> String;

    /// What, besides the name, makes these rules.
    fn parameters(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Everything that play can be worth, in ascending order.
    fn values(&self) -> Vec<Value>;

    /// What an endless line of play is worth, or `None` where positions never repeat.
    fn repetition(&self) -> Option<Value>;

    /// Whether several threads may ask at a time.
    fn is_shared(&self) -> bool;

    /// Where expansions are kept.
    fn shelf(&self) -> &Shelf;

    /// The position in which a game starts.
    fn start(&self) -> Result<Position, Problem>;

    /// Who moves in a position, or what it is worth.
    fn status(&self, position: &Position) -> Result<Status, Problem>;

    /// The moves of a position in which play goes on.
    fn expand(&self, position: &Position) -> Result<Arc<Expansion>, Problem>;

    /// Where a move leads, by its place in the list.
    fn play(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<Position, Problem>;

    /// Asks for everything about these positions again, and compares with what was said before.
    fn ask_again(&self, positions: &[Position]) -> Result<(), Problem>;

    /// Whether positions have texts that can be read back, so that there can be certificates.
    fn has_texts(&self) -> bool {
        true
    }

    /// A position as one line of text.
    fn position_text(&self, position: &Position) -> Result<String, Problem>;

    /// The position that a text stands for, or why it stands for none.
    fn parse_position(&self, text: &str) -> Result<Result<Position, TextError>, Problem>;

    /// A move as text, by its place in the list.
    fn move_text(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<String, Problem>;

    /// The board as a picture, where it is not the text.
    fn picture(&self, _: &Position) -> Result<Option<String>, Problem> {
        Ok(None)
    }

    /// What a player is called, where it is not Max or Min.
    fn player_name(&self, _: Player) -> Option<String> {
        None
    }

    /// Whether [`canonical`](Provider::canonical) does anything.
    fn has_symmetry(&self) -> bool {
        false
    }

    /// One position out of all that are the same under the game's symmetries.
    fn canonical(&self, position: &Position) -> Result<Position, Problem> {
        Ok(position.clone())
    }

    /// Whether [`foresight`](Provider::foresight) tells anything.
    fn foresees(&self) -> bool {
        false
    }

    /// What a look at a position tells of its value.
    fn foresight(&self, _: &Position) -> Result<Option<(Value, Value)>, Problem> {
        Ok(None)
    }
}
