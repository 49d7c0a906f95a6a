//! The checker: reads a certificate and the rules of the game, and trusts nothing else.
//!
//! It shares no code with the searches. A strategy is accepted when its root is in it, every move it
//! plays is legal, every reply of the opponent is answered, every end that can be reached is good enough, and
//! either ranks fall along every line (so play ends) or an endless line is good enough too. Each position is
//! looked at once: linear time, and memory for the positions of one strategy.
//!
//! The rules are believed in what only they can know: which values play can have, and what a repetition is
//! worth. That positions never repeat is not believed: where the rules say so, ranks must show it.

use super::certificate::{Header, MAGIC, Section, VERSION};
use crate::game::{Game, Player, Status, TextGame, Value};
use flate2::read::MultiGzDecoder;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;
use std::io::{self, BufRead, BufReader, Read};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The file is no certificate, or not a whole one, or of another version: nothing can be said of its claim.
    #[error("{0}")]
    Unreadable(String),
    /// The file can be read, and does not prove its claim.
    #[error("{0}")]
    Unproved(String),
}

impl Refusal {
    fn unreadable(sentence: impl Into<String>) -> Refusal {
        Refusal::Unreadable(sentence.into())
    }

    fn unproved(sentence: impl Into<String>) -> Refusal {
        Refusal::Unproved(sentence.into())
    }
}

/// A certificate that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What is proved.
    pub header: Header,
    /// How many positions the strategies hold in all.
    pub positions: u64,
}

/// A certificate whose header has been read, so that the caller can find the game that it is about.
pub struct Reader<R: Read> {
    lines: Lines<R>,
    header: Header,
}

struct Lines<R: Read> {
    input: BufReader<MultiGzDecoder<R>>,
    number: u64,
    text: String,
}

impl<R: Read> Lines<R> {
    /// The next line, without its end. The end of the text is an error, since every certificate closes with `end`.
    fn next(&mut self) -> Result<&str, Refusal> {
        self.number += 1;
        self.text.clear();
        match self.input.read_line(&mut self.text) {
            Ok(_) if self.text.ends_with('\n') => Ok(&self.text[..self.text.len() - 1]),
            Ok(_) => Err(self.cut_off()),
            Err(error) => Err(self.damaged(&error)),
        }
    }

    fn cut_off(&self) -> Refusal {
        Refusal::unreadable(format!("the certificate breaks off at line {}; copy or make it again", self.number))
    }

    fn damaged(&self, error: &io::Error) -> Refusal {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.cut_off(),
            _ if self.number == 1 => {
                Refusal::unreadable(format!("this is no certificate: it is not a gzip stream ({error})"))
            }
            _ => Refusal::unreadable(format!(
                "the certificate is damaged near line {} ({error}); copy or make it again",
                self.number
            )),
        }
    }
}

impl<R: Read> Reader<R> {
    /// Reads as far as the header.
    pub fn open(input: R) -> Result<Reader<R>, Refusal> {
        let input = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input));
        let mut lines = Lines { input, number: 0, text: String::new() };
        let first = lines.next()?;
        let Some(version) = first.strip_prefix(MAGIC) else {
            return Err(Refusal::unreadable(format!(
                "this is no certificate: its first line is not '{MAGIC}{VERSION}'"
            )));
        };
        if version != VERSION.to_string() {
            return Err(Refusal::unreadable(format!(
                "the certificate has format version {version}; this program reads version {VERSION}"
            )));
        }
        let header = serde_json::from_str(lines.next()?)
            .map_err(|error| Refusal::unreadable(format!("line 2 is no header of a certificate: {error}")))?;
        Ok(Reader { lines, header })
    }

    /// What the certificate is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Checks the certificate with the rules of its game, in which Max is the player that the claim means.
    pub fn check<G: TextGame>(mut self, game: &G) -> Result<Accepted, Refusal> {
        let header = &self.header;
        if (game.name(), game.parameters()) != (header.game.clone(), header.parameters.clone()) {
            return Err(Refusal::unproved(format!(
                "the certificate is about {}, not about {}",
                rules_text(&header.game, &header.parameters),
                rules_text(&game.name(), &game.parameters())
            )));
        }
        let root = game
            .parse_position(&header.root)
            .map_err(|error| Refusal::unproved(format!("the root '{}' is no position: {error}", header.root)))?;
        let mut open = open_halves(game, &root, header)?;
        let mut positions = 0;
        loop {
            let line = self.lines.next()?;
            if line == "end" {
                break;
            }
            let section: Section = serde_json::from_str(line).map_err(|error| {
                Refusal::unreadable(format!("line {} opens no strategy: {error}", self.lines.number))
            })?;
            let player = Player::from(section.player);
            let Some(half) = open.iter().position(|half| half.player == player) else {
                return Err(Refusal::unproved(format!(
                    "line {}: a strategy of {player:?} that the claim has no use for",
                    self.lines.number
                )));
            };
            let half = open.swap_remove(half);
            let book = read_strategy(game, &section, &mut self.lines)?;
            check_strategy(game, &root, &half, section.ranked, &book)?;
            positions += section.positions;
        }
        if let Some(half) = open.first() {
            return Err(Refusal::unproved(format!("no strategy shows that {}", half.text())));
        }
        // Reading to the very end makes the decoder compare its checksum.
        match self.lines.input.fill_buf() {
            Ok([]) => Ok(Accepted { header: self.header, positions }),
            Ok(_) => Err(Refusal::unreadable("the certificate goes on after its end; copy or make it again")),
            Err(error) => Err(self.lines.damaged(&error)),
        }
    }
}

fn rules_text(name: &str, parameters: &[(String, String)]) -> String {
    let mut text = name.to_string();
    for (key, value) in parameters {
        // The text of a graph file does not belong in a sentence.
        let value = if value.contains('\n') { "…" } else { value };
        text.push_str(&format!(" {key} {value}"));
    }
    text
}

/// One half of a claim: a player makes sure of a bound.
struct Half {
    player: Player,
    bound: Value,
}

impl Half {
    fn is_kept_by(&self, value: Value) -> bool {
        match self.player {
            Player::Max => value >= self.bound,
            Player::Min => value <= self.bound,
        }
    }

    fn text(&self) -> String {
        match self.player {
            Player::Max => format!("the value is at least {}", self.bound),
            Player::Min => format!("the value is at most {}", self.bound),
        }
    }
}

/// The halves of the claim that need a strategy.
fn open_halves<G: TextGame>(game: &G, root: &G::Position, header: &Header) -> Result<Vec<Half>, Refusal> {
    let halves = [(Player::Max, header.at_least), (Player::Min, header.at_most)];
    let claimed = halves.into_iter().filter_map(|(player, bound)| Some(Half { player, bound: bound? }));
    let claimed: Vec<Half> = claimed.collect();
    if claimed.is_empty() {
        return Err(Refusal::unproved("the certificate claims nothing"));
    }
    if let Status::Ended(value) = game.status(root) {
        if let Some(half) = claimed.iter().find(|half| !half.is_kept_by(value)) {
            return Err(Refusal::unproved(format!("play has ended at the root, worth {value}: not {}", half.text())));
        }
        return Ok(Vec::new());
    }
    let values = game.values();
    Ok(claimed.into_iter().filter(|half| !values.iter().all(|&value| half.is_kept_by(value))).collect())
}

type Book<G> = HashMap<<G as Game>::Position, Plan<<G as Game>::Move>, FxBuildHasher>;

struct Plan<M> {
    mv: Option<M>,
    rank: u32,
}

fn read_strategy<G: TextGame, R: Read>(game: &G, section: &Section, lines: &mut Lines<R>) -> Result<Book<G>, Refusal> {
    let mut book: Book<G> = HashMap::with_hasher(FxBuildHasher);
    for _ in 0..section.positions {
        let number = lines.number + 1;
        let line = lines.next()?;
        let mut fields = line.split('\t');
        let (Some(position), Some(mv), Some(rank), None) = (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(Refusal::unreadable(format!("line {number} is not a position, a move and a rank")));
        };
        let parsed = game.parse_position(position);
        let parsed = parsed.map_err(|error| Refusal::unproved(format!("line {number}: no position: {error}")))?;
        let rank = rank
            .parse()
            .map_err(|_| Refusal::unreadable(format!("line {number}: '{rank}' is no rank, a number from 0 on")))?;
        let mv = match mv {
            "-" => None,
            text => Some(game.parse_move(&parsed, text).map_err(|error| {
                Refusal::unproved(format!("line {number}: an illegal move in {position}: {error}"))
            })?),
        };
        match book.entry(parsed) {
            Entry::Occupied(_) => {
                return Err(Refusal::unproved(format!("line {number}: the position {position} comes twice")));
            }
            Entry::Vacant(place) => place.insert(Plan { mv, rank }),
        };
    }
    Ok(book)
}

fn check_strategy<G: TextGame>(
    game: &G,
    root: &G::Position,
    half: &Half,
    ranked: bool,
    book: &Book<G>,
) -> Result<(), Refusal> {
    if !ranked {
        match game.repetition() {
            Some(worth) if half.is_kept_by(worth) => {}
            Some(worth) => {
                return Err(Refusal::unproved(format!(
                    "the strategy has no ranks, and an endless line is worth {worth}: not {}",
                    half.text()
                )));
            }
            None => {
                return Err(Refusal::unproved("the strategy has no ranks, so nothing shows that play ends"));
            }
        }
    }
    if !book.contains_key(root) {
        return Err(Refusal::unproved(format!("the strategy does not hold the root {}", game.position_text(root))));
    }
    let mut moves = Vec::new();
    for (position, plan) in book {
        let here = || game.position_text(position);
        let Status::Turn(mover) = game.status(position) else {
            return Err(Refusal::unproved(format!("play has ended in {}, and the strategy goes on", here())));
        };
        moves.clear();
        game.moves(position, &mut moves);
        match (mover == half.player, plan.mv) {
            (true, Some(mv)) if moves.contains(&mv) => {
                moves.clear();
                moves.push(mv);
            }
            (true, Some(_)) => return Err(Refusal::unproved(format!("an illegal move in {}", here()))),
            (true, None) => return Err(Refusal::unproved(format!("no move is given in {}", here()))),
            (false, Some(_)) => {
                return Err(Refusal::unproved(format!("a move is given in {}, where the opponent moves", here())));
            }
            (false, None) => {}
        }
        for &mv in &moves {
            let next = game.play(position, mv);
            let after = || format!("{} in {}", game.move_text(position, mv), here());
            match game.status(&next) {
                Status::Ended(value) if half.is_kept_by(value) => {}
                Status::Ended(value) => {
                    return Err(Refusal::unproved(format!("a wrong end: {} is worth {value}, not enough", after())));
                }
                Status::Turn(_) => match book.get(&next) {
                    None => {
                        let what = if mover == half.player { "move" } else { "reply" };
                        return Err(Refusal::unproved(format!(
                            "a missing position: nothing follows the {what} {}",
                            after()
                        )));
                    }
                    Some(follower) if ranked && follower.rank >= plan.rank => {
                        return Err(Refusal::unproved(format!(
                            "the rank does not fall from {} to {} with {}",
                            plan.rank,
                            follower.rank,
                            after()
                        )));
                    }
                    Some(_) => {}
                },
            }
        }
    }
    Ok(())
}
