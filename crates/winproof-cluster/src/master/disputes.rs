//! Positions that workers contradict each other about, until a proof decides.
//!
//! Somebody lied, or a table was poisoned by a lie. Each worker that is there is asked once for a proof, for a goal
//! between the bounds that do not go together, and whoever's word a checked proof refutes is named. That goal need not
//! be the one that is searched for, and a dispute does not end with the search that it came up in.

use super::{Asked, Master};
use crate::message::{Fragment, Job, Kind};
use std::collections::BTreeSet;
use winproof::Value;

/// A worker, and the bounds that it claimed.
type Said = (String, (Value, Value));

/// A position that workers contradict each other about.
#[derive(Clone, Debug)]
pub(super) struct Dispute {
    said: Vec<Said>,
    /// What was searched for when it came up. What a worker says may also contradict what follows from others' words
    /// about other positions: then there is no goal between, and this one is asked about.
    searched: Value,
    /// Who was asked for a proof, and has answered.
    asked: BTreeSet<String>,
}

impl Dispute {
    /// A goal that is on one side of some bounds and on the other side of others; `None` if all of them go together.
    fn between(&self) -> Option<Value> {
        let lower = self.said.iter().map(|(_, bounds)| bounds.0).max()?;
        let upper = self.said.iter().map(|(_, bounds)| bounds.1).min()?;
        (lower > upper).then_some(lower)
    }
}

impl Master {
    /// Opens a dispute, or adds to it.
    pub(super) fn dispute(&mut self, position: &str, said: Vec<Said>) {
        self.tally.disputes += 1;
        let new = Dispute { said: Vec::new(), searched: self.goal, asked: BTreeSet::new() };
        let dispute = self.disputes.entry(position.to_string()).or_insert(new);
        dispute.said.extend(said.into_iter().filter(|(worker, _)| !worker.is_empty()));
    }

    /// Workers have answered when they were asked for proofs of positions.
    pub(super) fn asked_about_disputes(&mut self, positions: &[String], worker: &str) {
        for position in positions {
            if let Some(dispute) = self.disputes.get_mut(position) {
                dispute.asked.insert(worker.to_string());
            }
        }
    }

    /// A fragment has passed the checker: whose word it refutes.
    pub(super) fn decide(&mut self, position: &str, fragment: &Fragment) -> Vec<String> {
        let Some(dispute) = self.disputes.get_mut(position) else { return Vec::new() };
        let is_refuted = |&(lower, upper): &(Value, Value)| match fragment.is_lower {
            true => upper < fragment.bound,
            false => lower > fragment.bound,
        };
        let said = std::mem::take(&mut dispute.said);
        let (refuted, left): (Vec<Said>, Vec<Said>) = said.into_iter().partition(|(_, bounds)| is_refuted(bounds));
        dispute.said = left;
        if dispute.between().is_none() {
            self.disputes.remove(position);
        }
        refuted.into_iter().map(|(worker, _)| worker).filter(|worker| worker != super::RULES).collect()
    }

    /// What a liar said is not worth a dispute any more.
    pub(super) fn close_disputes_of(&mut self, liar: &str) {
        self.disputes.retain(|_, dispute| {
            dispute.said.retain(|(worker, _)| worker != liar);
            dispute.between().is_some()
        });
    }

    fn is_asked_now(&self, position: &str) -> bool {
        self.jobs.values().any(|open| open.job.kind == Kind::Prove && open.job.positions.iter().any(|p| p == position))
    }

    /// Whether a dispute may still be decided: somebody is at work on it, or can be asked.
    pub fn has_disputes(&self) -> bool {
        self.disputes.iter().any(|(position, dispute)| {
            self.is_asked_now(position) || self.workers.keys().any(|worker| !dispute.asked.contains(worker))
        })
    }

    /// The next job that is to decide a dispute.
    pub(super) fn next_dispute(&mut self, now: f64) -> Option<(String, Job)> {
        if !self.settings.prove {
            return None;
        }
        let (worker, position, goal) = self.disputes.iter().find_map(|(position, dispute)| {
            if self.is_asked_now(position) {
                return None;
            }
            let goal = dispute.between().unwrap_or(dispute.searched);
            let has_room = |worker: &&String| self.workers[*worker].jobs.len() < self.settings.ahead;
            let worker = self.workers.keys().filter(has_room).find(|worker| !dispute.asked.contains(*worker))?;
            Some((worker.clone(), position.clone(), goal))
        })?;
        let asked = Asked { kind: Kind::Prove, positions: vec![position], goal, nodes: self.prove_nodes };
        Some(self.give(worker, asked, Vec::new(), now))
    }
}
