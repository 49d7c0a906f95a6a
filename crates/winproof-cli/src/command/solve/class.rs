//! The outcome class of a position, in games that ask who wins when either player starts (Conway 1976).

use winproof::{Algorithm, Limits, Player, Policy, Rules, Solution, Solver, Status, TextGame, TextRules, Value};

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

/// The class of the root, if the game has classes: the position is searched once more with the other player to move, within
/// what the first search left of the limits.
pub fn find<G: TextGame>(
    game: &G,
    solution: &Solution<G>,
    algorithm: Algorithm,
    policy: Policy,
    limits: &Limits,
) -> Option<Class> {
    let passed = game.passed(&solution.root)?;
    let unknown = |meaning: &str| Some(Class { word: None, meaning: meaning.to_string() });
    let Some(value) = solution.value() else { return unknown("not known") };
    let verdict = &solution.verdict;
    let limits = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(verdict.counts.nodes)),
        time: limits.time.map(|time| time.mul_f64((1.0 - verdict.seconds / time.as_secs_f64()).clamp(0.0, 1.0))),
        ..limits.clone()
    };
    let solver = Solver::new(game).algorithm(algorithm).policy(policy).limits(limits).keep_strategies(false);
    let Some(other_value) = solver.solve(&passed).value() else {
        return unknown("not known: the search with the other player to move ran into a limit");
    };
    let winner = |value: Value| if value > 0 { Player::Max } else { Player::Min };
    let starter = mover(game, &solution.root).or_else(|| mover(game, &passed).map(Player::opponent));
    Some(class(game, winner(value), winner(other_value), starter.unwrap_or(Player::Max)))
}

/// Who moves, where play goes on.
fn mover<G: TextGame>(game: &G, position: &G::Position) -> Option<Player> {
    match game.status(position) {
        Status::Turn(player) => Some(player),
        Status::Ended(_) => None,
    }
}

/// The class, from who wins when `starter` moves first and when the other does.
fn class<G: TextGame>(game: &G, winner: Player, other_winner: Player, starter: Player) -> Class {
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
