//! The answer of `solve` for people: the board, what was asked, the line of play, what it took, what was proved, and
//! on the last line the verdict alone.

use super::{Outcome, is_answered};
use crate::command::destination::quoted;
use crate::output;
use crate::phrases::{self, LineEnd};
use owo_colors::OwoColorize;
use winproof::{Deletion, GraphKind, Rules, Stopped, TextGame, TextRules};

/// The whole answer.
pub fn text<G: TextGame>(outcome: &Outcome<'_, G>) -> String {
    let Outcome { game, solution, arguments, .. } = outcome;
    let (root, verdict) = (&solution.root, &solution.verdict);
    let answered = is_answered(verdict, arguments.goal);
    let mut text = format!("{}\n\n", game.picture(root).trim_end());
    let mut field = |name: &str, value: String| text.push_str(&output::field(name, &value));
    field("game", phrases::rules_name(*game));
    field("position", game.position_text(root));
    field("max", phrases::who_is_max(*game, root));
    field("question", phrases::question(*game, arguments.goal));
    field("algorithm", algorithm(outcome));
    field("line", line(outcome));
    field("nodes", nodes(outcome));
    field("time", output::seconds(verdict.seconds));
    field("memory", memory(outcome));
    field("rules", phrases::repetition(*game));
    field("proved", phrases::proved(*game, root, verdict));
    if let Some(class) = &outcome.class {
        field("class", class.text());
    }
    if !answered {
        field("reached", reached(outcome));
        field("try", next_steps(outcome).join("; "));
    }
    let last = phrases::verdict(*game, verdict, arguments.goal);
    match answered {
        true => text.push_str(&format!("{}\n", last.green().bold())),
        false => text.push_str(&format!("{}\n", last.yellow().bold())),
    }
    text
}

fn algorithm<G: TextGame>(outcome: &Outcome<'_, G>) -> String {
    let algorithm = outcome.choice.algorithm;
    let axes =
        format!("effort {}, graph {}, leaf {}", algorithm.effort.word(), algorithm.graph.word(), algorithm.leaf.word());
    let name = algorithm.name().map(|name| format!("{name}: ")).unwrap_or_default();
    let reason = outcome.choice.reason.map(|reason| format!(" (picked because {reason})")).unwrap_or_default();
    format!("{name}{axes}{reason}")
}

/// Best play, every move with its number, and how it ends.
fn line<G: TextGame>(outcome: &Outcome<'_, G>) -> String {
    let Outcome { game, solution, .. } = outcome;
    let (moves, end) = phrases::line_of_play(*game, &solution.root, &solution.line);
    let mut parts: Vec<String> = (1..).zip(&moves).map(|(number, mv)| format!("{number}. {mv}")).collect();
    match end {
        LineEnd::Ended(_) if moves.is_empty() => parts.push("none: play has ended".to_string()),
        LineEnd::Ended(value) => parts.push(format!("({})", game.value_text(value))),
        LineEnd::Repeats(0) => parts.push("(the first position comes again)".to_string()),
        LineEnd::Repeats(place) => parts.push(format!("(the position after move {place} comes again)")),
        LineEnd::Open if moves.is_empty() && super::policy(outcome.arguments).deletion == Deletion::All => {
            parts.push("not kept with --delete-solved=all".to_string());
        }
        LineEnd::Open if moves.is_empty() => parts.push("none is known".to_string()),
        LineEnd::Open => parts.push("…".to_string()),
    }
    parts.join(" ")
}

fn nodes<G: TextGame>(outcome: &Outcome<'_, G>) -> String {
    let verdict = &outcome.solution.verdict;
    let counts = verdict.counts;
    let mut text = format!(
        "{} made, {} expanded, {} updated",
        output::count(counts.nodes),
        output::count(counts.expansions),
        output::count(counts.updates)
    );
    if let Some(speed) = output::per_second(counts.nodes, verdict.seconds) {
        text.push_str(&format!(", {speed}"));
    }
    text
}

fn memory<G: TextGame>(outcome: &Outcome<'_, G>) -> String {
    let counts = outcome.solution.verdict.counts;
    let peak = format!("{} at most", output::bytes(counts.peak_bytes));
    match counts.nodes {
        0 => peak,
        nodes => format!("{peak}, {:.1} bytes for each node made", counts.peak_bytes as f64 / nodes as f64),
    }
}

/// How far an unsolved search got.
fn reached<G: TextGame>(outcome: &Outcome<'_, G>) -> String {
    let limit = match outcome.solution.verdict.stopped {
        Stopped::Solved => "the search came to its end without a proof".to_string(),
        Stopped::Nodes => format!("the limit of {} nodes", output::count(outcome.limits.nodes.unwrap_or(u64::MAX))),
        Stopped::Time => {
            format!("the limit of {}", output::seconds(outcome.limits.time.unwrap_or_default().as_secs_f64()))
        }
        Stopped::Memory => match (outcome.arguments.memory, outcome.limits.memory) {
            (Some(given), _) => format!("the limit of {} of memory", output::bytes(given)),
            (None, Some(usual)) => format!("the usual limit of {} of memory", output::bytes(usual)),
            (None, None) => "the end of the memory".to_string(),
        },
        Stopped::Interrupted => "interrupted".to_string(),
    };
    let number = |number: Option<u64>| number.map_or("infinite".to_string(), output::count);
    match outcome.root_numbers {
        Some((proof, disproof)) => format!(
            "{limit}; the root was last seen with proof number {} and disproof number {}",
            number(proof),
            number(disproof)
        ),
        None => limit,
    }
}

/// What may solve it after all.
fn next_steps<G: TextGame>(outcome: &Outcome<'_, G>) -> Vec<String> {
    let arguments = outcome.arguments;
    let mut steps = Vec::new();
    match outcome.solution.verdict.stopped {
        Stopped::Solved => {
            steps.push("an algorithm whose yes and no are both proofs (winproof algorithms)".to_string())
        }
        Stopped::Nodes => steps.push(format!("more nodes, such as --nodes {}", ten_times(arguments.nodes))),
        Stopped::Time => {
            let seconds = arguments.time.unwrap_or_default().as_secs().max(1);
            steps.push(format!("more time, such as --time {}s", seconds.saturating_mul(10)));
        }
        Stopped::Memory => {
            steps.push("more memory (--memory)".to_string());
            steps.push("--algorithm dfpn, which works within any memory".to_string());
        }
        Stopped::Interrupted => steps.push(match &arguments.checkpoint {
            Some(file) => {
                format!("the search from where it stood: winproof resume {}", quoted(&file.to_string_lossy()))
            }
            None => format!("the search from its start: {}", same_command()),
        }),
    }
    if outcome.choice.algorithm.graph == GraphKind::Table && arguments.memory.is_none() {
        steps.push("a larger table, such as --memory 4GiB".to_string());
    }
    if arguments.goal.is_none() && outcome.game.values().len() > 2 {
        steps.push("a smaller question, such as --goal win".to_string());
    }
    if arguments.algorithm.is_none() && arguments.leaf.is_none() {
        steps.push("another algorithm (winproof algorithms)".to_string());
    }
    steps
}

fn ten_times(number: Option<u64>) -> u64 {
    number.unwrap_or(1).max(1).saturating_mul(10)
}

/// The command line, ready to be given again.
fn same_command() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("winproof".to_string()).chain(words).collect::<Vec<String>>().join(" ")
}
