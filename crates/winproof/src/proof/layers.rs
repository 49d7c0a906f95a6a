//! Strategies built layer by layer, in bounded memory, for games whose positions never repeat.
//!
//! The first layer is the root. A guide that knows the search names good moves for each position of a layer; what has
//! to be answered after one of them makes the next layer, sorted on disk, each position once. A position that comes in
//! several layers is listed with the deepest, and what follows it is then listed deeper still. So ranks, which count
//! from the deepest layer, fall along every line, and the file needs no search for them.
//!
//! Of several good moves the one is taken that adds least: whose replies settle, or are in the next layer already.

use super::NoStrategy;
use super::recorder::{List, Recorder, no_room};
use crate::depth_first::alpha_beta::AlphaBeta;
use crate::depth_first::dfpn::Dfpn;
use crate::game::{Game, Player, Status};
use crate::session::Watched;
use winproof_check::settle::Half;
use winproof_check::sorter::{Sorter, Temporary};

/// Someone who knows good moves of the strategist: lists at least one, of those that he knows without a search all.
pub(crate) trait Guide<G: Game> {
    /// Adds the good moves of a position to a list.
    fn good_moves(
        &mut self,
        position: &G::Position,
        good: &mut Vec<G::Move>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(), NoStrategy>;

    /// Nodes made by searches so far.
    fn nodes(&self) -> u64;
}

/// Alpha-beta as a guide to the moves that keep a player's value on one side of the value at a place.
pub(crate) struct AlphaBetaGuide<'s, 'a, G: Game> {
    pub(crate) search: &'s mut AlphaBeta<'a, G>,
    pub(crate) player: Player,
    pub(crate) place: u16,
}

impl<G: Game> Guide<G> for AlphaBetaGuide<'_, '_, G> {
    fn good_moves(
        &mut self,
        position: &G::Position,
        good: &mut Vec<G::Move>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(), NoStrategy> {
        self.search.good_moves(position, self.player, self.place, good, watched)
    }

    fn nodes(&self) -> u64 {
        self.search.counts.nodes
    }
}

/// Df-pn as a guide to the moves after which its prover wins, or after which he does not.
pub(crate) struct DfpnGuide<'s, 'a, G: Game> {
    pub(crate) search: &'s mut Dfpn<'a, G>,
    pub(crate) prover_wins: bool,
}

impl<G: Game> Guide<G> for DfpnGuide<'_, '_, G> {
    fn good_moves(
        &mut self,
        position: &G::Position,
        good: &mut Vec<G::Move>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(), NoStrategy> {
        self.search.good_moves(position, self.prover_wins, good, watched)
    }

    fn nodes(&self) -> u64 {
        self.search.counts.nodes
    }
}

/// How many positions of late are remembered: whether they settle or are in the next layer.
const REMEMBERED: usize = 1 << 20;
/// The clock is looked at once in this many positions.
const POSITIONS_BETWEEN_LOOKS: u64 = 64;
/// So many good moves are compared: more cost more than they save.
const MOST_COMPARED: usize = 3;

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It settles by itself.
    Settles,
    /// It is in the layer of this depth.
    Listed(u32),
    /// It does not settle.
    Open,
}

/// The fates of positions that came up of late, by hash. A wrong one makes a certificate that the checker refuses.
struct Fates {
    places: Vec<(u64, Fate)>,
}

impl Fates {
    fn new() -> Fates {
        Fates { places: vec![(0, Fate::Open); REMEMBERED] }
    }

    fn get(&self, hash: u64) -> Option<Fate> {
        let (found, fate) = self.places[(hash >> 44) as usize];
        (found == hash).then_some(fate)
    }

    fn set(&mut self, hash: u64, fate: Fate) {
        self.places[(hash >> 44) as usize] = (hash, fate);
    }
}

struct Builder<'a, G: Game> {
    game: &'a G,
    half: Half,
    list: List<'a, G>,
    fates: Fates,
    next: Sorter,
    depth: u32,
    moves: Vec<G::Move>,
    replies: Vec<G::Position>,
    listed: u64,
    luck: Luck,
}

/// How often positions of a layer settle: where hardly one does, few are tried.
#[derive(Default)]
struct Luck {
    tried: u32,
    settled: u32,
    passed_over: u32,
}

impl Luck {
    /// Tries before anything can be said.
    const FIRST: u32 = 200;
    /// Where fewer than one in so many settles,
    const RARE: u32 = 50;
    /// one in so many is tried.
    const SAMPLE: u32 = 20;

    fn is_worth_a_try(&mut self) -> bool {
        if self.tried < Luck::FIRST || self.settled > self.tried / Luck::RARE {
            return true;
        }
        self.passed_over += 1;
        self.passed_over % Luck::SAMPLE == 0
    }

    fn note(&mut self, settles: bool) {
        self.tried += 1;
        self.settled += u32::from(settles);
    }
}

/// Builds the strategy of a half and has it recorded.
pub(crate) fn build<'a, 'r: 'a, G: Game>(
    game: &'a G,
    root: &G::Position,
    half: Half,
    guide: &mut dyn Guide<G>,
    recorder: &mut Recorder<'r, G>,
    most_bytes: usize,
    watched: &mut Watched<'_, G::Move>,
) -> Result<u64, NoStrategy> {
    let temporary = Temporary::new(recorder.settings.temporary.as_deref());
    let share = most_bytes.saturating_sub(REMEMBERED * size_of::<(u64, Fate)>()) / 4;
    let texts = recorder.texts;
    let mut builder = Builder {
        game,
        half,
        list: List::new(recorder, game, half, share * 2),
        fates: Fates::new(),
        next: Sorter::new(share, &temporary),
        depth: 0,
        moves: Vec::new(),
        replies: Vec::new(),
        listed: 0,
        luck: Luck::default(),
    };
    let mut line = vec![root.clone()];
    let mut played = Vec::new();
    builder.next.add(texts.position_text(root).as_bytes(), &[]).map_err(|error| no_room(&error))?;
    loop {
        let next = Sorter::new(share, &temporary);
        let mut layer = std::mem::replace(&mut builder.next, next).finish().map_err(|error| no_room(&error))?;
        let before = builder.listed;
        while let Some((text, _)) = layer.next().map_err(|error| no_room(&error))? {
            let text = String::from_utf8_lossy(text);
            let position = texts
                .parse_position(&text)
                .map_err(|error| NoStrategy::Contradiction(format!("the rules cannot read '{text}': {error}")))?;
            if builder.listed % POSITIONS_BETWEEN_LOOKS == 0 {
                if let Some(stopped) = watched.session.meter.out_of_time() {
                    return Err(NoStrategy::Limit(stopped));
                }
                watched.session.built = Some((builder.listed, builder.depth));
                watched.report(guide.nodes(), (None, None), builder.bytes(), |_| {});
            }
            let mv = builder.list(&position, guide, watched)?;
            if line.len() == builder.depth as usize + 1 && line.last() == Some(&position) {
                builder.follow_line(position, mv, &mut played, &mut line);
            }
        }
        if builder.listed == before {
            break;
        }
        builder.depth += 1;
        builder.luck = Luck::default();
    }
    let (listed, deepest) = (builder.listed, builder.depth);
    if played.len() > recorder.line.len() {
        recorder.line = played;
    }
    recorder.keep(builder.list.end(), deepest)?;
    Ok(listed)
}

impl<G: Game> Builder<'_, G> {
    fn bytes(&self) -> usize {
        self.next.bytes() + self.list.entries.bytes() + REMEMBERED * size_of::<(u64, Fate)>()
    }

    /// Lists a position of the layer and what follows it; gives the strategist's move.
    fn list(
        &mut self,
        position: &G::Position,
        guide: &mut dyn Guide<G>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<Option<G::Move>, NoStrategy> {
        let mut mv = None;
        if self.game.status(position) == Status::Turn(self.half.player) {
            let mut good = Vec::new();
            guide.good_moves(position, &mut good, watched)?;
            mv = Some(self.least(position, &good)?);
        }
        // What is deepest stays.
        self.list.add(position, mv, u32::MAX - self.depth)?;
        self.listed += 1;
        self.gather(position, mv)?;
        let replies = std::mem::take(&mut self.replies);
        for reply in &replies {
            self.fates.set(self.game.hash(reply), Fate::Listed(self.depth + 1));
            let text = self.list.text(reply);
            self.next.add(text.as_bytes(), &[]).map_err(|error| no_room(&error))?;
        }
        self.replies = replies;
        Ok(mv)
    }

    /// Goes on with a line of play that the position just listed is the last of.
    fn follow_line(
        &mut self,
        mut position: G::Position,
        mv: Option<G::Move>,
        played: &mut Vec<G::Move>,
        line: &mut Vec<G::Position>,
    ) {
        if let Some(mv) = mv {
            played.push(mv);
            position = self.game.play(&position, mv);
        }
        let Some(next) = self.replies.first() else { return };
        if position != *next {
            // Any reply is as good as another only where the strategist gets all that there is to get.
            if !self.game.values().iter().all(|&value| value == self.half.bound || !self.half.is_kept_by(value)) {
                return;
            }
            self.moves.clear();
            self.game.moves(&position, &mut self.moves);
            let Some(&reply) = self.moves.iter().find(|&&mv| self.game.play(&position, mv) == *next) else { return };
            played.push(reply);
        }
        line.push(next.clone());
    }

    /// Fills `replies` with what has to be answered after a move.
    fn gather(&mut self, position: &G::Position, mv: Option<G::Move>) -> Result<(), NoStrategy> {
        self.replies.clear();
        let (game, fates, replies, luck) = (self.game, &mut self.fates, &mut self.replies, &mut self.luck);
        self.list.follow(position, mv, &mut self.moves, &mut |list, next| {
            let hash = game.hash(next);
            let settles = match fates.get(hash) {
                Some(fate) => fate == Fate::Settles,
                None if !luck.is_worth_a_try() => false,
                None => {
                    let settles = list.settles(next);
                    luck.note(settles);
                    fates.set(hash, if settles { Fate::Settles } else { Fate::Open });
                    settles
                }
            };
            if !settles {
                replies.push(next.clone());
            }
            Ok(())
        })
    }

    /// The good move after which the fewest positions are new.
    fn least(&mut self, position: &G::Position, good: &[G::Move]) -> Result<G::Move, NoStrategy> {
        if let [only] = good {
            return Ok(*only);
        }
        let mut least: Option<(usize, G::Move)> = None;
        for &mv in good.iter().take(MOST_COMPARED) {
            self.gather(position, Some(mv))?;
            let listed = Some(Fate::Listed(self.depth + 1));
            let new = self.replies.iter().filter(|reply| self.fates.get(self.game.hash(reply)) != listed).count();
            if least.is_none_or(|(fewest, _)| new < fewest) {
                least = Some((new, mv));
            }
            if new == 0 {
                break;
            }
        }
        least.map(|(_, mv)| mv).ok_or_else(|| NoStrategy::Contradiction(format!("no good move in {position:?}")))
    }
}
