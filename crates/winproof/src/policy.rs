//! Choices inside the best-first loop that change its cost, never its answer.

use crate::depth_first::{AlphaBetaPolicy, DfpnPolicy};
use crate::effort::{SetLimits, Tie};
use crate::leaf::nested::NestedPolicy;
use serde::{Deserialize, Serialize};

/// When a node is evaluated: looked at for an end of play and given its first numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evaluation {
    /// As soon as it is made.
    #[default]
    Immediate,
    /// When it is selected for expansion; until then it counts as one step of work. Cheaper per node, and more
    /// nodes (Breuker 1998, §4.2).
    Delayed,
}

/// What becomes of nodes that can no longer change the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deletion {
    /// They stay.
    #[default]
    None,
    /// Below a solved node, all that its proof does not need is given back.
    KeepProof,
    /// Everything below a solved node is given back: the answer stays, line and proof are lost.
    All,
}

/// In which order news travels upwards where a node has several parents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum UpdateOrder {
    /// Through a queue, deepest nodes first: each node once.
    #[default]
    Queue,
    /// Through a queue, first come first served (Müller 2001, §3.2): a node may be computed several times where lines
    /// to it differ in length.
    Arrival,
    /// From parent to parent, one path after the other, as Schijf (1993) counts updates.
    Recursive,
}

/// The policies of the best-first loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// Which of equally good children is taken.
    pub tie: Tie,
    /// A seed for a random order of the moves at each expansion; without it, the game's own order.
    pub shuffle: Option<u64>,
    /// What happens to solved subtrees.
    pub deletion: Deletion,
    /// Whether an update ends at the first node that it does not change. The papers count both ways.
    pub early_stop: bool,
    /// How updates travel in graphs; of no meaning in a tree.
    pub update_order: UpdateOrder,
    /// Whether graphs join positions that are the same under the game's symmetries.
    pub symmetry: bool,
    /// Whether two moves to one and the same node count as one child. Schijf's appendix A counts them as two.
    pub merge_siblings: bool,
    /// Whether the search for a goal goes on with the graph of the goal before, where the exact value is asked for
    /// and the graph is a `tree` or a `dag`: nothing is expanded twice, and the memory is that of all goals together.
    /// Otherwise each goal has a search of its own, as the papers count.
    pub share_goals: bool,
    /// How many leaves the sets of proof-set search list.
    pub set_limits: SetLimits,
    /// In proof-set search with limits, whether every set lists the leaves that the paper says, at any time.
    /// Otherwise a set stays as it is for as long as its bound does, which takes less than half the time an
    /// expansion.
    pub exact_sets: bool,
    /// In proof-set search, the hundredths of its weight for which a leaf counts that is in a set of the root
    /// already, when the smallest of several sets is chosen (Müller 2001, §5.2). Without it, all leaves count in
    /// full.
    pub discount: Option<u8>,
    /// The settings of searches whose leaves are searched in turn.
    pub nested: NestedPolicy,
    /// The settings of df-pn.
    pub dfpn: DfpnPolicy,
    /// The settings of alpha-beta.
    pub alpha_beta: AlphaBetaPolicy,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            evaluation: Evaluation::default(),
            tie: Tie::default(),
            shuffle: None,
            deletion: Deletion::default(),
            early_stop: true,
            update_order: UpdateOrder::default(),
            symmetry: false,
            merge_siblings: true,
            share_goals: false,
            set_limits: SetLimits::default(),
            exact_sets: false,
            discount: None,
            nested: NestedPolicy::default(),
            dfpn: DfpnPolicy::default(),
            alpha_beta: AlphaBetaPolicy::default(),
        }
    }
}
