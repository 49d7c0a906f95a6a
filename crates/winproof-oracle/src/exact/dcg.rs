//! Complete proof and disproof sets where positions repeat (Schijf 1993, §5.2 and §5.3, figures 5.3 and 5.4).
//!
//! A position that comes again on a line is the end of that line, and no win for the prover. So the sets of a node
//! depend on the path that led there, and the algorithm goes through all paths from the root: [`complete_sets`]. The
//! same can be said by writing the graph out as one without cycles, [`unroll`], and using the algorithms for such
//! graphs.
//!
//! What is promised: true proof and disproof numbers of the root, and all of its most-proving nodes
//! ([`CompleteSets::numbers`], [`CompleteSets::most_proving_nodes`]).
//!
//! # Repairs
//! Figure 5.4 as printed begins with the wrong families and joins them the wrong way. Where one child is enough, a
//! node begins with no set at all and takes the plain union; where all are needed, it begins with the empty set and
//! takes the tensor union.
//!
//! # Without paths
//! The text holds that the sets of a node on a cycle do not follow from those of its children. That is so only while
//! sets that contain others are kept. The sets that a node has as a root of its own say for which leaves it is won,
//! wins do not depend on the path, and a node is won when its children say so: the sets without supersets are the
//! *least fixpoint* of the rule for one node. [`fixpoint_sets`] finds them for all nodes at once, in at most as many
//! rounds as there are nodes, and visits no path.

use super::sets::CompleteSets;
use super::{LeafState, Node, Partial};

/// The complete sets of a node with nothing before it.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers, dcg::complete_sets};
/// let mut graph = Partial::new();
/// let [a, b, c] = std::array::from_fn(|_| graph.add(LeafState::Open));
/// graph.expand(a, true, &[b, c]);
/// graph.expand(b, false, &[a]); // comes back: of no use to the prover
/// let sets = complete_sets(&graph, a);
/// assert_eq!(sets.numbers(), ProofNumbers { proof: 1, disproof: 1 });
/// assert!(sets.most_proving_nodes().contains(c));
/// ```
///
/// # Panics
/// If there is no such node, or an open leaf has a number of 128 or more.
#[must_use]
pub fn complete_sets(graph: &Partial, node: usize) -> CompleteSets {
    complete_sets_on_path(graph, node, &[])
}

/// The complete sets of a node after these nodes, in any order: each of them would be a repetition below it.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers, dcg::complete_sets_on_path};
/// let mut graph = Partial::new();
/// let [a, b, c] = std::array::from_fn(|_| graph.add(LeafState::Open));
/// graph.expand(a, true, &[b, c]);
/// graph.expand(b, false, &[a]);
/// assert_eq!(complete_sets_on_path(&graph, b, &[a]).numbers(), ProofNumbers::LOST);
/// assert_eq!(complete_sets_on_path(&graph, b, &[]).numbers().proof, 1);
/// ```
///
/// # Panics
/// If there is no such node, or an open leaf has a number of 128 or more.
#[must_use]
pub fn complete_sets_on_path(graph: &Partial, node: usize, path: &[usize]) -> CompleteSets {
    let mut on_path = vec![false; graph.len()];
    path.iter().for_each(|&before| on_path[before] = true);
    sets_below(graph, node, &mut on_path)
}

fn sets_below(graph: &Partial, node: usize, on_path: &mut [bool]) -> CompleteSets {
    match graph.node(node) {
        Node::Leaf(state) => CompleteSets::of_leaf(node, *state),
        Node::Inner { .. } if on_path[node] => CompleteSets::of_leaf(node, LeafState::Lost),
        Node::Inner { prover_moves, children } => {
            on_path[node] = true;
            let below: Vec<CompleteSets> = children.iter().map(|&child| sets_below(graph, child, on_path)).collect();
            on_path[node] = false;
            CompleteSets::combine(*prover_moves, &below)
        }
    }
}

/// A graph whose cycles are written out: every path has inner nodes of its own, a repetition is a lost leaf, and an
/// open leaf is one node however it is reached.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, dcg::unroll};
/// let mut graph = Partial::new();
/// let a = graph.add(LeafState::Open);
/// graph.expand(a, true, &[a]);
/// let unrolled = unroll(&graph, a);
/// assert_eq!(unrolled.origin, [a, a]); // once as the root, once as its own repetition
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrolled {
    /// The graph without cycles. Its open leaves come first.
    pub graph: Partial,
    /// The node of it that stands for the root.
    pub root: usize,
    /// For each node of it the node that it is a copy of.
    pub origin: Vec<usize>,
}

/// Writes out all lines of play from the root, each up to its first repetition (figure 5.3). The size can be
/// exponential.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers, dag::ExactDag, dcg::unroll};
/// let mut graph = Partial::new();
/// let [a, b, c] = std::array::from_fn(|_| graph.add(LeafState::Open));
/// graph.expand(a, true, &[b, c]);
/// graph.expand(b, false, &[a]);
/// let unrolled = unroll(&graph, a);
/// let exact = ExactDag::new(unrolled.graph);
/// assert_eq!(exact.numbers(unrolled.root), ProofNumbers { proof: 1, disproof: 1 });
/// ```
///
/// # Panics
/// If there is no such node.
#[must_use]
pub fn unroll(graph: &Partial, root: usize) -> Unrolled {
    let mut unrolled = Unrolled { graph: Partial::new(), root: 0, origin: Vec::new() };
    let mut copies = vec![None; graph.len()];
    for leaf in graph.open_leaves() {
        copies[leaf] = Some(unrolled.copy(leaf, LeafState::Open));
    }
    unrolled.root = unrolled.copy_below(graph, root, &copies, &mut Vec::new());
    unrolled
}

impl Unrolled {
    fn copy(&mut self, node: usize, state: LeafState) -> usize {
        self.origin.push(node);
        self.graph.add(state)
    }

    fn copy_below(
        &mut self,
        graph: &Partial,
        node: usize,
        open_leaves: &[Option<usize>],
        path: &mut Vec<usize>,
    ) -> usize {
        match graph.node(node) {
            Node::Leaf(LeafState::Open) => open_leaves[node].expect("every open leaf has been copied"),
            Node::Leaf(state) => self.copy(node, *state),
            Node::Inner { .. } if path.contains(&node) => self.copy(node, LeafState::Lost),
            Node::Inner { prover_moves, children } => {
                let copy = self.copy(node, LeafState::Open);
                path.push(node);
                let below: Vec<usize> =
                    children.iter().map(|&child| self.copy_below(graph, child, open_leaves, path)).collect();
                path.pop();
                self.graph.expand(copy, *prover_moves, &below);
                copy
            }
        }
    }
}

/// The complete sets of every node as a root of its own: the least fixpoint of the rule for one node.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, dcg::{complete_sets, fixpoint_sets}};
/// let mut graph = Partial::new();
/// let [a, b, c] = std::array::from_fn(|_| graph.add(LeafState::Open));
/// graph.expand(a, true, &[b, c]);
/// graph.expand(b, false, &[a, c]);
/// assert_eq!(fixpoint_sets(&graph)[b], complete_sets(&graph, b));
/// ```
///
/// # Panics
/// If an open leaf has a number of 128 or more.
#[must_use]
pub fn fixpoint_sets(graph: &Partial) -> Vec<CompleteSets> {
    // Nothing is won at first; each round adds what is won one move earlier.
    let mut sets: Vec<CompleteSets> = (0..graph.len())
        .map(|id| match graph.node(id) {
            Node::Leaf(state) => CompleteSets::of_leaf(id, *state),
            Node::Inner { .. } => CompleteSets::of_leaf(id, LeafState::Lost),
        })
        .collect();
    loop {
        let mut changed = false;
        for id in 0..graph.len() {
            let Node::Inner { prover_moves, children } = graph.node(id) else { continue };
            let new = CompleteSets::combine(*prover_moves, children.iter().map(|&child| &sets[child]));
            changed |= new != sets[id];
            sets[id] = new;
        }
        if !changed {
            return sets;
        }
    }
}
