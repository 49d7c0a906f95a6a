//! Alpha-beta as a mate finder: the second column of the thesis's table E.1, and table 3.1, which sums E.1 up.
//!
//! The thesis measured DUCK, a tournament program with a detailed evaluation and extensions. Ours is the plain program
//! of [`alibaba`](crate::alibaba), which has neither: it searches deeper and deeper until it sees any mate. So the
//! figures stand beside each other, and are not compared.

use super::{QUICK_NODES, breuker, figure, measured, nodes, solved};
use crate::alibaba::{Alibaba, Vehicle};
use crate::markdown::grouped;
use crate::published::Published;
use crate::report::{Agreement, Cell, Figure, Findings, Row};
use crate::settings::Session;
use crate::table::Table;
use winproof::{Limits, Stopped, TextRules};
use winproof_games::Chess;
use winproof_games::chess::problems;

pub(crate) const COMPARISON: Table = Table {
    name: "breuker-3.1",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table 3.1",
    title: "PN search against alpha-beta on mates in chess",
    measure: comparison,
};

/// What either search may use in the thesis.
const MOST_NODES: u64 = 1_000_000;

/// The table of the mate finder, in positions.
const TABLE_POSITIONS: usize = 256 << 10;

const OTHER_PROGRAM: &str = "the thesis measured a tournament program with extensions and a detailed evaluation";

/// Adds the column of alpha-beta to table E.1, whose rows end with two that sum up.
pub(super) fn with_alpha_beta(session: &mut Session<'_>, published: &Published, mut findings: Findings) -> Findings {
    let summary = findings.rows.split_off(findings.rows.len() - 2);
    let mut program =
        Alibaba::new(Vehicle { positions: Some(TABLE_POSITIONS), time_stamps: false, ..Vehicle::default() });
    for row in &mut findings.rows {
        let paper = figure(published.row(&row.label), "alpha_beta");
        let is_left_out = !session.settings.full && paper.is_none_or(|nodes| nodes > QUICK_NODES);
        let cell = match is_left_out {
            true => Cell::count(paper, Err(Agreement::NotMeasured("left out of a quick run".to_string()))),
            false => cell(session, &mut program, &row.label, paper),
        };
        row.cells.push(cell);
    }
    let cells = [solved(&findings.rows, 1), nodes(&findings.rows, 1)];
    for (mut row, cell) in summary.into_iter().zip(cells) {
        row.cells.push(cell);
        findings.rows.push(row);
    }
    findings.columns.push("alpha-beta");
    findings
        .remarks
        .push(format!("Alpha-beta: {OTHER_PROGRAM}; ours has neither, so the figures are shown but not compared."));
    findings.settings.push((
        "alpha-beta",
        format!(
            "iterative deepening until any mate is seen, quiescence with captures, no extensions; TwoBig1 with {} \
             positions; at most {} nodes",
            grouped(TABLE_POSITIONS as i64),
            grouped(MOST_NODES as i64)
        ),
    ));
    findings
}

/// One search by alpha-beta, beside the paper's.
fn cell(session: &mut Session<'_>, program: &mut Alibaba, name: &str, paper: Option<i64>) -> Cell {
    session.say(&format!("{name}, alpha-beta"));
    let problem = problems::breuker().into_iter().find(|problem| problem.name == name);
    let problem = problem.unwrap_or_else(|| panic!("there is no problem {name}"));
    let root = Chess::for_fen(&problem.fen).and_then(|rules| rules.parse_position(&problem.fen));
    let root = root.unwrap_or_else(|error| panic!("the problem {name} is a fault of the program: {error}"));
    let own = &session.settings.limits;
    let limits = Limits { nodes: Some(own.nodes.map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES))), ..own.clone() };
    let not_compared = |reason: &str| Agreement::NotCompared(reason.to_string());
    let (ours, agreement) = match program.find_mate(&root, &limits) {
        Ok(found) if found.mate_in().is_none_or(|moves| moves < problem.moves) => {
            (None, Agreement::Differs("the search gives a different answer from the paper's".to_string()))
        }
        Ok(found) => (Some(found.nodes as i64), not_compared(OTHER_PROGRAM)),
        Err(Stopped::Nodes) if program.nodes() >= MOST_NODES => {
            (None, not_compared("our search did not find it within the limit"))
        }
        Err(stopped) => {
            let reason = format!("the search ended without an answer ({})", stopped.word());
            (None, Agreement::NotMeasured(reason))
        }
    };
    Cell { paper, ours: ours.map(Figure::Count), agreement }
}

/// A problem that both columns of E.1 measured: PN search and alpha-beta, the paper's figures and ours.
struct Pair {
    name: String,
    paper: [Option<i64>; 2],
    ours: [Option<i64>; 2],
}

fn comparison(session: &mut Session<'_>) -> Findings {
    let mut table = breuker::pn_search(session);
    table.rows.truncate(table.rows.len() - 2);
    let pairs: Vec<Pair> = table.rows.iter().filter_map(pair).collect();
    let (both_papers, both_ours) = (sums(&pairs, |pair| pair.paper), sums(&pairs, |pair| pair.ours));
    let mut rows = Vec::new();
    let mut push = |label: &str, paper: [Option<i64>; 2], ours: [Option<i64>; 2]| {
        let cells = [0, 1].map(|place| {
            let missing = || Agreement::NotMeasured("no position that was measured is of this kind".to_string());
            Cell::beside(paper[place], ours[place].ok_or_else(missing), OTHER_PROGRAM)
        });
        rows.push(Row { label: label.to_string(), cells: cells.to_vec() });
    };
    push("positions that both solve", both_papers.count, both_ours.count);
    push("their nodes", both_papers.nodes, both_ours.nodes);
    push("their nodes on average", both_papers.average(), both_ours.average());
    push("best performer", both_papers.best, both_ours.best);
    for name in ["R217", "R253"] {
        let pair = pairs.iter().find(|pair| pair.name == name);
        push(name, pair.map_or([None; 2], |pair| pair.paper), pair.map_or([None; 2], |pair| pair.ours));
    }
    push("nodes on average where the other fails", alone(&pairs, |pair| pair.paper), alone(&pairs, |pair| pair.ours));
    let printed = Published::read(include_str!("../../papers/breuker-3.1.csv"));
    let of = |row: &str, column: &str| printed.row(row).figure(column).map(grouped).unwrap_or_default();
    let measured = [0, 1].map(|column| measured(&table.rows, column).count());
    let remarks = vec![
        format!(
            "Both columns, also the paper's, are sums of table E.1 over the positions that both searches were run on \
             here ({} of 117; PN search was run on {}, alpha-beta on {}). The paper prints, over all 117: {} against \
             {} nodes on the 73 positions that both solve; PN search better on {}, alpha-beta on {}; {} on average \
             where alpha-beta fails, {} where PN search fails.",
            pairs.len(),
            measured[0],
            measured[1],
            of("total_nodes_73", "pn_search"),
            of("total_nodes_73", "alpha_beta"),
            of("best_performer_count", "pn_search"),
            of("best_performer_count", "alpha_beta"),
            of("pn_average_where_ab_failed", "pn_search"),
            of("ab_average_where_pn_failed", "alpha_beta"),
        ),
        format!("Alpha-beta: {OTHER_PROGRAM}; ours has neither."),
    ];
    Findings {
        counted: "Nodes until a mate is found, at most 1,000,000.",
        row_heading: "",
        columns: table.columns,
        rows,
        remarks,
        settings: table.settings,
    }
}

/// The row of a problem, if both searches were run on it.
fn pair(row: &Row) -> Option<Pair> {
    let is_measured = row.cells.iter().all(|cell| !matches!(cell.agreement, Agreement::NotMeasured(_)));
    let ours = |cell: &Cell| match cell.ours {
        Some(Figure::Count(count)) => Some(count),
        _ => None,
    };
    let [numbers, alpha_beta] = &row.cells[..] else { return None };
    is_measured.then(|| Pair {
        name: row.label.clone(),
        paper: [numbers.paper, alpha_beta.paper],
        ours: [ours(numbers), ours(alpha_beta)],
    })
}

/// What the problems that both solve come to.
struct Sums {
    count: [Option<i64>; 2],
    nodes: [Option<i64>; 2],
    best: [Option<i64>; 2],
}

impl Sums {
    fn average(&self) -> [Option<i64>; 2] {
        let average = |place: usize| Some(rounded(self.nodes[place]?, self.count[place]?));
        [average(0), average(1)]
    }
}

/// An average to the nearest whole number, as the thesis prints it.
fn rounded(sum: i64, count: i64) -> i64 {
    (sum + count / 2) / count
}

fn sums(pairs: &[Pair], side: fn(&Pair) -> [Option<i64>; 2]) -> Sums {
    let mut solved = Vec::new();
    for pair in pairs {
        if let [Some(numbers), Some(alpha_beta)] = side(pair) {
            solved.push([numbers, alpha_beta]);
        }
    }
    if solved.is_empty() {
        return Sums { count: [None; 2], nodes: [None; 2], best: [None; 2] };
    }
    let count = solved.len() as i64;
    let better = |first: usize| solved.iter().filter(|nodes| nodes[first] < nodes[1 - first]).count() as i64;
    Sums {
        count: [Some(count); 2],
        nodes: [0, 1].map(|place| Some(solved.iter().map(|nodes| nodes[place]).sum())),
        best: [0, 1].map(|place| Some(better(place))),
    }
}

/// The average of each search over the problems that the other does not solve.
fn alone(pairs: &[Pair], side: fn(&Pair) -> [Option<i64>; 2]) -> [Option<i64>; 2] {
    [0, 1].map(|place| {
        let failed = pairs.iter().map(side).filter(|nodes| nodes[1 - place].is_none());
        let nodes: Vec<i64> = failed.filter_map(|nodes| nodes[place]).collect();
        (!nodes.is_empty()).then(|| rounded(nodes.iter().sum(), nodes.len() as i64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_own_summary_follows_from_its_table() {
        let published = Published::read(include_str!("../../papers/breuker-E.1.csv"));
        let pair = |row: crate::published::PublishedRow<'_>| Pair {
            name: row.text("position").to_string(),
            paper: [row.figure("pn_search"), row.figure("alpha_beta")],
            ours: [None; 2],
        };
        let pairs: Vec<Pair> = published.rows().map(pair).collect();
        let printed = Published::read(include_str!("../../papers/breuker-3.1.csv"));
        let both = |row: &str| ["pn_search", "alpha_beta"].map(|column| printed.row(row).figure(column));
        let sums = sums(&pairs, |pair| pair.paper);
        assert_eq!(sums.count, [Some(73); 2]);
        assert_eq!(sums.nodes, both("total_nodes_73"));
        assert_eq!(sums.average(), both("average_nodes"));
        assert_eq!(sums.best, both("best_performer_count"));
        let alone = alone(&pairs, |pair| pair.paper);
        assert_eq!(alone[0], both("pn_average_where_ab_failed")[0]);
        assert_eq!(alone[1], both("ab_average_where_pn_failed")[1]);
    }
}
