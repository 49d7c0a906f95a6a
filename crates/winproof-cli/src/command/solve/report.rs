//! The answer of `solve` for people: the board, the best move and the line, what was shown, and on the last line the
//! verdict alone. What it took comes in dim print, and more of it with `--verbose`.

use super::Solved;
use crate::command::destination::quoted;
use crate::output;
use crate::phrases;
use owo_colors::OwoColorize;
use winproof::open::LineEnd;
use winproof::{Deletion, GraphKind, Stopped};

/// The whole answer.
pub fn text(outcome: &Solved<'_>) -> String {
    let Solved { game, answer, goal, output: wanted, .. } = outcome;
    let verdict = &answer.verdict;
    let answered = outcome.is_answered();
    // The best move at a glance; without one, the board as it is.
    let board = answer.best.as_deref().map_or_else(|| game.picture(), |best| game.picture_with_move(best));
    let mut text = format!("{}\n\n", board.trim_end());
    let mut field = |name: &str, value: String| text.push_str(&output::field(name, &value));
    field("game", format!("{}: {}", phrases::rules_name(*game), phrases::to_move(*game)));
    if wanted.verbose {
        field("position", game.position_text());
        field("rules", phrases::repetition(*game));
        field("question", phrases::question(*game, *goal));
        field("algorithm", algorithm(outcome));
        field("nodes", nodes(outcome));
        field("memory", memory(outcome));
        field("strategy", strategy(outcome));
    }
    if let Some(best) = &answer.best {
        field("best", best.clone());
    }
    if let Some(line) = line(outcome) {
        field("line", line);
    }
    if let Some(moves) = &outcome.moves {
        field("moves", moves.iter().map(|value| move_value(outcome, value)).collect::<Vec<_>>().join(", "));
    }
    if let Some(class) = &outcome.class {
        field("class", class.text());
    }
    if answer.contradiction.is_none() {
        let (at_least, at_most) = phrases::bounds(*game, verdict);
        let claim = phrases::claim(*game, at_least, at_most);
        let evidence = phrases::evidence(*game, verdict);
        let caution = evidence.and_then(phrases::caution).map(|caution| format!(" ({caution})")).unwrap_or_default();
        field(evidence.map_or("known", |evidence| evidence.word()), format!("{claim}{caution}"));
    }
    if !answered && answer.contradiction.is_none() {
        field("reached", reached(outcome));
        field("try", next_steps(outcome).join("; "));
    }
    if !wanted.verbose {
        text.push_str(&format!("{}\n", summary(outcome).dimmed()));
    }
    let last = phrases::verdict(*game, verdict, *goal);
    match answered {
        true => text.push_str(&format!("{}\n", last.green().bold())),
        false => text.push_str(&format!("{}\n", last.yellow().bold())),
    }
    text
}

/// What it took, in a line.
fn summary(outcome: &Solved<'_>) -> String {
    let verdict = &outcome.answer.verdict;
    let algorithm = outcome.plan.algorithm();
    let name = algorithm.name().map_or_else(
        || format!("{}, {}, {}", algorithm.effort.word(), algorithm.graph.word(), algorithm.leaf.word()),
        str::to_string,
    );
    let mut parts = vec![
        name,
        output::counted(verdict.counts.nodes, "node"),
        output::seconds(verdict.seconds),
        output::bytes(verdict.counts.peak_bytes),
    ];
    if outcome.answer.proof.positions > 0 {
        parts.push(format!("strategy of {} positions", output::count(outcome.answer.proof.positions)));
    }
    parts.join(", ")
}

fn algorithm(outcome: &Solved<'_>) -> String {
    let algorithm = outcome.plan.algorithm();
    let axes =
        format!("effort {}, graph {}, leaf {}", algorithm.effort.word(), algorithm.graph.word(), algorithm.leaf.word());
    let name = algorithm.name().map(|name| format!("{name}: ")).unwrap_or_default();
    let reason = outcome.plan.reason().map(|reason| format!(" (picked because {reason})")).unwrap_or_default();
    format!("{name}{axes}{reason}")
}

/// Best play, numbered as the game's players do, and how it ends.
fn line(outcome: &Solved<'_>) -> Option<String> {
    let Solved { game, answer, .. } = outcome;
    let mut parts = answer.line.numbered(game.is_exchanged());
    match answer.line.end {
        LineEnd::Ended(_) if parts.is_empty() => return None,
        LineEnd::Ended(value) => parts.push(format!("({})", game.value_text(value))),
        LineEnd::Repeats(0) => parts.push("(the first position repeats)".to_string()),
        LineEnd::Repeats(place) => parts.push(format!("(the position after move {place} repeats)")),
        _ if parts.is_empty() && outcome.plan.policy().deletion == Deletion::All => {
            return Some("not kept with --delete-solved=all".to_string());
        }
        _ if parts.is_empty() => return None,
        _ => parts.push("…".to_string()),
    }
    Some(parts.join(" "))
}

/// A move and what it is worth, in words.
fn move_value(outcome: &Solved<'_>, value: &winproof::open::MoveValue) -> String {
    let text = |value| outcome.game.value_text(value);
    match value.verdict.value() {
        Some(exact) => format!("{} {}", value.mv, text(exact)),
        None => {
            format!("{} between {} and {}", value.mv, text(value.verdict.lower.value), text(value.verdict.upper.value))
        }
    }
}

fn nodes(outcome: &Solved<'_>) -> String {
    let verdict = &outcome.answer.verdict;
    let counts = verdict.counts;
    let mut text = format!(
        "{} made, {} expanded, {} updated, in {}",
        output::count(counts.nodes),
        output::count(counts.expansions),
        output::count(counts.updates),
        output::seconds(verdict.seconds)
    );
    if let Some(speed) = output::per_second(counts.nodes, verdict.seconds) {
        text.push_str(&format!(", {speed}"));
    }
    text
}

fn memory(outcome: &Solved<'_>) -> String {
    let counts = outcome.answer.verdict.counts;
    let peak = format!("{} at most", output::bytes(counts.peak_bytes));
    // A table takes all of its memory however few nodes there are.
    match outcome.plan.algorithm().graph {
        GraphKind::Table => peak,
        _ if counts.nodes == 0 => peak,
        _ => format!("{peak}, {:.1} bytes for each node", counts.peak_bytes as f64 / counts.nodes as f64),
    }
}

fn strategy(outcome: &Solved<'_>) -> String {
    let proof = &outcome.answer.proof;
    let found = match (proof.positions, proof.stopped) {
        (0, Some(stopped)) => format!("not found ({})", stopped.word()),
        (0, None) => "none".to_string(),
        (positions, _) => format!("{} positions", output::count(positions)),
    };
    format!("{found}, {} in {}", output::counted(proof.nodes, "node"), output::seconds(proof.seconds))
}

/// How far an unsolved search got.
fn reached(outcome: &Solved<'_>) -> String {
    let limit = match outcome.answer.verdict.stopped {
        Stopped::Nodes => format!("the limit of {} nodes", output::count(outcome.limits.nodes.unwrap_or(u64::MAX))),
        Stopped::Time => {
            format!("the time limit of {}", output::seconds(outcome.limits.time.unwrap_or_default().as_secs_f64()))
        }
        Stopped::Memory => match (outcome.given_memory, outcome.limits.memory) {
            (Some(given), _) => format!("the memory limit of {}", output::bytes(given)),
            (None, Some(usual)) => format!("the default memory limit of {}", output::bytes(usual)),
            (None, None) => "the end of the memory".to_string(),
        },
        Stopped::Interrupted => "interrupted".to_string(),
        Stopped::Moves => "a position with more than 32,767 moves, which this graph cannot hold".to_string(),
        _ => "the search came to its end without a proof".to_string(),
    };
    let number = |number: Option<u64>| number.map_or("infinite".to_string(), output::count);
    match outcome.root_numbers {
        Some((proof, disproof)) => format!(
            "{limit}; the last report gave the root proof number {} and disproof number {}",
            number(proof),
            number(disproof)
        ),
        None => limit,
    }
}

/// What may solve it after all.
fn next_steps(outcome: &Solved<'_>) -> Vec<String> {
    let mut steps = Vec::new();
    match outcome.answer.verdict.stopped {
        Stopped::Nodes => {
            let more = outcome.limits.nodes.unwrap_or(1).max(1).saturating_mul(10);
            steps.push(format!("more nodes, such as --nodes {more}"));
        }
        Stopped::Time => {
            let seconds = outcome.limits.time.unwrap_or_default().as_secs().max(1);
            steps.push(format!("more time, such as --time {}s", seconds.saturating_mul(10)));
        }
        Stopped::Memory => {
            steps.push("more memory (--memory)".to_string());
            steps.push("--algorithm dfpn, which works within any memory".to_string());
        }
        Stopped::Interrupted => steps.push(match &outcome.save {
            Some(file) => format!("to resume: winproof resume {}", quoted(&file.to_string_lossy())),
            None => format!("the same search again: {}", same_command()),
        }),
        Stopped::Moves => steps.push("--algorithm dfpn, which has no such limit".to_string()),
        _ => steps.push("an algorithm whose yes and no are both proofs (winproof algorithms)".to_string()),
    }
    if outcome.plan.algorithm().graph == GraphKind::Table && outcome.given_memory.is_none() {
        steps.push("a larger table, such as --memory 4GiB".to_string());
    }
    if outcome.goal.is_none() && outcome.game.values().len() > 2 {
        steps.push("a smaller question, such as --goal win".to_string());
    }
    if outcome.plan.reason().is_some() {
        steps.push("another algorithm (winproof algorithms)".to_string());
    }
    steps
}

/// The command line, ready to be given again.
fn same_command() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("winproof".to_string()).chain(words).collect::<Vec<String>>().join(" ")
}
