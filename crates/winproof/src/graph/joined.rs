//! What the graphs `dag` and `dcg` have in common: one node a position, all of its parents, updates through all of
//! them (Schijf 1993, §4.4 and §4.6).
//!
//! # Layout
//! A node is 24 bytes with numbers, beside its position and its place in the index. The edges of a node stand
//! side by side behind a header that names their owner:
//! ```text
//! [mark | –, owner] [child, next] [child, next] …
//! ```
//! `next` is the next edge that leads to the same child, so an edge is a link of the list of its child's parents too, at
//! 8 bytes in all. The parent is found by going back to the header, a few edges away on the same cache line.

mod again;
mod kept;
mod seen;
mod updates;

use super::Context;
use super::positions::Positions;
use crate::arena::{Arena, Full};
use crate::effort::Effort;
use crate::game::{Game, Player, Status};
use crate::leaf::Leaf;
use crate::policy::{Deletion, UpdateOrder};
use updates::Queue;

/// No edge.
const NONE: u32 = u32::MAX;
/// Marks the header of a run of edges; node ids stay below it.
const HEADER: u32 = 1 << 31;
/// Stands for a child that was given back.
const DELETED: u32 = HEADER - 1;

#[derive(Clone, Copy)]
struct Edge {
    child: u32,
    next: u32,
}

const MIN_MOVES: u16 = 1;
const ON_PATH: u16 = 2;

#[derive(Clone, Copy)]
pub(super) struct Node<T> {
    pub(super) label: T,
    /// The first edge to a child, behind the header.
    first_edge: u32,
    /// The first edge that leads here.
    first_parent: u32,
    /// More than that of every parent.
    level: u32,
    child_count: u16,
    flags: u16,
}

impl<T> Node<T> {
    #[inline]
    pub(super) fn player(&self) -> Player {
        if self.flags & MIN_MOVES == 0 { Player::Max } else { Player::Min }
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.child_count > 0
    }
}

/// The root's id.
pub(super) const ROOT: u32 = 0;

/// Nodes, edges and the index of positions.
pub(super) struct Joined<G: Game, E: Effort> {
    pub(super) nodes: Arena<Node<E::Label>>,
    pub(super) positions: Positions<G>,
    edges: Arena<Edge>,
    /// The nodes from the root to where the walk ended.
    path: Vec<u32>,
    /// The node to expand: the end of the path, or one below it that the effort named.
    pub(super) leaf: u32,
    /// Nodes that were given back.
    free: Vec<u32>,
    queue: Queue,
    /// Whether a node that is lost for the prover stays lost.
    lost_is_final: bool,
    /// Whether leaves below solved nodes are given back. Who wants labels computed beyond need comes back to solved
    /// nodes, and who names nodes in labels must not find another there: for them everything stays.
    prunes: bool,
    budget: usize,
}

impl<G: Game, E: Effort> Joined<G, E> {
    /// The root alone.
    pub(super) fn new<L: Leaf<G>>(
        context: &mut Context<'_, G, E, L>,
        root: &G::Position,
        lost_is_final: bool,
        budget: usize,
    ) -> Result<Self, Full> {
        let policy = &context.policy;
        let prunes = policy.deletion != Deletion::None
            && policy.early_stop
            && policy.update_order == UpdateOrder::Queue
            && context.effort.goals() == 1
            && !E::NAMES_NODES;
        let mut graph = Joined {
            nodes: Arena::new(),
            positions: Positions::new(),
            edges: Arena::new(),
            path: vec![ROOT],
            leaf: ROOT,
            free: Vec::new(),
            queue: Queue::new(context.policy.update_order),
            lost_is_final,
            prunes,
            budget,
        };
        let position = context.identity(root);
        let (label, player) = context.evaluate(ROOT, &position);
        graph.reserve(context, 1)?;
        graph.add(context.game, position, label, player, 0);
        graph.nodes[ROOT].flags |= ON_PATH;
        context.counts.nodes += 1;
        Ok(graph)
    }

    /// Makes room for an expansion that makes at most this many nodes and edges.
    #[inline]
    fn reserve<L>(&mut self, context: &mut Context<'_, G, E, L>, count: usize) -> Result<(), Full> {
        let room = self.nodes.has_room(count) && self.positions.has_room(count) && self.edges.has_room(count + 1);
        if room { Ok(()) } else { self.grow(context, count) }
    }

    #[cold]
    fn grow<L>(&mut self, context: &mut Context<'_, G, E, L>, count: usize) -> Result<(), Full> {
        let most = self.budget.saturating_sub(context.effort.bytes());
        let left = |graph: &Self, own: usize| most.saturating_add(own).saturating_sub(graph.bytes());
        let budget = left(self, self.positions.bytes());
        self.positions.reserve(context.game, count, budget)?;
        let budget = left(self, self.nodes.bytes());
        self.nodes.reserve(count, budget)?;
        let budget = left(self, self.edges.bytes());
        self.edges.reserve(count + 1, budget)?;
        context.effort.allow(self.budget.saturating_sub(self.bytes()));
        Ok(())
    }

    /// Adds a node for which there is room.
    fn add(&mut self, game: &G, position: G::Position, label: E::Label, player: Player, level: u32) -> u32 {
        let flags = if player == Player::Min { MIN_MOVES } else { 0 };
        let node = Node { label, first_edge: 0, first_parent: NONE, level, child_count: 0, flags };
        match self.free.pop() {
            Some(id) => {
                self.positions.replace(game, id, position);
                self.nodes[id] = node;
                id
            }
            None => {
                self.positions.add(game, position);
                self.nodes.push(node)
            }
        }
    }

    /// Adds a node for which there is room and that no other move will find.
    pub(super) fn add_hidden(&mut self, position: G::Position, label: E::Label, player: Player) -> u32 {
        let flags = if player == Player::Min { MIN_MOVES } else { 0 };
        self.positions.add_hidden(position);
        self.nodes.push(Node { label, first_edge: 0, first_parent: NONE, level: 0, child_count: 0, flags })
    }

    /// Gives back those children of a node that was just solved that are leaves and nobody else's (Schijf 1993, §4.6):
    /// no work is lost with them. Where the winner moves, a child that proves the node stays.
    #[cold]
    fn prune<L: Leaf<G>>(&mut self, context: &Context<'_, G, E, L>, id: u32) {
        let node = self.nodes[id];
        let solved = context.effort.solved(node.label);
        let says_the_same = |child: u32| context.effort.solved(self.nodes[child].label) == solved;
        let loser_moves = self.children(&node).all(says_the_same);
        for edge in node.first_edge..node.first_edge + u32::from(node.child_count) {
            let child = self.edges[edge].child;
            let leaf = self.nodes[child];
            let is_only_here = leaf.first_parent == edge && self.edges[edge].next == NONE;
            let is_needed = !loser_moves && context.effort.solved(leaf.label) == solved;
            if !leaf.is_expanded() && is_only_here && !is_needed && self.positions.remove(context.game, child) {
                self.edges[edge].child = DELETED;
                self.free.push(child);
            }
        }
    }

    #[inline]
    fn edge_run(&self, node: &Node<E::Label>) -> &[Edge] {
        self.edges.run(node.first_edge, usize::from(node.child_count))
    }

    /// The children of a node that are still there, in the order of its moves.
    pub(super) fn children(&self, node: &Node<E::Label>) -> impl Iterator<Item = u32> + use<'_, G, E> {
        self.edge_run(node).iter().map(|edge| edge.child).filter(|&child| child != DELETED)
    }

    fn parent_of(&self, mut edge: u32) -> u32 {
        while self.edges[edge].child & HEADER == 0 {
            edge -= 1;
        }
        self.edges[edge].next
    }

    /// The parents of a node; one that has two moves to it comes twice.
    pub(super) fn parents(&self, node: u32) -> impl Iterator<Item = u32> + use<'_, G, E> {
        let mut edge = self.nodes[node].first_parent;
        std::iter::from_fn(move || {
            (edge != NONE).then(|| {
                let parent = self.parent_of(edge);
                edge = self.edges[edge].next;
                parent
            })
        })
    }

    /// Follows the best children from the end of the path to a leaf, or to a node that names one.
    #[inline]
    pub(super) fn walk<L: Leaf<G>>(&mut self, context: &mut Context<'_, G, E, L>) {
        if self.path.len() == 1 {
            let root = &self.nodes[ROOT];
            context.effort.attend(root.label, root.player());
        }
        while let Some(&id) = self.path.last() {
            let node = self.nodes[id];
            self.leaf = id;
            if !node.is_expanded() {
                break;
            }
            if let Some(leaf) = context.effort.target(node.label) {
                debug_assert!(!self.nodes[leaf].is_expanded(), "a set holds a node that is no leaf");
                self.leaf = leaf;
                break;
            }
            let labels = self.edge_run(&node).iter().map(|edge| self.nodes[edge.child].label);
            let place = context.effort.choose(node.player(), node.label, labels);
            let child = self.edges[node.first_edge + place as u32].child;
            self.nodes[child].flags |= ON_PATH;
            self.path.push(child);
        }
    }

    /// Expands the node that the walk came to. `join` is asked what a move leads to where its position is in the graph already.
    #[inline]
    pub(super) fn expand<L: Leaf<G>>(
        &mut self,
        context: &mut Context<'_, G, E, L>,
        join: impl FnMut(&mut Self, &mut Context<'_, G, E, L>, u32) -> u32,
    ) -> Result<(), Full> {
        let leaf = self.leaf;
        if context.is_delayed() && self.evaluate_late(context, leaf) {
            return Ok(());
        }
        context.look_below(&self.positions[leaf], Vec::new, || self.budget.saturating_sub(self.bytes()));
        context.generate(&self.positions[leaf]);
        let label = |context: &mut Context<'_, G, E, L>, id: u32, position: &G::Position| {
            if context.is_delayed() { context.early_label(id, position) } else { context.evaluate(id, position) }
        };
        self.make_children(context, leaf, join, label)
    }

    /// Gives a node its children, one for each of the moves that were generated. `label` gives a new one its label.
    fn make_children<L: Leaf<G>>(
        &mut self,
        context: &mut Context<'_, G, E, L>,
        leaf: u32,
        mut join: impl FnMut(&mut Self, &mut Context<'_, G, E, L>, u32) -> u32,
        label: impl Fn(&mut Context<'_, G, E, L>, u32, &G::Position) -> (E::Label, Player),
    ) -> Result<(), Full> {
        self.reserve(context, context.moves.len())?;
        let level = self.nodes[leaf].level + 1;
        let first = self.edges.push(Edge { child: HEADER, next: leaf }) + 1;
        let mut has_heir = false;
        for place in 0..context.moves.len() {
            let position = context.game.play(&self.positions[leaf], context.moves[place]);
            let position = context.identity(&position);
            let child = match self.positions.find(context.game, &position) {
                Some(known) => join(self, context, known),
                None => {
                    let id = self.nodes.len() as u32;
                    let (mut label, player) = label(context, id, &position);
                    has_heir = has_heir || context.effort.inherit(self.nodes[leaf].label, &mut label);
                    context.counts.nodes += 1;
                    self.add(context.game, position, label, player, level)
                }
            };
            let made = (self.edges.len() as u32 - first) as usize;
            if context.policy.merge_siblings && self.edges.run(first, made).iter().any(|edge| edge.child == child) {
                continue;
            }
            if self.nodes[child].level < level {
                self.sink(child, level);
            }
            let edge = self.edges.push(Edge { child, next: self.nodes[child].first_parent });
            self.nodes[child].first_parent = edge;
        }
        let count = self.edges.len() as u32 - first;
        let node = &mut self.nodes[leaf];
        node.first_edge = first;
        node.child_count = u16::try_from(count).expect("a position has at most 32767 moves");
        context.counts.expansions += 1;
        Ok(())
    }

    /// Takes a node down to a level, and what is below it as far as needed.
    ///
    /// # Panics
    /// If it goes down for ever: the rules say that no position comes again, and one does.
    #[cold]
    fn sink(&mut self, id: u32, level: u32) {
        let mut pending = vec![(id, level)];
        while let Some((id, level)) = pending.pop() {
            if self.nodes[id].level >= level {
                continue;
            }
            assert!(level as usize <= self.nodes.len(), "{:?} comes again, against the rules", self.positions[id]);
            self.nodes[id].level = level;
            let node = self.nodes[id];
            pending.extend(self.children(&node).map(|child| (child, level + 1)));
        }
    }

    /// Delayed evaluation: true if play turns out to have ended at the node.
    fn evaluate_late<L: Leaf<G>>(&mut self, context: &mut Context<'_, G, E, L>, id: u32) -> bool {
        let node = &mut self.nodes[id];
        match context.game.status(&self.positions[id]) {
            Status::Ended(value) => {
                let label = context.effort.ended(value);
                context.effort.replace(&mut node.label, label);
                true
            }
            Status::Turn(player) => {
                node.flags = node.flags & !MIN_MOVES | if player == Player::Min { MIN_MOVES } else { 0 };
                false
            }
        }
    }

    /// The nodes of a line from the root to the node that is being searched: the path, and where the effort named a leaf,
    /// one of the ways down to it.
    pub(super) fn line(&self) -> Vec<u32> {
        let mut below = Vec::new();
        let mut id = self.leaf;
        while !self.path.contains(&id) {
            below.push(id);
            let Some(parent) = self.parents(id).last() else { break };
            id = parent;
        }
        let on_path = self.path.iter().position(|&node| node == id).unwrap_or(0);
        below.extend(self.path[..=on_path].iter().rev());
        below.reverse();
        below
    }

    pub(super) fn bytes(&self) -> usize {
        let free = self.free.capacity() * size_of::<u32>();
        self.nodes.bytes() + self.positions.bytes() + self.edges.bytes() + free
    }

    pub(super) fn root_children(&self, each: &mut dyn FnMut(G::Position, Player, E::Label)) {
        for child in self.children(&self.nodes[ROOT]) {
            each(self.positions[child].clone(), self.nodes[child].player(), self.nodes[child].label);
        }
    }
}
