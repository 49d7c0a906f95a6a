//! Random explicit games, the same ones for the same seed on every machine.

use winproof::{Player, Value};
use winproof_games::ExplicitGame;
use winproof_games::graph::Node;

/// Random numbers from a seed (the generator splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator that begins with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        // The upper half of the product; its bias, one in four billion, is of no account for tests.
        (((self.bits() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// A number from `low` to `high`, both included.
    ///
    /// # Panics
    /// If `low` is above `high`.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// True this often in a hundred times.
    pub fn percent(&mut self, share: u32) -> bool {
        self.below(100) < share
    }
}

/// The kind of random games to make. Play starts at node 0; not every node need be reachable.
///
/// Who moves is drawn for each node, so the players do not take turns, and moves lead to nodes that are drawn from
/// a few, so that most positions are reached in several ways.
///
/// ```
/// use winproof::Rules;
/// use winproof_oracle::RandomGraph;
/// let kind = RandomGraph { nodes: 30, outcomes: 5, cyclic: false, ..RandomGraph::default() };
/// assert_eq!(kind.build(7), kind.build(7));
/// assert_eq!(kind.build(7).repetition(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomGraph {
    /// How many nodes: 1 to 200 or so; more only costs time.
    pub nodes: u32,
    /// How many values the ends are drawn from, at least 1.
    pub outcomes: u32,
    /// Whether the values leave gaps (such as −9, −2, 0, 5) or follow each other.
    pub gapped: bool,
    /// Whether moves may lead back.
    pub cyclic: bool,
    /// The most moves that a node has, at least 1.
    pub most_moves: u32,
    /// How many nodes in a hundred are ends.
    pub ends_percent: u32,
    /// How far a move leads at most, in node numbers; small makes long and narrow graphs. At least 1.
    pub span: u32,
}

impl Default for RandomGraph {
    /// Twenty nodes, three outcomes, cycles.
    fn default() -> RandomGraph {
        RandomGraph { nodes: 20, outcomes: 3, gapped: false, cyclic: true, most_moves: 3, ends_percent: 20, span: 10 }
    }
}

impl RandomGraph {
    /// A kind of game drawn at random, of at most this many nodes: with two to seven outcomes, with and without
    /// gaps and cycles, narrow and wide.
    ///
    /// ```
    /// use winproof_oracle::{Random, RandomGraph};
    /// let mut random = Random::new(1);
    /// let game = RandomGraph::varied(&mut random, 50).build(random.bits());
    /// assert!(game.node_count() <= 50);
    /// ```
    #[must_use]
    pub fn varied(random: &mut Random, most_nodes: u32) -> RandomGraph {
        let nodes = random.between(1, most_nodes.max(1));
        RandomGraph {
            nodes,
            outcomes: random.between(2, 7),
            gapped: random.percent(50),
            cyclic: random.percent(60),
            most_moves: random.between(2, 5),
            ends_percent: random.between(2, 35),
            span: random.between(1, nodes),
        }
    }

    /// The game of this kind that the seed stands for.
    #[must_use]
    pub fn build(&self, seed: u64) -> ExplicitGame {
        let random = &mut Random::new(seed);
        let values = self.draw_values(random);
        let any_value = |random: &mut Random| values[random.below(values.len() as u32) as usize];
        let repetition = any_value(random);
        let count = self.nodes.max(1);
        let nodes = (0..count).map(|id| {
            // A game that ends where it starts tests little.
            let is_end = random.percent(self.ends_percent) && id > 0;
            let children = if is_end { Vec::new() } else { self.draw_moves(id, random) };
            let node = match children.is_empty() {
                true => Node::End(any_value(random)),
                false => Node::Turn(if random.percent(50) { Player::Max } else { Player::Min }, children),
            };
            (format!("n{id}"), node)
        });
        ExplicitGame::new(nodes.collect(), 0, repetition).expect("moves are drawn inside the graph and differ")
    }

    /// Different values around 0, ascending.
    fn draw_values(&self, random: &mut Random) -> Vec<Value> {
        let count = self.outcomes.max(1) as i32;
        let mut value = -(count / 2) * if self.gapped { 3 } else { 1 } + random.below(2) as i32;
        (0..count)
            .map(|_| {
                let this = value;
                value += if self.gapped { random.between(1, 6) as i32 } else { 1 };
                this
            })
            .collect()
    }

    /// Different nodes not farther away than the span, all behind `id` where no cycle is wanted; empty where there
    /// are none.
    fn draw_moves(&self, id: u32, random: &mut Random) -> Vec<u32> {
        let last = self.nodes.max(1) - 1;
        let low = if self.cyclic { id.saturating_sub(self.span) } else { id + 1 };
        let high = id.saturating_add(self.span.max(1)).min(last);
        if low > high {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for _ in 0..random.between(1, self.most_moves.max(1)) {
            let child = random.between(low, high);
            if !moves.contains(&child) {
                moves.push(child);
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use winproof::conformance::check_game;
    use winproof::{Rules, Status, TextRules};

    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
        let drawn: HashSet<u32> = (0..1000).map(|_| random.between(3, 7)).collect();
        assert_eq!(drawn, HashSet::from([3, 4, 5, 6, 7]));
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn every_kind_of_game_comes_up() {
        let mut random = Random::new(5);
        let mut seen = HashSet::new();
        for _ in 0..2000 {
            let kind = RandomGraph::varied(&mut random, 40);
            let game = kind.build(random.bits());
            assert_eq!(game.node_count(), kind.nodes);
            assert!(kind.cyclic || game.repetition().is_none());
            check_game(&game, &game.start(), 3, 1).unwrap();
            assert_eq!(ExplicitGame::parse(&game.to_text()).as_ref(), Ok(&game));
            let values = game.values();
            seen.insert(("values", values.len()));
            seen.insert(("consecutive", usize::from(values.windows(2).all(|pair| pair[1] == pair[0] + 1))));
            seen.insert(("cyclic", usize::from(game.repetition().is_some())));
            if let Some(place) = values.iter().position(|&value| Some(value) == game.repetition()) {
                seen.insert(("repetition", place));
            }
            let mut moves = Vec::new();
            let mut same_mover_again = 0;
            for id in 0..game.node_count() {
                moves.clear();
                game.moves(&id, &mut moves);
                same_mover_again |= usize::from(moves.iter().any(|child| {
                    matches!(game.status(&id), Status::Turn(_)) && game.status(child) == game.status(&id)
                }));
            }
            seen.insert(("same mover again", same_mover_again));
        }
        for wanted in [("consecutive", 0), ("consecutive", 1), ("cyclic", 0), ("cyclic", 1), ("same mover again", 1)] {
            assert!(seen.contains(&wanted), "{wanted:?}");
        }
        assert!((1..=7).all(|count| seen.contains(&("values", count))));
        assert!((0..7).all(|place| seen.contains(&("repetition", place))));
    }
}
