//! Files that a command writes when its work is done, and makes sure of before it begins.

use crate::failure::{Failure, reason};
use crate::output;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use winproof::proof::certificate;

/// A file that can be written.
pub struct Destination {
    path: PathBuf,
    /// What comes there, such as `the proof`.
    what: &'static str,
}

impl Destination {
    /// Makes sure, before a long search, that the file can be written.
    pub fn new(path: &Path, what: &'static str) -> Result<Destination, Failure> {
        let shown = path.display();
        let refuse = |why: &str| Failure::wrong(format!("cannot write {what} to '{shown}': {why}"));
        if path.is_dir() || path.file_name().is_none() {
            return Err(refuse("it is a folder; add the name of a file"));
        }
        // Moving a file there would take the place of a device or a pipe.
        if path.exists() && !path.is_file() {
            return Err(refuse("it is no ordinary file; give another name"));
        }
        // The file is written beside its place and then moved there, so it is the folder that matters.
        let trial = path.with_file_name(format!(".winproof.{}.tmp", std::process::id()));
        match File::create(&trial) {
            Ok(_) => {
                // What was just made can be removed, and if not, an empty file does no harm.
                let _ = std::fs::remove_file(&trial);
                Ok(Destination { path: path.to_path_buf(), what })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(refuse("there is no such folder; make it first")),
            Err(error) => Err(refuse(&reason(&error))),
        }
    }

    /// Writes the file.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        aside::write(&self.path, |file| write(file)).map_err(|error| self.failed(&reason(&error)))
    }

    /// The error that the file cannot be written.
    pub fn failed(&self, why: &str) -> Failure {
        Failure::failed(format!("cannot write {} to '{}': {why}", self.what, self.path.display()))
    }

    /// Writes a certificate and says how to check it.
    pub fn write_certificate(
        &self,
        quiet: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.write(write)?;
        if !quiet {
            let shown = self.path.display();
            let argument = quoted(&shown.to_string());
            output::remark(&format!("the proof is in '{shown}'; check it with: winproof check {argument}"));
        }
        Ok(())
    }

    /// Says why nothing is written.
    pub fn leave(&self, why: &str, quiet: bool) {
        if !quiet {
            let what = self.what.strip_prefix("the ").unwrap_or(self.what);
            output::remark(&format!("no {what} is written to '{}': {why}", self.path.display()));
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
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
