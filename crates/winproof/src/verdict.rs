//! What a search found out, and what that is worth.

use crate::game::Value;
use crate::goal::Goal;
use crate::limits::Stopped;

/// One bound of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The bound.
    pub value: Value,
    /// Whether it is proved: by a search whose answer is a proof, or because the rules know no value beyond it.
    pub proved: bool,
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
    /// Nodes passed on the way to the nodes that were expanded, where the search counts them (`base-twin`); children looked at before
    /// the first is searched (alpha-beta).
    pub steps: u64,
    /// Children that the search took in without going to them, because a look from their parent had settled them (alpha-beta). A search
    /// that does not look ahead goes to each of these to find out.
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
    /// How long it took, in seconds.
    pub seconds: f64,
}

impl Verdict {
    /// The exact value, if both bounds are proved and meet.
    pub fn value(&self) -> Option<Value> {
        (self.lower.value == self.upper.value && self.lower.proved && self.upper.proved).then_some(self.lower.value)
    }

    /// Whether a goal holds, if that is proved either way.
    pub fn holds(&self, goal: Goal) -> Option<bool> {
        if self.lower.proved && self.lower.value >= goal.at_least {
            Some(true)
        } else if self.upper.proved && self.upper.value < goal.at_least {
            Some(false)
        } else {
            None
        }
    }
}
