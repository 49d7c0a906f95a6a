//! One game being explored: its rules, the certificates that were read or made, and the values found so far.

use crate::known::Known;
use crate::proof::Proof;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use winproof::open::OpenGame;
use winproof::{Player, Status, TextError};

/// Opens the game of a session: where it starts, or at another position with the player to move as Max.
pub type Opener = dyn Fn(Option<&str>) -> Result<Box<dyn OpenGame>, TextError> + Send + Sync;

/// The most values that are kept. Beyond that, all are forgotten and found again.
const MOST_VALUES: usize = 1_000_000;

/// What searches may use, unless a page asks for less.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Seconds for one position and its moves.
    pub seconds: f64,
    /// The most seconds that a page may ask for.
    pub most_seconds: f64,
    /// Bytes.
    pub memory: usize,
    /// The most bytes that a page may ask for.
    pub most_memory: usize,
    /// Threads.
    pub threads: usize,
}

/// A game being explored.
pub struct Session {
    open: Box<Opener>,
    /// The words after `winproof solve` that name the game, such as `connect4 --size 5x4`.
    pub command: Command,
    /// What searches may use.
    pub budget: Budget,
    proofs: RwLock<Vec<Arc<Proof>>>,
    values: Mutex<HashMap<String, Known>>,
}

/// How the command line names the game of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The game, and the file if it is a graph, quoted for a shell.
    pub game: String,
    /// The options that make its rules, with a space before each.
    pub options: String,
    /// Whether a position can be named; otherwise moves lead to it.
    pub takes_position: bool,
}

impl Session {
    /// A session without certificates.
    pub fn new(open: Box<Opener>, command: Command, budget: Budget) -> Session {
        Session { open, command, budget, proofs: RwLock::default(), values: Mutex::default() }
    }

    /// The game where the session starts.
    pub fn root(&self) -> Result<Box<dyn OpenGame>, TextError> {
        (self.open)(None)
    }

    /// The same game with the player to move at a position as Max.
    pub fn fresh(&self, position: &str) -> Result<Box<dyn OpenGame>, TextError> {
        (self.open)(Some(position))
    }

    /// The game at a position after some moves: at each of them, the start first.
    pub fn line(&self, position: Option<&str>, moves: &[String]) -> Result<Vec<Box<dyn OpenGame>>, TextError> {
        let root = self.root()?;
        let mut line = vec![match position {
            Some(text) => root.at(text)?,
            None => root,
        }];
        for (number, mv) in (1..).zip(moves) {
            let next = line[line.len() - 1].after(mv);
            line.push(next.map_err(|error| TextError::new(format!("move {number} of {}: {error}", moves.len())))?);
        }
        Ok(line)
    }

    /// The certificates.
    pub fn proofs(&self) -> Vec<Arc<Proof>> {
        self.proofs.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether there is a certificate.
    pub fn has_proof(&self) -> bool {
        !self.proofs().is_empty()
    }

    /// Adds a certificate.
    pub fn add_proof(&self, proof: Proof) {
        self.proofs.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(proof));
    }

    /// Keeps what was found out about a position.
    pub fn keep(&self, position: String, known: Known) {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() >= MOST_VALUES {
            values.clear();
        }
        let entry = values.entry(position).or_default();
        *entry = entry.with(known);
    }

    /// In how many plies, at most, a certificate's strategy wins from a position.
    pub fn within(&self, game: &dyn OpenGame) -> Option<u32> {
        let position = game.position_text();
        let values = game.values();
        let best = |player| if player == Player::Max { values.last() } else { values.first() };
        let proofs = self.proofs();
        let all = proofs.iter().flat_map(|proof| &proof.strategies);
        let wins = all.filter(|strategy| best(strategy.half.player) == Some(&strategy.half.bound));
        wins.filter_map(|strategy| strategy.longest(&position)).min()
    }

    /// What is known of a position: by the rules, by certificates, by searches.
    pub fn known(&self, game: &dyn OpenGame) -> Known {
        if let Status::Ended(value) = game.status() {
            return Known::of_bounds(Some(value), Some(value), "rules");
        }
        let values = game.values();
        let mut known = Known::of_bounds(values.first().copied(), values.last().copied(), "rules");
        for proof in self.proofs() {
            let (lower, upper) = proof.bounds(game);
            known = known.with(Known::of_bounds(lower, upper, "certificate"));
        }
        let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.get(&game.position_text()).map_or(known, |&found| known.with(found))
    }
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+@%".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
