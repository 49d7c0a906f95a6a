//! Winproof solves two-player games and proves the answer.
//!
//! Give it the rules of a game ([`Rules`] and [`Game`]) and a position; [`solve`] finds the position's exact value by
//! proof-number search, and the [`Solution`] writes a certificate that the independent checker in
//! [`proof::check`] accepts.
//!
//! Every search is one loop (walk to the most-proving node, expand it, back the result up) with a choice on each of
//! three axes: the *effort* that is backed up, the *graph* that says which positions are one node, and the
//! assessment of a *leaf*. An [`Algorithm`] is such a choice; [`ALGORITHMS`] lists the ones with names.
//!
//! The library knows no game; the crate `winproof-games` has some, and a game of your own takes a page.
#![deny(unsafe_code)]

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod algorithm;
mod arena;
mod best_first;
mod checkpoint;
pub mod conformance;
mod depth_first;
mod effort;
mod game;
mod goal;
mod graph;
pub mod hash;
mod leaf;
mod limits;
pub mod machine;
pub mod open;
pub mod options;
mod perft;
mod pick;
mod plan;
mod policy;
mod progress;
pub mod proof;
pub mod quantity;
mod random;
mod session;
mod solution;
mod solver;
mod table;
mod verdict;
pub mod words;

pub use algorithm::{ALGORITHMS, Algorithm, EffortKind, GraphKind, LeafKind, NamedAlgorithm};
pub use checkpoint::{Checkpoint, CheckpointHeader, FileKeeper, Keeper, Snapshot};
pub use depth_first::{AlphaBetaPolicy, DfpnPolicy, Stored, SumRule};
pub use effort::{SetLimits, Tie};
pub use game::{Assessment, Game, TextGame};
pub use goal::{Aim, Bounds, Goal};
pub use leaf::nested::{NestedPolicy, NestedSize};
pub use limits::{Limits, Stopped};
pub use perft::perft;
pub use plan::{Choice, Plan, Refusal};
pub use policy::{Deletion, Evaluation, Policy, UpdateOrder};
pub use progress::{Built, Phase, Progress, Report};
pub use solution::{ProofWork, Solution};
pub use solver::{Run, SolveError, Solver, Strategies, solve};
pub use table::TableMemory;
pub use table::replacement::{Merit, Replacement};
pub use verdict::{Bound, Counts, Evidence, Verdict};
pub use winproof_check::drawing;
pub use winproof_check::{Claim, Player, Rules, Status, TextError, TextRules, Value, Viewpoint};
