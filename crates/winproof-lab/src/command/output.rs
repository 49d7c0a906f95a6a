//! Writing to the two streams: answers to standard output, remarks to standard error, colours where they are wanted.
//!
//! `anstream` takes the colours out again where a stream is no terminal or `NO_COLOR` is set. A reader that has gone
//! (`winproof-lab … | head`) is no error.

use super::failure::{Exit, Failure};
use owo_colors::OwoColorize;
use std::io::{ErrorKind, Write};

/// Whether anybody still reads standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// As far as one can tell.
    Listening,
    /// The pipe is closed.
    Gone,
}

/// Prints a text as it is to standard output.
pub fn print(text: &str) -> Result<Reader, Failure> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Reader::Listening),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Failure::new(Exit::Failed, format!("cannot write to standard output: {error}"))),
    }
}

/// Prints a line to standard error.
pub fn remark(text: &str) {
    // Nobody is left to hear of a standard error that cannot be written to.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Prints the sentence of an error to standard error.
pub fn error(sentence: &str) {
    remark(&format!("{} {sentence}", "error:".red().bold()));
}
