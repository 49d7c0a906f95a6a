//! A tree in a checkpoint: its nodes, each followed by what is below it.

use super::super::saved::{Shape, damaged, no_room, unsavable};
use super::{Context, Effort, Game, GameWorld, Node, Player, ROOT, Status, Tree, shape};
use std::io::{self, Read, Write};

/// An expanded node under way: where its children stand, how many of them were read.
struct Open<P> {
    node: u32,
    position: P,
    read: u32,
}

impl<G: Game, E: Effort> Tree<G, E> {
    pub(super) fn write_nodes(&self, context: &Context<E>, output: &mut dyn Write) -> io::Result<()> {
        if context.policy.shuffle.is_some() {
            return Err(unsavable("with a random order of moves"));
        }
        let mut pending = vec![ROOT];
        while let Some(id) = pending.pop() {
            let node = &self.nodes[id];
            let count = node.child_count() as u32;
            Shape { is_expanded: count > 0, player: node.player() }.write(output)?;
            if count == 0 {
                context.write_leaf(node.label, node.player(), output)?;
            }
            pending.extend((node.first_child..node.first_child + count).rev());
        }
        Ok(())
    }

    pub(super) fn read_nodes(
        &mut self,
        context: &mut Context<E>,
        world: &mut GameWorld<'_, G>,
        input: &mut dyn Read,
    ) -> io::Result<()> {
        let mut open: Vec<Open<G::Position>> = Vec::new();
        self.read_node((context, world), ROOT, self.path[0].position.clone(), &mut open, input)?;
        while let Some(last) = open.last_mut() {
            let node = self.nodes[last.node];
            if last.read < node.child_count() as u32 {
                let child = node.first_child + last.read;
                last.read += 1;
                let position = world.game.play(&last.position, self.nodes[child].mv);
                self.read_node((context, world), child, position, &mut open, input)?;
            } else {
                let label = context.effort.combine(node.player(), self.children(&node).iter().map(|child| child.label));
                context.effort.replace(&mut self.nodes[last.node].label, label);
                open.pop();
            }
        }
        Ok(())
    }

    fn read_node(
        &mut self,
        (context, world): (&mut Context<E>, &mut GameWorld<'_, G>),
        id: u32,
        position: G::Position,
        open: &mut Vec<Open<G::Position>>,
        input: &mut dyn Read,
    ) -> io::Result<()> {
        let Shape { is_expanded, player } = Shape::read(input)?;
        self.nodes[id].shape = shape(player, 0);
        if !is_expanded {
            let label = context.read_leaf(id, player, input)?;
            context.effort.replace(&mut self.nodes[id].label, label);
            return Ok(());
        }
        if world.game.status(&position) != Status::Turn(player) {
            return Err(damaged());
        }
        world.generate(&position);
        let count = world.moves.len();
        let first = self.allocate(&mut context.effort, count).map_err(no_room)?;
        let label = context.effort.repeated();
        for (id, &mv) in (first..).zip(&world.moves) {
            self.nodes.put(id, Node { label, first_child: 0, shape: shape(Player::Max, 0), mv });
        }
        context.counts.nodes += count as u64;
        let node = &mut self.nodes[id];
        node.first_child = first;
        node.shape = shape(player, count);
        open.push(Open { node: id, position, read: 0 });
        Ok(())
    }
}
