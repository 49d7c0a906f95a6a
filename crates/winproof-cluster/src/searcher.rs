//! The searching thread of a worker: opens the game of a run, and does its jobs at a [`Desk`], one after the other.

use crate::desk::{Desk, Setup, Work};
use crate::fault;
use crate::message::{Job, News, RunSpec};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc as channel;
use winproof::open::OpenGame;
use winproof_cli::cluster;
use winproof_games::registry::Request;

/// What the talker hands to the searcher.
pub(crate) enum ToDesk {
    Run(RunSpec),
    Job(Job, Arc<AtomicBool>),
    News(News),
}

/// What comes back.
pub(crate) struct FromDesk {
    pub(crate) work: Work,
    pub(crate) epoch: u32,
    pub(crate) seconds: f64,
    pub(crate) crashed: bool,
}

impl FromDesk {
    pub(crate) fn nothing(job: &Job) -> FromDesk {
        FromDesk { work: Work::default(), epoch: job.epoch, seconds: 0.0, crashed: false }
    }
}

/// A program on this machine that has rules.
pub(crate) struct Program {
    pub(crate) command: String,
    pub(crate) patience: Duration,
}

/// The game of a run.
fn open(spec: RunSpec, program: Option<&Program>, threads: usize) -> Result<Box<dyn OpenGame>, String> {
    let RunSpec { game, parameters, root, .. } = spec;
    if !cluster::is_program(&parameters) {
        let request = Request { game, parameters, position: Some(root), ..Request::default() };
        return crate::open(&request).map_err(|error| error.to_string());
    }
    let Some(Program { command, patience }) = program else {
        return Err("its rules are a program; start the worker with --rules".to_string());
    };
    let own = cluster::open_program(command, *patience, threads, &root).map_err(|failure| failure.sentence)?;
    match own.name() == game && own.parameters() == parameters {
        true => Ok(own),
        false => Err(format!("the program of --rules has the rules of {}, which are others than {game}'s", own.name())),
    }
}

/// The searching thread.
pub(crate) fn search(
    jobs: &mpsc::Receiver<ToDesk>,
    results: &channel::UnboundedSender<FromDesk>,
    setup: &Setup,
    program: Option<&Program>,
) {
    let mut desk: Option<Desk> = None;
    let mut no_game = String::new();
    while let Ok(message) = jobs.recv() {
        match message {
            ToDesk::Run(spec) => {
                // The old table goes before a new one comes.
                drop(desk.take());
                let own = Setup { horizon: spec.horizon, settle: spec.settle, ..setup.clone() };
                match open(spec, program, setup.threads) {
                    Ok(game) => desk = Some(Desk::new(game, own)),
                    Err(why) => no_game = why,
                }
            }
            ToDesk::News(news) => {
                if let Some(desk) = &mut desk {
                    desk.learn(&news.facts, news.epoch);
                }
            }
            ToDesk::Job(job, cancel) => {
                let started = Instant::now();
                let processor = crate::processor::seconds();
                let mut crashed = false;
                if let Some(text) = fault::value("crash")
                    && job.positions.iter().any(|position| position == text)
                {
                    std::process::abort();
                }
                if let Some(pause) = fault::value("slow").and_then(|text| text.parse().ok()) {
                    std::thread::sleep(Duration::from_millis(pause));
                }
                let work = match &mut desk {
                    None => {
                        Work { error: Some(format!("cannot open the game of the run: {no_game}")), ..Work::default() }
                    }
                    Some(open) => {
                        let work = || open.work(&job, &cancel);
                        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
                            Ok(work) => work,
                            Err(_) => {
                                crashed = true;
                                open.forget();
                                let error = Some(format!("the rules crashed at '{}'", job.positions[0]));
                                Work { error, ..Work::default() }
                            }
                        }
                    }
                };
                if let Some(times) = fault::value("slower").and_then(|text| text.parse::<u32>().ok()) {
                    let seconds = (crate::processor::seconds() - processor) * f64::from(times);
                    while started.elapsed().as_secs_f64() < seconds && !cancel.load(Ordering::Relaxed) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                }
                let epoch = desk.as_ref().map_or(job.epoch, Desk::epoch);
                let seconds = started.elapsed().as_secs_f64();
                if results.send(FromDesk { work, epoch, seconds, crashed }).is_err() {
                    return;
                }
            }
        }
    }
}
