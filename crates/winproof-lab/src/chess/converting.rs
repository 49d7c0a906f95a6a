//! Chess for a search graph without cycles: equal positions are one only after a converting move (Schijf 1993, §5.4,
//! second method).
//!
//! A capture, a move of a pawn and castling cannot be taken back, so no position from before can come again. Between such moves, the
//! way since the last one belongs to the position: there the graph is a tree, a repetition is seen on the way, and
//! all of it may be joined where the next converting move leads to.

use winproof::{Game, Rules, Status, Value, Viewpoint};
use winproof_games::Chess;
use winproof_games::chess::{ChessMove, Position};

/// The rules.
pub(super) struct Converting {
    game: Viewpoint<Chess>,
}

/// A position, and the hashes of those before it since the last converting move. (Two positions with one hash would change
/// a count, and nothing else rests on it.)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Reached {
    position: Position,
    before: Vec<u64>,
}

impl Converting {
    pub(super) fn new(game: Viewpoint<Chess>) -> Converting {
        Converting { game }
    }

    pub(super) fn root(&self, position: Position) -> Reached {
        Reached { position, before: Vec::new() }
    }
}

impl Rules for Converting {
    type Position = Reached;
    type Move = ChessMove;

    fn status(&self, reached: &Reached) -> Status {
        match reached.before.contains(&self.game.hash(&reached.position)) {
            true => Status::Ended(0),
            false => self.game.status(&reached.position),
        }
    }
    fn moves(&self, reached: &Reached, moves: &mut Vec<ChessMove>) {
        self.game.moves(&reached.position, moves);
    }
    fn play(&self, reached: &Reached, mv: ChessMove) -> Reached {
        let mut before = Vec::new();
        if !reached.position.is_converting(mv) {
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
        None
    }
}

impl Game for Converting {
    fn mobility(&self, reached: &Reached) -> u32 {
        self.game.mobility(&reached.position)
    }
    fn hash(&self, reached: &Reached) -> u64 {
        let way = reached.before.iter().fold(0_u64, |way, &hash| way.rotate_left(7) ^ hash);
        self.game.hash(&reached.position) ^ way.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::{Rules, TextRules};

    #[test]
    fn positions_are_one_after_a_converting_move_and_repetitions_are_seen() {
        let chess = Chess::for_fen("4k3/8/8/8/8/8/P7/R3K2R w KQ -").unwrap();
        let root = chess.parse_position("4k3/8/8/8/8/8/P7/R3K2R w KQ -").unwrap();
        let rules = Converting::new(Viewpoint::of_mover(chess.clone(), &root));
        let play = |moves: &str| {
            moves.split(' ').fold(rules.root(root.clone()), |reached, text| {
                rules.play(&reached, chess.parse_move(&reached.position, text).unwrap())
            })
        };
        assert_eq!(play("Rh2 Kd7 Rh3 Ke8").before.len(), 4);
        assert_ne!(play("Rh2 Kd7 Rh3"), play("Rh4 Kd7 Rh3"), "two ways to one position");
        assert_eq!(play("Rh2 Kd7 Rh3 Kd6 a3"), play("Rh4 Kd7 Rh3 Kd6 a3"), "the pawn joins them");
        assert_eq!(rules.hash(&play("Rh2 Kd7 Rh3 Kd6 a3")), rules.hash(&play("Rh4 Kd7 Rh3 Kd6 a3")));
        assert!(matches!(rules.status(&play("Rh2 Kd7 Rh3 Kd8 Rh2")), Status::Turn(_)), "Black is on another square");
        assert_eq!(rules.status(&play("Rh2 Kd7 Rh3 Kd8 Rh2 Kd7")), Status::Ended(0));
        assert!(play("O-O").before.is_empty() && play("a4").before.is_empty());
    }
}
