//! How a run ends: the documented exit codes, the sentence that goes with the ones that are errors, and panics.

use super::output;
use std::fmt::Display;

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

/// Panics are mistakes in this program: one sentence that says what to report, and the exit code 1.
pub fn explain_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
        let place = panic.location().map_or("an unknown place".to_string(), ToString::to_string);
        output::error(&format!(
            "winproof-lab {} has come to a case that it does not handle ({}; {place}): please report this sentence \
             together with the command that you gave",
            env!("CARGO_PKG_VERSION"),
            text.replace(['\n', '\r'], " ")
        ));
        std::process::exit(i32::from(Exit::Failed.code()));
    }));
}
