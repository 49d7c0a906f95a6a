//! Depth after depth: iterative deepening with a first window about the last value, and the search for a mate.

use super::ordering::{First, all_moves};
use super::search::{Node, State, Window};
use super::table::Line;
use super::{Alibaba, Found, INFINITE, LEAST_MATE, evaluation::PAWN};
use crate::clock::Clock;
use winproof::{Limits, Stopped};
use winproof_games::chess::Position;

/// The deepest search for a mate.
const DEEPEST: u8 = 100;

impl Alibaba {
    /// Searches a position to a depth. What earlier searches left in the table can be used if it is time-stamped.
    pub fn search(&mut self, root: &Position, depth: u8, limits: &Limits) -> Result<Found, Stopped> {
        let first = if self.vehicle.iterative_deepening { 1 } else { depth };
        self.deepen(root, first..=depth, INFINITE, limits)
    }

    /// Searches deeper and deeper until it sees that the side to move mates. The length found is that of some mate, not
    /// of the shortest.
    pub fn find_mate(&mut self, root: &Position, limits: &Limits) -> Result<Found, Stopped> {
        self.deepen(root, 1..=DEEPEST, LEAST_MATE, limits)
    }

    /// How many nodes the last search entered, whether it came to its end or not.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches to one depth after the other, until a score is at least `enough`.
    fn deepen(
        &mut self,
        root: &Position,
        depths: std::ops::RangeInclusive<u8>,
        enough: i32,
        limits: &Limits,
    ) -> Result<Found, Stopped> {
        self.nodes = 0;
        self.saved_nodes = 0;
        if limits.memory.is_some_and(|most| Alibaba::table_bytes(&self.vehicle) > most) {
            return Err(Stopped::Memory);
        }
        let state = State::new(root);
        self.begin(&state);
        let clock = Clock::start(limits);
        let mut found = None;
        for depth in depths {
            let score = self.widen(&state, depth, found, enough, &clock)?;
            found = Some(score);
            if score >= enough {
                break;
            }
        }
        let score = found.unwrap_or(state.score);
        Ok(Found { score, line: self.lines.first().cloned().unwrap_or_default(), nodes: self.nodes })
    }

    /// Forgets everything but the table.
    fn begin(&mut self, state: &State) {
        if let Some(table) = &mut self.table {
            table.begin_search();
        }
        self.history.clear();
        self.path.clear();
        self.path.push(self.key(state));
        self.moves.clear();
        all_moves(state.board(), First::default(), None, &mut self.moves);
        self.root.moves.clear();
        self.root.moves.extend(self.moves.drain(..).map(|candidate| (candidate.mv, Vec::new())));
    }

    /// Searches to a depth with a window about the last score, and with all that is left on the side where it fails.
    fn widen(
        &mut self,
        state: &State,
        depth: u8,
        last: Option<i32>,
        enough: i32,
        clock: &Clock<'_>,
    ) -> Result<i32, Stopped> {
        let all = Window { beta: enough, ..Window::FULL };
        let window = match last.filter(|_| self.vehicle.aspiration) {
            Some(last) => Window { alpha: (last - PAWN).max(all.alpha), beta: (last + PAWN).min(all.beta) },
            None => all,
        };
        let score = self.at_depth(state, depth, window, clock)?;
        if score <= window.alpha && window.alpha > all.alpha {
            self.at_depth(state, depth, Window { beta: score, ..all }, clock)
        } else if score >= window.beta && window.beta < all.beta {
            self.at_depth(state, depth, Window { alpha: score, ..all }, clock)
        } else {
            Ok(score)
        }
    }

    fn at_depth(&mut self, state: &State, depth: u8, window: Window, clock: &Clock<'_>) -> Result<i32, Stopped> {
        // A search that was stopped left its path and moves behind.
        self.path.truncate(1);
        self.moves.clear();
        self.alpha_beta(state, Node { ply: 0, depth, follows: true, hint: Line::default() }, window, clock)
    }
}
