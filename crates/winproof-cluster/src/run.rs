//! `winproof solve … --cluster`: a game whose positions are solved by workers elsewhere.

mod driver;

use crate::local::Local;
use driver::Driver;
use std::io;
use winproof::drawing::{Drawing, MovePlace};
use winproof::open::{Answer, KeptTable, Knowledge, Line, LineEnd, MoveValue, NotWritten, OpenGame, Task, Written};
use winproof::proof::check::{self, Accepted, Reader};
use winproof::proof::settle;
use winproof::{Checkpoint, Goal, Plan, Player, Progress, Refusal, SolveError, Status, TextError, Value};
use winproof_cli::cluster::{ClusterArguments, Failure};

/// Where the cluster is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Where {
    Local(usize),
    At(String),
}

/// A game that is solved by a cluster.
struct ClusterGame {
    inner: Box<dyn OpenGame>,
    place: Where,
    arguments: ClusterArguments,
    quiet: bool,
}

/// The game, solved by a cluster.
pub fn cluster_game(
    inner: Box<dyn OpenGame>,
    arguments: &ClusterArguments,
    quiet: bool,
) -> Result<Box<dyn OpenGame>, Failure> {
    let text = arguments.cluster.as_deref().unwrap_or_default();
    let place = match text.strip_prefix("local:") {
        None => Where::At(text.to_string()),
        Some(number) => match number.parse() {
            Ok(number @ 1..=1024) => Where::Local(number),
            _ => return Err(Failure::wrong("--cluster local:N starts N workers, 1 to 1024: give a number")),
        },
    };
    Ok(Box::new(ClusterGame { inner, place, arguments: arguments.clone(), quiet }))
}

/// A sentence as an error of a search.
fn wrong(sentence: String) -> SolveError {
    SolveError::Checkpoint(io::Error::other(sentence))
}

impl ClusterGame {
    fn task(&self, task: &Task) -> Task {
        // What workers run is df-pn; a search that was asked for by name has to be that one.
        let choice = match task.choice {
            choice
                if choice
                    == winproof::Choice { saved: choice.saved, certified: choice.certified, ..Default::default() } =>
            {
                crate::desk::choice()
            }
            choice => choice,
        };
        Task { choice, ..task.clone() }
    }
}

impl OpenGame for ClusterGame {
    fn name(&self) -> String {
        self.inner.name()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.inner.parameters()
    }
    fn position_text(&self) -> String {
        self.inner.position_text()
    }
    fn picture(&self) -> String {
        self.inner.picture()
    }
    fn picture_with_move(&self, mv: &str) -> String {
        self.inner.picture_with_move(mv)
    }
    fn player_name(&self, player: Player) -> String {
        self.inner.player_name(player)
    }
    fn value_text(&self, value: Value) -> String {
        self.inner.value_text(value)
    }
    fn end_text(&self) -> String {
        self.inner.end_text()
    }
    fn values(&self) -> Vec<Value> {
        self.inner.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.inner.repetition()
    }
    fn status(&self) -> Status {
        self.inner.status()
    }
    fn moves(&self) -> Vec<String> {
        self.inner.moves()
    }
    fn moves_in_pairs(&self) -> bool {
        self.inner.moves_in_pairs()
    }
    fn is_exchanged(&self) -> bool {
        self.inner.is_exchanged()
    }
    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }
    fn plan(&self, task: &Task) -> Result<Plan, Refusal> {
        self.inner.plan(&self.task(task))
    }

    fn solve<'a>(
        &'a self,
        task: &Task,
        resumed: Option<&Checkpoint>,
        progress: &mut dyn Progress<String>,
    ) -> Result<Answer<'a>, SolveError> {
        let task = self.task(task);
        let plan = self.inner.plan(&task)?;
        if task.choice.algorithm != crate::desk::choice().algorithm {
            return Err(wrong("workers of a cluster search with df-pn: leave --algorithm out".to_string()));
        }
        if let Status::Ended(_) = self.inner.status() {
            return self.inner.solve(&task, resumed, progress);
        }
        let mut arguments = self.arguments.clone();
        let mut local = None;
        let url = match &self.place {
            Where::At(url) => url.clone(),
            Where::Local(workers) => {
                let threads = (task.threads / workers).max(1);
                let mut options = vec!["--threads".to_string(), threads.to_string()];
                options.extend(["--beat".to_string(), "1s".to_string()]);
                if let Some(memory) = task.limits.memory {
                    // All of them together may use what one search may.
                    options.extend(["--memory".to_string(), format!("{}KiB", (memory / workers) >> 10)]);
                }
                if let Some((command, patience)) = &arguments.program {
                    let patience = format!("{}ms", patience.as_millis());
                    options.extend(["--rules".to_string(), command.clone(), "--rules-time".to_string(), patience]);
                }
                arguments.server.beat = std::time::Duration::from_secs(1);
                let started = Local::start(*workers, &options).map_err(wrong)?;
                let url = started.url();
                local = Some(started);
                url
            }
        };
        let outcome = Driver::run(&*self.inner, &task, &arguments, &url, self.quiet, progress).map_err(wrong)?;
        drop(local);
        let first = match self.inner.status() {
            Status::Turn(player) => player,
            Status::Ended(_) => Player::Max,
        };
        let line = Line { moves: outcome.line, first, end: LineEnd::Open, in_pairs: self.inner.moves_in_pairs() };
        let mut answer = Answer::from_elsewhere(plan, outcome.verdict, line, outcome.claim);
        if task.proof.is_some() {
            let written = outcome.written.map(|written| Written {
                bytes: written.bytes,
                positions: written.positions,
                settled: written.settled,
                check_seconds: outcome.check_seconds,
            });
            answer.written = Some(written.ok_or_else(|| {
                NotWritten::NoClaim("the search was not finished, so there is nothing to certify".to_string())
            }));
        }
        Ok(answer)
    }

    fn move_values(&self, _: &Task, _: &mut dyn Progress<String>) -> Result<Vec<MoveValue>, SolveError> {
        Err(wrong("--move-values does not go with --cluster".to_string()))
    }
    fn passed(&self) -> Option<Box<dyn OpenGame>> {
        None
    }
    fn after(&self, mv: &str) -> Result<Box<dyn OpenGame>, TextError> {
        self.inner.after(mv)
    }
    fn settle(&self, half: settle::Half, horizon: u8, most: u64) -> Option<(u8, Option<String>)> {
        self.inner.settle(half, horizon, most)
    }
    fn drawing(&self) -> Drawing {
        self.inner.drawing()
    }
    fn move_place(&self, mv: &str) -> MovePlace {
        self.inner.move_place(mv)
    }
    fn knowledge<'a>(&'a self, kept: &'a KeptTable, goal: Goal, task: &Task) -> Box<dyn Knowledge + 'a> {
        self.inner.knowledge(kept, goal, task)
    }
    fn at(&self, position: &str) -> Result<Box<dyn OpenGame>, TextError> {
        self.inner.at(position)
    }
    fn perft(&self, depth: u32) -> u64 {
        self.inner.perft(depth)
    }
    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.inner.divide(depth)
    }
    fn check(&self, certificate: Reader<'_>, threads: usize) -> Result<Accepted, check::Refusal> {
        self.inner.check(certificate, threads)
    }
}
