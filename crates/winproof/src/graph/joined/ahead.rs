//! Leaves for a second level to search ahead.

use super::{Context, Joined, World};
use crate::effort::Effort;
use crate::graph::ahead::{Fork, MOST_STEPS, fork, offer};
use crate::leaf::nested::Task;

impl<E: Effort> Joined<E> {
    /// Has the second level search leaves ahead, as many as it can, beside the one under expansion.
    pub(super) fn search_ahead(&self, context: &Context<E>, world: &mut dyn World, task: Task) {
        let wanted = world.wants_ahead();
        if wanted > 0 {
            offer(self.forks(context), wanted, |fork| {
                let leaf = self.leaf_beyond(context, fork).filter(|&leaf| leaf != self.leaf);
                leaf.is_some_and(|leaf| world.search_ahead(leaf, task))
            });
        }
    }

    fn forks(&self, context: &Context<E>) -> Vec<Fork> {
        let nodes = self.path.windows(2).rev().enumerate();
        let forks = nodes.filter_map(|(height, nodes)| {
            let node = &self.nodes[nodes[0]];
            let chosen = self.edge_run(node).iter().position(|edge| edge.child == nodes[1])?;
            let labels = self.edge_run(node).iter().map(|edge| Some(self.nodes[edge.child].label));
            fork(context, node.player(), height, chosen, labels)
        });
        forks.collect()
    }

    /// The leaf that a walk would come to beyond a fork, if there is something to search.
    fn leaf_beyond(&self, context: &Context<E>, fork: Fork) -> Option<u32> {
        let parent = &self.nodes[self.path[self.path.len() - 2 - fork.height]];
        let mut id = self.edge_run(parent)[fork.place].child;
        for _ in 0..MOST_STEPS {
            let node = &self.nodes[id];
            if context.effort.is_final(node.label) {
                return None;
            }
            if !node.is_expanded() {
                return Some(id);
            }
            if let Some(leaf) = context.effort.target(node.label) {
                return Some(leaf);
            }
            let labels = self.edge_run(node).iter().map(|edge| self.nodes[edge.child].label);
            let place = context.effort.choose(node.player(), node.label, labels);
            id = self.edge_run(node)[place].child;
        }
        None
    }
}
