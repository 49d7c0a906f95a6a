//! A graph of joined nodes in a checkpoint: breadth first from the root, so that reading finds them in the same order.

use super::super::kept::{Shape, no_room, unkept};
use super::{Context, DELETED, Effort, Game, Joined, Leaf, MIN_MOVES, Player, ROOT};
use std::io::{self, Read, Write};

impl<G: Game, E: Effort> Joined<G, E> {
    pub(in super::super) fn write<L: Leaf<G>>(
        &self,
        context: &Context<'_, G, E, L>,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        if context.random.is_some() || self.prunes {
            return Err(unkept("with a random order of moves, or that gives nodes of a graph back,"));
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

    pub(in super::super) fn read<L: Leaf<G>>(
        &mut self,
        context: &mut Context<'_, G, E, L>,
        input: &mut dyn Read,
    ) -> io::Result<()> {
        let mut by_level: Vec<u32> = Vec::new();
        let mut id = ROOT;
        while (id as usize) < self.nodes.len() {
            let Shape { is_expanded, player } = Shape::read(input)?;
            let flags = self.nodes[id].flags & !MIN_MOVES;
            self.nodes[id].flags = flags | if player == Player::Min { MIN_MOVES } else { 0 };
            if is_expanded {
                let position = self.positions[id].clone();
                context.generate_again(&position)?;
                let blank = |context: &mut Context<'_, G, E, L>, _: u32, _: &G::Position| {
                    (context.effort.repeated(), Player::Max)
                };
                self.make_children(context, id, |_, _, known| known, blank).map_err(no_room)?;
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
