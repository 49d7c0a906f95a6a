//! Mates in chess: D. M. Breuker, *Memory versus Search in Games* (1998), tables 3.1, E.1, F.1, F.2 and G.1, and
//! M. Schijf, *Proof-Number Search and Transpositions* (1993), table 5.1 and appendix B.
//!
//! Of the 117 problems of both, the 85 of [`winproof_games::chess::problems`] are measured; the diagrams of the others
//! are not known. The rules are those of the thesis's program ([`ProblemChess`]); a node counts when it is made, the
//! root included.

mod alpha_beta;
mod breuker;
mod nested;
mod schijf;

pub(crate) use alpha_beta::COMPARISON;
pub(crate) use breuker::{FOUR_GRAPHS, PN_SEARCH};
pub(crate) use nested::{GRID, SIZES};
pub(crate) use schijf::{CURIOSITIES, WIN_AT_CHESS_1, WIN_AT_CHESS_2, WIN_AT_CHESS_3};

use crate::games::ProblemChess;
use crate::markdown::grouped;
use crate::published::{Published, PublishedRow};
use crate::report::{Agreement, Cell, Figure, Row};
use crate::search::Method;
use crate::settings::Session;
use winproof::{Algorithm, GraphKind, Limits, Policy};
use winproof_games::chess::problems::{Problem, breuker};

/// A quick run leaves out a search that took the paper more nodes than this, or that it did not finish.
const QUICK_NODES: i64 = 30_000;

/// A column of a table: a search.
struct Column {
    heading: &'static str,
    /// The column of the paper.
    published: &'static str,
    algorithm: Algorithm,
    policy: Policy,
    /// How many nodes it may make.
    nodes: u64,
    /// Why figures differ, where they do.
    difference: &'static str,
}

/// The rows that are known, and below them how many each search solved and what it took in all.
fn rows(session: &mut Session<'_>, published: &Published, columns: &[Column]) -> Vec<Row> {
    let problems = breuker();
    let mut rows = Vec::new();
    for printed in published.rows() {
        let Some(problem) = problems.iter().find(|problem| problem.name == printed.text("position")) else { continue };
        let cells: Vec<Cell> = columns.iter().map(|column| cell(session, problem, printed, column)).collect();
        rows.push(Row { label: problem.name.clone(), cells });
    }
    let summary = [("solved", solved as fn(&[Row], usize) -> Cell), ("nodes of those that both solve", nodes)];
    let summary = summary.map(|(label, cell)| {
        let cells = (0..columns.len()).map(|column| cell(&rows, column)).collect();
        Row { label: label.to_string(), cells }
    });
    rows.into_iter().chain(summary).collect()
}

/// One search, beside the paper's.
fn cell(session: &mut Session<'_>, problem: &Problem, printed: PublishedRow<'_>, column: &Column) -> Cell {
    let paper = figure(printed, column.published);
    if !session.settings.full && paper.is_none_or(|nodes| nodes > QUICK_NODES) {
        return Cell::count(paper, Err(Agreement::NotMeasured("left out of a quick run".to_string())));
    }
    session.say(&format!("{}, {}", problem.name, column.heading));
    let ours = search(session, problem, column);
    let (ours, agreement) = match (paper, ours) {
        (Some(paper), Some(ours)) if paper == ours => (Some(ours), Agreement::Exact),
        (Some(_), Some(ours)) => (Some(ours), Agreement::Differs(column.difference.to_string())),
        (None, Some(ours)) => (Some(ours), Agreement::Differs("the paper's search did not solve it".to_string())),
        (_, None) if is_out_of_own_limits(session, column) => (
            None,
            Agreement::NotMeasured("the search was given fewer nodes, or less time, than the paper's".to_string()),
        ),
        (Some(_), None) => (None, Agreement::Differs("our search did not solve it within the limit".to_string())),
        (None, None) => (None, Agreement::NotCompared("neither search solved it within the limit".to_string())),
    };
    Cell { paper, ours: ours.map(Figure::Count), agreement }
}

/// The paper's figure, unless it is the one at which the search gave up.
fn figure(printed: PublishedRow<'_>, column: &str) -> Option<i64> {
    let limit = column.strip_suffix("_nodes").map(|name| printed.text(&format!("{name}_limit")));
    if limit == Some(">") { None } else { printed.figure(column) }
}

/// Whether the settings allow less than the paper had.
fn is_out_of_own_limits(session: &Session<'_>, column: &Column) -> bool {
    let limits = &session.settings.limits;
    limits.time.is_some() || limits.memory.is_some() || limits.nodes.is_some_and(|nodes| nodes < column.nodes)
}

/// The nodes that it takes to prove the mate, if it is proved within the limit.
fn search(session: &Session<'_>, problem: &Problem, column: &Column) -> Option<i64> {
    let own = &session.settings.limits;
    let nodes = own.nodes.map_or(column.nodes, |nodes| nodes.min(column.nodes));
    let limits = Limits { nodes: Some(nodes), ..own.clone() };
    let method = Method { algorithm: column.algorithm, policy: column.policy, limits };
    // A graph that must have no cycles gets rules under which there are none.
    let game = match column.algorithm.graph {
        GraphKind::Dag => ProblemChess::of_problem_converting(problem),
        _ => ProblemChess::of_problem(problem),
    };
    let (is_mate, counts) = method.ask(&game, 1).ok()?;
    is_mate.then_some(counts.nodes as i64)
}

/// How many of the positions each solved.
fn solved(rows: &[Row], column: usize) -> Cell {
    let measured: Vec<&Cell> = measured(rows, column).collect();
    if measured.is_empty() {
        return nothing();
    }
    let count = |holds: &dyn Fn(&Cell) -> bool| measured.iter().filter(|cell| holds(cell)).count() as i64;
    let paper = count(&|cell| cell.paper.is_some());
    Cell::count(Some(paper), Ok(count(&|cell| cell.ours.is_some()))).because("see the positions above")
}

/// The nodes of all positions that both solved.
fn nodes(rows: &[Row], column: usize) -> Cell {
    let mut sums = (0, 0);
    for cell in measured(rows, column) {
        if let (Some(paper), Some(Figure::Count(ours))) = (cell.paper, cell.ours) {
            sums = (sums.0 + paper, sums.1 + ours);
        }
    }
    if sums == (0, 0) {
        return nothing();
    }
    Cell::count(Some(sums.0), Ok(sums.1)).because("see the positions above")
}

fn measured(rows: &[Row], column: usize) -> impl Iterator<Item = &Cell> {
    rows.iter().map(move |row| &row.cells[column]).filter(|cell| !matches!(cell.agreement, Agreement::NotMeasured(_)))
}

fn nothing() -> Cell {
    Cell::count(None, Err(Agreement::NotMeasured("no position was measured".to_string())))
}

/// The positions whose figures are the paper's to the last node.
fn exact_remarks(rows: &[Row], columns: &[Column]) -> Vec<String> {
    let remark = |(place, column): (usize, &Column)| {
        let problems = &rows[..rows.len() - 2];
        let is_exact = |row: &&Row| row.cells[place].agreement == Agreement::Exact;
        let names: Vec<&str> = problems.iter().filter(is_exact).map(|row| row.label.as_str()).collect();
        let measured = measured(problems, place).filter(|cell| cell.paper.is_some()).count();
        let (heading, count) = (column.heading, names.len());
        match count {
            0 => format!("{heading}: no figure is exactly the paper's."),
            _ => format!("{heading}: exactly the paper's in {count} of {measured} positions: {}.", names.join(", ")),
        }
    };
    columns.iter().enumerate().map(remark).collect()
}

/// What the tables have in common.
fn settings(columns: &[Column]) -> Vec<(&'static str, String)> {
    let limits: Vec<String> =
        columns.iter().map(|column| format!("{} {}", column.heading, grouped(column.nodes as i64))).collect();
    vec![
        ("question", "can the side to move force mate?".to_string()),
        ("leaves", "mobility (proof and disproof number start with the number of moves)".to_string()),
        (
            "order of children",
            "by the square that a move starts from, then by the one it goes to, from h8 to a1 (Breuker 1998, §3.3.2)"
                .to_string(),
        ),
        ("ties", "the first".to_string()),
        ("positions", "equal only if the last move was a double step of the same pawn, or none".to_string()),
        ("nodes at most", limits.join(", ")),
    ]
}

const COUNTED: &str = "Nodes made until the mate is proved, the root included.";

/// What is not here.
fn missing() -> String {
    "Of the 35 positions from Krabbé's book we only have K194, K199 and K216; a quick run also leaves out what took \
     the paper more than 30,000 nodes."
        .to_string()
}
