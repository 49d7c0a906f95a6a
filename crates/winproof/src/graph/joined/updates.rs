//! How the news of an expansion reach all ancestors (Schijf 1993, §4.6; Müller 2001, §3.2).
//!
//! Each node has a level, greater than that of every parent; a new edge that would break this takes its child and
//! what is below deeper. News travel from the deepest level up, so each node is computed at most once in an update,
//! on any acyclic graph: the question that Müller (2001, §6.3) asks of his queue does not arise.

use super::{Context, Joined, NONE, Node, ON_PATH};
use crate::effort::{Change, Effort, Parts};
use crate::graph::world::World;
use crate::limits::{Meter, Stopped};
use crate::policy::UpdateOrder;
use std::collections::VecDeque;

/// Where news travel from parent to parent, the clock is read once in this many steps.
const STEPS_BETWEEN_LOOKS: u32 = 4096;

const TOUCHED: u16 = 4;
const QUEUED: u16 = 8;
/// From here on, the parts of the label that are out of date.
const PARTS_SHIFT: u16 = 4;
const PARTS: u16 = (Parts::ALL.0 as u16) << PARTS_SHIFT;

/// Nodes whose labels may be out of date.
pub(super) struct Queue {
    /// By level.
    levels: Vec<Vec<u32>>,
    /// No level from here on has a node in the queue.
    front: usize,
    /// The same, in the order of their arrival, where that is asked for.
    arrivals: VecDeque<u32>,
    order: UpdateOrder,
}

impl Queue {
    pub(super) fn new(order: UpdateOrder) -> Queue {
        Queue { levels: Vec::new(), front: 0, arrivals: VecDeque::new(), order }
    }

    #[inline]
    fn push<T>(&mut self, id: u32, node: &mut Node<T>, parts: Parts) {
        let was_queued = node.flags & QUEUED != 0;
        node.flags |= QUEUED | u16::from(parts.0) << PARTS_SHIFT;
        if was_queued {
            return;
        }
        if self.order == UpdateOrder::Arrival {
            self.arrivals.push_back(id);
            return;
        }
        let level = node.level as usize;
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(id);
        self.front = self.front.max(level + 1);
    }

    /// The next node. Deepest first: when a node's turn comes, those of all its children are over.
    #[inline]
    fn pop(&mut self) -> Option<u32> {
        while self.front > 0 {
            if let Some(id) = self.levels[self.front - 1].pop() {
                return Some(id);
            }
            self.front -= 1;
        }
        self.arrivals.pop_front()
    }
}

impl<E: Effort> Joined<E> {
    /// Computes parts of a node's label anew, and tells what changed.
    #[inline]
    fn refresh(&mut self, context: &mut Context<E>, id: u32, parts: Parts) -> Change<E::Label> {
        let node = self.nodes[id];
        context.counts.updates += 1;
        let mut label = node.label;
        let labels = self.edge_run(&node).iter().map(|edge| self.nodes[edge.child].label);
        let parts = context.effort.update_parts(node.player(), &mut label, parts, labels);
        let node = &mut self.nodes[id];
        if node.flags & ON_PATH != 0 {
            node.flags |= TOUCHED;
        }
        let before = std::mem::replace(&mut node.label, label);
        if self.prunes && parts != Parts::NONE && self.is_final(context, label) {
            self.solved.push(id);
        }
        Change { before, after: label, parts }
    }

    /// Whether a label can no longer change.
    #[inline]
    fn is_final(&self, context: &Context<E>, label: E::Label) -> bool {
        context.effort.is_final(label) && (self.lost_is_final || context.effort.solved(label) == Some(true))
    }

    /// Puts the parents that a change concerns in the queue, but for those whose label is final. All are concerned
    /// where nothing is known of the change.
    pub(in crate::graph) fn tell_parents(&mut self, context: &Context<E>, id: u32, change: Option<Change<E::Label>>) {
        let mut edge = self.nodes[id].first_parent;
        while edge != NONE {
            let parent = self.parent_of(edge);
            edge = self.edges[edge].next;
            let node = &self.nodes[parent];
            let parts = match change {
                _ if !context.policy.early_stop => Parts::ALL,
                _ if self.is_final(context, node.label) => Parts::NONE,
                None => Parts::ALL,
                Some(change) => context.effort.concerns(node.player(), node.label, change),
            };
            if parts != Parts::NONE {
                self.queue.push(parent, &mut self.nodes[parent], parts);
            }
        }
    }

    /// Carries the news of the node that was expanded to all of its ancestors; `changed` hears of every node
    /// with a new label, and may put more into the queue. An error if the time ran out on the way.
    #[inline]
    pub(in crate::graph) fn back_up(
        &mut self,
        context: &mut Context<E>,
        world: &mut dyn World,
        meter: &Meter,
        mut changed: impl FnMut(&mut Self, &mut Context<E>, u32),
    ) -> Result<(), Stopped> {
        let leaf = self.leaf;
        match context.policy.update_order {
            UpdateOrder::Queue | UpdateOrder::Arrival => {
                self.queue.push(leaf, &mut self.nodes[leaf], Parts::ALL);
            }
            UpdateOrder::Recursive => self.back_up_by_paths(context, meter, &mut changed)?,
        }
        while let Some(id) = self.queue.pop() {
            let node = &mut self.nodes[id];
            let parts = Parts(((node.flags & PARTS) >> PARTS_SHIFT) as u8);
            node.flags &= !(QUEUED | PARTS);
            if !node.is_expanded() {
                changed(self, context, id); // evaluated late: the label is news already
                self.tell_parents(context, id, None);
                continue;
            }
            let change = self.refresh(context, id, parts);
            if change.parts != Parts::NONE || !context.policy.early_stop {
                changed(self, context, id);
                self.tell_parents(context, id, Some(change));
                context.effort.release_parts(change.before, change.parts);
            }
        }
        if !self.solved.is_empty() {
            self.prune(context, world);
        }
        self.retreat();
        Ok(())
    }

    /// Carries the news from parent to parent, one path after the other. There may be very many paths.
    #[cold]
    fn back_up_by_paths(
        &mut self,
        context: &mut Context<E>,
        meter: &Meter,
        changed: &mut impl FnMut(&mut Self, &mut Context<E>, u32),
    ) -> Result<(), Stopped> {
        let mut pending = vec![self.leaf];
        let mut steps = 0u32;
        while let Some(id) = pending.pop() {
            steps = steps.wrapping_add(1);
            if steps % STEPS_BETWEEN_LOOKS == 0
                && let Some(stopped) = meter.out_of_time()
            {
                return Err(stopped);
            }
            if self.nodes[id].is_expanded() {
                let change = self.refresh(context, id, Parts::ALL);
                context.effort.release_parts(change.before, change.parts);
                if change.parts == Parts::NONE && context.policy.early_stop {
                    continue;
                }
            }
            changed(self, context, id);
            pending.extend(self.parents(id));
        }
        Ok(())
    }

    /// Cuts the path at the first node that was computed anew. A walk from the root would take the same way to
    /// it: no child of a node above it has changed.
    fn retreat(&mut self) {
        let touched = |&id: &u32| self.nodes[id].flags & TOUCHED != 0;
        let Some(keep) = self.path.iter().position(touched) else { return };
        for place in keep..self.path.len() {
            let id = self.path[place];
            self.nodes[id].flags &= !(TOUCHED | ON_PATH);
        }
        self.path.truncate(keep + 1);
        let end = self.path[keep];
        self.nodes[end].flags |= ON_PATH;
    }
}
