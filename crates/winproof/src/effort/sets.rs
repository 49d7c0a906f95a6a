//! Proof and disproof sets: proof-set search, PSS(P, D) (Müller 2001).
//!
//! Where positions are shared, a number counts a leaf once for each way to it. So a node is labelled with sets of
//! leaves instead: to win all leaves of its proof set would win the node, to lose all of its disproof set would lose
//! it. Where the prover moves, the proof set is the smallest among the children and the disproof set the union of
//! theirs; where his opponent moves, the other way round. Proof sets list at most P leaves and disproof sets at most
//! D, and go on as numbers beyond (`node_sets.rs`). With P = D = 0 this is proof-number search, node by node.
//!
//! # Exact sets
//! In the paper's own search all sets are up to date before each expansion. A leaf that is in both sets of the root
//! is expanded, the newest if there are several; the walk need not go there. Where the leaves in both sets were cut
//! off, the walk goes down to the child that the smaller set came from and looks there (§4.2.1). So it is done
//! without limits, and with limits if asked for ([`Policy::exact_sets`](crate::Policy::exact_sets)).
//!
//! # Sets that stay
//! With exact sets most of the work goes to sets that come to list other leaves and weigh what they weighed before.
//! So with limits, *a set stays as it is for as long as its bound does*, and only another bound is news to the
//! parents. The bound of a node always follows from the sets of its children as they are; what a set lists may be
//! older than that, and may name leaves that were expanded since. Such a name stands for what is left to do below.
//! That tells only in what a union counts once, so no leaf is taken from a set; each walk goes down by the bounds, as
//! with numbers.
//!
//! For the same reason a leaf that is expanded leaves its name to one of its new children, the first that weighs the
//! same: whoever comes to list that child then lists what others above list already.
//!
//! PSS(20, 20) then updates 8.6 nodes an expansion on Connect Four 5x4, not 21, and takes less than half the time. It
//! takes no more expansions either: to find whether there is a win there 165,352, with exact sets 168,994; on 4x4
//! 10,398 and 14,758.
//!
//! # Cycles
//! Müller leaves cyclic graphs open. Here is what is done on the graph `base-twin`. A leaf is the base of its
//! position, whichever twin was walked to. The label of a twin may be old: its sets may list a base that was expanded
//! since. So no leaf is taken from the sets there; each walk goes down by the sizes of the sets, as with numbers. It
//! is sound because nothing rests on which leaves a set lists: a set is empty, or cannot be had, exactly where the
//! number would be 0 or infinite, in unions, in minima and at leaves, and only that enters a verdict. Old sets
//! misguide the search, as old numbers of twins do.
//!
//! Promise: at every node of an acyclic graph, bounds are at most the proof and disproof numbers of that graph
//! (Theorems 2, 5 and 6).

use super::node_sets::{NodeSet, NodeSets, Side};
use super::numbers::{INFINITY, ProofNumbers};
use super::{Change, Effort, Parts, Settled, Tie};
use crate::game::{Assessment, Player, Value};
use crate::goal::Aim;
use crate::policy::Policy;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The most leaves that the sets of a search list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetLimits {
    /// Müller's P: the most leaves that a proof set lists.
    pub proof: u32,
    /// Müller's D: the most leaves that a disproof set lists.
    pub disproof: u32,
}

impl SetLimits {
    /// Sets of any size: PSS as such.
    pub const UNLIMITED: SetLimits = SetLimits { proof: u32::MAX, disproof: u32::MAX };
}

impl Default for SetLimits {
    fn default() -> SetLimits {
        SetLimits { proof: 20, disproof: 20 }
    }
}

/// A proof and a disproof set.
#[derive(Clone, Copy, Debug)]
pub struct ProofSets {
    proof: NodeSet,
    disproof: NodeSet,
}

impl ProofSets {
    const WON: ProofSets = ProofSets { proof: NodeSet::EMPTY, disproof: NodeSet::INFINITE };
    const LOST: ProofSets = ProofSets { proof: NodeSet::INFINITE, disproof: NodeSet::EMPTY };

    #[inline]
    fn numbers(self) -> ProofNumbers {
        ProofNumbers { proof: self.proof.bound, disproof: self.disproof.bound }
    }

    fn side_mut(&mut self, side: Side) -> &mut NodeSet {
        match side {
            Side::Proof => &mut self.proof,
            Side::Disproof => &mut self.disproof,
        }
    }

    #[inline]
    fn side(self, side: Side) -> NodeSet {
        match side {
            Side::Proof => self.proof,
            Side::Disproof => self.disproof,
        }
    }
}

/// The parts of a label are its two sets.
impl Parts {
    #[inline]
    fn has(self, side: Side) -> bool {
        self.0 & 1 << side as u8 != 0
    }

    #[inline]
    fn with(self, side: Side) -> Parts {
        Parts(self.0 | 1 << side as u8)
    }
}

/// The effort `sets`.
pub struct Sets {
    aim: Aim,
    tie: Tie,
    sets: NodeSets,
}

impl Sets {
    /// Sets for an aim, by a policy: how ties are broken, how much sets list and whether that is exact, and for how
    /// much a leaf counts that is in a set of the root.
    pub fn new(aim: Aim, policy: &Policy) -> Sets {
        let Policy { tie, set_limits: limits, exact_sets, discount, .. } = *policy;
        let most = [limits.proof, limits.disproof].map(|most| most as usize);
        let stay = !exact_sets && limits != SetLimits::UNLIMITED;
        Sets { aim, tie, sets: NodeSets::new(most, discount, stay) }
    }

    /// The side on which the mover wants to run out of leaves, and the other one.
    #[inline]
    fn sides(&self, player: Player) -> (Side, Side) {
        if player == self.aim.prover() { (Side::Proof, Side::Disproof) } else { (Side::Disproof, Side::Proof) }
    }

    /// The smallest of the children's sets; [`NodeSet::INFINITE`] if there is none.
    #[inline]
    fn smallest(&self, side: Side, children: impl Iterator<Item = ProofSets>) -> NodeSet {
        let mut smallest = NodeSet::INFINITE;
        for child in children {
            let set = child.side(side);
            match self.sets.compare(side, set, smallest) {
                Ordering::Less => smallest = set,
                Ordering::Equal if self.tie == Tie::Last => smallest = set,
                _ => {}
            }
        }
        smallest
    }

    /// The label of these sets, the mover's and the other one.
    fn with_sides(own_side: Side, own: NodeSet, other: NodeSet) -> ProofSets {
        match own_side {
            Side::Proof => ProofSets { proof: own, disproof: other },
            Side::Disproof => ProofSets { proof: other, disproof: own },
        }
    }
}

impl Effort for Sets {
    type Label = ProofSets;

    fn for_aims(aims: &[Aim], policy: &Policy) -> Sets {
        Sets::new(aims[0], policy)
    }

    fn attend(&mut self, root: ProofSets, _: Player) -> bool {
        self.sets.favor(Side::Proof, root.proof);
        self.sets.favor(Side::Disproof, root.disproof);
        false
    }

    #[inline]
    fn ended(&self, value: Value) -> ProofSets {
        if self.aim.is_win(value) { ProofSets::WON } else { ProofSets::LOST }
    }

    #[inline]
    fn repeated(&self) -> ProofSets {
        ProofSets::LOST
    }

    #[inline]
    fn prover_moves(&self, player: Player) -> bool {
        player == self.aim.prover()
    }

    #[inline]
    fn leaf(&mut self, node: u32, player: Player, assessment: Assessment) -> ProofSets {
        let weights = ProofNumbers::leaf(player == self.aim.prover(), assessment);
        ProofSets {
            proof: self.sets.single(Side::Proof, node, weights.proof),
            disproof: self.sets.single(Side::Disproof, node, weights.disproof),
        }
    }

    #[inline]
    fn inherit(&self, parent: ProofSets, label: &mut ProofSets) -> bool {
        if self.sets.stay() && parent.numbers() != label.numbers() {
            return false;
        }
        if self.sets.stay() {
            *label = parent;
        }
        true
    }

    fn combine(&mut self, player: Player, children: impl Iterator<Item = ProofSets> + Clone) -> ProofSets {
        let (own, other) = self.sides(player);
        let smallest = self.smallest(own, children.clone());
        let union = self.sets.union(other, children.map(|child| child.side(other)));
        Sets::with_sides(own, self.sets.share(smallest), union)
    }

    fn update(
        &mut self,
        player: Player,
        label: &mut ProofSets,
        children: impl Iterator<Item = ProofSets> + Clone,
    ) -> bool {
        let before = *label;
        let changed = self.update_parts(player, label, Parts::ALL, children);
        self.release_parts(before, changed);
        changed != Parts::NONE
    }

    fn update_parts(
        &mut self,
        player: Player,
        label: &mut ProofSets,
        parts: Parts,
        children: impl Iterator<Item = ProofSets> + Clone,
    ) -> Parts {
        let (own, other) = self.sides(player);
        let mut changed = Parts::NONE;
        if parts.has(own) {
            let smallest = self.smallest(own, children.clone());
            if self.sets.is_news(label.side(own), smallest) {
                *label.side_mut(own) = self.sets.share(smallest);
                changed = changed.with(own);
            }
        }
        if parts.has(other) {
            let set = label.side(other);
            if let Some(union) = self.sets.union_unless(other, set, children.map(|child| child.side(other))) {
                *label.side_mut(other) = union;
                changed = changed.with(other);
            }
        }
        changed
    }

    fn release_parts(&mut self, before: ProofSets, changed: Parts) {
        for side in [Side::Proof, Side::Disproof] {
            if changed.has(side) {
                self.sets.release(before.side(side));
            }
        }
    }

    /// A union always hears of a change. The smallest set does where the one that changed may have been it, or may be
    /// it now: also where it is only as small, because then the walk may go to another child.
    #[inline]
    fn concerns(&self, player: Player, parent: ProofSets, change: Change<ProofSets>) -> Parts {
        let (own, other) = self.sides(player);
        let concerned = Parts(change.parts.0 & Parts::NONE.with(other).0);
        if !change.parts.has(own) {
            return concerned;
        }
        let smallest = parent.side(own);
        let (before, after) = (change.before.side(own), change.after.side(own));
        let is_concerned = !self.sets.is_news(before, smallest)
            || !self.sets.is_news(after, smallest)
            || self.sets.compare(own, after, smallest) != Ordering::Greater;
        if is_concerned { concerned.with(own) } else { concerned }
    }

    fn replace(&mut self, label: &mut ProofSets, new: ProofSets) -> bool {
        let mut is_news = false;
        for side in [Side::Proof, Side::Disproof] {
            let (before, set) = (label.side(side), new.side(side));
            if self.sets.is_news(before, set) {
                self.sets.release(before);
                *label.side_mut(side) = set;
                is_news = true;
            } else {
                self.sets.release(set);
            }
        }
        is_news
    }

    fn share(&mut self, label: ProofSets) -> ProofSets {
        ProofSets { proof: self.sets.share(label.proof), disproof: self.sets.share(label.disproof) }
    }

    fn release(&mut self, label: ProofSets) {
        self.sets.release(label.proof);
        self.sets.release(label.disproof);
    }

    #[inline]
    fn choose(
        &self,
        player: Player,
        label: ProofSets,
        children: impl DoubleEndedIterator<Item = ProofSets> + ExactSizeIterator,
    ) -> usize {
        let (own, _) = self.sides(player);
        let is_source = |child: ProofSets| !self.sets.is_news(child.side(own), label.side(own));
        self.tie.source(children, is_source)
    }

    fn choose_open(&self, player: Player, children: impl Iterator<Item = Option<ProofSets>>) -> Option<usize> {
        let (own, _) = self.sides(player);
        let mut best: Option<(usize, NodeSet)> = None;
        for (place, child) in children.enumerate() {
            let Some(set) = child.map(|child| child.side(own)).filter(|set| set.bound != INFINITY) else { continue };
            let is_better = best.is_none_or(|(_, smallest)| match self.sets.compare(own, set, smallest) {
                Ordering::Less => true,
                Ordering::Equal => self.tie == Tie::Last,
                Ordering::Greater => false,
            });
            if is_better {
                best = Some((place, set));
            }
        }
        best.map(|(place, _)| place)
    }

    #[inline]
    fn target(&self, label: ProofSets) -> Option<u32> {
        if self.sets.stay() {
            return None;
        }
        let common = self.sets.newest_common(label.proof, label.disproof);
        debug_assert!(
            common.is_some() || self.sets.is_cut(label.proof) || self.sets.is_cut(label.disproof),
            "{label:?} is of two whole sets that have nothing in common, against Theorem 1"
        );
        common
    }

    #[inline]
    fn settled(&self, label: ProofSets) -> Settled {
        Settled::by_aim(self.aim, label.numbers().solved())
    }

    fn with_settled(&mut self, label: ProofSets, settled: Settled) -> ProofSets {
        let Some(prover_wins) = self.prover_wins(settled, 0) else { return label };
        self.release(label);
        if prover_wins { ProofSets::WON } else { ProofSets::LOST }
    }

    fn lost(&self) -> Settled {
        Settled::by_aim(self.aim, Some(false))
    }

    #[inline]
    fn prover_wins(&self, settled: Settled, question: usize) -> Option<bool> {
        settled.holds(question).map(|holds| self.aim.goal_holds(holds))
    }

    #[inline]
    fn is_final(&self, label: ProofSets) -> bool {
        label.numbers().solved().is_some()
    }

    fn report(&self, label: ProofSets) -> (Option<u64>, Option<u64>) {
        label.numbers().for_goal(self.aim)
    }

    fn bytes(&self) -> usize {
        self.sets.bytes()
    }

    fn allow(&mut self, bytes: usize) {
        self.sets.allow(bytes);
    }
}

#[cfg(test)]
mod tests;
