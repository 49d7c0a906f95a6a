//! Figure 2.10: what a transposition table saves in the middle game, by the depth of the search.
//!
//! The thesis draws a curve and prints no numbers, so that ours stands alone; a remark says what the thesis reads off
//! its own.

use super::Experiment;
use super::positions::{middle_games, of_games};
use crate::alibaba::Vehicle;
use crate::report::{Agreement, Cell, Findings, Measured, Row};
use crate::settings::Session;
use crate::table::Table;
use winproof::Stored;

pub(crate) const BENEFIT: Table = Table {
    name: "breuker-2.10",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), figure 2.10",
    title: "What a table saves in the middle game, by depth",
    measure,
};

/// The largest table of the experiments, which the figure has.
const POSITIONS: usize = 1024 << 10;
/// How deep a quick run goes, and with how many positions.
const QUICK: (u8, usize) = (6, 8);

fn experiment(depth: u8) -> Experiment {
    // The searches of 8 plies were made with the first three games only.
    let exercises = match depth {
        8 => || of_games(middle_games(), &["middle 1", "middle 2", "middle 3"]),
        _ => middle_games as fn() -> Vec<_>,
    };
    Experiment { paper: "", exercises, depth, quick: (depth, QUICK.1), time_stamps: true, unit: 1 }
}

fn measure(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    for depth in 3..=8 {
        session.say(&format!("{depth} plies"));
        let share = share(session, depth);
        rows.push(Row { label: depth.to_string(), cells: vec![Cell::count(None, share)] });
    }
    let deepest = experiment(8);
    let mut settings = experiment(7).settings(session, &experiment(7).exercises(session));
    settings.retain(|(what, _)| !["depth", "table"].contains(what));
    settings.push(("positions at 8 plies", deepest.exercises(session).len().to_string()));
    settings.push(("table", "TwoBig1, 1024K positions".to_string()));
    Findings {
        counted: "Nodes with a table in percent of the nodes without one, the sum over all positions, by the depth of \
                  the search.",
        row_heading: "plies",
        columns: vec!["% of the nodes without a table"],
        rows,
        remarks: vec![
            "The thesis shows a curve without numbers. It says that at 3 plies a table makes the search longer, that \
             from 4 plies it saves nodes, and that from 6 plies it saves half of them or more."
                .to_string(),
        ],
        settings,
    }
}

/// The nodes with a table in percent of those without.
fn share(session: &Session<'_>, depth: u8) -> Measured<i64> {
    if !session.settings.full && depth > QUICK.0 {
        return Err(Agreement::NotMeasured("left out of a quick run".to_string()));
    }
    let experiment = experiment(depth);
    let exercises = experiment.exercises(session);
    let with = Vehicle { positions: Some(POSITIONS), ..Vehicle::default() };
    let without = Vehicle { positions: None, stored: Stored::NOTHING, ..Vehicle::default() };
    let with = experiment.nodes(session, &exercises, with)?;
    let without = experiment.nodes(session, &exercises, without)?;
    Ok((100 * with + without / 2) / without)
}
