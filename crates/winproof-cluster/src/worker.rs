//! `winproof work`: takes jobs, searches, and sends back what it finds, until somebody ends it.
//!
//! Two threads: one searches (`searcher.rs`); the other talks to the server. A job is acknowledged when its result has
//! arrived, so that a worker that dies loses nothing but its own work.

use crate::desk::{Setup, folder};
use crate::fault;
use crate::link::{Link, Login, Topic};
use crate::message::{Alive, Done, Job, News, RunSpec, read, sentence, write};
use crate::searcher::{FromDesk, Program, ToDesk, search};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc as channel;
use winproof_cli::cluster::{self, Exit, Failure, WorkArguments};

/// What the worker is at, for signs of life.
#[derive(Default)]
struct State {
    run: Option<String>,
    job: Option<u64>,
    done: u64,
    nodes: u64,
    dropped: u64,
    cancel: Option<Arc<AtomicBool>>,
    /// What went wrong with a program that has rules.
    problem: Option<String>,
    /// Results that a fault on purpose keeps back.
    kept_back: Vec<(String, Vec<u8>)>,
    /// Jobs that nobody needs any more.
    cancelled: HashSet<(String, u64)>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works until the flag is set.
pub fn run(arguments: &WorkArguments, stop: Arc<AtomicBool>) -> Result<Exit, Failure> {
    let login = Login::new(&arguments.server, &arguments.login).map_err(Failure::wrong)?;
    let threads = arguments.threads.map_or_else(cluster::cores, usize::from);
    let memory = arguments.memory.unwrap_or_else(cluster::worker_memory);
    if arguments.tied {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || {
            let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
            stop.store(true, Ordering::Relaxed);
            // A search that does not look at the flag is of no use to anybody now.
            std::thread::sleep(Duration::from_secs(2));
            std::process::exit(i32::from(Exit::Interrupted.code()));
        });
    }
    let temporary = folder(None).map_err(|error| Failure::failed(format!("no folder for temporary files: {error}")))?;
    let setup = Setup { threads, memory, folder: temporary.path().to_path_buf(), horizon: 0, settle: 0 };
    let program = arguments.rules.clone().map(|command| Program { command, patience: arguments.rules_time });
    let name = arguments.name.clone().unwrap_or_else(machine);
    let worker = format!("{}-{}", word(&name), &crate::random_word()[..8]);
    let (to_desk, jobs) = mpsc::channel();
    let (results, from_desk) = channel::unbounded_channel();
    std::thread::Builder::new()
        .name("search".to_string())
        .stack_size(64 << 20)
        .spawn(move || search(&jobs, &results, &setup, program.as_ref()))
        .map_err(|error| Failure::failed(format!("no thread for the search: {error}")))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::failed(format!("the program cannot start: {error}")))?;
    let talker = Talker {
        worker,
        threads: threads as u32,
        memory: memory as u64,
        beat: arguments.login.beat,
        idle: arguments.idle,
        quiet: arguments.quiet,
        state: Arc::default(),
        to_desk,
        stop,
    };
    runtime.block_on(talker.run(&login, from_desk)).map_err(Failure::failed)
}

/// The machine's name.
fn machine() -> String {
    let name =
        std::fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| std::fs::read_to_string("/etc/hostname"));
    name.map_or("worker".to_string(), |name| name.trim().to_string())
}

/// What is left of a name at the server.
fn word(name: &str) -> String {
    let kept = |character: char| if character.is_ascii_alphanumeric() || character == '-' { character } else { '-' };
    let word: String = name.chars().take(40).map(kept).collect();
    if word.is_empty() { "worker".to_string() } else { word }
}

/// The talking thread.
struct Talker {
    worker: String,
    threads: u32,
    memory: u64,
    beat: Duration,
    idle: Option<Duration>,
    quiet: bool,
    state: Arc<Mutex<State>>,
    to_desk: mpsc::Sender<ToDesk>,
    stop: Arc<AtomicBool>,
}

impl Talker {
    fn alive(&self, leaves: bool) -> Alive {
        let state = lock(&self.state);
        Alive {
            worker: self.worker.clone(),
            build: crate::build(),
            threads: self.threads,
            memory: self.memory,
            run: state.run.clone(),
            job: state.job,
            done: state.done,
            nodes: state.nodes,
            dropped: state.dropped,
            leaves,
            beat: self.beat.as_millis() as u64,
        }
    }

    async fn say_alive(&self, link: &Link, leaves: bool) {
        link.say(link.subject(Topic::Alive, &self.worker), write(&self.alive(leaves))).await;
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    async fn run(self, login: &Login, mut from_desk: channel::UnboundedReceiver<FromDesk>) -> Result<Exit, String> {
        let link = login.connect_soon(self.quiet, || self.stops()).await?;
        if !self.quiet {
            cluster::remark(&format!("worker {} at {}: {} threads", self.worker, login.url(), self.threads));
        }
        let listener = tokio::spawn(listen_for_cancels(link.clone(), self.worker.clone(), Arc::clone(&self.state)));
        let mut specs: HashMap<String, RunSpec> = HashMap::new();
        let mut current: Option<String> = None;
        let mut news: Option<tokio::task::JoinHandle<()>> = None;
        let mut last_work = Instant::now();
        self.say_alive(&link, false).await;
        let mut last_beat = Instant::now();
        let mut consumer = None;
        while !self.stops() {
            if self.idle.is_some_and(|idle| last_work.elapsed() > idle) {
                break;
            }
            if last_beat.elapsed() >= self.beat {
                self.say_alive(&link, false).await;
                last_beat = Instant::now();
            }
            let Some(jobs) = &consumer else {
                consumer = self.consumer(&link).await;
                if consumer.is_none() {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                continue;
            };
            let wait = (self.beat / 2).clamp(Duration::from_millis(50), Duration::from_secs(1));
            let message = match next_message(jobs, wait).await {
                Ok(Some(message)) => message,
                Ok(None) => continue,
                Err(()) => {
                    consumer = None;
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    continue;
                }
            };
            last_work = Instant::now();
            let job = read::<Job>(&message.payload).filter(|job| job.build == crate::build());
            let Some(job) = job else {
                lock(&self.state).dropped += 1;
                let _ = message.ack().await;
                continue;
            };
            if lock(&self.state).cancelled.remove(&(job.run.clone(), job.job)) {
                let _ = message.double_ack().await;
                continue;
            }
            if current.as_deref() != Some(job.spec.as_str()) || lock(&self.state).run.as_ref() != Some(&job.run) {
                if !specs.contains_key(&job.spec) {
                    let spec = link.get(&job.spec).await.and_then(|bytes| read_spec(&bytes));
                    let Some(spec) = spec else {
                        lock(&self.state).dropped += 1;
                        let _ = message.ack().await;
                        continue;
                    };
                    specs.insert(job.spec.clone(), spec);
                }
                let _ = self.to_desk.send(ToDesk::Run(specs[&job.spec].clone()));
                current = Some(job.spec.clone());
                if let Some(old) = news.take() {
                    old.abort();
                }
                let listener =
                    listen_for_news(link.clone(), self.worker.clone(), job.run.clone(), self.to_desk.clone());
                news = Some(tokio::spawn(listener));
            }
            self.work(&link, &message, job, &mut from_desk).await;
            last_work = Instant::now();
            last_beat = Instant::now();
        }
        self.say_alive(&link, true).await;
        link.flush().await;
        listener.abort();
        if let Some(problem) = lock(&self.state).problem.take() {
            return Err(problem);
        }
        Ok(if self.stops() { Exit::Interrupted } else { Exit::Done })
    }

    async fn consumer(&self, link: &Link) -> Option<PullConsumer> {
        link.ensure().await.ok()?;
        let stream = link.context.get_stream(link.stream(Topic::Job)).await.ok()?;
        let name = format!("worker-{}", self.worker);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: link.subject(Topic::Job, &self.worker),
            ack_policy: AckPolicy::Explicit,
            ack_wait: (self.beat * 3).max(Duration::from_secs(2)),
            max_deliver: -1,
            inactive_threshold: Duration::from_secs(600),
            ..pull::Config::default()
        };
        stream.get_or_create_consumer(&name, config).await.ok()
    }

    /// Does a job and sends the result; acknowledges the job when the result has arrived.
    async fn work(
        &self,
        link: &Link,
        message: &Message,
        job: Job,
        from_desk: &mut channel::UnboundedReceiver<FromDesk>,
    ) {
        let cancel = Arc::new(AtomicBool::new(false));
        {
            let mut state = lock(&self.state);
            (state.run, state.job, state.cancel) = (Some(job.run.clone()), Some(job.job), Some(Arc::clone(&cancel)));
        }
        self.say_alive(link, false).await;
        // Before it starts: a job that ends this process must be known to be the one.
        link.flush().await;
        fault::point("job-taken");
        let _ = self.to_desk.send(ToDesk::Job(job.clone(), Arc::clone(&cancel)));
        let mut beats = tokio::time::interval(self.beat);
        let found = loop {
            tokio::select! {
                found = from_desk.recv() => break found,
                _ = beats.tick() => {
                    self.say_alive(link, false).await;
                    let _ = message.ack_with(AckKind::Progress).await;
                    if self.stops() {
                        cancel.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        let Some(found) = found else { return };
        if let Some(problem) = cluster::program_problem() {
            let done =
                Done { error: Some(sentence(&problem)), crashed: true, ..self.done(&job, &FromDesk::nothing(&job)) };
            let id = format!("{}-{}-{}-{}", job.run, job.job, job.attempt, self.worker);
            let _ = link.publish(link.subject(Topic::Result, &job.run), &id, write(&done)).await;
            lock(&self.state).problem = Some(problem);
            return;
        }
        let was_cancelled = cancel.load(Ordering::Relaxed);
        let done = self.done(&job, &found);
        fault::point("searched");
        if !self.stops() && (!was_cancelled || !done.answers.is_empty()) {
            self.send(link, &job, done, &found.work.files).await;
        }
        for (_, file) in &found.work.files {
            let _ = std::fs::remove_file(file);
        }
        {
            let mut state = lock(&self.state);
            state.job = None;
            state.cancel = None;
            state.done += 1;
            state.nodes += found.work.nodes;
        }
        if !self.stops() {
            fault::point("published");
            let _ = message.double_ack().await;
            fault::point("acked");
        }
    }

    fn done(&self, job: &Job, found: &FromDesk) -> Done {
        let work = found.work.clone();
        let mut done = Done {
            run: job.run.clone(),
            job: job.job,
            attempt: job.attempt,
            goal: job.goal,
            epoch: found.epoch,
            worker: self.worker.clone(),
            build: crate::build(),
            answers: work.answers,
            facts: work.facts,
            nodes: work.nodes,
            expansions: work.expansions,
            milliseconds: (found.seconds * 1e3) as u64,
            error: work.error.as_deref().map(sentence),
            crashed: found.crashed,
        };
        if fault::is_set("lie") {
            crate::lie::about(&mut done, job);
        }
        done
    }

    async fn send(&self, link: &Link, job: &Job, mut done: Done, files: &[(String, PathBuf)]) {
        let mut bytes = write(&done);
        while bytes.len() > crate::message::LONGEST - 4096 && !done.facts.is_empty() {
            done.facts.truncate(done.facts.len() / 2);
            bytes = write(&done);
        }
        let id = format!("{}-{}-{}-{}", job.run, job.job, job.attempt, self.worker);
        let subject = link.subject(Topic::Result, &job.run);
        if fault::is_set("garbage") {
            let noise = [&b"{"[..], b"", b"\xff\xfe", b"{\"run\":\"x\",\"job\":-1}", b"[[[[[[[["];
            for (place, noise) in noise.into_iter().enumerate() {
                let _ = link.publish(subject.clone(), &format!("{id}-noise-{place}"), noise.to_vec()).await;
            }
        }
        let started = Instant::now();
        while !self.stops() && started.elapsed() < Duration::from_secs(120) {
            let mut has_arrived = true;
            for (digest, file) in files {
                has_arrived &= link.put_file(digest, file).await.is_ok();
            }
            fault::point("stored");
            if has_arrived && fault::is_set("shuffle") && self.keep_back(&id, &bytes) {
                return;
            }
            if has_arrived && link.publish(subject.clone(), &id, bytes.clone()).await.is_ok() {
                if fault::is_set("twice") {
                    let _ = link.publish(subject.clone(), &format!("{id}-again"), bytes.clone()).await;
                }
                let late = std::mem::take(&mut lock(&self.state).kept_back);
                for (id, bytes) in late.into_iter().rev() {
                    let _ = link.publish(subject.clone(), &id, bytes).await;
                }
                return;
            }
            let _ = link.ensure().await;
            tokio::time::sleep(Duration::from_millis(200)).await;
            self.say_alive(link, false).await;
        }
    }
}

impl Talker {
    /// Keeps two results of three back, to be sent behind the third. They are late, and in another order.
    fn keep_back(&self, id: &str, bytes: &[u8]) -> bool {
        let kept = &mut lock(&self.state).kept_back;
        let is_kept = kept.len() < 2;
        if is_kept {
            kept.push((id.to_string(), bytes.to_vec()));
        }
        is_kept
    }
}

fn read_spec(bytes: &[u8]) -> Option<RunSpec> {
    // A graph file may be long: its own limits are the reader's of graphs.
    serde_json::from_slice(bytes).ok()
}

/// The next job, if there is one within a while; an error if the server does not know the consumer.
async fn next_message(consumer: &PullConsumer, wait: Duration) -> Result<Option<Message>, ()> {
    let batch = consumer.batch().max_messages(1).expires(wait).messages();
    let mut batch = match tokio::time::timeout(Duration::from_secs(5), batch).await {
        Ok(Ok(batch)) => batch,
        _ => return Err(()),
    };
    match tokio::time::timeout(wait + Duration::from_secs(2), batch.next()).await {
        Ok(Some(Ok(message))) => Ok(Some(message)),
        Ok(None) => Ok(None),
        Ok(Some(Err(_))) | Err(_) => Err(()),
    }
}

/// Hears which jobs nobody needs any more.
async fn listen_for_cancels(link: Link, worker: String, state: Arc<Mutex<State>>) {
    loop {
        if let Ok(mut messages) = link.client.subscribe(link.subject(Topic::Cancel, &worker)).await {
            while let Some(message) = messages.next().await {
                let Ok((run, job)) = serde_json::from_slice::<(String, u64)>(&message.payload) else { continue };
                let mut state = lock(&state);
                if state.run.as_ref() == Some(&run) && state.job == Some(job) {
                    if let Some(cancel) = &state.cancel {
                        cancel.store(true, Ordering::Relaxed);
                    }
                } else if state.cancelled.len() < 100_000 {
                    state.cancelled.insert((run, job));
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Hears what others found out.
async fn listen_for_news(link: Link, worker: String, run: String, to_desk: mpsc::Sender<ToDesk>) {
    loop {
        if let Ok(stream) = link.context.get_stream(link.stream(Topic::Fact)).await {
            let config = pull::OrderedConfig {
                filter_subject: link.subject(Topic::Fact, &run),
                deliver_policy: DeliverPolicy::All,
                ..pull::OrderedConfig::default()
            };
            if let Ok(consumer) = stream.create_consumer(config).await
                && let Ok(mut messages) = consumer.messages().await
            {
                while let Some(Ok(message)) = messages.next().await {
                    let Some(news) = read::<News>(&message.payload) else { continue };
                    if news.worker != worker && news.run == run && to_desk.send(ToDesk::News(news)).is_err() {
                        return;
                    }
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
