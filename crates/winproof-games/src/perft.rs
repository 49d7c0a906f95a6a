//! Counting lines of play: the judge of rules, since the numbers for well-known games are well known.

use winproof::{Game, Status, perft};

/// How many lines of play of exactly `depth` moves begin with each move of a position, in the order of the moves: what
/// [`perft`] counts, divided up.
///
/// ```
/// use winproof::TextRules;
/// use winproof_games::{TicTacToe, perft_divide};
/// let root = TicTacToe.parse_position("xox/ox./o..").unwrap();
/// let counts = perft_divide(&TicTacToe, &root, 2);
/// let counts: Vec<_> = counts.iter().map(|&(mv, count)| (TicTacToe.move_text(&root, mv), count)).collect();
/// // c1 wins at once, so no second move follows.
/// assert_eq!(counts, [("c2".to_string(), 2), ("b1".to_string(), 2), ("c1".to_string(), 0)]);
/// ```
pub fn perft_divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let (Some(rest), Status::Turn(_)) = (depth.checked_sub(1), game.status(position)) else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|mv| (mv, perft(game, &game.play(position, mv), rest))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConnectFour, ExplicitGame, TicTacToe};
    use std::collections::HashSet;
    use winproof::{Rules, TextGame, TextRules};

    fn counts<G: TextGame>(game: &G, deepest: u32) -> Vec<u64> {
        (1..=deepest).map(|depth| perft(game, &game.start(), depth)).collect()
    }

    /// All positions that can be reached, and how many are left when mirror images and the like count once.
    fn reachable<G: TextGame>(game: &G) -> (usize, usize) {
        let mut seen = HashSet::from([game.start()]);
        let mut open = vec![game.start()];
        let mut moves = Vec::new();
        while let Some(position) = open.pop() {
            moves.clear();
            if let Status::Turn(_) = game.status(&position) {
                game.moves(&position, &mut moves);
            }
            for &mv in &moves {
                let child = game.play(&position, mv);
                if seen.insert(child.clone()) {
                    open.push(child);
                }
            }
        }
        let different: HashSet<G::Position> = seen.iter().map(|position| game.canonical(position)).collect();
        (seen.len(), different.len())
    }

    fn connect_four(columns: u32, rows: u32) -> ConnectFour<u64> {
        ConnectFour::new(columns, rows, 4).unwrap()
    }

    #[test]
    fn a_line_that_ended_before_does_not_count() {
        let game = ExplicitGame::parse("root a\na max b c\nb min a c\nc = 1").unwrap();
        assert_eq!(perft(&game, &0, 0), 1);
        assert_eq!(counts(&game, 4), [2, 2, 2, 2]);
    }

    #[test]
    fn the_lines_of_all_first_moves_are_all_lines() {
        let game = connect_four(7, 6);
        let opening = game.play(&game.start(), 3);
        for depth in 1..=5 {
            let counts = perft_divide(&game, &opening, depth);
            let mut moves = Vec::new();
            game.moves(&opening, &mut moves);
            assert!(counts.iter().map(|&(mv, _)| mv).eq(moves), "depth {depth}");
            assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), perft(&game, &opening, depth));
        }
        // A line of no moves has no first move, and neither has play that has ended.
        assert_eq!(perft_divide(&game, &opening, 0), []);
        let ended = game.parse_position("......./......./......./......./ooo..../xxxx...").unwrap();
        assert_eq!(perft_divide(&game, &ended, 3), []);
    }

    #[test]
    fn tic_tac_toe() {
        let known = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
        assert_eq!(counts(&TicTacToe, 9), known);
        assert_eq!(perft(&TicTacToe, &TicTacToe.start(), 10), 0);
        assert_eq!(reachable(&TicTacToe), (5478, 765));
    }

    #[test]
    fn connect_four_lines_of_play() {
        let known = [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
        assert_eq!(counts(&connect_four(7, 6), 8), known);
        // The larger word must play the same game.
        assert_eq!(counts(&ConnectFour::<u128>::new(7, 6, 4).unwrap(), 7), known[..7]);
    }

    #[test]
    fn connect_four_positions() {
        for (columns, rows, known) in [(3, 4, 6000), (4, 3, 12_031), (4, 4, 161_029), (3, 5, 38_310)] {
            let (positions, different) = reachable(&connect_four(columns, rows));
            assert_eq!(positions, known, "{columns}x{rows}");
            assert!(different * 2 >= positions && different < positions, "{different} of {positions}");
        }
    }
}
