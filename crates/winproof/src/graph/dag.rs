//! The graph `dag`: equal positions are one node (Schijf 1993, §4.4, the practical algorithm).
//!
//! For games whose positions never come again. Proof and disproof numbers are upper bounds here, because a node
//! may count twice in a sum; solved nodes are right all the same, both ways.

use super::joined::{Joined, ROOT};
use super::{Context, Graph};
use crate::arena::Full;
use crate::effort::{Effort, Settled};
use crate::game::{Game, Player};
use crate::leaf::Leaf;
use crate::proof::Strategy;
use crate::proof::retrograde::{self, Explored, View, Wanted};
use std::io::{self, Read, Write};

/// A search graph without cycles.
pub(crate) struct Dag<G: Game, E: Effort> {
    joined: Joined<G, E>,
    root: G::Position,
}

impl<G: Game, E: Effort> Dag<G, E> {
    /// The root alone, in at most `budget` bytes.
    pub(crate) fn new<L: Leaf<G>>(
        context: &mut Context<'_, G, E, L>,
        root: &G::Position,
        budget: usize,
    ) -> Result<Self, Full> {
        Ok(Dag { joined: Joined::new(context, root, true, budget)?, root: root.clone() })
    }
}

impl<G: Game, E: Effort, L: Leaf<G>> Graph<G, E, L> for Dag<G, E> {
    #[inline]
    fn walk(&mut self, context: &mut Context<'_, G, E, L>) {
        self.joined.walk(context);
    }

    #[inline]
    fn expand(&mut self, context: &mut Context<'_, G, E, L>) -> Result<(), Full> {
        self.joined.expand(context, |_, _, known| known)
    }

    #[inline]
    fn back_up(&mut self, context: &mut Context<'_, G, E, L>) {
        self.joined.back_up(context, |_, _, _| {});
    }

    fn start_again(&mut self, context: &mut Context<'_, G, E, L>) -> Result<bool, Full> {
        self.joined.start_again(context)
    }

    fn root(&self) -> E::Label {
        self.joined.nodes[ROOT].label
    }

    fn line(&self, context: &Context<'_, G, E, L>, moves: &mut Vec<G::Move>) {
        let line = self.joined.line();
        context.line_through(&self.root, line.iter().map(|&id| &self.joined.positions[id]), moves);
    }

    fn bytes(&self) -> usize {
        self.joined.bytes()
    }

    fn write(&self, context: &Context<'_, G, E, L>, output: &mut dyn Write) -> io::Result<()> {
        self.joined.write(context, output)
    }

    fn read(&mut self, context: &mut Context<'_, G, E, L>, input: &mut dyn Read) -> io::Result<()> {
        self.joined.read(context, input)
    }

    fn root_children(&self, _: &Context<'_, G, E, L>, each: &mut dyn FnMut(G::Position, Player, E::Label)) {
        self.joined.root_children(each);
    }

    fn settled_positions(&self, context: &Context<'_, G, E, L>, each: &mut dyn FnMut(&G::Position, Settled)) {
        for id in 0..self.joined.nodes.len() as u32 {
            each(&self.joined.positions[id], context.effort.settled(self.joined.nodes[id].label));
        }
    }

    fn strategy(
        &self,
        context: &Context<'_, G, E, L>,
        question: usize,
        strategist: Player,
        ranked: bool,
    ) -> Option<Strategy<G>> {
        let effort = &context.effort;
        let prover_wins = effort.prover_wins(effort.settled(self.joined.nodes[ROOT].label), question)?;
        let seen = Seen { joined: &self.joined, effort, question };
        let find = |position: &G::Position| self.joined.find(context, position);
        let wanted = Wanted { question, prover_wins, strategist, ranked };
        retrograde::strategy((context.game, effort), &self.root, &seen, wanted, &find)
    }
}

/// The graph as retrograde analysis sees it.
struct Seen<'a, G: Game, E: Effort> {
    joined: &'a Joined<G, E>,
    effort: &'a E,
    question: usize,
}

impl<G: Game, E: Effort> Explored for Seen<'_, G, E> {
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
