//! `winproof lab`: runs published experiments again and shows the papers' figures beside ours.

use crate::args::LabArguments;
use crate::failure::{Exit, Failure};
use crate::output;
use winproof_lab::{LabError, Settings, tables};

/// Runs the tables that were named, or all.
pub fn run(arguments: &LabArguments) -> Result<Exit, Failure> {
    if arguments.list {
        let rows: Vec<Vec<String>> =
            tables().iter().map(|table| vec![table.name.to_string(), table.title.to_string()]).collect();
        output::print(&output::columns(&rows))?;
        return Ok(Exit::Done);
    }
    let settings = if arguments.full { Settings::full() } else { Settings::quick() };
    let progress = &mut |line: &str| output::remark(line);
    let reports = winproof_lab::run_with(&arguments.tables, arguments.out.as_deref(), &settings, progress);
    let reports = reports.map_err(|error| match error {
        LabError::UnknownTable { .. } => Failure::wrong(&error),
        LabError::Write { .. } => Failure::failed(&error),
    })?;
    if arguments.out.is_none() {
        for report in &reports {
            output::print(&format!("{}\n", report.markdown()))?;
        }
    }
    for report in &reports {
        output::print(&format!("{}: {}\n", report.name, report.summary()))?;
    }
    Ok(Exit::Done)
}
