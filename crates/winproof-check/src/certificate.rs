//! The certificate: a file that says what a position is worth and how each side makes sure of it.
//!
//! The file is a gzip stream of text, so `zcat proof.wpf | less` shows all of it:
//!
//! ```text
//! winproof certificate 1
//! {"game":"connect4","parameters":[["size","4x3"]],"root":"..../..../....","at_least":0,"at_most":0}
//! {"player":"max","ranked":true,"positions":153}
//! POSITION <tab> MOVE, or - where the opponent moves <tab> RANK
//! …
//! {"player":"min","ranked":true,"positions":161}
//! …
//! end
//! ```
//!
//! `at_least` and `at_most` are the claim; either may be missing, and each is one of the values that the game knows.
//! Max's strategy proves the first, Min's the second; a bound that the rules alone give (no value lies beyond it) and
//! a root where play has ended need none. A claim of which nothing is left then claims nothing, and is refused.
//! Positions and moves are whole and in the game's own notation, so nothing rests on a hash or on the order in which
//! a program lists moves. A strategy without ranks writes 0 for each and may go on forever: it proves something only
//! where an endless line is worth enough.
//!
//! Whose move it is decides how the second field is read: where the strategy's player moves it is a move, even if a
//! move is called `-`.

use crate::rules::{Player, TextRules, Value};
use crate::strategy::Strategy;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The version of the format that this library writes and reads.
pub const VERSION: u32 = 1;

/// What stands before the version in the first line.
pub(crate) const MAGIC: &str = "winproof certificate ";

/// What a certificate says of the value of its root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// Max gets at least this.
    pub at_least: Option<Value>,
    /// Max gets at most this.
    pub at_most: Option<Value>,
}

impl Claim {
    /// The claim that the value is exactly this.
    pub fn exactly(value: Value) -> Claim {
        Claim { at_least: Some(value), at_most: Some(value) }
    }
}

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// The game's parameters, as [`TextRules::parameters`] gives them.
    pub parameters: Vec<(String, String)>,
    /// The position that the claim is about.
    pub root: String,
    /// The claim's lower half: Max gets at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Value>,
    /// The claim's upper half: Max gets at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Value>,
}

impl Header {
    /// The claim.
    pub fn claim(&self) -> Claim {
        Claim { at_least: self.at_least, at_most: self.at_most }
    }

    /// The claim in words, for programs; `Max` is the player to move at the root (in a graph file, whoever it names).
    pub fn claim_text(&self) -> String {
        match (self.at_least, self.at_most) {
            (Some(least), Some(most)) if least == most => format!("the value is exactly {least}"),
            (Some(least), Some(most)) => format!("the value is at least {least} and at most {most}"),
            (Some(least), None) => format!("the value is at least {least}"),
            (None, Some(most)) => format!("the value is at most {most}"),
            (None, None) => "nothing".to_string(),
        }
    }
}

/// The line before the positions of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    pub(crate) player: Side,
    pub(crate) ranked: bool,
    pub(crate) positions: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Max,
    Min,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Max => Player::Max,
            Side::Min => Player::Min,
        }
    }
}

/// Writes a certificate: the claim about `root`, and the strategies that prove it.
pub fn write<R: TextRules>(
    rules: &R,
    root: &R::Position,
    claim: Claim,
    strategies: &[&Strategy<R>],
    output: impl Write,
) -> io::Result<()> {
    let mut text = io::BufWriter::with_capacity(1 << 16, GzEncoder::new(output, Compression::default()));
    writeln!(text, "{MAGIC}{VERSION}")?;
    let Claim { at_least, at_most } = claim;
    let root = rules.position_text(root);
    let header = Header { game: rules.name(), parameters: rules.parameters(), root, at_least, at_most };
    writeln!(text, "{}", serde_json::to_string(&header)?)?;
    for strategy in strategies {
        let player = match strategy.player {
            Player::Max => Side::Max,
            Player::Min => Side::Min,
        };
        let section = Section { player, ranked: strategy.ranked, positions: strategy.entries.len() as u64 };
        writeln!(text, "{}", serde_json::to_string(&section)?)?;
        for entry in &strategy.entries {
            let position = rules.position_text(&entry.position);
            match entry.mv {
                Some(mv) => {
                    writeln!(text, "{position}\t{}\t{}", rules.move_text(&entry.position, mv), entry.rank)?;
                }
                None => writeln!(text, "{position}\t-\t{}", entry.rank)?,
            }
        }
    }
    writeln!(text, "end")?;
    text.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?.flush()
}
