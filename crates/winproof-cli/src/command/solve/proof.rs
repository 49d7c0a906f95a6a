//! Writing the certificate of what was solved.

use super::Outcome;
use crate::failure::{Failure, reason};
use crate::output;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use winproof::TextGame;
use winproof::proof::certificate;

/// A file that a proof can be written to.
pub struct Destination {
    path: PathBuf,
}

impl Destination {
    /// Makes sure, before a long search, that the file can be written.
    pub fn new(path: &Path) -> Result<Destination, Failure> {
        let shown = path.display();
        let refuse = |why: &str| Failure::wrong(format!("cannot write the proof to '{shown}': {why}"));
        if path.is_dir() || path.file_name().is_none() {
            return Err(refuse("it is a folder; add the name of a file"));
        }
        // Moving a file there would take the place of a device or a pipe.
        if path.exists() && !path.is_file() {
            return Err(refuse("it is no ordinary file; give another name"));
        }
        // The certificate is written beside its place and then moved there, so it is the folder that matters.
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

    /// Writes what was proved. An unsolved search may still have proved a bound.
    pub fn write<G: TextGame>(&self, outcome: &Outcome<'_, G>) -> Result<(), Failure> {
        let Outcome { game, solution, arguments, .. } = outcome;
        let shown = self.path.display();
        if !proves_something(outcome) {
            if !arguments.quiet {
                output::remark(&format!("no proof is written to '{shown}': nothing beyond the rules was proved"));
            }
            return Ok(());
        }
        certificate::write_aside(&self.path, |file| solution.write_certificate(game, file))
            .map_err(|error| Failure::failed(format!("cannot write the proof to '{shown}': {}", reason(&error))))?;
        if !arguments.quiet {
            let argument = quoted(&shown.to_string());
            output::remark(&format!("the proof is in '{shown}'; check it with: winproof check {argument}"));
        }
        Ok(())
    }
}

/// Whether there is a bound that the rules alone do not give.
fn proves_something<G: TextGame>(outcome: &Outcome<'_, G>) -> bool {
    let (verdict, values) = (&outcome.solution.verdict, outcome.game.values());
    let lower = verdict.lower.proved && Some(&verdict.lower.value) != values.first();
    let upper = verdict.upper.proved && Some(&verdict.upper.value) != values.last();
    lower || upper || verdict.value().is_some()
}

/// A word as a shell would have it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=,:+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("proof.wpf"), "proof.wpf");
        assert_eq!(quoted("my proof"), "'my proof'");
        assert_eq!(quoted(">=1"), "'>=1'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
