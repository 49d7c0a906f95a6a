//! A file of positions in one run: a table, lengths compared with those that the file gives, and a summary.
//!
//! A line holds the first four fields of a FEN and then operations, each ended by a semicolon: `dm 3;` is the length
//! of the shortest mate known, `id "name";` a name. Empty lines and lines that begin with `#` are left out.

use super::{MateAnswer, json, read, report, solve};
use crate::args::MateArguments;
use crate::command::destination::Destination;
use crate::failure::{Exit, Failure, reason};
use crate::memory;
use crate::output::{self, Reader};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;
use winproof::Stopped;
use winproof_games::chess::Position;

/// One line of the file.
struct Problem {
    id: String,
    root: Position,
    length: Option<u32>,
}

/// What is known of a problem's length beside the file's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    /// The mate found is longer, and a shorter one is not ruled out.
    Longer,
    /// What is proved contradicts the file.
    Differs,
    Open,
}

/// The one object that `mate --epd --json` prints.
#[derive(Serialize)]
struct Summary {
    total: usize,
    proved: usize,
    differing: usize,
    nodes: u64,
    seconds: f64,
    positions: Vec<Entry>,
}

/// A position in it.
#[derive(Serialize)]
struct Entry {
    id: String,
    dm: Option<u32>,
    agrees: Option<bool>,
    #[serde(flatten)]
    object: json::MateObject,
}

/// Solves the positions of a file.
pub fn run(arguments: &MateArguments, file: &Path, cancel: &Arc<AtomicBool>) -> Result<Exit, Failure> {
    let problems = read_file(file, arguments.fifty)?;
    if let Some(folder) = &arguments.proof {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::wrong(format!("cannot make the folder '{}' for the proofs: {}", folder.display(), reason(&error)))
        })?;
    }
    let width = problems.iter().map(|problem| problem.id.chars().count()).max().unwrap_or(0).max("position".len());
    if !arguments.json {
        let head = ["dm", "mate in", "nodes", "seconds"];
        let line = format!(
            "{:width$}  {:>4}  {:>8}  {:>13}  {:>8}  verdict\n",
            "position", head[0], head[1], head[2], head[3]
        );
        output::print(&line)?;
    }
    let mut summary = Summary { total: 0, proved: 0, differing: 0, nodes: 0, seconds: 0.0, positions: Vec::new() };
    let mut interrupted = false;
    let started = Instant::now();
    let names = proof_names(&problems);
    let mut take_in = |place: usize, outcome: MateAnswer| -> Result<Reader, Failure> {
        let (problem, proof_name) = (&problems[place], &names[place]);
        if let Some(folder) = &arguments.proof {
            write_proof(&folder.join(proof_name), &outcome)?;
        }
        let comparison = compare(problem, &outcome);
        summary.total += 1;
        summary.proved += usize::from(outcome.is_answered());
        summary.differing += usize::from(comparison == Comparison::Differs);
        summary.nodes += outcome.counts.nodes;
        interrupted |= outcome.findings.stopped == Stopped::Interrupted;
        if arguments.json {
            summary.positions.push(entry(problem, &outcome, comparison));
            return Ok(Reader::Listening);
        }
        output::print(&row(problem, &outcome, comparison, width))
    };
    if solve_all(&problems, arguments, cancel, &mut take_in)? == Reader::Gone {
        return Ok(Exit::Done);
    }
    summary.seconds = started.elapsed().as_secs_f64();
    if arguments.json {
        output::print_json(&summary)?;
    } else {
        output::print(&conclusion(&summary, problems.len()))?;
    }
    Ok(match summary {
        _ if interrupted => Exit::Interrupted,
        Summary { differing: 1.., .. } => Exit::Failed,
        Summary { proved, .. } if proved < problems.len() => Exit::Unsolved,
        _ => Exit::Done,
    })
}

/// Solves the positions, several at a time, and passes the outcomes on in the order of the file.
fn solve_all(
    problems: &[Problem],
    arguments: &MateArguments,
    cancel: &Arc<AtomicBool>,
    take_in: &mut dyn FnMut(usize, MateAnswer) -> Result<Reader, Failure>,
) -> Result<Reader, Failure> {
    let threads = arguments.threads.map_or_else(memory::cores, usize::from).min(problems.len());
    let limits = super::limits(arguments, cancel, threads);
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, limits, next, is_over) = (sender.clone(), &limits, &next, &is_over);
            scope.spawn(move || {
                while !cancel.load(Ordering::Relaxed) && !is_over.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(place) else { break };
                    let outcome = solve(&problem.root, arguments, limits.clone(), 1, true);
                    if sender.send((place, outcome)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for (place, outcome) in receiver {
            waiting.insert(place, outcome);
            while let Some(outcome) = waiting.remove(&expected) {
                match take_in(expected, outcome) {
                    Ok(Reader::Listening) => expected += 1,
                    stopped => {
                        is_over.store(true, Ordering::Relaxed);
                        cancel.store(true, Ordering::Relaxed);
                        return stopped;
                    }
                }
            }
        }
        Ok(Reader::Listening)
    })
}

fn read_file(file: &Path, fifty: bool) -> Result<Vec<Problem>, Failure> {
    let shown = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::wrong(format!("cannot read the positions in '{shown}': {}", reason(&error))))?;
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        let root = read(&fields.join(" "), None, fifty)
            .map_err(|error| Failure::wrong(format!("line {number} of '{shown}': {error}")))?;
        let length = match operand(line, "dm").map(str::parse) {
            None => None,
            Some(Ok(length)) => Some(length),
            Some(Err(_)) => {
                return Err(Failure::wrong(format!("line {number} of '{shown}': dm is not a number of moves")));
            }
        };
        let id = operand(line, "id").map_or(format!("line {number}"), |id| id.trim_matches('"').to_string());
        problems.push(Problem { id, root, length });
    }
    if problems.is_empty() {
        return Err(Failure::wrong(format!("there is no position in '{shown}'")));
    }
    Ok(problems)
}

/// What stands behind an operation code.
fn operand<'a>(line: &'a str, code: &str) -> Option<&'a str> {
    let mut rest = line;
    for _ in 0..4 {
        rest = rest.trim_start().split_once(char::is_whitespace)?.1;
    }
    rest.split(';').find_map(|operation| {
        let (name, operand) = operation.trim().split_once(char::is_whitespace)?;
        (name == code).then_some(operand.trim())
    })
}

fn compare(problem: &Problem, outcome: &MateAnswer) -> Comparison {
    let Some(length) = problem.length else { return Comparison::Open };
    let findings = &outcome.findings;
    match &findings.mate {
        Some(mate) if mate.moves == length && findings.none_within < length => Comparison::Equal,
        Some(mate) if mate.moves < length || findings.none_within >= length => Comparison::Differs,
        Some(_) => Comparison::Longer,
        None if findings.none_within >= length => Comparison::Differs,
        None => Comparison::Open,
    }
}

fn row(problem: &Problem, outcome: &MateAnswer, comparison: Comparison, width: usize) -> String {
    let length = problem.length.map_or(String::new(), |length| length.to_string());
    let mark = match comparison {
        Comparison::Equal => "=",
        Comparison::Longer => ">",
        Comparison::Differs => "!",
        Comparison::Open => "",
    };
    let found = outcome.findings.mate.as_ref().map_or("-".to_string(), |mate| format!("{mark}{}", mate.moves));
    let nodes = output::count(outcome.counts.nodes);
    let mut verdict = report::verdict(outcome);
    if outcome.findings.is_shortest() {
        verdict.push_str(", none is shorter");
    }
    let seconds = outcome.seconds;
    format!("{:width$}  {length:>4}  {found:>8}  {nodes:>13}  {seconds:>8.2}  {verdict}\n", problem.id)
}

fn entry(problem: &Problem, outcome: &MateAnswer, comparison: Comparison) -> Entry {
    let agrees = match comparison {
        Comparison::Equal => Some(true),
        Comparison::Differs => Some(false),
        Comparison::Longer | Comparison::Open => None,
    };
    Entry { id: problem.id.clone(), dm: problem.length, agrees, object: json::object(outcome) }
}

fn conclusion(summary: &Summary, problems: usize) -> String {
    let mut text = format!("\n{} nodes in {}\n", output::count(summary.nodes), output::seconds(summary.seconds));
    if summary.differing > 0 {
        text.push_str(&format!("{} with a proved length other than dm (marked with !)\n", summary.differing));
    }
    text.push_str(&format!("proved {} of {problems}\n", summary.proved));
    text
}

/// The name of each problem's certificate: its own, with a number where another has it already.
fn proof_names(problems: &[Problem]) -> Vec<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let mut taken = HashSet::new();
    problems
        .iter()
        .map(|problem| {
            let own: String = problem.id.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
            let numbered = (2..).map(|number| format!("{own}-{number}.wpf"));
            let name = std::iter::once(format!("{own}.wpf")).chain(numbered).find(|name| !taken.contains(name));
            let name = name.expect("numbers do not run out");
            taken.insert(name.clone());
            name
        })
        .collect()
}

fn write_proof(path: &Path, outcome: &MateAnswer) -> Result<(), Failure> {
    match outcome.proof() {
        Some(_) => super::file::write_proof(&Destination::new(path, "the certificate")?, outcome, true),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_certificate_takes_the_place_of_another() {
        let root = read("6k1/5ppp/8/8/8/8/8/R6K w - -", None, false).unwrap();
        let problem = |id: &str| Problem { id: id.to_string(), root: root.clone(), length: None };
        let names = proof_names(&["a b", "a_b", "c", "a_b", "c-2", "c"].map(problem));
        assert_eq!(names, ["a_b.wpf", "a_b-2.wpf", "c.wpf", "a_b-3.wpf", "c-2.wpf", "c-3.wpf"]);
    }

    #[test]
    fn operations_are_found_behind_the_position() {
        let line = "8/8/8/8/8/8/8/8 w - - bm Qg6; dm 2; id \"WAC.001\"; c0 \"dm 5\";";
        assert_eq!(operand(line, "dm"), Some("2"));
        assert_eq!(operand(line, "id"), Some("\"WAC.001\""));
        assert_eq!(operand(line, "acd"), None);
        assert_eq!(operand("8/8/8/8/8/8/8/8 w - -", "dm"), None);
    }
}
