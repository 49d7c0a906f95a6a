//! The command `winproof` as a library: a game of your own gets the whole command in a line.
//!
//! ```no_run
//! # use winproof::{Game, Player, Rules, Status, TextError, TextRules};
//! # #[derive(Clone)]
//! # struct MyGame;
//! # impl Rules for MyGame {
//! #     type Position = u8;
//! #     type Move = u8;
//! #     fn status(&self, _: &u8) -> Status { Status::Ended(0) }
//! #     fn moves(&self, _: &u8, _: &mut Vec<u8>) {}
//! #     fn play(&self, _: &u8, mv: u8) -> u8 { mv }
//! # }
//! # impl Game for MyGame {}
//! # impl TextRules for MyGame {
//! #     fn name(&self) -> String { "my-game".to_string() }
//! #     fn start(&self) -> u8 { 0 }
//! #     fn position_text(&self, position: &u8) -> String { position.to_string() }
//! #     fn parse_position(&self, text: &str) -> Result<u8, TextError> { Err(TextError::new(text)) }
//! #     fn move_text(&self, _: &u8, mv: u8) -> String { mv.to_string() }
//! # }
//! fn main() -> std::process::ExitCode {
//!     winproof_cli::main_with(MyGame) // my-game solve, check, perft, compare, resume …
//! }
//! ```
//!
//! `args` says what can be asked, each file in `command` answers one kind of request, and this file makes sure that
//! every run ends with one of the documented exit codes and, if something is wrong, one sentence.
#![forbid(unsafe_code)]

mod args;
mod catalog;
pub mod cluster;
mod command;
mod crash;
mod external;
mod failure;
mod interrupt;
mod output;
mod phrases;
mod progress;
mod request;

use clap::Parser;
use failure::{Exit, Failure};
use std::process::ExitCode;
use winproof::TextGame;
use winproof::machine as memory;

/// Runs the command with all games of the registry.
pub fn main() -> ExitCode {
    run()
}

/// Runs the command with one game, besides graph files and those of the registry: its name stands for it.
pub fn main_with<G: TextGame + Clone + Send + Sync + 'static>(game: G) -> ExitCode {
    catalog::add(game);
    run()
}

/// Runs the command with what searches on many machines besides.
pub fn main_with_cluster(extension: cluster::Extension) -> ExitCode {
    cluster::extend(extension);
    run()
}

fn run() -> ExitCode {
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
