//! Chess moves in two bytes, and the orders in which they are listed.
//!
//! An order never changes what is legal: it decides which of equally promising moves a search looks at first.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};
use std::fmt;
use winproof_kit::packed::PackMove;

/// A move: from, to, and what a pawn becomes. Castling is the king's move to the square of its rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChessMove(u16);

impl ChessMove {
    /// The move of cozy-chess.
    #[inline]
    pub fn unpack(self) -> Move {
        let promotion = match self.0 >> 12 {
            0 => None,
            piece => Piece::try_index(usize::from(piece) - 1),
        };
        Move {
            from: Square::index(usize::from(self.0 & 63)),
            to: Square::index(usize::from(self.0 >> 6 & 63)),
            promotion,
        }
    }
}

impl From<Move> for ChessMove {
    #[inline]
    fn from(mv: Move) -> ChessMove {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16 + 1);
        ChessMove(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }
}

impl PackMove for ChessMove {
    fn pack(self) -> u32 {
        u32::from(self.0)
    }
    fn unpack(number: u32) -> ChessMove {
        ChessMove(number as u16)
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.unpack())
    }
}

/// In which order moves are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveOrder {
    /// Checks, then captures and promotions, then the rest; among equals in the order of generation.
    #[default]
    ChecksFirst,
    /// By the square of departure from h8 down to a1, then by the square of arrival in the same way, then queen, rook,
    /// bishop, knight (Breuker 1998, §3.3.2).
    Thesis,
}

/// Appends the legal moves of a board in an order.
pub(super) fn generate(board: &Board, order: MoveOrder, moves: &mut Vec<ChessMove>) {
    match order {
        MoveOrder::ChecksFirst => checks_first(board, moves),
        MoveOrder::Thesis => thesis(board, moves),
    }
}

/// The most sets of moves that cozy-chess hands out for one board.
const MOST_SETS: usize = 18;

fn checks_first(board: &Board, moves: &mut Vec<ChessMove>) {
    let checks = Checks::new(board);
    let mut sets = [(None, BitBoard::EMPTY); MOST_SETS];
    let mut count = 0;
    board.generate_moves(|set| {
        let checking = checks.of(set.piece, set.from) & set.to;
        push_some(moves, set, checking);
        sets[count] = (Some(set), set.to & !checking);
        count += 1;
        false
    });
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let enemies = board.colors(!board.side_to_move());
    for (set, rest) in &mut sets[..count] {
        let Some(set) = *set else { continue };
        let forcing = if set.piece == Piece::Pawn { *rest & (enemies | last_ranks) } else { *rest & enemies };
        push_some(moves, set, forcing);
        *rest &= !forcing;
    }
    for &(set, rest) in &sets[..count] {
        let Some(set) = set else { continue };
        push_some(moves, set, rest);
    }
}

/// The moves of a set that go to some squares.
#[inline]
fn push_some(moves: &mut Vec<ChessMove>, set: PieceMoves, to: BitBoard) {
    if !to.is_empty() {
        moves.extend(PieceMoves { to, ..set }.into_iter().map(ChessMove::from));
    }
}

fn thesis(board: &Board, moves: &mut Vec<ChessMove>) {
    let first = moves.len();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(ChessMove::from));
        false
    });
    moves[first..].sort_by_key(|&mv| {
        let mv = mv.unpack();
        let to = castling_target(board, mv).unwrap_or(mv.to);
        std::cmp::Reverse((mv.from as u8, to as u8, mv.promotion.map_or(0, |piece| piece as u8)))
    });
}

/// Where the king goes, if the move is castling.
pub(super) fn castling_target(board: &Board, mv: Move) -> Option<Square> {
    let is_castling = board.colors(board.side_to_move()).has(mv.to);
    let file = if mv.from.file() < mv.to.file() { File::G } else { File::C };
    is_castling.then(|| Square::new(file, mv.to.rank()))
}

/// From where pieces of the side to move would give check, as far as one look at the board tells. (Castling, promotion
/// and en-passant captures can give check in other ways as well; for an order this is good enough.)
pub(super) struct Checks {
    by_piece: [BitBoard; Piece::NUM],
    /// Men that would discover a check by leaving a line to this king.
    blockers: BitBoard,
    king: Square,
}

impl Checks {
    pub(super) fn new(board: &Board) -> Checks {
        let mover = board.side_to_move();
        let king = board.king(!mover);
        let occupied = board.occupied();
        let diagonal = get_bishop_moves(king, occupied);
        let straight = get_rook_moves(king, occupied);
        let mut by_piece = [BitBoard::EMPTY; Piece::NUM];
        by_piece[Piece::Pawn as usize] = get_pawn_attacks(king, !mover);
        by_piece[Piece::Knight as usize] = get_knight_moves(king);
        by_piece[Piece::Bishop as usize] = diagonal;
        by_piece[Piece::Rook as usize] = straight;
        by_piece[Piece::Queen as usize] = diagonal | straight;
        Checks { by_piece, blockers: blockers(board, king, mover), king }
    }

    /// The squares from which a piece that now stands on `from` gives check.
    #[inline]
    pub(super) fn of(&self, piece: Piece, from: Square) -> BitBoard {
        let direct = self.by_piece[piece as usize];
        if self.blockers.has(from) { direct | !get_line_rays(self.king, from) } else { direct }
    }
}

/// Pieces of `mover` that stand alone between one of its long-range pieces and a king.
fn blockers(board: &Board, king: Square, mover: Color) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let attackers = board.colors(mover)
        & (get_bishop_rays(king) & (board.pieces(Piece::Bishop) | queens)
            | get_rook_rays(king) & (board.pieces(Piece::Rook) | queens));
    let mut blockers = BitBoard::EMPTY;
    for attacker in attackers {
        let between = get_between_rays(attacker, king) & board.occupied();
        if between.len() == 1 {
            blockers |= between & board.colors(mover);
        }
    }
    blockers
}
