//! The figures of Schijf (1993, chapters 4 and 5) and Breuker (1998, chapter 5) as graphs, with the numbers and
//! answers that their texts derive. The drawings are lost: each file in `figures/` says what the text fixes and what
//! was chosen.

mod loader;

use self::loader::Figure;
use crate::support::{certify, games, varied};
use winproof::{Algorithm, Evaluation, Goal, LeafKind, Policy, Rules, Solver, TextRules, Tie, UpdateOrder, Verdict};
use winproof_games::ExplicitGame;
use winproof_games::graph::Node as GameNode;
use winproof_oracle::exact::dag::{Clause, ExactDag, Form};
use winproof_oracle::exact::dcg::{complete_sets, complete_sets_on_path};
use winproof_oracle::exact::sets::{CompleteSets, Family, NodeSet};
use winproof_oracle::exact::{LeafState, Node, Partial, ProofNumbers, Side};
use winproof_oracle::{Random, RandomGraph, retrograde_values};

fn numbers(proof: u32, disproof: u32) -> ProofNumbers {
    ProofNumbers { proof, disproof }
}

/// The leaf to which minimum and sum lead: the walk of a tree search, leftmost first.
fn practical_walk(graph: &Partial, root: usize) -> usize {
    let numbers = graph.practical_numbers();
    let mut here = root;
    while let Node::Inner { prover_moves, children } = graph.node(here) {
        let side = if *prover_moves { Side::Proof } else { Side::Disproof };
        let fits = |child: &&usize| side.of(numbers[**child]) == side.of(numbers[here]);
        here = *children.iter().find(fits).expect("the minimum is a child's");
    }
    here
}

#[test]
fn schijf_4_2_a_transposition_is_counted_twice() {
    let figure = Figure::read(include_str!("figures/schijf-4.2.graph"));
    let [a, b, c, f] = ["a", "b", "c", "f"].map(|name| figure.node(name));
    let practical = figure.graph.practical_numbers();
    assert_eq!((practical[b], practical[c], practical[a]), (numbers(3, 1), numbers(2, 1), numbers(2, 2)));
    let exact = ExactDag::new(figure.graph);
    assert_eq!((exact.numbers(b), exact.numbers(c), exact.numbers(a)), (numbers(3, 1), numbers(2, 1), numbers(2, 1)));
    assert_eq!(exact.smallest_set(Side::Disproof, a), Some(vec![f]));
    assert_eq!(exact.most_proving_node(a), Some(f));
}

#[test]
fn schijf_4_3_a_transposition_is_overlooked() {
    let figure = Figure::read(include_str!("figures/schijf-4.3.graph"));
    let a = figure.root;
    assert_eq!(figure.graph.practical_numbers()[a], numbers(2, 4));
    assert_eq!(figure.names([practical_walk(&figure.graph, a)]), ["g"]);
    let exact = ExactDag::new(figure.graph.clone());
    assert_eq!(exact.numbers(a), numbers(2, 3));
    assert_eq!(figure.names(exact.smallest_set(Side::Disproof, a).unwrap()), ["i", "j", "k"]);
    let most_proving = figure.names(exact.most_proving_node(a));
    assert!(["i", "j", "k"].contains(&most_proving[0]), "{most_proving:?}");
}

#[test]
fn schijf_4_4_a_form_names_a_transposition() {
    let figure = Figure::read(include_str!("figures/schijf-4.4.graph"));
    let [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map(|name| figure.node(name));
    let exact = ExactDag::new(figure.graph.clone());
    assert_eq!([d, e, f].map(|node| exact.numbers(node).disproof), [3, 4, 2]);
    let number_or_e = |number| Form::new([Clause::new([], number), Clause::new([e], 0)]);
    assert_eq!(exact.form(Side::Disproof, b), number_or_e(3));
    assert_eq!(exact.form(Side::Disproof, c), number_or_e(2));
    assert_eq!(exact.form(Side::Disproof, b).and(&exact.form(Side::Disproof, c)), number_or_e(5));
    assert_eq!(exact.form(Side::Disproof, a), number_or_e(4));
    assert_eq!(figure.names(exact.most_proving_node(a)), ["e1"]);
}

#[test]
fn schijf_4_5_the_order_of_substitution_counts() {
    let figure = Figure::read(include_str!("figures/schijf-4.5.graph"));
    let [a, b, c, d, e, f, g] = ["a", "b", "c", "d", "e", "f", "g"].map(|name| figure.node(name));
    let exact = ExactDag::new(figure.graph);
    let disproof = |node| exact.form(Side::Disproof, node);
    let form = |clauses: &[(&[usize], u32)]| {
        Form::new(clauses.iter().map(|&(names, leaves)| Clause::new(names.iter().copied(), leaves)))
    };
    assert_eq!(disproof(g), form(&[(&[], 1)]));
    assert_eq!(disproof(e), form(&[(&[], 1), (&[g], 0)]));
    assert_eq!(disproof(b), disproof(e));
    assert_eq!(disproof(f), form(&[(&[], 3), (&[g], 2)]));
    assert_eq!([disproof(c), disproof(d)], [form(&[(&[], 3), (&[f], 0)]), form(&[(&[], 3), (&[f], 0)])]);
    let joined = disproof(b).and(&disproof(c)).and(&disproof(d));
    assert_eq!(joined, form(&[(&[], 7), (&[f], 1), (&[g], 6), (&[f, g], 0)]));

    // f lies above g, so it has the greater dependency number and goes first.
    assert!(exact.dependency(f) > exact.dependency(g));
    let both = form(&[(&[f, g], 0)]);
    assert_eq!(both.substitute(f, &disproof(f)), form(&[(&[g], 2)]));
    assert_eq!(both.substitute(f, &disproof(f)).substitute(g, &disproof(g)).number(), 3);
    assert_eq!(both.substitute(g, &disproof(g)).substitute(f, &disproof(f)).substitute(g, &disproof(g)).number(), 4);

    assert_eq!(exact.numbers(a).disproof, 3);
    assert_eq!(disproof(a), form(&[(&[], 3), (&[f], 1), (&[f, g], 0)]));
}

fn leaves(leaves: &[usize]) -> NodeSet {
    leaves.iter().copied().collect()
}

#[test]
fn schijf_5_1_an_expansion_closes_a_cycle() {
    let mut figure = Figure::read(include_str!("figures/schijf-5.1.graph"));
    let [a, b, c, d, e, g] = ["a", "b", "c", "d", "e", "g"].map(|name| figure.node(name));
    assert!(figure.graph.children_first().is_some());
    figure.graph.expand(e, false, &[b, g]);
    assert!(figure.graph.children_first().is_none());
    // Entered from b, the move back to b is a repetition; entered from c it is not.
    let from_b = complete_sets_on_path(&figure.graph, e, &[a, b]);
    let from_c = complete_sets_on_path(&figure.graph, e, &[a, c]);
    assert_eq!(from_b.numbers(), ProofNumbers::LOST);
    assert_eq!(from_c.proof.sets(), [leaves(&[d, g])]);
}

#[test]
fn schijf_5_2_most_proving_nodes_depend_on_the_path() {
    let figure = Figure::read(include_str!("figures/schijf-5.2.graph"));
    let [a, b, c, d, h, i] = ["a", "b", "c", "d", "h", "i"].map(|name| figure.node(name));
    let left = complete_sets_on_path(&figure.graph, i, &[a, b, d, h]);
    let right = complete_sets_on_path(&figure.graph, i, &[a, c]);
    assert_eq!(figure.names(left.most_proving_nodes().iter()), ["l", "m"]);
    assert_eq!(figure.names(right.most_proving_nodes().iter()), ["f"]);
    assert_eq!((left.numbers(), right.numbers()), (numbers(2, 1), numbers(1, 2)));
}

/// The sets of every node as a root of its own.
fn all_sets(graph: &Partial) -> Vec<CompleteSets> {
    (0..graph.len()).map(|node| complete_sets(graph, node)).collect()
}

#[test]
fn schijf_5_5_what_an_expansion_bears_on() {
    let figure = Figure::read(include_str!("figures/schijf-5.5.graph"));
    let [a, b, c, d, e, f, g] = ["a", "b", "c", "d", "e", "f", "g"].map(|name| figure.node(name));
    let sets = all_sets(&figure.graph);
    let from_children = |node| match figure.graph.node(node) {
        Node::Inner { prover_moves, children } => {
            CompleteSets::combine(*prover_moves, children.iter().map(|&child| &sets[child]))
        }
        Node::Leaf(_) => sets[node].clone(),
    };
    assert_eq!([a, c].map(from_children), [a, c].map(|node| sets[node].clone()));
    // The sets of e say more than b may use: below b, e can win nothing. What is too much has the set {d} inside, so
    // the sets of b follow from its children's all the same once supersets are dropped.
    assert_eq!(sets[e].proof.sets(), [leaves(&[d, g])]);
    assert_eq!(complete_sets_on_path(&figure.graph, e, &[b]).proof, Family::never());
    assert_eq!(sets[b].proof.sets(), [leaves(&[d])]);
    assert_eq!([b, e].map(from_children), [b, e].map(|node| sets[node].clone()));

    let changed_by = |leaf| {
        let changes = [LeafState::Won, LeafState::Lost].map(|state| {
            let mut decided = figure.graph.clone();
            decided.decide(leaf, state);
            all_sets(&decided)
        });
        let is_changed = |node: &usize| changes.iter().any(|changed| changed[*node] != sets[*node]);
        [a, b, c, d, e, f, g].into_iter().filter(is_changed).collect::<Vec<_>>()
    };
    assert_eq!(changed_by(f), [a, c, f]);
    assert_eq!(changed_by(d), [a, b, c, d, e]);
    assert!(!changed_by(g).contains(&f));
}

#[test]
fn schijf_5_6_numbers_chase_each_other_round_a_cycle() {
    let figure = Figure::read(include_str!("figures/schijf-5.6.graph"));
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| figure.node(name));
    let mut settled = vec![numbers(1, 1); figure.graph.len()];
    (settled[a], settled[b]) = (numbers(2, 1), numbers(1, 2));
    for node in [a, b, c, d] {
        assert_eq!(figure.graph.updated_numbers(node, &settled), settled[node], "the figure is settled");
    }

    // c gets three children.
    let mut graph = figure.graph.clone();
    let children: [usize; 3] = std::array::from_fn(|_| graph.add(LeafState::Open));
    graph.expand(c, true, &children);
    let mut now = settled.clone();
    now.resize(graph.len(), numbers(1, 1));
    let updates = [c, a, b, a, b, a].map(|node| {
        now[node] = graph.updated_numbers(node, &now);
        now[node]
    });
    let told = [(1, 3), (2, 2), (1, 3), (2, 3), (1, 4), (2, 3)].map(|(proof, disproof)| numbers(proof, disproof));
    assert_eq!(updates, told);
    // In truth the loss of d is enough, whatever becomes of c.
    assert_eq!(complete_sets(&graph, a).numbers(), numbers(2, 1));

    // d is lost: once round gives (3,1), and each further round adds one. In truth a is lost.
    let mut graph = figure.graph.clone();
    graph.decide(d, LeafState::Lost);
    let mut now = settled;
    for round in 0..100 {
        for node in [d, b, a] {
            now[node] = graph.updated_numbers(node, &now);
        }
        assert_eq!(now[a], numbers(3 + round, 1));
    }
    assert_eq!(complete_sets(&graph, a).numbers(), ProofNumbers::LOST);
}

fn search(game: &ExplicitGame, name: &str, policy: Policy, goal: Goal) -> Verdict {
    let algorithm = Algorithm { leaf: LeafKind::Unit, ..Algorithm::by_name(name).unwrap() };
    Solver::new(game).algorithm(algorithm).policy(policy).solve_goal(&game.start(), goal).unwrap().verdict
}

#[test]
fn schijf_5_7_cutting_cycles_misses_a_win() {
    let game = ExplicitGame::parse(include_str!("figures/schijf-5.7.graph")).unwrap();
    let win = Goal::at_least(1);
    let verdict = search(&game, "pn-dcg", Policy::default(), win);
    assert_eq!(verdict.holds(win), None, "a \"no\" by end nodes is no proof");
    assert!(
        verdict.upper.value < 1 && !verdict.upper.is_answer(),
        "it believes that the win is not there: {verdict:?}"
    );
    for name in ["bta", "pn"] {
        assert_eq!(search(&game, name, Policy::default(), win).holds(win), Some(true), "{name}");
    }
    // With the children in other orders it may find the win; it never proves that there is none.
    let found = (0..200).filter(|&seed| {
        let verdict = search(&game, "pn-dcg", Policy { shuffle: Some(seed), ..Policy::default() }, win);
        assert_ne!(verdict.holds(win), Some(false), "seed {seed}");
        verdict.holds(win) == Some(true)
    });
    let found = found.count();
    assert!((1..200).contains(&found), "{found} of 200 orders find it");
}

/// The same figure, but g is won before d is lost: then e' is put right in time, and h, f, c and a with it.
fn is_put_right_in_time(policy: Policy) {
    let text = include_str!("figures/schijf-5.7.graph").replace("g min g1", "g min won");
    let game = ExplicitGame::parse(&text).unwrap();
    let win = Goal::at_least(1);
    assert_eq!(search(&game, "pn-dcg", policy, win).holds(win), Some(true));
}

#[test]
fn schijf_5_7_an_end_node_is_put_right() {
    is_put_right_in_time(Policy { early_stop: false, ..Policy::default() });
}

/// A node that is lost because of an end node is not lost for good, so news of that end node must reach it.
#[test]
fn schijf_5_7_an_end_node_is_put_right_under_every_policy() {
    is_put_right_in_time(Policy::default());
    is_put_right_in_time(Policy { update_order: UpdateOrder::Recursive, ..Policy::default() });
    is_put_right_in_time(Policy { update_order: UpdateOrder::Recursive, early_stop: false, ..Policy::default() });
}

/// The game with its ends put off by one forced move, so that a search does not see them at once.
fn with_ends_put_off(game: &ExplicitGame) -> ExplicitGame {
    let count = game.node_count();
    let mut nodes: Vec<(String, GameNode)> =
        (0..count).map(|id| (game.position_text(&id), game.node(id).clone())).collect();
    for id in 0..count as usize {
        if let GameNode::End(value) = nodes[id].1 {
            let end = nodes.len() as u32;
            nodes[id].1 = GameNode::Turn(winproof::Player::Min, vec![end]);
            nodes.push((format!("end-{id}"), GameNode::End(value)));
        }
    }
    ExplicitGame::new(nodes, game.start(), game.endless()).unwrap()
}

/// Orders of the children, evaluation now or later, first or last of equals.
fn policies() -> impl Iterator<Item = Policy> {
    let orders = [None].into_iter().chain((0..40).map(Some));
    orders.flat_map(|shuffle| {
        let evaluations = [Evaluation::Immediate, Evaluation::Delayed];
        evaluations.into_iter().flat_map(move |evaluation| {
            [Tie::First, Tie::Last].map(move |tie| Policy { shuffle, evaluation, tie, ..Policy::default() })
        })
    })
}

#[test]
fn breuker_5_3_draw_first_and_draw_last_are_both_right() {
    let game = ExplicitGame::parse(include_str!("figures/breuker-5.3.graph")).unwrap();
    let win = Goal::at_least(1);
    let mut misled = 0;
    for game in [with_ends_put_off(&game), game] {
        for policy in policies() {
            assert_eq!(search(&game, "bta", policy, win).holds(win), Some(true), "{policy:?}\n{}", game.to_text());
            // A search that gives F one value for both of its paths calls A a draw in some order.
            misled += u32::from(search(&game, "pn-dcg", policy, win).holds(win).is_none());
        }
    }
    assert!(misled > 0, "no order shows the problem");
}

#[test]
fn breuker_5_5_second_arrivals_are_twins() {
    let game = ExplicitGame::parse(include_str!("figures/breuker-5.3.graph")).unwrap();
    let solution = Solver::new(&game)
        .algorithm(Algorithm::by_name("bta").unwrap())
        .solve_goal(&game.start(), Goal::at_least(1))
        .unwrap();
    // The bases A to G, and the twins f (below D) and c (below F); A, B, C, D and F are expanded, once each.
    assert_eq!((solution.verdict.counts.nodes, solution.verdict.counts.expansions), (7 + 2, 5));
    certify(&game, &solution).unwrap();
}

#[test]
fn breuker_5_6_to_5_10_everything_that_comes_back_is_a_real_draw() {
    let text = include_str!("figures/breuker-5.6.graph");
    let game = ExplicitGame::parse(text).unwrap();
    let win = Goal::at_least(1);
    for leaf in LeafKind::PLAIN {
        let algorithm = Algorithm { leaf: *leaf, ..Algorithm::by_name("bta").unwrap() };
        // The search goes to C first, settles it for good, and wins by way of X; nothing is expanded twice.
        let solution = Solver::new(&game).algorithm(algorithm).solve_goal(&game.start(), win).unwrap();
        assert_eq!(solution.verdict.holds(win), Some(true));
        assert_eq!(solution.verdict.counts.expansions, 8, "A to F, X and Y: {leaf:?}");
        certify(&game, &solution).unwrap();
        // C and all below it are draws, whatever came before; so is A without X.
        for name in ["B", "C", "D", "E", "F"] {
            let root = game.parse_position(name).unwrap();
            let solution = Solver::new(&game).algorithm(algorithm).solve(&root).unwrap();
            assert_eq!(solution.value(), Some(0), "{name}");
            certify(&game, &solution).unwrap();
        }
        let closed = ExplicitGame::parse(&text.replace("A max B X", "A max B")).unwrap();
        let solution = Solver::new(&closed).algorithm(algorithm).solve_goal(&closed.start(), win).unwrap();
        assert_eq!(solution.verdict.holds(win), Some(false));
        assert_eq!(solution.verdict.counts.expansions, 6, "A to F: {leaf:?}");
        certify(&closed, &solution).unwrap();
    }
}

/// A twin is never expanded, and what was settled on one path never spoils another: every node of random cyclic graphs
/// has its true value as a root, and no search expands more than the positions that there are.
#[test]
fn bta_is_right_from_every_root_and_expands_no_position_twice() {
    let mut expansions = 0;
    let kind = |random: &mut Random| {
        let nodes = random.between(5, 80);
        RandomGraph { cyclic: true, ..varied(random, nodes) }
    };
    for (number, (game, _)) in games(51, 1500, kind).enumerate() {
        let values = retrograde_values(&game, 0..game.node_count());
        let leaf = LeafKind::PLAIN[number % LeafKind::PLAIN.len()];
        let algorithm = Algorithm { leaf, ..Algorithm::by_name("bta").unwrap() };
        let policy = Policy { shuffle: (number % 2 == 1).then_some(number as u64), ..Policy::default() };
        for root in 0..game.node_count() {
            let positions = retrograde_values(&game, [root]).len() as u64;
            for goal in game.values().into_iter().map(Goal::at_least) {
                let verdict =
                    Solver::new(&game).algorithm(algorithm).policy(policy).solve_goal(&root, goal).unwrap().verdict;
                let what = || format!("node {root} of game {number}, {goal:?}, {leaf:?}\n{}", game.to_text());
                assert_eq!(verdict.holds(goal), Some(values[&root] >= goal.at_least), "{}", what());
                assert!(verdict.counts.expansions <= positions, "{}", what());
                expansions += verdict.counts.expansions;
            }
        }
    }
    assert!(expansions > 100_000, "{expansions}");
}
