//! Proof-set search as the paper has it, written down as plainly as can be: every set is computed anew from the whole
//! graph before every expansion. The yardstick for the one that is fast.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use winproof::{Aim, Assessment, Game, Goal, LeafKind, Status};

/// A truncated node set: what it lists, with the weight of each, and its bound; `None` is the infinite one.
type Set = Option<(BTreeMap<u32, u64>, u64)>;

struct Node<P> {
    position: P,
    status: Status,
    children: Vec<u32>,
}

/// A search for one goal.
pub struct Reference<'a, G: Game> {
    game: &'a G,
    aim: Aim,
    leaf: LeafKind,
    /// P and D.
    limits: [usize; 2],
    nodes: Vec<Node<G::Position>>,
    ids: HashMap<G::Position, u32>,
}

/// The proof and the disproof set.
type Sets = [Set; 2];

impl<'a, G: Game> Reference<'a, G> {
    pub fn new(game: &'a G, root: &G::Position, goal: Goal, leaf: LeafKind, limits: [usize; 2]) -> Self {
        let aim = Aim::new(game, goal);
        let mut search = Reference { game, aim, leaf, limits, nodes: Vec::new(), ids: HashMap::new() };
        search.node(root);
        search
    }

    /// The node of a position, made if need be.
    fn node(&mut self, position: &G::Position) -> u32 {
        if let Some(&id) = self.ids.get(position) {
            return id;
        }
        let id = self.nodes.len() as u32;
        let status = self.game.status(position);
        self.nodes.push(Node { position: position.clone(), status, children: Vec::new() });
        self.ids.insert(position.clone(), id);
        id
    }

    /// Searches until the root is solved; gives the positions that were expanded.
    pub fn run(mut self) -> Vec<G::Position> {
        let mut expanded = Vec::new();
        while let Some(leaf) = self.select() {
            let position = self.nodes[leaf as usize].position.clone();
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            for mv in moves {
                let child = self.node(&self.game.play(&position, mv));
                let children = &mut self.nodes[leaf as usize].children;
                if !children.contains(&child) {
                    children.push(child);
                }
            }
            expanded.push(position);
        }
        expanded
    }

    /// The node to expand; `None` when the root is solved.
    fn select(&self) -> Option<u32> {
        let mut known = HashMap::new();
        let mut id = 0;
        loop {
            let [Some((proof, _)), Some((disproof, _))] = self.sets(id, &mut known) else { return None };
            let node = &self.nodes[id as usize];
            if node.children.is_empty() {
                return Some(id);
            }
            if let Some((&common, _)) = proof.iter().rev().find(|(id, _)| disproof.contains_key(id)) {
                return Some(common);
            }
            let own = usize::from(node.status != Status::Turn(self.aim.prover()));
            let wanted = self.sets(id, &mut known)[own].clone();
            let is_source = |child: &&u32| self.sets(**child, &mut known)[own] == wanted;
            id = *node.children.iter().find(is_source).expect("the smallest set is that of a child");
        }
    }

    /// The sets of a node.
    fn sets(&self, id: u32, known: &mut HashMap<u32, Sets>) -> Sets {
        if let Some(sets) = known.get(&id) {
            return sets.clone();
        }
        let node = &self.nodes[id as usize];
        let nothing = Some((BTreeMap::new(), 0));
        let sets = match node.status {
            Status::Ended(value) if self.aim.is_win(value) => [nothing, None],
            Status::Ended(_) => [None, nothing],
            Status::Turn(player) if node.children.is_empty() => {
                let prover_moves = player == self.aim.prover();
                let Assessment { reach, miss } = match self.leaf {
                    LeafKind::Unit => Assessment { reach: 1, miss: 1 },
                    LeafKind::Mobility => Assessment { reach: 1, miss: self.game.mobility(&node.position) },
                    _ => self.game.heuristic(&node.position),
                };
                let weights = if prover_moves { [reach, miss] } else { [miss, reach] };
                [0, 1].map(|side| {
                    let weight = u64::from(weights[side]);
                    Some((self.cut_off(side, BTreeMap::from([(id, weight)])), weight))
                })
            }
            Status::Turn(player) => {
                let own = usize::from(player != self.aim.prover());
                let other = 1 - own;
                let children: Vec<Sets> = node.children.iter().map(|&child| self.sets(child, known)).collect();
                let mut sets = [None, None];
                sets[own] = children.iter().filter_map(|child| child[own].clone()).min_by_key(order);
                sets[other] = children
                    .iter()
                    .map(|child| child[other].clone())
                    .reduce(|union, set| self.union(other, union, set))
                    .flatten();
                sets
            }
        };
        known.insert(id, sets.clone());
        sets
    }

    /// Definition 2, with weights as in §5.1.
    fn union(&self, side: usize, a: Set, b: Set) -> Set {
        let ((mut nodes, bound), (more, more_bound)) = (a?, b?);
        let counted_twice: u64 = more.iter().filter(|(id, _)| nodes.contains_key(id)).map(|(_, weight)| weight).sum();
        nodes.extend(more);
        Some((self.cut_off(side, nodes), bound + more_bound - counted_twice))
    }

    /// The lightest and oldest, as many as a set may list.
    fn cut_off(&self, side: usize, nodes: BTreeMap<u32, u64>) -> BTreeMap<u32, u64> {
        let mut by_weight: Vec<(u64, u32)> = nodes.into_iter().map(|(id, weight)| (weight, id)).collect();
        by_weight.sort_unstable();
        by_weight.into_iter().take(self.limits[side]).map(|(weight, id)| (id, weight)).collect()
    }
}

/// What makes one set smaller than another: its bound, how many it lists, and the newest that it lists.
fn order((nodes, bound): &(BTreeMap<u32, u64>, u64)) -> (u64, usize, Vec<u32>) {
    let mut newest_first: Vec<u32> = nodes.keys().copied().collect();
    newest_first.sort_unstable_by_key(|&id| Reverse(id));
    (*bound, nodes.len(), newest_first)
}
