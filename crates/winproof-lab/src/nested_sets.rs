//! Does it pay to search the leaves of proof-set search in turn (PSS²)? M. Müller, *Proof-Set Search* (2001), §6.3,
//! asks for it, as PN² is to proof-number search (L. V. Allis 1994).
//!
//! A second level is thrown away when its leaf has been looked at, so the first level is all that is kept: fewer bytes,
//! for positions that are made again and again. Each game is solved exactly, by one search for each goal, whose figures
//! are added up; of the bytes, the most.

use crate::report::{Findings, Measured, Row};
use crate::search::Method;
use crate::settings::Session;
use crate::subjects::{Effort, Subject, board, count, random, seconds, tic_tac_toe};
use crate::table::Table;
use winproof::{Algorithm, EffortKind, GraphKind, LeafKind, NestedPolicy, Policy};

pub(crate) const NESTED: Table = Table {
    name: "sets-nested",
    paper: "Not in a paper. M. Müller, Proof-Set Search, University of Alberta TR 01-09 (2001), asks for it",
    title: "PSS²: proof-set search whose leaves are searched in turn",
    measure,
};

/// The searches, each with the one that it is the nested form of.
const SEARCHES: [(&str, EffortKind, GraphKind, LeafKind, Option<&str>); 5] = [
    ("PN", EffortKind::Numbers, GraphKind::Dag, LeafKind::Unit, None),
    ("PSS", EffortKind::Sets, GraphKind::Dag, LeafKind::Unit, None),
    ("PN² on a tree", EffortKind::Numbers, GraphKind::Tree, LeafKind::Nested, None),
    ("PN²", EffortKind::Numbers, GraphKind::Dag, LeafKind::Nested, Some("PN")),
    ("PSS²", EffortKind::Sets, GraphKind::Dag, LeafKind::Nested, Some("PSS")),
];

fn subjects(full: bool) -> Vec<Subject> {
    let mut subjects = vec![tic_tac_toe(full), board(4, 3), board(4, 4)];
    if full {
        subjects.push(board(5, 4));
    }
    subjects.push(random(full));
    subjects
}

fn measure(session: &mut Session<'_>) -> Findings {
    let nested = NestedPolicy { leaf: LeafKind::Unit, ..NestedPolicy::default() };
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for subject in subjects(session.settings.full) {
        let mut measured: Vec<(&str, Measured<Effort>)> = Vec::new();
        for (name, effort, graph, leaf, plain) in SEARCHES {
            let label = format!("{}, {name}", subject.name);
            session.say(&label);
            let algorithm = Algorithm { effort, graph, leaf };
            let policy = Policy { nested, ..Policy::default() };
            let taken = subject.effort(&Method { algorithm, policy, limits: session.settings.limits.clone() });
            let cells = vec![
                count(&taken, |counts| counts.expansions),
                count(&taken, |counts| counts.nodes),
                count(&taken, |counts| counts.peak_bytes as u64),
                seconds(&taken),
            ];
            let plain = measured.iter().find(|(other, _)| Some(*other) == plain);
            if let (Some((plain, Ok(without))), Ok(with)) = (plain, &taken) {
                remarks.push(format!("{}: {}", subject.name, in_words(name, with, plain, without)));
            }
            rows.push(Row { label, cells });
            measured.push((name, taken));
        }
    }
    Findings {
        counted: "Nodes expanded by the first level, nodes made by both levels, bytes of both at the peak, and \
                  seconds, to find the exact value.",
        row_heading: "game, search",
        columns: vec!["expanded", "nodes", "bytes", "seconds"],
        rows,
        remarks,
        settings: vec![
            ("question", "the exact value, one search for each goal; figures are added up".to_string()),
            ("graph", "DAG, except PN² on a tree; symmetric positions are different nodes".to_string()),
            (
                "leaves",
                "unit (proof and disproof 1); in the first level of a nested search, the second level".to_string(),
            ),
            ("second level", "as many nodes as the first has; the same effort".to_string()),
            (
                "PSS",
                "sets list at most 20 leaves each, and are kept as long as their bound does not change".to_string(),
            ),
        ],
    }
}

/// What nesting costs and spares, and whether that pays.
fn in_words(nested: &str, with: &Effort, plain: &str, without: &Effort) -> String {
    let nodes = with.0.nodes as f64 / without.0.nodes as f64;
    let bytes = with.0.peak_bytes as f64 / without.0.peak_bytes as f64;
    let answer = match (nodes <= 1.0, bytes < 1.0) {
        (true, true) => "it pays",
        (false, true) => "it pays only where memory is short",
        (true, false) => "it pays only where time is short",
        (false, false) => "it does not pay",
    };
    format!("{nested} makes {nodes:.1} times the nodes of {plain} in {:.0}% of its bytes: {answer}.", bytes * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::Counts;

    #[test]
    fn what_pays_is_what_spares_something() {
        let effort = |nodes, peak_bytes| (Counts { nodes, peak_bytes, ..Counts::default() }, 0.0);
        let say = |nodes, bytes| in_words("PSS²", &effort(nodes, bytes), "PSS", &effort(100, 1000));
        assert_eq!(
            say(250, 400),
            "PSS² makes 2.5 times the nodes of PSS in 40% of its bytes: it pays only where memory is short."
        );
        assert!(say(90, 400).ends_with(": it pays."));
        assert!(say(90, 1000).ends_with("where time is short."));
        assert!(say(101, 1000).ends_with("does not pay."));
    }
}
