//! The benchmark `dfpn`: children that df-pn makes in a second, against a plain walk through all lines of play, and how
//! the rate falls as the table grows out of the caches.
//!
//! Almost every look into a large table is a miss in all caches. Prefetching lets those of a node's children overlap,
//! and huge pages spare a second miss for each; the curve shows what is left. The clock starts when a part of each
//! search is done: by then the system has cleared the table's memory, which can take longer than the search.

use super::Measurement;
use super::search::Search;
use super::stopwatch::{Stopwatch, fastest};
use crate::games::{self, Registered};
use winproof::{Goal, Limits, Report, Rules, Status};
use winproof_games::perft;

/// Children to make in each search, and those before the clock starts.
const NODES: u64 = 60_000_000;
const NODES_BEFORE: u64 = 15_000_000;
/// A walk that plays every move and asks the rules of every child, and does nothing else, may be so much faster, by the
/// promise of the project: df-pn makes at least 5% of its children.
const TIMES_FASTER: f64 = 20.0;
/// The table of the promise.
const TABLE: usize = 1 << 30;
/// The tables of the curve, in MiB.
const TABLES: [usize; 5] = [16, 64, 256, 1024, 4096];
/// The depths to which Connect Four is walked, and to which its lines are counted.
const WALK_DEPTH: u32 = 9;
const PERFT_DEPTH: u32 = 10;
/// Walks; the fastest counts.
const ROUNDS: usize = 2;

/// Measures on Connect Four and on ultimate tic-tac-toe.
pub fn run() -> Vec<Measurement> {
    let (board, start) = games::connect_four(7, 6);
    let walked = fastest(ROUNDS, || walk(&board, &start, WALK_DEPTH));
    let counted = fastest(ROUNDS, || perft(&board, &start, PERFT_DEPTH));
    let connect_four = games::sized("connect4", "7x6");
    let mut all = vec![
        Measurement::count(
            format!("connect4 7x6: children per second in a walk through all lines of {WALK_DEPTH} moves"),
            walked,
        ),
        Measurement::count(
            format!("connect4 7x6: lines per second of perft {PERFT_DEPTH}, the last move not played"),
            counted,
        ),
    ];
    for mebibytes in TABLES {
        let speed = children_per_second(&connect_four, mebibytes << 20);
        all.push(Measurement::count(format!("connect4 7x6, table of {mebibytes} MiB: children per second"), speed));
        if mebibytes << 20 == TABLE {
            let what = "children per second of the walk / of df-pn with a table of 1 GiB";
            all.push(Measurement::ratio(what, walked / speed).at_most(TIMES_FASTER));
            all.push(Measurement::ratio("lines per second of perft / children per second of df-pn", counted / speed));
        }
    }
    let ultimate = games::registered("ultimate-tic-tac-toe");
    for mebibytes in TABLES {
        let speed = children_per_second(&ultimate, mebibytes << 20);
        let what = format!("ultimate-tic-tac-toe, table of {mebibytes} MiB: children per second");
        all.push(Measurement::count(what, speed));
    }
    all
}

/// Plays every move of every line and asks the rules of each child; how many children there are.
fn walk<G: Rules>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut children = moves.len() as u64;
    for mv in moves {
        let child = game.play(position, mv);
        if matches!(game.status(&child), Status::Turn(_)) && depth > 1 {
            children += walk(game, &child, depth - 1);
        }
    }
    children
}

/// How fast df-pn is with a table of so many bytes.
fn children_per_second(game: &Registered, bytes: usize) -> f64 {
    let limits = Limits { nodes: Some(NODES), memory: Some(bytes), ..Limits::default() };
    let search = Search { limits, ..Search::new("dfpn", Some(Goal::at_least(1))) };
    let mut begun: Option<(u64, Stopwatch)> = None;
    let mut begin = |report: &Report<'_, String>| {
        if begun.is_none() && report.nodes >= NODES_BEFORE {
            begun = Some((report.nodes, Stopwatch::start()));
        }
    };
    let start = Stopwatch::start();
    let nodes = search.run_watched(game, &mut begin).counts.nodes;
    // Without a report on the way, the search was over in a moment.
    let (before, watch) = begun.unwrap_or((0, start));
    (nodes - before) as f64 / watch.seconds()
}
