//! Tables C.1 to C.13: the seven replacement schemes in chess, by the size of the table.

use super::positions::{endgames, middle_games, of_games};
use super::{Experiment, THESIS};
use crate::alibaba::Vehicle;
use crate::published::Published;
use crate::report::{Cell, Figure, Findings, Row};
use crate::settings::Session;
use crate::table::Table;
use winproof::Replacement;

/// The schemes as the tables list them, with their names there.
const SCHEMES: [(&str, Replacement); 7] = [
    ("TwoBig1", Replacement::TwoBig1),
    ("TwoDeep", Replacement::TwoDeep),
    ("Big1", Replacement::Big1),
    ("BigAll", Replacement::BigAll),
    ("Deep", Replacement::Deep),
    ("New", Replacement::New),
    ("Old", Replacement::Old),
];

macro_rules! scheme_table {
    ($name:ident, $number:literal, $title:literal, $experiment:expr) => {
        scheme_table!($name, $number, "", $title, $experiment);
    };
    ($name:ident, $number:literal, $figure:literal, $title:literal, $experiment:expr) => {
        pub(crate) const $name: Table = Table {
            name: concat!("breuker-C.", $number),
            paper: concat!("D. M. Breuker, Memory versus Search in Games (1998), table C.", $number, $figure),
            title: $title,
            measure: |session| {
                let paper = include_str!(concat!("../../papers/breuker-C.", $number, ".csv"));
                measure(session, &Experiment { paper, ..$experiment })
            },
        };
    };
}

/// The middle game, to a depth. The tables of 8 plies have the first three games only.
const fn middle_game(depth: u8, time_stamps: bool) -> Experiment {
    Experiment {
        paper: "",
        exercises: if depth == 8 {
            || of_games(middle_games(), &["middle 1", "middle 2", "middle 3"])
        } else {
            middle_games
        },
        depth,
        // A tree of 3 plies is too small to fill even a small table in the way that the deep ones do.
        quick: (if depth < 6 { 3 } else { 4 }, 4),
        time_stamps,
        unit: 1000,
    }
}

const ENDGAMES: Experiment =
    Experiment { paper: "", exercises: endgames, depth: 10, quick: (5, 4), time_stamps: true, unit: 1_000_000 };

scheme_table!(CLEARED_3, "1", "Replacement schemes in the middle game, 3 plies, table cleared", middle_game(3, false));
scheme_table!(STAMPED_3, "2", "Replacement schemes in the middle game, 3 plies, time stamps", middle_game(3, true));
scheme_table!(CLEARED_4, "3", "Replacement schemes in the middle game, 4 plies, table cleared", middle_game(4, false));
scheme_table!(STAMPED_4, "4", "Replacement schemes in the middle game, 4 plies, time stamps", middle_game(4, true));
scheme_table!(CLEARED_5, "5", "Replacement schemes in the middle game, 5 plies, table cleared", middle_game(5, false));
scheme_table!(STAMPED_5, "6", "Replacement schemes in the middle game, 5 plies, time stamps", middle_game(5, true));
scheme_table!(CLEARED_6, "7", "Replacement schemes in the middle game, 6 plies, table cleared", middle_game(6, false));
scheme_table!(STAMPED_6, "8", "Replacement schemes in the middle game, 6 plies, time stamps", middle_game(6, true));
scheme_table!(
    CLEARED_7,
    "9",
    " and figure 2.8",
    "Replacement schemes in the middle game, 7 plies, table cleared",
    middle_game(7, false)
);
scheme_table!(
    STAMPED_7,
    "10",
    " and figure 2.9",
    "Replacement schemes in the middle game, 7 plies, time stamps",
    middle_game(7, true)
);
scheme_table!(CLEARED_8, "11", "Replacement schemes in the middle game, 8 plies, table cleared", middle_game(8, false));
scheme_table!(STAMPED_8, "12", "Replacement schemes in the middle game, 8 plies, time stamps", middle_game(8, true));
scheme_table!(ENDGAME, "13", " and figure 2.11", "Replacement schemes in the endgame, 10 plies, time stamps", ENDGAMES);

fn measure(session: &mut Session<'_>, experiment: &Experiment) -> Findings {
    let published = Published::read(experiment.paper);
    let exercises = experiment.exercises(session);
    let reason = experiment.reason(session);
    let mut rows = Vec::new();
    for printed in published.rows() {
        let size_k = printed.number::<usize>("table_size_k");
        session.say(&format!("{size_k}K positions"));
        let positions = Some(experiment.positions(session, size_k));
        let cells = SCHEMES.map(|(heading, replacement)| {
            let vehicle = Vehicle { positions, replacement, ..Vehicle::default() };
            let paper = printed.figure(heading).map(|figure| figure * experiment.unit);
            Cell::beside(paper, experiment.nodes(session, &exercises, vehicle), &reason)
        });
        rows.push(Row { label: format!("{size_k}K"), cells: cells.to_vec() });
    }
    let headings = SCHEMES.map(|(heading, _)| heading);
    let mut remarks = order_remarks(&headings, &rows);
    remarks.push(format!("No figure is expected to be the paper's: {THESIS}."));
    Findings {
        counted: "Nodes, the sum over all positions, by scheme and by the number of positions in the table. The paper \
                  prints thousands or millions.",
        row_heading: "table",
        columns: headings.to_vec(),
        rows,
        remarks,
        settings: experiment.settings(session, &exercises),
    }
}

/// What the rows say of the order of the columns, ours and the paper's.
pub(super) fn order_remarks(headings: &[&str], rows: &[Row]) -> Vec<String> {
    let measured: Vec<(&str, Vec<i64>, Vec<i64>)> = rows.iter().filter_map(whole).collect();
    let mut remarks = Vec::new();
    let ends = [("smallest", measured.first()), ("largest", measured.last().filter(|_| measured.len() > 1))];
    for (which, row) in ends {
        let Some((label, ours, paper)) = row else { continue };
        let (ours, paper) = (ascending(headings, ours), ascending(headings, paper));
        remarks.push(format!("Fewest nodes first, with the {which} table ({label}): {ours}. In the paper: {paper}."));
    }
    let place = |name| headings.iter().position(|heading| *heading == name);
    for (better, worse) in [("TwoBig1", "New"), ("TwoBig1", "Deep"), ("TwoDeep", "Deep")] {
        let (Some(better_place), Some(worse_place)) = (place(better), place(worse)) else { continue };
        if measured.is_empty() {
            continue;
        }
        let no_worse = |figures: &[i64]| figures[better_place] <= figures[worse_place];
        let ours = measured.iter().filter(|(_, ours, _)| no_worse(ours)).count();
        let paper = measured.iter().filter(|(_, _, paper)| no_worse(paper)).count();
        let sizes = measured.len();
        remarks.push(format!(
            "{better} needs no more nodes than {worse} with {ours} of {sizes} table sizes; in the paper with {paper}."
        ));
    }
    remarks
}

/// A row in which everything was measured: ours and the paper's.
fn whole(row: &Row) -> Option<(&str, Vec<i64>, Vec<i64>)> {
    let ours = row.cells.iter().map(|cell| match cell.ours {
        Some(Figure::Count(count)) => Some(count),
        _ => None,
    });
    let paper = row.cells.iter().map(|cell| cell.paper);
    Some((&row.label, ours.collect::<Option<_>>()?, paper.collect::<Option<_>>()?))
}

/// The columns with the fewest nodes first; equal ones with `=` between them.
fn ascending(headings: &[&str], figures: &[i64]) -> String {
    let mut order: Vec<(i64, &str)> = figures.iter().copied().zip(headings.iter().copied()).collect();
    order.sort_by_key(|(figure, _)| *figure);
    let mut text = String::new();
    for (place, (figure, heading)) in order.iter().enumerate() {
        if place > 0 {
            text.push_str(if order[place - 1].0 == *figure { " = " } else { " < " });
        }
        text.push_str(heading);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: &str, cells: [(i64, i64); 3]) -> Row {
        let cells = cells.map(|(paper, ours)| Cell::beside(Some(paper), Ok(ours), "never"));
        Row { label: label.to_string(), cells: cells.to_vec() }
    }

    #[test]
    fn the_order_is_told_as_it_came_out() {
        let headings = ["TwoBig1", "Deep", "New"];
        let rows = [row("8K", [(1, 30), (2, 20), (2, 30)]), row("16K", [(5, 7), (4, 8), (6, 9)])];
        let remarks = order_remarks(&headings, &rows);
        assert_eq!(
            remarks,
            [
                "Fewest nodes first, with the smallest table (8K): Deep < TwoBig1 = New. In the paper: TwoBig1 < Deep \
                 = New.",
                "Fewest nodes first, with the largest table (16K): TwoBig1 < Deep < New. In the paper: Deep < TwoBig1 \
                 < New.",
                "TwoBig1 needs no more nodes than New with 2 of 2 table sizes; in the paper with 2.",
                "TwoBig1 needs no more nodes than Deep with 1 of 2 table sizes; in the paper with 1.",
            ]
        );
        let missing = Cell::beside(Some(1), Err(crate::report::Agreement::NotInPaper), "never");
        assert!(order_remarks(&headings, &[Row { label: "8K".to_string(), cells: vec![missing; 3] }]).is_empty());
    }
}
