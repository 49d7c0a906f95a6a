//! The master's graph and the certificates made of fragments, on random games against brute force: workers without a
//! server, and with everything that can go wrong with results.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use winproof::open::{KeptTable, Knowledge, OpenGame, Opened, Task};
use winproof::{Bounds, Goal, Rules, Status, TextRules, Value};
use winproof_cluster::certificate::{About, Half, check_fragment, merge, plan};
use winproof_cluster::desk::{Desk, Setup, choice, folder};
use winproof_cluster::master::{Effect, Master, Settings};
use winproof_cluster::message::{Alive, Done, Fragment, Job};
use winproof_oracle::{Random, RandomGraph, retrograde_values};

/// Workers at desks, and the files that they made.
struct Cluster {
    game: Box<dyn OpenGame>,
    desks: Vec<Desk>,
    files: HashMap<String, PathBuf>,
    master: Master,
    random: Random,
    /// Jobs given out and not done yet, and results that come again later.
    open: Vec<(usize, Job)>,
    late: Vec<Done>,
    liar: Option<usize>,
}

fn alive(worker: usize) -> Alive {
    Alive {
        worker: format!("w{worker}"),
        build: "b".to_string(),
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

fn no_table() -> &'static KeptTable {
    static NONE: std::sync::OnceLock<KeptTable> = std::sync::OnceLock::new();
    NONE.get_or_init(KeptTable::new)
}

fn rules(game: &dyn OpenGame, goal: Value) -> Box<dyn Knowledge + '_> {
    game.knowledge(no_table(), Goal::at_least(goal), &Task { choice: choice(), ..Task::default() })
}

impl Cluster {
    fn new(
        open: &dyn Fn() -> Box<dyn OpenGame>,
        goal: Value,
        workers: usize,
        nodes: u64,
        seed: u64,
        dir: &Path,
    ) -> Self {
        let game = open();
        let setup = Setup { threads: 1, memory: 1 << 20, folder: dir.to_path_buf(), horizon: 2, settle: 20 };
        let settings = Settings {
            run: "r".to_string(),
            spec: "0".repeat(64),
            build: "b".to_string(),
            values: game.values(),
            repetition: game.repetition(),
            nodes: (nodes, nodes),
            share: 1,
            ahead: 2,
            prove: true,
            // Some come with their fragments at once, and some do not.
            prove_from: nodes / 2,
            facts: true,
            nodes_a_fact: 1,
            audit_permille: 100,
            lease: 1e9,
        };
        let root = rules(&*game, goal).position(&game.position_text()).unwrap();
        let master = Master::new(settings, &root, goal, 1).unwrap();
        let desks = (0..workers).map(|_| Desk::new(open(), setup.clone())).collect();
        let (files, random) = (HashMap::new(), Random::new(seed));
        let mut cluster =
            Cluster { game, desks, files, master, random, open: Vec::new(), late: Vec::new(), liar: None };
        for worker in 0..workers {
            cluster.master.alive(&alive(worker), 0.0);
        }
        cluster
    }

    fn about(&self) -> About {
        About { horizon: 2, temporary: None, memory: 1 << 24, threads: 1 }
    }

    fn act(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Tell(news) => {
                    for desk in &mut self.desks {
                        // Some of it does not arrive.
                        if self.random.percent(80) {
                            desk.learn(&news.facts, news.epoch);
                        }
                    }
                }
                Effect::Audit { position, fragment } => self.check(&position, &fragment),
                Effect::Remark(text) => eprintln!("{text}"),
                _ => {}
            }
        }
    }

    fn check(&mut self, position: &str, fragment: &Fragment) {
        let verdict = match self.files.get(&fragment.digest) {
            Some(file) => check_fragment(&*self.game, file, position, fragment, &self.about()),
            None => Err("there is none".to_string()),
        };
        let canonical = rules(&*self.game, self.master.goal()).position(position).unwrap().canonical;
        let effects = self.master.verified(position, &canonical, fragment, verdict);
        self.act(effects);
    }

    /// One thing happens: a job is given out, done, lost, or a result comes again.
    fn step(&mut self) {
        let goal = self.master.goal();
        loop {
            let next = self.master.next(&*rules(&*self.game, goal), 0.0);
            let Some((worker, job)) = next else { break };
            self.open.push((worker[1..].parse().unwrap(), job));
        }
        if self.random.percent(10) && !self.late.is_empty() {
            let place = self.random.below(self.late.len() as u32) as usize;
            let done = self.late[place].clone();
            let effects = self.master.done(&done, &*rules(&*self.game, goal), 0.0);
            self.act(effects);
        }
        if self.random.percent(3) {
            // A worker is lost, and another one comes in its place.
            let worker = self.random.below(self.desks.len() as u32) as usize;
            let effects = self.master.alive(&Alive { leaves: true, ..alive(worker) }, 0.0);
            self.act(effects);
            self.desks[worker].forget();
            self.master.alive(&alive(worker), 0.0);
        }
        if self.open.is_empty() {
            return;
        }
        let place = self.random.below(self.open.len() as u32) as usize;
        let (worker, job) = self.open.swap_remove(place);
        let work = self.desks[worker].work(&job, &Arc::new(AtomicBool::new(false)));
        assert_eq!(work.error.as_deref().filter(|_| self.liar.is_none()), None);
        self.files.extend(work.files);
        let mut done = Done {
            run: "r".to_string(),
            job: job.job,
            attempt: job.attempt,
            goal: job.goal,
            epoch: self.desks[worker].epoch(),
            worker: format!("w{worker}"),
            build: "b".to_string(),
            answers: work.answers,
            facts: work.facts,
            nodes: work.nodes,
            expansions: work.expansions,
            milliseconds: 0,
            error: work.error,
            crashed: false,
        };
        if self.liar == Some(worker) {
            for answer in &mut done.answers {
                let values = self.game.values();
                let is_lower = job.goal > values[0] && self.random.percent(50);
                let below = values.iter().rev().find(|&&value| value < job.goal).copied().unwrap_or(values[0]);
                (answer.lower, answer.upper) =
                    if is_lower { (job.goal, values[values.len() - 1]) } else { (values[0], below) };
                answer.numbers = (0, u32::MAX);
                answer.fragment = self.random.percent(50).then(|| Fragment {
                    digest: "f".repeat(64),
                    bytes: 0,
                    is_lower,
                    bound: if is_lower { job.goal } else { below },
                });
            }
        }
        if self.random.percent(30) {
            self.late.push(done.clone());
        }
        let effects = self.master.done(&done, &*rules(&*self.game, goal), 0.0);
        self.act(effects);
    }

    /// Whether a goal holds, with a certificate that the checker accepts.
    fn solve(&mut self, dir: &Path) -> bool {
        for _ in 0..20 {
            let mut steps = 0;
            while self.master.answer().is_none() {
                self.step();
                steps += 1;
                assert!(steps < 20_000, "it does not come to an end");
            }
            if let Some(holds) = self.certify(dir) {
                return holds;
            }
        }
        panic!("no certificate");
    }

    fn certify(&mut self, dir: &Path) -> Option<bool> {
        let holds = self.master.answer()?;
        let (goal, values) = (self.master.goal(), self.game.values());
        let below = values.iter().rev().find(|&&value| value < goal).copied();
        let half = Half { is_lower: holds, bound: if holds { goal } else { below? } };
        let root = self.game.position_text();
        let mut rounds = 0;
        let plan = loop {
            let plan = plan(&self.master, &root, half, &*rules(&*self.game, goal));
            if plan.missing.is_empty() {
                break plan;
            }
            rounds += 1;
            assert!(rounds < 200, "{:?} cannot be shown", plan.missing);
            self.master.prove(plan.missing);
            self.master.prove_with_more();
            while self.master.is_proving() {
                self.step();
            }
            if self.master.answer() != Some(holds) {
                return None;
            }
        };
        let known: Vec<(String, Fragment)> =
            plan.used.iter().map(|(position, held)| (position.clone(), held.fragment.clone())).collect();
        let files = |fragment: &Fragment| {
            self.files.get(&fragment.digest).cloned().unwrap_or_else(|| PathBuf::from("/nonexistent"))
        };
        let path = dir.join("merged.wpf");
        let merged = merge(&*self.game, &[plan], &files, &path, &self.about());
        if let Err(refusal) = &merged {
            assert!(self.liar.is_some(), "{refusal:?}");
            for (position, fragment) in known {
                self.check(&position, &fragment);
            }
            return None;
        }
        Some(holds)
    }
}

/// Games, goals and numbers of workers by seed: the answer is that of brute force, and there is a certificate.
fn try_seeds(seeds: std::ops::Range<u64>, has_liar: bool) -> usize {
    let dir = folder(None).unwrap();
    let mut caught = 0;
    for seed in seeds {
        let mut random = Random::new(seed);
        let kind = RandomGraph::varied(&mut random, if has_liar { 25 } else { 60 });
        let explicit = kind.build(random.bits());
        let root = explicit.start();
        if matches!(explicit.status(&root), Status::Ended(_)) {
            continue;
        }
        let value = retrograde_values(&explicit, [root])[&root];
        let open = || -> Box<dyn OpenGame> { Box::new(Opened::new(explicit.clone(), root)) };
        let mut bounds = Bounds::new(explicit.values());
        while let Some(goal) = bounds.next_goal() {
            let workers = random.between(if has_liar { 2 } else { 1 }, 4) as usize;
            let nodes = u64::from(random.between(1, 30));
            let mut cluster = Cluster::new(&open, goal.at_least, workers, nodes, random.bits(), dir.path());
            cluster.liar = has_liar.then_some(0);
            let holds = cluster.solve(dir.path());
            assert_eq!(holds, value >= goal.at_least, "seed {seed}, goal {goal:?}");
            assert!(cluster.master.liars.iter().all(|liar| liar == "w0" && has_liar), "seed {seed}");
            caught += cluster.master.liars.len();
            bounds.answer(goal, holds);
        }
        assert_eq!(bounds.lower(), value);
    }
    caught
}

#[test]
fn every_answer_is_true_and_certified() {
    try_seeds(0..400, false);
}

#[test]
fn a_liar_does_not_win_and_nobody_else_is_blamed() {
    let caught = try_seeds(10_000..10_150, true);
    assert!(caught > 50, "only {caught} liars were caught");
}
