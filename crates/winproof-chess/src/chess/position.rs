//! A chess position: the board and whatever else the rules look at, no more.
//!
//! Two positions are equal when the pieces, the side to move, the castling rights and the possible en-passant captures
//! are. Move counters are not part of it, unless the rules count moves ([`Chess::in_moves`](super::Chess::in_moves),
//! [`Chess::fifty`](super::Chess::fifty)).
//!
//! The board is cozy-chess's. It notes an en-passant file after every double step of a pawn, whether anyone can
//! capture or not; what counts here is a capture that is *legal*, so the position keeps that file itself.

use super::{ChessMove, Counting};
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use std::hash::{Hash, Hasher};
use winproof::hash::mix;
use winproof_kit::packed::{Pack, Words};

/// A position of the game `chess`.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// The file of an en-passant capture, if one is legal (or of any double step, where the rules are as published).
    en_passant: Option<File>,
    /// How many moves the attacker may still make; 0 where nobody counts.
    left: u8,
    /// Half-moves since the last capture or pawn move; 0 where nobody counts.
    clock: u8,
    /// Whether the move before reached an aim that is not the attacker's mate.
    reached: bool,
}

impl Position {
    /// The position on a board, for rules that count like this. `left` is how many moves the attacker may still make.
    pub(super) fn new(board: Board, counting: Counting, left: u8) -> Position {
        let en_passant = board.en_passant().filter(|&file| counting.as_published || is_en_passant_legal(&board, file));
        let clock = if counting.fifty { board.halfmove_clock() } else { 0 };
        Position { board, en_passant, left, clock, reached: false }
    }

    /// The position after a legal move.
    pub(super) fn after(&self, mv: Move, counting: Counting) -> Position {
        let mut board = self.board.clone();
        board.play_unchecked(mv);
        let is_attacker = self.side_to_move() == counting.attacker;
        let counts_now = counting.moves.is_some() && is_attacker;
        let stipulation = counting.stipulation;
        // The attacker's mate is seen on the board.
        let reached = !stipulation.is_direct_mate()
            && is_attacker != stipulation.is_by_defender()
            && stipulation.target.is_reached(&self.board, mv, &board);
        Position { reached, ..Position::new(board, counting, self.left - u8::from(counts_now)) }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Whether there is a legal move.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// How many legal moves there are.
    #[inline]
    pub fn mobility(&self) -> u32 {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count as u32
    }

    /// Whether the side to move is mated.
    pub fn is_mate(&self) -> bool {
        self.is_check() && !self.can_move()
    }

    /// The file of an en-passant capture, if one is legal.
    pub fn en_passant(&self) -> Option<File> {
        self.en_passant
    }

    /// How many moves the attacker may still make, where the rules count them.
    pub fn left(&self) -> u8 {
        self.left
    }

    /// Whether the move before reached the aim, where that is not the attacker's mate.
    pub fn is_reached(&self) -> bool {
        self.reached
    }

    /// The same position with that said.
    pub(super) fn with_reached(self, reached: bool) -> Position {
        Position { reached, ..self }
    }

    /// Half-moves since the last capture or pawn move, where the rules count them.
    pub fn clock(&self) -> u8 {
        self.clock
    }

    /// Whether a legal move cannot be taken back: a capture, a move of a pawn, or castling.
    pub fn is_converting(&self, mv: ChessMove) -> bool {
        let mv = mv.unpack();
        // Castling is written as a move to the square of the rook.
        self.board.piece_on(mv.from) == Some(Piece::Pawn) || self.board.piece_on(mv.to).is_some()
    }

    /// The position after the side to move has passed, if it is not in check.
    pub(super) fn passed(&self) -> Option<Position> {
        let board = self.board.null_move()?;
        Some(Position { board, en_passant: None, reached: false, ..self.clone() })
    }

    /// The same position with another number of moves that the attacker may still make.
    pub(crate) fn with_left(&self, left: u8) -> Position {
        Position { left, ..self.clone() }
    }

    /// A hash of everything that makes positions equal.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let en_passant = self.en_passant.map_or(0, |file| file as u64 + 1);
        let rest = en_passant | u64::from(self.left) << 8 | u64::from(self.clock) << 16 | u64::from(self.reached) << 24;
        mix(rest, self.board.hash_without_ep())
    }
}

/// Four words have four bits for each square: the number of the piece, and whether it is White's. The fifth has the rest.
impl Pack for Position {
    fn pack(&self) -> Words {
        let mut words = [0; 5];
        for square in self.board.occupied() {
            let number = self.board.piece_on(square).map_or(0, |piece| piece as u64 + 1);
            for (place, word) in words[..3].iter_mut().enumerate() {
                *word |= (number >> place & 1) << square as u32;
            }
        }
        words[3] = self.board.colors(Color::White).0;
        let file = |file: Option<File>| file.map_or(0, |file| file as u64 + 1);
        let rights = Color::ALL.map(|color| self.board.castle_rights(color));
        let files = [self.en_passant, rights[0].short, rights[0].long, rights[1].short, rights[1].long];
        let files = files.into_iter().rev().fold(0, |all, one| all << 4 | file(one));
        let flags = u64::from(self.side_to_move() == Color::Black) | u64::from(self.reached) << 1;
        words[4] = flags | files << 8 | u64::from(self.left) << 32 | u64::from(self.clock) << 40;
        words
    }

    fn unpack(words: &Words) -> Position {
        let mut builder = BoardBuilder::empty();
        for (square, cell) in Square::ALL.into_iter().zip(&mut builder.board) {
            let number = (0..3).fold(0, |number, place| number | (words[place] >> square as u32 & 1) << place);
            let color = if words[3] >> square as u32 & 1 == 1 { Color::White } else { Color::Black };
            let piece = (number as usize).checked_sub(1).map(Piece::index);
            *cell = piece.map(|piece| (piece, color));
        }
        let rest = words[4];
        let file = |place: u32| (rest as usize >> (8 + 4 * place) & 15).checked_sub(1).map(File::index);
        builder.side_to_move = if rest & 1 == 1 { Color::Black } else { Color::White };
        builder.castle_rights = [1, 3].map(|place| CastleRights { short: file(place), long: file(place + 1) });
        let en_passant = file(0);
        let behind = Rank::Third.relative_to(!builder.side_to_move);
        builder.en_passant = en_passant.map(|file| Square::new(file, behind));
        builder.halfmove_clock = (rest >> 40) as u8;
        let Ok(board) = builder.build() else { unreachable!("a position was packed") };
        Position { board, en_passant, left: (rest >> 32) as u8, clock: (rest >> 40) as u8, reached: rest >> 1 & 1 == 1 }
    }
}

impl PartialEq for Position {
    #[inline]
    fn eq(&self, other: &Position) -> bool {
        let (own, others) = (&self.board, &other.board);
        // The hash settles nearly every comparison; the rest is there because a hash proves nothing.
        own.hash_without_ep() == others.hash_without_ep()
            && (self.en_passant, self.left, self.clock) == (other.en_passant, other.left, other.clock)
            && self.reached == other.reached
            && own.side_to_move() == others.side_to_move()
            && Color::ALL.iter().all(|&color| {
                own.colors(color) == others.colors(color) && own.castle_rights(color) == others.castle_rights(color)
            })
            && Piece::ALL.iter().all(|&piece| own.pieces(piece) == others.pieces(piece))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

/// Whether a pawn may capture on the en-passant square of this file: not only stands beside it.
fn is_en_passant_legal(board: &Board, file: File) -> bool {
    let color = board.side_to_move();
    let square = Square::new(file, Rank::Third.relative_to(!color));
    let beside = get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    beside.iter().any(|from| board.is_legal(Move { from, to: square, promotion: None }))
}
