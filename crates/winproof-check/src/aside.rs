//! Files that are written aside and renamed: what stood there before is lost only to a finished file.
//!
//! The temporary file is new, has a random name, and is never opened through a link: nobody else's file can be
//! overwritten by way of it. A run that is killed leaves its temporary file behind; [`leftovers`] finds such files.

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What temporary files end in.
const SUFFIX: &str = ".winproof-tmp";

/// Writes a file under a temporary name in the same folder, and puts it in its place when it is whole.
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut aside = Aside::new(path)?;
    write(&mut aside.file)?;
    aside.finish()
}

/// A file under a temporary name, which is removed unless [`Aside::finish`] puts it in its place.
#[derive(Debug)]
pub struct Aside {
    file: File,
    /// Where it is now.
    temporary: PathBuf,
    /// Where it belongs.
    path: PathBuf,
    is_finished: bool,
}

impl Aside {
    /// Makes an empty temporary file beside a path.
    pub fn new(path: &Path) -> io::Result<Aside> {
        let name = path.file_name();
        let name = name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
        let prefix = prefix(&name.to_string_lossy());
        loop {
            // Seeded by the system, so that nobody can guess the name and put something there.
            let random = RandomState::new().hash_one(std::process::id());
            let temporary = path.with_file_name(format!("{prefix}{random:016x}{SUFFIX}"));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&temporary) {
                Ok(file) => return Ok(Aside { file, temporary, path: path.to_path_buf(), is_finished: false }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The file, for writing.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Where the file is until it is finished.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Puts the file in its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        std::fs::rename(&self.temporary, &self.path)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !self.is_finished {
            // There is a first error to report; a temporary file that cannot be removed adds nothing to it.
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}

/// Temporary files of this path that earlier runs left behind. One that another run is writing now is among them.
pub fn leftovers(path: &Path) -> Vec<PathBuf> {
    let Some(name) = path.file_name() else { return Vec::new() };
    let prefix = prefix(&name.to_string_lossy());
    let Ok(files) = std::fs::read_dir(folder_of(path)) else { return Vec::new() };
    let is_ours = |file: &std::fs::DirEntry| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with(&prefix) && name.ends_with(SUFFIX)
    };
    let mut found: Vec<PathBuf> = files.flatten().filter(is_ours).map(|file| file.path()).collect();
    found.sort();
    found
}

fn prefix(name: &str) -> String {
    format!(".{name}.")
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_stays_until_the_new_file_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof.wpf");
        write(&path, |file| file.write_all(b"first")).unwrap();
        let failed = write(&path, |file| {
            file.write_all(b"second")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        assert_eq!(leftovers(&path), Vec::<PathBuf>::new());
        write(&path, |file| file.write_all(b"third")).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"third");
    }

    #[test]
    fn leftovers_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof.wpf");
        let killed = Aside::new(&path).unwrap();
        let name = killed.temporary().to_path_buf();
        let other = Aside::new(&folder.path().join("other.wpf")).unwrap();
        std::mem::forget((killed, other));
        assert_eq!(leftovers(&path), vec![name]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_replaced_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        std::fs::write(&target, b"mine").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write(&link, |file| file.write_all(b"new")).unwrap();
        assert_eq!(std::fs::read(&target).unwrap(), b"mine");
        assert_eq!(std::fs::read(&link).unwrap(), b"new");
    }
}
