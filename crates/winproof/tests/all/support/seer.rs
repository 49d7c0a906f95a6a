//! A game that foresees the truth in some positions: all of it, or one side of it; and that knows in some which moves
//! are no better than another.

use std::collections::HashMap;
use winproof::{Game, Player, Rules, Status, TextError, TextRules, Value};
use winproof_games::ExplicitGame;
use winproof_oracle::retrograde_values;

/// A graph whose values were found by brute force beforehand.
pub struct Seer<'a> {
    game: &'a ExplicitGame,
    truth: HashMap<Position, Value>,
}

type Position = <ExplicitGame as Rules>::Position;
type Move = <ExplicitGame as Rules>::Move;

impl<'a> Seer<'a> {
    pub fn new(game: &'a ExplicitGame) -> Seer<'a> {
        Seer { game, truth: retrograde_values(game, [game.start()]).into_iter().collect() }
    }
}

impl Rules for Seer<'_> {
    type Position = Position;
    type Move = Move;

    fn status(&self, position: &Position) -> Status {
        self.game.status(position)
    }
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.game.moves(position, moves);
    }
    fn play(&self, position: &Position, mv: Move) -> Position {
        self.game.play(position, mv)
    }
    fn values(&self) -> Vec<Value> {
        self.game.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition()
    }
}

impl Game for Seer<'_> {
    fn foresight(&self, position: &Position) -> Option<(Value, Value)> {
        let value = *self.truth.get(position)?;
        let values = self.game.values();
        let (least, greatest) = (values[0], values[values.len() - 1]);
        match self.hash(position) >> 60 {
            0..=3 => Some((value, value)),
            4..=5 => Some((least, value)),
            6..=7 => Some((value, greatest)),
            _ => None,
        }
    }
    fn undominated_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let own = moves.len();
        self.game.moves(position, moves);
        let Status::Turn(player) = self.game.status(position) else { return };
        if self.hash(position) >> 59 & 1 == 0 {
            return;
        }
        let sign = if player == Player::Max { 1 } else { -1 };
        let worth = |mv: &Move| sign * self.truth[&self.game.play(position, *mv)];
        // Sorting is stable, so of equally good ones it is the last that stays, and not always the first of all.
        moves[own..].sort_by_key(worth);
        moves.drain(own..moves.len() - 1);
    }
}

impl TextRules for Seer<'_> {
    fn name(&self) -> String {
        self.game.name()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.game.parameters()
    }
    fn start(&self) -> Position {
        self.game.start()
    }
    fn position_text(&self, position: &Position) -> String {
        self.game.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        self.game.parse_position(text)
    }
    fn move_text(&self, position: &Position, mv: Move) -> String {
        self.game.move_text(position, mv)
    }
    fn player_name(&self, player: Player) -> String {
        self.game.player_name(player)
    }
}
