//! Arguments that are one word out of a list: games, algorithms, axes. A mistyped one gets "did you mean".

use super::quantity;
use crate::bench::BENCHMARKS;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use std::ffi::OsStr;
use winproof::{ALGORITHMS, Algorithm, EffortKind, Goal, GraphKind, LeafKind, NestedSize, SetLimits, Value};
use winproof_games::registry::games;

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

/// The size of a nested search: `equal`, a number, or `A:B`.
pub fn nested_size(text: &str) -> Result<NestedSize, String> {
    let size = match text.split_once(':') {
        None if text == "equal" => Some(NestedSize::Equal),
        None => quantity::number(text).ok().map(NestedSize::Fixed),
        Some((a, b)) => {
            let numbers = quantity::number(a).ok().zip(quantity::number(b).ok());
            numbers.filter(|&(_, b)| b > 0).map(|(a, b)| NestedSize::Logistic { a, b })
        }
    };
    size.ok_or_else(|| "write equal, a number of nodes such as 10k, or A:B such as 600k:80k".to_string())
}

/// The name of a benchmark.
pub fn benchmark() -> OneOf<String> {
    let choices = BENCHMARKS.iter().map(|benchmark| (benchmark.name, benchmark.name.to_string())).collect();
    OneOf { what: "benchmark", choices }
}

/// The most leaves of proof and of disproof sets: `20,20`, `all,5`.
pub fn set_limits(text: &str) -> Result<SetLimits, String> {
    let limit = |text: &str| match text.trim() {
        "all" => Some(u32::MAX),
        number => number.parse().ok(),
    };
    text.split_once(',')
        .and_then(|(proof, disproof)| Some(SetLimits { proof: limit(proof)?, disproof: limit(disproof)? }))
        .ok_or_else(|| "write two numbers with a comma between them, such as 20,20, and 'all' for no limit".to_string())
}

/// Hundredths, from 0 to 100.
pub fn percent(text: &str) -> Result<u8, String> {
    let number = text.trim_end_matches('%').parse().ok().filter(|percent| *percent <= 100);
    number.ok_or_else(|| "write a whole number from 0 to 100".to_string())
}

/// A goal: `win`, `draw` or `>=V`.
pub fn goal(text: &str) -> Result<Goal, String> {
    let value = match text.trim() {
        "win" => Some(1),
        "draw" => Some(0),
        other => other
            .strip_prefix(">=")
            .or_else(|| other.strip_prefix('≥'))
            .and_then(|value| value.trim().parse::<Value>().ok()),
    };
    value.map(Goal::at_least).ok_or_else(|| "write win, draw (at least a draw) or '>=V', such as '>=2'".to_string())
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
            assert_eq!(goal(text), Ok(Goal::at_least(value)), "{text}");
        }
        for text in ["", "loss", "2", ">2", ">=", ">=two", "<=1", ">=99999999999"] {
            assert!(goal(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nested_sizes() {
        assert_eq!(nested_size("equal"), Ok(NestedSize::Equal));
        assert_eq!(nested_size("10k"), Ok(NestedSize::Fixed(10_000)));
        assert_eq!(nested_size("600k:80k"), Ok(NestedSize::Logistic { a: 600_000, b: 80_000 }));
        for text in ["", "half", "1:0", "1:", ":1", "1:2:3", "-5"] {
            assert!(nested_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn limits_and_hundredths() {
        assert_eq!(set_limits("20,5"), Ok(SetLimits { proof: 20, disproof: 5 }));
        assert_eq!(set_limits("all, 0"), Ok(SetLimits { proof: u32::MAX, disproof: 0 }));
        for text in ["", "20", "20,", "a,b", "-1,5", "1,2,3", "99999999999,1"] {
            assert!(set_limits(text).is_err(), "{text}");
        }
        assert_eq!((percent("0"), percent("100%"), percent("37")), (Ok(0), Ok(100), Ok(37)));
        assert!(percent("101").is_err() && percent("-1").is_err() && percent("half").is_err());
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
