//! The answer of `solve` for other programs. Names and order of the fields are part of the command's interface.

use super::Solved;
use serde::Serialize;
use winproof::{Evidence, Value};

/// The one object that `solve --json` prints.
#[derive(Serialize)]
pub struct SolveObject {
    game: String,
    parameters: Vec<(String, String)>,
    position: String,
    algorithm: Option<&'static str>,
    effort: &'static str,
    graph: &'static str,
    leaf: &'static str,
    value: Option<Value>,
    lower: Value,
    upper: Value,
    lower_proved: bool,
    upper_proved: bool,
    /// What the answer rests on.
    evidence: Option<&'static str>,
    certified: bool,
    proved: bool,
    #[serde(flatten)]
    goal: Option<GoalAnswer>,
    /// There if the game has classes, and null if the class was not found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<Option<String>>,
    stopped: &'static str,
    nodes: u64,
    expansions: u64,
    updates: u64,
    seconds: f64,
    peak_bytes: usize,
    proof_nodes: u64,
    proof_seconds: f64,
    proof_positions: u64,
    best: Option<String>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveObject>>,
}

/// The fields that are there if a goal was given.
#[derive(Serialize)]
struct GoalAnswer {
    goal: String,
    holds: Option<bool>,
}

/// A move and what it is worth.
#[derive(Serialize)]
struct MoveObject {
    r#move: String,
    value: Option<Value>,
    lower: Value,
    upper: Value,
}

/// The object for an outcome.
pub fn object(outcome: &Solved<'_>) -> SolveObject {
    let Solved { game, goal, answer, .. } = outcome;
    let algorithm = outcome.plan.algorithm();
    let verdict = &answer.verdict;
    let evidence = verdict.evidence(goal.map(|goal| goal.goal()));
    let move_object = |value: &winproof::open::MoveValue| MoveObject {
        r#move: value.mv.clone(),
        value: value.verdict.value(),
        lower: value.verdict.lower.value,
        upper: value.verdict.upper.value,
    };
    SolveObject {
        game: game.name(),
        parameters: game.parameters(),
        position: game.position_text(),
        algorithm: algorithm.name(),
        effort: algorithm.effort.word(),
        graph: algorithm.graph.word(),
        leaf: algorithm.leaf.word(),
        value: verdict.value(),
        lower: verdict.lower.value,
        upper: verdict.upper.value,
        lower_proved: verdict.lower.is_proved(),
        upper_proved: verdict.upper.is_proved(),
        evidence: evidence.map(Evidence::word),
        certified: evidence == Some(Evidence::Certified),
        proved: evidence.is_some_and(|evidence| evidence >= Evidence::Proved),
        goal: goal.map(|goal| GoalAnswer {
            goal: goal.text(),
            holds: verdict.holds(goal.goal()).map(|holds| goal.holds(holds)),
        }),
        class: outcome.class.as_ref().map(|class| class.word.clone()),
        stopped: verdict.stopped.word(),
        nodes: verdict.counts.nodes,
        expansions: verdict.counts.expansions,
        updates: verdict.counts.updates,
        seconds: verdict.seconds,
        peak_bytes: verdict.counts.peak_bytes,
        proof_nodes: answer.proof.nodes,
        proof_seconds: answer.proof.seconds,
        proof_positions: answer.proof.positions,
        best: answer.best.clone(),
        line: answer.line.moves.clone(),
        moves: outcome.moves.as_ref().map(|moves| moves.iter().map(move_object).collect()),
    }
}
