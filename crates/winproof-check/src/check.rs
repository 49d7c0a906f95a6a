//! The checker: reads a certificate and the rules of the game, and trusts nothing else.
//!
//! It shares no code with the searches. A strategy is accepted when its root is in it, every move it
//! plays is legal, every reply of the opponent is answered, every end that can be reached is good enough, and
//! either ranks fall along every line (so play ends) or an endless line is good enough too. Each position is
//! looked at once: linear time, and memory for the positions of one strategy.
//!
//! The rules are believed in what only they can know: which values play can have, and what a repetition is worth. An
//! end that is not among those values is refused. That positions never repeat is not believed: where the rules say
//! so, ranks must show it.
//!
//! A certificate comes from anywhere. Nothing in it makes the checker hold more than the limit on memory: lines are
//! read up to a length, and positions are counted as they come. Text of the file is shown only with its control
//! characters spelled out.

use crate::certificate::{Claim, Header, MAGIC, Section, VERSION};
use crate::lines::{LONGEST_ENTRY, Lines};
use crate::rules::{Player, Rules, Status, TextRules, Value};
use crate::strategy::Strategy;
use crate::text::shown;
use hashbrown::HashTable;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The file is not a certificate, or not a whole one, or of another version: nothing can be said of its claim.
    #[error("{0}")]
    Unreadable(String),
    /// The file can be read, and does not prove its claim.
    #[error("{0}")]
    Unproved(String),
    /// The file takes more memory than the checker may use: nothing can be said of its claim.
    #[error("{0}")]
    Limit(String),
}

impl Refusal {
    pub(crate) fn unreadable(sentence: impl Into<String>) -> Refusal {
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
pub struct Reader<I: Read> {
    lines: Lines<I>,
    header: Header,
    most_bytes: usize,
}

impl<I: Read> Reader<I> {
    /// Reads as far as the header. The checker will hold at most about `most_bytes`.
    pub fn open(input: I, most_bytes: usize) -> Result<Reader<I>, Refusal> {
        let mut lines = Lines::new(input);
        let first = lines.next(LONGEST_ENTRY)?;
        let Some(version) = first.strip_prefix(MAGIC) else {
            return Err(Refusal::unreadable(format!(
                "this is not a certificate: its first line is not '{MAGIC}{VERSION}'"
            )));
        };
        if version != VERSION.to_string() {
            return Err(Refusal::unreadable(format!(
                "the certificate has format version {}; this program reads version {VERSION}",
                shown(version)
            )));
        }
        // The header may hold a whole game (a graph file), which is then held three times: as text, as the parameter,
        // and as rules.
        let line = lines.next((most_bytes / 8).max(1 << 16))?;
        let header = object(line).map_err(|why| {
            Refusal::unreadable(format!("line 2 is not the header of a certificate: {}", shown(&why)))
        })?;
        Ok(Reader { lines, header, most_bytes })
    }

    /// What the certificate is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Checks the certificate with the rules of its game, in which Max is the player that the claim means.
    pub fn check<R: TextRules>(mut self, rules: &R) -> Result<Accepted, Refusal> {
        let header = &self.header;
        if (rules.name(), rules.parameters()) != (header.game.clone(), header.parameters.clone()) {
            return Err(Refusal::unproved(format!(
                "the certificate is about {}, not about {}",
                shown(&rules_text(&header.game, &header.parameters)),
                shown(&rules_text(&rules.name(), &rules.parameters()))
            )));
        }
        let root = rules.parse_position(&header.root).map_err(|error| {
            Refusal::unproved(format!("the root '{}' is not a position: {}", shown(&header.root), shown(&error.0)))
        })?;
        let names = Names::<R> {
            position: &|position| rules.position_text(position),
            mv: &|position, mv| rules.move_text(position, mv),
        };
        let mut open = open_halves(rules, &root, header.claim())?;
        let mut positions: u64 = 0;
        loop {
            let line = self.lines.next(LONGEST_ENTRY)?;
            if line == "end" {
                break;
            }
            let section: Section = object(line).map_err(|why| {
                Refusal::unreadable(format!("line {} does not open a strategy: {}", self.lines.number, shown(&why)))
            })?;
            let player = Player::from(section.player);
            let Some(half) = open.iter().position(|half| half.player == player) else {
                return Err(Refusal::unproved(format!(
                    "line {}: a strategy of {player:?} that the claim has no use for",
                    self.lines.number
                )));
            };
            let half = open.swap_remove(half);
            let book = read_strategy(rules, &section, &mut self.lines, self.most_bytes)?;
            let strategy = Judged { rules, root: &root, half: &half, ranked: section.ranked, names: &names };
            let entries = book.entries.iter().map(|(position, plan)| (position, *plan));
            strategy.check(entries, &|position| book.find(position).map(|place| book.entries[place].1.rank))?;
            positions = positions.saturating_add(section.positions);
        }
        if let Some(half) = open.first() {
            return Err(Refusal::unproved(format!("no strategy shows that {}", half.text())));
        }
        self.lines.end()?;
        Ok(Accepted { header: self.header, positions })
    }
}

/// Checks a claim about a position by strategies that are in memory. Holds an index of one strategy at a time.
pub fn strategy<R: Rules>(
    rules: &R,
    root: &R::Position,
    claim: Claim,
    strategies: &[&Strategy<R>],
) -> Result<(), Refusal> {
    let names = Names { position: &|position| format!("{position:?}"), mv: &|_, mv| format!("{mv:?}") };
    for half in open_halves(rules, root, claim)? {
        let Some(strategy) = strategies.iter().find(|strategy| strategy.player == half.player) else {
            return Err(Refusal::unproved(format!("no strategy shows that {}", half.text())));
        };
        let mut index: HashMap<&R::Position, u32> = HashMap::with_capacity(strategy.entries.len());
        for entry in &strategy.entries {
            if index.insert(&entry.position, entry.rank).is_some() {
                return Err(Refusal::unproved(format!("the position {:?} appears twice", entry.position)));
            }
        }
        let judged = Judged { rules, root, half: &half, ranked: strategy.ranked, names: &names };
        judged.check(
            strategy.entries.iter().map(|entry| (&entry.position, Plan { mv: entry.mv, rank: entry.rank })),
            &|position| index.get(position).copied(),
        )?;
    }
    Ok(())
}

/// A JSON object on a line; a list is not one, though it could be read as the fields in order.
fn object<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    if !line.trim_start().starts_with('{') {
        return Err("it is not a JSON object".to_string());
    }
    serde_json::from_str(line).map_err(|error| error.to_string())
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
fn open_halves<R: Rules>(rules: &R, root: &R::Position, claim: Claim) -> Result<Vec<Half>, Refusal> {
    let halves = [(Player::Max, claim.at_least), (Player::Min, claim.at_most)];
    let claimed = halves.into_iter().filter_map(|(player, bound)| Some(Half { player, bound: bound? }));
    let claimed: Vec<Half> = claimed.collect();
    if claimed.is_empty() {
        return Err(Refusal::unproved("the certificate claims nothing"));
    }
    let values = rules.values();
    if let Some(half) = claimed.iter().find(|half| !values.contains(&half.bound)) {
        return Err(Refusal::unproved(format!(
            "the claim says that {}, which is not a value of this game",
            half.text()
        )));
    }
    if let (Some(least), Some(most)) = (claim.at_least, claim.at_most)
        && least > most
    {
        return Err(Refusal::unproved(format!("the claim contradicts itself: at least {least} and at most {most}")));
    }
    let is_given = |half: &Half| values.iter().all(|&value| half.is_kept_by(value));
    if claimed.iter().all(is_given) {
        return Err(Refusal::unproved("the claim says no more than the rules of the game do"));
    }
    if let Status::Ended(value) = rules.status(root) {
        if !values.contains(&value) {
            return Err(Refusal::unproved(format!("play has ended at the root with {value}, which is not a value")));
        }
        if let Some(half) = claimed.iter().find(|half| !half.is_kept_by(value)) {
            return Err(Refusal::unproved(format!(
                "play has ended at the root, worth {value}: it is false that {}",
                half.text()
            )));
        }
        return Ok(Vec::new());
    }
    Ok(claimed.into_iter().filter(|half| !is_given(half)).collect())
}

/// The most positions of a strategy: their places have 32 bits.
const MOST_POSITIONS: usize = u32::MAX as usize;

/// What a strategy says of a position.
#[derive(Clone, Copy)]
struct Plan<M> {
    mv: Option<M>,
    rank: u32,
}

/// The positions of a strategy in the order of the file, and an index of them. The hashes are seeded by the system: a
/// file cannot be made to slow the checker down.
struct Book<R: Rules> {
    entries: Vec<(R::Position, Plan<R::Move>)>,
    index: HashTable<u32>,
    hasher: RandomState,
}

impl<R: Rules> Book<R> {
    fn new() -> Self {
        Book { entries: Vec::new(), index: HashTable::new(), hasher: RandomState::new() }
    }

    fn find(&self, position: &R::Position) -> Option<usize> {
        let is_it = |&place: &u32| self.entries[place as usize].0 == *position;
        self.index.find(self.hasher.hash_one(position), is_it).map(|&place| place as usize)
    }

    /// Adds a position that is not there yet.
    fn add(&mut self, position: R::Position, plan: Plan<R::Move>) {
        let hash = self.hasher.hash_one(&position);
        let place = self.entries.len() as u32;
        self.entries.push((position, plan));
        let (entries, hasher) = (&self.entries, &self.hasher);
        self.index.insert_unique(hash, place, |&place| hasher.hash_one(&entries[place as usize].0));
    }

    /// The most bytes that are held while one more position is added: what is full doubles, and both sizes are there.
    fn bytes_to_add(&self) -> usize {
        let entries = self.entries.capacity() * size_of::<(R::Position, Plan<R::Move>)>();
        let growing = if self.entries.len() == self.entries.capacity() { entries * 2 } else { 0 };
        entries + growing + 3 * self.index.allocation_size()
    }
}

fn read_strategy<R: TextRules, I: Read>(
    rules: &R,
    section: &Section,
    lines: &mut Lines<I>,
    most_bytes: usize,
) -> Result<Book<R>, Refusal> {
    let player = Player::from(section.player);
    let mut book: Book<R> = Book::new();
    // What positions hold beside their own size is not known; their text is a measure of it.
    let mut text_bytes: usize = 0;
    for _ in 0..section.positions {
        let number = lines.number.saturating_add(1);
        let line = lines.next(LONGEST_ENTRY)?;
        text_bytes = text_bytes.saturating_add(line.len());
        let mut fields = line.split('\t');
        let (Some(position), Some(mv), Some(rank), None) = (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(Refusal::unreadable(format!("line {number} is not a position, a move and a rank")));
        };
        let parsed = rules
            .parse_position(position)
            .map_err(|error| Refusal::unproved(format!("line {number}: not a position: {}", shown(&error.0))))?;
        let rank = rank.parse().map_err(|_| {
            Refusal::unreadable(format!("line {number}: '{}' is not a rank, a number from 0 on", shown(rank)))
        })?;
        // A move may be called '-' too, so whose move it is decides.
        let is_own_move = rules.status(&parsed) == Status::Turn(player);
        let mv = match rules.parse_move(&parsed, mv) {
            Ok(mv) if is_own_move => Some(mv),
            _ if mv == "-" => None,
            Ok(mv) => Some(mv),
            Err(error) => {
                let (position, error) = (shown(position), shown(&error.0));
                return Err(Refusal::unproved(format!("line {number}: an illegal move in {position}: {error}")));
            }
        };
        if book.bytes_to_add().saturating_add(text_bytes) > most_bytes || book.entries.len() >= MOST_POSITIONS {
            return Err(Refusal::Limit(format!(
                "the strategy of {player:?} does not fit into {} MiB of memory (at line {number})",
                most_bytes >> 20
            )));
        }
        if book.find(&parsed).is_some() {
            return Err(Refusal::unproved(format!("line {number}: the position {} appears twice", shown(position))));
        }
        book.add(parsed, Plan { mv, rank });
    }
    Ok(book)
}

/// How positions and moves are called in sentences.
struct Names<'a, R: Rules> {
    position: &'a dyn Fn(&R::Position) -> String,
    mv: &'a dyn Fn(&R::Position, R::Move) -> String,
}

/// A strategy before the checker.
struct Judged<'a, R: Rules> {
    rules: &'a R,
    root: &'a R::Position,
    half: &'a Half,
    ranked: bool,
    names: &'a Names<'a, R>,
}

impl<R: Rules> Judged<'_, R> {
    /// Checks the strategy, given its entries and the rank of each of its positions.
    fn check<'e>(
        &self,
        entries: impl Iterator<Item = (&'e R::Position, Plan<R::Move>)>,
        rank_of: &dyn Fn(&R::Position) -> Option<u32>,
    ) -> Result<(), Refusal>
    where
        R::Position: 'e,
    {
        self.check_ranks_are_not_needed()?;
        if rank_of(self.root).is_none() {
            let root = (self.names.position)(self.root);
            return Err(Refusal::unproved(format!("the strategy does not hold the root {}", shown(&root))));
        }
        let values = self.rules.values();
        let mut moves = Vec::new();
        for (position, plan) in entries {
            self.check_entry(position, plan, &values, &mut moves, rank_of)?;
        }
        Ok(())
    }

    /// Without ranks, an endless line must be good enough.
    fn check_ranks_are_not_needed(&self) -> Result<(), Refusal> {
        match self.rules.repetition() {
            _ if self.ranked => Ok(()),
            Some(worth) if self.half.is_kept_by(worth) => Ok(()),
            Some(worth) => Err(Refusal::unproved(format!(
                "the strategy has no ranks, and an endless line is worth {worth}: it does not show that {}",
                self.half.text()
            ))),
            None => Err(Refusal::unproved("the strategy has no ranks, so nothing shows that play ends")),
        }
    }

    fn check_entry(
        &self,
        position: &R::Position,
        plan: Plan<R::Move>,
        values: &[Value],
        moves: &mut Vec<R::Move>,
        rank_of: &dyn Fn(&R::Position) -> Option<u32>,
    ) -> Result<(), Refusal> {
        let here = || shown(&(self.names.position)(position));
        let Status::Turn(mover) = self.rules.status(position) else {
            return Err(Refusal::unproved(format!("play has ended in {}, and the strategy goes on", here())));
        };
        moves.clear();
        self.rules.moves(position, moves);
        match (mover == self.half.player, plan.mv) {
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
        if moves.is_empty() {
            return Err(Refusal::unproved(format!("the rules list no move in {}, where play goes on", here())));
        }
        for &mv in moves.iter() {
            let next = self.rules.play(position, mv);
            let after = || format!("{} in {}", shown(&(self.names.mv)(position, mv)), here());
            match self.rules.status(&next) {
                Status::Ended(value) if !values.contains(&value) => {
                    return Err(Refusal::unproved(format!(
                        "{} ends with {value}, which is not a value of this game",
                        after()
                    )));
                }
                Status::Ended(value) if self.half.is_kept_by(value) => {}
                Status::Ended(value) => {
                    return Err(Refusal::unproved(format!("a wrong end: {} is worth {value}, not enough", after())));
                }
                Status::Turn(_) => match rank_of(&next) {
                    None => {
                        let what = if mover == self.half.player { "move" } else { "reply" };
                        return Err(Refusal::unproved(format!(
                            "a missing position: nothing follows the {what} {}",
                            after()
                        )));
                    }
                    Some(rank) if self.ranked && rank >= plan.rank => {
                        return Err(Refusal::unproved(format!(
                            "the rank does not fall from {} to {rank} with {}",
                            plan.rank,
                            after()
                        )));
                    }
                    Some(_) => {}
                },
            }
        }
        Ok(())
    }
}
