//! How many dominoes a player of domineering can still lay, whatever the other does, and how many at most.
//!
//! - *real* moves: how many dominoes a player could lay if the other did nothing (Breuker 1998, §2.5.2).
//! - *safe* moves: how many he can lay on cells that the other cannot cover any more (the same).
//! - *areas*, where he is sure of some moves as long as both take turns (after Bullock 2002). A *pair of dominoes* side
//!   by side, the outer one out of the other's reach: once he lays the inner one, the outer is safe, which makes two
//!   moves for him; the other can spoil one pair a turn. A *domino* alone is one move for him; the other can spoil two
//!   a turn where they stand side by side, else one. Dominoes stand in columns (or rows) that are even or odd, and only
//!   an even and an odd one stand side by side: so there is always a domino whose laying leaves one couple less.
//!
//! Every domino that he lays on cells within the other's reach takes them away from the other: that bounds the
//! other's moves from above.

use super::Domineering;
use winproof::Player;
use winproof_kit::Word;

/// What a player is sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// He lays at least so many dominoes.
    pub own: u32,
    /// The other then lays at most so many.
    pub other: u32,
}

impl<W: Word> Domineering<W> {
    /// The cells whose next cell, as a player's dominoes lie, is in the set.
    #[inline]
    pub(super) fn before(&self, cells: W, player: Player) -> W {
        match player {
            Player::Max => self.moved_down(cells),
            Player::Min => self.moved_left(cells),
        }
    }

    /// The cells moved on by one, as a player's dominoes lie.
    #[inline]
    pub(super) fn after(&self, cells: W, player: Player) -> W {
        match player {
            Player::Max => self.moved_up(cells),
            Player::Min => self.moved_right(cells),
        }
    }

    /// The cells of dominoes that start here.
    #[inline]
    fn dominoes(&self, starts: W, player: Player) -> W {
        starts | self.after(starts, player)
    }

    /// As many dominoes of a player as fit on these cells, by their first cells.
    #[inline]
    fn pack(&self, cells: W, player: Player) -> W {
        // From the start of each run of cells, two by two: that leaves over at most one cell of the run.
        let mut left = cells;
        let mut packed = W::default();
        loop {
            let starts = left & !self.after(left, player);
            let dominoes = starts & self.before(left, player);
            if dominoes == W::default() {
                return packed;
            }
            packed = packed | dominoes;
            left = left & !(starts | self.after(dominoes, player));
        }
    }

    /// How many dominoes of a player fit on these cells at a time.
    #[inline]
    pub fn real_moves(&self, empty: W, player: Player) -> u32 {
        self.pack(empty, player).count()
    }

    /// The empty cells that the player's opponent cannot cover, whatever else is played.
    #[inline]
    pub fn safe_cells(&self, empty: W, player: Player) -> W {
        let other = player.opponent();
        empty & !self.before(empty, other) & !self.after(empty, other)
    }

    /// How many dominoes a player can lay whatever the other does.
    #[inline]
    pub fn safe_moves(&self, empty: W, player: Player) -> u32 {
        self.real_moves(self.safe_cells(empty, player), player)
    }

    /// Pairs of dominoes of which one is out of the opponent's reach once the other lies, chosen so that no domino of
    /// the opponent touches two of them: their number, and the cells that are left.
    fn pairs(&self, empty: W, free: W, player: Player) -> (u32, W) {
        let other = player.opponent();
        let none = W::default();
        let mut left = free;
        let mut count = 0;
        // The outer domino is last in its row (or column) of empty cells, and the inner one stands before it; or first.
        let ends = [empty & !self.before(empty, other), empty & !self.after(empty, other)];
        let mut lines = self.first_line(player);
        while lines != none {
            for (side, end) in ends.into_iter().enumerate() {
                let mut outer = lines & end & self.before(end, player);
                while outer != none {
                    let cell = W::ONE << outer.first();
                    outer = outer ^ cell;
                    let inner = if side == 0 { self.before(cell, other) } else { self.after(cell, other) };
                    let cells = self.dominoes(cell | inner, player);
                    if cells.count() == 4 && cells & !left == none {
                        count += 1;
                        left = left & !cells & !self.before(cells, other) & !self.after(cells, other);
                    }
                }
            }
            lines = self.after(lines, player);
        }
        (count, left)
    }

    /// What a player is sure of, when it is his turn and when it is not.
    pub fn prospects(&self, empty: W, player: Player) -> [Prospect; 2] {
        let other = player.opponent();
        let safe_cells = self.safe_cells(empty, player);
        let safe = self.pack(safe_cells, player);
        let (pairs, left) = self.pairs(empty, empty & !self.dominoes(safe, player), player);
        let single = self.pack(left, player);
        let cells = self.dominoes(single, player);
        let beside = cells & (self.before(cells, other) | self.after(cells, other));
        let coupled = single & (beside | self.before(beside, player));
        let couples = (coupled & self.even_lines(player)).count().min((coupled & !self.even_lines(player)).count());
        let in_reach = (empty & !safe_cells).count();
        let real = self.real_moves(empty, other);
        // Dominoes with a cell out of reach take only one cell away from the opponent.
        let half = (cells & safe_cells).count();
        [true, false].map(|is_his_turn| {
            let (from_pairs, from_singles) = share_out(pairs, single.count(), couples, is_his_turn);
            let taken = 2 * (from_pairs + from_singles) - half.min(from_singles);
            let own = safe.count() + from_pairs + from_singles;
            Prospect { own, other: real.min(in_reach.saturating_sub(taken) / 2) }
        })
    }

    /// Who wins by these counts alone, if they tell.
    pub(crate) fn winner_by_counts(&self, empty: W, mover: Player) -> Option<Player> {
        let [moving, _] = self.prospects(empty, mover);
        if moving.own > moving.other {
            return Some(mover);
        }
        let [_, waiting] = self.prospects(empty, mover.opponent());
        (waiting.own >= waiting.other).then(|| mover.opponent())
    }
}

/// How many moves a player gets from pairs and from single dominoes, when both take what is worth most in turn.
fn share_out(mut pairs: u32, mut singles: u32, mut couples: u32, mut is_his_turn: bool) -> (u32, u32) {
    let (mut from_pairs, mut from_singles) = (0, 0);
    while pairs + singles > 0 {
        match (is_his_turn, pairs > 0) {
            (true, true) => {
                pairs -= 1;
                from_pairs += 2;
            }
            (true, false) => {
                singles -= 1;
                couples = couples.saturating_sub(1);
                from_singles += 1;
            }
            (false, true) => pairs -= 1,
            (false, false) if couples > 0 && singles >= 2 => {
                couples -= 1;
                singles -= 2;
            }
            (false, false) => singles -= 1,
        }
        couples = couples.min(singles / 2);
        is_his_turn = !is_his_turn;
    }
    (from_pairs, from_singles)
}
