//! Lists in plain text, for the terminal.

/// Rows of cells in columns, two spaces apart; the last cell of a row may be of any length.
///
/// ```
/// let rows = [vec!["a".to_string(), "bb".to_string()], vec!["aaa".to_string(), "b".to_string()]];
/// assert_eq!(winproof_lab::listing::columns(&rows), "a    bb\naaa  b\n");
/// ```
#[must_use]
pub fn columns(rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let padded = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}  "));
        text.push_str(padded.collect::<String>().trim_end());
        text.push('\n');
    }
    text
}
