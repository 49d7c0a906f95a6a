//! The game `pawn-ending`: pawn endings on a corner of the chessboard, where White wants to promote.
//!
//! A small game in which ignoring the play that led to a position loses a win: the ending that Campbell (1985) gave for
//! the problem of graph history and interaction, with the goal and the board of Breuker (1998, chapter 5, note 13).
//!
//! # Rules
//! - The pieces move as in chess, on the squares a4 to e8 only.
//! - White wins when a pawn becomes a queen that Black cannot capture at once. He promotes to nothing else.
//! - Everything else is not a win: a queen that is captured at once, White without pawns, a side that is to move and
//!   cannot, endless play.
//!
//! White is Max; a win is worth 1, anything else 0. Positions are written as FEN with kings and pawns on a4 to e8,
//! moves as in chess. Moves are listed by the square of departure from e8 down to a4, then by the square of arrival
//! (Breuker 1998, §3.3.2).

use crate::chess::board_drawing::Part;
use crate::chess::{Chess, ChessMove, Color, MoveOrder, Position};
use cozy_chess::{BitBoard, File, Piece, Rank, Square};
use winproof::drawing::{Drawing, MovePlace};
use winproof::{Game, Player, Rules, Status, TextError, TextRules, Value};

/// The rules of pawn endings on a4 to e8.
///
/// ```
/// use winproof::TextRules;
/// use winproof_chess::PawnEnding;
///
/// let game = PawnEnding::new();
/// let root = game.parse_position("8/p7/8/2P1k3/K7/8/8/8 w - -").unwrap();
/// assert_eq!(winproof::solve(&game, &root).value(), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnEnding {
    /// How the pieces move.
    chess: Chess,
}

impl Default for PawnEnding {
    fn default() -> PawnEnding {
        PawnEnding::new()
    }
}

/// The corner of the chessboard that is drawn.
const CORNER: Part = Part { files: 5, ranks: 5 };

/// The squares of the board.
fn corner() -> BitBoard {
    let files = [File::A, File::B, File::C, File::D, File::E];
    let ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth, Rank::Seventh, Rank::Eighth];
    let files = files.into_iter().fold(BitBoard::EMPTY, |set, file| set | file.bitboard());
    let ranks = ranks.into_iter().fold(BitBoard::EMPTY, |set, rank| set | rank.bitboard());
    files & ranks
}

impl PawnEnding {
    /// The rules.
    pub fn new() -> PawnEnding {
        PawnEnding { chess: Chess::new(Color::White).order(MoveOrder::Thesis) }
    }

    /// Appends the moves that stay on the board and promote to nothing but a queen.
    fn legal(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        let first = moves.len();
        self.chess.moves(position, moves);
        let board = corner();
        let mut place = first;
        for at in first..moves.len() {
            let mv = moves[at].unpack();
            if board.has(mv.to) && mv.promotion.is_none_or(|piece| piece == Piece::Queen) {
                moves[place] = moves[at];
                place += 1;
            }
        }
        moves.truncate(place);
    }
}

impl Rules for PawnEnding {
    type Position = Position;
    type Move = ChessMove;

    fn status(&self, position: &Position) -> Status {
        let board = position.board();
        let mut moves = Vec::new();
        self.legal(position, &mut moves);
        if let Some(queen) = board.pieces(Piece::Queen).next_square() {
            // White has just promoted, so Black is to move.
            let is_captured = moves.iter().any(|mv| mv.unpack().to == queen);
            return Status::Ended(Value::from(!is_captured));
        }
        if moves.is_empty() || board.colored_pieces(Color::White, Piece::Pawn).is_empty() {
            return Status::Ended(0);
        }
        Status::Turn(if position.side_to_move() == Color::White { Player::Max } else { Player::Min })
    }
    fn moves(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        self.legal(position, moves);
    }
    fn play(&self, position: &Position, mv: ChessMove) -> Position {
        self.chess.play(position, mv)
    }
    fn values(&self) -> Vec<Value> {
        vec![0, 1]
    }
    fn repetition(&self) -> Option<Value> {
        Some(0)
    }
}

impl Game for PawnEnding {
    fn hash(&self, position: &Position) -> u64 {
        self.chess.hash(position)
    }
}

impl TextRules for PawnEnding {
    fn moves_in_pairs(&self) -> bool {
        true
    }
    fn name(&self) -> String {
        "pawn-ending".to_string()
    }
    fn start(&self) -> Position {
        let start = self.chess.parse_position("8/p7/8/2P1k3/K7/8/8/8 w - -");
        start.unwrap_or_else(|error| unreachable!("{error}"))
    }
    fn position_text(&self, position: &Position) -> String {
        self.chess.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let position = self.chess.parse_position(text)?;
        let board = position.board();
        let refuse = |square: Square, rule: &str| Err(TextError::new(format!("remove the piece on {square}: {rule}")));
        if let Some(square) = (board.occupied() & !corner()).next_square() {
            return refuse(square, "the board is a4 to e8");
        }
        let queens = board.colored_pieces(Color::White, Piece::Queen);
        let is_end = queens.len() == 1 && position.side_to_move() == Color::Black;
        let others = board.occupied() & !board.pieces(Piece::King) & !board.pieces(Piece::Pawn);
        let others = if is_end { others & !queens } else { others };
        if let Some(square) = others.next_square() {
            return refuse(square, "there are kings and pawns only, and a white queen where play ends");
        }
        if let Some(square) = queens.next_square().filter(|square| square.rank() != Rank::Eighth) {
            return refuse(square, "play ends as soon as there is a queen, so it stands on the eighth rank");
        }
        if position.en_passant().is_some() && position.side_to_move() == Color::Black {
            let rule = "White's pawns have no double step on a4 to e8";
            return Err(TextError::new(format!("write - as the en-passant square of '{text}': {rule}")));
        }
        Ok(position)
    }
    fn move_text(&self, position: &Position, mv: ChessMove) -> String {
        self.chess.move_text(position, mv)
    }
    fn parse_move(&self, position: &Position, text: &str) -> Result<ChessMove, TextError> {
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.status(position) {
            self.legal(position, &mut moves);
        }
        let read = self.chess.parse_move(position, text).ok().filter(|mv| moves.contains(mv));
        read.ok_or_else(|| {
            let legal: Vec<String> = moves.iter().map(|&mv| self.move_text(position, mv)).collect();
            let fen = self.position_text(position);
            TextError::new(match legal.is_empty() {
                true => format!("'{text}' cannot be played: the game has ended in {fen}"),
                false => format!("'{text}' is not a legal move in {fen}; the legal moves are: {}", legal.join(" ")),
            })
        })
    }
    fn picture(&self, position: &Position) -> String {
        // The rows and columns of the corner, and the line that says who moves.
        let picture = self.chess.picture(position);
        let corner = |row: &str| row.chars().take(2 + 9).collect::<String>();
        let rows: Vec<&str> = picture.lines().collect();
        let shown = rows[..5].iter().chain(&rows[8..9]).map(|row| corner(row));
        shown.chain([rows[9].to_string()]).collect::<Vec<_>>().join("\n")
    }
    fn drawing(&self, position: &Position) -> Drawing {
        let board = position.board();
        CORNER.drawing(|square| board.piece_on(square).zip(board.color_on(square)))
    }
    fn move_place(&self, position: &Position, mv: ChessMove) -> MovePlace {
        CORNER.legal_move_place(position.board(), mv.unpack())
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "White" } else { "Black" }.to_string()
    }
    fn value_text(&self, _: &Self::Position, value: Value) -> String {
        if value == 1 { "White promotes" } else { "White does not promote" }.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::conformance::{check_game, check_texts};

    #[test]
    fn the_rules_conform() {
        let game = PawnEnding::new();
        let report = check_game(&game, &game.start(), 30, 5).unwrap();
        assert!(report.ends > 5, "{report:?}");
        assert_eq!(
            game.picture(&game.start()),
            "8 . . . . .\n7 p . . . .\n6 . . . . .\n5 . . P . k\n4 K . . . .\n  a b c d e\nWhite to move"
        );
        for (fen, reason) in [
            ("8/p7/8/2P1k3/8/8/8/K7 w - -", "remove the piece on a1: the board is a4 to e8"),
            ("8/p7/8/2P1k3/KR6/8/8/8 w - -", "remove the piece on b4: there are kings and pawns only"),
            ("8/p7/8/2Q5/K3k3/8/8/8 w - -", "remove the piece on c5: there are kings and pawns only"),
            ("8/p7/2Q5/4k3/K7/8/8/8 b - -", "remove the piece on c6: play ends as soon as there is a queen"),
            ("4k3/8/8/K7/3pP3/8/8/8 b - e3", "write - as the en-passant square of '4k3/8/8/K7/3pP3/8/8/8 b - e3'"),
            ("8/p7/8/2P5/K7/8/8/8 w - -", "Black has no king"),
        ] {
            let error = game.parse_position(fen).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn odd_positions_keep_the_promises_of_a_game() {
        let texts = [
            "2Q5/p7/8/4k3/K7/8/8/8 b - -",
            "k1Q5/8/1K6/8/8/8/8/8 b - -",
            "2Qk4/8/8/8/K7/8/8/8 b - -",
            "8/PPPPk3/8/8/K7/8/8/8 b - -",
            "8/8/8/pPk5/K7/8/8/8 w - a6",
            "4k3/8/8/8/Kp6/8/8/8 w - -",
        ];
        let report = check_texts(&PawnEnding::new(), &texts, 20, 1).unwrap();
        assert!(report.positions > 100 && report.ends > 10 && report.altered > 20, "{report:?}");
    }
}
