//! The subcommands, one file each, and what they share.

pub mod args;
mod bench;
pub mod failure;
mod lab;
pub mod output;

use args::Command;
use failure::{Exit, Failure};

/// Does what was asked.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Lab(arguments) => lab::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
    }
}
