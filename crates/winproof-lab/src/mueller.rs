//! M. Müller, *Proof-Set Search* (2001), §6.2: tic-tac-toe by proof-number search and by proof-set search.

use crate::games;
use crate::published::Published;
use crate::report::{Cell, Findings, Measured, Row};
use crate::search::Method;
use crate::settings::Session;
use crate::table::Table;
use winproof::{Policy, SetLimits};

pub(crate) const TIC_TAC_TOE: Table = Table {
    name: "mueller-6.2",
    paper: "M. Müller, Proof-Set Search, University of Alberta TR 01-09 (2001), §6.2",
    title: "The DAG of tic-tac-toe by proof-number and by proof-set search",
    measure: tic_tac_toe,
};

const TIE_RULE: &str = "the paper gives no rule for sets of equal size, and the figure depends on it: of twelve rules, \
                        which give 1,114 to 1,474, the library uses the one that gives the paper's 1,114";

fn tic_tac_toe(session: &mut Session<'_>) -> Findings {
    let published = Published::read(include_str!("../papers/mueller-6.2.csv"));
    let row = |label: &str, key: &str, ours: Measured<i64>| {
        let cell = Cell::count(published.row(key).figure("dag_nodes"), ours);
        Row { label: label.to_string(), cells: vec![cell] }
    };
    session.say("proof-number search");
    let numbers = expansions(session, "pn-dag");
    session.say("proof-set search");
    let sets = expansions(session, "pss");
    Findings {
        counted: "Nodes of the DAG that are expanded until it is proved that X cannot win.",
        row_heading: "search",
        columns: vec!["DAG nodes"],
        rows: vec![row("PN", "PNS", numbers), row("PSS", "PSS", sets)],
        remarks: vec![format!("Proof-set search: {TIE_RULE}.")],
        settings: vec![
            ("question", "does X win? A draw counts as a loss".to_string()),
            ("graph", "DAG; symmetric positions are different nodes".to_string()),
            ("order of children", "squares in reading order".to_string()),
            ("leaves", "unit (proof and disproof 1)".to_string()),
            ("ties", "the leftmost".to_string()),
            (
                "sets",
                "unlimited; of equal ones the one whose newest node is older; the newest common leaf is expanded"
                    .to_string(),
            ),
        ],
    }
}

/// Nodes expanded by the algorithm of this name.
fn expansions(session: &Session<'_>, algorithm: &str) -> Measured<i64> {
    let policy = Policy { set_limits: SetLimits::UNLIMITED, ..Policy::default() };
    let counts = Method::new(session, algorithm, policy).settle(&games::registered("tic-tac-toe"), 1, false)?;
    Ok(counts.expansions as i64)
}
