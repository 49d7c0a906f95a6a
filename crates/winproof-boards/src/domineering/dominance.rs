//! Moves of domineering that need not be tried, since another move is at least as good.
//!
//! What is said of Vertical here holds of Horizontal with rows and columns exchanged. Two things never harm Vertical,
//! in whatever company a board stands (as combinatorial games; Conway 1976): to cover a cell that he could not use any
//! more, and to uncover a cell that Horizontal cannot use. And he may cut the board between two rows. From that:
//!
//! - *shifts*. Let x, y and z be empty cells one above the other, the next one above z covered, and x out of
//!   Horizontal's reach. A domino on y and z is at least as good as one on x and y: what it leaves is what the other
//!   leaves, with z covered, which he could not use there, and x uncovered, which Horizontal cannot use. The same
//!   upside down.
//! - *safe dominoes*, on two cells out of Horizontal's reach. In a column's run of such cells alone, from covered cell
//!   to covered cell, one is worth exactly 1 to Vertical. Any other safe domino can be cut off from what is around it,
//!   so to lay it costs him at least 1. So if there is such a run, one domino at its end is at least as good as all
//!   other safe ones.

use super::Domineering;
use winproof::Player;
use winproof_kit::Word;

impl<W: Word> Domineering<W> {
    /// The first cells of dominoes among which there is a best one for the player.
    pub(crate) fn undominated_places(&self, empty: W, player: Player) -> W {
        let places = self.places(empty, player);
        let safe_cells = self.safe_cells(empty, player);
        let (before, after) = (|cells| self.before(cells, player), |cells| self.after(cells, player));
        // Starts at x where y and z is as good, and starts at y where x and y is as good.
        let shifted_on = places & before(places) & safe_cells & !before(before(before(empty)));
        let shifted_back = places & after(places) & before(safe_cells) & !after(after(empty));
        // Where both are equally good, the first one stays.
        let equal = shifted_on & before(shifted_back);
        let left = places & !shifted_back & !(shifted_on & !equal);
        match self.safe_run(empty, safe_cells, player) {
            None => left,
            Some(start) => left & !(safe_cells & before(safe_cells)) | start,
        }
    }

    /// The first cell of a run of two safe cells or more, without any others.
    fn safe_run(&self, empty: W, safe_cells: W, player: Player) -> Option<W> {
        let mut in_reach = empty & !safe_cells;
        loop {
            let beside = (self.before(in_reach, player) | self.after(in_reach, player)) & empty;
            if beside & !in_reach == W::default() {
                break;
            }
            in_reach = in_reach | beside;
        }
        let starts = self.places(empty & !in_reach, player);
        (starts != W::default()).then(|| W::ONE << starts.first())
    }
}
