//! What alpha-beta knows of the nodes on its path, and how the outcomes of children make that of their parent.

use crate::game::Game;

/// The depth that a bound leans on when it leans on nothing above the node.
pub(super) const NOTHING: u32 = u32::MAX;

/// The question asked of a node: its value, if that is between the two; otherwise on which side it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Whoever moves above can have this already.
    pub(super) alpha: u16,
    /// More than this the other side will not allow; greater than `alpha`.
    pub(super) beta: u16,
}

/// Bounds of a node's value on the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) low: u16,
    pub(super) high: u16,
    /// The least depth of the path that the lower bound leans on.
    pub(super) low_leans: u32,
    /// The same of the upper bound.
    pub(super) high_leans: u32,
    /// How many moves deep the tree below was.
    pub(super) height: u16,
    /// Nodes that it once took, where the answer was in the table.
    pub(super) saved: u64,
    /// Whether a limit on depth was met below.
    pub(super) is_depth_limited: bool,
}

impl Outcome {
    /// Nothing is known: `top` is the greatest value.
    pub(super) fn unknown(top: u16) -> Outcome {
        let leans = NOTHING;
        Outcome { low: 0, high: top, low_leans: leans, high_leans: leans, height: 0, saved: 0, is_depth_limited: false }
    }

    /// A known value, which leans on this depth.
    pub(super) fn exactly(value: u16, leans: u32) -> Outcome {
        Outcome { low: value, high: value, low_leans: leans, high_leans: leans, ..Outcome::unknown(value) }
    }

    /// Whether this answers the question.
    #[inline]
    pub(super) fn settles(&self, window: Window) -> bool {
        self.low >= window.beta || self.high <= window.alpha || self.low >= self.high
    }

    /// Takes in what else is known of the same node; of equal bounds, the one that leans on less stays.
    #[inline]
    pub(super) fn narrow(&mut self, other: &Outcome) {
        if (other.low, other.low_leans) > (self.low, self.low_leans) {
            (self.low, self.low_leans) = (other.low, other.low_leans);
        }
        if other.high < self.high || other.high == self.high && other.high_leans > self.high_leans {
            (self.high, self.high_leans) = (other.high, other.high_leans);
        }
    }
}

/// A child of a node on the path.
pub(super) struct Child<G: Game> {
    pub(super) position: G::Position,
    pub(super) hash: u64,
    /// The move that leads to it; none to the root.
    pub(super) mv: Option<G::Move>,
    /// The place of the move among its parent's moves.
    pub(super) ordinal: u16,
    /// The game's number for the move.
    pub(super) number: Option<usize>,
    /// What is known of it without a search.
    pub(super) known: Outcome,
    /// Whether a search could find out more: play goes on, and the position is not on the path.
    pub(super) is_open: bool,
    /// How early it is to be tried: by rank, then by credit.
    pub(super) promise: (i64, u64),
}

/// A node on the path.
pub(super) struct Frame<G: Game> {
    pub(super) position: G::Position,
    pub(super) hash: u64,
    /// The number of the move that led here.
    pub(super) number: Option<usize>,
    pub(super) max_moves: bool,
    pub(super) window: Window,
    /// What was known before its children were searched; true on every path.
    pub(super) known: Outcome,
    pub(super) first_child: usize,
    /// The child under search.
    pub(super) child: usize,
    /// How many children were put off to the end, because other workers were below them.
    pub(super) deferred: u16,
    /// What that child was asked.
    pub(super) child_window: Window,
    /// What it answered before, if it is asked a second time.
    pub(super) child_so_far: Option<Outcome>,
    /// Moves left to the limit on depth.
    pub(super) depth: u16,
    /// The bound that the best child gives, and what that leans on: the lower one where Max moves, otherwise the upper.
    best: (u16, u32),
    /// The bound that all children seen so far give together, from the other side.
    all: (u16, u32),
    pub(super) best_move: Option<u16>,
    pub(super) height: u16,
    pub(super) nodes_before: u64,
    pub(super) saved: u64,
    pub(super) is_depth_limited: bool,
}

impl<G: Game> Frame<G> {
    /// A node that is entered with this window, less what is known already.
    pub(super) fn new(child: Child<G>, max_moves: bool, window: Window, depth: u16, top: u16) -> Frame<G> {
        let known = child.known;
        let window = Window { alpha: window.alpha.max(known.low), beta: window.beta.min(known.high) };
        Frame {
            position: child.position,
            hash: child.hash,
            number: child.number,
            max_moves,
            window,
            known,
            first_child: 0,
            child: 0,
            deferred: 0,
            child_window: window,
            child_so_far: None,
            depth,
            best: if max_moves { (0, NOTHING) } else { (top, NOTHING) },
            all: if max_moves { (0, NOTHING) } else { (top, NOTHING) },
            best_move: None,
            height: 0,
            nodes_before: 0,
            saved: 0,
            is_depth_limited: false,
        }
    }

    /// Takes in the outcome of a child. Whether that ends the search of the node.
    pub(super) fn take_in(&mut self, ordinal: u16, child: &Outcome) -> bool {
        self.height = self.height.max(child.height.saturating_add(1));
        self.saved += child.saved;
        self.is_depth_limited |= child.is_depth_limited;
        let (bound, leans, other, other_leans) = if self.max_moves {
            (child.low, child.low_leans, child.high, child.high_leans)
        } else {
            (child.high, child.high_leans, child.low, child.low_leans)
        };
        let is_better = if self.max_moves { bound > self.best.0 } else { bound < self.best.0 };
        // Where no child raises the bound, the one that could be best stays the best move.
        let is_more = if self.max_moves { other > self.all.0 } else { other < self.all.0 };
        if is_better || self.best_move.is_none() || bound == self.best.0 && is_more {
            self.best_move = Some(ordinal);
        }
        if is_better || bound == self.best.0 && leans > self.best.1 {
            self.best = (bound, leans);
        }
        self.all.0 = if self.max_moves { self.all.0.max(other) } else { self.all.0.min(other) };
        // All children have to keep within the bound, so it leans on whatever any of them leans on.
        self.all.1 = self.all.1.min(other_leans);
        if self.max_moves {
            self.window.alpha = self.window.alpha.max(bound);
        } else {
            self.window.beta = self.window.beta.min(bound);
        }
        self.window.alpha >= self.window.beta
    }

    /// The node's outcome. `saw_all`: every child was taken in.
    pub(super) fn outcome(&self, depth: u32, saw_all: bool, top: u16) -> Outcome {
        let mut outcome = Outcome::unknown(top);
        // What leans on this node or on nodes below it comes round whatever the path.
        let settled = |(bound, leans): (u16, u32)| (bound, if leans >= depth { NOTHING } else { leans });
        if self.max_moves {
            (outcome.low, outcome.low_leans) = settled(self.best);
        } else {
            (outcome.high, outcome.high_leans) = settled(self.best);
        }
        match (saw_all, self.max_moves) {
            (true, true) => (outcome.high, outcome.high_leans) = settled(self.all),
            (true, false) => (outcome.low, outcome.low_leans) = settled(self.all),
            (false, _) => {}
        }
        outcome.narrow(&self.known);
        outcome.height = self.height;
        outcome.saved = self.saved;
        outcome.is_depth_limited = self.is_depth_limited;
        outcome
    }
}
