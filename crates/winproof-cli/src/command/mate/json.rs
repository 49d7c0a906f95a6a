//! The answer of `mate` for other programs. Names and order of the fields are part of the command's interface.

use super::MateAnswer;
use serde::Serialize;
use winproof::{Evidence, Rules, TextRules};
use winproof_games::chess::mate::{ALGORITHM, Mate};

/// The one object that `mate --json` prints.
#[derive(Serialize)]
pub struct MateObject {
    game: String,
    position: String,
    algorithm: &'static str,
    effort: &'static str,
    graph: &'static str,
    leaf: &'static str,
    value: Option<i32>,
    lower: i32,
    upper: i32,
    lower_proved: bool,
    upper_proved: bool,
    evidence: Option<&'static str>,
    certified: bool,
    proved: bool,
    goal: String,
    holds: Option<bool>,
    stopped: &'static str,
    nodes: u64,
    expansions: u64,
    updates: u64,
    seconds: f64,
    peak_bytes: usize,
    line: Vec<String>,
    mate_in: Option<u32>,
    shortest: bool,
    keys: Vec<String>,
}

/// The object for an outcome.
pub fn object(outcome: &MateAnswer) -> MateObject {
    let findings = &outcome.findings;
    let holds = match (&findings.mate, &findings.refutation) {
        (Some(_), _) => Some(true),
        (None, Some(_)) => Some(false),
        (None, None) => None,
    };
    let evidence = outcome.evidence();
    let is_proved = evidence.is_some_and(|evidence| evidence >= Evidence::Proved);
    let line: Vec<String> = match &findings.mate {
        Some(mate) => line_of_play(mate),
        None => Vec::new(),
    };
    let keys = match &findings.keys {
        Some(keys) => keys.iter().map(|&mv| outcome.game.move_text(&outcome.root, mv)).collect(),
        None => line.first().cloned().into_iter().collect(),
    };
    MateObject {
        game: outcome.game.name(),
        position: outcome.game.position_text(&outcome.root),
        algorithm: "dfpn",
        effort: ALGORITHM.effort.word(),
        graph: ALGORITHM.graph.word(),
        leaf: ALGORITHM.leaf.word(),
        value: holds.map(i32::from),
        lower: i32::from(holds == Some(true)),
        upper: i32::from(holds != Some(false)),
        lower_proved: holds != Some(true) || is_proved,
        upper_proved: holds != Some(false) || is_proved,
        evidence: evidence.map(Evidence::word),
        certified: outcome.is_answered() && evidence == Some(Evidence::Certified),
        proved: outcome.is_answered() && is_proved,
        goal: goal(outcome),
        holds,
        stopped: outcome.stopped().word(),
        nodes: outcome.counts.nodes,
        expansions: outcome.counts.expansions,
        updates: outcome.counts.updates,
        seconds: outcome.seconds,
        peak_bytes: outcome.counts.peak_bytes,
        line,
        mate_in: findings.mate.as_ref().map(|mate| mate.moves),
        shortest: findings.is_shortest(),
        keys,
    }
}

/// The moves of the line, as text.
fn line_of_play(mate: &Mate) -> Vec<String> {
    let mut position = mate.solution.root.clone();
    let mut texts = Vec::new();
    for &mv in &mate.solution.line {
        texts.push(mate.game.move_text(&position, mv));
        position = mate.game.play(&position, mv);
    }
    texts
}

fn goal(outcome: &MateAnswer) -> String {
    match outcome.question.within {
        Some(moves) => format!("mate in {moves}"),
        None => "mate".to_string(),
    }
}
