//! The benchmark `threads`: two threads against one, and more workers than there are cores, simulated.
//!
//! Speed is measured within one run, several times, and the worst counts. Limits are upper ones, so they are on the
//! time of two threads over that of one. In a simulation workers take turns by a seed; its time is the expansions of
//! the worker that made most. What it leaves out is the wait for memory that threads share.

use super::search::Search;
use super::{GivenMate, Measurement, More};
use crate::games;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use winproof::open::Task;
use winproof::{Goal, Limits, Report, Strategies, TextRules, Verdict};
use winproof_games::Chess;
use winproof_games::chess::mate::{Answer, MateSearch};
use winproof_games::chess::problems;

/// Measurements of each; the worst counts.
const ROUNDS: usize = 3;
/// The table.
const MEMORY: usize = 1 << 30;
/// The table of a mate.
const MATE_MEMORY: usize = 128 << 20;
/// So many of the mates that take longest are measured by themselves.
const HARDEST: usize = 20;
/// What a mate may take.
const MOST_SECONDS: u64 = 10;

/// A position and the search that is measured on it.
#[derive(Clone, Copy)]
struct Case {
    game: &'static str,
    size: &'static str,
    algorithm: &'static str,
    goal: Option<i32>,
    /// The memory of the table.
    memory: usize,
}

/// Measures games, mates and simulations.
pub fn run(more: &More) -> Vec<Measurement> {
    let mut all = Vec::new();
    let connect_four = Case { game: "connect4", size: "6x5", algorithm: "dfpn", goal: Some(1), memory: MEMORY };
    let domineering = Case { game: "domineering", size: "8x8", algorithm: "alphabeta", goal: None, memory: MEMORY };
    all.extend(measure(connect_four, ROUNDS, 1.7));
    all.extend(measure(domineering, ROUNDS, 1.6));
    if more.full {
        // One round of a search that takes minutes, and the limit on the wall time of two threads, which is stricter.
        let large = Case { game: "connect4", size: "7x6", algorithm: "alphabeta", goal: Some(1), memory: 4 << 30 };
        all.extend(measure(large, 1, 1.6));
    }
    all.extend(crowded(connect_four));
    all.extend(mates(&more.mates));
    let simulated = Case { size: "6x4", ..connect_four };
    let one = search(simulated, 1, None).counts.expansions as f64;
    for workers in [2, 4, 8, 16, 32] {
        let steps = search(simulated, workers, Some(7)).counts.steps as f64;
        let what = format!("connect4 6x4, dfpn, {workers} workers simulated: speedup in expansions");
        all.push(Measurement::ratio(what, one / steps));
    }
    all
}

/// Two threads against one, which must be so many times as fast.
fn measure(case: Case, rounds: usize, speedup: f64) -> Vec<Measurement> {
    let (mut time, mut nodes, mut speed) = (0.0_f64, 0.0_f64, f64::INFINITY);
    for _ in 0..rounds {
        let (one, two) = (search(case, 1, None), search(case, 2, None));
        time = time.max(two.seconds / one.seconds);
        nodes = nodes.max(two.counts.nodes as f64 / one.counts.nodes as f64);
        let each = |verdict: &Verdict| verdict.counts.nodes as f64 / verdict.seconds;
        speed = speed.min(each(&two) / 2.0 / each(&one));
    }
    let what = |text: &str| format!("{} {}, {}: {text}, the worst of {rounds}", case.game, case.size, case.algorithm);
    vec![
        Measurement::ratio(what("time of 2 threads / of 1"), time).at_most(1.0 / speedup),
        Measurement::ratio(what("nodes of 2 threads / of 1"), nodes),
        Measurement::ratio(what("speed of each of 2 threads / of 1"), speed),
    ]
}

/// More threads than cores: what it costs in time on the processor.
fn crowded(case: Case) -> Vec<Measurement> {
    let (Some(before), one) = (on_processors(), search(case, 1, None)) else { return Vec::new() };
    let (Some(between), many) = (on_processors(), search(case, 8, None)) else { return Vec::new() };
    let Some(after) = on_processors() else { return Vec::new() };
    let what = |text: &str| format!("{} {}, {}: {text}", case.game, case.size, case.algorithm);
    vec![
        Measurement::ratio(what("processor time of 8 threads / of 1"), (after - between) / (between - before))
            .at_most(1.3),
        Measurement::ratio(what("nodes of 8 threads / of 1"), many.counts.nodes as f64 / one.counts.nodes as f64),
    ]
}

/// Seconds that all threads of this program have run so far, by the books of Linux.
fn on_processors() -> Option<f64> {
    let books = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold anything. Times are in hundredths of a second.
    let fields: Vec<&str> = books.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// Mates: those that take longest on two threads each, and all of them side by side.
fn mates(given: &[GivenMate]) -> Vec<Measurement> {
    let of_the_thesis = || problems::breuker().into_iter().map(|problem| problem.fen).collect();
    let given_ones = || given.iter().map(|mate| mate.fen.clone()).collect();
    let fens: Vec<String> = if given.is_empty() { of_the_thesis() } else { given_ones() };
    let started = Instant::now();
    let mut solved: Vec<(f64, &String)> = fens.iter().filter_map(|fen| Some((mate(fen, 1)?, fen))).collect();
    let alone = started.elapsed().as_secs_f64();
    solved.sort_by(|one, other| other.0.total_cmp(&one.0));
    solved.truncate(HARDEST);
    let one: f64 = solved.iter().map(|(seconds, _)| seconds).sum();
    let two: f64 = solved.iter().map(|(_, fen)| mate(fen, 2).unwrap_or(MOST_SECONDS as f64)).sum();
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(fen) = fens.get(next.fetch_add(1, Ordering::Relaxed)) {
                    mate(fen, 1);
                }
            });
        }
    });
    let side_by_side = started.elapsed().as_secs_f64();
    let whose = if given.is_empty() { "mates of the thesis" } else { "mates of the file" };
    let hardest = Measurement::ratio(format!("{whose}, the {HARDEST} longest: time of 2 threads / of 1"), two / one);
    // Searches that are over in a moment stay on one thread.
    let hardest = if one > HARDEST as f64 { hardest.at_most(1.0 / 1.5) } else { hardest };
    vec![
        Measurement::ratio(format!("{whose}, the {HARDEST} longest: seconds on 1 thread"), one),
        hardest,
        Measurement::ratio(
            format!("{whose}, all {}: time of two at a time / of one", fens.len()),
            side_by_side / alone,
        )
        .at_most(1.0 / 1.8),
    ]
}

/// The seconds that a mate takes to be found, if it is.
fn mate(fen: &str, threads: usize) -> Option<f64> {
    let rules = Chess::for_fen(fen).ok()?;
    let root = rules.parse_position(fen).ok()?;
    let time = Some(std::time::Duration::from_secs(MOST_SECONDS));
    let limits = Limits { time, memory: Some(MATE_MEMORY), ..Limits::default() };
    let started = Instant::now();
    let mut search = MateSearch::new(&root, limits).threads(threads);
    matches!(search.any(), Answer::Mate(_)).then(|| started.elapsed().as_secs_f64())
}

fn search(case: Case, threads: usize, interleaved: Option<u64>) -> Verdict {
    let game = games::sized(case.game, case.size);
    let search = Search::new(case.algorithm, case.goal.map(Goal::at_least));
    let task = Task {
        choice: search.algorithm.into(),
        limits: Limits { memory: Some(case.memory), ..Limits::default() },
        strategies: Strategies::None,
        goal: search.goal,
        threads,
        interleaved,
        ..Task::default()
    };
    let answer = game.solve(&task, None, &mut |_: &Report<'_, String>| {});
    answer.map(|answer| answer.verdict).unwrap_or_else(|refusal| panic!("the search fits the game: {refusal}"))
}
