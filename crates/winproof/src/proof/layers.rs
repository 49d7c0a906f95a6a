//! Strategies built layer by layer, in bounded memory, for games whose positions never repeat.
//!
//! The first layer is the root. A guide that knows the search names good moves for each position of a layer; what has
//! to be answered after one of them makes the next layer, sorted on disk, each position once. A position that comes in
//! several layers is listed with the deepest, and what follows it is then listed deeper still. So ranks, which count
//! from the deepest layer, fall along every line, and the file needs no search for them.
//!
//! Of several good moves the one is taken that adds least: whose replies settle, or are in the next layer already.
//!
//! The positions of a layer are worked on in jobs, on several threads where the rules can be shared.

use super::NoStrategy;
use super::fates::{Fate, Fates, Luck};
use super::follow::Follower;
use super::guide::{Guide, Guides};
use super::recorder::{List, ProofSettings, Recorder, Words, no_room};
use crate::game::{Game, Status};
use crate::limits::Meter;
use crate::progress::Built;
use crate::session::{Session, Watched};
use crate::verdict::Counts;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use winproof_check::settle::Half;
use winproof_check::sorter::{Sorter, Temporary};

/// So many positions make a job.
const JOB: usize = 64;
/// So many good moves are compared: more cost more than they save.
const MOST_COMPARED: usize = 3;

/// What positions of a layer add to a strategy, or why there is none.
type Added<G> = Result<Vec<Piece<G>>, NoStrategy>;

/// Works on positions of a layer. Their jobs come back in their order.
pub(crate) type Spread<G> = fn(&Site<'_, G>, &[&[String]]) -> Vec<Added<G>>;

/// What an entry adds to a strategy.
pub(crate) struct Piece<G: Game> {
    position: String,
    mv: Option<G::Move>,
    mv_text: Option<String>,
    /// What has to be answered after it.
    replies: Vec<String>,
}

/// A strategy under construction, as those see it who work on its positions.
pub(crate) struct Site<'a, G: Game> {
    game: &'a G,
    words: Words<G>,
    half: Half,
    settings: &'a ProofSettings,
    guides: &'a Guides<'a, G>,
    meter: &'a Meter,
    fates: Fates,
    luck: Luck,
    depth: u32,
    /// Nodes made by searches so far.
    nodes: AtomicU64,
}

/// Works on jobs one after the other.
pub(crate) fn alone<G: Game>(site: &Site<'_, G>, jobs: &[&[String]]) -> Vec<Added<G>> {
    jobs.iter().map(|job| site.work(job)).collect()
}

/// Works on jobs on as many threads as there are jobs.
pub(crate) fn on_threads<G>(site: &Site<'_, G>, jobs: &[&[String]]) -> Vec<Added<G>>
where
    G: Game + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    let next = AtomicUsize::new(0);
    let added: Vec<Mutex<Option<Added<G>>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some(place) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&place| place < jobs.len()) {
            let pieces = site.work(jobs[place]);
            *added[place].lock().expect("nobody panics with it") = Some(pieces);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.len() {
            scope.spawn(work);
        }
        work();
    });
    added.into_iter().filter_map(|added| added.into_inner().ok().flatten()).collect()
}

/// How a strategy is built, and by how many.
pub(crate) struct Crowd<G: Game> {
    pub(crate) spread: Spread<G>,
    pub(crate) threads: usize,
}

/// Builds the strategy of a half and has it recorded. Gives the nodes of the searches that it took.
pub(crate) fn build<G: Game>(
    root: &G::Position,
    half: Half,
    guides: &Guides<'_, G>,
    crowd: &Crowd<G>,
    recorder: &mut Recorder<G>,
    watched: &mut Watched<'_, G::Move>,
) -> (Result<u64, NoStrategy>, u64) {
    let settings = recorder.settings.clone();
    let site = Site {
        game: guides.game,
        words: recorder.words,
        half,
        settings: &settings,
        guides,
        meter: watched.session.meter,
        fates: Fates::new(),
        luck: Luck::default(),
        depth: 0,
        nodes: AtomicU64::new(0),
    };
    let share = guides.most_bytes.saturating_sub(Fates::BYTES) / 4;
    let temporary = Temporary::new(settings.temporary.as_deref());
    let next = Sorter::new(share, &temporary);
    let list = List::new(recorder, half, share * 2);
    let mut builder = Builder { site, list, next, listed: 0, line: vec![root.clone()], played: Vec::new() };
    let built = builder.build(crowd, share, &temporary, watched);
    let nodes = builder.site.nodes.load(Ordering::Relaxed);
    let (listed, deepest) = (builder.listed, builder.site.depth);
    if builder.played.len() > recorder.line.len() {
        recorder.line = builder.played;
    }
    let kept = built.and_then(|()| recorder.keep(builder.list, deepest));
    (kept.map(|()| listed), nodes)
}

struct Builder<'a, G: Game> {
    site: Site<'a, G>,
    list: List,
    next: Sorter,
    listed: u64,
    /// A line of play from the root, and its moves.
    line: Vec<G::Position>,
    played: Vec<G::Move>,
}

impl<G: Game> Builder<'_, G> {
    fn build(
        &mut self,
        crowd: &Crowd<G>,
        share: usize,
        temporary: &Temporary,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(), NoStrategy> {
        let root = self.site.text(&self.line[0]);
        self.next.add(root.as_bytes(), &[]).map_err(|error| no_room(&error))?;
        loop {
            let next = Sorter::new(share, temporary);
            let mut layer = std::mem::replace(&mut self.next, next).finish().map_err(|error| no_room(&error))?;
            let before = self.listed;
            loop {
                let mut positions = Vec::new();
                while positions.len() < JOB * crowd.threads.max(1) {
                    let Some((text, _)) = layer.next().map_err(|error| no_room(&error))? else { break };
                    positions.push(String::from_utf8_lossy(text).into_owned());
                }
                if positions.is_empty() {
                    break;
                }
                self.look_at_the_clock(layer.share(), watched)?;
                let jobs: Vec<&[String]> = positions.chunks(JOB).collect();
                for pieces in (crowd.spread)(&self.site, &jobs) {
                    pieces?.into_iter().try_for_each(|piece| self.add(piece))?;
                }
            }
            if self.listed == before {
                return Ok(());
            }
            self.site.depth += 1;
            self.site.luck = Luck::default();
        }
    }

    fn look_at_the_clock(&mut self, share: f64, watched: &mut Watched<'_, G::Move>) -> Result<(), NoStrategy> {
        if let Some(stopped) = watched.session.meter.out_of_time() {
            return Err(NoStrategy::Limit(stopped));
        }
        watched.session.built = Some(Built { positions: self.listed, depth: self.site.depth, share: Some(share) });
        let bytes = self.next.bytes() + self.list.bytes() + Fates::BYTES;
        watched.report(self.site.nodes.load(Ordering::Relaxed), (None, None), bytes, |_| {});
        Ok(())
    }

    /// Lists an entry, and puts what has to be answered after it into the next layer.
    fn add(&mut self, piece: Piece<G>) -> Result<(), NoStrategy> {
        // What is deepest stays.
        self.list.add(&piece.position, piece.mv_text.as_deref(), u32::MAX - self.site.depth)?;
        self.listed += 1;
        for reply in &piece.replies {
            self.next.add(reply.as_bytes(), &[]).map_err(|error| no_room(&error))?;
        }
        let is_on_the_line = self.line.len() == self.site.depth as usize + 1
            && self.line.last().is_some_and(|last| self.site.text(last) == piece.position);
        if is_on_the_line {
            self.follow_line(&piece)?;
        }
        Ok(())
    }

    /// Goes on with the line of play, whose last position was just listed.
    fn follow_line(&mut self, piece: &Piece<G>) -> Result<(), NoStrategy> {
        let (game, half) = (self.site.game, self.site.half);
        let Some(mut position) = self.line.last().cloned() else { return Ok(()) };
        if let Some(mv) = piece.mv {
            self.played.push(mv);
            position = game.play(&position, mv);
        }
        let Some(next) = piece.replies.first() else { return Ok(()) };
        let next = self.site.parse(next)?;
        if position != next {
            // Any reply is as good as another only where the strategist gets all that there is to get.
            if !game.values().iter().all(|&value| value == half.bound || !half.is_kept_by(value)) {
                return Ok(());
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(&reply) = moves.iter().find(|&&mv| game.play(&position, mv) == next) else { return Ok(()) };
            self.played.push(reply);
        }
        self.line.push(next);
        Ok(())
    }
}

/// What one thread needs for itself.
struct Desk<'a, G: Game> {
    follower: Follower<'a, G>,
    moves: Vec<G::Move>,
    /// What has to be answered after the entry under examination.
    replies: Vec<G::Position>,
}

impl<G: Game> Site<'_, G> {
    fn text(&self, position: &G::Position) -> String {
        (self.words.position)(self.game, position)
    }

    fn parse(&self, text: &str) -> Result<G::Position, NoStrategy> {
        (self.words.parse)(self.game, text)
            .map_err(|error| NoStrategy::Contradiction(format!("the rules cannot read '{text}': {error}")))
    }

    /// Finds a move for each position, and what has to be answered after it.
    fn work(&self, positions: &[String]) -> Added<G> {
        let most_nodes = self.meter.nodes().saturating_sub(self.nodes.load(Ordering::Relaxed));
        let session = Session::new(self.meter, None, Counts::default()).with_most_nodes(most_nodes);
        let mut watched = Watched { session, progress: None };
        let mut guide = self.guides.guide();
        let follower = Follower::new(self.game, self.half, self.settings);
        let mut desk = Desk { follower, moves: Vec::new(), replies: Vec::new() };
        let pieces = positions.iter().map(|text| self.piece(text, &mut guide, &mut desk, &mut watched)).collect();
        self.nodes.fetch_add(guide.nodes(), Ordering::Relaxed);
        pieces
    }

    fn piece(
        &self,
        text: &str,
        guide: &mut Guide<'_, G>,
        desk: &mut Desk<'_, G>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<Piece<G>, NoStrategy> {
        let position = self.parse(text)?;
        let mut mv = None;
        if self.game.status(&position) == Status::Turn(self.half.player) {
            let mut good = Vec::new();
            guide.good_moves(&position, &mut good, watched)?;
            mv = Some(self.least(&position, &good, desk)?);
        }
        self.gather(&position, mv, desk)?;
        for reply in &desk.replies {
            self.fates.set(self.game.hash(reply), Fate::Listed(self.depth + 1));
        }
        Ok(Piece {
            position: text.to_string(),
            mv,
            mv_text: mv.map(|mv| (self.words.mv)(self.game, &position, mv)),
            replies: desk.replies.iter().map(|reply| self.text(reply)).collect(),
        })
    }

    /// Finds what has to be answered after a move.
    fn gather(&self, position: &G::Position, mv: Option<G::Move>, desk: &mut Desk<'_, G>) -> Result<(), NoStrategy> {
        let Desk { follower, moves, replies } = desk;
        replies.clear();
        follower.follow(position, mv, moves, &mut |follower, next| {
            let hash = self.game.hash(next);
            let settles = match self.fates.get(hash) {
                Some(fate) => fate == Fate::Settles,
                None if !self.luck.is_worth_a_try() => false,
                None => {
                    let settles = follower.settles(next);
                    self.luck.note(settles);
                    self.fates.set(hash, if settles { Fate::Settles } else { Fate::Open });
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
    fn least(&self, position: &G::Position, good: &[G::Move], desk: &mut Desk<'_, G>) -> Result<G::Move, NoStrategy> {
        if let [only] = good {
            return Ok(*only);
        }
        let mut least: Option<(usize, G::Move)> = None;
        for &mv in good.iter().take(MOST_COMPARED) {
            self.gather(position, Some(mv), desk)?;
            let listed = Some(Fate::Listed(self.depth + 1));
            let new = desk.replies.iter().filter(|reply| self.fates.get(self.game.hash(reply)) != listed).count();
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
