//! Domineering: who wins on which board (table 2.1), and the replacement schemes on the 8 × 8 board (table C.14).
//!
//! Both run [`Domi`], which is the thesis's program as far as the thesis describes it. Beside it stands the library's
//! alpha-beta with all that our own domineering foresees.

use super::schemes::order_remarks;
use crate::domi::{Domi, Found};
use crate::games;
use crate::published::{Published, PublishedRow};
use crate::report::{Agreement, Cell, Findings, Measured, Row};
use crate::search::{Method, ran_out};
use crate::settings::Session;
use crate::table::Table;
use winproof::{AlphaBetaPolicy, Player, Policy, Replacement};
use winproof_games::Domineering;

pub(crate) const CLASSES: Table = Table {
    name: "breuker-2.1",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table 2.1",
    title: "Who wins at domineering, by board and by who moves first",
    measure: classes,
};
pub(crate) const SCHEMES_8X8: Table = Table {
    name: "breuker-C.14",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table C.14 and figure 2.12",
    title: "Replacement schemes at domineering",
    measure: schemes,
};

const SCHEMES: [(&str, Replacement); 5] = [
    ("TwoBig1", Replacement::TwoBig1),
    ("TwoDeep", Replacement::TwoDeep),
    ("Big1", Replacement::Big1),
    ("Deep", Replacement::Deep),
    ("New", Replacement::New),
];

const DOMI: &str = "the thesis does not describe all of its program, such as the order of moves of equal value";

/// The thesis's search of a board with a scheme and so many positions in the table.
fn by_domi(
    session: &Session<'_>,
    (rows, columns): (u32, u32),
    first: Player,
    replacement: Replacement,
    positions: usize,
) -> Measured<Found> {
    let game = Domineering::new(rows, columns, first);
    let game = game.unwrap_or_else(|error| panic!("a board of the paper is a fault of the program: {error}"));
    let found = Domi::solve(&game, replacement, positions, &session.settings.limits);
    found.map_err(|stopped| ran_out(stopped.word()))
}

fn left_out<T>() -> Measured<T> {
    Err(Agreement::NotMeasured("left out of a quick run".to_string()))
}

// ---- Table 2.1 ----

/// A quick run leaves out boards that took the thesis more nodes than this; with our own foresight, than the second.
const QUICK_NODES: [i64; 2] = [500_000, 20_000_000];
/// Our DOMI has room for so many cells.
const MOST_CELLS: u32 = 64;

fn classes(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../../papers/breuker-2.1.csv"));
    let mut rows = Vec::new();
    let mut found = Vec::new();
    for printed in published.rows() {
        let size: (u32, u32) = (printed.number("rows_m"), printed.number("cols_n"));
        let label = format!("{}×{}", size.0, size.1);
        session.say(&label);
        let (cells, class) = board_cells(session, size, printed);
        if let Some(class) = class {
            found.push(format!("{label} {class}"));
        }
        rows.push(Row { label, cells });
    }
    let classes = format!("Classes found: {}.", if found.is_empty() { "none".to_string() } else { found.join(", ") });
    Findings {
        counted: "Whether Vertical wins (1) or Horizontal (0), and nodes, the sum of both searches; a square board \
                  needs only one.",
        row_heading: "rows × columns",
        columns: vec!["Vertical first", "Horizontal first", "nodes as DOMI", "nodes"],
        remarks: vec![
            classes,
            "A class is 1 or 2 where the first or the second player wins, V or H where that player wins whoever starts."
                .to_string(),
            met(&rows),
            "The last column is the library's alpha-beta with all of its own bounds.".to_string(),
        ],
        rows,
        settings: vec![("table", "TwoBig1, 2048K positions".to_string()), ("symmetry", "both reflections".to_string())],
    }
}

/// The cells of a board, and its class if both starters were searched.
fn board_cells(
    session: &Session<'_>,
    size: (u32, u32),
    printed: PublishedRow<'_>,
) -> (Vec<Cell>, Option<&'static str>) {
    let paper_nodes = printed.figure("nodes").unwrap_or(0);
    let is_quick = !session.settings.full;
    let all_bounds = match is_quick && paper_nodes > QUICK_NODES[1] {
        true => [left_out(), left_out()],
        false => {
            let alpha_beta = AlphaBetaPolicy { table_entries: Some(2048 << 10), ..AlphaBetaPolicy::default() };
            let method = Method::new(session, "alphabeta", Policy { alpha_beta, ..Policy::default() });
            [Player::Max, Player::Min].map(|first| {
                let (starter_wins, counts) = method.ask(&games::domineering(size.0, size.1, first), 1)?;
                Ok((starter_wins == (first == Player::Max), counts))
            })
        }
    };
    let plain = match (is_quick && paper_nodes > QUICK_NODES[0], size.0 * size.1 > MOST_CELLS) {
        (true, _) => [left_out(), left_out()],
        (_, true) => {
            let reason = "it has more than 64 cells, and took the thesis 600 hours";
            [(); 2].map(|()| Err(Agreement::NotMeasured(reason.to_string())))
        }
        _ => [Player::Max, Player::Min].map(|first| by_domi(session, size, first, Replacement::TwoBig1, 2048 << 10)),
    };
    let is_square = size.0 == size.1;
    let together = |[vertical, horizontal]: [Measured<u64>; 2]| -> Measured<i64> {
        Ok(vertical? as i64 + if is_square { 0 } else { horizontal? as i64 })
    };
    let expected = winners(printed.text("value_as_in_text"));
    let mut cells: Vec<Cell> = all_bounds
        .iter()
        .zip(expected)
        .map(|(search, paper)| {
            let wins = search.clone().map(|(vertical_wins, _)| i64::from(vertical_wins));
            Cell::count(Some(paper), wins).because("a mistake in the thesis: on 3 × 3 the first player wins")
        })
        .collect();
    let as_domi = together(plain.map(|search| search.map(|found| found.nodes)));
    cells.push(Cell::count(Some(paper_nodes), as_domi).because(DOMI));
    let nodes = [&all_bounds[0], &all_bounds[1]].map(|search| search.clone().map(|(_, counts)| counts.nodes));
    cells.push(Cell::count(None, together(nodes)));
    let won = all_bounds.map(|search| search.ok().map(|(vertical_wins, _)| vertical_wins));
    let class = match won {
        [Some(true), Some(false)] => Some("1"),
        [Some(false), Some(true)] => Some("2"),
        [Some(true), Some(true)] => Some("V"),
        [Some(false), Some(false)] => Some("H"),
        _ => None,
    };
    (cells, class)
}

/// How often DOMI's counts of nodes are met.
fn met(rows: &[Row]) -> String {
    let measured = rows.iter().map(|row| &row.cells[2]).filter(|cell| cell.ours.is_some());
    let (met, measured) =
        measured.fold((0, 0), |(met, all), cell| (met + usize::from(cell.agreement == Agreement::Exact), all + 1));
    format!(
        "Nodes as DOMI are those of the thesis's program, as far as it is described: {met} of {measured} counts are \
         exactly the paper's."
    )
}

/// Whether Vertical wins when he starts and when Horizontal does, by the class of a board.
fn winners(class: &str) -> [i64; 2] {
    match class {
        "1" => [1, 0],
        "2" => [0, 1],
        "V" => [1, 1],
        "H" => [0, 0],
        other => panic!("the published class '{other}' is none"),
    }
}

// ---- Table C.14 ----

/// The board of a quick run, and by how many bits its tables are smaller. With all the room that it wants, DOMI takes
/// some 457 thousand nodes there, and 297 million on 8 × 8: smaller trees than these do not fill a table long enough
/// for the schemes to tell.
const QUICK_BOARD: (u32, u32) = (7, 7);
const QUICK_SHIFT: u32 = 8;

fn schemes(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../../papers/breuker-C.14.csv"));
    let is_full = session.settings.full;
    let (size, shift) = if is_full { ((8, 8), 0) } else { (QUICK_BOARD, QUICK_SHIFT) };
    let reason = match is_full {
        true => DOMI.to_string(),
        false => format!("a quick run has a smaller board and smaller tables; and {DOMI}"),
    };
    let mut rows = Vec::new();
    for printed in published.rows() {
        let size_k = printed.number::<usize>("table_size_k");
        let cells = SCHEMES.map(|(heading, replacement)| {
            let found = by_domi(session, size, Player::Max, replacement, (size_k << 10) >> shift);
            if let Ok(found) = &found {
                session.say(&format!("{size_k}K positions, {heading}: {} nodes", found.nodes));
            }
            let nodes = found.map(|found| found.nodes as i64);
            Cell::beside(printed.figure(heading).map(|figure| figure * 1_000_000), nodes, &reason)
        });
        rows.push(Row { label: format!("{size_k}K"), cells: cells.to_vec() });
    }
    let headings = SCHEMES.map(|(heading, _)| heading);
    let sizes = match shift {
        0 => "the paper's number of positions".to_string(),
        _ => format!("the paper's number of positions divided by {}", 1u32 << shift),
    };
    Findings {
        counted: "Nodes until it is known who wins, Vertical first, by scheme and by the number of positions in the \
                  table. The paper prints millions.",
        row_heading: "table",
        columns: headings.to_vec(),
        remarks: remarks(&headings, &rows, is_full),
        rows,
        settings: vec![
            ("board", format!("{} × {}", size.0, size.1)),
            ("table", sizes),
            ("foresight", "safe moves against real moves, as in the thesis".to_string()),
            (
                "table holds",
                "values of positions that were searched, no moves; reflected positions are one".to_string(),
            ),
            ("nodes", "all positions entered, including those found in the table".to_string()),
        ],
    }
}

fn remarks(headings: &[&str], rows: &[Row], is_full: bool) -> Vec<String> {
    let mut remarks = order_remarks(headings, rows);
    if !is_full {
        remarks.push(
            "A quick run has a smaller board and smaller tables. Each cell is one search, as in the thesis: schemes \
             that differ by a few percent may change places with the size of the table. `--full` runs the board and \
             the tables of the thesis, which takes about 21 billion nodes."
                .to_string(),
        );
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_classes_are_classes() {
        for row in Published::read(include_str!("../../papers/breuker-2.1.csv")).rows() {
            let changed = winners(row.text("value")) != winners(row.text("value_as_in_text"));
            let is_slip = row.number::<u32>("rows_m") == 3 && row.number::<u32>("cols_n") == 3;
            assert_eq!(changed, is_slip);
        }
    }
}
