//! Runs any number of tables and writes their reports into a folder.

use crate::html;
use crate::index;
use crate::names;
use crate::report::Report;
use crate::settings::Settings;
use crate::table::{Table, find, tables};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
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

/// Tables that are to be run, one after the other or side by side, each with its report as soon as it is ready.
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

    /// Runs all that are left, on as many threads as there are cores; the reports of the whole batch.
    pub fn run(mut self, progress: &mut dyn FnMut(&str)) -> Result<Vec<Report>, LabError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        self.run_side_by_side(threads, progress, &mut |_| true)?;
        Ok(self.reports)
    }

    /// Runs all that are left side by side, each table on one thread. `ready` gets the reports, in the order of the
    /// tables, and says whether to go on.
    pub fn run_side_by_side(
        &mut self,
        threads: usize,
        progress: &mut dyn FnMut(&str),
        ready: &mut dyn FnMut(&Report) -> bool,
    ) -> Result<(), LabError> {
        let tables: Vec<&'static Table> = self.waiting.by_ref().collect();
        let settings = self.settings.clone();
        let is_cancelled = || settings.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        let next = AtomicUsize::new(0);
        let is_over = AtomicBool::new(false);
        let (sender, news) = mpsc::channel();
        let work = |sender: mpsc::Sender<News>| {
            while let Some(place) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&place| place < tables.len()) {
                if is_over.load(Ordering::Relaxed) || is_cancelled() {
                    return;
                }
                // Nobody listens any more when the run is over.
                let report = tables[place].run(&settings, &mut |line| {
                    let _ = sender.send(News::Line(line.to_string()));
                });
                // A table whose searches were cut off says nothing.
                if !is_cancelled() {
                    let _ = sender.send(News::Report(place, Box::new(report)));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, tables.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut shown = 0;
            for news in news {
                match news {
                    News::Line(line) => progress(&line),
                    News::Report(place, report) => {
                        progress(&format!("{}: {} ({:.1} s)", report.name, report.summary(), report.seconds));
                        early.insert(place, *report);
                    }
                }
                while let Some(report) = early.remove(&shown) {
                    shown += 1;
                    if !self.take(report, ready).inspect_err(|_| is_over.store(true, Ordering::Relaxed))? {
                        is_over.store(true, Ordering::Relaxed);
                        return Ok(());
                    }
                }
            }
            let Some(unfinished) = (0..tables.len()).find(|place| *place >= shown && !early.contains_key(place)) else {
                return Ok(());
            };
            // What was ready before others that come first is not lost.
            for report in early.into_values() {
                self.take(report, ready)?;
            }
            Err(LabError::Interrupted { table: tables[unfinished].name })
        })
    }

    /// Takes a report in: writes its files, and shows it.
    fn take(&mut self, report: Report, ready: &mut dyn FnMut(&Report) -> bool) -> Result<bool, LabError> {
        self.reports.push(report);
        self.write_files()?;
        Ok(self.reports.last().is_none_or(ready))
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

/// What a thread tells: what it measures now, or the report of the table at a place.
enum News {
    Line(String),
    Report(usize, Box<Report>),
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
