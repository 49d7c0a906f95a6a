//! Games to measure searches on that no paper has: each is solved exactly, and what that took is added up.

use crate::games::{self, RandomDag, Strip};
use crate::report::{Agreement, Cell, Figure, Measured};
use crate::search::Method;
use winproof::{Counts, Game, TextRules};
use winproof_games::TicTacToe;

/// What a game took: the work, and the seconds.
pub(crate) type Effort = (Counts, f64);

/// Solves the games of a subject.
type Measurement = Box<dyn Fn(&Method) -> Measured<Effort>>;

/// A game, or several of a kind: its name at these settings, and the measurement.
pub(crate) struct Subject {
    pub(crate) name: String,
    measure: Measurement,
}

impl Subject {
    /// What a method takes to solve it.
    pub(crate) fn effort(&self, method: &Method) -> Measured<Effort> {
        (self.measure)(method)
    }
}

fn subject<G: Game + 'static>(name: String, games: Vec<(G, G::Position)>) -> Subject {
    let measure = move |method: &Method| {
        let (mut counts, mut seconds) = (Counts::default(), 0.0);
        for (game, root) in &games {
            let verdict = method.exact(game, root)?;
            counts.add(&verdict.counts);
            seconds += verdict.seconds;
        }
        Ok((counts, seconds))
    };
    Subject { name, measure: Box::new(measure) }
}

/// The empty board; there is only one size.
pub(crate) fn tic_tac_toe(_: bool) -> Subject {
    subject("tic-tac-toe".to_string(), vec![(TicTacToe, TicTacToe.start())])
}

/// An empty board, larger for a full run.
pub(crate) fn connect_four(full: bool) -> Subject {
    if full { board(5, 4) } else { board(4, 3) }
}

/// An empty board of Connect Four.
pub(crate) fn board(columns: u32, rows: u32) -> Subject {
    subject(format!("Connect Four {columns}×{rows}"), vec![games::connect_four(columns, rows)])
}

/// A strip, longer for a full run.
pub(crate) fn woodpush(full: bool) -> Subject {
    let cells = if full { 11 } else { 8 };
    let game = Strip::new(cells);
    let root = game.start();
    subject(format!("Woodpush {cells}"), vec![(game, root)])
}

/// Random acyclic graphs, more and larger ones for a full run.
pub(crate) fn random(full: bool) -> Subject {
    let (count, layers, width) = if full { (50, 100, 50) } else { (20, 60, 30) };
    let games = (0..count).map(|seed| {
        let game = RandomDag { layers, width }.build(seed);
        let start = game.start();
        (game, start)
    });
    subject(format!("{count} random graphs of up to {} nodes", layers * width), games.collect())
}

/// A count of an effort as a cell of a table.
pub(crate) fn count(effort: &Measured<Effort>, figure: fn(&Counts) -> u64) -> Cell {
    Cell::count(None, effort.clone().map(|(counts, _)| figure(&counts) as i64))
}

/// Its seconds as a cell of a table.
pub(crate) fn seconds(effort: &Measured<Effort>) -> Cell {
    match effort {
        Ok((_, seconds)) => {
            Cell { paper: None, ours: Some(Figure::Seconds(*seconds)), agreement: Agreement::NotInPaper }
        }
        Err(reason) => Cell { paper: None, ours: None, agreement: reason.clone() },
    }
}
