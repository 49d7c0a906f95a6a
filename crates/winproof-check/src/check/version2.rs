//! Reading version 2, in bounded memory: what an entry needs to be answered is sorted on disk and merged with what the
//! strategy lists.
//!
//! The entries of a strategy come in the order of their positions. Each is looked at once, and every position that
//! must be answered goes to a [`Sorter`], with the rank that it must stay below. When the strategy has been read, both
//! lists are walked through side by side. What is not listed has to settle within the horizon. The work on entries and
//! positions is done by an [`Examine`].

use super::examine::{Entry, Examine, Job, Unlisted};
use super::judge::check_ranks;
use super::{Listed, Progress, Refusal, Source, Watcher};
use crate::blocks::{Block, RawEntry, Section, read_block};
use crate::rules::{Player, Value};
use crate::settle::Half;
use crate::sorter::{RunReader, RunWriter, Sorter, Temporary};
use crate::text::shown;
use std::io::{self, BufRead, Read, Write};

/// What the checker holds beside its sorted lists: a block packed and unpacked, and buffers.
const FIXED_BYTES: usize = 8 << 20;

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
pub(super) fn no_room(error: io::Error) -> Refusal {
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
        block.each_entry(&mut position, &mut |position, RawEntry { mv, rank }| {
            let (position, mv) = (crate::text::escaped(position), crate::text::escaped(mv));
            writeln!(output, "{position}\t{mv}\t{rank}").map_err(lost)
        })?;
        number += 1;
    }
    writeln!(output, "end").map_err(lost)
}

/// Goes through the entries.
pub(super) fn entries(
    mut input: Input<'_>,
    each: &mut dyn FnMut(&Listed<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut text = String::new();
    let mut number = 1;
    while let Some(block) = read_block(&mut input.input, number)? {
        let Section { claim, player, ranked } = block.section;
        let player = Player::from(player);
        block.each_entry(&mut text, &mut |position, RawEntry { mv, rank }| {
            each(&Listed { claim, player, ranked, position, mv, rank })
        })?;
        number += 1;
    }
    Ok(())
}

/// Makes the examiner of a strategy: which claim it is for, what it has to show, and where its needs go.
pub(super) type MakeExaminer<'a> = &'a dyn Fn(usize, Half, Sorter) -> Box<dyn Examine + 'a>;

/// A check under way.
pub(super) struct Check<'a, 'w> {
    /// What has to be shown still, for each claim.
    pub(super) open: Vec<Vec<Half>>,
    /// What an endless line of play is worth.
    pub(super) repetition: Option<Value>,
    pub(super) examiner: MakeExaminer<'a>,
    pub(super) most_bytes: usize,
    pub(super) temporary: Temporary,
    pub(super) watcher: Option<Watcher<'w>>,
    pub(super) progress: Progress,
    /// On how many threads the work is done.
    pub(super) threads: usize,
}

/// A strategy under way.
struct Open<'a> {
    section: Section,
    examiner: Box<dyn Examine + 'a>,
    listed: RunWriter,
    last: Option<String>,
    /// Work that was not done yet.
    jobs: Vec<Job>,
    /// Work that is being put together, and its bytes.
    job: Job,
    bytes: usize,
}

impl<'a> Check<'a, '_> {
    /// Reads all blocks and checks the strategies in them.
    pub(super) fn run(&mut self, mut input: Input<'_>) -> Result<(), Refusal> {
        let mut strategy: Option<Open<'a>> = None;
        let mut number = 1;
        while let Some(block) = read_block(&mut input.input, number)? {
            self.progress.bytes += block.bytes;
            if strategy.as_ref().is_none_or(|open| open.section != block.section) {
                if let Some(done) = strategy.take() {
                    self.finish(done)?;
                }
                strategy = Some(self.begin(&block)?);
            }
            if let Some(open) = &mut strategy {
                let read = self.read_entries(&block, open);
                if read.is_err() {
                    // What comes first in the file is said first.
                    self.work(open)?;
                }
                read?;
            }
            number += 1;
        }
        if let Some(done) = strategy {
            self.finish(done)?;
        }
        match self.open.iter().flatten().next() {
            Some(half) => Err(Refusal::unproved(format!("no strategy shows that {}", half.text()))),
            None => Ok(()),
        }
    }

    fn begin(&mut self, block: &Block) -> Result<Open<'a>, Refusal> {
        let section = block.section;
        let player = Player::from(section.player);
        let halves = self.open.get_mut(section.claim as usize);
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
        check_ranks(self.repetition, &half, section.ranked)?;
        let most_bytes = self.most_bytes.saturating_sub(FIXED_BYTES);
        let needs = Sorter::new(most_bytes, &self.temporary);
        Ok(Open {
            section,
            examiner: (self.examiner)(section.claim as usize, half, needs),
            listed: RunWriter::new(&self.temporary),
            last: None,
            jobs: Vec::new(),
            job: Job::default(),
            bytes: 0,
        })
    }

    /// Reads the entries of a block; what is to be done about them is done when there is enough for every thread.
    fn read_entries(&mut self, block: &Block, open: &mut Open<'a>) -> Result<(), Refusal> {
        let mut text = String::new();
        block.each_entry(&mut text, &mut |position, entry| {
            if open.last.as_deref().is_some_and(|last| last.as_bytes() >= position.as_bytes()) {
                return Err(Refusal::unproved(format!(
                    "the position {} appears twice, or not in its order",
                    shown(position)
                )));
            }
            let last = open.last.get_or_insert_default();
            last.clear();
            last.push_str(position);
            open.listed.add(position.as_bytes(), &entry.rank.to_be_bytes()).map_err(no_room)?;
            self.progress.positions += 1;
            let entry = Entry { position: position.to_string(), mv: entry.mv.to_string(), rank: entry.rank };
            let bytes = entry.position.len() + entry.mv.len();
            open.job.entries.push(entry);
            self.add_work(open, bytes)
        })
    }

    /// Counts what was added to a job, and has the work done when there is enough.
    fn add_work(&mut self, open: &mut Open<'a>, bytes: usize) -> Result<(), Refusal> {
        open.bytes += bytes;
        if open.job.is_large(open.bytes) {
            open.bytes = 0;
            open.jobs.push(std::mem::take(&mut open.job));
            if open.jobs.len() >= self.threads {
                return self.work(open);
            }
        }
        Ok(())
    }

    /// Does the work that there is.
    fn work(&mut self, open: &mut Open<'a>) -> Result<(), Refusal> {
        open.jobs.push(std::mem::take(&mut open.job));
        open.bytes = 0;
        self.progress.settled += open.examiner.work(&open.jobs)?;
        open.jobs.clear();
        let goes_on = self.watcher.as_mut().is_none_or(|watcher| watcher(&self.progress));
        if goes_on { Ok(()) } else { Err(Refusal::Interrupted) }
    }

    /// Walks through what is needed and what is listed, side by side.
    fn finish(&mut self, mut open: Open<'a>) -> Result<(), Refusal> {
        self.work(&mut open)?;
        self.progress.settled += u64::from(open.examiner.need_root()?);
        let none = RunWriter::new(&self.temporary);
        let listed = std::mem::replace(&mut open.listed, none);
        let mut listed = listed.finish().and_then(RunReader::new).map_err(no_room)?;
        let mut has_listed = listed.advance().map_err(no_room)?;
        let mut needs = open.examiner.take_needs(&self.temporary).finish().map_err(no_room)?;
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
            let position = String::from_utf8_lossy(position).into_owned();
            let bytes = position.len();
            open.job.unlisted.push(Unlisted { position, ranks: rank.map(|rank| (rank, below)) });
            self.add_work(&mut open, bytes)?;
        }
        self.work(&mut open)
    }
}
