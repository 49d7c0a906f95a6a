//! Proof-set search as the paper has it, and with sets that stay, written down as plainly as can be: every set is
//! computed anew from the whole graph before every expansion. The yardstick for the one that is fast.

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
    /// Whether a set stays for as long as its bound does, and leaves are found by bounds.
    stays: bool,
    /// The sets as they were before the last expansion.
    before: HashMap<u32, Sets>,
    nodes: Vec<Node<G::Position>>,
    ids: HashMap<G::Position, u32>,
    /// Who bears a name other than its own, and whose.
    names: HashMap<u32, u32>,
}

/// The proof and the disproof set.
type Sets = [Set; 2];

impl<'a, G: Game> Reference<'a, G> {
    pub fn new(game: &'a G, root: &G::Position, goal: Goal, leaf: LeafKind, limits: [usize; 2], stays: bool) -> Self {
        let mut search = Reference {
            game,
            aim: Aim::new(game, goal),
            leaf,
            limits,
            stays,
            before: HashMap::new(),
            nodes: Vec::new(),
            ids: HashMap::new(),
            names: HashMap::new(),
        };
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

    /// Searches until the root is solved or so many nodes are expanded; gives their positions.
    pub fn run(mut self, most: usize) -> Vec<G::Position> {
        let mut expanded = Vec::new();
        while expanded.len() < most {
            let Some(leaf) = self.select() else { break };
            let position = self.nodes[leaf as usize].position.clone();
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            // Where sets are exact nobody inherits.
            let mut has_heir = !self.stays;
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
    fn select(&mut self) -> Option<u32> {
        let mut known = HashMap::new();
        let leaf = self.walk(&mut known);
        self.before = known;
        leaf
    }

    fn walk(&self, known: &mut HashMap<u32, Sets>) -> Option<u32> {
        let mut id = 0;
        loop {
            let sets = self.sets(id, known);
            let [Some((proof, _)), Some((disproof, _))] = &sets else { return None };
            let node = &self.nodes[id as usize];
            if node.children.is_empty() {
                return Some(id);
            }
            let common = proof.keys().rev().find(|id| disproof.contains_key(id));
            if let Some(&common) = common.filter(|_| !self.stays) {
                return Some(common);
            }
            let own = usize::from(node.status != Status::Turn(self.aim.prover()));
            let is_source = |child: &&u32| {
                let set = &self.sets(**child, known)[own];
                if self.stays { bound(set) == bound(&sets[own]) } else { *set == sets[own] }
            };
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
        let before = self.before.get(&id).filter(|_| self.stays).unwrap_or(&sets);
        let stays = |side: usize| bound(&before[side]) == bound(&sets[side]);
        let sets = [0, 1].map(|side| if stays(side) { before[side].clone() } else { sets[side].clone() });
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

fn bound(set: &Set) -> Option<u64> {
    set.as_ref().map(|(_, bound)| *bound)
}

/// What makes one set smaller than another: its bound, how many it lists, and the newest that it lists.
fn order((nodes, bound): &(BTreeMap<u32, u64>, u64)) -> (u64, usize, Vec<u32>) {
    let mut newest_first: Vec<u32> = nodes.keys().copied().collect();
    newest_first.sort_unstable_by_key(|&id| Reverse(id));
    (*bound, nodes.len(), newest_first)
}
