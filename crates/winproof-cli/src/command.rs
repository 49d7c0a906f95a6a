//! The subcommands, one file each.

mod algorithms;
mod bench;
mod check;
mod completions;
mod destination;
mod games;
mod lab;
mod man;
mod mate;
mod perft;
mod resume;
mod solve;
mod uci;

use crate::args::Command;
use crate::failure::{Exit, Failure};

/// Does what was asked.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Mate(arguments) => mate::run(arguments),
        Command::Uci => uci::run(),
        Command::Perft(arguments) => perft::run(arguments),
        Command::Games(arguments) => games::run(arguments),
        Command::Algorithms(arguments) => algorithms::run(arguments),
        Command::Resume(arguments) => resume::run(arguments),
        Command::Lab(arguments) => lab::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}
