//! The certificate: a file that says what positions are worth and how each side makes sure of it.
//!
//! `FORMAT.md`, beside this crate's manifest, describes the file for those who want to write a checker. This file has
//! the header; `blocks.rs` has the rest of version 2, `check/version1.rs` reads version 1.
//!
//! Positions and moves are whole and in the game's own notation, so nothing rests on a hash or on the order in which a
//! program lists moves.

mod strict;
pub mod version1;

use crate::blocks::BlockWriter;
use crate::rules::{Player, Rules, Status, TextRules, Value};
use crate::strategy::Strategy;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The version of the format that this library writes; it reads version 1 too.
pub const VERSION: u32 = 2;

/// What stands before the version in the first line.
pub(crate) const MAGIC: &str = "winproof certificate ";

/// What a certificate says of the value of a position.
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

/// A claim about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootClaim {
    /// The position that the claim is about.
    pub root: String,
    /// The claim's lower half: Max gets at least this.
    #[serde(default, deserialize_with = "strict::given", skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Value>,
    /// The claim's upper half: Max gets at most this.
    #[serde(default, deserialize_with = "strict::given", skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Value>,
}

impl RootClaim {
    /// A claim about a position.
    pub fn new(root: String, claim: Claim) -> RootClaim {
        RootClaim { root, at_least: claim.at_least, at_most: claim.at_most }
    }

    /// The claim.
    pub fn claim(&self) -> Claim {
        Claim { at_least: self.at_least, at_most: self.at_most }
    }

    /// The claim in words, for programs; `Max` is the player to move at the first root (in a graph file, whoever it
    /// names).
    pub fn text(&self) -> String {
        match (self.at_least, self.at_most) {
            (Some(least), Some(most)) if least == most => format!("the value is exactly {least}"),
            (Some(least), Some(most)) => format!("the value is at least {least} and at most {most}"),
            (Some(least), None) => format!("the value is at least {least}"),
            (None, Some(most)) => format!("the value is at most {most}"),
            (None, None) => "nothing".to_string(),
        }
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
    /// What is claimed; at least one claim.
    #[serde(deserialize_with = "strict::objects")]
    pub claims: Vec<RootClaim>,
    /// How many plies the checker plays by itself where a position is not listed.
    pub horizon: u8,
}

impl Header {
    /// The header of one claim about a position.
    pub fn new<R: TextRules>(rules: &R, root: &R::Position, claim: Claim, horizon: u8) -> Header {
        let claims = vec![RootClaim::new(rules.position_text(root), claim)];
        Header { game: rules.name(), parameters: rules.parameters(), claims, horizon }
    }

    /// The claims in words, for programs.
    pub fn claim_text(&self) -> String {
        match &self.claims[..] {
            [only] => only.text(),
            several => {
                let texts = several.iter().map(|claim| format!("in {}: {}", claim.root, claim.text()));
                texts.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Writes the two lines that a certificate of version 2 starts with.
    pub(crate) fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{MAGIC}{VERSION}")?;
        writeln!(output, "{}", serde_json::to_string(self)?)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", try_from = "String")]
pub(crate) enum Side {
    Max,
    Min,
}

// By way of a text: a variant could otherwise be spelled as an object, `{"max":null}`.
impl TryFrom<String> for Side {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Side, Self::Error> {
        match text.as_str() {
            "max" => Ok(Side::Max),
            "min" => Ok(Side::Min),
            _ => Err("a player is max or min"),
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Max => Player::Max,
            Side::Min => Player::Min,
        }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Max => Side::Max,
            Player::Min => Side::Min,
        }
    }
}

/// A claim about a position and the strategies that prove it, in memory.
#[derive(Clone, Debug)]
pub struct Part<'a, R: Rules> {
    /// The position.
    pub root: &'a R::Position,
    /// What is claimed of it.
    pub claim: Claim,
    /// The strategies that the claim needs, and no others.
    pub strategies: Vec<&'a Strategy<R>>,
}

/// Writes a certificate: the claim about `root`, and the strategies that prove it, which are in memory.
pub fn write<R: TextRules>(
    rules: &R,
    root: &R::Position,
    claim: Claim,
    strategies: &[&Strategy<R>],
    output: impl Write,
) -> io::Result<()> {
    write_parts(rules, &[Part { root, claim, strategies: strategies.to_vec() }], output)
}

/// Writes a certificate of several claims. Max is whoever these rules call so, and must be the player to move at the
/// first root where the game's rules are turned to a point of view.
pub fn write_parts<R: TextRules>(rules: &R, parts: &[Part<'_, R>], mut output: impl Write) -> io::Result<()> {
    write_to(rules, parts, &mut output)
}

fn write_to<R: TextRules>(rules: &R, parts: &[Part<'_, R>], output: &mut dyn Write) -> io::Result<()> {
    let claims = parts.iter().map(|part| RootClaim::new(rules.position_text(part.root), part.claim)).collect();
    let header = Header { game: rules.name(), parameters: rules.parameters(), claims, horizon: 0 };
    let mut blocks = BlockWriter::new(output, &header)?;
    for (number, part) in (0..).zip(parts) {
        for strategy in &part.strategies {
            blocks.section(number, strategy.player, strategy.ranked)?;
            write_sorted(&mut blocks, needed_entries(rules, part.root, strategy).collect())?;
        }
    }
    blocks.finish()?.flush()
}

fn write_sorted(blocks: &mut BlockWriter<&mut dyn Write>, mut entries: Vec<(String, String, u32)>) -> io::Result<()> {
    entries.sort_unstable();
    for (position, mv, rank) in &entries {
        blocks.entry(position, mv, *rank)?;
    }
    Ok(())
}

/// The entries that version 2 lists: where the strategist moves, the root, and where the opponent moves twice.
fn needed_entries<'a, R: TextRules>(
    rules: &'a R,
    root: &'a R::Position,
    strategy: &'a Strategy<R>,
) -> impl Iterator<Item = (String, String, u32)> + 'a {
    // A position in which the opponent moves is left out if only the strategist's moves lead to it.
    let mut moves = Vec::new();
    let mut twice = std::collections::HashSet::new();
    for entry in strategy.entries.iter().filter(|entry| entry.mv.is_none()) {
        moves.clear();
        rules.moves(&entry.position, &mut moves);
        let next = moves.iter().map(|&mv| rules.play(&entry.position, mv));
        twice.extend(next.filter(|next| is_turn_of(rules, next, strategy.player.opponent())));
    }
    strategy.entries.iter().filter_map(move |entry| {
        let position = rules.position_text(&entry.position);
        match entry.mv {
            Some(mv) => Some((position, rules.move_text(&entry.position, mv), entry.rank)),
            None if entry.position == *root || twice.contains(&entry.position) => {
                Some((position, "-".to_string(), entry.rank))
            }
            None => None,
        }
    })
}

fn is_turn_of<R: Rules>(rules: &R, position: &R::Position, player: Player) -> bool {
    rules.status(position) == Status::Turn(player)
}
