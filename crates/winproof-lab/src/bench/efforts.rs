//! The benchmark `efforts`: what it costs to back up sets, or numbers for every outcome, in place of two numbers: time
//! an expansion, against that of proof-number search on the same graph.
//!
//! The limit on sets is the project's aim. Connect Four is the harder game for it: there are so many transpositions
//! that, were all sets kept up to date, an expansion would change those of some 20 nodes.
//!
//! The searches take turns, and of each the fastest run counts: disturbances only ever slow a run down.

use super::Measurement;
use super::search::Search;
use super::stopwatch::Stopwatch;
use crate::games::{self, Registered};
use winproof::{Goal, Limits};

/// Runs of each search.
const ROUNDS: usize = 5;
/// Nodes to make where the search is not run to its end.
const NODES: u64 = 400_000;
/// How much more time an expansion may take with sets of up to 20 leaves.
const SETS_RATIO: f64 = 4.0;
/// How much more time an expansion may take with numbers for three outcomes.
const OUTCOMES_RATIO: f64 = 2.0;

/// A search that is measured: its algorithm, and its goal if it is not for the exact value.
type Way = (&'static str, Option<Goal>);

/// Measures sets on two games, and outcomes on one that has three.
pub fn run() -> Vec<Measurement> {
    let win = Some(Goal::at_least(1));
    let connect_four = games::sized("connect4", "5x4");
    let othello = games::sized("othello", "6x6");
    let mut all = compare("othello 6x6", &othello, ("pn-dag", win), ("pss", win), Some(NODES), SETS_RATIO);
    all.extend(compare("connect4 5x4", &connect_four, ("pn-dag", win), ("pss", win), None, SETS_RATIO));
    all.extend(compare("connect4 5x4", &connect_four, ("pn", win), ("gpn", None), None, OUTCOMES_RATIO));
    all
}

fn compare(
    title: &str,
    game: &Registered,
    numbers: Way,
    other: Way,
    nodes: Option<u64>,
    most: f64,
) -> Vec<Measurement> {
    let ways = [numbers, other];
    let mut fastest = [f64::INFINITY; 2];
    let mut counts = [(0.0, 0.0); 2];
    for _ in 0..ROUNDS {
        for (place, &way) in ways.iter().enumerate() {
            let (seconds, expansions, bytes) = measure(game, way, nodes);
            fastest[place] = fastest[place].min(seconds / expansions);
            counts[place] = (expansions, bytes);
        }
    }
    let mut all = Vec::new();
    for (place, (name, _)) in ways.iter().enumerate() {
        let (expansions, bytes) = counts[place];
        all.push(Measurement::count(format!("{title}, {name}: expansions"), expansions));
        all.push(Measurement::ratio(format!("{title}, {name}: microseconds per expansion"), fastest[place] * 1e6));
        all.push(Measurement::ratio(format!("{title}, {name}: bytes per node at the peak"), bytes));
    }
    let ratio = Measurement::ratio(
        format!("{title}, {}: time per expansion / that of {}", ways[1].0, ways[0].0),
        fastest[1] / fastest[0],
    );
    all.push(ratio.at_most(most));
    all
}

/// Seconds, expansions, and bytes per node.
fn measure(game: &Registered, (name, goal): Way, nodes: Option<u64>) -> (f64, f64, f64) {
    let search = Search { limits: Limits { nodes, ..Limits::default() }, ..Search::new(name, goal) };
    let watch = Stopwatch::start();
    let counts = search.run(game).counts;
    let seconds = watch.seconds();
    (seconds, counts.expansions as f64, counts.peak_bytes as f64 / counts.nodes as f64)
}
