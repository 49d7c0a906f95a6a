//! The chessboard as a drawing, White below.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use winproof::drawing::{Colour, Drawing, Ground, MovePlace, Shape};

/// A part of the chessboard: the files from the a-file on, and the ranks from the eighth down.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) files: usize,
    pub(crate) ranks: usize,
}

impl Part {
    /// All of it.
    pub(crate) const WHOLE: Part = Part { files: 8, ranks: 8 };

    /// The number of a square in the drawing.
    fn number(self, square: Square) -> usize {
        (7 - square.rank() as usize) * self.files + square.file() as usize
    }

    /// The drawing of the men on the board.
    pub(crate) fn drawing(self, man_on: impl Fn(Square) -> Option<(Piece, Color)>) -> Drawing {
        let square = |column: usize, row: usize| Square::new(File::index(column), Rank::index(7 - row));
        let mut drawing = Drawing::grid(self.files, self.ranks, |column, row| {
            let ground = if (column + row) % 2 == 1 { Ground::Dark } else { Ground::Light };
            (square(column, row).to_string(), ground)
        });
        for (column, row) in (0..self.ranks).flat_map(|row| (0..self.files).map(move |column| (column, row))) {
            if let Some((piece, color)) = man_on(square(column, row)) {
                let shape = match piece {
                    Piece::Pawn => Shape::Pawn,
                    Piece::Knight => Shape::Knight,
                    Piece::Bishop => Shape::Bishop,
                    Piece::Rook => Shape::Rook,
                    Piece::Queen => Shape::Queen,
                    Piece::King => Shape::King,
                };
                let colour = if color == Color::White { Colour::White } else { Colour::Black };
                drawing.put(row * self.files + column, shape, colour);
            }
        }
        let files = ('a'..='h').take(self.files).map(String::from);
        drawing.with_names(files, (0..self.ranks).map(|row| (8 - row).to_string()))
    }

    /// Where a move from one square to another is made.
    pub(crate) fn move_place(self, from: Square, to: Square) -> MovePlace {
        MovePlace { from: Some(self.number(from)), to: vec![self.number(to)], near: Vec::new() }
    }

    /// The same for a move of cozy-chess, in which the king castles to the square of its rook.
    pub(crate) fn legal_move_place(self, board: &Board, mv: Move) -> MovePlace {
        let castles = board.color_on(mv.from) == board.color_on(mv.to);
        if !castles {
            return self.move_place(mv.from, mv.to);
        }
        let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
        let near = vec![self.number(mv.to)];
        MovePlace { near, ..self.move_place(mv.from, Square::new(file, mv.from.rank())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_castle_two_squares_wide() {
        let board: Board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let place = |text| Part::WHOLE.legal_move_place(&board, mv(text));
        assert_eq!(place("e1h1"), MovePlace { from: Some(60), to: vec![62], near: vec![63] });
        assert_eq!(place("e1a1"), MovePlace { from: Some(60), to: vec![58], near: vec![56] });
        assert_eq!(place("e1e2"), MovePlace { from: Some(60), to: vec![52], near: vec![] });
        let drawing = Part::WHOLE.drawing(|square| board.piece_on(square).zip(board.color_on(square)));
        assert_eq!(drawing.squares[62].name, "g1");
        assert_eq!((drawing.squares[56].ground, drawing.men.len()), (Ground::Dark, 4));
    }
}
