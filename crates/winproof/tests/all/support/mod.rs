//! What the tests on random graphs share.

mod liar;
mod opened;
mod seer;

pub use liar::{Liar, Lie};
pub use opened::{connect_four, connect_four_score, othello, tic_tac_toe, ultimate_tic_tac_toe, woodpush};
pub use seer::Seer;

use winproof::proof::check::{self, Accepted, Reader};
use winproof::{
    Algorithm, AlphaBetaPolicy, Claim, Deletion, DfpnPolicy, Evidence, Game, Limits, Plan, Policy, Refusal, Solution,
    Solver, Stopped, TextGame, TextRules, Value,
};
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
pub fn certify<G: TextGame>(game: &G, solution: &Solution<G>) -> Result<Accepted, check::Refusal> {
    let mut file = Vec::new();
    if let Err(error) = solution.write_certificate(game, &mut file) {
        return Err(check::Refusal::Unproved(format!("no certificate: {error}")));
    }
    Reader::open(file.as_slice(), usize::MAX).and_then(|reader| reader.check(game))
}

/// Tables that are small enough for thousands of searches, and large enough for a few hundred positions.
pub fn small_tables() -> Policy {
    let dfpn = DfpnPolicy { table_entries: Some(1 << 12), ..DfpnPolicy::default() };
    let alpha_beta = AlphaBetaPolicy { table_entries: Some(1 << 12), ..AlphaBetaPolicy::default() };
    Policy { dfpn, alpha_beta, ..Policy::default() }
}

/// The policy without what the algorithm refuses: not every graph can give nodes back.
pub fn fitting(game: &impl Game, algorithm: Algorithm, policy: Policy) -> Policy {
    match Plan::new(game, algorithm, policy, &Limits::default()) {
        Err(Refusal::CannotDelete { .. }) => Policy { deletion: Deletion::None, ..policy },
        _ => policy,
    }
}

/// Solves a game: its value, what that rests on, its certificate and its line of best play have to be right.
pub fn is_solved_by(algorithm: Algorithm, policy: Policy, game: &ExplicitGame, value: Value) {
    let policy = fitting(game, algorithm, policy);
    let solution = Solver::new(game).algorithm(algorithm).policy(policy).solve(&game.start()).unwrap();
    is_certified(game, game, &solution, value, &|| format!("{algorithm:?}, {policy:?}\n{}", game.to_text()));
}

/// The solution has the right value, and a certificate of it that `rules` accept; best play ends in it, or goes round
/// where that is worth as much.
pub fn is_certified<G: TextGame>(
    game: &G,
    rules: &impl TextRules,
    solution: &Solution<G>,
    value: Value,
    what: &dyn Fn() -> String,
) {
    assert_eq!(solution.contradiction, None, "{}", what());
    assert_eq!(solution.verdict.stopped, Stopped::Solved, "{}", what());
    assert_eq!(solution.value(), Some(value), "{}", what());
    assert_eq!(solution.verdict.evidence(None), Some(Evidence::Certified), "{}", what());
    if game.values().len() == 1 {
        // There is nothing to search for, nothing to certify, and no line.
        let refusal = certify(game, solution).unwrap_err().to_string();
        assert!(refusal.contains("only one value"), "{refusal}: {}", what());
        return;
    }
    let mut file = Vec::new();
    solution.write_certificate(game, &mut file).unwrap_or_else(|error| panic!("{error}: {}", what()));
    let accepted = Reader::open(file.as_slice(), usize::MAX).and_then(|reader| reader.check(rules));
    let accepted = accepted.unwrap_or_else(|refusal| panic!("{refusal}: {}", what()));
    assert_eq!(accepted.header.claims[0].claim(), Claim::exactly(value), "{}", what());
    assert_eq!(end_of_line(game, solution).or(game.repetition()), Some(value), "{}", what());
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
