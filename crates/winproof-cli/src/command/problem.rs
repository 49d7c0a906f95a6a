//! `winproof problem`: chess problems as composers pose them, from a FEN, from Popeye's language or from PGN.

use super::destination::Destination;
use crate::args::ProblemArguments;
use crate::failure::{Exit, Failure, reason};
use crate::{interrupt, memory, output};
use serde::Serialize;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use winproof::{Limits, Stopped, TextRules};
use winproof_games::Chess;
use winproof_games::chess::problem::popeye::{self, Written, read_stipulation};
use winproof_games::chess::problem::{Attack, Defence, Extent, Problem, ProblemSolution, prove, solve, text};
use winproof_games::chess::{ChessMove, Color, Position};

/// The one object that `problem --json` prints for each problem.
#[derive(Serialize)]
struct ProblemObject {
    position: String,
    stipulation: String,
    moves: Option<u8>,
    none_within: u8,
    keys: Vec<String>,
    tries: Vec<TryObject>,
    set_play: Vec<String>,
    after_key: Vec<String>,
    nodes: u64,
    seconds: f64,
    stopped: &'static str,
}

/// A try in it.
#[derive(Serialize)]
struct TryObject {
    #[serde(rename = "move")]
    mv: String,
    refutations: Vec<String>,
}

/// Solves one problem or a file of them.
pub fn run(arguments: &ProblemArguments) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    let problems = match &arguments.file {
        Some(file) => read_file(file, arguments)?,
        None => vec![read_fen(&arguments.fen.join(" "), arguments).map_err(Failure::wrong)?],
    };
    if arguments.proof.is_some() && problems.iter().any(|written| written.extent.post_key) {
        return Err(Failure::wrong("a certificate is about the position before the key: give that one with --proof"));
    }
    let several = arguments.file.is_some();
    if let (Some(folder), true) = (&arguments.proof, several) {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::wrong(format!("cannot make the folder '{}' for the proofs: {}", folder.display(), reason(&error)))
        })?;
    }
    let mut exit = Exit::Done;
    for (number, written) in (1..).zip(&problems) {
        let path = arguments.proof.as_ref().map(|path| match several {
            true => path.join(format!("problem-{number}.wpf")),
            false => path.clone(),
        });
        let destination = path.map(|path| Destination::new(&path, "the certificate")).transpose()?;
        let own = run_one(written, arguments, &cancel, destination.as_ref())?;
        if own != Exit::Done {
            exit = own;
        }
        if own == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

fn limits(arguments: &ProblemArguments, cancel: &Arc<AtomicBool>) -> Limits {
    let memory = arguments.memory.or_else(|| memory::default_table(memory::default_limit()));
    Limits { nodes: arguments.nodes, time: arguments.time, memory, cancel: Some(Arc::clone(cancel)) }
}

fn run_one(
    written: &Written,
    arguments: &ProblemArguments,
    cancel: &Arc<AtomicBool>,
    destination: Option<&Destination>,
) -> Result<Exit, Failure> {
    let problem = &written.problem;
    let own = written.extent;
    let extent = Extent {
        set_play: own.set_play || arguments.set_play,
        tries: own.tries.max(arguments.tries),
        depth: arguments.depth.min(own.depth),
        post_key: own.post_key,
        no_threats: own.no_threats || arguments.no_threats,
    };
    let started = Instant::now();
    let outcome = solve(problem, extent, limits(arguments, cancel));
    let seconds = started.elapsed().as_secs_f64();
    if let (Ok(solution), Some(destination)) = (&outcome, destination) {
        let proof = prove(problem, solution, limits(arguments, cancel)).map_err(|stopped| {
            destination.failed(&format!("the strategy was not found within the limits ({})", stopped.word()))
        })?;
        destination.write_certificate(
            arguments.quiet,
            |file| proof.write_certificate(file),
            |reader| reader.check(&proof.game).map(|_| ()),
        )?;
    }
    let fen = Chess::new(problem.root.side_to_move()).position_text(&problem.root);
    if arguments.json {
        output::print_json(&object(problem, &outcome, &fen, seconds))?;
    } else if let (true, Ok(solution)) = (arguments.pgn, &outcome) {
        let title = written.title.clone().unwrap_or_else(|| shown(problem));
        output::print(&text::pgn(&problem.root, solution, &fen, &title))?;
    } else {
        output::print(&report(written, &outcome, arguments, &fen, seconds))?;
    }
    Ok(match outcome {
        Ok(_) => Exit::Done,
        Err(Stopped::Interrupted) => Exit::Interrupted,
        Err(_) => Exit::Unsolved,
    })
}

/// The stipulation with its number.
fn shown(problem: &Problem) -> String {
    format!("{}{}", problem.stipulation, problem.moves.map_or(String::new(), |moves| moves.to_string()))
}

fn report(
    written: &Written,
    outcome: &Result<ProblemSolution, Stopped>,
    arguments: &ProblemArguments,
    fen: &str,
    seconds: f64,
) -> String {
    let problem = &written.problem;
    let mut report = written.title.as_ref().map_or(String::new(), |title| format!("{title}\n"));
    report.push_str(&format!("{}\n  {}\n\n", text::board(&problem.root, arguments.figurine), shown(problem)));
    report.push_str(&output::field("position", fen));
    let verdict = match outcome {
        Ok(solution) => {
            report.push('\n');
            for line in text::write(&problem.root, solution) {
                report.push_str(&format!("{line}\n"));
            }
            let (nodes, time) = (output::count(solution.nodes), output::seconds(seconds));
            report.push_str(&output::field("nodes", &format!("{nodes} made in {time}")));
            verdict(problem, solution)
        }
        Err(stopped) => format!("unknown: the search was stopped ({})", stopped.word()),
    };
    report.push_str(&format!("{verdict}\n"));
    report
}

/// The answer in a composer's words.
fn verdict(problem: &Problem, solution: &ProblemSolution) -> String {
    let sign = problem.stipulation;
    let keys: Vec<String> = solution.keys.iter().map(attack_text).collect();
    if let Some(play) = &solution.post_key {
        let refutations: Vec<String> = play.refutations.iter().map(|&mv| move_text(&problem.root, mv)).collect();
        let verb = if refutations.len() == 1 { "refutes" } else { "refute" };
        return match (solution.moves, problem.moves) {
            (None, Some(asked)) => format!("not {sign}{asked}: {} {verb}", refutations.join(", ")),
            (None, None) => format!("no solution in {} or fewer", solution.none_within),
            (Some(moves), Some(asked)) if moves < asked => {
                format!("{sign}{moves} after the key, shorter than {sign}{asked}")
            }
            (Some(moves), _) => format!("{sign}{moves} after the key"),
        };
    }
    match (solution.moves, problem.moves, &keys[..]) {
        (None, Some(moves), _) => format!("no solution: {sign} in {moves} cannot be forced"),
        (None, None, _) => format!("no solution in {} or fewer", solution.none_within),
        (Some(moves), Some(asked), _) if moves < asked => {
            format!("{sign}{moves}, shorter than {sign}{asked}: {}", keys.join(", "))
        }
        (Some(moves), _, [only]) => format!("{sign}{moves}: {only}, the only key"),
        (Some(moves), _, _) => format!("{sign}{moves}: {} keys: {}", keys.len(), keys.join(", ")),
    }
}

fn move_text(before: &Position, mv: ChessMove) -> String {
    Chess::new(Color::White).move_text(before, mv)
}

fn attack_text(attack: &Attack) -> String {
    move_text(&attack.before, attack.mv)
}

fn object(problem: &Problem, outcome: &Result<ProblemSolution, Stopped>, fen: &str, seconds: f64) -> ProblemObject {
    let mut object = ProblemObject {
        position: fen.to_string(),
        stipulation: shown(problem),
        moves: None,
        none_within: 0,
        keys: Vec::new(),
        tries: Vec::new(),
        set_play: Vec::new(),
        after_key: Vec::new(),
        nodes: 0,
        seconds,
        stopped: Stopped::Solved.word(),
    };
    match outcome {
        Ok(solution) => {
            let refutations =
                |attempt: &Attack| attempt.play.refutations.iter().map(|&mv| move_text(&attempt.after, mv)).collect();
            let defence = |defence: &Defence| {
                let answers: Vec<String> = defence.answers.iter().map(attack_text).collect();
                format!("{} {}", move_text(&defence.before, defence.mv), answers.join("/")).trim_end().to_string()
            };
            object.moves = solution.moves;
            object.none_within = solution.none_within;
            object.keys = solution.keys.iter().map(attack_text).collect();
            object.tries = solution
                .tries
                .iter()
                .map(|attempt| TryObject { mv: attack_text(attempt), refutations: refutations(attempt) })
                .collect();
            object.set_play = solution.set_play.iter().map(defence).collect();
            object.after_key = solution.post_key.iter().flat_map(|play| &play.defences).map(defence).collect();
            object.nodes = solution.nodes;
        }
        Err(stopped) => object.stopped = stopped.word(),
    }
    object
}

/// A problem from a FEN and the options.
fn read_fen(fen: &str, arguments: &ProblemArguments) -> Result<Written, String> {
    let Some(stipulation) = &arguments.stipulation else {
        return Err("what is to be reached? Give --stipulation, such as --stipulation '#2'".to_string());
    };
    written(fen, stipulation, arguments)
}

fn written(fen: &str, stipulation: &str, arguments: &ProblemArguments) -> Result<Written, String> {
    let (stipulation, moves) = read_stipulation(stipulation).map_err(|error| error.to_string())?;
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    if let (true, Some(castling)) = (arguments.no_castling, fields.get_mut(2)) {
        *castling = "-";
    }
    if let (Some(square), Some(en_passant)) = (&arguments.en_passant, fields.get_mut(3)) {
        *en_passant = square;
    }
    let fen = fields.join(" ");
    let root = Chess::for_fen(&fen).and_then(|rules| rules.parse_position(&fen)).map_err(|error| error.to_string())?;
    let extent = Extent { depth: arguments.depth, post_key: arguments.post_key, ..Extent::default() };
    let problem = Problem { root, stipulation, moves };
    problem.check(extent.post_key)?;
    Ok(Written { problem, extent, title: None })
}

/// The problems of a file, in Popeye's language or as PGN.
fn read_file(file: &Path, arguments: &ProblemArguments) -> Result<Vec<Written>, Failure> {
    let shown = file.display();
    let mut content = String::new();
    let read = match file == Path::new("-") {
        true => std::io::stdin().read_to_string(&mut content).map(|_| ()),
        false => std::fs::read_to_string(file).map(|text| content = text),
    };
    read.map_err(|error| Failure::wrong(format!("cannot read the problems in '{shown}': {}", reason(&error))))?;
    let wrong = |why: String| Failure::wrong(format!("'{shown}': {why}"));
    if !content.trim_start().starts_with('[') {
        let problems = popeye::read(&content).map_err(|error| wrong(error.to_string()))?;
        let bad = problems.iter().find_map(|written| written.problem.check(written.extent.post_key).err());
        return bad.map_or(Ok(problems), |why| Err(wrong(why)));
    }
    let mut problems = Vec::new();
    let (mut stipulation, mut title) = (arguments.stipulation.clone(), None);
    for (number, line) in (1..).zip(content.lines()) {
        let Some((name, value)) = tag(line) else { continue };
        match name {
            "Stipulation" if arguments.stipulation.is_none() => stipulation = Some(value.to_string()),
            "Event" => title = Some(value.to_string()),
            "FEN" => {
                let Some(stipulation) = &stipulation else {
                    return Err(wrong(format!(
                        "line {number}: no stipulation; give --stipulation or a tag before FEN"
                    )));
                };
                let problem = written(value, stipulation, arguments);
                let problem = problem.map_err(|why| wrong(format!("line {number}: {why}")))?;
                problems.push(Written { title: title.take(), ..problem });
            }
            _ => {}
        }
    }
    if problems.is_empty() { Err(wrong("no game has a FEN tag".to_string())) } else { Ok(problems) }
}

/// The name and the value of a tag of PGN.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    Some((name, value.trim().trim_matches('"')))
}
