//! Where play ends, for the search that counts moves: the same as the rules say, at the speed that it needs.

use super::super::moves::Checks;
use super::super::stipulation::{Play, Stipulation};
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// Whether there is a legal move.
#[inline]
pub(super) fn can_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// What the end of play depends on.
pub(super) trait Ends: Copy {
    /// What a move of the attacker leads to, with so many moves left to him then: whether he has reached his aim or
    /// failed, if play ends.
    fn attacked(self, before: &Board, mv: Move, after: &Board, left: u8) -> Option<bool>;

    /// The same for a move of the defender.
    fn defended(self, before: &Board, mv: Move, after: &Board, left: u8) -> Option<bool>;

    /// Whether the attacker reaches his aim with one move, if a look tells.
    fn with_one_move(self, board: &Board) -> Option<bool>;
}

/// The mate by the attacker.
#[derive(Clone, Copy)]
pub(super) struct DirectMate;

impl Ends for DirectMate {
    #[inline]
    fn attacked(self, _: &Board, _: Move, after: &Board, left: u8) -> Option<bool> {
        if !can_move(after) {
            return Some(!after.checkers().is_empty());
        }
        (left == 0).then_some(false)
    }

    #[inline]
    fn defended(self, _: &Board, _: Move, after: &Board, left: u8) -> Option<bool> {
        match left {
            1 => Some(mates(after)),
            _ => (!can_move(after)).then_some(false),
        }
    }

    #[inline]
    fn with_one_move(self, board: &Board) -> Option<bool> {
        Some(mates(board))
    }
}

/// Any other aim.
impl Ends for Stipulation {
    fn attacked(self, before: &Board, mv: Move, after: &Board, left: u8) -> Option<bool> {
        if self.play == Play::Direct && self.target.is_reached(before, mv, after) {
            return Some(true);
        }
        if !can_move(after) {
            return Some(false);
        }
        if self.obliges_defender() && self.target.can_be_reached(after) {
            return Some(true);
        }
        (left == 0 && self.play != Play::SelfPlay).then_some(false)
    }

    fn defended(self, before: &Board, mv: Move, after: &Board, left: u8) -> Option<bool> {
        if self.is_by_defender() && self.target.is_reached(before, mv, after) {
            return Some(true);
        }
        let fails = left == 0 || !can_move(after) || self.forbids_attacker() && self.target.can_be_reached(after);
        fails.then_some(false)
    }

    fn with_one_move(self, _: &Board) -> Option<bool> {
        None
    }
}

/// Whether the side to move mates at once.
pub(super) fn mates(board: &Board) -> bool {
    let checks = Checks::new(board);
    let mover = board.side_to_move();
    let own = board.colors(mover);
    let king = board.king(!mover);
    let last_rank = Rank::Eighth.relative_to(mover).bitboard();
    let en_passant =
        board.en_passant().map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(mover)).bitboard());
    // Where the king can go unless the square is attacked.
    let around = get_king_moves(king) & !board.colors(!mover);
    let occupied = board.occupied() & !king.bitboard();
    board.generate_moves(|set| {
        // Promotion, castling and en-passant captures give check in ways that only the board after them shows.
        let special = match set.piece {
            Piece::Pawn => set.to & (last_rank | en_passant),
            Piece::King => set.to & own,
            _ => BitBoard::EMPTY,
        };
        let to = checks.of(set.piece, set.from) & set.to | special;
        if to.is_empty() {
            return false;
        }
        let without = occupied & !set.from.bitboard();
        let mut open = None;
        PieceMoves { to, ..set }.into_iter().any(|mv| {
            if !special.has(mv.to) {
                // A flight that neither the others nor the moved man cover stays one: he can only close lines.
                let open = *open.get_or_insert_with(|| open_flights(board, around, without, set.from));
                let covered = attacks(set.piece, mover, mv.to, without | mv.to.bitboard());
                if !(open & !covered & !mv.to.bitboard()).is_empty() {
                    return false;
                }
            }
            let mut after = board.clone();
            after.play_unchecked(mv);
            !after.checkers().is_empty() && !can_move(&after)
        })
    })
}

/// The squares around the king that no man of the side to move attacks, but for the one that moves.
fn open_flights(board: &Board, around: BitBoard, occupied: BitBoard, mover: Square) -> BitBoard {
    let color = board.side_to_move();
    let men = board.colors(color) & !mover.bitboard();
    let diagonal = (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen)) & men;
    let straight = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & men;
    let (knights, kings) = (board.pieces(Piece::Knight) & men, board.pieces(Piece::King) & men);
    let pawns = board.pieces(Piece::Pawn) & men;
    let mut open = BitBoard::EMPTY;
    for square in around {
        let near = get_knight_moves(square) & knights
            | get_king_moves(square) & kings
            | get_pawn_attacks(square, !color) & pawns;
        let is_attacked = !near.is_empty()
            || !(get_bishop_rays(square) & diagonal).is_empty()
                && !(get_bishop_moves(square, occupied) & diagonal).is_empty()
            || !(get_rook_rays(square) & straight).is_empty()
                && !(get_rook_moves(square, occupied) & straight).is_empty();
        if !is_attacked {
            open |= square.bitboard();
        }
    }
    open
}

#[inline]
fn attacks(piece: Piece, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}
