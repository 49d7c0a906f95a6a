//! Games on rectangular boards, for Winproof.
//!
//! | file | game |
//! | --- | --- |
//! | [`breakthrough`] | Breakthrough: pawns race and fight for the far row |
//! | [`domineering`] | domineering: dominoes on a board, upright ones against flat ones |
//! | [`othello`] | Othello on boards from 4 x 4 to 8 x 8, by the difference of discs |
#![forbid(unsafe_code)]

// Opening games has every search of each compiled: once, and not again for the unit tests.
pub mod breakthrough;
pub mod domineering;
#[cfg(not(test))]
pub mod entries;
pub mod othello;

pub use breakthrough::Breakthrough;
pub use domineering::Domineering;
pub use othello::Othello;
