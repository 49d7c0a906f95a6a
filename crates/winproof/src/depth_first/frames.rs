//! What df-pn knows of the nodes on its path: the numbers of their children.
//!
//! The children's numbers live here and not only in the table, so that a table that forgets costs time and not
//! progress: whatever a child came back with is there when its parent chooses the next one.

use crate::effort::numbers::{INFINITY, ProofNumbers, add};
use serde::{Deserialize, Serialize};

/// The depth that a failure leans on when it leans on nothing above the node.
pub(super) const NOTHING: u32 = u32::MAX;

/// How the numbers of several children make one, where all of them have to be settled.
///
/// On a tree the sum is exact. Where positions are shared it counts the same work several times, up to
/// exponentially often; the other rules count less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SumRule {
    /// The sum.
    Plain,
    /// The greatest number plus the number of other open children (weak proof-number search; Ueda, Hashimoto,
    /// Hashimoto and Iida 2008).
    Weak,
    /// The greatest number plus the logarithms of the others: between the two. A child with much
    /// work left counts for more than one with little, and shared work cannot multiply.
    #[default]
    Damped,
}

impl SumRule {
    /// What an open child adds to a greater one.
    #[inline]
    fn addition(self, number: u32) -> u32 {
        match self {
            SumRule::Plain => number,
            SumRule::Weak => 1,
            SumRule::Damped => number.ilog2() + 1,
        }
    }
}

/// A child of a node on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) mv: M,
    pub(super) hash: u64,
    pub(super) numbers: ProofNumbers,
    /// Of a lost child: the least depth of the path that the failure leans on.
    pub(super) leans_on: u32,
    /// Whether the table had numbers, so that searching it is not the first look at it.
    pub(super) is_known: bool,
}

/// What a node's children say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) numbers: ProofNumbers,
    pub(super) leans_on: u32,
    /// The place of the best child.
    pub(super) best: usize,
    /// The mover's number of the next best child.
    pub(super) second: u32,
    /// What the other children add to the best one's other number.
    pub(super) others: u32,
}

/// Sums up the children of a node. `prover_moves`: whether it is the prover's move.
#[inline]
pub(super) fn summarize<M>(children: &[Child<M>], prover_moves: bool, rule: SumRule) -> Summary {
    let own = |child: &Child<M>| if prover_moves { child.numbers.proof } else { child.numbers.disproof };
    let other = |child: &Child<M>| if prover_moves { child.numbers.disproof } else { child.numbers.proof };
    let (mut best, mut least, mut second) = (0, INFINITY, INFINITY);
    let (mut greatest, mut greatest_at, mut additions) = (0, usize::MAX, 0u32);
    // The prover fails where all of his moves do, so his failure leans on all; his opponent picks the one that
    // leans on least.
    let mut leans_on = if prover_moves { NOTHING } else { 0 };
    for (place, child) in children.iter().enumerate() {
        let number = own(child);
        if number < least {
            second = least;
            (best, least) = (place, number);
        } else {
            second = second.min(number);
        }
        if child.numbers.disproof == 0 {
            leans_on = if prover_moves { leans_on.min(child.leans_on) } else { leans_on.max(child.leans_on) };
        }
        if number != INFINITY && number != 0 {
            let number = other(child);
            additions = additions.saturating_add(rule.addition(number));
            if number > greatest {
                (greatest, greatest_at) = (number, place);
            }
        }
    }
    let sum =
        if greatest_at == usize::MAX { 0 } else { add(greatest, additions - rule.addition(greatest).min(additions)) };
    let (own_number, other_number) = match least {
        0 => (0, INFINITY),
        INFINITY => (INFINITY, 0),
        _ => (least, sum.max(1)),
    };
    let numbers = if prover_moves {
        ProofNumbers { proof: own_number, disproof: other_number }
    } else {
        ProofNumbers { proof: other_number, disproof: own_number }
    };
    let own_addition = match children.get(best) {
        Some(child) if own(child) != INFINITY && own(child) != 0 => rule.addition(other(child)),
        _ => 0,
    };
    Summary { numbers, leans_on, best, second, others: additions.saturating_sub(own_addition) }
}

/// The same summary with another child to go to: `shown` gives the numbers by which it is chosen.
pub(super) fn chosen_by<M>(
    summary: Summary,
    children: &[Child<M>],
    prover_moves: bool,
    rule: SumRule,
    shown: impl Fn(&Child<M>, u32) -> u32,
) -> Summary {
    let own = |child: &Child<M>| if prover_moves { child.numbers.proof } else { child.numbers.disproof };
    let other = |child: &Child<M>| if prover_moves { child.numbers.disproof } else { child.numbers.proof };
    let (mut best, mut least, mut second) = (summary.best, INFINITY, INFINITY);
    for (place, child) in children.iter().enumerate() {
        let number = shown(child, own(child));
        if number < least {
            second = least;
            (best, least) = (place, number);
        } else {
            second = second.min(number);
        }
    }
    let addition = |child: &Child<M>| match own(child) {
        0 | INFINITY => 0,
        _ => rule.addition(other(child)),
    };
    let all = summary.others + addition(&children[summary.best]);
    // The child gives way where it would be shown as more than the next best.
    let added = least - own(&children[best]);
    let second = if second >= INFINITY - 1 { second } else { second.saturating_sub(added) };
    Summary { best, second, others: all.saturating_sub(addition(&children[best])), ..summary }
}

/// The number at which a search of the best child gives way to the next best: a little beyond it, so that the search
/// does not jump to and fro for nothing (the 1+ε trick; Pawlewicz and Lew 2007).
#[inline]
pub(super) fn beyond(second: u32, epsilon_percent: u32) -> u32 {
    if second >= INFINITY - 1 {
        return INFINITY;
    }
    let stretched = u64::from(second) * u64::from(100 + epsilon_percent) / 100;
    (u64::from(second) + 1).max(stretched).min(u64::from(INFINITY - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(proof: u32, disproof: u32) -> Child<()> {
        Child { mv: (), hash: 0, numbers: ProofNumbers { proof, disproof }, leans_on: NOTHING, is_known: false }
    }

    #[test]
    fn sums_by_each_rule() {
        let children = [child(5, 2), child(3, 8), child(4, 100), child(INFINITY, 0)];
        let disproof = |rule| summarize(&children, true, rule).numbers.disproof;
        assert_eq!(disproof(SumRule::Plain), 110);
        assert_eq!(disproof(SumRule::Weak), 102);
        assert_eq!(disproof(SumRule::Damped), 100 + 2 + 4);
        let summary = summarize(&children, true, SumRule::Plain);
        assert_eq!((summary.best, summary.numbers.proof, summary.second, summary.others), (1, 3, 4, 102));
    }

    #[test]
    fn settled_children_settle_the_node() {
        let won = child(0, INFINITY);
        let lost = child(INFINITY, 0);
        for rule in [SumRule::Plain, SumRule::Weak, SumRule::Damped] {
            assert_eq!(summarize(&[lost, won], true, rule).numbers, ProofNumbers::WON);
            assert_eq!(summarize(&[lost, lost], true, rule).numbers, ProofNumbers::LOST);
            assert_eq!(summarize(&[won, lost], false, rule).numbers, ProofNumbers::LOST);
            assert_eq!(summarize(&[won, won], false, rule).numbers, ProofNumbers::WON);
            let open = summarize(&[lost, child(INFINITY - 1, INFINITY - 1), child(7, INFINITY - 1)], true, rule);
            assert_eq!(open.numbers, ProofNumbers { proof: 7, disproof: INFINITY - 1 });
        }
    }

    #[test]
    fn a_failure_leans_on_all_of_the_provers_moves_and_on_one_of_his_opponents() {
        let leaning = |depth| Child { leans_on: depth, ..child(INFINITY, 0) };
        assert_eq!(summarize(&[leaning(4), leaning(2)], true, SumRule::Plain).leans_on, 2);
        assert_eq!(summarize(&[leaning(4), leaning(2)], false, SumRule::Plain).leans_on, 4);
        assert_eq!(summarize(&[leaning(4), leaning(NOTHING)], false, SumRule::Plain).leans_on, NOTHING);
    }
}
