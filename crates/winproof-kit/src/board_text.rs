//! Boards as text, for games with a rectangular board: one character a square, rows from top to bottom with `/`
//! between them, such as `xo./.x./...`.

use winproof::TextError;

/// The squares of a board of this size, row by row from the top; only the `allowed` characters may stand on it.
pub fn read_rows(text: &str, columns: usize, rows: usize, allowed: &str) -> Result<Vec<Vec<char>>, TextError> {
    let board: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    if board.len() != rows {
        let wanted = format!("{} of {} with '/' between them", count(rows, "row"), count(columns, "square"));
        return Err(TextError::new(format!("'{text}' has {}; write {wanted}", count(board.len(), "row"))));
    }
    for (number, row) in (1..).zip(&board) {
        if let Some(other) = row.iter().find(|&&square| !allowed.contains(square)) {
            let allowed: Vec<String> = allowed.chars().map(|square| format!("'{square}'")).collect();
            let sentence = format!("row {number} of '{text}' has '{other}' in it; squares are {}", allowed.join(", "));
            return Err(TextError::new(sentence));
        }
        if row.len() != columns {
            let squares = count(row.len(), "square");
            return Err(TextError::new(format!("row {number} of '{text}' has {squares}; the board has {columns}")));
        }
    }
    Ok(board)
}

/// The text of a board, given each square by its column and its row, counted from the top left.
pub fn write_rows(columns: usize, rows: usize, square: impl Fn(usize, usize) -> char) -> String {
    let mut text = String::with_capacity(rows * (columns + 1));
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        text.extend((0..columns).map(|column| square(column, row)));
    }
    text
}

/// Refuses numbers of stones that two players who take turns, `x` first, cannot have.
pub fn check_counts(text: &str, x: u32, o: u32) -> Result<(), TextError> {
    if x == o || x == o + 1 {
        return Ok(());
    }
    let rule = "x moves first and the players take turns, so x has as many as o or one more";
    Err(TextError::new(format!("'{text}' has {x} x and {o} o; {rule}")))
}

/// A number with a noun, such as `1 row` or `3 rows`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_and_write() {
        let board = read_rows("xo./..x", 3, 2, "xo.").unwrap();
        assert_eq!(write_rows(3, 2, |column, row| board[row][column]), "xo./..x");
    }

    #[test]
    fn broken_boards_are_refused_with_the_place() {
        for (text, reason) in [
            ("", "'' has 1 row; write 2 rows of 3 squares with '/' between them"),
            ("xo./.../...", "'xo./.../...' has 3 rows; write 2 rows"),
            ("xo./..", "row 2 of 'xo./..' has 2 squares; the board has 3"),
            ("x/...", "row 1 of 'x/...' has 1 square; the board has 3"),
            ("xo./.X.", "row 2 of 'xo./.X.' has 'X' in it; squares are 'x', 'o', '.'"),
            ("xö./...", "row 1 of 'xö./...' has 'ö' in it"),
        ] {
            let error = read_rows(text, 3, 2, "xo.").unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn stones_are_counted() {
        assert!(check_counts("", 3, 3).is_ok() && check_counts("", 4, 3).is_ok());
        assert!(check_counts("", 3, 4).is_err() && check_counts("", 5, 3).is_err());
    }
}
