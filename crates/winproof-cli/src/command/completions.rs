//! `winproof completions`: what a shell needs to complete the command's words.

use crate::args::{Cli, CompletionsArguments};
use crate::failure::{Exit, Failure};
use crate::output;
use clap::CommandFactory;

/// Prints the completions for a shell.
pub fn run(arguments: &CompletionsArguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "winproof", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
