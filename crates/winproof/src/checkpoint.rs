//! Checkpoints: a long search saved to disk, to be resumed later.
//!
//! A checkpoint is a text of two lines followed by bytes:
//! ```text
//! winproof checkpoint 3
//! {"game":…,"parameters":…,"root":…,"goal":…,"algorithm":…,"policy":…, what is known so far …}
//! the search's own state, and last the checksum of header and state (CRC-32, four bytes)
//! ```
//! The header pins game, parameters, root, goal, algorithm and policies; whoever resumes the file takes them from
//! there. It is written aside and renamed, so a kill at any moment leaves the last whole one in place.
//!
//! What a state holds depends on the search: df-pn saves its table, the others their graph
//! (`graph/saved.rs`). Strategies of goals that are answered already are
//! not saved; they are found again at the end.
//!
//! A checksum guards against damage, not against somebody who changes the file: what is read is checked for sense, so
//! that no file makes the program fail, and an answer of a resumed search says that it rests on the file until a
//! strategy has passed the checker.

use crate::algorithm::Algorithm;
use crate::game::{TextRules, Value};
use crate::goal::Goal;
use crate::plan::Plan;
use crate::policy::Policy;
use crate::proof::aside;
use crate::verdict::Counts;
use flate2::Crc;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const MAGIC: &str = "winproof checkpoint ";
const VERSION: u32 = 3;

/// The longest header; it may hold a whole graph file.
const LONGEST_LINE: u64 = 1 << 30;

/// A search as it stands, for whoever saves it.
pub struct Snapshot<'a> {
    /// The value lies between these two.
    pub bounds: (Value, Value),
    /// The work so far.
    pub counts: Counts,
    /// The time so far, in seconds.
    pub seconds: f64,
    /// Writes the search's own state.
    pub state: &'a dyn Fn(&mut dyn Write) -> io::Result<()>,
}

/// Someone who saves a search from time to time.
pub trait Keeper {
    /// Asked now and then: whether it is time to save.
    fn is_due(&mut self) -> bool;
    /// Saves the search.
    fn save(&mut self, snapshot: &Snapshot<'_>);
}

/// What a checkpoint is about, and what was known when it was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckpointHeader {
    /// The game's name.
    pub game: String,
    /// The game's parameters.
    pub parameters: Vec<(String, String)>,
    /// The position under search.
    pub root: String,
    /// The goal, where one was asked for: at least this.
    pub goal: Option<Value>,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its settings.
    pub policy: Policy,
    /// The limit on memory that the search had, in bytes.
    pub memory: Option<usize>,
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    nodes: u64,
    expansions: u64,
    updates: u64,
    /// Seconds spent.
    pub seconds: f64,
}

impl CheckpointHeader {
    pub(crate) fn counts(&self) -> Counts {
        Counts { nodes: self.nodes, expansions: self.expansions, updates: self.updates, ..Counts::default() }
    }
}

/// Saves a search to a file.
pub struct FileKeeper {
    path: PathBuf,
    header: CheckpointHeader,
    interval: Duration,
    /// When the next save is due; the clock starts when the search does, however long it took to read a file.
    next: Option<Instant>,
    error: Option<io::Error>,
    saved: u32,
}

impl FileKeeper {
    /// Saves the search of `root` with this plan to a file, about every `interval`.
    pub fn new<G: TextRules>(
        path: impl Into<PathBuf>,
        interval: Duration,
        game: &G,
        root: &G::Position,
        goal: Option<Goal>,
        plan: &Plan,
        memory: Option<usize>,
    ) -> Self {
        let header = CheckpointHeader {
            game: game.name(),
            parameters: game.parameters(),
            root: game.position_text(root),
            goal: goal.map(|goal| goal.at_least),
            algorithm: plan.algorithm(),
            policy: *plan.policy(),
            memory,
            lower: 0,
            upper: 0,
            nodes: 0,
            expansions: 0,
            updates: 0,
            seconds: 0.0,
        };
        FileKeeper { path: path.into(), header, interval, next: None, error: None, saved: 0 }
    }

    /// How often the search was saved.
    pub fn saved(&self) -> u32 {
        self.saved
    }

    /// Why the last save failed, if it did.
    pub fn into_error(self) -> Option<io::Error> {
        self.error
    }

    /// Why the last save failed, if it did.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }
}

impl Keeper for FileKeeper {
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        now >= *self.next.get_or_insert(now + self.interval)
    }

    fn save(&mut self, snapshot: &Snapshot<'_>) {
        let started = Instant::now();
        let header = CheckpointHeader {
            lower: snapshot.bounds.0,
            upper: snapshot.bounds.1,
            nodes: snapshot.counts.nodes,
            expansions: snapshot.counts.expansions,
            updates: snapshot.counts.updates,
            seconds: snapshot.seconds,
            ..self.header.clone()
        };
        let result = aside::write(&self.path, |file| {
            let mut text = BufWriter::with_capacity(1 << 20, file);
            writeln!(text, "{MAGIC}{VERSION}")?;
            let mut body = Summed { inner: text, sum: Crc::new() };
            writeln!(body, "{}", serde_json::to_string(&header)?)?;
            (snapshot.state)(&mut body)?;
            let Summed { mut inner, sum } = body;
            inner.write_all(&sum.sum().to_le_bytes())?;
            inner.flush()
        });
        self.saved += u32::from(result.is_ok());
        self.error = result.err();
        // However large the state is, saving it takes a small part of the time.
        self.next = Some(Instant::now() + self.interval.max(10 * started.elapsed()));
    }
}

struct Summed<W> {
    inner: W,
    sum: Crc,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A checkpoint that was read and is whole.
pub struct Checkpoint {
    /// What it is about.
    pub header: CheckpointHeader,
    pub(crate) path: PathBuf,
    pub(crate) state_start: u64,
    pub(crate) state_bytes: u64,
}

impl Checkpoint {
    /// Opens a file and checks that it is a whole checkpoint of this version.
    pub fn open(path: &Path) -> io::Result<Checkpoint> {
        let wrong = |sentence: String| io::Error::new(io::ErrorKind::InvalidData, sentence);
        let length = std::fs::metadata(path)?.len();
        let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut line = String::new();
        let no_checkpoint = || wrong(format!("this is not a checkpoint: its first line is not '{MAGIC}{VERSION}'"));
        (&mut file).take(LONGEST_LINE).read_line(&mut line).map_err(|_| no_checkpoint())?;
        let version = line.strip_prefix(MAGIC).map(str::trim_end).ok_or_else(no_checkpoint)?;
        if version != VERSION.to_string() {
            return Err(wrong(format!("the checkpoint has version {version}; this program reads version {VERSION}")));
        }
        let first = line.len();
        line.clear();
        let header_line = (&mut file).take(LONGEST_LINE).read_line(&mut line);
        header_line.map_err(|_| wrong("the checkpoint's header is damaged".to_string()))?;
        if !line.starts_with('{') {
            return Err(wrong("the checkpoint's header is damaged: it is not a JSON object".to_string()));
        }
        let header: CheckpointHeader = serde_json::from_str(&line)
            .map_err(|error| wrong(format!("the checkpoint's header is damaged or of another version: {error}")))?;
        let state_start = (first + line.len()) as u64;
        let state_bytes = length
            .checked_sub(state_start + 4)
            .ok_or_else(|| wrong("the checkpoint breaks off; resume from an older copy".to_string()))?;
        let mut sum = Crc::new();
        sum.update(line.as_bytes());
        let mut left = state_bytes;
        let mut buffer = vec![0; 1 << 20];
        while left > 0 {
            let part = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            file.read_exact(&mut buffer[..part])?;
            sum.update(&buffer[..part]);
            left -= part as u64;
        }
        let mut expected = [0; 4];
        file.read_exact(&mut expected)?;
        if sum.sum().to_le_bytes() != expected {
            return Err(wrong(
                "the checkpoint is damaged: its checksum is wrong; resume from an older copy".to_string(),
            ));
        }
        Ok(Checkpoint { header, path: path.to_path_buf(), state_start, state_bytes })
    }

    /// The search's own state.
    pub(crate) fn state(&self) -> io::Result<impl Read + use<>> {
        let mut file = File::open(&self.path)?;
        io::Seek::seek(&mut file, io::SeekFrom::Start(self.state_start))?;
        Ok(BufReader::with_capacity(1 << 20, file).take(self.state_bytes))
    }
}
