//! The command `winproof`: solves games, writes proofs and checks them.
//!
//! `args` says what can be asked, each file in `command` answers one kind of request, and this file makes sure that
//! every run ends with one of the documented exit codes and, if something is wrong, one sentence.

mod args;
mod bench;
mod command;
mod crash;
mod failure;
mod interrupt;
mod memory;
mod output;
mod phrases;
mod progress;
mod request;

use clap::Parser;
use failure::{Exit, Failure};
use std::process::ExitCode;

fn main() -> ExitCode {
    crash::explain_panics();
    let exit = match args::Cli::try_parse() {
        Ok(cli) => command::run(&cli.command).unwrap_or_else(|failure| {
            output::error(&failure.sentence);
            failure.exit
        }),
        Err(answer) => answer_without_command(&answer),
    };
    ExitCode::from(exit.code())
}

/// Help, the version, or what is wrong with the call: clap has the text ready.
fn answer_without_command(answer: &clap::Error) -> Exit {
    use clap::error::ErrorKind;
    let is_help = match answer.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        // A bare `winproof` asks what there is; a subcommand without its arguments is a mistake.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => std::env::args_os().len() <= 1,
        _ => false,
    };
    let text = answer.render();
    let printed: Result<(), Failure> = if is_help {
        output::print(&text.ansi().to_string()).map(|_| ())
    } else {
        output::remark(text.ansi().to_string().trim_end());
        Ok(())
    };
    match printed {
        Ok(()) if is_help => Exit::Done,
        Ok(()) => Exit::Wrong,
        Err(failure) => failure.exit,
    }
}
