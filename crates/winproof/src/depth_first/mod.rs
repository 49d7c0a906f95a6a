//! The depth-first relatives of the best-first loop: they keep one path and a table instead of a tree.

pub(crate) mod alpha_beta;
pub(crate) mod certify;
pub(crate) mod crew;
pub(crate) mod crews;
pub(crate) mod dfpn;
mod frames;
pub(crate) mod keys;
mod policy;

pub use alpha_beta::{AlphaBetaPolicy, Stored};
pub use frames::SumRule;
pub use policy::DfpnPolicy;

/// Where the rules are slow, the clock is looked at once in this many expansions or nodes.
const BETWEEN_SLOW_LOOKS: u64 = 4;
