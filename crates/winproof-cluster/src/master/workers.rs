//! Workers as the master knows them: who is there, who is free, and who has been given up.

use super::{Effect, MOST_CRASHES, Master, OpenJob};
use crate::message::{Alive, Kind};

/// A worker.
#[derive(Clone, Debug, Default)]
pub(super) struct Worker {
    pub(super) jobs: Vec<u64>,
    /// When it was last heard of.
    seen: f64,
    /// The job that it said it is working on.
    running: Option<u64>,
    /// Jobs that failed, one after the other.
    failures: u32,
}

/// A worker whose jobs fail so often, one after the other, gets no more: something is wrong there, such as a disk that
/// is full.
const MOST_FAILURES: u32 = 5;

impl Master {
    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.workers.len()
    }

    /// A worker with room for a job: this one if it has, or the one with the fewest.
    pub(super) fn free_worker(&self, wanted: Option<&str>) -> Option<String> {
        let has_room = |jobs: usize| jobs < self.settings.ahead;
        if let Some(name) = wanted
            && self.workers.get(name).is_some_and(|worker| has_room(worker.jobs.len()))
        {
            return Some(name.to_string());
        }
        let free = self.workers.iter().filter(|(_, worker)| has_room(worker.jobs.len()));
        free.min_by_key(|(name, worker)| (worker.jobs.len(), self.marks.get(*name).copied().unwrap_or(0)))
            .map(|(name, _)| name.clone())
    }

    /// A sign of life.
    pub fn alive(&mut self, alive: &Alive, now: f64) -> Vec<Effect> {
        if alive.build != self.settings.build {
            self.tally.dropped += 1;
            let unknown = self.others.insert(alive.worker.clone());
            let what = format!(
                "worker {} is of another build ({}; this one is {}): it gets no jobs",
                alive.worker, alive.build, self.settings.build
            );
            return unknown.then_some(Effect::Remark(what)).into_iter().collect();
        }
        if self.liars.contains(&alive.worker) || self.unfit.contains(&alive.worker) {
            return Vec::new();
        }
        if alive.leaves {
            return self.give_up(&alive.worker, false);
        }
        let is_new = !self.workers.contains_key(&alive.worker);
        let worker = self.workers.entry(alive.worker.clone()).or_default();
        worker.seen = now;
        worker.running = alive.job.filter(|_| alive.run.as_deref() == Some(self.settings.run.as_str()));
        // A job that waits behind another one is as well as that one is.
        if alive.job.is_some() {
            let deadline = now + self.settings.lease;
            for job in &worker.jobs {
                if let Some(open) = self.jobs.get_mut(job) {
                    open.deadline = deadline;
                }
            }
        }
        let joined = || Effect::Remark(format!("worker {} has joined", alive.worker));
        is_new.then(joined).into_iter().collect()
    }

    /// Gives up workers and jobs that nothing was heard of for too long.
    pub fn tick(&mut self, now: f64) -> Vec<Effect> {
        let lease = self.settings.lease;
        let silent = self.workers.iter().filter(|(_, worker)| now - worker.seen > lease);
        let silent: Vec<String> = silent.map(|(name, _)| name.clone()).collect();
        let mut effects: Vec<Effect> = silent.iter().flat_map(|name| self.give_up(name, true)).collect();
        let overdue = self.jobs.iter().filter(|(_, open)| open.deadline < now);
        for job in overdue.map(|(&job, _)| job).collect::<Vec<_>>() {
            // The message was lost, or the server forgot it: the worker lives, and has nothing to do.
            if let Some(open) = self.release(job) {
                self.tally.again += 1;
                self.put_back(&open);
                effects.push(Effect::Cancel { worker: open.worker, job });
            }
        }
        effects
    }

    /// A worker is gone: its jobs are free. If it did not say that it leaves, the job it was at may be the reason.
    pub(super) fn give_up(&mut self, name: &str, was_lost: bool) -> Vec<Effect> {
        let Some(worker) = self.workers.remove(name) else { return Vec::new() };
        let mut effects = vec![Effect::Drop { worker: name.to_string() }];
        let word = if was_lost { "was lost" } else { "has left" };
        effects.push(Effect::Remark(format!("worker {name} {word}")));
        for job in worker.jobs {
            let Some(open) = self.release(job) else { continue };
            self.tally.again += 1;
            if was_lost && worker.running == Some(job) {
                for position in &open.job.positions {
                    effects.extend(self.blame(position, name));
                }
            }
            self.put_back(&open);
        }
        effects
    }

    /// A job of a worker came to something, or did not.
    pub(super) fn failed(&mut self, name: &str, failed: bool) -> Vec<Effect> {
        let Some(worker) = self.workers.get_mut(name) else { return Vec::new() };
        worker.failures = if failed { worker.failures + 1 } else { 0 };
        if worker.failures < MOST_FAILURES {
            return Vec::new();
        }
        self.unfit.insert(name.to_string());
        let what = format!("worker {name} gets no more jobs: {MOST_FAILURES} failed one after the other");
        let mut effects = vec![Effect::Remark(what)];
        effects.extend(self.give_up(name, false));
        effects
    }

    /// What a job was to show has to be shown still.
    pub(super) fn put_back(&mut self, open: &OpenJob) {
        if open.job.kind == Kind::Prove && open.job.goal == self.goal {
            let is_sound = |position: &&String| self.crashes.get(*position).is_none_or(|by| by.len() < MOST_CRASHES);
            let is_left = |position: &&String| is_sound(position) && !self.disputes.contains_key(*position);
            let again: Vec<String> = open.job.positions.iter().filter(is_left).cloned().collect();
            self.to_prove.extend(again);
        }
    }

    /// A worker crashed while it was at a position.
    pub(super) fn blame(&mut self, position: &str, worker: &str) -> Option<Effect> {
        let by = self.crashes.entry(position.to_string()).or_default();
        if !by.insert(worker.to_string()) {
            return None;
        }
        let crashed = by.len();
        self.dirty.crashes.insert(position.to_string());
        if crashed != MOST_CRASHES {
            return None;
        }
        if let Some(id) = self.graph.find(position) {
            self.graph.node_mut(id).set_aside = true;
        }
        let what = format!("the position '{position}' is set aside: {MOST_CRASHES} workers were lost while at it");
        Some(Effect::Remark(what))
    }
}
