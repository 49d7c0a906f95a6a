//! The outcome class of a position, in games that ask who wins when either player starts (Conway 1976).

use super::left_of;
use winproof::open::{OpenGame, Task};
use winproof::{Player, Report, Status, Value, Verdict};

/// The class of a position.
pub struct Class {
    /// `1` if whoever starts wins, `2` if whoever does not, otherwise the initial of the player who wins anyway; `None`
    /// where it could not be found out.
    pub word: Option<String>,
    meaning: String,
}

impl Class {
    /// The class with its meaning, for people.
    pub fn text(&self) -> String {
        match &self.word {
            Some(word) => format!("{word} ({})", self.meaning),
            None => self.meaning.clone(),
        }
    }
}

/// The class of the position, if the game has classes: it is searched once more with the other player to move, within
/// what the first search left of the limits.
pub fn find(game: &dyn OpenGame, verdict: &Verdict, task: &Task) -> Option<Class> {
    let passed = game.passed()?;
    let unknown = |meaning: &str| Some(Class { word: None, meaning: meaning.to_string() });
    let Some(value) = verdict.value() else { return unknown("not known") };
    let answer = passed.solve(&left_of(task, verdict), None, &mut |_: &Report<'_, String>| {});
    let Some(other_value) = answer.ok().and_then(|answer| answer.verdict.value()) else {
        return unknown("not known: the search with the other player to move reached a limit");
    };
    let winner = |value: Value| if value > 0 { Player::Max } else { Player::Min };
    let starter = mover(game).or_else(|| mover(&*passed).map(Player::opponent));
    Some(class(game, winner(value), winner(other_value), starter.unwrap_or(Player::Max)))
}

/// Who moves, where play goes on.
fn mover(game: &dyn OpenGame) -> Option<Player> {
    match game.status() {
        Status::Turn(player) => Some(player),
        Status::Ended(_) => None,
    }
}

/// The class, from who wins when `starter` moves first and when the other does.
fn class(game: &dyn OpenGame, winner: Player, other_winner: Player, starter: Player) -> Class {
    let (word, meaning) = if winner == other_winner {
        let name = game.player_name(winner);
        (name.chars().take(1).collect(), format!("{name} wins, whoever starts"))
    } else if winner == starter {
        ("1".to_string(), "whoever starts wins".to_string())
    } else {
        ("2".to_string(), "whoever does not start wins".to_string())
    };
    Class { word: Some(word), meaning }
}
