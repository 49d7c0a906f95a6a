//! The master without its surroundings: which position is searched next, by whom, and what results are worth.
//!
//! Nothing here knows of messages, files or clocks: time is a number that the caller gives, so that the real master and
//! the simulation are the same. Results may come late, twice, in any order, from workers that were given up, and from
//! liars:
//! - *claims* (bounds of a value) intersect, so taking them in twice changes nothing, and late ones are welcome;
//! - *numbers* count only for the attempt that is under way;
//! - a claim that contradicts another is a *dispute*: both are dropped, and whoever has a fragment is checked;
//! - a worker that was caught is named, and all that rests on its word is withdrawn.

mod disputes;
pub mod record;
mod results;
mod workers;

use crate::graph::{Graph, Id, Next, Question, Want};
use crate::message::{Fragment, Job, Kind, MOST_FACTS, News};
use disputes::Dispute;
use record::{Claimed, Dirty, Held, Leaf};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use winproof::open::{Knowledge, KnownPosition};
use winproof::{Status, Value};
use workers::Worker;

/// What the rules themselves say needs no worker's word.
pub const RULES: &str = "rules";
/// A position that crashed so many workers is set aside.
pub const MOST_CRASHES: usize = 3;
/// More disputes than this are no accident.
pub const MOST_DISPUTES: u64 = 50;
/// So many positions that were set aside are tried by their children.
const SECOND_CHANCES: usize = 8;
/// Every job may bring so many facts.
const FEWEST_FACTS: u64 = 8;
/// Positions of one job that shows what is settled.
const PROVED_AT_ONCE: usize = 32;

/// How a run is done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The run.
    pub run: String,
    /// The digest of what workers need to know.
    pub spec: String,
    /// The build.
    pub build: String,
    /// All values, ascending.
    pub values: Vec<Value>,
    /// What endless play is worth.
    pub repetition: Option<Value>,
    /// The least and the greatest budget of a job.
    pub nodes: (u64, u64),
    /// A job gets one part in so many of the nodes so far, for each worker.
    pub share: u64,
    /// Jobs in flight for each worker.
    pub ahead: usize,
    /// Whether there will be a certificate.
    pub prove: bool,
    /// An answer that took so many nodes comes with its fragment at once; others are asked for it when it is needed.
    pub prove_from: u64,
    /// Whether facts are shared.
    pub facts: bool,
    /// A job may bring one fact for so many nodes of its budget.
    pub nodes_a_fact: u64,
    /// How many settled answers in a thousand are checked as they come.
    pub audit_permille: u64,
    /// Seconds without a sign of life after which a worker is given up.
    pub lease: f64,
}

/// A job under way.
#[derive(Clone, Debug)]
pub struct OpenJob {
    /// What was sent.
    pub job: Job,
    /// To whom.
    pub worker: String,
    /// The way to its position in the graph; empty for one that shows something.
    path: Vec<Id>,
    /// When it is given up, unless its worker gives signs of life.
    deadline: f64,
}

/// What a job asks for.
struct Asked {
    kind: Kind,
    positions: Vec<String>,
    goal: Value,
    nodes: u64,
}

/// What the caller has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Pass facts on.
    Tell(News),
    /// Tell a worker that nobody needs a job any more.
    Cancel {
        /// The worker.
        worker: String,
        /// The job.
        job: u64,
    },
    /// Check a fragment, and say whether it holds.
    Audit {
        /// The position.
        position: String,
        /// The fragment.
        fragment: Fragment,
    },
    /// Forget what was sent to a worker that was given up.
    Drop {
        /// The worker.
        worker: String,
    },
    /// Say something.
    Remark(String),
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Jobs done.
    pub jobs: u64,
    /// Jobs that were given up and given out again.
    pub again: u64,
    /// Nodes of all jobs.
    pub nodes: u64,
    /// Expansions of all jobs.
    pub expansions: u64,
    /// Facts passed on.
    pub facts: u64,
    /// Messages that were not acceptable, or from another build.
    pub dropped: u64,
    /// Claims that contradicted each other.
    pub disputes: u64,
    /// Fragments checked as they came.
    pub audits: u64,
}

/// The master.
pub struct Master {
    /// How the run is done.
    pub settings: Settings,
    /// What was searched.
    pub graph: Graph,
    /// Counts.
    pub tally: Tally,
    /// Workers that lied.
    pub liars: BTreeSet<String>,
    /// Rises when claims are withdrawn.
    pub epoch: u32,
    /// What has changed since it was last written down.
    pub dirty: Dirty,
    claims: HashMap<String, Claimed>,
    fragments: HashMap<(String, bool), Held>,
    leaves: HashMap<String, Leaf>,
    crashes: HashMap<String, BTreeSet<String>>,
    workers: BTreeMap<String, Worker>,
    jobs: BTreeMap<u64, OpenJob>,
    next_job: u64,
    goal: Value,
    to_prove: VecDeque<String>,
    prove_nodes: u64,
    second_chances: usize,
    /// Positions that workers contradict each other about.
    disputes: BTreeMap<String, Dispute>,
    /// Positions of which a proof was asked for, to see whether there is one.
    sample: BTreeSet<String>,
    /// Who gave a proof of a position that is not there.
    unhelpful: HashMap<String, BTreeSet<String>>,
    /// How often a worker did not prove what it said.
    marks: HashMap<String, u32>,
    /// Workers of another build.
    others: BTreeSet<String>,
    /// Workers that fail whatever they are given.
    unfit: BTreeSet<String>,
    /// What was settled when needless jobs were last looked for.
    looked_at: u64,
}

/// The numbers of what is settled are not believed here: claims say so, with the name of who claims.
fn first_numbers(known: &KnownPosition) -> (u32, u32) {
    match known.numbers {
        (0, _) | (_, 0) => (1, 1),
        numbers => numbers,
    }
}

impl Master {
    /// A master with nothing known. Jobs are numbered from `first_job` on, never twice in a run.
    pub fn new(settings: Settings, root: &KnownPosition, goal: Value, first_job: u64) -> Option<Master> {
        let question = Question::new(goal, settings.repetition);
        let Status::Turn(player) = root.status else { return None };
        let bounds = (*settings.values.first()?, *settings.values.last()?);
        let next = Next::Turn { text: root.canonical.clone(), player, numbers: (1, 1), bounds };
        let graph = Graph::new(next, question, settings.repetition.is_some())?;
        let prove_nodes = settings.nodes.1;
        Some(Master {
            settings,
            graph,
            tally: Tally::default(),
            liars: BTreeSet::new(),
            epoch: 0,
            dirty: Dirty::default(),
            claims: HashMap::new(),
            fragments: HashMap::new(),
            leaves: HashMap::new(),
            crashes: HashMap::new(),
            workers: BTreeMap::new(),
            jobs: BTreeMap::new(),
            next_job: first_job,
            goal,
            to_prove: VecDeque::new(),
            prove_nodes,
            second_chances: SECOND_CHANCES,
            disputes: BTreeMap::new(),
            sample: BTreeSet::new(),
            unhelpful: HashMap::new(),
            marks: HashMap::new(),
            others: BTreeSet::new(),
            unfit: BTreeSet::new(),
            looked_at: 0,
        })
    }

    /// The goal that is searched for.
    pub fn goal(&self) -> Value {
        self.goal
    }

    /// Jobs under way.
    pub fn open_jobs(&self) -> impl Iterator<Item = &OpenJob> {
        self.jobs.values()
    }

    /// Searches for another goal. Jobs for the one before are given up.
    pub fn ask(&mut self, goal: Value) -> Vec<Effect> {
        let effects = self.drop_jobs();
        self.goal = goal;
        self.rebuild();
        effects
    }

    /// Gives up all jobs.
    pub fn drop_jobs(&mut self) -> Vec<Effect> {
        let jobs: Vec<u64> = self.jobs.keys().copied().collect();
        let cancelled = jobs.into_iter().filter_map(|job| {
            let worker = self.release(job)?.worker;
            Some(Effect::Cancel { worker, job })
        });
        cancelled.collect()
    }

    /// Works everything out again from what is claimed.
    fn rebuild(&mut self) {
        let all = self.all_values();
        let (claims, leaves, goal) = (&self.claims, &self.leaves, self.goal);
        let bounds = |text: &str| claims.get(text).map_or(all, |claimed| (claimed.lower, claimed.upper));
        let numbers =
            |text: &str| leaves.get(text).filter(|leaf| leaf.goal == goal).map_or((1, 1), |leaf| leaf.numbers);
        self.graph.ask(Question::new(goal, self.settings.repetition), &bounds, &numbers);
    }

    fn all_values(&self) -> (Value, Value) {
        let values = &self.settings.values;
        (values[0], values[values.len() - 1])
    }

    /// Whether the goal holds, if that is known.
    pub fn answer(&self) -> Option<bool> {
        self.graph.root().settled.map(|wins| self.graph.question().holds(wins))
    }

    /// The fragment for a position that shows at least so much.
    pub fn fragment(&self, position: &str, is_lower: bool, bound: Value) -> Option<&Held> {
        let held = self.fragments.get(&(position.to_string(), is_lower))?;
        let is_enough = if is_lower { held.fragment.bound >= bound } else { held.fragment.bound <= bound };
        is_enough.then_some(held)
    }

    /// Says which positions have to be shown, in place of those that were said before.
    pub fn prove(&mut self, positions: Vec<String>) {
        let under_way = |position: &String| self.jobs.values().any(|open| open.job.positions.contains(position));
        self.to_prove = positions.into_iter().filter(|position| !under_way(position)).collect();
    }

    /// Has a position shown once more, by somebody else if there is one.
    pub fn prove_again(&mut self, position: String) {
        if self.settings.prove && !self.to_prove.contains(&position) {
            self.sample.insert(position.clone());
            self.to_prove.push_back(position);
        }
    }

    /// Whether somebody is still at work on what has to be shown.
    pub fn is_proving(&self) -> bool {
        !self.to_prove.is_empty() || !self.jobs.is_empty()
    }

    /// Lets jobs that show something use more nodes than before.
    pub fn prove_with_more(&mut self) {
        self.prove_nodes = self.prove_nodes.saturating_mul(4).min(1 << 40);
    }

    /// The next job, and who gets it. `None` if nobody is free or nothing is left to search.
    pub fn next(&mut self, rules: &dyn Knowledge, now: f64) -> Option<(String, Job)> {
        self.free_worker(None)?;
        if let Some(given) = self.next_dispute(now) {
            return Some(given);
        }
        if let Some(position) = self.to_prove.pop_front() {
            return self.next_to_prove(position, now);
        }
        if self.answer().is_some() {
            return None;
        }
        let path = match self.graph.pick(Want::Free) {
            Some(path) => path,
            None if self.workers.values().all(|worker| !worker.jobs.is_empty()) => return None,
            None => {
                // Somebody has nothing to do, and every leaf is searched already: one of them gets its children now,
                // and those are searched too. At last it is the turn of what was set aside, a few times: its children
                // need not crash anybody.
                let is_last = self.jobs.is_empty() && self.second_chances > 0;
                let set_aside = |graph: &mut Graph| graph.pick(Want::SetAside).filter(|_| is_last);
                let path = self.graph.pick(Want::Searched).or_else(|| set_aside(&mut self.graph))?;
                let id = *path.last()?;
                self.second_chances -= usize::from(self.graph.node(id).set_aside);
                let text = self.graph.node(id).text.clone();
                self.expand(id, &text, &HashMap::new(), rules);
                if self.answer().is_some() {
                    return None;
                }
                self.graph.pick(Want::Free)?
            }
        };
        let leaf = *path.last()?;
        let node = self.graph.node(leaf);
        let worker = self.free_worker(node.worker.as_deref())?;
        let text = node.text.clone();
        let workers = self.workers.len().max(1) as u64;
        let nodes = self.tally.nodes / (self.settings.share * workers);
        let nodes = nodes.clamp(self.settings.nodes.0, self.settings.nodes.1);
        self.graph.visit(&path, true);
        let asked = Asked { kind: Kind::Search, positions: vec![text], goal: self.goal, nodes };
        Some(self.give(worker, asked, path, now))
    }

    fn next_to_prove(&mut self, first: String, now: f64) -> Option<(String, Job)> {
        let had_it = self.graph.find(&first).and_then(|id| self.graph.node(id).worker.clone());
        // Who was asked for a proof and gave none is not asked first.
        let had_it = had_it.filter(|worker| !self.marks.contains_key(worker));
        let had_none = self.unhelpful.get(&first);
        let is_helpful = |worker: &str| had_none.is_none_or(|workers| !workers.contains(worker));
        let had_it = had_it.filter(|worker| is_helpful(worker));
        let mut worker = self.free_worker(had_it.as_deref())?;
        if !is_helpful(&worker) && self.workers.keys().any(|other| is_helpful(other)) {
            let free = |name: &&String| self.workers[*name].jobs.len() < self.settings.ahead && is_helpful(name);
            match self.workers.keys().find(free) {
                Some(other) => worker = other.clone(),
                None => {
                    // Somebody else will be free soon.
                    self.to_prove.push_back(first);
                    return None;
                }
            }
        }
        let fair = self.to_prove.len() / self.workers.len().max(1) / 2;
        // One that has crashed a worker is alone.
        let is_suspect = |position: &String| self.crashes.contains_key(position);
        let mut positions = vec![first];
        while positions.len() < PROVED_AT_ONCE.min(fair + 1)
            && !is_suspect(&positions[0])
            && self.to_prove.front().is_some_and(|next| !is_suspect(next))
        {
            positions.extend(self.to_prove.pop_front());
        }
        let asked = Asked { kind: Kind::Prove, positions, goal: self.goal, nodes: self.prove_nodes };
        Some(self.give(worker, asked, Vec::new(), now))
    }

    fn give(&mut self, worker: String, asked: Asked, path: Vec<Id>, now: f64) -> (String, Job) {
        let Asked { kind, positions, goal, nodes } = asked;
        let number = self.next_job;
        self.next_job += 1;
        let tries = self.crashes.get(&positions[0]).map_or(0, BTreeSet::len);
        let job = Job {
            run: self.settings.run.clone(),
            spec: self.settings.spec.clone(),
            build: self.settings.build.clone(),
            job: number,
            attempt: tries as u32 + 1,
            epoch: self.epoch,
            kind,
            positions,
            goal,
            nodes,
            prove_from: match kind {
                Kind::Prove => Some(0),
                Kind::Search => self.settings.prove.then_some(self.settings.prove_from),
            },
            facts: self.facts_of(nodes),
        };
        if let Some(&leaf) = path.last() {
            let node = self.graph.node_mut(leaf);
            node.job = Some(number);
            node.worker = Some(worker.clone());
        }
        if let Some(state) = self.workers.get_mut(&worker) {
            state.jobs.push(number);
        }
        let deadline = now + self.settings.lease;
        self.jobs.insert(number, OpenJob { job: job.clone(), worker: worker.clone(), path, deadline });
        (worker, job)
    }

    /// How many facts a job of so many nodes may bring.
    fn facts_of(&self, nodes: u64) -> u32 {
        // The master takes in all of them: with many workers each may bring fewer.
        let crowd = (self.workers.len() as u64).div_ceil(64).max(1);
        let most = (nodes / self.settings.nodes_a_fact.max(1) / crowd).clamp(FEWEST_FACTS, MOST_FACTS as u64);
        if self.settings.facts { most as u32 } else { 0 }
    }

    /// Takes a job off the list; its position is free again.
    fn release(&mut self, number: u64) -> Option<OpenJob> {
        let open = self.jobs.remove(&number)?;
        self.graph.visit(&open.path, false);
        if let Some(&leaf) = open.path.last() {
            let node = self.graph.node_mut(leaf);
            if node.job == Some(number) {
                node.job = None;
            }
        }
        if let Some(worker) = self.workers.get_mut(&open.worker) {
            worker.jobs.retain(|&job| job != number);
        }
        Some(open)
    }

    /// Gives a node its children, with numbers that a worker has for them.
    fn expand(&mut self, id: Id, text: &str, numbers: &HashMap<&str, (u32, u32)>, rules: &dyn Knowledge) {
        if self.graph.node(id).expanded {
            return;
        }
        let Some(children) = rules.children(text) else { return };
        let all = self.all_values();
        let mut next = Vec::with_capacity(children.len());
        for child in &children {
            let Status::Turn(player) = child.status else {
                if let Status::Ended(value) = child.status {
                    next.push(Next::End(value));
                }
                continue;
            };
            if child.numbers.0 == 0 || child.numbers.1 == 0 {
                // The rules foresee it. That is no proof for a checker, and a worker will have to give one.
                let bounds = self.bounds_of(child.numbers.0 == 0);
                self.take_claim(&child.canonical, bounds, RULES);
            }
            let known = numbers.get(child.canonical.as_str()).copied().filter(|known| known.0 > 0 && known.1 > 0);
            let numbers = known.unwrap_or_else(|| first_numbers(child));
            let bounds = self.claims.get(&child.canonical).map_or(all, |claimed| (claimed.lower, claimed.upper));
            if known.is_some() {
                self.leaves.insert(child.canonical.clone(), Leaf { goal: self.goal, numbers });
                self.dirty.leaves.insert(child.canonical.clone());
            }
            let is_new = self.graph.find(&child.canonical).is_none();
            next.push(Next::Turn { text: child.canonical.clone(), player, numbers, bounds });
            if !is_new && let Some(known) = self.graph.find(&child.canonical) {
                self.graph.claim(known, bounds);
            }
        }
        self.graph.expand(id, next);
        self.dirty.expanded.push(text.to_string());
    }

    /// What a settled goal says of the value.
    fn bounds_of(&self, wins: bool) -> (Value, Value) {
        let (lowest, highest) = self.all_values();
        if self.graph.question().holds(wins) {
            (self.goal, highest)
        } else {
            let below = self.settings.values.iter().rev().find(|&&value| value < self.goal);
            (lowest, below.copied().unwrap_or(lowest))
        }
    }
}
