//! What comes back from workers, and what the master makes of it.

use super::record::{Claimed, Held, Leaf};
use super::{Effect, MOST_DISPUTES, Master, RULES};
use crate::graph::Question;
use crate::message::{Answer, Done, Fact, Fragment, Kind, News};
use std::collections::HashMap;
use winproof::open::Knowledge;
use winproof::{Status, Value};

/// Claims beyond this number are not kept, where the graph does not have the position.
const MOST_CLAIMS: usize = 4 << 20;
/// A worker that was asked for a proof so often and only repeated itself is not believed.
const MOST_MARKS: u32 = 3;
/// With fewer nodes than this for a proof, that may be the reason why there is none.
const AMPLE: u64 = 1_000_000;

impl Master {
    /// A job is done. Results that come twice, late or in another order do no harm.
    pub fn done(&mut self, done: &Done, rules: &dyn Knowledge, now: f64) -> Vec<Effect> {
        if done.run != self.settings.run || done.build != self.settings.build || self.liars.contains(&done.worker) {
            self.tally.dropped += 1;
            return Vec::new();
        }
        let is_current = self.jobs.get(&done.job).is_some_and(|open| open.worker == done.worker);
        let open = if is_current { self.release(done.job) } else { None };
        let mut effects = Vec::new();
        if open.is_some() {
            self.tally.jobs += 1;
            self.tally.nodes += done.nodes;
            self.tally.expansions += done.expansions;
            self.dirty.counts = true;
        }
        if let Some(error) = &done.error {
            effects.push(Effect::Remark(format!("worker {}: {error}", done.worker)));
        }
        let mut is_blamed = false;
        if done.crashed
            && let Some(open) = &open
        {
            for position in &open.job.positions {
                is_blamed |= self.crashes.get(position).is_none_or(|by| !by.contains(&done.worker));
                effects.extend(self.blame(position, &done.worker));
            }
        }
        if open.is_some() {
            let failed = done.error.is_some() && done.answers.is_empty() && !is_blamed && done.epoch == self.epoch;
            effects.extend(self.failed(&done.worker, failed));
        }
        // What was found out with a table in which a liar's facts are is not worth anything.
        if done.epoch == self.epoch {
            // The goal of which a proof was asked for.
            let to_show = open.as_ref().filter(|open| open.job.kind == Kind::Prove).map(|open| open.job.goal);
            for answer in &done.answers {
                effects.extend(self.take_answer(answer, done, to_show, rules));
            }
            let told = self.take_facts(&done.facts, &done.worker, rules, &mut effects);
            if !told.is_empty() {
                self.tally.facts += told.len() as u64;
                let (run, epoch, worker) = (done.run.clone(), self.epoch, done.worker.clone());
                effects.push(Effect::Tell(News { run, epoch, worker, facts: told }));
            }
            if let (Some(open), [answer]) = (&open, done.answers.as_slice())
                && open.job.kind == Kind::Search
                && open.job.goal == self.goal
                && let Some(&leaf) = open.path.last()
                && self.graph.node(leaf).settled.is_none()
                && self.graph.node(leaf).text == answer.position
            {
                let numbers: HashMap<&str, (u32, u32)> =
                    answer.children.iter().map(|(text, numbers)| (text.as_str(), *numbers)).collect();
                self.graph.set_numbers(leaf, answer.numbers);
                let text = answer.position.clone();
                self.leaves.insert(text.clone(), Leaf { goal: self.goal, numbers: answer.numbers });
                self.dirty.leaves.insert(text.clone());
                self.expand(leaf, &text, &numbers, rules);
            }
        }
        if let Some(open) = &open
            && (done.epoch != self.epoch || done.answers.len() < open.job.positions.len())
        {
            self.put_back_missing(open, done);
        }
        if let Some(open) = &open
            && open.job.kind == Kind::Prove
        {
            self.asked_about_disputes(&open.job.positions, &done.worker);
        }
        self.graph.settle_cycles();
        effects.extend(self.cancel_needless());
        if self.tally.disputes > MOST_DISPUTES {
            effects.push(Effect::Remark("workers contradict each other again and again".to_string()));
        }
        let _ = now;
        effects
    }

    fn put_back_missing(&mut self, open: &super::OpenJob, done: &Done) {
        let is_there = |position: &String| {
            done.epoch == self.epoch && done.answers.iter().any(|answer| answer.position == *position)
        };
        let mut rest = open.clone();
        rest.job.positions.retain(|position| !is_there(position));
        self.put_back(&rest);
    }

    fn take_answer(
        &mut self,
        answer: &Answer,
        done: &Done,
        to_show: Option<Value>,
        rules: &dyn Knowledge,
    ) -> Vec<Effect> {
        let Some(known) = rules.position(&answer.position) else {
            self.tally.dropped += 1;
            return Vec::new();
        };
        let values = &self.settings.values;
        let is_value = |value: &Value| values.binary_search(value).is_ok();
        if known.position != answer.position
            || !matches!(known.status, Status::Turn(_))
            || !is_value(&answer.lower)
            || !is_value(&answer.upper)
        {
            self.tally.dropped += 1;
            return Vec::new();
        }
        let mut effects = self.claim(&known.canonical, (answer.lower, answer.upper), &done.worker);
        // A sample of what is settled has to be shown at once.
        let drawn = u64::from_str_radix(&crate::message::digest(answer.position.as_bytes())[..12], 16).unwrap_or(0);
        if to_show.is_none()
            && answer.fragment.is_none()
            && self.settings.prove
            && drawn % 1000 < self.settings.audit_permille
            && self.settles(self.goal, (answer.lower, answer.upper))
            && done.goal == self.goal
        {
            self.to_prove.push_back(answer.position.clone());
            self.sample.insert(answer.position.clone());
        }
        let is_ample = self.prove_nodes >= AMPLE;
        if to_show.is_some_and(|goal| self.settles(goal, (answer.lower, answer.upper)))
            && is_ample
            && answer.fragment.is_none()
        {
            let marks = self.marks.entry(done.worker.clone()).or_default();
            *marks += 1;
            if *marks >= MOST_MARKS {
                let why = format!("it does not prove what it says, as of '{}'", answer.position);
                effects.extend(self.caught(&done.worker, &why));
                return effects;
            }
        }
        if let Some(fragment) = &answer.fragment
            && (if fragment.is_lower { fragment.bound <= answer.lower } else { fragment.bound >= answer.upper })
        {
            effects.extend(self.take_fragment(&answer.position, &known.canonical, fragment, &done.worker));
        }
        let children: Vec<(String, bool)> = (answer.children.iter())
            .filter(|(_, numbers)| numbers.0 == 0 || numbers.1 == 0)
            .map(|(text, numbers)| (text.clone(), numbers.0 == 0))
            .collect();
        // Numbers are for one goal: those of another say nothing here.
        if !children.is_empty()
            && done.answers.len() == 1
            && done.goal == self.goal
            && let Some(own) = rules.children(&answer.position)
        {
            for (text, wins) in children {
                let is_turn = |child: &&winproof::open::KnownPosition| matches!(child.status, Status::Turn(_));
                if own.iter().filter(is_turn).any(|child| child.canonical == text) {
                    let bounds = self.bounds_of(wins);
                    effects.extend(self.claim(&text, bounds, &done.worker));
                }
            }
        }
        effects
    }

    fn settles(&self, goal: Value, bounds: (Value, Value)) -> bool {
        Question::new(goal, self.settings.repetition).settled_by(bounds).is_some()
    }

    fn take_fragment(&mut self, position: &str, canonical: &str, fragment: &Fragment, worker: &str) -> Option<Effect> {
        let key = (position.to_string(), fragment.is_lower);
        let is_better = |held: &Held| match fragment.is_lower {
            true => fragment.bound > held.fragment.bound,
            false => fragment.bound < held.fragment.bound,
        };
        if self.fragments.get(&key).is_some_and(|held| !is_better(held)) {
            return None;
        }
        let held = Held { fragment: fragment.clone(), worker: worker.to_string(), verified: false };
        self.fragments.insert(key.clone(), held);
        self.dirty.fragments.insert(key);
        // The digest decides who is looked at: a worker cannot know before it has made the fragment, nor choose.
        let drawn = u64::from_str_radix(&fragment.digest[..12], 16).unwrap_or(0) % 1000;
        let is_due = drawn < self.settings.audit_permille
            || self.disputes.contains_key(canonical)
            || self.sample.remove(position);
        is_due.then(|| {
            self.tally.audits += 1;
            Effect::Audit { position: position.to_string(), fragment: fragment.clone() }
        })
    }

    /// Takes in facts; gives those that are new.
    fn take_facts(
        &mut self,
        facts: &[Fact],
        worker: &str,
        rules: &dyn Knowledge,
        effects: &mut Vec<Effect>,
    ) -> Vec<Fact> {
        let mut new = Vec::new();
        for fact in facts {
            let known = rules.position(&fact.position).filter(|known| matches!(known.status, Status::Turn(_)));
            let values = &self.settings.values;
            let is_value = |value: &Value| values.binary_search(value).is_ok();
            let Some(known) = known.filter(|_| is_value(&fact.lower) && is_value(&fact.upper)) else {
                self.tally.dropped += 1;
                continue;
            };
            let before = self.claims.get(&known.canonical).map(|claimed| (claimed.lower, claimed.upper));
            effects.extend(self.claim(&known.canonical, (fact.lower, fact.upper), worker));
            let after = self.claims.get(&known.canonical).map(|claimed| (claimed.lower, claimed.upper));
            if after.is_some() && before != after {
                new.push(Fact { position: known.canonical, ..fact.clone() });
            }
        }
        new
    }

    /// Takes in a claim; a contradiction is a dispute.
    fn claim(&mut self, position: &str, bounds: (Value, Value), worker: &str) -> Vec<Effect> {
        if self.take_claim(position, bounds, worker) {
            return Vec::new();
        }
        let mut said = vec![(worker.to_string(), bounds)];
        if let Some(old) = self.claims.remove(position) {
            said.push((old.lower_by, (old.lower, Value::MAX)));
            said.push((old.upper_by, (Value::MIN, old.upper)));
        }
        self.dispute(position, said);
        self.prove_with_more();
        self.dirty.claims.insert(position.to_string());
        // Whoever has a fragment can be asked for it. The others' word is worth the same: nothing.
        let mut effects =
            vec![Effect::Remark(format!("worker {worker} contradicts what others said of '{position}': checked"))];
        for is_lower in [true, false] {
            if let Some(held) = self.fragments.get(&(position.to_string(), is_lower)) {
                let fragment = held.fragment.clone();
                effects.push(Effect::Audit { position: position.to_string(), fragment });
            }
        }
        self.rebuild();
        effects
    }

    /// Narrows what is claimed of a position. False if nothing would be left.
    pub(super) fn take_claim(&mut self, position: &str, (lower, upper): (Value, Value), worker: &str) -> bool {
        let (lowest, highest) = self.all_values();
        if (lower, upper) == (lowest, highest) {
            return true;
        }
        let id = self.graph.find(position);
        if id.is_none() && self.claims.len() >= MOST_CLAIMS {
            return true;
        }
        let by = |is_own: bool| if is_own { worker.to_string() } else { String::new() };
        let new = Claimed { lower, lower_by: by(lower > lowest), upper, upper_by: by(upper < highest) };
        let claimed = self.claims.entry(position.to_string()).or_insert_with(|| Claimed {
            lower: lowest,
            lower_by: String::new(),
            upper: highest,
            upper_by: String::new(),
        });
        let mut narrowed = claimed.clone();
        if new.lower > narrowed.lower {
            (narrowed.lower, narrowed.lower_by) = (new.lower, new.lower_by);
        }
        if new.upper < narrowed.upper {
            (narrowed.upper, narrowed.upper_by) = (new.upper, new.upper_by);
        }
        if narrowed.lower > narrowed.upper {
            return false;
        }
        if narrowed != *claimed {
            *claimed = narrowed;
            self.dirty.claims.insert(position.to_string());
        }
        id.is_none_or(|id| self.graph.claim(id, (lower, upper)))
    }

    /// Jobs below something that is settled by now.
    fn cancel_needless(&mut self) -> Vec<Effect> {
        if std::mem::replace(&mut self.looked_at, self.graph.settlements()) == self.graph.settlements() {
            return Vec::new();
        }
        let is_needless = |open: &super::OpenJob| {
            let settled = open.path.iter().any(|&id| self.graph.node(id).settled.is_some());
            settled || open.job.kind == Kind::Search && open.job.goal != self.goal
        };
        let needless = self.jobs.iter().filter(|(_, open)| is_needless(open)).map(|(&job, _)| job);
        let needless: Vec<u64> = needless.collect();
        let cancel = |job| Some(Effect::Cancel { worker: self.release(job)?.worker, job });
        needless.into_iter().filter_map(cancel).collect()
    }

    /// A fragment was looked at by the checker.
    pub fn verified(
        &mut self,
        position: &str,
        canonical: &str,
        fragment: &Fragment,
        verdict: Result<(), String>,
    ) -> Vec<Effect> {
        let key = (position.to_string(), fragment.is_lower);
        let Some(held) = self.fragments.get_mut(&key).filter(|held| held.fragment == *fragment) else {
            return Vec::new();
        };
        self.dirty.fragments.insert(key.clone());
        match verdict {
            Ok(()) => {
                held.verified = true;
                let liars = self.decide(canonical, fragment);
                let why = format!("a proof that was checked refutes what it said of '{position}'");
                liars.iter().flat_map(|worker| self.caught(worker, &why)).collect()
            }
            Err(why) => {
                let worker = held.worker.clone();
                self.caught(&worker, &format!("its proof of '{position}' is refused: {why}"))
            }
        }
    }

    /// A fragment that the server does not have any more.
    pub fn lost(&mut self, position: &str, fragment: &Fragment) {
        let key = (position.to_string(), fragment.is_lower);
        if self.fragments.get(&key).is_none_or(|held| held.fragment != *fragment) {
            return;
        }
        // The server may have been wiped, or there never was one: the next time somebody else is asked.
        if let Some(held) = self.fragments.remove(&key) {
            self.unhelpful.entry(position.to_string()).or_default().insert(held.worker);
        }
        self.dirty.fragments.insert(key);
    }

    /// A worker lied: it is named, gets no more jobs, and whatever rests on its word is withdrawn.
    pub fn caught(&mut self, worker: &str, why: &str) -> Vec<Effect> {
        if !self.liars.insert(worker.to_string()) {
            return Vec::new();
        }
        let mut effects = vec![Effect::Remark(format!("worker {worker} is not believed any more: {why}"))];
        effects.extend(self.give_up(worker, false));
        self.close_disputes_of(worker);
        self.epoch += 1;
        self.dirty.counts = true;
        self.withdraw(|by| by == worker);
        effects
    }

    /// Withdraws claims and fragments of workers. What others found out with its facts in their tables goes too: the
    /// rules are all that is left, and what has been checked.
    fn withdraw(&mut self, is_liar: impl Fn(&str) -> bool) {
        let verified: Vec<(String, bool, Value)> = (self.fragments.iter())
            .filter(|(_, held)| held.verified)
            .map(|((position, is_lower), held)| (position.clone(), *is_lower, held.fragment.bound))
            .collect();
        let (lowest, highest) = self.all_values();
        for (position, claimed) in &mut self.claims {
            let mut changed = false;
            if claimed.lower_by != RULES && claimed.lower > lowest {
                (claimed.lower, claimed.lower_by, changed) = (lowest, String::new(), true);
            }
            if claimed.upper_by != RULES && claimed.upper < highest {
                (claimed.upper, claimed.upper_by, changed) = (highest, String::new(), true);
            }
            if changed {
                self.dirty.claims.insert(position.clone());
            }
        }
        self.claims.retain(|_, claimed| claimed.lower > lowest || claimed.upper < highest);
        let false_ones: Vec<(String, bool)> = (self.fragments.iter())
            .filter(|(_, held)| !held.verified && is_liar(&held.worker))
            .map(|(key, _)| key.clone())
            .collect();
        for key in false_ones {
            self.fragments.remove(&key);
            self.dirty.fragments.insert(key);
        }
        // Honest workers' fragments show what they show, whatever the tables were told: they are checked when needed.
        let honest: Vec<(String, bool, Value, String)> = (self.fragments.iter())
            .map(|((position, is_lower), held)| (position.clone(), *is_lower, held.fragment.bound, held.worker.clone()))
            .collect();
        self.rebuild();
        for (position, is_lower, bound, worker) in honest {
            let bounds = if is_lower { (bound, highest) } else { (lowest, bound) };
            self.take_claim(&position, bounds, &worker);
        }
        debug_assert!(verified.iter().all(|(position, ..)| self.claims.contains_key(position)));
        self.rebuild();
    }

    /// A worker's table contradicted itself when it looked for a proof: somebody's facts were false, and nobody knows
    /// whose. Nobody's word counts any more, and facts are shared no longer.
    pub fn poisoned(&mut self) -> Effect {
        self.epoch += 1;
        self.settings.facts = false;
        self.dirty.counts = true;
        self.withdraw(|_| false);
        Effect::Remark("a search for a proof contradicts what workers said: all of it is withdrawn".to_string())
    }
}
