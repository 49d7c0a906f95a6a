//! From a position to a verdict: picks the loop that was asked for and runs it for one goal after the other.

mod alpha_beta;
mod graphs;
mod nested;
mod series;

use crate::algorithm::{Algorithm, EffortKind, GraphKind};
use crate::checkpoint::{Checkpoint, CheckpointHeader, Keeper};
use crate::depth_first::certify::Certifier;
use crate::depth_first::dfpn::{Dfpn, NoLedger};
use crate::game::{Game, Status, Value};
use crate::goal::{Aim, Bounds, Goal};
use crate::graph::kept::read_policy;
use crate::limits::{Limits, Meter, Stopped};
use crate::pick::Pick;
use crate::policy::Policy;
use crate::progress::Progress;
use crate::proof::Strategy;
use crate::session::Session;
use crate::solution::Solution;
use crate::table::replacement::ScoreTable;
use crate::table::{DEFAULT_BYTES, Table};
use crate::verdict::{Bound, Counts, Verdict};
use series::Series;
use std::io::{self, Read};
use std::time::Duration;

/// The value of a position, with default settings and no limits.
///
/// For more say in the matter there is [`Solver`].
pub fn solve<G: Game>(game: &G, root: &G::Position) -> Solution<G> {
    Solver::new(game).solve(root)
}

/// One part in so many of the memory is not the table's: strategies are found there, if they are small.
const SHARE_OF_PROOFS: usize = 16;

/// Solves positions of a game.
///
/// ```
/// use std::time::Duration;
/// use winproof::{Algorithm, Goal, Limits, Solver};
/// # use winproof::{Game, Player, Status};
/// # struct Heap;
/// # impl Game for Heap {
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
/// #     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) { (stones - take, player.opponent()) }
/// # }
/// let solution = Solver::new(&Heap)
///     .algorithm(Algorithm::by_name("pn-mobility").unwrap())
///     .limits(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() })
///     .solve_goal(&(9, Player::Max), Goal::at_least(1));
/// assert_eq!(solution.verdict.holds(Goal::at_least(1)), Some(false));
/// ```
pub struct Solver<'a, G: Game> {
    game: &'a G,
    /// What was asked for; `None` leaves the choice to [`Pick`].
    algorithm: Option<Algorithm>,
    policy: Policy,
    limits: Limits,
    progress: Option<&'a mut dyn Progress<G::Move>>,
    keep_strategies: bool,
    keep_refutations: bool,
    keeper: Option<&'a mut dyn Keeper>,
    /// A search to go on with.
    resumed: Option<CheckpointHeader>,
    table: Option<Table>,
    /// The graph of that search, to be read when the next search starts.
    state: Option<Box<dyn Read>>,
    /// The table of alpha-beta.
    scores: Option<ScoreTable>,
    /// What the answered goals say of the value.
    known: (Value, Value),
    /// What the strategies found so far hold.
    strategy_bytes: usize,
}

/// What one search for one goal came to.
struct Answer<G: Game> {
    stopped: Stopped,
    prover_wins: Option<bool>,
    strategy: Option<Strategy<G>>,
}

impl<'a, G: Game> Solver<'a, G> {
    /// A solver with default settings.
    pub fn new(game: &'a G) -> Self {
        Solver {
            game,
            algorithm: None,
            policy: Policy::default(),
            limits: Limits::default(),
            progress: None,
            keep_strategies: true,
            keep_refutations: true,
            keeper: None,
            resumed: None,
            table: None,
            state: None,
            scores: None,
            known: (0, 0),
            strategy_bytes: 0,
        }
    }

    /// Searches with this algorithm; without it, [`Pick::for_game`] chooses.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = Some(algorithm);
        self
    }

    /// Searches with these policies.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The algorithm that was asked for, or the one that suits the game and the memory.
    fn in_use(&self) -> Algorithm {
        self.algorithm.unwrap_or_else(|| Pick::for_game(self.game, self.limits.memory).algorithm)
    }

    /// Keeps to these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reports to someone about once a second.
    #[must_use]
    pub fn progress(mut self, progress: &'a mut dyn Progress<G::Move>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Whether strategies are kept (the default): without them there is neither a line of play nor a certificate.
    #[must_use]
    pub fn keep_strategies(mut self, keep: bool) -> Self {
        self.keep_strategies = keep;
        self
    }

    /// Whether df-pn keeps the strategy of a player who holds the prover off, too (the default). It can be far larger than
    /// that of a player who wins.
    #[must_use]
    pub fn keep_refutations(mut self, keep: bool) -> Self {
        self.keep_refutations = keep;
        self
    }

    /// Has the search kept from time to time, and when a limit ends it, so that it can be gone on with.
    #[must_use]
    pub fn kept_by(mut self, keeper: &'a mut dyn Keeper) -> Self {
        self.keeper = Some(keeper);
        self
    }

    /// Goes on with a search that was kept: takes its algorithm, memory, bounds and state. The game and the root must be
    /// those of the checkpoint; so must the goal, which [`Solver::solve`] or [`Solver::solve_goal`] is given.
    pub fn resume(mut self, checkpoint: &Checkpoint) -> io::Result<Self> {
        self.algorithm = checkpoint.header.algorithm();
        self.limits.memory = checkpoint.header.memory.or(self.limits.memory);
        let mut state = checkpoint.state()?;
        if self.in_use().graph == GraphKind::Table {
            self.table = Some(Table::read(&mut state)?);
        } else {
            self.policy = read_policy(self.policy, &mut state)?;
            self.state = Some(Box::new(state));
        }
        self.resumed = Some(checkpoint.header.clone());
        Ok(self)
    }

    /// Finds the exact value of a position.
    pub fn solve(self, root: &G::Position) -> Solution<G> {
        self.run(root, None)
    }

    /// Finds out whether Max gets at least so much.
    pub fn solve_goal(self, root: &G::Position, goal: Goal) -> Solution<G> {
        self.run(root, Some(goal))
    }

    /// # Panics
    /// Where the algorithm cannot search the game: [`Algorithm::refusal`] says so beforehand.
    fn run(mut self, root: &G::Position, asked: Option<Goal>) -> Solution<G> {
        let nested_refusal = || self.policy.nested.refusal(self.in_use(), self.game);
        if let Some(refusal) = self.in_use().refusal(self.game).or_else(nested_refusal) {
            panic!("{refusal}");
        }
        let seconds_before = self.resumed.as_ref().map_or(0.0, |header| header.seconds);
        let before = Duration::try_from_secs_f64(seconds_before).unwrap_or_default();
        let meter = Meter::start(self.limits.clone(), before);
        let mut counts = Counts::default();
        let mut bounds = Bounds::new(self.game.values());
        let mut strategies: [Option<Strategy<G>>; 2] = [None, None];
        let mut stopped = Stopped::Solved;
        let mut unproved = None;
        if let Status::Ended(value) = self.game.status(root) {
            counts.nodes = 1;
            bounds = Bounds::new(vec![value]);
        }
        if let Some(header) = &self.resumed {
            counts = header.counts();
            bounds.narrow(header.lower, header.upper);
        }
        let by_values = self.in_use().effort == EffortKind::Values;
        if by_values && asked.is_none() && !self.policy.alpha_beta.two_valued && bounds.next_goal().is_some() {
            stopped = self.exact_value(root, &meter, &mut counts, &mut bounds, &mut strategies);
        }
        self.known = (bounds.lower(), bounds.upper());
        if self.in_use().effort == EffortKind::Outcomes && next_goal(&bounds, asked).is_some() {
            stopped = self.all_goals(root, asked, &meter, &mut counts, &mut bounds, &mut strategies);
        }
        if asked.is_none() && self.policy.share_goals && self.in_use().shares_goals() {
            let (bounds, strategies, counts) = (&mut bounds, &mut strategies, &mut counts);
            stopped = self.series(root, &meter, Series { bounds, strategies, counts });
        }
        while let Some(goal) = next_goal(&bounds, asked).filter(|_| stopped == Stopped::Solved) {
            let aim = Aim::new(self.game, goal);
            self.known = (bounds.lower(), bounds.upper());
            self.strategy_bytes = bytes_of(&strategies);
            let answer = self.answer(root, aim, &meter, &mut counts);
            stopped = answer.stopped;
            let Some(prover_wins) = answer.prover_wins else { break };
            let holds = aim.goal_holds(prover_wins);
            if !prover_wins && !self.in_use().no_is_proof() {
                unproved = Some((goal, holds));
                break;
            }
            bounds.answer(goal, holds);
            strategies[usize::from(!holds)] = answer.strategy;
        }
        // What is missing was found before a checkpoint, or had no room beside df-pn's table.
        let may_be_missing = self.resumed.is_some() || self.limits.memory.is_some() && self.has_table_by_memory();
        if may_be_missing && self.keep_strategies && stopped == Stopped::Solved {
            self.find_again(root, &bounds, &meter, &mut counts, &mut strategies);
        }
        // Their memory is for the line of best play.
        (self.table, self.scores) = (None, None);
        let (lower, upper) = verdict_bounds(bounds, unproved);
        let verdict = Verdict { lower, upper, stopped, counts, seconds: meter.elapsed().as_secs_f64() };
        Solution::new(self.game, root.clone(), verdict, strategies.into_iter().flatten().collect())
    }

    /// Searches once more for the goals whose strategies are missing: a checkpoint does not hold them, and beside a large
    /// table there may have been no room. It is not kept, and not counted against the limit on nodes: the answer is there.
    fn find_again(
        &mut self,
        root: &G::Position,
        bounds: &Bounds,
        meter: &Meter,
        counts: &mut Counts,
        strategies: &mut [Option<Strategy<G>>; 2],
    ) {
        self.keeper = None;
        let meter = &meter.without_node_limit();
        for (place, goal) in [bounds.lower_goal(), bounds.upper_goal()].into_iter().enumerate() {
            let Some(goal) = goal.filter(|_| strategies[place].is_none()) else { continue };
            let aim = Aim::new(self.game, goal);
            let Some(holds) = bounds.holds(goal) else { continue };
            let prover_wins = aim.goal_holds(true) == holds;
            self.strategy_bytes = bytes_of(strategies);
            self.make_room();
            strategies[place] = if self.scores.is_some() {
                self.alpha_beta_strategy(root, goal, holds, meter, counts)
            } else if self.table.is_some() {
                self.table_strategy(root, aim, prover_wins, meter, counts)
            } else {
                self.answer(root, aim, meter, counts).strategy
            };
        }
    }

    /// Whether there is a table that is as large as the memory allows.
    fn has_table_by_memory(&self) -> bool {
        self.table.is_some() && self.policy.dfpn.table_entries.is_none()
            || self.scores.is_some() && self.policy.alpha_beta.table_entries.is_none()
    }

    /// Makes a table that takes more than half of the memory smaller, so that there is room for a strategy.
    fn make_room(&mut self) {
        let Some(memory) = self.limits.memory else { return };
        if let Some(table) = self.table.as_mut().filter(|table| table.bytes() > memory / 2) {
            table.shrink();
        }
        if let Some(table) = self.scores.as_mut().filter(|table| table.bytes() > memory / 2) {
            table.shrink();
        }
    }

    /// What a strategy and the search for it may hold beside a table and the strategies that are there.
    fn room_for_strategy(&self, table_bytes: usize) -> usize {
        self.limits.memory.map_or(usize::MAX, |bytes| bytes.saturating_sub(table_bytes + self.strategy_bytes))
    }

    /// One search for one goal.
    fn answer(&mut self, root: &G::Position, aim: Aim, meter: &Meter, counts: &mut Counts) -> Answer<G> {
        let Algorithm { effort, graph, .. } = self.in_use();
        match (effort, graph) {
            (EffortKind::Values, _) => self.alpha_beta(root, aim, meter, counts),
            (_, GraphKind::Table) => self.depth_first(root, aim, meter, counts),
            _ => self.best_first(root, aim, meter, counts),
        }
    }

    /// A df-pn search for one goal. The table serves all goals of the solution.
    fn depth_first(&mut self, root: &G::Position, aim: Aim, meter: &Meter, counts: &mut Counts) -> Answer<G> {
        let leaf = self.in_use().leaf;
        if self.table.is_none() {
            self.table = match self.policy.dfpn.table_entries {
                Some(entries) => Table::with_entries(entries),
                None => {
                    let bytes = self.limits.memory.unwrap_or(DEFAULT_BYTES);
                    Table::with_bytes(bytes - bytes / SHARE_OF_PROOFS)
                }
            };
        }
        let Some(table) = &self.table else {
            return Answer { stopped: Stopped::Memory, prover_wins: None, strategy: None };
        };
        let values = self.game.values();
        let progress = self.progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
        let keeper = self.keeper.as_deref_mut().map(|keeper| keeper as &mut dyn Keeper);
        let mut session = Session::new(meter, Some(aim.goal()), *counts, progress).kept_by(keeper, self.known);
        let mut search = Dfpn::new(self.game, &leaf, aim, table, &values, self.policy.dfpn);
        let result = search.search(root, &mut session, &mut NoLedger);
        search.counts.peak_bytes = search.counts.peak_bytes.max(table.bytes() + search.bytes());
        counts.add(&search.counts);
        let prover_wins = match result {
            Ok(numbers) => numbers.solved(),
            Err(stopped) => return Answer { stopped, prover_wins: None, strategy: None },
        };
        let strategy = prover_wins.and_then(|wins| self.table_strategy(root, aim, wins, meter, counts));
        Answer { stopped: Stopped::Solved, prover_wins, strategy }
    }

    /// The strategy of whoever reaches what he wants by a df-pn search, if it is to be kept and there is room for it.
    fn table_strategy(
        &mut self,
        root: &G::Position,
        aim: Aim,
        prover_wins: bool,
        meter: &Meter,
        counts: &Counts,
    ) -> Option<Strategy<G>> {
        if !self.keep_strategies || !prover_wins && !self.keep_refutations {
            return None;
        }
        let table = self.table.as_ref()?;
        let values = self.game.values();
        let leaf = self.in_use().leaf;
        let most_bytes = self.room_for_strategy(table.bytes());
        let policy = self.policy.dfpn;
        let certifier = Certifier { game: self.game, leaf: &leaf, table, values: &values, policy, most_bytes };
        let progress = self.progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
        let mut session = Session::new(meter, Some(aim.goal()), *counts, progress).without_node_limit();
        certifier.strategy(root, aim, prover_wins, &mut session)
    }
}

/// What strategies hold.
fn bytes_of<G: Game>(strategies: &[Option<Strategy<G>>]) -> usize {
    strategies.iter().flatten().map(Strategy::bytes).sum()
}

/// The bounds of a verdict: what was proved, narrowed by an answer that is none.
fn verdict_bounds(mut bounds: Bounds, unproved: Option<(Goal, bool)>) -> (Bound, Bound) {
    let proved = bounds.clone();
    if let Some((goal, holds)) = unproved {
        bounds.answer(goal, holds);
    }
    let bound = |value, proved_value| Bound { value, proved: value == proved_value };
    (bound(bounds.lower(), proved.lower()), bound(bounds.upper(), proved.upper()))
}

/// The next goal to search for: the one that was asked, or the one that halves what is left.
fn next_goal(bounds: &Bounds, asked: Option<Goal>) -> Option<Goal> {
    match asked {
        Some(goal) => bounds.holds(goal).is_none().then_some(goal),
        None => bounds.next_goal(),
    }
}
