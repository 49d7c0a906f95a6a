//! Mates, found and proved: without being told the length, in so many moves at most, in the fewest, by every key.
//!
//! Each question is one or several searches with df-pn, under the rules of [`Chess`] and nothing else:
//! - [`MateSearch::any`] asks whether the attacker mates, however long it takes; the length is that of the strategy
//!   found.
//! - [`MateSearch::within`] counts the attacker's moves: mate in at most n, or none so short.
//! - [`MateSearch::shorten`] asks the second question for n = 1, 2, … below a length that is known.
//! - [`MateSearch::keys`] asks it of the position after each first move.
//!
//! The limits hold for all searches of a [`MateSearch`] together, and what they spend is added up. A mate that is
//! reported comes with its strategy, so that it can be shown and certified; nothing is reported that is not proved.

pub mod question;
pub mod tree;

use super::{Chess, ChessMove, MOST_MOVES, Position};
use std::io::{self, Write};
use std::time::Instant;
use winproof::proof::certificate::write_parts;
use winproof::{
    Algorithm, Counts, DfpnPolicy, EffortKind, Goal, GraphKind, LeafKind, Limits, Player, Policy, Progress, Report,
    Rules, Solution, Solver, Status, Stopped, Strategies, SumRule, Viewpoint,
};

/// The game that is searched: chess, with the attacker as Max.
pub type MateGame = Viewpoint<Chess>;

/// The algorithm of mate searches.
pub const ALGORITHM: Algorithm =
    Algorithm { effort: EffortKind::Numbers, graph: GraphKind::Table, leaf: LeafKind::Heuristic };

/// The settings of df-pn that suit the guesses of `assess.rs`.
pub const POLICY: DfpnPolicy = DfpnPolicy { epsilon_percent: 50, sum: SumRule::Plain, ..DfpnPolicy::DEFAULT };

/// The goal "the attacker mates".
const MATE: Goal = Goal { at_least: 1 };

/// A first try has a small table, and each later one has so many times more memory and nodes: most mates are found with
/// fewer nodes than it takes to clear a large table.
const SMALL_TABLE: usize = 2 << 20;
const SMALL_NODES: u64 = 100_000;
const GROWTH: usize = 8;
/// The largest table, if nobody says how much memory there is.
const LARGE_TABLE: usize = 256 << 20;

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
    threads: usize,
    limits: Limits,
    /// How much work goes into a proof that there is no mate.
    refutations: Strategies,
    progress: Option<&'a mut dyn Progress<ChessMove>>,
    /// The move that leads from the root to where the search under way starts, if it does not start there.
    first: Option<ChessMove>,
    started: Instant,
    counts: Counts,
}

impl<'a> MateSearch<'a> {
    /// A search for mates by the side to move in `root`.
    pub fn new(root: &Position, limits: Limits) -> MateSearch<'a> {
        MateSearch {
            root: root.clone(),
            fifty: false,
            threads: 1,
            limits,
            refutations: Strategies::Cheap,
            progress: None,
            first: None,
            started: Instant::now(),
            counts: Counts::default(),
        }
    }

    /// Whether the fifty-move rule counts (not by default).
    #[must_use]
    pub fn fifty(mut self, fifty: bool) -> Self {
        self.fifty = fifty;
        self
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
        Chess::new(self.root.side_to_move()).fifty(self.fifty)
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
        self.ask(rules, &root, refutations)
    }

    /// The shortest mate below a length that is known, in ascending order: a mate in as few moves as there is, or none,
    /// or how far it got. `most_nodes` bounds the work of all of it.
    pub fn shorten(&mut self, known: u32, most_nodes: Option<u64>) -> Shortened {
        let first = self.counts.nodes;
        for moves in 1..known.min(u32::from(MOST_MOVES)) {
            let limit = self.limits.nodes;
            if let Some(most) = most_nodes {
                let until = first.saturating_add(most);
                self.limits.nodes = Some(limit.map_or(until, |limit| limit.min(until)));
            }
            let answer = self.within_refuting(moves as u8, Strategies::None);
            self.limits.nodes = limit;
            match answer {
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
        let mate = match self.ask(rules.clone(), &root, Strategies::None) {
            Answer::Mate(mate) => mate,
            Answer::NoMate(_) | Answer::Contradiction(_) => return Err(Stopped::Contradiction),
            Answer::Unknown(stopped) => return Err(stopped),
        };
        let none_shorter = match moves {
            // Without a move nobody mates.
            1 => None,
            _ => match self.ask(rules, &self.root.with_left(moves - 1), Strategies::Full) {
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
    fn is_won(&mut self, rules: &Chess, position: &Position) -> Result<bool, Stopped> {
        let game = Viewpoint::of_mover(rules.clone(), &rules.renewed(&self.root));
        if let Status::Ended(value) = game.status(position) {
            return Ok(value >= MATE.at_least);
        }
        let solution = self.solve(&game, position, false, Strategies::None);
        solution.verdict.holds(MATE).ok_or(solution.verdict.stopped)
    }

    /// One question under one set of rules.
    fn ask(&mut self, rules: Chess, root: &Position, refutations: Strategies) -> Answer {
        let game = Viewpoint::of_mover(rules, root);
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
        let most_memory = self.limits.memory.unwrap_or(LARGE_TABLE);
        let (mut memory, mut nodes) = (SMALL_TABLE, SMALL_NODES);
        while memory < most_memory {
            let limits = Limits {
                nodes: Some(nodes.min(self.nodes_left().unwrap_or(u64::MAX))),
                memory: Some(memory),
                ..self.limits_left()
            };
            let solution = self.solve_within(game, root, limits, keep, refutations);
            let is_shown = !keep || solution.verdict.holds(MATE) != Some(true) || !solution.strategies.is_empty();
            let is_done = solution.verdict.stopped != Stopped::Nodes && is_shown;
            if is_done || self.nodes_left() == Some(0) {
                return solution;
            }
            memory = memory.saturating_mul(GROWTH);
            nodes = nodes.saturating_mul(GROWTH as u64);
        }
        let limits = Limits { memory: Some(most_memory), ..self.limits_left() };
        self.solve_within(game, root, limits, keep, refutations)
    }

    fn solve_within(
        &mut self,
        game: &MateGame,
        root: &Position,
        limits: Limits,
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

/// In how many moves the strategy of a solution mates at the latest; `None` if the strategy was not kept.
fn length(solution: &Solution<MateGame>) -> Option<u32> {
    let strategy = solution.strategies.iter().find(|strategy| strategy.player == Player::Max)?;
    let root = strategy.entries.iter().find(|entry| entry.position == solution.root)?;
    // A rank is the number of half-moves that are left, and the attacker makes the first and the last of them.
    Some(root.rank.div_ceil(2))
}

#[cfg(test)]
mod tests;
