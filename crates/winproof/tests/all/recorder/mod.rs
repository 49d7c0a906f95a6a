//! A game that notes which positions a search expands, in their order: those whose moves it asks for.

use crate::support::fitting;
use std::cell::RefCell;
use winproof::{Algorithm, Assessment, Counts, Game, Goal, Policy, Rules, Solver, Status, Strategies, Value};

/// A game and the positions whose moves were asked for.
pub struct Recorder<'a, G: Rules> {
    game: &'a G,
    expanded: RefCell<Vec<G::Position>>,
}

impl<G: Rules> Rules for Recorder<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn status(&self, position: &G::Position) -> Status {
        self.game.status(position)
    }
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.expanded.borrow_mut().push(position.clone());
        self.game.moves(position, moves);
    }
    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(position, mv)
    }
    fn values(&self) -> Vec<Value> {
        self.game.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition()
    }
}

impl<G: Game> Game for Recorder<'_, G> {
    // Both without asking for moves here: only expansions shall be noted.
    fn mobility(&self, position: &G::Position) -> u32 {
        self.game.mobility(position)
    }
    fn heuristic(&self, position: &G::Position) -> Assessment {
        self.game.heuristic(position)
    }
}

/// Searches for a goal, or for the exact value; gives the positions that were expanded, and the counts.
pub fn record<G: Game>(
    game: &G,
    root: &G::Position,
    goal: Option<Goal>,
    algorithm: Algorithm,
    policy: Policy,
) -> (Vec<G::Position>, Counts) {
    let policy = fitting(game, algorithm, policy);
    let recorder = Recorder { game, expanded: RefCell::new(Vec::new()) };
    let solver = Solver::new(&recorder).algorithm(algorithm).policy(policy).strategies(Strategies::None);
    let solution = match goal {
        Some(goal) => solver.solve_goal(root, goal).unwrap(),
        None => solver.solve(root).unwrap(),
    };
    let (mut expanded, counts) = (recorder.expanded.into_inner(), solution.verdict.counts);
    // When the search is over the root is looked at once more, for its best move.
    while expanded.len() as u64 > counts.expansions && expanded.last() == Some(root) {
        expanded.pop();
    }
    (expanded, counts)
}
