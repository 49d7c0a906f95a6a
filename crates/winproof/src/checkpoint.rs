//! Checkpoints: a long search put on disk, to go on with later.
//!
//! A checkpoint is a text of two lines followed by bytes:
//! ```text
//! winproof checkpoint 2
//! {"game":…,"parameters":…,"root":…,"goal":…,"algorithm":…, what is known so far …}
//! the search's own state, and last the checksum of header and state (CRC-32, four bytes)
//! ```
//! The header pins game, parameters, root, goal and algorithm; whoever goes on with the file takes them from there. It is
//! written aside and renamed, so a kill at any moment leaves the last whole one in place.
//!
//! What a state holds depends on the search: df-pn saves its table, the others their graph
//! ([`graph::kept`](crate::graph::kept)). Strategies of goals that are answered already are
//! not saved; they are found again at the end.

use crate::algorithm::{Algorithm, EffortKind, GraphKind, LeafKind};
use crate::game::{Game, TextGame, Value};
use crate::goal::Goal;
use crate::proof::certificate::write_aside;
use crate::verdict::Counts;
use flate2::Crc;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const MAGIC: &str = "winproof checkpoint ";
const VERSION: u32 = 2;

/// A search as it stands, for whoever keeps it.
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

/// Someone who keeps a search from time to time.
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
    effort: String,
    graph: String,
    leaf: String,
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
    /// The algorithm, if this version knows it.
    pub fn algorithm(&self) -> Option<Algorithm> {
        Some(Algorithm {
            effort: EffortKind::by_word(&self.effort)?,
            graph: GraphKind::by_word(&self.graph)?,
            leaf: LeafKind::by_word(&self.leaf)?,
        })
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts { nodes: self.nodes, expansions: self.expansions, updates: self.updates, ..Counts::default() }
    }
}

/// Keeps a search in a file.
pub struct FileKeeper<'a, G> {
    path: PathBuf,
    header: CheckpointHeader,
    interval: Duration,
    /// When the next save is due; the clock starts when the search does, however long it took to read a file.
    next: Option<Instant>,
    error: Option<io::Error>,
    saved: u32,
    game: PhantomData<&'a G>,
}

impl<'a, G: TextGame> FileKeeper<'a, G> {
    /// Keeps the search of `root` with this algorithm in a file, about every `interval`.
    pub fn new(
        path: impl Into<PathBuf>,
        interval: Duration,
        game: &'a G,
        root: &<G as Game>::Position,
        goal: Option<Goal>,
        algorithm: Algorithm,
        memory: Option<usize>,
    ) -> Self {
        let header = CheckpointHeader {
            game: game.name(),
            parameters: game.parameters(),
            root: game.position_text(root),
            goal: goal.map(|goal| goal.at_least),
            effort: algorithm.effort.word().to_string(),
            graph: algorithm.graph.word().to_string(),
            leaf: algorithm.leaf.word().to_string(),
            memory,
            lower: 0,
            upper: 0,
            nodes: 0,
            expansions: 0,
            updates: 0,
            seconds: 0.0,
        };
        FileKeeper { path: path.into(), header, interval, next: None, error: None, saved: 0, game: PhantomData }
    }

    /// How often the search was saved.
    pub fn saved(&self) -> u32 {
        self.saved
    }

    /// Why the last save failed, if it did.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }
}

impl<G> Keeper for FileKeeper<'_, G> {
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
        let result = write_aside(&self.path, |file| {
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
        let no_checkpoint = || wrong(format!("this is no checkpoint: its first line is not '{MAGIC}{VERSION}'"));
        file.read_line(&mut line).map_err(|_| no_checkpoint())?;
        let version = line.strip_prefix(MAGIC).map(str::trim_end).ok_or_else(no_checkpoint)?;
        if version != VERSION.to_string() {
            return Err(wrong(format!("the checkpoint has version {version}; this program reads version {VERSION}")));
        }
        let first = line.len();
        line.clear();
        file.read_line(&mut line).map_err(|_| wrong("the checkpoint's header is damaged".to_string()))?;
        let header: CheckpointHeader = serde_json::from_str(&line)
            .map_err(|error| wrong(format!("the checkpoint's header is damaged or of another version: {error}")))?;
        if header.algorithm().is_none() {
            return Err(wrong("the checkpoint is of an algorithm that this program does not have".to_string()));
        }
        let state_start = (first + line.len()) as u64;
        let state_bytes = length
            .checked_sub(state_start + 4)
            .ok_or_else(|| wrong("the checkpoint breaks off; go on from an older copy".to_string()))?;
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
                "the checkpoint is damaged: its checksum is wrong; go on from an older copy".to_string(),
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
