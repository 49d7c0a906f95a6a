//! df-pn: proof-number search depth first, with one path and one table (Nagai 2002), sound where positions repeat.
//!
//! A node is searched until one of its numbers reaches a threshold; the threshold of a child is where the search
//! would rather go on elsewhere. The path's nodes keep the numbers of their children ([`frames`](super::frames)),
//! everything else is in the table, which may forget.
//!
//! # Repetition
//! A position that is on the path already is no win for the prover. A win never rests on that, and is stored for
//! the position. A failure may: it *leans on* the positions of the path that were repeated. If the least deep of
//! them is the node itself or below, everything comes round below the node whatever the path, and the failure
//! is stored for the position as well. Otherwise it is stored for this path only.
//!
//! # It ends
//! A child's thresholds are always above its numbers as its parent knows them, and it comes back settled or with a
//! number at its threshold: numbers grow. Where a threshold is infinite for the parent it is for the child. So in the
//! end numbers reach the greatest that is not infinite, thresholds become infinite, and what is left is a depth-first
//! search in which no line repeats a position. No part of this needs the table.
//!
//! Where a child is known from a place nearer the root, numbers can feed on themselves round a cycle without
//! any new position being looked at. There a search does not return before it has come to a new position (the
//! threshold-controlling algorithm of Kishimoto 2010).

mod known;
mod ledger;
mod news;
mod numbers;
mod saved;
#[cfg(test)]
mod shown_tests;
pub(crate) mod worker;

pub(crate) use ledger::{Ledger, NoLedger};

use super::crew::Crew;
use super::frames::{Child, NOTHING, Summary, beyond, chosen_by, summarize};
use super::keys::{ROOT_PATH, goal_salt, keys, path_through, table_hash};
use super::policy::DfpnPolicy;
use crate::algorithm::LeafKind;
use crate::effort::numbers::{INFINITY, ProofNumbers};
use crate::game::{Assessment, Game, Player, Status};
use crate::goal::Aim;
use crate::limits::Stopped;
use crate::session::Watched;
use crate::table::{Keys, Table, ValueBounds};
use crate::verdict::Counts;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A node on the path.
struct Frame<G: Game> {
    position: G::Position,
    keys: Keys,
    /// The hash of the path down to this node.
    path: u64,
    prover_moves: bool,
    first_child: usize,
    thresholds: ProofNumbers,
    /// The child under search.
    best: usize,
    /// Expansions before this node was entered.
    expansions_before: u64,
    /// Positions not met before, before this node was entered.
    new_before: u64,
    /// Whether the search may not return without having met a new position.
    must_find_new: bool,
}

/// A df-pn search for one aim.
pub(crate) struct Dfpn<'a, G: Game> {
    pub(super) game: &'a G,
    leaf: LeafKind,
    pub(super) aim: Aim,
    pub(super) table: &'a Table,
    pub(super) values: &'a [i32],
    policy: DfpnPolicy,
    /// What the path may hold.
    most_bytes: usize,
    /// The path to the root, where that is not where play began.
    above: u64,
    pub(crate) counts: Counts,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    /// Children of the node under expansion that are neither ends nor on the path: place, who moves, position.
    open_children: Vec<(usize, Player, G::Position)>,
    /// The depths of the positions on the path, by hash.
    depths: HashMap<u64, u32, FxBuildHasher>,
    can_repeat: bool,
    uses_symmetry: bool,
    new_positions: u64,
    goal_salt: u64,
    /// The workers that search the same position, if there are others.
    crew: Option<&'a Crew>,
    /// The expansions at which the clock is looked at next.
    next_look: u64,
    /// Nodes that the crew was told of.
    told_nodes: u64,
    /// So many nodes of the path, from the root on, are known to the crew as visited.
    marked: usize,
    /// The expansions at which the crew's news are taken next.
    next_news: u64,
}

/// With a crew, its news are looked at once in this many expansions.
const EXPANSIONS_BETWEEN_NEWS: u64 = 256;

/// And it is told which positions are on the path once in so many.
const EXPANSIONS_BETWEEN_MARKS: u64 = 64;

/// The table is looked at for time and reports once in this many expansions.
const EXPANSIONS_BETWEEN_LOOKS: u64 = 1024;

impl<'a, G: Game> Dfpn<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        leaf: LeafKind,
        aim: Aim,
        table: &'a Table,
        values: &'a [i32],
        policy: DfpnPolicy,
        most_bytes: usize,
    ) -> Self {
        Dfpn {
            game,
            leaf,
            aim,
            table,
            values,
            policy,
            most_bytes,
            above: ROOT_PATH,
            counts: Counts::default(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            open_children: Vec::new(),
            depths: HashMap::with_hasher(FxBuildHasher),
            can_repeat: game.repetition().is_some(),
            uses_symmetry: policy.uses_symmetry(game),
            new_positions: 0,
            goal_salt: goal_salt(aim),
            crew: None,
            next_look: 0,
            told_nodes: 0,
            marked: 0,
            next_news: 0,
        }
    }

    /// The same search of a position that was come to by a path, whose positions the ledger must know to be lost: then
    /// what the table has of that path is of use.
    pub(super) fn below(mut self, path: u64) -> Self {
        self.above = path;
        self
    }

    /// Searches a position until it is settled or a limit is reached.
    pub(crate) fn search(
        &mut self,
        root: &G::Position,
        watched: &mut Watched<'_, G::Move>,
        ledger: &mut impl Ledger<G>,
    ) -> Result<ProofNumbers, Stopped> {
        self.begin(root, ledger);
        loop {
            if let Some(numbers) = self.step(watched, ledger)? {
                return Ok(numbers);
            }
        }
    }

    /// Puts the root on the path.
    pub(super) fn begin(&mut self, root: &G::Position, ledger: &impl Ledger<G>) {
        self.frames.clear();
        self.children.clear();
        self.depths.clear();
        let infinite = ProofNumbers { proof: INFINITY, disproof: INFINITY };
        self.enter(root.clone(), self.hash(root), infinite, false, ledger);
        self.next_look = self.counts.expansions;
    }

    /// One step of the search: to a child, or back to the parent. The root's numbers, when it is left.
    #[inline]
    pub(super) fn step(
        &mut self,
        watched: &mut Watched<'_, G::Move>,
        ledger: &mut impl Ledger<G>,
    ) -> Result<Option<ProofNumbers>, Stopped> {
        if self.counts.expansions >= self.next_look {
            if self.crew.is_some_and(|crew| self.mark_path(crew)) {
                return Ok(None);
            }
            self.look_around(watched, ledger)?;
            if self.crew.is_some()
                && let Some(numbers) = self.take_news(watched)?
            {
                return Ok(Some(numbers));
            }
        }
        let frame = self.frames.last_mut().expect("the root is left only at the end");
        let children = &self.children[frame.first_child..];
        let mut summary = summarize(children, frame.prover_moves, self.policy.sum);
        let numbers = summary.numbers;
        let mut thresholds = frame.thresholds;
        if frame.must_find_new && self.new_positions == frame.new_before {
            thresholds.proof = thresholds.proof.max(numbers.proof.saturating_add(1));
            thresholds.disproof = thresholds.disproof.max(numbers.disproof.saturating_add(1));
        }
        let is_settled = numbers.solved().is_some();
        if is_settled || numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof {
            return Ok(self.leave(&summary, ledger));
        }
        if self.counts.nodes >= watched.session.most_nodes() {
            self.save_at_the_end(&mut watched.session);
            return Err(Stopped::Nodes);
        }
        if let Some(crew) = self.crew {
            let shown = |child: &Child<G::Move>, number| crew.shown(child.hash, number);
            summary = chosen_by(summary, children, frame.prover_moves, self.policy.sum, shown);
        }
        self.descend(&summary, thresholds, ledger);
        Ok(None)
    }

    /// Looks at the clock and at the memory, saves and reports, where that is due.
    #[cold]
    fn look_around(&mut self, watched: &mut Watched<'_, G::Move>, ledger: &mut impl Ledger<G>) -> Result<(), Stopped> {
        let between = |usual| if self.game.is_slow() { super::BETWEEN_SLOW_LOOKS } else { usual };
        match self.crew {
            Some(_) => self.next_news = self.counts.expansions + between(EXPANSIONS_BETWEEN_NEWS),
            None => self.next_look = self.counts.expansions + between(EXPANSIONS_BETWEEN_LOOKS),
        }
        self.table.improve();
        if let Some(stopped) = watched.session.meter.out_of_time() {
            self.save_at_the_end(&mut watched.session);
            return Err(stopped);
        }
        if ledger.is_full() {
            return Err(Stopped::Memory);
        }
        if watched.session.save_is_due() {
            self.save(&mut watched.session);
        }
        let own_bytes = self.bytes();
        if own_bytes > self.crew.map_or(self.most_bytes, |crew| crew.share(self.most_bytes)) {
            self.save_at_the_end(&mut watched.session);
            return Err(Stopped::Memory);
        }
        let bytes = self.table.bytes() + own_bytes;
        self.counts.peak_bytes = self.counts.peak_bytes.max(bytes);
        let numbers = self.root_numbers().for_goal(self.aim);
        watched.session.table_permille = Some(self.table.permille());
        watched.report(self.counts.nodes + self.nodes_of_others(), numbers, bytes, |line| {
            let above = &self.frames[..self.frames.len() - 1];
            line.extend(above.iter().map(|frame| self.children[frame.best].mv));
        });
        Ok(())
    }

    /// What the other workers have told of their nodes.
    fn nodes_of_others(&self) -> u64 {
        self.crew.map_or(0, |crew| crew.nodes().saturating_sub(self.told_nodes))
    }

    /// Takes the last node off the path.
    #[inline]
    fn pop(&mut self) -> Frame<G> {
        let frame = self.frames.pop().expect("on the path");
        let depth = self.frames.len() as u32 + 1;
        self.children.truncate(frame.first_child);
        if self.can_repeat && self.depths.get(&frame.keys.hash) == Some(&depth) {
            self.depths.remove(&frame.keys.hash);
        }
        if self.frames.len() < self.marked {
            self.unmark(frame.keys.hash);
        }
        frame
    }

    /// The numbers of the root as its children have them now.
    pub(crate) fn root_numbers(&self) -> ProofNumbers {
        let Some(root) = self.frames.first() else { return ProofNumbers { proof: 1, disproof: 1 } };
        let end = self.frames.get(1).map_or(self.children.len(), |next| next.first_child);
        summarize(&self.children[root.first_child..end], root.prover_moves, self.policy.sum).numbers
    }

    /// Bytes held besides the table.
    pub(crate) fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame<G>>()
            + self.children.capacity() * size_of::<Child<G::Move>>()
            + self.depths.allocation_size()
    }

    #[inline]
    fn hash(&self, position: &G::Position) -> u64 {
        table_hash(self.game, position, self.uses_symmetry)
    }

    fn keys(&self, hash: u64, path: u64) -> Keys {
        keys(hash, path, self.goal_salt)
    }

    /// Puts a position on the path and looks at its children.
    fn enter(
        &mut self,
        position: G::Position,
        hash: u64,
        thresholds: ProofNumbers,
        must_find_new: bool,
        ledger: &impl Ledger<G>,
    ) {
        let above = self.frames.last().map_or(self.above, |frame| frame.path);
        let keys = self.keys(hash, above);
        let depth = self.frames.len() as u32 + 1;
        if self.can_repeat {
            self.depths.entry(hash).or_insert(depth);
        }
        let Status::Turn(player) = self.game.status(&position) else {
            unreachable!("ends of play are settled when they are made")
        };
        self.frames.push(Frame {
            position,
            keys,
            path: path_through(above, hash),
            prover_moves: player == self.aim.prover(),
            first_child: self.children.len(),
            thresholds,
            best: 0,
            expansions_before: self.counts.expansions,
            new_before: self.new_positions,
            must_find_new,
        });
        self.counts.expansions += 1;
        self.make_children(ledger);
    }

    fn make_children(&mut self, ledger: &impl Ledger<G>) {
        let frame = self.frames.last().expect("just entered");
        let depth = self.frames.len() as u32;
        self.moves.clear();
        self.game.moves(&frame.position, &mut self.moves);
        assert!(!self.moves.is_empty(), "the rules list no move in {:?}, where play goes on", frame.position);
        self.counts.nodes += self.moves.len() as u64;
        // First pass: what the rules say, and a call for the cache lines of the rest.
        let moves = std::mem::take(&mut self.moves);
        self.open_children.clear();
        for &mv in &moves {
            let frame = &self.frames[depth as usize - 1];
            let position = self.game.play(&frame.position, mv);
            let mut child = Child { mv, hash: 0, numbers: ProofNumbers::LOST, leans_on: NOTHING, is_known: false };
            match self.game.status(&position) {
                Status::Ended(value) => {
                    if self.aim.is_win(value) {
                        child.numbers = ProofNumbers::WON;
                    }
                }
                Status::Turn(player) => {
                    child.hash = self.hash(&position);
                    if let Some(depth) = self.depth_on_path(child.hash, &position) {
                        child.leans_on = depth;
                    } else if let Some(wins) = self.foreseen(&position) {
                        child.numbers = known_to_win(wins, &position, ledger);
                    } else {
                        self.table.prefetch(child.hash);
                        self.open_children.push((self.children.len(), player, position));
                    }
                }
            }
            self.children.push(child);
        }
        self.moves = moves;
        // Second pass: what the table says, and a guess where it says nothing.
        let path = self.frames[depth as usize - 1].path;
        let mut has_old_child = false;
        for (place, player, position) in &self.open_children {
            if ledger.is_lost(position) {
                continue;
            }
            let child = &mut self.children[*place];
            let known = self.table.look_up(&keys(child.hash, path, self.goal_salt));
            if let Some(wins) = known.bounds.and_then(|bounds| settled_by(self.aim, self.values, bounds)) {
                child.numbers = known_to_win(wins, position, ledger);
            } else if let (Some(leans_on), true) = (known.lost_on_path, self.can_repeat) {
                child.numbers = ProofNumbers::LOST;
                child.leans_on = leans_on;
            } else if let Some((numbers, least_depth)) = known.numbers {
                child.numbers = numbers;
                child.is_known = true;
                has_old_child |= least_depth <= depth;
            } else {
                child.numbers = guess(self.leaf.assess(self.game, position), *player == self.aim.prover());
            }
        }
        if has_old_child && self.can_repeat {
            self.frames[depth as usize - 1].must_find_new = true;
        }
    }

    /// Whether the prover wins, if the game foresees it.
    #[inline]
    fn foreseen(&self, position: &G::Position) -> Option<bool> {
        if !self.policy.foresight {
            return None;
        }
        let (low, high) = self.game.foresight(position)?;
        let wins = self.aim.is_win(low);
        (wins == self.aim.is_win(high)).then_some(wins)
    }

    fn depth_on_path(&self, hash: u64, position: &G::Position) -> Option<u32> {
        if !self.can_repeat {
            return None;
        }
        // Two positions with one hash: the path is short, so look at all of it.
        let depth = *self.depths.get(&hash)?;
        if self.frames[depth as usize - 1].position == *position {
            return Some(depth);
        }
        self.frames.iter().position(|frame| frame.position == *position).map(|place| place as u32 + 1)
    }

    /// Goes to the best child.
    fn descend(&mut self, summary: &Summary, thresholds: ProofNumbers, ledger: &impl Ledger<G>) {
        let frame = self.frames.last_mut().expect("on the path");
        frame.best = frame.first_child + summary.best;
        let child = self.children[frame.best];
        let (own_threshold, other_threshold, own, other) = if frame.prover_moves {
            (thresholds.proof, thresholds.disproof, child.numbers.proof, child.numbers.disproof)
        } else {
            (thresholds.disproof, thresholds.proof, child.numbers.disproof, child.numbers.proof)
        };
        let own_limit = own_threshold.min(beyond(summary.second, self.policy.epsilon_percent)).max(own + 1);
        let other_limit = match other_threshold {
            INFINITY => INFINITY,
            limit => limit.saturating_sub(summary.others).max(other + 1),
        };
        let limits = if frame.prover_moves {
            ProofNumbers { proof: own_limit, disproof: other_limit }
        } else {
            ProofNumbers { proof: other_limit, disproof: own_limit }
        };
        self.new_positions += u64::from(!child.is_known);
        let must_find_new = frame.must_find_new && self.new_positions == frame.new_before;
        let position = self.game.play(&frame.position, child.mv);
        self.enter(position, child.hash, limits, must_find_new, ledger);
    }

    /// Takes the last node off the path, remembers what was found and tells its parent. The numbers of the root, when
    /// it was the root.
    fn leave(&mut self, summary: &Summary, ledger: &mut impl Ledger<G>) -> Option<ProofNumbers> {
        let last = self.frames.last().expect("on the path");
        let winning = self.children[last.first_child + summary.best].mv;
        let frame = self.pop();
        let depth = self.frames.len() as u32 + 1;
        let work = self.counts.expansions - frame.expansions_before;
        let numbers = summary.numbers;
        let mut leans_on = NOTHING;
        match numbers.solved() {
            Some(true) => {
                let mv = frame.prover_moves.then_some(winning);
                ledger.won(self.game, &frame.position, mv);
                self.table.store_bounds(&frame.keys, bounds_of(self.aim, self.values, true), work);
            }
            Some(false) if summary.leans_on >= depth => {
                self.table.store_bounds(&frame.keys, bounds_of(self.aim, self.values, false), work);
            }
            Some(false) => {
                leans_on = summary.leans_on;
                self.table.store_lost_on_path(&frame.keys, leans_on, work);
            }
            None => self.table.store_numbers(&frame.keys, numbers, depth, work),
        }
        let Some(parent) = self.frames.last() else { return Some(numbers) };
        let child = &mut self.children[parent.best];
        child.numbers = numbers;
        child.leans_on = leans_on;
        child.is_known = true;
        None
    }
}

/// A guess as numbers. It never reads as a settled node.
#[inline]
fn guess(assessment: Assessment, prover_moves: bool) -> ProofNumbers {
    let reach = assessment.reach.clamp(1, INFINITY - 1);
    let miss = assessment.miss.clamp(1, INFINITY - 1);
    if prover_moves {
        ProofNumbers { proof: reach, disproof: miss }
    } else {
        ProofNumbers { proof: miss, disproof: reach }
    }
}

/// The numbers of a position of which the table, or the game itself, says who wins.
#[inline]
fn known_to_win<G: Game>(prover_wins: bool, position: &G::Position, ledger: &impl Ledger<G>) -> ProofNumbers {
    if !prover_wins {
        ProofNumbers::LOST
    } else if ledger.trusts(position) {
        ProofNumbers::WON
    } else {
        // Whoever has to show it goes there first.
        ProofNumbers { proof: 1, disproof: INFINITY - 1 }
    }
}

/// Whether the prover wins, if bounds of the value say so.
fn settled_by(aim: Aim, values: &[i32], bounds: ValueBounds) -> Option<bool> {
    let lowest = aim.is_win(values[usize::from(bounds.lowest)]);
    let highest = aim.is_win(values[usize::from(bounds.highest)]);
    (lowest == highest).then_some(lowest)
}

/// What a settled aim says of the value.
fn bounds_of(aim: Aim, values: &[i32], prover_wins: bool) -> ValueBounds {
    let split = values.partition_point(|&value| value < aim.goal().at_least) as u16;
    if aim.goal_holds(prover_wins) {
        ValueBounds { lowest: split, highest: values.len() as u16 - 1 }
    } else {
        ValueBounds { lowest: 0, highest: split - 1 }
    }
}
