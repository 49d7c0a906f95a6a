//! The benchmark `alphabeta`: domineering in nodes, against the counts of the best public solver, and the speed on Connect
//! Four.
//!
//! A node is a position that the search went to. Before it goes to a child it looks at all of them, in the table and at what
//! the game foresees; a child that is settled by that is not gone to. Looks are printed too: a solver without the look ahead
//! goes to each child to find that out.

use super::Measurement;
use super::stopwatch::Stopwatch;
use winproof::{Algorithm, AlphaBetaPolicy, Player, Policy, Solver, TextGame, Verdict};
use winproof_games::{ConnectFour, Domineering};

/// The boards, Vertical to move first, with whether he wins (Breuker 1998, table 2.1) and the nodes that Obsequi (Bullock
/// 2002) takes.
const BOARDS: [(u32, u32, bool, f64); 6] = [
    (6, 6, true, 908.0),
    (7, 7, true, 13_874.0),
    (7, 8, false, 632_332.0),
    (8, 8, true, 2_021_154.0),
    (8, 9, true, 9_365_337.0),
    (9, 8, false, 179_577_182.0),
];
/// Entries of the table.
const ENTRIES: usize = 1 << 22;

/// Measures both games.
pub fn run() -> Vec<Measurement> {
    let mut all: Vec<Measurement> = BOARDS.into_iter().flat_map(domineering).collect();
    all.extend(connect_four(6, 5));
    all
}

/// The board that people play on, which takes minutes.
pub fn run_long() -> Vec<Measurement> {
    connect_four(7, 6)
}

fn solve<G: TextGame>(game: &G, entries: usize) -> Verdict {
    let alpha_beta = AlphaBetaPolicy { table_entries: Some(entries), ..AlphaBetaPolicy::default() };
    let solver = Solver::new(game)
        .algorithm(Algorithm::by_name("alphabeta").expect("alpha-beta is always there"))
        .policy(Policy { alpha_beta, ..Policy::default() })
        .keep_strategies(false);
    solver.solve(&game.start()).verdict
}

fn domineering((rows, columns, vertical_wins, public): (u32, u32, bool, f64)) -> Vec<Measurement> {
    let verdict = if rows * columns <= u64::BITS {
        solve(&Domineering::<u64>::new(rows, columns, Player::Max).expect("a board of 64 cells"), ENTRIES)
    } else {
        solve(&Domineering::<u128>::new(rows, columns, Player::Max).expect("a board of 128 cells"), ENTRIES)
    };
    let counts = verdict.counts;
    let is_wrong = verdict.value() != Some(if vertical_wins { 1 } else { -1 });
    let what = |text: &str| format!("domineering {rows}x{columns}, Vertical first: {text}");
    vec![
        Measurement::count(what("nodes"), counts.nodes as f64).at_most(public),
        Measurement::count(what("children looked at"), counts.steps as f64),
        Measurement::count(what("wrong answers"), f64::from(is_wrong)).at_most(0.0),
    ]
}

fn connect_four(columns: u32, rows: u32) -> Vec<Measurement> {
    let game = ConnectFour::<u64>::new(columns, rows, 4).expect("a small board");
    let watch = Stopwatch::start();
    let verdict = solve(&game, 1 << 24);
    let seconds = watch.seconds();
    let what = |text: &str| format!("connect4 {columns}x{rows}: {text}");
    vec![
        Measurement::count(what("value for the first player"), f64::from(verdict.value().unwrap_or_default())),
        Measurement::count(what("nodes"), verdict.counts.nodes as f64),
        Measurement::count(what("children looked at"), verdict.counts.steps as f64),
        Measurement::count(what("nodes a second"), verdict.counts.nodes as f64 / seconds),
        Measurement::ratio(what("seconds"), seconds),
    ]
}
