//! Examples 6 to 9 of Müller 2001, with letters for nodes: the later the letter, the newer the node.

use super::*;
use crate::random::Random;
use std::collections::BTreeSet;

const UNLIMITED: usize = u32::MAX as usize;

fn id(letter: char) -> u32 {
    u32::from(letter) - u32::from('A')
}

impl NodeSets {
    /// The set that lists these letters, with this bound.
    fn letters(&mut self, letters: &str, bound: u32) -> NodeSet {
        let nodes: Vec<u32> = letters.chars().map(id).collect();
        assert!(nodes.iter().all(|&node| self.can_mark(node)));
        let weight: u32 = nodes.iter().map(|&node| self.sides[0].weight(node)).sum();
        let listed = match (&nodes[..], weight < bound) {
            ([], true) => Listed::ALL_CUT,
            ([], false) => Listed::NONE,
            (&[node], false) => Listed(node | Listed::SINGLE),
            (nodes, is_cut) => Listed(self.pool.insert(nodes, is_cut).unwrap().0),
        };
        NodeSet { listed, bound }
    }

    fn text(&self, set: NodeSet) -> (String, u32, bool) {
        let mut single = [0];
        let letter = |&node: &u32| char::from_u32(node + u32::from('A')).unwrap();
        (self.nodes(set, &mut single).iter().map(letter).collect(), set.bound, self.is_cut(set))
    }

    fn union_of(&mut self, sets: &[NodeSet]) -> (String, u32, bool) {
        let union = self.union(Side::Proof, sets.iter().copied());
        self.text(union)
    }
}

fn sets(most: usize) -> NodeSets {
    NodeSets::new([most; 2], None, false)
}

/// A leaf of each letter, with its weight.
fn weighted(most: usize, weights: &[(char, u32)]) -> NodeSets {
    let mut sets = sets(most);
    for &(letter, weight) in weights {
        sets.single(Side::Proof, id(letter), weight);
    }
    sets
}

#[test]
fn example_6_a_union_that_is_cut_off() {
    let mut sets = sets(8);
    let a = sets.letters("ADEHKLMQ", 16);
    let b = sets.letters("CDEFHMPQ", 13);
    assert_eq!(sets.union_of(&[a, b]), ("ACDEFHKL".to_string(), 24, true));
}

#[test]
fn example_7_nothing_listed_is_a_number() {
    let mut sets = sets(0);
    let five = sets.letters("", 5);
    assert_eq!(sets.union_of(&[five, five]), (String::new(), 10, true));
    let leaf = sets.single(Side::Proof, 3, 1);
    assert_eq!(sets.text(leaf), (String::new(), 1, true));
}

#[test]
fn example_8_sets_that_look_the_same_need_not_be() {
    let mut sets = sets(2);
    let cut = sets.letters("AB", 5);
    assert_eq!(sets.union_of(&[cut, cut]), ("AB".to_string(), 8, true));
    let whole = sets.letters("AB", 2);
    assert_eq!(sets.union_of(&[whole, whole]), ("AB".to_string(), 2, false));
    // At bound = K definition 1 cannot tell these two apart.
    assert!(!sets.same(whole, NodeSet { bound: 2, ..cut }));
}

#[test]
fn example_9_weights() {
    let mut sets = weighted(4, &[('A', 10), ('B', 15), ('C', 7), ('D', 16), ('E', 18), ('F', 39)]);
    let [a, b, c, d, e] = ['A', 'B', 'C', 'D', 'E'].map(|letter| {
        let weight = sets.sides[0].weight(id(letter));
        sets.single(Side::Proof, id(letter), weight)
    });
    assert_eq!(sets.union_of(&[a, b, c]), ("ABC".to_string(), 32, false));
    assert_eq!(sets.union_of(&[a, d, e]), ("ADE".to_string(), 44, false));
    let (first, second) = (sets.letters("ABC", 32), sets.letters("ADE", 44));
    assert_eq!(sets.union_of(&[first, second]), ("ABCD".to_string(), 66, true));
    let third = sets.letters("BDF", 70);
    assert!(!sets.is_cut(third));
    assert_eq!(sets.union_of(&[first, third]), ("ABCD".to_string(), 87, true));
}

#[test]
fn the_order_of_sets() {
    let mut sets = sets(UNLIMITED);
    let in_order = [("", 0), ("Q", 1), ("AQ", 2), ("BQ", 2), ("AR", 2), ("CR", 2), ("ABC", 3)];
    let in_order = in_order.map(|(letters, bound)| sets.letters(letters, bound));
    for (place, &a) in in_order.iter().enumerate() {
        for (other, &b) in in_order.iter().enumerate() {
            assert_eq!(sets.compare(Side::Proof, a, b), place.cmp(&other));
            assert_eq!(sets.same(a, b), place == other);
        }
        assert_eq!(sets.compare(Side::Proof, a, NodeSet::INFINITE), Ordering::Less);
    }
}

#[test]
fn what_two_sets_have_in_common() {
    let mut sets = sets(UNLIMITED);
    let [a, b, c, d] = ["ACEGQ", "BCDGR", "HI", "G"].map(|letters| sets.letters(letters, 9));
    assert_eq!(sets.newest_common(a, b), Some(id('G')));
    assert_eq!(sets.newest_common(b, d), Some(id('G')));
    assert_eq!(sets.newest_common(a, c), None);
    assert_eq!(sets.newest_common(a, NodeSet::EMPTY), None);
}

#[test]
fn infinity_and_nothing() {
    let mut sets = sets(3);
    let some = sets.letters("ABC", INFINITY - 1);
    assert_eq!(sets.union_of(&[some, NodeSet::INFINITE]).1, INFINITY);
    assert_eq!(sets.union_of(&[NodeSet::INFINITE, some]).1, INFINITY);
    assert_eq!(sets.union_of(&[NodeSet::EMPTY, NodeSet::EMPTY]), (String::new(), 0, false));
    assert_eq!(sets.union_of(&[NodeSet::EMPTY, some, NodeSet::EMPTY]).1, INFINITY - 1);
    let others = sets.letters("DEF", INFINITY - 1);
    assert_eq!(sets.union_of(&[some, others]).1, INFINITY - 1, "a sum that is not solved stays below infinity");
}

/// Where the pool has no room a set lists nothing, and its bound is right all the same.
#[test]
fn without_room_a_set_is_a_number() {
    let mut sets = sets(UNLIMITED);
    let leaves: Vec<NodeSet> = (0..5).map(|node| sets.single(Side::Proof, node, 1)).collect();
    sets.allow(0);
    assert_eq!(sets.union_of(&leaves), (String::new(), 5, true));
}

/// Whatever a union starts from, it is what the definition says; where sets stay, its bound is.
#[test]
fn unions_by_the_definition() {
    let mut random = Random::new(5);
    for most in [0, 1, 3, 8, 20, UNLIMITED] {
        for weigh in [false, true] {
            let mut sets = sets(most);
            let weights: Vec<u32> = (0..40).map(|_| if weigh { random.below(4) as u32 + 1 } else { 1 }).collect();
            let leaves: Vec<NodeSet> =
                (0..40).map(|node| sets.single(Side::Proof, node, weights[node as usize])).collect();
            let mut all = leaves.clone();
            // Marks come round again after 32,767 unions.
            for round in 0..if most == 8 { 40_000 } else { 6_000 } {
                let parts: Vec<NodeSet> = (0..random.below(6)).map(|_| all[random.below(all.len())]).collect();
                let before = all[random.below(all.len())];
                sets.stay = round % 3 == 0;
                let made = sets.union_unless(Side::Proof, before, parts.iter().copied());
                if let Some(made) = made {
                    assert!(sets.is_news(before, made), "{round}");
                }
                let is_listed = made.is_some() || !sets.stay;
                let union = made.unwrap_or(before);

                let mut single = [0];
                let open: Vec<NodeSet> = parts.iter().copied().filter(|part| part.bound != 0).collect();
                let lists: Vec<Vec<u32>> = open.iter().map(|&part| sets.nodes(part, &mut single).to_vec()).collect();
                let weight =
                    |nodes: &mut dyn Iterator<Item = u32>| nodes.map(|node| weights[node as usize]).sum::<u32>();
                let listed = weight(&mut lists.iter().flatten().copied());
                let mut nodes: Vec<u32> =
                    lists.iter().flatten().copied().collect::<BTreeSet<u32>>().into_iter().collect();
                let bound =
                    open.iter().map(|part| part.bound).sum::<u32>() - listed + weight(&mut nodes.iter().copied());
                let is_cut = nodes.len() > most || open.iter().any(|&part| sets.is_cut(part));
                nodes.sort_by_key(|&node| (weights[node as usize], node));
                nodes.truncate(most);
                nodes.sort_unstable();
                assert_eq!(union.bound, bound, "{round}, at most {most}");
                if is_listed {
                    assert_eq!(sets.nodes(union, &mut single), nodes, "{round}, at most {most}");
                    assert_eq!(sets.is_cut(union), is_cut, "{round}, at most {most}");
                }
                if union.bound > 0 && union.bound < 1 << 16 && all.len() < 400 {
                    all.push(sets.share(union));
                } else if round % 8 == 0 {
                    all = leaves.clone();
                }
            }
        }
    }
}
