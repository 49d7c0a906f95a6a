//! Mates, found and proved: without being told the length, in so many moves at most, in the fewest, by every key.
//!
//! Each question is one or several searches, under the rules of [`Chess`] and nothing else:
//! - [`MateSearch::any`] asks whether the attacker mates, however long it takes, with df-pn; the length is that of the
//!   strategy found.
//! - [`MateSearch::within`] counts the attacker's moves: mate in at most n, or none so short. These searches share a
//!   table (`counted.rs`); with the fifty-move rule it is df-pn too.
//! - [`MateSearch::shorten`] asks the second question for n = 1, 2, … below a length that is known.
//! - [`MateSearch::keys`] asks it of the position after each first move.
//!
//! The limits hold for all searches of a [`MateSearch`] together, and what they spend is added up. A mate that is
//! reported comes with its strategy, so that it can be shown and certified; nothing is reported that is not proved.
//!
//! With [`MateSearch::stipulation`] the same questions are asked of another aim: whatever is said of mates here holds
//! for selfmates, stalemates and the rest.

pub mod question;
pub mod tree;

use super::counted::{self, CountedSearch, Glance, Keeper};
use super::stipulation::Stipulation;
use super::{Chess, ChessMove, Color, MOST_MOVES, Position};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use winproof::open::KeptTable;
use winproof::proof::certificate::write_parts;
use winproof::{
    Algorithm, Counts, DfpnPolicy, EffortKind, Goal, GraphKind, LeafKind, Limits, Phase, Player, Policy, Progress,
    Report, Rules, Solution, Solver, Status, Stopped, Strategies, TextRules, Viewpoint,
};

/// The game that is searched: chess, with the attacker as Max.
pub type MateGame = Viewpoint<Chess>;

/// The algorithm of mate searches.
pub const ALGORITHM: Algorithm =
    Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Table, leaf: LeafKind::Heuristic };

/// The settings of df-pn that suit the guesses of `assess.rs`.
pub const POLICY: DfpnPolicy = DfpnPolicy::DEFAULT;

/// The goal "the attacker mates".
const MATE: Goal = Goal { at_least: 1 };

/// A first try has a small table, and each later one has so many times more memory and nodes, with what the one before
/// has found out: most mates are found with fewer nodes than it takes to clear a large table.
const SMALL_TABLE: usize = 2 << 20;
const SMALL_NODES: u64 = 100_000;
const GROWTH: usize = 8;
/// The largest table, if nobody says how much memory there is.
const LARGE_TABLE: usize = 256 << 20;
/// The part of the time in which a search must end, so that there is time for its strategy, unless there is one already.
const TIME_TO_SEARCH: f64 = 0.95;
/// The longest time that a strategy takes which is only wanted if it is cheap.
const CHEAP: Duration = Duration::from_secs(1);
/// The first line of a checkpoint is no longer.
const LONGEST_HEADER: u64 = 1000;

/// A mate that was found, and its proof.
#[derive(Clone, Debug)]
pub struct Mate {
    /// The rules under which it was proved; they count moves where the question did.
    pub game: MateGame,
    /// The verdict, with the attacker's strategy and the line of longest resistance.
    pub solution: Solution<MateGame>,
    /// In how many moves the strategy mates at the latest.
    pub moves: u32,
}

/// The answer to a question for a mate.
#[derive(Clone, Debug)]
pub enum Answer {
    /// There is one.
    Mate(Box<Mate>),
    /// There is none, proved.
    NoMate(Box<Solution<MateGame>>),
    /// A limit came first.
    Unknown(Stopped),
    /// The search for a strategy contradicted the answer, for this reason: it was withdrawn.
    Contradiction(String),
}

/// Searches for mates in one position, within limits that they share.
pub struct MateSearch<'a> {
    root: Position,
    fifty: bool,
    stipulation: Stipulation,
    /// Who wants to mate: the side to move at the root, or the other one.
    attacker: Color,
    /// The search that counts moves, with what it knows.
    counted: Option<Box<dyn CountedSearch>>,
    /// The table of the search for a mate of any length, which goes on where it was left.
    kept: KeptTable,
    threads: usize,
    limits: Limits,
    /// How much work goes into a proof that there is no mate.
    refutations: Strategies,
    progress: Option<&'a mut dyn Progress<ChessMove>>,
    /// The move that leads from the root to where the search under way starts, if it does not start there.
    first: Option<ChessMove>,
    started: Instant,
    counts: Counts,
    /// Whether a mate is known already: then there may be no time left for the strategy of another.
    has_mate: bool,
}

impl<'a> MateSearch<'a> {
    /// A search for mates by the side to move in `root`.
    pub fn new(root: &Position, limits: Limits) -> MateSearch<'a> {
        MateSearch {
            root: root.clone(),
            fifty: false,
            stipulation: Stipulation::default(),
            attacker: root.side_to_move(),
            counted: None,
            kept: KeptTable::new(),
            threads: 1,
            limits,
            refutations: Strategies::Cheap,
            progress: None,
            first: None,
            started: Instant::now(),
            counts: Counts::default(),
            has_mate: false,
        }
    }

    /// Whether the fifty-move rule counts (not by default).
    #[must_use]
    pub fn fifty(mut self, fifty: bool) -> Self {
        self.fifty = fifty;
        self
    }

    /// What the attacker wants, if that is not to mate.
    #[must_use]
    pub fn stipulation(mut self, stipulation: Stipulation) -> Self {
        self.stipulation = stipulation;
        self
    }

    /// Who wants to mate, if that is not the side to move at the root.
    #[must_use]
    pub fn attacker(mut self, attacker: Color) -> Self {
        self.attacker = attacker;
        self
    }

    /// Another limit on the nodes of all searches so far and to come.
    pub fn allow_nodes(&mut self, nodes: Option<u64>) {
        self.limits.nodes = nodes;
    }

    /// Takes over what a search for the same attacker and the same aim knows of positions, if this one knows nothing:
    /// what is known with counted moves passes from one to the other, and what is known without is shared.
    pub fn take_knowledge(&mut self, from: &mut MateSearch<'_>) {
        let asks = |search: &MateSearch<'_>| (search.attacker, search.stipulation, search.fifty);
        if asks(self) != asks(from) {
            return;
        }
        if self.counted.is_none() {
            self.counted = from.counted.take();
        }
        if self.kept.is_empty() {
            self.kept = from.kept.clone();
        }
    }

    /// Lets each search use so many threads, where it lasts for more than a moment.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// How much work goes into a proof that there is no mate, so that it can be certified: what is cheap, by default.
    #[must_use]
    pub fn refutations(mut self, refutations: Strategies) -> Self {
        self.refutations = refutations;
        self
    }

    /// Reports to someone about once a second.
    #[must_use]
    pub fn progress(mut self, progress: &'a mut dyn Progress<ChessMove>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Keeps what is known of positions with counted moves in a file, and takes in what the file holds already. Whether
    /// it holds something; or the sentence that says why it cannot be used.
    pub fn checkpoint(&mut self, path: &Path, every: Duration) -> Result<bool, String> {
        let position = self.rules().position_text(&self.root);
        let header = format!("winproof mate checkpoint 1\t{}\t{position}", self.stipulation);
        let mut file = match File::open(path) {
            Ok(file) => Some(BufReader::new(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("cannot read it: {error}")),
        };
        if let Some(file) = &mut file {
            let mut line = String::new();
            let is_text = file.by_ref().take(LONGEST_HEADER).read_line(&mut line).is_ok();
            if !is_text || !line.starts_with("winproof mate checkpoint ") {
                return Err("it is not a checkpoint of `mate`".to_string());
            }
            if line.trim_end() != header {
                return Err(format!("it is about another position: {}", line.trim_end().replace('\t', " ")));
            }
        }
        let keeper = Keeper { path: path.to_path_buf(), header, every, saved: Instant::now() };
        let most_bytes = self.limits.memory.unwrap_or(LARGE_TABLE) / 2;
        let mut search = counted::search(self.stipulation, self.attacker, most_bytes);
        let is_resumed = file.is_some();
        let saved = file.as_mut().map(|file| file as &mut dyn Read);
        search.keep(keeper, saved).map_err(|error| format!("it is damaged: {error}"))?;
        self.counted = Some(search);
        Ok(is_resumed)
    }

    /// Saves what is known in the file of [`checkpoint`](MateSearch::checkpoint).
    pub fn save(&mut self) -> io::Result<()> {
        self.counted.as_mut().map_or(Ok(()), |search| search.save())
    }

    /// What all searches so far took.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Seconds since the first search could begin.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The rules: the side to move at the root attacks.
    pub fn rules(&self) -> Chess {
        Chess::new(self.attacker).fifty(self.fifty).stipulation(self.stipulation)
    }

    /// A mate of any length.
    pub fn any(&mut self) -> Answer {
        let rules = self.rules();
        let root = rules.renewed(&self.root);
        self.ask(rules, &root, self.refutations)
    }

    /// A mate in at most so many moves.
    pub fn within(&mut self, moves: u8) -> Answer {
        self.within_refuting(moves, self.refutations)
    }

    fn within_refuting(&mut self, moves: u8, refutations: Strategies) -> Answer {
        let rules = self.rules().in_moves(moves);
        let root = rules.renewed(&self.root);
        self.ask_counted(rules, &root, refutations, u64::MAX)
    }

    /// The same within so many nodes.
    pub(super) fn within_nodes(&mut self, moves: u8, refutations: Strategies, nodes: u64) -> Answer {
        let rules = self.rules().in_moves(moves);
        let root = rules.renewed(&self.root);
        self.ask_counted(rules, &root, refutations, nodes)
    }

    /// A mate of any length within so many nodes.
    pub(super) fn any_within_nodes(&mut self, nodes: u64) -> Answer {
        let limit = self.limits.nodes;
        let until = self.counts.nodes.saturating_add(nodes);
        let until = limit.map_or(until, |limit| limit.min(until));
        self.limits.nodes = Some(until);
        let answer = self.any();
        self.limits.nodes = limit;
        match answer {
            // The table grows with the nodes: there is room for a strategy in a larger one.
            Answer::Unknown(Stopped::Memory) if self.counts.nodes >= until => Answer::Unknown(Stopped::Nodes),
            answer => answer,
        }
    }

    /// The shortest mate below a length that is known, in ascending order: a mate in as few moves as there is, or none,
    /// or how far it got. `most_nodes` bounds the work of all of it.
    pub fn shorten(&mut self, known: u32, most_nodes: Option<u64>) -> Shortened {
        let first = self.counts.nodes;
        for moves in 1..known.min(u32::from(MOST_MOVES)) {
            let left = most_nodes.map_or(u64::MAX, |most| most.saturating_sub(self.counts.nodes - first));
            match self.within_nodes(moves as u8, Strategies::None, left) {
                Answer::Mate(mate) => return Shortened::Mate(mate),
                Answer::NoMate(_) => {}
                Answer::Unknown(stopped) => return Shortened::Unknown { none_within: moves - 1, stopped },
                Answer::Contradiction(_) => {
                    return Shortened::Unknown { none_within: moves - 1, stopped: Stopped::Contradiction };
                }
            }
        }
        Shortened::None
    }

    /// Proves both halves of "mate in so many moves and no fewer", under rules that count moves, with their strategies.
    pub fn prove_shortest(&mut self, moves: u8) -> Result<Shortest, Stopped> {
        let rules = self.rules().in_moves(moves);
        let root = rules.renewed(&self.root);
        let mate = match self.ask_counted(rules.clone(), &root, Strategies::None, u64::MAX) {
            Answer::Mate(mate) => mate,
            Answer::NoMate(_) | Answer::Contradiction(_) => return Err(Stopped::Contradiction),
            Answer::Unknown(stopped) => return Err(stopped),
        };
        let none_shorter = match moves {
            // Without a move nobody mates.
            1 => None,
            _ => match self.ask_counted(rules, &self.root.with_left(moves - 1), Strategies::Full, u64::MAX) {
                Answer::NoMate(solution) if !solution.strategies.is_empty() => Some(*solution),
                Answer::NoMate(solution) => return Err(self.limit_reached(&solution)),
                Answer::Mate(_) | Answer::Contradiction(_) => return Err(Stopped::Contradiction),
                Answer::Unknown(stopped) => return Err(stopped),
            },
        };
        Ok(Shortest { game: mate.game, mate: mate.solution, none_shorter })
    }

    /// Every first move after which the attacker mates in at most so many moves, that move included.
    pub fn keys(&mut self, moves: u8) -> Result<Vec<ChessMove>, Stopped> {
        let rules = self.rules().in_moves(moves);
        let root = rules.renewed(&self.root);
        let mut first_moves = Vec::new();
        rules.moves(&root, &mut first_moves);
        let mut keys = Vec::new();
        for mv in first_moves {
            self.first = Some(mv);
            let is_won = self.is_won(&rules, &rules.play(&root, mv));
            self.first = None;
            if is_won? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    /// Whether the attacker mates in a position under these rules.
    pub(crate) fn wins(&mut self, rules: &Chess, position: &Position) -> Result<bool, Stopped> {
        self.is_won(rules, position)
    }

    fn is_won(&mut self, rules: &Chess, position: &Position) -> Result<bool, Stopped> {
        let game = as_attacker(rules.clone());
        if let Status::Ended(value) = game.status(position) {
            return Ok(value >= MATE.at_least);
        }
        if !self.fifty {
            return self.solve_counted(position, u64::MAX);
        }
        let solution = self.solve(&game, position, false, Strategies::None);
        solution.verdict.holds(MATE).ok_or(solution.verdict.stopped)
    }

    /// One question under rules that count moves, within so many nodes.
    fn ask_counted(&mut self, rules: Chess, root: &Position, refutations: Strategies, nodes: u64) -> Answer {
        let game = as_attacker(rules.clone());
        if self.fifty || matches!(game.status(root), Status::Ended(_)) {
            let limit = self.limits.nodes;
            let until = self.counts.nodes.saturating_add(nodes);
            self.limits.nodes = Some(limit.map_or(until, |limit| limit.min(until)));
            let answer = self.ask(rules, root, refutations);
            self.limits.nodes = limit;
            return answer;
        }
        let (counts, seconds) = (self.counts, self.seconds());
        let wins = match self.solve_counted(root, nodes) {
            Ok(wins) => wins,
            Err(Stopped::Contradiction) => return Answer::Contradiction("the search contradicts itself".to_string()),
            Err(stopped) => return Answer::Unknown(stopped),
        };
        let strategy = match (wins, refutations) {
            (false, Strategies::None) => Ok(None),
            (false, Strategies::Full) | (true, _) => self.strategy_counted(&game, root, wins, None).map(Some),
            (false, _) => Ok(self.strategy_counted(&game, root, wins, Some(CHEAP)).ok()),
        };
        let strategy = match strategy {
            Ok(strategy) => strategy,
            // That there is none can be said without a strategy, and says that it has none.
            Err(_) if !wins => None,
            Err(Stopped::Contradiction) => {
                return Answer::Contradiction("no move keeps what the search has found".to_string());
            }
            Err(stopped) => return Answer::Unknown(stopped),
        };
        let spent = Counts {
            nodes: self.counts.nodes - counts.nodes,
            expansions: self.counts.expansions - counts.expansions,
            peak_bytes: self.counts.peak_bytes,
            ..Counts::default()
        };
        let solution = Solution::found(&game, root, MATE, wins, strategy, spent, self.seconds() - seconds);
        match (&solution.contradiction, wins) {
            (Some(why), _) => Answer::Contradiction(why.clone()),
            (None, false) => Answer::NoMate(Box::new(solution)),
            (None, true) => match length(&solution) {
                Some(moves) => Answer::Mate(Box::new(Mate { game, solution, moves })),
                None => Answer::Unknown(Stopped::Memory),
            },
        }
    }

    /// Whether the attacker reaches his aim in a position whose moves are counted, within so many nodes.
    fn solve_counted(&mut self, position: &Position, nodes: u64) -> Result<bool, Stopped> {
        let nodes = nodes.min(self.nodes_left().unwrap_or(u64::MAX));
        if nodes == 0 {
            return Err(Stopped::Nodes);
        }
        // What is found needs a strategy, and that needs time.
        let part = if self.has_mate { 1.0 } else { TIME_TO_SEARCH };
        let most_time = self.limits.time.map(|time| time.mul_f64(part));
        self.with_counted(most_time, Phase::Search, |search, watch| {
            search.solve(position, position.left(), nodes, watch)
        })
    }

    fn strategy_counted(
        &mut self,
        game: &MateGame,
        root: &Position,
        wins: bool,
        most_time: Option<Duration>,
    ) -> Result<winproof::proof::Strategy<MateGame>, Stopped> {
        let until = most_time.map(|time| self.started.elapsed() + time);
        let most_time = match (until, self.limits.time) {
            (Some(until), Some(limit)) => Some(until.min(limit)),
            (one, other) => one.or(other),
        };
        let most_bytes = self.limits.memory.unwrap_or(LARGE_TABLE).max(SMALL_TABLE);
        self.with_counted(most_time, Phase::Strategy, |search, watch| {
            let room = most_bytes.saturating_sub(search.bytes()).max(SMALL_TABLE / 2);
            search.strategy(game, root, wins, room, watch)
        })
    }

    /// Lets the search that counts moves do something, under the limits and with reports.
    fn with_counted<T>(
        &mut self,
        most_time: Option<Duration>,
        phase: Phase,
        work: impl FnOnce(&mut dyn CountedSearch, counted::Watch<'_>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let most_bytes = self.limits.memory.unwrap_or(LARGE_TABLE) / 2;
        let mut search =
            self.counted.take().unwrap_or_else(|| counted::search(self.stipulation, self.attacker, most_bytes));
        let (nodes, expansions) = (search.nodes(), search.expansions());
        let (limits, started, counts, first) = (&self.limits, self.started, self.counts, self.first);
        let mut progress = self.progress.as_deref_mut();
        let mut reported = (Instant::now(), nodes);
        let mut watch = |glance: &Glance<'_>| {
            if limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                return Err(Stopped::Interrupted);
            }
            if most_time.is_some_and(|most| started.elapsed() >= most) {
                return Err(Stopped::Time);
            }
            let since = reported.0.elapsed().as_secs_f64();
            if since >= 1.0
                && let Some(progress) = &mut progress
            {
                let line: Vec<ChessMove> = first.iter().chain(glance.line).copied().collect();
                progress.report(&Report {
                    goal: None,
                    nodes: counts.nodes + (glance.nodes - nodes),
                    nodes_per_second: (glance.nodes - reported.1) as f64 / since,
                    proof: None,
                    disproof: None,
                    bytes: glance.bytes,
                    table_permille: (phase == Phase::Search).then_some(glance.table_permille),
                    seconds: started.elapsed().as_secs_f64(),
                    line: &line,
                    phase,
                    built: None,
                });
                reported = (Instant::now(), glance.nodes);
            }
            Ok(())
        };
        let result = work(&mut *search, &mut watch);
        self.counts.nodes += search.nodes() - nodes;
        self.counts.expansions += search.expansions() - expansions;
        self.counts.peak_bytes = self.counts.peak_bytes.max(search.bytes());
        self.counted = Some(search);
        result
    }

    /// One question under one set of rules.
    fn ask(&mut self, rules: Chess, root: &Position, refutations: Strategies) -> Answer {
        let game = as_attacker(rules);
        let solution = self.solve(&game, root, true, refutations);
        match solution.verdict.holds(MATE) {
            None if solution.contradiction.is_some() => {
                Answer::Contradiction(solution.contradiction.unwrap_or_default())
            }
            None => Answer::Unknown(solution.verdict.stopped),
            Some(false) => Answer::NoMate(Box::new(solution)),
            Some(true) => match length(&solution) {
                Some(moves) => Answer::Mate(Box::new(Mate { game, solution, moves })),
                // The strategy was not found again before a limit came: nothing that could be shown is proved.
                None => Answer::Unknown(self.limit_reached(&solution)),
            },
        }
    }

    /// Solves with a small table first and, as long as that is not enough, with a larger one, up to all of the memory.
    fn solve(&mut self, game: &MateGame, root: &Position, keep: bool, refutations: Strategies) -> Solution<MateGame> {
        let all = self.limits.memory.unwrap_or(LARGE_TABLE);
        // What is known is kept where no count of moves makes other rules of them. The search that counts moves keeps
        // its table too: each has half.
        let kept = game.inner().moves_allowed().is_none().then(|| self.kept.clone());
        let taken = self.counted.as_ref().map_or(0, |counted| counted.bytes());
        let most_memory = all.saturating_sub(if kept.is_some() { all / 2 } else { taken }).max(SMALL_TABLE);
        let bytes = || kept.as_ref().map_or(0, KeptTable::bytes);
        let (mut memory, mut nodes) = (SMALL_TABLE, SMALL_NODES);
        loop {
            let is_last = memory >= most_memory;
            memory = memory.min(most_memory);
            // What an earlier question had is there already.
            if is_last || bytes() <= memory {
                if let Some(kept) = &kept {
                    kept.grow(game, MATE, memory);
                }
                let all_nodes = self.nodes_left();
                let nodes = if is_last { all_nodes } else { Some(nodes.min(all_nodes.unwrap_or(u64::MAX))) };
                let limits = Limits { nodes, memory: Some(memory), ..self.limits_left() };
                let solution = self.solve_within(game, root, limits, kept.as_ref(), keep, refutations);
                let is_shown = !keep || solution.verdict.holds(MATE) != Some(true) || !solution.strategies.is_empty();
                // Long paths need room as well.
                let is_cut_off = matches!(solution.verdict.stopped, Stopped::Nodes | Stopped::Memory);
                let is_done = !is_cut_off && is_shown;
                if is_last || is_done || self.nodes_left() == Some(0) {
                    return solution;
                }
            }
            memory = memory.saturating_mul(GROWTH);
            nodes = nodes.saturating_mul(GROWTH as u64);
        }
    }

    fn solve_within(
        &mut self,
        game: &MateGame,
        root: &Position,
        limits: Limits,
        kept: Option<&KeptTable>,
        keep: bool,
        refutations: Strategies,
    ) -> Solution<MateGame> {
        // The tries before were not enough.
        let limits_are_large = limits.memory.is_none_or(|memory| memory > SMALL_TABLE);
        let solver = Solver::new(game)
            .algorithm(ALGORITHM)
            .policy(Policy { dfpn: POLICY, ..Policy::default() })
            .limits(limits)
            .threads(self.threads)
            .expect_long_search(limits_are_large)
            .strategies(if keep { Strategies::Full } else { Strategies::None })
            .refutations(refutations);
        let (first, counts, started) = (self.first, self.counts, self.started);
        let mut onward = self.progress.as_deref_mut().map(|listener| Onward { listener, first, counts, started });
        let mut run = solver.run(root).goal(MATE);
        if let Some(kept) = kept {
            run = run.with_table(kept);
        }
        if let Some(onward) = &mut onward {
            run = run.progress(onward);
        }
        let solution = run.solve().expect("df-pn fits chess, and nothing is resumed");
        self.counts.add(&solution.verdict.counts);
        solution
    }

    fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|limit| limit.saturating_sub(self.counts.nodes))
    }

    fn limits_left(&self) -> Limits {
        Limits {
            nodes: self.nodes_left(),
            time: self.limits.time.map(|limit| limit.saturating_sub(self.started.elapsed())),
            ..self.limits.clone()
        }
    }

    /// Why a mate that was found could not be shown.
    fn limit_reached(&self, solution: &Solution<MateGame>) -> Stopped {
        solution.proof.stopped.unwrap_or(Stopped::Memory)
    }
}

/// Passes the reports of one search on, with what the searches before it took, and lines that start at the root.
struct Onward<'a> {
    listener: &'a mut dyn Progress<ChessMove>,
    first: Option<ChessMove>,
    counts: Counts,
    started: Instant,
}

impl Progress<ChessMove> for Onward<'_> {
    fn report(&mut self, report: &Report<'_, ChessMove>) {
        let nodes = self.counts.nodes + report.nodes;
        let seconds = self.started.elapsed().as_secs_f64();
        let line: Vec<ChessMove> = self.first.iter().chain(report.line).copied().collect();
        self.listener.report(&Report { nodes, seconds, line: &line, ..report.clone() });
    }
    fn seconds_between(&self) -> f64 {
        self.listener.seconds_between()
    }
}

/// The proof that a mate takes so many moves and no fewer.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// Rules that count moves.
    pub game: MateGame,
    /// The mate.
    pub mate: Solution<MateGame>,
    /// That there is none in a move less; a mate in one needs no such proof.
    pub none_shorter: Option<Solution<MateGame>>,
}

impl Shortest {
    /// Writes both halves as one certificate.
    pub fn write_certificate(&self, output: impl Write) -> io::Result<()> {
        let halves = std::iter::once(&self.mate).chain(&self.none_shorter);
        let parts: Result<Vec<_>, String> = halves.map(|solution| solution.part(&self.game)).collect();
        write_parts(&self.game, &parts.map_err(io::Error::other)?, output)
    }
}

/// What came of the search for a shorter mate.
#[derive(Clone, Debug)]
pub enum Shortened {
    /// The shortest mate.
    Mate(Box<Mate>),
    /// There is none below the known length, proved.
    None,
    /// A limit came first.
    Unknown {
        /// There is no mate in so many moves, proved.
        none_within: u32,
        /// Which limit it was.
        stopped: Stopped,
    },
}

/// The rules with the attacker as Max.
pub(crate) fn as_attacker(rules: Chess) -> MateGame {
    match rules.attacker() {
        Color::White => Viewpoint::unchanged(rules),
        Color::Black => Viewpoint::exchanged(rules),
    }
}

/// In how many moves the strategy of a solution mates at the latest; `None` if the strategy was not kept.
fn length(solution: &Solution<MateGame>) -> Option<u32> {
    let strategy = solution.strategies.iter().find(|strategy| strategy.player == Player::Max)?;
    let root = strategy.entries.iter().find(|entry| entry.position == solution.root)?;
    // A rank is the number of half-moves that are left, and the attacker makes the first and the last of them.
    Some(root.rank.div_ceil(2))
}

#[cfg(test)]
mod tests;
