//! What running a table comes to: the paper's figures, ours, and how they agree.

use crate::machine::Machine;
use crate::sample::Sample;
use crate::{csv, markdown};

/// Averages are called the same up to this many standard errors of their difference. A laboratory prints many
/// averages; at two, a right one would be called wrong every now and then.
pub(crate) const STANDARD_ERRORS_ALLOWED: f64 = 3.0;

/// How a figure of ours agrees with the paper's.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// To the last digit.
    Exact,
    /// Two averages that differ by no more than chance explains.
    WithinError {
        /// How far they are apart, in standard errors of the difference.
        distance: f64,
    },
    /// They differ, and this is why, as far as it is known.
    Differs(String),
    /// Both are shown, and comparing them would mean nothing, for this reason.
    NotCompared(String),
    /// There is no figure of ours, for this reason.
    NotMeasured(String),
    /// The paper has no such figure.
    NotInPaper,
}

impl Agreement {
    /// The word for it in a CSV.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Agreement::Exact => "exact",
            Agreement::WithinError { .. } => "within-error",
            Agreement::Differs(_) => "differs",
            Agreement::NotCompared(_) => "not-compared",
            Agreement::NotMeasured(_) => "not-measured",
            Agreement::NotInPaper => "not-in-paper",
        }
    }

    /// What there is to say besides the word; empty if nothing.
    #[must_use]
    pub fn note(&self) -> String {
        match self {
            Agreement::Exact | Agreement::NotInPaper => String::new(),
            Agreement::WithinError { distance } => format!("{distance:.1} standard errors apart"),
            Agreement::Differs(reason) | Agreement::NotCompared(reason) | Agreement::NotMeasured(reason) => {
                reason.clone()
            }
        }
    }
}

/// A figure that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// One search, which comes out the same every time.
    Count(i64),
    /// An average over random orders.
    Average {
        /// The average.
        mean: f64,
        /// How far such an average scatters.
        standard_error: f64,
    },
    /// A duration, which no two runs have in common.
    Seconds(f64),
}

impl From<&Sample> for Figure {
    fn from(sample: &Sample) -> Figure {
        Figure::Average { mean: sample.mean(), standard_error: sample.standard_error() }
    }
}

/// A figure of our own, or what to say in its place.
pub(crate) type Measured<T> = Result<T, Agreement>;

/// A figure of the paper and ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The paper's figure, if it has one.
    pub paper: Option<i64>,
    /// Ours, if there is one.
    pub ours: Option<Figure>,
    /// How they agree.
    pub agreement: Agreement,
}

impl Cell {
    /// A count, which is met exactly or not at all.
    pub(crate) fn count(paper: Option<i64>, ours: Measured<i64>) -> Cell {
        let (ours, agreement) = match (paper, ours) {
            (_, Err(reason)) => (None, reason),
            (None, Ok(ours)) => (Some(ours), Agreement::NotInPaper),
            (Some(paper), Ok(ours)) if paper == ours => (Some(ours), Agreement::Exact),
            (Some(_), Ok(ours)) => (Some(ours), Agreement::Differs("no reason is known".to_string())),
        };
        Cell { paper, ours: ours.map(Figure::Count), agreement }
    }

    /// An average; the paper's is over so many runs.
    pub(crate) fn average(paper: Option<i64>, paper_runs: u32, ours: Measured<&Sample>) -> Cell {
        let sample = match ours {
            Ok(sample) => sample,
            Err(reason) => return Cell { paper, ours: None, agreement: reason },
        };
        let agreement = match paper.map(|paper| sample.distance(paper as f64, paper_runs)) {
            None => Agreement::NotInPaper,
            Some(distance) if distance <= STANDARD_ERRORS_ALLOWED => Agreement::WithinError { distance },
            Some(distance) => Agreement::Differs(format!(
                "{distance:.1} standard errors apart, more than chance explains; no reason is known"
            )),
        };
        Cell { paper, ours: Some(Figure::from(sample)), agreement }
    }

    /// Two figures that happen to stand in one row.
    pub(crate) fn beside(paper: Option<i64>, ours: Measured<i64>, reason: &str) -> Cell {
        let agreement = ours.clone().err().unwrap_or_else(|| Agreement::NotCompared(reason.to_string()));
        Cell { paper, ours: ours.ok().map(Figure::Count), agreement }
    }

    /// Gives the reason, if the figures differ.
    pub(crate) fn because(mut self, reason: &str) -> Cell {
        if let (Agreement::Differs(known), Some(_)) = (&mut self.agreement, self.ours) {
            *known = reason.to_string();
        }
        self
    }
}

/// A row of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is about, such as the size of a board.
    pub label: String,
    /// One cell a column.
    pub cells: Vec<Cell>,
}

/// What the measurement of a table returns; the table adds the rest of the report.
pub(crate) struct Findings {
    pub(crate) counted: &'static str,
    pub(crate) row_heading: &'static str,
    pub(crate) columns: Vec<&'static str>,
    pub(crate) rows: Vec<Row>,
    pub(crate) remarks: Vec<String>,
    pub(crate) settings: Vec<(&'static str, String)>,
}

/// A table that was run again.
#[derive(Clone, Debug)]
pub struct Report {
    /// The table's name, such as `schijf-4.1`.
    pub name: &'static str,
    /// The paper and the place in it.
    pub paper: &'static str,
    /// What the table is about.
    pub title: &'static str,
    /// What is counted, in a sentence.
    pub counted: &'static str,
    /// What the rows' labels are.
    pub row_heading: &'static str,
    /// The columns' headings.
    pub columns: Vec<&'static str>,
    /// The figures.
    pub rows: Vec<Row>,
    /// What there is to know about them.
    pub remarks: Vec<String>,
    /// How they were measured: what, and which choice was made.
    pub settings: Vec<(&'static str, String)>,
    /// Where they were measured.
    pub machine: Machine,
    /// How long it took.
    pub seconds: f64,
}

impl Report {
    /// The cell in this row and column, by their labels.
    #[must_use]
    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        let place = self.columns.iter().position(|heading| *heading == column)?;
        self.rows.iter().find(|known| known.label == row)?.cells.get(place)
    }

    /// All cells with the labels of their rows and columns, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str, &Cell)> {
        self.rows.iter().flat_map(|row| {
            let columns = self.columns.iter().zip(&row.cells);
            columns.map(|(column, cell)| (row.label.as_str(), *column, cell))
        })
    }

    /// How often the figures agree, in one line, such as `20 exact, 1 differs, 11 not measured`.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |word: &str| self.cells().filter(|(_, _, cell)| cell.agreement.word() == word).count();
        let differ = if count("differs") == 1 { "differs" } else { "differ" };
        let parts = [
            (count("exact"), "exact"),
            (count("within-error"), "within sampling error"),
            (count("differs"), differ),
            (count("not-measured"), "not measured"),
        ];
        let told: Vec<String> =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
        match (told.is_empty(), count("not-compared") > 0) {
            (true, true) => "side by side, see the remarks".to_string(),
            (true, false) => "nothing to compare".to_string(),
            (false, _) => told.join(", "),
        }
    }

    /// The figures as CSV: one line a cell, plain numbers, the same on every machine and at every run.
    #[must_use]
    pub fn csv(&self) -> String {
        csv::render(self)
    }

    /// The report to read, as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::render(self)
    }
}

/// A small report with every kind of agreement, for the tests of the renderers.
#[cfg(test)]
pub(crate) fn example() -> Report {
    let sample = Sample::new(vec![1999, 2001, 2000, 2000]);
    let row = |label: &str, cells: Vec<Cell>| Row { label: label.to_string(), cells };
    let missing = || Err(Agreement::NotMeasured("left out".to_string()));
    Report {
        name: "example-1",
        paper: "Somebody, Something (1999), table 1",
        title: "An example",
        counted: "Things are counted.",
        row_heading: "size",
        columns: vec!["first", "second", "extra"],
        rows: vec![
            row(
                "3×4",
                vec![
                    Cell::count(Some(1618), Ok(1618)),
                    Cell::count(Some(-7), Ok(-8)).because("a misprint, says \"X\""),
                    Cell::count(None, Ok(5)),
                ],
            ),
            row(
                "4×4",
                vec![
                    Cell::average(Some(2000), 100, Ok(&sample)),
                    Cell::count(Some(1_234_567), missing()),
                    Cell::beside(None, Ok(12), "seeds differ"),
                ],
            ),
        ],
        remarks: vec!["One remark.".to_string()],
        settings: vec![("graph", "tree".to_string()), ("ties", "leftmost".to_string())],
        machine: Machine { cores: 2, memory: Some(1 << 30), kind: "linux x86_64".to_string() },
        seconds: 1.25,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_or_differ() {
        assert_eq!(Cell::count(Some(3), Ok(3)).because("no").agreement, Agreement::Exact);
        assert_eq!(Cell::count(Some(3), Ok(4)).agreement, Agreement::Differs("no reason is known".to_string()));
        assert_eq!(Cell::count(Some(3), Ok(4)).because("why").agreement, Agreement::Differs("why".to_string()));
        assert_eq!(Cell::count(None, Ok(4)).agreement, Agreement::NotInPaper);
    }

    #[test]
    fn a_wrong_answer_keeps_its_own_reason() {
        let wrong = Cell::count(Some(3), Err(Agreement::Differs("it answers otherwise".to_string())));
        assert_eq!(wrong.because("a misprint").agreement, Agreement::Differs("it answers otherwise".to_string()));
    }

    #[test]
    fn averages_may_be_three_standard_errors_apart() {
        // Two samples of 100 whose figures scatter by about 1: the standard error of the difference is 0.1421.
        let sample = Sample::new((0..100).map(|seed| 100 + 2 * (seed % 2)).collect());
        let agreement = |paper| Cell::average(Some(paper), 100, Ok(&sample)).agreement;
        assert_eq!(agreement(101), Agreement::WithinError { distance: 0.0 });
        assert!(matches!(agreement(100), Agreement::Differs(reason) if reason.starts_with("7.0 standard errors")));
        let wide = Sample::new((0..100).map(|seed| 100 + 6 * (seed % 2)).collect());
        let agreement = Cell::average(Some(102), 100, Ok(&wide)).agreement;
        assert!(matches!(agreement, Agreement::WithinError { distance } if (2.3..2.4).contains(&distance)));
    }

    #[test]
    fn cells_are_found_by_their_labels() {
        let report = example();
        assert_eq!(report.cell("4×4", "second").unwrap().paper, Some(1_234_567));
        assert!(report.cell("4×4", "third").is_none() && report.cell("5×5", "first").is_none());
        assert_eq!(report.cells().count(), 6);
    }

    #[test]
    fn the_summary_counts_what_was_compared() {
        assert_eq!(example().summary(), "1 exact, 1 within sampling error, 1 differs, 1 not measured");
        let nothing = Report { rows: Vec::new(), ..example() };
        assert_eq!(nothing.summary(), "nothing to compare");
        let cells = vec![Cell::beside(Some(1), Ok(2), "a smaller tree"); 3];
        let beside = Report { rows: vec![Row { label: "1".to_string(), cells }], ..example() };
        assert_eq!(beside.summary(), "side by side, see the remarks");
    }
}
