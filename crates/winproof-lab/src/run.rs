//! Runs any number of tables and writes their reports into a folder.

use crate::html;
use crate::index;
use crate::names;
use crate::report::Report;
use crate::settings::Settings;
use crate::table::{Table, find, tables};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use winproof::proof::aside;

/// Why tables were not run, or their reports not written.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// There is no table of this name.
    #[error("{}", unknown(name, *near))]
    UnknownTable {
        /// What was asked for.
        name: String,
        /// The name that it comes close to, if any.
        near: Option<&'static str>,
    },
    /// A file or the folder could not be written.
    #[error("{} cannot be written: {reason}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        reason: io::Error,
    },
    /// The cancel flag of the settings was set.
    #[error("interrupted while running {table}, which gives no report")]
    Interrupted {
        /// The table that was being run.
        table: &'static str,
    },
}

fn unknown(name: &str, near: Option<&str>) -> String {
    let names: Vec<&str> = tables().iter().map(|table| table.name).collect();
    names::unknown("table", name, near, &names)
}

/// Tables that are to be run, one after the other, each with its report as soon as it is ready.
///
/// With a folder, each report is written there as `NAME.csv` and `NAME.md` when it is ready, with a `README.md` that
/// lists them and an `index.html` that holds all of this run so far on one page, with plots. A file appears when it is
/// complete, so a run that is interrupted loses no table but the one that it was at.
///
/// ```
/// use winproof_lab::{Batch, Settings};
///
/// let mut batch = Batch::new(&["mueller-6.2"], None, Settings::quick())?;
/// while let Some(report) = batch.next_report(&mut |line| eprintln!("{line}"))? {
///     println!("{}", report.markdown());
/// }
/// # Ok::<(), winproof_lab::LabError>(())
/// ```
pub struct Batch {
    waiting: std::vec::IntoIter<&'static Table>,
    out: Option<PathBuf>,
    settings: Settings,
    reports: Vec<Report>,
}

impl Batch {
    /// The tables of these names, all if there are none. An unknown name is found out, and the folder is made if it is
    /// missing, before anything is run.
    pub fn new<S: AsRef<str>>(names: &[S], out: Option<&Path>, settings: Settings) -> Result<Batch, LabError> {
        let mut chosen: Vec<&'static Table> = Vec::new();
        for name in names {
            let table = find(name.as_ref())?;
            if chosen.iter().all(|known| known.name != table.name) {
                chosen.push(table);
            }
        }
        if names.is_empty() {
            chosen.extend(tables());
        }
        if let Some(folder) = out {
            std::fs::create_dir_all(folder).map_err(|reason| LabError::Write { path: folder.to_path_buf(), reason })?;
        }
        let out = out.map(Path::to_path_buf);
        Ok(Batch { waiting: chosen.into_iter(), out, settings, reports: Vec::new() })
    }

    /// Runs the next table, and writes its report if there is a folder; `None` when all are done.
    ///
    /// `progress` hears what is measured, a line at a time.
    pub fn next_report(&mut self, progress: &mut dyn FnMut(&str)) -> Result<Option<&Report>, LabError> {
        let Some(table) = self.waiting.next() else { return Ok(None) };
        let report = table.run(&self.settings, progress);
        if self.settings.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            // Its searches were cut off, so its figures say nothing.
            return Err(LabError::Interrupted { table: table.name });
        }
        progress(&format!("{}: {} ({:.1} s)", table.name, report.summary(), report.seconds));
        self.reports.push(report);
        self.write_files()?;
        Ok(self.reports.last())
    }

    /// Runs all that are left; the reports of the whole batch.
    pub fn run(mut self, progress: &mut dyn FnMut(&str)) -> Result<Vec<Report>, LabError> {
        while self.next_report(progress)?.is_some() {}
        Ok(self.reports)
    }

    /// Writes the files of the last report, and those that hold all.
    fn write_files(&self) -> Result<(), LabError> {
        let (Some(folder), Some(report)) = (&self.out, self.reports.last()) else { return Ok(()) };
        write(&folder.join(format!("{}.csv", report.name)), &report.csv())?;
        write(&folder.join(format!("{}.md", report.name)), &report.markdown())?;
        write(&folder.join("README.md"), &index::render(&self.reports, folder))?;
        write(&folder.join("index.html"), &html::render(&self.reports))
    }
}

/// Runs the tables of these names, all if there are none, quickly or in full: a whole [`Batch`].
///
/// ```
/// let reports = winproof_lab::run(&["mueller-6.2"], None, false, &mut |line| eprintln!("{line}"))?;
/// assert!(reports[0].markdown().contains("1,237 ="));
/// # Ok::<(), winproof_lab::LabError>(())
/// ```
pub fn run<S: AsRef<str>>(
    names: &[S],
    out: Option<&Path>,
    full: bool,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Report>, LabError> {
    let settings = if full { Settings::full() } else { Settings::quick() };
    Batch::new(names, out, settings)?.run(progress)
}

fn write(path: &Path, text: &str) -> Result<(), LabError> {
    aside::write(path, |file| file.write_all(text.as_bytes()))
        .map_err(|reason| LabError::Write { path: path.to_path_buf(), reason })
}
