//! What the games of Winproof share.
//!
//! Games stand in crates of their own, a family each, so that a change to one game compiles only its family again. This
//! crate is below all of them: [`Entry`] is how a game is listed and opened by name, [`Word`] a board of bits,
//! [`board_text`] a board as text, [`board_drawing`] as a drawing, [`packed`] is how games share one set of searches,
//! and [`hash_families`] has positions that show a weak hash, for tests.
#![forbid(unsafe_code)]

pub mod board_drawing;
pub mod board_text;
mod entry;
pub mod hash_families;
mod opening;
pub mod packed;
mod word;

pub use entry::{Entry, GameInfo, Request};
pub use opening::{Opening, SharedGame};
pub use word::Word;
