//! Arguments that are one word out of a list: games, algorithms, axes. A mistyped one gets "did you mean".

use crate::catalog::games;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use std::ffi::OsStr;
use winproof::proof::Horizon;
use winproof::{ALGORITHMS, Algorithm, EffortKind, Goal, GraphKind, LeafKind, Value};

/// One word out of a list, each standing for something.
#[derive(Clone)]
pub struct OneOf<T> {
    /// What the words name.
    what: &'static str,
    choices: Vec<(&'static str, T)>,
}

/// The name of a game.
pub fn game() -> OneOf<String> {
    OneOf { what: "game", choices: games().iter().map(|game| (game.name, game.name.to_string())).collect() }
}

/// The name of an algorithm.
pub fn algorithm() -> OneOf<Algorithm> {
    OneOf { what: "algorithm", choices: ALGORITHMS.iter().map(|named| (named.name, named.algorithm)).collect() }
}

/// A choice of effort.
pub fn effort() -> OneOf<EffortKind> {
    OneOf { what: "effort", choices: EffortKind::ALL.iter().map(|&kind| (kind.word(), kind)).collect() }
}

/// A choice of graph.
pub fn graph() -> OneOf<GraphKind> {
    OneOf { what: "graph", choices: GraphKind::ALL.iter().map(|&kind| (kind.word(), kind)).collect() }
}

/// A choice of leaf assessment.
pub fn leaf() -> OneOf<LeafKind> {
    OneOf { what: "leaf", choices: LeafKind::ALL.iter().map(|&kind| (kind.word(), kind)).collect() }
}

/// A parameter of a game: `NAME=VALUE`.
pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err("write NAME=VALUE, such as first=horizontal".to_string()),
    }
}

/// What is asked of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalArgument {
    /// At least this much.
    AtLeast(Value),
    /// At most this much.
    AtMost(Value),
}

impl GoalArgument {
    /// The goal that answers it. "At most v" holds exactly where "at least v + 1" does not.
    pub fn goal(self) -> Goal {
        match self {
            GoalArgument::AtLeast(value) => Goal::at_least(value),
            GoalArgument::AtMost(value) => Goal::at_least(value.saturating_add(1)),
        }
    }

    /// The answer, given whether the goal holds.
    pub fn holds(self, goal_holds: bool) -> bool {
        match self {
            GoalArgument::AtLeast(_) => goal_holds,
            GoalArgument::AtMost(_) => !goal_holds,
        }
    }

    /// As it is written.
    pub fn text(self) -> String {
        match self {
            GoalArgument::AtLeast(value) => format!(">={value}"),
            GoalArgument::AtMost(value) => format!("<={value}"),
        }
    }
}

/// A goal: `win`, `draw`, `>=V` or `<=V`.
pub fn goal(text: &str) -> Result<GoalArgument, String> {
    let text = text.trim();
    let behind = |signs: [&str; 2]| signs.iter().find_map(|sign| text.strip_prefix(sign)).map(str::trim);
    let number = |text: &str| text.parse::<Value>().ok().filter(|&value| value > Value::MIN && value < Value::MAX);
    let goal = match (text, behind([">=", "≥"]), behind(["<=", "≤"])) {
        ("win", ..) => Some(GoalArgument::AtLeast(1)),
        ("draw", ..) => Some(GoalArgument::AtLeast(0)),
        (_, Some(value), _) => number(value).map(GoalArgument::AtLeast),
        (_, _, Some(value)) => number(value).map(GoalArgument::AtMost),
        _ => None,
    };
    goal.ok_or_else(|| "write win, draw (at least a draw), '>=V' or '<=V', such as '>=2'".to_string())
}

impl<T> OneOf<T> {
    /// One word out of a list; `what` is what the words name.
    pub fn new(what: &'static str, choices: Vec<(&'static str, T)>) -> OneOf<T> {
        OneOf { what, choices }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(&self, _: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let text = value.to_string_lossy();
        if let Some((_, meaning)) = self.choices.iter().find(|(word, _)| *word == text) {
            return Ok(meaning.clone());
        }
        let words: Vec<&str> = self.choices.iter().map(|(word, _)| *word).collect();
        let (what, list) = (self.what, words.join(", "));
        let sentence = match closest(&text, &words) {
            Some(near) => format!("there is no {what} '{text}'; did you mean '{near}'? There are: {list}\n"),
            None => format!("there is no {what} '{text}'; there are: {list}\n"),
        };
        Err(clap::Error::raw(ErrorKind::InvalidValue, sentence))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.choices.iter().map(|(word, _)| PossibleValue::new(*word))))
    }
}

/// How far the checker plays by itself.
pub fn horizon(text: &str) -> Result<Horizon, String> {
    match text {
        "auto" => Ok(Horizon::Auto),
        plies => {
            plies.parse().map(Horizon::Plies).map_err(|_| "write a number of plies from 0 to 255, or auto".to_string())
        }
    }
}

/// The word that was probably meant, if one is near.
fn closest<'a>(written: &str, words: &[&'a str]) -> Option<&'a str> {
    let written = written.to_lowercase();
    let near = words.iter().map(|word| (strsim::jaro_winkler(&written, word), *word));
    // Below this, what is nearest is not near: "chess" is no "connect4".
    near.filter(|(nearness, _)| *nearness > 0.8).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals() {
        for (text, value) in [("win", 1), ("draw", 0), (">=2", 2), (">= -3", -3), ("≥0", 0)] {
            assert_eq!(goal(text), Ok(GoalArgument::AtLeast(value)), "{text}");
        }
        assert_eq!(goal("<=1"), Ok(GoalArgument::AtMost(1)));
        for text in ["", "loss", "2", ">2", ">=", ">=two", ">=99999999999", ">=-2147483648", "<=2147483647"] {
            assert!(goal(text).is_err(), "{text}");
        }
        let at_most = GoalArgument::AtMost(1);
        assert_eq!((at_most.goal(), at_most.holds(false)), (Goal::at_least(2), true));
    }

    #[test]
    fn parameters() {
        assert_eq!(assignment("first=horizontal"), Ok(("first".to_string(), "horizontal".to_string())));
        assert_eq!(assignment("graph=a=b"), Ok(("graph".to_string(), "a=b".to_string())));
        assert!(assignment("first").is_err() && assignment("=x").is_err());
    }

    #[test]
    fn near_words_are_suggested_and_far_ones_are_not() {
        let words = ["connect4", "graph", "tic-tac-toe"];
        assert_eq!(closest("conect4", &words), Some("connect4"));
        assert_eq!(closest("TicTacToe", &words), Some("tic-tac-toe"));
        assert_eq!(closest("chess", &words), None);
        assert_eq!(closest("", &words), None);
    }
}
