//! Certificates of both versions, taken apart and put together again with lengths, checksums and SHARED fields that are
//! right, whatever they say. It shares no code with the library that writes and reads them.
//!
//! [`Damage`] lists what can be done to the meaning of one.

mod damage;

pub use damage::{DAMAGES, Damage};

use crate::Random;
use flate2::read::{GzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use flate2::{Compression, Crc};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use winproof::proof::certificate::{Header, RootClaim};
use winproof::{Player, Value};

/// A certificate in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The version of the format, 1 or 2.
    pub version: u32,
    /// What it is about. In version 1 there is one claim, and the horizon is 0.
    pub header: Header,
    /// The strategies in the order of the file.
    pub strategies: Vec<Listed>,
}

/// A strategy of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The claim that it is for.
    pub claim: u32,
    /// Whose it is.
    pub player: Player,
    /// Whether ranks fall.
    pub ranked: bool,
    /// The entries in the order of the file.
    pub entries: Vec<Line>,
}

/// An entry of a certificate, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The whole position.
    pub position: String,
    /// The move, or `-`.
    pub mv: String,
    /// The rank.
    pub rank: u32,
}

impl Parts {
    /// Takes apart a certificate that was written by this project: it is read with trust.
    ///
    /// # Errors
    /// If it is not whole, in a sentence for whoever debugs the test.
    pub fn read(bytes: &[u8]) -> Result<Parts, String> {
        let parts = if bytes.starts_with(&[0x1f, 0x8b]) { read_version_1(bytes) } else { read_version_2(bytes) };
        parts.ok_or_else(|| "not a whole certificate".to_string())
    }

    /// The certificate as a file. Version 2 gets blocks of so many entries each.
    pub fn bytes(&self, entries_in_block: usize) -> Vec<u8> {
        pack(self.version, &self.texts(entries_in_block))
    }

    /// The texts that the file is packed from: the header, and the strategies, in blocks of so many entries each.
    pub fn texts(&self, entries_in_block: usize) -> Vec<String> {
        match self.version {
            1 => self.texts_of_version_1(),
            _ => self.texts_of_version_2(entries_in_block.max(1)),
        }
    }

    fn texts_of_version_1(&self) -> Vec<String> {
        let claim = &self.header.claims[0];
        // In the order in which the library writes the fields, for tests that look for them.
        let header = [("game", json!(self.header.game)), ("parameters", json!(self.header.parameters))];
        let bounds = [("at_least", claim.at_least), ("at_most", claim.at_most)];
        let bounds = bounds.into_iter().filter_map(|(name, bound)| Some((name, json!(bound?))));
        let fields = header.into_iter().chain([("root", json!(claim.root))]).chain(bounds);
        let fields: Vec<String> = fields.map(|(name, value)| format!("\"{name}\":{value}")).collect();
        let mut texts = vec![format!("winproof certificate 1\n{{{}}}\n", fields.join(","))];
        for strategy in &self.strategies {
            let (player, positions) = (player_text(strategy.player), strategy.entries.len());
            let ranked = strategy.ranked;
            let mut text = format!("{{\"player\":\"{player}\",\"ranked\":{ranked},\"positions\":{positions}}}\n");
            for Line { position, mv, rank } in &strategy.entries {
                text.push_str(&format!("{position}\t{mv}\t{rank}\n"));
            }
            texts.push(text);
        }
        texts.push("end\n".to_string());
        texts
    }

    fn texts_of_version_2(&self, entries_in_block: usize) -> Vec<String> {
        let header = serde_json::to_string(&self.header).expect("a header is text and numbers");
        let mut texts = vec![format!("winproof certificate 2\n{header}\n")];
        for Listed { claim, player, ranked, entries } in &self.strategies {
            let section = json!({"claim": claim, "player": player_text(*player), "ranked": ranked});
            let mut blocks: Vec<&[Line]> = entries.chunks(entries_in_block).collect();
            if blocks.is_empty() {
                blocks.push(&[]);
            }
            for block in blocks {
                let mut text = format!("{section}\n");
                let mut before = "";
                for Line { position, mv, rank } in block {
                    let shared = shared(before, position);
                    text.push_str(&format!("{shared}\t{}\t{mv}\t{rank}\n", &position[shared..]));
                    before = position;
                }
                texts.push(text);
            }
        }
        texts
    }

    /// The same certificate in version 1, where the position after the strategist's move is an entry too. `after` plays
    /// a strategist's move in a position, and gives the next one if the opponent moves there. Only without a horizon is
    /// everything there that version 1 needs.
    #[must_use]
    pub fn to_version_1(&self, after: &dyn Fn(Player, &str, &str) -> Option<String>) -> Parts {
        let strategies = self.strategies.iter().map(|strategy| {
            let mut lines: BTreeMap<String, (String, u32)> = BTreeMap::new();
            // Twice the ranks leave room for one in between.
            let doubled = |rank: u32| if strategy.ranked { 2 * rank } else { 0 };
            for Line { position, mv, rank } in &strategy.entries {
                let own_rank = doubled(*rank) + u32::from(strategy.ranked);
                let entry = lines.entry(position.clone()).or_insert((mv.clone(), own_rank));
                entry.1 = entry.1.min(own_rank);
                if let Some(next) = after(strategy.player, position, mv) {
                    let entry = lines.entry(next).or_insert(("-".to_string(), doubled(*rank)));
                    entry.1 = entry.1.min(doubled(*rank));
                }
            }
            let entries = lines.into_iter().map(|(position, (mv, rank))| Line { position, mv, rank });
            Listed { entries: entries.collect(), ..strategy.clone() }
        });
        Parts { version: 1, header: self.header.clone(), strategies: strategies.collect() }
    }

    /// Adds a second claim that the strategies already prove: one player's bound holds in each of his positions.
    ///
    /// False if there is no entry to take for its root, or no claim that it belongs to.
    pub fn add_true_claim(&mut self, random: &mut Random) -> bool {
        let Some(strategy) = self.strategies.iter().find(|strategy| !strategy.entries.is_empty()) else {
            return false;
        };
        let root = strategy.entries[random.below(strategy.entries.len() as u32) as usize].position.clone();
        // Damage may have left it without a claim.
        let Some(first) = self.header.claims.get(strategy.claim as usize) else { return false };
        let (at_least, at_most) = match strategy.player {
            Player::Max => (first.at_least, None),
            Player::Min => (None, first.at_most),
        };
        let claim = self.header.claims.len() as u32;
        let strategy = Listed { claim, ..strategy.clone() };
        self.header.claims.push(RootClaim { root, at_least, at_most });
        self.strategies.push(strategy);
        true
    }
}

fn player_text(player: Player) -> &'static str {
    match player {
        Player::Max => "max",
        Player::Min => "min",
    }
}

/// How many bytes two texts share at their start, in whole characters.
fn shared(before: &str, text: &str) -> usize {
    let alike = before.chars().zip(text.chars()).take_while(|(a, b)| a == b);
    alike.map(|(letter, _)| letter.len_utf8()).sum()
}

/// Packs the texts of a certificate, with lengths and checksums that are right.
pub fn pack(version: u32, texts: &[String]) -> Vec<u8> {
    if version == 1 {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        return packer.write_all(texts.concat().as_bytes()).and_then(|()| packer.finish()).expect("writing to memory");
    }
    let mut file = texts[0].clone().into_bytes();
    for text in &texts[1..] {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
        push_block(&mut file, &packed.expect("writing to memory"));
    }
    push_block(&mut file, &[]);
    file
}

fn push_block(file: &mut Vec<u8>, packed: &[u8]) {
    let mut sum = Crc::new();
    sum.update(packed);
    file.extend_from_slice(&(packed.len() as u32).to_le_bytes());
    file.extend_from_slice(&sum.sum().to_le_bytes());
    file.extend_from_slice(packed);
}

fn read_version_1(bytes: &[u8]) -> Option<Parts> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).ok()?;
    let mut lines = text.lines();
    (lines.next()? == "winproof certificate 1").then_some(())?;
    let mut header: Map<String, Json> = serde_json::from_str(lines.next()?).ok()?;
    let mut claim = Map::new();
    for name in ["root", "at_least", "at_most"] {
        claim.extend(header.remove(name).map(|value| (name.to_string(), value)));
    }
    header.insert("claims".to_string(), json!([claim]));
    header.insert("horizon".to_string(), json!(0));
    let header = serde_json::from_value(header.into()).ok()?;
    let mut strategies = Vec::new();
    loop {
        match lines.next()? {
            "end" => return Some(Parts { version: 1, header, strategies }),
            section => {
                let section: Json = serde_json::from_str(section).ok()?;
                let mut strategy = listed(&section)?;
                for _ in 0..section["positions"].as_u64()? {
                    let [position, mv, rank] = lines.next()?.split('\t').collect::<Vec<_>>()[..] else { return None };
                    strategy.entries.push(line(position, mv, rank)?);
                }
                strategies.push(strategy);
            }
        }
    }
}

fn read_version_2(bytes: &[u8]) -> Option<Parts> {
    let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
    (lines.next()? == b"winproof certificate 2").then_some(())?;
    let header = serde_json::from_slice(lines.next()?).ok()?;
    let mut rest = lines.next()?;
    let mut strategies: Vec<Listed> = Vec::new();
    loop {
        let length = u32::from_le_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let packed = rest.get(8..8 + length)?;
        rest = &rest[8 + length..];
        if length == 0 {
            return rest.is_empty().then_some(Parts { version: 2, header, strategies });
        }
        let mut text = String::new();
        ZlibDecoder::new(packed).read_to_string(&mut text).ok()?;
        let mut lines = text.lines();
        let section = listed(&serde_json::from_str(lines.next()?).ok()?)?;
        let is_of = |last: &Listed| (last.claim, last.player) == (section.claim, section.player);
        if !strategies.last().is_some_and(is_of) {
            strategies.push(section);
        }
        let mut position = String::new();
        for text in lines {
            let [shared, rest, mv, rank] = text.split('\t').collect::<Vec<_>>()[..] else { return None };
            position.truncate(shared.parse().ok()?);
            position.push_str(rest);
            strategies.last_mut()?.entries.push(line(&position, mv, rank)?);
        }
    }
}

/// The strategy that a line opens, without entries.
fn listed(section: &Json) -> Option<Listed> {
    let player = if section["player"] == "max" { Player::Max } else { Player::Min };
    let claim = section.get("claim").map_or(Some(0), Json::as_u64)? as u32;
    Some(Listed { claim, player, ranked: section["ranked"].as_bool()?, entries: Vec::new() })
}

fn line(position: &str, mv: &str, rank: &str) -> Option<Line> {
    Some(Line { position: position.to_string(), mv: mv.to_string(), rank: rank.parse().ok()? })
}

/// Whether all claims of a header are true, given the value of each root as the Max of the first claim sees it.
pub fn is_true(header: &Header, mut value_of: impl FnMut(&str) -> Value) -> bool {
    header.claims.iter().all(|claim| {
        let value = value_of(&claim.root);
        claim.at_least.is_none_or(|least| value >= least) && claim.at_most.is_none_or(|most| value <= most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RandomGraph, retrograde_values};
    use winproof::proof::certificate;
    use winproof::proof::check::Reader;
    use winproof::{Rules, Solver, Status, TextRules};

    /// Solves a game and takes both versions of its certificate apart.
    fn honest(game: &winproof_games::ExplicitGame) -> Option<[Vec<u8>; 2]> {
        let solution = Solver::new(game).solve(&game.start()).unwrap();
        let claim = solution.claim(game).ok()?;
        let strategies: Vec<_> = solution.strategies.iter().collect();
        let [mut first, mut second] = [Vec::new(), Vec::new()];
        certificate::version1::write(game, &game.start(), claim, &strategies, &mut first).unwrap();
        solution.write_certificate(game, &mut second).unwrap();
        Some([first, second])
    }

    #[test]
    fn parts_are_put_together_as_they_were() {
        let mut random = Random::new(31);
        let (mut certified, mut second_claims) = (0, 0);
        for _ in 0..200 {
            let game = RandomGraph::varied(&mut random, 40).build(random.bits());
            let Some([first, second]) = honest(&game) else { continue };
            let check = |parts: &Parts, block| Reader::open(&parts.bytes(block)[..], 1 << 26)?.check(&game);
            let after = |player: Player, position: &str, mv: &str| {
                let position = game.parse_position(position).unwrap();
                (game.status(&position) == Status::Turn(player)).then_some(())?;
                let next = game.play(&position, game.parse_move(&position, mv).unwrap());
                (game.status(&next) == Status::Turn(player.opponent())).then(|| game.position_text(&next))
            };
            let parts = Parts::read(&second).unwrap();
            assert_eq!(Parts::read(&first).unwrap().header, parts.header);
            for parts in [Parts::read(&first).unwrap(), parts.clone(), parts.to_version_1(&after)] {
                for block in [1, 2, usize::MAX] {
                    assert_eq!(Parts::read(&parts.bytes(block)).as_ref(), Ok(&parts));
                    check(&parts, block).unwrap_or_else(|why| panic!("{why}: {parts:#?}\n{}", game.to_text()));
                }
            }
            let mut twice = parts;
            if twice.add_true_claim(&mut random) {
                check(&twice, 3).unwrap_or_else(|why| panic!("{why}: {twice:#?}\n{}", game.to_text()));
                let values = retrograde_values(&game, 0..game.node_count());
                assert!(is_true(&twice.header, |root| values[&game.parse_position(root).unwrap()]));
                second_claims += 1;
            }
            certified += 1;
        }
        assert!(certified > 100 && second_claims > 80, "{certified} {second_claims}");
    }
}
