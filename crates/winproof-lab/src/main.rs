//! The program `winproof-lab`: runs published experiments again, and the benchmarks.
//!
//! It stands apart from the command `winproof`, which people install: it is compiled for many games that only
//! experiments need. This file makes sure that every run ends with one of the documented exit codes and, if something
//! is wrong, one sentence.
#![forbid(unsafe_code)]

mod command;

use clap::Parser;
use clap::error::ErrorKind;
use command::args::Cli;
use command::failure::{Exit, without_panics};
use command::output;
use std::process::ExitCode;

fn main() -> ExitCode {
    let exit = without_panics(|| match Cli::try_parse() {
        Ok(cli) => command::run(&cli.command).unwrap_or_else(|failure| {
            output::error(&failure.sentence);
            failure.exit
        }),
        Err(answer) => answer_without_command(&answer),
    });
    ExitCode::from(exit.code())
}

/// Help, the version, or what is wrong with the call: clap has the text ready.
fn answer_without_command(answer: &clap::Error) -> Exit {
    let is_help = match answer.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        // A bare `winproof-lab` asks what there is; a subcommand without its arguments is a mistake.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => std::env::args_os().len() <= 1,
        _ => false,
    };
    let text = answer.render().ansi().to_string();
    if !is_help {
        output::remark(text.trim_end());
        return Exit::Wrong;
    }
    match output::print(&text) {
        Ok(_) => Exit::Done,
        Err(failure) => failure.exit,
    }
}
