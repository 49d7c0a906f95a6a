//! Searches whose leaves are searched in turn (PN² and its relatives), against retrograde analysis.

use crate::support::{acyclic, certify, connect_four, games, is_solved_by, small_cyclic, varied};
use winproof::{
    Algorithm, EffortKind, Goal, GraphKind, LeafKind, NestedPolicy, NestedSize, Policy, Rules, Solver, TextRules,
};
use winproof_oracle::{Random, RandomGraph};

fn cyclic(random: &mut Random) -> RandomGraph {
    let nodes = random.between(2, 120);
    RandomGraph { cyclic: true, ..varied(random, nodes) }
}

/// Each game meets another size, leaf and second effort.
fn setting(number: usize, efforts: &[Option<EffortKind>]) -> Policy {
    let sizes = [
        NestedSize::Equal,
        NestedSize::Fixed(0),
        NestedSize::Logistic { a: 30, b: 10 },
        NestedSize::Fixed(20),
        NestedSize::Fixed(100_000),
    ];
    let leaves = [LeafKind::Unit, LeafKind::Mobility, LeafKind::Heuristic];
    let nested = NestedPolicy {
        size: sizes[number % sizes.len()],
        leaf: leaves[number / sizes.len() % leaves.len()],
        effort: efforts[number % efforts.len()],
        kept: [0, 1, 0, 5][number % 4],
    };
    Policy { nested, shuffle: (number % 7 == 0).then_some(number as u64), ..Policy::default() }
}

fn nested(effort: EffortKind, graph: GraphKind) -> Algorithm {
    Algorithm { effort, graph, leaf: LeafKind::Nested }
}

/// First and second efforts that a graph takes.
fn pairs(graph: GraphKind) -> (&'static [EffortKind], &'static [Option<EffortKind>]) {
    match graph {
        GraphKind::Tree => (
            &[EffortKind::Numbers, EffortKind::Outcomes],
            &[None, Some(EffortKind::Numbers), Some(EffortKind::Outcomes)],
        ),
        _ => (
            &[EffortKind::Numbers, EffortKind::Sets, EffortKind::Outcomes],
            &[None, Some(EffortKind::Numbers), Some(EffortKind::Sets), Some(EffortKind::Outcomes)],
        ),
    }
}

fn all_are_right(seed: u64, count: u32, graph: GraphKind, kind: impl Fn(&mut Random) -> RandomGraph) {
    let (firsts, seconds) = pairs(graph);
    for (number, (game, value)) in games(seed, count, kind).enumerate() {
        let first = firsts[number / seconds.len() % firsts.len()];
        is_solved_by(nested(first, graph), setting(number, seconds), &game, value);
    }
}

#[test]
fn trees_are_right_without_cycles() {
    all_are_right(51, 3000, GraphKind::Tree, acyclic);
}

#[test]
fn trees_are_right_with_cycles() {
    all_are_right(52, 4000, GraphKind::Tree, small_cyclic);
}

#[test]
fn dags_are_right() {
    all_are_right(53, 4000, GraphKind::Dag, acyclic);
}

#[test]
fn base_twin_is_right_with_cycles() {
    all_are_right(54, 6000, GraphKind::BaseTwin, cyclic);
}

#[test]
fn dcg_proves_only_what_is_true() {
    let mut proved = 0;
    for (number, (game, value)) in games(55, 3000, cyclic).enumerate() {
        let policy = setting(number, &[None, Some(EffortKind::Numbers), Some(EffortKind::Sets)]);
        let first = [EffortKind::Numbers, EffortKind::Sets][number % 2];
        for least in game.values().into_iter().skip(1) {
            let goal = Goal::at_least(least);
            let solver = Solver::new(&game).algorithm(nested(first, GraphKind::Dcg)).policy(policy);
            let solution = solver.solve_goal(&game.start(), goal).unwrap();
            let Some(holds) = solution.verdict.holds(goal) else { continue };
            assert_eq!(holds, value >= least, "{policy:?}\n{}", game.to_text());
            certify(&game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", game.to_text()));
            proved += 1;
        }
    }
    assert!(proved > 500, "only {proved} proofs");
}

#[test]
fn names_mean_what_they_say() {
    for (name, effort, graph) in [
        ("pn2", EffortKind::Numbers, GraphKind::Tree),
        ("bta2", EffortKind::Numbers, GraphKind::BaseTwin),
        ("pss2", EffortKind::Sets, GraphKind::Dag),
        ("gpn2", EffortKind::Outcomes, GraphKind::Tree),
    ] {
        assert_eq!(Algorithm::by_name(name), Some(nested(effort, graph)));
    }
}

#[test]
fn a_second_level_saves_memory() {
    let game = connect_four(4, 4, 4);
    let solve = |name: &str| {
        let solution = Solver::new(&game).algorithm(Algorithm::by_name(name).unwrap()).solve(&game.start()).unwrap();
        assert_eq!(solution.value(), Some(0));
        certify(&game, &solution).unwrap();
        solution.verdict.counts
    };
    let (one, two) = (solve("pn-mobility"), solve("pn2"));
    assert!(
        two.peak_bytes * 10 < one.peak_bytes,
        "{} bytes with one level, {} with two",
        one.peak_bytes,
        two.peak_bytes
    );
    assert!(two.nodes < 20 * one.nodes, "{} nodes with one level, {} with two", one.nodes, two.nodes);
}

/// Leaves that are searched ahead, in turns by a seed and on threads: nothing that is found then is wrong later.
#[test]
fn searching_ahead_changes_no_answer() {
    let mut ahead = 0;
    for graph in [GraphKind::Tree, GraphKind::Dag, GraphKind::BaseTwin] {
        let (firsts, seconds) = pairs(graph);
        let kind = if graph == GraphKind::Dag { acyclic } else { cyclic };
        for (number, (game, value)) in games(57, 900, kind).enumerate() {
            let policy = setting(number, seconds);
            let algorithm = nested(firsts[number / seconds.len() % firsts.len()], graph);
            let solver = || Solver::new(&game).algorithm(algorithm).policy(policy);
            let alone = solver().solve(&game.start()).unwrap();
            let what = || format!("{algorithm:?} {policy:?}\n{}", game.to_text());
            let workers = 2 + number % 4;
            let mut solutions = vec![solver().interleaved(workers, number as u64).solve(&game.start()).unwrap()];
            if number % 9 == 0 {
                solutions.push(solver().threads(workers).threads_join_after(0).solve(&game.start()).unwrap());
            }
            for solution in solutions {
                assert_eq!((alone.value(), solution.value()), (Some(value), Some(value)), "{}", what());
                assert_eq!(solution.verdict.lower.evidence, winproof::Evidence::Certified, "{}", what());
                assert_eq!(solution.verdict.upper.evidence, winproof::Evidence::Certified, "{}", what());
                ahead += usize::from(solution.verdict.counts.nodes != alone.verdict.counts.nodes);
            }
        }
    }
    assert!(ahead > 500, "only {ahead} searches differ in their nodes from those of one thread");
}

#[test]
fn a_short_search_searches_nothing_ahead() {
    let game = connect_four(4, 4, 4);
    let solver = || Solver::new(&game).algorithm(nested(EffortKind::Numbers, GraphKind::Dag));
    let alone = solver().solve(&game.start()).unwrap();
    let shared = solver().threads(3).solve(&game.start()).unwrap();
    assert_eq!(alone.value(), shared.value());
    if shared.verdict.seconds < 0.1 && alone.verdict.counts.nodes < 400_000 {
        assert_eq!(alone.verdict.counts.nodes, shared.verdict.counts.nodes);
    }
}

#[test]
fn limits_hold_with_helpers() {
    let game = connect_four(6, 5, 4);
    for graph in [GraphKind::Tree, GraphKind::Dag, GraphKind::BaseTwin] {
        let limits = winproof::Limits { nodes: Some(200_000), memory: Some(32 << 20), ..Default::default() };
        let solver = Solver::new(&game).algorithm(nested(EffortKind::Numbers, graph)).limits(limits);
        let solution = solver.threads(4).threads_join_after(0).solve(&game.start()).unwrap();
        assert_eq!(solution.verdict.stopped, winproof::Stopped::Nodes, "{graph:?}");
        let nodes = solution.verdict.counts.nodes;
        // The last look below a leaf ends with the expansion that reaches the limit.
        assert!((200_000..200_100).contains(&nodes), "{graph:?}: {nodes}");
        assert!(solution.verdict.counts.peak_bytes <= 32 << 20, "{graph:?}");
    }
}
