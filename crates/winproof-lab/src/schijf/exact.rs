//! The theoretical DAG algorithm, with true numbers (§4.5): how far it gets on tic-tac-toe.
//!
//! The paper says only that it solved positions with seven empty squares and gave up on the empty board after more than
//! forty hours. Here are all positions with seven empty squares, one of each symmetry, and as much of the empty board
//! as five minutes give it; beside them what the practical algorithm expands.

use super::Session;
use crate::games;
use crate::report::{Agreement, Cell, Findings, Measured, Row};
use crate::search::Method;
use crate::table::Table;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use winproof::{Game, Goal, Policy, Rules, Status, TextRules};
use winproof_games::TicTacToe;
use winproof_oracle::exact::dag::{ExactAnswer, State, solve};

pub(crate) const EXACT: Table = Table {
    name: "schijf-exact",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), §4.5",
    title: "True proof numbers on the DAG of tic-tac-toe",
    measure: exact,
};

type Position = <TicTacToe as Rules>::Position;

/// How long the empty board gets.
fn time_for_empty_board(full: bool) -> Duration {
    Duration::from_secs(if full { 300 } else { 3 })
}

/// The positions after two moves, one of each symmetry, by their texts.
fn two_moves_in() -> BTreeMap<String, Position> {
    let mut positions = vec![TicTacToe.start()];
    for _ in 0..2 {
        positions = positions.iter().flat_map(children).collect();
    }
    let canonical = positions.iter().map(|position| TicTacToe.canonical(position));
    canonical.map(|position| (TicTacToe.position_text(&position), position)).collect()
}

fn children(position: &Position) -> Vec<Position> {
    let mut moves = Vec::new();
    if let Status::Turn(_) = TicTacToe.status(position) {
        TicTacToe.moves(position, &mut moves);
    }
    moves.into_iter().map(|mv| TicTacToe.play(position, mv)).collect()
}

fn exact(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    for (text, position) in two_moves_in() {
        session.say(&text);
        let outcome = search(session, &position, None);
        rows.push(row(session, text, &position, &outcome));
    }
    let limit = time_for_empty_board(session.settings.full);
    let start = TicTacToe.start();
    session.say(&format!("the empty board, {} seconds", limit.as_secs()));
    let started = Instant::now();
    let outcome = search(session, &start, Some(limit));
    let seconds = started.elapsed().as_secs_f64();
    rows.push(row(session, "empty board".to_string(), &start, &outcome));
    Findings {
        counted: "Nodes expanded until it is known whether X wins (a draw counts as a loss), by the algorithm with \
                  true proof numbers and by the practical one.",
        row_heading: "position",
        columns: vec!["true numbers", "practical"],
        rows,
        remarks: vec![reached(&outcome.last, seconds)],
        settings: vec![
            ("question", "does X win? A draw counts as a loss".to_string()),
            ("graph", "DAG; symmetric positions are different nodes".to_string()),
            ("positions", "after two moves, one of each symmetry; the empty board".to_string()),
            ("empty board", format!("{} seconds, checked before each expansion", limit.as_secs())),
        ],
    }
}

/// A search with true numbers, within the limits of the session and this one.
fn search(session: &Session<'_>, position: &Position, limit: Option<Duration>) -> ExactAnswer {
    let limits = &session.settings.limits;
    let started = Instant::now();
    solve(&TicTacToe, position, Goal::at_least(1), |state| {
        let is_cancelled = limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        let in_time = [limits.time, limit].into_iter().flatten().all(|time| started.elapsed() < time);
        !is_cancelled && in_time && limits.nodes.is_none_or(|nodes| state.nodes < nodes)
    })
}

fn row(session: &Session<'_>, label: String, position: &Position, outcome: &ExactAnswer) -> Row {
    let game = games::at_position("tic-tac-toe", &TicTacToe.position_text(position));
    let practical = Method::new(session, "pn-dag", Policy::default()).ask(&game, 1);
    let (theirs, expansions) = match practical {
        Ok((holds, counts)) => (Some(holds), Ok(counts.expansions as i64)),
        Err(reason) => (None, Err(reason)),
    };
    let ours: Measured<i64> = match outcome.holds {
        None => Err(Agreement::NotMeasured("the search ended without an answer".to_string())),
        Some(holds) if theirs.is_some_and(|theirs| theirs != holds) => {
            Err(Agreement::Differs("the two algorithms give different answers".to_string()))
        }
        Some(_) => Ok(outcome.last.expansions as i64),
    };
    Row { label, cells: vec![Cell::count(None, ours), Cell::count(None, expansions)] }
}

fn reached(last: &State, seconds: f64) -> String {
    format!(
        "On the empty board it made {} expansions and {} nodes in {seconds:.0} seconds; then the true proof and \
         disproof numbers of the root were {} and {}. An expansion takes about twice as long as the one before it. The \
         paper's program was stopped after more than forty hours.",
        last.expansions, last.nodes, last.numbers.proof, last.numbers.disproof
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_positions_have_two_stones() {
        assert_eq!(two_moves_in().len(), 12);
    }
}
