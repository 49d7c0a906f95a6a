//! Many workers on a virtual clock: real searches, one after the other on this machine, as if side by side.
//!
//! The master is the real one, and so are the desks of the workers, each with a table of its own. A job is searched
//! when it is given out, and its result counts from its virtual end on: its nodes at the speed of a worker. The master
//! is one server: while it takes in a result or gives out a job, everybody else waits, for as long as that really took
//! here. Facts arrive with the next message. What is left out: memory that workers on one machine share, and the
//! network beyond a delay that is added to every message.
//!
//! The baseline is one df-pn search with one worker's table.

use crate::desk::{Desk, Setup, choice, folder};
use crate::master::{Effect, Master, Settings};
use crate::message::{Done, Fact};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use winproof::open::{KeptTable, OpenGame, Task};
use winproof::{Bounds, Goal, Limits, Report, Strategies};
use winproof_cli::cluster::{self, ClusterBenchArguments, Exit, Failure};
use winproof_games::registry::Request;

/// What a message takes on its way, in seconds.
const DELAY: f64 = 0.001;

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
    /// Whether facts are shared.
    pub facts: bool,
    /// Seconds that a node takes.
    pub seconds_a_node: f64,
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
    /// The value.
    pub value: i32,
}

/// The end of a job, at a time.
struct End {
    at: f64,
    worker: usize,
    done: Done,
}

impl PartialEq for End {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}
impl Eq for End {}
impl PartialOrd for End {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for End {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.total_cmp(&other.at)
    }
}

fn alive(worker: &str) -> crate::message::Alive {
    crate::message::Alive {
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

/// Simulates a run for the exact value. `None` if it was stopped.
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
    let mut desks: Vec<Desk> = (0..what.workers).map(|_| Desk::new(open(), setup.clone())).collect();
    let Some(first) = bounds.next_goal() else { return Ok(None) };
    let settings = Settings {
        run: "simulation".to_string(),
        spec: String::new(),
        build: crate::build(),
        values,
        repetition: game.repetition(),
        nodes: (what.job_nodes, 400_000_000),
        share: what.share,
        ahead: 2,
        prove: false,
        prove_from: 0,
        facts: what.facts,
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
    let mut result = Simulated::default();
    // When each worker is free, and the master; facts that are on their way: when, from whom, what.
    let mut free = vec![0.0f64; what.workers];
    let mut told: Vec<(f64, usize, Vec<Fact>)> = Vec::new();
    let mut heard = vec![0; what.workers];
    let mut master_free = 0.0f64;
    let mut ends: BinaryHeap<Reverse<End>> = BinaryHeap::new();
    let mut finish = 0.0f64;
    while let Some(goal) = bounds.next_goal() {
        if master.goal() != goal.at_least {
            master.ask(goal.at_least);
            ends.clear();
            free.fill(finish);
        }
        loop {
            if let Some(holds) = master.answer() {
                bounds.answer(goal, holds);
                finish = finish.max(master_free);
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            // The master gives out what it can.
            loop {
                let started = Instant::now();
                let given = master.next(&*rules(goal.at_least), master_free);
                master_free += started.elapsed().as_secs_f64();
                let Some((worker, job)) = given else { break };
                let number: usize = worker[1..].parse().unwrap_or(0);
                let start = free[number].max(master_free + DELAY);
                // What has arrived by then is known there.
                while let Some((at, from, facts)) = told.get(heard[number]) {
                    if *at > start {
                        break;
                    }
                    if *from != number {
                        desks[number].learn(facts, 0);
                    }
                    heard[number] += 1;
                }
                let cancel = Arc::new(AtomicBool::new(false));
                let work = desks[number].work(&job, &cancel);
                let seconds = work.nodes as f64 * what.seconds_a_node;
                free[number] = start + seconds;
                result.busy += seconds;
                let done = Done {
                    run: job.run,
                    job: job.job,
                    attempt: job.attempt,
                    goal: job.goal,
                    epoch: job.epoch,
                    worker,
                    build: crate::build(),
                    answers: work.answers,
                    facts: work.facts,
                    nodes: work.nodes,
                    expansions: work.expansions,
                    milliseconds: 0,
                    error: work.error,
                    crashed: false,
                };
                result.nodes += done.nodes;
                ends.push(Reverse(End { at: start + seconds + DELAY, worker: number, done }));
            }
            let Some(Reverse(end)) = ends.pop() else { return Err("the simulation has come to a stop".to_string()) };
            let started = Instant::now();
            let effects = master.done(&end.done, &*rules(goal.at_least), end.at);
            let seconds = started.elapsed().as_secs_f64();
            result.master += seconds;
            master_free = master_free.max(end.at) + seconds;
            for effect in effects {
                if let Effect::Tell(news) = effect {
                    result.facts += news.facts.len() as u64;
                    told.push((master_free + DELAY, end.worker, news.facts));
                }
            }
        }
    }
    result.seconds = finish;
    result.jobs = master.tally.jobs;
    result.value = bounds.lower();
    Ok(Some(result))
}

/// One search with one worker's table: its nodes, its seconds, and the value.
pub fn alone(game: &dyn OpenGame, memory: usize) -> Result<(u64, f64, Option<i32>), String> {
    let task = Task {
        choice: choice(),
        limits: Limits { memory: Some(memory), ..Limits::default() },
        strategies: Strategies::None,
        ..Task::default()
    };
    let started = Instant::now();
    let answer = game.solve(&task, None, &mut |_: &Report<'_, String>| {}).map_err(|error| error.to_string())?;
    let (nodes, value) = (answer.verdict.counts.nodes, answer.verdict.value());
    Ok((nodes, started.elapsed().as_secs_f64(), value))
}

/// Runs the simulation for several numbers of workers, and real processes beside it where that is asked for.
pub fn bench(arguments: &ClusterBenchArguments, stop: &Arc<AtomicBool>) -> Result<Exit, Failure> {
    let request = Request {
        game: arguments.game.clone(),
        parameters: arguments.size.iter().map(|size| ("size".to_string(), size.clone())).collect(),
        moves: arguments.moves.clone().into_iter().collect(),
        ..Request::default()
    };
    let open = || crate::open(&request);
    let game = open().map_err(Failure::wrong)?;
    let (nodes, seconds, value) = alone(&*game, arguments.memory).map_err(Failure::failed)?;
    let size = arguments.size.as_deref().unwrap_or("");
    let table = cluster::bytes(arguments.memory);
    cluster::print(&format!(
        "{} {size} {}: one search with {table}: {} nodes, {}\n\n",
        arguments.game,
        arguments.moves.as_deref().unwrap_or(""),
        cluster::count(nodes),
        cluster::seconds(seconds)
    ))?;
    cluster::print(
        "workers   seconds  speedup  efficiency     nodes  at work  jobs/s  master    facts  (real seconds)\n",
    )?;
    for &workers in &arguments.workers {
        let what = Simulation {
            workers,
            memory: arguments.memory,
            job_nodes: arguments.job_nodes,
            share: arguments.share,
            virtual_tenths: arguments.virtual_tenths,
            facts: !arguments.no_facts,
            seconds_a_node: seconds / nodes as f64,
        };
        let open = || crate::open(&request).unwrap_or_else(|error| unreachable!("it was opened before: {error}"));
        let Some(found) = simulate(&open, &what, stop).map_err(Failure::failed)? else {
            return Ok(Exit::Interrupted);
        };
        if value != Some(found.value) {
            return Err(Failure::failed(format!("the simulation says {}, one search {value:?}", found.value)));
        }
        let real = if arguments.real.contains(&workers) { real(arguments, workers)? } else { String::new() };
        let speedup = seconds / found.seconds;
        cluster::print(&format!(
            "{workers:>7}  {:>8.2}  {speedup:>7.2}  {:>10.2}  {:>7.2}x  {:>6.0}%  {:>6.0}  {:>5.1}%  {:>7}  {real}\n",
            found.seconds,
            speedup / workers as f64,
            found.nodes as f64 / nodes as f64,
            100.0 * found.busy / (found.seconds * workers as f64),
            found.jobs as f64 / found.seconds,
            100.0 * found.master / found.seconds,
            found.facts,
        ))?;
    }
    Ok(Exit::Done)
}

/// The same with real workers of one thread, without a certificate.
fn real(arguments: &ClusterBenchArguments, workers: usize) -> Result<String, Failure> {
    let program = std::env::current_exe().map_err(Failure::failed)?;
    let mut command = std::process::Command::new(program);
    command.args(["solve", &arguments.game, "--no-proof", "--quiet", "--json", "--threads", &workers.to_string()]);
    command.args(["--cluster", &format!("local:{workers}"), "--memory", &format!("{}KiB", arguments.memory >> 10)]);
    command.args(["--job-nodes", &arguments.job_nodes.to_string()]);
    for (option, value) in [("--size", &arguments.size), ("--moves", &arguments.moves)] {
        command.args(value.iter().flat_map(|value| [option, value.as_str()]));
    }
    let output = command.output().map_err(Failure::failed)?;
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(Failure::failed)?;
    Ok(format!("{:.2}", answer["seconds"].as_f64().unwrap_or(f64::NAN)))
}
