//! The thesis's own tables: E.1 (PN search, chapter 3) and G.1 (tree, DAG, DCG and BTA, chapter 5).

use super::alpha_beta::with_alpha_beta;
use super::{COUNTED, Column, exact_remarks, missing, rows, settings};
use crate::published::Published;
use crate::report::Findings;
use crate::settings::Session;
use crate::table::Table;
use winproof::{Algorithm, EffortKind, GraphKind, LeafKind, Policy};

pub(crate) const PN_SEARCH: Table = Table {
    name: "breuker-E.1",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table E.1",
    title: "Nodes of PN search and of alpha-beta on mates in chess",
    measure: pn_search,
};
pub(crate) const FOUR_GRAPHS: Table = Table {
    name: "breuker-G.1",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table G.1",
    title: "Nodes of tree, DAG, DCG and BTA on mates in chess",
    measure: four_graphs,
};

/// Proof-number search with mobility on a graph.
pub(super) fn numbers(graph: GraphKind) -> Algorithm {
    Algorithm { effort: EffortKind::Numbers, graph, leaf: LeafKind::Mobility }
}

pub(super) fn pn_search(session: &mut Session<'_>) -> Findings {
    let columns = [Column {
        heading: "PN search",
        published: "pn_search",
        algorithm: numbers(GraphKind::Tree),
        policy: Policy::default(),
        nodes: 1_000_000,
        difference: "measured with a different order of moves, which the thesis does not give (appendix G, note 1)",
    }];
    let published = Published::read(include_str!("../../papers/breuker-E.1.csv"));
    let findings = findings(session, &published, &columns);
    with_alpha_beta(session, &published, findings)
}

fn four_graphs(session: &mut Session<'_>) -> Findings {
    let column = |heading, published, graph, difference| Column {
        heading,
        published,
        algorithm: numbers(graph),
        policy: Policy::default(),
        nodes: 500_000,
        difference,
    };
    let columns = [
        column("tree", "tree", GraphKind::Tree, "no reason is known"),
        column(
            "DAG",
            "dag",
            GraphKind::Dag,
            "the thesis does not say which positions its DAG merges; ours merges them after converting moves (Schijf \
             1993, §5.4), which all other figures of the column confirm",
        ),
        column("DCG", "dcg", GraphKind::Dcg, "no reason is known"),
        column(
            "BTA",
            "bta",
            GraphKind::BaseTwin,
            "the printed algorithm has errors that the thesis's program cannot have had, and ours is corrected in one \
             of several possible ways; a twin starts with what is known of its position, and ours counts twins too",
        ),
    ];
    findings(session, &Published::read(include_str!("../../papers/breuker-G.1.csv")), &columns)
}

/// A whole table.
pub(super) fn findings(session: &mut Session<'_>, published: &Published, columns: &[Column]) -> Findings {
    let rows = rows(session, published, columns);
    let remarks = exact_remarks(&rows, columns);
    Findings {
        counted: COUNTED,
        row_heading: "position",
        columns: columns.iter().map(|column| column.heading).collect(),
        remarks: remarks.into_iter().chain([missing()]).collect(),
        rows,
        settings: settings(columns),
    }
}
