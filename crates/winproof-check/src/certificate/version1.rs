//! Version 1 of the format: a gzip stream of text, every position of the strategies on a line of its own.
//!
//! It is still read. Writing it is for tests, and for those who have a checker of version 1.

use super::{Claim, Header, RootClaim, Side, strict};
use crate::rules::{TextRules, Value};
use crate::strategy::Strategy;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The second line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeaderLine {
    game: String,
    parameters: Vec<(String, String)>,
    root: String,
    #[serde(default, deserialize_with = "strict::given", skip_serializing_if = "Option::is_none")]
    at_least: Option<Value>,
    #[serde(default, deserialize_with = "strict::given", skip_serializing_if = "Option::is_none")]
    at_most: Option<Value>,
}

impl From<HeaderLine> for Header {
    fn from(line: HeaderLine) -> Header {
        let HeaderLine { game, parameters, root, at_least, at_most } = line;
        Header { game, parameters, claims: vec![RootClaim { root, at_least, at_most }], horizon: 0 }
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

/// Writes a certificate of version 1.
pub fn write<R: TextRules>(
    rules: &R,
    root: &R::Position,
    claim: Claim,
    strategies: &[&Strategy<R>],
    output: impl Write,
) -> io::Result<()> {
    let mut text = io::BufWriter::with_capacity(1 << 16, GzEncoder::new(output, Compression::default()));
    writeln!(text, "{}1", super::MAGIC)?;
    let Claim { at_least, at_most } = claim;
    let root = rules.position_text(root);
    let header = HeaderLine { game: rules.name(), parameters: rules.parameters(), root, at_least, at_most };
    writeln!(text, "{}", serde_json::to_string(&header)?)?;
    for strategy in strategies {
        let player = strategy.player.into();
        let section = Section { player, ranked: strategy.ranked, positions: strategy.entries.len() as u64 };
        writeln!(text, "{}", serde_json::to_string(&section)?)?;
        for entry in &strategy.entries {
            let position = rules.position_text(&entry.position);
            let mv = entry.mv.map_or_else(|| "-".to_string(), |mv| rules.move_text(&entry.position, mv));
            writeln!(text, "{position}\t{mv}\t{}", entry.rank)?;
        }
    }
    writeln!(text, "end")?;
    text.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?.flush()
}
