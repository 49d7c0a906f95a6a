//! Strategies on disk: sorted lists of entries that need not fit into memory, and the certificate made of them.
//!
//! A recorder is what a run is given when its proof shall become a file. Strategies of games whose positions never
//! repeat are built layer by layer ([`layers`](super::layers)); others are found in memory and recorded here. Either
//! way positions that settle within the horizon in a few steps are left out: the checker settles them again.

use super::follow::Follower;
use super::{NoStrategy, Strategy};
use crate::game::Game;
use crate::limits::Stopped;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::io::{self, Write};
use std::path::PathBuf;
use winproof_check::certificate::Header;
use winproof_check::settle::Half;
use winproof_check::sorter::{Merged, Sorter, Temporary};
use winproof_check::{BlockWriter, Player, Rules, TextError, TextRules};

/// How far the checker plays by itself where a certificate lists nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// As far as keeps both the file and the work of the checker small.
    #[default]
    Auto,
    /// At most so many plies.
    Plies(u8),
}

/// The plies of [`Horizon::Auto`]. It is the limit on positions that counts.
const AUTO_PLIES: u8 = 40;

impl Horizon {
    /// In plies.
    pub fn plies(self) -> u8 {
        match self {
            Horizon::Auto => AUTO_PLIES,
            Horizon::Plies(plies) => plies,
        }
    }
}

/// How a certificate is to be made.
#[derive(Clone, Debug)]
pub struct ProofSettings {
    /// How far the checker plays by itself.
    pub horizon: Horizon,
    /// A position is left out if it settles within so many positions. The checker spends about as much on each.
    pub most_to_settle: u64,
    /// Where temporary files go; the system's own folder for such files if none is given.
    pub temporary: Option<PathBuf>,
}

impl Default for ProofSettings {
    fn default() -> Self {
        ProofSettings { horizon: Horizon::Auto, most_to_settle: ProofSettings::MOST_TO_SETTLE, temporary: None }
    }
}

impl ProofSettings {
    /// What a position may take to settle, if nobody says.
    pub const MOST_TO_SETTLE: u64 = 1000;
}

/// The words for positions and moves of a game, as functions, which threads can share.
pub struct Words<G: Rules> {
    pub(crate) position: fn(&G, &G::Position) -> String,
    pub(crate) mv: fn(&G, &G::Position, G::Move) -> String,
    pub(crate) parse: fn(&G, &str) -> Result<G::Position, TextError>,
}

impl<G: Rules> Clone for Words<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Rules> Copy for Words<G> {}

impl<G: TextRules> Words<G> {
    /// Those of the rules themselves.
    #[expect(clippy::new_without_default, reason = "there is nothing that a default could mean")]
    pub fn new() -> Self {
        Words { position: G::position_text, mv: G::move_text, parse: G::parse_position }
    }
}

/// A strategy on disk.
struct Recorded {
    player: Player,
    ranked: bool,
    /// Positions in ascending order; the payload is a rank and a move.
    entries: Merged,
    /// Where payloads tell how deep a position is: the depth that has rank 0.
    deepest: Option<u32>,
}

/// The strategies behind an answer, on disk.
#[derive(Default)]
pub struct Recording {
    /// Max's strategy for the lower bound, Min's for the upper.
    recorded: [Option<Recorded>; 2],
}

/// Takes strategies to disk while they are found.
pub(crate) struct Recorder<G: Game> {
    pub(crate) words: Words<G>,
    pub(crate) settings: ProofSettings,
    pub(crate) recording: Recording,
    /// The moves from the root along the strategies that were built layer by layer.
    pub(crate) line: Vec<G::Move>,
}

impl Recording {
    /// Whether the strategy of a player is there.
    pub fn has_strategy_of(&self, player: Player) -> bool {
        self.recorded[usize::from(player == Player::Min)].is_some()
    }

    /// Writes the certificate of a claim about the root whose strategies were recorded. Gives the number of entries.
    pub fn write(self, header: &Header, mut output: impl Write) -> io::Result<u64> {
        self.write_to(header, &mut output)
    }

    fn write_to(self, header: &Header, output: &mut dyn Write) -> io::Result<u64> {
        let claim = header.claims.first();
        let mut blocks = BlockWriter::new(output, header)?;
        let mut entries = 0;
        for mut recorded in self.recorded.into_iter().flatten() {
            let is_claimed = claim.is_some_and(|claim| match recorded.player {
                Player::Max => claim.at_least.is_some(),
                Player::Min => claim.at_most.is_some(),
            });
            if !is_claimed {
                continue;
            }
            blocks.section(0, recorded.player, recorded.ranked)?;
            while let Some((position, payload)) = recorded.entries.next()? {
                let (number, mv) = payload.split_at(4);
                let number = u32::from_be_bytes(number.try_into().expect("four bytes"));
                let rank = match recorded.deepest {
                    Some(deepest) => deepest - (u32::MAX - number),
                    None => number,
                };
                let text = |bytes| std::str::from_utf8(bytes).map_err(io::Error::other);
                blocks.entry(text(position)?, text(mv)?, rank)?;
                entries += 1;
            }
        }
        blocks.finish()?.flush()?;
        Ok(entries)
    }
}

impl<G: Game> Recorder<G> {
    pub(crate) fn new(words: Words<G>, settings: ProofSettings) -> Self {
        Recorder { words, settings, recording: Recording::default(), line: Vec::new() }
    }

    /// Records a strategy that is in memory: what can be reached from the root and does not settle by itself.
    pub(crate) fn record(
        &mut self,
        game: &G,
        root: &G::Position,
        half: Half,
        strategy: &Strategy<G>,
        most_bytes: usize,
    ) -> Result<u64, NoStrategy> {
        let book: HashMap<&G::Position, usize, FxBuildHasher> =
            strategy.entries.iter().enumerate().map(|(place, entry)| (&entry.position, place)).collect();
        let mut list = List::new(self, half, most_bytes);
        let mut follower = Follower::new(game, half, &self.settings);
        let mut is_listed = vec![false; strategy.entries.len()];
        let mut open = vec![root.clone()];
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            let missing = || NoStrategy::Contradiction(format!("the strategy lacks {position:?}"));
            let &place = book.get(&position).ok_or_else(missing)?;
            if std::mem::replace(&mut is_listed[place], true) {
                continue;
            }
            let entry = &strategy.entries[place];
            let mv = entry.mv.map(|mv| (self.words.mv)(game, &position, mv));
            list.add(&(self.words.position)(game, &position), mv.as_deref(), entry.rank)?;
            follower.follow(&position, entry.mv, &mut moves, &mut |follower, next| {
                if !follower.settles(next) {
                    open.push(next.clone());
                }
                Ok(())
            })?;
        }
        let entries = list.entries;
        self.recording.recorded[usize::from(half.player == Player::Min)] = Some(Recorded {
            player: half.player,
            ranked: strategy.ranked,
            entries: entries.finish().map_err(|error| no_room(&error))?,
            deepest: None,
        });
        Ok(is_listed.into_iter().filter(|&is_listed| is_listed).count() as u64)
    }

    /// Keeps a strategy that was built layer by layer.
    pub(crate) fn keep(&mut self, list: List, deepest: u32) -> Result<(), NoStrategy> {
        self.recording.recorded[usize::from(list.half.player == Player::Min)] = Some(Recorded {
            player: list.half.player,
            ranked: true,
            entries: list.entries.finish().map_err(|error| no_room(&error))?,
            deepest: Some(deepest),
        });
        Ok(())
    }
}

/// Temporary files that cannot be written end the search for a strategy as a limit does.
pub(crate) fn no_room(error: &io::Error) -> NoStrategy {
    NoStrategy::Limit(Stopped::Disk(error.raw_os_error()))
}

/// The entries of a strategy on their way to disk.
pub(crate) struct List {
    half: Half,
    entries: Sorter,
    payload: Vec<u8>,
}

impl List {
    pub(crate) fn new<G: Game>(recorder: &Recorder<G>, half: Half, most_bytes: usize) -> Self {
        let temporary = Temporary::new(recorder.settings.temporary.as_deref());
        List { half, entries: Sorter::new(most_bytes, &temporary), payload: Vec::new() }
    }

    /// Lists a position with the strategist's move, if it is his. `number` sorts entries of one position: the least
    /// stays.
    pub(crate) fn add(&mut self, position: &str, mv: Option<&str>, number: u32) -> Result<(), NoStrategy> {
        self.payload.clear();
        self.payload.extend_from_slice(&number.to_be_bytes());
        self.payload.extend_from_slice(mv.unwrap_or("-").as_bytes());
        self.entries.add(position.as_bytes(), &self.payload).map_err(|error| no_room(&error))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.bytes()
    }
}
