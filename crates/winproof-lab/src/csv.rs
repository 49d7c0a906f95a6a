//! A report as CSV, for programs: one line a cell. It holds nothing that depends on the machine or the hour, so two
//! files can be compared byte by byte; of a duration it holds only that there is one.

use crate::report::{Figure, Report};

/// The report's figures.
pub(crate) fn render(report: &Report) -> String {
    let mut text = String::from("row,column,paper,ours,standard_error,agreement,note\n");
    for (row, column, cell) in report.cells() {
        let (ours, error) = match cell.ours {
            None | Some(Figure::Seconds(_)) => (String::new(), String::new()),
            Some(Figure::Count(count)) => (count.to_string(), String::new()),
            Some(Figure::Average { mean, standard_error }) => (format!("{mean:.2}"), format!("{standard_error:.2}")),
        };
        let paper = cell.paper.map(|figure| figure.to_string()).unwrap_or_default();
        let note = cell.agreement.note();
        let fields = [row, column, &paper, &ours, &error, cell.agreement.word(), &note];
        text.push_str(&fields.map(quoted).join(","));
        text.push('\n');
    }
    text
}

/// A field, in quotes if it needs them.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::report::example;

    #[test]
    fn one_line_a_cell() {
        let expected = "\
row,column,paper,ours,standard_error,agreement,note
3×4,first,1618,1618,,exact,
3×4,second,-7,-8,,differs,\"a misprint, says \"\"X\"\"\"
3×4,extra,,5,,not-in-paper,
4×4,first,2000,2000.00,0.41,within-error,0.0 standard errors apart
4×4,second,1234567,,,not-measured,left out
4×4,extra,,12,,not-compared,seeds differ
";
        assert_eq!(example().csv(), expected);
    }
}
