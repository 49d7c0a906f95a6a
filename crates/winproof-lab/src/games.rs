//! The games of the experiments and benchmarks, one type each.
//!
//! The library's searches are compiled once for each type of game that they are called with, which is most of what
//! it takes to build this program. So every experiment and every benchmark takes its game from here: a game of the
//! crate `winproof-games` always in the same wrapper, and variants of one game as fields of one type.

mod problem_chess;
mod random_dag;
mod strip;

pub(crate) use problem_chess::ProblemChess;
pub(crate) use random_dag::RandomDag;
pub(crate) use strip::Strip;

use winproof::{Player, Rules, TextRules, Viewpoint};
use winproof_games::{ConnectFour, Domineering, Giveaway, Othello, UltimateTicTacToe};

/// A game and the position in which it starts.
pub(crate) type Started<G> = (G, <G as Rules>::Position);

/// Connect Four with whoever moves first as Max.
pub(crate) type ConnectFourBoard = Viewpoint<ConnectFour<u64>>;

/// Domineering, wide enough for all boards of the experiments.
pub(crate) type DomineeringBoard = Domineering<u128>;

/// An empty board of Connect Four.
pub(crate) fn connect_four(columns: u32, rows: u32) -> Started<ConnectFourBoard> {
    of_mover(ConnectFour::new(columns, rows, 4).expect("a small board"))
}

/// An empty board of Othello.
pub(crate) fn othello(rows: u32, columns: u32) -> Started<Viewpoint<Othello>> {
    of_mover(Othello::new(rows, columns).expect("a small board"))
}

/// Giveaway chess.
pub(crate) fn giveaway() -> Started<Viewpoint<Giveaway>> {
    of_mover(Giveaway)
}

/// Ultimate tic-tac-toe.
pub(crate) fn ultimate_tic_tac_toe() -> Started<Viewpoint<UltimateTicTacToe>> {
    of_mover(UltimateTicTacToe)
}

/// An empty board of domineering on which this player starts.
pub(crate) fn domineering(rows: u32, columns: u32, first: Player) -> Started<DomineeringBoard> {
    let game = DomineeringBoard::new(rows, columns, first).expect("a board of at most 128 cells");
    let start = game.start();
    (game, start)
}

fn of_mover<G: TextRules>(game: G) -> Started<Viewpoint<G>> {
    let start = game.start();
    (Viewpoint::of_mover(game, &start), start)
}
