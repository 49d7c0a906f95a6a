//! Tables 1 and 2: Connect Four on eleven small boards, each of them a draw.

use super::{COUNTED, descents, gpns_cell, gpns_remark, leaf_setting, left_out, pns, pns_cell, sum};
use crate::games;
use crate::published::{Published, PublishedRow};
use crate::report::{Cell, Findings, Measured, Row};
use crate::settings::Session;
use winproof::{LeafKind, Policy};

/// Table 1.
pub(super) fn unit(session: &mut Session<'_>) -> Findings {
    measure(session, &Published::read(include_str!("../../papers/gpns-1.csv")), LeafKind::Unit)
}

/// Table 2.
pub(super) fn mobility(session: &mut Session<'_>) -> Findings {
    let mut findings = measure(session, &Published::read(include_str!("../../papers/gpns-2.csv")), LeafKind::Mobility);
    findings.remarks.push(
        "5×3: the paper prints 132,595 (≥ draw) and the sum 353,542; our search takes 131,595 and 352,542. The printed \
         sum is that of the printed parts."
            .to_string(),
    );
    findings
}

fn measure(session: &mut Session<'_>, published: &Published, leaf: LeafKind) -> Findings {
    Findings {
        counted: COUNTED,
        row_heading: "columns × rows",
        columns: vec!["≤ draw", "≥ draw", "sum", "GPNS"],
        rows: published.rows().map(|printed| row(session, printed, leaf)).collect(),
        remarks: vec![gpns_remark()],
        settings: vec![
            ("questions", "does X win (≤ draw: no), does X at least draw (≥ draw: yes)".to_string()),
            ("graph", "tree".to_string()),
            ("leaves", leaf_setting(leaf).to_string()),
            ("evaluation", "children are evaluated when they are made".to_string()),
            ("order of children", "columns from left to right".to_string()),
            ("ties", "the leftmost".to_string()),
        ],
    }
}

fn row(session: &mut Session<'_>, printed: PublishedRow<'_>, leaf: LeafKind) -> Row {
    let (columns, rows): (u32, u32) = (printed.number("size_first"), printed.number("size_second"));
    let label = format!("{columns}×{rows}");
    let game = games::sized("connect4", &format!("{columns}x{rows}"));
    let paper_sum = printed.figure("pns_sum");
    let left_out = left_out(session, paper_sum);
    if left_out.is_none() {
        session.say(&label);
    }
    let method = pns(session, leaf, Policy::default());
    // X wins none of these boards and loses none.
    let settle = |value: i32, expected: bool| -> Measured<i64> {
        left_out.clone().map_or(Ok(()), Err)?;
        method.settle(&game, value, expected).map(descents)
    };
    let (at_most, at_least) = (settle(1, false), settle(0, true));
    let gpns = printed.figure("gpns");
    let gpns = match &left_out {
        Some(reason) => Cell::count(gpns, Err(reason.clone())),
        None => gpns_cell(session, gpns, &game, (leaf, Policy::default()), 0),
    };
    let total = sum(&at_most, &at_least);
    let cells = vec![
        pns_cell(printed.figure("pns_le_draw"), at_most),
        pns_cell(printed.figure("pns_ge_draw"), at_least),
        pns_cell(paper_sum, total),
        gpns,
    ];
    Row { label, cells }
}
