//! Values by playing: all lines of play, forwards.

use std::collections::HashMap;
use winproof::{Player, Rules, Status, Value};

/// The value of a position by trying all lines of play to their end; a position that comes for the second time on a
/// line ends it with the worth of a repetition.
///
/// Remembers nothing, so its time grows exponentially: for graphs of ten nodes or so.
///
/// ```
/// use winproof::{Rules, TextRules};
/// use winproof_games::ExplicitGame;
/// let game = ExplicitGame::parse("root a\nrepetition 2\na max a b\nb = 1").unwrap();
/// assert_eq!(winproof_oracle::value_by_play(&game, &game.start()), 2);
/// ```
///
/// # Panics
/// If a position repeats in a game whose rules say that this cannot be.
pub fn value_by_play<G: Rules>(game: &G, position: &G::Position) -> Value {
    value_on_line(game, position, &mut Vec::new())
}

fn value_on_line<G: Rules>(game: &G, position: &G::Position, line: &mut Vec<G::Position>) -> Value {
    let player = match game.status(position) {
        Status::Ended(value) => return value,
        Status::Turn(player) => player,
    };
    if line.contains(position) {
        return game.repetition().unwrap_or_else(|| panic!("{position:?} came again in a game without repetition"));
    }
    line.push(position.clone());
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.into_iter().map(|mv| value_on_line(game, &game.play(position, mv), line));
    let value = best(player, values);
    line.pop();
    value
}

/// The value of a position of a game whose positions never repeat, each position looked at once.
///
/// ```
/// use winproof::{Rules, TextRules};
/// use winproof_games::ExplicitGame;
/// let game = ExplicitGame::parse("root a\na max b c\nb = 3\nc min d b\nd = 5").unwrap();
/// assert_eq!(winproof_oracle::value_by_minimax(&game, &game.start()), 3);
/// ```
///
/// # Panics
/// If the rules say that positions can repeat.
pub fn value_by_minimax<G: Rules>(game: &G, position: &G::Position) -> Value {
    value_within(game, position, &mut HashMap::new(), usize::MAX).expect("there is no limit")
}

/// The same with the values of `known` positions, to which it adds those that it finds; `None` when there are `most` of
/// them and the value is still not known.
///
/// ```
/// use std::collections::HashMap;
/// use winproof::{Rules, TextRules};
/// use winproof_games::ExplicitGame;
/// let game = ExplicitGame::parse("root a\na max b c\nb = 3\nc min d b\nd = 5").unwrap();
/// let mut known = HashMap::new();
/// assert_eq!(winproof_oracle::value_within(&game, &game.start(), &mut known, 1), None);
/// assert_eq!(winproof_oracle::value_within(&game, &game.start(), &mut known, 2), Some(3));
/// ```
///
/// # Panics
/// If the rules say that positions can repeat.
pub fn value_within<G: Rules>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, Value>,
    most: usize,
) -> Option<Value> {
    assert_eq!(game.repetition(), None, "minimax with a memory is for games whose positions never repeat");
    value_from_memory(game, position, known, most)
}

fn value_from_memory<G: Rules>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, Value>,
    most: usize,
) -> Option<Value> {
    let player = match game.status(position) {
        Status::Ended(value) => return Some(value),
        Status::Turn(player) => player,
    };
    if let Some(&value) = known.get(position) {
        return Some(value);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut values = Vec::with_capacity(moves.len());
    for mv in moves {
        values.push(value_from_memory(game, &game.play(position, mv), known, most)?);
    }
    if known.len() >= most {
        return None;
    }
    let value = best(player, values.into_iter());
    known.insert(position.clone(), value);
    Some(value)
}

fn best(player: Player, values: impl Iterator<Item = Value>) -> Value {
    let value = match player {
        Player::Max => values.max(),
        Player::Min => values.min(),
    };
    value.expect("a position in which play goes on has a move")
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::TextRules;
    use winproof_games::ExplicitGame;

    fn by_play(text: &str) -> Value {
        let game = ExplicitGame::parse(text).unwrap();
        value_by_play(&game, &game.start())
    }

    #[test]
    fn a_player_repeats_where_that_is_better_than_the_ends() {
        let circle = "root a\na max b c\nb min a d\nc = -1\nd = 1\n";
        assert_eq!(by_play(circle), 0);
        assert_eq!(by_play(&format!("{circle}repetition 5")), 1);
        assert_eq!(by_play(&format!("{circle}repetition -5")), -1);
    }

    #[test]
    fn an_endless_game_is_worth_a_repetition() {
        assert_eq!(by_play("root a\nrepetition 7\na max b\nb min a"), 7);
    }

    #[test]
    #[should_panic(expected = "never repeat")]
    fn minimax_refuses_games_with_repetition() {
        let game = ExplicitGame::parse("root a\na max a b\nb = 1").unwrap();
        value_by_minimax(&game, &game.start());
    }
}
