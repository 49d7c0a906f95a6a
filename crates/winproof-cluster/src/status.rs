//! `winproof cluster status`: runs, workers, jobs and rates, as the server has heard of them.

use crate::link::{Link, Login, Topic};
use crate::message::{Alive, RunStatus, read};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use winproof_cli::cluster::{self, Exit, Failure, StatusArguments};

/// Shows how a cluster stands.
pub fn run(arguments: &StatusArguments, stop: &Arc<AtomicBool>) -> Result<Exit, Failure> {
    let login = Login::new(&arguments.server, &arguments.login).map_err(Failure::wrong)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::failed(format!("the program cannot start: {error}")))?;
    runtime.block_on(async {
        let link = login.connect().await.map_err(Failure::wrong)?;
        loop {
            let (runs, workers) = look(&link).await;
            let text = if arguments.json { json(&runs, &workers) } else { text(&runs, &workers) };
            let clear = if arguments.watch && !arguments.json { "\x1b[2J\x1b[H" } else { "" };
            cluster::print(&format!("{clear}{text}"))?;
            if !arguments.watch {
                return Ok(Exit::Done);
            }
            for _ in 0..10 {
                tokio::time::sleep(Duration::from_millis(100)).await;
                if stop.load(Ordering::Relaxed) {
                    return Ok(Exit::Interrupted);
                }
            }
        }
    })
}

type Runs = BTreeMap<String, RunStatus>;
type Workers = BTreeMap<String, Alive>;

/// The last word of every run and of every worker.
async fn look(link: &Link) -> (Runs, Workers) {
    let (mut runs, mut workers) = (Runs::new(), Workers::new());
    let Ok(stream) = link.context.get_stream(link.stream(Topic::Alive)).await else { return (runs, workers) };
    let Ok(mut subjects) = stream.info_with_subjects(">").await else { return (runs, workers) };
    let mut names = Vec::new();
    while let Some(Ok((subject, _))) = subjects.next().await {
        names.push(subject);
    }
    for subject in names {
        let Ok(message) = stream.get_last_raw_message_by_subject(&subject).await else { continue };
        if let Some(run) = read::<RunStatus>(&message.payload) {
            runs.insert(run.run.clone(), run);
        } else if let Some(worker) = read::<Alive>(&message.payload)
            && !worker.leaves
        {
            workers.insert(worker.worker.clone(), worker);
        }
    }
    (runs, workers)
}

fn json(runs: &Runs, workers: &Workers) -> String {
    let object = serde_json::json!({
        "runs": runs.values().collect::<Vec<_>>(),
        "workers": workers.values().collect::<Vec<_>>(),
    });
    format!("{object}\n")
}

fn text(runs: &Runs, workers: &Workers) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| text.push_str(&format!("{name:<12}{value}\n"));
    if runs.is_empty() {
        row("runs", "none within the last minute".to_string());
    }
    let number = |number: u32| if number == u32::MAX { "∞".to_string() } else { cluster::count(u64::from(number)) };
    for run in runs.values() {
        let word = if run.over { "over".to_string() } else { run.phase.clone() };
        row("run", format!("{} ({word}, {})", run.run, cluster::seconds(run.seconds)));
        row("game", format!("{}: {}", run.game, run.root));
        row(
            "goal",
            format!(
                ">={}, numbers {} and {}; the value is from {} to {}",
                run.goal,
                number(run.numbers.0),
                number(run.numbers.1),
                run.bounds.0,
                run.bounds.1
            ),
        );
        row("graph", format!("{} positions, {} settled", cluster::count(run.positions), cluster::count(run.settled)));
        row(
            "jobs",
            format!(
                "{} done ({:.1}/s), {} under way, {} given out again, {} set aside",
                cluster::count(run.jobs),
                run.jobs as f64 / run.seconds.max(1e-9),
                run.open_jobs,
                run.again,
                run.set_aside
            ),
        );
        let rate = run.nodes as f64 / run.seconds.max(1e-9);
        row("nodes", format!("{} ({}/s)", cluster::count(run.nodes), cluster::count(rate as u64)));
        row(
            "master",
            format!(
                "busy {:.1}%, {} workers, {} facts shared, {} messages dropped",
                100.0 * run.busy,
                run.workers,
                cluster::count(run.facts),
                run.dropped
            ),
        );
        if !run.liars.is_empty() {
            row("distrusted", run.liars.join(", "));
        }
    }
    for worker in workers.values() {
        let at = match (&worker.run, worker.job) {
            (Some(run), Some(_)) => format!("at work for {run}"),
            _ => "waiting".to_string(),
        };
        let counts = format!("{} jobs, {} nodes", worker.done, cluster::count(worker.nodes));
        let memory = cluster::bytes(worker.memory as usize);
        let other = if worker.build == crate::build() { "" } else { "; another build" };
        row("worker", format!("{}: {} threads, {memory}, {counts}, {at}{other}", worker.worker, worker.threads));
    }
    if workers.is_empty() {
        row("workers", "none within the last minute".to_string());
    }
    text
}
