//! Tables 3 and 4: Woodpush on strips of 6 to 11 cells.
//!
//! The paper looks for a value from −16 to 16, though no more than two pieces can be left: its searches for goals out
//! of reach are searches all the same, and count.

use super::{COUNTED, descents, gpns_cell, gpns_remark, leaf_setting, left_out, pns, pns_cell, sum};
use crate::games::{Searchable, Strip};
use crate::published::{Published, PublishedRow};
use crate::report::{Cell, Findings, Measured, Row};
use crate::search::Method;
use crate::settings::Session;
use winproof::{LeafKind, Policy, Tie, Value};

/// The largest value that the paper asks for.
const WIDEST: Value = 16;

/// Table 3.
pub(super) fn unit(session: &mut Session<'_>) -> Findings {
    measure(session, &Published::read(include_str!("../../papers/gpns-3.csv")), LeafKind::Unit)
}

/// Table 4.
pub(super) fn mobility(session: &mut Session<'_>) -> Findings {
    measure(session, &Published::read(include_str!("../../papers/gpns-4.csv")), LeafKind::Mobility)
}

fn measure(session: &mut Session<'_>, published: &Published, leaf: LeafKind) -> Findings {
    let policy = Policy { tie: Tie::Last, ..Policy::default() };
    Findings {
        counted: COUNTED,
        row_heading: "cells",
        columns: vec!["value", "≤ value", "≥ value", "sum", "dichotomic", "GPNS"],
        rows: published.rows().map(|printed| row(session, printed, leaf, policy)).collect(),
        remarks: vec![
            gpns_remark(),
            "Dichotomic: the value is not known beforehand, and each search halves the range that is left; the \
             descents of all searches are added up."
                .to_string(),
            "The score is the number of pieces that the winner has left: this gives the paper's figures, although the \
             paper describes the score differently."
                .to_string(),
        ],
        settings: vec![
            ("rules", "superko; forward and push as the game woodpush has them".to_string()),
            ("graph", "tree".to_string()),
            ("leaves", leaf_setting(leaf).to_string()),
            ("order of children", "cells in ascending order, forward before push".to_string()),
            ("ties", "the last".to_string()),
            (
                "dichotomic",
                format!("range −{WIDEST} to {WIDEST}; asks whether the value is at least ⌈(low + high) / 2⌉"),
            ),
        ],
    }
}

fn row(session: &mut Session<'_>, printed: PublishedRow<'_>, leaf: LeafKind, policy: Policy) -> Row {
    let label = printed.text("size").to_string();
    // The paper's range for its searches; all outcomes at once are those that the rules know: a wider range would only
    // add some that nobody reaches.
    let (game, wide) = (Strip::start(printed.number("size")), Strip::start_in_range(printed.number("size"), WIDEST));
    let value: Value = printed.number("value");
    let left_out = left_out(session, printed.figure("pns_dichotomic"));
    if left_out.is_none() {
        session.say(&format!("{label} cells"));
    }
    let measured = || left_out.clone().map_or(Ok(()), Err);
    let method = pns(session, leaf, policy);
    let settle = |goal: Value, expected: bool| -> Measured<i64> {
        measured()?;
        method.settle(&wide, goal, expected).map(descents)
    };
    let (at_most, at_least) = (settle(value + 1, false), settle(value, true));
    let dichotomy = measured().and_then(|()| dichotomy(&method, &wide));
    let gpns = printed.figure("gpns");
    let gpns = match &left_out {
        Some(reason) => Cell::count(gpns, Err(reason.clone())),
        None => gpns_cell(session, gpns, &game, (leaf, policy), value),
    };
    let found = dichotomy.clone().map(|(value, _)| i64::from(value));
    let total = sum(&at_most, &at_least);
    let cells = vec![
        Cell::count(printed.figure("value"), found),
        pns_cell(printed.figure("pns_le_value"), at_most),
        pns_cell(printed.figure("pns_ge_value"), at_least),
        pns_cell(printed.figure("pns_sum"), total),
        pns_cell(printed.figure("pns_dichotomic"), dichotomy.map(|(_, descents)| descents)),
        gpns,
    ];
    Row { label, cells }
}

/// Halves the range of values until one is left: the value, and the descents of all searches.
fn dichotomy(method: &Method, game: &dyn Searchable) -> Measured<(Value, i64)> {
    let (mut low, mut high) = (-WIDEST, WIDEST);
    let mut total = 0;
    while low < high {
        let middle = low + (high - low + 1) / 2;
        let (holds, counts) = method.ask(game, middle)?;
        total += descents(counts);
        match holds {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    Ok((low, total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn a_goal_out_of_reach_takes_a_search() {
        let settings = Settings::quick();
        let method = pns(&Session::new(&settings, "test", &mut |_| {}), LeafKind::Unit, Policy::default());
        let (holds, counts) = method.ask(&Strip::start_in_range(6, WIDEST), -8).unwrap();
        assert!(holds && counts.expansions > 1);
        let (holds, counts) = method.ask(&Strip::start(6), -8).unwrap();
        assert!(holds && counts.expansions == 0);
    }

    #[test]
    fn halving_finds_the_value() {
        let settings = Settings::quick();
        let method = pns(&Session::new(&settings, "test", &mut |_| {}), LeafKind::Unit, Policy::default());
        for (cells, value) in [(6, -1), (7, -1), (8, -1), (10, -2)] {
            let game = Strip::start_in_range(cells, WIDEST);
            assert_eq!(dichotomy(&method, &game).unwrap().0, value, "{cells} cells");
        }
    }
}
