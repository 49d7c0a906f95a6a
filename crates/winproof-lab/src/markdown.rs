//! A report as Markdown, for people: the paper's figures and ours side by side, a sign for how they agree, and below
//! the reasons where they do not.

use crate::report::{Agreement, Cell, Figure, Report};

/// The whole report.
pub(crate) fn render(report: &Report) -> String {
    let mut text = format!("# {}: {}\n\n{}\n\n{}\n\n", report.name, report.title, report.paper, report.counted);
    text.push_str(&figures(report));
    text.push_str(&legend(report));
    for (heading, lines) in differences(report) {
        section(&mut text, heading, &lines);
    }
    section(&mut text, "Remarks", &report.remarks);
    let settings: Vec<String> = report.settings.iter().map(|(what, choice)| format!("{what}: {choice}")).collect();
    section(&mut text, "Settings", &settings);
    let version = env!("CARGO_PKG_VERSION");
    let build = if cfg!(debug_assertions) { "debug build, slower than a release build" } else { "release build" };
    let (seconds, machine) = (report.seconds, &report.machine);
    text.push_str(&format!("\nWinproof {version} ({build}), {seconds:.1} s on {machine}.\n"));
    text
}

/// A table whose columns line up in plain text too. The first `texts` columns are text, the others are numbers.
pub(crate) fn table(header: &[String], rows: &[Vec<String>], texts: usize) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]).chain([&header[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(place, (cell, &width))| match place < texts {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    let rules: Vec<String> = widths
        .iter()
        .enumerate()
        .map(|(place, &width)| if place < texts { "-".repeat(width) } else { format!("{}:", "-".repeat(width - 1)) })
        .collect();
    let mut text = line(header) + &line(&rules);
    rows.iter().for_each(|row| text.push_str(&line(row)));
    text
}

/// The table of figures. A column that no paper has is ours alone.
fn figures(report: &Report) -> String {
    let in_paper: Vec<bool> = (0..report.columns.len())
        .map(|column| report.rows.iter().any(|row| row.cells[column].paper.is_some()))
        .collect();
    let mut header = vec![report.row_heading.to_string()];
    for (column, &in_paper) in report.columns.iter().zip(&in_paper) {
        if in_paper {
            header.push(format!("{column}, paper"));
        }
        header.push(format!("{column}, ours"));
    }
    let rows: Vec<Vec<String>> = report
        .rows
        .iter()
        .map(|row| {
            let mut fields = vec![row.label.clone()];
            for (cell, &in_paper) in row.cells.iter().zip(&in_paper) {
                if in_paper {
                    fields.push(cell.paper.map(grouped).unwrap_or_default());
                }
                fields.push(ours(cell));
            }
            fields
        })
        .collect();
    table(&header, &rows, 1)
}

/// Our figure with the sign of its agreement.
fn ours(cell: &Cell) -> String {
    let figure = cell.ours.map_or("–".to_string(), figure_text);
    match sign(&cell.agreement) {
        Some(sign) if cell.ours.is_some() => format!("{figure} {sign}"),
        _ => figure,
    }
}

fn sign(agreement: &Agreement) -> Option<char> {
    match agreement {
        Agreement::Exact => Some('='),
        Agreement::WithinError { .. } => Some('≈'),
        Agreement::Differs(_) => Some('≠'),
        Agreement::NotCompared(_) | Agreement::NotMeasured(_) | Agreement::NotInPaper => None,
    }
}

/// A figure with its error.
pub(crate) fn figure_text(figure: Figure) -> String {
    match figure {
        Figure::Count(count) => grouped(count),
        Figure::Seconds(seconds) => format!("{seconds:.3}"),
        // The digits that an average of this size can mean.
        Figure::Average { mean, standard_error } if mean.abs() < 1000.0 => format!("{mean:.1} ± {standard_error:.1}"),
        Figure::Average { mean, standard_error } => {
            format!("{} ± {}", grouped(mean.round() as i64), grouped(standard_error.round() as i64))
        }
    }
}

/// A number with a comma after every three digits.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { "−".to_string() } else { String::new() };
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What the signs mean that occur.
fn legend(report: &Report) -> String {
    let meanings = [
        ('=', "= exactly the paper's"),
        ('≈', "≈ within sampling error of the paper's (± is the standard error of our average)"),
        ('≠', "≠ different from the paper's"),
    ];
    let occurs = |wanted: char| report.cells().any(|(_, _, cell)| sign(&cell.agreement) == Some(wanted));
    let told: Vec<&str> = meanings.iter().filter(|(sign, _)| occurs(*sign)).map(|(_, meaning)| *meaning).collect();
    if told.is_empty() { String::new() } else { format!("\n{}.\n", told.join("; ")) }
}

/// The cells that do not agree, by how they do not, with the reasons.
pub(crate) fn differences(report: &Report) -> [(&'static str, Vec<String>); 3] {
    [
        ("Differences", reasons(report, |agreement| matches!(agreement, Agreement::Differs(_)))),
        ("Not measured", reasons(report, |agreement| matches!(agreement, Agreement::NotMeasured(_)))),
        ("Not compared", reasons(report, |agreement| matches!(agreement, Agreement::NotCompared(_)))),
    ]
}

/// The reasons for cells of one kind, each with the cells that it holds for: columns, and in brackets the rows.
fn reasons(report: &Report, wanted: fn(&Agreement) -> bool) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for (_, _, cell) in report.cells().filter(|(_, _, cell)| wanted(&cell.agreement)) {
        let reason = cell.agreement.note();
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons.into_iter().map(|reason| format!("{}: {reason}", places(report, wanted, &reason))).collect()
}

/// The cells with a reason. Columns that have it in the same rows are named together.
fn places(report: &Report, wanted: fn(&Agreement) -> bool, reason: &str) -> String {
    let mut places: Vec<(Vec<&str>, Vec<usize>)> = Vec::new();
    for (column, heading) in report.columns.iter().enumerate() {
        let has_it = |row: &usize| {
            let agreement = &report.rows[*row].cells[column].agreement;
            wanted(agreement) && agreement.note() == reason
        };
        let rows: Vec<usize> = (0..report.rows.len()).filter(has_it).collect();
        match places.iter_mut().find(|(_, known)| *known == rows) {
            _ if rows.is_empty() => {}
            Some((headings, _)) => headings.push(heading),
            None => places.push((vec![heading], rows)),
        }
    }
    let told = places.iter().map(|(headings, rows)| format!("{} ({})", headings.join(", "), row_names(report, rows)));
    told.collect::<Vec<_>>().join("; ")
}

/// The labels of some rows; three or more that follow each other as the first and the last of them.
fn row_names(report: &Report, rows: &[usize]) -> String {
    let label = |row: usize| report.rows[row].label.as_str();
    let runs = rows.chunk_by(|row, next| row + 1 == *next).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{} … {}", label(*first), label(*last))],
        short => short.iter().map(|&row| label(row).to_string()).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

fn section(text: &mut String, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    text.push_str(&format!("\n## {heading}\n\n"));
    lines.iter().for_each(|line| text.push_str(&format!("- {line}\n")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Row, example};

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let numbers = [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, -1, -1000];
        let expected = ["0", "7", "999", "1,000", "12,345", "123,456", "1,234,567", "−1", "−1,000"];
        assert_eq!(numbers.map(grouped), expected);
    }

    #[test]
    fn averages_have_the_digits_that_mean_something() {
        let average = |mean, standard_error| figure_text(Figure::Average { mean, standard_error });
        assert_eq!(average(17_045.4, 131.6), "17,045 ± 132");
        assert_eq!(average(600.26, 3.34), "600.3 ± 3.3");
    }

    #[test]
    fn the_whole_report() {
        let text = example().markdown();
        let expected = "\
# example-1: An example

Somebody, Something (1999), table 1

Things are counted.

| size | first, paper | first, ours | second, paper | second, ours | extra, ours |
| ---- | -----------: | ----------: | ------------: | -----------: | ----------: |
| 3×4  |        1,618 |     1,618 = |            −7 |         −8 ≠ |           5 |
| 4×4  |        2,000 | 2,000 ± 0 ≈ |     1,234,567 |            – |          12 |

= exactly the paper's; ≈ within sampling error of the paper's (± is the standard error of our average); ≠ different \
from the paper's.

## Differences

- second (3×4): a misprint, says \"X\"

## Not measured

- second (4×4): left out

## Not compared

- extra (4×4): seeds differ

## Remarks

- One remark.

## Settings

- graph: tree
- ties: leftmost
";
        let (body, last_line) = text.split_once("\nWinproof ").unwrap();
        assert_eq!(body, expected);
        assert!(last_line.ends_with("1.2 s on 2 cores, 1.0 GiB of memory, linux x86_64.\n"), "{last_line}");
    }

    #[test]
    fn cells_with_one_reason_are_named_together() {
        let mut report = example();
        let cell = |reason: &str| Cell::count(Some(1), Err(Agreement::NotMeasured(reason.to_string())));
        let row = |label: &str, reasons: [&str; 3]| Row { label: label.to_string(), cells: reasons.map(cell).to_vec() };
        report.rows = vec![
            row("a", ["large", "large", "new"]),
            row("b", ["large", "large", "large"]),
            row("c", ["large", "large", "new"]),
            row("d", ["small", "small", "large"]),
            row("e", ["large", "large", "large"]),
        ];
        let told = reasons(&report, |agreement| matches!(agreement, Agreement::NotMeasured(_)));
        let expected =
            ["first, second (a … c, e); extra (b, d, e): large", "extra (a, c): new", "first, second (d): small"];
        assert_eq!(told, expected);
        assert!(reasons(&report, |agreement| matches!(agreement, Agreement::Differs(_))).is_empty());
    }

    #[test]
    fn the_columns_of_a_table_line_up() {
        let text = table(
            &["a".to_string(), "number".to_string()],
            &[vec!["row × one".to_string(), "1".to_string()], vec!["b".to_string(), "1,000 =".to_string()]],
            1,
        );
        let expected = "\
| a         |  number |
| --------- | ------: |
| row × one |       1 |
| b         | 1,000 = |
";
        assert_eq!(text, expected);
    }
}
