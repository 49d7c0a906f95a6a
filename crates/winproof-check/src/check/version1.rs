//! Reading version 1: the positions of one strategy are held in memory.

use super::judge::{Judged, Names, Plan};
use super::{Refusal, object, open_halves};
use crate::certificate::RootClaim;
use crate::certificate::version1::Section;
use crate::lines::{LONGEST_ENTRY, Lines};
use crate::rules::{Player, Rules, Status, TextRules};
use crate::text::{number, shown};
use hashbrown::HashTable;
use std::hash::{BuildHasher, RandomState};

/// Checks the strategies that follow the header, and gives the number of their positions.
pub(super) fn check<R: TextRules>(
    rules: &R,
    root: &R::Position,
    claim: &RootClaim,
    mut lines: Lines<'_>,
    most_bytes: usize,
) -> Result<u64, Refusal> {
    let names = Names::<R> {
        position: &|position| rules.position_text(position),
        mv: &|position, mv| rules.move_text(position, mv),
    };
    let mut open = open_halves(rules, root, claim.claim())?;
    let mut positions: u64 = 0;
    loop {
        let line = lines.next(LONGEST_ENTRY)?;
        if line == "end" {
            break;
        }
        let section: Section = object(line).map_err(|why| {
            Refusal::unreadable(format!("line {} does not open a strategy: {}", lines.number, shown(&why)))
        })?;
        let player = Player::from(section.player);
        let Some(half) = open.iter().position(|half| half.player == player) else {
            return Err(Refusal::unproved(format!(
                "line {}: a strategy of {player:?} that the claim has no use for",
                lines.number
            )));
        };
        let half = open.swap_remove(half);
        let book = read_strategy(rules, &section, &mut lines, most_bytes)?;
        let strategy = Judged { rules, root, half: &half, ranked: section.ranked, names: &names };
        let entries = book.entries.iter().map(|(position, plan)| (position, *plan));
        strategy.check(entries, &|position| book.find(position).map(|place| book.entries[place].1.rank))?;
        positions = positions.saturating_add(section.positions);
    }
    if let Some(half) = open.first() {
        return Err(Refusal::unproved(format!("no strategy shows that {}", half.text())));
    }
    lines.end()?;
    Ok(positions)
}

/// The most positions of a strategy: their places have 32 bits.
const MOST_POSITIONS: usize = u32::MAX as usize;

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

fn read_strategy<R: TextRules>(
    rules: &R,
    section: &Section,
    lines: &mut Lines<'_>,
    most_bytes: usize,
) -> Result<Book<R>, Refusal> {
    let player = Player::from(section.player);
    let mut book: Book<R> = Book::new();
    // What positions hold beside their own size is not known; their text is a measure of it.
    let mut text_bytes: usize = 0;
    for _ in 0..section.positions {
        let line_number = lines.number.saturating_add(1);
        let line = lines.next(LONGEST_ENTRY)?;
        text_bytes = text_bytes.saturating_add(line.len());
        let mut fields = line.split('\t');
        let (Some(position), Some(mv), Some(rank), None) = (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(Refusal::unreadable(format!("line {line_number} is not a position, a move and a rank")));
        };
        let parsed =
            super::position(rules, position).map_err(|why| Refusal::unproved(format!("line {line_number}: {why}")))?;
        let rank = number(rank).ok_or_else(|| {
            Refusal::unreadable(format!("line {line_number}: '{}' is not a rank, a number from 0 on", shown(rank)))
        })?;
        // A move may be called '-' too, so whose move it is decides.
        let is_own_move = rules.status(&parsed) == Status::Turn(player);
        let mv = match rules.parse_move(&parsed, mv) {
            Ok(mv) if is_own_move => Some(mv),
            _ if mv == "-" => None,
            Ok(mv) => Some(mv),
            Err(error) => {
                let (position, error) = (shown(position), shown(&error.0));
                return Err(Refusal::unproved(format!("line {line_number}: an illegal move in {position}: {error}")));
            }
        };
        if book.bytes_to_add().saturating_add(text_bytes) > most_bytes || book.entries.len() >= MOST_POSITIONS {
            return Err(Refusal::Limit(format!(
                "the strategy of {player:?} does not fit into {} MiB of memory (at line {line_number})",
                most_bytes >> 20
            )));
        }
        if book.find(&parsed).is_some() {
            return Err(Refusal::unproved(format!(
                "line {line_number}: the position {} appears twice",
                shown(position)
            )));
        }
        book.add(parsed, Plan { mv, rank });
    }
    Ok(book)
}
