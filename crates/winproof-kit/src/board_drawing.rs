//! Boards as drawings, for games whose positions are written row by row.

use winproof::drawing::{Colour, Drawing, Ground, Shape};

/// The drawing of a board that is written row by row from the top with `/` between the rows.
pub fn of_rows(
    text: &str,
    ground: impl Fn(usize, usize) -> Ground,
    name: impl Fn(usize, usize) -> String,
    man: impl Fn(char) -> Option<(Shape, Colour)>,
) -> Drawing {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let mut drawing = Drawing::grid(columns, rows.len(), |column, row| (name(column, row), ground(column, row)));
    for (number, &square) in rows.iter().flatten().enumerate() {
        if let Some((shape, colour)) = man(square) {
            drawing.put(number, shape, colour);
        }
    }
    drawing
}

/// The ground of a chequered board on which the square at the bottom left is dark.
pub fn chequered(column: usize, row: usize, rows: usize) -> Ground {
    if (column + rows - row) % 2 == 1 { Ground::Dark } else { Ground::Light }
}

/// The names of so many columns: `a`, `b` and so on.
pub fn letters(columns: usize) -> impl Iterator<Item = String> {
    ('a'..='z').take(columns).map(String::from)
}

/// Numbers from this one down to 1, for rows that count from below.
pub fn numbers_down(rows: usize) -> impl Iterator<Item = String> {
    (1..=rows).rev().map(|row| row.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_squares_and_men() {
        let man = |square| (square == 'x').then_some((Shape::Cross, Colour::Blue));
        let drawing = of_rows("x../..x", |column, row| chequered(column, row, 2), |c, r| format!("{c}{r}"), man);
        assert_eq!(drawing.squares.len(), 6);
        assert_eq!(drawing.men.iter().map(|man| man.at).collect::<Vec<_>>(), [(0.0, 0.0), (2.0, 1.0)]);
        assert_eq!(drawing.squares[3].ground, Ground::Dark);
        assert_eq!(drawing.squares[0].ground, Ground::Light);
    }
}
