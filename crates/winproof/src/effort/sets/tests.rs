//! The examples and theorems of Müller 2001 that are about whole graphs.

use super::*;
use crate::effort::{Numbers, any};
use crate::random::Random;

const UNLIMITED: u32 = u32::MAX;

fn aim() -> Aim {
    any::aim(1, None)
}

/// A node of a graph in which every child comes before its parents.
#[derive(Clone, Debug)]
enum Node {
    /// Open, with a weight for winning and one for losing it.
    Leaf(u32, u32),
    Ended(Value),
    /// The prover moves.
    Or(Vec<u32>),
    And(Vec<u32>),
}

use Node::{And, Ended, Leaf, Or};

/// The labels of all nodes.
fn labels<E: Effort>(effort: &mut E, graph: &[Node]) -> Vec<E::Label> {
    let mut labels: Vec<E::Label> = Vec::new();
    for (id, node) in graph.iter().enumerate() {
        let label = match node {
            &Leaf(win, lose) => effort.leaf(id as u32, Player::Max, Assessment { reach: win, miss: lose }),
            &Ended(value) => effort.ended(value),
            Or(children) => effort.combine(Player::Max, children.iter().map(|&child| labels[child as usize])),
            And(children) => effort.combine(Player::Min, children.iter().map(|&child| labels[child as usize])),
        };
        labels.push(label);
    }
    labels
}

fn numbers(graph: &[Node]) -> Vec<ProofNumbers> {
    labels(&mut Numbers::new(aim(), Tie::First), graph)
}

fn effort(proof: u32, disproof: u32) -> Sets {
    Sets::new(aim(), &Policy { set_limits: SetLimits { proof, disproof }, ..Policy::default() })
}

fn unlimited(discount: Option<u8>) -> Sets {
    Sets::new(aim(), &Policy { set_limits: SetLimits::UNLIMITED, discount, ..Policy::default() })
}

impl Sets {
    fn listed(&self, set: NodeSet) -> Vec<u32> {
        self.sets.nodes(set, &mut [0]).to_vec()
    }
}

/// Proof and disproof set of the last node, unlimited.
fn sets_of_last(graph: &[Node]) -> (Vec<u32>, Vec<u32>) {
    let mut effort = effort(UNLIMITED, UNLIMITED);
    let label = *labels(&mut effort, graph).last().unwrap();
    (effort.listed(label.proof), effort.listed(label.disproof))
}

const OPEN: Node = Leaf(1, 1);

#[test]
fn examples_1_and_2_a_shared_leaf_counts_once() {
    // F and G; B, C and D with the one child F; E with both; the root.
    let graph = [OPEN, OPEN, Or(vec![0]), Or(vec![0]), Or(vec![0]), Or(vec![0, 1]), And(vec![2, 3, 4, 5])];
    let all = numbers(&graph);
    assert_eq!(all[6].proof, 4);
    assert_eq!(all[5], ProofNumbers { proof: 1, disproof: 2 });
    assert_eq!(sets_of_last(&graph[..6]), (vec![0], vec![0, 1]));
    assert_eq!(sets_of_last(&graph), (vec![0], vec![0]));
}

#[test]
fn examples_3_and_4_a_smallest_set_can_be_missed() {
    // F, G, H below D; I, J below E; then B needs D, C has the choice, and the root needs both.
    let mut graph = vec![OPEN, OPEN, OPEN, And(vec![0, 1, 2]), OPEN, OPEN, And(vec![4, 5])];
    graph.extend([Or(vec![3]), Or(vec![3, 6]), And(vec![7, 8])]);
    assert_eq!(sets_of_last(&graph).0, [0, 1, 2, 4, 5]);
    // The same around it again: four more leaves, eight, and so on, each time one less than the set below has.
    for round in 2..6 {
        let root = graph.len() as u32 - 1;
        let leaves = 1 << round;
        graph.extend(vec![OPEN; leaves]);
        let choice = graph.len() as u32;
        graph.push(And((root + 1..choice).collect()));
        graph.extend([Or(vec![root]), Or(vec![root, choice]), And(vec![choice + 1, choice + 2])]);
        assert_eq!(sets_of_last(&graph).0.len(), 2 * leaves + 1, "round {round}");
    }
}

/// Example 10: C was expanded to D and the new leaf E. Leaves of the root's set count less, and D has no others.
#[test]
fn example_10_leaves_of_the_root_are_favored() {
    let unit = Assessment { reach: 1, miss: 1 };
    // Ids in the order of the letters.
    for (discount, expected) in [(None, [4, 5, 6, 7].as_slice()), (Some(90), &[4, 5, 6, 7]), (Some(30), &[5, 6, 7])] {
        let mut effort = unlimited(discount);
        let [c, e, f, g, h] = [2, 4, 5, 6, 7].map(|id| effort.leaf(id, Player::Max, unit));
        let d = effort.combine(Player::Min, [f, g, h].into_iter());
        let b = effort.combine(Player::Max, [d].into_iter());
        let root = effort.combine(Player::Min, [b, c].into_iter());
        assert_eq!(effort.listed(root.proof), [2, 5, 6, 7]);
        assert_eq!(effort.target(root), Some(2));
        effort.attend(root, Player::Min);
        let c = effort.combine(Player::Max, [d, e].into_iter());
        let root = effort.combine(Player::Min, [b, c].into_iter());
        assert_eq!(effort.listed(root.proof), expected, "{discount:?}");
    }
}

/// A node that is won is preferred to one whose leaves count for nothing.
#[test]
fn nothing_left_is_less_than_leaves_that_count_for_nothing() {
    let unit = Assessment { reach: 1, miss: 1 };
    let mut effort = unlimited(Some(0));
    let leaf = effort.leaf(0, Player::Max, unit);
    effort.attend(leaf, Player::Max);
    let won = effort.ended(1);
    assert_eq!(effort.combine(Player::Max, [leaf, won].into_iter()).proof.bound, 0);
}

/// A random graph with at most eight leaves, so that all sets of them can be tried.
fn random_graph(random: &mut Random) -> Vec<Node> {
    let heavy = random.below(2) == 0;
    let weight = |random: &mut Random| if heavy { 1 + random.below(9) as u32 } else { 1 };
    let leaves = 1 + random.below(8);
    let mut graph: Vec<Node> = (0..leaves).map(|_| Leaf(weight(random), weight(random))).collect();
    if random.below(2) == 0 {
        graph.extend([Ended(0), Ended(1)]);
    }
    for _ in 0..1 + random.below(30) {
        let mut children: Vec<u32> = Vec::new();
        for _ in 0..1 + random.below(4) {
            let child = random.below(graph.len()) as u32;
            if !children.contains(&child) {
                children.push(child);
            }
        }
        graph.push(if random.below(2) == 0 { Or(children) } else { And(children) });
    }
    graph
}

/// Which nodes are won if exactly these leaves are.
fn won(graph: &[Node], leaves: u32) -> Vec<bool> {
    let mut won: Vec<bool> = Vec::new();
    for (id, node) in graph.iter().enumerate() {
        let value = match node {
            Leaf(..) => leaves >> id & 1 == 1,
            &Ended(value) => value == 1,
            Or(children) => children.iter().any(|&child| won[child as usize]),
            And(children) => children.iter().all(|&child| won[child as usize]),
        };
        won.push(value);
    }
    won
}

/// For each node the least weight of leaves whose win wins it, and of leaves whose loss loses it.
fn exact(graph: &[Node]) -> Vec<ProofNumbers> {
    let open: Vec<(u32, u32)> =
        graph.iter().map_while(|node| if let &Leaf(win, lose) = node { Some((win, lose)) } else { None }).collect();
    let mut exact = vec![ProofNumbers { proof: INFINITY, disproof: INFINITY }; graph.len()];
    let all = (1u32 << open.len()) - 1;
    for chosen in 0..=all {
        let of_chosen = |weight: fn(&(u32, u32)) -> u32| -> u32 {
            open.iter().enumerate().filter(|(id, _)| chosen >> id & 1 == 1).map(|(_, weights)| weight(weights)).sum()
        };
        let (to_win, to_lose) = (of_chosen(|weights| weights.0), of_chosen(|weights| weights.1));
        for (id, (with_wins, with_losses)) in won(graph, chosen).into_iter().zip(won(graph, all & !chosen)).enumerate()
        {
            if with_wins {
                exact[id].proof = exact[id].proof.min(to_win);
            }
            if !with_losses {
                exact[id].disproof = exact[id].disproof.min(to_lose);
            }
        }
    }
    exact
}

/// Theorems 2, 5, 6 and 7: exact ≤ sets ≤ numbers at every node, whatever the limits. And what the paper does not
/// say: a greater limit can give a greater bound.
#[test]
fn sets_are_between_what_is_exact_and_numbers() {
    let mut random = Random::new(9);
    let limits = [0, 1, 2, 3, 4, 6, UNLIMITED];
    let (mut better_than_numbers, mut worse_than_exact, mut worse_with_more) = (0, 0, 0);
    for _ in 0..3000 {
        let graph = random_graph(&mut random);
        let (exact, numbers) = (exact(&graph), numbers(&graph));
        let mut last: Option<Vec<ProofNumbers>> = None;
        for limit in limits {
            let mut effort = effort(limit, limit);
            let labels = labels(&mut effort, &graph);
            let bounds: Vec<ProofNumbers> = labels.iter().map(|label| label.numbers()).collect();
            for id in 0..graph.len() {
                let (least, bound, most) = (exact[id], bounds[id], numbers[id]);
                let between = |least: u32, bound: u32, most: u32| least <= bound && bound <= most;
                assert!(between(least.proof, bound.proof, most.proof), "{id}, {limit}: {graph:?}");
                assert!(between(least.disproof, bound.disproof, most.disproof), "{id}, {limit}: {graph:?}");
                assert_eq!(bound.solved(), most.solved());
                better_than_numbers += u32::from(bound != most);
                worse_than_exact += u32::from(limit == UNLIMITED && bound != least);
                worse_with_more += u32::from(last.as_ref().is_some_and(|last| bound.proof > last[id].proof));
                is_a_proof_set(&effort, &graph, id, labels[id]);
                if limit == 0 {
                    assert_eq!(bound, most);
                }
            }
            last = Some(bounds);
        }
    }
    assert!(better_than_numbers > 1000 && worse_than_exact > 100 && worse_with_more > 0);
}

/// On a graph that grows as in a search, sets that stay are at most numbers too, and every bound is what follows from
/// the children's sets as they are.
#[test]
fn sets_that_stay_are_at_most_numbers() {
    let mut random = Random::new(11);
    let (mut better_than_numbers, mut out_of_date) = (0, 0);
    for round in 0..2000 {
        let graph = random_graph(&mut random);
        let limit = [0, 1, 3, 20][round % 4];
        let (mut sets, mut numbers) = (effort(limit, limit), Numbers::new(aim(), Tie::First));
        let unit = Assessment { reach: 1, miss: 1 };
        // At first all nodes are leaves but those where play has ended.
        let mut labels: Vec<ProofSets> = Vec::new();
        let mut plain: Vec<ProofNumbers> = Vec::new();
        for (id, node) in graph.iter().enumerate() {
            if let &Ended(value) = node {
                labels.push(sets.ended(value));
                plain.push(numbers.ended(value));
            } else {
                labels.push(sets.leaf(id as u32, Player::Max, unit));
                plain.push(numbers.leaf(id as u32, Player::Max, unit));
            }
        }
        let mut is_expanded = vec![false; graph.len()];
        for _ in 0..graph.len() {
            is_expanded[random.below(graph.len())] = true;
            for id in 0..graph.len() {
                let (player, children) = match &graph[id] {
                    Or(children) if is_expanded[id] => (Player::Max, children),
                    And(children) if is_expanded[id] => (Player::Min, children),
                    _ => continue,
                };
                let mut label = labels[id];
                sets.update(player, &mut label, children.iter().map(|&child| labels[child as usize]));
                labels[id] = label;
                plain[id] = numbers.combine(player, children.iter().map(|&child| plain[child as usize]));
                let anew = sets.combine(player, children.iter().map(|&child| labels[child as usize]));
                let (bounds, most) = (label.numbers(), plain[id]);
                assert_eq!(bounds, anew.numbers(), "{id}, {limit}: {graph:?}");
                assert!(bounds.proof <= most.proof && bounds.disproof <= most.disproof, "{id}, {limit}: {graph:?}");
                assert_eq!(bounds.solved(), most.solved(), "{id}, {limit}: {graph:?}");
                assert!(limit > 0 || bounds == most, "{id}: {graph:?}");
                better_than_numbers += u32::from(bounds != most);
                out_of_date += u32::from(sets.listed(label.proof) != sets.listed(anew.proof));
                sets.release(anew);
            }
        }
    }
    assert!(better_than_numbers > 1000 && out_of_date > 1000, "{better_than_numbers}, {out_of_date}");
}

/// Whether to win all leaves of a proof set wins the node, where the set is whole; and Theorem 1.
fn is_a_proof_set(effort: &Sets, graph: &[Node], id: usize, label: ProofSets) {
    let bits = |nodes: Vec<u32>| nodes.into_iter().fold(0, |bits, node| bits | 1 << node);
    let (proof, disproof) = (bits(effort.listed(label.proof)), bits(effort.listed(label.disproof)));
    if label.proof.bound != INFINITY && !effort.sets.is_cut(label.proof) {
        assert!(won(graph, proof)[id], "{id}: {graph:?}");
    }
    if label.disproof.bound != INFINITY && !effort.sets.is_cut(label.disproof) {
        assert!(!won(graph, !disproof)[id], "{id}: {graph:?}");
    }
    let is_whole = !effort.sets.is_cut(label.proof) && !effort.sets.is_cut(label.disproof);
    if label.numbers().solved().is_none() && is_whole {
        assert_ne!(proof & disproof, 0, "{id}: {graph:?}");
    }
}
