//! Where a worker works: a game, a table that stays from job to job, and what was told already.

use crate::graph::Question;
use crate::message::{Answer, Fact, Fragment, Job, Kind, MOST_FACTS, digest};
use crate::processor;
use std::collections::{BinaryHeap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winproof::open::{self, KeptTable, NotWritten, OpenGame, ProofTask, Task};
use winproof::proof::{Horizon, ProofSettings};
use winproof::{Algorithm, Choice, Goal, Limits, Report, Stopped, Strategies};

/// Facts of less work than this are found again sooner than they are sent.
const LEAST_WORK: u64 = 16;
/// Facts that wait for a table are no more than this.
const MOST_EARLY: usize = 1 << 17;
/// So many positions are remembered as told, by their hashes: whoever is told one again loses nothing.
const MOST_TOLD: usize = 1 << 14;

/// How a worker searches.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Threads.
    pub threads: usize,
    /// Memory, nearly all of it for the table.
    pub memory: usize,
    /// Where fragments are put before they are sent.
    pub folder: PathBuf,
    /// The plies that the checker plays by itself.
    pub horizon: u8,
    /// A position is left out of fragments if it settles within so many.
    pub settle: u64,
}

/// What a job came to.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// What was found out.
    pub answers: Vec<Answer>,
    /// Things found out by the way.
    pub facts: Vec<Fact>,
    /// Nodes.
    pub nodes: u64,
    /// Expansions.
    pub expansions: u64,
    /// Seconds of the processor that went into other things than searching.
    pub aside: f64,
    /// What went wrong.
    pub error: Option<String>,
    /// Fragments, by digest.
    pub files: Vec<(String, PathBuf)>,
}

/// A worker's desk for one run.
pub struct Desk {
    game: Box<dyn OpenGame>,
    setup: Setup,
    kept: KeptTable,
    told: Told,
    /// Facts from before the first search.
    early: Vec<Fact>,
    epoch: u32,
    table_bytes: usize,
}

/// The search that workers make.
pub fn choice() -> Choice {
    Choice { algorithm: Algorithm::by_name("dfpn"), ..Choice::default() }
}

impl Desk {
    /// A desk for a run.
    pub fn new(game: Box<dyn OpenGame>, setup: Setup) -> Desk {
        Desk { game, setup, kept: KeptTable::new(), told: Told::default(), early: Vec::new(), epoch: 0, table_bytes: 0 }
    }

    /// The game.
    pub fn game(&self) -> &dyn OpenGame {
        &*self.game
    }

    fn task(&self, job: &Job, cancel: &Arc<AtomicBool>) -> Task {
        Task {
            choice: choice(),
            limits: Limits {
                nodes: Some(job.nodes),
                time: None,
                memory: Some(self.setup.memory),
                cancel: Some(Arc::clone(cancel)),
            },
            strategies: Strategies::None,
            goal: Some(Goal::at_least(job.goal)),
            threads: self.setup.threads,
            kept: Some(self.kept.clone()),
            ..Task::default()
        }
    }

    /// Takes in what others found out. False if it contradicts what is known here.
    pub fn learn(&mut self, facts: &[Fact], epoch: u32) -> bool {
        self.enter_epoch(epoch);
        if epoch < self.epoch {
            return true;
        }
        if self.kept.is_empty() {
            // The first search makes the table: until then they wait.
            let room = MOST_EARLY.saturating_sub(self.early.len());
            self.early.extend(facts.iter().take(room).cloned());
            return true;
        }
        let early = std::mem::take(&mut self.early);
        let agrees = self.remember(&early);
        self.remember(facts) && agrees
    }

    fn remember(&mut self, facts: &[Fact]) -> bool {
        if facts.is_empty() {
            return true;
        }
        let task = Task { choice: choice(), ..Task::default() };
        let knowledge = self.game.knowledge(&self.kept, Goal::at_least(0), &task);
        let mut agrees = true;
        for fact in facts {
            let Fact { position, lower, upper, work } = fact.clone();
            agrees &= knowledge.remember(&open::Fact { position, lower, upper, work });
            self.told.insert(&fact.position);
        }
        agrees
    }

    fn enter_epoch(&mut self, epoch: u32) {
        if epoch > self.epoch {
            self.epoch = epoch;
            self.forget();
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.kept.clear();
        self.told.clear();
        self.early.clear();
    }

    /// The epoch of what is known here.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Does a job.
    pub fn work(&mut self, job: &Job, cancel: &Arc<AtomicBool>) -> Work {
        let started = processor::seconds();
        self.enter_epoch(job.epoch);
        let early = std::mem::take(&mut self.early);
        self.learn(&early, self.epoch);
        let mut work = Work::default();
        for position in &job.positions {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            if let Err(why) = self.search(job, position, cancel, &mut work) {
                work.error = Some(why);
                break;
            }
        }
        // Strategies in memory may have made the table smaller, for good.
        self.table_bytes = self.table_bytes.max(self.kept.bytes());
        if self.kept.bytes() < self.table_bytes / 2 {
            self.kept.clear();
        }
        if job.facts > 0 && job.kind == Kind::Search && work.error.is_none() {
            work.facts = self.facts(job, (job.facts as usize).min(MOST_FACTS));
        }
        // Until here the time of the searches was taken away.
        work.aside += processor::seconds() - started;
        work
    }

    /// One search of a job, whose time does not count as something else.
    fn solve<'a>(game: &'a dyn OpenGame, task: &Task, work: &mut Work) -> Result<open::Answer<'a>, String> {
        let started = processor::seconds();
        let silent = &mut |_: &Report<'_, String>| {};
        let answer = game.solve(task, None, silent).map_err(|error| error.to_string());
        work.aside -= processor::seconds() - started;
        answer
    }

    fn search(&mut self, job: &Job, position: &str, cancel: &Arc<AtomicBool>, work: &mut Work) -> Result<(), String> {
        let game = self.game.at(position).map_err(|error| format!("'{position}' cannot be read: {error}"))?;
        let mut task = self.task(job, cancel);
        let mut answer = Desk::solve(&*game, &task, work)?;
        let nodes = answer.verdict.counts.nodes;
        work.nodes += nodes;
        work.expansions += answer.verdict.counts.expansions;
        let is_settled = answer.verdict.holds(Goal::at_least(job.goal)).is_some();
        let path = self.setup.folder.join(format!("{}-{}.wpf", job.job, work.answers.len()));
        if is_settled && job.prove_from.is_some_and(|least| nodes >= least) {
            // Once more, with a strategy: the table has the answer.
            task.strategies = Strategies::Full;
            task.proof = Some(ProofTask {
                path: path.clone(),
                settings: ProofSettings {
                    horizon: Horizon::Plies(self.setup.horizon),
                    most_to_settle: self.setup.settle,
                    temporary: Some(self.setup.folder.clone()),
                },
                check_memory: 256 << 20,
            });
            answer = Desk::solve(&*game, &task, work)?;
            work.nodes += answer.verdict.counts.nodes + answer.proof.nodes;
        }
        if let Some(why) = &answer.contradiction {
            // Facts from elsewhere were false, or the table's hashes collided: nothing in it can be believed.
            self.forget();
            return Err(format!("contradiction at '{position}': {why}"));
        }
        if answer.verdict.stopped == Stopped::Interrupted && cancel.load(Ordering::Relaxed) {
            return Ok(());
        }
        let (lower, upper) = (answer.verdict.lower, answer.verdict.upper);
        let mut fragment = None;
        if let Some(Err(NotWritten::File(error))) = &answer.written {
            // That is no answer: somebody else has to be asked.
            return Err(format!("a fragment cannot be written in '{}': {error}", self.setup.folder.display()));
        }
        if let Some(Ok(_)) = &answer.written {
            let bytes = std::fs::read(&path).map_err(|error| format!("a fragment cannot be read: {error}"))?;
            let is_lower = lower.value >= job.goal;
            let bound = if is_lower { lower.value } else { upper.value };
            let digest = digest(&bytes);
            fragment = Some(Fragment { digest: digest.clone(), bytes: bytes.len() as u64, is_lower, bound });
            work.files.push((digest, path));
        }
        let knowledge = self.game.knowledge(&self.kept, Goal::at_least(job.goal), &task);
        let known = knowledge.position(position).ok_or("the rules cannot read their own position")?;
        let children = match job.kind {
            Kind::Search => knowledge.children(position).unwrap_or_default(),
            Kind::Prove => Vec::new(),
        };
        let is_turn = |child: &open::KnownPosition| matches!(child.status, winproof::Status::Turn(_));
        let children = children.into_iter().filter(is_turn).map(|child| (child.canonical, child.numbers)).collect();
        let (lower, upper) = (lower.value, upper.value);
        work.answers.push(Answer {
            position: position.to_string(),
            lower,
            upper,
            numbers: known.numbers,
            children,
            fragment,
        });
        Ok(())
    }

    /// The most expensive of what is settled below the positions of a job, whether it is below something else that is
    /// settled or not: other lines of play lead there too.
    fn facts(&mut self, job: &Job, most: usize) -> Vec<Fact> {
        let task = Task { choice: choice(), ..Task::default() };
        let goal = Goal::at_least(job.goal);
        let knowledge = self.game.knowledge(&self.kept, goal, &task);
        let values = self.game.values();
        let (lowest, highest) = (values[0], values[values.len() - 1]);
        let below = values.iter().rev().find(|&&value| value < job.goal).copied().unwrap_or(lowest);
        let question = Question::new(job.goal, self.game.repetition());
        let mut facts = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = BinaryHeap::from([(u64::MAX, job.positions[0].clone())]);
        let mut looks = 4 * most;
        while let Some((_, position)) = waiting.pop() {
            if facts.len() >= most || looks == 0 {
                break;
            }
            looks -= 1;
            for child in knowledge.children(&position).unwrap_or_default() {
                if child.work < LEAST_WORK || !seen.insert(child.canonical.clone()) {
                    continue;
                }
                let wins = child.numbers.0 == 0;
                if (wins || child.numbers.1 == 0) && facts.len() < most && self.told.insert(&child.canonical) {
                    let (lower, upper) = if question.holds(wins) { (job.goal, highest) } else { (lowest, below) };
                    facts.push(Fact { position: child.canonical.clone(), lower, upper, work: child.work });
                }
                waiting.push((child.work, child.canonical));
            }
        }
        facts
    }
}

/// Positions that were told lately, by their hashes: a table without chains, in which the later one stays.
struct Told(Vec<u64>);

impl Default for Told {
    fn default() -> Told {
        Told(vec![0; MOST_TOLD])
    }
}

impl Told {
    /// Whether a position is new here.
    fn insert(&mut self, position: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        // No hash is that of an empty place.
        let hash = hasher.finish() | 1;
        let place = (hash >> 32) as usize % MOST_TOLD;
        std::mem::replace(&mut self.0[place], hash) != hash
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }
}

/// The folder of a desk, made anew.
pub fn folder(parent: Option<&Path>) -> std::io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("winproof-work-");
    match parent {
        Some(parent) => builder.tempdir_in(parent),
        None => builder.tempdir(),
    }
}
