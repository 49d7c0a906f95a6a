//! A board as data: what a program needs to draw a position, whatever the game.
//!
//! A [`Drawing`] lists squares, men, marks, arrows and labels on a plane whose unit is one square, from the top left.
//! It says what there is to see and nothing of how it looks: the crate `winproof-draw` makes SVG of it. Games describe
//! their boards in [`TextRules::drawing`](crate::TextRules::drawing); no check looks at them.

/// A place on the plane: to the right and downwards, in squares.
pub type Place = (f32, f32);

/// What is under a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// A plain square within lines.
    Plain,
    /// A light square of a chequered board.
    Light,
    /// A dark square of a chequered board.
    Dark,
    /// A square of green cloth.
    Felt,
    /// A hole of an upright board.
    Hole,
    /// A round field that names what it stands for.
    Node,
}

/// The shape of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A flat round man.
    Disc,
    /// A cross of two strokes.
    Cross,
    /// An open circle.
    Ring,
    /// A block that covers its square.
    Block,
    /// A king.
    King,
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// A bishop.
    Bishop,
    /// A knight.
    Knight,
    /// A pawn.
    Pawn,
    /// A triangle that points to the right.
    RightTriangle,
    /// A triangle that points to the left.
    LeftTriangle,
    /// A character.
    Letter(char),
}

/// The colour of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Grey.
    Grey,
}

/// A field of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    /// What players call it, such as `a1`.
    pub name: String,
    /// Its top left corner.
    pub at: Place,
    /// Its width and height.
    pub size: Place,
    /// What is under it.
    pub ground: Ground,
}

/// Something that stands on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Man {
    /// Its shape.
    pub shape: Shape,
    /// Its colour.
    pub colour: Colour,
    /// The top left corner of the square that it fills.
    pub at: Place,
    /// The side of that square.
    pub size: f32,
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// The last move was here.
    LastMove,
    /// The next move has to be here.
    Target,
    /// A line between parts of the board.
    Rule,
}

/// A rectangle that stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What it says.
    pub kind: MarkKind,
    /// Its top left corner.
    pub at: Place,
    /// Its width and height.
    pub size: Place,
}

/// An arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Where it starts.
    pub from: Place,
    /// Where it points to.
    pub to: Place,
}

/// Words on the plane, such as the name of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The words.
    pub text: String,
    /// The middle of them, or their left end.
    pub at: Place,
    /// The height of the letters, in squares.
    pub size: f32,
    /// Whether the words start at the place rather than have it in their middle.
    pub from_left: bool,
}

/// Where on the board a move is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovePlace {
    /// The square that a man leaves, by its number in the drawing.
    pub from: Option<usize>,
    /// The squares that it comes to, the most telling first.
    pub to: Vec<usize>,
    /// Further squares at which people point to mean this move.
    pub near: Vec<usize>,
}

/// A board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The squares, row by row where there are rows.
    pub squares: Vec<Square>,
    /// What stands on them.
    pub men: Vec<Man>,
    /// What stands out.
    pub marks: Vec<Mark>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Words.
    pub labels: Vec<Label>,
}

/// How far they are from the board.
const NAME_GAP: f32 = 0.3;

impl Drawing {
    /// An empty board of squares, named by `name` and with this ground, given the column and the row from the top left.
    ///
    /// ```
    /// use winproof_check::drawing::{Drawing, Ground};
    /// let board = Drawing::grid(2, 2, |column, row| (format!("{column}{row}"), Ground::Plain));
    /// assert_eq!(board.squares[3].name, "11");
    /// assert_eq!(board.squares[3].at, (1.0, 1.0));
    /// ```
    pub fn grid(columns: usize, rows: usize, square: impl Fn(usize, usize) -> (String, Ground)) -> Drawing {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let squares = places.map(|(column, row)| {
            let (name, ground) = square(column, row);
            Square { name, at: (column as f32, row as f32), size: (1.0, 1.0), ground }
        });
        Drawing { squares: squares.collect(), ..Drawing::default() }
    }

    /// Adds the names of columns, from the left, and of rows, from the top.
    #[must_use]
    pub fn with_names(
        mut self,
        columns: impl IntoIterator<Item = String>,
        rows: impl IntoIterator<Item = String>,
    ) -> Drawing {
        let (width, height) = self.extent();
        // Boards are shown at about the same size, so that the squares of large ones are small.
        let size = (0.1 + 0.02 * width.max(height)).clamp(0.16, 0.28);
        let label = |text, at| Label { text, at, size, from_left: false };
        let columns = columns.into_iter().enumerate();
        self.labels.extend(columns.map(|(column, name)| label(name, (column as f32 + 0.5, height + NAME_GAP))));
        let rows = rows.into_iter().enumerate();
        self.labels.extend(rows.map(|(row, name)| label(name, (-NAME_GAP, row as f32 + 0.5))));
        self
    }

    /// Puts a man on a square, by its number.
    pub fn put(&mut self, square: usize, shape: Shape, colour: Colour) {
        if let Some(&Square { at, .. }) = self.squares.get(square) {
            self.men.push(Man { shape, colour, at, size: 1.0 });
        }
    }

    /// The width and height of the squares.
    pub fn extent(&self) -> Place {
        let corners = self.squares.iter().map(|square| (square.at.0 + square.size.0, square.at.1 + square.size.1));
        corners.fold((0.0, 0.0), |(width, height), (right, low)| (width.max(right), height.max(low)))
    }

    /// Marks the squares of the last move.
    #[must_use]
    pub fn with_last_move(mut self, last: &MovePlace) -> Drawing {
        for &number in last.from.iter().chain(&last.to) {
            if let Some(&Square { at, size, .. }) = self.squares.get(number) {
                self.marks.push(Mark { kind: MarkKind::LastMove, at, size });
            }
        }
        self
    }

    /// A drawing of a picture in text: a board where every line has the same number of single characters between
    /// spaces, lines of text otherwise.
    ///
    /// ```
    /// use winproof_check::drawing::Drawing;
    /// assert_eq!(Drawing::of_text(" . x\n o .").squares.len(), 4);
    /// assert_eq!(Drawing::of_text("3 stones").labels.len(), 1);
    /// ```
    pub fn of_text(picture: &str) -> Drawing {
        let lines: Vec<&str> = picture.lines().collect();
        let tokens: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
        let columns = tokens.first().map_or(0, Vec::len);
        let is_single = |token: &&str| token.chars().count() == 1;
        if columns > 1 && tokens.iter().all(|line| line.len() == columns && line.iter().all(is_single)) {
            let name = |column: usize, row: usize| (format!("{},{}", column + 1, row + 1), Ground::Plain);
            let mut drawing = Drawing::grid(columns, tokens.len(), name);
            for (number, token) in tokens.iter().flatten().enumerate() {
                match token.chars().next() {
                    None | Some('.' | '-' | '_' | '·') => {}
                    Some(letter) => drawing.put(number, Shape::Letter(letter), Colour::Black),
                }
            }
            return drawing;
        }
        let labels = lines.iter().enumerate().map(|(row, line)| Label {
            text: (*line).to_string(),
            at: (0.0, row as f32 * 0.6 + 0.3),
            size: 0.45,
            from_left: true,
        });
        Drawing { labels: labels.collect(), ..Drawing::default() }
    }

    /// The man on a square, by its number.
    fn man_on(&self, square: &Square) -> Option<(Shape, Colour)> {
        let man = self.men.iter().find(|man| man.at == square.at && man.size == 1.0);
        man.map(|man| (man.shape, man.colour))
    }

    /// Where a move was made that leads from this drawing to another: men leave squares that become empty, and come to
    /// squares that were.
    pub fn move_to(&self, after: &Drawing) -> MovePlace {
        if self.squares != after.squares {
            return MovePlace::default();
        }
        let (mut left, mut filled, mut changed) = (None, Vec::new(), Vec::new());
        for (number, square) in self.squares.iter().enumerate() {
            match (self.man_on(square), after.man_on(square)) {
                (Some(_), None) => left = left.or(Some(number)),
                (None, Some(_)) => filled.push(number),
                (before, now) if before != now => changed.push(number),
                _ => {}
            }
        }
        let to = if filled.is_empty() { changed } else { filled };
        match (left, to.is_empty()) {
            // A man that leaves the board is pointed at where it stood.
            (Some(left), true) => MovePlace { from: None, to: vec![left], near: Vec::new() },
            _ => MovePlace { from: left, to, near: Vec::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_show_in_what_changes() {
        let before = Drawing::of_text("x . .\n. o .");
        let place = |from, to: &[usize]| MovePlace { from, to: to.to_vec(), near: Vec::new() };
        // Moved, captured, placed, taken away, and turned over while another was placed.
        assert_eq!(before.move_to(&Drawing::of_text(". x .\n. o .")), place(Some(0), &[1]));
        assert_eq!(before.move_to(&Drawing::of_text(". . .\n. x .")), place(Some(0), &[4]));
        assert_eq!(before.move_to(&Drawing::of_text("x . x\n. o .")), place(None, &[2]));
        assert_eq!(before.move_to(&Drawing::of_text("x . .\n. . .")), place(None, &[4]));
        assert_eq!(before.move_to(&Drawing::of_text("x . .\n. x x")), place(None, &[5]));
        assert_eq!(before.move_to(&before), place(None, &[]));
        assert_eq!(before.move_to(&Drawing::of_text("another board")), place(None, &[]));
    }

    #[test]
    fn the_last_move_is_marked() {
        let board = Drawing::of_text("x .\n. o");
        let marked = board.with_last_move(&MovePlace { from: Some(0), to: vec![3, 99], near: vec![1] });
        assert_eq!(marked.marks.iter().map(|mark| mark.at).collect::<Vec<_>>(), [(0.0, 0.0), (1.0, 1.0)]);
    }
}
