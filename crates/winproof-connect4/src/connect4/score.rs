//! The game `connect4-score`: Connect Four in which a quick win counts for more.
//!
//! Board, moves and notation are those of [`connect4`](crate::connect4). The cells of the board are shared out before
//! play starts: each player has half as many stones as there are cells, X one more if their number is odd. The winner
//! scores 1 if he makes his line with the last of his stones, 2 with the last but one, and so on: one more than the
//! stones that he has to spare. What X scores counts positive, what O scores negative; a full board without a line is
//! worth 0. On the usual board of 7 × 6 a player has 21 stones, so that the quickest win, with the fourth, scores 18.

use super::Foreseen;
use winproof::Value;
use winproof_kit::Word;

/// The score of a line made by the last of so many stones on the board, whoever made it.
fn score(cells: u32, stones: u32) -> Value {
    // The loser would move next, so that the winner's stones would take every second of the free cells.
    (1 + cells.saturating_sub(stones) / 2) as Value
}

/// What wins are worth on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scores {
    cells: u32,
    /// The scores of the quickest wins of X and of O; 0 where there is none.
    most: [Value; 2],
}

impl Scores {
    pub(super) fn new(columns: u32, rows: u32, line: u32) -> Scores {
        let cells = columns * rows;
        // In a single column the stones of the players alternate; a position in which they do not is refused.
        let line_fits = columns > 1 && columns.max(rows) >= line;
        let stones = if line_fits { [cells.div_ceil(2), cells / 2] } else { [0, 0] };
        let most = stones.map(|stones| (stones + 1).saturating_sub(line) as Value);
        Scores { cells, most }
    }

    /// The score of a line made by the last of the stones on the board. Apart from the loops of searches, so that they
    /// count stones only where it matters.
    #[cold]
    #[inline(never)]
    pub(super) fn of_line<W: Word>(&self, stones: W) -> Value {
        score(self.cells, stones.count())
    }

    /// All scores from O's quickest win to X's, or a draw alone where no line fits. On boards where a line hardly fits,
    /// some of them cannot be reached.
    pub(super) fn values(&self) -> Vec<Value> {
        (-self.most[1]..=self.most[0]).collect()
    }

    /// Bounds for the player to move, after so many stones. Nobody wins before his next stone; threats tell whether
    /// with that one.
    #[inline]
    pub(super) fn bounds(&self, stones: u32, foreseen: Foreseen) -> (Value, Value) {
        let win = |stone: u32| if stone <= self.cells { score(self.cells, stone) } else { 0 };
        let [most, most_of_other] = if stones % 2 == 0 { self.most } else { [self.most[1], self.most[0]] };
        match foreseen {
            Foreseen::Win => (win(stones + 1), win(stones + 1)),
            Foreseen::Loss => (-win(stones + 2), -win(stones + 2)),
            // The mover can keep the opponent from winning with his next stone.
            Foreseen::Open([mover, opponent]) => (
                if opponent { -win(stones + 4).min(most_of_other) } else { 0 },
                if mover { win(stones + 3).min(most) } else { 0 },
            ),
        }
    }

    /// A result with the stones that are left.
    pub(super) fn text(result: &str, value: Value) -> String {
        match value.unsigned_abs() {
            0 => result.to_string(),
            1 => format!("{result} with the last stone"),
            2 => format!("{result} with 1 stone to spare"),
            score => format!("{result} with {} stones to spare", score - 1),
        }
    }
}

#[cfg(test)]
mod tests;
