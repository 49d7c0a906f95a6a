//! The algorithms by name: each a choice on the three axes.

use crate::game::Game;
use crate::limits::Limits;
use crate::plan::{Plan, Refusal};
use crate::policy::Policy;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is backed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EffortKind {
    /// Proof and disproof numbers.
    Numbers,
    /// Proof and disproof sets.
    Sets,
    /// A proof and a disproof number for every outcome: one search finds the exact value.
    Outcomes,
    /// Bounds of the value itself: alpha-beta, depth first with a table.
    Values,
}

/// Which positions are one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphKind {
    /// Every line of play has its own nodes.
    Tree,
    /// Equal positions are one node; for games whose positions never repeat.
    Dag,
    /// Equal positions are one node, cycles are cut; its "no" is not a proof.
    Dcg,
    /// Equal positions share their subtree and keep a value for each path.
    BaseTwin,
    /// One path and a table of fixed size, depth first.
    Table,
}

/// How a leaf is assessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeafKind {
    /// One step of work either way.
    Unit,
    /// One step to reach the goal, as many as there are moves to miss it.
    Mobility,
    /// The game's own guess.
    Heuristic,
    /// By a search from there: PN² and its relatives.
    Nested,
}

impl LeafKind {
    /// The assessments by a look at the position alone: all but [`Nested`](LeafKind::Nested).
    pub const PLAIN: &'static [LeafKind] = &[LeafKind::Unit, LeafKind::Mobility, LeafKind::Heuristic];
}

/// A search algorithm: one choice on each axis.
///
/// ```
/// use winproof::{Algorithm, LeafKind};
/// let pn = Algorithm::by_name("pn").unwrap();
/// assert_eq!(pn.leaf, LeafKind::Unit);
/// let with_mobility = Algorithm { leaf: LeafKind::Mobility, ..pn };
/// assert_eq!(with_mobility.leaf.word(), "mobility");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Algorithm {
    /// What is backed up.
    pub effort: EffortKind,
    /// Which positions are one node.
    pub graph: GraphKind,
    /// How a leaf is assessed.
    pub leaf: LeafKind,
}

/// A named algorithm, and what its answers are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedAlgorithm {
    /// The name.
    pub name: &'static str,
    /// Its choice on the axes.
    pub algorithm: Algorithm,
    /// What it is and where it comes from, in a sentence.
    pub summary: &'static str,
    /// Whether its "yes" (the prover wins) is an answer.
    pub yes_is_proof: bool,
    /// Whether its "no" is an answer.
    pub no_is_proof: bool,
}

impl NamedAlgorithm {
    /// Whether its answers rest on 64-bit hashes of positions until a strategy has passed the checker.
    pub fn is_hashed(&self) -> bool {
        self.algorithm.graph == GraphKind::Table
    }
}

/// Every named algorithm.
pub const ALGORITHMS: &[NamedAlgorithm] = &[
    NamedAlgorithm {
        name: "pn",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Tree, leaf: LeafKind::Unit },
        summary: "proof-number search on a tree (Allis, van der Meulen and van den Herik 1994)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "pn-mobility",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Tree, leaf: LeafKind::Mobility },
        summary: "proof-number search on a tree whose leaves start with their number of moves (Breuker 1998, chapter \
                  3)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "pn-dag",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Dag, leaf: LeafKind::Unit },
        summary: "proof-number search that joins equal positions, for games without repetition (Schijf 1993, chapter \
                  4)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "pn-dcg",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Dcg, leaf: LeafKind::Unit },
        summary: "proof-number search that joins equal positions and cuts cycles; may miss a win (Schijf 1993, \
                  chapter 5)",
        yes_is_proof: true,
        no_is_proof: false,
    },
    NamedAlgorithm {
        name: "bta",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::BaseTwin, leaf: LeafKind::Mobility },
        summary: "the base-twin algorithm: shares positions and is right where they repeat (Breuker 1998, chapter 5)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "pss",
        algorithm: Algorithm { effort: EffortKind::Sets, graph: GraphKind::Dag, leaf: LeafKind::Unit },
        summary: "proof-set search: counts a shared leaf once, for games without repetition (Müller 2001)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "gpn",
        algorithm: Algorithm { effort: EffortKind::Outcomes, graph: GraphKind::Tree, leaf: LeafKind::Unit },
        summary: "generalized proof-number search: the exact value in one search on a tree (Saffidine and Cazenave)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "gpn-dag",
        algorithm: Algorithm { effort: EffortKind::Outcomes, graph: GraphKind::Dag, leaf: LeafKind::Unit },
        summary: "generalized proof-number search that joins equal positions, for games without repetition",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "pn2",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Tree, leaf: LeafKind::Nested },
        summary: "PN²: proof-number search on a tree whose leaves are searched in turn (Breuker 1998, chapter 4)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "bta2",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::BaseTwin, leaf: LeafKind::Nested },
        summary: "the base-twin algorithm whose leaves are searched in turn by the same algorithm",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "pss2",
        algorithm: Algorithm { effort: EffortKind::Sets, graph: GraphKind::Dag, leaf: LeafKind::Nested },
        summary: "PSS²: proof-set search whose leaves are searched in turn, for games without repetition (asked for by \
                  Müller 2001)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "gpn2",
        algorithm: Algorithm { effort: EffortKind::Outcomes, graph: GraphKind::Tree, leaf: LeafKind::Nested },
        summary: "GPNS²: generalized proof-number search whose leaves are searched in turn",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "dfpn",
        algorithm: Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Table, leaf: LeafKind::Mobility },
        summary: "df-pn: depth-first proof-number search within a table of fixed size, any game (after Nagai 2002)",
        yes_is_proof: true,
        no_is_proof: true,
    },
    NamedAlgorithm {
        name: "alphabeta",
        algorithm: Algorithm { effort: EffortKind::Values, graph: GraphKind::Table, leaf: LeafKind::Unit },
        summary: "alpha-beta with a transposition table, and the game's own knowledge (Breuker 1998, chapter 2)",
        yes_is_proof: true,
        no_is_proof: true,
    },
];

impl Algorithm {
    /// The algorithm of this name.
    pub fn by_name(name: &str) -> Option<Algorithm> {
        ALGORITHMS.iter().find(|named| named.name == name).map(|named| named.algorithm)
    }

    /// Whether this algorithm can search a game, with the default settings.
    pub fn fits<G: Game>(self, game: &G) -> Result<(), Refusal> {
        Plan::new(game, self, Policy::default(), &Limits::default()).map(|_| ())
    }

    /// The name of this choice, if it has one.
    pub fn name(self) -> Option<&'static str> {
        ALGORITHMS.iter().find(|named| named.algorithm == self).map(|named| named.name)
    }
}

/// Gives an axis its words, both ways, so that each stands in one place.
macro_rules! words {
    ($axis:ident: $($choice:ident = $word:literal),+ $(,)?) => {
        impl $axis {
            /// All choices on this axis.
            pub const ALL: &'static [$axis] = &[$($axis::$choice),+];

            /// The word for this choice.
            pub fn word(self) -> &'static str {
                match self {
                    $($axis::$choice => $word),+
                }
            }

            /// The choice that a word stands for.
            pub fn by_word(word: &str) -> Option<$axis> {
                $axis::ALL.iter().copied().find(|choice| choice.word() == word)
            }
        }

        impl Serialize for $axis {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> Deserialize<'de> for $axis {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$axis, D::Error> {
                let word = String::deserialize(deserializer)?;
                let unknown = || serde::de::Error::custom(format!("'{word}' is unknown to this version"));
                $axis::by_word(&word).ok_or_else(unknown)
            }
        }
    };
}

words!(EffortKind: Numbers = "numbers", Sets = "sets", Outcomes = "outcomes", Values = "values");
words!(GraphKind: Tree = "tree", Dag = "dag", Dcg = "dcg", BaseTwin = "base-twin", Table = "table");
words!(LeafKind: Unit = "unit", Mobility = "mobility", Heuristic = "heuristic", Nested = "nested");
