//! What the master exchanges with the server: hears results, writes them down, lets the server forget them, gives out
//! the next jobs, and tells how the run stands.

use super::{Driver, rules};
use crate::fault;
use crate::master::Effect;
use crate::message::{Alive, Done, RunStatus, read, write};
use crate::talk::{Hear, Say};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};
use winproof::{Goal, Phase, Report};
use winproof_cli::cluster;

impl Driver<'_> {
    /// One round: hears what there is, writes it down, acknowledges it, and gives out jobs.
    pub(super) fn pump(&mut self, gives_jobs: bool) -> Result<(), String> {
        let mut acks = Vec::new();
        let mut next = self.talk.hear.recv_timeout(Duration::from_millis(20));
        let working = Instant::now();
        let mut heard = 0;
        loop {
            match next {
                Ok(message) => self.take(message, &mut acks),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err("the connection to the server is lost".to_string()),
            }
            heard += 1;
            if heard == 256 {
                break;
            }
            next = self.talk.hear.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        if !acks.is_empty() {
            fault::point("before-commit");
            self.save();
            fault::point("after-commit");
            self.talk.say(Say::Ack(acks));
            fault::point("acknowledged");
        }
        if self.last.tick.elapsed() > Duration::from_millis(200) {
            self.last.tick = Instant::now();
            let effects = self.master.tick(self.now());
            self.act(effects);
            self.tell();
        }
        if gives_jobs {
            self.give();
        }
        self.busy += working.elapsed();
        Ok(())
    }

    pub(super) fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn take(&mut self, message: Hear, acks: &mut Vec<u64>) {
        let now = self.now();
        match message {
            Hear::Alive(bytes) => match read::<Alive>(&bytes) {
                Some(alive) => {
                    let effects = self.master.alive(&alive, now);
                    self.act(effects);
                }
                None => self.master.tally.dropped += 1,
            },
            Hear::Done(number, bytes) => {
                acks.push(number);
                let Some(done) = read::<Done>(&bytes) else {
                    self.master.tally.dropped += 1;
                    return;
                };
                let rules = rules(self.game, self.master.goal());
                let mut effects = self.master.done(&done, &*rules, now);
                drop(rules);
                if done.error.as_ref().is_some_and(|error| error.starts_with("contradiction"))
                    && done.epoch == self.master.epoch
                    && self.master.settings.facts
                {
                    effects.push(self.master.poisoned());
                }
                self.act(effects);
            }
            Hear::Fetched(digest, file) => {
                let due = self.audits.iter().position(|(_, fragment)| fragment.digest == digest);
                if let Some(place) = due {
                    let (position, fragment) = self.audits.swap_remove(place);
                    match &file {
                        Some(file) => self.check(file, &position, &fragment),
                        None => {
                            self.master.lost(&position, &fragment);
                            self.master.prove_again(position);
                        }
                    }
                }
                self.fetched.insert(digest, file);
            }
        }
    }

    pub(super) fn save(&mut self) {
        let Some(store) = &self.store else { return };
        match store.save(&mut self.master) {
            Ok(()) => self.is_unsaved = false,
            Err(error) => {
                // What was not written down is searched again after a restart; this run has it in memory.
                if !std::mem::replace(&mut self.is_unsaved, true) {
                    cluster::remark(&format!("the store cannot be written, the run goes on in memory: {error}"));
                }
            }
        }
    }

    pub(super) fn act(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Tell(news) => {
                    self.told += 1;
                    let id = format!("{}-{}-{}", news.run, self.master.settings.run.len(), crate::random_word());
                    self.talk.say(Say::Tell { id, bytes: write(&news) });
                }
                Effect::Cancel { worker, job } => {
                    self.talk.say(Say::Cancel { worker, bytes: write(&(&self.master.settings.run, job)) });
                }
                Effect::Audit { position, fragment } => {
                    self.talk.say(Say::Fetch(fragment.digest.clone()));
                    self.audits.push((position, fragment));
                }
                Effect::Drop { worker } => self.talk.say(Say::Drop(worker)),
                Effect::Remark(text) if !self.quiet => cluster::remark(&text),
                Effect::Remark(_) => {}
            }
        }
    }

    fn give(&mut self) {
        let now = self.now();
        loop {
            let rules = rules(self.game, self.master.goal());
            let Some((worker, job)) = self.master.next(&*rules, now) else { break };
            drop(rules);
            self.last.complaint = Instant::now();
            let id = format!("{}-{}-{}", job.run, job.job, job.attempt);
            fault::point("job-made");
            self.talk.say(Say::Job { worker, id, bytes: write(&job) });
        }
        if self.master.workers() == 0 && self.last.complaint.elapsed() > Duration::from_secs(15) && !self.quiet {
            self.last.complaint = Instant::now();
            cluster::remark("no worker is there; start some with: winproof work --server URL");
        }
    }

    pub(super) fn cancel_all(&mut self) {
        let effects = self.master.drop_jobs();
        self.act(effects);
        self.save();
    }

    /// Tells whoever asks how the run stands.
    fn tell(&mut self) {
        if self.last.status.elapsed() > Duration::from_secs(1) {
            self.last.status = Instant::now();
            self.say_status(false);
        }
        let (last, nodes_then) = self.last.report;
        if last.elapsed() > Duration::from_secs(1) {
            let nodes = self.master.tally.nodes;
            let root = self.master.graph.root();
            let finite = |number: u32| (number != u32::MAX).then(|| u64::from(number));
            let is_max = self.master.graph.question().holds(true);
            let (proof, disproof) = if is_max { root.numbers } else { (root.numbers.1, root.numbers.0) };
            self.progress.report(&Report {
                goal: Some(Goal::at_least(self.master.goal())),
                nodes,
                nodes_per_second: nodes.saturating_sub(nodes_then) as f64 / last.elapsed().as_secs_f64(),
                proof: finite(proof),
                disproof: finite(disproof),
                bytes: 0,
                table_permille: None,
                seconds: self.now(),
                line: &[],
                phase: self.phase,
                built: None,
            });
            self.last.report = (Instant::now(), nodes);
        }
    }

    pub(super) fn say_status(&mut self, over: bool) {
        let phase = match self.phase {
            Phase::Strategy => "certificate",
            Phase::Check => "check",
            _ => "search",
        };
        let (master, tally) = (&self.master, self.master.tally);
        let status = RunStatus {
            run: master.settings.run.clone(),
            game: self.game.name(),
            root: self.game.position_text(),
            phase: phase.to_string(),
            goal: master.goal(),
            numbers: master.graph.root().numbers,
            bounds: (self.bounds.lower(), self.bounds.upper()),
            positions: master.graph.nodes.len() as u64,
            settled: master.graph.nodes.iter().filter(|node| node.settled.is_some()).count() as u64,
            workers: master.workers() as u64,
            open_jobs: master.open_jobs().count() as u64,
            jobs: tally.jobs,
            again: tally.again,
            set_aside: master.set_aside().count() as u64,
            facts: tally.facts,
            nodes: tally.nodes,
            dropped: tally.dropped,
            liars: master.liars.iter().cloned().collect(),
            seconds: self.now(),
            busy: self.busy.as_secs_f64() / self.now().max(1e-9),
            over,
        };
        self.talk.say(Say::Status(write(&status)));
    }
}
