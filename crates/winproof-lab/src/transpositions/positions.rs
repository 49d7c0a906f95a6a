//! The positions of the thesis's appendices A and B, in the order of their games.
//!
//! The moves before a position are not part of the files: a repetition counts within a search only. The clock of the
//! fifty-move rule is.

use winproof::TextRules;
use winproof_games::Chess;
use winproof_games::chess::{Color, Position};

/// A position to search.
pub(super) struct Exercise {
    /// Such as `middle 2/15`: the game and the move.
    pub(super) id: &'static str,
    pub(super) position: Position,
}

/// Appendix A: six games of 1994, 94 positions.
pub(super) fn middle_games() -> Vec<Exercise> {
    read(include_str!("../../papers/positions/middlegame.epd"))
}

/// Appendix B: five endgames, 112 positions.
pub(super) fn endgames() -> Vec<Exercise> {
    read(include_str!("../../papers/positions/endgame.epd"))
}

/// The positions of these games.
pub(super) fn of_games(exercises: Vec<Exercise>, games: &[&str]) -> Vec<Exercise> {
    let is_of = |exercise: &Exercise| games.iter().any(|game| exercise.id.split('/').next() == Some(game));
    exercises.into_iter().filter(is_of).collect()
}

/// The files are part of the program, so a line that cannot be read is a fault of it; the tests read all of them.
fn read(text: &'static str) -> Vec<Exercise> {
    text.lines()
        .map(|line| {
            let operand = |code: &str| {
                let rest = line.split_once(code).unwrap_or_else(|| panic!("'{line}' has no{code}")).1;
                rest.split_once(';').map_or(rest, |(operand, _)| operand).trim().trim_matches('"')
            };
            let board: Vec<&str> = line.split(' ').take(4).collect();
            let fen = format!("{} {} {}", board.join(" "), operand(" hmvc "), operand(" fmvn "));
            let position = Chess::new(Color::White).parse_position(&fen);
            let position = position.unwrap_or_else(|error| panic!("'{line}' is no position: {error}"));
            Exercise { id: operand(" id "), position }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_can_be_set_up() {
        let (middle, end) = (middle_games(), endgames());
        assert_eq!((middle.len(), end.len()), (94, 112));
        assert!(middle.iter().chain(&end).all(|exercise| exercise.position.can_move()));
        assert_eq!(middle[0].position.board().halfmove_clock(), 4);
        assert_eq!(of_games(middle_games(), &["middle 1", "middle 2", "middle 3"]).len(), 44);
        assert_eq!(of_games(middle_games(), &["middle 2"]).len(), 18);
        assert_eq!(of_games(endgames(), &["end 2"]).len(), 21);
        let white = |exercise: &Exercise| exercise.position.side_to_move() == Color::White;
        assert!(endgames().iter().all(white) && of_games(middle_games(), &["middle 2"]).iter().all(white));
    }
}
