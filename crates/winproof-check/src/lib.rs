//! The checker of Winproof: certificates, the rules that they are about, and nothing of the searches.
//!
//! What has to be trusted to believe a certificate is in this crate and in the [`Rules`] of the game: who moves, which
//! moves there are, where they lead, and what an end is worth. What searches know beyond that (bounds they foresee,
//! symmetries, guesses) is a trait of its own in the crate `winproof`, which the checker cannot reach.
//!
//! ```
//! use winproof_check::check::strategy;
//! use winproof_check::{Claim, Entry, Player, Rules, Status, Strategy};
//!
//! /// Players take one or two stones from a heap; whoever takes the last one wins.
//! struct Heap;
//!
//! impl Rules for Heap {
//!     type Position = (u8, Player);
//!     type Move = u8;
//!
//!     fn status(&self, &(stones, player): &(u8, Player)) -> Status {
//!         match (stones, player) {
//!             (0, Player::Max) => Status::Ended(-1),
//!             (0, Player::Min) => Status::Ended(1),
//!             _ => Status::Turn(player),
//!         }
//!     }
//!     fn moves(&self, &(stones, _): &(u8, Player), moves: &mut Vec<u8>) {
//!         moves.extend(1..=stones.min(2));
//!     }
//!     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) {
//!         (stones - take, player.opponent())
//!     }
//! }
//!
//! let take_two = Entry { position: (2, Player::Max), mv: Some(2), rank: 1 };
//! let plan = Strategy { player: Player::Max, ranked: true, entries: vec![take_two] };
//! let max_wins = Claim { at_least: Some(1), at_most: None };
//! assert!(strategy(&Heap, &(2, Player::Max), max_wins, &[&plan]).is_ok());
//! assert!(strategy(&Heap, &(3, Player::Max), max_wins, &[&plan]).is_err());
//! ```
#![forbid(unsafe_code)]

pub mod aside;
mod blocks;
pub mod certificate;
pub mod check;
pub mod drawing;
mod lines;
mod rules;
pub mod settle;
pub mod sorter;
mod strategy;
pub mod text;
mod viewpoint;

pub use blocks::BlockWriter;
pub use certificate::Claim;
pub use rules::{Player, Rules, Status, TextError, TextRules, Value};
pub use strategy::{Entry, Strategy};
pub use viewpoint::Viewpoint;
