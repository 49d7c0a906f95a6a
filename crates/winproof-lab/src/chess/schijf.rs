//! Schijf's tables on chess: 5.1 (positions from *Chess Curiosities*) and B.1 to B.3 (from *Win at Chess*), tree
//! against DCG.

use super::Column;
use super::breuker::{findings, numbers};
use crate::published::Published;
use crate::report::Findings;
use crate::settings::Session;
use crate::table::Table;
use winproof::{GraphKind, Policy};

pub(crate) const CURIOSITIES: Table = Table {
    name: "schijf-5.1",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table 5.1",
    title: "Nodes of tree and DCG on mates from Chess Curiosities",
    measure: |session| measure(session, include_str!("../../papers/schijf-5.1.csv")),
};
pub(crate) const WIN_AT_CHESS_1: Table = Table {
    name: "schijf-B.1",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table B.1",
    title: "Nodes of tree and DCG on mates from Win at Chess, R1 to R99",
    measure: |session| measure(session, include_str!("../../papers/schijf-B.1.csv")),
};
pub(crate) const WIN_AT_CHESS_2: Table = Table {
    name: "schijf-B.2",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table B.2",
    title: "Nodes of tree and DCG on mates from Win at Chess, R102 to R197",
    measure: |session| measure(session, include_str!("../../papers/schijf-B.2.csv")),
};
pub(crate) const WIN_AT_CHESS_3: Table = Table {
    name: "schijf-B.3",
    paper: "M. Schijf, Proof-Number Search and Transpositions (1993), table B.3",
    title: "Nodes of tree and DCG on mates from Win at Chess, R201 to R298",
    measure: |session| measure(session, include_str!("../../papers/schijf-B.3.csv")),
};

const OTHER_ORDER: &str = "the order of moves is not given; the figures of the tree are those of Breuker's table E.1, \
                           which used a different order from the one that he gives";

fn measure(session: &mut Session<'_>, published: &'static str) -> Findings {
    let column = |heading, published, graph, nodes| Column {
        heading,
        published,
        algorithm: numbers(graph),
        policy: Policy::default(),
        nodes,
        difference: OTHER_ORDER,
    };
    // The paper's limits are on nodes held: its tree gives solved parts back, so that it may make more.
    let columns =
        [column("tree", "tree_nodes", GraphKind::Tree, 1_750_000), column("DCG", "dcg_nodes", GraphKind::Dcg, 800_000)];
    findings(session, &Published::read(published), &columns)
}
