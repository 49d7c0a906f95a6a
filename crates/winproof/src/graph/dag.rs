//! The graph `dag`: equal positions are one node (Schijf 1993, §4.4, the practical algorithm).
//!
//! For games whose positions never repeat. Proof and disproof numbers are upper bounds here, because a node
//! may count twice in a sum; solved nodes are right all the same, both ways.

use super::engine::Finished;
use super::joined::{Joined, ROOT};
use super::world::World;
use super::{Context, Graph};
use crate::arena::Full;
use crate::effort::{Effort, Settled};
use crate::game::Player;
use crate::limits::{Meter, Stopped};
use crate::progress::RawReport;
use crate::proof::retrograde::{Explored, View};
use std::io::{self, Read, Write};

/// A search graph without cycles.
pub(crate) struct Dag<E: Effort> {
    joined: Joined<E>,
}

impl<'w, E: Effort> Graph<E, dyn World + 'w> for Dag<E> {
    fn new(context: &mut Context<E>, world: &mut (dyn World + 'w), budget: usize) -> Result<Self, Full> {
        Ok(Dag { joined: Joined::new(context, world, true, budget)? })
    }

    #[inline]
    fn walk(&mut self, context: &mut Context<E>, _: &mut (dyn World + 'w)) {
        self.joined.walk(context);
    }

    #[inline]
    fn expand(&mut self, context: &mut Context<E>, world: &mut (dyn World + 'w)) -> Result<(), Full> {
        self.joined.expand(context, world, |_, _, _, known| known)
    }

    #[inline]
    fn back_up(
        &mut self,
        context: &mut Context<E>,
        world: &mut (dyn World + 'w),
        meter: &Meter,
    ) -> Result<(), Stopped> {
        self.joined.back_up(context, world, meter, |_, _, _| {})
    }

    fn start_again(&mut self, context: &mut Context<E>, world: &mut (dyn World + 'w)) -> Result<bool, Full> {
        self.joined.start_again(context, world)
    }

    fn is_slow(&self, world: &(dyn World + 'w)) -> bool {
        world.is_slow()
    }

    fn root(&self) -> E::Label {
        self.joined.nodes[ROOT].label
    }

    fn report(&self, world: &mut (dyn World + 'w), report: &RawReport) {
        world.report(report, &self.joined.line());
    }

    fn bytes(&self, world: &(dyn World + 'w)) -> usize {
        self.joined.bytes(world)
    }

    fn write(&self, context: &Context<E>, output: &mut dyn Write) -> io::Result<()> {
        self.joined.write(context, output)
    }

    fn read(&mut self, context: &mut Context<E>, world: &mut (dyn World + 'w), input: &mut dyn Read) -> io::Result<()> {
        self.joined.read(context, world, input)
    }
}

impl<E: Effort> Finished<E> for Dag<E> {
    fn root_children(&self, each: &mut dyn FnMut(u32, Player, E::Label)) {
        self.joined.root_children(each);
    }

    fn settled_positions(&self, effort: &E, each: &mut dyn FnMut(u32, Settled)) {
        for id in 0..self.joined.nodes.len() as u32 {
            each(id, effort.settled(self.joined.nodes[id].label));
        }
    }

    fn explored<'a>(&'a self, effort: &'a E, question: usize) -> Box<dyn Explored + 'a> {
        Box::new(DagView { joined: &self.joined, effort, question })
    }
}

/// The graph as retrograde analysis sees it.
struct DagView<'a, E: Effort> {
    joined: &'a Joined<E>,
    effort: &'a E,
    question: usize,
}

impl<E: Effort> Explored for DagView<'_, E> {
    fn node_count(&self) -> u32 {
        self.joined.nodes.len() as u32
    }

    fn view(&self, id: u32) -> View {
        self.joined.view(self.effort, self.question, id)
    }

    fn children(&self, id: u32, each: &mut dyn FnMut(u32)) {
        self.joined.children(&self.joined.nodes[id]).for_each(each);
    }
}
