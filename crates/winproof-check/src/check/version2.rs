//! Reading version 2, in bounded memory: what an entry needs to be answered is sorted on disk and merged with what the
//! strategy lists.
//!
//! The entries of a strategy come in the order of their positions. Each is looked at once, and every position that
//! must be answered goes to a [`Sorter`], with the rank that it must stay below. When the strategy has been read, both
//! lists are walked through side by side. What is not listed has to settle within the horizon. What settles in a few
//! positions is settled at once, which saves most of the sorting.

use super::judge::check_ranks;
use super::{Progress, Refusal, Source, Watcher, open_halves};
use crate::blocks::{Block, RawEntry, Section, read_block};
use crate::certificate::Header;
use crate::rules::{Player, Status, TextRules, Value};
use crate::settle::{Half, Settler};
use crate::sorter::{RunReader, RunWriter, Sorter, Temporary};
use crate::text::shown;
use std::io::{self, BufRead, Read, Write};

/// The most positions that one position may take to settle.
pub(crate) const MOST_TO_SETTLE: u64 = 100_000;
/// What a position may take to be settled before anybody looks whether it is listed.
const FEW_TO_SETTLE: u64 = 64;
/// What the checker holds beside its sorted lists: a block packed and unpacked, and buffers.
const FIXED_BYTES: usize = 8 << 20;
/// Entries between looks at the watcher.
const ENTRIES_BETWEEN_LOOKS: u64 = 1 << 12;
/// The same for positions that settle, each of which may take long.
const SETTLED_BETWEEN_LOOKS: u64 = 1 << 8;

/// The bytes of a certificate after gzip has been ruled out.
pub(super) struct Input<'w> {
    input: Source<'w>,
    line: u32,
}

impl<'w> Input<'w> {
    pub(super) fn new(input: Source<'w>) -> Self {
        Input { input, line: 0 }
    }

    /// A line of the header.
    pub(super) fn line(&mut self, longest: usize) -> Result<String, Refusal> {
        self.line += 1;
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(longest as u64 + 1);
        let read = limited.read_until(b'\n', &mut bytes).map_err(|error| unreadable(&error))?;
        if bytes.pop() == Some(b'\n') {
            let not_text = |_| Refusal::unreadable(format!("line {} is not text (UTF-8)", self.line));
            return String::from_utf8(bytes).map_err(not_text);
        }
        Err(match (self.line, read > longest) {
            (1, _) => Refusal::unreadable("this is not a certificate: its first line is not 'winproof certificate 2'"),
            (line, true) => {
                Refusal::Limit(format!("line {line} has more than {longest} bytes, the most that there is room for"))
            }
            (line, false) => {
                Refusal::unreadable(format!("the certificate breaks off at line {line}; copy it or create it again"))
            }
        })
    }
}

fn unreadable(error: &io::Error) -> Refusal {
    Refusal::unreadable(format!("the certificate cannot be read: {error}"))
}

/// A temporary file that cannot be written says nothing of the claim.
fn no_room(error: io::Error) -> Refusal {
    Refusal::Limit(format!("there is no room for temporary files: {error}"))
}

/// Prints every entry with its whole position.
pub(super) fn write_text(mut input: Input<'_>, output: &mut dyn Write) -> Result<(), Refusal> {
    let mut section = None;
    let mut position = String::new();
    let mut number = 1;
    let lost = |error: io::Error| Refusal::unreadable(format!("the text cannot be written: {error}"));
    while let Some(block) = read_block(&mut input.input, number)? {
        if section != Some(block.section) {
            section = Some(block.section);
            writeln!(output, "{}", serde_json::to_string(&block.section).unwrap_or_default()).map_err(lost)?;
        }
        block.each_entry(&mut position, |position, RawEntry { mv, rank }| {
            let (position, mv) = (crate::text::escaped(position), crate::text::escaped(mv));
            writeln!(output, "{position}\t{mv}\t{rank}").map_err(lost)
        })?;
        number += 1;
    }
    writeln!(output, "end").map_err(lost)
}

/// A check under way.
pub(super) struct Check<'a, 'w, R: TextRules> {
    pub(super) rules: &'a R,
    pub(super) header: &'a Header,
    pub(super) roots: &'a [R::Position],
    pub(super) most_bytes: usize,
    pub(super) temporary: Temporary,
    pub(super) watcher: Option<Watcher<'w>>,
    pub(super) progress: Progress,
}

/// A strategy under way.
struct Open<'a, R: TextRules> {
    section: Section,
    half: Half,
    needs: Sorter,
    listed: RunWriter,
    last: Option<String>,
    settler: Settler<'a, R>,
    values: Vec<Value>,
    moves: Vec<R::Move>,
    replies: Vec<R::Move>,
}

impl<'a, R: TextRules> Check<'a, '_, R> {
    /// Reads all blocks and checks the strategies in them.
    pub(super) fn run(&mut self, mut input: Input<'_>) -> Result<(), Refusal> {
        let mut open_halves_of = Vec::new();
        for (root, claim) in self.roots.iter().zip(&self.header.claims) {
            open_halves_of.push(open_halves(self.rules, root, claim.claim())?);
        }
        let mut strategy: Option<Open<'a, R>> = None;
        let mut number = 1;
        while let Some(block) = read_block(&mut input.input, number)? {
            if strategy.as_ref().is_none_or(|open| open.section != block.section) {
                if let Some(done) = strategy.take() {
                    self.finish(done)?;
                }
                strategy = Some(self.begin(&block, &mut open_halves_of)?);
            }
            if let Some(open) = &mut strategy {
                self.check_block(&block, open)?;
            }
            number += 1;
        }
        if let Some(done) = strategy {
            self.finish(done)?;
        }
        match open_halves_of.iter().flatten().next() {
            Some(half) => Err(Refusal::unproved(format!("no strategy shows that {}", half.text()))),
            None => Ok(()),
        }
    }

    fn begin(&self, block: &Block, open: &mut [Vec<Half>]) -> Result<Open<'a, R>, Refusal> {
        let section = block.section;
        let player = Player::from(section.player);
        let halves = open.get_mut(section.claim as usize);
        let half = halves.and_then(|halves| {
            let place = halves.iter().position(|half| half.player == player)?;
            Some(halves.swap_remove(place))
        });
        let Some(half) = half else {
            return Err(Refusal::unproved(format!(
                "block {}: a strategy of {player:?} that the claim has no use for",
                block.number
            )));
        };
        check_ranks(self.rules, &half, section.ranked)?;
        let most_bytes = self.most_bytes.saturating_sub(FIXED_BYTES);
        Ok(Open {
            section,
            half,
            needs: Sorter::new(most_bytes, &self.temporary),
            listed: RunWriter::new(&self.temporary).map_err(no_room)?,
            last: None,
            settler: Settler::new(self.rules, half),
            values: self.rules.values(),
            moves: Vec::new(),
            replies: Vec::new(),
        })
    }

    fn look_up(&mut self) -> Result<(), Refusal> {
        if self.progress.positions % ENTRIES_BETWEEN_LOOKS == 0
            && let Some(watcher) = &mut self.watcher
            && !watcher(&self.progress)
        {
            return Err(Refusal::Interrupted);
        }
        Ok(())
    }

    fn check_block(&mut self, block: &Block, open: &mut Open<'a, R>) -> Result<(), Refusal> {
        let mut text = String::new();
        block.each_entry(&mut text, |position, entry| {
            self.look_up()?;
            self.progress.positions += 1;
            if open.last.as_deref().is_some_and(|last| last.as_bytes() >= position.as_bytes()) {
                return Err(Refusal::unproved(format!(
                    "the position {} appears twice, or not in its order",
                    shown(position)
                )));
            }
            let last = open.last.get_or_insert_default();
            last.clear();
            last.push_str(position);
            self.check_entry(position, &entry, open)
        })
    }

    fn check_entry(&mut self, text: &str, entry: &RawEntry<'_>, open: &mut Open<'a, R>) -> Result<(), Refusal> {
        let rules = self.rules;
        let here = || shown(text);
        let position = super::position(rules, text).map_err(Refusal::unproved)?;
        open.listed.add(text.as_bytes(), &entry.rank.to_be_bytes()).map_err(no_room)?;
        let Status::Turn(mover) = rules.status(&position) else {
            return Err(Refusal::unproved(format!("play has ended in {}, and the strategy goes on", here())));
        };
        if mover != open.half.player {
            if entry.mv != "-" {
                let sentence = format!("a move is given in {}, where the opponent moves", here());
                return Err(Refusal::unproved(sentence));
            }
            return self.check_replies(&position, entry.rank, open);
        }
        let mv = match rules.parse_move(&position, entry.mv) {
            Ok(mv) => mv,
            Err(_) if entry.mv == "-" => {
                return Err(Refusal::unproved(format!("no move is given in {}", here())));
            }
            Err(error) => {
                return Err(Refusal::unproved(format!("an illegal move in {}: {}", here(), shown(&error.0))));
            }
        };
        open.moves.clear();
        rules.moves(&position, &mut open.moves);
        if !open.moves.contains(&mv) {
            return Err(Refusal::unproved(format!("an illegal move in {}", here())));
        }
        let next = rules.play(&position, mv);
        let after = || format!("{} in {}", shown(entry.mv), here());
        match rules.status(&next) {
            Status::Ended(value) => check_end(value, open, &after),
            Status::Turn(player) if player == open.half.player => self.need(&next, entry.rank.into(), open),
            Status::Turn(_) => self.check_replies(&next, entry.rank, open),
        }
    }

    /// A position in which the opponent moves: every move leads to a good end or has to be answered.
    fn check_replies(&mut self, position: &R::Position, rank: u32, open: &mut Open<'a, R>) -> Result<(), Refusal> {
        let rules = self.rules;
        let mut replies = std::mem::take(&mut open.replies);
        replies.clear();
        rules.moves(position, &mut replies);
        if replies.is_empty() {
            let here = shown(&rules.position_text(position));
            return Err(Refusal::unproved(format!("the rules list no move in {here}, where play goes on")));
        }
        for &mv in &replies {
            let next = rules.play(position, mv);
            match rules.status(&next) {
                Status::Ended(value) => check_end(value, open, &|| {
                    format!("{} in {}", shown(&rules.move_text(position, mv)), shown(&rules.position_text(position)))
                })?,
                Status::Turn(_) => self.need(&next, rank.into(), open)?,
            }
        }
        open.replies = replies;
        Ok(())
    }

    /// A position that has to be answered below a rank.
    fn need(&mut self, position: &R::Position, rank: u64, open: &mut Open<'a, R>) -> Result<(), Refusal> {
        let horizon = self.header.horizon;
        if horizon > 0 && open.settler.settles(position, horizon, FEW_TO_SETTLE) == Some(true) {
            self.progress.settled += 1;
            return Ok(());
        }
        let text = self.rules.position_text(position);
        open.needs.add(text.as_bytes(), &rank.to_be_bytes()).map_err(no_room)
    }

    /// Walks through what is needed and what is listed, side by side.
    fn finish(&mut self, mut open: Open<'a, R>) -> Result<(), Refusal> {
        let root = &self.roots[open.section.claim as usize];
        self.need(root, u64::MAX, &mut open)?;
        let mut listed = open.listed.finish().and_then(RunReader::new).map_err(no_room)?;
        let mut has_listed = listed.advance().map_err(no_room)?;
        let mut needs = open.needs.finish().map_err(no_room)?;
        while let Some((position, below)) = needs.next().map_err(no_room)? {
            while has_listed && listed.record().0 < position {
                has_listed = listed.advance().map_err(no_room)?;
            }
            let below = u64::from_be_bytes(below.try_into().expect("eight bytes"));
            let rank = (has_listed && listed.record().0 == position)
                .then(|| u32::from_be_bytes(listed.record().1.try_into().expect("four bytes")));
            if rank.is_some_and(|rank| !open.section.ranked || u64::from(rank) < below) {
                continue;
            }
            let text = String::from_utf8_lossy(position);
            self.settle(&text, rank.map(|rank| (rank, below)), &mut open.settler)?;
        }
        Ok(())
    }

    /// A position that the strategy does not answer has to settle. `ranks` are those that do not fall, if it is listed.
    fn settle(&mut self, text: &str, ranks: Option<(u32, u64)>, settler: &mut Settler<'a, R>) -> Result<(), Refusal> {
        let horizon = self.header.horizon;
        // Text that the rules wrote can be read, unless they are at fault.
        let position = self.rules.parse_position(text).map_err(|error| {
            Refusal::unproved(format!("the rules wrote {} and cannot read it: {}", shown(text), shown(&error.0)))
        })?;
        let settles = match horizon {
            0 => Some(false),
            _ => settler.settles(&position, horizon, MOST_TO_SETTLE),
        };
        if settles == Some(true) {
            self.progress.settled += 1;
            if self.progress.settled % SETTLED_BETWEEN_LOOKS == 0
                && let Some(watcher) = &mut self.watcher
                && !watcher(&self.progress)
            {
                return Err(Refusal::Interrupted);
            }
            return Ok(());
        }
        let here = shown(text);
        Err(Refusal::unproved(match (ranks, horizon, settles) {
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

fn check_end<R: TextRules>(value: Value, open: &Open<'_, R>, after: &dyn Fn() -> String) -> Result<(), Refusal> {
    if !open.values.contains(&value) {
        let sentence = format!("{} ends with {value}, which is not a value of this game", after());
        return Err(Refusal::unproved(sentence));
    }
    match open.half.is_kept_by(value) {
        true => Ok(()),
        false => Err(Refusal::unproved(format!("a wrong end: {} is worth {value}, not enough", after()))),
    }
}
