//! D. M. Breuker, *Memory versus Search in Games* (1998), chapter 2 and appendix C: what a transposition table should
//! keep, and what its entries should hold, measured in nodes of alpha-beta.
//!
//! The chess tables run our [`alibaba`](crate::alibaba) on the thesis's own positions, in the order of the games. The
//! thesis's program differs in what its description leaves open, first of all its piece-square tables, so that no
//! figure can be met; what can be compared is which scheme needs fewer nodes, and how far more memory helps. The
//! remarks do that.
//!
//! The domineering tables run our [`domi`](crate::domi), and the library's alpha-beta beside it.
//!
//! A quick run takes a few positions and fewer plies, with tables that are four times smaller for each ply: the thesis
//! says itself that a table should grow with the tree, which grows fourfold a ply (§2.7.1).

mod benefit;
mod contents;
mod domineering;
mod positions;
mod schemes;

pub(crate) use benefit::BENEFIT;
pub(crate) use contents::{LINES_ENDGAME, LINES_MIDDLE_GAME, PARTS_ENDGAME, PARTS_MIDDLE_GAME};
pub(crate) use domineering::{CLASSES, SCHEMES_8X8};
pub(crate) use schemes::{
    CLEARED_3, CLEARED_4, CLEARED_5, CLEARED_6, CLEARED_7, CLEARED_8, ENDGAME, STAMPED_3, STAMPED_4, STAMPED_5,
    STAMPED_6, STAMPED_7, STAMPED_8,
};

use crate::alibaba::{Alibaba, Vehicle};
use crate::report::{Agreement, Measured};
use crate::settings::Session;
use positions::Exercise;

const THESIS: &str = "the thesis does not give the piece-square tables and other details of its program: only the \
                      order of the counts and the shape of the curves can be compared";

/// The experiment of one table: which positions, how deep, in which unit the paper prints.
#[derive(Clone, Copy)]
struct Experiment {
    paper: &'static str,
    exercises: fn() -> Vec<Exercise>,
    depth: u8,
    /// How deep a quick run searches, and how many of the positions.
    quick: (u8, usize),
    time_stamps: bool,
    /// Nodes that a 1 of the paper stands for.
    unit: i64,
}

impl Experiment {
    /// Plies less than in the paper.
    fn less(&self, session: &Session<'_>) -> u8 {
        if session.settings.full { 0 } else { self.depth - self.quick.0 }
    }

    fn exercises(&self, session: &Session<'_>) -> Vec<Exercise> {
        let mut exercises = (self.exercises)();
        if !session.settings.full {
            exercises.truncate(self.quick.1);
        }
        exercises
    }

    /// A table of the paper's size, or of one that fits the smaller trees of a quick run.
    fn positions(&self, session: &Session<'_>, size_k: usize) -> usize {
        ((size_k << 10) >> (2 * u32::from(self.less(session)))).max(1)
    }

    /// Nodes of all positions together, searched one after the other with one table.
    fn nodes(&self, session: &Session<'_>, exercises: &[Exercise], vehicle: Vehicle) -> Measured<i64> {
        let limits = &session.settings.limits;
        if limits.memory.is_some_and(|most| Alibaba::table_bytes(&vehicle) > most) {
            return Err(Agreement::NotMeasured("the table is larger than the memory limit".to_string()));
        }
        let mut program = Alibaba::new(Vehicle { time_stamps: self.time_stamps, ..vehicle });
        let depth = self.depth - self.less(session);
        let mut nodes = 0;
        for exercise in exercises {
            let found = program.search(&exercise.position, depth, limits).map_err(|stopped| {
                let (id, word) = (&exercise.id, stopped.word());
                Agreement::NotMeasured(format!("the search of {id} ended before its depth ({word})"))
            })?;
            nodes += found.nodes as i64;
        }
        Ok(nodes)
    }

    /// Why the figures of this run are not compared one by one.
    fn reason(&self, session: &Session<'_>) -> String {
        match session.settings.full {
            true => THESIS.to_string(),
            false => format!("a quick run has fewer positions, plies and entries than the paper; and {THESIS}"),
        }
    }

    /// How it was measured.
    fn settings(&self, session: &Session<'_>, exercises: &[Exercise]) -> Vec<(&'static str, String)> {
        let less = self.less(session);
        let ids = match (exercises.first(), exercises.last()) {
            (Some(first), Some(last)) => format!("{} (\"{}\" to \"{}\")", exercises.len(), first.id, last.id),
            _ => "none".to_string(),
        };
        let sizes = match less {
            0 => "the paper's number of positions".to_string(),
            _ => format!("the paper's number of positions divided by {}", 1u64 << (2 * less)),
        };
        let between = if self.time_stamps { "kept with a time stamp" } else { "cleared" };
        vec![
            ("positions", ids),
            ("depth", format!("{} plies and quiescence", self.depth - less)),
            ("table", sizes),
            ("table between positions", between.to_string()),
            ("nodes", "all positions entered, in all iterations, including quiescence".to_string()),
        ]
    }
}
