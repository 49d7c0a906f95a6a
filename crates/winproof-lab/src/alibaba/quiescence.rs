//! What stands at the leaves: captures and promotions until the position is quiet, and all moves in check (Breuker
//! 1998, §2.5.1).
//!
//! The side to move may leave it at the score of the board, unless it is in check. The table is asked here too, and
//! nothing is stored.
//!
//! The thesis lets quiescence end early where all captures are bad, and does not say when that is. Here a capture is
//! left out if it gives no check and does not bring the score of the board up to the window: the opponent can leave it
//! at that score, so that the capture cannot be worth more. This changes no value, only the count.

use super::ordering::{First, all_moves, noisy_moves};
use super::search::{Node, State, Window, from_table};
use super::table::{Entry, Flag, Line};
use super::{Alibaba, INFINITE};
use crate::clock::Clock;
use winproof::Stopped;

impl Alibaba {
    /// The score of the state when things have calmed down. The caller has put its key at the end of the path.
    pub(super) fn quiescence(
        &mut self,
        state: &State,
        ply: usize,
        mut window: Window,
        clock: &Clock<'_>,
    ) -> Result<i32, Stopped> {
        self.enter(clock)?;
        self.line_at(ply).clear();
        if let Some(score) = self.ended(state, ply) {
            return Ok(score);
        }
        let entry = self.look_up();
        let leaf = Node { ply, depth: 0, follows: false, hint: Line::default() };
        if let Some(score) = entry.and_then(|entry| self.narrow(&entry, leaf, &mut window)) {
            return Ok(score);
        }
        let is_check = state.position.is_check();
        let mut best = if is_check { -INFINITE } else { self.standing(state, entry, ply) };
        if best >= window.beta {
            return Ok(best);
        }
        let start = self.moves.len();
        if is_check {
            let history = self.vehicle.history.then_some(&self.history);
            all_moves(state.board(), First::default(), history, &mut self.moves);
        } else {
            noisy_moves(state.board(), &mut self.moves);
        }
        for place in start..self.moves.len() {
            let after = self.after(state, self.moves[place].mv);
            let alpha = best.max(window.alpha);
            // What the opponent can leave it at, as we see it.
            let at_most = -after.score;
            if self.vehicle.early_end && !is_check && at_most <= alpha && can_be_left(&after) {
                best = best.max(at_most);
                continue;
            }
            self.path.push(self.key(&after));
            let score = -self.quiescence(&after, ply + 1, window.turned(alpha), clock)?;
            self.path.pop();
            best = best.max(score);
            if best >= window.beta {
                break;
            }
        }
        self.moves.truncate(start);
        Ok(best)
    }

    /// The score of the board, within what the table knows.
    fn standing(&self, state: &State, entry: Option<Entry>, ply: usize) -> i32 {
        let is_used = self.vehicle.deeper_scores && self.vehicle.stored.bounds;
        let Some(entry) = entry.filter(|_| is_used) else { return state.score };
        let known = from_table(entry.score, ply);
        match entry.flag {
            Flag::Lower => state.score.max(known),
            Flag::Upper => state.score.min(known),
            Flag::Exact => state.score,
        }
    }
}

/// Whether the side to move may leave it at the score of the board.
fn can_be_left(state: &State) -> bool {
    !state.position.is_check() && state.position.can_move()
}
