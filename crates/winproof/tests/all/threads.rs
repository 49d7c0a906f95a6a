//! Several workers on one search, taking turns by a seed and on real threads: the answer is that of one.

use crate::support::{acyclic, connect_four, games, small_cyclic};
use winproof::{Algorithm, Evidence, Policy, Report, Solver, TextRules};
use winproof_games::ExplicitGame;

/// The searches that run on threads.
const NAMES: [&str; 2] = ["dfpn", "alphabeta"];

fn solver<'g>(game: &'g ExplicitGame, name: &str, entries: usize) -> Solver<'g, ExplicitGame> {
    let mut policy = Policy::default();
    policy.dfpn.table_entries = Some(entries);
    policy.alpha_beta.table_entries = Some(entries);
    Solver::new(game).algorithm(Algorithm::by_name(name).unwrap()).policy(policy)
}

/// Sizes of tables, down to one entry.
const ENTRIES: [usize; 6] = [1, 3, 16, 64, 1024, 16_384];

#[test]
fn workers_that_take_turns_are_right() {
    let kinds = games(161, 800, small_cyclic).chain(games(162, 300, acyclic));
    for (number, (game, value)) in (0u64..).zip(kinds) {
        for (name, workers) in NAMES.into_iter().flat_map(|name| [2, 3, 8].map(|workers| (name, workers))) {
            let entries = ENTRIES[(number as usize + workers) % ENTRIES.len()];
            let solution = solver(&game, name, entries).interleaved(workers, number).solve(&game.start()).unwrap();
            let what = || format!("{name}, {workers} workers, {entries} entries, seed {number}\n{}", game.to_text());
            assert_eq!(solution.value(), Some(value), "{}", what());
            assert_eq!(solution.verdict.lower.evidence, Evidence::Certified, "{}", what());
            assert_eq!(solution.verdict.upper.evidence, Evidence::Certified, "{}", what());
        }
    }
}

#[test]
fn threads_are_right() {
    let kinds = games(163, 300, small_cyclic).chain(games(164, 100, acyclic));
    for (number, (game, value)) in (0usize..).zip(kinds) {
        let entries = ENTRIES[number % ENTRIES.len()];
        let threads = 2 + number % 7;
        for name in NAMES {
            let solver = solver(&game, name, entries).threads(threads).threads_join_after(0);
            let solution = solver.solve(&game.start()).unwrap();
            let what = || format!("{name}, {threads} threads, {entries} entries\n{}", game.to_text());
            assert_eq!(solution.value(), Some(value), "{}", what());
            assert_eq!(solution.contradiction, None, "{}", what());
        }
    }
}

/// The best-first searches have one thread each; the halves of a value are searched side by side.
#[test]
fn halves_side_by_side_are_right() {
    let names = ["pn", "pn-mobility", "pn-dag", "bta", "pss"].map(|name| Algorithm::by_name(name).unwrap());
    let kinds = games(166, 600, small_cyclic).chain(games(167, 400, acyclic));
    let mut more = 0;
    for (number, (game, value)) in (0usize..).zip(kinds) {
        for algorithm in names.iter().filter(|algorithm| algorithm.fits(&game).is_ok()) {
            let solver = || Solver::new(&game).algorithm(*algorithm);
            let alone = solver().solve(&game.start()).unwrap();
            let mut solutions = vec![solver().interleaved(2, number as u64).solve(&game.start()).unwrap()];
            if number % 5 == 0 {
                solutions.push(solver().threads(2).threads_join_after(0).solve(&game.start()).unwrap());
            }
            for solution in solutions {
                let what = || format!("{algorithm:?}, seed {number}\n{}", game.to_text());
                assert_eq!(solution.value(), Some(value), "{}", what());
                assert_eq!(solution.verdict.lower.evidence, Evidence::Certified, "{}", what());
                assert_eq!(solution.verdict.upper.evidence, Evidence::Certified, "{}", what());
                more += usize::from(solution.verdict.counts.nodes != alone.verdict.counts.nodes);
            }
        }
    }
    assert!(more > 500, "in only {more} cases was there work beside that of one thread");
}

/// Best-first searches behind the moves at the root run side by side: each move is worth what it is worth alone.
#[test]
fn moves_side_by_side_are_right() {
    let names = ["pn", "pn-dag", "bta"].map(|name| Algorithm::by_name(name).unwrap());
    let kinds = games(168, 200, small_cyclic).chain(games(169, 200, acyclic));
    let mut several = 0;
    for (number, (game, _)) in (0usize..).zip(kinds) {
        for algorithm in names.iter().filter(|algorithm| algorithm.fits(&game).is_ok()) {
            let solver = || Solver::new(&game).algorithm(*algorithm);
            let alone = solver().move_values(&game.start(), &mut |_: &Report<'_, _>| {}).unwrap();
            let threads = solver().threads(2 + number % 3);
            let together = threads.move_values(&game.start(), &mut |_: &Report<'_, _>| {}).unwrap();
            several += usize::from(alone.len() > 1);
            assert_eq!(alone.len(), together.len(), "{}", game.to_text());
            for ((mv, verdict), (same, other)) in alone.iter().zip(&together) {
                assert_eq!(mv, same, "{}", game.to_text());
                assert!(verdict.value().is_some(), "{}", game.to_text());
                assert_eq!(verdict.value(), other.value(), "{algorithm:?}\n{}", game.to_text());
            }
        }
    }
    assert!(several > 200, "only {several} roots had several moves");
}

/// Who has too little memory beside another search gets all of it alone.
#[test]
fn halves_side_by_side_keep_to_memory() {
    let game = connect_four(4, 4, 4);
    let algorithm = Algorithm::by_name("pn-dag").unwrap();
    let limited = |memory| winproof::Limits { memory: Some(memory), ..Default::default() };
    let peak = Solver::new(&game).algorithm(algorithm).solve(&game.start()).unwrap().verdict.counts.peak_bytes;
    for memory in [peak, peak * 5 / 4, peak * 4] {
        let alone = Solver::new(&game).algorithm(algorithm).limits(limited(memory)).solve(&game.start()).unwrap();
        let solver = Solver::new(&game).algorithm(algorithm).limits(limited(memory)).threads(2).threads_join_after(0);
        let solution = solver.solve(&game.start()).unwrap();
        assert_eq!((solution.value(), solution.verdict.stopped), (alone.value(), alone.verdict.stopped), "{memory}");
        assert!(solution.verdict.counts.peak_bytes <= memory);
    }
}

/// Until others join, a search with threads is the search with one, node for node.
#[test]
fn a_short_search_is_that_of_one_thread() {
    for (game, _) in games(165, 300, small_cyclic) {
        for name in NAMES {
            let alone = solver(&game, name, 1024).solve(&game.start()).unwrap();
            let shared = solver(&game, name, 1024).threads(8).solve(&game.start()).unwrap();
            assert_eq!(alone.verdict.counts.nodes, shared.verdict.counts.nodes);
            assert_eq!(alone.verdict.counts.expansions, shared.verdict.counts.expansions);
        }
    }
}

#[test]
fn limits_hold_for_all_workers_together() {
    let game = connect_four(6, 5, 4);
    let limits = winproof::Limits { nodes: Some(300_000), memory: Some(16 << 20), ..Default::default() };
    for name in NAMES {
        let solver = Solver::new(&game).algorithm(Algorithm::by_name(name).unwrap()).limits(limits.clone());
        let solution = solver.threads(4).threads_join_after(1000).solve(&game.start()).unwrap();
        assert_eq!(solution.verdict.stopped, winproof::Stopped::Nodes, "{name}");
        // Each worker looks at the sum once in 256 expansions of at most six children.
        let nodes = solution.verdict.counts.nodes;
        assert!((300_000..300_000 + 4 * 256 * 6 + 100).contains(&nodes), "{name}: {nodes}");
    }
}

/// A search that is over in a moment waits for nobody, and its counts are those of one thread.
#[test]
fn nothing_runs_beside_a_short_search() {
    for (game, _) in games(168, 200, acyclic) {
        let solver = || Solver::new(&game).algorithm(Algorithm::by_name("pn-dag").unwrap());
        let alone = solver().solve(&game.start()).unwrap();
        let shared = solver().threads(2).solve(&game.start()).unwrap();
        assert_eq!(alone.verdict.counts, shared.verdict.counts);
    }
}
