//! What is said between Winproof and a program that has rules: one JSON object a line.

use serde::{Deserialize, Serialize};
use winproof::{Player, Value};

/// A question.
#[derive(Serialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question<'a> {
    /// For the rules as a whole; the first question.
    Rules,
    /// About positions.
    Positions {
        /// Their texts.
        positions: &'a [&'a str],
    },
}

/// The rules as a whole.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesAnswer {
    /// The game's name.
    pub name: String,
    /// What tells these rules from others of the same name.
    pub hash: String,
    /// Everything that play can be worth.
    #[serde(default = "win_draw_loss")]
    pub values: Vec<Value>,
    /// What endless play is worth; none where positions never repeat.
    #[serde(default)]
    pub repetition: Option<Value>,
    /// The position in which a game starts.
    pub start: String,
    /// What Max and Min are called.
    #[serde(default)]
    pub players: Option<[String; 2]>,
}

fn win_draw_loss() -> Vec<Value> {
    vec![-1, 0, 1]
}

impl RulesAnswer {
    /// What is wrong with it, if anything is.
    pub fn fault(&self) -> Option<String> {
        let is_plain = |text: &str| !text.is_empty() && !text.contains(char::is_control);
        let texts = [("name", &self.name), ("hash", &self.hash), ("start", &self.start)];
        if let Some((what, text)) = texts.into_iter().find(|(_, text)| !is_plain(text)) {
            return Some(format!("the {what} is {text:?}; it must be one line of text"));
        }
        (self.values.len() > 1_000_000).then(|| "it lists more than a million values".to_string())
    }
}

/// The player who moves.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who wants much.
    Max,
    /// Who wants little.
    Min,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Max => Player::Max,
            Side::Min => Player::Min,
        }
    }
}

/// The answers to a question about positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// One for each position, in the same order.
    pub answers: Vec<Answer>,
}

/// What is said of a position.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Fields")]
pub enum Answer {
    /// Play goes on.
    Turn {
        /// Who moves.
        turn: Side,
        /// The moves.
        moves: Vec<String>,
        /// The positions that they lead to.
        children: Vec<String>,
        /// The text of the position, where it was asked for by another.
        text: Option<String>,
    },
    /// Play has ended.
    End {
        /// What the end is worth for Max.
        end: Value,
        /// The text of the position, where it was asked for by another.
        text: Option<String>,
    },
    /// The text stands for no position.
    Error {
        /// Why.
        error: String,
    },
}

/// The fields of an answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Fields {
    turn: Option<Side>,
    moves: Option<Vec<String>>,
    children: Option<Vec<String>>,
    end: Option<Value>,
    text: Option<String>,
    error: Option<String>,
}

impl TryFrom<Fields> for Answer {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Answer, &'static str> {
        match fields {
            Fields { turn: Some(turn), moves: Some(moves), children: Some(children), end: None, text, error: None } => {
                Ok(Answer::Turn { turn, moves, children, text })
            }
            Fields { turn: None, moves: None, children: None, end: Some(end), text, error: None } => {
                Ok(Answer::End { end, text })
            }
            Fields { turn: None, moves: None, children: None, end: None, text: None, error: Some(error) } => {
                Ok(Answer::Error { error })
            }
            _ => Err("an answer has turn, moves and children, or end, or error"),
        }
    }
}
