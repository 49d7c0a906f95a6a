//! Proofs that something else can check: how strategies are found in a search. The certificate and its checker are in
//! the crate `winproof-check`.

pub(crate) mod build;
mod fates;
mod follow;
pub(crate) mod guide;
pub(crate) mod layers;
pub(crate) mod recorder;
pub(crate) mod retrograde;

pub use recorder::{Horizon, ProofSettings, Recording, Words};
pub use winproof_check::{BlockWriter, Entry, Strategy, aside, certificate, check, settle, sorter, text};

use crate::limits::Stopped;

/// Why there is no strategy behind an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoStrategy {
    /// The search did not keep what it rests on.
    NotKept,
    /// A limit was reached first.
    Limit(Stopped),
    /// What was found says that the answer is wrong; in a sentence.
    Contradiction(String),
}
