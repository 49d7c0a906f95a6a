//! Checking certificates, and reading them.

use crate::background::{self, Listener, SECONDS_BETWEEN_REPORTS, guarded, report_text};
use crate::options::{Keywords, wrong};
use crate::solve::{ByObject, Root, exception, external};
use crate::{CertificateRefused, Error};
use pyo3::prelude::*;
use serde_json::json;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use winproof::machine;
use winproof::open::{OpenGame, check_report};
use winproof::proof::check::{self, Reader, Refusal};
use winproof_games::registry::{self, Request};

/// A certificate: the path of a file, or its bytes.
#[derive(FromPyObject)]
pub enum Source {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// Its path.
    Path(PathBuf),
}

impl Source {
    fn open(&self) -> PyResult<Box<dyn Read + Send + '_>> {
        match self {
            Source::Bytes(bytes) => Ok(Box::new(Cursor::new(bytes))),
            Source::Path(path) => Ok(Box::new(File::open(path)?)),
        }
    }

    fn bytes(&self) -> Option<u64> {
        match self {
            Source::Bytes(bytes) => Some(bytes.len() as u64),
            Source::Path(path) => std::fs::metadata(path).ok().map(|file| file.len()),
        }
    }
}

fn refused(refusal: Refusal) -> PyErr {
    match refusal {
        Refusal::Unproved(reason) => CertificateRefused::new_err(format!("certificate refused: {reason}")),
        Refusal::Unreadable(reason) => wrong(reason),
        Refusal::Limit(reason) => Error::new_err(format!("not checked: {reason}; retry with more memory")),
        Refusal::Interrupted => pyo3::exceptions::PyKeyboardInterrupt::new_err("the check was interrupted"),
        other => Error::new_err(other.to_string()),
    }
}

fn accepted(game: &dyn OpenGame, accepted: &check::Accepted) -> String {
    let claim = accepted.header.claims.first();
    json!({
        "game": game.name(),
        "parameters": game.parameters(),
        "position": game.position_text(),
        "claim": accepted.header.claim_text(),
        "at_least": claim.and_then(|claim| claim.at_least),
        "at_most": claim.and_then(|claim| claim.at_most),
        "positions": accepted.positions,
        "settled": accepted.settled,
    })
    .to_string()
}

/// Checks a certificate about a game of the registry.
#[pyfunction]
pub fn check_game(
    py: Python<'_>,
    source: Source,
    memory: Option<usize>,
    threads: Option<usize>,
    listener: Listener,
) -> PyResult<String> {
    let cancel = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&cancel);
    let (input, bytes) = (source.open()?, source.bytes());
    background::run(py, &listener, &cancel, move |reporter| {
        let started = Instant::now();
        let mut last = Instant::now();
        let mut watcher = |checked: &check::Progress| {
            if last.elapsed().as_secs_f64() >= SECONDS_BETWEEN_REPORTS {
                last = Instant::now();
                reporter(report_text(&check_report(checked, bytes, started.elapsed().as_secs_f64())));
            }
            !stop.load(Ordering::Relaxed)
        };
        let reader = Reader::open(input, memory.unwrap_or(machine::CHECK))?;
        let header = reader.header().clone();
        let mut request =
            Request { game: header.game.clone(), parameters: header.parameters.clone(), ..Request::default() };
        registry::open(&request)
            .map_err(|error| Refusal::Unreadable(format!("{error}; rules of your own are given with rules=…")))?;
        request.position = header.claims.first().map(|claim| claim.root.clone());
        let game = registry::open(&request)
            .map_err(|error| Refusal::Unproved(format!("its root is not a position: {error}")))?;
        let threads = threads.unwrap_or_else(machine::cores);
        let checked = game.check(reader.watched(&mut watcher), threads)?;
        Ok(accepted(&*game, &checked))
    })?
    .map_err(refused)
}

/// Checks a certificate by the rules of a Python object.
#[pyfunction]
pub fn check_by_rules(
    py: Python<'_>,
    source: Source,
    adapter: Bound<'_, PyAny>,
    memory: Option<usize>,
    listener: Listener,
) -> PyResult<String> {
    let cancel = Arc::new(AtomicBool::new(false));
    let bytes = source.bytes();
    let reader = Reader::open(source.open()?, memory.unwrap_or(machine::CHECK)).map_err(refused)?;
    let root = reader.header().claims.first().map(|claim| claim.root.clone()).unwrap_or_default();
    let ByObject { game, root, .. } = external(&adapter, &Keywords::new(), &cancel, Root::Text(&root), true)?;
    let opened = game.open(root);
    let (started, mut last, mut failure) = (Instant::now(), Instant::now(), None);
    let mut watcher = |checked: &check::Progress| {
        if let Some(listener) = &listener
            && last.elapsed().as_secs_f64() >= SECONDS_BETWEEN_REPORTS
        {
            last = Instant::now();
            let report = report_text(&check_report(checked, bytes, started.elapsed().as_secs_f64()));
            if let Err(error) = Python::attach(|py| listener.call1(py, (report,)).map(|_| ())) {
                failure = Some(error);
                cancel.store(true, Ordering::Relaxed);
            }
        }
        !cancel.load(Ordering::Relaxed)
    };
    let checked = guarded(|| opened.check(reader.watched(&mut watcher), 1));
    if let Some(problem) = game.problem() {
        return Err(exception(py, problem));
    }
    if let Some(error) = failure {
        return Err(error);
    }
    Ok(accepted(&*opened, &checked?.map_err(refused)?))
}

/// A certificate as text: its header as JSON, then a line of JSON for each section, and entries.
#[pyfunction]
pub fn certificate_text(py: Python<'_>, source: Source) -> PyResult<Vec<u8>> {
    let input = source.open()?;
    py.detach(move || {
        let mut text = Vec::new();
        Reader::open(input, machine::CHECK).and_then(|reader| reader.write_text(&mut text)).map(|()| text)
    })
    .map_err(refused)
}
