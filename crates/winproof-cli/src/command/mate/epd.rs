//! A file of positions in one run: a table, lengths compared with those that the file gives, and a summary.
//!
//! A line holds the first four fields of a FEN, the two counters if it has them, and then operations, each ended by a
//! semicolon: `dm 3;` is the length of the shortest mate known, `bm Qg6 Rf8;` its first moves, `id "name";` a name.
//! Empty lines and lines that begin with `#` are left out. A line that cannot be read is named, and the others are
//! solved.

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
use winproof::{Stopped, TextRules};
use winproof_games::Chess;
use winproof_games::chess::Position;

/// One line of the file.
struct Problem {
    id: String,
    root: Position,
    length: Option<u32>,
    /// The first moves that the file gives, in the notation of this program.
    best: Vec<String>,
}

/// The lines of a file.
struct Problems {
    list: Vec<Problem>,
    /// What is wrong with the lines that cannot be read.
    bad: Vec<String>,
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
    /// Lines that are no positions.
    bad: usize,
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
    bm: Vec<String>,
    bm_agrees: Option<bool>,
    #[serde(flatten)]
    object: json::MateObject,
}

/// Solves the positions of a file.
pub fn run(arguments: &MateArguments, file: &Path, cancel: &Arc<AtomicBool>) -> Result<Exit, Failure> {
    let Problems { list: problems, bad } = read_file(file, arguments.fifty)?;
    for (folder, what) in [(&arguments.proof, "proofs"), (&arguments.tree, "solutions")] {
        let Some(folder) = folder else { continue };
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::wrong(format!("cannot make the folder '{}' for the {what}: {}", folder.display(), reason(&error)))
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
    let mut summary =
        Summary { total: 0, proved: 0, differing: 0, bad: bad.len(), nodes: 0, seconds: 0.0, positions: Vec::new() };
    let mut interrupted = false;
    let started = Instant::now();
    let names = proof_names(&problems);
    let mut take_in = |place: usize, outcome: MateAnswer| -> Result<Reader, Failure> {
        let (problem, proof_name) = (&problems[place], &names[place]);
        if let Some(folder) = &arguments.proof {
            write_proof(&folder.join(format!("{proof_name}.wpf")), &outcome)?;
        }
        if let Some(folder) = &arguments.tree {
            let path = folder.join(format!("{proof_name}.txt"));
            super::file::write_tree(&Destination::new(&path, "the solution")?, &outcome, true)?;
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
    if !bad.is_empty() && !interrupted {
        return Err(Failure::wrong(bad.join("\nerror: ")));
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
                    let hint = problem.length.and_then(|length| u8::try_from(length).ok());
                    let outcome = solve(&problem.root, arguments, hint, limits.clone(), 1, true);
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
            waiting.insert(place, outcome?);
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

fn read_file(file: &Path, fifty: bool) -> Result<Problems, Failure> {
    let shown = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::wrong(format!("cannot read the positions in '{shown}': {}", reason(&error))))?;
    let mut problems = Problems { list: Vec::new(), bad: Vec::new() };
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match read_line(line, number, fifty) {
            Ok(problem) => problems.list.push(problem),
            Err(sentence) => problems.bad.push(format!("line {number} of '{shown}': {sentence}")),
        }
    }
    match (problems.list.is_empty(), problems.bad.first()) {
        (false, _) => Ok(problems),
        (true, Some(first)) => Err(Failure::wrong(first)),
        (true, None) => Err(Failure::wrong(format!("there is no position in '{shown}'"))),
    }
}

fn read_line(line: &str, number: usize, fifty: bool) -> Result<Problem, String> {
    let (fen, operations) = split(line);
    let root = read(&fen, None, fifty)?;
    let length = match operand(operations, "dm").map(str::parse) {
        None => None,
        Some(Ok(length)) => Some(length),
        Some(Err(_)) => return Err("dm is not a number of moves".to_string()),
    };
    let rules = Chess::new(root.side_to_move());
    let mut best = Vec::new();
    for text in operand(operations, "bm").unwrap_or_default().split([' ', ',']).filter(|text| !text.is_empty()) {
        let mv = rules.read_move(&root, text).map_err(|error| format!("bm: {error}"))?;
        best.push(rules.move_text(&root, mv));
    }
    let id = operand(operations, "id").map_or(format!("line {number}"), |id| id.trim_matches('"').to_string());
    Ok(Problem { id, root, length, best })
}

/// The fields of the position, and the operations behind them.
fn split(line: &str) -> (String, &str) {
    let mut rest = line.trim_start();
    let mut fields = Vec::new();
    while fields.len() < 6 && !rest.is_empty() {
        let (field, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        // The fifth and the sixth field are numbers, or are not there.
        if fields.len() >= 4 && field.parse::<u32>().is_err() {
            break;
        }
        fields.push(field);
        rest = behind.trim_start();
    }
    (fields.join(" "), rest)
}

/// What stands behind an operation code.
fn operand<'a>(operations: &'a str, code: &str) -> Option<&'a str> {
    operations.split(';').find_map(|operation| {
        let (name, operand) = operation.trim().split_once(char::is_whitespace)?;
        (name == code).then_some(operand.trim())
    })
}

/// The first moves that are known to mate in the fewest moves: all of them where they were asked for.
fn keys(outcome: &MateAnswer) -> Vec<String> {
    let findings = &outcome.findings;
    let first = || findings.mate.iter().flat_map(|mate| mate.solution.line.first()).copied().collect();
    let keys: Vec<_> = findings.keys.clone().unwrap_or_else(first);
    keys.iter().map(|&mv| outcome.game.move_text(&outcome.root, mv)).collect()
}

/// Whether the moves found are those of the file, where the fewest moves are proved.
fn compare_keys(problem: &Problem, outcome: &MateAnswer) -> Option<bool> {
    if problem.best.is_empty() || !outcome.findings.is_shortest() {
        return None;
    }
    let keys = keys(outcome);
    match outcome.findings.keys {
        Some(_) => Some(problem.best.iter().all(|best| keys.contains(best))),
        // One of several keys says nothing against another.
        None => keys.iter().any(|key| problem.best.contains(key)).then_some(true),
    }
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
    let keys = keys(outcome);
    if !keys.is_empty() {
        let mark = match compare_keys(problem, outcome) {
            Some(true) => "=",
            Some(false) => "!",
            None => "",
        };
        let word = if outcome.findings.keys.is_some() { "keys" } else { "key" };
        verdict.push_str(&format!("; {word} {mark}{}", keys.join(", ")));
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
    Entry {
        id: problem.id.clone(),
        dm: problem.length,
        agrees,
        bm: problem.best.clone(),
        bm_agrees: compare_keys(problem, outcome),
        object: json::object(outcome),
    }
}

fn conclusion(summary: &Summary, problems: usize) -> String {
    let mut text = format!("\n{} nodes in {}\n", output::count(summary.nodes), output::seconds(summary.seconds));
    if summary.differing > 0 {
        text.push_str(&format!("{} with a proved length other than dm (marked with !)\n", summary.differing));
    }
    text.push_str(
        "mate in: = as dm says, > longer than dm and a shorter one is open, ! proved to be another length; key: = as bm \
         says, ! bm is none of the keys\n",
    );
    text.push_str(&format!("proved {} of {problems}\n", summary.proved));
    text
}

/// The name of each problem's files: its own, with a number where another has it already.
fn proof_names(problems: &[Problem]) -> Vec<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let mut taken = HashSet::new();
    problems
        .iter()
        .map(|problem| {
            let own: String = problem.id.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
            let numbered = (2..).map(|number| format!("{own}-{number}"));
            let name = std::iter::once(own.clone()).chain(numbered).find(|name| !taken.contains(name));
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
        let problem = |id: &str| Problem { id: id.to_string(), root: root.clone(), length: None, best: Vec::new() };
        let names = proof_names(&["a b", "a_b", "c", "a_b", "c-2", "c"].map(problem));
        assert_eq!(names, ["a_b", "a_b-2", "c", "a_b-3", "c-2", "c-3"]);
    }

    #[test]
    fn operations_are_found_behind_the_position() {
        for counters in ["", "0 1 ", "12 40 "] {
            let line = format!("8/8/8/8/8/8/8/8 w - - {counters}bm Qg6; dm 2; id \"WAC.001\"; c0 \"dm 5\";");
            let (fen, operations) = split(&line);
            assert_eq!(fen, format!("8/8/8/8/8/8/8/8 w - - {counters}").trim());
            assert_eq!(operand(operations, "dm"), Some("2"));
            assert_eq!(operand(operations, "id"), Some("\"WAC.001\""));
            assert_eq!(operand(operations, "acd"), None);
        }
        assert_eq!(split("8/8/8/8/8/8/8/8 w - -"), ("8/8/8/8/8/8/8/8 w - -".to_string(), ""));
    }
}
