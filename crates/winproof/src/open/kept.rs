//! A table of df-pn that stays from one search to the next of the same game, and what it knows of positions.
//!
//! Whoever searches many positions of one game gives each search the same [`KeptTable`]: what one finds out serves the
//! next. Entries hold on every path, or say on which, so the searches need not have anything else in common. All of
//! them must be searches of the same rules, with the same settings of df-pn; goals may differ.

use super::Opened;
use crate::LeafKind;
use crate::depth_first::DfpnPolicy;
use crate::depth_first::dfpn::Dfpn;
use crate::depth_first::keys::{goal_salt, hash_of_numbers};
use crate::effort::numbers::ProofNumbers;
use crate::game::{Game, Status, TextGame, Value};
use crate::goal::{Aim, Goal};
use crate::solver::dfpn::SHARE_OF_PROOFS;
use crate::table::{Keys, Table, ValueBounds};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table that stays between searches: `Task::kept`. It gets its size from the limit on memory of the first.
#[derive(Clone, Default)]
pub struct KeptTable(Arc<Mutex<Option<Table>>>);

impl KeptTable {
    /// A table that is made by the first search.
    pub fn new() -> KeptTable {
        KeptTable::default()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        *self.lock() = None;
    }

    /// The table's size; 0 before the first search.
    pub fn bytes(&self) -> usize {
        self.lock().as_ref().map_or(0, Table::bytes)
    }

    /// Whether no search has left anything.
    pub fn is_empty(&self) -> bool {
        self.lock().is_none()
    }

    /// Makes it as large as a search with so much memory would have it, if it is smaller, with all that is known of
    /// positions for this goal. Without room for that it stays as it is.
    pub fn grow<G: Game>(&self, game: &G, goal: Goal, memory: usize) {
        let mut kept = self.lock();
        let bytes = memory - memory / SHARE_OF_PROOFS;
        let Some(table) = kept.as_ref().filter(|table| 2 * table.bytes() <= bytes) else { return };
        let salt = goal_salt(Aim::new(game, goal));
        if let Some(larger) = table.grown(bytes, |key| hash_of_numbers(key, salt)) {
            *kept = Some(larger);
        }
    }

    pub(crate) fn take(&self) -> Option<Table> {
        self.lock().take()
    }

    pub(crate) fn put(&self, table: Option<Table>) {
        *self.lock() = table;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Table>> {
        // A search that panicked has taken the table with it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for KeptTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("KeptTable")
    }
}

/// What is known of a position for a goal: proof and disproof number for the prover of its [`Aim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The position.
    pub position: String,
    /// The same position, or its image under the game's symmetries by which a table knows it: equal for equal ones.
    pub canonical: String,
    /// A move that leads there, where it was come to by one.
    pub mv: Option<String>,
    /// Who moves, or what play ended with.
    pub status: Status,
    /// The prover's numbers: (0, infinite) where he wins, (infinite, 0) where he does not, `u32::MAX` being infinite.
    pub numbers: (u32, u32),
    /// The work that the entry stands for, about.
    pub work: u64,
}

/// Something that a table knows for good: bounds of a position's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The position.
    pub position: String,
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// The expansions that it took to find out, about.
    pub work: u64,
}

/// A kept table with the rules that it is about. Positions are texts; one that the rules cannot read is `None`.
pub trait Knowledge {
    /// The position, if the rules can read it.
    fn position(&self, position: &str) -> Option<KnownPosition>;
    /// What follows after each move, each position once. Empty where play has ended.
    fn children(&self, position: &str) -> Option<Vec<KnownPosition>>;
    /// Adds bounds that were found elsewhere, with the work that they took. False if they make no sense, or say the
    /// opposite of what is known.
    fn remember(&self, fact: &Fact) -> bool;
}

pub(super) struct Known<'a, G: TextGame> {
    opened: &'a Opened<G>,
    kept: &'a KeptTable,
    aim: Aim,
    values: Vec<Value>,
    policy: DfpnPolicy,
    leaf: LeafKind,
}

impl<'a, G: TextGame> Known<'a, G> {
    pub(super) fn new(
        opened: &'a Opened<G>,
        kept: &'a KeptTable,
        goal: Goal,
        policy: DfpnPolicy,
        leaf: LeafKind,
    ) -> Self {
        let game = &*opened.game;
        Known { opened, kept, aim: Aim::new(game, goal), values: game.values(), policy, leaf }
    }

    /// With a table, or with one of a single entry that knows nothing.
    fn with_table<T>(&self, each: impl FnOnce(&Table) -> T) -> Option<T> {
        let kept = self.kept.lock();
        match &*kept {
            Some(table) => Some(each(table)),
            None => Table::with_entries(1).map(|table| each(&table)),
        }
    }

    fn known(&self, table: &Table, position: &G::Position, mv: Option<String>) -> KnownPosition {
        let game = &*self.opened.game;
        let status = game.status(position);
        let (numbers, work) = match status {
            Status::Ended(value) if self.aim.is_win(value) => (ProofNumbers::WON, 0),
            Status::Ended(_) => (ProofNumbers::LOST, 0),
            Status::Turn(player) => self.search(table).known_numbers(position, player),
        };
        KnownPosition {
            position: game.position_text(position),
            canonical: game.position_text(&self.search(table).canonical(position)),
            mv,
            status,
            numbers: (numbers.proof, numbers.disproof),
            work,
        }
    }

    fn search<'t>(&'t self, table: &'t Table) -> Dfpn<'t, G> {
        Dfpn::new(&*self.opened.game, self.leaf, self.aim, table, &self.values, self.policy, usize::MAX)
    }

    fn next(&self, position: &G::Position) -> Vec<(G::Move, G::Position)> {
        let game = &*self.opened.game;
        let mut moves = Vec::new();
        if let Status::Turn(_) = game.status(position) {
            game.moves(position, &mut moves);
        }
        let mut next = Vec::with_capacity(moves.len());
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        for mv in moves {
            let position = game.play(position, mv);
            if seen.insert(position.clone()) {
                next.push((mv, position));
            }
        }
        next
    }
}

impl<G: TextGame> Knowledge for Known<'_, G> {
    fn position(&self, position: &str) -> Option<KnownPosition> {
        let position = self.opened.game.parse_position(position).ok()?;
        self.with_table(|table| self.known(table, &position, None))
    }

    fn children(&self, position: &str) -> Option<Vec<KnownPosition>> {
        let position = self.opened.game.parse_position(position).ok()?;
        let game = &*self.opened.game;
        let known = |table: &Table, (mv, next): &(G::Move, G::Position)| {
            self.known(table, next, Some(game.move_text(&position, *mv)))
        };
        self.with_table(|table| self.next(&position).iter().map(|next| known(table, next)).collect())
    }

    fn remember(&self, fact: &Fact) -> bool {
        let Ok(position) = self.opened.game.parse_position(&fact.position) else { return false };
        let place = |value| self.values.iter().position(|&own| own == value);
        let (Some(lowest), Some(highest)) = (place(fact.lower), place(fact.upper)) else { return false };
        if lowest > highest || !matches!(self.opened.game.status(&position), Status::Turn(_)) {
            return false;
        }
        let bounds = ValueBounds { lowest: lowest as u16, highest: highest as u16 };
        let Some(table) = &*self.kept.lock() else { return true };
        let keys = Keys { hash: self.search(table).hash_of(&position), goal: 0, path: 0 };
        let old = table.look_up(&keys).bounds;
        if old.is_some_and(|old| old.lowest > bounds.highest || bounds.lowest > old.highest) {
            return false;
        }
        table.store_bounds(&keys, bounds, fact.work);
        true
    }
}
