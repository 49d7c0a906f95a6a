//! True numbers, three ways, on thousands of random graphs: forms, complete sets, and the definition itself by trying
//! all sets of leaves. And the searches' numbers, which may be larger but never smaller.

use winproof::{Algorithm, Game, Goal, Rules, Solver, TextRules, Viewpoint};
use winproof_games::TicTacToe;
use winproof_oracle::exact::dag::{ExactDag, solve};
use winproof_oracle::exact::dcg::{complete_sets_on_path, fixpoint_sets, unroll};
use winproof_oracle::exact::sets::{CompleteSets, Family, NodeSet, complete_sets};
use winproof_oracle::exact::{INFINITY, LeafState, Node, Partial, ProofNumbers, Side, dcg};
use winproof_oracle::{Random, RandomGraph, retrograde_values};

/// At most this many leaves are open, so that all sets of them can be tried.
const MOST_OPEN: usize = 9;

/// A random graph, with or without cycles; node 0 has moves.
fn random_graph(random: &mut Random, most_nodes: u32, cyclic: bool) -> Partial {
    let count = random.between(3, most_nodes);
    let inner_percent = random.between(30, 70);
    let decided_percent = random.between(0, 30);
    let span = random.between(2, count);
    let mut graph = Partial::new();
    (0..count).for_each(|_| _ = graph.add(LeafState::Open));
    for id in 0..count {
        let low = if cyclic { id.saturating_sub(span) } else { id + 1 };
        let high = (id + span).min(count - 1);
        if low > high || id > 0 && !random.percent(inner_percent) {
            continue;
        }
        let children: Vec<usize> = (0..random.between(1, 4)).map(|_| random.between(low, high) as usize).collect();
        graph.expand(id as usize, random.percent(50), &children);
    }
    let leaves: Vec<usize> = graph.open_leaves().collect();
    for (place, leaf) in leaves.into_iter().enumerate() {
        if place >= MOST_OPEN || random.percent(decided_percent) {
            graph.decide(leaf, if random.percent(50) { LeafState::Won } else { LeafState::Lost });
        }
    }
    graph
}

/// For each node whether it is won if `won` says which open leaves are; a line that comes back is no win.
fn winners(graph: &Partial, won: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut wins: Vec<bool> = (0..graph.len())
        .map(|id| match graph.node(id) {
            Node::Leaf(LeafState::Open) => won(id),
            Node::Leaf(state) => *state == LeafState::Won,
            Node::Inner { .. } => false,
        })
        .collect();
    loop {
        let mut changed = false;
        for id in 0..graph.len() {
            let Node::Inner { prover_moves, children } = graph.node(id) else { continue };
            let is_won = match prover_moves {
                true => children.iter().any(|&child| wins[child]),
                false => children.iter().all(|&child| wins[child]),
            };
            changed |= is_won && !wins[id];
            wins[id] |= is_won;
        }
        if !changed {
            return wins;
        }
    }
}

/// The numbers of all nodes by their definition: the smallest set of leaves that decides them, out of all sets.
fn numbers_by_definition(graph: &Partial) -> Vec<ProofNumbers> {
    let leaves: Vec<usize> = graph.open_leaves().collect();
    let mut numbers = vec![ProofNumbers { proof: INFINITY, disproof: INFINITY }; graph.len()];
    for set in 0_u32..1 << leaves.len() {
        let is_in =
            |leaf: usize| leaves.iter().position(|&open| open == leaf).is_some_and(|place| set >> place & 1 == 1);
        let size = set.count_ones();
        let if_won = winners(graph, is_in);
        let if_lost = winners(graph, |leaf| !is_in(leaf));
        for (id, numbers) in numbers.iter_mut().enumerate() {
            if if_won[id] {
                numbers.proof = numbers.proof.min(size);
            }
            if !if_lost[id] {
                numbers.disproof = numbers.disproof.min(size);
            }
        }
    }
    numbers
}

/// Whether a family has this set among its smallest.
fn is_smallest(family: &Family, set: NodeSet) -> bool {
    set.len() == family.number() && family.sets().contains(&set)
}

#[test]
fn forms_and_sets_give_the_numbers_of_the_definition() {
    let mut random = Random::new(41);
    let (mut unsolved, mut below_practical, mut named) = (0, 0, 0);
    for round in 0..6000 {
        let graph = random_graph(&mut random, 20, false);
        let exact = ExactDag::new(graph.clone());
        let sets = complete_sets(&graph);
        let truth = numbers_by_definition(&graph);
        let practical = graph.practical_numbers();
        for id in 0..graph.len() {
            let what = || format!("node {id} in round {round}: {graph:?}");
            assert_eq!(exact.numbers(id), truth[id], "{}", what());
            assert_eq!(sets[id].numbers(), truth[id], "{}", what());
            assert!(
                truth[id].proof <= practical[id].proof && truth[id].disproof <= practical[id].disproof,
                "{}",
                what()
            );
            assert_eq!(truth[id].solved(), practical[id].solved(), "{}", what());
            below_practical += u32::from(truth[id] != practical[id]);
            for side in Side::BOTH {
                let form = exact.form(side, id);
                assert_eq!(form.number(), side.of(truth[id]), "{}", what());
                named += u32::from(form.clauses().len() > 1);
                match exact.smallest_set(side, id) {
                    None => assert_eq!(sets[id].of(side), &Family::never(), "{}", what()),
                    Some(set) => assert!(is_smallest(sets[id].of(side), NodeSet::from_iter(set)), "{}", what()),
                }
            }
            unsolved += u32::from(truth[id].solved().is_none());
        }
    }
    assert!(unsolved > 50_000 && below_practical > 1000 && named > 20_000, "{unsolved} {below_practical} {named}");
}

/// Decides a leaf and gives the true numbers of a node.
fn numbers_after(graph: &Partial, leaf: usize, state: LeafState, node: usize) -> ProofNumbers {
    let mut decided = graph.clone();
    decided.decide(leaf, state);
    complete_sets(&decided)[node].numbers()
}

#[test]
fn a_most_proving_node_brings_both_answers_one_step_nearer() {
    let mut random = Random::new(42);
    let mut unsolved = 0;
    for round in 0..4000 {
        let graph = random_graph(&mut random, 24, false);
        let exact = ExactDag::new(graph.clone());
        let sets = complete_sets(&graph);
        for (id, sets) in sets.iter().enumerate() {
            let what = || format!("node {id} in round {round}: {graph:?}");
            let before = exact.numbers(id);
            let Some(leaf) = exact.most_proving_node(id) else {
                assert!(before.solved().is_some() && sets.most_proving_nodes().is_empty(), "{}", what());
                continue;
            };
            assert!(sets.most_proving_nodes().contains(leaf), "{}", what());
            if !graph.children(id).is_empty() {
                unsolved += 1;
                assert_eq!(numbers_after(&graph, leaf, LeafState::Won, id).proof, before.proof - 1, "{}", what());
                assert_eq!(
                    numbers_after(&graph, leaf, LeafState::Lost, id).disproof,
                    before.disproof - 1,
                    "{}",
                    what()
                );
            }
        }
    }
    assert!(unsolved > 10_000, "{unsolved}");
}

/// The rule of figure 4.9 goes from 5 towards the transposition 7 by way of the leftmost child that names it, 6, and
/// ends at 8. But 6 is in no smallest proof set: 7 alone wins.
#[test]
fn a_name_in_a_clause_that_is_not_taken_does_not_mislead() {
    let mut graph = Partial::new();
    (0..9).for_each(|_| _ = graph.add(LeafState::Open));
    graph.expand(0, true, &[1]);
    graph.expand(1, true, &[3, 5]);
    graph.expand(3, false, &[5, 7]);
    graph.expand(5, true, &[6, 7]);
    graph.expand(6, false, &[8, 7]);
    let exact = ExactDag::new(graph);
    assert_eq!(exact.numbers(0), ProofNumbers { proof: 1, disproof: 1 });
    assert_eq!(exact.most_proving_node(0), Some(7));
}

#[test]
fn a_graph_that_grew_is_the_graph_made_at_once() {
    let mut random = Random::new(43);
    let mut steps = 0;
    for round in 0..400 {
        let mut exact = ExactDag::new(Partial::new());
        exact.add(LeafState::Open);
        for _ in 0..random.between(5, 25) {
            let open: Vec<usize> = exact.graph().open_leaves().collect();
            let Some(&leaf) = open.get(random.below(open.len() as u32) as usize) else { break };
            if random.percent(25) {
                exact.decide(leaf, if random.percent(50) { LeafState::Won } else { LeafState::Lost });
            } else {
                grow(&mut exact, leaf, &mut random);
            }
            steps += 1;
            let fresh = ExactDag::new(exact.graph().clone());
            for id in 0..exact.graph().len() {
                let what = || format!("node {id} in round {round}: {:?}", exact.graph());
                assert_eq!(exact.numbers(id), fresh.numbers(id), "{}", what());
                assert_eq!(exact.dependency(id), fresh.dependency(id), "{}", what());
                assert_eq!(exact.is_transposition(id), fresh.is_transposition(id), "{}", what());
                for side in Side::BOTH {
                    assert_eq!(exact.form(side, id), fresh.form(side, id), "{}", what());
                    assert_eq!(exact.smallest_set(side, id), fresh.smallest_set(side, id), "{}", what());
                }
            }
        }
    }
    assert!(steps > 3000, "{steps}");
}

/// Expands a leaf; some of its children are old nodes that do not lead back to it.
fn grow(exact: &mut ExactDag, leaf: usize, random: &mut Random) {
    let mut children = Vec::new();
    for _ in 0..random.between(1, 3) {
        let known = random.below(exact.graph().len() as u32) as usize;
        if random.percent(50) && !reaches(exact.graph(), known, leaf) {
            children.push(known);
        } else {
            children.push(exact.add(LeafState::Open));
        }
    }
    exact.expand(leaf, random.percent(50), &children);
}

fn reaches(graph: &Partial, from: usize, to: usize) -> bool {
    from == to || graph.children(from).iter().any(|&child| reaches(graph, child, to))
}

#[test]
#[should_panic(expected = "the graph must have no cycle")]
fn a_cycle_is_refused() {
    let mut exact = ExactDag::new(Partial::new());
    let [a, b] = std::array::from_fn(|_| exact.add(LeafState::Open));
    exact.expand(a, true, &[b]);
    exact.expand(b, false, &[a]);
}

#[test]
fn sets_by_path_are_those_of_the_unrolled_graph_and_the_least_fixpoint() {
    let mut random = Random::new(44);
    let (mut unsolved, mut large) = (0, 0);
    for round in 0..4000 {
        let graph = random_graph(&mut random, 12, true);
        let truth = numbers_by_definition(&graph);
        let fixpoint = fixpoint_sets(&graph);
        for id in 0..graph.len() {
            let what = || format!("node {id} in round {round}: {graph:?}");
            let sets = dcg::complete_sets(&graph, id);
            assert_eq!(sets.numbers(), truth[id], "{}", what());
            assert_eq!(sets, fixpoint[id], "{}", what());
            let unrolled = unroll(&graph, id);
            if unrolled.graph.len() > 400 {
                large += 1;
                continue;
            }
            let written_out = &complete_sets(&unrolled.graph)[unrolled.root];
            for side in Side::BOTH {
                let back = |set: &NodeSet| set.iter().map(|copy| unrolled.origin[copy]).collect();
                let family = Family::minimal(written_out.of(side).sets().iter().map(back).collect());
                assert_eq!(&family, sets.of(side), "{}", what());
            }
            if id > 0 {
                continue;
            }
            let exact = ExactDag::new(unrolled.graph);
            assert_eq!(exact.numbers(unrolled.root), truth[id], "{}", what());
            let most_proving = exact.most_proving_node(unrolled.root).map(|copy| unrolled.origin[copy]);
            assert_eq!(most_proving.is_none(), truth[id].solved().is_some(), "{}", what());
            if let Some(leaf) = most_proving {
                unsolved += 1;
                assert!(sets.most_proving_nodes().contains(leaf), "{}", what());
                is_one_step_nearer(&graph, id, &sets);
            }
        }
    }
    assert!(unsolved > 1000 && large < 2000, "{unsolved} {large}");
}

/// Each most-proving node, won or lost, takes one from a number.
fn is_one_step_nearer(graph: &Partial, id: usize, sets: &CompleteSets) {
    let before = sets.numbers();
    for leaf in sets.most_proving_nodes().iter() {
        let after = |state| {
            let mut decided = graph.clone();
            decided.decide(leaf, state);
            dcg::complete_sets(&decided, id).numbers()
        };
        assert_eq!(after(LeafState::Won).proof, before.proof - 1, "leaf {leaf} of {graph:?}");
        assert_eq!(after(LeafState::Lost).disproof, before.disproof - 1, "leaf {leaf} of {graph:?}");
    }
}

/// Wins do not depend on the path, but what is lost does: what proves a node with more positions behind it proves it
/// anyway.
#[test]
fn a_path_takes_ways_to_win_and_adds_none() {
    let mut random = Random::new(45);
    let mut fewer = 0;
    for round in 0..2000 {
        let graph = random_graph(&mut random, 10, true);
        let free = dcg::complete_sets(&graph, 0);
        let behind = [random.below(graph.len() as u32) as usize];
        let bound = complete_sets_on_path(&graph, 0, &behind);
        assert!(bound.numbers().proof >= free.numbers().proof, "round {round}: {graph:?}");
        assert_eq!(free.proof.union(&bound.proof), free.proof, "round {round}: {graph:?}");
        fewer += u32::from(bound != free && behind != [0]);
    }
    assert!(fewer > 20, "{fewer}");
}

#[test]
fn a_search_with_true_numbers_finds_the_true_value() {
    let mut random = Random::new(46);
    let mut expansions = 0;
    for number in 0..1500 {
        let nodes = random.between(2, 40);
        let ends_percent = random.between(10, 35);
        let kind = RandomGraph { cyclic: false, ends_percent, nodes, ..RandomGraph::varied(&mut random, nodes) };
        let game = kind.build(random.bits());
        let value = retrograde_values(&game, [game.start()])[&game.start()];
        for least in game.values() {
            let outcome = solve(&game, &game.start(), Goal::at_least(least), |_| true);
            assert_eq!(outcome.holds, Some(value >= least), "game {number}, at least {least}\n{}", game.to_text());
            assert!(
                outcome.last.expansions < outcome.last.nodes.max(2)
                    && outcome.last.nodes <= u64::from(game.node_count())
            );
            expansions += outcome.last.expansions;
        }
    }
    assert!(expansions > 10_000, "{expansions}");
}

#[test]
fn a_search_stops_when_told_and_claims_nothing() {
    let outcome = solve(&TicTacToe, &TicTacToe.start(), Goal::at_least(1), |state| state.expansions < 10);
    assert_eq!((outcome.holds, outcome.last.expansions), (None, 10));
    assert_eq!(outcome.last.numbers.solved(), None);
}

/// Schijf 1993, §4.5: positions with seven empty squares are within reach of the exact algorithm. All twelve that
/// differ, both questions.
#[test]
fn tic_tac_toe_with_seven_empty_squares_is_solved() {
    let mut positions = Vec::new();
    for (first, second) in (0..9).flat_map(|first| (0..9).map(move |second| (first, second))) {
        if first == second {
            continue;
        }
        let position = TicTacToe.play(&TicTacToe.play(&TicTacToe.start(), first), second);
        let position = TicTacToe.canonical(&position);
        if !positions.contains(&position) {
            positions.push(position);
        }
    }
    assert_eq!(positions.len(), 12);
    let algorithm = Algorithm::by_name("pn-dag").unwrap();
    // The type that the registry opens: its searches are compiled already.
    let game = Viewpoint::unchanged(TicTacToe);
    let (mut nodes, mut practical_nodes) = (0, 0);
    for position in positions {
        for goal in [0, 1].map(Goal::at_least) {
            let outcome = solve(&TicTacToe, &position, goal, |_| true);
            let practical = Solver::new(&game).algorithm(algorithm).solve_goal(&position, goal).unwrap().verdict;
            assert_eq!(outcome.holds, practical.holds(goal), "{}", TicTacToe.position_text(&position));
            assert!(outcome.last.nodes < 1000, "{}", TicTacToe.position_text(&position));
            nodes += outcome.last.nodes;
            practical_nodes += practical.counts.nodes;
        }
    }
    println!("{nodes} nodes with true numbers, {practical_nodes} with bounds");
}
