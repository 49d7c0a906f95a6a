//! The subcommands, one file each.

mod algorithms;
mod check;
mod compare;
mod completions;
mod destination;
mod explore;
mod games;
mod man;
mod mate;
mod perft;
mod picture;
mod problem;
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
        Command::Problem(arguments) => problem::run(arguments),
        Command::Uci => uci::run(),
        Command::Perft(arguments) => perft::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Picture(arguments) => picture::run(arguments),
        Command::Games(arguments) => games::run(arguments),
        Command::Algorithms(arguments) => algorithms::run(arguments),
        Command::Resume(arguments) => resume::run(arguments),
        Command::Work(arguments) => (crate::cluster::extension()?.work)(arguments, crate::cluster::flag()),
        Command::Cluster(question) => (crate::cluster::extension()?.ask)(&question.what, crate::cluster::flag()),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
        Command::Lab(arguments) => Err(second_program("lab", &arguments.words)),
        Command::Bench(arguments) => Err(second_program("bench", &arguments.words)),
    }
}

/// The laboratory and the benchmarks would more than double what has to be compiled, so they are not in the command.
fn second_program(name: &str, words: &[String]) -> Failure {
    let words: String = words.iter().map(|word| format!(" {}", destination::quoted(word))).collect();
    Failure::wrong(format!(
        "'{name}' is part of a second program; in a clone of the repository run: cargo run --release -p winproof-lab \
         -- {name}{words}"
    ))
}
