//! `winproof check`: reads a certificate and says whether it proves its claim, using only the rules of the game.

use crate::args::CheckArguments;
use crate::external::{self, Source};
use crate::failure::{Exit, Failure, reason};
use crate::progress::Teller;
use crate::request::{GRAPH, read_graph};
use crate::{catalog, interrupt, memory, output, phrases};
use owo_colors::OwoColorize;
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;
use winproof::Progress;
use winproof::open::{OpenGame, check_report};
use winproof::proof::certificate::Header;
use winproof::proof::check::{self, Reader, Refusal};
use winproof::proof::text::{escaped, shown};
use winproof_external::HASH_PARAMETER;
use winproof_games::registry::Request;

/// The one object that `check --json` prints.
#[derive(Serialize)]
struct CheckObject {
    valid: bool,
    reason: Option<String>,
    claim: Option<String>,
    positions: Option<u64>,
    game: Option<String>,
    parameters: Option<Vec<(String, String)>>,
    position: Option<String>,
}

/// What came of reading a certificate.
struct Checked {
    /// What it is about, as far as it could be read.
    header: Option<Header>,
    judgement: Judgement,
}

enum Judgement {
    Valid { game: Box<dyn OpenGame>, positions: u64 },
    Refused(Refusal),
}

/// Checks a certificate.
pub fn run(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let graph = arguments.graph.as_ref().map(|file| read_graph(&file.to_string_lossy())).transpose()?;
    if arguments.text {
        return print_text(arguments);
    }
    let outcome = check(arguments, graph.as_deref());
    if arguments.json {
        output::print_json(&object(&outcome))?;
    }
    match outcome.judgement {
        Judgement::Valid { game, positions } => {
            if let (false, Some(header)) = (arguments.json, &outcome.header) {
                output::print(&text(&*game, header, positions))?;
            }
            Ok(Exit::Done)
        }
        Judgement::Refused(Refusal::Unproved(reason)) => {
            if !arguments.json {
                output::print(&format!("{}\n", "refused".red().bold()))?;
            }
            Err(Failure::failed(format!("certificate refused: {reason}")))
        }
        Judgement::Refused(Refusal::Limit(reason)) => {
            let file = arguments.file.display();
            let sentence = format!("'{file}' was not checked: {reason}; retry with more --memory");
            Err(Failure { exit: Exit::Unsolved, sentence })
        }
        Judgement::Refused(Refusal::Interrupted) => {
            let sentence = format!("the check of '{}' was interrupted", arguments.file.display());
            Err(Failure { exit: Exit::Interrupted, sentence })
        }
        Judgement::Refused(refusal) => {
            Err(Failure::wrong(format!("'{}' cannot be checked: {refusal}", arguments.file.display())))
        }
    }
}

fn open_file(path: &Path) -> std::io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdin()));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(std::io::Error::from(std::io::ErrorKind::IsADirectory));
    }
    Ok(Box::new(file))
}

/// Prints a certificate without checking it.
fn print_text(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let wrong = |why: String| Failure::wrong(format!("'{}' cannot be printed: {why}", arguments.file.display()));
    let input = open_file(&arguments.file).map_err(|error| wrong(reason(&error)))?;
    let most_bytes = arguments.memory.unwrap_or(memory::CHECK);
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let printed = Reader::open(input, most_bytes).and_then(|reader| reader.write_text(&mut output));
    printed.map_err(|refusal| wrong(refusal.to_string()))?;
    std::io::Write::flush(&mut output).map_err(|error| wrong(reason(&error)))?;
    Ok(Exit::Done)
}

fn check(arguments: &CheckArguments, graph: Option<&str>) -> Checked {
    let most_bytes = arguments.memory.unwrap_or(memory::CHECK);
    let refused = |header, refusal| Checked { header, judgement: Judgement::Refused(refusal) };
    let unreadable = |why: String| Refusal::Unreadable(why);
    let input = match open_file(&arguments.file) {
        Ok(input) => input,
        Err(error) => return refused(None, unreadable(reason(&error))),
    };
    let cancel = interrupt::flag();
    let mut teller = Teller::new(arguments.quiet);
    let bytes = std::fs::metadata(&arguments.file).ok().filter(|file| file.is_file()).map(|file| file.len());
    let started = Instant::now();
    let mut last = 0.0;
    let mut watcher = |checked: &check::Progress| {
        let seconds = started.elapsed().as_secs_f64();
        if seconds - last >= 1.0 {
            last = seconds;
            teller.report(&check_report(checked, bytes, seconds));
        }
        !cancel.load(Ordering::Relaxed)
    };
    let reader = match Reader::open(input, most_bytes) {
        Ok(reader) => reader,
        Err(refusal) => return refused(None, refusal),
    };
    let header = reader.header().clone();
    let threads = arguments.threads.map_or_else(memory::cores, usize::from);
    let game = match game(arguments, graph, &header, threads) {
        Ok(game) => game,
        Err(refusal) => return refused(Some(header), refusal),
    };
    let checked = game.check(reader.temporary(arguments.temp.as_deref()).watched(&mut watcher), threads);
    teller.finish();
    if let Some(problem) = external::problem() {
        return refused(Some(header), unreadable(problem.to_string()));
    }
    match checked {
        Ok(accepted) => {
            let judgement = Judgement::Valid { game, positions: accepted.positions };
            Checked { header: Some(header), judgement }
        }
        Err(refusal) => refused(Some(header), refusal),
    }
}

/// The game at the root of the first claim.
fn game(
    arguments: &CheckArguments,
    graph: Option<&str>,
    header: &Header,
    threads: usize,
) -> Result<Box<dyn OpenGame>, Refusal> {
    let root = header.claims.first().map(|claim| claim.root.clone());
    if let Some(command) = &arguments.rules {
        let source = Source { command, patience: arguments.rules_time, threads };
        return external::open(&source, root.as_deref(), None).map_err(|failure| Refusal::Unreadable(failure.sentence));
    }
    let mut request =
        Request { game: header.game.clone(), parameters: header.parameters.clone(), ..Request::default() };
    // Rules that cannot be built leave nothing to judge by.
    catalog::open(&request).map_err(|error| {
        let is_external = header.parameters.iter().any(|(name, _)| name == HASH_PARAMETER);
        let fix = if is_external { "; its rules are a program: name one with --rules" } else { "" };
        Refusal::Unreadable(format!("{}{fix}", shown(&error.to_string())))
    })?;
    if let Some(graph) = graph {
        let own = Request { game: GRAPH.into(), parameters: vec![(GRAPH.into(), graph.into())], ..Request::default() };
        match catalog::open(&own) {
            Ok(own) if own.name() == header.game && own.parameters() == header.parameters => {}
            Ok(_) => {
                let why = "it is about another graph than the one in the file given".to_string();
                return Err(Refusal::Unproved(why));
            }
            Err(error) => return Err(Refusal::Unreadable(format!("the graph file given: {error}"))),
        }
    }
    request.position = root;
    catalog::open(&request)
        .map_err(|error| Refusal::Unproved(format!("its root is not a position: {}", shown(&error.to_string()))))
}

fn object(outcome: &Checked) -> CheckObject {
    let header = outcome.header.as_ref();
    let mut object = CheckObject {
        valid: false,
        reason: None,
        claim: header.map(Header::claim_text),
        positions: None,
        game: header.map(|header| header.game.clone()),
        parameters: header.map(|header| header.parameters.clone()),
        position: header.and_then(|header| Some(header.claims.first()?.root.clone())),
    };
    match &outcome.judgement {
        Judgement::Valid { game, positions } => {
            object.valid = true;
            object.positions = Some(*positions);
            object.position = Some(game.position_text());
        }
        Judgement::Refused(refusal) => object.reason = Some(refusal.to_string()),
    }
    object
}

/// The claims in the words of the game.
fn claims(game: &dyn OpenGame, header: &Header) -> String {
    let texts = header.claims.iter().enumerate().map(|(place, claim)| {
        // What a value means may depend on the position, as where moves are counted.
        let at = if place == 0 { None } else { game.at(&claim.root).ok() };
        let text = phrases::claim(at.as_deref().unwrap_or(game), claim.at_least, claim.at_most);
        if place == 0 { text } else { format!("in {}: {text}", claim.root) }
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// What was proved, in the words of the game: its own text of the position, not the file's.
fn text(game: &dyn OpenGame, header: &Header, positions: u64) -> String {
    let rows = [
        ("game", format!("{}: {}", phrases::rules_name(game), phrases::to_move(game))),
        ("position", game.position_text()),
        ("rules", phrases::repetition(game)),
        ("claim", claims(game, header)),
        ("positions", output::count(positions)),
    ];
    let mut text: String = rows.iter().map(|(name, value)| output::field(name, &escaped(value))).collect();
    text.push_str(&format!("{}\n", "valid".green().bold()));
    text
}
