//! A partially expanded AND/OR graph: what a best-first search has in memory at some moment.
//!
//! Nodes are numbered from 0 in the order in which they are added. A node starts as a leaf and becomes an inner node
//! when it is expanded; children may be old nodes or new ones, so transpositions and cycles are possible.

use super::numbers::add;
use super::{INFINITY, ProofNumbers, Side};

/// What is known of a leaf.
///
/// ```
/// use winproof_oracle::exact::{LeafState, ProofNumbers};
/// assert_eq!(LeafState::Won.numbers(), ProofNumbers::WON);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeafState {
    /// The prover has won.
    Won,
    /// He has not.
    Lost,
    /// Nobody knows yet: one step of work, either way.
    Open,
}

impl LeafState {
    /// The numbers of such a leaf.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, ProofNumbers};
    /// assert_eq!(LeafState::Open.numbers(), ProofNumbers { proof: 1, disproof: 1 });
    /// ```
    #[must_use]
    pub fn numbers(self) -> ProofNumbers {
        match self {
            LeafState::Won => ProofNumbers::WON,
            LeafState::Lost => ProofNumbers::LOST,
            LeafState::Open => ProofNumbers { proof: 1, disproof: 1 },
        }
    }
}

/// A node of a partially expanded graph.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Node, Partial};
/// let mut graph = Partial::new();
/// let [a, b] = std::array::from_fn(|_| graph.add(LeafState::Won));
/// assert_eq!(graph.node(b), &Node::Leaf(LeafState::Won));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Not expanded.
    Leaf(LeafState),
    /// Expanded.
    Inner {
        /// Whether it is the prover's move: an OR node. At an AND node his opponent moves.
        prover_moves: bool,
        /// Where the moves lead: at least one node, each named once.
        children: Vec<usize>,
    },
}

/// A partially expanded AND/OR graph.
///
/// ```
/// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers};
/// let mut graph = Partial::new();
/// let [root, left, right] = std::array::from_fn(|_| graph.add(LeafState::Open));
/// graph.expand(root, true, &[left, right]);
/// assert_eq!(graph.practical_numbers()[root], ProofNumbers { proof: 1, disproof: 2 });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partial {
    nodes: Vec<Node>,
}

impl Partial {
    /// A graph without nodes.
    ///
    /// ```
    /// assert!(winproof_oracle::exact::Partial::new().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Partial {
        Partial::default()
    }

    /// Adds a leaf and gives its number.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial};
    /// let mut graph = Partial::new();
    /// assert_eq!((graph.add(LeafState::Open), graph.add(LeafState::Lost)), (0, 1));
    /// ```
    pub fn add(&mut self, state: LeafState) -> usize {
        self.nodes.push(Node::Leaf(state));
        self.nodes.len() - 1
    }

    /// Makes an inner node of an open leaf. A child that is named again counts once.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial};
    /// let mut graph = Partial::new();
    /// let [a, b] = std::array::from_fn(|_| graph.add(LeafState::Open));
    /// graph.expand(a, false, &[b, a, b]);
    /// assert_eq!(graph.children(a), [b, a]);
    /// ```
    ///
    /// # Panics
    /// If the node is no open leaf, or there is no child, or a child is no node.
    pub fn expand(&mut self, leaf: usize, prover_moves: bool, children: &[usize]) {
        assert_eq!(self.nodes[leaf], Node::Leaf(LeafState::Open), "node {leaf} cannot be expanded");
        assert!(!children.is_empty(), "node {leaf} must have a child");
        let mut different = Vec::with_capacity(children.len());
        for &child in children {
            assert!(child < self.nodes.len(), "node {leaf} cannot lead to {child}: there is no such node");
            if !different.contains(&child) {
                different.push(child);
            }
        }
        self.nodes[leaf] = Node::Inner { prover_moves, children: different };
    }

    /// Decides an open leaf.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Node, Partial};
    /// let mut graph = Partial::new();
    /// let leaf = graph.add(LeafState::Open);
    /// graph.decide(leaf, LeafState::Won);
    /// assert_eq!(graph.node(leaf), &Node::Leaf(LeafState::Won));
    /// ```
    ///
    /// # Panics
    /// If the node is no open leaf.
    pub fn decide(&mut self, leaf: usize, state: LeafState) {
        assert_eq!(self.nodes[leaf], Node::Leaf(LeafState::Open), "node {leaf} cannot be decided");
        self.nodes[leaf] = Node::Leaf(state);
    }

    /// How many nodes there are.
    ///
    /// ```
    /// assert_eq!(winproof_oracle::exact::Partial::new().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    ///
    /// ```
    /// assert!(winproof_oracle::exact::Partial::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of this number.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Node, Partial};
    /// let mut graph = Partial::new();
    /// let leaf = graph.add(LeafState::Lost);
    /// assert_eq!(graph.node(leaf), &Node::Leaf(LeafState::Lost));
    /// ```
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    /// Where the moves of a node lead; nowhere from a leaf.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial};
    /// let mut graph = Partial::new();
    /// let leaf = graph.add(LeafState::Open);
    /// assert!(graph.children(leaf).is_empty());
    /// ```
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn children(&self, id: usize) -> &[usize] {
        match &self.nodes[id] {
            Node::Leaf(_) => &[],
            Node::Inner { children, .. } => children,
        }
    }

    /// The open leaves, in the order of their numbers.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial};
    /// let mut graph = Partial::new();
    /// let [a, b] = [LeafState::Won, LeafState::Open].map(|state| graph.add(state));
    /// assert_eq!(graph.open_leaves().collect::<Vec<_>>(), [b]);
    /// ```
    pub fn open_leaves(&self) -> impl Iterator<Item = usize> + '_ {
        let is_open = |id: &usize| self.nodes[*id] == Node::Leaf(LeafState::Open);
        (0..self.nodes.len()).filter(is_open)
    }

    /// All nodes in an order in which children come before their parents, or `None` if the graph has a cycle.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial};
    /// let mut graph = Partial::new();
    /// let [a, b] = std::array::from_fn(|_| graph.add(LeafState::Open));
    /// graph.expand(a, true, &[b]);
    /// assert_eq!(graph.children_first(), Some(vec![b, a]));
    /// graph.expand(b, true, &[a]);
    /// assert_eq!(graph.children_first(), None);
    /// ```
    #[must_use]
    pub fn children_first(&self) -> Option<Vec<usize>> {
        let mut parents = vec![Vec::new(); self.len()];
        let mut waiting: Vec<usize> = (0..self.len()).map(|id| self.children(id).len()).collect();
        for id in 0..self.len() {
            self.children(id).iter().for_each(|&child| parents[child].push(id));
        }
        let mut order: Vec<usize> = (0..self.len()).filter(|&id| waiting[id] == 0).collect();
        let mut next = 0;
        while next < order.len() {
            for &parent in &parents[order[next]] {
                waiting[parent] -= 1;
                if waiting[parent] == 0 {
                    order.push(parent);
                }
            }
            next += 1;
        }
        (order.len() == self.len()).then_some(order)
    }

    /// The numbers of one node by minimum and sum over its children's, as the practical algorithms back them up
    /// (Schijf 1993, figure 3.3).
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers};
    /// let mut graph = Partial::new();
    /// let [a, b] = std::array::from_fn(|_| graph.add(LeafState::Open));
    /// graph.expand(a, false, &[a, b]); // a can come back to itself, and its number depends on itself
    /// let before = [ProofNumbers { proof: 2, disproof: 3 }, ProofNumbers { proof: 1, disproof: 1 }];
    /// assert_eq!(graph.updated_numbers(a, &before), ProofNumbers { proof: 3, disproof: 1 });
    /// ```
    ///
    /// # Panics
    /// If the node or the numbers of one of its children are missing.
    #[must_use]
    pub fn updated_numbers(&self, id: usize, numbers: &[ProofNumbers]) -> ProofNumbers {
        match &self.nodes[id] {
            Node::Leaf(state) => state.numbers(),
            Node::Inner { prover_moves, children } => {
                let number = |side: Side| {
                    let parts = children.iter().map(|&child| side.of(numbers[child]));
                    if side.needs_one(*prover_moves) { parts.fold(INFINITY, u32::min) } else { parts.fold(0, add) }
                };
                ProofNumbers { proof: number(Side::Proof), disproof: number(Side::Disproof) }
            }
        }
    }

    /// The numbers of all nodes by minimum and sum: upper bounds of the true ones.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, ProofNumbers};
    /// let mut graph = Partial::new();
    /// let [a, b, c] = std::array::from_fn(|_| graph.add(LeafState::Open));
    /// graph.expand(a, false, &[b, c]);
    /// graph.expand(b, true, &[c]);
    /// assert_eq!(graph.practical_numbers()[a].proof, 2); // c alone would do
    /// ```
    ///
    /// # Panics
    /// If the graph has a cycle: there the numbers need not settle down.
    #[must_use]
    pub fn practical_numbers(&self) -> Vec<ProofNumbers> {
        let order = self.children_first().expect("the graph must have no cycle");
        let mut numbers = vec![ProofNumbers::LOST; self.len()];
        for id in order {
            numbers[id] = self.updated_numbers(id, &numbers);
        }
        numbers
    }
}
