//! What the graphs `dag` and `dcg` have in common: one node a position, all of its parents, updates through all of
//! them (Schijf 1993, §4.4 and §4.6).
//!
//! # Layout
//! A node is 24 bytes with numbers, beside its position and its place in the index. The edges of a node stand
//! side by side behind a header that names their owner:
//! ```text
//! [mark | –, owner] [child, next] [child, next] …
//! ```
//! `next` is the next edge that leads to the same child, so an edge is a link of the list of its child's parents too,
//! at 8 bytes in all. The parent is found by going back to the header, a few edges away on the same cache line.

mod again;
mod ahead;
mod saved;
mod updates;

use super::Context;
use super::world::{Arrival, Look, World};
use crate::arena::{Arena, Full, MOST_CHILDREN};
use crate::effort::Effort;
use crate::game::{Player, Status};
use crate::policy::{Deletion, UpdateOrder};
use crate::proof::retrograde::View;
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
    fn new(label: T, player: Player, level: u32) -> Node<T> {
        let flags = if player == Player::Min { MIN_MOVES } else { 0 };
        Node { label, first_edge: 0, first_parent: NONE, level, child_count: 0, flags }
    }

    #[inline]
    pub(super) fn player(&self) -> Player {
        if self.flags & MIN_MOVES == 0 { Player::Max } else { Player::Min }
    }

    fn set_player(&mut self, player: Player) {
        self.flags = self.flags & !MIN_MOVES | if player == Player::Min { MIN_MOVES } else { 0 };
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.child_count > 0
    }
}

/// The root's id.
pub(super) const ROOT: u32 = 0;

/// Nodes and edges. A node has the number of its position in the [`World`].
pub(super) struct Joined<E: Effort> {
    pub(super) nodes: Arena<Node<E::Label>>,
    edges: Arena<Edge>,
    /// Where the moves of the node under expansion lead.
    arrivals: Vec<Arrival>,
    /// The nodes from the root to where the walk ended.
    path: Vec<u32>,
    /// The node to expand: the end of the path, or one below it that the effort named.
    pub(super) leaf: u32,
    queue: Queue,
    /// Whether a node that is lost for the prover stays lost.
    lost_is_final: bool,
    /// Whether leaves below solved nodes are given back. Who wants labels computed beyond need comes back to solved
    /// nodes, and who names nodes in labels must not find another there: for them everything stays.
    prunes: bool,
    /// Nodes whose leaves are to be given back.
    solved: Vec<u32>,
    budget: usize,
}

impl<E: Effort> Joined<E> {
    /// The root alone.
    pub(super) fn new(
        context: &mut Context<E>,
        world: &mut dyn World,
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
            edges: Arena::new(),
            arrivals: Vec::new(),
            path: vec![ROOT],
            leaf: ROOT,
            queue: Queue::new(context.policy.update_order),
            lost_is_final,
            prunes,
            solved: Vec::new(),
            budget,
        };
        let look = world.start(budget)?;
        let (label, player) = context.first_label(ROOT, look);
        graph.reserve(context, world, 1)?;
        graph.nodes.push(Node::new(label, player, 0));
        graph.nodes[ROOT].flags |= ON_PATH;
        context.counts.nodes += 1;
        Ok(graph)
    }

    /// Makes room for an expansion that makes at most this many nodes and edges.
    #[inline]
    fn reserve(&mut self, context: &mut Context<E>, world: &dyn World, count: usize) -> Result<(), Full> {
        if self.nodes.has_room(count) && self.edges.has_room(count + 1) {
            Ok(())
        } else {
            self.grow(context, world, count)
        }
    }

    #[cold]
    fn grow(&mut self, context: &mut Context<E>, world: &dyn World, count: usize) -> Result<(), Full> {
        let most = self.budget.saturating_sub(context.effort.bytes());
        let left = |graph: &Self, own: usize| most.saturating_add(own).saturating_sub(graph.bytes(world));
        let budget = left(self, self.nodes.bytes());
        self.nodes.reserve(count, budget)?;
        let budget = left(self, self.edges.bytes());
        self.edges.reserve(count + 1, budget)?;
        context.effort.allow(self.budget.saturating_sub(self.bytes(world)));
        Ok(())
    }

    /// What the world may hold.
    fn budget_of_world(&self, context: &Context<E>) -> usize {
        self.budget.saturating_sub(context.effort.bytes()).saturating_sub(self.own_bytes())
    }

    /// Adds a node for a position that no move leads to.
    pub(super) fn add_copy(&mut self, world: &mut dyn World, of: u32, label: E::Label) -> u32 {
        let id = world.add_copy(of);
        self.nodes.put(id, Node::new(label, self.nodes[of].player(), 0));
        id
    }

    /// Gives back those children of nodes that were just solved that are leaves and nobody else's (Schijf 1993, §4.6):
    /// no work is lost with them. Where the winner moves, a child that proves the node stays.
    #[cold]
    fn prune(&mut self, context: &Context<E>, world: &mut dyn World) {
        while let Some(id) = self.solved.pop() {
            let node = self.nodes[id];
            let solved = context.effort.solved(node.label);
            let says_the_same = |child: u32| context.effort.solved(self.nodes[child].label) == solved;
            let loser_moves = self.children(&node).all(says_the_same);
            for edge in node.first_edge..node.first_edge + u32::from(node.child_count) {
                let child = self.edges[edge].child;
                if child == DELETED {
                    continue;
                }
                let leaf = self.nodes[child];
                let is_only_here = leaf.first_parent == edge && self.edges[edge].next == NONE;
                let is_needed = !loser_moves && context.effort.solved(leaf.label) == solved;
                if !leaf.is_expanded() && is_only_here && !is_needed && world.remove(child) {
                    self.edges[edge].child = DELETED;
                }
            }
        }
    }

    #[inline]
    fn edge_run(&self, node: &Node<E::Label>) -> &[Edge] {
        self.edges.run(node.first_edge, usize::from(node.child_count))
    }

    /// The children of a node that are still there, in the order of its moves.
    pub(super) fn children(&self, node: &Node<E::Label>) -> impl Iterator<Item = u32> + use<'_, E> {
        self.edge_run(node).iter().map(|edge| edge.child).filter(|&child| child != DELETED)
    }

    fn parent_of(&self, mut edge: u32) -> u32 {
        while self.edges[edge].child & HEADER == 0 {
            edge -= 1;
        }
        self.edges[edge].next
    }

    /// The parents of a node; one that has two moves to it comes twice.
    pub(super) fn parents(&self, node: u32) -> impl Iterator<Item = u32> + use<'_, E> {
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
    pub(super) fn walk(&mut self, context: &mut Context<E>) {
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

    /// Expands the node that the walk came to. `join` is asked what a move leads to where its position is in the
    /// graph already.
    #[inline]
    pub(super) fn expand(
        &mut self,
        context: &mut Context<E>,
        world: &mut dyn World,
        join: impl FnMut(&mut Self, &mut Context<E>, &mut dyn World, u32) -> u32,
    ) -> Result<(), Full> {
        let leaf = self.leaf;
        let delayed = context.is_delayed();
        if delayed && self.evaluate_late(context, world, leaf) {
            return Ok(());
        }
        if world.has_second_level() {
            let room = self.budget.saturating_sub(self.bytes(world));
            let task = context.task(room);
            self.search_ahead(context, world, task);
            let below = world.look_below(leaf, task);
            context.take_in(&below);
        }
        let budget = self.budget_of_world(context);
        if world.expand(leaf, !delayed, &mut self.arrivals, budget)? {
            context.effort.allow(self.budget.saturating_sub(self.bytes(world)));
        }
        self.make_children(context, world, leaf, join)?;
        context.counts.expansions += 1;
        Ok(())
    }

    /// Gives a node its children, one for each of the arrivals.
    fn make_children(
        &mut self,
        context: &mut Context<E>,
        world: &mut dyn World,
        leaf: u32,
        mut join: impl FnMut(&mut Self, &mut Context<E>, &mut dyn World, u32) -> u32,
    ) -> Result<(), Full> {
        let arrivals = std::mem::take(&mut self.arrivals);
        if arrivals.len() > MOST_CHILDREN {
            return Err(Full::Moves);
        }
        // A repetition may make one node more for each move.
        self.reserve(context, world, arrivals.len())?;
        let level = self.nodes[leaf].level + 1;
        let mut has_heir = false;
        for &Arrival { id, look, .. } in arrivals.iter().filter(|arrival| arrival.is_new) {
            let (mut label, player) = context.first_label(id, look);
            has_heir = has_heir || context.effort.inherit(self.nodes[leaf].label, &mut label);
            context.counts.nodes += 1;
            self.nodes.put(id, Node::new(label, player, level));
        }
        let first = self.edges.push(Edge { child: HEADER, next: leaf }) + 1;
        for &Arrival { id, is_new, .. } in &arrivals {
            let child = if is_new { id } else { join(self, context, world, id) };
            let made = (self.edges.len() as u32 - first) as usize;
            if context.policy.merge_siblings && self.edges.run(first, made).iter().any(|edge| edge.child == child) {
                continue;
            }
            if self.nodes[child].level < level {
                self.sink(world, leaf, child, level);
            }
            let edge = self.edges.push(Edge { child, next: self.nodes[child].first_parent });
            self.nodes[child].first_parent = edge;
        }
        let count = self.edges.len() as u32 - first;
        let node = &mut self.nodes[leaf];
        node.first_edge = first;
        node.child_count = count as u16;
        self.arrivals = arrivals;
        Ok(())
    }

    /// Takes a child of a leaf under expansion down to a level, and what is below it as far as needed.
    ///
    /// # Panics
    /// If the leaf is among that: the rules say that positions never repeat, and one does.
    #[cold]
    fn sink(&mut self, world: &dyn World, leaf: u32, child: u32, level: u32) {
        let mut pending = vec![(child, level)];
        while let Some((id, level)) = pending.pop() {
            if self.nodes[id].level >= level {
                continue;
            }
            // Every way from the child back to the leaf goes down to it. Later, news would go round it forever.
            assert!(id != leaf, "{} repeats, against the rules", world.describe(id));
            self.nodes[id].level = level;
            let node = self.nodes[id];
            pending.extend(self.children(&node).map(|child| (child, level + 1)));
        }
    }

    /// Delayed evaluation: true if play turns out to have ended at the node.
    fn evaluate_late(&mut self, context: &mut Context<E>, world: &dyn World, id: u32) -> bool {
        let node = &mut self.nodes[id];
        match world.status(id) {
            Status::Ended(value) => {
                let label = context.effort.ended(value);
                context.effort.replace(&mut node.label, label);
                true
            }
            Status::Turn(player) => {
                node.set_player(player);
                false
            }
        }
    }

    /// The nodes of a line from the root to the node that is being searched: the path, and where the effort named a
    /// leaf, one of the ways down to it.
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

    fn own_bytes(&self) -> usize {
        self.nodes.bytes() + self.edges.bytes()
    }

    pub(super) fn bytes(&self, world: &dyn World) -> usize {
        self.own_bytes() + world.bytes()
    }

    pub(super) fn root_children(&self, each: &mut dyn FnMut(u32, Player, E::Label)) {
        for child in self.children(&self.nodes[ROOT]) {
            each(child, self.nodes[child].player(), self.nodes[child].label);
        }
    }

    /// A node as retrograde analysis sees it.
    pub(super) fn view(&self, effort: &E, question: usize, id: u32) -> View {
        let node = &self.nodes[id];
        match effort.prover_wins(effort.settled(node.label), question) {
            _ if self.children(node).next().is_some() => View::Inner(node.player()),
            Some(prover_wins) => View::End { prover_wins },
            None => View::Leaf,
        }
    }
}
