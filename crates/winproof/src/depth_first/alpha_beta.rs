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
pub(crate) mod worker;

use super::crew::Crew;
use crate::game::{Game, Value};
use crate::limits::Stopped;
use crate::session::Watched;
use crate::table::replacement::ScoreTable;
use crate::verdict::Counts;
use frame::{Child, Frame, Outcome, Window};
use hashbrown::HashMap;
use ordering::Learned;
pub use policy::{AlphaBetaPolicy, Stored};
use rustc_hash::FxBuildHasher;

/// The clock is looked at once in this many nodes.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// With a crew, its news are looked at once in this many nodes.
const NODES_BETWEEN_NEWS: u64 = 256;

/// No limit on depth.
const UNLIMITED: u16 = u16::MAX;

/// What is asked of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// What it is worth.
    Value,
    /// Whether it is worth at least the value at this place.
    Reaches(u16),
}

/// Where a search stands between two steps.
struct Course<P> {
    root: P,
    question: Question,
    /// What is known of the root's value.
    low: u16,
    high: u16,
    /// What the root is asked now, and to which depth.
    window: Window,
    depth: u16,
    /// What the node that was left last is worth; none, if there is a child to go to.
    outcome: Option<Outcome>,
}

/// An alpha-beta search.
pub(crate) struct AlphaBeta<'a, G: Game> {
    game: &'a G,
    table: &'a ScoreTable,
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
    course: Option<Course<G::Position>>,
    /// The nodes at which the clock is looked at next.
    next_look: u64,
    /// The workers that search the same position, if there are others.
    crew: Option<&'a Crew>,
    /// Nodes that the crew was told of.
    told_nodes: u64,
}

impl<'a, G: Game> AlphaBeta<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        table: &'a ScoreTable,
        values: &'a [Value],
        policy: AlphaBetaPolicy,
        most_bytes: usize,
    ) -> Self {
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
            course: None,
            next_look: 0,
            crew: None,
            told_nodes: 0,
        }
    }

    /// The place of the greatest value.
    fn top(&self) -> u16 {
        (self.values.len() - 1) as u16
    }

    /// Whether a position is worth at least the value at this place.
    pub(crate) fn reaches(
        &mut self,
        position: &G::Position,
        place: u16,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<bool, Stopped> {
        Ok(self.ask(position, Question::Reaches(place), watched)?.0 >= place)
    }

    /// Searches until the question is answered: the bounds of the value that are known then.
    pub(crate) fn ask(
        &mut self,
        root: &G::Position,
        question: Question,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(u16, u16), Stopped> {
        self.begin(root, question);
        loop {
            if let Some(bounds) = self.step(watched)? {
                return Ok(bounds);
            }
        }
    }

    /// Starts to search.
    fn begin(&mut self, root: &G::Position, question: Question) {
        let (low, high) = (0, self.top());
        let window = match question {
            Question::Reaches(place) => Window { alpha: place - 1, beta: place },
            Question::Value if self.policy.aspiration => {
                let middle = self.repetition.unwrap_or(high / 2);
                Window { alpha: middle.saturating_sub(1).max(low), beta: (middle + 1).min(high) }
            }
            Question::Value => Window { alpha: low, beta: high },
        };
        let depth = self.first_depth();
        self.begin_run(Course { root: root.clone(), question, low, high, window, depth, outcome: None });
    }

    fn first_depth(&self) -> u16 {
        if self.policy.iterative_deepening { 1 } else { UNLIMITED }
    }

    /// Starts one depth-first search.
    fn begin_run(&mut self, mut course: Course<G::Position>) {
        self.unwind(0);
        self.children.clear();
        self.depths.clear();
        self.next_look = self.counts.nodes;
        let root = self.make(course.root.clone(), None, 0);
        course.outcome = self.visit(root, course.window, course.depth);
        self.course = Some(course);
    }

    /// One step: to a child, or back to the parent. The bounds of the root's value, when the question is answered.
    #[inline]
    fn step(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<Option<(u16, u16)>, Stopped> {
        let Some(course) = &mut self.course else { unreachable!("a search has begun before its steps") };
        let outcome = match course.outcome.take() {
            Some(outcome) if self.frames.is_empty() => return Ok(self.end_run(outcome)),
            Some(outcome) => self.take_in(outcome),
            None => {
                if self.counts.nodes >= watched.session.most_nodes() {
                    return Err(Stopped::Nodes);
                }
                let news = if self.counts.nodes >= self.next_look { self.look_around(watched)? } else { None };
                match news {
                    Some(outcome) => Some(outcome),
                    None => self.go_to_child(),
                }
            }
        };
        if let Some(course) = &mut self.course {
            course.outcome = outcome;
        }
        Ok(None)
    }

    /// Takes in what a depth-first search of the root has found, and starts another one if that is not all.
    fn end_run(&mut self, outcome: Outcome) -> Option<(u16, u16)> {
        let mut course = self.course.take()?;
        if !outcome.settles(course.window) && outcome.is_depth_limited {
            course.depth = course.depth.saturating_add(1);
            self.begin_run(course);
            return None;
        }
        debug_assert!(outcome.settles(course.window));
        (course.low, course.high) = (course.low.max(outcome.low), course.high.min(outcome.high));
        if course.question != Question::Value || course.low >= course.high {
            return Some((course.low, course.high));
        }
        course.window = Window { alpha: course.low, beta: course.high };
        course.depth = self.first_depth();
        self.begin_run(course);
        None
    }

    /// Looks at the clock, and at what the crew has found out: an outcome, if that is of a position on the path.
    #[cold]
    fn look_around(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<Option<Outcome>, Stopped> {
        let between = match self.crew {
            _ if self.game.is_slow() => super::BETWEEN_SLOW_LOOKS,
            Some(_) => NODES_BETWEEN_NEWS,
            None => NODES_BETWEEN_LOOKS,
        };
        self.next_look = self.counts.nodes + between;
        self.look_at_the_clock(watched)?;
        self.take_news(watched)
    }

    /// Takes everything from a place on off the path.
    fn unwind(&mut self, place: usize) {
        while self.frames.len() > place {
            self.pop();
        }
    }

    /// Takes the last node off the path.
    #[inline]
    fn pop(&mut self) -> Frame<G> {
        let frame = self.frames.pop().expect("on the path");
        let depth = self.frames.len() as u32 + 1;
        self.children.truncate(frame.first_child);
        if self.repetition.is_some() && self.depths.get(&frame.hash) == Some(&depth) {
            self.depths.remove(&frame.hash);
        }
        if let Some(crew) = self.crew {
            crew.leave(frame.hash);
        }
        frame
    }

    fn look_at_the_clock(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<(), Stopped> {
        self.table.improve();
        let own_bytes = self.bytes();
        if own_bytes > self.crew.map_or(self.most_bytes, |crew| crew.share(self.most_bytes)) {
            return Err(Stopped::Memory);
        }
        let bytes = self.table.bytes() + own_bytes;
        self.counts.peak_bytes = self.counts.peak_bytes.max(bytes);
        let others = self.crew.map_or(0, |crew| crew.nodes().saturating_sub(self.told_nodes));
        watched.report(self.counts.nodes + others, (None, None), bytes, |line| {
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
