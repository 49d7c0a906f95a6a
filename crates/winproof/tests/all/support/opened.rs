//! Games of the types that the registry opens: their searches are compiled there, and shared with these tests.

use winproof::Viewpoint;
use winproof_games::{ConnectFour, Othello, TicTacToe, UltimateTicTacToe, Woodpush};

pub fn connect_four(columns: u32, rows: u32, line: u32) -> Viewpoint<ConnectFour<u64>> {
    Viewpoint::unchanged(ConnectFour::new(columns, rows, line).unwrap())
}

pub fn connect_four_score(columns: u32, rows: u32, line: u32) -> Viewpoint<ConnectFour<u64>> {
    Viewpoint::unchanged(ConnectFour::with_scores(columns, rows, line).unwrap())
}

pub fn othello(columns: u32, rows: u32) -> Viewpoint<Othello> {
    Viewpoint::unchanged(Othello::new(columns, rows).unwrap())
}

pub fn tic_tac_toe() -> Viewpoint<TicTacToe> {
    Viewpoint::unchanged(TicTacToe)
}

pub fn ultimate_tic_tac_toe() -> Viewpoint<UltimateTicTacToe> {
    Viewpoint::unchanged(UltimateTicTacToe)
}

pub fn woodpush(length: u32) -> Viewpoint<Woodpush> {
    Viewpoint::unchanged(Woodpush::new(length).unwrap())
}
