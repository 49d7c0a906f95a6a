//! Random acyclic games whose nodes are reached in many ways.
//!
//! Nodes stand in layers of the same width. A move leads to the next layer or to the one behind it, to one of a few
//! nodes near the same place, so that most nodes are reached in many ways, and by ways of different length: there is no
//! rank function (Müller 2001, §3.2.1). Who moves is drawn for each node, and so is which of the two sides wins where
//! play ends.

use std::collections::HashMap;
use winproof::Player;
use winproof_games::ExplicitGame;
use winproof_games::graph::Node;

/// A kind of random game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomDag {
    pub(crate) layers: u32,
    pub(crate) width: u32,
}

/// How far to the side a move leads at most.
const REACH: u64 = 4;
/// One inner node in so many is an end.
const ENDS: u64 = 60;

/// A node: its layer and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    layer: u32,
    place: u32,
}

impl RandomDag {
    /// The game of a seed: the nodes that can be reached from the first.
    pub(crate) fn build(&self, seed: u64) -> ExplicitGame {
        let start = Place { layer: 0, place: 0 };
        let (mut places, mut ids) = (vec![start], HashMap::from([(start, 0)]));
        let mut nodes = Vec::new();
        while let Some(&place) = places.get(nodes.len()) {
            let name = format!("{}-{}", place.layer, place.place);
            nodes.push((name, self.node(seed, place, &mut places, &mut ids)));
        }
        ExplicitGame::new(nodes, 0, 0).expect("every move leads to a node")
    }

    /// A node; those that it leads to are given the next numbers, if they are new.
    fn node(&self, seed: u64, place: Place, places: &mut Vec<Place>, ids: &mut HashMap<Place, u32>) -> Node {
        let bits = bits(seed, place, 0);
        let one_of_two = bits >> 32 & 1 == 0;
        if place.layer + 1 >= self.layers || place.layer > 3 && bits.is_multiple_of(ENDS) {
            return Node::End(if one_of_two { 1 } else { -1 });
        }
        let mut children = Vec::new();
        for mv in 0..2 + self::bits(seed, place, 1) % 3 {
            let child = self.child(seed, place, mv);
            let id = *ids.entry(child).or_insert_with(|| {
                places.push(child);
                places.len() as u32 - 1
            });
            if !children.contains(&id) {
                children.push(id);
            }
        }
        Node::Turn(if one_of_two { Player::Max } else { Player::Min }, children)
    }

    fn child(&self, seed: u64, from: Place, mv: u64) -> Place {
        let bits = bits(seed, from, 2 + mv);
        let aside = (bits >> 32) % (2 * REACH + 1);
        let place = (u64::from(from.place) + u64::from(self.width) + aside - REACH) % u64::from(self.width);
        Place { layer: from.layer + 1 + (bits & 1) as u32, place: place as u32 }
    }
}

/// Random bits of a node, others for each use.
fn bits(seed: u64, node: Place, usage: u64) -> u64 {
    let mut bits = seed.wrapping_add(u64::from(node.layer) << 32 | u64::from(node.place));
    for word in [usage, 0x5851_f42d_4c95_7f2d] {
        // The steps of splitmix64.
        bits = bits.wrapping_add(word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits ^= bits >> 29;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::{Rules, TextRules};
    use winproof_oracle::value_by_minimax;

    #[test]
    fn games_are_won_by_either_side_and_share_their_nodes() {
        let mut wins = 0;
        for seed in 0..40 {
            let game = RandomDag { layers: 30, width: 16 }.build(seed);
            wins += u32::from(value_by_minimax(&game, &game.start()) == 1);
            assert!((50..=480).contains(&game.node_count()), "{} nodes", game.node_count());
            assert_eq!((game.repetition(), game.values()), (None, vec![-1, 1]));
        }
        assert!((8..=32).contains(&wins), "{wins} of 40");
    }
}
