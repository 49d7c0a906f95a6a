//! Proof-set search against retrograde analysis, against proof-number search, and against a plain copy of the paper.

use crate::recorder::record;
use crate::reference::Reference;
use crate::support::{
    acyclic, certify, connect_four, cyclic, games, is_solved_by, small_cyclic, tic_tac_toe, woodpush,
};
use winproof::{
    Algorithm, EffortKind, Evaluation, Game, Goal, GraphKind, LeafKind, Limits, Policy, Rules, SetLimits, Solver,
    Stopped, TextRules, Tie, UpdateOrder,
};
use winproof_games::ExplicitGame;

/// Limits of every kind.
const LIMITS: [(u32, u32); 7] = [(0, 0), (1, 1), (2, 5), (20, 20), (u32::MAX, u32::MAX), (0, u32::MAX), (3, 0)];

/// A setting that is another one for each game.
fn setting(number: usize) -> (LeafKind, Policy) {
    let (proof, disproof) = LIMITS[number % LIMITS.len()];
    let exact_sets = number.is_multiple_of(2);
    let plain = Policy { set_limits: SetLimits { proof, disproof }, exact_sets, ..Policy::default() };
    let policies = [
        plain,
        Policy { evaluation: Evaluation::Delayed, ..plain },
        Policy { tie: Tie::Last, early_stop: false, ..plain },
        Policy { discount: Some((number % 101) as u8), ..plain },
        Policy { update_order: UpdateOrder::Recursive, merge_siblings: false, ..plain },
    ];
    (LeafKind::PLAIN[number % LeafKind::PLAIN.len()], policies[number % policies.len()])
}

fn is_solved_rightly(game: &ExplicitGame, value: i32, graph: GraphKind, number: usize) {
    let (leaf, policy) = setting(number);
    let algorithm = Algorithm { effort: EffortKind::Sets, graph, leaf };
    is_solved_by(algorithm, policy, game, value);
}

#[test]
fn values_are_right_on_dag() {
    for (number, (game, value)) in games(21, 4000, acyclic).enumerate() {
        is_solved_rightly(&game, value, GraphKind::Dag, number);
    }
}

#[test]
fn values_are_right_on_base_twin() {
    for (number, (game, value)) in games(22, 4000, cyclic).enumerate() {
        is_solved_rightly(&game, value, GraphKind::BaseTwin, number);
    }
    for (number, (game, value)) in games(23, 2000, small_cyclic).chain(games(24, 1000, acyclic)).enumerate() {
        is_solved_rightly(&game, value, GraphKind::BaseTwin, number);
    }
}

#[test]
fn dcg_proves_only_what_is_true() {
    let mut proved = 0;
    for (number, (game, value)) in games(25, 1500, cyclic).enumerate() {
        let (leaf, policy) = setting(number);
        let algorithm = Algorithm { effort: EffortKind::Sets, graph: GraphKind::Dcg, leaf };
        for least in game.values() {
            let goal = Goal::at_least(least);
            let solution =
                Solver::new(&game).algorithm(algorithm).policy(policy).solve_goal(&game.start(), goal).unwrap();
            if let Some(holds) = solution.verdict.holds(goal) {
                assert_eq!(holds, value >= least, "game {number}, {goal:?}, {policy:?}\n{}", game.to_text());
                proved += 1;
            }
        }
    }
    assert!(proved > 1000, "only {proved} proofs");
}

/// Searches with numbers and with sets that list nothing, and compares every step.
fn is_proof_number_search<G: Game>(game: &G, root: &G::Position, goal: Goal, graph: GraphKind, number: usize) {
    let (leaf, policy) = setting(number);
    let policy = Policy { set_limits: SetLimits { proof: 0, disproof: 0 }, discount: None, ..policy };
    let [numbers, sets] = [EffortKind::Numbers, EffortKind::Sets].map(|effort| {
        let (expanded, counts) = record(game, root, Some(goal), Algorithm { effort, graph, leaf }, policy);
        (expanded, counts.nodes, counts.expansions)
    });
    assert_eq!(numbers, sets, "game {number}, {graph:?}, {goal:?}, {policy:?}");
}

/// Theorem 4, on every graph that sets are offered with.
#[test]
fn sets_that_list_nothing_are_numbers() {
    for (number, (game, _)) in games(26, 1500, acyclic).enumerate() {
        for least in game.values() {
            is_proof_number_search(&game, &game.start(), Goal::at_least(least), GraphKind::Dag, number);
        }
    }
    for (number, (game, _)) in games(27, 1500, cyclic).enumerate() {
        for (least, graph) in game.values().into_iter().zip([GraphKind::BaseTwin, GraphKind::Dcg].into_iter().cycle()) {
            is_proof_number_search(&game, &game.start(), Goal::at_least(least), graph, number);
        }
    }
    let connect_four = connect_four(4, 3, 4);
    let woodpush = woodpush(9);
    for number in 0..5 {
        is_proof_number_search(&tic_tac_toe(), &tic_tac_toe().start(), Goal::at_least(1), GraphKind::Dag, number);
        is_proof_number_search(&connect_four, &connect_four.start(), Goal::at_least(0), GraphKind::Dag, number);
        is_proof_number_search(&woodpush, &woodpush.start(), Goal::at_least(-1), GraphKind::Dag, number);
    }
}

/// Theorem 3, and Definition 2 for every limit: the same nodes in the same order as the paper's own account of it.
/// With sets that stay, the same as by the plain rule; there it matters in which order nodes are computed, if some
/// are more than once.
#[test]
fn the_search_is_that_of_the_paper() {
    let (mut by_descent, mut differ) = (0, 0);
    for (number, (game, _)) in games(28, 1500, acyclic).enumerate() {
        let leaf = LeafKind::PLAIN[number % LeafKind::PLAIN.len()];
        let (proof, disproof) = LIMITS[number / 3 % LIMITS.len()];
        for goal in game.values().into_iter().skip(1).map(Goal::at_least) {
            let root = game.start();
            let set_limits = SetLimits { proof, disproof };
            let expanded = [true, false].map(|exact_sets| {
                let stays = !exact_sets && set_limits != SetLimits::UNLIMITED;
                let most = [proof, disproof].map(|most| most as usize);
                let reference = Reference::new(&game, &root, goal, leaf, most, stays).run(usize::MAX);
                let orders = [UpdateOrder::Queue, UpdateOrder::Arrival, UpdateOrder::Recursive];
                for &update_order in if stays { &orders[..1] } else { &orders } {
                    let policy = Policy { set_limits, exact_sets, update_order, ..Policy::default() };
                    let algorithm = Algorithm { effort: EffortKind::Sets, graph: GraphKind::Dag, leaf };
                    let (expanded, _) = record(&game, &root, Some(goal), algorithm, policy);
                    let what = || format!("game {number}, {leaf:?}, {policy:?}, {goal:?}\n{}", game.to_text());
                    assert_eq!(expanded, reference, "{}", what());
                }
                reference
            });
            by_descent += usize::from(proof == 1 && expanded[0].len() > 20);
            differ += usize::from(expanded[0] != expanded[1]);
        }
    }
    assert!(by_descent > 10, "the games are too small");
    assert!(differ > 100, "it makes no difference whether sets stay");
}

/// Compares the first nodes that are expanded with those of the reference, by exact sets and by sets that stay.
fn begins_as_the_reference<G: Game>(game: &G, root: &G::Position, goal: Goal, (proof, disproof): (u32, u32)) {
    let leaf = LeafKind::Unit;
    for exact_sets in [true, false] {
        let most = [proof, disproof].map(|most| most as usize);
        let reference = Reference::new(game, root, goal, leaf, most, !exact_sets).run(250);
        let policy = Policy { set_limits: SetLimits { proof, disproof }, exact_sets, ..Policy::default() };
        let algorithm = Algorithm { effort: EffortKind::Sets, graph: GraphKind::Dag, leaf };
        let (expanded, _) = record(game, root, Some(goal), algorithm, policy);
        assert_eq!(reference.len(), 250);
        let first = reference.iter().zip(&expanded).position(|(a, b)| a != b);
        assert_eq!(first, None, "{policy:?}, {goal:?}: {:?}", first.map(|first| (&reference[first], &expanded[first])));
    }
}

/// Random games are too small for sets to differ much; in these a leaf is in many of them.
#[test]
fn the_search_is_that_of_the_paper_where_transpositions_abound() {
    let connect_four = connect_four(4, 3, 4);
    let woodpush = woodpush(9);
    for limits in [(20, 20), (3, 5), (8, 0)] {
        begins_as_the_reference(&tic_tac_toe(), &tic_tac_toe().start(), Goal::at_least(1), limits);
        begins_as_the_reference(&connect_four, &connect_four.start(), Goal::at_least(0), limits);
        begins_as_the_reference(&woodpush, &woodpush.start(), Goal::at_least(1), limits);
    }
}

/// Müller 2001, example 5: from the root to d there is a move and a way through b and c. In the order of arrival the
/// news of d reaches the root twice, in the order of depth once.
#[test]
fn example_5_a_plain_queue_updates_the_root_twice() {
    let game =
        ExplicitGame::parse("root a\na max b d\nb min c\nc max d\nd min e f\ne max g h\nf max g h\ng = 1\nh = 0\n");
    let game = game.unwrap();
    let updates = |update_order: UpdateOrder| {
        let policy = Policy { update_order, ..Policy::default() };
        // The search stops when d has been expanded.
        let limits = Limits { nodes: Some(6), ..Limits::default() };
        let solver = Solver::new(&game).algorithm(Algorithm::by_name("pn-dag").unwrap()).policy(policy).limits(limits);
        let counts = solver.solve_goal(&game.start(), Goal::at_least(1)).unwrap().verdict.counts;
        assert_eq!((counts.nodes, counts.expansions), (6, 4));
        counts.updates
    };
    // One each for a, b and c; then d, c, b and a.
    assert_eq!(updates(UpdateOrder::Queue), 3 + 4);
    assert_eq!(updates(UpdateOrder::Arrival), 3 + 5);
}

/// Müller 2001, §6.2: 1,114 nodes against the 1,237 of proof-number search.
#[test]
fn expansions_on_tic_tac_toe() {
    let policy = Policy { set_limits: SetLimits::UNLIMITED, ..Policy::default() };
    let game = tic_tac_toe();
    let solver = Solver::new(&game).algorithm(Algorithm::by_name("pss").unwrap()).policy(policy);
    let solution = solver.solve_goal(&game.start(), Goal::at_least(1)).unwrap();
    assert_eq!(solution.verdict.holds(Goal::at_least(1)), Some(false));
    assert_eq!(solution.verdict.counts.expansions, 1114);
    certify(&tic_tac_toe(), &solution).unwrap();
}

/// Without room for lists the sets go on as numbers, and the limit is kept.
#[test]
fn a_limit_on_memory_is_kept() {
    let game = connect_four(5, 4, 4);
    let solve = |memory: usize| {
        let policy = Policy { set_limits: SetLimits::UNLIMITED, ..Policy::default() };
        let limits = Limits { memory: Some(memory), nodes: Some(40_000), ..Limits::default() };
        let solver = Solver::new(&game).algorithm(Algorithm::by_name("pss").unwrap()).policy(policy).limits(limits);
        solver.solve_goal(&game.start(), Goal::at_least(1)).unwrap().verdict
    };
    for memory in [100_000, 300_000, 1_000_000, 4_000_000] {
        let verdict = solve(memory);
        assert!(verdict.counts.peak_bytes <= memory, "{} of {memory} bytes", verdict.counts.peak_bytes);
        assert!(matches!(verdict.stopped, Stopped::Memory | Stopped::Nodes), "{:?}", verdict.stopped);
        assert!(verdict.counts.nodes as usize > memory / 500, "{} nodes in {memory} bytes", verdict.counts.nodes);
    }
}
