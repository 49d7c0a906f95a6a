//! Which moves to try first: those that cut the search short in other places.
//!
//! - *history* (Schaeffer 1983): a move earns credit for each cut, more for a cut with a high tree below it.
//! - *refutation table* (Akl and Newborn 1977): the move that last refuted a move is tried first against it.
//!
//! Both know moves by the numbers that the game gives them; where it gives none, they stay silent.

use crate::game::Player;

/// Moves with a number above this are not learned about.
const MOST_NUMBERS: usize = 1 << 14;

/// What was learned about moves.
#[derive(Debug, Default)]
pub(super) struct Learned {
    credit: [Vec<u64>; 2],
    refutations: [Vec<Option<u32>>; 2],
}

fn side(player: Player) -> usize {
    usize::from(player == Player::Min)
}

impl Learned {
    /// A player's move with this number cut the search short, with a tree of this height below it; `before` is the
    /// number of the move that it answered.
    pub(super) fn cut(&mut self, player: Player, number: usize, before: Option<usize>, height: u16) {
        if number >= MOST_NUMBERS {
            return;
        }
        let credit = &mut self.credit[side(player)];
        if credit.len() <= number {
            credit.resize(number + 1, 0);
        }
        let height = u64::from(height) + 1;
        credit[number] = credit[number].saturating_add(height * height);
        if let Some(before) = before.filter(|&before| before < MOST_NUMBERS) {
            let refutations = &mut self.refutations[side(player)];
            if refutations.len() <= before {
                refutations.resize(before + 1, None);
            }
            refutations[before] = Some(number as u32);
        }
    }

    /// The credit of a player's move.
    #[inline]
    pub(super) fn credit(&self, player: Player, number: usize) -> u64 {
        self.credit[side(player)].get(number).copied().unwrap_or(0)
    }

    /// Whether this move is the one that last refuted the move with the number `before`.
    #[inline]
    pub(super) fn refutes(&self, player: Player, number: usize, before: Option<usize>) -> bool {
        let refutations = &self.refutations[side(player)];
        before.is_some_and(|before| refutations.get(before) == Some(&Some(number as u32)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credit_grows_with_the_height_of_the_tree() {
        let mut learned = Learned::default();
        learned.cut(Player::Max, 3, Some(7), 1);
        learned.cut(Player::Max, 5, Some(7), 4);
        learned.cut(Player::Max, MOST_NUMBERS, None, 4);
        assert!(learned.credit(Player::Max, 5) > learned.credit(Player::Max, 3));
        assert_eq!(learned.credit(Player::Min, 5), 0);
        assert!(learned.refutes(Player::Max, 5, Some(7)) && !learned.refutes(Player::Max, 3, Some(7)));
        assert!(!learned.refutes(Player::Min, 5, Some(7)) && !learned.refutes(Player::Max, 5, None));
    }
}
