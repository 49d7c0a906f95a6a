//! The pieces of giveaway chess as sets of squares, and how they move.
//!
//! # Layout
//! Three sets together hold the kind of the piece on each square, one bit of its number each (pawn 1, knight 2, bishop
//! 3, rook 4, queen 5, king 6; 0 is a free square), and a fourth holds White's pieces: 32 bytes, and 8 for the rest.

use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_pawn_quiets, get_rook_moves,
};
use std::fmt;
use winproof::hash::scramble;
use winproof_kit::packed::{Pack, PackMove, Words};

/// A position of giveaway chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Men {
    kinds: [BitBoard; 3],
    white: BitBoard,
    side: Color,
    /// Where a pawn can be captured en passant, if one can.
    en_passant: Option<Square>,
}

/// What a pawn can become; the order in which such moves are listed.
pub(super) const PROMOTIONS: [Piece; 5] = [Piece::Queen, Piece::King, Piece::Rook, Piece::Bishop, Piece::Knight];

/// A move: from, to, and what a pawn becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step(u16);

impl Step {
    #[inline]
    fn new(from: Square, to: Square, promotion: Option<Piece>) -> Step {
        Step(from as u16 | (to as u16) << 6 | promotion.map_or(0, |piece| piece as u16 + 1) << 12)
    }

    /// Where the piece stands.
    #[inline]
    pub fn from(self) -> Square {
        Square::index(usize::from(self.0 & 63))
    }

    /// Where it goes.
    #[inline]
    pub fn to(self) -> Square {
        Square::index(usize::from(self.0 >> 6 & 63))
    }

    /// What it becomes, if it is a pawn on the last rank.
    #[inline]
    pub fn promotion(self) -> Option<Piece> {
        match self.0 >> 12 {
            0 => None,
            piece => Piece::try_index(usize::from(piece) - 1),
        }
    }
}

impl PackMove for Step {
    fn pack(self) -> u32 {
        u32::from(self.0)
    }
    fn unpack(number: u32) -> Step {
        Step(number as u16)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |piece| write!(formatter, "{piece}"))
    }
}

impl Pack for Men {
    fn pack(&self) -> Words {
        let [first, second, third] = self.kinds.map(|set| set.0);
        [first, second, third, self.white.0, self.rest()]
    }
    fn unpack(&[first, second, third, white, rest]: &Words) -> Men {
        Men {
            kinds: [first, second, third].map(BitBoard),
            white: BitBoard(white),
            side: if rest & 1 == Color::White as u64 { Color::White } else { Color::Black },
            en_passant: (rest as usize >> 1).checked_sub(1).map(Square::index),
        }
    }
}

/// What a listener wants after a set of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    More,
    Enough,
}

impl Men {
    pub(super) fn empty(side: Color) -> Men {
        Men { kinds: [BitBoard::EMPTY; 3], white: BitBoard::EMPTY, side, en_passant: None }
    }

    /// The position in which a game starts.
    pub(super) fn at_start() -> Men {
        let mut men = Men::empty(Color::White);
        let line = [
            Piece::Rook,
            Piece::Knight,
            Piece::Bishop,
            Piece::Queen,
            Piece::King,
            Piece::Bishop,
            Piece::Knight,
            Piece::Rook,
        ];
        for (color, first, second) in
            [(Color::White, Rank::First, Rank::Second), (Color::Black, Rank::Eighth, Rank::Seventh)]
        {
            for (square, piece) in first.bitboard().iter().zip(line) {
                men.put(square, piece, color);
            }
            for square in second.bitboard() {
                men.put(square, Piece::Pawn, color);
            }
        }
        men
    }

    /// Puts a piece on a free square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece, color: Color) {
        let number = piece as u64 + 1;
        for (place, set) in self.kinds.iter_mut().enumerate() {
            set.0 |= (number >> place & 1) << square as u32;
        }
        if color == Color::White {
            self.white |= square.bitboard();
        }
    }

    #[inline]
    fn clear(&mut self, squares: BitBoard) {
        for set in &mut self.kinds {
            *set &= !squares;
        }
        self.white &= !squares;
    }

    /// Says that the pawn that stands before this square has just passed it; forgotten again if nobody can capture it.
    pub(super) fn set_en_passant(&mut self, square: Option<Square>) {
        self.en_passant = square
            .filter(|&square| !(get_pawn_attacks(square, !self.side) & self.of(Piece::Pawn) & self.own()).is_empty());
    }

    /// Who is to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Where a pawn can be captured en passant, if one can.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The piece on a square.
    pub fn man_on(&self, square: Square) -> Option<(Piece, Color)> {
        let number = (0..3).fold(0, |number, place| number | usize::from(self.kinds[place].has(square)) << place);
        let color = if self.white.has(square) { Color::White } else { Color::Black };
        number.checked_sub(1).and_then(Piece::try_index).map(|piece| (piece, color))
    }

    #[inline]
    fn occupied(&self) -> BitBoard {
        self.kinds[0] | self.kinds[1] | self.kinds[2]
    }

    /// The pieces of the side to move.
    #[inline]
    fn own(&self) -> BitBoard {
        if self.side == Color::White { self.white } else { self.occupied() & !self.white }
    }

    /// The pieces of one kind, of both sides.
    #[inline]
    fn of(&self, piece: Piece) -> BitBoard {
        let number = piece as usize + 1;
        let bit = |place: usize| if number >> place & 1 == 1 { self.kinds[place] } else { !self.kinds[place] };
        bit(0) & bit(1) & bit(2)
    }

    /// Who is to move and where a pawn can be captured en passant, as a number.
    #[inline]
    fn rest(&self) -> u64 {
        self.side as u64 | self.en_passant.map_or(0, |square| square as u64 + 1) << 1
    }

    /// A hash of the position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let [first, rest @ ..] = self.pack();
        rest.iter().fold(scramble(first), |hash, &word| scramble(hash ^ word))
    }

    /// Hands out where each piece of the side to move can go: all captures, or all other moves if there are none.
    #[inline]
    fn for_each_set(&self, mut listener: impl FnMut(Piece, Square, BitBoard) -> Next) {
        let (own, occupied) = (self.own(), self.occupied());
        let enemies = occupied & !own;
        let en_passant = self.en_passant.map_or(BitBoard::EMPTY, Square::bitboard);
        let mut captured = false;
        for piece in Piece::ALL {
            for from in self.of(piece) & own {
                let to = match piece {
                    Piece::Pawn => get_pawn_attacks(from, self.side) & (enemies | en_passant),
                    _ => reach(piece, from, occupied) & enemies,
                };
                if !to.is_empty() {
                    captured = true;
                    if listener(piece, from, to) == Next::Enough {
                        return;
                    }
                }
            }
        }
        if captured {
            return;
        }
        for piece in Piece::ALL {
            for from in self.of(piece) & own {
                let to = match piece {
                    Piece::Pawn => get_pawn_quiets(from, self.side, occupied),
                    _ => reach(piece, from, occupied) & !occupied,
                };
                if !to.is_empty() && listener(piece, from, to) == Next::Enough {
                    return;
                }
            }
        }
    }

    /// Hands out every legal move.
    #[inline]
    pub(super) fn for_each_step(&self, mut listener: impl FnMut(Step)) {
        self.for_each_set(|piece, from, to| {
            for to in to {
                if piece == Piece::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
                    for promotion in PROMOTIONS {
                        listener(Step::new(from, to, Some(promotion)));
                    }
                } else {
                    listener(Step::new(from, to, None));
                }
            }
            Next::More
        });
    }

    /// Whether the side to move has a move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let mut can = false;
        self.for_each_set(|_, _, _| {
            can = true;
            Next::Enough
        });
        can
    }

    /// Whether a legal move captures.
    pub(super) fn captures(&self, step: Step) -> bool {
        let is_pawn = self.of(Piece::Pawn).has(step.from());
        self.occupied().has(step.to()) || is_pawn && self.en_passant == Some(step.to())
    }

    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, step: Step) -> Men {
        let (from, to) = (step.from(), step.to());
        let mut men = *self;
        let Some((piece, color)) = self.man_on(from) else { unreachable!("a move starts from a man") };
        let mut gone = from.bitboard() | to.bitboard();
        let mut passed = None;
        if piece == Piece::Pawn {
            if self.en_passant == Some(to) {
                gone |= Square::new(to.file(), from.rank()).bitboard();
            } else if (from as i32 - to as i32).abs() == 16 {
                passed = Some(Square::index((from as usize + to as usize) / 2));
            }
        }
        men.clear(gone);
        men.put(to, step.promotion().unwrap_or(piece), color);
        men.side = !self.side;
        men.set_en_passant(passed);
        men
    }
}

/// The squares that a piece other than a pawn attacks.
#[inline]
fn reach(piece: Piece, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}
