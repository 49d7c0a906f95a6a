//! Races that a look decides: pieces that nobody can stop any more, and threats that force a way for them.
//!
//! # Runners
//! A *runner* is a piece whose side moves nothing else until it has reached the far row. Whatever the defender does
//! meanwhile, his pieces stand on cells that they can come to in so many moves; that set is grown move by move as if
//! nothing were in their way, so it may hold too many cells and never too few. The runner goes only to cells on which
//! none of that set can capture it, straight ahead only where none of it can stand, and never where a piece of its own
//! side is. So it can make each of its moves, and nothing takes it off the board. One step before the far row it needs
//! no more care: some cell diagonally ahead is on the board, and no piece of its own side is there, since that would
//! have ended the game.
//!
//! If no piece of the defender can be on his far row earlier, the runner's side wins. The other way to lose, by having
//! no pieces left, is out as long as the runner lives.
//!
//! # Threats
//! A piece that is one step from the far row has to be captured at once, unless the opponent wins at once. So whoever
//! has a piece two steps away can force the opponent's hand: each capture pulls one of his pieces out of the row that
//! he defends. Such moves are tried to the end. That takes little, since each of them costs a piece, and all of it is
//! play by the rules.
//!
//! # Ends without a race
//! Capturing the last piece needs no look of its own: searches see it one move later.

use super::Breakthrough;

impl Breakthrough {
    /// Whether the player to move wins, where a look tells. The sets are of a position in which play goes on, on a
    /// board that is turned so that he moves up.
    #[inline]
    pub(super) fn mover_wins(&self, own: u64, other: u64) -> Option<bool> {
        if self.forces_home(own, other) {
            return Some(true);
        }
        // A second piece that is about to arrive cannot be captured as well.
        let arriving = self.arriving(other);
        let is_lost =
            arriving & arriving.wrapping_sub(1) != 0 || self.runs_home(self.turned(other), self.turned(own), false);
        is_lost.then_some(false)
    }

    /// The pieces of the opponent, who moves down, that are one step from his far row.
    #[inline]
    pub(super) fn arriving(&self, other: u64) -> u64 {
        other & self.above(self.bottom_row)
    }

    /// Whether the mover, who moves up, wins by a runner, after any number of threats.
    fn forces_home(&self, own: u64, other: u64) -> bool {
        if self.runs_home(own, other, true) {
            return true;
        }
        // Otherwise the opponent answers a threat by arriving.
        if self.arriving(other) != 0 {
            return false;
        }
        let ahead = self.above(own) & self.below(self.top_row);
        let straight = (ahead & !(own | other), self.columns);
        let left = (self.left(ahead) & !own, self.columns - 1);
        let right = (self.right(ahead) & !own, self.columns + 1);
        [straight, left, right].into_iter().any(|(targets, step)| {
            bits(targets).any(|target| {
                // The piece that threatens is captured, and so is what it captured.
                let (own, other) = (own ^ target >> step, other & !target);
                let mut captors = bits(self.beside(self.above(target)) & other);
                own != 0 && captors.all(|captor| self.forces_home(own, other ^ captor ^ target))
            })
        })
    }

    /// Whether one of these runners, who move up, reaches the top row before the defenders stop it or win themselves.
    #[inline]
    fn runs_home(&self, own: u64, defenders: u64, moves_first: bool) -> bool {
        let last_step = self.below(self.top_row);
        let mut runners = own;
        // Where a defender may stand by now.
        let mut reach = defenders;
        if !moves_first {
            runners &= !self.beside(self.below(reach));
            reach = self.grown_downwards(reach);
        }
        while runners != 0 && reach & self.bottom_row == 0 {
            if runners & last_step != 0 {
                return true;
            }
            let ahead = self.above(runners);
            let captured = self.beside(self.below(reach));
            runners = (self.beside(ahead) | ahead & !reach) & !own & !captured;
            reach = self.grown_downwards(reach);
        }
        false
    }

    /// A set of cells and all that a piece on one of them, which moves down, can come to in a move.
    #[inline]
    fn grown_downwards(&self, cells: u64) -> u64 {
        let ahead = self.below(cells);
        cells | ahead | self.beside(ahead)
    }
}

/// The cells of a set, each as a set of its own.
#[inline]
fn bits(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}
