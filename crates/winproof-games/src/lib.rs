//! Games for Winproof, one file each, and a registry that opens them by name.
//!
//! | file | game |
//! | --- | --- |
//! | [`breakthrough`] | Breakthrough: pawns race and fight for the far row |
//! | [`chess`] | chess: can the side to move force mate? |
//! | [`connect4`] | Connect Four on any board, with lines of any length |
//! | [`connect4_score`] | Connect Four in which a quick win counts for more |
//! | [`domineering`] | domineering: dominoes on a board, upright ones against flat ones |
//! | [`giveaway`] | giveaway chess: captures are forced, whoever gets rid of all their pieces wins |
//! | [`graph`] | an explicit game of nodes and edges, read from a text file |
//! | [`othello`] | Othello on boards from 4 x 4 to 8 x 8, by the difference of discs |
//! | [`pawn_ending`] | a pawn ending where the history of positions matters |
//! | [`tic_tac_toe`] | tic-tac-toe |
//! | [`ultimate_tic_tac_toe`] | nine boards of tic-tac-toe that make a large one |
//! | [`woodpush`] | Woodpush: pieces that pass and push each other on a strip, with superko |
#![forbid(unsafe_code)]

mod board_text;
pub mod breakthrough;
pub mod chess;
pub mod connect4;
pub mod connect4_score;
pub mod domineering;
pub mod giveaway;
pub mod graph;
#[cfg(test)]
mod hash_families;
pub mod othello;
pub mod pawn_ending;
mod perft;
pub mod registry;
pub mod tic_tac_toe;
pub mod ultimate_tic_tac_toe;
pub mod woodpush;

pub use breakthrough::Breakthrough;
pub use chess::Chess;
pub use connect4::ConnectFour;
pub use connect4_score::ConnectFourScore;
pub use domineering::Domineering;
pub use giveaway::Giveaway;
pub use graph::ExplicitGame;
pub use othello::Othello;
pub use pawn_ending::PawnEnding;
pub use perft::perft_divide;
pub use tic_tac_toe::TicTacToe;
pub use ultimate_tic_tac_toe::UltimateTicTacToe;
pub use winproof::perft;
pub use woodpush::Woodpush;
