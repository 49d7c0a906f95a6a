//! The command as people call it.
//!
//! One program: it is linked once, and its tests keep every core busy.

mod bad_input;
mod certificates;
mod checkpoints;
mod explore;
mod features;
mod interrupt;
mod licences;
mod lists_and_help;
mod mate;
mod mutations;
mod nothing_false;
mod picture;
mod problem;
mod rules;
mod solve;
mod support;
mod two_checkers;
mod uci;
