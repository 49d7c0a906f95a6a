//! Searches that take positions for one that are the same by symmetry, where positions repeat and where they do not,
//! against retrograde analysis.

use crate::support::{acyclic, games, small_cyclic, small_tables, varied};
use winproof::proof::check;
use winproof::{
    ALGORITHMS, Algorithm, Claim, EffortKind, Evidence, Game, GraphKind, LeafKind, Player, Policy, Rules, Solver,
    Status, Stopped, TextRules, Value,
};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph, retrograde_values, value_by_play};

/// A graph and its mirror image, with moves between the two: whatever can be played on one side can be played on the
/// other. A line can come to the image of a position before it comes to the position itself again.
struct Mirrored<'a> {
    game: &'a ExplicitGame,
    /// Which moves change sides.
    seed: u64,
}

/// The side and the node.
type Place = (bool, u32);

impl Mirrored<'_> {
    fn changes_sides(&self, from: u32, to: u32) -> bool {
        let mixed = (u64::from(from) << 32 | u64::from(to)).wrapping_add(self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed >> 62 == 0
    }
}

impl Rules for Mirrored<'_> {
    type Position = Place;
    type Move = u32;

    fn status(&self, (_, node): &Place) -> Status {
        self.game.status(node)
    }
    fn moves(&self, (_, node): &Place, moves: &mut Vec<u32>) {
        self.game.moves(node, moves);
    }
    fn play(&self, &(side, node): &Place, mv: u32) -> Place {
        (side != self.changes_sides(node, mv), self.game.play(&node, mv))
    }
    fn values(&self) -> Vec<Value> {
        self.game.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition()
    }
}

impl Game for Mirrored<'_> {
    fn has_symmetry(&self) -> bool {
        true
    }
    fn canonical(&self, &(_, node): &Place) -> Place {
        // Not always the same side, so that neither is the one that most lines are on.
        (node % 2 == 0, node)
    }
}

/// All that can be asked to use symmetry: the algorithms with names, and sets and outcomes on `base-twin`.
fn algorithms(game: &impl Game) -> Vec<Algorithm> {
    let on_base_twin = [EffortKind::Sets, EffortKind::Outcomes].map(|effort| Algorithm {
        effort,
        graph: GraphKind::BaseTwin,
        leaf: LeafKind::Mobility,
    });
    let named = ALGORITHMS.iter().filter(|named| named.no_is_proof).map(|named| named.algorithm);
    named.chain(on_base_twin).filter(|algorithm| algorithm.fits(game).is_ok()).collect()
}

/// Solves a game with its mirror image from both sides, with and without symmetry. Gives the nodes of both.
fn is_solved(game: &ExplicitGame, value: Value, algorithm: Algorithm, seed: u64) -> [u64; 2] {
    let mirrored = Mirrored { game, seed };
    let nodes = |symmetry: bool, side: bool| {
        let root = (side, game.start());
        let mut policy = Policy { symmetry, ..small_tables() };
        policy.dfpn.symmetry = symmetry;
        policy.alpha_beta.symmetry = symmetry;
        let what = || format!("{algorithm:?}, {symmetry}, {side}, seed {seed}\n{}", game.to_text());
        let solution = Solver::new(&mirrored).algorithm(algorithm).policy(policy).solve(&root).unwrap();
        assert_eq!(solution.contradiction, None, "{}", what());
        assert_eq!((solution.value(), solution.verdict.stopped), (Some(value), Stopped::Solved), "{}", what());
        assert_eq!(solution.verdict.evidence(None), Some(Evidence::Certified), "{}", what());
        // The checker knows of no symmetry: strategies are about the positions that come up in play.
        for strategy in &solution.strategies {
            let claim = match strategy.player {
                Player::Max => Claim { at_least: Some(value), at_most: None },
                Player::Min => Claim { at_least: None, at_most: Some(value) },
            };
            assert_eq!(check::strategy(&mirrored, &root, claim, &[strategy]), Ok(()), "{}", what());
        }
        solution.verdict.counts.nodes
    };
    [false, true].map(|symmetry| nodes(symmetry, false) + nodes(symmetry, true))
}

fn all_are_right(seed: u64, count: u32, kind: impl Fn(&mut Random) -> RandomGraph) -> [u64; 2] {
    let mut nodes = [0, 0];
    for (number, (game, value)) in games(seed, count, kind).enumerate() {
        for algorithm in algorithms(&game) {
            let [without, with] = is_solved(&game, value, algorithm, number as u64);
            nodes = [nodes[0] + without, nodes[1] + with];
        }
    }
    nodes
}

#[test]
fn right_where_positions_repeat() {
    let [without, with] = all_are_right(81, 1500, small_cyclic);
    assert!(with < without * 97 / 100, "{with} nodes with symmetry, {without} without");
}

#[test]
fn right_where_positions_do_not_repeat() {
    let kind = |random: &mut Random| {
        let nodes = random.between(2, 60);
        RandomGraph { nodes, ..acyclic(random) }
    };
    let [without, with] = all_are_right(82, 500, kind);
    assert!(with < without * 97 / 100, "{with} nodes with symmetry, {without} without");
}

/// Larger graphs, for the searches that can walk through them.
#[test]
fn right_on_larger_cyclic_graphs() {
    let kind = |random: &mut Random| {
        let nodes = random.between(20, 80);
        RandomGraph { cyclic: true, ..varied(random, nodes) }
    };
    for (number, (game, value)) in games(83, 1500, kind).enumerate() {
        for name in ["bta", "dfpn", "bta2"] {
            is_solved(&game, value, Algorithm::by_name(name).unwrap(), number as u64);
        }
    }
}

/// The mirror image changes no value, by two kinds of brute force that know of no symmetry.
#[test]
fn the_image_has_the_values_of_the_graph() {
    for (number, (game, value)) in games(84, 300, small_cyclic).enumerate() {
        let mirrored = Mirrored { game: &game, seed: number as u64 };
        let root = (false, game.start());
        assert_eq!(retrograde_values(&mirrored, [root])[&root], value);
        if game.node_count() < 8 {
            assert_eq!(value_by_play(&mirrored, &root), value);
        }
    }
}
