//! The part of a check that takes time: whether entries of a strategy play by the rules, what has to be answered after
//! them, and whether positions that the strategy does not answer settle by themselves.
//!
//! The work comes in jobs, which may be done on several threads where the rules can be shared. What a job finds wrong
//! is said in the order of the jobs, so threads change nothing but the time.

use super::Refusal;
use super::version2::no_room;
use crate::rules::{Status, TextRules, Value};
use crate::settle::{Half, Settler};
use crate::sorter::{Sorter, Temporary};
use crate::text::shown;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most positions that one position may take to settle.
pub(crate) const MOST_TO_SETTLE: u64 = 100_000;
/// What a position may take to be settled before anybody looks whether it is listed.
const FEW_TO_SETTLE: u64 = 64;
/// A job has at most so many entries, so many positions to settle, and about so many bytes.
const MOST_ENTRIES: usize = 512;
const MOST_UNLISTED: usize = 32;
const MOST_BYTES: usize = 1 << 18;

/// An entry of a strategy.
pub(super) struct Entry {
    pub(super) position: String,
    pub(super) mv: String,
    pub(super) rank: u32,
}

/// A position that the strategy does not answer. `ranks` are those that do not fall, if it is listed.
pub(super) struct Unlisted {
    pub(super) position: String,
    pub(super) ranks: Option<(u32, u64)>,
}

/// A part of the work.
#[derive(Default)]
pub(super) struct Job {
    pub(super) entries: Vec<Entry>,
    pub(super) unlisted: Vec<Unlisted>,
}

impl Job {
    pub(super) fn is_large(&self, bytes: usize) -> bool {
        self.entries.len() >= MOST_ENTRIES || self.unlisted.len() >= MOST_UNLISTED || bytes >= MOST_BYTES
    }
}

/// Does jobs; gives how many positions settled.
pub(super) type Spread<R> = fn(&Examiner<'_, R>, &[Job]) -> Result<u64, Refusal>;

/// Does jobs one after the other.
pub(super) fn alone<R: TextRules>(examiner: &Examiner<'_, R>, jobs: &[Job]) -> Result<u64, Refusal> {
    jobs.iter().map(|job| examiner.examine(job)).sum()
}

/// Does jobs on as many threads as there are jobs.
pub(super) fn on_threads<R: TextRules + Sync>(examiner: &Examiner<'_, R>, jobs: &[Job]) -> Result<u64, Refusal> {
    let next = AtomicUsize::new(0);
    let found: Vec<Mutex<Option<Result<u64, Refusal>>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some(place) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&place| place < jobs.len()) {
            let result = examiner.examine(&jobs[place]);
            *found[place].lock().expect("nobody panics with it") = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.len() {
            scope.spawn(work);
        }
        work();
    });
    let results = found.into_iter().filter_map(|found| found.into_inner().ok().flatten());
    results.sum()
}

/// Looks at entries of one strategy, whatever the game: what reads a certificate is compiled once.
pub(super) trait Examine {
    /// Does jobs; gives how many positions settled.
    fn work(&self, jobs: &[Job]) -> Result<u64, Refusal>;
    /// The root has to be answered. Whether it settles at once.
    fn need_root(&self) -> Result<bool, Refusal>;
    /// What has to be answered.
    fn take_needs(&mut self, temporary: &Temporary) -> Sorter;
}

/// Looks at entries of one strategy.
pub(super) struct Examiner<'a, R: TextRules> {
    pub(super) rules: &'a R,
    pub(super) half: Half,
    pub(super) horizon: u8,
    pub(super) values: Vec<Value>,
    /// Positions that have to be answered, with the rank that their own must be below.
    pub(super) needs: Mutex<Sorter>,
}
/// What one thread needs for itself.
struct Desk<'a, R: TextRules> {
    settler: Settler<'a, R>,
    moves: Vec<R::Move>,
    settled: u64,
}

/// An examiner, the root of its strategy, and who does the work.
pub(super) struct Examination<'a, R: TextRules> {
    pub(super) examiner: Examiner<'a, R>,
    pub(super) root: &'a R::Position,
    pub(super) spread: Spread<R>,
}

impl<R: TextRules> Examine for Examination<'_, R> {
    fn work(&self, jobs: &[Job]) -> Result<u64, Refusal> {
        (self.spread)(&self.examiner, jobs)
    }

    fn need_root(&self) -> Result<bool, Refusal> {
        let mut desk = self.examiner.desk();
        self.examiner.need(self.root, u64::MAX, &mut desk)?;
        Ok(desk.settled > 0)
    }

    fn take_needs(&mut self, temporary: &Temporary) -> Sorter {
        let needs = self.examiner.needs.get_mut().expect("nobody panics with it");
        std::mem::replace(needs, Sorter::new(0, temporary))
    }
}

impl<'a, R: TextRules> Examiner<'a, R> {
    fn desk(&self) -> Desk<'a, R> {
        Desk { settler: Settler::new(self.rules, self.half), moves: Vec::new(), settled: 0 }
    }

    fn examine(&self, job: &Job) -> Result<u64, Refusal> {
        let mut desk = self.desk();
        for entry in &job.entries {
            self.check_entry(entry, &mut desk)?;
        }
        for unlisted in &job.unlisted {
            self.settle(unlisted, &mut desk)?;
        }
        Ok(desk.settled)
    }

    fn check_entry(&self, entry: &Entry, desk: &mut Desk<'a, R>) -> Result<(), Refusal> {
        let rules = self.rules;
        let here = || shown(&entry.position);
        let position = super::position(rules, &entry.position).map_err(Refusal::unproved)?;
        let Status::Turn(mover) = rules.status(&position) else {
            return Err(Refusal::unproved(format!("play has ended in {}, and the strategy goes on", here())));
        };
        if mover != self.half.player {
            if entry.mv != "-" {
                let sentence = format!("a move is given in {}, where the opponent moves", here());
                return Err(Refusal::unproved(sentence));
            }
            return self.check_replies(&position, entry.rank, desk);
        }
        let mv = match rules.parse_move(&position, &entry.mv) {
            Ok(mv) => mv,
            Err(_) if entry.mv == "-" => {
                return Err(Refusal::unproved(format!("no move is given in {}", here())));
            }
            Err(error) => {
                return Err(Refusal::unproved(format!("an illegal move in {}: {}", here(), shown(&error.0))));
            }
        };
        desk.moves.clear();
        rules.moves(&position, &mut desk.moves);
        if !desk.moves.contains(&mv) {
            return Err(Refusal::unproved(format!("an illegal move in {}", here())));
        }
        let next = rules.play(&position, mv);
        let after = || format!("{} in {}", shown(&entry.mv), here());
        match rules.status(&next) {
            Status::Ended(value) => self.check_end(value, &after),
            Status::Turn(player) if player == self.half.player => self.need(&next, entry.rank.into(), desk),
            Status::Turn(_) => self.check_replies(&next, entry.rank, desk),
        }
    }

    /// A position in which the opponent moves: every move leads to a good end or has to be answered.
    fn check_replies(&self, position: &R::Position, rank: u32, desk: &mut Desk<'a, R>) -> Result<(), Refusal> {
        let rules = self.rules;
        let mut replies = std::mem::take(&mut desk.moves);
        replies.clear();
        rules.moves(position, &mut replies);
        if replies.is_empty() {
            let here = shown(&rules.position_text(position));
            return Err(Refusal::unproved(format!("the rules list no move in {here}, where play goes on")));
        }
        for &mv in &replies {
            let next = rules.play(position, mv);
            match rules.status(&next) {
                Status::Ended(value) => self.check_end(value, &|| {
                    format!("{} in {}", shown(&rules.move_text(position, mv)), shown(&rules.position_text(position)))
                })?,
                Status::Turn(_) => self.need(&next, rank.into(), desk)?,
            }
        }
        desk.moves = replies;
        Ok(())
    }

    fn check_end(&self, value: Value, after: &dyn Fn() -> String) -> Result<(), Refusal> {
        if !self.values.contains(&value) {
            let sentence = format!("{} ends with {value}, which is not a value of this game", after());
            return Err(Refusal::unproved(sentence));
        }
        match self.half.is_kept_by(value) {
            true => Ok(()),
            false => Err(Refusal::unproved(format!("a wrong end: {} is worth {value}, not enough", after()))),
        }
    }

    /// A position that has to be answered below a rank. What settles in a few positions is settled at once, which saves
    /// most of the sorting.
    fn need(&self, position: &R::Position, rank: u64, desk: &mut Desk<'a, R>) -> Result<(), Refusal> {
        if self.horizon > 0 && desk.settler.settles(position, self.horizon, FEW_TO_SETTLE) == Some(true) {
            desk.settled += 1;
            return Ok(());
        }
        let text = self.rules.position_text(position);
        let mut needs = self.needs.lock().expect("nobody panics with it");
        needs.add(text.as_bytes(), &rank.to_be_bytes()).map_err(no_room)
    }

    /// A position that the strategy does not answer has to settle.
    fn settle(&self, unlisted: &Unlisted, desk: &mut Desk<'a, R>) -> Result<(), Refusal> {
        let (text, horizon) = (&unlisted.position, self.horizon);
        // Text that the rules wrote can be read, unless they are at fault.
        let position = self.rules.parse_position(text).map_err(|error| {
            Refusal::unproved(format!("the rules wrote {} and cannot read it: {}", shown(text), shown(&error.0)))
        })?;
        let settles = match horizon {
            0 => Some(false),
            _ => desk.settler.settles(&position, horizon, MOST_TO_SETTLE),
        };
        if settles == Some(true) {
            desk.settled += 1;
            return Ok(());
        }
        let here = shown(text);
        Err(Refusal::unproved(match (unlisted.ranks, horizon, settles) {
            (Some((rank, below)), ..) => format!("the rank does not fall from {below} to {rank} on the way to {here}"),
            (None, 0, _) => format!("a missing position: nothing follows in {here}"),
            (None, _, Some(_)) => {
                format!("a missing position: nothing follows in {here}, which does not settle in {horizon} plies")
            }
            (None, _, None) => {
                format!("a missing position: nothing follows in {here}, which takes too many positions to settle")
            }
        }))
    }
}
