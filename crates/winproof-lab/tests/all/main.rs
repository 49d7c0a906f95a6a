//! The laboratory: its command, and its tables against the papers.
//!
//! One program: it is linked once, and its tests keep every core busy.

mod command;
mod tables;
