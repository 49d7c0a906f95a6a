//! Strategies on disk: sorted lists of entries that need not fit into memory, and the certificate made of them.
//!
//! A recorder is what a run is given when its proof shall become a file. Strategies of games whose positions never
//! repeat are built layer by layer ([`layers`](super::layers)); others are found in memory and recorded here. Either
//! way positions that settle within the horizon in a few steps are left out: the checker settles them again.

use super::{NoStrategy, Strategy};
use crate::game::{Game, Status};
use crate::limits::Stopped;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::io::{self, Write};
use std::path::PathBuf;
use winproof_check::certificate::Header;
use winproof_check::settle::{Half, Settler};
use winproof_check::sorter::{Merged, Sorter, Temporary};
use winproof_check::{BlockWriter, Player, Rules, TextRules};

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

/// The words for positions and moves of a game.
pub type Texts<'a, G> = dyn TextRules<Position = <G as Rules>::Position, Move = <G as Rules>::Move> + 'a;

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
pub(crate) struct Recorder<'a, G: Game> {
    pub(crate) texts: &'a Texts<'a, G>,
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
    pub fn write(self, header: &Header, output: impl Write) -> io::Result<u64> {
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

impl<'a, G: Game> Recorder<'a, G> {
    pub(crate) fn new(texts: &'a Texts<'a, G>, settings: ProofSettings) -> Self {
        Recorder { texts, settings, recording: Recording::default(), line: Vec::new() }
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
        let mut list = List::new(self, game, half, most_bytes);
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
            list.add(&position, entry.mv, entry.rank)?;
            list.follow(&position, entry.mv, &mut moves, &mut |list, next| {
                if !list.settles(next) {
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
    pub(crate) fn keep(&mut self, list: ListEnd, deepest: u32) -> Result<(), NoStrategy> {
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

/// A finished list of entries.
pub(crate) struct ListEnd {
    half: Half,
    entries: Sorter,
}

/// Someone who hears of positions that have to be answered.
type Each<'e, 'a, G> = dyn FnMut(&mut List<'a, G>, &<G as Rules>::Position) -> Result<(), NoStrategy> + 'e;

/// The entries of a strategy on their way to disk.
pub(crate) struct List<'a, G: Game> {
    game: &'a G,
    texts: &'a Texts<'a, G>,
    half: Half,
    horizon: u8,
    most_to_settle: u64,
    settler: Settler<'a, G>,
    pub(crate) entries: Sorter,
    payload: Vec<u8>,
}

impl<'a, G: Game> List<'a, G> {
    pub(crate) fn new<'r: 'a>(recorder: &Recorder<'r, G>, game: &'a G, half: Half, most_bytes: usize) -> Self {
        let temporary = Temporary::new(recorder.settings.temporary.as_deref());
        List {
            game,
            texts: recorder.texts,
            half,
            horizon: recorder.settings.horizon.plies(),
            most_to_settle: recorder.settings.most_to_settle,
            settler: Settler::new(game, half),
            entries: Sorter::new(most_bytes, &temporary),
            payload: Vec::new(),
        }
    }

    /// Lists a position with the strategist's move, if it is his. `number` sorts entries of one position: the least
    /// stays.
    pub(crate) fn add(&mut self, position: &G::Position, mv: Option<G::Move>, number: u32) -> Result<(), NoStrategy> {
        self.payload.clear();
        self.payload.extend_from_slice(&number.to_be_bytes());
        match mv {
            Some(mv) => self.payload.extend_from_slice(self.texts.move_text(position, mv).as_bytes()),
            None => self.payload.push(b'-'),
        }
        let text = self.texts.position_text(position);
        self.entries.add(text.as_bytes(), &self.payload).map_err(|error| no_room(&error))
    }

    /// Names the positions that have to be answered after a position: those after the strategist's move and each reply,
    /// or after each of the opponent's moves.
    pub(crate) fn follow(
        &mut self,
        position: &G::Position,
        mv: Option<G::Move>,
        moves: &mut Vec<G::Move>,
        each: &mut Each<'_, 'a, G>,
    ) -> Result<(), NoStrategy> {
        let game = self.game;
        let mut position = position.clone();
        if let Some(mv) = mv {
            position = game.play(&position, mv);
            if game.status(&position) != Status::Turn(self.half.player.opponent()) {
                return self.answer(&position, each);
            }
        }
        moves.clear();
        game.moves(&position, moves);
        for &mv in moves.iter() {
            self.answer(&game.play(&position, mv), each)?;
        }
        Ok(())
    }

    /// A position that has to be answered: passed on unless it is a good end.
    fn answer(&mut self, position: &G::Position, each: &mut Each<'_, 'a, G>) -> Result<(), NoStrategy> {
        match self.game.status(position) {
            Status::Ended(value) if self.half.is_kept_by(value) => Ok(()),
            Status::Ended(value) => {
                Err(NoStrategy::Contradiction(format!("play can end in {position:?}, worth {value}")))
            }
            Status::Turn(_) => each(self, position),
        }
    }

    /// The text of a position.
    pub(crate) fn text(&self, position: &G::Position) -> String {
        self.texts.position_text(position)
    }

    /// Whether the checker settles a position by itself, with little work.
    pub(crate) fn settles(&mut self, position: &G::Position) -> bool {
        self.horizon > 0 && self.settler.settles(position, self.horizon, self.most_to_settle) == Some(true)
    }

    pub(crate) fn end(self) -> ListEnd {
        ListEnd { half: self.half, entries: self.entries }
    }
}
