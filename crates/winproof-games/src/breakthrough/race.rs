//! Races that a look decides: a piece that nobody can stop any more.
//!
//! A *runner* is a piece whose side moves nothing else until it has reached the far row. Whatever the defender does
//! meanwhile, his pieces stand on cells that they can come to in so many moves; that set is grown move by move as if
//! nothing were in their way, so it holds more cells than it should and never fewer. The runner goes only to cells from
//! which none of that set captures it, straight ahead only where none of it can stand, and never where a piece of its own
//! side is. So it can make each of its moves, and nothing takes it off the board. One step before the far row it needs no
//! more care: some cell diagonally ahead is on the board, and no piece of its own side is there, since that would have
//! ended the game.
//!
//! If the defender has no piece that can be on his own far row before, the runner's side wins. The other way to lose, by
//! having no pieces left, is out as long as the runner lives.

use super::Breakthrough;

impl Breakthrough {
    /// Whether the player to move wins, where a look tells. The sets are of a position in which play goes on, turned so
    /// that he moves up.
    #[inline]
    pub(super) fn mover_wins(&self, own: u64, other: u64) -> Option<bool> {
        if self.runs_home(own, other, true) {
            return Some(true);
        }
        // A second piece that is about to arrive cannot be captured as well.
        let about_to_arrive = other & self.above(self.bottom_row);
        if about_to_arrive & about_to_arrive.wrapping_sub(1) != 0
            || self.runs_home(self.turned(other), self.turned(own), false)
        {
            return Some(false);
        }
        None
    }

    /// Whether one of these runners, which move up, reaches the top row before the defenders stop it or win themselves.
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
