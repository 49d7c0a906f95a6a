//! The laboratory: published experiments on proof-number search, run again, with the papers' figures beside ours.
//!
//! A [`Table`] is one table of a paper, or one of our own that answers what a paper asks. Running it measures what the
//! paper measured, with the paper's settings as far as they are known, and gives a [`Report`]: each figure of the
//! paper, ours, and how the two agree. A figure that is not met is shown as it came out, with the reason where one is
//! known; nothing is adjusted to meet a figure.
//!
//! ```
//! use winproof_lab::{Agreement, Settings, find};
//!
//! let report = find("mueller-6.2")?.run(&Settings::quick(), &mut |_| {});
//! assert_eq!(report.cell("PN", "DAG nodes").unwrap().agreement, Agreement::Exact);
//! # Ok::<(), winproof_lab::LabError>(())
//! ```
//!
//! [`run()`] does this for any number of tables and writes the reports into a folder, [`Batch`] one table at a time.
//! The benchmarks are in [`mod@bench`]: they measure the searches themselves, as ratios within one run.
//!
//! # Adding a table
//! 1. The paper's figures as a CSV in `papers/`.
//! 2. In the paper's file a function that measures and returns `Findings`, and a constant [`Table`] that names it.
//! 3. One line in the list of `table.rs`.
#![forbid(unsafe_code)]

pub mod alibaba;
pub mod attack;
pub mod bench;
mod chess;
mod clock;
mod csv;
mod domi;
mod games;
mod goals;
mod gpns;
mod html;
mod index;
pub mod listing;
mod machine;
mod markdown;
mod memory;
mod mueller;
mod names;
mod nested_sets;
mod plot;
mod published;
mod report;
mod results;
mod run;
mod sample;
mod schijf;
mod search;
mod sets;
mod settings;
mod subjects;
mod table;
mod transposition_table;
mod transpositions;

pub use machine::Machine;
pub use report::{Agreement, Cell, Figure, Report, Row};
pub use run::{Batch, LabError, run};
pub use sample::Sample;
pub use settings::Settings;
pub use table::{Table, find, tables};
