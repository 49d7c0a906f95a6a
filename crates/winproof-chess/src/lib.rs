//! Chess and its relatives, for Winproof.
//!
//! | file | game |
//! | --- | --- |
//! | [`chess`] | chess: can the side to move force mate? |
//! | [`giveaway`] | giveaway chess: captures are forced, whoever gets rid of all their pieces wins |
//! | [`pawn_ending`] | a pawn ending where the history of positions matters |
#![forbid(unsafe_code)]

// Opening games has every search of each compiled: once, and not again for the unit tests.
pub mod chess;
#[cfg(not(test))]
pub mod entries;
pub mod giveaway;
pub mod pawn_ending;

pub use chess::Chess;
pub use giveaway::Giveaway;
pub use pawn_ending::PawnEnding;
