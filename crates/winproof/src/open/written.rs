//! A certificate as a file: made of what a run recorded, and checked before it gets its name.

use super::{Opened, Task};
use crate::game::{Player, TextGame};
use crate::progress::{Built, Phase, Progress, Report};
use crate::proof::aside::Aside;
use crate::proof::certificate::Header;
use crate::proof::check::{self, Reader};
use crate::proof::{ProofSettings, Recording};
use crate::solution::Solution;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::time::Instant;

/// A certificate that is to be written.
#[derive(Clone, Debug)]
pub struct ProofTask {
    /// Its file. It gets its name when the checker has accepted it.
    pub path: PathBuf,
    /// How it is to be made.
    pub settings: ProofSettings,
    /// What the checker may hold.
    pub check_memory: usize,
}

/// A certificate that was written, and accepted by the checker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Written {
    /// The size of the file.
    pub bytes: u64,
    /// The positions that it lists.
    pub positions: u64,
    /// The positions that the checker settled by itself.
    pub settled: u64,
    /// Seconds that the check took.
    pub check_seconds: f64,
}

/// Why a certificate was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotWritten {
    /// There is nothing that it could say.
    #[error("{0}")]
    NoClaim(String),
    /// A file could not be written.
    #[error("{0}")]
    File(io::Error),
    /// The checker did not accept it.
    #[error("{0}")]
    Refused(check::Refusal),
}

impl<G: TextGame + 'static> Opened<G> {
    /// Makes a certificate of what was recorded, and has it checked before it gets its name.
    pub(super) fn write(
        &self,
        proof: &ProofTask,
        solution: &mut Solution<G>,
        recording: Recording,
        task: &Task,
        progress: &mut dyn Progress<String>,
    ) -> Result<Written, NotWritten> {
        let game = &*self.game;
        if solution.contradiction.is_some() {
            return Err(NotWritten::NoClaim("the answer was withdrawn".to_string()));
        }
        solution.recorded = [Player::Max, Player::Min].map(|player| recording.has_strategy_of(player));
        let claim = solution.claim(game).map_err(NotWritten::NoClaim)?;
        let header = Header::new(game, &self.root, claim, proof.settings.horizon.plies());
        let mut aside = Aside::new(&proof.path).map_err(NotWritten::File)?;
        recording.write(&header, BufWriter::with_capacity(1 << 16, aside.file())).map_err(NotWritten::File)?;
        let file = File::open(aside.temporary()).map_err(NotWritten::File)?;
        let bytes = file.metadata().map_err(NotWritten::File)?.len();
        let started = Instant::now();
        let mut last = Instant::now();
        let mut watcher = |checked: &check::Progress| {
            if last.elapsed().as_secs_f64() >= progress.seconds_between() {
                last = Instant::now();
                progress.report(&check_report(checked, Some(bytes), started.elapsed().as_secs_f64()));
            }
            !task.limits.is_cancelled()
        };
        let reader = Reader::open(file, proof.check_memory).map_err(NotWritten::Refused)?;
        let reader = reader.temporary(proof.settings.temporary.as_deref()).watched(&mut watcher);
        let accepted = self.checked(reader, task.threads).map_err(NotWritten::Refused)?;
        // Rules that failed in the middle set the flag: what they said last may be made up.
        if task.limits.is_cancelled() {
            return Err(NotWritten::Refused(check::Refusal::Interrupted));
        }
        aside.finish().map_err(NotWritten::File)?;
        solution.is_certified(claim);
        let (positions, settled) = (accepted.positions, accepted.settled);
        Ok(Written { bytes, positions, settled, check_seconds: started.elapsed().as_secs_f64() })
    }
}

/// A report on the check of a certificate of so many bytes, where that is known.
pub fn check_report(checked: &check::Progress, bytes: Option<u64>, seconds: f64) -> Report<'static, String> {
    Report {
        goal: None,
        nodes: checked.positions + checked.settled,
        nodes_per_second: (checked.positions + checked.settled) as f64 / seconds.max(1e-9),
        proof: None,
        disproof: None,
        bytes: 0,
        table_permille: None,
        seconds,
        line: &[],
        phase: Phase::Check,
        built: Some(Built {
            positions: checked.positions,
            depth: 0,
            share: bytes.map(|bytes| checked.bytes as f64 / bytes.max(1) as f64),
        }),
    }
}
