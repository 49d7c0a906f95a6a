//! Arguments that are one word out of a list: games, algorithms, axes. A mistyped one gets "did you mean".

use crate::catalog::games;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use std::ffi::OsStr;
pub use winproof::words::{GoalArgument, goal, horizon};
use winproof::{ALGORITHMS, Algorithm, EffortKind, GraphKind, LeafKind};

/// One word out of a list, each standing for something.
#[derive(Clone)]
pub struct OneOf<T> {
    /// What the words name.
    what: &'static str,
    choices: Vec<(&'static str, T)>,
    /// What another word stands for, where the list says only what is usual.
    other: Option<fn(String) -> T>,
}

/// The name of a game.
pub fn game() -> OneOf<String> {
    OneOf::new("game", games().iter().map(|game| (game.name, game.name.to_string())).collect())
}

impl OneOf<String> {
    /// The words of the list, or any other text.
    pub fn or_any_text(self) -> OneOf<String> {
        OneOf { other: Some(|text| text), ..self }
    }
}

/// The name of an algorithm.
pub fn algorithm() -> OneOf<Algorithm> {
    OneOf::new("algorithm", ALGORITHMS.iter().map(|named| (named.name, named.algorithm)).collect())
}

/// A choice of effort.
pub fn effort() -> OneOf<EffortKind> {
    OneOf::new("effort", EffortKind::ALL.iter().map(|&kind| (kind.word(), kind)).collect())
}

/// A choice of graph.
pub fn graph() -> OneOf<GraphKind> {
    OneOf::new("graph", GraphKind::ALL.iter().map(|&kind| (kind.word(), kind)).collect())
}

/// A choice of leaf assessment.
pub fn leaf() -> OneOf<LeafKind> {
    OneOf::new("leaf", LeafKind::ALL.iter().map(|&kind| (kind.word(), kind)).collect())
}

/// A parameter of a game: `NAME=VALUE`.
pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err("write NAME=VALUE, such as first=horizontal".to_string()),
    }
}

impl<T> OneOf<T> {
    /// One word out of a list; `what` is what the words name.
    pub fn new(what: &'static str, choices: Vec<(&'static str, T)>) -> OneOf<T> {
        OneOf { what, choices, other: None }
    }

    /// What a word stands for, or the sentence that says that it stands for nothing.
    pub fn meaning(&self, text: &str) -> Result<T, String>
    where
        T: Clone,
    {
        if let Some((_, meaning)) = self.choices.iter().find(|(word, _)| *word == text) {
            return Ok(meaning.clone());
        }
        let words: Vec<&str> = self.choices.iter().map(|(word, _)| *word).collect();
        let (what, list) = (self.what, words.join(", "));
        Err(match closest(text, &words) {
            Some(near) => format!("there is no {what} '{text}'; did you mean '{near}'? There are: {list}"),
            None => format!("there is no {what} '{text}'; there are: {list}"),
        })
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(&self, _: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let text = value.to_string_lossy();
        match (self.meaning(&text), self.other) {
            (Ok(meaning), _) => Ok(meaning),
            (Err(_), Some(other)) => Ok(other(text.into_owned())),
            (Err(sentence), None) => Err(clap::Error::raw(ErrorKind::InvalidValue, format!("{sentence}\n"))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.choices.iter().map(|(word, _)| PossibleValue::new(*word))))
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
