//! Writing the certificate of a mate, and the whole solution as text.

use super::Outcome;
use crate::failure::{Failure, reason};
use crate::output;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use winproof::proof::certificate;
use winproof_games::chess::mate::tree::{Extent, tree};

/// A file that can be written.
pub struct Destination {
    path: PathBuf,
}

impl Destination {
    /// Makes sure, before a long search, that the file can be written.
    pub fn new(path: &Path) -> Result<Destination, Failure> {
        let shown = path.display();
        let refuse = |why: &str| Failure::wrong(format!("cannot write to '{shown}': {why}"));
        if path.is_dir() || path.file_name().is_none() {
            return Err(refuse("it is a folder; add the name of a file"));
        }
        // Moving a file there would take the place of a device or a pipe.
        if path.exists() && !path.is_file() {
            return Err(refuse("it is no ordinary file; give another name"));
        }
        let trial = path.with_file_name(format!(".winproof.{}.tmp", std::process::id()));
        match File::create(&trial) {
            Ok(_) => {
                // What was just made can be removed, and if not, an empty file does no harm.
                let _ = std::fs::remove_file(&trial);
                Ok(Destination { path: path.to_path_buf() })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(refuse("there is no such folder; make it first")),
            Err(error) => Err(refuse(&reason(&error))),
        }
    }

    /// Writes the certificate of what was proved, if anything was.
    pub fn write_proof(&self, outcome: &Outcome, quiet: bool) -> Result<(), Failure> {
        let shown = self.path.display();
        let Some((game, solution)) = outcome.proof() else {
            if !quiet {
                output::remark(&format!("no proof is written to '{shown}': nothing was proved"));
            }
            return Ok(());
        };
        certificate::write_aside(&self.path, |file| solution.write_certificate(&game, file))
            .map_err(|error| self.failed(&error))?;
        if !quiet {
            output::remark(&format!("the proof is in '{shown}'; check it with: winproof check '{shown}'"));
        }
        Ok(())
    }

    /// Writes the whole solution, if there is a mate.
    pub fn write_tree(&self, outcome: &Outcome, quiet: bool) -> Result<(), Failure> {
        let shown = self.path.display();
        let Some(mate) = &outcome.findings.mate else {
            if !quiet {
                output::remark(&format!("no solution is written to '{shown}': no mate was found"));
            }
            return Ok(());
        };
        let lines = tree(mate, Extent::WHOLE).lines;
        certificate::write_aside(&self.path, |file| {
            for line in &lines {
                writeln!(file, "{line}")?;
            }
            Ok(())
        })
        .map_err(|error| self.failed(&error))?;
        if !quiet {
            output::remark(&format!("the whole solution is in '{shown}', {} lines", output::count(lines.len() as u64)));
        }
        Ok(())
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        Failure::failed(format!("cannot write to '{}': {}", self.path.display(), reason(error)))
    }
}
