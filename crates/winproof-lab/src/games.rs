//! The games of the experiments and benchmarks, and the one way to search them.
//!
//! The library's searches are compiled for each type of game that they are called with, which is most of what it takes
//! to build a program. The registry of `winproof-games` holds its games with all searches compiled, the same code that
//! the command runs; so every experiment and every benchmark searches a game of the registry, and only the two games
//! that it does not have, [`ProblemChess`] and [`Strip`], are compiled here.

mod problem_chess;
mod random_dag;
mod strip;

pub(crate) use problem_chess::ProblemChess;
pub(crate) use random_dag::RandomDag;
pub(crate) use strip::Strip;

use winproof::open::{OpenGame, Task};
use winproof::{Game, Player, Progress, Rules, SolveError, Solver, TextRules, Verdict, Viewpoint};
use winproof_games::registry::{Request, open};
use winproof_games::{ConnectFour, ExplicitGame, Giveaway, Othello, UltimateTicTacToe};

/// A game at a position, which can be searched.
pub(crate) trait Searchable {
    /// What a search comes to.
    fn verdict(&self, task: &Task, progress: &mut dyn Progress<String>) -> Result<Verdict, SolveError>;
}

/// A game of the registry, with the player to move as Max.
pub(crate) type Registered = Box<dyn OpenGame>;

impl Searchable for Registered {
    fn verdict(&self, task: &Task, progress: &mut dyn Progress<String>) -> Result<Verdict, SolveError> {
        self.solve(task, None, progress).map(|answer| answer.verdict)
    }
}

/// A game that the registry does not have, and a position; nobody hears of its progress.
pub(crate) struct At<G: Game> {
    pub(crate) game: G,
    pub(crate) root: G::Position,
}

impl<G: Game> Searchable for At<G> {
    fn verdict(&self, task: &Task, _: &mut dyn Progress<String>) -> Result<Verdict, SolveError> {
        let solver = Solver::new(&self.game).choice(task.choice).policy(task.policy).limits(task.limits.clone());
        let solver = solver.strategies(task.strategies);
        let run = solver.run(&self.root);
        let run = match task.goal {
            Some(goal) => run.goal(goal),
            None => run,
        };
        run.solve().map(|solution| solution.verdict)
    }
}

/// The start of a game of the registry that has nothing to choose.
pub(crate) fn registered(game: &str) -> Registered {
    opened(game, &[], None)
}

/// The start of a game of the registry on a board of a size such as `5x4`.
pub(crate) fn sized(game: &str, size: &str) -> Registered {
    opened(game, &[("size", size)], None)
}

/// A position of a game of the registry, in its notation.
pub(crate) fn at_position(game: &str, position: &str) -> Registered {
    opened(game, &[], Some(position))
}

/// An empty board of domineering on which this player starts; Max, who moves, is that player.
pub(crate) fn domineering(rows: u32, columns: u32, first: Player) -> Registered {
    let first = if first == Player::Max { "vertical" } else { "horizontal" };
    opened("domineering", &[("size", &format!("{rows}x{columns}")), ("first", first)], None)
}

/// An explicit game at its start; Max is its own Max.
pub(crate) fn explicit(game: &ExplicitGame) -> Registered {
    opened("graph", &[("graph", &game.to_text())], None)
}

fn opened(game: &str, parameters: &[(&str, &str)], position: Option<&str>) -> Registered {
    let request = Request {
        game: game.to_string(),
        parameters: parameters.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        position: position.map(str::to_string),
        moves: Vec::new(),
    };
    open(&request).unwrap_or_else(|error| panic!("a game of the experiments is a fault of the program: {error}"))
}

/// The rules of a game and the position in which it starts, for whoever plays moves itself.
pub(crate) type Started<G> = (G, <G as Rules>::Position);

/// Connect Four with whoever moves first as Max.
pub(crate) type ConnectFourBoard = Viewpoint<ConnectFour<u64>>;

/// The rules of Connect Four.
pub(crate) fn connect_four(columns: u32, rows: u32) -> Started<ConnectFourBoard> {
    of_mover(ConnectFour::new(columns, rows, 4).expect("a small board"))
}

/// The rules of Othello.
pub(crate) fn othello(rows: u32, columns: u32) -> Started<Viewpoint<Othello>> {
    of_mover(Othello::new(rows, columns).expect("a small board"))
}

/// The rules of giveaway chess.
pub(crate) fn giveaway() -> Started<Viewpoint<Giveaway>> {
    of_mover(Giveaway)
}

/// The rules of ultimate tic-tac-toe.
pub(crate) fn ultimate_tic_tac_toe() -> Started<Viewpoint<UltimateTicTacToe>> {
    of_mover(UltimateTicTacToe)
}

fn of_mover<G: TextRules>(game: G) -> Started<Viewpoint<G>> {
    let start = game.start();
    (Viewpoint::of_mover(game, &start), start)
}
