//! Counting lines of play: the judge of rules, since the numbers for well known games are well known.

use crate::game::{Game, Status};

/// How many lines of play of exactly `depth` moves begin at a position. A line that ends earlier does not count.
///
/// ```
/// use winproof::{Game, Player, Rules, Status, perft};
///
/// /// A coin is tossed from hand to hand three times.
/// struct Toss;
/// impl Rules for Toss {
///     type Position = u8;
///     type Move = bool;
///     fn status(&self, &tosses: &u8) -> Status {
///         if tosses == 3 { Status::Ended(0) } else { Status::Turn(Player::Max) }
///     }
///     fn moves(&self, _: &u8, moves: &mut Vec<bool>) {
///         moves.extend([false, true]);
///     }
///     fn play(&self, tosses: &u8, _: bool) -> u8 {
///         tosses + 1
///     }
/// }
/// impl Game for Toss {}
///
/// assert_eq!((perft(&Toss, &0, 3), perft(&Toss, &0, 4)), (8, 0));
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if let Status::Ended(_) = game.status(position) {
        return 0;
    }
    if depth == 1 {
        return u64::from(game.mobility(position));
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|mv| perft(game, &game.play(position, mv), depth - 1)).sum()
}
