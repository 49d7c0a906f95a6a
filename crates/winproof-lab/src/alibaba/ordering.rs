//! Which moves come first (Breuker 1998, §2.5.1): the move of the refutation table, that of the transposition table,
//! captures (the most valuable man first, by the least valuable one), promotions, and the rest by their history.

use super::evaluation::captured;
use cozy_chess::{BitBoard, Board, Color, Move, Piece, Rank, Square};
use winproof_games::chess::ChessMove;

/// A move and its place in the order: the greater comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: ChessMove,
    order: u64,
}

impl Candidate {
    /// A move of a list that is in order already.
    pub(super) fn listed(mv: ChessMove) -> Candidate {
        Candidate { mv, order: 0 }
    }
}

/// How often moves were best elsewhere (Schaeffer 1983): each time counts for the depth of the search below.
pub(super) struct History {
    scores: Box<[[[u32; Square::NUM]; Square::NUM]; Color::NUM]>,
}

impl History {
    pub(super) fn new() -> History {
        History { scores: Box::new([[[0; Square::NUM]; Square::NUM]; Color::NUM]) }
    }

    pub(super) fn clear(&mut self) {
        *self.scores = [[[0; Square::NUM]; Square::NUM]; Color::NUM];
    }

    pub(super) fn was_best(&mut self, side: Color, mv: Move, depth: u8) {
        let score = &mut self.scores[side as usize][mv.from as usize][mv.to as usize];
        *score = score.saturating_add(u32::from(depth));
    }

    #[inline]
    fn of(&self, side: Color, mv: Move) -> u64 {
        u64::from(self.scores[side as usize][mv.from as usize][mv.to as usize])
    }
}

/// The moves to try before all others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct First {
    pub(super) refutation: Option<ChessMove>,
    pub(super) table: Option<ChessMove>,
}

/// Classes of moves, in the bits above any history; the lowest bits keep the order of generation among equals.
const REFUTATION: u64 = 5 << 48;
const TABLE: u64 = 4 << 48;
const CAPTURE: u64 = 3 << 48;
const PROMOTION: u64 = 2 << 48;
const GENERATION_BITS: u32 = 8;

/// Appends all legal moves, the most promising first.
pub(super) fn all_moves(board: &Board, first: First, history: Option<&History>, moves: &mut Vec<Candidate>) {
    let start = moves.len();
    let side = board.side_to_move();
    board.generate_moves(|set| {
        for mv in set {
            let packed = ChessMove::from(mv);
            let class = if first.refutation == Some(packed) {
                REFUTATION
            } else if first.table == Some(packed) {
                TABLE
            } else {
                noisy(board, mv, set.piece).unwrap_or_else(|| history.map_or(0, |history| history.of(side, mv)))
            };
            push(moves, start, packed, class);
        }
        false
    });
    sort(&mut moves[start..]);
}

/// Appends the legal captures and promotions, the most promising first.
pub(super) fn noisy_moves(board: &Board, moves: &mut Vec<Candidate>) {
    let start = moves.len();
    let enemies = board.colors(!board.side_to_move());
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    board.generate_moves(|mut set| {
        if set.piece == Piece::Pawn {
            // Captures go to another file, en passant too.
            let own_file = set.from.file().bitboard();
            set.to &= !own_file | last_ranks;
        } else {
            set.to &= enemies;
        }
        if set.to != BitBoard::EMPTY {
            for mv in set {
                push(moves, start, ChessMove::from(mv), noisy(board, mv, set.piece).unwrap_or(0));
            }
        }
        false
    });
    sort(&mut moves[start..]);
}

/// The class of a capture or a promotion.
#[inline]
fn noisy(board: &Board, mv: Move, piece: Piece) -> Option<u64> {
    let becomes = mv.promotion.map_or(0, |piece| piece as u64);
    match captured(board, mv, piece) {
        // By the victim, then the least capturer; a pawn that promotes by capturing tries the queen first.
        Some((victim, _)) => Some(CAPTURE + (victim as u64) * 64 + (Piece::King as u64 - piece as u64) * 8 + becomes),
        None => mv.promotion.map(|_| PROMOTION + becomes),
    }
}

#[inline]
fn push(moves: &mut Vec<Candidate>, start: usize, mv: ChessMove, class: u64) {
    let age = (1 << GENERATION_BITS) - 1 - (moves.len() - start) as u64;
    moves.push(Candidate { mv, order: class << GENERATION_BITS | age });
}

fn sort(moves: &mut [Candidate]) {
    moves.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.order));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(moves: &[Candidate]) -> Vec<String> {
        moves.iter().map(|candidate| candidate.mv.unpack().to_string()).collect()
    }

    #[test]
    fn classes_come_in_the_thesis_order() {
        // White has the captures bxa8 (four promotions), exd5 and Nxd5 (a queen), and the promotion b8.
        let board: Board = "r3k3/1P6/8/3q4/4P3/2N5/8/4K3 w - - 0 1".parse().unwrap();
        let mut history = History::new();
        history.was_best(Color::White, "e1f2".parse().unwrap(), 9);
        history.was_best(Color::White, "c3b1".parse().unwrap(), 3);
        let [refutation, table] = ["e1e2", "e1f1"].map(|text| Some(ChessMove::from(text.parse::<Move>().unwrap())));
        let mut moves = Vec::new();
        all_moves(&board, First { refutation, table }, Some(&history), &mut moves);
        let expected = [
            "e1e2", "e1f1", "e4d5", "c3d5", "b7a8q", "b7a8r", "b7a8b", "b7a8n", "b7b8q", "b7b8r", "b7b8b", "b7b8n",
            "e1f2", "c3b1",
        ];
        assert_eq!(texts(&moves)[..expected.len()], expected);
        let mut count = 0;
        board.generate_moves(|set| {
            count += set.len();
            false
        });
        assert_eq!(moves.len(), count);
        let mut noisy = Vec::new();
        noisy_moves(&board, &mut noisy);
        assert_eq!(texts(&noisy), expected[2..12]);
    }

    #[test]
    fn noisy_moves_are_the_captures_and_promotions_among_all() {
        for fen in [
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let (mut all, mut noisy) = (Vec::new(), Vec::new());
            all_moves(&board, First::default(), None, &mut all);
            noisy_moves(&board, &mut noisy);
            let men = |board: &Board| board.occupied().len();
            all.retain(|candidate| {
                let mv = candidate.mv.unpack();
                let mut after = board.clone();
                after.play_unchecked(mv);
                mv.promotion.is_some() || men(&after) < men(&board)
            });
            assert!(!noisy.is_empty());
            assert_eq!(texts(&noisy), texts(&all));
        }
    }
}
