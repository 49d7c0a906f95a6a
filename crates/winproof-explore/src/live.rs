//! Searches for what is not known, while somebody looks at the position: what they find is told as it is found.

use crate::known::Known;
use crate::proof::Proof;
use crate::session::Session;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use winproof::open::{OpenGame, ProofTask, Task};
use winproof::proof::ProofSettings;
use winproof::{Choice, Limits, Phase, Player, Report, Status, Stopped, Strategies, TextError};

/// What a search gets in the first round, in the second and so on: nodes, and bytes for its table. Most positions that
/// people look at are solved with fewer nodes than it takes to clear a large table, and one move that is hard must not
/// keep the others waiting.
const ROUNDS: [(Option<u64>, usize); 3] = [(Some(50_000), 8 << 20), (Some(2_000_000), 64 << 20), (None, usize::MAX)];

/// What a page asks for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// Where the line starts; the session's start if left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The time for all of it.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The memory of a search.
    #[serde(default)]
    pub memory_mib: Option<u64>,
    /// The threads of a search.
    #[serde(default)]
    pub threads: Option<usize>,
    /// Whether to make a certificate of the position's value, instead of finding the values of its moves.
    #[serde(default)]
    pub prove: bool,
}

/// A move, and the game after it.
type Moved<'a> = (&'a str, &'a dyn OpenGame);

/// One run for a page.
struct Run<'a> {
    session: &'a Session,
    limits: Limits,
    threads: usize,
    started: Instant,
    time: Duration,
    events: Sender<Value>,
}

impl Session {
    /// Searches, and sends what it finds until everything is known, a limit is reached or the flag is set.
    pub fn solve(
        &self,
        request: &SolveRequest,
        cancel: Arc<AtomicBool>,
        events: Sender<Value>,
    ) -> Result<(), TextError> {
        let budget = self.budget;
        let seconds = request.seconds.filter(|seconds| seconds.is_finite()).unwrap_or(budget.seconds);
        // The most may be less than what a page can ask for at the least.
        let seconds = seconds.max(0.1).min(budget.most_seconds.max(0.1));
        let bytes = request.memory_mib.and_then(|mib| usize::try_from(mib.saturating_mul(1 << 20)).ok());
        let memory = bytes.unwrap_or(budget.memory).max(1 << 20).min(budget.most_memory.max(1 << 20));
        let threads = request.threads.unwrap_or(budget.threads).clamp(1, budget.threads.max(1));
        let line = self.line(request.position.as_deref(), &request.moves)?;
        let game = &*line[line.len() - 1];
        let limits = Limits { nodes: None, time: None, memory: Some(memory), cancel: Some(cancel) };
        let time = Duration::from_secs_f64(seconds);
        let run = Run { session: self, limits, threads, started: Instant::now(), time, events };
        run.send(json!({"kind": "start", "seconds": seconds, "memory_mib": memory >> 20, "threads": threads}));
        let stopped = match (game.status(), request.prove) {
            (Status::Ended(_), _) => Ok(Stopped::Solved),
            (_, true) => run.prove(game),
            (_, false) => run.values(game),
        };
        match stopped {
            Ok(stopped) => run.send(json!({"kind": "done", "stopped": stopped.word(), "seconds": run.seconds()})),
            Err(sentence) => run.send(json!({"kind": "error", "error": sentence})),
        }
        Ok(())
    }
}

impl Run<'_> {
    /// Nobody hears what is told after the page has gone.
    fn send(&self, event: Value) {
        let _ = self.events.send(event);
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn task(&self, strategies: Strategies) -> Task {
        let time = Some(self.time.saturating_sub(self.started.elapsed()));
        let limits = Limits { time, ..self.limits.clone() };
        Task { limits, strategies, threads: self.threads, ..Task::default() }
    }

    /// Tells how a search goes, under the move whose value it looks for.
    fn report(&self, mv: Option<&str>, report: &Report<'_, String>) {
        let phase = match report.phase {
            Phase::Search => "search",
            Phase::Strategy => "strategy",
            Phase::Check => "check",
            _ => "work",
        };
        self.send(json!({
            "kind": "progress", "move": mv, "phase": phase, "nodes": report.nodes,
            "nodes_per_second": report.nodes_per_second, "proof": report.proof, "disproof": report.disproof,
            "bytes": report.bytes, "seconds": self.seconds(), "line": report.line,
            "positions": report.built.map(|built| built.positions),
        }));
    }

    /// Solves the position that was asked about, or the one after a move, and keeps what is found.
    fn value(
        &self,
        asked: &dyn OpenGame,
        moved: Option<Moved<'_>>,
        viewer: Player,
        (nodes, bytes): (Option<u64>, usize),
    ) -> Result<Stopped, String> {
        let game = moved.map_or(asked, |(_, next)| next);
        let known = self.session.known(game);
        if known.value().is_some() {
            // Told in the first round, if not when it was found.
            if nodes == ROUNDS[0].0 {
                self.tell(asked, moved, viewer, known);
            }
            return Ok(Stopped::Solved);
        }
        let strategies = if moved.is_none() { Strategies::Cheap } else { Strategies::None };
        let mut progress = |report: &Report<'_, String>| self.report(moved.map(|(mv, _)| mv), report);
        let mut task = self.task(strategies);
        task.limits.memory = task.limits.memory.map(|memory| memory.min(bytes));
        task.limits.nodes = nodes;
        let answer = game.solve(&task, None, &mut progress).map_err(|error| error.to_string())?;
        if let Some(why) = answer.contradiction {
            return Err(format!("the answer was withdrawn: the search for its strategy contradicted it ({why})"));
        }
        self.session.keep(game.position_text(), Known::of_verdict(&answer.verdict));
        self.tell(asked, moved, viewer, self.session.known(game));
        Ok(answer.verdict.stopped)
    }

    fn tell(&self, asked: &dyn OpenGame, moved: Option<Moved<'_>>, viewer: Player, known: Known) {
        let said = match moved {
            Some((_, next)) => known.said_of_move(asked, next, viewer),
            None => known.said(asked, viewer),
        };
        let mv = moved.map(|(mv, _)| mv);
        self.send(json!({"kind": "value", "move": mv, "said": said, "seconds": self.seconds()}));
    }

    /// The value of the position and of each move, in rounds: what is easy first.
    fn values(&self, game: &dyn OpenGame) -> Result<Stopped, String> {
        let Status::Turn(viewer) = game.status() else { return Ok(Stopped::Solved) };
        let moves = game.moves();
        let mut last = Stopped::Solved;
        for round in ROUNDS {
            last = Stopped::Solved;
            for mv in std::iter::once(None).chain(moves.iter().map(Some)) {
                let stopped = match mv {
                    None => self.value(game, None, viewer, round)?,
                    Some(mv) => {
                        let next = game.after(mv).map_err(|error| error.to_string())?;
                        self.value(game, Some((mv, &*next)), viewer, round)?
                    }
                };
                match stopped {
                    Stopped::Solved => {}
                    Stopped::Time | Stopped::Interrupted => return Ok(stopped),
                    stopped => last = stopped,
                }
            }
            if last == Stopped::Solved {
                return Ok(Stopped::Solved);
            }
        }
        Ok(last)
    }

    /// A certificate of the position's value, which joins the session's.
    fn prove(&self, game: &dyn OpenGame) -> Result<Stopped, String> {
        let Status::Turn(viewer) = game.status() else { return Ok(Stopped::Solved) };
        let fresh = self.session.fresh(&game.position_text()).map_err(|error| error.to_string())?;
        let turned = fresh.is_exchanged() != game.is_exchanged();
        let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        let path = folder.path().join("proof.wpf");
        let mut task = self.task(Strategies::Full);
        task.choice = Choice { certified: true, ..task.choice };
        task.proof =
            Some(ProofTask { path: path.clone(), settings: ProofSettings::default(), check_memory: 256 << 20 });
        let mut progress = |report: &Report<'_, String>| self.report(None, report);
        let answer = fresh.solve(&task, None, &mut progress).map_err(|error| error.to_string())?;
        if let Some(why) = answer.contradiction {
            return Err(format!("the answer was withdrawn: the search for its strategy contradicted it ({why})"));
        }
        match answer.written {
            Some(Ok(_)) => {
                let proof = Proof::load(&path, &*fresh, turned, self.threads);
                let proof = proof.map_err(|why| why.map_or_else(|why| why, |refusal| refusal.to_string()))?;
                let positions = proof.positions;
                self.session.add_proof(proof);
                self.tell(game, None, viewer, self.session.known(game));
                self.send(json!({"kind": "proof", "positions": positions}));
                Ok(Stopped::Solved)
            }
            _ if answer.verdict.stopped != Stopped::Solved => Ok(answer.verdict.stopped),
            Some(Err(why)) => Err(format!("there is no certificate: {why}")),
            None => Ok(answer.proof.stopped.unwrap_or(Stopped::Memory)),
        }
    }
}
