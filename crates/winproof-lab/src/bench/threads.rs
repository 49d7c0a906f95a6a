//! The benchmark `threads`: df-pn on two threads against one, and more workers than there are cores, simulated.
//!
//! Speed is measured within one run, several times, and the worst counts. In a simulation workers take turns by a seed;
//! its time is the expansions of the worker that made most. What it leaves out is the wait for memory that threads
//! share.

use super::Measurement;
use super::search::Search;
use crate::games;
use winproof::open::Task;
use winproof::{Goal, Limits, Report, Strategies, Verdict};

/// Measurements of each; the worst counts.
const ROUNDS: usize = 3;
/// The table.
const MEMORY: usize = 1 << 30;

/// Measures Connect Four.
pub fn run() -> Vec<Measurement> {
    let mut all = Vec::new();
    let (mut worst, mut nodes, mut contention) = (f64::INFINITY, 0.0_f64, f64::INFINITY);
    for _ in 0..ROUNDS {
        let (one, two) = (search("6x5", 1, None), search("6x5", 2, None));
        worst = worst.min(one.seconds / two.seconds);
        nodes = nodes.max(two.counts.nodes as f64 / one.counts.nodes as f64);
        let speed = |verdict: &Verdict| verdict.counts.nodes as f64 / verdict.seconds;
        contention = contention.min(speed(&two) / 2.0 / speed(&one));
    }
    let what = |text: &str| format!("connect4 6x5, df-pn: {text}");
    // The limit is on the inverse, since limits are upper ones: two threads take at most 1/1.7 of the time of one.
    all.push(Measurement::ratio(what("time of 2 threads / of 1, the worst of three"), 1.0 / worst).at_most(1.0 / 1.7));
    all.push(Measurement::ratio(what("nodes of 2 threads / of 1, the most of three"), nodes));
    all.push(Measurement::ratio(what("speed of each of 2 threads / of 1, the least of three"), contention));
    let one = search("6x4", 1, None).counts.expansions as f64;
    for workers in [2, 4, 8, 16, 32] {
        let simulated = search("6x4", workers, Some(7)).counts.steps as f64;
        let what = format!("connect4 6x4, df-pn, {workers} workers simulated: speedup in expansions");
        all.push(Measurement::ratio(what, one / simulated));
    }
    all
}

fn search(size: &str, threads: usize, interleaved: Option<u64>) -> Verdict {
    let game = games::sized("connect4", size);
    let search = Search::new("dfpn", Some(Goal::at_least(1)));
    let task = Task {
        choice: search.algorithm.into(),
        limits: Limits { memory: Some(MEMORY), ..Limits::default() },
        strategies: Strategies::None,
        goal: search.goal,
        threads,
        interleaved,
        ..Task::default()
    };
    let answer = game.solve(&task, None, &mut |_: &Report<'_, String>| {});
    answer.map(|answer| answer.verdict).unwrap_or_else(|refusal| panic!("df-pn fits Connect Four: {refusal}"))
}
