//! The strip of cells: pieces as sets of bits, and where moves take them.

use super::Step;
use winproof::Player;

/// Who stands where: one bit a cell, cell 0 leftmost and lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Board {
    pub(super) left: u32,
    pub(super) right: u32,
}

impl Board {
    #[inline]
    pub(super) fn pieces(self, player: Player) -> u32 {
        match player {
            Player::Max => self.left,
            Player::Min => self.right,
        }
    }

    /// The pieces that have an opponent right behind them.
    #[inline]
    pub(super) fn pushers(self, player: Player) -> u32 {
        match player {
            Player::Max => self.left & self.right << 1,
            Player::Min => self.right & self.left >> 1,
        }
    }

    /// Both players' pieces in one number.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        u64::from(self.left) | u64::from(self.right) << 32
    }

    /// The board after a player's move on the strip that has these cells.
    #[inline]
    pub(super) fn after(self, cells: u32, player: Player, step: Step) -> Board {
        match step {
            Step::Forward(cell) => self.forward(cells, player, u32::from(cell)),
            Step::Push(cell) => self.push(cells, player, u32::from(cell)),
        }
    }

    #[inline]
    fn forward(self, cells: u32, player: Player, cell: u32) -> Board {
        let free = cells & !(self.left | self.right);
        let piece = 1 << cell;
        // Without a free cell ahead the set of the cell where the piece lands is empty, and it is gone.
        match player {
            Player::Max => Board { left: self.left ^ piece | lowest(free & !below(cell + 1)), ..self },
            Player::Min => Board { right: self.right ^ piece | highest(free & below(cell)), ..self },
        }
    }

    #[inline]
    fn push(self, cells: u32, player: Player, cell: u32) -> Board {
        // Cells beyond the strip count as free here, so that a string ends at the edge at the latest.
        let free = !(self.left | self.right);
        match player {
            Player::Max => {
                let free_cell = highest(free & below(cell));
                let string = below(cell + 1) & !(free_cell | free_cell.saturating_sub(1));
                let pushed = |pieces: u32| pieces & !string | (pieces & string) >> 1;
                Board { left: pushed(self.left), right: pushed(self.right) }
            }
            Player::Min => {
                let free_cell = lowest(free & !below(cell));
                let string = (free_cell - 1) & !below(cell);
                let pushed = |pieces: u32| (pieces & !string | (pieces & string) << 1) & cells;
                Board { left: pushed(self.left), right: pushed(self.right) }
            }
        }
    }
}

/// The cells left of a cell.
#[inline]
pub(super) fn below(cell: u32) -> u32 {
    (1 << cell) - 1
}

/// The lowest cell of a set alone; nothing if the set is empty.
#[inline]
fn lowest(set: u32) -> u32 {
    set & set.wrapping_neg()
}

/// The highest cell of a set alone; nothing if the set is empty.
#[inline]
fn highest(set: u32) -> u32 {
    if set == 0 { 0 } else { 1 << set.ilog2() }
}
