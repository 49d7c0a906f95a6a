//! The answer of `mate` for people: the board, the solution, what it took, what was proved, and on the last line the
//! verdict alone.

use super::MateAnswer;
use crate::args::MateArguments;
use crate::output;
use owo_colors::OwoColorize;
use winproof::{Evidence, Stopped, TextRules};
use winproof_games::chess::mate::tree::{Extent, tree};

/// The whole answer.
pub fn text(outcome: &MateAnswer, arguments: &MateArguments) -> String {
    let mut text = format!("{}\n\n", outcome.game.picture(&outcome.root).trim_end());
    let mut field = |name: &str, value: String| text.push_str(&output::field(name, &value));
    field("position", outcome.game.position_text(&outcome.root));
    field("question", question(outcome));
    if let Some(mate) = &outcome.findings.mate {
        let extent = Extent { lines: arguments.lines, choices: arguments.depth, ..Extent::SCREEN };
        let tree = tree(mate, extent);
        if let Some(keys) = keys(outcome) {
            field("keys", keys);
        }
        let mut lines = tree.lines.iter();
        field("solution", lines.next().cloned().unwrap_or_default());
        for line in lines {
            text.push_str(&format!("{}{line}\n", " ".repeat(12)));
        }
        if tree.hidden > 0 {
            let hidden = output::count(tree.hidden);
            text.push_str(&output::field(
                "",
                &format!("({hidden} defences are not shown: --lines, --depth, or --tree FILE)"),
            ));
        }
    }
    let mut field = |name: &str, value: String| text.push_str(&output::field(name, &value));
    let counts = outcome.counts;
    let speed = output::per_second(counts.nodes, outcome.seconds).map_or(String::new(), |speed| format!(", {speed}"));
    field(
        "nodes",
        format!("{} made, {} expanded{speed}", output::count(counts.nodes), output::count(counts.expansions)),
    );
    field("time", output::seconds(outcome.seconds));
    field("memory", format!("{} at most", output::bytes(counts.peak_bytes)));
    field("rules", rules(arguments));
    field(outcome.evidence().map_or("known", Evidence::word), proved(outcome));
    if !outcome.is_answered() {
        field("reached", reached(outcome));
    }
    let last = verdict(outcome);
    match outcome.is_answered() {
        true => text.push_str(&format!("{}\n", last.green().bold())),
        false => text.push_str(&format!("{}\n", last.yellow().bold())),
    }
    text
}

fn question(outcome: &MateAnswer) -> String {
    let attacker = outcome.attacker();
    let mut text = match outcome.question.within {
        Some(1) => format!("can {attacker} mate in 1 move?"),
        Some(moves) => format!("can {attacker} mate in at most {moves} moves?"),
        None => format!("can {attacker} force mate?"),
    };
    if !outcome.question.any {
        text.push_str(" in how few moves?");
    }
    if outcome.question.all_keys {
        text.push_str(" by which first moves?");
    }
    text
}

/// All first moves, where they were asked for.
fn keys(outcome: &MateAnswer) -> Option<String> {
    let keys = outcome.findings.keys.as_ref()?;
    let texts: Vec<String> = keys.iter().map(|&mv| outcome.game.move_text(&outcome.root, mv)).collect();
    Some(match texts.len() {
        1 => format!("{}, the only one", texts[0]),
        count => format!("{} ({count})", texts.join(", ")),
    })
}

fn rules(arguments: &MateArguments) -> String {
    let fifty = if arguments.fifty { "the fifty-move rule applies" } else { "no fifty-move rule" };
    format!("stalemate, insufficient material and repetition are not mate; {fifty}")
}

/// What exactly is proved.
fn proved(outcome: &MateAnswer) -> String {
    let attacker = outcome.attacker();
    let findings = &outcome.findings;
    let mut parts = Vec::new();
    match (&findings.mate, &findings.refutation) {
        (Some(mate), _) => parts.push(format!("{attacker} mates in at most {} against any defence", mate.moves)),
        (None, Some(_)) => match outcome.question.within {
            Some(moves) => parts.push(format!("{attacker} has no mate in {moves} or fewer")),
            None => parts.push(format!("{attacker} cannot force mate")),
        },
        (None, None) => parts.push("nothing beyond the rules".to_string()),
    }
    if findings.mate.is_some() {
        parts.push(match findings.none_within {
            1.. if matches!(outcome.shortest, Some(Ok(_))) => "no mate is shorter".to_string(),
            1.. if findings.is_shortest() => "no mate is shorter (hash-based)".to_string(),
            _ if findings.is_shortest() => "no mate is shorter".to_string(),
            0 => "whether a shorter mate exists is open".to_string(),
            moves => format!("there is none in {moves} (hash-based); between the two is open"),
        });
    }
    let caution = outcome.evidence().and_then(crate::phrases::caution);
    parts.extend(caution.map(str::to_string));
    parts.join("; ")
}

/// How far an unsolved search got.
fn reached(outcome: &MateAnswer) -> String {
    let limits = &outcome.limits;
    match outcome.findings.stopped {
        Stopped::Nodes => {
            format!("the limit of {} nodes; try --nodes with more", output::count(limits.nodes.unwrap_or(u64::MAX)))
        }
        Stopped::Time => {
            let seconds = limits.time.unwrap_or_default().as_secs_f64();
            format!("the limit of {}; try more --time, and more --memory for a long search", output::seconds(seconds))
        }
        Stopped::Memory => "the end of the memory; try less --memory".to_string(),
        Stopped::Interrupted => "interrupted".to_string(),
        other => other.word().to_string(),
    }
}

/// The answer in a player's words.
pub fn verdict(outcome: &MateAnswer) -> String {
    let attacker = outcome.attacker();
    match (&outcome.findings.mate, &outcome.findings.refutation, outcome.question.within) {
        (Some(mate), ..) if outcome.findings.is_shortest() => format!("{attacker} mates in {}", mate.moves),
        (Some(mate), ..) => match outcome.findings.none_within {
            0 => format!("{attacker} mates in at most {}", mate.moves),
            none => format!("{attacker} mates in at most {} (no mate in {none})", mate.moves),
        },
        (None, Some(_), Some(moves)) => format!("{attacker} has no mate in {moves} or fewer"),
        (None, Some(_), None) => format!("{attacker} cannot force mate"),
        (None, None, Some(moves)) => format!("unknown: no mate in {moves} was found, and none was ruled out"),
        (None, None, None) => "unknown: no mate was found, and none was ruled out".to_string(),
    }
}
