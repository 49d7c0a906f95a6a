//! The checker: reads a certificate and the rules of the game, and trusts nothing else.
//!
//! It shares no code with the searches. A strategy is accepted when its root is in it, every move it
//! plays is legal, every reply of the opponent is answered, every end that can be reached is good enough, and
//! either ranks fall along every line (so play ends) or an endless line is good enough too. `FORMAT.md` says it step by
//! step. Each position is looked at once, and memory is bounded whatever the size of the file (`version2.rs`); only the
//! old format needs room for all positions of a strategy (`version1.rs`).
//!
//! The rules are believed in what only they can know: which values play can have, and what a repetition is worth. An
//! end that is not among those values is refused. That positions never repeat is not believed: where the rules say
//! so, ranks must show it.
//!
//! A certificate comes from anywhere. Nothing in it makes the checker hold more than the limit on memory: lines are
//! read up to a length, and positions are counted as they come. Text of the file is shown only with its control
//! characters spelled out.

mod examine;
mod judge;
mod version1;
mod version2;

use crate::certificate::{Claim, Header, MAGIC, VERSION, version1::HeaderLine};
use crate::lines::{LONGEST_ENTRY, Lines};
use crate::rules::{Player, Rules, Status, TextRules, Value};
use crate::settle::Half;
use crate::sorter::Temporary;
use crate::strategy::Strategy;
use crate::text::shown;
use examine::{Examination, Examiner, Spread};
use judge::{Judged, Names, Plan};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Mutex;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The file is not a certificate, or not a whole one, or of another version: nothing can be said of its claim.
    #[error("{0}")]
    Unreadable(String),
    /// The file can be read, and does not prove its claim.
    #[error("{0}")]
    Unproved(String),
    /// The file takes more memory than the checker may use: nothing can be said of its claim.
    #[error("{0}")]
    Limit(String),
    /// The check was stopped from outside: nothing can be said of the claim.
    #[error("the check was interrupted")]
    Interrupted,
}

impl Refusal {
    pub(crate) fn unreadable(sentence: impl Into<String>) -> Refusal {
        Refusal::Unreadable(sentence.into())
    }

    pub(crate) fn unproved(sentence: impl Into<String>) -> Refusal {
        Refusal::Unproved(sentence.into())
    }
}

/// A certificate that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What is proved.
    pub header: Header,
    /// How many positions the strategies hold in all.
    pub positions: u64,
    /// How many positions the checker settled by itself, within the horizon.
    pub settled: u64,
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the certificate read.
    pub bytes: u64,
    /// Entries looked at.
    pub positions: u64,
    /// Positions settled within the horizon.
    pub settled: u64,
}

/// Hears how far a check has come, now and then, and says whether it shall go on.
pub type Watcher<'a> = &'a mut dyn FnMut(&Progress) -> bool;

/// An entry of a certificate, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// The claim that it belongs to.
    pub claim: u32,
    /// Whose strategy it is.
    pub player: Player,
    /// Whether ranks fall.
    pub ranked: bool,
    /// The position.
    pub position: &'a str,
    /// The strategist's move, or `-`.
    pub mv: &'a str,
    /// The rank.
    pub rank: u32,
}

/// A certificate whose header has been read, so that the caller can find the game that it is about.
pub struct Reader<'w> {
    body: Body<'w>,
    header: Header,
    most_bytes: usize,
    temporary: Temporary,
    watcher: Option<Watcher<'w>>,
}

/// What follows the header.
enum Body<'w> {
    Version1(Box<Lines<'w>>),
    Version2(version2::Input<'w>),
}

/// The bytes of a certificate, wherever they are from: what reads them is compiled once for each game.
pub(crate) type Source<'w> = BufReader<Box<dyn Read + 'w>>;

impl<'w> Reader<'w> {
    /// Reads as far as the header. The checker will hold at most about `most_bytes`.
    pub fn open(input: impl Read + 'w, most_bytes: usize) -> Result<Reader<'w>, Refusal> {
        Reader::open_boxed(Box::new(input), most_bytes)
    }

    fn open_boxed(input: Box<dyn Read + 'w>, most_bytes: usize) -> Result<Reader<'w>, Refusal> {
        let mut input: Source<'w> = BufReader::with_capacity(1 << 16, input);
        let start = input.fill_buf().map_err(|error| Refusal::unreadable(format!("it cannot be read: {error}")))?;
        // The header may hold a whole game (a graph file), which is then held three times: as text, as the parameter,
        // and as rules.
        let longest_header = (most_bytes / 8).max(1 << 16);
        let (body, header) = if start.starts_with(&GZIP) {
            let mut lines = Lines::new(input);
            check_version(lines.next(LONGEST_ENTRY)?, 1)?;
            let line: HeaderLine = header(lines.next(longest_header)?)?;
            (Body::Version1(Box::new(lines)), Header::from(line))
        } else {
            let mut input = version2::Input::new(input);
            check_version(&input.line(MAGIC.len() + 32)?, VERSION)?;
            let header: Header = header(&input.line(longest_header)?)?;
            (Body::Version2(input), header)
        };
        Ok(Reader { body, header, most_bytes, temporary: Temporary::default(), watcher: None })
    }

    /// Puts temporary files into a folder; without this, into the system's own.
    #[must_use]
    pub fn temporary(mut self, folder: Option<&Path>) -> Self {
        self.temporary = Temporary::new(folder);
        self
    }

    /// Tells somebody how far the check has come.
    #[must_use]
    pub fn watched(mut self, watcher: Watcher<'w>) -> Self {
        self.watcher = Some(watcher);
        self
    }

    /// What the certificate is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Checks the certificate with the rules of its game, in which Max is the player that the claim means.
    pub fn check<R: TextRules>(self, rules: &R) -> Result<Accepted, Refusal> {
        self.check_by(rules, 1, examine::alone)
    }

    /// The same on several threads, with rules that they can share. Version 1 is checked on one.
    pub fn check_on_threads<R: TextRules + Sync>(self, rules: &R, threads: usize) -> Result<Accepted, Refusal> {
        match threads {
            0 | 1 => self.check(rules),
            threads => self.check_by(rules, threads, examine::on_threads),
        }
    }

    fn check_by<R: TextRules>(self, rules: &R, threads: usize, spread: Spread<R>) -> Result<Accepted, Refusal> {
        let header = self.header;
        check_rules(&header, &rules.name(), &rules.parameters())?;
        let mut roots = Vec::new();
        for claim in &header.claims {
            roots.push(position(rules, &claim.root).map_err(|why| Refusal::unproved(format!("a root: {why}")))?);
        }
        let (positions, settled) = match (self.body, &roots[..]) {
            (_, []) => return Err(Refusal::unproved("the certificate claims nothing")),
            (Body::Version1(lines), [root, ..]) => {
                (version1::check(rules, root, &header.claims[0], *lines, self.most_bytes)?, 0)
            }
            (Body::Version2(input), _) => {
                let mut open = Vec::new();
                for (root, claim) in roots.iter().zip(&header.claims) {
                    open.push(open_halves(rules, root, claim.claim())?);
                }
                let horizon = header.horizon;
                let mut check = version2::Check {
                    open,
                    repetition: rules.repetition(),
                    examiner: &|claim, half, needs| {
                        let (values, needs) = (rules.values(), Mutex::new(needs));
                        let examiner = Examiner { rules, half, horizon, values, needs };
                        Box::new(Examination { examiner, root: &roots[claim], spread })
                    },
                    most_bytes: self.most_bytes,
                    temporary: self.temporary,
                    watcher: self.watcher,
                    progress: Progress::default(),
                    threads,
                };
                check.run(input)?;
                (check.progress.positions, check.progress.settled)
            }
        };
        Ok(Accepted { header, positions, settled })
    }

    /// Goes through the entries of a certificate of version 2 as they are, without checking what they say.
    pub fn entries(self, each: &mut dyn FnMut(&Listed<'_>) -> Result<(), Refusal>) -> Result<(), Refusal> {
        match self.body {
            Body::Version1(_) => Err(Refusal::unreadable("the certificate has format version 1; write it again")),
            Body::Version2(input) => version2::entries(input, each),
        }
    }

    /// Writes the certificate as text: the header, and each entry on a line, with the whole position.
    pub fn write_text(self, output: &mut dyn std::io::Write) -> Result<(), Refusal> {
        let lost = |error: std::io::Error| Refusal::unreadable(format!("the text cannot be written: {error}"));
        let line = serde_json::to_string(&self.header).unwrap_or_default();
        writeln!(output, "{line}").map_err(lost)?;
        match self.body {
            Body::Version1(mut lines) => loop {
                let line = lines.next(LONGEST_ENTRY)?;
                writeln!(output, "{}", shown_line(line)).map_err(lost)?;
                if line == "end" {
                    return lines.end();
                }
            },
            Body::Version2(input) => version2::write_text(input, output),
        }
    }
}

/// What a gzip stream starts with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A line with what a terminal would act upon spelled out; tabs stay.
fn shown_line(line: &str) -> String {
    line.split('\t').map(crate::text::escaped).collect::<Vec<_>>().join("\t")
}

fn check_version(line: &str, expected: u32) -> Result<(), Refusal> {
    match line.strip_prefix(MAGIC) {
        Some(version) if version == expected.to_string() => Ok(()),
        Some(version) => Err(Refusal::unreadable(format!(
            "the certificate has format version {}; this program reads versions 1 and {VERSION}",
            shown(version)
        ))),
        None => {
            Err(Refusal::unreadable(format!("this is not a certificate: its first line is not '{MAGIC}{VERSION}'")))
        }
    }
}

fn header<T: DeserializeOwned>(line: &str) -> Result<T, Refusal> {
    object(line)
        .map_err(|why| Refusal::unreadable(format!("line 2 is not the header of a certificate: {}", shown(&why))))
}

/// Checks a claim about a position by strategies that are in memory. Holds an index of one strategy at a time.
pub fn strategy<R: Rules>(
    rules: &R,
    root: &R::Position,
    claim: Claim,
    strategies: &[&Strategy<R>],
) -> Result<(), Refusal> {
    let names = Names { position: &|position| format!("{position:?}"), mv: &|_, mv| format!("{mv:?}") };
    for half in open_halves(rules, root, claim)? {
        let Some(strategy) = strategies.iter().find(|strategy| strategy.player == half.player) else {
            return Err(Refusal::unproved(format!("no strategy shows that {}", half.text())));
        };
        let mut index: HashMap<&R::Position, u32> = HashMap::with_capacity(strategy.entries.len());
        for entry in &strategy.entries {
            if index.insert(&entry.position, entry.rank).is_some() {
                return Err(Refusal::unproved(format!("the position {:?} appears twice", entry.position)));
            }
        }
        let judged = Judged { rules, root, half: &half, ranked: strategy.ranked, names: &names };
        judged.check(
            strategy.entries.iter().map(|entry| (&entry.position, Plan { mv: entry.mv, rank: entry.rank })),
            &|position| index.get(position).copied(),
        )?;
    }
    Ok(())
}

/// A JSON object on a line; a list is not one, though it could be read as the fields in order.
pub(crate) fn object<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    if !line.trim_start().starts_with('{') {
        return Err("it is not a JSON object".to_string());
    }
    serde_json::from_str(line).map_err(|error| error.to_string())
}

/// The position that a text stands for, if it is the text that the game itself writes: no position has two texts.
fn position<R: TextRules>(rules: &R, text: &str) -> Result<R::Position, String> {
    let position = rules
        .parse_position(text)
        .map_err(|error| format!("'{}' is not a position: {}", shown(text), shown(&error.0)))?;
    match rules.position_text(&position) {
        own if own == text => Ok(position),
        own => Err(format!("the position {} is written {} here", shown(&own), shown(text))),
    }
}

/// Whether a certificate is about these rules.
fn check_rules(header: &Header, name: &str, parameters: &[(String, String)]) -> Result<(), Refusal> {
    if header.game == name && header.parameters == parameters {
        return Ok(());
    }
    Err(Refusal::unproved(format!(
        "the certificate is about {}, not about {}",
        shown(&rules_text(&header.game, &header.parameters)),
        shown(&rules_text(name, parameters))
    )))
}

fn rules_text(name: &str, parameters: &[(String, String)]) -> String {
    let mut text = name.to_string();
    for (key, value) in parameters {
        // The text of a graph file does not belong in a sentence.
        let value = if value.contains('\n') { "…" } else { value };
        text.push_str(&format!(" {key} {value}"));
    }
    text
}

/// The halves of the claim that need a strategy.
fn open_halves<R: Rules>(rules: &R, root: &R::Position, claim: Claim) -> Result<Vec<Half>, Refusal> {
    halves_to_show(&rules.values(), rules.status(root), claim)
}

fn halves_to_show(values: &[Value], root: Status, claim: Claim) -> Result<Vec<Half>, Refusal> {
    let halves = [(Player::Max, claim.at_least), (Player::Min, claim.at_most)];
    let claimed = halves.into_iter().filter_map(|(player, bound)| Some(Half { player, bound: bound? }));
    let claimed: Vec<Half> = claimed.collect();
    if claimed.is_empty() {
        return Err(Refusal::unproved("the certificate claims nothing"));
    }
    if let Some(half) = claimed.iter().find(|half| !values.contains(&half.bound)) {
        return Err(Refusal::unproved(format!(
            "the claim says that {}, which is not a value of this game",
            half.text()
        )));
    }
    if let (Some(least), Some(most)) = (claim.at_least, claim.at_most)
        && least > most
    {
        return Err(Refusal::unproved(format!("the claim contradicts itself: at least {least} and at most {most}")));
    }
    let is_given = |half: &Half| values.iter().all(|&value| half.is_kept_by(value));
    if claimed.iter().all(is_given) {
        return Err(Refusal::unproved("the claim says no more than the rules of the game do"));
    }
    if let Status::Ended(value) = root {
        if !values.contains(&value) {
            return Err(Refusal::unproved(format!("play has ended at the root with {value}, which is not a value")));
        }
        if let Some(half) = claimed.iter().find(|half| !half.is_kept_by(value)) {
            return Err(Refusal::unproved(format!(
                "play has ended at the root, worth {value}: it is false that {}",
                half.text()
            )));
        }
        return Ok(Vec::new());
    }
    Ok(claimed.into_iter().filter(|half| !is_given(half)).collect())
}
