//! A search of the engine, in a thread of its own, and what it says.

use super::go::Go;
use super::{legal_moves, say};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;
use winproof::{Evidence, Goal, Limits, Report, Solution, Stopped};
use winproof_games::Chess;
use winproof_games::chess::mate::question::{Findings, Question};
use winproof_games::chess::mate::{MateGame, MateSearch};
use winproof_games::chess::{ChessMove, Position};

/// What to search.
pub struct Task {
    root: Position,
    go: Go,
    /// The first moves that may be played.
    moves: Vec<ChessMove>,
    /// How many of them are reported.
    lines: usize,
}

impl Task {
    /// What `go` asks for in a position, or the sentence that says why not.
    pub fn new(root: &Position, go: Go, lines: usize) -> Result<Task, String> {
        let rules = Chess::new(root.side_to_move());
        let legal = legal_moves(root);
        let chosen: Result<Vec<ChessMove>, String> =
            go.moves.iter().map(|text| rules.read_move(root, text).map_err(|error| error.to_string())).collect();
        let moves = if go.moves.is_empty() { legal } else { chosen? };
        Ok(Task { root: root.clone(), go, moves, lines })
    }
}

/// A search under way.
pub struct Running {
    thread: JoinHandle<()>,
    cancel: Arc<AtomicBool>,
    /// Whether the best move may be named, and who waits for that.
    released: Arc<(Mutex<bool>, Condvar)>,
}

impl Running {
    /// Starts a search.
    pub fn start(task: Task, memory: usize, threads: usize) -> Running {
        let cancel = Arc::new(AtomicBool::new(false));
        let released = Arc::new((Mutex::new(!task.go.waits), Condvar::new()));
        let (flag, gate) = (Arc::clone(&cancel), Arc::clone(&released));
        let thread = std::thread::spawn(move || {
            let best = search(&task, memory, threads, flag);
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

/// A question under way: a mate by one side, from the root or behind a first move.
struct Inquiry<'a> {
    search: MateSearch<'a>,
    question: Question,
    /// The move that leads from the root to where it starts.
    first: Option<ChessMove>,
    /// Whether it is the side to move that wants to mate.
    is_own: bool,
    /// Whether the first move mates, where nothing is left to search behind it.
    ended: Option<bool>,
    findings: Option<Findings>,
}

impl Inquiry<'_> {
    fn is_done(&self) -> bool {
        let is_settled = |findings: &Findings| findings.is_shortest() || findings.refutation.is_some();
        self.ended.is_some() || self.findings.as_ref().is_some_and(is_settled)
    }

    /// The moves to the mate, those of the side to move at the root counted or those of the other side.
    fn length(&self) -> Option<u32> {
        if self.ended == Some(true) {
            return Some(1);
        }
        let length = self.findings.as_ref()?.length()?;
        Some(if self.is_own { length + u32::from(self.first.is_some()) } else { length })
    }

    /// The whole line from the root.
    fn line(&self) -> Vec<ChessMove> {
        let mate = self.findings.as_ref().and_then(|findings| findings.mate.as_ref());
        self.first.into_iter().chain(mate.iter().flat_map(|mate| mate.solution.line.iter().copied())).collect()
    }
}

/// What the other program was told.
struct Teller<'a> {
    task: &'a Task,
    rules: Chess,
    /// The last line under examination, from which a move is taken if nothing is proved.
    line: Vec<ChessMove>,
    /// How full the table was when last heard of, in thousandths.
    full: u32,
    started: Instant,
    /// The nodes of all searches that are not under way.
    nodes: u64,
    /// The last lines in full, so that nothing is said twice.
    said: Vec<String>,
}

impl Teller<'_> {
    /// Says what is under examination.
    fn report(&mut self, first: Option<ChessMove>, before: u64, report: &Report<'_, ChessMove>) {
        self.line = first.into_iter().chain(report.line.iter().copied()).collect();
        self.full = report.table_permille.unwrap_or(self.full);
        let nodes = self.nodes + report.nodes.saturating_sub(before);
        if self.said.is_empty() {
            self.say_line(&format!("depth {}", self.line.len().max(1)), nodes, &self.line);
        } else {
            self.said.iter().for_each(|line| say(line));
        }
    }

    fn say_line(&self, score: &str, nodes: u64, line: &[ChessMove]) {
        say(&self.info(score, nodes, line));
    }

    fn info(&self, score: &str, nodes: u64, line: &[ChessMove]) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let nps = (nodes as f64 / seconds.max(1e-3)).round() as u64;
        let (time, full) = ((seconds * 1000.0) as u64, self.full);
        let line = squares(&self.rules, &self.task.root, line);
        let pv = if line.is_empty() { String::new() } else { format!(" pv {line}") };
        format!("info {score} nodes {nodes} nps {nps} hashfull {full} time {time}{pv}")
    }

    /// Says which mates are proved, the best first.
    fn tell(&mut self, inquiries: &[Inquiry<'_>]) {
        let mut own: Vec<_> = inquiries.iter().filter(|one| one.is_own && one.length().is_some()).collect();
        own.sort_by_key(|one| one.length());
        let lines: Vec<(String, Vec<ChessMove>)> = match own.is_empty() {
            false => own.iter().map(|one| (one.length().unwrap_or(0).to_string(), one.line())).collect(),
            true => {
                let against = inquiries.iter().filter(|one| !one.is_own && one.length().is_some());
                against.map(|one| (format!("-{}", one.length().unwrap_or(0)), one.line())).collect()
            }
        };
        let is_several = self.task.lines > 1;
        self.said.clear();
        for (number, (moves, line)) in (1..).zip(lines).take(self.task.lines) {
            let place = if is_several { format!(" multipv {number}") } else { String::new() };
            let text = self.info(&format!("depth {}{place} score mate {moves}", line.len()), self.nodes, &line);
            say(&text);
            self.said.push(text);
        }
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

/// The nodes of the first turn of each question; each later turn has so many times more.
const FIRST_TURN: u64 = 100_000;
const GROWTH: u64 = 4;

/// Searches, and gives the best move. Questions take turns: a mate by the side to move, and one against it.
fn search(task: &Task, memory: usize, threads: usize, cancel: Arc<AtomicBool>) -> String {
    let (root, go) = (&task.root, &task.go);
    let side = root.side_to_move();
    let rules = Chess::new(side);
    let Some(&first) = task.moves.first() else {
        say(&format!("info depth 0 score {}", if root.is_mate() { "mate 0" } else { "cp 0" }));
        return "(none)".to_string();
    };
    let is_one_by_one = task.lines > 1 || !go.moves.is_empty();
    // Where play begins, behind which move, and who wants to mate.
    let mut starts: Vec<(Position, Option<ChessMove>, bool)> = match is_one_by_one {
        true => task.moves.iter().map(|&mv| (rules.after(root, mv), Some(mv), true)).collect(),
        false => vec![(root.clone(), None, true)],
    };
    if go.moves.is_empty() {
        starts.push((root.clone(), None, false));
    }
    let teller = RefCell::new(Teller {
        task,
        rules: rules.clone(),
        line: Vec::new(),
        full: 0,
        started: Instant::now(),
        nodes: 0,
        said: Vec::new(),
    });
    // Nodes that the search under way had made before its turn.
    let before = Cell::new(0);
    let mut listeners: Vec<_> = starts
        .iter()
        .map(|&(_, first, is_own)| {
            let (teller, before) = (&teller, &before);
            move |report: &Report<'_, ChessMove>| {
                if is_own {
                    teller.borrow_mut().report(first, before.get(), report);
                }
            }
        })
        .collect();
    let limits = Limits { nodes: None, time: go.time, memory: Some(memory / 2), cancel: Some(cancel) };
    let mut inquiries: Vec<Inquiry<'_>> = Vec::new();
    for ((place, first, is_own), listener) in starts.iter().zip(&mut listeners) {
        let attacker = if *is_own { side } else { !side };
        let search = MateSearch::new(place, limits.clone()).attacker(attacker).threads(threads).progress(listener);
        let within = match (go.mate, first.is_some()) {
            (Some(moves), true) => Some(moves.saturating_sub(1)),
            (moves, _) => moves,
        };
        // A program that asks for a mate in so many moves has its answer with the first one; else the fewest moves are
        // proved, as far as the limits let it.
        let question = Question { within, shortest: within.is_none(), any: within.is_some(), ..Question::default() };
        let is_over = !place.can_move() || within == Some(0);
        let ended = is_over.then(|| place.is_mate());
        inquiries.push(Inquiry { search, question, first: *first, is_own: *is_own, ended, findings: None });
    }
    take_turns(&mut inquiries, &teller, &before, go.nodes);
    conclude(&inquiries, task);
    let own = inquiries.iter().filter(|one| one.is_own && one.length().is_some()).min_by_key(|one| one.length());
    let against = inquiries.iter().find(|one| !one.is_own && one.length().is_some());
    let proved = own.or(against).and_then(|one| one.line().first().copied());
    let teller = teller.borrow();
    let examined = teller.line.first().copied();
    let best = proved.or(examined).filter(|mv| task.moves.contains(mv)).unwrap_or(first);
    if proved.is_none() {
        teller.say_line("depth 1 score cp 0", teller.nodes, &[best]);
    }
    rules.squares_text(root, best)
}

/// Lets the questions take turns, each turn with more nodes, until all that matters is answered or a limit is reached.
fn take_turns(
    inquiries: &mut [Inquiry<'_>],
    teller: &RefCell<Teller<'_>>,
    before: &Cell<u64>,
    most_nodes: Option<u64>,
) {
    let mut turn = FIRST_TURN;
    if inquiries.iter().any(|one| one.ended == Some(true)) {
        teller.borrow_mut().tell(inquiries);
    }
    loop {
        let mut is_over = true;
        for place in 0..inquiries.len() {
            let has_own = inquiries.iter().any(|one| one.is_own && one.length().is_some());
            let is_against = inquiries.iter().any(|one| !one.is_own && one.length().is_some());
            let spent = teller.borrow().nodes;
            let left = most_nodes.map_or(u64::MAX, |most| most.saturating_sub(spent));
            // Where one side mates, the other does not.
            let is_moot = if inquiries[place].is_own { is_against } else { has_own };
            if is_moot || inquiries[place].is_done() {
                continue;
            }
            if left == 0 {
                return;
            }
            let (earlier, rest) = inquiries.split_at_mut(place);
            let (inquiry, later) = rest.split_first_mut().expect("it is one of them");
            // What one of them knows is of use to the others. The one before it knows most.
            for other in earlier.iter_mut().rev().chain(later.iter_mut().rev()) {
                inquiry.search.take_knowledge(&mut other.search);
            }
            let nodes = inquiry.search.counts().nodes;
            before.set(nodes);
            // A mate against the side to move is of less use than one by it.
            let turn = if inquiry.is_own { turn } else { turn / 4 };
            inquiry.search.allow_nodes(Some(nodes + turn.min(left)));
            let findings = inquiry.search.answer(&inquiry.question, |_, _| {});
            let stopped = findings.stopped;
            let is_news = findings.length().is_some()
                && inquiry.findings.as_ref().and_then(Findings::length) != findings.length();
            teller.borrow_mut().nodes += inquiry.search.counts().nodes - nodes;
            let is_wanted = inquiry.question.any && findings.mate.is_some();
            inquiry.findings = Some(findings);
            if is_news {
                teller.borrow_mut().tell(inquiries);
            }
            if !matches!(stopped, Stopped::Solved | Stopped::Nodes) {
                return;
            }
            is_over &= inquiries[place].is_done() || is_wanted;
        }
        if is_over {
            return;
        }
        turn = turn.saturating_mul(GROWTH);
    }
}

/// What a refutation rests on.
fn word(refutation: &Solution<MateGame>) -> &'static str {
    refutation.verdict.evidence(Some(Goal::at_least(1))).map_or("unproved", Evidence::word)
}

/// Says in words what is proved and what is not.
fn conclude(inquiries: &[Inquiry<'_>], task: &Task) {
    let own = inquiries.iter().filter(|one| one.is_own);
    let best = own.clone().filter(|one| one.length().is_some()).min_by_key(|one| one.length());
    let against = inquiries.iter().find(|one| !one.is_own && one.length().is_some());
    let text = match (best, against) {
        (Some(best), _) => {
            let moves = best.length().unwrap_or(0);
            let is_shortest = best.findings.as_ref().is_some_and(Findings::is_shortest);
            match (is_shortest && inquiries.len() <= 2, moves) {
                (true, 1) => "mate in 1 is certified; none is shorter (by the rules)".to_string(),
                (true, _) => format!("mate in {moves} is certified; none is shorter (hash-based)"),
                (false, _) => format!("mate in {moves} is certified"),
            }
        }
        (None, Some(against)) => format!("mated in {} is certified", against.length().unwrap_or(0)),
        (None, None) => without_mate(own.filter_map(|one| one.findings.as_ref()), task),
    };
    say(&format!("info string {text}"));
}

/// What is known where no mate is proved.
fn without_mate<'a>(findings: impl Iterator<Item = &'a Findings>, task: &Task) -> String {
    let mut limit = None;
    // Where moves left nothing to search, the rules have said so.
    let mut rests_on = task.go.mate.map(|_| Evidence::Certified.word());
    for findings in findings {
        match &findings.refutation {
            Some(refutation) => rests_on = Some(word(refutation)),
            None => limit = Some(findings.stopped),
        }
    }
    match (limit, rests_on, task.go.mate) {
        (None, Some(word), Some(moves)) => format!("there is no mate in {moves} or fewer ({word})"),
        (None, Some(word), None) => format!("mate cannot be forced ({word})"),
        (stopped, ..) => {
            let limit = match stopped {
                Some(Stopped::Nodes) => "the limit on nodes",
                Some(Stopped::Time) => "the limit on time",
                Some(Stopped::Memory) => "the end of the memory",
                Some(Stopped::Contradiction) => "a contradiction, which is a mistake in this program: please report it",
                _ => "stop",
            };
            format!("no mate is proved; the search ended by {limit}")
        }
    }
}
