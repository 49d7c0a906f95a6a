//! One position being solved: one goal after the other, then the strategies behind the answer.

use super::{Solver, Strategies};
use crate::checkpoint::{Checkpoint, Keeper};
use crate::depth_first::crews::Crews;
use crate::game::{Game, Player, Status, Value};
use crate::goal::{Aim, Bounds, Goal};
use crate::limits::{Meter, Stopped};
use crate::open::KeptTable;
use crate::plan::{Plan, Refusal, Search};
use crate::progress::Progress;
use crate::proof::layers::{self, Crowd};
use crate::proof::recorder::{Recorder, Words};
use crate::proof::{ProofSettings, Recording, Strategy};
use crate::session::{Session, Watched};
use crate::solution::{ProofWork, Solution};
use crate::table::Table;
use crate::table::replacement::ScoreTable;
use crate::verdict::{Bound, Counts, Evidence, Verdict};
use std::io::{self, Read};
use std::time::Duration;

/// Why a position was not solved at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The algorithm or its settings do not fit the game.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The checkpoint cannot be resumed.
    #[error("{0}")]
    Checkpoint(io::Error),
}

/// A position that is about to be solved.
///
/// ```
/// use winproof::{Report, Solver};
/// # use winproof::{Game, Player, Rules, Status};
/// # struct Heap;
/// # impl Rules for Heap {
/// #     type Position = (u8, Player);
/// #     type Move = u8;
/// #     fn status(&self, &(stones, player): &(u8, Player)) -> Status {
/// #         match (stones, player) {
/// #             (0, Player::Max) => Status::Ended(-1),
/// #             (0, Player::Min) => Status::Ended(1),
/// #             _ => Status::Turn(player),
/// #         }
/// #     }
/// #     fn moves(&self, &(stones, _): &(u8, Player), moves: &mut Vec<u8>) { moves.extend(1..=stones.min(2)); }
/// #     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) {
/// #         (stones - take, player.opponent())
/// #     }
/// # }
/// # impl Game for Heap {}
/// let mut progress = |report: &Report<'_, u8>| eprintln!("{} nodes", report.nodes);
/// let solution = Solver::new(&Heap).run(&(7, Player::Max)).progress(&mut progress).solve().unwrap();
/// assert_eq!(solution.value(), Some(1));
/// ```
pub struct Run<'r, G: Game> {
    solver: &'r Solver<'r, G>,
    root: &'r G::Position,
    goal: Option<Goal>,
    progress: Option<&'r mut dyn Progress<G::Move>>,
    keeper: Option<&'r mut dyn Keeper>,
    resumed: Option<&'r Checkpoint>,
    kept: Option<&'r KeptTable>,
}

impl<'r, G: Game> Run<'r, G> {
    pub(super) fn new(solver: &'r Solver<'_, G>, root: &'r G::Position) -> Self {
        Run { solver, root, goal: None, progress: None, keeper: None, resumed: None, kept: None }
    }

    /// Asks whether Max gets at least so much, in place of the exact value.
    #[must_use]
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = Some(goal);
        self
    }

    /// Reports to someone, once a second unless [`Progress::seconds_between`] says otherwise.
    #[must_use]
    pub fn progress(mut self, progress: &'r mut dyn Progress<G::Move>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Has the search saved from time to time, and when a limit ends it, so that it can be resumed.
    #[must_use]
    pub fn saved_by(mut self, keeper: &'r mut dyn Keeper) -> Self {
        self.keeper = Some(keeper);
        self
    }

    /// Resumes a search that was saved. Algorithm and policies of the solver must be those of the checkpoint
    /// ([`Solver::of_checkpoint`] takes them from there); so must game, root and goal.
    #[must_use]
    pub fn resume(mut self, checkpoint: &'r Checkpoint) -> Self {
        self.resumed = Some(checkpoint);
        self
    }

    /// Takes the table of df-pn from someone, and gives it back with what was found out.
    #[must_use]
    pub fn with_table(mut self, kept: &'r KeptTable) -> Self {
        self.kept = Some(kept);
        self
    }

    /// Solves the position.
    pub fn solve(self) -> Result<Solution<G>, SolveError> {
        let plan = self.solver.plan()?;
        State::new(self, plan)?.solve(None)
    }

    /// Solves the position and puts the strategies on disk instead of keeping them in memory, whatever
    /// [`Solver::strategies`] says. `texts` writes positions and moves of the same game; mostly it is the game itself.
    ///
    /// Nothing counts as certified before somebody has made a certificate of the recording and has had it checked:
    /// [`Opened`](crate::open::Opened) does both.
    pub fn solve_to_disk(
        self,
        words: Words<G>,
        settings: ProofSettings,
    ) -> Result<(Solution<G>, Recording), SolveError> {
        let plan = self.solver.plan()?;
        let mut recorder = Recorder::new(words, settings);
        let solution = State::new(self, plan)?.solve(Some(&mut recorder))?;
        Ok((solution, recorder.recording))
    }
}

/// Gives large memory back beside everything else: whoever interrupts a search does not want to wait for that.
fn let_go<T: Send + 'static>(memory: T) {
    // Where there is no thread for it, it happens here.
    let _ = std::thread::Builder::new().spawn(move || drop(memory));
}

/// A run under way.
pub(super) struct State<'r, G: Game> {
    pub(super) game: &'r G,
    pub(super) root: &'r G::Position,
    pub(super) goal: Option<Goal>,
    pub(super) plan: Plan,
    pub(super) strategies: Strategies,
    pub(super) refutations: Strategies,
    /// The limit on memory.
    pub(super) memory: Option<usize>,
    pub(super) meter: Meter,
    pub(super) progress: Option<&'r mut dyn Progress<G::Move>>,
    pub(super) keeper: Option<&'r mut dyn Keeper>,
    pub(super) counts: Counts,
    /// What is known of the value.
    pub(super) bounds: Bounds,
    /// A strategy for each bound: Max's for the lower, Min's for the upper.
    pub(super) found: [Option<Strategy<G>>; 2],
    /// The table of df-pn, which serves all goals.
    pub(super) table: Option<Table>,
    /// Who gets the table in the end.
    kept: Option<&'r KeptTable>,
    /// The table of alpha-beta, likewise.
    pub(super) scores: Option<ScoreTable>,
    /// The graph of a saved search, to be read when the next search starts.
    pub(super) saved_graph: Option<Box<dyn Read + 'r>>,
    pub(super) is_resumed: bool,
    /// An answer that is not a proof.
    unproved: Option<(Goal, bool)>,
    /// What the search for strategies says against the answer.
    pub(super) contradiction: Option<String>,
    pub(super) proof: ProofWork,
    /// The best move at the root that a best-first search left.
    pub(super) best_child: Option<G::Move>,
    pub(super) threads: usize,
    /// How a crew searches, where the rules can be shared between threads.
    pub(super) crews: Option<Crews<G>>,
    pub(super) join_after: u64,
    pub(super) expects_long: bool,
    /// The seed of workers that take turns.
    pub(super) interleaved: Option<u64>,
}

impl<'r, G: Game> State<'r, G> {
    pub(super) fn set_memory(&mut self, memory: Option<usize>) {
        self.memory = memory;
        self.meter.set_memory(memory);
    }

    /// Who builds a strategy layer by layer.
    pub(super) fn crowd(&self) -> Crowd<G> {
        match self.crews {
            Some(crews) if self.threads > 1 => Crowd { spread: crews.layers, threads: self.threads },
            _ => Crowd { spread: layers::alone, threads: 1 },
        }
    }

    /// Notes that workers on threads disagreed, if they did.
    pub(super) fn note_contradiction<T>(&mut self, result: &Result<T, Stopped>) {
        if matches!(result, Err(Stopped::Contradiction)) {
            self.contradiction.get_or_insert("two threads gave different answers".to_string());
        }
    }

    pub(super) fn new(run: Run<'r, G>, plan: Plan) -> Result<Self, SolveError> {
        let Run { solver, root, goal, progress, keeper, resumed, kept } = run;
        let mut state = State {
            game: solver.game,
            root,
            goal,
            plan,
            strategies: solver.strategies,
            refutations: solver.refutations.min(solver.strategies),
            memory: solver.limits.memory,
            meter: Meter::start(solver.limits.clone(), Duration::ZERO).reporting_to(progress.as_deref()),
            progress,
            keeper,
            counts: Counts::default(),
            bounds: Bounds::new(solver.game.values()),
            found: [None, None],
            table: kept.and_then(KeptTable::take),
            kept,
            scores: None,
            saved_graph: None,
            is_resumed: false,
            unproved: None,
            contradiction: None,
            proof: ProofWork::default(),
            best_child: None,
            threads: solver.threads,
            crews: solver.crews,
            join_after: solver.join_after,
            expects_long: solver.expects_long,
            interleaved: solver.interleaved,
        };
        if let Some(checkpoint) = resumed {
            state.take_over(checkpoint).map_err(SolveError::Checkpoint)?;
            let before = Duration::try_from_secs_f64(checkpoint.header.seconds).unwrap_or_default();
            state.meter = Meter::start(solver.limits.clone(), before).reporting_to(state.progress.as_deref());
        }
        Ok(state)
    }

    /// Takes over a saved search.
    fn take_over(&mut self, checkpoint: &'r Checkpoint) -> io::Result<()> {
        let header = &checkpoint.header;
        let wrong = |sentence: &str| io::Error::new(io::ErrorKind::InvalidInput, sentence.to_string());
        if (header.algorithm, header.policy) != (self.plan.algorithm(), *self.plan.policy()) {
            return Err(wrong("the checkpoint was written with another algorithm or other settings"));
        }
        if header.goal != self.goal.map(|goal| goal.at_least) {
            return Err(wrong("the checkpoint was written for another goal"));
        }
        self.plan.check_saving().map_err(|refusal| wrong(&refusal.to_string()))?;
        self.is_resumed = true;
        self.counts = header.counts();
        self.bounds.narrow(header.lower, header.upper);
        let mut state = checkpoint.state()?;
        match self.plan.search {
            Search::Dfpn => self.table = Some(Table::read(&mut state, self.game.values().len(), self.memory)?),
            _ => self.saved_graph = Some(Box::new(state)),
        }
        Ok(())
    }

    fn solve(mut self, recorder: Option<&mut Recorder<G>>) -> Result<Solution<G>, SolveError> {
        let mut verdict = self.answer()?;
        let mut line = Vec::new();
        if let Some(recorder) = recorder {
            self.record(&verdict, recorder);
            line = std::mem::take(&mut recorder.line);
        } else if self.strategies != Strategies::None {
            self.certify(&mut verdict);
            let is_missing = |(goal, found): (Option<Goal>, &Option<_>)| goal.is_some() && found.is_none();
            let goals = [self.bounds.lower_goal(), self.bounds.upper_goal()];
            if verdict.stopped == Stopped::Solved && goals.into_iter().zip(&self.found).any(is_missing) {
                line = self.best_play();
            }
        }
        let best = self.best_move();
        if let Some(kept) = self.kept {
            kept.put(self.table.take());
        }
        // Their memory is for the line of best play.
        let tables = (self.table.take(), self.scores.take());
        if verdict.stopped == Stopped::Interrupted {
            let_go(tables);
        }
        let State { game, root, found, proof, contradiction, .. } = self;
        if contradiction.is_some() {
            let values = game.values();
            verdict.lower = Bound::by_rules(values[0]);
            verdict.upper = Bound::by_rules(values[values.len() - 1]);
            verdict.stopped = Stopped::Contradiction;
            return Ok(Solution::new(game, root.clone(), verdict, Vec::new(), proof, contradiction));
        }
        let strategies = found.into_iter().flatten().collect();
        let mut solution = Solution::new(game, root.clone(), verdict, strategies, proof, None);
        // Who has a strategy plays by it; who has none resists as long as he can, and knows no better.
        if solution.line.is_empty() {
            solution.line = line;
            solution.best = solution.line.first().copied().or(best).or(solution.best);
        } else {
            solution.best = best.or(solution.best);
        }
        Ok(solution)
    }

    /// Searches for the answer, without strategies where the search leaves none.
    pub(super) fn answer(&mut self) -> Result<Verdict, SolveError> {
        if let Status::Ended(value) = self.game.status(self.root) {
            self.counts.nodes = 1;
            self.bounds = Bounds::new(vec![value]);
            let bound = Bound { value, evidence: Evidence::Certified };
            let seconds = self.meter.elapsed().as_secs_f64();
            let stopped = Stopped::Solved;
            return Ok(Verdict { lower: bound, upper: bound, stopped, counts: self.counts, seconds });
        }
        let stopped = self.search()?;
        let seconds = self.meter.elapsed().as_secs_f64();
        Ok(self.verdict(stopped, seconds))
    }

    /// Searches for one goal after the other until what was asked is answered or a limit is reached.
    fn search(&mut self) -> Result<Stopped, SolveError> {
        if self.plan.search == Search::AlphaBeta && self.goal.is_none() && !self.plan.policy().alpha_beta.two_valued {
            return Ok(self.alpha_beta_value());
        }
        if self.plan.has_outcomes() {
            return self.all_goals();
        }
        if self.goal.is_none() && self.plan.shares_goals() {
            return self.series();
        }
        while let Some(goal) = self.next_goal() {
            let aim = Aim::new(self.game, goal);
            let answer = match self.plan.search {
                Search::AlphaBeta => self.alpha_beta(aim),
                Search::Dfpn => self.dfpn(aim),
                Search::Tree(_) | Search::Joined(..) => match self.goal_beside(goal) {
                    Some(other) => self.two_goals(aim, other)?,
                    None => self.best_first(aim)?,
                },
            };
            let prover_wins = match answer {
                Ok(prover_wins) => prover_wins,
                Err(stopped) => return Ok(stopped),
            };
            let holds = aim.goal_holds(prover_wins);
            if !prover_wins && !self.plan.no_is_proof() {
                self.unproved = Some((goal, holds));
                break;
            }
            self.bounds.answer(goal, holds);
        }
        Ok(Stopped::Solved)
    }

    /// The next goal to search for: the one that was asked, or the one that halves what is left.
    pub(super) fn next_goal(&self) -> Option<Goal> {
        match self.goal {
            Some(goal) => self.bounds.holds(goal).is_none().then_some(goal),
            None => self.bounds.next_goal(),
        }
    }

    /// What is known, narrowed by an answer that is not a proof.
    fn verdict(&self, stopped: Stopped, seconds: f64) -> Verdict {
        let searched = if self.is_resumed {
            Evidence::Resumed
        } else if self.plan.is_hashed() {
            Evidence::Hashed
        } else {
            Evidence::Proved
        };
        let mut bounds = self.bounds.clone();
        if let Some((goal, holds)) = self.unproved {
            bounds.answer(goal, holds);
        }
        let bound = |value, known: Value, goal: Option<Goal>| Bound {
            value,
            evidence: match goal {
                _ if value != known => Evidence::Unproved,
                Some(_) => searched,
                // No value lies beyond it: the rules are enough.
                None => Evidence::Certified,
            },
        };
        Verdict {
            lower: bound(bounds.lower(), self.bounds.lower(), self.bounds.lower_goal()),
            upper: bound(bounds.upper(), self.bounds.upper(), self.bounds.upper_goal()),
            stopped,
            counts: self.counts,
            seconds,
        }
    }

    /// Who reaches what a goal's answer says, and whether his strategy needs ranks: who only holds the prover off may
    /// do so forever, where the rules let positions repeat.
    pub(super) fn strategist(&self, aim: Aim, holds: bool) -> (Player, bool) {
        let strategist = if holds { Player::Max } else { Player::Min };
        (strategist, strategist == aim.prover() || self.game.repetition().is_none())
    }

    /// What strategies and the search for them may hold beside a table.
    pub(super) fn room_for_strategy(&self, table_bytes: usize) -> usize {
        let found: usize = self.found.iter().flatten().map(Strategy::bytes).sum();
        self.memory.map_or(usize::MAX, |bytes| bytes.saturating_sub(table_bytes + found))
    }

    /// The surroundings of a search that knows the game's moves.
    pub(super) fn watched<'w>(
        meter: &'w Meter,
        progress: &'w mut Option<&'r mut dyn Progress<G::Move>>,
        goal: Option<Goal>,
        counts: Counts,
    ) -> Watched<'w, G::Move> {
        let progress = progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
        Watched { session: Session::new(meter, goal, counts), progress }
    }
}
