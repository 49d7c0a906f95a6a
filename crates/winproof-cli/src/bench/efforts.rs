//! The benchmark `efforts`: what it costs to back up sets, or numbers for every outcome, in place of two numbers: time an
//! expansion, against that of proof-number search on the same graph.
//!
//! The limit on sets is the project's aim. Connect Four is the harder game for it: there are so many transpositions that, were all
//! sets kept up to date, an expansion would change those of some 20 nodes.
//!
//! The searches take turns, and of each the fastest run counts: disturbances only ever slow a run down.

use super::Measurement;
use super::stopwatch::Stopwatch;
use winproof::{Algorithm, Goal, Limits, Rules, Solver, TextGame, TextRules, Viewpoint};
use winproof_games::{ConnectFour, Othello};

/// Runs of each search.
const ROUNDS: usize = 5;
/// Nodes to make where the search is not run to its end.
const NODES: u64 = 400_000;
/// How much more time an expansion may take with sets of up to 20 leaves.
const SETS_RATIO: f64 = 4.0;
/// How much more time an expansion may take with numbers for three outcomes.
const OUTCOMES_RATIO: f64 = 2.0;

/// One search: its algorithm, and its goal if it is not for the exact value.
type Search = (&'static str, Option<Goal>);

/// Measures sets on two games, and outcomes on one that has three.
pub fn run() -> Vec<Measurement> {
    let win = Some(Goal::at_least(1));
    let connect_four = ConnectFour::<u64>::new(5, 4, 4).expect("a small board");
    let root = connect_four.start();
    let connect_four = Viewpoint::of_mover(connect_four, &root);
    let othello = Othello::new(6, 6).expect("a small board");
    let root = othello.start();
    let othello = Viewpoint::of_mover(othello, &root);
    let mut all = compare("othello 6x6", &othello, ("pn-dag", win), ("pss", win), Some(NODES), SETS_RATIO);
    all.extend(compare("connect4 5x4", &connect_four, ("pn-dag", win), ("pss", win), None, SETS_RATIO));
    all.extend(compare("connect4 5x4", &connect_four, ("pn", win), ("gpn", None), None, OUTCOMES_RATIO));
    all
}

fn compare<G: TextGame>(
    title: &str,
    game: &Viewpoint<G>,
    numbers: Search,
    other: Search,
    nodes: Option<u64>,
    most: f64,
) -> Vec<Measurement> {
    let searches = [numbers, other];
    let mut fastest = [f64::INFINITY; 2];
    let mut counts = [(0.0, 0.0); 2];
    for _ in 0..ROUNDS {
        for (place, &search) in searches.iter().enumerate() {
            let (seconds, expansions, bytes) = measure(game, search, nodes);
            fastest[place] = fastest[place].min(seconds / expansions);
            counts[place] = (expansions, bytes);
        }
    }
    let mut all = Vec::new();
    for (place, (name, _)) in searches.iter().enumerate() {
        let (expansions, bytes) = counts[place];
        all.push(Measurement::count(format!("{title}, {name}: expansions"), expansions));
        all.push(Measurement::ratio(format!("{title}, {name}: microseconds an expansion"), fastest[place] * 1e6));
        all.push(Measurement::ratio(format!("{title}, {name}: bytes a node, at the peak"), bytes));
    }
    let ratio = Measurement::ratio(
        format!("{title}, {}: time an expansion / that of {}", searches[1].0, searches[0].0),
        fastest[1] / fastest[0],
    );
    all.push(ratio.at_most(most));
    all
}

/// Seconds, expansions, and bytes a node.
fn measure<G: TextGame>(game: &Viewpoint<G>, (name, goal): Search, nodes: Option<u64>) -> (f64, f64, f64) {
    let algorithm = Algorithm::by_name(name).expect("a name of the list above");
    let limits = Limits { nodes, ..Limits::default() };
    let solver = Solver::new(game).algorithm(algorithm).limits(limits).keep_strategies(false);
    let root = game.start();
    let watch = Stopwatch::start();
    let counts = match goal {
        Some(goal) => solver.solve_goal(&root, goal),
        None => solver.solve(&root),
    };
    let seconds = watch.seconds();
    let counts = counts.verdict.counts;
    (seconds, counts.expansions as f64, counts.peak_bytes as f64 / counts.nodes as f64)
}
