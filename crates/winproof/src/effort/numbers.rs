//! Proof and disproof numbers (Allis, van der Meulen and van den Herik 1994; Schijf 1993, chapter 3).
//!
//! The proof number of a node is the least number of leaves that must be won for the prover to win there, the
//! disproof number the least number that must be lost for him not to win: exactly so in a tree, as an upper bound
//! where positions are shared. Where the prover moves, the proof number is the minimum over the
//! children and the disproof number the sum; where his opponent moves, the other way round.
//!
//! Promise: an unsolved sum stays below infinity, however large. A node is won exactly when its proof number is 0,
//! and lost exactly when its disproof number is 0.

use super::{Effort, Settled, Tie};
use crate::game::{Assessment, Player, Value};
use crate::goal::Aim;
use crate::policy::Policy;

/// The number of a goal that cannot be reached any more.
pub const INFINITY: u32 = u32::MAX;

/// A proof and a disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// How much is left to show that the prover wins.
    pub proof: u32,
    /// How much is left to show that he does not.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The prover wins.
    pub const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITY };
    /// The prover does not win.
    pub const LOST: ProofNumbers = ProofNumbers { proof: INFINITY, disproof: 0 };

    /// The first numbers of a leaf. A guess of nothing or of infinity would read as a solved node, which a guess must
    /// never be.
    #[inline]
    pub(crate) fn leaf(prover_moves: bool, assessment: Assessment) -> ProofNumbers {
        let reach = assessment.reach.clamp(1, INFINITY - 1);
        let miss = assessment.miss.clamp(1, INFINITY - 1);
        if prover_moves {
            ProofNumbers { proof: reach, disproof: miss }
        } else {
            ProofNumbers { proof: miss, disproof: reach }
        }
    }

    /// Whether the prover wins, if that is settled.
    #[inline]
    pub fn solved(self) -> Option<bool> {
        if self.proof == 0 {
            Some(true)
        } else if self.disproof == 0 {
            Some(false)
        } else {
            None
        }
    }
}

impl ProofNumbers {
    /// What is left to show that the goal "at least v" holds, and that it does not, whoever proves; `None` is infinity.
    pub(crate) fn for_goal(self, aim: Aim) -> (Option<u64>, Option<u64>) {
        let (proof, disproof) = self.finite();
        match aim.prover() {
            Player::Max => (proof, disproof),
            Player::Min => (disproof, proof),
        }
    }

    /// Both numbers; `None` is infinity.
    pub(crate) fn finite(self) -> (Option<u64>, Option<u64>) {
        let finite = |number| (number != INFINITY).then(|| u64::from(number));
        (finite(self.proof), finite(self.disproof))
    }
}

/// A sum of numbers that is infinite only if a part is.
#[inline]
pub(crate) fn add(sum: u32, part: u32) -> u32 {
    if sum == INFINITY || part == INFINITY { INFINITY } else { sum.saturating_add(part).min(INFINITY - 1) }
}

/// The effort `numbers`.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    aim: Aim,
    tie: Tie,
}

impl Numbers {
    /// Numbers for an aim.
    pub fn new(aim: Aim, tie: Tie) -> Numbers {
        Numbers { aim, tie }
    }
}

impl Effort for Numbers {
    const NAMES_NODES: bool = false;
    type Label = ProofNumbers;

    fn for_aims(aims: &[Aim], policy: &Policy) -> Numbers {
        Numbers::new(aims[0], policy.tie)
    }

    #[inline]
    fn ended(&self, value: Value) -> ProofNumbers {
        if self.aim.is_win(value) { ProofNumbers::WON } else { ProofNumbers::LOST }
    }

    #[inline]
    fn repeated(&self) -> ProofNumbers {
        ProofNumbers::LOST
    }

    #[inline]
    fn prover_moves(&self, player: Player) -> bool {
        player == self.aim.prover()
    }

    #[inline]
    fn leaf(&mut self, _: u32, player: Player, assessment: Assessment) -> ProofNumbers {
        ProofNumbers::leaf(player == self.aim.prover(), assessment)
    }

    #[inline]
    fn combine(&mut self, player: Player, children: impl Iterator<Item = ProofNumbers> + Clone) -> ProofNumbers {
        // The one pass below serves both players: "own" is what the mover wants to become 0.
        let prover_moves = player == self.aim.prover();
        debug_assert!(
            children.clone().all(|child| (child.proof == 0) == (child.disproof == INFINITY)
                && (child.disproof == 0) == (child.proof == INFINITY)),
            "where one number is 0 the other is infinite"
        );
        let (mut least, mut sum) = (INFINITY, 0u32);
        for child in children {
            let (own, other) = if prover_moves { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
            least = least.min(own);
            sum = sum.saturating_add(other);
        }
        // The sum is that of `add`: a part of it is infinite where the child's other number is 0.
        let sum = if least == 0 { INFINITY } else { sum.min(INFINITY - 1) };
        if prover_moves {
            ProofNumbers { proof: least, disproof: sum }
        } else {
            ProofNumbers { proof: sum, disproof: least }
        }
    }

    #[inline]
    fn replace(&mut self, label: &mut ProofNumbers, new: ProofNumbers) -> bool {
        let changed = *label != new;
        *label = new;
        changed
    }

    #[inline]
    fn choose(
        &self,
        player: Player,
        label: ProofNumbers,
        children: impl DoubleEndedIterator<Item = ProofNumbers> + ExactSizeIterator,
    ) -> usize {
        if player == self.aim.prover() {
            self.tie.source(children, |child| child.proof == label.proof)
        } else {
            self.tie.source(children, |child| child.disproof == label.disproof)
        }
    }

    #[inline]
    fn choose_open(&self, player: Player, children: impl Iterator<Item = Option<ProofNumbers>>) -> Option<usize> {
        let prover_moves = player == self.aim.prover();
        let own = |child: ProofNumbers| if prover_moves { child.proof } else { child.disproof };
        self.tie.least(children.map(|child| child.map(own)))
    }

    #[inline]
    fn settled(&self, label: ProofNumbers) -> Settled {
        Settled::by_aim(self.aim, label.solved())
    }

    #[inline]
    fn with_settled(&mut self, label: ProofNumbers, settled: Settled) -> ProofNumbers {
        match self.prover_wins(settled, 0) {
            None => label,
            Some(true) => ProofNumbers::WON,
            Some(false) => ProofNumbers::LOST,
        }
    }

    #[inline]
    fn lost(&self) -> Settled {
        Settled::by_aim(self.aim, Some(false))
    }

    #[inline]
    fn prover_wins(&self, settled: Settled, question: usize) -> Option<bool> {
        settled.holds(question).map(|holds| self.aim.goal_holds(holds))
    }

    #[inline]
    fn solved(&self, label: ProofNumbers) -> Option<bool> {
        label.solved()
    }

    #[inline]
    fn is_final(&self, label: ProofNumbers) -> bool {
        label.solved().is_some()
    }

    fn report(&self, label: ProofNumbers) -> (Option<u64>, Option<u64>) {
        label.for_goal(self.aim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::any;

    #[test]
    fn an_unsolved_sum_stays_below_infinity() {
        assert_eq!(add(INFINITY - 1, INFINITY - 1), INFINITY - 1);
        assert_eq!(add(INFINITY - 1, 1), INFINITY - 1);
        assert_eq!(add(INFINITY, 1), INFINITY);
        assert_eq!(add(0, INFINITY), INFINITY);
        assert_eq!(add(3, 4), 7);
    }

    #[test]
    fn what_children_add_up_to_is_infinite_only_if_a_part_is() {
        let mut effort = Numbers::new(any::aim(1, None), Tie::First);
        let mut sum = |children: &[ProofNumbers]| effort.combine(Player::Min, children.iter().copied()).proof;
        let large = ProofNumbers { proof: INFINITY - 1, disproof: 3 };
        assert_eq!(sum(&[large, large, ProofNumbers::WON]), INFINITY - 1);
        assert_eq!(sum(&[large, ProofNumbers::LOST]), INFINITY);
        assert_eq!(sum(&[ProofNumbers { proof: 3, ..large }, ProofNumbers { proof: 4, ..large }]), 7);
        assert_eq!(sum(&[ProofNumbers::WON, ProofNumbers::WON]), 0);
    }
}
