//! The master at work, from the start of a run to its certificate.

mod exchange;

use crate::certificate::{self, About, Half, Merged, NotMerged, check_fragment};
use crate::link::Login;
use crate::master::{Master, Settings};
use crate::message::{Fragment, RunSpec, digest, write};
use crate::store::{Identity, Store};
use crate::talk::{Say, Talk};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use winproof::open::{KeptTable, Knowledge, OpenGame, Task};
use winproof::proof::{Horizon, ProofSettings};
use winproof::{Bound, Bounds, Claim, Counts, Evidence, Goal, Phase, Progress, Stopped, Value, Verdict};
use winproof_cli::cluster::{self, ClusterArguments};

/// Jobs never have more nodes than this.
const MOST_NODES: u64 = 400_000_000;
/// What takes fewer nodes to settle is settled again as fast as its fragment is built: most fragments are never needed.
const PROVE_FROM: u64 = 20_000_000;
/// What a job is, of the nodes so far: one part in so many, for each worker.
const SHARE: u64 = 24;
/// A job may bring one fact for so many nodes of its budget.
const NODES_A_FACT: u64 = 10_000;
/// Failures of the whole certificate before the master gives up.
const MOST_REFUSALS: usize = 5;

/// What a run came to.
pub struct Outcome {
    pub verdict: Verdict,
    pub line: Vec<String>,
    pub claim: Result<Claim, String>,
    pub written: Option<Merged>,
    pub check_seconds: f64,
}

/// The master at work.
pub struct Driver<'a> {
    game: &'a dyn OpenGame,
    task: &'a Task,
    arguments: &'a ClusterArguments,
    quiet: bool,
    progress: &'a mut dyn Progress<String>,
    master: Master,
    store: Option<Store>,
    talk: Talk,
    about: About,
    folder: tempfile::TempDir,
    bounds: Bounds,
    started: Instant,
    busy: Duration,
    told: u64,
    last: Last,
    fetched: HashMap<String, Option<PathBuf>>,
    audits: Vec<(String, Fragment)>,
    asked: HashSet<String>,
    phase: Phase,
    settle: u64,
    /// Whether the store could not be written the last time.
    is_unsaved: bool,
}

/// When things were last done.
struct Last {
    tick: Instant,
    status: Instant,
    report: (Instant, u64),
    complaint: Instant,
}

/// The table of the master: it has none.
fn no_table() -> &'static KeptTable {
    static NONE: std::sync::OnceLock<KeptTable> = std::sync::OnceLock::new();
    NONE.get_or_init(KeptTable::new)
}

fn rules<'g>(game: &'g dyn OpenGame, goal: Value) -> Box<dyn Knowledge + 'g> {
    let task = Task { choice: crate::desk::choice(), ..Task::default() };
    game.knowledge(no_table(), Goal::at_least(goal), &task)
}

impl<'a> Driver<'a> {
    /// Solves the position with whatever workers there are.
    pub fn run(
        game: &'a dyn OpenGame,
        task: &'a Task,
        arguments: &'a ClusterArguments,
        url: &str,
        quiet: bool,
        progress: &'a mut dyn Progress<String>,
    ) -> Result<Outcome, String> {
        let mut driver = Driver::start(game, task, arguments, url, quiet, progress)?;
        let outcome = driver.solve();
        driver.finish();
        outcome
    }

    fn start(
        game: &'a dyn OpenGame,
        task: &'a Task,
        arguments: &'a ClusterArguments,
        url: &str,
        quiet: bool,
        progress: &'a mut dyn Progress<String>,
    ) -> Result<Driver<'a>, String> {
        let values = game.values();
        let bounds = Bounds::new(values.clone());
        let goal = task.goal.or_else(|| bounds.next_goal()).map_or(values[0], |goal| goal.at_least);
        let identity = Identity {
            game: game.name(),
            parameters: game.parameters(),
            root: game.position_text(),
            goal: task.goal.map(|goal| goal.at_least),
            build: crate::build(),
        };
        let new_run = crate::random_word();
        let store = arguments.store.as_ref().map(|path| Store::open(path, &identity, &new_run)).transpose()?;
        let (run, session) = store.as_ref().map_or((new_run, 1), |store| (store.run.clone(), store.session));
        let settings = task.proof.as_ref().map(|proof| proof.settings.clone()).unwrap_or_default();
        let ProofSettings { horizon, most_to_settle, temporary } = settings;
        let horizon = Horizon::plies(horizon);
        let spec = RunSpec {
            game: game.name(),
            parameters: game.parameters(),
            root: game.position_text(),
            horizon,
            settle: most_to_settle,
        };
        let spec = write(&spec);
        let about = About {
            horizon,
            temporary,
            memory: task.proof.as_ref().map_or(256 << 20, |proof| proof.check_memory),
            threads: task.threads,
        };
        let settings = Settings {
            run: run.clone(),
            spec: digest(&spec),
            build: crate::build(),
            values,
            repetition: game.repetition(),
            nodes: (arguments.job_nodes, MOST_NODES.max(arguments.job_nodes)),
            share: SHARE,
            ahead: 2,
            prove: !arguments.no_proof,
            prove_from: PROVE_FROM,
            facts: true,
            nodes_a_fact: NODES_A_FACT,
            audit_permille: (arguments.audit * 10.0).round() as u64,
            lease: arguments.server.beat.as_secs_f64() * 3.0 + 0.5,
        };
        let folder = crate::desk::folder(about.temporary.as_deref());
        let folder = folder.map_err(|error| format!("no folder for temporary files: {error}"))?;
        let root = rules(game, goal).position(&game.position_text()).ok_or("the rules cannot read their own root")?;
        let spec = (settings.spec.clone(), spec);
        let mut master = Master::new(settings, &root, goal, session << 32).ok_or("play has ended at the root")?;
        if let Some(store) = &store {
            let saved = store.load().map_err(|error| format!("the store cannot be read: {error}"))?;
            if !saved.expanded.is_empty() && !quiet {
                let count = cluster::count(saved.expanded.len() as u64);
                cluster::remark(&format!("the run goes on: {count} positions are searched already"));
            }
            master.restore(saved, &*rules(game, goal));
        }
        let login = Login::new(url, &arguments.server)?;
        let stops = task.limits.cancel.clone();
        let talk = Talk::start(login, run, spec, folder.path().to_path_buf(), quiet, stops)?;
        let now = Instant::now();
        Ok(Driver {
            game,
            task,
            arguments,
            quiet,
            progress,
            master,
            store,
            talk,
            about,
            folder,
            bounds,
            started: now,
            busy: Duration::ZERO,
            told: 0,
            last: Last { tick: now, status: now, report: (now, 0), complaint: now },
            fetched: HashMap::new(),
            audits: Vec::new(),
            asked: HashSet::new(),
            phase: Phase::Search,
            settle: most_to_settle,
            is_unsaved: false,
        })
    }

    /// Searches, certifies, and starts again where a lie comes to light.
    fn solve(&mut self) -> Result<Outcome, String> {
        let mut refusals = 0;
        loop {
            if let Err(stopped) = self.search()? {
                return Ok(self.outcome(stopped, None, Vec::new(), 0.0));
            }
            if self.arguments.no_proof {
                return Ok(self.outcome(Stopped::Solved, None, Vec::new(), 0.0));
            }
            self.phase = Phase::Strategy;
            let plans = match self.plans()? {
                Ok(Some(plans)) => plans,
                // Something was withdrawn: the search goes on.
                Ok(None) => {
                    self.phase = Phase::Search;
                    continue;
                }
                Err(stopped) => {
                    self.bounds = Bounds::new(self.game.values());
                    return Ok(self.outcome(stopped, None, Vec::new(), 0.0));
                }
            };
            self.phase = Phase::Check;
            let path = match &self.task.proof {
                Some(proof) => proof.path.clone(),
                None => self.folder.path().join("certificate.wpf"),
            };
            let checking = Instant::now();
            let folder = self.folder.path().to_path_buf();
            let files = |fragment: &Fragment| folder.join(&fragment.digest);
            match certificate::merge(self.game, &plans, &files, &path, &self.about) {
                Ok(merged) => {
                    let root = self.game.position_text();
                    let line = certificate::line(&plans, &root, &*rules(self.game, self.master.goal()));
                    let seconds = checking.elapsed().as_secs_f64();
                    self.decide_disputes()?;
                    return Ok(self.outcome(Stopped::Solved, Some(merged), line, seconds));
                }
                Err(NotMerged::File(error)) => return Err(format!("the certificate cannot be written: {error}")),
                Err(NotMerged::Fragment(..) | NotMerged::Refused(_)) if refusals < MOST_REFUSALS => {
                    refusals += 1;
                    self.find_liars(&plans);
                    self.phase = Phase::Search;
                    self.bounds = Bounds::new(self.game.values());
                }
                Err(NotMerged::Fragment(position, why)) => {
                    return Err(format!("no certificate: the fragment for '{position}' is broken: {why}"));
                }
                Err(NotMerged::Refused(refusal)) => {
                    return Err(format!("the merged certificate is refused, so there is no verdict: {refusal}"));
                }
            }
        }
    }

    /// The answer stands, and whoever contradicted it is named, if that takes no longer than the answer did.
    fn decide_disputes(&mut self) -> Result<(), String> {
        let until = Instant::now() + self.started.elapsed().max(Duration::from_secs(10));
        while (self.master.has_disputes() || !self.audits.is_empty())
            && self.stopped().is_none()
            && Instant::now() < until
        {
            self.pump(true)?;
        }
        Ok(())
    }

    /// Checks every fragment of plans by itself: whoever made one that is refused is not believed any more.
    fn find_liars(&mut self, plans: &[certificate::Plan]) {
        for (position, held) in plans.iter().flat_map(|plan| &plan.used) {
            let file = self.folder.path().join(&held.fragment.digest);
            self.check(&file, position, &held.fragment);
        }
        self.save();
    }

    fn check(&mut self, file: &std::path::Path, position: &str, fragment: &Fragment) {
        let verdict = check_fragment(self.game, file, position, fragment, &self.about);
        let known = rules(self.game, self.master.goal()).position(position);
        let canonical = known.map_or(position.to_string(), |known| known.canonical);
        let effects = self.master.verified(position, &canonical, fragment, verdict);
        self.act(effects);
    }

    /// Searches for one goal after the other, until what was asked is answered.
    fn search(&mut self) -> Result<Result<(), Stopped>, String> {
        loop {
            let goal = match self.task.goal {
                Some(goal) => self.bounds.holds(goal).is_none().then_some(goal),
                None => self.bounds.next_goal(),
            };
            let Some(goal) = goal else { return Ok(Ok(())) };
            self.ask(goal.at_least);
            loop {
                if let Some(holds) = self.master.answer() {
                    self.bounds.answer(goal, holds);
                    self.cancel_all();
                    break;
                }
                if let Some(stopped) = self.stopped() {
                    return Ok(Err(stopped));
                }
                if self.is_stuck() {
                    let positions: Vec<String> = self.master.set_aside().map(str::to_string).collect();
                    cluster::remark(&format!(
                        "nothing is left to search but what was set aside, since workers crash there: {}",
                        positions.join("; ")
                    ));
                    return Ok(Err(Stopped::Nodes));
                }
                self.pump(true)?;
            }
        }
    }

    fn ask(&mut self, goal: Value) {
        if self.master.goal() != goal {
            let effects = self.master.ask(goal);
            self.act(effects);
        }
    }

    fn is_stuck(&self) -> bool {
        self.master.set_aside().next().is_some()
            && self.master.workers() > 0
            && self.master.open_jobs().next().is_none()
            && self.last.complaint.elapsed() > Duration::from_secs(3)
    }

    fn stopped(&self) -> Option<Stopped> {
        let limits = &self.task.limits;
        if limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Some(Stopped::Interrupted);
        }
        if limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Some(Stopped::Time);
        }
        limits.nodes.is_some_and(|nodes| self.master.tally.nodes >= nodes).then_some(Stopped::Nodes)
    }

    /// The halves of what was found out that need a strategy, each with the goal that it is about.
    fn halves(&self) -> Vec<(Half, Value)> {
        let values = self.game.values();
        let (lower, upper) = (self.bounds.lower(), self.bounds.upper());
        let mut halves = Vec::new();
        if lower > values[0] {
            halves.push((Half { is_lower: true, bound: lower }, lower));
        }
        if let Some(&next) = values.iter().find(|&&value| value > upper) {
            halves.push((Half { is_lower: false, bound: upper }, next));
        }
        halves
    }

    /// What the certificate is made of, with all fragments fetched. `None` if the answer does not stand any more.
    fn plans(&mut self) -> Result<Result<Option<Vec<certificate::Plan>>, Stopped>, String> {
        let mut plans = Vec::new();
        for (half, goal) in self.halves() {
            self.ask(goal);
            let mut rounds = 0;
            let plan = loop {
                if self.master.answer() != Some(half.is_lower) {
                    self.bounds = Bounds::new(self.game.values());
                    return Ok(Ok(None));
                }
                let root = self.game.position_text();
                let mut plan = certificate::plan(&self.master, &root, half, &*rules(self.game, goal));
                plan.missing.retain(|position| !self.settles(position, half));
                if !plan.missing.is_empty() {
                    if let Some(poison) = plan
                        .missing
                        .iter()
                        .find(|position| self.master.set_aside().any(|set_aside| set_aside == position.as_str()))
                    {
                        return Err(format!("no verdict: workers crash when they are to prove '{poison}'"));
                    }
                    rounds += 1;
                    if rounds > 3 {
                        self.master.prove_with_more();
                    }
                    self.master.prove(plan.missing);
                    while self.master.is_proving() && self.master.answer() == Some(half.is_lower) {
                        if let Some(stopped) = self.stopped() {
                            return Ok(Err(stopped));
                        }
                        self.pump(true)?;
                    }
                    continue;
                }
                if self.fetch(&plan)? {
                    break plan;
                }
                if let Some(stopped) = self.stopped() {
                    return Ok(Err(stopped));
                }
            };
            plans.push(plan);
        }
        Ok(Ok(Some(plans)))
    }

    /// Whether the checker settles a position by itself: then nothing has to be shown.
    fn settles(&self, position: &str, half: Half) -> bool {
        let (player, bound) = (half.player(), half.bound);
        let half = winproof::proof::settle::Half { player, bound };
        let Ok(game) = self.game.at(position) else { return false };
        game.settle(half, self.about.horizon, self.settle).is_some()
    }

    /// Fetches the fragments of a plan. False if some are not there any more, and have to be made again.
    fn fetch(&mut self, plan: &certificate::Plan) -> Result<bool, String> {
        self.fetched.clear();
        self.asked.clear();
        let wanted: Vec<&Fragment> = plan.used.iter().map(|(_, held)| &held.fragment).collect();
        for chunk in wanted.chunks(64) {
            for fragment in chunk {
                if self.asked.insert(fragment.digest.clone()) {
                    self.talk.say(Say::Fetch(fragment.digest.clone()));
                }
            }
            let started = Instant::now();
            while chunk.iter().any(|fragment| !self.fetched.contains_key(&fragment.digest)) {
                if self.stopped().is_some() || started.elapsed() > Duration::from_secs(90) {
                    return Ok(false);
                }
                self.pump(false)?;
            }
        }
        let mut is_whole = true;
        for (position, held) in &plan.used {
            if self.fetched.get(&held.fragment.digest).is_none_or(Option::is_none) {
                self.master.lost(position, &held.fragment);
                is_whole = false;
            }
        }
        Ok(is_whole)
    }

    fn outcome(&mut self, stopped: Stopped, merged: Option<Merged>, line: Vec<String>, check_seconds: f64) -> Outcome {
        let values = self.game.values();
        let evidence = if merged.is_some() { Evidence::Certified } else { Evidence::Hashed };
        let bound = |value: Value, by_rules: Value| Bound {
            value,
            evidence: if value == by_rules { Evidence::Certified } else { evidence },
        };
        let (lower, upper) = (self.bounds.lower(), self.bounds.upper());
        let claim = Claim {
            at_least: (lower > values[0]).then_some(lower),
            at_most: (upper < values[values.len() - 1]).then_some(upper),
        };
        let tally = self.master.tally;
        let counts = Counts { nodes: tally.nodes, expansions: tally.expansions, ..Counts::default() };
        Outcome {
            verdict: Verdict {
                lower: bound(lower, values[0]),
                upper: bound(upper, values[values.len() - 1]),
                stopped,
                counts,
                seconds: self.now(),
            },
            line,
            claim: match merged {
                Some(_) => Ok(claim),
                None => Err("the search was not finished, so there is nothing to certify".to_string()),
            },
            written: merged,
            check_seconds,
        }
    }

    fn finish(mut self) {
        self.cancel_all();
        self.say_status(true);
        if !self.quiet {
            let tally = self.master.tally;
            let busy = 100.0 * self.busy.as_secs_f64() / self.now().max(1e-9);
            let mut parts = vec![
                format!("{} jobs", cluster::count(tally.jobs)),
                format!("{} given out again", cluster::count(tally.again)),
                format!("{} facts shared", cluster::count(tally.facts)),
                format!("the master was busy for {busy:.1}% of the time"),
            ];
            if tally.dropped > 0 {
                parts.push(format!("{} messages dropped", cluster::count(tally.dropped)));
            }
            if !self.master.liars.is_empty() {
                let names: Vec<&str> = self.master.liars.iter().map(String::as_str).collect();
                parts.push(format!("workers that were not believed: {}", names.join(", ")));
            }
            cluster::remark(&parts.join(", "));
            if let (Some(store), Some(path)) = (&self.store, &self.arguments.store)
                && self.master.answer().is_none()
            {
                let _ = store;
                cluster::remark(&format!("saved: the same call with --store {} goes on", path.display()));
            }
        }
        self.talk.end();
    }
}
