//! How a graph of one goal becomes that of the next: nodes, positions and edges stay, labels are made anew.

use super::{Joined, ON_PATH, ROOT};
use crate::arena::Full;
use crate::effort::Effort;
use crate::game::Game;
use crate::graph::Context;
use crate::leaf::Leaf;
use std::cmp::Reverse;

impl<G: Game, E: Effort> Joined<G, E> {
    /// Gives every node the label that a new effort says, the deepest first, and goes back to the root. False where nodes
    /// were given back or not evaluated yet.
    #[cold]
    pub(in crate::graph) fn start_again<L: Leaf<G>>(
        &mut self,
        context: &mut Context<'_, G, E, L>,
    ) -> Result<bool, Full> {
        if self.prunes || context.is_delayed() {
            return Ok(false);
        }
        let count = self.nodes.len();
        if self.bytes() + count * size_of::<u32>() > self.budget {
            return Err(Full);
        }
        context.effort.allow(self.budget - self.bytes());
        let mut ids: Vec<u32> = (0..count as u32).collect();
        ids.sort_unstable_by_key(|&id| Reverse(self.nodes[id].level));
        for id in ids {
            let node = self.nodes[id];
            let label = if node.is_expanded() {
                let labels = self.edge_run(&node).iter().map(|edge| self.nodes[edge.child].label);
                context.effort.combine(node.player(), labels)
            } else {
                context.evaluate(id, &self.positions[id]).0
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
}
