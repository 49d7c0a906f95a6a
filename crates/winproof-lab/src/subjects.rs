//! Games to measure searches on that no paper has: each is solved exactly, and what that took is added up.

use crate::games::{self, RandomDag, Registered};
use crate::report::{Agreement, Cell, Figure, Measured};
use crate::search::Method;
use winproof::Counts;

/// What a game took: the work, and the seconds.
pub(crate) type Effort = (Counts, f64);

/// A game, or several of a kind, and its name at these settings.
pub(crate) struct Subject {
    pub(crate) name: String,
    games: Vec<Registered>,
}

impl Subject {
    /// What a method takes to solve it.
    pub(crate) fn effort(&self, method: &Method) -> Measured<Effort> {
        let (mut counts, mut seconds) = (Counts::default(), 0.0);
        for game in &self.games {
            let verdict = method.exact(game)?;
            counts.add(&verdict.counts);
            seconds += verdict.seconds;
        }
        Ok((counts, seconds))
    }
}

/// The empty board; there is only one size.
pub(crate) fn tic_tac_toe(_: bool) -> Subject {
    Subject { name: "tic-tac-toe".to_string(), games: vec![games::registered("tic-tac-toe")] }
}

/// An empty board, larger for a full run.
pub(crate) fn connect_four(full: bool) -> Subject {
    if full { board(5, 4) } else { board(4, 3) }
}

/// An empty board of Connect Four.
pub(crate) fn board(columns: u32, rows: u32) -> Subject {
    let game = games::sized("connect4", &format!("{columns}x{rows}"));
    Subject { name: format!("Connect Four {columns}×{rows}"), games: vec![game] }
}

/// A strip, longer for a full run.
pub(crate) fn woodpush(full: bool) -> Subject {
    let cells = if full { 11 } else { 8 };
    Subject { name: format!("Woodpush {cells}"), games: vec![games::sized("woodpush", &cells.to_string())] }
}

/// Random acyclic graphs, more and larger ones for a full run.
pub(crate) fn random(full: bool) -> Subject {
    let (count, layers, width) = if full { (50, 100, 50) } else { (20, 60, 30) };
    let games = (0..count).map(|seed| games::explicit(&RandomDag { layers, width }.build(seed)));
    Subject { name: format!("{count} random graphs of up to {} nodes", layers * width), games: games.collect() }
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
