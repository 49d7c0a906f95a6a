//! What a search found out, and what that is worth.

use crate::game::Value;
use crate::goal::Goal;
use crate::limits::Stopped;

/// What a bound rests on, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// An answer that is not a proof: the "no" of the graph `dcg`.
    Unproved,
    /// A search that was resumed from a checkpoint: it rests on what the file said.
    Resumed,
    /// A search that knows positions by their 64-bit hashes: df-pn and alpha-beta.
    Hashed,
    /// A search that compares whole positions.
    Proved,
    /// A strategy that passed the checker in this run, or the rules alone, where no value lies beyond the bound.
    Certified,
}

impl Evidence {
    /// The word for it in the answers of the command.
    ///
    /// ```
    /// use winproof::Evidence;
    /// assert_eq!(Evidence::Certified.word(), "certified");
    /// assert!(Evidence::Certified > Evidence::Proved && Evidence::Proved > Evidence::Hashed);
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Unproved => "unproved",
            Evidence::Resumed => "resumed",
            Evidence::Hashed => "hash-based",
            Evidence::Proved => "proved",
            Evidence::Certified => "certified",
        }
    }
}

/// One bound of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The bound.
    pub value: Value,
    /// What it rests on.
    pub evidence: Evidence,
}

impl Bound {
    /// A bound that the rules alone give.
    pub(crate) fn by_rules(value: Value) -> Bound {
        Bound { value, evidence: Evidence::Certified }
    }

    /// Whether the bound is an answer, whatever it rests on; the "no" of the graph `dcg` is none.
    pub fn is_answer(self) -> bool {
        self.evidence > Evidence::Unproved
    }

    /// Whether it is proved: whole positions were compared, or the checker accepted a strategy.
    pub fn is_proved(self) -> bool {
        self.evidence >= Evidence::Proved
    }
}

/// The work that a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes made, the root included, in all goals together.
    pub nodes: u64,
    /// Nodes expanded.
    pub expansions: u64,
    /// Nodes whose numbers were computed anew from their children.
    pub updates: u64,
    /// Nodes passed on the way to the nodes that were expanded, where the search counts them (`base-twin`); children
    /// looked at before the first is searched (alpha-beta).
    pub steps: u64,
    /// Children that the search took in without going to them, because a look from their parent had settled them
    /// (alpha-beta). A search that does not look ahead goes to each of these to find out.
    pub spared: u64,
    /// The most bytes that the search's structures held at a time.
    pub peak_bytes: usize,
}

impl Counts {
    /// Adds the work of another search of the same solution.
    pub fn add(&mut self, other: &Counts) {
        self.nodes += other.nodes;
        self.expansions += other.expansions;
        self.updates += other.updates;
        self.steps += other.steps;
        self.spared += other.spared;
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
    }
}

/// The answer to "what is this position worth?", never more than was shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Max gets at least this.
    pub lower: Bound,
    /// Max gets at most this.
    pub upper: Bound,
    /// Why the search ended.
    pub stopped: Stopped,
    /// What it took.
    pub counts: Counts,
    /// How long it took, in seconds. What it took to find strategies afterwards is not part of it.
    pub seconds: f64,
}

impl Verdict {
    /// The exact value, if both bounds are answers and meet.
    pub fn value(&self) -> Option<Value> {
        (self.lower.value == self.upper.value && self.lower.is_answer() && self.upper.is_answer())
            .then_some(self.lower.value)
    }

    /// Whether a goal holds, if there is an answer either way.
    pub fn holds(&self, goal: Goal) -> Option<bool> {
        if self.lower.is_answer() && self.lower.value >= goal.at_least {
            Some(true)
        } else if self.upper.is_answer() && self.upper.value < goal.at_least {
            Some(false)
        } else {
            None
        }
    }

    /// What the answer to a goal rests on, or without a goal the exact value; `None` where there is no answer.
    pub fn evidence(&self, goal: Option<Goal>) -> Option<Evidence> {
        match goal {
            None => self.value().map(|_| self.lower.evidence.min(self.upper.evidence)),
            Some(goal) => self.holds(goal).map(|holds| if holds { self.lower.evidence } else { self.upper.evidence }),
        }
    }
}
