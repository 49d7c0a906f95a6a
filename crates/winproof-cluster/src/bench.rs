//! `winproof cluster bench`: simulates a search on several numbers of workers, and compares with as many real
//! processes where that is asked for.

use crate::fault;
use crate::simulate::{Simulated, Simulation, alone, simulate};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winproof::Goal;
use winproof_cli::cluster::{self, ClusterBenchArguments, Exit, Failure};
use winproof_games::registry::Request;

/// Real processes may differ from the simulation by so much.
const TOLERANCE: f64 = 0.15;

/// One search, and the simulations and runs that are set beside it.
struct Bench<'a> {
    arguments: &'a ClusterBenchArguments,
    request: Request,
    goal: Option<Goal>,
    nodes: u64,
    /// Of a search on one worker.
    seconds: f64,
}

/// A row of the table.
struct Row {
    workers: usize,
    found: Simulated,
    real: Option<Real>,
}

/// What real processes came to.
#[derive(Clone, Copy)]
struct Real {
    seconds: f64,
    nodes: u64,
}

/// Runs the simulation for several numbers of workers, and real processes beside it where that is asked for.
pub fn run(arguments: &ClusterBenchArguments, stop: &Arc<AtomicBool>) -> Result<Exit, Failure> {
    if let Some(workers) = arguments.real.iter().find(|&workers| !arguments.workers.contains(workers)) {
        let sentence = format!("--real {workers} has nothing to be compared with: add {workers} to --workers");
        return Err(Failure::wrong(sentence));
    }
    if arguments.workers.contains(&0) || arguments.slow == 0 {
        return Err(Failure::wrong("--workers and --slow are numbers from 1 on"));
    }
    let request = Request {
        game: arguments.game.clone(),
        parameters: arguments.size.iter().map(|size| ("size".to_string(), size.clone())).collect(),
        moves: arguments.moves.clone().into_iter().collect(),
        ..Request::default()
    };
    let game = crate::open(&request).map_err(Failure::wrong)?;
    let goal = arguments.goal.as_deref().map(winproof::words::goal).transpose().map_err(Failure::wrong)?;
    let goal = goal.map(winproof::words::GoalArgument::goal);
    let (nodes, processor, bounds) = alone(&*game, arguments.memory, goal).map_err(Failure::failed)?;
    let seconds = processor * f64::from(arguments.slow);
    let bench = Bench { arguments, request, goal, nodes, seconds };
    if !arguments.json {
        bench.head()?;
    }
    let mut rows = Vec::new();
    for &workers in &arguments.workers {
        let Some(row) = bench.row(workers, bounds, stop)? else { return Ok(Exit::Interrupted) };
        if !arguments.json {
            cluster::print(&bench.line(&row))?;
        }
        rows.push(row);
    }
    if arguments.json {
        cluster::print(&format!("{}\n", bench.json(&rows)))?;
    }
    let is_off = |row: &&Row| row.real.is_some_and(|real| (real.seconds / row.found.seconds - 1.0).abs() > TOLERANCE);
    match rows.iter().find(is_off) {
        None => Ok(Exit::Done),
        Some(row) => Err(Failure::failed(format!(
            "{} real workers differ from the simulation by more than {:.0}%",
            row.workers,
            100.0 * TOLERANCE
        ))),
    }
}

impl Bench<'_> {
    fn subject(&self) -> String {
        let arguments = self.arguments;
        let words = [Some(arguments.game.as_str()), arguments.size.as_deref(), arguments.moves.as_deref()];
        let mut words: Vec<String> = words.into_iter().flatten().map(str::to_string).collect();
        words.extend(arguments.goal.iter().map(|goal| format!("--goal {goal}")));
        words.join(" ")
    }

    fn head(&self) -> Result<(), Failure> {
        let slow = match self.arguments.slow {
            1 => String::new(),
            times => format!(" ({times} times as slow as it is)"),
        };
        cluster::print(&format!(
            "{}: one search with {}: {} nodes, {}{slow}\n\n\
             workers   seconds  speedup  efficiency    nodes  at work  jobs/s  job costs  master    facts  positions",
            self.subject(),
            cluster::bytes(self.arguments.memory),
            cluster::count(self.nodes),
            cluster::seconds(self.seconds),
        ))?;
        cluster::print(if self.arguments.real.is_empty() { "\n" } else { "     real  (off)   nodes\n" })
    }

    fn row(&self, workers: usize, bounds: (i32, i32), stop: &Arc<AtomicBool>) -> Result<Option<Row>, Failure> {
        let arguments = self.arguments;
        let what = Simulation {
            workers,
            memory: arguments.memory,
            job_nodes: arguments.job_nodes,
            share: arguments.share,
            virtual_tenths: arguments.virtual_tenths,
            ahead: arguments.ahead,
            facts: !arguments.no_facts,
            nodes_a_fact: arguments.nodes_a_fact,
            seconds_a_node: self.seconds / self.nodes as f64,
            goal: self.goal,
        };
        let open = || crate::open(&self.request).unwrap_or_else(|error| unreachable!("it was opened before: {error}"));
        let Some(found) = simulate(&open, &what, stop).map_err(Failure::failed)? else { return Ok(None) };
        let agrees = match self.goal {
            Some(goal) => (found.bounds.0 >= goal.at_least) == (bounds.0 >= goal.at_least),
            None => found.bounds == bounds,
        };
        if !agrees {
            return Err(Failure::failed(format!("the simulation says {:?}, one search {bounds:?}", found.bounds)));
        }
        let real = arguments.real.contains(&workers).then(|| self.real(workers)).transpose()?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(Row { workers, found, real }))
    }

    fn line(&self, row: &Row) -> String {
        let Row { workers, found, real } = row;
        let speedup = self.seconds / found.seconds;
        let real = real.map_or(String::new(), |real| {
            let more = 100.0 * (real.seconds / found.seconds - 1.0);
            format!("  {:>7.2} ({more:+.0}%)  {:>6.2}x", real.seconds, real.nodes as f64 / self.nodes as f64)
        });
        format!(
            "{workers:>7}  {:>8.2}  {speedup:>7.2}  {:>10.2}  {:>6.2}x  {:>6.0}%  {:>6.0}  {:>6.0} µs  {:>5.1}%  {:>7}  \
             {:>9}{real}\n",
            found.seconds,
            speedup / *workers as f64,
            found.nodes as f64 / self.nodes as f64,
            100.0 * found.busy / (found.seconds * *workers as f64),
            found.jobs as f64 / found.seconds,
            1e6 * found.master / found.jobs.max(1) as f64,
            100.0 * found.master / found.seconds,
            found.facts,
            found.positions,
        )
    }

    fn json(&self, rows: &[Row]) -> serde_json::Value {
        let row = |row: &Row| {
            let Row { workers, found, real } = row;
            let speedup = self.seconds / found.seconds;
            serde_json::json!({
                "workers": workers,
                "seconds": found.seconds,
                "speedup": speedup,
                "efficiency": speedup / *workers as f64,
                "nodes": found.nodes,
                "jobs": found.jobs,
                "master_seconds": found.master,
                "busy_seconds": found.busy,
                "facts": found.facts,
                "positions": found.positions,
                "real_seconds": real.map(|real| real.seconds),
                "real_nodes": real.map(|real| real.nodes),
            })
        };
        serde_json::json!({
            "search": self.subject(),
            "nodes": self.nodes,
            "seconds": self.seconds,
            "rows": rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// The same with real workers of one thread, without a certificate: its seconds and nodes.
    fn real(&self, workers: usize) -> Result<Real, Failure> {
        let arguments = self.arguments;
        let program = std::env::current_exe().map_err(Failure::failed)?;
        let mut command = Command::new(program);
        command.args(["solve", &arguments.game, "--no-proof", "--quiet", "--json", "--threads", &workers.to_string()]);
        let memory = format!("{}KiB", (arguments.memory * workers) >> 10);
        command.args(["--cluster", &format!("local:{workers}"), "--memory", &memory]);
        command.args(["--job-nodes", &arguments.job_nodes.to_string()]);
        for (option, value) in [("--size", &arguments.size), ("--moves", &arguments.moves), ("--goal", &arguments.goal)]
        {
            command.args(value.iter().map(|value| format!("{option}={value}")));
        }
        if arguments.slow > 1 {
            command.env(fault::VARIABLE, format!("slower={}", arguments.slow));
        }
        let output = command.output().map_err(Failure::failed)?;
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout)
            .map_err(|_| Failure::failed(String::from_utf8_lossy(&output.stderr).trim()))?;
        match (answer["seconds"].as_f64(), answer["nodes"].as_u64()) {
            (Some(seconds), Some(nodes)) => Ok(Real { seconds, nodes }),
            _ => Err(Failure::failed("the answer of the real workers has no seconds and nodes")),
        }
    }
}
