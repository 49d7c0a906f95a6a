//! A search of the engine, in a thread of its own, and what it says.

use super::go::Go;
use super::{legal_moves, say};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use winproof::{Evidence, Goal, Limits, Report, Solution, Stopped};
use winproof_games::Chess;
use winproof_games::chess::mate::question::{Findings, Question};
use winproof_games::chess::mate::{Mate, MateGame, MateSearch};
use winproof_games::chess::{ChessMove, Position};

/// A search under way.
pub struct Running {
    thread: JoinHandle<()>,
    cancel: Arc<AtomicBool>,
    /// Whether the best move may be named, and who waits for that.
    released: Arc<(Mutex<bool>, Condvar)>,
}

impl Running {
    /// Starts a search.
    pub fn start(root: Position, go: Go, memory: usize, threads: usize) -> Running {
        let cancel = Arc::new(AtomicBool::new(false));
        let released = Arc::new((Mutex::new(!go.waits), Condvar::new()));
        let (flag, gate) = (Arc::clone(&cancel), Arc::clone(&released));
        let thread = std::thread::spawn(move || {
            let best = search(&root, go, memory, threads, flag);
            wait(&gate);
            say(&format!("bestmove {best}"));
        });
        Running { thread, cancel, released }
    }

    /// Lets a search that waited name its best move when it is done.
    pub fn end_pondering(&self) {
        release(&self.released);
    }

    /// Ends the search and waits until it has named its best move.
    pub fn stop(self) {
        self.cancel.store(true, Ordering::Relaxed);
        release(&self.released);
        // A search that died has said so on standard error.
        let _ = self.thread.join();
    }
}

fn release(gate: &(Mutex<bool>, Condvar)) {
    if let Ok(mut open) = gate.0.lock() {
        *open = true;
        gate.1.notify_all();
    }
}

fn wait(gate: &(Mutex<bool>, Condvar)) {
    let Ok(mut open) = gate.0.lock() else { return };
    while !*open {
        match gate.1.wait(open) {
            Ok(guard) => open = guard,
            Err(_) => return,
        }
    }
}

/// Who listens to the search and tells the other program of it.
struct Teller<'a> {
    rules: &'a Chess,
    root: &'a Position,
    /// The last line under examination, from which a move is taken if nothing is proved.
    line: Vec<ChessMove>,
    /// How full the table was when last heard of, in thousandths.
    full: u32,
    /// The best mate so far: its score, and its whole line.
    mate: Option<(String, String)>,
}

impl Teller<'_> {
    /// A mate was found. The score comes from the strategy that was proved, never from a guess.
    fn found(&mut self, mate: &Mate, nodes: u64, seconds: f64) {
        let line = &mate.solution.line;
        let score = format!("depth {} score mate {}", line.len(), mate.moves);
        self.mate = Some((score, squares(self.rules, self.root, line)));
        self.tell(nodes, nodes as f64 / seconds.max(1e-3), seconds);
    }

    fn tell(&self, nodes: u64, nodes_per_second: f64, seconds: f64) {
        let (score, line) = match &self.mate {
            Some((score, line)) => (score.clone(), line.clone()),
            None => (format!("depth {}", self.line.len().max(1)), squares(self.rules, self.root, &self.line)),
        };
        let (nps, time, full) = (nodes_per_second.round() as u64, (seconds * 1000.0) as u64, self.full);
        let pv = if line.is_empty() { String::new() } else { format!(" pv {line}") };
        say(&format!("info {score} nodes {nodes} nps {nps} hashfull {full} time {time}{pv}"));
    }

    fn report(&mut self, report: &Report<'_, ChessMove>) {
        self.line = report.line.to_vec();
        self.full = report.table_permille.unwrap_or(self.full);
        self.tell(report.nodes, report.nodes_per_second, report.seconds);
    }
}

/// Moves as squares.
fn squares(rules: &Chess, root: &Position, moves: &[ChessMove]) -> String {
    let mut position = root.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(rules.squares_text(&position, mv));
        position = rules.after(&position, mv);
    }
    texts.join(" ")
}

/// Searches, and gives the best move.
fn search(root: &Position, go: Go, memory: usize, threads: usize, cancel: Arc<AtomicBool>) -> String {
    let rules = Chess::new(root.side_to_move());
    let moves = legal_moves(root);
    let Some(&first) = moves.first() else {
        say(&format!("info depth 0 score {}", if root.is_mate() { "mate 0" } else { "cp 0" }));
        return "(none)".to_string();
    };
    let limits = Limits { nodes: go.nodes, time: go.time, memory: Some(memory), cancel: Some(cancel) };
    let teller = RefCell::new(Teller { rules: &rules, root, line: Vec::new(), full: 0, mate: None });
    let mut listener = |report: &Report<'_, ChessMove>| teller.borrow_mut().report(report);
    let mut search = MateSearch::new(root, limits).threads(threads).progress(&mut listener);
    // A program that asks for a mate in so many moves has its answer with the first one; else the fewest moves are
    // proved, as far as the limits let it.
    let question = Question { within: go.mate, shortest: go.mate.is_none(), all_keys: false };
    let findings = search.answer(&question, |mate, search| {
        teller.borrow_mut().found(mate, search.counts().nodes, search.seconds());
    });
    let nodes = search.counts().nodes;
    conclude(&findings, &question);
    let teller = teller.borrow();
    let best = match &findings.mate {
        Some(mate) => mate.solution.line.first().copied(),
        None => teller.line.first().copied().filter(|mv| moves.contains(mv)),
    };
    let best = rules.squares_text(root, best.unwrap_or(first));
    if findings.mate.is_none() {
        say(&format!("info depth 1 score cp 0 nodes {nodes} pv {best}"));
    }
    best
}

/// What a refutation rests on.
fn word(refutation: &Solution<MateGame>) -> &'static str {
    refutation.verdict.evidence(Some(Goal::at_least(1))).map_or("unproved", Evidence::word)
}

/// Says in words what is proved and what is not.
fn conclude(findings: &Findings, question: &Question) {
    let text = match (&findings.mate, &findings.refutation, question.within) {
        (Some(mate), ..) if findings.is_shortest() => {
            format!(
                "mate in {} is certified; none is shorter ({})",
                mate.moves,
                if mate.moves == 1 { "by the rules" } else { "hash-based" }
            )
        }
        (Some(mate), ..) => format!("mate in {} is certified", mate.moves),
        (None, Some(no), Some(moves)) => format!("there is no mate in {moves} or fewer ({})", word(no)),
        (None, Some(no), None) => format!("mate cannot be forced ({})", word(no)),
        (None, None, _) => {
            let limit = match findings.stopped {
                Stopped::Nodes => "the limit on nodes",
                Stopped::Time => "the limit on time",
                Stopped::Memory => "the end of the memory",
                Stopped::Contradiction => "a contradiction, which is a mistake in this program: please report it",
                _ => "stop",
            };
            format!("no mate is proved; the search ended by {limit}")
        }
    };
    say(&format!("info string {text}"));
}
