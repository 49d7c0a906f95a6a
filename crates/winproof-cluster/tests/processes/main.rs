//! Real masters, workers and servers on this machine, and what happens when they are killed, paused, wiped or lied to.

mod faults;
mod kills;
mod link;
mod matrix;
mod support;
