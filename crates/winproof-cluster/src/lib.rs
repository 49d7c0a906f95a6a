//! Searches on many machines: one proof, over NATS JetStream.
//!
//! A *master* (`winproof solve … --cluster URL`) keeps the top of the search as a graph and sends its leaves to
//! *workers* (`winproof work`) as jobs. A job is a position, never a path: what a worker finds out about it holds
//! however it was come to. Workers search with df-pn over a table that stays, and give back what is settled, numbers
//! where nothing is, facts for the others, and for what they settled a *fragment*: a strategy that the checker has
//! accepted. The certificate is merged from fragments and checked like any other; without it there is no verdict.
//!
//! - `graph.rs`, `master.rs`: the master without its surroundings, the same in a run and in a simulation
//! - `certificate.rs`: one certificate from many fragments
//! - `desk.rs`: a worker without its surroundings
//! - `message.rs`, `link.rs`: what is sent, and how
//! - `store.rs`: the truth of a run, on the master's disk
//! - `run.rs`, `talk.rs`, `worker.rs`, `searcher.rs`: the processes
//! - `local.rs`: a server and workers on this machine
//! - `simulate.rs`, `bench.rs`: many workers on a virtual clock, and as many real processes beside them
#![forbid(unsafe_code)]

mod bench;
pub mod certificate;
pub mod desk;
pub mod fault;
pub mod graph;
mod lie;
pub mod link;
pub mod local;
pub mod master;
pub mod message;
mod processor;
mod run;
mod searcher;
pub mod simulate;
mod status;
pub mod store;
mod talk;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use winproof::TextError;
use winproof::open::OpenGame;
use winproof_cli::cluster::{self, ClusterQuestion, Exit, Extension, Failure};
use winproof_games::registry::Request;

/// What this program adds to the command.
pub fn extension() -> Extension {
    Extension { solve: run::cluster_game, work: worker::run, ask }
}

fn ask(question: &ClusterQuestion, stop: Arc<AtomicBool>) -> Result<Exit, Failure> {
    match question {
        ClusterQuestion::Status(arguments) => status::run(arguments, &stop),
        ClusterQuestion::Bench(arguments) => bench::run(arguments, &stop),
    }
}

/// The build, which master and workers must share.
pub fn build() -> String {
    fault::value("build").unwrap_or(env!("WINPROOF_BUILD")).to_string()
}

fn open(request: &Request) -> Result<Box<dyn OpenGame>, TextError> {
    cluster::open(request)
}

/// Sixteen hexadecimal digits that nobody else has drawn.
fn random_word() -> String {
    use std::hash::{BuildHasher, Hasher};
    let mut hasher = std::hash::RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    if let Ok(since) = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH) {
        hasher.write_u128(since.as_nanos());
    }
    format!("{:016x}", hasher.finish())
}
