//! Rules that are a program: opened like any other game, and asked after every search whether anything went wrong.

use crate::failure::{Exit, Failure};
use crate::interrupt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use winproof::open::OpenGame;
use winproof::{Rules, TextRules};
use winproof_external::{External, Interruption, Problem, Program, Settings};

/// A program that has rules.
pub struct Source<'a> {
    /// Its command line.
    pub command: &'a str,
    /// How long an answer may take.
    pub patience: Duration,
    /// How many threads will ask it.
    pub threads: usize,
}

/// The game of this call; there is one at most.
static GAME: OnceLock<External> = OnceLock::new();

/// The game of a program, at a position and after moves. Its rules are tested on a sample first.
pub fn open(source: &Source<'_>, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn OpenGame>, Failure> {
    let game = match GAME.get() {
        Some(game) => game,
        None => {
            let cancel = interrupt::flag();
            let settings =
                Settings { patience: source.patience, processes: source.threads, cancel, ..Settings::default() };
            let program = Program::start(source.command, settings).map_err(failure)?;
            GAME.get_or_init(|| External::new(Arc::new(program), interrupt::flag()))
        }
    };
    let mut root = match position {
        None => game.start().map_err(failure)?,
        Some(text) => game.read(text).map_err(failure)?.map_err(Failure::wrong)?,
    };
    for text in moves.unwrap_or_default().split_whitespace() {
        let mv = game.parse_move(&root, text);
        trouble()?;
        root = game.play(&root, mv.map_err(Failure::wrong)?);
        trouble()?;
    }
    game.conform(&root).map_err(failure)?;
    Ok(game.open(root))
}

/// What went wrong with the rules, if anything did: then nothing that was found means anything.
pub fn problem() -> Option<Problem> {
    GAME.get().and_then(External::problem)
}

/// The same as a failure of the run.
pub fn trouble() -> Result<(), Failure> {
    problem().map_or(Ok(()), |problem| Err(failure(problem)))
}

/// How the command ends with a problem.
fn failure(problem: Problem) -> Failure {
    match problem.cause.as_ref().is_some_and(|cause| cause.is::<Interruption>()) {
        true => Failure { exit: Exit::Interrupted, ..Failure::wrong(problem) },
        false => Failure::wrong(problem),
    }
}
