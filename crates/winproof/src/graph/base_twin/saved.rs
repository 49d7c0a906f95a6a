//! Bases and twins in a checkpoint: bases breadth first from the root, each with what is known of it for good.
//!
//! Where a child leads back to a base that comes earlier, its numbers are not known yet when they are asked for, and
//! count as one step of work. The search corrects them when it comes there; what is settled is not touched by that.

use super::super::saved::{Shape, damaged, no_room, read_settled, unsavable, write_settled};
use super::{Arrival, Base, BaseTwin, Context, Effort, Player, ROOT, Slot, Status, World};
use crate::arena::{Full, MOST_CHILDREN};
use crate::effort::Settled;
use std::io::{self, Read, Write};

impl<E: Effort> BaseTwin<E> {
    pub(super) fn write_bases(&self, context: &Context<E>, output: &mut dyn Write) -> io::Result<()> {
        if context.policy.shuffle.is_some() {
            return Err(unsavable("with a random order of moves"));
        }
        // Each base by the first slot that leads to it.
        let mut is_found = vec![false; self.bases.len()];
        is_found[self.slots[ROOT].base as usize] = true;
        let mut found = std::collections::VecDeque::from([ROOT]);
        while let Some(slot) = found.pop_front() {
            let id = self.slots[slot].base;
            let base = &self.bases[id];
            let is_expanded = base.child_count > 0;
            Shape { is_expanded, player: base.player }.write(output)?;
            write_settled(base.settled, output)?;
            if !is_expanded {
                context.write_leaf(self.slots[slot].label, base.player, output)?;
            }
            for child in base.first_child..base.first_child + u32::from(base.child_count) {
                if !std::mem::replace(&mut is_found[self.slots[child].base as usize], true) {
                    found.push_back(child);
                }
            }
        }
        Ok(())
    }

    pub(super) fn read_bases(
        &mut self,
        context: &mut Context<E>,
        world: &mut dyn World,
        input: &mut dyn Read,
    ) -> io::Result<()> {
        let mut labels: Vec<E::Label> = Vec::new();
        let mut id = 0;
        while (id as usize) < self.bases.len() {
            let Shape { is_expanded, player } = Shape::read(input)?;
            self.bases[id].player = player;
            self.bases[id].settled = read_settled(context.effort.goals(), input)?;
            labels.push(if is_expanded {
                if world.status(id) != Status::Turn(player) {
                    return Err(damaged());
                }
                self.read_children(context, world, id)?;
                context.unevaluated(id)
            } else {
                context.read_leaf(id, player, input)?
            });
            id += 1;
        }
        for id in (0..self.bases.len() as u32).rev() {
            let base = self.bases[id];
            if base.child_count > 0 {
                let children = self.children(&base).iter().map(|child| labels[child.base as usize]);
                let label = context.effort.combine(base.player, children);
                let label = context.effort.with_settled(label, base.settled);
                context.effort.replace(&mut labels[id as usize], label);
            }
        }
        for slot in 0..self.slots.len() as u32 {
            let label = context.effort.share(labels[self.slots[slot].base as usize]);
            context.effort.replace(&mut self.slots[slot].label, label);
        }
        for label in labels {
            context.effort.release(label);
        }
        Ok(())
    }

    /// Makes the slots of an expanded base, and the bases that are new.
    fn read_children(&mut self, context: &mut Context<E>, world: &mut dyn World, id: u32) -> io::Result<()> {
        let budget = self.budget_of_world(context);
        if world.expand(id, false, &mut self.arrivals, budget).map_err(no_room)? {
            context.effort.allow(self.budget.saturating_sub(self.bytes_held(world)));
        }
        let arrivals = std::mem::take(&mut self.arrivals);
        if arrivals.len() > MOST_CHILDREN {
            return Err(no_room(Full::Moves));
        }
        self.make_room(context, world, arrivals.len()).map_err(no_room)?;
        let first = self.slots.len() as u32;
        for &Arrival { id: base, is_new, .. } in &arrivals {
            if is_new {
                self.bases.put(base, Base::new(Settled::UNKNOWN, Player::Max));
            }
            let made = (self.slots.len() as u32 - first) as usize;
            if !context.policy.merge_siblings || self.slots.run(first, made).iter().all(|slot| slot.base != base) {
                self.slots.push(Slot { label: context.effort.repeated(), base, is_marked: false });
            }
        }
        self.arrivals = arrivals;
        let made = self.slots.len() as u32 - first;
        context.counts.nodes += u64::from(made);
        self.bases[id].first_child = first;
        self.bases[id].child_count = made as u16;
        Ok(())
    }
}
