//! Tables C.15 to C.18: what an entry should hold. Scheme TwoBig1, time stamps.
//!
//! C.15 and C.16 take the parts of an entry one by one: nothing, the move, the score, exact scores only, bounds only,
//! all. C.17 and C.18 let an entry hold one to five moves of the principal variation.

use super::positions::{endgames, middle_games, of_games};
use super::{Experiment, THESIS};
use crate::alibaba::Vehicle;
use crate::published::Published;
use crate::report::{Cell, Figure, Findings, Row};
use crate::settings::Session;
use crate::table::Table;
use winproof::Stored;

pub(crate) const PARTS_MIDDLE_GAME: Table = Table {
    name: "breuker-C.15",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table C.15 and figure 2.13",
    title: "What an entry holds: move and score in the middle game, 8 plies",
    measure: |session| measure(session, &middle_game(include_str!("../../papers/breuker-C.15.csv")), &PARTS),
};
pub(crate) const PARTS_ENDGAME: Table = Table {
    name: "breuker-C.16",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table C.16 and figure 2.14",
    title: "What an entry holds: move and score in the endgame, 10 plies",
    measure: |session| measure(session, &endgame(include_str!("../../papers/breuker-C.16.csv")), &PARTS),
};
pub(crate) const LINES_MIDDLE_GAME: Table = Table {
    name: "breuker-C.17",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table C.17 and figure 2.15",
    title: "What an entry holds: one to five moves of the best line, middle game, 8 plies",
    measure: |session| measure(session, &middle_game(include_str!("../../papers/breuker-C.17.csv")), &LINES),
};
pub(crate) const LINES_ENDGAME: Table = Table {
    name: "breuker-C.18",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table C.18 and figure 2.16",
    title: "What an entry holds: one to five moves of the best line, endgame, 10 plies",
    measure: |session| measure(session, &endgame(include_str!("../../papers/breuker-C.18.csv")), &LINES),
};

/// The 18 positions of the second game. In shallow trees a table saves nothing, whatever it holds: of the nodes without
/// one, move and score take 94% at 4 plies, 79% at 5, 65% at 6, 54% at 7 and 47% at 8. So a quick run has few
/// positions, and 6 plies.
fn middle_game(paper: &'static str) -> Experiment {
    let exercises = || of_games(middle_games(), &["middle 2"]);
    Experiment { paper, exercises, depth: 8, quick: (6, 2), time_stamps: true, unit: 1000 }
}

/// The 21 positions of the second endgame.
fn endgame(paper: &'static str) -> Experiment {
    let exercises = || of_games(endgames(), &["end 2"]);
    Experiment { paper, exercises, depth: 10, quick: (6, 4), time_stamps: true, unit: 1000 }
}

const SHALLOW: &str = "The deeper the search, the more a table saves (table breuker-2.10): a quick run, which has \
                       fewer plies, shows which parts help more; `--full` shows how much.";

/// A column: its heading, the paper's name for it, and the entry.
struct Column {
    heading: &'static str,
    published: &'static str,
    /// What an entry holds; nothing is no table.
    stored: Stored,
    line: usize,
}

const fn column(heading: &'static str, published: &'static str, parts: [bool; 3], line: usize) -> Column {
    let [moves, exact, bounds] = parts;
    Column { heading, published, stored: Stored { moves, exact, bounds }, line }
}

const PARTS: [Column; 6] = [
    column("no table", "no_tt", [false, false, false], 1),
    column("move", "tt_move", [true, false, false], 1),
    column("score", "tt_score", [false, true, true], 1),
    column("exact scores", "true_tt_score", [false, true, false], 1),
    column("bounds", "bound_tt_score", [false, false, true], 1),
    column("move and score", "traditional_tt", [true, true, true], 1),
];

const LINES: [Column; 5] = [
    column("1 move", "pv1", [true, true, true], 1),
    column("2 moves", "pv2", [true, true, true], 2),
    column("3 moves", "pv3", [true, true, true], 3),
    column("4 moves", "pv4", [true, true, true], 4),
    column("5 moves", "pv5", [true, true, true], 5),
];

fn measure(session: &mut Session<'_>, experiment: &Experiment, columns: &[Column]) -> Findings {
    let published = Published::read(experiment.paper);
    let exercises = experiment.exercises(session);
    let reason = experiment.reason(session);
    let mut without = None;
    let mut rows: Vec<Row> = Vec::new();
    for printed in published.rows() {
        let size_k = printed.number::<usize>("table_size_k");
        session.say(&format!("{size_k}K positions"));
        let size = experiment.positions(session, size_k);
        let mut cells = Vec::new();
        for column in columns {
            let paper = printed.figure(column.published).map(|figure| figure * experiment.unit);
            let vehicle =
                |positions| Vehicle { positions, stored: column.stored, line: column.line, ..Vehicle::default() };
            // Without a table its size does not matter: one search is enough for the column.
            let ours = match column.stored == Stored::NOTHING {
                true => without.get_or_insert_with(|| experiment.nodes(session, &exercises, vehicle(None))).clone(),
                false => experiment.nodes(session, &exercises, vehicle(Some(size))),
            };
            cells.push(Cell::beside(paper, ours, &reason));
        }
        rows.push(Row { label: format!("{size_k}K"), cells });
    }
    let mut remarks: Vec<String> = rows.last().and_then(|row| saved(columns, row)).into_iter().collect();
    if experiment.less(session) > 0 {
        remarks.push(SHALLOW.to_string());
    }
    remarks.push(format!("No figure is expected to be the paper's: {THESIS}."));
    Findings {
        counted: "Nodes, the sum over all positions, by what an entry holds and by the number of positions in the \
                  table. The paper prints thousands.",
        row_heading: "table",
        columns: columns.iter().map(|column| column.heading).collect(),
        remarks,
        rows,
        settings: experiment.settings(session, &exercises),
    }
}

/// Each column in percent of the first, ours and the paper's.
fn saved(columns: &[Column], row: &Row) -> Option<String> {
    let ours = |cell: &Cell| match cell.ours {
        Some(Figure::Count(count)) => Some(count),
        _ => None,
    };
    let first = row.cells.first()?;
    let (first_ours, first_paper) = (ours(first)?, first.paper?);
    let percent = |part: i64, whole: i64| format!("{:.0}%", 100.0 * part as f64 / whole as f64);
    let mut parts = Vec::new();
    for (column, cell) in columns.iter().zip(&row.cells).skip(1) {
        let (ours, paper) = (percent(ours(cell)?, first_ours), percent(cell.paper?, first_paper));
        parts.push(format!("{} {ours} (paper {paper})", column.heading));
    }
    let (label, heading) = (&row.label, columns[0].heading);
    Some(format!("With the largest table ({label}), in percent of the nodes with {heading}: {}.", parts.join(", ")))
}
