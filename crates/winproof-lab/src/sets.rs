//! Questions that M. Müller, *Proof-Set Search* (2001), leaves open, answered by measuring: which sizes of truncated
//! sets pay (§6.2 and §6.3), and whether it hurts that a plain queue updates some nodes more than once (§3.2).
//!
//! Each game is solved exactly, by one search for each goal, whose figures are added up; of the bytes, the most.

use crate::report::{Findings, Measured, Row};
use crate::search::Method;
use crate::settings::Session;
use crate::subjects::{Effort, Subject, connect_four, count, random, seconds, tic_tac_toe, woodpush};
use crate::table::Table;
use winproof::{Policy, SetLimits, UpdateOrder};

const PAPER: &str = "Not in a paper. M. Müller, Proof-Set Search, University of Alberta TR 01-09 (2001), asks for it";

pub(crate) const TIC_TAC_TOE: Table = Table {
    name: "sets-tic-tac-toe",
    paper: PAPER,
    title: "Sizes of proof and disproof sets on tic-tac-toe",
    measure: |session| grid(session, tic_tac_toe),
};
pub(crate) const CONNECT_FOUR: Table = Table {
    name: "sets-connect4",
    paper: PAPER,
    title: "Sizes of proof and disproof sets on Connect Four",
    measure: |session| grid(session, connect_four),
};
pub(crate) const WOODPUSH: Table = Table {
    name: "sets-woodpush",
    paper: PAPER,
    title: "Sizes of proof and disproof sets on Woodpush",
    measure: |session| grid(session, woodpush),
};
pub(crate) const RANDOM: Table = Table {
    name: "sets-random",
    paper: PAPER,
    title: "Sizes of proof and disproof sets on random acyclic graphs",
    measure: |session| grid(session, random),
};
pub(crate) const QUEUE: Table = Table {
    name: "sets-queue",
    paper: PAPER,
    title: "Updates through a queue by depth and through a queue by arrival",
    measure: queue,
};

/// The sizes that are tried, for proof sets and for disproof sets.
const SIZES: [u32; 5] = [0, 5, 20, 100, u32::MAX];

/// Of these, those that are tried with exact sets as well: with limits, sets that stay are quicker.
const EXACT_SIZES: [u32; 3] = [5, 20, 100];

/// One figure of an effort.
type OneFigure = fn(&Effort) -> f64;

fn size_name(size: u32) -> String {
    if size == u32::MAX { "∞".to_string() } else { size.to_string() }
}

/// Proof-set search with these sizes; [`None`] is proof-number search.
fn method(session: &Session<'_>, sizes: Option<(u32, u32)>, policy: Policy) -> (String, Method) {
    match sizes {
        None => ("PN".to_string(), Method::new(session, "pn-dag", policy)),
        Some((proof, disproof)) => {
            let policy = Policy { set_limits: SetLimits { proof, disproof }, ..policy };
            let name = format!("PSS({}, {})", size_name(proof), size_name(disproof));
            (name, Method::new(session, "pss", policy))
        }
    }
}

fn grid(session: &mut Session<'_>, subject: fn(bool) -> Subject) -> Findings {
    let subject = subject(session.settings.full);
    let sizes = SIZES.iter().flat_map(|&proof| SIZES.iter().map(move |&disproof| Some((proof, disproof))));
    let mut measured = Vec::new();
    let plain = std::iter::once(None).chain(sizes).map(|sizes| (sizes, false));
    let exact = EXACT_SIZES.iter().map(|&size| (Some((size, size)), true));
    for (sizes, exact_sets) in plain.chain(exact) {
        let (name, method) = method(session, sizes, Policy { exact_sets, ..Policy::default() });
        let name = if exact_sets { format!("{name}, exact sets") } else { name };
        session.say(&format!("{}, {name}", subject.name));
        measured.push((name, subject.effort(&method)));
    }
    let row = |(name, effort): &(String, Measured<Effort>)| Row {
        label: name.clone(),
        cells: vec![
            count(effort, |counts| counts.expansions),
            count(effort, |counts| counts.nodes),
            count(effort, |counts| counts.updates),
            count(effort, |counts| counts.peak_bytes as u64),
            seconds(effort),
        ],
    };
    Findings {
        counted: "Nodes expanded, nodes made and nodes recomputed, bytes at the peak, and seconds, to find the exact \
                  value.",
        row_heading: "search",
        columns: vec!["expanded", "nodes", "updates", "bytes", "seconds"],
        rows: measured.iter().map(row).collect(),
        remarks: which_pays(&measured),
        settings: settings(
            &subject.name,
            "exact without limits, as in the paper; with limits a set is kept as long as its bound does not change, \
             unless the row says that it is exact",
        ),
    }
}

/// The best of all sizes in each respect, against proof-number search, which comes first.
fn which_pays(measured: &[(String, Measured<Effort>)]) -> Vec<String> {
    let solved: Vec<(&str, Effort)> = measured
        .iter()
        .filter_map(|(name, effort)| effort.clone().ok().map(|effort| (name.as_str(), effort)))
        .collect();
    let Some((_, numbers)) = solved.first().filter(|(name, _)| *name == "PN").copied() else { return Vec::new() };
    let respects: [(&str, OneFigure); 4] = [
        ("nodes expanded", |(counts, _)| counts.expansions as f64),
        ("nodes made", |(counts, _)| counts.nodes as f64),
        ("bytes", |(counts, _)| counts.peak_bytes as f64),
        ("seconds", |(_, seconds)| *seconds),
    ];
    respects
        .iter()
        .filter_map(|(what, figure)| {
            let (name, best) = solved.iter().min_by(|a, b| figure(&a.1).total_cmp(&figure(&b.1)))?;
            let share = 100.0 * figure(best) / figure(&numbers);
            Some(match *name {
                "PN" => format!("Fewest {what}: proof-number search."),
                name => format!("Fewest {what}: {name}, {share:.0}% of those of proof-number search."),
            })
        })
        .collect()
}

fn settings(games: &str, sets: &str) -> Vec<(&'static str, String)> {
    vec![
        ("game", games.to_string()),
        ("question", "the exact value, one search for each goal; figures are added up".to_string()),
        ("graph", "DAG; symmetric positions are different nodes".to_string()),
        ("leaves", "unit (proof and disproof 1)".to_string()),
        (
            "PSS(P, D)",
            "proof sets list at most P leaves, disproof sets at most D; PN is proof-number search".to_string(),
        ),
        ("sets", sets.to_string()),
    ]
}

fn queue(session: &mut Session<'_>) -> Findings {
    let mut rows = Vec::new();
    for subject in [tic_tac_toe, connect_four, woodpush, random] {
        let subject = subject(session.settings.full);
        for sizes in [None, Some((20, 20))] {
            let mut efforts = Vec::new();
            let mut label = String::new();
            for update_order in [UpdateOrder::Queue, UpdateOrder::Arrival] {
                // With sets that stay it would matter in which order nodes are computed that are computed more than
                // once.
                let policy = Policy { update_order, exact_sets: true, ..Policy::default() };
                let (name, method) = method(session, sizes, policy);
                label = format!("{}, {name}", subject.name);
                session.say(&label);
                efforts.push(subject.effort(&method));
            }
            let updates = efforts.iter().map(|effort| count(effort, |counts| counts.updates));
            let cells = updates.chain(efforts.iter().map(seconds)).collect();
            rows.push(Row { label, cells });
        }
    }
    Findings {
        counted: "Nodes whose label is recomputed, and seconds, to find the exact value.",
        row_heading: "game, search",
        columns: vec!["by depth", "by arrival", "seconds by depth", "seconds by arrival"],
        rows,
        remarks: vec![
            "By depth: the deepest node first, so that each is computed once. By arrival: first come, first served, as \
             in the paper. Both expand the same nodes."
                .to_string(),
            "Where all paths to a position have the same length, as in tic-tac-toe and Connect Four, both are the same \
             (Lemma 1 of the paper)."
                .to_string(),
        ],
        settings: settings("as the rows say", "exact, as in the paper"),
    }
}
