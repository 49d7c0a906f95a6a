//! Answers in the words of the game: what was asked, what was proved, and the verdict.

use winproof::{Goal, Player, Rules, Status, TextGame, TextRules, Value, Verdict};

/// The game and its parameters: `connect4, size 4x3, line 4`. A parameter of several lines is a file, not a word.
pub fn rules_name<G: TextGame>(game: &G) -> String {
    let mut text = game.name();
    for (name, value) in game.parameters().iter().filter(|(_, value)| !value.contains('\n')) {
        text.push_str(&format!(", {name} {value}"));
    }
    text
}

/// What the rules say of lines that never end.
pub fn repetition<G: TextGame>(game: &G) -> String {
    match game.repetition() {
        None => "no position can come again".to_string(),
        Some(worth) => format!("a line of play without end counts as {worth}: {}", game.value_text(worth)),
    }
}

/// Who Max is.
pub fn who_is_max<G: TextGame>(game: &G, root: &G::Position) -> String {
    let name = game.player_name(Player::Max);
    match game.status(root) {
        // Where the game's own name is no other, there is a file that says who Max is.
        status if name == "Max" => match status {
            Status::Turn(player) => format!("as the file says; {player:?} is to move"),
            Status::Ended(_) => "as the file says; play has ended".to_string(),
        },
        Status::Turn(Player::Max) => format!("{name}, who is to move"),
        Status::Turn(Player::Min) => format!("{name}; {} is to move", game.player_name(Player::Min)),
        Status::Ended(_) => format!("{name}; play has ended"),
    }
}

/// What is asked.
pub fn question<G: TextGame>(game: &G, goal: Option<Goal>) -> String {
    let Some(goal) = goal else { return "the exact value".to_string() };
    let at_least = goal.at_least;
    match game.values().iter().copied().filter(|&value| value >= at_least).collect::<Vec<Value>>()[..] {
        [] => format!("a value of at least {at_least}, which no end is worth"),
        [only] => format!("is it '{}'? (>={at_least})", game.value_text(only)),
        [least, ..] => {
            let max = game.player_name(Player::Max);
            format!("is it '{}' or better for {max}? (>={at_least})", game.value_text(least))
        }
    }
}

/// A claim about a position: at least so much, at most so much, or both.
pub fn claim<G: TextGame>(game: &G, root: &G::Position, at_least: Option<Value>, at_most: Option<Value>) -> String {
    let (max, min) = (game.player_name(Player::Max), game.player_name(Player::Min));
    if let Status::Ended(value) = game.status(root) {
        return format!("{}: play has ended in this position", game.value_text(value));
    }
    let values = game.values();
    let (lowest, highest) = (values.first().copied(), values.last().copied());
    let text = |value| game.value_text(value);
    match (at_least, at_most) {
        (Some(value), Some(_)) if lowest == highest => format!("{}: the rules know no other end", text(value)),
        (Some(value), _) if at_least == highest => format!("{}, whatever {min} plays", text(value)),
        (_, Some(value)) if at_most == lowest => format!("{}, whatever {max} plays", text(value)),
        (Some(least), Some(most)) if least == most => {
            format!("{}, exactly: {max} can make sure of that much, and {min} of no more", text(least))
        }
        (Some(least), Some(most)) => {
            format!("between {} and {}: {max} can make sure of the one, {min} of the other", text(least), text(most))
        }
        (Some(least), None) => {
            format!("at least {} for {max}, whatever {min} plays; whether there is more is open", text(least))
        }
        (None, Some(most)) => {
            format!("at most {} for {max}, whatever {max} plays; whether it is less is open", text(most))
        }
        (None, None) => "nothing beyond the rules of the game".to_string(),
    }
}

/// What a verdict has proved: its bounds, as far as they say more than the rules do.
pub fn proved<G: TextGame>(game: &G, root: &G::Position, verdict: &Verdict) -> String {
    let values = game.values();
    let (lower, upper) = (verdict.lower, verdict.upper);
    let exact = verdict.value().is_some();
    let at_least = (lower.proved && (exact || Some(&lower.value) != values.first())).then_some(lower.value);
    let at_most = (upper.proved && (exact || Some(&upper.value) != values.last())).then_some(upper.value);
    claim(game, root, at_least, at_most)
}

/// The verdict in a player's words: the last line of the answer.
pub fn verdict<G: TextGame>(game: &G, verdict: &Verdict, goal: Option<Goal>) -> String {
    let holds = goal.and_then(|goal| verdict.holds(goal));
    match (verdict.value(), goal, holds) {
        (Some(value), Some(_), Some(true)) => format!("yes: {}", game.value_text(value)),
        (Some(value), Some(_), Some(false)) => format!("no: {}", game.value_text(value)),
        (Some(value), ..) => game.value_text(value),
        (None, Some(goal), Some(holds)) => answer(game, goal, holds),
        (None, ..) => unknown(game, verdict, goal),
    }
}

/// The answer to a goal where the exact value is not known: the values that are left, in words.
fn answer<G: TextGame>(game: &G, goal: Goal, holds: bool) -> String {
    let mut left = game.values();
    left.retain(|&value| (value >= goal.at_least) == holds);
    let (word, winner) = if holds { ("yes", Player::Max) } else { ("no", Player::Min) };
    if left.len() == game.values().len() {
        return format!(
            "{word}: by the rules every end is worth {} {}",
            if holds { "at least" } else { "less than" },
            goal.at_least
        );
    }
    // From what is just enough to what is more than that.
    if !holds {
        left.reverse();
    }
    match left[..] {
        [just_enough, more] => format!("{word}: {} or {}", game.value_text(just_enough), game.value_text(more)),
        [just_enough, ..] => {
            format!("{word}: {} or better for {}", game.value_text(just_enough), game.player_name(winner))
        }
        [] => word.to_string(),
    }
}

/// What is left open, and what a search said without a proof.
fn unknown<G: TextGame>(game: &G, verdict: &Verdict, goal: Option<Goal>) -> String {
    let (lower, upper) = (verdict.lower, verdict.upper);
    let (lowest, highest) = (game.value_text(lower.value), game.value_text(upper.value));
    if lower.proved && upper.proved {
        return format!("unknown: between {lowest} and {highest}");
    }
    match goal {
        Some(goal) if lower.value >= goal.at_least => "unknown: probably yes, but without a proof".to_string(),
        Some(goal) if upper.value < goal.at_least => "unknown: probably no, but without a proof".to_string(),
        _ if lower.value == upper.value => format!("unknown: probably {lowest}, but without a proof"),
        _ => format!("unknown: probably between {lowest} and {highest}, but without a proof"),
    }
}

/// How a line of play comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// Play has ended.
    Ended(Value),
    /// The position after so many moves of the line comes again.
    Repeats(usize),
    /// Nothing more is known.
    Open,
}

/// The moves of a line as text, and how the line ends.
pub fn line_of_play<G: TextGame>(game: &G, root: &G::Position, line: &[G::Move]) -> (Vec<String>, LineEnd) {
    let mut positions = vec![root.clone()];
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        let position = &positions[positions.len() - 1];
        texts.push(game.move_text(position, mv));
        positions.push(game.play(position, mv));
    }
    let last = &positions[positions.len() - 1];
    let end = match game.status(last) {
        Status::Ended(value) => LineEnd::Ended(value),
        Status::Turn(_) => match positions.iter().position(|position| position == last) {
            Some(place) if place + 1 < positions.len() => LineEnd::Repeats(place),
            _ => LineEnd::Open,
        },
    };
    (texts, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::{Bound, Counts, Stopped, Viewpoint};
    use winproof_games::{ExplicitGame, TicTacToe};

    fn bounds(lower: (Value, bool), upper: (Value, bool)) -> Verdict {
        Verdict {
            lower: Bound { value: lower.0, proved: lower.1 },
            upper: Bound { value: upper.0, proved: upper.1 },
            stopped: Stopped::Solved,
            counts: Counts::default(),
            seconds: 0.0,
        }
    }

    #[test]
    fn verdicts_use_the_words_of_the_game() {
        let exact = |value| bounds((value, true), (value, true));
        let say = |found: &Verdict, goal: Option<Value>| verdict(&TicTacToe, found, goal.map(Goal::at_least));
        assert_eq!(say(&exact(1), None), "X wins");
        assert_eq!(say(&exact(0), None), "draw");
        assert_eq!(say(&exact(-1), Some(0)), "no: O wins");
        assert_eq!(say(&exact(1), Some(1)), "yes: X wins");
        assert_eq!(say(&bounds((0, true), (1, true)), Some(0)), "yes: draw or X wins");
        assert_eq!(say(&bounds((-1, true), (0, true)), Some(1)), "no: draw or O wins");
        assert_eq!(say(&bounds((-1, true), (0, true)), Some(0)), "unknown: between O wins and draw");
        assert_eq!(say(&bounds((-1, true), (1, true)), None), "unknown: between O wins and X wins");
        assert_eq!(say(&bounds((0, true), (0, false)), None), "unknown: probably draw, but without a proof");
        assert_eq!(say(&bounds((-1, true), (0, false)), Some(1)), "unknown: probably no, but without a proof");
        assert_eq!(say(&bounds((0, false), (1, true)), Some(0)), "unknown: probably yes, but without a proof");
        assert_eq!(say(&bounds((-1, true), (1, true)), Some(7)), "no: by the rules every end is worth less than 7");
        assert_eq!(say(&bounds((-1, true), (1, true)), Some(-5)), "yes: by the rules every end is worth at least -5");
    }

    #[test]
    fn the_words_are_those_of_the_player_to_move() {
        let root = TicTacToe.parse_position("x../.../...").unwrap();
        let game = Viewpoint::of_mover(TicTacToe, &root);
        let lost = bounds((-1, true), (-1, true));
        assert_eq!(verdict(&game, &lost, None), "X wins");
        assert_eq!(proved(&game, &root, &lost), "X wins, whatever O plays");
        assert_eq!(who_is_max(&game, &root), "O, who is to move");
    }

    #[test]
    fn scores_are_told_from_the_goal_on() {
        let game = ExplicitGame::parse("root a\na max b c d e\nb = -4\nc = 2\nd = 5\ne = 9").unwrap();
        let open = bounds((2, true), (9, true));
        assert_eq!(verdict(&game, &open, Some(Goal::at_least(1))), "yes: worth 2 for Max or better for Max");
        let open = bounds((-4, true), (5, true));
        assert_eq!(verdict(&game, &open, Some(Goal::at_least(6))), "no: worth 5 for Max or better for Min");
    }

    #[test]
    fn claims_say_who_makes_sure_of_what() {
        let root = TicTacToe.start();
        let say = |least, most| claim(&TicTacToe, &root, least, most);
        assert_eq!(say(Some(0), Some(0)), "draw, exactly: X can make sure of that much, and O of no more");
        assert_eq!(say(Some(1), Some(1)), "X wins, whatever O plays");
        assert_eq!(say(Some(-1), Some(-1)), "O wins, whatever X plays");
        assert_eq!(say(Some(0), None), "at least draw for X, whatever O plays; whether there is more is open");
        assert_eq!(say(None, Some(0)), "at most draw for X, whatever X plays; whether it is less is open");
        let one_end = ExplicitGame::parse("root a\na max b\nb = 0").unwrap();
        assert_eq!(claim(&one_end, &0, Some(0), Some(0)), "draw: the rules know no other end");
        assert_eq!(say(None, None), "nothing beyond the rules of the game");
    }

    #[test]
    fn a_line_that_comes_round_is_seen() {
        let game = ExplicitGame::parse("root a\na max b\nb min c\nc max b d\nd = 1").unwrap();
        let line =
            |names: &str| -> Vec<u32> { names.split(' ').map(|name| game.parse_position(name).unwrap()).collect() };
        let (texts, end) = line_of_play(&game, &game.start(), &line("b c b"));
        assert_eq!((texts.join(" ").as_str(), end), ("b c b", LineEnd::Repeats(1)));
        assert_eq!(line_of_play(&game, &game.start(), &line("b c d")).1, LineEnd::Ended(1));
        assert_eq!(line_of_play(&game, &game.start(), &line("b c")).1, LineEnd::Open);
        assert_eq!(line_of_play(&game, &game.start(), &[]).1, LineEnd::Open);
    }
}
