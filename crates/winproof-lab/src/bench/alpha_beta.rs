//! The benchmark `alphabeta`: domineering in nodes, against the counts of the best public solver, and the speed on
//! Connect Four.
//!
//! A node is a position that the search went to. Before it goes to a child it looks at them all until one cuts, in the
//! table and at what the game foresees; a child that is settled by that is not gone to. Obsequi does not look ahead: it
//! goes to each child to find that out, and counts it. So what may be no more than its count is the sum of nodes and
//! spared children, too. The looks themselves are counted as well: there are more of them, since many children are
//! looked at and then not needed.

use super::Measurement;
use super::search::Search;
use super::stopwatch::Stopwatch;
use crate::games;
use winproof::{AlphaBetaPolicy, Player, Policy, Verdict};

/// The boards, Vertical to move first, with who wins (Breuker 1998, table 2.1) and the nodes that Obsequi (Bullock
/// 2002) takes.
const BOARDS: [(u32, u32, Player, f64); 6] = [
    (6, 6, Player::Max, 908.0),
    (7, 7, Player::Max, 13_874.0),
    (7, 8, Player::Min, 632_332.0),
    (8, 8, Player::Max, 2_021_154.0),
    (8, 9, Player::Max, 9_365_337.0),
    (9, 8, Player::Min, 179_577_182.0),
];
/// Boards that are too large for the tests, where Horizontal starts or no public count is at hand: who starts, and who
/// wins (the same table).
const CLASSES: [(u32, u32, Player, Player); 3] =
    [(8, 8, Player::Min, Player::Min), (7, 9, Player::Max, Player::Min), (7, 9, Player::Min, Player::Min)];
/// Entries of the table.
const ENTRIES: usize = 1 << 22;

/// Measures both games.
pub fn run() -> Vec<Measurement> {
    let mut all: Vec<Measurement> = BOARDS.into_iter().flat_map(domineering).collect();
    all.extend(CLASSES.into_iter().flat_map(class));
    all.extend(connect_four(6, 5));
    all
}

/// The board that people play on, which takes minutes.
pub fn run_long() -> Vec<Measurement> {
    connect_four(7, 6)
}

fn alpha_beta(entries: usize) -> Search {
    let alpha_beta = AlphaBetaPolicy { table_entries: Some(entries), ..AlphaBetaPolicy::default() };
    Search { policy: Policy { alpha_beta, ..Policy::default() }, ..Search::new("alphabeta", None) }
}

fn solve_board(rows: u32, columns: u32, first: Player) -> Verdict {
    alpha_beta(ENTRIES).run(&games::domineering(rows, columns, first))
}

/// Whether the answer is not that this player wins; it is told for the player who starts.
fn is_wrong(verdict: &Verdict, first: Player, winner: Player) -> f64 {
    f64::from(verdict.value() != Some(if winner == first { 1 } else { -1 }))
}

fn domineering((rows, columns, winner, public): (u32, u32, Player, f64)) -> Vec<Measurement> {
    let verdict = solve_board(rows, columns, Player::Max);
    let counts = verdict.counts;
    let what = |text: &str| format!("domineering {rows}x{columns}, Vertical first: {text}");
    vec![
        Measurement::count(what("nodes"), counts.nodes as f64).at_most(public),
        Measurement::count(what("nodes and spared children"), (counts.nodes + counts.spared) as f64).at_most(public),
        Measurement::count(
            what("the same in % of Obsequi's nodes"),
            100.0 * (counts.nodes + counts.spared) as f64 / public,
        ),
        Measurement::count(what("children looked at"), counts.steps as f64),
        Measurement::count(what("wrong answers"), is_wrong(&verdict, Player::Max, winner)).at_most(0.0),
    ]
}

fn class((rows, columns, first, winner): (u32, u32, Player, Player)) -> Vec<Measurement> {
    let verdict = solve_board(rows, columns, first);
    let starter = if first == Player::Max { "Vertical" } else { "Horizontal" };
    let what = |text: &str| format!("domineering {rows}x{columns}, {starter} first: {text}");
    vec![
        Measurement::count(what("nodes"), verdict.counts.nodes as f64),
        Measurement::count(what("wrong answers"), is_wrong(&verdict, first, winner)).at_most(0.0),
    ]
}

fn connect_four(columns: u32, rows: u32) -> Vec<Measurement> {
    let game = games::sized("connect4", &format!("{columns}x{rows}"));
    let watch = Stopwatch::start();
    let verdict = alpha_beta(1 << 24).run(&game);
    let seconds = watch.seconds();
    let what = |text: &str| format!("connect4 {columns}x{rows}: {text}");
    vec![
        Measurement::count(what("value for the first player"), f64::from(verdict.value().unwrap_or_default())),
        Measurement::count(what("nodes"), verdict.counts.nodes as f64),
        Measurement::count(what("children looked at"), verdict.counts.steps as f64),
        Measurement::count(what("nodes per second"), verdict.counts.nodes as f64 / seconds),
        Measurement::ratio(what("seconds"), seconds),
    ]
}
