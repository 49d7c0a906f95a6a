//! The value of every move, with a table that the searches share.
//!
//! `cargo run --release -p winproof --example move_values`

use winproof::{Game, Player, Report, Rules, Solver, Status};

/// Nim with three heaps: take any number from one heap; whoever takes the last one wins.
struct Nim;

/// The heaps, and who moves.
type Position = ([u8; 3], Player);

impl Rules for Nim {
    type Position = Position;
    /// A heap, and how many are taken from it.
    type Move = (u8, u8);

    fn status(&self, &(heaps, player): &Position) -> Status {
        match (heaps, player) {
            ([0, 0, 0], Player::Max) => Status::Ended(-1),
            ([0, 0, 0], Player::Min) => Status::Ended(1),
            _ => Status::Turn(player),
        }
    }
    fn moves(&self, (heaps, _): &Position, moves: &mut Vec<(u8, u8)>) {
        for (heap, &size) in (0..).zip(heaps) {
            moves.extend((1..=size).map(|taken| (heap, taken)));
        }
    }
    fn play(&self, &(mut heaps, player): &Position, (heap, taken): (u8, u8)) -> Position {
        heaps[usize::from(heap)] -= taken;
        (heaps, player.opponent())
    }
    fn values(&self) -> Vec<i32> {
        vec![-1, 1]
    }
}

impl Game for Nim {
    // Heaps of equal sizes are the same position, whatever their order.
    fn canonical(&self, &(mut heaps, player): &Position) -> Position {
        heaps.sort_unstable();
        (heaps, player)
    }
    fn has_symmetry(&self) -> bool {
        true
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut silent = |_: &Report<'_, (u8, u8)>| {};
    for ((heap, taken), verdict) in Solver::new(&Nim).move_values(&([3, 4, 5], Player::Max), &mut silent)? {
        let word = if verdict.value() == Some(1) { "wins" } else { "loses" };
        println!("take {taken} from heap {}: {word}", heap + 1);
    }
    Ok(())
}
