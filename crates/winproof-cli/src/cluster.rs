//! What a program that can search on many machines adds to the command.
//!
//! The client of the message server and the store of a run would double what has to be compiled, so they are not in
//! the command `winproof`. The program `winproof-cluster` is the same command with them; `winproof` starts it, beside
//! itself or on the PATH, where a call needs it.

pub use crate::args::{
    ClusterArguments, ClusterBenchArguments, ClusterQuestion, ServerArguments, StatusArguments, WorkArguments,
};
pub use crate::failure::{Exit, Failure};
pub use crate::output::{bytes, count, remark, seconds};

use crate::external::{self, Source};
use crate::interrupt;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use winproof::TextError;
use winproof::open::OpenGame;
use winproof_games::registry::Request;

/// Makes a game whose positions are solved elsewhere of a game, quietly or not.
pub type SolveElsewhere = fn(Box<dyn OpenGame>, &ClusterArguments, bool) -> Result<Box<dyn OpenGame>, Failure>;

/// What the program adds.
#[derive(Clone, Copy)]
pub struct Extension {
    /// A game whose positions are solved by a cluster, or why there is none.
    pub solve: SolveElsewhere,
    /// Works for a cluster until the flag is set.
    pub work: fn(&WorkArguments, Arc<AtomicBool>) -> Result<Exit, Failure>,
    /// Says how a cluster stands, or simulates one.
    pub ask: fn(&ClusterQuestion, Arc<AtomicBool>) -> Result<Exit, Failure>,
}

static EXTENSION: OnceLock<Extension> = OnceLock::new();

/// Adds what searches on many machines.
pub(crate) fn extend(extension: Extension) {
    let _ = EXTENSION.set(extension);
}

/// The game that is asked for, as the command would open it.
pub fn open(request: &Request) -> Result<Box<dyn OpenGame>, TextError> {
    crate::catalog::open(request)
}

/// Whether the rules of a game with these parameters are a program, which whoever opens it has to have.
pub fn is_program(parameters: &[(String, String)]) -> bool {
    parameters.iter().any(|(name, _)| name == winproof_external::HASH_PARAMETER)
}

/// The game of a program that has rules, at a position. A process has one such program.
pub fn open_program(
    command: &str,
    patience: Duration,
    threads: usize,
    position: &str,
) -> Result<Box<dyn OpenGame>, Failure> {
    external::open(&Source { command, patience, threads }, Some(position), None)
}

/// What went wrong with a program that has rules, said once: then nothing that was found since means anything.
pub fn program_problem() -> Option<String> {
    external::problem().map(|problem| problem.to_string())
}

/// How many threads can run at once.
pub fn cores() -> usize {
    crate::memory::cores()
}

/// The memory that a worker may use if nobody says: half of what is available.
pub fn worker_memory() -> usize {
    crate::memory::default_limit().map_or(256 << 20, |bytes| bytes / 3 * 2)
}

/// The flag that Ctrl-C sets.
pub(crate) fn flag() -> Arc<AtomicBool> {
    interrupt::flag()
}

/// What the program adds, if this is the program; otherwise the program runs in place of this one.
pub(crate) fn extension() -> Result<Extension, Failure> {
    if let Some(extension) = EXTENSION.get() {
        return Ok(*extension);
    }
    Err(hand_over())
}

const PROGRAM: &str = "winproof-cluster";

/// Runs the other program with the same arguments, and ends as it ends. Comes back if there is none.
fn hand_over() -> Failure {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(&name)).filter(|path| path.is_file());
    let program = beside.unwrap_or_else(|| name.into());
    // Ctrl-C goes to both; the other one answers it, and this one waits for the answer.
    interrupt::patient();
    match Command::new(program).args(std::env::args_os().skip(1)).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(i32::from(Exit::Failed.code()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Failure::wrong(
            "searches on many machines need the program winproof-cluster, which is not installed; in a clone of the \
             repository run: cargo install --path crates/winproof-cluster",
        ),
        Err(error) => Failure::failed(format!("{PROGRAM} cannot be started: {}", crate::failure::reason(&error))),
    }
}

/// Prints to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    crate::output::print(text).map(|_| ())
}
