//! Winproof solves two-player games and proves the answer.
//!
//! Give it the rules of a game ([`Game`]) and a position; [`solve`] finds the position's exact value by
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
pub mod exact;
mod game;
mod goal;
mod graph;
mod leaf;
mod limits;
mod pick;
mod policy;
mod progress;
pub mod proof;
mod random;
mod session;
mod solution;
mod solver;
mod table;
mod verdict;
mod viewpoint;

pub use algorithm::{ALGORITHMS, Algorithm, EffortKind, GraphKind, LeafKind, NamedAlgorithm};
pub use checkpoint::{Checkpoint, CheckpointHeader, FileKeeper, Keeper, Snapshot};
pub use depth_first::{AlphaBetaPolicy, DfpnPolicy, Stored, SumRule};
pub use effort::{SetLimits, Tie};
pub use game::{Assessment, Game, Player, Status, TextError, TextGame, Value};
pub use goal::{Aim, Bounds, Goal};
pub use leaf::nested::{NestedPolicy, NestedSize};
pub use limits::{Limits, Stopped};
pub use pick::Pick;
pub use policy::{Deletion, Evaluation, Policy, UpdateOrder};
pub use progress::{Progress, Report};
pub use solution::Solution;
pub use solver::{Solver, solve};
pub use table::replacement::{Merit, Replacement};
pub use verdict::{Bound, Counts, Verdict};
pub use viewpoint::Viewpoint;
