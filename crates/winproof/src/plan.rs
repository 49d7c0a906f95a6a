//! What can be combined, said once: an algorithm, its settings and a game make a plan, or a refusal with the reason.

use crate::algorithm::{Algorithm, EffortKind, GraphKind, LeafKind};
use crate::game::Game;
use crate::goal::Goal;
use crate::limits::Limits;
use crate::pick::Pick;
use crate::policy::{Deletion, Policy};

/// The most values that a search for all outcomes can tell apart.
const MOST_OUTCOMES: usize = 50_000;

/// The most values that the entries of a table can tell apart.
pub(crate) const MOST_TABLE_VALUES: usize = u16::MAX as usize;

/// Why an algorithm with these settings cannot search a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Alpha-beta is the effort `values`, and nothing else goes with it.
    #[error(
        "the effort 'values' is alpha-beta, which only works with the graph 'table' and the leaf 'unit'; use the \
         algorithm alphabeta"
    )]
    ValuesAlone,
    /// A table keeps no graph whose leaves could be searched.
    #[error("the leaf 'nested' needs a search that keeps a graph, which 'table' does not; use another leaf or graph")]
    NestedOnTable,
    /// More values than entries of a table can tell apart.
    #[error(
        "the graph 'table' supports at most {MOST_TABLE_VALUES} different values; use another graph, such as \
         'base-twin' (algorithm bta)"
    )]
    TooManyTableValues,
    /// Sets name shared positions, and this graph shares none.
    #[error(
        "the effort 'sets' counts shared positions once, but the graph '{0}' shares none that it could name; use \
         'dag', 'base-twin' or 'dcg', or the effort 'numbers'"
    )]
    SetsWithoutSharing(&'static str),
    /// This graph is for a single goal.
    #[error(
        "the effort 'outcomes' is about all goals at once, and the graph '{0}' handles one at a time; use 'tree', \
         'dag' or 'base-twin'"
    )]
    OutcomesNeedManyGoals(&'static str),
    /// More values than outcomes can be told apart.
    #[error(
        "the effort 'outcomes' supports at most {MOST_OUTCOMES} different values; use another effort, which searches \
         for one after the other"
    )]
    TooManyOutcomes,
    /// A graph without cycles for a game that has some.
    #[error(
        "positions of this game can repeat, and the graph 'dag' is for games where they cannot; use 'base-twin' \
         (algorithm bta) or 'tree'"
    )]
    DagRepeats,
    /// A second level below a second level.
    #[error("the leaves of a second level cannot be searched in turn; choose another --nested-leaf")]
    NestedTwice,
    /// What is wrong with the second level.
    #[error("as a second level: {0}")]
    SecondLevel(Box<Refusal>),
    /// The graph cannot give back what is to be deleted.
    #[error(
        "the graph '{graph}' with the effort '{effort}' cannot give back what --delete-solved asks for; use \
         {instead}, or leave it out"
    )]
    CannotDelete {
        /// The graph.
        graph: &'static str,
        /// The effort.
        effort: &'static str,
        /// What can.
        instead: &'static str,
    },
    /// The proof would be deleted.
    #[error("--delete-solved=all deletes the proof that a certificate needs; leave out '=all' or --proof")]
    DeletesProof,
    /// This search cannot be saved.
    #[error("{0}")]
    CannotSave(&'static str),
}

/// The searches that there are. Whatever is not here cannot be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    Tree(TreeEffort),
    Joined(JoinedEffort, JoinedGraph),
    Dfpn,
    AlphaBeta,
}

/// Efforts that work on a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeEffort {
    Numbers,
    Outcomes,
}

/// Efforts that work on graphs which join equal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JoinedEffort {
    Numbers,
    Sets,
    Outcomes,
}

/// Graphs which join equal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JoinedGraph {
    Dag,
    Dcg,
    BaseTwin,
}

impl Search {
    /// The search that a choice on the axes stands for.
    fn of(algorithm: Algorithm) -> Result<Search, Refusal> {
        let Algorithm { effort, graph, leaf } = algorithm;
        let word = graph.word();
        if leaf == LeafKind::Nested && graph == GraphKind::Table {
            return Err(Refusal::NestedOnTable);
        }
        let joined = match graph {
            GraphKind::Tree => None,
            GraphKind::Dag => Some(JoinedGraph::Dag),
            GraphKind::Dcg => Some(JoinedGraph::Dcg),
            GraphKind::BaseTwin => Some(JoinedGraph::BaseTwin),
            GraphKind::Table => {
                return match effort {
                    EffortKind::Numbers => Ok(Search::Dfpn),
                    EffortKind::Values if leaf == LeafKind::Unit => Ok(Search::AlphaBeta),
                    EffortKind::Values => Err(Refusal::ValuesAlone),
                    EffortKind::Sets => Err(Refusal::SetsWithoutSharing(word)),
                    EffortKind::Outcomes => Err(Refusal::OutcomesNeedManyGoals(word)),
                };
            }
        };
        match (effort, joined) {
            (EffortKind::Values, _) => Err(Refusal::ValuesAlone),
            (EffortKind::Numbers, None) => Ok(Search::Tree(TreeEffort::Numbers)),
            (EffortKind::Outcomes, None) => Ok(Search::Tree(TreeEffort::Outcomes)),
            (EffortKind::Sets, None) => Err(Refusal::SetsWithoutSharing(word)),
            (EffortKind::Outcomes, Some(JoinedGraph::Dcg)) => Err(Refusal::OutcomesNeedManyGoals(word)),
            (EffortKind::Numbers, Some(graph)) => Ok(Search::Joined(JoinedEffort::Numbers, graph)),
            (EffortKind::Sets, Some(graph)) => Ok(Search::Joined(JoinedEffort::Sets, graph)),
            (EffortKind::Outcomes, Some(graph)) => Ok(Search::Joined(JoinedEffort::Outcomes, graph)),
        }
    }
}

/// What of a game decides whether an algorithm fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) values: usize,
    pub(crate) repeats: bool,
    pub(crate) foresees: bool,
    pub(crate) most_positions: Option<u64>,
}

impl Facts {
    pub(crate) fn of<G: Game>(game: &G) -> Facts {
        Facts {
            values: game.values().len(),
            repeats: game.repetition().is_some(),
            foresees: game.foresees(),
            most_positions: game.most_positions(),
        }
    }
}

/// Which search is wanted, as far as somebody says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The algorithm; without it the best sound one for the game is taken.
    pub algorithm: Option<Algorithm>,
    /// What is backed up, in place of the algorithm's own choice.
    pub effort: Option<EffortKind>,
    /// Which positions are one node, in place of the algorithm's own choice.
    pub graph: Option<GraphKind>,
    /// How a leaf is assessed, in place of the algorithm's own choice.
    pub leaf: Option<LeafKind>,
    /// Whether the search must be one that a checkpoint can hold.
    pub saved: bool,
    /// Whether a certificate will be wanted.
    pub certified: bool,
}

impl From<Algorithm> for Choice {
    fn from(algorithm: Algorithm) -> Choice {
        Choice { algorithm: Some(algorithm), ..Choice::default() }
    }
}

/// A search that fits a game: an algorithm and its settings, checked.
///
/// ```
/// use winproof::{Algorithm, Limits, Plan, Policy, Refusal};
/// # use winproof::{Game, Player, Rules, Status};
/// # struct Loop;
/// # impl Rules for Loop {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn status(&self, _: &u8) -> Status { Status::Turn(Player::Max) }
/// #     fn moves(&self, _: &u8, moves: &mut Vec<u8>) { moves.push(0); }
/// #     fn play(&self, _: &u8, mv: u8) -> u8 { mv }
/// #     fn repetition(&self) -> Option<i32> { Some(0) }
/// # }
/// # impl Game for Loop {}
/// # let game_with_repetition = Loop;
/// let pn_dag = Algorithm::by_name("pn-dag").unwrap();
/// let refusal = Plan::new(&game_with_repetition, pn_dag, Policy::default(), &Limits::default()).unwrap_err();
/// assert_eq!(refusal, Refusal::DagRepeats);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    algorithm: Algorithm,
    policy: Policy,
    reason: Option<&'static str>,
    pub(crate) search: Search,
    /// The search below the leaves, if there is one.
    pub(crate) second: Option<Search>,
}

impl Plan {
    /// Checks that an algorithm with these settings can search a game; picks one where none is named.
    pub fn new<G: Game>(game: &G, choice: impl Into<Choice>, policy: Policy, limits: &Limits) -> Result<Plan, Refusal> {
        Plan::by_facts(Facts::of(game), choice.into(), policy, limits)
    }

    pub(crate) fn by_facts(facts: Facts, choice: Choice, policy: Policy, limits: &Limits) -> Result<Plan, Refusal> {
        let Pick { mut algorithm, reason } = match choice.algorithm {
            Some(algorithm) => Pick { algorithm, reason: None },
            None => Pick::for_facts(&facts, limits.memory, &choice, &policy),
        };
        algorithm.effort = choice.effort.unwrap_or(algorithm.effort);
        algorithm.graph = choice.graph.unwrap_or(algorithm.graph);
        algorithm.leaf = choice.leaf.unwrap_or(algorithm.leaf);
        let search = fitting(algorithm, &facts)?;
        let second = second_level(algorithm, &policy, &facts)?;
        let plan = Plan { algorithm, policy, reason: reason.filter(|_| choice.graph.is_none()), search, second };
        plan.check_deletion(choice.certified)?;
        if choice.saved {
            plan.check_saving()?;
        }
        Ok(plan)
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The settings.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Why the algorithm was picked, where nobody named it.
    pub fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    /// Whether a "no" (the prover does not win) of this search is a proof. A "yes" always is.
    pub fn no_is_proof(&self) -> bool {
        !matches!(self.search, Search::Joined(_, JoinedGraph::Dcg))
    }

    /// Whether the search for a goal, or for the exact value, can use several threads.
    pub fn uses_threads(&self, goal: Option<Goal>) -> bool {
        let is_shared = matches!(self.search, Search::Dfpn | Search::AlphaBeta) || self.second.is_some();
        is_shared || goal.is_none() && self.has_halves()
    }

    /// Whether the exact value is found by one search after the other, which can as well run side by side.
    pub(crate) fn has_halves(&self) -> bool {
        let is_best_first = matches!(self.search, Search::Tree(_) | Search::Joined(..)) && self.second.is_none();
        is_best_first && self.no_is_proof() && !self.has_outcomes() && !self.shares_goals()
    }

    /// Whether the search knows positions by their 64-bit hashes.
    pub fn is_hashed(&self) -> bool {
        matches!(self.search, Search::Dfpn | Search::AlphaBeta)
    }

    /// Whether the search for a goal goes on with the graph of the goal before, where it is asked to
    /// ([`Policy::share_goals`]).
    pub fn shares_goals(&self) -> bool {
        let can = matches!(
            self.search,
            Search::Tree(TreeEffort::Numbers)
                | Search::Joined(JoinedEffort::Numbers | JoinedEffort::Sets, JoinedGraph::Dag)
        );
        self.policy.share_goals && can && self.second.is_none()
    }

    /// Whether one search answers all goals.
    pub(crate) fn has_outcomes(&self) -> bool {
        matches!(self.search, Search::Tree(TreeEffort::Outcomes) | Search::Joined(JoinedEffort::Outcomes, _))
    }

    /// Where positions are joined, what one of them no longer needs may be needed by another, so not everything can
    /// be given back; and nothing where labels name nodes or answer several goals.
    fn check_deletion(&self, certified: bool) -> Result<(), Refusal> {
        let deletion = self.policy.deletion;
        let can = match self.search {
            _ if deletion == Deletion::None => true,
            Search::Tree(_) => true,
            Search::Joined(JoinedEffort::Numbers, JoinedGraph::Dag | JoinedGraph::Dcg) => {
                deletion == Deletion::KeepProof
            }
            _ => false,
        };
        if !can {
            let Algorithm { effort, graph, .. } = self.algorithm;
            let instead = if effort == EffortKind::Sets { "--algorithm pn" } else { "--graph tree" };
            return Err(Refusal::CannotDelete { graph: graph.word(), effort: effort.word(), instead });
        }
        if certified && deletion == Deletion::All { Err(Refusal::DeletesProof) } else { Ok(()) }
    }

    /// Whether a checkpoint can hold the search.
    pub fn check_saving(&self) -> Result<(), Refusal> {
        let is_table = self.search == Search::Dfpn;
        let is_tree = matches!(self.search, Search::Tree(_));
        let why = match self.search {
            Search::AlphaBeta => "a checkpoint cannot hold alpha-beta; use the algorithm dfpn",
            Search::Joined(_, JoinedGraph::Dcg) => {
                "a checkpoint cannot hold the graph 'dcg'; use 'base-twin' (algorithm bta)"
            }
            _ if self.policy.share_goals => {
                "a checkpoint holds the search for one goal; leave out --share-goals or --checkpoint"
            }
            _ if self.policy.shuffle.is_some() && !is_table => {
                "a checkpoint does not hold a random order of moves; leave out --seed or --checkpoint"
            }
            _ if self.policy.deletion != Deletion::None && !is_tree => {
                "a checkpoint cannot hold a graph that gives nodes back; use --graph tree, or leave out \
                 --delete-solved or --checkpoint"
            }
            _ => return Ok(()),
        };
        Err(Refusal::CannotSave(why))
    }
}

/// The search that a choice on the axes stands for, if it fits a game.
fn fitting(algorithm: Algorithm, facts: &Facts) -> Result<Search, Refusal> {
    let search = Search::of(algorithm)?;
    match search {
        Search::Dfpn | Search::AlphaBeta if facts.values > MOST_TABLE_VALUES => Err(Refusal::TooManyTableValues),
        Search::Tree(TreeEffort::Outcomes) | Search::Joined(JoinedEffort::Outcomes, _)
            if facts.values > MOST_OUTCOMES =>
        {
            Err(Refusal::TooManyOutcomes)
        }
        Search::Joined(_, JoinedGraph::Dag) if facts.repeats => Err(Refusal::DagRepeats),
        _ => Ok(search),
    }
}

/// The search below the leaves.
fn second_level(first: Algorithm, policy: &Policy, facts: &Facts) -> Result<Option<Search>, Refusal> {
    if first.leaf != LeafKind::Nested {
        return Ok(None);
    }
    let nested = policy.nested;
    if nested.leaf == LeafKind::Nested {
        return Err(Refusal::NestedTwice);
    }
    let second = Algorithm { effort: nested.effort.unwrap_or(first.effort), graph: first.graph, leaf: nested.leaf };
    fitting(second, facts).map(Some).map_err(|refusal| Refusal::SecondLevel(Box::new(refusal)))
}

#[cfg(test)]
mod tests;
