//! Leaves for a second level to search ahead.

use super::{BaseTwin, Context, World};
use crate::effort::Effort;
use crate::graph::ahead::{Fork, MOST_STEPS, fork, offer};
use crate::leaf::nested::Task;

impl<E: Effort> BaseTwin<E> {
    /// Has the second level search leaves ahead, as many as it can, beside the one under expansion.
    pub(super) fn search_ahead(&self, context: &Context<E>, world: &mut dyn World, expanded: u32, task: Task) {
        let wanted = world.wants_ahead();
        if wanted > 0 {
            offer(self.forks(context), wanted, |fork| {
                let leaf = self.leaf_beyond(context, fork).filter(|&leaf| leaf != expanded);
                leaf.is_some_and(|leaf| world.search_ahead(leaf, task))
            });
        }
    }

    fn forks(&self, context: &Context<E>) -> Vec<Fork> {
        let slots = self.path.windows(2).rev().enumerate();
        let forks = slots.filter_map(|(height, slots)| {
            let base = &self.bases[self.slots[slots[0]].base];
            let chosen = (slots[1] - base.first_child) as usize;
            let children = self.children(base).iter().enumerate();
            let open = children.map(|(place, child)| (place == chosen || !child.is_marked).then_some(child.label));
            fork(context, base.player, height, chosen, open)
        });
        forks.collect()
    }

    /// The base of the leaf that a walk would come to beyond a fork, if there is something to search.
    fn leaf_beyond(&self, context: &Context<E>, fork: Fork) -> Option<u32> {
        let parent = self.path[self.path.len() - 2 - fork.height];
        let mut slot = self.bases[self.slots[parent].base].first_child + fork.place as u32;
        for _ in 0..MOST_STEPS {
            let id = self.slots[slot].base;
            let base = &self.bases[id];
            if base.depth > 0 || self.solved(context, base).is_some() {
                return None;
            }
            if base.child_count == 0 {
                return Some(id);
            }
            slot = self.best_child(context, base)?;
        }
        None
    }
}
