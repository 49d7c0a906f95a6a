//! The benchmark `pn-tree`: what the general loop costs in memory and in time.
//!
//! Time is compared with a search that knows nothing but Connect Four and makes the same tree. The two take turns, and
//! of each the fastest run counts: disturbances only ever slow a run down.

use super::search::Search;
use super::stopwatch::{Stopwatch, fastest};
use super::{Measurement, hand_written};
use crate::games::{self, ConnectFourBoard, Registered};
use winproof::{Goal, Rules, Status, Verdict};
use winproof_games::perft;

/// Runs of each search.
const ROUNDS: usize = 15;
/// The most bytes that a node may take, at the peak of the whole search.
const BYTES_A_NODE: f64 = 20.0;
/// How much slower than the search written by hand the general loop may be.
const TIME_RATIO: f64 = 1.3;
/// The depth to which lines of play are counted.
const PERFT_DEPTH: u32 = 12;

type Position = <ConnectFourBoard as Rules>::Position;

/// Measures on the board of 5 columns and 4 rows.
pub fn run() -> Vec<Measurement> {
    let board = games::sized("connect4", "5x4");
    let mut all = Vec::new();
    for (name, goal) in [("win", Goal::at_least(1)), ("draw", Goal::at_least(0))] {
        all.extend(compare(&board, name, goal));
    }
    let (game, root) = games::connect_four(5, 4);
    all.extend(rules_alone(&game, &root, &all));
    all
}

fn general(board: &Registered, goal: Goal) -> Verdict {
    Search::new("pn", Some(goal)).run(board)
}

/// Whether both searches came to the same answer by the same tree.
fn agree(verdict: &Verdict, goal: Goal, outcome: hand_written::HandWrittenAnswer) -> bool {
    let counts = verdict.counts;
    (verdict.holds(goal), counts.nodes, counts.expansions) == (Some(outcome.holds), outcome.nodes, outcome.expansions)
}

/// One goal, with both searches.
fn compare(board: &Registered, name: &str, goal: Goal) -> Vec<Measurement> {
    let (mut by_loop, mut by_hand) = (f64::INFINITY, f64::INFINITY);
    let mut verdict = None;
    for _ in 0..ROUNDS {
        let watch = Stopwatch::start();
        let found = general(board, goal);
        by_loop = by_loop.min(watch.seconds());
        let watch = Stopwatch::start();
        let outcome = hand_written::solve::<5, 4>(goal == Goal::at_least(0));
        by_hand = by_hand.min(watch.seconds());
        assert!(agree(&found, goal, outcome), "the trees differ: {found:?}, {outcome:?}");
        verdict = Some(found);
    }
    let counts = verdict.expect("there is at least one round").counts;
    let nodes = counts.nodes as f64;
    let what = |text: &str| format!("goal {name}: {text}");
    vec![
        Measurement::count(what("nodes"), nodes),
        Measurement::count(what("expansions"), counts.expansions as f64),
        Measurement::ratio(what("bytes per node at the peak"), counts.peak_bytes as f64 / nodes).at_most(BYTES_A_NODE),
        Measurement::ratio(what("seconds of the general loop"), by_loop),
        Measurement::ratio(what("seconds of the search written by hand"), by_hand),
        Measurement::ratio(what("general loop / written by hand"), by_loop / by_hand).at_most(TIME_RATIO),
        Measurement::count(what(NODES_PER_SECOND), nodes / by_loop),
        Measurement::count(what("expansions per second"), counts.expansions as f64 / by_loop),
    ]
}

const NODES_PER_SECOND: &str = "nodes per second";

/// How fast the rules are without a search, and what share of that the searches reach.
fn rules_alone(game: &ConnectFourBoard, root: &Position, searches: &[Measurement]) -> Vec<Measurement> {
    let perft_speed = fastest(ROUNDS / 2, || perft(game, root, PERFT_DEPTH));
    let visit_speed = fastest(ROUNDS / 2, || visit_all(game, root, PERFT_DEPTH));
    let mut all = vec![
        Measurement::count(
            format!("lines per second of perft {PERFT_DEPTH} (the last move is counted, not played)"),
            perft_speed,
        ),
        Measurement::count("positions per second if each one is played and looked at", visit_speed),
    ];
    for search in searches.iter().filter(|search| search.what.ends_with(NODES_PER_SECOND)) {
        all.push(Measurement::ratio(format!("{} / perft", search.what), search.value / perft_speed));
        all.push(Measurement::ratio(format!("{} / played and looked at", search.what), search.value / visit_speed));
    }
    all
}

/// Plays every move to a depth and looks whether play has ended, as an expansion does; counts the positions.
fn visit_all(game: &ConnectFourBoard, position: &Position, depth: u32) -> u64 {
    let Status::Turn(_) = game.status(position) else { return 1 };
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    1 + moves.into_iter().map(|mv| visit_all(game, &game.play(position, mv), depth - 1)).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_written_by_hand_makes_the_same_tree() {
        let boards = [
            (4, 4, hand_written::solve::<4, 4> as fn(bool) -> hand_written::HandWrittenAnswer),
            (4, 3, hand_written::solve::<4, 3>),
            (3, 5, hand_written::solve::<3, 5>),
        ];
        for (columns, rows, by_hand) in boards {
            let board = games::sized("connect4", &format!("{columns}x{rows}"));
            for (goal, draw_is_enough) in [(Goal::at_least(1), false), (Goal::at_least(0), true)] {
                let (verdict, outcome) = (general(&board, goal), by_hand(draw_is_enough));
                assert!(agree(&verdict, goal, outcome), "{columns}x{rows}: {verdict:?} {outcome:?}");
                let other = hand_written::HandWrittenAnswer { expansions: outcome.expansions + 1, ..outcome };
                assert!(!agree(&verdict, goal, other));
            }
        }
    }

    #[test]
    fn positions_are_counted_with_their_end() {
        let (game, root) = games::connect_four(4, 4);
        assert_eq!(visit_all(&game, &root, 3), 1 + 4 + 16 + 64);
    }
}
