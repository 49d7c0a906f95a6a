//! Games for Winproof and a registry that opens them by name. Each family of games is a crate of its own.
//!
//! | module | game |
//! | --- | --- |
//! | [`breakthrough`] | Breakthrough: pawns race and fight for the far row |
//! | [`chess`] | chess: can the side to move force mate? |
//! | [`connect4`] | Connect Four on any board, with lines of any length, by result or by score |
//! | [`domineering`] | domineering: dominoes on a board, upright ones against flat ones |
//! | [`giveaway`] | giveaway chess: captures are forced, whoever gets rid of all their pieces wins |
//! | [`graph`] | an explicit game of nodes and edges, read from a text file |
//! | [`othello`] | Othello on boards from 4 x 4 to 8 x 8, by the difference of discs |
//! | [`pawn_ending`] | a pawn ending where the history of positions matters |
//! | [`tic_tac_toe`] | tic-tac-toe |
//! | [`ultimate_tic_tac_toe`] | nine boards of tic-tac-toe that make a large one |
//! | [`woodpush`] | Woodpush: pieces that pass and push each other on a strip, with superko |
#![forbid(unsafe_code)]

mod perft;
pub mod registry;

pub use perft::perft_divide;
pub use winproof::perft;
pub use winproof_boards::{Breakthrough, Domineering, Othello, breakthrough, domineering, othello};
pub use winproof_chess::{Chess, Giveaway, PawnEnding, chess, giveaway, pawn_ending};
pub use winproof_connect4::{ConnectFour, connect4};
pub use winproof_small::{
    ExplicitGame, TicTacToe, UltimateTicTacToe, Woodpush, graph, tic_tac_toe, ultimate_tic_tac_toe, woodpush,
};
