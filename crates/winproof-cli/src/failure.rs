//! How a run ends: the documented exit codes, and the sentence that goes with the ones that are errors.

use std::fmt::Display;

/// How the command ends. The numbers are part of its interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Solved, valid, or whatever else was asked is done.
    Done,
    /// Something failed, or a certificate was refused.
    Failed,
    /// The call or the input was wrong; a missing or broken file too.
    Wrong,
    /// Not solved within the limits.
    Unsolved,
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
            Exit::Unsolved => 3,
            Exit::Interrupted => 130,
        }
    }
}

/// A run that ended with an error: one sentence with the place and the fix, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What to end with.
    pub exit: Exit,
    /// What to say.
    pub sentence: String,
}

impl Failure {
    /// The call or the input is wrong.
    pub fn wrong(sentence: impl Display) -> Failure {
        Failure { exit: Exit::Wrong, sentence: sentence.to_string() }
    }

    /// Something failed that was asked rightly.
    pub fn failed(sentence: impl Display) -> Failure {
        Failure { exit: Exit::Failed, sentence: sentence.to_string() }
    }
}

/// What the system says of a file, without the number that Rust adds to it.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((plain, _)) => plain.to_lowercase(),
        None => text,
    }
}
