//! Runs any number of tables and writes their reports into a folder.

use crate::html;
use crate::index;
use crate::report::Report;
use crate::settings::Settings;
use crate::table::{Table, find, tables};
use std::io;
use std::path::{Path, PathBuf};
use winproof::proof::certificate::write_aside;

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
}

fn unknown(name: &str, near: Option<&str>) -> String {
    let names: Vec<&str> = tables().iter().map(|table| table.name).collect();
    let names = names.join(", ");
    match near {
        Some(near) => format!("there is no table '{name}'; did you mean '{near}'? The tables are: {names}"),
        None => format!("there is no table '{name}'; the tables are: {names}"),
    }
}

/// Runs the tables of these names, all if there are none, quickly or in full.
///
/// With a folder, each report is written there as `NAME.csv` and `NAME.md` when it is ready, with a `README.md` that
/// lists them and an `index.html` that holds all of this run on one page, with curves; a file appears when it is whole, and the folder is made if it is missing. An unknown name is found
/// out before anything is run.
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
    run_with(names, out, &settings, progress)
}

/// [`run()`] with settings of one's own, such as limits for each search.
pub fn run_with<S: AsRef<str>>(
    names: &[S],
    out: Option<&Path>,
    settings: &Settings,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Report>, LabError> {
    let mut chosen: Vec<&Table> = Vec::new();
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
        // Before the work, so that a folder that cannot be does not cost it.
        std::fs::create_dir_all(folder).map_err(|reason| LabError::Write { path: folder.to_path_buf(), reason })?;
    }
    let mut reports = Vec::new();
    for table in chosen {
        let report = table.run(settings, progress);
        progress(&format!("{}: {} ({:.1} s)", table.name, report.summary(), report.seconds));
        if let Some(folder) = out {
            write(&folder.join(format!("{}.csv", table.name)), &report.csv())?;
            write(&folder.join(format!("{}.md", table.name)), &report.markdown())?;
        }
        reports.push(report);
        if let Some(folder) = out {
            write(&folder.join("README.md"), &index::render(&reports, folder))?;
            write(&folder.join("index.html"), &html::render(&reports))?;
        }
    }
    Ok(reports)
}

fn write(path: &Path, text: &str) -> Result<(), LabError> {
    write_aside(path, |file| file.write_all(text.as_bytes()))
        .map_err(|reason| LabError::Write { path: path.to_path_buf(), reason })
}
