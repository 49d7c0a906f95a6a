//! Strategies from a df-pn search, whose table remembers that positions are settled and not why.
//!
//! Who wins has to make progress, and "won" entries alone do not show any: each of two positions may be called
//! won because of the other, when the table has forgotten the reasons in between. So the win is searched again, guided by
//! the table: a position that it calls won is gone to first, and counts as won only when it
//! stands in the [`Book`], into which a position comes after all that its win rests on. Whatever the
//! table has forgotten is found again on the way.
//!
//! Who only holds the other off for ever needs no progress: any move to a position that is lost for the prover
//! will do, and where the table does not know one, it is searched for.

use super::dfpn::{Dfpn, Ledger, NoLedger};
use super::keys::table_hash;
use super::policy::DfpnPolicy;
use crate::effort::numbers::ProofNumbers;
use crate::game::{Game, Status};
use crate::goal::Aim;
use crate::leaf::Leaf;
use crate::proof::build::collect;
use crate::proof::{Entry, Strategy};
use crate::session::Session;
use crate::table::{Keys, Table, ValueBounds};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Positions that the prover wins, and how; each after those that its win rests on.
struct Book<G: Game> {
    moves: HashMap<G::Position, Option<G::Move>, FxBuildHasher>,
    most_bytes: usize,
    is_full: bool,
}

impl<G: Game> Ledger<G> for Book<G> {
    fn trusts(&self, position: &G::Position) -> bool {
        self.moves.contains_key(position)
    }

    fn won(&mut self, _: &G, position: &G::Position, mv: Option<G::Move>) {
        if self.moves.len() == self.moves.capacity() {
            // It doubles, and holds both sizes while it does.
            self.is_full |= self.moves.allocation_size().saturating_mul(3) > self.most_bytes;
        }
        if !self.is_full {
            // The first way stands: later entries rest on it.
            self.moves.entry(position.clone()).or_insert(mv);
        }
    }

    fn is_full(&self) -> bool {
        self.is_full
    }
}

/// What the searches for a strategy share.
pub(crate) struct Certifier<'a, G: Game, L> {
    pub(crate) game: &'a G,
    pub(crate) leaf: &'a L,
    pub(crate) table: &'a Table,
    pub(crate) values: &'a [i32],
    pub(crate) policy: DfpnPolicy,
    /// What the strategy and the search for it may hold, besides the table.
    pub(crate) most_bytes: usize,
}

impl<G: Game, L: Leaf<G>> Certifier<'_, G, L> {
    fn search(&self, aim: Aim) -> Dfpn<'_, G, L> {
        Dfpn::new(self.game, self.leaf, aim, self.table, self.values, self.policy)
    }

    /// The strategy of whoever reaches what he wants: the prover, or his opponent who holds him off. `None` if a limit was
    /// reached first.
    pub(crate) fn strategy(
        &self,
        root: &G::Position,
        aim: Aim,
        prover_wins: bool,
        session: &mut Session<'_, G>,
    ) -> Option<Strategy<G>> {
        if prover_wins {
            self.win(root, aim, session)
        } else if self.game.repetition().is_none() {
            self.win(root, aim.turned(), session)
        } else {
            self.hold_off(root, aim, session)
        }
    }

    /// Tells the table what another search has found out of a position, for good and on every path.
    pub(crate) fn remember(&self, position: &G::Position, bounds: ValueBounds) {
        let hash = table_hash(self.game, position, self.policy.uses_symmetry(self.game));
        self.table.store_bounds(&Keys { hash, goal: 0, path: 0 }, bounds, 1);
    }

    /// The strategy by which the aim's prover wins, with ranks. `None` if a limit was reached first.
    fn win(&self, root: &G::Position, aim: Aim, session: &mut Session<'_, G>) -> Option<Strategy<G>> {
        // Half is for the strategy itself.
        let most_bytes = self.most_bytes / 2;
        let mut book = Book { moves: HashMap::with_hasher(FxBuildHasher), most_bytes, is_full: false };
        let numbers = self.search(aim).search(root, session, &mut book).ok()?;
        if numbers != ProofNumbers::WON {
            return None;
        }
        collect(self.game, root, (aim.prover(), true), most_bytes, &mut |here| self.replies(here, &book))
    }

    /// The moves to follow from a position of the book: the winning one, or all of the opponent's.
    fn replies(&self, position: &G::Position, book: &Book<G>) -> Option<Vec<G::Move>> {
        Some(match book.moves.get(position)? {
            Some(mv) => vec![*mv],
            None => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                moves.reverse();
                moves
            }
        })
    }

    /// The strategy by which the prover's opponent holds him off, for ever if need be. `None` if a limit was reached
    /// first.
    fn hold_off(&self, root: &G::Position, aim: Aim, session: &mut Session<'_, G>) -> Option<Strategy<G>> {
        let holder = aim.prover().opponent();
        let mut strategy = Strategy { player: holder, ranked: false, entries: Vec::new() };
        let mut places: HashMap<G::Position, usize, FxBuildHasher> = HashMap::with_hasher(FxBuildHasher);
        let add = |position: &G::Position, strategy: &mut Strategy<G>, places: &mut HashMap<_, _, _>| {
            if self.is_open(position) && !places.contains_key(position) {
                places.insert(position.clone(), strategy.entries.len());
                strategy.entries.push(Entry { position: position.clone(), mv: None, rank: 0 });
            }
        };
        add(root, &mut strategy, &mut places);
        let mut next = 0;
        let mut moves = Vec::new();
        while next < strategy.entries.len() {
            if places.allocation_size() + strategy.bytes() > self.most_bytes {
                return None;
            }
            let position = strategy.entries[next].position.clone();
            moves.clear();
            self.game.moves(&position, &mut moves);
            if self.game.status(&position) == Status::Turn(holder) {
                let is_held = |position: &G::Position| places.contains_key(position);
                let mv = self.safe_move(&position, &moves, aim, is_held, session)?;
                strategy.entries[next].mv = Some(mv);
                moves.clear();
                moves.push(mv);
            }
            for &mv in &moves {
                add(&self.game.play(&position, mv), &mut strategy, &mut places);
            }
            next += 1;
        }
        Some(strategy)
    }

    fn is_open(&self, position: &G::Position) -> bool {
        matches!(self.game.status(position), Status::Turn(_))
    }

    /// A move to a position that the prover does not win: one that needs no search, if there is.
    fn safe_move(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        aim: Aim,
        is_held: impl Fn(&G::Position) -> bool,
        session: &mut Session<'_, G>,
    ) -> Option<G::Move> {
        let search = self.search(aim);
        let is_safe = |mv: &G::Move| {
            let next = self.game.play(position, *mv);
            match self.game.status(&next) {
                Status::Ended(value) => Some(!aim.is_win(value)),
                Status::Turn(_) if is_held(&next) => Some(true),
                Status::Turn(_) => search.settled(&next).map(|wins| !wins),
            }
        };
        if let Some(mv) = moves.iter().copied().find(|mv| is_safe(mv) == Some(true)) {
            return Some(mv);
        }
        for &mv in moves {
            let next = self.game.play(position, mv);
            // The search for an earlier move may have settled this one.
            let is_lost = match is_safe(&mv) {
                Some(is_safe) => is_safe,
                None => self.search(aim).search(&next, session, &mut NoLedger).ok()? == ProofNumbers::LOST,
            };
            if is_lost {
                return Some(mv);
            }
        }
        None
    }
}
