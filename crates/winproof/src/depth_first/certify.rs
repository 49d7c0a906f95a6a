//! Strategies from a df-pn search, whose table remembers that positions are settled and not why.
//!
//! Who wins has to make progress, and "won" entries alone do not show any: each of two positions may be called won
//! because of the other, when the table has forgotten the reasons in between. So the win is searched again, guided by
//! the table: a position that it calls won is gone to first, and counts as won only when it stands in the [`Book`],
//! into which a position comes after all that its win rests on. Whatever the table has forgotten is found again on
//! the way.
//!
//! Who only holds the other off for ever needs no progress: any move to a position that is lost for the prover, or
//! that is held already, will do, and where the table does not know one, it is searched for.

use super::dfpn::{Dfpn, Ledger};
use super::keys::{ROOT_PATH, path_through, table_hash};
use super::policy::DfpnPolicy;
use crate::algorithm::LeafKind;
use crate::effort::numbers::ProofNumbers;
use crate::game::{Game, Status, Value};
use crate::goal::Aim;
use crate::limits::Stopped;
use crate::proof::build::{Shape, collect};
use crate::proof::{Entry, NoStrategy, Strategy};
use crate::session::Watched;
use crate::table::{Keys, Table, ValueBounds};
use crate::verdict::Counts;
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

/// The clock is looked at once in this many positions of a strategy.
const POSITIONS_BETWEEN_LOOKS: usize = 1024;

/// Looks at the clock now and then while a strategy is walked through.
fn look_at_the_clock<M>(walked: usize, watched: &Watched<'_, M>) -> Result<(), NoStrategy> {
    if walked % POSITIONS_BETWEEN_LOOKS != 0 {
        return Ok(());
    }
    watched.session.meter.out_of_time().map_or(Ok(()), |stopped| Err(NoStrategy::Limit(stopped)))
}

/// Positions that the prover wins, and how; each after those that its win rests on.
struct Book<G: Game> {
    moves: HashMap<G::Position, Option<G::Move>, FxBuildHasher>,
    /// What the positions hold beside their own size.
    heap_bytes: usize,
    most_bytes: usize,
    is_full: bool,
}

impl<G: Game> Ledger<G> for Book<G> {
    fn trusts(&self, position: &G::Position) -> bool {
        self.moves.contains_key(position)
    }

    fn won(&mut self, game: &G, position: &G::Position, mv: Option<G::Move>) {
        if self.moves.len() == self.moves.capacity() {
            // It doubles, and holds both sizes while it does.
            let during = self.moves.allocation_size().saturating_mul(3).saturating_add(self.heap_bytes);
            self.is_full |= during > self.most_bytes;
        }
        if !self.is_full {
            self.heap_bytes += game.heap_bytes(position);
            // The first way stands: later entries rest on it.
            self.moves.entry(position.clone()).or_insert(mv);
        }
    }

    fn is_full(&self) -> bool {
        self.is_full
    }
}

/// Positions in which the prover of an aim is held off, if he is held off at the root.
struct Held<G: Game> {
    aim: Aim,
    positions: HashSet<G::Position, FxBuildHasher>,
}

impl<G: Game> Ledger<G> for &Held<G> {
    fn trusts(&self, _: &G::Position) -> bool {
        true
    }

    fn is_lost(&self, position: &G::Position) -> bool {
        self.positions.contains(position)
    }

    fn won(&mut self, _: &G, _: &G::Position, _: Option<G::Move>) {}
}

/// What the searches for a strategy share.
pub(crate) struct Certifier<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) leaf: LeafKind,
    pub(crate) table: &'a Table,
    pub(crate) values: &'a [Value],
    pub(crate) policy: DfpnPolicy,
    /// What the strategy and the search for it may hold, besides the table.
    pub(crate) most_bytes: usize,
}

impl<G: Game> Certifier<'_, G> {
    fn search(&self, aim: Aim) -> Dfpn<'_, G> {
        Dfpn::new(self.game, self.leaf, aim, self.table, self.values, self.policy, self.most_bytes)
    }

    /// The strategy of whoever reaches what he wants: the prover, or his opponent who holds him off; and the work
    /// that it took to find it.
    pub(crate) fn strategy(
        &self,
        root: &G::Position,
        aim: Aim,
        prover_wins: bool,
        watched: &mut Watched<'_, G::Move>,
    ) -> (Result<Strategy<G>, NoStrategy>, Counts) {
        let mut counts = Counts::default();
        let strategy = if prover_wins {
            self.win(root, aim, watched, &mut counts)
        } else if self.game.repetition().is_none() {
            self.win(root, aim.turned(), watched, &mut counts)
        } else {
            self.hold_off(root, aim, watched, &mut counts)
        };
        (strategy, counts)
    }

    /// Tells the table what another search has found out of a position, for good and on every path.
    pub(crate) fn remember(&self, position: &G::Position, bounds: ValueBounds) {
        let hash = table_hash(self.game, position, self.policy.uses_symmetry(self.game));
        self.table.store_bounds(&Keys { hash, goal: 0, path: 0 }, bounds, 1);
    }

    /// The strategy by which the aim's prover wins, with ranks.
    fn win(
        &self,
        root: &G::Position,
        aim: Aim,
        watched: &mut Watched<'_, G::Move>,
        counts: &mut Counts,
    ) -> Result<Strategy<G>, NoStrategy> {
        // Half is for the strategy itself.
        let most_bytes = self.most_bytes / 2;
        let mut book = Book { moves: HashMap::with_hasher(FxBuildHasher), heap_bytes: 0, most_bytes, is_full: false };
        let mut search = self.search(aim);
        let result = search.search(root, watched, &mut (&mut book as &mut dyn Ledger<G>));
        counts.add(&search.counts);
        let numbers = result.map_err(NoStrategy::Limit)?;
        // A search may come to its end before it looks: the book lacks something, and contradicts nobody.
        if book.is_full {
            return Err(NoStrategy::Limit(Stopped::Memory));
        }
        if numbers != ProofNumbers::WON {
            return Err(NoStrategy::Contradiction(format!("a second search says that it is not won: {root:?}")));
        }
        let is_good_end = |value| aim.is_win(value);
        let shape = Shape { player: aim.prover(), ranked: true, is_good_end: &is_good_end, most_bytes };
        let mut walked = 0;
        collect(self.game, root, shape, &mut |here| {
            walked += 1;
            look_at_the_clock(walked, watched)?;
            self.replies(here, &book)
        })
    }

    /// The moves to follow from a position of the book: the winning one, or all of the opponent's.
    fn replies(&self, position: &G::Position, book: &Book<G>) -> Result<Vec<G::Move>, NoStrategy> {
        match book.moves.get(position) {
            Some(Some(mv)) => Ok(vec![*mv]),
            Some(None) => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                moves.reverse();
                Ok(moves)
            }
            None => Err(NoStrategy::Contradiction(format!("nothing shows that {position:?} is won"))),
        }
    }

    /// The path that leads on from a position, given the path to it.
    fn path_below(&self, above: u64, position: &G::Position) -> u64 {
        path_through(above, table_hash(self.game, position, self.policy.uses_symmetry(self.game)))
    }

    /// The strategy by which the prover's opponent holds him off, forever if need be.
    ///
    /// Most of what a search finds out here holds on one path only, where a line that comes back to the path is no
    /// win. That is enough: whatever is on the path is held as well. So the walk goes by the paths of the search, on
    /// which the table has what the search found, and each position is walked to once.
    fn hold_off(
        &self,
        root: &G::Position,
        aim: Aim,
        watched: &mut Watched<'_, G::Move>,
        counts: &mut Counts,
    ) -> Result<Strategy<G>, NoStrategy> {
        let holder = aim.prover().opponent();
        let mut strategy = Strategy { player: holder, ranked: false, entries: Vec::new() };
        let mut held = Held { aim, positions: HashSet::with_hasher(FxBuildHasher) };
        let mut heap_bytes = 0;
        // With each position the path that leads to it.
        let mut open = vec![(root.clone(), ROOT_PATH)];
        let mut moves = Vec::new();
        // Depth first, so that what a search has just found out is still in the table.
        while let Some((position, path)) = open.pop() {
            match self.game.status(&position) {
                Status::Ended(value) if aim.is_win(value) => {
                    let sentence = format!("the prover can end play in {position:?}, worth {value}");
                    return Err(NoStrategy::Contradiction(sentence));
                }
                Status::Turn(_) if !held.positions.contains(&position) => {}
                _ => continue,
            }
            heap_bytes += 2 * self.game.heap_bytes(&position);
            let open_bytes = open.capacity() * size_of::<(G::Position, u64)>();
            if held.positions.allocation_size() + strategy.bytes() + open_bytes + heap_bytes > self.most_bytes {
                return Err(NoStrategy::Limit(Stopped::Memory));
            }
            look_at_the_clock(strategy.entries.len(), watched)?;
            held.positions.insert(position.clone());
            moves.clear();
            self.game.moves(&position, &mut moves);
            let mut mv = None;
            if self.game.status(&position) == Status::Turn(holder) {
                let safe = self.safe_move(&position, path, &moves, &held, watched, counts)?;
                mv = Some(safe);
                moves.clear();
                moves.push(safe);
            }
            let below = self.path_below(path, &position);
            open.extend(moves.iter().rev().map(|&mv| (self.game.play(&position, mv), below)));
            strategy.entries.push(Entry { position, mv, rank: 0 });
        }
        Ok(strategy)
    }

    /// A move to a position that the prover does not win: one that needs no search, if there is.
    fn safe_move(
        &self,
        position: &G::Position,
        path: u64,
        moves: &[G::Move],
        held: &Held<G>,
        watched: &mut Watched<'_, G::Move>,
        counts: &mut Counts,
    ) -> Result<G::Move, NoStrategy> {
        let below = self.path_below(path, position);
        let search = self.search(held.aim);
        let known = || {
            let is_safe = |mv: &G::Move| {
                let next = self.game.play(position, *mv);
                match self.game.status(&next) {
                    Status::Ended(value) => !held.aim.is_win(value),
                    Status::Turn(_) => held.positions.contains(&next) || search.fails(&next, below),
                }
            };
            moves.iter().copied().find(is_safe)
        };
        if let Some(mv) = known() {
            return Ok(mv);
        }
        // The search never came here by this path, or the table has forgotten it.
        let is_lost = self.is_lost(position, path, held, watched, counts)?;
        if let Some(mv) = known().filter(|_| is_lost) {
            return Ok(mv);
        }
        // A table of a few entries forgets at once.
        for &mv in moves.iter().filter(|_| is_lost) {
            let next = self.game.play(position, mv);
            if let Status::Turn(_) = self.game.status(&next)
                && self.is_lost(&next, below, held, watched, counts)?
            {
                return Ok(mv);
            }
        }
        Err(NoStrategy::Contradiction(format!("the prover wins after every move from {position:?}")))
    }

    /// Searches a position that was come to by a path of positions that are held: whether the prover does not win
    /// there.
    fn is_lost(
        &self,
        position: &G::Position,
        path: u64,
        held: &Held<G>,
        watched: &mut Watched<'_, G::Move>,
        counts: &mut Counts,
    ) -> Result<bool, NoStrategy> {
        let mut search = self.search(held.aim).below(path);
        let result = search.search(position, watched, &mut (&mut { held } as &mut dyn Ledger<G>));
        counts.add(&search.counts);
        watched.session.spend(search.counts.nodes);
        Ok(result.map_err(NoStrategy::Limit)? == ProofNumbers::LOST)
    }
}
