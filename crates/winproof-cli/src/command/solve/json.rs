//! The answer of `solve` for other programs. Names and order of the fields are part of the command's interface.

use super::{Outcome, is_answered};
use crate::phrases;
use serde::Serialize;
use winproof::{Rules, TextGame, TextRules, Value};

/// The one object that `solve --json` prints.
#[derive(Serialize)]
pub struct SolveObject {
    game: String,
    position: String,
    algorithm: Option<&'static str>,
    effort: &'static str,
    graph: &'static str,
    leaf: &'static str,
    value: Option<Value>,
    lower: Value,
    upper: Value,
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
    line: Vec<String>,
}

/// The fields that are there if a goal was given.
#[derive(Serialize)]
struct GoalAnswer {
    goal: String,
    holds: Option<bool>,
}

/// The object for an outcome.
pub fn object<G: TextGame>(outcome: &Outcome<'_, G>) -> SolveObject {
    let Outcome { game, solution, .. } = outcome;
    let algorithm = outcome.choice.algorithm;
    let goal = outcome.arguments.goal;
    let verdict = &solution.verdict;
    SolveObject {
        game: game.name(),
        position: game.position_text(&solution.root),
        algorithm: algorithm.name(),
        effort: algorithm.effort.word(),
        graph: algorithm.graph.word(),
        leaf: algorithm.leaf.word(),
        value: verdict.value(),
        lower: verdict.lower.value,
        upper: verdict.upper.value,
        proved: is_answered(verdict, goal),
        goal: goal.map(|goal| GoalAnswer { goal: format!(">={}", goal.at_least), holds: verdict.holds(goal) }),
        class: outcome.class.as_ref().map(|class| class.word.clone()),
        stopped: verdict.stopped.word(),
        nodes: verdict.counts.nodes,
        expansions: verdict.counts.expansions,
        updates: verdict.counts.updates,
        seconds: verdict.seconds,
        peak_bytes: verdict.counts.peak_bytes,
        line: phrases::line_of_play(*game, &solution.root, &solution.line).0,
    }
}
