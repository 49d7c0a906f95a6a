//! What the master writes down, and reads back when it is started again.

use super::{MOST_CRASHES, Master};
use crate::message::Fragment;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap, HashSet};
use winproof::Value;
use winproof::open::Knowledge;

/// Bounds that somebody claims, and who.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    /// At least this.
    pub lower: Value,
    /// Says who.
    pub lower_by: String,
    /// At most this.
    pub upper: Value,
    /// Says who.
    pub upper_by: String,
}

/// A fragment at the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Where it is, and what it shows.
    pub fragment: Fragment,
    /// Who made it.
    pub worker: String,
    /// Whether the checker accepted it.
    pub verified: bool,
}

/// The numbers of a leaf, which are for one goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The goal.
    pub goal: Value,
    /// The prover's numbers.
    pub numbers: (u32, u32),
}

/// What has changed since it was last written down.
#[derive(Clone, Debug, Default)]
pub struct Dirty {
    /// Positions with new claims.
    pub claims: HashSet<String>,
    /// Positions with a new fragment, and for which half.
    pub fragments: HashSet<(String, bool)>,
    /// Leaves with new numbers.
    pub leaves: HashSet<String>,
    /// Positions that got their children.
    pub expanded: Vec<String>,
    /// Positions that crashed a worker.
    pub crashes: HashSet<String>,
    /// Whether the list of liars, the epoch or the counts changed.
    pub counts: bool,
}

impl Dirty {
    /// Whether there is nothing to write down.
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
            && self.fragments.is_empty()
            && self.leaves.is_empty()
            && self.expanded.is_empty()
            && self.crashes.is_empty()
            && !self.counts
    }
}

/// Everything that is written down of a run, beside what it is about.
#[derive(Debug, Default)]
pub struct Saved {
    /// Claims.
    pub claims: Vec<(String, Claimed)>,
    /// Fragments.
    pub fragments: Vec<((String, bool), Held)>,
    /// Numbers of leaves.
    pub leaves: Vec<(String, Leaf)>,
    /// Positions with children.
    pub expanded: Vec<String>,
    /// Positions that crashed workers.
    pub crashes: Vec<(String, BTreeSet<String>)>,
    /// Liars.
    pub liars: BTreeSet<String>,
    /// The epoch.
    pub epoch: u32,
    /// Jobs and nodes so far.
    pub counts: (u64, u64),
}

impl Master {
    /// Takes over what an earlier master of the same run wrote down.
    pub fn restore(&mut self, saved: Saved, rules: &dyn Knowledge) {
        self.claims = saved.claims.into_iter().collect();
        self.fragments = saved.fragments.into_iter().collect();
        self.leaves = saved.leaves.into_iter().collect();
        self.crashes = saved.crashes.into_iter().collect();
        self.liars = saved.liars;
        self.epoch = saved.epoch;
        (self.tally.jobs, self.tally.nodes) = saved.counts;
        // From the root on, whatever is listed gets its children.
        let mut listed: HashSet<String> = saved.expanded.into_iter().collect();
        let mut open = vec![0];
        while let Some(id) = open.pop() {
            let text = self.graph.node(id).text.clone();
            if listed.remove(&text) {
                self.expand(id, &text, &HashMap::new(), rules);
                open.extend(self.graph.node(id).children.iter().copied());
            }
        }
        let poison: Vec<String> = self.set_aside().map(str::to_string).collect();
        for position in poison {
            if let Some(id) = self.graph.find(&position) {
                self.graph.node_mut(id).set_aside = true;
            }
        }
        self.rebuild();
        self.dirty = Dirty::default();
    }

    /// A claim, to be written down.
    pub fn claim_of(&self, position: &str) -> Option<&Claimed> {
        self.claims.get(position)
    }

    /// A fragment, to be written down.
    pub fn fragment_of(&self, key: &(String, bool)) -> Option<&Held> {
        self.fragments.get(key)
    }

    /// A leaf, to be written down.
    pub fn leaf_of(&self, position: &str) -> Option<&Leaf> {
        self.leaves.get(position)
    }

    /// Whom a position crashed, to be written down.
    pub fn crashes_of(&self, position: &str) -> Option<&BTreeSet<String>> {
        self.crashes.get(position)
    }

    /// Positions that were set aside.
    pub fn set_aside(&self) -> impl Iterator<Item = &str> {
        let poison = self.crashes.iter().filter(|(_, by)| by.len() >= MOST_CRASHES);
        poison.map(|(position, _)| position.as_str())
    }
}
