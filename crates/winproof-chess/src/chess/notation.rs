//! Chess moves as text, and the board as a picture.

use super::fen::name;
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

/// A legal move in standard algebraic notation: `Nbd7`, `exd6`, `e8=Q+`, `O-O`.
pub(super) fn write(board: &Board, mv: Move) -> String {
    display_san_move(board, mv).to_string()
}

/// A legal move as squares: `e2e4`, `e7e8q`, `e1g1`.
pub(super) fn write_squares(board: &Board, mv: Move) -> String {
    display_uci_move(board, mv).to_string()
}

/// The legal move that a text stands for, in algebraic notation or as squares.
pub(super) fn read(board: &Board, text: &str) -> Option<Move> {
    if let Ok(mv) = parse_uci_move(board, text) {
        return board.is_legal(mv).then_some(mv);
    }
    // Remarks are not part of a move, and many write castling with zeros.
    let text = text.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']);
    match text {
        "0-0" => parse_san_move(board, "O-O").ok(),
        "0-0-0" => parse_san_move(board, "O-O-O").ok(),
        _ => parse_san_move(board, text).ok(),
    }
}

/// The board as a player sees it, White below; capitals are White's pieces.
pub(super) fn picture(board: &Board) -> String {
    picture_of(|square| board.piece_on(square).zip(board.color_on(square)), board.side_to_move())
}

/// A picture of the pieces on a board, and who is to move.
pub(crate) fn picture_of(man_on: impl Fn(Square) -> Option<(Piece, Color)>, side: Color) -> String {
    let mut rows: Vec<String> = Vec::with_capacity(10);
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| letter(man_on(Square::new(file, rank))).to_string());
        rows.push(format!("{} {}", rank as usize + 1, squares.join(" ")));
    }
    rows.push("  a b c d e f g h".to_string());
    rows.push(format!("{} to move", name(side)));
    rows.join("\n")
}

/// The letter of a piece as in FEN; a point for a free square.
pub(crate) fn letter(man: Option<(Piece, Color)>) -> char {
    match man {
        Some((piece, Color::White)) => char::from(piece).to_ascii_uppercase(),
        Some((piece, Color::Black)) => char::from(piece),
        None => '.',
    }
}
