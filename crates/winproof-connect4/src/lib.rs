//! Connect Four for Winproof, by result and by score.
//!
//! | file | game |
//! | --- | --- |
//! | [`connect4`] | Connect Four on any board, with lines of any length |
//! | `connect4/score.rs` | Connect Four in which a quick win counts for more |
#![forbid(unsafe_code)]

// Opening games has every search of each compiled: once, and not again for the unit tests.
pub mod connect4;
#[cfg(not(test))]
pub mod entries;

pub use connect4::ConnectFour;
