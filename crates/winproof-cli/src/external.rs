//! Rules that are a program: opened like any other game, and asked after every search whether anything went wrong.

use crate::failure::Failure;
use crate::interrupt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use winproof::open::OpenGame;
use winproof::{Rules, TextRules};
use winproof_external::{External, Problem, Program, Settings};

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
    let settings = Settings { patience: source.patience, processes: source.threads, ..Settings::default() };
    let program = Program::start(source.command, settings).map_err(Failure::wrong)?;
    let game = GAME.get_or_init(|| External::new(Arc::new(program), interrupt::flag()));
    let mut root = match position {
        None => game.start().map_err(Failure::wrong)?,
        Some(text) => game.read(text).map_err(Failure::wrong)?.map_err(Failure::wrong)?,
    };
    for text in moves.unwrap_or_default().split_whitespace() {
        let mv = game.parse_move(&root, text);
        trouble()?;
        root = game.play(&root, mv.map_err(Failure::wrong)?);
        trouble()?;
    }
    game.conform(&root).map_err(Failure::wrong)?;
    Ok(game.open(root))
}

/// What went wrong with the rules, if anything did: then nothing that was found means anything.
pub fn problem() -> Option<Problem> {
    GAME.get().and_then(External::problem)
}

/// The same as a failure of the run.
pub fn trouble() -> Result<(), Failure> {
    problem().map_or(Ok(()), |problem| Err(Failure::wrong(problem)))
}
