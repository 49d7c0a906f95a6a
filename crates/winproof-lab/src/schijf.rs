//! M. Schijf, *Proof-Number Search and Transpositions* (1993): tic-tac-toe, tables 4.1 to 4.3 and A.1.
//!
//! The question is whether X, who moves first, wins; draws count as losses. The children of a node are put in random
//! order when it is expanded, the leftmost of equals is taken, and the figures are averages of 100 such orders. The
//! paper's random numbers are not known, so its orders cannot be had again: only averages compare.

mod exact;

use crate::games;
use crate::markdown::grouped;
use crate::published::Published;
use crate::report::{Agreement, Cell, Findings, Measured, Row};
use crate::sample::Sample;
use crate::search::Method;
use crate::settings::Session;
use crate::table::Table;
use winproof::{Counts, Policy, UpdateOrder};

pub(crate) use exact::EXACT;

pub(crate) const NODES: Table = Table {
    name: "schijf-4.1",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table 4.1",
    title: "Nodes of tree and DAG on tic-tac-toe",
    measure: nodes,
};
pub(crate) const UPDATES: Table = Table {
    name: "schijf-4.2",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table 4.2",
    title: "Updates in tree and DAG on tic-tac-toe",
    measure: updates,
};
pub(crate) const REDUCED_UPDATES: Table = Table {
    name: "schijf-4.3",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table 4.3",
    title: "Updates on tic-tac-toe that stop where nothing changes",
    measure: reduced_updates,
};
pub(crate) const SYMMETRY: Table = Table {
    name: "schijf-A.1",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table A.1",
    title: "Nodes on tic-tac-toe with symmetric positions merged",
    measure: symmetry,
};

/// How many random orders the paper averages over.
const PAPER_RUNS: u32 = 100;
/// How many of them it prints one by one.
const PRINTED_RUNS: usize = 10;

const OTHER_ORDERS: &str = "the random orders are not those of the paper, so single runs cannot be compared";

/// The paper's own way of updating: from parent to parent, one path after the other.
fn policy() -> Policy {
    Policy { update_order: UpdateOrder::Recursive, ..Policy::default() }
}

/// One figure of the searches under all orders.
fn sample(session: &mut Session<'_>, algorithm: &str, policy: Policy, figure: fn(&Counts) -> u64) -> Measured<Sample> {
    session.say(&format!("{algorithm}, {} random orders", session.settings.seeds));
    let board = games::registered("tic-tac-toe");
    let search = |seed: u32| {
        let policy = Policy { shuffle: Some(u64::from(seed)), ..policy };
        let counts = Method::new(session, algorithm, policy).settle(&board, 1, false)?;
        Ok(figure(&counts))
    };
    let figures: Vec<u64> = (1..=session.settings.seeds).map(search).collect::<Measured<_>>()?;
    match figures.len() {
        0 | 1 => Err(Agreement::NotMeasured("an average takes at least two random orders".to_string())),
        _ => Ok(Sample::new(figures)),
    }
}

/// The printed runs, ours beside them, and the averages of all; a column is the paper's column, if it has one, and
/// ours.
fn runs_and_average(published: &Published, columns: &[(Option<&str>, &Measured<Sample>)]) -> Vec<Row> {
    let row = |label: &str, cell: &dyn Fn(Option<i64>, &Measured<Sample>) -> Cell| {
        let printed = published.row(label);
        let cells = columns.iter().map(|(column, ours)| cell(column.and_then(|column| printed.figure(column)), ours));
        Row { label: label.to_string(), cells: cells.collect() }
    };
    let single_run = |seed: usize| {
        row(&seed.to_string(), &|paper, ours| {
            let run = ours.as_ref().map_err(Clone::clone).and_then(|sample| {
                let missing = || Agreement::NotMeasured("fewer random orders were run".to_string());
                sample.figures().get(seed - 1).map(|&figure| figure as i64).ok_or_else(missing)
            });
            Cell::beside(paper, run, OTHER_ORDERS)
        })
    };
    let average = row("average", &|paper, ours| average_cell(paper, ours));
    (1..=PRINTED_RUNS).map(single_run).chain([average]).collect()
}

fn average_cell(paper: Option<i64>, ours: &Measured<Sample>) -> Cell {
    Cell::average(paper, PAPER_RUNS, ours.as_ref().map_err(Clone::clone))
}

/// The settings that all of these tables share, and those of one.
fn settings(session: &Session<'_>, own: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    let shared = [
        ("question", "does X win? A draw counts as a loss".to_string()),
        ("leaves", "unit (proof and disproof 1)".to_string()),
        ("order of children", format!("random at each expansion, seeds 1 to {}", session.settings.seeds)),
        ("ties", "the leftmost".to_string()),
    ];
    shared.into_iter().chain(own.iter().map(|&(what, choice)| (what, choice.to_string()))).collect()
}

fn same_average() -> String {
    format!(
        "The paper's averages are also samples of {PAPER_RUNS} runs. Two averages agree if they are at most three \
         standard errors of their difference apart, with the standard deviation of single runs that we measure."
    )
}

/// How much less the DAG takes than the tree, if both were measured.
fn factor(tree: &Measured<Sample>, other: &Measured<Sample>) -> Option<f64> {
    Some(tree.as_ref().ok()?.mean() / other.as_ref().ok()?.mean())
}

fn scatter(name: &str, sample: &Measured<Sample>) -> Option<String> {
    let deviation = grouped(sample.as_ref().ok()?.deviation().round() as i64);
    Some(format!("The standard deviation of single runs of the {name} is {deviation}."))
}

fn nodes(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../papers/schijf-4.1.csv"));
    let tree = sample(session, "pn", policy(), |counts| counts.nodes);
    let dag = sample(session, "pn-dag", policy(), |counts| counts.nodes);
    let rows = runs_and_average(&published, &[(Some("tree_nodes"), &tree), (Some("dag_nodes"), &dag)]);
    let gain = factor(&tree, &dag)
        .map(|factor| format!("The DAG takes {factor:.2} times fewer nodes than the tree; the paper has 5.23."));
    Findings {
        counted: "Nodes made, the root included, until it is proved that X cannot win.",
        row_heading: "seed",
        columns: vec!["tree", "DAG"],
        rows,
        remarks: [Some(same_average()), scatter("tree", &tree), scatter("DAG", &dag), gain]
            .into_iter()
            .flatten()
            .collect(),
        settings: settings(session, &[("graphs", "tree; DAG (equal positions are one node)")]),
    }
}

fn updates(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../papers/schijf-4.2.csv"));
    let policy = Policy { early_stop: false, ..policy() };
    update_findings(session, &published, policy, "from the expanded node to the root, over every path")
}

fn reduced_updates(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../papers/schijf-4.3.csv"));
    update_findings(session, &published, policy(), "over every path, each up to the first node that does not change")
}

fn update_findings(session: &mut Session<'_>, published: &Published, policy: Policy, how: &str) -> Findings {
    let tree = sample(session, "pn", policy, |counts| counts.updates);
    let dag = sample(session, "pn-dag", policy, |counts| counts.updates);
    let printed = published.rows().next().expect("the table has one row");
    let cells = vec![
        average_cell(printed.figure("tree_average_updates"), &tree),
        average_cell(printed.figure("dag_average_updates"), &dag),
    ];
    Findings {
        counted: "Updates: how often the numbers of a node are computed from its children, in the whole search. In the \
                  DAG a node is computed once for each path from the expanded node.",
        row_heading: "seed",
        columns: vec!["tree", "DAG"],
        rows: vec![Row { label: "average".to_string(), cells }],
        remarks: [Some(same_average()), scatter("tree", &tree), scatter("DAG", &dag)].into_iter().flatten().collect(),
        settings: settings(session, &[("graphs", "tree; DAG (equal positions are one node)"), ("updates", how)]),
    }
}

fn symmetry(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../papers/schijf-A.1.csv"));
    let joined = Policy { symmetry: true, merge_siblings: false, ..policy() };
    let tree = sample(session, "pn", policy(), |counts| counts.nodes);
    let kept = sample(session, "pn-dag", joined, |counts| counts.nodes);
    let merged = sample(session, "pn-dag", Policy { merge_siblings: true, ..joined }, |counts| counts.nodes);
    let columns = [(Some("tree_nodes"), &tree), (Some("dag_symmetry_nodes"), &kept), (None, &merged)];
    let siblings = "Two moves to symmetric positions are two edges to one node. The paper does not say whether it \
                    keeps both edges; its figure is closer to ours with both edges than to ours with one (the last \
                    column, which the paper does not have).";
    Findings {
        counted: "Nodes made, the root included, until it is proved that X cannot win.",
        row_heading: "seed",
        columns: vec!["tree", "DAG with symmetry", "DAG with merged siblings"],
        rows: runs_and_average(&published, &columns),
        remarks: [Some(same_average()), Some(siblings.to_string()), scatter("DAG with symmetry", &kept)]
            .into_iter()
            .flatten()
            .collect(),
        settings: settings(session, &[("graphs", "tree; DAG in which rotated and reflected positions are one node")]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn single_runs_stand_beside_and_averages_are_compared() {
        let settings = Settings { seeds: 12, ..Settings::quick() };
        let report = SYMMETRY.run(&settings, &mut |_| {});
        assert_eq!(report.rows.len(), PRINTED_RUNS + 1);
        let first = report.cell("1", "tree").unwrap();
        assert_eq!((first.paper, first.agreement.word()), (Some(13_376), "not-compared"));
        assert!(first.ours.is_some());
        let average = report.cell("average", "DAG with symmetry").unwrap();
        assert_eq!(average.paper, Some(617));
        assert!(["within-error", "differs"].contains(&average.agreement.word()));
        assert_eq!(report.cell("average", "DAG with merged siblings").unwrap().agreement, Agreement::NotInPaper);
    }

    #[test]
    fn too_few_orders_leave_gaps() {
        let few = NODES.run(&Settings { seeds: 3, ..Settings::quick() }, &mut |_| {});
        assert!(few.cell("3", "DAG").unwrap().ours.is_some());
        assert_eq!(few.cell("4", "DAG").unwrap().agreement.note(), "fewer random orders were run");
        let one = UPDATES.run(&Settings { seeds: 1, ..Settings::quick() }, &mut |_| {});
        assert_eq!(one.cell("average", "tree").unwrap().agreement.word(), "not-measured");
    }
}
