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
    /// Who bears a name other than its own, and whose.
    names: HashMap<u32, u32>,
}

/// The proof and the disproof set.
type Sets = [Set; 2];

impl<'a, G: Game> Reference<'a, G> {
    pub fn new(game: &'a G, root: &G::Position, goal: Goal, leaf: LeafKind, limits: [usize; 2]) -> Self {
        let aim = Aim::new(game, goal);
        let mut search =
            Reference { game, aim, leaf, limits, nodes: Vec::new(), ids: HashMap::new(), names: HashMap::new() };
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
            // Without limits nobody inherits.
            let mut has_heir = self.limits == [u32::MAX as usize; 2];
            for mv in moves {
                let next_id = self.nodes.len();
                let child = self.node(&self.game.play(&position, mv));
                if !has_heir && child as usize == next_id && self.weights(child) == self.weights(leaf) {
                    has_heir = true;
                    self.names.insert(child, self.name(leaf));
                }
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
                let bears = |id: &u32| self.nodes[*id as usize].children.is_empty() && self.name(*id) == common;
                return (0..self.nodes.len() as u32).find(bears);
            }
            let own = usize::from(node.status != Status::Turn(self.aim.prover()));
            let wanted = self.sets(id, &mut known)[own].clone();
            let is_source = |child: &&u32| self.sets(**child, &mut known)[own] == wanted;
            id = *node.children.iter().find(is_source).expect("the smallest set is that of a child");
        }
    }

    /// What a leaf weighs in a proof and in a disproof set; `None` where play has ended.
    fn weights(&self, id: u32) -> Option<[u64; 2]> {
        let node = &self.nodes[id as usize];
        let Status::Turn(player) = node.status else { return None };
        let Assessment { reach, miss } = match self.leaf {
            LeafKind::Unit => Assessment { reach: 1, miss: 1 },
            LeafKind::Mobility => Assessment { reach: 1, miss: self.game.mobility(&node.position) },
            _ => self.game.heuristic(&node.position),
        };
        let weights = if player == self.aim.prover() { [reach, miss] } else { [miss, reach] };
        Some(weights.map(u64::from))
    }

    /// The name of a leaf.
    fn name(&self, id: u32) -> u32 {
        self.names.get(&id).copied().unwrap_or(id)
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
            Status::Turn(_) if node.children.is_empty() => {
                let weights = self.weights(id).expect("play goes on");
                [0, 1].map(|side| {
                    let alone = BTreeMap::from([(self.name(id), weights[side])]);
                    Some((self.cut_off(side, alone), weights[side]))
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
                    .collect::<Option<Vec<_>>>()
                    .map(|all| self.union(other, &all));
                sets
            }
        };
        known.insert(id, sets.clone());
        sets
    }

    /// Definition 2, with weights as in §5.1, for any number of sets: what several of them list counts once.
    fn union(&self, side: usize, sets: &[(BTreeMap<u32, u64>, u64)]) -> (BTreeMap<u32, u64>, u64) {
        let nodes: BTreeMap<u32, u64> = sets.iter().flat_map(|(nodes, _)| nodes.clone()).collect();
        let listed: u64 = sets.iter().flat_map(|(nodes, _)| nodes.values()).sum();
        let bounds: u64 = sets.iter().map(|(_, bound)| bound).sum();
        let bound = bounds - listed + nodes.values().sum::<u64>();
        (self.cut_off(side, nodes), bound)
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
