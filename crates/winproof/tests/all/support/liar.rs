//! A game whose knowledge of itself is false; its rules are true.

use std::collections::HashMap;
use winproof::{Game, Rules, Status, Value};
use winproof_games::ExplicitGame;
use winproof_oracle::retrograde_values;

/// What a game says that is not so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// All positions have one hash.
    OneHash,
    /// Positions have few hashes.
    FewHashes,
    /// Some positions are said to be worth what they are not.
    Foresight,
    /// The best moves are left out in some positions.
    Dominance,
    /// Positions are said to be the same that are not.
    Symmetry,
}

impl Lie {
    pub const ALL: [Lie; 5] = [Lie::OneHash, Lie::FewHashes, Lie::Foresight, Lie::Dominance, Lie::Symmetry];
}

/// A graph that lies.
pub struct Liar<'a> {
    pub game: &'a ExplicitGame,
    pub lie: Lie,
    truth: HashMap<u32, Value>,
}

impl<'a> Liar<'a> {
    pub fn new(game: &'a ExplicitGame, lie: Lie) -> Liar<'a> {
        Liar { game, lie, truth: retrograde_values(game, 0..game.node_count()) }
    }

    /// A number that says whether to lie about a position.
    fn mood(position: u32) -> u32 {
        position.wrapping_mul(0x9E37_79B9) >> 28
    }
}

impl Rules for Liar<'_> {
    type Position = u32;
    type Move = u32;

    fn status(&self, position: &u32) -> Status {
        self.game.status(position)
    }
    fn moves(&self, position: &u32, moves: &mut Vec<u32>) {
        self.game.moves(position, moves);
    }
    fn play(&self, position: &u32, mv: u32) -> u32 {
        self.game.play(position, mv)
    }
    fn values(&self) -> Vec<Value> {
        self.game.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition()
    }
}

impl Game for Liar<'_> {
    fn hash(&self, position: &u32) -> u64 {
        match self.lie {
            Lie::OneHash => 0,
            Lie::FewHashes => u64::from(position % 4),
            _ => u64::from(*position),
        }
    }
    fn foresight(&self, position: &u32) -> Option<(Value, Value)> {
        let values = self.game.values();
        let (least, greatest) = (values[0], values[values.len() - 1]);
        let truth = values.iter().position(|value| *value == self.truth[position])?;
        let wrong = values[(truth + 1) % values.len()];
        match (self.lie, Liar::mood(*position)) {
            (Lie::Foresight, 0..=1) => Some((wrong, wrong)),
            (Lie::Foresight, 2..=3) => Some((wrong, greatest)),
            (Lie::Foresight, 4..=5) => Some((least, wrong)),
            _ => None,
        }
    }
    fn undominated_moves(&self, position: &u32, moves: &mut Vec<u32>) {
        let own = moves.len();
        self.moves(position, moves);
        if self.lie == Lie::Dominance && Liar::mood(*position) < 6 {
            let best = self.truth[position];
            let is_bad = |mv: &u32| self.truth[mv] != best;
            if moves[own..].iter().any(is_bad) {
                let bad: Vec<u32> = moves.drain(own..).filter(is_bad).collect();
                moves.extend(bad);
            }
        }
    }
    fn has_symmetry(&self) -> bool {
        self.lie == Lie::Symmetry
    }
    fn canonical(&self, position: &u32) -> u32 {
        // Another position with the same player to move, as the trait asks for; an end is left alone.
        let other = position ^ 1;
        let is_told = self.lie == Lie::Symmetry
            && other < *position
            && matches!(self.status(position), Status::Turn(_))
            && self.status(position) == self.status(&other);
        if is_told { other } else { *position }
    }
}
