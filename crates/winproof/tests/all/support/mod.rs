//! What the tests on random graphs share.

mod seer;

pub use seer::Seer;

use winproof::proof::check::{Accepted, Reader, Refusal};
use winproof::{Algorithm, Game, Policy, Rules, Solution, Solver, TextGame, TextRules, Value};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph, retrograde_values};

/// The value of a graph's root by brute force.
pub fn true_value(game: &ExplicitGame) -> Value {
    let root = game.start();
    retrograde_values(game, [root])[&root]
}

/// Random games of one kind, with their true values.
pub fn games(
    seed: u64,
    count: u32,
    kind: impl Fn(&mut Random) -> RandomGraph,
) -> impl Iterator<Item = (ExplicitGame, Value)> {
    let mut random = Random::new(seed);
    (0..count).map(move |_| {
        let game = kind(&mut random).build(random.bits());
        let value = true_value(&game);
        (game, value)
    })
}

/// Acyclic games of up to 200 nodes; deep ones stay narrow so that a tree search can walk every line.
pub fn acyclic(random: &mut Random) -> RandomGraph {
    let nodes = random.between(2, 200);
    RandomGraph { cyclic: false, ends_percent: random.between(15, 35), ..varied(random, nodes) }
}

/// Cyclic games of up to 200 nodes.
pub fn cyclic(random: &mut Random) -> RandomGraph {
    let nodes = random.between(2, 200);
    RandomGraph { cyclic: true, ..varied(random, nodes) }
}

/// Cyclic games, small enough for a search that ends each line at its first repetition.
pub fn small_cyclic(random: &mut Random) -> RandomGraph {
    let nodes = random.between(2, 11);
    RandomGraph { cyclic: true, most_moves: random.between(2, 3), ..varied(random, nodes) }
}

/// Any game of up to `nodes` nodes.
pub fn varied(random: &mut Random, nodes: u32) -> RandomGraph {
    RandomGraph { nodes, ..RandomGraph::varied(random, nodes) }
}

/// Writes the solution's certificate and has it checked.
pub fn certify<G: TextGame>(game: &G, solution: &Solution<G>) -> Result<Accepted, Refusal> {
    let mut file = Vec::new();
    if let Err(error) = solution.write_certificate(game, &mut file) {
        return Err(Refusal::Unproved(format!("no certificate: {error}")));
    }
    Reader::open(file.as_slice()).and_then(|reader| reader.check(game))
}

/// Solves a game: its value, its certificate and its line of best play have to be right.
pub fn is_solved_by(algorithm: Algorithm, policy: Policy, game: &ExplicitGame, value: Value) {
    let what = || format!("{algorithm:?}, {policy:?}\n{}", game.to_text());
    let solution = Solver::new(game).algorithm(algorithm).policy(policy).solve(&game.start());
    assert_eq!(solution.value(), Some(value), "{}", what());
    let accepted = certify(game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", what()));
    assert_eq!((accepted.header.at_least, accepted.header.at_most), (Some(value), Some(value)), "{}", what());
    if game.values().len() > 1 {
        assert_eq!(end_of_line(game, &solution).or(game.repetition()), Some(value), "{}", what());
    }
}

/// Plays the line of best play and gives the value of its end; `None` where it comes round again.
pub fn end_of_line<G: TextGame>(game: &G, solution: &Solution<G>) -> Option<Value> {
    let mut position = solution.root.clone();
    for &mv in &solution.line {
        position = game.play(&position, mv);
    }
    match game.status(&position) {
        winproof::Status::Ended(value) => Some(value),
        winproof::Status::Turn(_) => None,
    }
}
