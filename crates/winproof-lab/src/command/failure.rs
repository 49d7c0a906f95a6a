//! How a run ends: the documented exit codes, the sentence that goes with the ones that are errors, and panics.

use super::output;
use std::fmt::Display;
use std::panic::{self, PanicHookInfo, UnwindSafe};
use std::sync::{Mutex, PoisonError};

/// How the program ends. The numbers are part of its interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// What was asked is done.
    Done,
    /// Something failed, or a benchmark broke a limit.
    Failed,
    /// The call was wrong.
    Wrong,
    /// Interrupted by the user.
    Interrupted,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Wrong => 2,
            Exit::Interrupted => 130,
        }
    }
}

/// A run that ended with an error: one sentence, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What to end with.
    pub exit: Exit,
    /// What to say.
    pub sentence: String,
}

impl Failure {
    /// A failure with this sentence.
    pub fn new(exit: Exit, sentence: impl Display) -> Failure {
        Failure { exit, sentence: sentence.to_string() }
    }
}

/// The last panic, as the sentence that says what to report. Panics are mistakes in this program, except in benchmarks
/// that provoke them, catch them and count them: so the sentence is told only where a panic ends the program.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Runs the program, and makes of a panic one sentence and the exit code 1.
pub fn without_panics(run: impl FnOnce() -> Exit + UnwindSafe) -> Exit {
    panic::set_hook(Box::new(|panic| {
        let sentence = sentence(panic);
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = sentence;
    }));
    panic::catch_unwind(run).unwrap_or_else(|_| {
        output::error(&LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner));
        Exit::Failed
    })
}

fn sentence(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    let place = panic.location().map_or("an unknown place".to_string(), ToString::to_string);
    format!(
        "winproof-lab {} has come to a case that it does not handle ({}; {place}): please report this sentence \
         together with the command that you gave",
        env!("CARGO_PKG_VERSION"),
        text.replace(['\n', '\r'], " ")
    )
}
