//! Games for Winproof, one file each, and a registry that opens them by name.
//!
//! | file | game |
//! | --- | --- |
//! | [`connect4`] | Connect Four on any board, with lines of any length |
//! | [`graph`] | an explicit game of nodes and edges, read from a text file |
//! | [`tic_tac_toe`] | tic-tac-toe |
//! | [`woodpush`] | Woodpush: pieces that pass and push each other on a strip, with superko |
#![forbid(unsafe_code)]

mod board_text;
pub mod connect4;
pub mod graph;
mod mix;
mod perft;
pub mod registry;
pub mod tic_tac_toe;
pub mod woodpush;

pub use connect4::ConnectFour;
pub use graph::ExplicitGame;
pub use perft::perft;
pub use tic_tac_toe::TicTacToe;
pub use woodpush::Woodpush;
