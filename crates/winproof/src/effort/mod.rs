//! The first axis: what is backed up from the leaves to the root.
//!
//! An effort labels every node with what is left to do there, and knows how the label of a node follows from
//! those of its children and which child to go to next. The graph decides what is a node, the leaf assessment what
//! a new node starts with.
//!
//! - [`Numbers`]: a proof and a disproof number.
//! - [`Sets`]: a proof and a disproof set of leaves, cut off at a size (PSS).
//! - [`Few`] and [`Many`]: a pair of numbers for every outcome (GPNS), for games of up to three outcomes and for
//!   those of any number.
//!
//! # Questions
//! A search answers one question, "does Max get at least v?", or, with outcomes, one for each value but the lowest,
//! numbered upwards from 0. Each walk *attends* to one of them. Where a question is turned round so that Min is the
//! prover ([`Aim`](crate::Aim)), its numbers are Min's.
//!
//! # Labels that own something
//! A label is a small `Copy` value that graphs move about as they like. It may hold a handle to data that the effort
//! keeps in a pool, so graphs follow these rules, which cost nothing where labels are plain numbers: every node owns
//! its label; a label from [`leaf`](Effort::leaf) or [`combine`](Effort::combine) is owned by whoever asked for it;
//! to overwrite one there is [`replace`](Effort::replace) or [`update`](Effort::update), to copy one to another node
//! [`share`](Effort::share), to drop one [`release`](Effort::release).

#[cfg(test)]
mod any;
mod node_sets;
pub mod numbers;
pub mod outcomes;
mod pool;
pub mod sets;

use crate::game::{Assessment, Player, Value};
use crate::goal::Aim;
use crate::policy::Policy;

use numbers::INFINITY;
pub use numbers::Numbers;
pub use outcomes::{Few, Many};
use serde::{Deserialize, Serialize};
pub use sets::{SetLimits, Sets};

/// Which of several equally good children is taken. The papers count with one or the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tie {
    /// The leftmost.
    #[default]
    First,
    /// The rightmost.
    Last,
}

impl Tie {
    /// The place of the child that a label follows from, which is taken among those that it may follow from.
    #[inline]
    fn source<T>(
        self,
        mut children: impl DoubleEndedIterator<Item = T> + ExactSizeIterator,
        is_source: impl FnMut(T) -> bool,
    ) -> usize {
        let found = match self {
            Tie::First => children.position(is_source),
            Tie::Last => children.rposition(is_source),
        };
        debug_assert!(found.is_some(), "a label does not follow from the children");
        found.unwrap_or(0)
    }

    /// The place of the least of the numbers that are given and finite.
    #[inline]
    fn least(self, numbers: impl Iterator<Item = Option<u32>>) -> Option<usize> {
        let mut best = None;
        let mut least = INFINITY;
        for (place, number) in numbers.enumerate() {
            let Some(number) = number else { continue };
            if number < least || number == least && number != INFINITY && self == Tie::Last {
                (best, least) = (Some(place), number);
            }
        }
        best
    }
}

/// What is known for good of a position: Max reaches the goals below `lower` and does not reach those from `upper`
/// on. Open are those between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// How many goals Max is known to reach.
    pub lower: u16,
    /// The first goal that he is known not to reach, or the number of goals.
    pub upper: u16,
}

impl Settled {
    /// Nothing is known, of any number of goals.
    pub const UNKNOWN: Settled = Settled { lower: 0, upper: u16::MAX };

    /// What is known of the single goal of an aim, given that its prover wins, or does not, or may.
    #[inline]
    pub fn by_aim(aim: Aim, prover_wins: Option<bool>) -> Settled {
        match prover_wins.map(|wins| aim.goal_holds(wins)) {
            None => Settled { lower: 0, upper: 1 },
            Some(true) => Settled { lower: 1, upper: 1 },
            Some(false) => Settled { lower: 0, upper: 0 },
        }
    }

    /// What is known by both together.
    #[must_use]
    #[inline]
    pub fn join(self, other: Settled) -> Settled {
        Settled { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether no goal is open.
    #[inline]
    pub fn is_closed(self) -> bool {
        self.lower >= self.upper
    }

    /// Whether Max reaches a goal, if that is known.
    #[inline]
    pub fn holds(self, goal: usize) -> Option<bool> {
        if goal < usize::from(self.lower) {
            Some(true)
        } else if goal >= usize::from(self.upper) {
            Some(false)
        } else {
            None
        }
    }
}

/// Parts of a label, for efforts whose labels have two that can be computed one without the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(pub u8);

impl Parts {
    /// No part.
    pub const NONE: Parts = Parts(0);
    /// The whole label.
    pub const ALL: Parts = Parts(3);
}

/// A label that has changed.
#[derive(Clone, Copy, Debug)]
pub struct Change<T> {
    /// What it was.
    pub before: T,
    /// What it is.
    pub after: T,
    /// Where the two differ.
    pub parts: Parts,
}

/// What a search backs up.
pub trait Effort: Sized {
    /// Whether labels name nodes by their ids, so that an id must not be given to another node.
    const NAMES_NODES: bool = true;

    /// What a node is labelled with.
    type Label: Copy + std::fmt::Debug;

    /// The effort of a search for these goals, upwards: one, or with outcomes all that are open.
    fn for_aims(aims: &[Aim], policy: &Policy) -> Self;

    /// How many goals there are.
    #[inline]
    fn goals(&self) -> u16 {
        1
    }

    /// Turns to a question before a walk from the root, which has this label and in which `player` moves; true if it
    /// is not the one of the walk before.
    #[inline]
    fn attend(&mut self, root: Self::Label, player: Player) -> bool {
        let _ = (root, player);
        false
    }

    /// The label of a position where play ended with this value. It owns nothing.
    fn ended(&self, value: Value) -> Self::Label;

    /// The label of a repetition, and of anything else that is no win for the prover. It owns nothing.
    fn repeated(&self) -> Self::Label;

    /// Whether it is the prover's move where `player` moves, in the question that is attended to.
    fn prover_moves(&self, player: Player) -> bool;

    /// The first label of a leaf in which `player` moves. `node` tells leaves apart that are different positions.
    fn leaf(&mut self, node: u32, player: Player, assessment: Assessment) -> Self::Label;

    /// Lets a new leaf take the place of its parent, which was a leaf until now, where labels name leaves. False if
    /// it cannot: then the next may.
    #[inline]
    fn inherit(&self, parent: Self::Label, label: &mut Self::Label) -> bool {
        let _ = (parent, label);
        true
    }

    /// The label of a node in which `player` moves, from those of its children.
    fn combine(&mut self, player: Player, children: impl Iterator<Item = Self::Label> + Clone) -> Self::Label;

    /// The same where some children (those with `true`) count as lost for the prover in the question that is attended
    /// to, unless the node would be lost by that: then no child does.
    #[inline]
    fn combine_marked(
        &mut self,
        player: Player,
        children: impl Iterator<Item = (Self::Label, bool)> + Clone,
    ) -> Self::Label {
        let lost = self.repeated();
        let with_marks = children.clone().map(|(label, is_marked)| if is_marked { lost } else { label });
        let label = self.combine(player, with_marks);
        if self.solved(label) != Some(false) {
            return label;
        }
        self.release(label);
        self.combine(player, children.map(|(label, _)| label))
    }

    /// Computes a node's label anew from those of its children; true if it changed.
    #[inline]
    fn update(
        &mut self,
        player: Player,
        label: &mut Self::Label,
        children: impl Iterator<Item = Self::Label> + Clone,
    ) -> bool {
        let new = self.combine(player, children);
        self.replace(label, new)
    }

    /// The same for some parts of the label, of which those that changed are told. What they said before stays in the
    /// hands of the graph until it calls [`release_parts`](Effort::release_parts).
    #[inline]
    fn update_parts(
        &mut self,
        player: Player,
        label: &mut Self::Label,
        parts: Parts,
        children: impl Iterator<Item = Self::Label> + Clone,
    ) -> Parts {
        let _ = parts;
        if self.update(player, label, children) { Parts::ALL } else { Parts::NONE }
    }

    /// Takes back the parts of a label that [`update_parts`](Effort::update_parts) has changed.
    #[inline]
    fn release_parts(&mut self, before: Self::Label, changed: Parts) {
        let _ = (before, changed);
    }

    /// Which parts of a parent's label must be computed anew, given what has changed at one of its children.
    #[inline]
    fn concerns(&self, player: Player, parent: Self::Label, change: Change<Self::Label>) -> Parts {
        let _ = (player, parent, change);
        Parts::ALL
    }

    /// Gives a node a new label, which is owned; true if it says something else.
    fn replace(&mut self, label: &mut Self::Label, new: Self::Label) -> bool;

    /// A copy of a label for another node.
    #[inline]
    fn share(&mut self, label: Self::Label) -> Self::Label {
        label
    }

    /// Takes back a label that no node needs any more.
    #[inline]
    fn release(&mut self, label: Self::Label) {
        let _ = label;
    }

    /// The place of the child to go on with. `label` is what [`combine`](Effort::combine) made of the children;
    /// the question that is attended to is open.
    fn choose(
        &self,
        player: Player,
        label: Self::Label,
        children: impl DoubleEndedIterator<Item = Self::Label> + ExactSizeIterator,
    ) -> usize;

    /// The same among the children that are given (`None` stands for one to pass over), whose labels need not agree
    /// with that of the node. `None` if all of them are settled against the mover.
    fn choose_open(&self, player: Player, children: impl Iterator<Item = Option<Self::Label>>) -> Option<usize>;

    /// The leaf to expand below a node with this label, where the label names it.
    #[inline]
    fn target(&self, label: Self::Label) -> Option<u32> {
        let _ = label;
        None
    }

    /// All that a label says for good.
    fn settled(&self, label: Self::Label) -> Settled;

    /// A node's label with more that is known for good. Owned, in place of the one given.
    fn with_settled(&mut self, label: Self::Label, settled: Settled) -> Self::Label;

    /// What is known of a node that is lost for the prover in the question that is attended to.
    fn lost(&self) -> Settled;

    /// Whether the prover of a question wins, by what is known of a node.
    fn prover_wins(&self, settled: Settled, question: usize) -> Option<bool>;

    /// The question that is attended to.
    #[inline]
    fn question(&self) -> usize {
        0
    }

    /// Whether the prover wins, if the label says so or says that he does not, in the question that is attended to.
    #[inline]
    fn solved(&self, label: Self::Label) -> Option<bool> {
        self.prover_wins(self.settled(label), self.question())
    }

    /// Whether the label can never change again.
    #[inline]
    fn is_final(&self, label: Self::Label) -> bool {
        self.settled(label).is_closed()
    }

    /// The label as a proof and a disproof number for a progress report; `None` stands for infinity.
    fn report(&self, label: Self::Label) -> (Option<u64>, Option<u64>);

    /// Bytes that the effort holds besides the labels.
    #[inline]
    fn bytes(&self) -> usize {
        0
    }

    /// Sets the most bytes that it may hold.
    #[inline]
    fn allow(&mut self, bytes: usize) {
        let _ = bytes;
    }

    /// Whether it ran out of them: the search must stop.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}
