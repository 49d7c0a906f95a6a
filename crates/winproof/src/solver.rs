//! From a position to a solution: how it is to be solved, as settings that can be used again and again.
//!
//! [`Solver`] is configuration only. Each position that is solved is a [`Run`] with a state of its own.

mod alpha_beta;
pub(crate) mod beside;
mod best_first;
mod certify;
pub(crate) mod dfpn;
mod layers;
pub(crate) mod moves;
mod run;

use crate::algorithm::Algorithm;
use crate::checkpoint::Checkpoint;
use crate::depth_first::crew::MOMENT;
use crate::depth_first::crews::Crews;
use crate::game::Game;
use crate::goal::Goal;
use crate::limits::Limits;
use crate::plan::{Choice, Plan, Refusal};
use crate::policy::Policy;
use crate::solution::Solution;
pub use run::{Run, SolveError};
use std::time::Duration;

/// The value of a position, with default settings and no limits.
///
/// For more say in the matter there is [`Solver`].
pub fn solve<G: Game>(game: &G, root: &G::Position) -> Solution<G> {
    match Solver::new(game).solve(root) {
        Ok(solution) => solution,
        Err(refusal) => unreachable!("what is picked fits: {refusal}"),
    }
}

/// How much work goes into strategies, which certify an answer and give the line of best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Strategies {
    /// None: only the answer counts.
    None,
    /// As much as is cheap: at most a second beside the search.
    Cheap,
    /// As much as the limits allow.
    #[default]
    Full,
}

/// The longest time that a cheap search for strategies takes.
const CHEAP: Duration = Duration::from_secs(1);

impl Strategies {
    /// The longest time that a search for them may take, beside the limits.
    fn most_time(self) -> Option<Duration> {
        match self {
            Strategies::None | Strategies::Full => None,
            Strategies::Cheap => Some(CHEAP),
        }
    }
}

/// Solves positions of a game: settings that can be used for many runs.
///
/// ```
/// use std::time::Duration;
/// use winproof::{Algorithm, Goal, Limits, Solver};
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
/// let solver = Solver::new(&Heap)
///     .algorithm(Algorithm::by_name("pn-mobility").unwrap())
///     .limits(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() });
/// for stones in 1..20 {
///     let solution = solver.solve_goal(&(stones, Player::Max), Goal::at_least(1)).unwrap();
///     assert_eq!(solution.verdict.holds(Goal::at_least(1)), Some(stones % 3 != 0));
/// }
/// ```
pub struct Solver<'g, G: Game> {
    game: &'g G,
    choice: Choice,
    policy: Policy,
    limits: Limits,
    strategies: Strategies,
    refutations: Strategies,
    threads: usize,
    crews: Option<Crews<G>>,
    join_after: u64,
    expects_long: bool,
    interleaved: Option<u64>,
}

impl<G: Game> Clone for Solver<'_, G> {
    fn clone(&self) -> Self {
        Solver { limits: self.limits.clone(), ..*self }
    }
}

impl<'g, G: Game> Solver<'g, G> {
    /// A solver with default settings.
    pub fn new(game: &'g G) -> Self {
        Solver {
            game,
            choice: Choice::default(),
            policy: Policy::default(),
            limits: Limits::default(),
            strategies: Strategies::default(),
            refutations: Strategies::default(),
            threads: 1,
            crews: None,
            join_after: MOMENT,
            expects_long: false,
            interleaved: None,
        }
    }

    /// Says that a search will be long, since a shorter one was not enough: df-pn has its table ready from the start.
    #[must_use]
    pub fn expect_long_search(mut self, yes: bool) -> Self {
        self.expects_long = yes;
        self
    }

    /// Lets other threads join after so many nodes, instead of after the moment that is usual.
    #[must_use]
    pub fn threads_join_after(mut self, nodes: u64) -> Self {
        self.join_after = nodes;
        self
    }

    /// Runs the workers of df-pn in turns, in an order that the seed decides, instead of on threads: the same races
    /// again on any machine. For tests and simulations.
    #[must_use]
    pub fn interleaved(mut self, workers: usize, seed: u64) -> Self {
        (self.threads, self.interleaved) = (workers.max(1), Some(seed));
        self
    }

    /// Lets searches that last for more than a moment use so many threads: df-pn, alpha-beta and nested searches,
    /// two of them any best-first search for an exact value, all of them the values of moves. With one, nothing
    /// changes. With more, the answer, its bounds and its proof are as good as with one; counts may differ.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self
    where
        G: Sync,
        G::Position: Send + Sync,
        G::Move: Send,
    {
        self.crews = Some(Crews::new());
        self.threads = threads.max(1);
        self
    }

    /// The same where it is not known whether the rules can be shared.
    pub(crate) fn threads_with(mut self, threads: usize, crews: Option<Crews<G>>) -> Self {
        (self.threads, self.crews) = (threads.max(1), crews);
        self
    }

    /// A solver with the settings of a search that was saved: its algorithm, policies and memory.
    pub fn of_checkpoint(game: &'g G, checkpoint: &Checkpoint) -> Self {
        let header = &checkpoint.header;
        let limits = Limits { memory: header.memory, ..Limits::default() };
        Solver { choice: header.algorithm.into(), policy: header.policy, limits, ..Solver::new(game) }
    }

    /// Searches with this algorithm; without it, the best sound one for the game is picked.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.choice = algorithm.into();
        self
    }

    /// The same with more to say: single axes, or what the search must be able to do.
    #[must_use]
    pub fn choice(mut self, choice: Choice) -> Self {
        self.choice = choice;
        self
    }

    /// Searches with these policies.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Keeps to these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How much work goes into strategies: without them there is neither a certificate nor a line of play.
    #[must_use]
    pub fn strategies(mut self, strategies: Strategies) -> Self {
        self.strategies = strategies;
        self
    }

    /// How much work goes into the strategy of a player who holds the prover off, with df-pn; no more than goes into
    /// the prover's own. It can be far larger than that.
    #[must_use]
    pub fn refutations(mut self, refutations: Strategies) -> Self {
        self.refutations = refutations;
        self
    }

    /// The search that these settings make, or why there is none.
    pub fn plan(&self) -> Result<Plan, Refusal> {
        Plan::new(self.game, self.choice, self.policy, &self.limits)
    }

    /// Finds the exact value of a position.
    pub fn solve(&self, root: &G::Position) -> Result<Solution<G>, SolveError> {
        self.run(root).solve()
    }

    /// Finds out whether Max gets at least so much.
    pub fn solve_goal(&self, root: &G::Position, goal: Goal) -> Result<Solution<G>, SolveError> {
        self.run(root).goal(goal).solve()
    }

    /// A run for a position, which can be watched, saved and resumed.
    pub fn run<'r>(&'r self, root: &'r G::Position) -> Run<'r, G> {
        Run::new(self, root)
    }
}
