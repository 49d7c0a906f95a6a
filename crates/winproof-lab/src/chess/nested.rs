//! The thesis's tables on PN² search: F.1 and F.2 (chapter 4). A leaf of the first level is looked at by a second
//! search, whose size grows with the first: all of it (Allis), or the part 1/(1+e^((a−x)/b)) of its x nodes.
//!
//! The paper prints sums over 108 positions, of which 85 are known, so figures stand side by side and are not compared.

use super::breuker::numbers;
use crate::games::ProblemChess;
use crate::markdown::grouped;
use crate::published::{Published, PublishedRow};
use crate::report::{Agreement, Cell, Findings, Measured, Row};
use crate::search::Method;
use crate::settings::Session;
use crate::table::Table;
use winproof::{Algorithm, GraphKind, LeafKind, Limits, NestedPolicy, NestedSize, Policy};
use winproof_games::chess::problems::{Problem, breuker};

pub(crate) const SIZES: Table = Table {
    name: "breuker-F.1",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table F.1",
    title: "PN search and PN² search on mates in chess",
    measure: sizes,
};
pub(crate) const GRID: Table = Table {
    name: "breuker-F.2",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table F.2",
    title: "PN² search on mates in chess over its parameters a and b",
    measure: grid,
};

/// How many nodes may be held at a time, both levels together.
const MOST_NODES: u64 = 300_000;
/// What a node of a tree takes.
const NODE_BYTES: u64 = 16;
/// A quick run has the positions that took the paper's PN search no more than this, and one pair of parameters in so
/// many.
const QUICK_NODES: i64 = 1000;
const QUICK_ROWS: usize = 25;

const OTHER_POSITIONS: &str =
    "the paper's sums are over 108 positions, ours over those of them that are known and were run";

/// How a row searches.
enum Way {
    /// Proof-number search alone.
    OneLevel,
    /// With a second level of this size.
    TwoLevels(NestedSize),
}

fn sizes(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../../papers/breuker-F.1.csv"));
    let rows = published.rows().map(|printed| {
        let label = printed.text("algorithm").to_string();
        let way = match (printed.figure("a"), label.as_str()) {
            (Some(_), _) => logistic(printed),
            (None, "pn2 search (Allis)") => Way::TwoLevels(NestedSize::Equal),
            (None, _) => Way::OneLevel,
        };
        let label = match printed.figure("a") {
            Some(_) => format!("{label}, {}", parameters(printed)),
            None => label,
        };
        row(session, label, printed.figure("solved"), printed.figure("nodes"), Some(way))
    });
    let rows = rows.collect();
    findings(session, rows)
}

fn grid(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../../papers/breuker-F.2.csv"));
    let rows = published.rows().enumerate().map(|(place, printed)| {
        let is_run = session.settings.full || place % QUICK_ROWS == 0;
        let way = is_run.then(|| logistic(printed));
        row(session, parameters(printed), printed.figure("solved"), printed.figure("total"), way)
    });
    let rows = rows.collect();
    findings(session, rows)
}

fn logistic(printed: PublishedRow<'_>) -> Way {
    Way::TwoLevels(NestedSize::Logistic { a: printed.number("a"), b: printed.number("b") })
}

fn parameters(printed: PublishedRow<'_>) -> String {
    format!("a = {}, b = {}", grouped(printed.number("a")), grouped(printed.number("b")))
}

/// One way over all positions.
fn row(session: &mut Session<'_>, label: String, solved: Option<i64>, nodes: Option<i64>, way: Option<Way>) -> Row {
    let Some(way) = way else {
        let missing = || Err(Agreement::NotMeasured("left out of a quick run".to_string()));
        return Row { label, cells: vec![Cell::count(solved, missing()), Cell::count(nodes, missing())] };
    };
    session.say(&label);
    let problems = problems(session);
    let taken: Vec<i64> = problems.iter().filter_map(|problem| search(session, problem, &way)).collect();
    let measured = |figure: i64| -> Measured<i64> {
        let none = || Agreement::NotMeasured("no position was solved".to_string());
        (!taken.is_empty()).then_some(figure).ok_or_else(none)
    };
    let cells = vec![
        Cell::beside(solved, measured(taken.len() as i64), OTHER_POSITIONS),
        Cell::beside(nodes, measured(taken.iter().sum()), OTHER_POSITIONS),
    ];
    Row { label, cells }
}

/// The positions of a run.
fn problems(session: &Session<'_>) -> Vec<Problem> {
    let easy = Published::read(include_str!("../../papers/breuker-E.1.csv"));
    let is_easy =
        |problem: &Problem| easy.row(&problem.name).figure("pn_search").is_some_and(|nodes| nodes <= QUICK_NODES);
    breuker().into_iter().filter(|problem| session.settings.full || is_easy(problem)).collect()
}

/// The nodes of both levels that it takes to prove the mate, if it is proved.
fn search(session: &Session<'_>, problem: &Problem, way: &Way) -> Option<i64> {
    let own = session.settings.limits.clone();
    let (leaf, size, limits) = match way {
        Way::OneLevel => {
            let nodes = own.nodes.map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES));
            (LeafKind::Mobility, NestedSize::Equal, Limits { nodes: Some(nodes), ..own })
        }
        Way::TwoLevels(size) => {
            let held = (MOST_NODES * NODE_BYTES) as usize;
            let memory = own.memory.map_or(held, |bytes| bytes.min(held));
            (LeafKind::Nested, *size, Limits { memory: Some(memory), ..own })
        }
    };
    let method = Method {
        algorithm: Algorithm { leaf, ..numbers(GraphKind::Tree) },
        policy: Policy { nested: NestedPolicy { size, ..NestedPolicy::default() }, ..Policy::default() },
        limits,
    };
    let (is_mate, counts) = method.ask(&ProblemChess::of_problem(problem), 1).ok()?;
    is_mate.then_some(counts.nodes as i64)
}

fn findings(session: &Session<'_>, rows: Vec<Row>) -> Findings {
    let count = problems(session).len();
    Findings {
        counted: "Positions solved, and the nodes made in them by both levels together.",
        row_heading: "search",
        columns: vec!["solved", "nodes"],
        rows,
        remarks: vec![
            format!("Run were {count} positions; the paper has 108."),
            "The paper bounds the nodes that are held at 300,000, ours the bytes: those of 300,000 nodes.".to_string(),
        ],
        settings: vec![
            ("question", "can the side to move force mate?".to_string()),
            ("leaves of the second level", "mobility".to_string()),
            ("evaluation", "the first level evaluates late, the second at once".to_string()),
            ("held at most", format!("{} nodes", grouped(MOST_NODES as i64))),
        ],
    }
}
