//! Three ways to the exact value: one search for each goal (the dichotomy), the same in one graph, and one search for
//! all outcomes at once (GPNS). The paper of A. Saffidine and T. Cazenave compares the first and the last on trees;
//! here it is done where equal positions are one node.

use crate::report::{Findings, Row};
use crate::search::Method;
use crate::settings::Session;
use crate::subjects::{connect_four, count, random, seconds, tic_tac_toe, woodpush};
use crate::table::Table;
use winproof::Policy;

pub(crate) const GOALS: Table = Table {
    name: "goals",
    paper: "Not in a paper. A. Saffidine and T. Cazenave, Generalized Proof Number Search, has it on trees",
    title: "The exact value by a series of goals, by a series in one graph, and by all outcomes at once",
    measure,
};

/// The ways, each an algorithm and whether its goals share a graph.
const WAYS: [(&str, &str, bool); 3] =
    [("dichotomy", "pn-dag", false), ("dichotomy in one graph", "pn-dag", true), ("GPNS", "gpn-dag", false)];

fn measure(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    for subject in [tic_tac_toe, connect_four, woodpush, random] {
        let subject = subject(session.settings.full);
        for (way, algorithm, share_goals) in WAYS {
            let label = format!("{}, {way}", subject.name);
            session.say(&label);
            let method = Method::new(session, algorithm, Policy { share_goals, ..Policy::default() });
            let effort = subject.effort(&method);
            let cells = vec![
                count(&effort, |counts| counts.expansions),
                count(&effort, |counts| counts.nodes),
                count(&effort, |counts| counts.peak_bytes as u64),
                seconds(&effort),
            ];
            rows.push(Row { label, cells });
        }
    }
    Findings {
        counted: "Nodes expanded and nodes made in all searches together, bytes at the peak, and seconds.",
        row_heading: "game, way",
        columns: vec!["expanded", "nodes", "bytes", "seconds"],
        rows,
        remarks: vec![
            "In one graph: the nodes get new labels for the next goal, and the search continues in the same graph."
                .to_string(),
        ],
        settings: vec![
            ("graph", "DAG; symmetric positions are different nodes".to_string()),
            ("leaves", "unit (proof and disproof 1)".to_string()),
            ("goals", "each splits the values that are left in halves".to_string()),
        ],
    }
}
