//! Small games for Winproof, and games that are read from files.
//!
//! | file | game |
//! | --- | --- |
//! | [`graph`] | an explicit game of nodes and edges, read from a text file |
//! | [`tic_tac_toe`] | tic-tac-toe |
//! | [`ultimate_tic_tac_toe`] | nine boards of tic-tac-toe that make a large one |
//! | [`woodpush`] | Woodpush: pieces that pass and push each other on a strip, with superko |
#![forbid(unsafe_code)]

// Opening games has every search of each compiled: once, and not again for the unit tests.
#[cfg(not(test))]
pub mod entries;
pub mod graph;
pub mod tic_tac_toe;
pub mod ultimate_tic_tac_toe;
pub mod woodpush;

pub use graph::ExplicitGame;
pub use tic_tac_toe::TicTacToe;
pub use ultimate_tic_tac_toe::UltimateTicTacToe;
pub use woodpush::Woodpush;
