//! Many workers on a virtual clock: real searches, one after the other on this machine, as if side by side.
//!
//! The master is the real one, and so are the desks of the workers, each with a table of its own. A job is searched at
//! the moment of the virtual clock at which its worker starts it, with the facts that have arrived by then, and its
//! result counts from its virtual end on: its nodes at the speed of a worker, and what its worker does besides, such as
//! looking for facts, for as long as that took here. The master is one server: while it reads and takes in a result, or
//! makes out a job, everybody else waits, for as long as that took the processor here. Each message is on its way for a
//! moment, and a worker needs a moment between two jobs. A job that is cancelled ends when its worker hears of it, but
//! its search was made as a whole, so the worker's table knows more than it would. What is left out besides: memory that
//! workers on one machine share, a network that is full, and the certificate.
//!
//! The baseline is one df-pn search with one worker's table.

use crate::desk::{Desk, Setup, choice, folder};
use crate::master::{Effect, Master, Settings};
use crate::message::{Alive, Done, Fact, Job, read, write};
use crate::processor;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winproof::open::{KeptTable, Knowledge, OpenGame, Task};
use winproof::{Bounds, Goal, Limits, Report, Strategies};

/// What a message takes on its way, in seconds.
const DELAY: f64 = 0.0005;
/// What a worker needs between two jobs: its result and its acknowledgement arrive before it asks for the next.
const BETWEEN: f64 = 0.0015;

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// Workers.
    pub workers: usize,
    /// Memory of each worker.
    pub memory: usize,
    /// Nodes of the smallest job.
    pub job_nodes: u64,
    /// A job gets one part in so many of the nodes so far, for each worker.
    pub share: u64,
    /// Tenths by which a job below makes a number look larger.
    pub virtual_tenths: u32,
    /// Jobs in flight for each worker.
    pub ahead: usize,
    /// Whether facts are shared.
    pub facts: bool,
    /// A job may bring one fact for so many nodes of its budget.
    pub nodes_a_fact: u64,
    /// Seconds that a node takes.
    pub seconds_a_node: f64,
    /// The goal, or the exact value.
    pub goal: Option<Goal>,
}

/// What a simulation came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simulated {
    /// Virtual seconds.
    pub seconds: f64,
    /// Nodes of all workers.
    pub nodes: u64,
    /// Jobs.
    pub jobs: u64,
    /// Seconds in which the master worked.
    pub master: f64,
    /// Seconds in which workers worked, all together.
    pub busy: f64,
    /// Facts shared.
    pub facts: u64,
    /// Positions in the master's graph.
    pub positions: u64,
    /// What was found out: the value, or whether the goal holds.
    pub bounds: (i32, i32),
}

/// Something that happens at a time; of two at one time the one that was planned first.
struct Event {
    at: f64,
    order: u64,
    what: What,
}

enum What {
    /// A job arrives at a worker.
    Job(usize, Box<Job>),
    /// A worker comes to the end of the job with this number, if it is still at it.
    End(usize, u64),
    /// A worker hears that nobody needs a job any more.
    Cancel(usize, u64),
    /// A result arrives at the master.
    Result(usize, Vec<u8>),
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Event {}
impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Event {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.total_cmp(&other.at).then(self.order.cmp(&other.order))
    }
}

/// A worker: its desk, the job that it is at, and those that wait.
struct Worker {
    desk: Desk,
    at: Option<AtWork>,
    waiting: VecDeque<Job>,
    /// How many of the facts that were told it has heard.
    heard: usize,
}

struct AtWork {
    job: u64,
    started: f64,
    ends: f64,
    nodes: u64,
    result: Vec<u8>,
}

/// The world: what will happen, and what was told to all.
#[derive(Default)]
struct World {
    events: BinaryHeap<Reverse<Event>>,
    planned: u64,
    told: Vec<(f64, usize, Vec<Fact>)>,
    found: Simulated,
    /// When the master is free.
    master_free: f64,
}

impl World {
    fn plan(&mut self, at: f64, what: What) {
        self.planned += 1;
        self.events.push(Reverse(Event { at, order: self.planned, what }));
    }

    /// A worker starts the next job that waits for it.
    fn start(&mut self, number: usize, worker: &mut Worker, now: f64, simulation: &Simulation) {
        let Some(job) = worker.waiting.pop_front() else { return };
        let learning = processor::seconds();
        while let Some((at, from, facts)) = self.told.get(worker.heard) {
            if *at > now {
                break;
            }
            if *from != number {
                worker.desk.learn(facts, 0);
            }
            worker.heard += 1;
        }
        let learned = processor::seconds() - learning;
        let work = worker.desk.work(&job, &Arc::new(AtomicBool::new(false)));
        let nodes = work.nodes;
        let ends = now + BETWEEN + learned + work.aside + nodes as f64 * simulation.seconds_a_node;
        let done = Done {
            run: job.run,
            job: job.job,
            attempt: job.attempt,
            goal: job.goal,
            epoch: job.epoch,
            worker: name(number),
            build: job.build,
            answers: work.answers,
            facts: work.facts,
            nodes,
            expansions: work.expansions,
            milliseconds: 0,
            error: work.error,
            crashed: false,
        };
        worker.at = Some(AtWork { job: job.job, started: now, ends, nodes, result: write(&done) });
        self.plan(ends, What::End(number, job.job));
    }

    /// A worker is done with its job, at its end or before.
    fn stop(&mut self, number: usize, worker: &mut Worker, now: f64, simulation: &Simulation) {
        let Some(at) = worker.at.take() else { return };
        self.found.busy += now - at.started;
        if now >= at.ends {
            self.found.nodes += at.nodes;
            self.plan(now + DELAY, What::Result(number, at.result));
        } else {
            self.found.nodes += (at.nodes as f64 * (now - at.started) / (at.ends - at.started)) as u64;
        }
        self.start(number, worker, now, simulation);
    }

    /// The master does something, and is not free before it is done.
    fn master<T>(&mut self, act: impl FnOnce() -> T) -> T {
        let started = processor::seconds();
        let result = act();
        let seconds = processor::seconds() - started;
        self.found.master += seconds;
        self.master_free += seconds;
        result
    }

    fn act(&mut self, effects: Vec<Effect>, from: usize) {
        for effect in effects {
            match effect {
                Effect::Tell(news) => {
                    self.found.facts += news.facts.len() as u64;
                    self.master(|| write(&news));
                    self.told.push((self.master_free + DELAY, from, news.facts));
                }
                Effect::Cancel { worker, job } => {
                    self.plan(self.master_free + DELAY, What::Cancel(number(&worker), job));
                }
                _ => {}
            }
        }
    }

    /// The master gives out what it can.
    fn give(&mut self, master: &mut Master, rules: &dyn Knowledge) {
        loop {
            let now = self.master_free;
            let given = self.master(|| {
                let (worker, job) = master.next(rules, now)?;
                // It is not read again here, but it is written and sent.
                let bytes = write(&job);
                std::hint::black_box(bytes.len());
                Some((worker, job))
            });
            let Some((worker, job)) = given else { break };
            self.plan(self.master_free + DELAY, What::Job(number(&worker), Box::new(job)));
        }
    }
}

fn alive(worker: &str) -> Alive {
    Alive {
        worker: worker.to_string(),
        build: crate::build(),
        threads: 1,
        memory: 0,
        run: None,
        job: None,
        done: 0,
        nodes: 0,
        dropped: 0,
        leaves: false,
        beat: 0,
    }
}

fn name(number: usize) -> String {
    format!("w{number}")
}

fn number(name: &str) -> usize {
    name[1..].parse().unwrap_or(0)
}

/// Simulates a run. `None` if it was stopped.
pub fn simulate(
    open: &dyn Fn() -> Box<dyn OpenGame>,
    what: &Simulation,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Simulated>, String> {
    let game = open();
    let values = game.values();
    let mut bounds = Bounds::new(values.clone());
    let task = Task { choice: choice(), ..Task::default() };
    let none = KeptTable::new();
    let temporary = folder(None).map_err(|error| error.to_string())?;
    let setup =
        Setup { threads: 1, memory: what.memory, folder: temporary.path().to_path_buf(), horizon: 40, settle: 1000 };
    // Desks that nobody sat at yet need no memory.
    let worker = |_| Worker { desk: Desk::new(open(), setup.clone()), at: None, waiting: VecDeque::new(), heard: 0 };
    let mut workers: Vec<Worker> = (0..what.workers).map(worker).collect();
    let next_goal = |bounds: &Bounds| match what.goal {
        Some(goal) => bounds.holds(goal).is_none().then_some(goal),
        None => bounds.next_goal(),
    };
    let Some(first) = next_goal(&bounds) else { return Ok(None) };
    let settings = Settings {
        run: "simulation".to_string(),
        spec: "0".repeat(64),
        build: crate::build(),
        values,
        repetition: game.repetition(),
        nodes: (what.job_nodes, 400_000_000),
        share: what.share,
        ahead: what.ahead,
        prove: false,
        prove_from: 0,
        facts: what.facts,
        nodes_a_fact: what.nodes_a_fact,
        audit_permille: 0,
        lease: f64::INFINITY,
    };
    let rules = |goal: i32| game.knowledge(&none, Goal::at_least(goal), &task);
    let root = rules(first.at_least).position(&game.position_text()).ok_or("the root cannot be read")?;
    let mut master = Master::new(settings, &root, first.at_least, 1).ok_or("play has ended")?;
    master.graph.virtual_tenths = what.virtual_tenths;
    for number in 0..what.workers {
        master.alive(&alive(&name(number)), 0.0);
    }
    let mut world = World::default();
    while let Some(goal) = next_goal(&bounds) {
        let rules = rules(goal.at_least);
        if master.goal() != goal.at_least {
            let effects = world.master(|| master.ask(goal.at_least));
            world.act(effects, usize::MAX);
        }
        world.give(&mut master, &*rules);
        loop {
            if let Some(holds) = master.answer() {
                bounds.answer(goal, holds);
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let Some(Reverse(event)) = world.events.pop() else {
                return Err("the simulation has come to a stop".to_string());
            };
            let now = event.at;
            match event.what {
                What::Job(number, job) => {
                    let worker = &mut workers[number];
                    worker.waiting.push_back(*job);
                    if worker.at.is_none() {
                        world.start(number, worker, now, what);
                    }
                }
                What::End(number, job) => {
                    if workers[number].at.as_ref().is_some_and(|at| at.job == job) {
                        world.stop(number, &mut workers[number], now, what);
                    }
                }
                What::Cancel(number, job) => {
                    let worker = &mut workers[number];
                    worker.waiting.retain(|waiting| waiting.job != job);
                    if worker.at.as_ref().is_some_and(|at| at.job == job) {
                        world.stop(number, worker, now, what);
                    }
                }
                What::Result(number, bytes) => {
                    world.master_free = world.master_free.max(now);
                    let effects = world.master(|| {
                        let done = read::<Done>(&bytes);
                        done.map(|done| master.done(&done, &*rules, now)).unwrap_or_default()
                    });
                    world.act(effects, number);
                    world.give(&mut master, &*rules);
                }
            }
        }
    }
    let mut found = world.found;
    // Whoever is at work when the answer is there worked until then.
    for at in workers.iter().filter_map(|worker| worker.at.as_ref()) {
        let share = ((world.master_free - at.started) / (at.ends - at.started)).clamp(0.0, 1.0);
        found.nodes += (at.nodes as f64 * share) as u64;
        found.busy += share * (at.ends - at.started);
    }
    found.seconds = world.master_free;
    found.jobs = master.tally.jobs;
    found.positions = master.graph.nodes.len() as u64;
    found.bounds = (bounds.lower(), bounds.upper());
    Ok(Some(found))
}

/// One search with one worker's table: its nodes, the seconds that it took the processor, and the bounds.
pub fn alone(game: &dyn OpenGame, memory: usize, goal: Option<Goal>) -> Result<(u64, f64, (i32, i32)), String> {
    let task = Task {
        choice: choice(),
        limits: Limits { memory: Some(memory), ..Limits::default() },
        strategies: Strategies::None,
        goal,
        ..Task::default()
    };
    let started = processor::seconds();
    let answer = game.solve(&task, None, &mut |_: &Report<'_, String>| {}).map_err(|error| error.to_string())?;
    let verdict = &answer.verdict;
    Ok((verdict.counts.nodes, processor::seconds() - started, (verdict.lower.value, verdict.upper.value)))
}
