//! The graph `tree`: every line of play has nodes of its own (Schijf 1993, chapter 3).
//!
//! A node holds its label, its move and where its children stand, and neither its position nor its parent: the
//! search keeps the path from the root with one position a step, plays moves on the way down and walks the path
//! back on the way up. With numbers and moves of at most two bytes that makes 16 bytes a node.
//!
//! On a game whose positions can repeat, a line ends at its first repetition, which is no win for the prover.
//! That is sound, and costly: nothing learned on one line is used on another.

mod ahead;
mod finished;
mod pruning;
mod saved;

use super::world::{GameWorld, Look};
use super::{Context, Graph};
use crate::arena::{Arena, Full, MOST_CHILDREN, reserve};
use crate::effort::Effort;
use crate::game::{Game, Player, Status};
use crate::limits::{Meter, Stopped};
use crate::policy::Deletion;
use crate::progress::RawReport;
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

/// Of at most [`MOST_CHILDREN`].
#[inline]
fn shape(player: Player, child_count: usize) -> u16 {
    match player {
        Player::Max => child_count as u16,
        Player::Min => child_count as u16 | MIN_MOVES,
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
    #[inline]
    fn children(&self, node: &Node<E::Label, G::Move>) -> &[Node<E::Label, G::Move>] {
        self.nodes.run(node.first_child, node.child_count())
    }

    /// Room for a block of children of the node at the end of the path, and for a path to one of them; gives the
    /// place of the first, which may be the end of the arena.
    #[inline]
    fn allocate(&mut self, effort: &mut E, count: usize) -> Result<u32, Full> {
        if count > MOST_CHILDREN {
            return Err(Full::Moves);
        }
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

    #[inline]
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
    #[inline]
    fn early_label(
        context: &mut Context<E>,
        world: &GameWorld<'_, G>,
        id: u32,
        position: &G::Position,
        mv: G::Move,
    ) -> (E::Label, Player) {
        if world.second.is_none() {
            return (context.unevaluated(id), Player::Max);
        }
        let child = world.game.play(position, mv);
        context.first_label(id, world.seen_below(&child))
    }

    /// Delayed evaluation of the node at the end of the path: true if it turned out to be an end.
    fn evaluate_late(&mut self, context: &mut Context<E>, game: &G) -> bool {
        let Some((step, above)) = self.path.split_last() else { return false };
        let node = &mut self.nodes[step.node];
        let label = match game.status(&step.position) {
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

    /// Has the second level look below the leaf at the end of the path.
    #[cold]
    fn look_below(&self, context: &mut Context<E>, world: &mut GameWorld<'_, G>) {
        let Some(step) = self.path.last() else { return };
        let task = context.task(self.budget.saturating_sub(self.bytes_held()));
        self.search_ahead(context, world, task);
        let below = world.look_below_at(&step.position, self.positions_above(), task);
        context.take_in(&below);
    }
}

impl<'w, G: Game, E: Effort> Graph<E, GameWorld<'w, G>> for Tree<G, E> {
    fn new(context: &mut Context<E>, world: &mut GameWorld<'w, G>, budget: usize) -> Result<Self, Full> {
        let root = world.root.clone();
        let look = world.look_at(&root);
        let (label, player) = context.first_label(ROOT, look);
        let can_repeat = world.game.repetition().is_some();
        world.generate(&root);
        let path = vec![Step { node: ROOT, position: root }];
        let mut tree = Tree { nodes: Arena::new(), free: Vec::new(), path, root: ROOT, can_repeat, budget };
        tree.grow(&mut context.effort, 1)?;
        context.counts.nodes += 1;
        // No move leads to the root; it holds one of its own, which nobody reads.
        tree.nodes.push(Node { label, first_child: 0, shape: shape(player, 0), mv: world.moves[0] });
        Ok(tree)
    }

    #[inline]
    fn walk(&mut self, context: &mut Context<E>, world: &mut GameWorld<'w, G>) {
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
            let position = world.game.play(&step.position, children[place].mv);
            self.path.push(Step { node: node.first_child + place as u32, position });
        }
    }

    #[inline]
    fn expand(&mut self, context: &mut Context<E>, world: &mut GameWorld<'w, G>) -> Result<(), Full> {
        let delayed = context.is_delayed();
        if delayed && self.evaluate_late(context, world.game) {
            return Ok(());
        }
        if world.second.is_some() {
            self.look_below(context, world);
        }
        let step = self.path.last().expect("the path starts at the root");
        let leaf = step.node;
        world.generate(&step.position);
        let count = world.moves.len();
        let first = self.allocate(&mut context.effort, count)?;
        let position = &self.path[self.path.len() - 1].position;
        for place in 0..count {
            let mv = world.moves[place];
            let id = first + place as u32;
            let (label, player) = if delayed {
                Self::early_label(context, world, id, position, mv)
            } else {
                let child = world.game.play(position, mv);
                if self.can_repeat && (self.is_on_path(&child) || world.above.contains(&child)) {
                    (context.effort.repeated(), Player::Max)
                } else {
                    context.first_label(id, world.look_at(&child))
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
    fn back_up(&mut self, context: &mut Context<E>, _: &mut GameWorld<'w, G>, _: &Meter) -> Result<(), Stopped> {
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
                    return Ok(());
                }
                self.nodes[id].label = label;
                if let Some(before) = before
                    && context.effort.settled(label) != before
                {
                    self.prune(context, before);
                }
            }
            if self.path.len() == 1 {
                return Ok(());
            }
            self.path.pop();
        }
        Ok(())
    }

    fn start_again(&mut self, context: &mut Context<E>, world: &mut GameWorld<'w, G>) -> Result<bool, Full> {
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
                let position = world.game.play(&step.position, self.nodes[child].mv);
                if self.nodes[child].child_count() > 0 {
                    self.path.push(Step { node: child, position });
                    visited.push(0);
                } else if self.can_repeat && self.is_on_path(&position) {
                    self.nodes[child].label = context.effort.repeated();
                } else {
                    let look: Look = world.look_at(&position);
                    self.nodes[child].label = context.first_label(child, look).0;
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

    fn is_slow(&self, world: &GameWorld<'w, G>) -> bool {
        world.second.is_some() || world.game.is_slow()
    }

    fn root(&self) -> E::Label {
        self.nodes[self.root].label
    }

    fn report(&self, world: &mut GameWorld<'w, G>, report: &RawReport) {
        if let Some(progress) = &mut world.progress {
            let line: Vec<G::Move> = self.path.iter().skip(1).map(|step| self.nodes[step.node].mv).collect();
            progress.report(&report.with_line(&line));
        }
    }

    fn bytes(&self, _: &GameWorld<'w, G>) -> usize {
        self.bytes_held()
    }

    fn write(&self, context: &Context<E>, output: &mut dyn Write) -> io::Result<()> {
        self.write_nodes(context, output)
    }

    fn read(&mut self, context: &mut Context<E>, world: &mut GameWorld<'w, G>, input: &mut dyn Read) -> io::Result<()> {
        self.read_nodes(context, world, input)
    }
}
