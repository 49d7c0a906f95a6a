//! Complete proof and disproof sets: all minimal sets of open leaves that decide a node (Schijf 1993, §3.2, figure
//! 3.2).
//!
//! The definition itself, as an algorithm: where one child is enough, a node has the sets of all of its children;
//! where all are needed, every way to take one set of each child and join them (the tensor union). There is no
//! cleverness in it, so the other algorithms are measured with it. A family of sets can grow exponentially with the
//! number of open leaves.
//!
//! # Repair
//! As printed, the figure keeps sets that contain others. They prove nothing more, and here they are dropped, so that
//! equal functions of the leaves have equal families.

use super::{INFINITY, LeafState, Node, Partial, ProofNumbers, Side};

/// A set of nodes with numbers below 128.
///
/// ```
/// use winproof_oracle::exact::sets::NodeSet;
/// let set = NodeSet::from_iter([3, 90, 3]);
/// assert_eq!((set.len(), set.contains(90), set.contains(4)), (2, true, false));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeSet(u128);

impl NodeSet {
    /// The set without nodes.
    ///
    /// ```
    /// assert!(winproof_oracle::exact::sets::NodeSet::EMPTY.is_empty());
    /// ```
    pub const EMPTY: NodeSet = NodeSet(0);

    /// How many nodes are in it.
    ///
    /// ```
    /// assert_eq!(winproof_oracle::exact::sets::NodeSet::from_iter([1, 2]).len(), 2);
    /// ```
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    ///
    /// ```
    /// assert!(!winproof_oracle::exact::sets::NodeSet::from_iter([0]).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a node is in it.
    ///
    /// ```
    /// assert!(winproof_oracle::exact::sets::NodeSet::from_iter([5]).contains(5));
    /// ```
    #[must_use]
    pub fn contains(self, node: usize) -> bool {
        node < 128 && self.0 >> node & 1 == 1
    }

    /// The nodes that are in one of two sets.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::NodeSet;
    /// let [a, b] = [[1, 2], [2, 3]].map(NodeSet::from_iter);
    /// assert_eq!(a.union(b), NodeSet::from_iter([1, 2, 3]));
    /// ```
    #[must_use]
    pub fn union(self, other: NodeSet) -> NodeSet {
        NodeSet(self.0 | other.0)
    }

    /// The nodes that are in both of two sets.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::NodeSet;
    /// let [a, b] = [[1, 2], [2, 3]].map(NodeSet::from_iter);
    /// assert_eq!(a.intersection(b), NodeSet::from_iter([2]));
    /// ```
    #[must_use]
    pub fn intersection(self, other: NodeSet) -> NodeSet {
        NodeSet(self.0 & other.0)
    }

    /// The nodes in it, ascending.
    ///
    /// ```
    /// assert_eq!(winproof_oracle::exact::sets::NodeSet::from_iter([7, 2]).iter().collect::<Vec<_>>(), [2, 7]);
    /// ```
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..128).filter(move |&node| self.contains(node))
    }

    fn is_subset(self, other: NodeSet) -> bool {
        self.0 & !other.0 == 0
    }
}

impl FromIterator<usize> for NodeSet {
    /// # Panics
    /// If a number is 128 or more.
    fn from_iter<I: IntoIterator<Item = usize>>(nodes: I) -> NodeSet {
        nodes.into_iter().fold(NodeSet::EMPTY, |set, node| {
            assert!(node < 128, "complete sets are for graphs of at most 128 nodes");
            NodeSet(set.0 | 1 << node)
        })
    }
}

/// A family of sets of leaves, none of which contains another: all minimal ways to settle a node on one side.
///
/// ```
/// use winproof_oracle::exact::{INFINITY, sets::Family};
/// assert_eq!(Family::never().number(), INFINITY);
/// assert_eq!(Family::always().number(), 0);
/// assert_eq!(Family::leaf(3).number(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// Ascending, so that equal families are equal lists.
    sets: Vec<NodeSet>,
}

impl Family {
    /// No set at all: nothing settles the node this way.
    ///
    /// ```
    /// assert_eq!(winproof_oracle::exact::sets::Family::never().sets(), []);
    /// ```
    #[must_use]
    pub fn never() -> Family {
        Family { sets: Vec::new() }
    }

    /// The empty set alone: the node is settled this way already.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::{Family, NodeSet};
    /// assert_eq!(Family::always().sets(), [NodeSet::EMPTY]);
    /// ```
    #[must_use]
    pub fn always() -> Family {
        Family { sets: vec![NodeSet::EMPTY] }
    }

    /// The set of one leaf.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::{Family, NodeSet};
    /// assert_eq!(Family::leaf(4).sets(), [NodeSet::from_iter([4])]);
    /// ```
    ///
    /// # Panics
    /// If the number is 128 or more.
    #[must_use]
    pub fn leaf(leaf: usize) -> Family {
        Family { sets: vec![NodeSet::from_iter([leaf])] }
    }

    /// The minimal ones among these sets.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::{Family, NodeSet};
    /// let sets = [vec![1, 2], vec![2], vec![2]].map(NodeSet::from_iter);
    /// assert_eq!(Family::minimal(sets.to_vec()).sets(), [NodeSet::from_iter([2])]);
    /// ```
    #[must_use]
    pub fn minimal(mut sets: Vec<NodeSet>) -> Family {
        // Small sets first: a set is dropped by one that was kept before it.
        sets.sort_unstable_by_key(|set| (set.len(), *set));
        let mut kept: Vec<NodeSet> = Vec::new();
        for set in sets {
            if !kept.iter().any(|smaller| smaller.is_subset(set)) {
                kept.push(set);
            }
        }
        kept.sort_unstable();
        Family { sets: kept }
    }

    /// The ways to settle one of two nodes.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::Family;
    /// assert_eq!(Family::leaf(1).union(&Family::leaf(2)).sets().len(), 2);
    /// ```
    #[must_use]
    pub fn union(&self, other: &Family) -> Family {
        Family::minimal([&self.sets[..], &other.sets].concat())
    }

    /// The ways to settle both of two nodes.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::{Family, NodeSet};
    /// let both = Family::leaf(1).tensor_union(&Family::leaf(2));
    /// assert_eq!(both.sets(), [NodeSet::from_iter([1, 2])]);
    /// assert_eq!(both.tensor_union(&Family::never()), Family::never());
    /// ```
    #[must_use]
    pub fn tensor_union(&self, other: &Family) -> Family {
        let joined = self.sets.iter().flat_map(|&one| other.sets.iter().map(move |&two| one.union(two)));
        Family::minimal(joined.collect())
    }

    /// The sets, in a fixed order.
    ///
    /// ```
    /// assert_eq!(winproof_oracle::exact::sets::Family::leaf(4).sets().len(), 1);
    /// ```
    #[must_use]
    pub fn sets(&self) -> &[NodeSet] {
        &self.sets
    }

    /// The size of a smallest set; [`INFINITY`] if there is none.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::Family;
    /// assert_eq!(Family::leaf(1).tensor_union(&Family::leaf(2)).number(), 2);
    /// ```
    #[must_use]
    pub fn number(&self) -> u32 {
        self.sets.iter().map(|set| set.len()).min().unwrap_or(INFINITY)
    }

    /// All leaves that are in a set of the smallest size.
    ///
    /// ```
    /// use winproof_oracle::exact::sets::{Family, NodeSet};
    /// let pair = Family::leaf(1).tensor_union(&Family::leaf(2));
    /// assert_eq!(Family::leaf(0).union(&pair).in_smallest(), NodeSet::from_iter([0]));
    /// ```
    #[must_use]
    pub fn in_smallest(&self) -> NodeSet {
        let number = self.number();
        self.sets.iter().filter(|set| set.len() == number).fold(NodeSet::EMPTY, |all, &set| all.union(set))
    }
}

/// The complete proof set and the complete disproof set of a node.
///
/// ```
/// use winproof_oracle::exact::{LeafState, ProofNumbers, sets::CompleteSets};
/// assert_eq!(CompleteSets::of_leaf(0, LeafState::Lost).numbers(), ProofNumbers::LOST);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompleteSets {
    /// Every minimal set of leaves that proves the node, once all of them are won.
    pub proof: Family,
    /// Every minimal set of leaves that disproves it, once all of them are lost.
    pub disproof: Family,
}

impl CompleteSets {
    /// The sets of a leaf.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, ProofNumbers, sets::CompleteSets};
    /// let open = CompleteSets::of_leaf(9, LeafState::Open);
    /// assert_eq!(open.numbers(), ProofNumbers { proof: 1, disproof: 1 });
    /// ```
    #[must_use]
    pub fn of_leaf(leaf: usize, state: LeafState) -> CompleteSets {
        match state {
            LeafState::Won => CompleteSets { proof: Family::always(), disproof: Family::never() },
            LeafState::Lost => CompleteSets { proof: Family::never(), disproof: Family::always() },
            LeafState::Open => CompleteSets { proof: Family::leaf(leaf), disproof: Family::leaf(leaf) },
        }
    }

    /// The sets of an inner node from those of its children.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, ProofNumbers, sets::CompleteSets};
    /// let leaves = [0, 1].map(|leaf| CompleteSets::of_leaf(leaf, LeafState::Open));
    /// let both = CompleteSets::combine(false, &leaves);
    /// assert_eq!(both.numbers(), ProofNumbers { proof: 2, disproof: 1 });
    /// ```
    #[must_use]
    pub fn combine<'a>(
        prover_moves: bool,
        children: impl IntoIterator<Item = &'a CompleteSets> + Clone,
    ) -> CompleteSets {
        let side = |side: Side| {
            let families = children.clone().into_iter().map(|child| child.of(side));
            match side.needs_one(prover_moves) {
                true => families.fold(Family::never(), |all, family| all.union(family)),
                false => families.fold(Family::always(), |all, family| all.tensor_union(family)),
            }
        };
        CompleteSets { proof: side(Side::Proof), disproof: side(Side::Disproof) }
    }

    /// The family of one side.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Side, sets::{CompleteSets, Family}};
    /// let won = CompleteSets::of_leaf(0, LeafState::Won);
    /// assert_eq!(won.of(Side::Proof), &Family::always());
    /// ```
    #[must_use]
    pub fn of(&self, side: Side) -> &Family {
        match side {
            Side::Proof => &self.proof,
            Side::Disproof => &self.disproof,
        }
    }

    /// The true proof and disproof number.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, ProofNumbers, sets::CompleteSets};
    /// assert_eq!(CompleteSets::of_leaf(0, LeafState::Won).numbers(), ProofNumbers::WON);
    /// ```
    #[must_use]
    pub fn numbers(&self) -> ProofNumbers {
        ProofNumbers { proof: self.proof.number(), disproof: self.disproof.number() }
    }

    /// All most-proving nodes: leaves that are both in a smallest proof set and in a smallest disproof set. There is
    /// one, unless the node is solved: a proof set and a disproof set that had no leaf in common could both come
    /// true.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, sets::{CompleteSets, NodeSet}};
    /// let open = CompleteSets::of_leaf(9, LeafState::Open);
    /// assert_eq!(open.most_proving_nodes(), NodeSet::from_iter([9]));
    /// ```
    #[must_use]
    pub fn most_proving_nodes(&self) -> NodeSet {
        self.proof.in_smallest().intersection(self.disproof.in_smallest())
    }
}

/// The complete sets of every node of a graph without cycles.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, sets::{NodeSet, complete_sets}};
/// let mut graph = Partial::new();
/// let [a, b, c] = std::array::from_fn(|_| graph.add(LeafState::Open));
/// graph.expand(a, false, &[b, c]);
/// graph.expand(b, true, &[c]);
/// assert_eq!(complete_sets(&graph)[a].proof.sets(), [NodeSet::from_iter([c])]);
/// ```
///
/// # Panics
/// If the graph has a cycle or more than 128 nodes.
#[must_use]
pub fn complete_sets(graph: &Partial) -> Vec<CompleteSets> {
    let order = graph.children_first().expect("the graph must have no cycle");
    let mut sets = vec![CompleteSets::of_leaf(0, LeafState::Lost); graph.len()];
    for id in order {
        sets[id] = match graph.node(id) {
            Node::Leaf(state) => CompleteSets::of_leaf(id, *state),
            Node::Inner { prover_moves, children } => {
                CompleteSets::combine(*prover_moves, children.iter().map(|&child| &sets[child]))
            }
        };
    }
    sets
}
