//! True proof and disproof numbers: the yardstick for the searches that make do with bounds.
//!
//! Where positions are shared, minimum and sum over the children give upper bounds only, because a leaf may count
//! twice in a sum and a subgraph may be overlooked in a minimum. The algorithms here compute the numbers as they are
//! defined (Schijf 1993, §3.2): the size of a smallest set of open leaves that decides a node. They take exponential
//! time and are for graphs of some dozens of nodes.
//!
//! All of them work on a [`Partial`] graph, as a search has it in memory at some moment: inner nodes, leaves that are
//! decided, and open leaves, each of which counts 1.
//!
//! | module | method | graphs |
//! | --- | --- | --- |
//! | [`sets`] | all minimal sets of leaves of every node | without cycles |
//! | [`dag`] | disjunctive normal forms over transpositions; also a whole search of a game | without cycles |
//! | [`dcg`] | all minimal sets by path; the graph unrolled; sets as a least fixpoint | any |
//!
//! ```
//! use winproof_oracle::exact::{LeafState, Partial, dag::ExactDag};
//!
//! // Schijf's figure 4.2: the leaf f refutes both moves of a, and the sum counts it twice.
//! let mut graph = Partial::new();
//! let [a, b, c, d, e, f, g] = std::array::from_fn(|_| graph.add(LeafState::Open));
//! graph.expand(a, true, &[b, c]);
//! graph.expand(b, false, &[d, e, f]);
//! graph.expand(c, false, &[f, g]);
//! assert_eq!(graph.practical_numbers()[a].disproof, 2);
//! let exact = ExactDag::new(graph);
//! assert_eq!(exact.numbers(a).disproof, 1);
//! assert_eq!(exact.most_proving_node(a), Some(f));
//! ```

pub mod dag;
pub mod dcg;
mod numbers;
mod partial;
pub mod sets;

pub use numbers::{INFINITY, ProofNumbers};
pub use partial::{LeafState, Node, Partial};

/// Which of the two questions about a node is meant: what proves it, or what disproves it.
///
/// ```
/// use winproof_oracle::exact::Side;
/// assert!(Side::Proof.needs_one(true)); // the prover moves: one good move is enough
/// assert!(!Side::Disproof.needs_one(true)); // all of his moves have to fail
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// That the prover wins.
    Proof,
    /// That he does not.
    Disproof,
}

impl Side {
    /// Both sides.
    ///
    /// ```
    /// use winproof_oracle::exact::Side;
    /// assert_eq!(Side::BOTH, [Side::Proof, Side::Disproof]);
    /// ```
    pub const BOTH: [Side; 2] = [Side::Proof, Side::Disproof];

    /// Whether one child is enough to settle a node this way; otherwise all of them are needed.
    ///
    /// ```
    /// use winproof_oracle::exact::Side;
    /// assert!(Side::Disproof.needs_one(false));
    /// ```
    #[must_use]
    pub fn needs_one(self, prover_moves: bool) -> bool {
        (self == Side::Proof) == prover_moves
    }

    /// The number of this side.
    ///
    /// ```
    /// use winproof_oracle::exact::{ProofNumbers, Side};
    /// assert_eq!(Side::Disproof.of(ProofNumbers { proof: 3, disproof: 5 }), 5);
    /// ```
    #[must_use]
    pub fn of(self, numbers: ProofNumbers) -> u32 {
        match self {
            Side::Proof => numbers.proof,
            Side::Disproof => numbers.disproof,
        }
    }
}
