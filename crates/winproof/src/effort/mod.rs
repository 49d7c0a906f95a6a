//! The first axis: what is backed up from the leaves to the root.
//!
//! An effort labels every node with what is left to do there, and knows how the label of a node follows from
//! those of its children and which child to go to next. The graph decides what is a node, the leaf assessment what
//! a new node starts with.

pub mod numbers;

use crate::game::{Assessment, Player, Value};

pub use numbers::Numbers;

/// Which of several equally good children is taken. The papers count with one or the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// The leftmost.
    #[default]
    First,
    /// The rightmost.
    Last,
}

/// What a search backs up.
pub trait Effort {
    /// What a node is labelled with.
    type Label: Copy + PartialEq + std::fmt::Debug;

    /// The label of a position where play ended with this value.
    fn ended(&self, value: Value) -> Self::Label;

    /// The label of a repetition, and of anything else that is no win for the prover.
    fn repeated(&self) -> Self::Label;

    /// The label of a node that the prover wins.
    fn won(&self) -> Self::Label;

    /// Whether it is the prover's move where `player` moves.
    fn prover_moves(&self, player: Player) -> bool;

    /// The first label of a leaf in which `player` moves.
    fn leaf(&self, player: Player, assessment: Assessment) -> Self::Label;

    /// The label of a node in which `player` moves, from those of its children.
    fn combine(&self, player: Player, children: impl Iterator<Item = Self::Label>) -> Self::Label;

    /// The place of the child to go on with. `label` is what [`combine`](Effort::combine) made of the children;
    /// the node is not solved.
    fn choose(
        &self,
        player: Player,
        label: Self::Label,
        children: impl DoubleEndedIterator<Item = Self::Label> + ExactSizeIterator,
    ) -> usize;

    /// The same among the children that are given (`None` stands for one to pass over), whose labels need not agree with
    /// that of the node. `None` if all of them are settled against the mover.
    fn choose_open(&self, player: Player, children: impl Iterator<Item = Option<Self::Label>>) -> Option<usize>;

    /// Whether the prover wins, if the label says so or says that he does not.
    fn solved(&self, label: Self::Label) -> Option<bool>;

    /// The label as a proof and a disproof number for a progress report; `None` stands for infinity.
    fn report(&self, label: Self::Label) -> (Option<u64>, Option<u64>);
}
