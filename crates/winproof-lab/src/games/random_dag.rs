//! Random acyclic games that need no memory: what happens at a node follows from its number.
//!
//! Nodes stand in layers of the same width. A move leads to the next layer or to the one behind it, to one of a few
//! nodes near the same place, so that most nodes are reached in many ways, and by ways of different length: there is
//! no rank function (Müller 2001, §3.2.1). Who moves is drawn for each node, and so is which of the two sides wins where
//! play ends.

use winproof::{Game, Player, Rules, Status, Value};

/// A random game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomDag {
    pub(crate) seed: u64,
    pub(crate) layers: u32,
    pub(crate) width: u32,
}

/// How far to the side a move leads at most.
const REACH: u64 = 4;
/// One inner node in so many is an end.
const ENDS: u64 = 60;

/// A node: its layer and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    layer: u32,
    place: u32,
}

impl RandomDag {
    pub(crate) fn start() -> Place {
        Place { layer: 0, place: 0 }
    }

    /// Random bits of a node, others for each use.
    fn bits(&self, node: Place, usage: u64) -> u64 {
        let mut bits = self.seed.wrapping_add(u64::from(node.layer) << 32 | u64::from(node.place));
        for word in [usage, 0x5851_f42d_4c95_7f2d] {
            // The steps of splitmix64.
            bits = bits.wrapping_add(word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits ^= bits >> 29;
        }
        bits
    }
}

impl Rules for RandomDag {
    type Position = Place;
    type Move = u8;

    fn status(&self, &node: &Place) -> Status {
        let bits = self.bits(node, 0);
        let one_of_two = bits >> 32 & 1 == 0;
        if node.layer + 1 >= self.layers || node.layer > 3 && bits.is_multiple_of(ENDS) {
            Status::Ended(if one_of_two { 1 } else { -1 })
        } else {
            Status::Turn(if one_of_two { Player::Max } else { Player::Min })
        }
    }

    fn moves(&self, &node: &Place, moves: &mut Vec<u8>) {
        moves.extend(0..2 + (self.bits(node, 1) % 3) as u8);
    }

    fn play(&self, &node: &Place, mv: u8) -> Place {
        let bits = self.bits(node, 2 + u64::from(mv));
        let aside = (bits >> 32) % (2 * REACH + 1);
        let place = (u64::from(node.place) + u64::from(self.width) + aside - REACH) % u64::from(self.width);
        Place { layer: node.layer + 1 + (bits & 1) as u32, place: place as u32 }
    }

    fn values(&self) -> Vec<Value> {
        vec![-1, 1]
    }

    fn repetition(&self) -> Option<Value> {
        None
    }
}

impl Game for RandomDag {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn value(game: &RandomDag, node: Place, known: &mut HashMap<Place, Value>) -> Value {
        if let Some(&value) = known.get(&node) {
            return value;
        }
        let value = match game.status(&node) {
            Status::Ended(value) => value,
            Status::Turn(player) => {
                let mut moves = Vec::new();
                game.moves(&node, &mut moves);
                let values = moves.iter().map(|&mv| value(game, game.play(&node, mv), known));
                let (worst, best) = values.fold((1, -1), |(worst, best), one| (one.min(worst), one.max(best)));
                if player == Player::Max { best } else { worst }
            }
        };
        known.insert(node, value);
        value
    }

    #[test]
    fn games_are_won_by_either_side_and_share_their_nodes() {
        let mut wins = 0;
        for seed in 0..40 {
            let game = RandomDag { seed, layers: 30, width: 16 };
            let mut known = HashMap::new();
            wins += u32::from(value(&game, RandomDag::start(), &mut known) == 1);
            assert!((50..=480).contains(&known.len()), "{} nodes", known.len());
        }
        assert!((8..=32).contains(&wins), "{wins} of 40");
    }
}
