//! Alpha-beta for any game: depth first, with one path, one table and a window of values that still matter.
//!
//! Values are places in the ascending list of what play can be worth, and every node comes back with both bounds of
//! its value, so that nothing is guessed where a search was cut short (fail-soft, from both sides; Knuth and Moore
//! 1975). Who moves is asked of each position and never assumed to alternate, so there is no change of signs. On top
//! of that: principal-variation search, aspiration, iterative deepening, a table with every replacement scheme of
//! Breuker's chapter 2, and a look at the children, until one of them cuts, before the first is searched (enhanced
//! transposition cut-offs; Schaeffer and Plaat 1996).
//!
//! # Repetition
//! The first repetition of a position ends the line, worth r. A bound that speaks for more than r from below, or for
//! less than r from above, never rests on that. Others may: they *lean on* the repeated positions of the path. If the
//! least deep of these is the node itself or below, everything comes round below the node whatever the path, and the
//! bound is true of the position. Otherwise it is handed up to the parent and not stored. Where many lines repeat
//! positions, this search walks all of them: df-pn and the base-twin algorithm do better there.
//!
//! # Counts
//! A node is a position that the search went to, the leaves and those answered by the table among them. With the look
//! ahead, a child that was settled when its parent looked at it is not gone to: looks are counted as steps, and the
//! settled children that a search would have gone to without looking as spared. Nodes and spared ones together are
//! what a search without the look ahead, and with the same order of moves, would count as nodes.

pub(crate) mod certify;
mod frame;
mod node;
mod ordering;
mod policy;

use crate::game::{Game, Value};
use crate::limits::Stopped;
use crate::session::Watched;
use crate::table::LONG;
use crate::table::replacement::ScoreTable;
use crate::verdict::Counts;
use frame::{Child, Frame, Outcome, Window};
use hashbrown::HashMap;
use ordering::Learned;
pub use policy::{AlphaBetaPolicy, Stored};
use rustc_hash::FxBuildHasher;

/// The clock is looked at once in this many nodes.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// No limit on depth.
const UNLIMITED: u16 = u16::MAX;

/// An alpha-beta search.
pub(crate) struct AlphaBeta<'a, G: Game> {
    game: &'a G,
    table: &'a mut ScoreTable,
    values: &'a [Value],
    policy: AlphaBetaPolicy,
    /// What the path may hold.
    most_bytes: usize,
    pub(crate) counts: Counts,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
    /// The depths of the positions on the path, by hash.
    depths: HashMap<u64, u32, FxBuildHasher>,
    /// What a repetition is worth, where there is any.
    repetition: Option<u16>,
    uses_symmetry: bool,
    /// A move may be no better than another and yet the only one that gets on: not where positions repeat.
    uses_dominance: bool,
    learned: Learned,
}

impl<'a, G: Game> AlphaBeta<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        table: &'a mut ScoreTable,
        values: &'a [Value],
        policy: AlphaBetaPolicy,
        most_bytes: usize,
    ) -> Self {
        table.begin_search();
        AlphaBeta {
            game,
            table,
            values,
            policy,
            most_bytes,
            counts: Counts::default(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            depths: HashMap::with_hasher(FxBuildHasher),
            repetition: game.repetition().map(|worth| place_of(values, worth)),
            uses_symmetry: policy.symmetry && game.has_symmetry(),
            uses_dominance: policy.dominance && game.repetition().is_none(),
            learned: Learned::default(),
        }
    }

    /// The place of the greatest value.
    fn top(&self) -> u16 {
        (self.values.len() - 1) as u16
    }

    /// Finds the value of a position: the bounds that it gives meet.
    pub(crate) fn value(
        &mut self,
        root: &G::Position,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(Value, Value), Stopped> {
        let (mut low, mut high) = (0, self.top());
        let middle = self.repetition.unwrap_or(high / 2);
        let mut window = Window { alpha: low, beta: high };
        if self.policy.aspiration {
            window = Window { alpha: middle.saturating_sub(1).max(low), beta: (middle + 1).min(high) };
        }
        loop {
            let outcome = self.search(root, window, watched)?;
            (low, high) = (low.max(outcome.low), high.min(outcome.high));
            if low >= high {
                return Ok((self.values[usize::from(low)], self.values[usize::from(high)]));
            }
            window = Window { alpha: low, beta: high };
        }
    }

    /// Whether a position is worth at least the value at this place.
    pub(crate) fn reaches(
        &mut self,
        position: &G::Position,
        place: u16,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<bool, Stopped> {
        Ok(self.search(position, Window { alpha: place - 1, beta: place }, watched)?.low >= place)
    }

    /// Searches until the value is known or known to be outside of the window.
    fn search(
        &mut self,
        root: &G::Position,
        window: Window,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<Outcome, Stopped> {
        let first = if self.policy.iterative_deepening { 1 } else { UNLIMITED };
        let mut depth = first;
        loop {
            let outcome = self.run(root, window, depth, watched)?;
            if outcome.settles(window) || !outcome.is_depth_limited {
                debug_assert!(outcome.settles(window));
                return Ok(outcome);
            }
            depth = depth.saturating_add(1);
        }
    }

    /// One depth-first search.
    fn run(
        &mut self,
        root: &G::Position,
        window: Window,
        depth: u16,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<Outcome, Stopped> {
        self.frames.clear();
        self.children.clear();
        self.depths.clear();
        let root = self.make(root.clone(), None, 0);
        let mut next_look = self.counts.nodes;
        let mut outcome = self.visit(root, window, depth);
        loop {
            outcome = match outcome {
                Some(outcome) if self.frames.is_empty() => return Ok(outcome),
                Some(outcome) => self.take_in(outcome),
                None => {
                    if self.counts.nodes >= watched.session.most_nodes() {
                        return Err(Stopped::Nodes);
                    }
                    if self.counts.nodes >= next_look {
                        next_look = self.counts.nodes + NODES_BETWEEN_LOOKS;
                        self.look_at_the_clock(watched)?;
                    }
                    self.go_to_child()
                }
            };
        }
    }

    fn look_at_the_clock(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<(), Stopped> {
        if self.counts.nodes > LONG {
            self.table.for_long();
        }
        let own_bytes = self.bytes();
        if own_bytes > self.most_bytes {
            return Err(Stopped::Memory);
        }
        let bytes = self.table.bytes() + own_bytes;
        self.counts.peak_bytes = self.counts.peak_bytes.max(bytes);
        watched.report(self.counts.nodes, (None, None), bytes, |line| {
            // Where symmetry is used the positions are images of those in play, and so would be the moves.
            if !self.uses_symmetry {
                let above = &self.frames[..self.frames.len().saturating_sub(1)];
                line.extend(above.iter().filter_map(|frame| self.children[frame.child].mv));
            }
        });
        watched.session.meter.out_of_time().map_or(Ok(()), Err)
    }

    /// What the search took, once it is over.
    pub(crate) fn finished_counts(&self) -> Counts {
        Counts { peak_bytes: self.counts.peak_bytes.max(self.table.bytes() + self.bytes()), ..self.counts }
    }

    /// Bytes held besides the table.
    pub(crate) fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame<G>>()
            + self.children.capacity() * size_of::<Child<G>>()
            + self.depths.allocation_size()
    }
}

/// The place of a value in the ascending list of all.
///
/// # Panics
/// Where the rules do not list the value: they are broken.
fn place_of(values: &[Value], value: Value) -> u16 {
    match values.binary_search(&value) {
        Ok(place) => place as u16,
        Err(_) => panic!("play is worth {value}, which is not among the values that the rules list: {values:?}"),
    }
}
