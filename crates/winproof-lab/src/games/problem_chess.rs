//! Chess as the papers' programs played it, for problems: as it is, or for a search graph without cycles.
//!
//! A capture, a move of a pawn and castling cannot be taken back, so no position from before can come again. For a
//! graph without cycles, equal positions are one only after such a converting move (Schijf 1993, §5.4, second method):
//! between two of them the way since the last one belongs to the position, so that the graph is a tree there and a
//! repetition is seen on the way; all of it may be joined where the next converting move leads to.

use super::At;
use winproof::{Game, Rules, Status, TextRules, Value, Viewpoint};
use winproof_games::Chess;
use winproof_games::chess::problems::Problem;
use winproof_games::chess::{ChessMove, Position};

/// The rules, with the side that mates as Max.
pub(crate) struct ProblemChess {
    game: Viewpoint<Chess>,
    /// Whether equal positions are one only after a converting move.
    converting: bool,
}

/// A position, and where equal positions are not always one, the hashes of those before it since the last converting
/// move. (Two positions with one hash would change a count, and nothing else rests on it.)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reached {
    position: Position,
    before: Vec<u64>,
}

impl ProblemChess {
    /// The rules of the thesis's program ([`Chess::as_published`]) for a problem, and its position.
    pub(crate) fn of_problem(problem: &Problem) -> At<ProblemChess> {
        let fault = |error| -> ! { panic!("the problem {} is a fault of the program: {error}", problem.name) };
        let rules = Chess::for_fen(&problem.fen).unwrap_or_else(|error| fault(error)).as_published();
        let root = rules.parse_position(&problem.fen).unwrap_or_else(|error| fault(error));
        let game = ProblemChess { game: Viewpoint::of_mover(rules, &root), converting: false };
        At { game, root: Reached { position: root, before: Vec::new() } }
    }

    /// The same for a graph without cycles.
    pub(crate) fn of_problem_converting(problem: &Problem) -> At<ProblemChess> {
        let mut at = ProblemChess::of_problem(problem);
        at.game.converting = true;
        at
    }
}

impl Rules for ProblemChess {
    type Position = Reached;
    type Move = ChessMove;

    #[inline]
    fn status(&self, reached: &Reached) -> Status {
        if self.converting && reached.before.contains(&self.game.hash(&reached.position)) {
            return Status::Ended(0);
        }
        self.game.status(&reached.position)
    }
    #[inline]
    fn moves(&self, reached: &Reached, moves: &mut Vec<ChessMove>) {
        self.game.moves(&reached.position, moves);
    }
    fn play(&self, reached: &Reached, mv: ChessMove) -> Reached {
        let mut before = Vec::new();
        if self.converting && !reached.position.is_converting(mv) {
            before.reserve_exact(reached.before.len() + 1);
            before.extend(&reached.before);
            before.push(self.game.hash(&reached.position));
        }
        Reached { position: self.game.play(&reached.position, mv), before }
    }
    fn values(&self) -> Vec<Value> {
        self.game.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition().filter(|_| !self.converting)
    }
}

impl Game for ProblemChess {
    #[inline]
    fn mobility(&self, reached: &Reached) -> u32 {
        self.game.mobility(&reached.position)
    }
    fn hash(&self, reached: &Reached) -> u64 {
        let way = reached.before.iter().fold(0_u64, |way, &hash| way.rotate_left(7) ^ hash);
        self.game.hash(&reached.position) ^ way.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
    fn heap_bytes(&self, reached: &Reached) -> usize {
        reached.before.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/P7/R3K2R w KQ -";

    fn rules(converting: bool) -> (ProblemChess, Reached) {
        let chess = Chess::for_fen(FEN).unwrap();
        let position = chess.parse_position(FEN).unwrap();
        let game = Viewpoint::of_mover(chess, &position);
        (ProblemChess { game, converting }, Reached { position, before: Vec::new() })
    }

    fn play((rules, root): &(ProblemChess, Reached), moves: &str) -> Reached {
        moves.split(' ').fold(root.clone(), |reached, text| {
            rules.play(&reached, rules.game.parse_move(&reached.position, text).unwrap())
        })
    }

    #[test]
    fn positions_are_one_after_a_converting_move_and_repetitions_are_seen() {
        let game = rules(true);
        let play = |moves: &str| play(&game, moves);
        let rules = &game.0;
        assert_eq!(rules.repetition(), None);
        assert_eq!(play("Rh2 Kd7 Rh3 Ke8").before.len(), 4);
        assert_ne!(play("Rh2 Kd7 Rh3"), play("Rh4 Kd7 Rh3"), "two ways to one position");
        assert_eq!(play("Rh2 Kd7 Rh3 Kd6 a3"), play("Rh4 Kd7 Rh3 Kd6 a3"), "the pawn joins them");
        assert_eq!(rules.hash(&play("Rh2 Kd7 Rh3 Kd6 a3")), rules.hash(&play("Rh4 Kd7 Rh3 Kd6 a3")));
        assert!(matches!(rules.status(&play("Rh2 Kd7 Rh3 Kd8 Rh2")), Status::Turn(_)), "Black is on another square");
        assert_eq!(rules.status(&play("Rh2 Kd7 Rh3 Kd8 Rh2 Kd7")), Status::Ended(0));
        assert!(play("O-O").before.is_empty() && play("a4").before.is_empty());
    }

    #[test]
    fn as_it_is_positions_are_one_by_any_way() {
        let game = rules(false);
        let (short, long) = (play(&game, "Rh3 Kd7"), play(&game, "Rh4 Kd8 Rh3 Kd7"));
        assert_eq!(short, long);
        assert_eq!(game.0.hash(&short), game.0.hash(&long));
        assert!(matches!(game.0.status(&play(&game, "Rh2 Kd7 Rh3 Kd8 Rh2 Kd7")), Status::Turn(_)));
        assert_eq!(game.0.repetition(), game.0.game.repetition());
    }
}
