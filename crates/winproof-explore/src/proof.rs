//! A certificate in memory: what it says of a position, and what its strategies play there.
//!
//! A position that is listed, or settles within the horizon, or has only such moves for the opponent, is worth what the
//! half of the claim says: the same reasoning as the checker's, one position at a time.

use crate::graph::Graph;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use winproof::open::OpenGame;
use winproof::proof::check::{Reader, Refusal};
use winproof::{Player, Status, Value};
use winproof_check::certificate::Header;
use winproof_check::settle::Half;

/// The most entries that are held in memory.
pub const MOST_ENTRIES: usize = 4_000_000;
/// The most positions that a position may take to settle: what the builder leaves out takes fewer, unless told
/// otherwise.
const MOST_TO_SETTLE: u64 = 2_000;
/// The same where an answer is wanted: as many as a checker looks at.
const MOST_FOR_REPLY: u64 = 100_000;
/// Strategies of at most so many entries are counted when they are read.
const COUNTED_AT_ONCE: usize = 2_000;
/// What the checker may hold.
const CHECK_MEMORY: usize = 256 << 20;

/// The strategy of one half of a claim.
pub struct Strategy {
    /// What it makes sure of.
    pub half: Half,
    /// The position that the claim is about.
    pub root: String,
    /// Whether ranks fall along it.
    pub ranked: bool,
    /// The move and the rank of each position.
    pub entries: HashMap<String, (String, u32)>,
    /// All positions that it leads to, once they have been counted.
    graph: OnceLock<Option<Graph>>,
}

/// A certificate that was checked.
pub struct Proof {
    /// What it is about.
    pub header: Header,
    /// The positions that it lists.
    pub positions: u64,
    /// Its strategies.
    pub strategies: Vec<Strategy>,
    /// What was found out about positions.
    found: Mutex<HashMap<String, ProofBounds>>,
}

/// A lower and an upper bound.
type ProofBounds = (Option<Value>, Option<Value>);

/// The most positions of which it is remembered what was found out.
const MOST_FOUND: usize = 200_000;

/// What a strategy plays in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub mv: String,
    /// The position's rank, if it is listed.
    pub rank: Option<u32>,
}

impl Proof {
    /// Reads and checks a certificate about the game. `turned` says that the players' parts are exchanged against those
    /// in the file. The error is the checker's refusal, or why the file cannot be explored.
    pub fn load(
        path: &Path,
        game: &dyn OpenGame,
        turned: bool,
        threads: usize,
    ) -> Result<Proof, Result<Refusal, String>> {
        let open = || -> Result<Reader<'_>, Result<Refusal, String>> {
            let file = File::open(path).map_err(|error| Err(format!("it cannot be read: {error}")))?;
            Reader::open(file, CHECK_MEMORY).map_err(Ok)
        };
        let accepted = game.check(open()?, threads).map_err(Ok)?;
        let mut entries = Entries {
            header: accepted.header.clone(),
            turned,
            line: Vec::new(),
            lines: 0,
            held: 0,
            is_full: false,
            strategies: Vec::new(),
        };
        open()?.write_text(&mut entries).map_err(|refusal| match refusal {
            _ if entries.is_full => Err(format!("it lists more than {MOST_ENTRIES} positions, too many to explore")),
            refusal => Ok(refusal),
        })?;
        let Entries { strategies, .. } = entries;
        // What is small is counted at once, so that it can be said how long play lasts.
        for strategy in strategies.iter().filter(|strategy| strategy.entries.len() <= COUNTED_AT_ONCE) {
            strategy.graph(game);
        }
        Ok(Proof { header: accepted.header, positions: accepted.positions, strategies, found: Mutex::default() })
    }

    /// What its strategies show of a position: a lower and an upper bound of its value.
    pub fn bounds(&self, game: &dyn OpenGame) -> (Option<Value>, Option<Value>) {
        let position = game.position_text();
        let found = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&bounds) = found().get(&position) {
            return bounds;
        }
        let (mut lower, mut upper) = (None, None);
        for strategy in self.strategies.iter().filter(|strategy| strategy.shows(game, self.header.horizon)) {
            match strategy.half.player {
                Player::Max => lower = lower.max(Some(strategy.half.bound)),
                Player::Min => {
                    upper = Some(upper.map_or(strategy.half.bound, |bound: Value| bound.min(strategy.half.bound)))
                }
            }
        }
        let mut found = found();
        if found.len() >= MOST_FOUND {
            found.clear();
        }
        found.insert(position, (lower, upper));
        (lower, upper)
    }
}

impl Strategy {
    /// What it plays in a position, if its player is to move and it has an answer.
    pub fn reply(&self, game: &dyn OpenGame, horizon: u8) -> Option<Reply> {
        if game.status() != Status::Turn(self.half.player) {
            return None;
        }
        if let Some((mv, rank)) = self.entries.get(&game.position_text()) {
            return Some(Reply { mv: mv.clone(), rank: Some(*rank) });
        }
        let settle = |most| game.settle(self.half, horizon, most);
        let (_, mv) = settle(MOST_TO_SETTLE).or_else(|| settle(MOST_FOR_REPLY))?;
        Some(Reply { mv: mv?, rank: None })
    }

    /// Whether a position is answered: it has ended well, is listed, or settles within the horizon.
    fn answers(&self, game: &dyn OpenGame, horizon: u8) -> bool {
        match game.status() {
            Status::Ended(value) => self.half.is_kept_by(value),
            Status::Turn(_) => {
                self.entries.contains_key(&game.position_text())
                    || horizon > 0 && game.settle(self.half, horizon, MOST_TO_SETTLE).is_some()
            }
        }
    }

    /// Whether it makes sure of its half in a position.
    pub fn shows(&self, game: &dyn OpenGame, horizon: u8) -> bool {
        if self.answers(game, horizon) {
            return true;
        }
        if game.status() != Status::Turn(self.half.player.opponent()) {
            return false;
        }
        game.moves().iter().all(|mv| game.after(mv).is_ok_and(|next| self.answers(&*next, horizon)))
    }

    /// How many plies play lasts from a position at most, if all positions have been counted already.
    pub fn longest(&self, position: &str) -> Option<u32> {
        self.graph.get()?.as_ref()?.longest(position)
    }

    /// All positions that it leads to, counted once. `None` where there are too many.
    pub fn graph(&self, game: &dyn OpenGame) -> Option<&Graph> {
        self.graph.get_or_init(|| Graph::new(self, game)).as_ref()
    }
}

/// Takes the entries out of a certificate that is written as text, line by line.
struct Entries {
    header: Header,
    turned: bool,
    line: Vec<u8>,
    lines: u64,
    held: usize,
    is_full: bool,
    strategies: Vec<Strategy>,
}

impl Entries {
    fn take_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        self.lines += 1;
        if self.lines == 1 || text == "end" {
            return Ok(());
        }
        let mut fields = text.split('\t');
        match (fields.next(), fields.next(), fields.next()) {
            (Some(section), None, None) => self.start(section),
            (Some(position), Some(mv), Some(rank)) => {
                self.held += 1;
                self.is_full = self.held > MOST_ENTRIES;
                if self.is_full {
                    return Err(io::Error::other("too many"));
                }
                let rank = rank.parse().map_err(io::Error::other)?;
                if let Some(strategy) = self.strategies.last_mut() {
                    strategy.entries.insert(position.to_string(), (mv.to_string(), rank));
                }
            }
            _ => return Err(io::Error::other("a line that is not an entry")),
        }
        Ok(())
    }

    /// Starts the strategy that a line describes.
    fn start(&mut self, section: &str) {
        let Ok(section) = serde_json::from_str::<serde_json::Value>(section) else { return };
        let claim = section["claim"].as_u64().unwrap_or(0) as usize;
        let is_max = section["player"] == "max";
        let Some(claim) = self.header.claims.get(claim) else { return };
        let bound = if is_max { claim.at_least } else { claim.at_most };
        let Some(bound) = bound else { return };
        let player = if is_max != self.turned { Player::Max } else { Player::Min };
        let bound = if self.turned { -bound } else { bound };
        let (half, root, ranked) = (Half { player, bound }, claim.root.clone(), section["ranked"] == true);
        self.strategies.push(Strategy { half, root, ranked, entries: HashMap::new(), graph: OnceLock::new() });
    }
}

impl Write for Entries {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            match byte {
                b'\n' => self.take_line()?,
                other => self.line.push(other),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
