//! How a graph of one goal becomes that of the next: nodes and edges stay, labels are made anew.

use super::{Joined, ON_PATH, ROOT};
use crate::arena::Full;
use crate::effort::Effort;
use crate::graph::Context;
use crate::graph::world::World;

impl<E: Effort> Joined<E> {
    /// Gives every node the label that a new effort says, the deepest first, and goes back to the root. False where
    /// nodes were given back or not evaluated yet.
    #[cold]
    pub(in crate::graph) fn start_again(
        &mut self,
        context: &mut Context<E>,
        world: &mut dyn World,
    ) -> Result<bool, Full> {
        if self.prunes || context.is_delayed() {
            return Ok(false);
        }
        let count = self.nodes.len();
        let bytes = self.bytes(world);
        if bytes + 2 * count * size_of::<u32>() > self.budget {
            return Err(Full::Memory);
        }
        context.effort.allow(self.budget - bytes);
        for id in self.deepest_first((0..count as u32).collect()) {
            let node = self.nodes[id];
            let label = if node.is_expanded() {
                let labels = self.edge_run(&node).iter().map(|edge| self.nodes[edge.child].label);
                context.effort.combine(node.player(), labels)
            } else {
                context.first_label(id, world.look(id)).0
            };
            self.nodes[id].label = label;
        }
        for place in 1..self.path.len() {
            let id = self.path[place];
            self.nodes[id].flags &= !ON_PATH;
        }
        self.path.truncate(1);
        self.leaf = ROOT;
        Ok(true)
    }

    /// Sorts nodes by level, the deepest first, and otherwise leaves them in their order.
    pub(super) fn deepest_first(&self, ids: Vec<u32>) -> Vec<u32> {
        // How many of them are deeper than each level, and so the place of the level's first.
        let mut places: Vec<u32> = Vec::new();
        for &id in &ids {
            let level = self.nodes[id].level as usize;
            places.resize(places.len().max(level + 1), 0);
            places[level] += 1;
        }
        let mut deeper = 0;
        for place in places.iter_mut().rev() {
            deeper += std::mem::replace(place, deeper);
        }
        let mut sorted = vec![0; ids.len()];
        for id in ids {
            let place = &mut places[self.nodes[id].level as usize];
            sorted[*place as usize] = id;
            *place += 1;
        }
        sorted
    }
}
