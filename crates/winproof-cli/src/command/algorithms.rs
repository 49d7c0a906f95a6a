//! `winproof algorithms`: the named algorithms, their choice on each axis, and what their answers are worth.

use crate::args::ListArguments;
use crate::failure::{Exit, Failure};
use crate::output;
use serde::Serialize;
use winproof::{ALGORITHMS, EffortKind, GraphKind, LeafKind};

/// An algorithm in JSON.
#[derive(Serialize)]
struct AlgorithmObject {
    name: &'static str,
    effort: &'static str,
    graph: &'static str,
    leaf: &'static str,
    yes: &'static str,
    no: &'static str,
    summary: &'static str,
}

/// Lists the algorithms.
pub fn run(arguments: &ListArguments) -> Result<Exit, Failure> {
    let list: Vec<AlgorithmObject> = ALGORITHMS
        .iter()
        .map(|named| AlgorithmObject {
            name: named.name,
            effort: named.algorithm.effort.word(),
            graph: named.algorithm.graph.word(),
            leaf: named.algorithm.leaf.word(),
            yes: worth(named.yes_is_proof, named.is_hashed()),
            no: worth(named.no_is_proof, named.is_hashed()),
            summary: named.summary,
        })
        .collect();
    if arguments.json {
        output::print_json(&list)?;
        return Ok(Exit::Done);
    }
    let mut rows = vec![["name", "effort", "graph", "leaf", "yes", "no", ""].map(str::to_string).to_vec()];
    rows.extend(list.iter().map(|one| {
        [one.name, one.effort, one.graph, one.leaf, one.yes, one.no, one.summary].map(str::to_string).to_vec()
    }));
    let axes = [
        ("--effort", words(EffortKind::ALL.iter().map(|kind| kind.word()))),
        ("--graph", words(GraphKind::ALL.iter().map(|kind| kind.word()))),
        ("--leaf", words(LeafKind::ALL.iter().map(|kind| kind.word()))),
    ];
    let axes: Vec<Vec<String>> = axes.into_iter().map(|(axis, words)| vec![axis.to_string(), words]).collect();
    let text = format!(
        "{}\nproof: the search compares whole positions. hash-based: it knows positions by 64-bit hashes, until a \
         strategy has\n passed the checker. Each axis can be chosen on its own; what is left out comes from the \
         algorithm:\n\n{}",
        output::columns(&rows),
        output::columns(&axes)
    );
    output::print(&text)?;
    Ok(Exit::Done)
}

/// What an answer is worth before a strategy has passed the checker.
fn worth(is_answer: bool, is_hashed: bool) -> &'static str {
    match (is_answer, is_hashed) {
        (false, _) => "no proof",
        (true, true) => "hash-based",
        (true, false) => "proof",
    }
}

fn words(words: impl Iterator<Item = &'static str>) -> String {
    words.collect::<Vec<&str>>().join(", ")
}
