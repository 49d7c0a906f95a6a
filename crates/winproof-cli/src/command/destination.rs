//! Files that a command writes when its work is done, and makes sure of before it begins.

use crate::failure::{Failure, reason};
use crate::output;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use winproof::open::Written;
use winproof::proof::aside::{self, Aside};
use winproof::proof::check::{Reader, Refusal};

/// A file that can be written, or standard output.
pub struct Destination {
    path: PathBuf,
    /// What comes there, such as `the certificate`.
    what: &'static str,
    /// Where it is written first, if it goes to standard output.
    copied: Option<tempfile::NamedTempFile>,
}

impl Destination {
    /// Makes sure, before a long search, that the file can be written.
    pub fn new(path: &Path, what: &'static str) -> Result<Destination, Failure> {
        let shown = path.display();
        let mut destination = Destination { path: path.to_path_buf(), what, copied: None };
        if destination.is_standard_output() {
            let file = tempfile::NamedTempFile::new();
            let no_file = |error| Failure::failed(format!("cannot make a temporary file: {}", reason(&error)));
            destination.copied = Some(file.map_err(no_file)?);
            return Ok(destination);
        }
        let refuse = |why: &str| Failure::wrong(format!("cannot write {what} to '{shown}': {why}"));
        if path.is_dir() || path.file_name().is_none() {
            return Err(refuse("it is a folder; add a file name"));
        }
        // Moving a file there would take the place of a device or a pipe.
        if path.exists() && !path.is_file() {
            return Err(refuse("it is not an ordinary file; choose another name"));
        }
        // The file is written beside its place and then moved there, so it is the folder that matters.
        match Aside::new(path) {
            Ok(_) => Ok(destination),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(refuse("there is no such folder; create it first"))
            }
            Err(error) => Err(refuse(&reason(&error))),
        }
    }

    /// Whether it is standard output.
    pub fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Names the temporary files that killed runs have left beside the file.
    pub fn remark_on_leftovers(&self) {
        for leftover in aside::leftovers(&self.path) {
            output::remark(&format!("'{}' is left from a run that was killed; remove it", leftover.display()));
        }
    }

    /// Writes the file.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        if self.is_standard_output() {
            return write(&mut io::stdout().lock()).map_err(|error| self.failed(&reason(&error)));
        }
        aside::write(&self.path, |file| write(file)).map_err(|error| self.failed(&reason(&error)))
    }

    /// The error that the file cannot be written.
    pub fn failed(&self, why: &str) -> Failure {
        Failure::failed(format!("cannot write {} to '{}': {why}", self.what, self.path.display()))
    }

    /// Writes a certificate, has it checked, and only then gives it its name.
    pub fn write_certificate(
        &self,
        quiet: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        check: impl FnOnce(Reader<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Failure> {
        let unwritten = |error: io::Error| self.failed(&reason(&error));
        let refused = |refusal: Refusal| refused(&refusal);
        if self.is_standard_output() {
            let mut bytes = Vec::new();
            write(&mut bytes).map_err(unwritten)?;
            let copy: Box<dyn Read> = Box::new(io::Cursor::new(bytes.clone()));
            Reader::open(copy, usize::MAX).and_then(check).map_err(refused)?;
            return io::stdout().lock().write_all(&bytes).map_err(unwritten);
        }
        let mut aside = Aside::new(&self.path).map_err(unwritten)?;
        write(aside.file()).map_err(unwritten)?;
        let copy: Box<dyn Read> = Box::new(File::open(aside.temporary()).map_err(unwritten)?);
        Reader::open(copy, usize::MAX).and_then(check).map_err(refused)?;
        aside.finish().map_err(unwritten)?;
        self.remark_on_certificate("", quiet);
        Ok(())
    }

    fn remark_on_certificate(&self, size: &str, quiet: bool) {
        if !quiet {
            let shown = self.path.display();
            let argument = quoted(&shown.to_string());
            output::remark(&format!(
                "wrote the certificate to '{shown}'{size}; check it with: winproof check {argument}"
            ));
        }
    }

    /// Where a certificate is written to: the file itself, or one that is copied to standard output in the end.
    pub fn file(&self) -> &Path {
        self.copied.as_ref().map_or(&self.path, |file| file.path())
    }

    /// A certificate was written.
    pub fn wrote(&self, written: &Written, quiet: bool) -> Result<(), Failure> {
        if self.copied.is_some() {
            let unwritten = |error: io::Error| self.failed(&reason(&error));
            let mut file = File::open(self.file()).map_err(unwritten)?;
            io::copy(&mut file, &mut io::stdout().lock()).map_err(unwritten)?;
            return Ok(());
        }
        let (positions, bytes) = (output::count(written.positions), output::bytes(written.bytes as usize));
        self.remark_on_certificate(&format!(" ({positions} positions, {bytes})"), quiet);
        Ok(())
    }

    /// Says why nothing is written.
    pub fn leave(&self, why: &str, quiet: bool) {
        if !quiet {
            let what = self.what.strip_prefix("the ").unwrap_or(self.what);
            output::remark(&format!("no {what} was written to '{}': {why}", self.path.display()));
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The checker refuses what was written.
pub fn refused(refusal: &Refusal) -> Failure {
    Failure::failed(format!(
        "the checker refuses the certificate, so it is not written: {refusal}; please report this together with the \
         command that you gave"
    ))
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
