//! The tables of the papers that can be run again, by name.

use crate::machine::Machine;
use crate::names;
use crate::report::{Findings, Report};
use crate::run::LabError;
use crate::settings::{Session, Settings};
use crate::{chess, goals, gpns, memory, mueller, nested_sets, schijf, sets, transpositions};
use std::time::Instant;

/// A table of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name, such as `schijf-4.1`; the files of its report are called so too.
    pub name: &'static str,
    /// The paper and the place in it.
    pub paper: &'static str,
    /// What it is about.
    pub title: &'static str,
    pub(crate) measure: fn(&mut Session<'_>) -> Findings,
}

static TABLES: &[Table] = &[
    schijf::NODES,
    schijf::UPDATES,
    schijf::REDUCED_UPDATES,
    schijf::SYMMETRY,
    schijf::EXACT,
    chess::CURIOSITIES,
    chess::WIN_AT_CHESS_1,
    chess::WIN_AT_CHESS_2,
    chess::WIN_AT_CHESS_3,
    transpositions::CLASSES,
    transpositions::BENEFIT,
    transpositions::CLEARED_3,
    transpositions::STAMPED_3,
    transpositions::CLEARED_4,
    transpositions::STAMPED_4,
    transpositions::CLEARED_5,
    transpositions::STAMPED_5,
    transpositions::CLEARED_6,
    transpositions::STAMPED_6,
    transpositions::CLEARED_7,
    transpositions::STAMPED_7,
    transpositions::CLEARED_8,
    transpositions::STAMPED_8,
    transpositions::ENDGAME,
    transpositions::SCHEMES_8X8,
    transpositions::PARTS_MIDDLE_GAME,
    transpositions::PARTS_ENDGAME,
    transpositions::LINES_MIDDLE_GAME,
    transpositions::LINES_ENDGAME,
    chess::COMPARISON,
    chess::PN_SEARCH,
    chess::SIZES,
    chess::GRID,
    chess::FOUR_GRAPHS,
    gpns::CONNECT_FOUR,
    gpns::CONNECT_FOUR_MOBILITY,
    gpns::WOODPUSH,
    gpns::WOODPUSH_MOBILITY,
    mueller::TIC_TAC_TOE,
    sets::TIC_TAC_TOE,
    sets::CONNECT_FOUR,
    sets::WOODPUSH,
    sets::RANDOM,
    sets::QUEUE,
    nested_sets::NESTED,
    goals::GOALS,
    memory::ALGORITHMS,
    memory::NESTED,
    memory::EPSILON,
    memory::SUMS,
    memory::TABLE_SIZE,
];

/// All tables.
///
/// ```
/// assert!(winproof_lab::tables().iter().any(|table| table.name == "gpns-1"));
/// ```
#[must_use]
pub fn tables() -> &'static [Table] {
    TABLES
}

/// The table of this name; capital letters do not matter.
///
/// ```
/// assert_eq!(winproof_lab::find("Schijf-a.1")?.name, "schijf-A.1");
/// let error = winproof_lab::find("gpns1").unwrap_err().to_string();
/// assert!(error.contains("did you mean 'gpns-1'?"));
/// # Ok::<(), winproof_lab::LabError>(())
/// ```
pub fn find(name: &str) -> Result<&'static Table, LabError> {
    let found = TABLES.iter().find(|table| table.name.eq_ignore_ascii_case(name));
    let near = || names::closest(name, TABLES.iter().map(|table| table.name));
    found.ok_or_else(|| LabError::UnknownTable { name: name.to_string(), near: near() })
}

impl Table {
    /// Runs it again. `progress` hears what is measured, a line at a time.
    pub fn run(&self, settings: &Settings, progress: &mut dyn FnMut(&str)) -> Report {
        let started = Instant::now();
        let findings = (self.measure)(&mut Session::new(settings, self.name, progress));
        for row in &findings.rows {
            assert_eq!(row.cells.len(), findings.columns.len(), "row {} of {} does not fit", row.label, self.name);
        }
        Report {
            name: self.name,
            paper: self.paper,
            title: self.title,
            counted: findings.counted,
            row_heading: findings.row_heading,
            columns: findings.columns,
            rows: findings.rows,
            remarks: findings.remarks,
            settings: findings.settings,
            machine: Machine::here(),
            seconds: started.elapsed().as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_different_and_fit_for_files() {
        let names: HashSet<String> = tables().iter().map(|table| table.name.to_lowercase()).collect();
        assert_eq!(names.len(), tables().len());
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-.".contains(letter);
        for table in tables() {
            assert!(table.name.chars().all(fits) && !table.name.starts_with('.'), "{}", table.name);
            assert!(!table.paper.is_empty() && !table.title.is_empty());
        }
    }

    #[test]
    fn unknown_names_get_a_hint_if_one_is_near() {
        assert_eq!(find("gpns-1").unwrap().name, "gpns-1");
        let message = |name| find(name).err().unwrap().to_string();
        assert!(
            message("shijf-4.1").starts_with("there is no table 'shijf-4.1'; did you mean 'schijf-4.1'? The tables")
        );
        assert!(message("SCHIJF4.3").contains("did you mean 'schijf-4.3'?"));
        let all = message("chess");
        assert!(!all.contains("did you mean"), "{all}");
        assert!(tables().iter().all(|table| all.contains(table.name)), "{all}");
    }
}
