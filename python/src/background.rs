//! Work without the interpreter: a thread does it, while Python's own listens to Ctrl-C and passes reports on.

use crate::Error;
use pyo3::prelude::*;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use winproof::{Phase, Progress, Report};

/// How often Python is asked whether somebody pressed Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long to wait from one report to the next.
pub const SECONDS_BETWEEN_REPORTS: f64 = 0.1;

/// Searches go deep.
const STACK_BYTES: usize = 64 << 20;

/// Somebody who hears a report, as JSON.
pub type Listener = Option<Py<PyAny>>;

/// Who passes a report on.
pub type Reporter<'a> = dyn FnMut(String) + Send + 'a;

/// Does something with each report, up to ten times a second. If nobody listens there are none: to put a line of play
/// into words asks the rules for it.
pub struct Often<F> {
    is_heard: bool,
    hear: F,
}

impl<F> Often<F> {
    /// Does something with each report, if somebody listens.
    pub fn new(is_heard: bool, hear: F) -> Often<F> {
        Often { is_heard, hear }
    }
}

impl<M, F: FnMut(&Report<'_, M>)> Progress<M> for Often<F> {
    fn report(&mut self, report: &Report<'_, M>) {
        (self.hear)(report);
    }
    fn seconds_between(&self) -> f64 {
        if self.is_heard { SECONDS_BETWEEN_REPORTS } else { f64::INFINITY }
    }
}

/// A report as JSON.
pub fn report_text(report: &Report<'_, String>) -> String {
    let phase = match report.phase {
        Phase::Strategy => "strategy",
        Phase::Check => "check",
        _ => "search",
    };
    json!({
        "nodes": report.nodes,
        "nodes_per_second": report.nodes_per_second,
        "proof": report.proof,
        "disproof": report.disproof,
        "bytes": report.bytes,
        "seconds": report.seconds,
        "line": report.line,
        "phase": phase,
        "positions": report.built.map(|built| built.positions),
        "share": report.built.and_then(|built| built.share),
    })
    .to_string()
}

/// What a panic becomes: there should be none.
pub fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string())).unwrap_or_default();
        Error::new_err(format!("winproof made a mistake ({text}); please report it with what you called"))
    })
}

/// Does work on another thread. Ctrl-C, or an exception of the listener, sets the flag; the work ends then with what is
/// known.
pub fn run<T: Send>(
    py: Python<'_>,
    listener: &Listener,
    cancel: &Arc<AtomicBool>,
    work: impl FnOnce(&mut Reporter<'_>) -> T + Send,
) -> PyResult<T> {
    enum Message<T> {
        Report(String),
        Done(PyResult<T>),
    }
    let (sender, receiver) = channel();
    let mut failure = None;
    let done = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
        let spawned = worker.spawn_scoped(scope, move || {
            let done = guarded(|| {
                work(&mut |report| {
                    let _ = sender.send(Message::Report(report));
                })
            });
            let _ = sender.send(Message::Done(done));
        });
        if let Err(error) = spawned {
            return Err(Error::new_err(format!("no thread could be started: {error}")));
        }
        let mut receiver = receiver;
        loop {
            let (message, back) = py.detach(move || (receiver.recv_timeout(BETWEEN_LOOKS), receiver));
            receiver = back;
            match message {
                Ok(Message::Done(done)) => return done,
                Ok(Message::Report(report)) => {
                    if let Some(listener) = listener
                        && failure.is_none()
                        && let Err(error) = listener.call1(py, (report,))
                    {
                        failure = Some(error);
                        cancel.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Error::new_err("the search was lost")),
            }
            if py.check_signals().is_err() {
                cancel.store(true, Ordering::Relaxed);
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => done,
    }
}
