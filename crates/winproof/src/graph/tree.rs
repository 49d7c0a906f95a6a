//! The graph `tree`: every line of play has nodes of its own (Schijf 1993, chapter 3).
//!
//! A node holds its label, its move and where its children stand, and neither its position nor its parent: the
//! search keeps the path from the root with one position a step, plays moves on the way down and walks the path
//! back on the way up. With numbers and moves of at most two bytes that makes 16 bytes a node.
//!
//! On a game whose positions can repeat, a line ends at its first repetition, which is no win for the prover.
//! That is sound, and costly: nothing learned on one line is used on another.

mod kept;
mod pruning;

use super::{Context, Graph};
use crate::arena::{Arena, Full, reserve};
use crate::effort::{Effort, Settled};
use crate::game::{Game, Player, Status};
use crate::leaf::Leaf;
use crate::policy::Deletion;
use crate::proof::Strategy;
use crate::proof::build::{Arrival, StrategyBuilder};
use std::io::{self, Read, Write};

/// The bit of [`Node::shape`] that says whether Min moves; the rest counts the children.
const MIN_MOVES: u16 = 1 << 15;

#[derive(Clone, Copy)]
struct Node<T, M> {
    label: T,
    first_child: u32,
    shape: u16,
    mv: M,
}

impl<T, M> Node<T, M> {
    #[inline]
    fn child_count(&self) -> usize {
        usize::from(self.shape & !MIN_MOVES)
    }

    #[inline]
    fn player(&self) -> Player {
        if self.shape & MIN_MOVES == 0 { Player::Max } else { Player::Min }
    }
}

#[inline]
fn shape(player: Player, child_count: usize) -> u16 {
    let moves = u16::try_from(child_count).ok().filter(|&count| count & MIN_MOVES == 0);
    let moves = moves.expect("a position has at most 32767 moves");
    match player {
        Player::Max => moves,
        Player::Min => moves | MIN_MOVES,
    }
}

struct Step<P> {
    node: u32,
    position: P,
}

/// A search tree, and the path that the search is on.
pub(crate) struct Tree<G: Game, E: Effort> {
    nodes: Arena<Node<E::Label, G::Move>>,
    /// The first block of children that was given back, for each length; its first node names the next.
    free: Vec<u32>,
    path: Vec<Step<G::Position>>,
    /// The root: the first node, unless one of its children took its place.
    root: u32,
    can_repeat: bool,
    budget: usize,
}

const ROOT: u32 = 0;
/// No block.
const NONE: u32 = u32::MAX;

impl<G: Game, E: Effort> Tree<G, E> {
    /// A tree of the root alone, in which play goes on; at most `budget` bytes.
    pub(crate) fn new<L: Leaf<G>>(
        context: &mut Context<'_, G, E, L>,
        root: &G::Position,
        budget: usize,
    ) -> Result<Self, Full> {
        let (label, player) = context.evaluate(ROOT, root);
        let path = vec![Step { node: ROOT, position: root.clone() }];
        let can_repeat = context.game.repetition().is_some();
        let mut tree = Tree { nodes: Arena::new(), free: Vec::new(), path, root: ROOT, can_repeat, budget };
        tree.grow(&mut context.effort, 1)?;
        context.generate(root);
        context.counts.nodes += 1;
        // No move leads to the root; it holds one of its own, which nobody reads.
        tree.nodes.push(Node { label, first_child: 0, shape: shape(player, 0), mv: context.moves[0] });
        Ok(tree)
    }

    #[inline]
    fn children(&self, node: &Node<E::Label, G::Move>) -> &[Node<E::Label, G::Move>] {
        self.nodes.run(node.first_child, node.child_count())
    }

    /// Room for a block of children of the node at the end of the path, and for a path to one of them; gives the place of the
    /// first, which may be the end of the arena.
    #[inline]
    fn allocate(&mut self, effort: &mut E, count: usize) -> Result<u32, Full> {
        let reused = self.free.get(count).copied().unwrap_or(NONE);
        let has_room = reused != NONE || self.nodes.has_room(count);
        if !has_room || self.free.len() <= count || self.path.len() == self.path.capacity() {
            self.grow(effort, if reused == NONE { count } else { 0 })?;
        }
        if reused != NONE {
            self.free[count] = self.nodes[reused].first_child;
            return Ok(reused);
        }
        Ok(self.nodes.len() as u32)
    }

    /// Room for a block of children, for giving it back one day, and for one step more on the path.
    #[cold]
    fn grow(&mut self, effort: &mut E, count: usize) -> Result<(), Full> {
        let most = self.budget.saturating_sub(effort.bytes());
        let left = |tree: &Self, own: usize| most.saturating_add(own).saturating_sub(tree.bytes_held());
        let budget = left(self, self.path.capacity() * size_of::<Step<G::Position>>());
        reserve(&mut self.path, 1, 8, budget)?;
        if self.free.len() <= count {
            let budget = left(self, self.free.capacity() * size_of::<u32>());
            let missing = count + 1 - self.free.len();
            reserve(&mut self.free, missing, 8, budget)?;
            self.free.resize(count + 1, NONE);
        }
        let budget = left(self, self.nodes.bytes());
        self.nodes.reserve(count, budget)?;
        effort.allow(self.budget.saturating_sub(self.bytes_held()));
        Ok(())
    }

    fn bytes_held(&self) -> usize {
        let path = self.path.capacity() * size_of::<Step<G::Position>>();
        self.nodes.bytes() + self.free.capacity() * size_of::<u32>() + path
    }

    /// Gives back everything below a node.
    fn release(&mut self, effort: &mut E, node: u32) {
        let mut pending = vec![(self.nodes[node].first_child, self.nodes[node].child_count())];
        self.nodes[node].shape &= MIN_MOVES;
        while let Some((first, count)) = pending.pop() {
            if count == 0 {
                continue;
            }
            for child in first..first + count as u32 {
                let child = self.nodes[child];
                effort.release(child.label);
                pending.push((child.first_child, child.child_count()));
            }
            self.nodes[first].first_child = std::mem::replace(&mut self.free[count], first);
        }
    }

    fn is_on_path(&self, position: &G::Position) -> bool {
        self.path.iter().any(|step| step.position == *position)
    }

    /// The positions that lead to the end of the path, where one of them must not come again.
    fn positions_above(&self) -> Vec<G::Position> {
        let (_, above) = self.path.split_last().expect("the path starts at the root");
        let count = if self.can_repeat { above.len() } else { 0 };
        above[..count].iter().map(|step| step.position.clone()).collect()
    }

    /// The first label of a child whose evaluation is delayed. The move is only played if someone looked below.
    fn early_label<L: Leaf<G>>(
        context: &mut Context<'_, G, E, L>,
        id: u32,
        position: &G::Position,
        mv: G::Move,
    ) -> (E::Label, Player) {
        if context.second.is_none() {
            return (context.unevaluated(id), Player::Max);
        }
        let child = context.game.play(position, mv);
        context.early_label(id, &child)
    }

    /// Delayed evaluation of the node at the end of the path: true if it turned out to be an end.
    fn evaluate_late<L: Leaf<G>>(&mut self, context: &mut Context<'_, G, E, L>) -> bool {
        let Some((step, above)) = self.path.split_last() else { return false };
        let node = &mut self.nodes[step.node];
        let label = match context.game.status(&step.position) {
            Status::Ended(value) => context.effort.ended(value),
            Status::Turn(_) if self.can_repeat && above.iter().any(|other| other.position == step.position) => {
                context.effort.repeated()
            }
            Status::Turn(player) => {
                node.shape = shape(player, 0);
                return false;
            }
        };
        context.effort.replace(&mut node.label, label);
        true
    }
}

impl<G: Game, E: Effort, L: Leaf<G>> Graph<G, E, L> for Tree<G, E> {
    #[inline]
    fn walk(&mut self, context: &mut Context<'_, G, E, L>) {
        // In a tree an update that changed nothing at a node changed nothing above it, so a walk from the root
        // would come to that node again: it is where the path ends.
        if let [step] = &self.path[..] {
            let root = &self.nodes[step.node];
            context.effort.attend(root.label, root.player());
        }
        while let Some(step) = self.path.last() {
            let node = self.nodes[step.node];
            let children = self.children(&node);
            if children.is_empty() {
                break;
            }
            let place = context.effort.choose(node.player(), node.label, children.iter().map(|child| child.label));
            let position = context.game.play(&step.position, children[place].mv);
            self.path.push(Step { node: node.first_child + place as u32, position });
        }
    }

    #[inline]
    fn expand(&mut self, context: &mut Context<'_, G, E, L>) -> Result<(), Full> {
        let delayed = context.is_delayed();
        if delayed && self.evaluate_late(context) {
            return Ok(());
        }
        let step = self.path.last().expect("the path starts at the root");
        let leaf = step.node;
        let room = || self.budget.saturating_sub(self.bytes_held());
        context.look_below(&step.position, || self.positions_above(), room);
        context.generate(&step.position);
        let count = context.moves.len();
        let first = self.allocate(&mut context.effort, count)?;
        let position = &self.path[self.path.len() - 1].position;
        for place in 0..count {
            let mv = context.moves[place];
            let id = first + place as u32;
            let (label, player) = if delayed {
                Self::early_label(context, id, position, mv)
            } else {
                let child = context.game.play(position, mv);
                if self.can_repeat && (self.is_on_path(&child) || context.above.contains(&child)) {
                    (context.effort.repeated(), Player::Max)
                } else {
                    context.evaluate(id, &child)
                }
            };
            self.nodes.put(id, Node { label, first_child: 0, shape: shape(player, 0), mv });
        }
        let node = &mut self.nodes[leaf];
        node.first_child = first;
        node.shape = shape(node.player(), count);
        context.counts.nodes += count as u64;
        context.counts.expansions += 1;
        Ok(())
    }

    #[inline]
    fn back_up(&mut self, context: &mut Context<'_, G, E, L>) {
        let deletes = context.policy.deletion != Deletion::None;
        let early_stop = context.policy.early_stop;
        while let Some(step) = self.path.last() {
            let id = step.node;
            let node = self.nodes[id];
            let children = self.children(&node);
            // A node without children was evaluated late and holds its final label: only its parents change.
            if !children.is_empty() {
                context.counts.updates += 1;
                let before = deletes.then(|| context.effort.settled(node.label));
                let mut label = node.label;
                let changed =
                    context.effort.update(node.player(), &mut label, children.iter().map(|child| child.label));
                if early_stop && !changed {
                    return;
                }
                self.nodes[id].label = label;
                if let Some(before) = before
                    && context.effort.settled(label) != before
                {
                    self.prune(context, before);
                }
            }
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    fn start_again(&mut self, context: &mut Context<'_, G, E, L>) -> Result<bool, Full> {
        if context.is_delayed() || context.policy.deletion != Deletion::None {
            return Ok(false);
        }
        self.path.truncate(1);
        context.effort.allow(self.budget.saturating_sub(self.bytes_held()));
        // How many children were visited, for each node of the path. No path is longer than one that was walked.
        let mut visited = vec![0];
        while let (Some(step), Some(place)) = (self.path.last(), visited.last_mut()) {
            let id = step.node;
            let node = self.nodes[id];
            if *place < node.child_count() {
                let child = node.first_child + *place as u32;
                *place += 1;
                let position = context.game.play(&step.position, self.nodes[child].mv);
                if self.nodes[child].child_count() > 0 {
                    self.path.push(Step { node: child, position });
                    visited.push(0);
                } else if self.can_repeat && self.is_on_path(&position) {
                    self.nodes[child].label = context.effort.repeated();
                } else {
                    self.nodes[child].label = context.evaluate(child, &position).0;
                }
                continue;
            }
            let labels = self.children(&node).iter().map(|child| child.label);
            self.nodes[id].label = context.effort.combine(node.player(), labels);
            if id == ROOT {
                break;
            }
            self.path.pop();
            visited.pop();
        }
        Ok(true)
    }

    fn root(&self) -> E::Label {
        self.nodes[self.root].label
    }

    fn line(&self, _: &Context<'_, G, E, L>, moves: &mut Vec<G::Move>) {
        moves.extend(self.path.iter().skip(1).map(|step| self.nodes[step.node].mv));
    }

    fn bytes(&self) -> usize {
        self.bytes_held()
    }

    fn write(&self, context: &Context<'_, G, E, L>, output: &mut dyn Write) -> io::Result<()> {
        Tree::write(self, context, output)
    }

    fn read(&mut self, context: &mut Context<'_, G, E, L>, input: &mut dyn Read) -> io::Result<()> {
        Tree::read(self, context, input)
    }

    fn make_root(&mut self, context: &mut Context<'_, G, E, L>, position: &G::Position, budget: usize) -> Option<u64> {
        let old = self.path[0].position.clone();
        let root = self.nodes[self.root];
        let leads_there = |child: &Node<E::Label, G::Move>| context.game.play(&old, child.mv) == *position;
        let place = self.children(&root).iter().position(leads_there)? as u32;
        for other in (0..root.child_count() as u32).filter(|&other| other != place) {
            self.release(&mut context.effort, root.first_child + other);
        }
        if self.can_repeat {
            context.above.push(old);
        }
        self.root = root.first_child + place;
        self.path.clear();
        self.path.push(Step { node: self.root, position: position.clone() });
        self.budget = budget;
        let (mut count, mut pending) = (0, vec![self.root]);
        while let Some(id) = pending.pop() {
            count += 1;
            let node = &self.nodes[id];
            pending.extend(node.first_child..node.first_child + node.child_count() as u32);
        }
        Some(count)
    }

    fn root_children(&self, context: &Context<'_, G, E, L>, each: &mut dyn FnMut(G::Position, Player, E::Label)) {
        for child in self.children(&self.nodes[self.root]) {
            each(context.game.play(&self.path[0].position, child.mv), child.player(), child.label);
        }
    }

    fn settled_positions(&self, context: &Context<'_, G, E, L>, each: &mut dyn FnMut(&G::Position, Settled)) {
        let mut pending = vec![(ROOT, self.path[0].position.clone())];
        while let Some((id, position)) = pending.pop() {
            let node = &self.nodes[id];
            let known = context.effort.settled(node.label);
            let mut settled = known;
            if self.can_repeat {
                // On a tree, who fails may do so because of the line: only a prover's win holds everywhere.
                let wins = |goal: usize| context.effort.prover_wins(known, goal) == Some(true);
                if settled.lower > 0 && !wins(usize::from(settled.lower) - 1) {
                    settled.lower = 0;
                }
                if settled.upper < context.effort.goals() && !wins(usize::from(settled.upper)) {
                    settled.upper = context.effort.goals();
                }
            }
            each(&position, settled);
            for (place, child) in self.children(node).iter().enumerate() {
                pending.push((node.first_child + place as u32, context.game.play(&position, child.mv)));
            }
        }
    }

    fn strategy(
        &self,
        context: &Context<'_, G, E, L>,
        question: usize,
        strategist: Player,
        ranked: bool,
    ) -> Option<Strategy<G>> {
        let settled = |node: &Node<E::Label, G::Move>| context.effort.settled(node.label);
        settled(&self.nodes[ROOT]).holds(question)?;
        // Of the moves that reach the goal the first that reaches the most: that one is kept.
        let is_best = |node: &Node<E::Label, G::Move>, child: &Node<E::Label, G::Move>| match strategist {
            Player::Max => settled(child).lower == settled(node).lower,
            Player::Min => settled(child).upper == settled(node).upper,
        };
        let mut builder = StrategyBuilder::new(strategist, ranked);
        // For each position on the way: its node, and how many of its children were visited.
        let mut stack: Vec<(u32, usize)> = Vec::new();
        builder.enter(context.game, &self.path[0].position);
        stack.push((ROOT, 0));
        while let Some((id, visited)) = stack.pop() {
            let node = &self.nodes[id];
            let children = self.children(node);
            let next = if node.player() != strategist {
                (visited < children.len()).then_some(visited)
            } else if visited == 0 {
                Some(children.iter().position(|child| is_best(node, child))?)
            } else {
                None
            };
            let Some(place) = next else {
                if children.is_empty() {
                    return None; // deleted: the proof was not kept
                }
                builder.leave();
                continue;
            };
            stack.push((id, visited + 1));
            let child = node.first_child + place as u32;
            match builder.follow(context.game, self.nodes[child].mv) {
                Arrival::New => stack.push((child, 0)),
                Arrival::Known => {}
            }
        }
        Some(builder.finish())
    }
}
