//! The benchmark `graphs`: what joining positions costs, as nodes per second of each graph against those of a tree.
//!
//! On Connect Four every search runs to its end; the graphs make fewer nodes there, which is what they are for. On
//! giveaway chess, where positions repeat, each makes the same number of nodes.

use super::Measurement;
use super::search::Search;
use super::stopwatch::Stopwatch;
use crate::games::{self, ConnectFourBoard, Registered};
use winproof::{Algorithm, Goal, GraphKind, LeafKind, Limits, Rules, Verdict};
use winproof_games::Giveaway;

/// Runs of each search; the fastest counts.
const ROUNDS: usize = 3;
/// Nodes to make where the search is not run to its end.
const NODES: u64 = 400_000;
/// What a joined node may take beside its position and its edges, by the promise of the project; edges and the room
/// for growth are in the measurement, so it is not tight.
const BYTES_A_JOINED_NODE: f64 = 64.0 + 8.0 * 7.0;

/// Measures on both games.
pub fn run() -> Vec<Measurement> {
    let connect_four = Subject {
        title: "connect4 5x4",
        game: games::sized("connect4", "5x4"),
        position_bytes: size_of::<<ConnectFourBoard as Rules>::Position>(),
    };
    let giveaway = Subject {
        title: "giveaway",
        game: games::registered("giveaway"),
        position_bytes: size_of::<<Giveaway as Rules>::Position>(),
    };
    let mut all = compare(&connect_four, &["pn", "pn-dag", "pn-dcg", "bta"], None);
    all.extend(compare(&giveaway, &["pn", "pn-dcg", "bta"], Some(NODES)));
    all
}

/// A game that is measured on.
struct Subject {
    title: &'static str,
    game: Registered,
    position_bytes: usize,
}

fn search(name: &str, nodes: Option<u64>) -> Search {
    let named = Search::new(name, Some(Goal::at_least(1)));
    // The same leaves for all, so that only the graph differs.
    let algorithm = Algorithm { leaf: LeafKind::Unit, ..named.algorithm };
    Search { algorithm, limits: Limits { nodes, ..Limits::default() }, ..named }
}

fn measure(game: &Registered, search: &Search) -> (Verdict, f64) {
    let watch = Stopwatch::start();
    let verdict = search.run(game);
    (verdict, watch.seconds())
}

fn compare(subject: &Subject, names: &[&str], nodes: Option<u64>) -> Vec<Measurement> {
    let mut all = Vec::new();
    let mut tree_speed = None;
    for &name in names {
        let search = search(name, nodes);
        let runs: Vec<(Verdict, f64)> = (0..ROUNDS).map(|_| measure(&subject.game, &search)).collect();
        let counts = runs[0].0.counts;
        let seconds = runs.iter().map(|(_, seconds)| *seconds).fold(f64::INFINITY, f64::min);
        let speed = counts.nodes as f64 / seconds;
        let tree_speed = *tree_speed.get_or_insert(speed);
        let what = |text: &str| format!("{}, {name}: {text}", subject.title);
        all.push(Measurement::count(what("nodes"), counts.nodes as f64));
        all.push(Measurement::count(what("nodes per second"), speed));
        all.push(Measurement::ratio(what("nodes per second / those of the tree"), speed / tree_speed));
        all.push(Measurement::ratio(what("steps of the walk per expansion"), per(counts.steps, counts.expansions)));
        all.push(Measurement::ratio(what("updates per expansion"), per(counts.updates, counts.expansions)));
        let bytes = Measurement::ratio(what("bytes per node at the peak"), per(counts.peak_bytes as u64, counts.nodes));
        let position = subject.position_bytes as f64;
        let is_tree = search.algorithm.graph == GraphKind::Tree;
        all.push(if is_tree { bytes } else { bytes.at_most(BYTES_A_JOINED_NODE + position) });
    }
    all
}

fn per(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}
