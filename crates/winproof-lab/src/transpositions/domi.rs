//! Domineering with no more foresight than the thesis's program DOMI had: safe moves against real moves (Breuker 1998, §2.5.2).
//!
//! The rules, the symmetries and the order of moves are those of [`Domineering`]; only its better bounds are left out, so
//! that a search has about as much to do as the thesis's.

use winproof::{Game, Player, Status, Value};
use winproof_games::Domineering;
use winproof_games::domineering::Board;

/// Domineering on up to 64 cells, with the thesis's counts only.
pub(super) struct Domi(pub(super) Domineering<u64>);

impl Game for Domi {
    type Position = Board<u64>;
    type Move = u8;

    fn status(&self, position: &Board<u64>) -> Status {
        self.0.status(position)
    }
    fn moves(&self, position: &Board<u64>, moves: &mut Vec<u8>) {
        self.0.moves(position, moves);
    }
    fn play(&self, position: &Board<u64>, cell: u8) -> Board<u64> {
        self.0.play(position, cell)
    }
    fn values(&self) -> Vec<Value> {
        self.0.values()
    }
    fn canonical(&self, position: &Board<u64>) -> Board<u64> {
        self.0.canonical(position)
    }
    fn has_symmetry(&self) -> bool {
        self.0.has_symmetry()
    }
    fn hash(&self, position: &Board<u64>) -> u64 {
        self.0.hash(position)
    }
    fn outlook(&self, position: &Board<u64>) -> i32 {
        self.0.outlook(position)
    }
    fn foresight(&self, position: &Board<u64>) -> Option<(Value, Value)> {
        let (empty, mover) = (position.empty(), position.mover());
        let waiting = mover.opponent();
        // The mover is the first to run out where his real moves are no more than the other's safe ones.
        let winner = if self.0.safe_moves(empty, mover) > self.0.real_moves(empty, waiting) {
            mover
        } else if self.0.safe_moves(empty, waiting) >= self.0.real_moves(empty, mover) {
            waiting
        } else {
            return None;
        };
        Some(if winner == Player::Max { (1, 1) } else { (-1, -1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::TextGame;

    /// The winner by plain search.
    fn value(game: &Domineering<u64>, position: &Board<u64>) -> Value {
        let Status::Turn(player) = game.status(position) else {
            let Status::Ended(value) = game.status(position) else { unreachable!() };
            return value;
        };
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let values = moves.into_iter().map(|cell| value(game, &game.play(position, cell)));
        if player == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
    }

    #[test]
    fn what_is_foreseen_is_true() {
        let mut told = 0;
        for (rows, columns) in [(2, 5), (3, 4), (4, 3), (5, 2)] {
            let game = Domi(Domineering::new(rows, columns, Player::Max).unwrap());
            for covered in 0u32..1 << (rows * columns) {
                let cell = |place: u32| if covered >> place & 1 == 1 { '#' } else { '.' };
                let row = |row: u32| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
                let board: Vec<String> = (0..rows).map(row).collect();
                // Half of the boards for either player, so that the test stays quick.
                let mover = if covered % 2 == 0 { 'v' } else { 'h' };
                let position = game.0.parse_position(&format!("{} {mover}", board.join("/"))).unwrap();
                if let (Some((low, high)), Status::Turn(_)) = (game.foresight(&position), game.status(&position)) {
                    assert_eq!((low, high), (value(&game.0, &position), value(&game.0, &position)));
                    told += 1;
                }
            }
        }
        assert!(told > 2000, "{told}");
    }
}
