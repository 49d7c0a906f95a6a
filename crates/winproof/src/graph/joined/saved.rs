//! A graph of joined nodes in a checkpoint: breadth first from the root, so that reading finds them in the same order.

use super::super::saved::{Shape, damaged, no_room, unsavable};
use super::{Arrival, Context, DELETED, Effort, Joined, Look, ROOT, Status, World};
use std::io::{self, Read, Write};

impl<E: Effort> Joined<E> {
    pub(in super::super) fn write(&self, context: &Context<E>, output: &mut dyn Write) -> io::Result<()> {
        if context.policy.shuffle.is_some() || self.prunes {
            return Err(unsavable("with a random order of moves, or that gives nodes of a graph back,"));
        }
        let mut is_found = vec![false; self.nodes.len()];
        is_found[ROOT as usize] = true;
        let mut found = std::collections::VecDeque::from([ROOT]);
        while let Some(id) = found.pop_front() {
            let node = &self.nodes[id];
            Shape { is_expanded: node.is_expanded(), player: node.player() }.write(output)?;
            if !node.is_expanded() {
                context.write_leaf(node.label, node.player(), output)?;
            }
            for child in self.children(node) {
                if !std::mem::replace(&mut is_found[child as usize], true) {
                    found.push_back(child);
                }
            }
        }
        Ok(())
    }

    pub(in super::super) fn read(
        &mut self,
        context: &mut Context<E>,
        world: &mut dyn World,
        input: &mut dyn Read,
    ) -> io::Result<()> {
        let mut by_level: Vec<u32> = Vec::new();
        let mut id = ROOT;
        while (id as usize) < self.nodes.len() {
            let Shape { is_expanded, player } = Shape::read(input)?;
            self.nodes[id].set_player(player);
            if is_expanded {
                if world.status(id) != Status::Turn(player) {
                    return Err(damaged());
                }
                let budget = self.budget_of_world(context);
                if world.expand(id, false, &mut self.arrivals, budget).map_err(no_room)? {
                    context.effort.allow(self.budget.saturating_sub(self.bytes(world)));
                }
                // Labels come with the nodes, further on in the file.
                for Arrival { look, .. } in &mut self.arrivals {
                    *look = Look::Unseen;
                }
                self.make_children(context, world, id, |_, _, _, known| known).map_err(no_room)?;
                by_level.push(id);
            } else {
                let label = context.read_leaf(id, player, input)?;
                context.effort.replace(&mut self.nodes[id].label, label);
            }
            id += 1;
        }
        debug_assert!(id < DELETED);
        for id in self.deepest_first(by_level) {
            let node = self.nodes[id];
            let labels = self.edge_run(&node).iter().map(|edge| self.nodes[edge.child].label);
            let label = context.effort.combine(node.player(), labels);
            context.effort.replace(&mut self.nodes[id].label, label);
        }
        Ok(())
    }
}
