//! The benchmark `dfpn`: children that df-pn makes in a second, against counting lines of play, and how the rate falls as the table
//! grows out of the caches.
//!
//! Almost every look into a large table is a miss in all caches. Prefetching lets those of a node's children overlap,
//! and huge pages spare a second miss for each; the curve shows what is left.

use super::Measurement;
use super::stopwatch::fastest;
use winproof::{Algorithm, Goal, Limits, Solver, TextGame, Viewpoint};
use winproof_games::{ConnectFour, UltimateTicTacToe, perft};

/// Children to make in each run.
const NODES: u64 = 20_000_000;
/// Runs of each; the fastest counts.
const ROUNDS: usize = 2;
/// Perft counts the last move without playing it, and looks nothing up. It may be so much faster, by the promise of the
/// project.
const TIMES_FASTER: f64 = 20.0;
/// The table of the promise.
const TABLE: usize = 1 << 30;
/// The tables of the curve, in MiB.
const TABLES: [usize; 5] = [16, 64, 256, 1024, 4096];
/// The depth to which lines of Connect Four are counted.
const PERFT_DEPTH: u32 = 10;

/// Measures on Connect Four and on ultimate tic-tac-toe.
pub fn run() -> Vec<Measurement> {
    let board = ConnectFour::<u64>::new(7, 6, 4).expect("the usual board");
    let lines = fastest(ROUNDS, || perft(&board, &board.start(), PERFT_DEPTH));
    let mut all = vec![Measurement::count(format!("connect4 7x6: lines a second of perft {PERFT_DEPTH}"), lines)];
    for mebibytes in TABLES {
        let speed = children_a_second(&board, mebibytes << 20);
        let what = format!("connect4 7x6, table of {mebibytes} MiB: children a second");
        all.push(Measurement::count(what.clone(), speed));
        if mebibytes << 20 == TABLE {
            let what = "perft's lines a second / df-pn's children a second, table of 1 GiB";
            all.push(Measurement::ratio(what, lines / speed).at_most(TIMES_FASTER));
        }
    }
    for mebibytes in TABLES {
        let speed = children_a_second(&UltimateTicTacToe, mebibytes << 20);
        all.push(Measurement::count(
            format!("ultimate-tic-tac-toe, table of {mebibytes} MiB: children a second"),
            speed,
        ));
    }
    all
}

/// How fast df-pn is with a table of so many bytes.
fn children_a_second<G: TextGame + Clone>(game: &G, bytes: usize) -> f64 {
    let root = game.start();
    let game = Viewpoint::of_mover(game.clone(), &root);
    let algorithm = Algorithm::by_name("dfpn").expect("the algorithm 'dfpn' is always there");
    fastest(ROUNDS, || {
        let limits = Limits { nodes: Some(NODES), memory: Some(bytes), ..Limits::default() };
        let solver = Solver::new(&game).algorithm(algorithm).limits(limits).keep_strategies(false);
        solver.solve_goal(&root, Goal::at_least(1)).verdict.counts.nodes
    })
}
