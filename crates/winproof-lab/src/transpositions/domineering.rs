//! Domineering: who wins on which board (table 2.1), and the replacement schemes on the 8 × 8 board (table C.14).
//!
//! The thesis's program knew real and safe moves and nothing else; [`Domi`] is the game seen that way. The search is the library's
//! alpha-beta, plain, with values but no moves in its table, as in the thesis. It looks at all children in the table before it
//! goes to the first, which the thesis's did not, so its counts are lower. Beside it stands the search with all that our own
//! domineering foresees.

use super::domi::Domi;
use super::schemes::order_remarks;
use crate::published::{Published, PublishedRow};
use crate::report::{Agreement, Cell, Findings, Measured, Row};
use crate::search::Method;
use crate::settings::Session;
use crate::table::Table;
use winproof::{AlphaBetaPolicy, Counts, Player, Policy, Replacement, Stored, TextGame};
use winproof_games::Domineering;

pub(crate) const CLASSES: Table = Table {
    name: "breuker-2.1",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table 2.1",
    title: "Who wins at domineering, by board and starter",
    measure: classes,
};
pub(crate) const SCHEMES_8X8: Table = Table {
    name: "breuker-C.14",
    paper: "D. M. Breuker, Memory versus Search in Games (1998), table C.14",
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

const DOMI: &str = "our search looks at all children in the table before the first, which the thesis's did not";

/// The thesis's search with a scheme and so many positions in the table.
fn plain(session: &Session<'_>, replacement: Replacement, entries: usize) -> Method {
    let alpha_beta = AlphaBetaPolicy {
        table_entries: Some(entries),
        replacement,
        time_stamps: false,
        stored: Stored { moves: false, ..Stored::ALL },
        principal_variation: false,
        ..AlphaBetaPolicy::default()
    };
    Method::new(session, "alphabeta", Policy { alpha_beta, ..Policy::default() })
}

/// Whether Vertical wins on a board where this player starts, with the thesis's foresight.
fn by_domi(method: &Method, (rows, columns): (u32, u32), first: Player) -> Measured<(bool, Counts)> {
    let game = board(rows, columns, first);
    let root = game.start();
    method.ask(&Domi(game), &root, 1)
}

fn board(rows: u32, columns: u32, first: Player) -> Domineering<u64> {
    let game = Domineering::new(rows, columns, first);
    game.unwrap_or_else(|error| panic!("a board of the paper is a fault of the program: {error}"))
}

fn left_out<T>() -> Measured<T> {
    Err(Agreement::NotMeasured("left out of a quick run".to_string()))
}

// ---- Table 2.1 ----

/// A quick run leaves out boards that took the thesis more nodes than this; with our own foresight, than the second.
const QUICK_NODES: [i64; 2] = [20_000, 20_000_000];
/// What a full run leaves out with the thesis's foresight: 8 × 9, which took the thesis 600 hours.
const MOST_NODES: i64 = 1_000_000_000;

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
        counted: "Whether Vertical wins (1) or Horizontal (0), and nodes, for both starters together; a square board needs one.",
        row_heading: "rows × columns",
        columns: vec!["Vertical first", "Horizontal first", "nodes as DOMI", "nodes"],
        rows,
        remarks: vec![
            classes,
            "A class is 1 or 2 where the first or the second player wins, V or H where that player wins whoever starts.".to_string(),
            format!("Nodes as DOMI are with the thesis's real and safe moves only; {DOMI}. The last column has all bounds of our own."),
        ],
        settings: vec![
            ("table", "TwoBig1, 2048K positions".to_string()),
            ("symmetry", "both reflections".to_string()),
        ],
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
                let game = board(size.0, size.1, first);
                method.ask(&game, &game.start(), 1)
            })
        }
    };
    let plain = match (is_quick && paper_nodes > QUICK_NODES[0], paper_nodes > MOST_NODES) {
        (true, _) => [left_out(), left_out()],
        (_, true) => [(); 2].map(|()| Err(Agreement::NotMeasured("it took the thesis 600 hours".to_string()))),
        _ => {
            let method = plain(session, Replacement::TwoBig1, 2048 << 10);
            [Player::Max, Player::Min].map(|first| by_domi(&method, size, first))
        }
    };
    let is_square = size.0 == size.1;
    let nodes = |searches: &[Measured<(bool, Counts)>; 2]| -> Measured<i64> {
        let [vertical, horizontal] =
            [&searches[0], &searches[1]].map(|search| search.clone().map(|(_, counts)| counts.nodes));
        Ok(vertical? as i64 + if is_square { 0 } else { horizontal? as i64 })
    };
    let expected = winners(printed.text("value_as_in_text"));
    let mut cells: Vec<Cell> = all_bounds
        .iter()
        .zip(expected)
        .map(|(search, paper)| {
            let wins = search.clone().map(|(vertical_wins, _)| i64::from(vertical_wins));
            Cell::count(Some(paper), wins).because("a slip of the thesis: on 3 × 3 the first player wins")
        })
        .collect();
    cells.push(Cell::beside(Some(paper_nodes), nodes(&plain), DOMI));
    cells.push(Cell::count(None, nodes(&all_bounds)));
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

/// The board of a quick run, and by how many bits its tables are smaller: its tree is some twenty thousand times smaller.
const QUICK_BOARD: (u32, u32) = (6, 6);
const QUICK_SHIFT: u32 = 13;

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
        session.say(&format!("{size_k}K positions"));
        let cells = SCHEMES.map(|(heading, replacement)| {
            let method = plain(session, replacement, (size_k << 10) >> shift);
            let nodes = by_domi(&method, size, Player::Max).map(|(_, counts)| counts.nodes as i64);
            Cell::beside(printed.figure(heading).map(|figure| figure * 1_000_000), nodes, &reason)
        });
        rows.push(Row { label: format!("{size_k}K"), cells: cells.to_vec() });
    }
    let headings = SCHEMES.map(|(heading, _)| heading);
    Findings {
        counted: "Nodes until it is known who wins, Vertical first, by scheme and by the number of positions in the table. The \
                  paper prints millions.",
        row_heading: "table",
        columns: headings.to_vec(),
        remarks: order_remarks(&headings, &rows),
        rows,
        settings: vec![
            ("board", format!("{} × {}", size.0, size.1)),
            ("table", format!("the paper's number of positions divided by {}", 1u32 << shift)),
            ("foresight", "safe moves against real moves, as in the thesis".to_string()),
            ("table holds", "values, no moves; both reflections are one position".to_string()),
        ],
    }
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
