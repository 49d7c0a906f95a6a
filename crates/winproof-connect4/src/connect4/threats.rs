//! What a look at the threats on the board tells of Connect Four, for alpha-beta.
//!
//! A *threat* of a player is an empty cell that would complete a line of his. Everything here is true of the position,
//! and nothing needs to be believed: a certificate shows the play.

use super::{ConnectFour, Stones, Word};
use winproof::Player;

/// What the threats say of a position in which play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreseen {
    /// The player to move completes a line.
    Win,
    /// The opponent completes a line with his next stone, whatever the player to move does.
    Loss,
    /// Nothing that near; whether each, the player to move first, could still complete a line if the other helped.
    Open([bool; 2]),
}

impl<W: Word> ConnectFour<W> {
    /// The cells, taken or not, that would complete a line of the stones of each player.
    #[inline]
    fn completions(&self, stones: [W; 2]) -> [W; 2] {
        if self.line == 4 { self.completions_of_four(stones) } else { stones.map(|own| self.completions_of_any(own)) }
    }

    /// The usual length, with what the four gaps have in common taken once.
    #[inline]
    fn completions_of_four(&self, stones: [W; 2]) -> [W; 2] {
        let mut found = [W::default(); 2];
        for (step, starts) in self.directions {
            for (found, stones) in found.iter_mut().zip(stones) {
                let second = stones >> step;
                let first_half = starts & stones & second;
                let [third, fourth] = [stones >> (2 * step), stones >> (3 * step)];
                let second_half = starts & third & fourth;
                *found = *found
                    | second_half & second
                    | (second_half & stones) << step
                    | (first_half & fourth) << (2 * step)
                    | (first_half & third) << (3 * step);
            }
        }
        found
    }

    fn completions_of_any(&self, stones: W) -> W {
        let mut found = W::default();
        for (step, starts) in self.directions {
            for gap in 0..self.line {
                let others = (0..self.line).filter(|place| *place != gap);
                let runs = others.fold(starts, |runs, place| runs & stones >> (step * place));
                found = found | runs << (step * gap);
            }
        }
        found
    }

    /// The cells on which a stone can land.
    #[inline]
    fn landings(&self, all: W) -> W {
        // Only columns with room: in a full one the carry would run over into the next.
        let bottoms = (self.top & !all) >> (self.rows - 1);
        all.plus(bottoms) & !all & self.board
    }

    /// What the threats say.
    #[inline]
    pub(crate) fn foresee(&self, position: &Stones<W>) -> Foreseen {
        let Stones { mover, all } = *position;
        let opponent = all ^ mover;
        let landings = self.landings(all);
        let [own, other] = self.completions([mover, opponent]);
        if own & landings != W::default() {
            return Foreseen::Win;
        }
        let threats = other & self.board & !all;
        let forced = threats & landings;
        let (choices, is_lost) = if forced == W::default() { (landings, false) } else { (forced, forced.count() > 1) };
        // A stone right below a threat of the opponent lets him play there.
        let below_threats = (threats & !self.lowest_row()) >> 1;
        if is_lost || choices & !below_threats == W::default() && landings != W::default() {
            return Foreseen::Loss;
        }
        // While there is much room, there is room for a line of each.
        if 2 * all.count() < self.columns * self.rows {
            return Foreseen::Open([true, true]);
        }
        let empty = self.board & !all;
        Foreseen::Open([mover, opponent].map(|stones| self.has_line(stones | empty)))
    }

    /// The lowest row.
    #[inline]
    fn lowest_row(&self) -> W {
        self.top >> (self.rows - 1)
    }

    /// How the board looks for the first player: threats count most, then stones near the middle.
    #[inline]
    pub(super) fn prospect(&self, position: &Stones<W>) -> i32 {
        let turn = Self::turn(position);
        let (mover, opponent) = (position.mover, position.all ^ position.mover);
        let empty = self.board & !position.all;
        let [own, other] = self.completions([mover, opponent]);
        let side = |stones: W, completions: W| {
            let threats = (completions & empty).count() as i32;
            let middle: u32 = self.rings.iter().map(|ring| (stones & *ring).count()).sum();
            64 * threats + middle as i32
        };
        let difference = side(mover, own) - side(opponent, other);
        if turn == Player::Max { difference } else { -difference }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::{Game, Rules, Status};

    /// Every position of a board that play can come to: what is foreseen is true.
    #[test]
    fn what_is_foreseen_is_true() {
        for (columns, rows, line) in [(4, 4, 4), (4, 4, 3), (3, 5, 3), (5, 3, 3)] {
            let game = ConnectFour::<u64>::new(columns, rows, line).unwrap();
            let mut values = std::collections::HashMap::new();
            value(&game, &Stones::default(), &mut values);
            let (mut near, mut bounded) = (0, 0);
            for (position, &value) in &values {
                let Status::Turn(player) = game.status(position) else { continue };
                let (low, high) = game.foresight(position).unwrap_or((-1, 1));
                assert!(low <= value && value <= high, "{position:?} of {columns}x{rows}, line {line}");
                near += u32::from(low == high && low != 0);
                bounded += u32::from((low, high) != (-1, 1));
                let sign = if player == Player::Max { 1 } else { -1 };
                let mut moves = Vec::new();
                game.moves(position, &mut moves);
                let wins_now = moves.iter().any(|&mv| game.status(&game.play(position, mv)) == Status::Ended(sign));
                assert_eq!(wins_now, game.foresee(position) == Foreseen::Win);
            }
            assert!(near > 100 && bounded > near + 20, "{near} {bounded} of {columns}x{rows}, line {line}");
        }
    }

    fn value(
        game: &ConnectFour<u64>,
        position: &Stones<u64>,
        values: &mut std::collections::HashMap<Stones<u64>, i32>,
    ) -> i32 {
        if let Some(&known) = values.get(position) {
            return known;
        }
        let best = match game.status(position) {
            Status::Ended(value) => value,
            Status::Turn(player) => {
                let mut moves = Vec::new();
                game.moves(position, &mut moves);
                let children = moves.iter().map(|&mv| value(game, &game.play(position, mv), values));
                if player == Player::Max { children.max() } else { children.min() }.expect("play goes on")
            }
        };
        values.insert(*position, best);
        best
    }
}
