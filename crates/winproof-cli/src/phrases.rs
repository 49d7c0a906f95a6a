//! Answers in the words of the game: what was asked, what was shown, and the verdict.

use crate::args::GoalArgument;
use winproof::open::OpenGame;
use winproof::{Evidence, Player, Status, Value, Verdict};

/// The game and its parameters: `connect4, size 4x3, line 4`. A parameter of several lines is a file, not a word.
pub fn rules_name(game: &dyn OpenGame) -> String {
    let mut text = game.name();
    for (name, value) in game.parameters().iter().filter(|(_, value)| !value.contains('\n')) {
        text.push_str(&format!(", {name} {value}"));
    }
    text
}

/// What the rules say of lines that never end.
pub fn repetition(game: &dyn OpenGame) -> String {
    match game.repetition() {
        None => "positions never repeat".to_string(),
        Some(worth) => format!("endless play counts as {worth}: {}", game.value_text(worth)),
    }
}

/// Who is to move, and whose values are given.
pub fn to_move(game: &dyn OpenGame) -> String {
    let name = |player| game.player_name(player);
    match game.status() {
        Status::Turn(player) => format!("{} to move; values are those of {}", name(player), name(Player::Max)),
        Status::Ended(_) => format!("{}; values are those of {}", game.end_text(), name(Player::Max)),
    }
}

/// What is asked.
pub fn question(game: &dyn OpenGame, goal: Option<GoalArgument>) -> String {
    let max = game.player_name(Player::Max);
    match goal {
        None => "what is the exact value?".to_string(),
        Some(GoalArgument::AtLeast(value)) => {
            let reached: Vec<Value> = game.values().into_iter().filter(|&other| other >= value).collect();
            match reached[..] {
                [] => format!("is the value at least {value}? (no end is worth that much)"),
                [only] => format!("is it '{}'? (>={value})", game.value_text(only)),
                [least, ..] => format!("is it '{}' or better for {max}? (>={value})", game.value_text(least)),
            }
        }
        Some(GoalArgument::AtMost(value)) => {
            let reached: Vec<Value> = game.values().into_iter().filter(|&other| other <= value).collect();
            match reached[..] {
                [] => format!("is the value at most {value}? (no end is worth that little)"),
                [only] => format!("is it '{}'? (<={value})", game.value_text(only)),
                [.., most] => format!("is it '{}' or worse for {max}? (<={value})", game.value_text(most)),
            }
        }
    }
}

/// A claim about a position: at least this, at most that, or both.
pub fn claim(game: &dyn OpenGame, at_least: Option<Value>, at_most: Option<Value>) -> String {
    let max = game.player_name(Player::Max);
    if let Status::Ended(value) = game.status() {
        return format!("{}: {}", game.value_text(value), game.end_text());
    }
    let values = game.values();
    let (lowest, highest) = (values.first().copied(), values.last().copied());
    let is_score = values.len() > 3;
    let text = |value| game.value_text(value);
    match (at_least, at_most) {
        (Some(value), Some(_)) if lowest == highest => format!("{}: every end is worth that", text(value)),
        (Some(least), Some(most)) if least == most && is_score => format!("{} exactly, with best play", text(least)),
        (Some(0), Some(0)) if lowest < Some(0) && highest > Some(0) => {
            format!("{}: each side can force at least that", text(0))
        }
        (Some(least), Some(most)) if least == most => text(least),
        (Some(least), Some(most)) => format!("between {} and {}", text(least), text(most)),
        (Some(least), None) if at_least == highest => text(least),
        (None, Some(most)) if at_most == lowest => text(most),
        (Some(least), None) => format!("at least this for {max}: {}", text(least)),
        (None, Some(most)) => format!("at most this for {max}: {}", text(most)),
        (None, None) => "nothing beyond the rules of the game".to_string(),
    }
}

/// The bounds of a verdict, as far as they are answers and say more than the rules do.
pub fn bounds(game: &dyn OpenGame, verdict: &Verdict) -> (Option<Value>, Option<Value>) {
    let values = game.values();
    let (lower, upper) = (verdict.lower, verdict.upper);
    let exact = verdict.value().is_some();
    let at_least = (lower.is_answer() && (exact || Some(&lower.value) != values.first())).then_some(lower.value);
    let at_most = (upper.is_answer() && (exact || Some(&upper.value) != values.last())).then_some(upper.value);
    (at_least, at_most)
}

/// What the known bounds of a verdict rest on: the weakest of what is not given by the rules.
pub fn evidence(game: &dyn OpenGame, verdict: &Verdict) -> Option<Evidence> {
    let values = game.values();
    let is_ended = matches!(game.status(), Status::Ended(_));
    let halves = [(verdict.lower, values.first()), (verdict.upper, values.last())];
    let said = halves.iter().filter(|(bound, given)| bound.is_answer() && (is_ended || Some(&bound.value) != *given));
    said.map(|(bound, _)| bound.evidence).min()
}

/// What an answer rests on, in a remark, where it is not a strategy that was checked.
pub fn caution(evidence: Evidence) -> Option<&'static str> {
    match evidence {
        Evidence::Hashed => Some("rests on 64-bit hashes of positions; --proof certifies it"),
        Evidence::Resumed => Some("rests on the contents of the checkpoint; --proof certifies it"),
        _ => None,
    }
}

/// The verdict in a player's words: the last line of the answer.
pub fn verdict(game: &dyn OpenGame, verdict: &Verdict, goal: Option<GoalArgument>) -> String {
    if verdict.stopped == winproof::Stopped::Contradiction {
        return "unknown: the search contradicted itself".to_string();
    }
    let holds = goal.and_then(|goal| verdict.holds(goal.goal()).map(|holds| goal.holds(holds)));
    let word = |holds: bool| if holds { "yes" } else { "no" };
    match (verdict.value(), goal, holds) {
        (Some(value), Some(_), Some(holds)) => format!("{}: {}", word(holds), game.value_text(value)),
        (Some(value), ..) => game.value_text(value),
        (None, Some(goal), Some(holds)) => format!("{}: {}", word(holds), left(game, goal, holds)),
        (None, ..) => unknown(game, verdict, goal),
    }
}

/// The values that the answer to a goal leaves, in words.
fn left(game: &dyn OpenGame, goal: GoalArgument, holds: bool) -> String {
    let threshold = goal.goal().at_least;
    let is_high = goal.holds(true) == holds;
    let mut left = game.values();
    left.retain(|&value| (value >= threshold) == is_high);
    if left.len() == game.values().len() {
        return format!(
            "by the rules every end is worth {} {threshold}",
            if is_high { "at least" } else { "less than" }
        );
    }
    // From what is just enough to what is more than that.
    if !is_high {
        left.reverse();
    }
    let winner = if is_high { Player::Max } else { Player::Min };
    match left[..] {
        [only] => game.value_text(only),
        [just_enough, more] => format!("{} or {}", game.value_text(just_enough), game.value_text(more)),
        [just_enough, ..] => format!("{} or better for {}", game.value_text(just_enough), game.player_name(winner)),
        [] => "no end is worth that".to_string(),
    }
}

/// What is left open, and what a search said without a proof.
fn unknown(game: &dyn OpenGame, verdict: &Verdict, goal: Option<GoalArgument>) -> String {
    let (lower, upper) = (verdict.lower, verdict.upper);
    let (lowest, highest) = (game.value_text(lower.value), game.value_text(upper.value));
    if lower.is_answer() && upper.is_answer() {
        return format!("unknown: between {lowest} and {highest}");
    }
    let guess = |is_yes: bool| format!("unknown: probably {}, but without a proof", if is_yes { "yes" } else { "no" });
    match goal {
        Some(goal) if lower.value >= goal.goal().at_least => guess(goal.holds(true)),
        Some(goal) if upper.value < goal.goal().at_least => guess(goal.holds(false)),
        _ if lower.value == upper.value => format!("unknown: probably {lowest}, but without a proof"),
        _ => format!("unknown: probably between {lowest} and {highest}, but without a proof"),
    }
}

#[cfg(test)]
mod tests;
