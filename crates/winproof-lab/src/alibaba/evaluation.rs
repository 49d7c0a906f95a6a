//! What a board is worth: material and the squares that men stand on, nothing else (Breuker 1998, §2.5.1).
//!
//! The thesis gives neither its piece-square tables nor the value of a pawn in points. Here the material is that of the
//! thesis's definition of a middle game (1, 3.25, 3.25, 5, 9, in hundredths), and the squares follow simple formulas,
//! so that anybody can write them down again. They depend on nothing but the man and its square.

use cozy_chess::{Board, Color, File, Move, Piece, Square};

/// The value of a pawn, which is also half of the first window of each iteration.
pub(super) const PAWN: i32 = 100;

const MATERIAL: [i32; Piece::NUM] = [PAWN, 325, 325, 500, 900, 0];

/// What a man is worth on each square, as White sees the board.
static ON_SQUARE: [[i32; Square::NUM]; Piece::NUM] = on_squares();

const fn on_squares() -> [[i32; Square::NUM]; Piece::NUM] {
    let mut table = [[0; Square::NUM]; Piece::NUM];
    let mut square = 0;
    while square < Square::NUM {
        let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
        let inward = if file < 4 { file } else { 7 - file };
        let central = inward + if rank < 4 { rank } else { 7 - rank };
        table[Piece::Pawn as usize][square] = 4 * (rank - 1) + 2 * inward;
        table[Piece::Knight as usize][square] = 5 * central - 15;
        table[Piece::Bishop as usize][square] = 3 * central - 9;
        table[Piece::Rook as usize][square] = 2 * inward + if rank == 6 { 15 } else { 0 };
        table[Piece::Queen as usize][square] = central;
        table[Piece::King as usize][square] = -4 * central;
        let mut piece = 0;
        while piece < Piece::NUM {
            table[piece][square] += MATERIAL[piece];
            piece += 1;
        }
        square += 1;
    }
    table
}

/// What a man of this colour adds to its side's score.
#[inline]
fn worth(piece: Piece, color: Color, square: Square) -> i32 {
    ON_SQUARE[piece as usize][square.relative_to(color) as usize]
}

/// The score of a board, from the view of one side.
pub(super) fn score(board: &Board, view: Color) -> i32 {
    let of = |color: Color| -> i32 {
        let men = |piece| board.colored_pieces(color, piece).iter().map(move |square| worth(piece, color, square));
        Piece::ALL.iter().flat_map(|&piece| men(piece)).sum()
    };
    of(view) - of(!view)
}

/// How much a legal move adds to the score of the side that makes it.
#[inline]
pub(super) fn gain(board: &Board, mv: Move) -> i32 {
    let mover = board.side_to_move();
    let Some(piece) = board.piece_on(mv.from) else { return 0 };
    if board.colors(mover).has(mv.to) {
        // Castling: the king's move to the square of its rook.
        let (king, rook) = if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
        let on = |file| Square::new(file, mv.to.rank());
        return worth(Piece::King, mover, on(king)) - worth(Piece::King, mover, mv.from)
            + worth(Piece::Rook, mover, on(rook))
            - worth(Piece::Rook, mover, mv.to);
    }
    let becomes = mv.promotion.unwrap_or(piece);
    let moved = worth(becomes, mover, mv.to) - worth(piece, mover, mv.from);
    moved + captured(board, mv, piece).map_or(0, |(victim, square)| worth(victim, !mover, square))
}

/// What a move of this piece captures, and where it stands; castling captures nothing.
#[inline]
pub(super) fn captured(board: &Board, mv: Move, piece: Piece) -> Option<(Piece, Square)> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        return board.piece_on(mv.to).map(|victim| (victim, mv.to));
    }
    let is_en_passant = piece == Piece::Pawn && mv.from.file() != mv.to.file();
    is_en_passant.then(|| (Piece::Pawn, Square::new(mv.to.file(), mv.from.rank())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays every line of this depth and compares the sum of the gains with the score of the board.
    fn check(board: &Board, score_now: i32, depth: u32, kinds: &mut [bool; 3]) {
        let mover = board.side_to_move();
        assert_eq!(score(board, mover), score_now);
        assert_eq!(score(board, !mover), -score_now);
        if depth == 0 {
            return;
        }
        board.generate_moves(|moves| {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                let piece = board.piece_on(mv.from).unwrap();
                kinds[0] |= board.colors(mover).has(mv.to);
                kinds[1] |= mv.promotion.is_some();
                kinds[2] |= captured(board, mv, piece).is_some_and(|(_, square)| square != mv.to);
                check(&after, -(score_now + gain(board, mv)), depth - 1, kinds);
            }
            false
        });
    }

    #[test]
    fn gains_add_up_to_the_score() {
        let mut kinds = [false; 3];
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            check(&board, score(&board, board.side_to_move()), 3, &mut kinds);
        }
        assert_eq!(kinds, [true; 3], "castling, promotion and en passant came about");
    }

    #[test]
    fn the_start_is_even_and_a_pawn_is_a_pawn() {
        assert_eq!(score(&Board::default(), Color::White), 0);
        let without_a_pawn: Board = "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
        assert_eq!(score(&without_a_pawn, Color::White), PAWN);
        assert_eq!(score(&without_a_pawn, Color::Black), -PAWN);
    }
}
