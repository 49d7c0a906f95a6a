//! Solving: games of the registry, and rules that are a Python object.

use crate::background::{self, Listener, Often, Reporter, guarded, report_text};
use crate::leavings::Leavings;
use crate::options::{Call, Keywords, wrong};
use crate::rules::PythonRules;
use crate::{Contradiction, RulesError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winproof::open::{Answer, LineEnd, MoveValue, NotWritten, OpenGame};
use winproof::{Evidence, Plan, Player, Report, Status, Stopped, Verdict, machine};
use winproof_external::{External, Position, Problem};
use winproof_games::registry::{self, Request};

/// What a call comes to: the answer as JSON, and the certificate if its strategies are in memory.
type Found = (String, Option<Py<PyBytes>>);

/// The same, and what is left of a search by Python's rules that was interrupted.
type FoundByRules = (String, Option<Py<PyBytes>>, Option<Leavings>);

/// Why there is no answer.
enum Failed {
    Wrong(String),
    Withdrawn(String),
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> PyErr {
        match failed {
            Failed::Wrong(sentence) => wrong(sentence),
            Failed::Withdrawn(sentence) => Contradiction::new_err(sentence),
        }
    }
}

/// Memory for what rules said, out of what a search may take.
fn cache_bytes(keywords: &Keywords) -> usize {
    let given = keywords.get("memory").and_then(|text| winproof::quantity::memory(text).ok());
    given.map_or(256 << 20, |bytes| bytes / 2)
}

/// Solves a position of a game of the registry.
#[pyfunction]
pub fn solve_game(
    py: Python<'_>,
    game: String,
    parameters: Vec<(String, String)>,
    position: Option<String>,
    moves: Option<String>,
    keywords: Keywords,
    listener: Listener,
) -> PyResult<Found> {
    let cancel = Arc::new(AtomicBool::new(false));
    let mut call = Call::read(&keywords, machine::cores(), &cancel).map_err(wrong)?;
    let request = Request { game, parameters, position, moves: moves.into_iter().collect() };
    let is_heard = listener.is_some();
    let solved = background::run(py, &listener, &cancel, move |reporter| {
        let game = registry::open(&request).map_err(|error| Failed::Wrong(error.to_string()))?;
        solve(&*game, &mut call, is_heard, reporter)
    })?;
    let (mut object, certificate) = solved?;
    object["interrupted"] = json!(cancel.load(Ordering::Relaxed));
    Ok((object.to_string(), certificate.map(|bytes| PyBytes::new(py, &bytes).unbind())))
}

/// A game by the rules of a Python object, at a position.
pub struct ByObject {
    /// What reads the object.
    pub rules: Arc<PythonRules>,
    /// The game.
    pub game: External,
    /// The position.
    pub root: Position,
    /// What the check of the rules looked at, if there was one.
    pub report: Option<winproof::conformance::Report>,
}

/// A game by the rules of a Python object, at a position, whose rules keep their promises as far as a sample shows.
pub fn external(
    adapter: &Bound<'_, PyAny>,
    keywords: &Keywords,
    cancel: &Arc<AtomicBool>,
    root: Root<'_>,
    conform: bool,
) -> PyResult<ByObject> {
    let py = adapter.py();
    let rules = Arc::new(PythonRules::new(adapter, cache_bytes(keywords), cancel, &root)?);
    let game = External::new(Arc::clone(&rules) as Arc<dyn winproof_external::Provider>, Arc::clone(cancel));
    let root = match root {
        Root::Start(Some(object)) => rules.root(&object)?,
        Root::Start(None) => game.start().map_err(|problem| exception(py, problem))?,
        Root::Text(text) => match game.read(text).map_err(|problem| exception(py, problem))? {
            Ok(position) => position,
            Err(error) => return Err(wrong(error)),
        },
    };
    let report = match conform {
        true => {
            let report = guarded(|| game.conform(&root)).map_err(|panic| first_problem(py, &game, panic))?;
            Some(report.map_err(|problem| exception(py, problem))?)
        }
        false => None,
    };
    rules.let_go_of_moves();
    Ok(ByObject { rules, game, root, report })
}

/// Where a search by Python's rules starts.
pub enum Root<'a> {
    /// At a position, or where the rules say.
    Start(Option<Bound<'a, PyAny>>),
    /// At the position of a text.
    Text(&'a str),
}

/// Solves a position by the rules of a Python object.
#[pyfunction]
pub fn solve_rules(
    py: Python<'_>,
    adapter: Bound<'_, PyAny>,
    start: Option<Bound<'_, PyAny>>,
    keywords: Keywords,
    conform: bool,
    listener: Listener,
) -> PyResult<FoundByRules> {
    let cancel = Arc::new(AtomicBool::new(false));
    let mut call = Call::read(&keywords, 1, &cancel).map_err(wrong)?;
    if call.task.threads > 1 {
        return Err(wrong("rules in Python are searched by one thread: leave threads out"));
    }
    if call.task.proof.is_some() && adapter.getattr("position_text")?.is_none() {
        return Err(wrong(
            "a certificate needs positions as text: give the rules position_text(position) and parse_position(text)",
        ));
    }
    let ByObject { rules, game, root, .. } = external(&adapter, &keywords, &cancel, Root::Start(start), conform)?;
    let opened = game.open(root);
    let (is_heard, mut failure) = (listener.is_some(), None);
    let solved = guarded(|| {
        solve(&*opened, &mut call, is_heard, &mut |report: String| {
            let Some(listener) = &listener else { return };
            let told = Python::attach(|py| listener.call1(py, (report,)).map(|_| ()));
            if let Err(error) = told.and_then(|()| Python::attach(|py| py.check_signals())) {
                cancel.store(true, Ordering::Relaxed);
                let is_signal = Python::attach(|py| error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py));
                match is_signal {
                    true => rules.hold(),
                    false => failure = Some(error),
                }
            }
        })
    });
    // What went wrong first is what has to be told; the rest may follow from it.
    if let Some(problem) = game.problem() {
        return Err(exception(py, problem));
    }
    if let Some(error) = failure {
        return Err(error);
    }
    let (mut object, certificate) = solved??;
    // Looked at last: Ctrl-C may come while the answer is put into words.
    object["interrupted"] = json!(cancel.load(Ordering::Relaxed));
    // Without texts that read back nobody could check it.
    let has_texts = !adapter.getattr("position_text")?.is_none();
    let certificate = certificate.filter(|_| has_texts);
    let leavings = cancel.load(Ordering::Relaxed).then(|| Leavings::of(rules));
    Ok((object.to_string(), certificate.map(|bytes| PyBytes::new(py, &bytes).unbind()), leavings))
}

/// Checks that rules keep their promises. How many positions were looked at, and how many of them are ends.
#[pyfunction]
pub fn check_rules(adapter: Bound<'_, PyAny>, start: Option<Bound<'_, PyAny>>) -> PyResult<(u64, u64)> {
    let cancel = Arc::new(AtomicBool::new(false));
    let report = external(&adapter, &Keywords::new(), &cancel, Root::Start(start), true)?.report;
    if cancel.load(Ordering::Relaxed) {
        return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err("the check of the rules was interrupted"));
    }
    Ok(report.map_or((0, 0), |report| (report.positions, report.ends)))
}

/// The exception of a problem: the rules' own, or a sentence.
pub fn exception(py: Python<'_>, problem: Problem) -> PyErr {
    let sentence = problem.to_string();
    match problem.cause.and_then(|cause| cause.downcast::<PyErr>().ok()) {
        Some(error) => error.clone_ref(py),
        None => RulesError::new_err(sentence),
    }
}

/// What went wrong before something else did.
fn first_problem(py: Python<'_>, game: &External, otherwise: PyErr) -> PyErr {
    game.problem().map_or(otherwise, |problem| exception(py, problem))
}

fn solve(
    game: &dyn OpenGame,
    call: &mut Call,
    is_heard: bool,
    reporter: &mut Reporter<'_>,
) -> Result<(Json, Option<Vec<u8>>), Failed> {
    let plan = call.plan(game).map_err(Failed::Wrong)?;
    let mut teller = Often::new(is_heard, |report: &Report<'_, String>| reporter(report_text(report)));
    let task = &call.task;
    let answer = game.solve(task, None, &mut teller).map_err(|error| Failed::Wrong(error.to_string()))?;
    if let Some(why) = &answer.contradiction {
        return Err(Failed::Withdrawn(format!(
            "the answer was withdrawn: the search for its strategy contradicted it ({why}); this is a mistake in \
             winproof or in the rules of the game"
        )));
    }
    let moves = match call.move_values && answer.verdict.stopped == Stopped::Solved {
        true => {
            let mut task = task.clone();
            task.proof = None;
            let counts = answer.verdict.counts;
            task.limits.nodes = task.limits.nodes.map(|nodes| nodes.saturating_sub(counts.nodes));
            let spent = std::time::Duration::try_from_secs_f64(answer.verdict.seconds).unwrap_or_default();
            task.limits.time = task.limits.time.map(|time| time.saturating_sub(spent));
            Some(game.move_values(&task, &mut teller).map_err(|error| Failed::Wrong(error.to_string()))?)
        }
        false => None,
    };
    let mut certificate = None;
    if task.proof.is_none() && answer.claim.is_ok() {
        let mut bytes = Vec::new();
        certificate = answer.write_certificate(&mut bytes).ok().map(|()| bytes);
    }
    Ok((object(game, call, &plan, &answer, moves), certificate))
}

/// Why the certificate that was asked for was not written, where the question was answered.
fn why_not_written(call: &Call, answer: &Answer<'_>) -> Option<String> {
    call.task.proof.as_ref()?;
    let is_answered = match call.goal {
        Some(goal) => answer.verdict.holds(goal.goal()).is_some(),
        None => answer.verdict.value().is_some(),
    };
    let limit = match answer.proof.stopped {
        Some(Stopped::Memory) => "finding the strategy needs more memory",
        Some(Stopped::Time) => "finding the strategy takes longer than the time limit",
        Some(Stopped::Nodes) => "finding the strategy takes more nodes than the limit",
        Some(Stopped::Interrupted) => "finding the strategy was interrupted",
        _ => "the search did not keep what it needs",
    };
    match &answer.written {
        Some(Err(NotWritten::NoClaim(_))) | None if is_answered => Some(limit.to_string()),
        // Nothing was shown that it could say.
        Some(Err(NotWritten::NoClaim(_))) | None => None,
        Some(Ok(_)) => None,
        Some(Err(why)) => Some(why.to_string().split(" (os error").next().unwrap_or_default().to_string()),
    }
}

fn move_object(value: &MoveValue) -> Json {
    json!({
        "move": value.mv,
        "value": value.verdict.value(),
        "lower": value.verdict.lower.value,
        "upper": value.verdict.upper.value,
    })
}

fn text(game: &dyn OpenGame, verdict: &Verdict) -> String {
    match verdict.value() {
        Some(value) => game.value_text(value),
        None => {
            let (lower, upper) = (game.value_text(verdict.lower.value), game.value_text(verdict.upper.value));
            format!("unknown: between {lower} and {upper}")
        }
    }
}

/// The answer, with the names of the command's `--json`.
fn object(game: &dyn OpenGame, call: &Call, plan: &Plan, answer: &Answer<'_>, moves: Option<Vec<MoveValue>>) -> Json {
    let verdict = &answer.verdict;
    let evidence = verdict.evidence(call.task.goal);
    let algorithm = plan.algorithm();
    let is_interrupted = call.task.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    let not_written = why_not_written(call, answer);
    let stopped = match is_interrupted && not_written.is_some() {
        true => Stopped::Interrupted,
        false => verdict.stopped,
    };
    let drawing = match &answer.best {
        Some(best) => game.drawing().with_last_move(&game.move_place(best)),
        None => game.drawing(),
    };
    let title = format!("{}: {}", game.name(), game.position_text());
    let end = match answer.line.end {
        LineEnd::Ended(value) => json!({"ended": value}),
        LineEnd::Repeats(place) => json!({"repeats": place}),
        _ => Json::Null,
    };
    json!({
        "game": game.name(),
        "parameters": game.parameters(),
        "position": game.position_text(),
        "to_move": match game.status() {
            Status::Turn(player) => Some(game.player_name(player)),
            Status::Ended(_) => None,
        },
        "values_of": game.player_name(Player::Max),
        "algorithm": algorithm.name(),
        "effort": algorithm.effort.word(),
        "graph": algorithm.graph.word(),
        "leaf": algorithm.leaf.word(),
        "value": verdict.value(),
        "lower": verdict.lower.value,
        "upper": verdict.upper.value,
        "lower_proved": verdict.lower.is_proved(),
        "upper_proved": verdict.upper.is_proved(),
        "evidence": evidence.map(Evidence::word),
        "certified": evidence == Some(Evidence::Certified),
        "proved": evidence.is_some_and(|evidence| evidence >= Evidence::Proved),
        "goal": call.goal.map(|goal| goal.text()),
        "holds": call.goal.and_then(|goal| verdict.holds(goal.goal()).map(|holds| goal.holds(holds))),
        "stopped": stopped.word(),
        "written": matches!(answer.written, Some(Ok(_))),
        "not_written": not_written,
        "nodes": verdict.counts.nodes,
        "expansions": verdict.counts.expansions,
        "updates": verdict.counts.updates,
        "seconds": verdict.seconds,
        "peak_bytes": verdict.counts.peak_bytes,
        "proof_nodes": answer.proof.nodes,
        "proof_seconds": answer.proof.seconds,
        "proof_positions": answer.proof.positions,
        "best": answer.best,
        "line": answer.line.moves,
        "line_end": end,
        "moves": moves.map(|moves| moves.iter().map(move_object).collect::<Vec<_>>()),
        "text": text(game, verdict),
        "picture": game.picture(),
        "svg": winproof_draw::svg(&drawing, &title),
    })
}
