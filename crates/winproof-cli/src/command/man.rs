//! `winproof man`: the manual page, or one for each subcommand.

use crate::args::{Cli, ManArguments};
use crate::failure::{Exit, Failure, reason};
use crate::output;
use clap::CommandFactory;

/// Prints the manual page, or writes all pages into a folder.
pub fn run(arguments: &ManArguments) -> Result<Exit, Failure> {
    let Some(folder) = &arguments.out else {
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
        rendered.map_err(|error| Failure::failed(format!("cannot make the manual page: {}", reason(&error))))?;
        output::print(&String::from_utf8_lossy(&page))?;
        return Ok(Exit::Done);
    };
    let refuse = |error: std::io::Error| {
        Failure::wrong(format!("cannot write manual pages into '{}': {}", folder.display(), reason(&error)))
    };
    std::fs::create_dir_all(folder).map_err(refuse)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(refuse)?;
    Ok(Exit::Done)
}
