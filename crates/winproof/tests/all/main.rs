//! All tests of the library from the outside, in one program: a search is compiled anew for each program and each
//! game, and random graphs are searched by nearly every file here. `cargo test -p winproof --test all sets::` runs
//! one file.

mod alpha_beta;
mod checker;
mod checkpoint;
mod dfpn;
mod evidence;
mod figures;
mod graphs;
mod horizon;
#[cfg(unix)]
mod killed;
mod late_positions;
mod liars;
mod limits;
mod nested;
mod outcomes;
mod published_counts;
mod recorder;
mod reference;
mod sets;
mod small_games;
mod support;
mod symmetry;
mod threads;
mod tree;
