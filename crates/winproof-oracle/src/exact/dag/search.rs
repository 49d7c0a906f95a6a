//! A whole best-first search of a game with true numbers (Schijf 1993, §4.5): what the practical algorithm for DAGs
//! would do if its numbers were right.
//!
//! Equal positions are one node, a node is evaluated when it is made, and the most-proving node is expanded until the
//! root is solved. For small games: the time for one expansion grows exponentially with the graph.

use super::ExactDag;
use crate::exact::{LeafState, Partial, ProofNumbers};
use rustc_hash::FxHashMap;
use winproof::{Aim, Game, Goal, Status};

/// Where a search is.
///
/// ```
/// use winproof_oracle::exact::{ProofNumbers, dag::State};
/// let start = State { expansions: 0, nodes: 1, numbers: ProofNumbers { proof: 1, disproof: 1 } };
/// assert_eq!(start.numbers.solved(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Nodes expanded.
    pub expansions: u64,
    /// Nodes made, the root included: as many different positions.
    pub nodes: u64,
    /// The true numbers of the root.
    pub numbers: ProofNumbers,
}

/// What a search came to.
///
/// ```
/// use winproof_oracle::exact::{ProofNumbers, dag::{ExactAnswer, State}};
/// let last = State { expansions: 5, nodes: 9, numbers: ProofNumbers::WON };
/// assert_eq!(ExactAnswer { holds: Some(true), last }.last.nodes, 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactAnswer {
    /// Whether the goal holds, if the search was allowed to find out.
    pub holds: Option<bool>,
    /// Where the search ended.
    pub last: State,
}

/// Finds out whether Max gets at least so much, as long as `go_on` says yes; it is asked before each expansion.
///
/// ```
/// use winproof::Goal;
/// use winproof_oracle::exact::dag::solve;
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
/// let outcome = solve(&Heap, &(9, Player::Max), Goal::at_least(1), |state| state.expansions < 1000);
/// assert_eq!(outcome.holds, Some(false));
/// assert!(outcome.last.nodes < 20);
/// ```
///
/// # Panics
/// If positions of the game can repeat.
pub fn solve<G: Game>(game: &G, root: &G::Position, goal: Goal, mut go_on: impl FnMut(State) -> bool) -> ExactAnswer {
    assert_eq!(game.repetition(), None, "true numbers on a DAG are for games whose positions never repeat");
    let aim = Aim::new(game, goal);
    let mut search = Search {
        game,
        aim,
        exact: ExactDag::new(Partial::new()),
        positions: Vec::new(),
        ids: FxHashMap::default(),
        expansions: 0,
    };
    let root = search.node_of(root.clone());
    loop {
        let last = search.state(root);
        let solved = last.numbers.solved();
        if solved.is_some() || !go_on(last) {
            return ExactAnswer { holds: solved.map(|prover_wins| aim.goal_holds(prover_wins)), last };
        }
        search.step(root);
    }
}

struct Search<'a, G: Game> {
    game: &'a G,
    aim: Aim,
    exact: ExactDag,
    positions: Vec<G::Position>,
    ids: FxHashMap<G::Position, usize>,
    expansions: u64,
}

impl<G: Game> Search<'_, G> {
    fn state(&self, root: usize) -> State {
        let nodes = self.positions.len() as u64;
        State { expansions: self.expansions, nodes, numbers: self.exact.numbers(root) }
    }

    fn node_of(&mut self, position: G::Position) -> usize {
        if let Some(&id) = self.ids.get(&position) {
            return id;
        }
        let id = self.exact.add(match self.game.status(&position) {
            Status::Ended(value) if self.aim.is_win(value) => LeafState::Won,
            Status::Ended(_) => LeafState::Lost,
            Status::Turn(_) => LeafState::Open,
        });
        self.ids.insert(position.clone(), id);
        self.positions.push(position);
        id
    }

    fn step(&mut self, root: usize) {
        let leaf = self.exact.most_proving_node(root).expect("the root is not solved");
        let position = self.positions[leaf].clone();
        let Status::Turn(player) = self.game.status(&position) else { unreachable!("an open leaf is no end") };
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let children: Vec<usize> = moves.into_iter().map(|mv| self.node_of(self.game.play(&position, mv))).collect();
        self.exact.expand(leaf, player == self.aim.prover(), &children);
        self.expansions += 1;
    }
}
