//! `winproof-lab lab`: runs published experiments again and shows the papers' figures beside ours.

use super::args::LabArguments;
use super::failure::{Exit, Failure};
use super::output::{self, Reader};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winproof::Limits;
use winproof_lab::{Batch, LabError, Settings, listing, tables};

/// Runs the tables that were named, or all.
pub fn run(arguments: &LabArguments) -> Result<Exit, Failure> {
    if arguments.list {
        let row = |table: &winproof_lab::Table| vec![table.name.to_string(), table.title.to_string()];
        output::print(&listing::columns(&tables().iter().map(row).collect::<Vec<_>>()))?;
        return Ok(Exit::Done);
    }
    let settings = if arguments.full { Settings::full() } else { Settings::quick() };
    let limits = Limits { cancel: Some(cancel_flag()), ..settings.limits };
    let mut batch = Batch::new(&arguments.tables, arguments.out.as_deref(), Settings { limits, ..settings })
        .map_err(|error| failure(&error))?;
    let threads = arguments.threads.map_or_else(cores, usize::from);
    let mut summaries = String::new();
    let mut shown = Ok(Reader::Listening);
    let ran = batch.run_side_by_side(threads, &mut output::remark, &mut |report| {
        if arguments.out.is_none() {
            shown = output::print(&format!("{}\n", report.markdown()));
        }
        summaries.push_str(&format!("{}: {}\n", report.name, report.summary()));
        matches!(shown, Ok(Reader::Listening))
    });
    if shown? == Reader::Gone {
        return Ok(Exit::Done);
    }
    // What is done is told before the reason why the rest is not.
    output::print(&summaries)?;
    ran.map_err(|error| failure(&error))?;
    Ok(Exit::Done)
}

/// How many cores there are.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn failure(error: &LabError) -> Failure {
    let exit = match error {
        LabError::UnknownTable { .. } => Exit::Wrong,
        LabError::Write { .. } => Exit::Failed,
        LabError::Interrupted { .. } => Exit::Interrupted,
    };
    Failure::new(exit, error)
}

/// The flag that the first Ctrl-C sets, so that the search under way ends; the second ends the program at once.
fn cancel_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let handler = move || {
        if shared.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    };
    // Without a handler Ctrl-C still ends the program, and reports that are done are out already.
    let _ = ctrlc::set_handler(handler);
    flag
}
