//! What the tests of Winproof measure every search with: random games, and their values by brute force.
//!
//! [`RandomGraph`] makes small explicit games of every kind from a seed. Their values come from methods that have
//! nothing in common with the searches, nor with each other:
//! [`retrograde_values`] works backwards from the ends, [`value_by_play`] tries all lines of play, and
//! [`value_by_minimax`] serves games whose positions never repeat.
//!
//! [`forge`] takes certificates apart and damages what they say, for the tests of the checkers.
//!
//! ```
//! use winproof::{Rules, TextRules};
//! use winproof_oracle::{RandomGraph, retrograde_values, value_by_play};
//!
//! let game = RandomGraph { nodes: 8, ..RandomGraph::default() }.build(1);
//! let root = game.start();
//! assert_eq!(retrograde_values(&game, [root])[&root], value_by_play(&game, &root));
//! ```
#![forbid(unsafe_code)]

pub mod exact;
pub mod forge;
mod play;
mod random;
mod retrograde;

pub use play::{value_by_minimax, value_by_play, value_within};
pub use random::{Random, RandomGraph};
pub use retrograde::retrograde_values;
