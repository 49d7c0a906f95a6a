//! The graph `dcg`: equal positions are one node also where positions repeat, by cutting every cycle (Schijf 1993,
//! §5.4, the third of his practical methods).
//!
//! A move to a position that lies on *some* path from the root to the node under expansion does not lead back
//! there but to an *end node* that stands for the repetition: lost for the prover, until the original is won, and
//! then won too. So the graph stays acyclic, and the updates of a DAG do.
//!
//! What its answers are worth: a win is proved. A "no" is not: the end node is called lost on every path, also
//! on those where the position does not repeat (his figure 5.7 shows a win that is missed). The solver
//! reports such a "no" as unproved.

use super::joined::{Joined, ROOT};
use super::kept::unkept;
use super::{Context, Graph};
use crate::arena::Full;
use crate::effort::{Effort, Settled};
use crate::game::{Game, Player};
use crate::leaf::Leaf;
use crate::proof::Strategy;
use crate::proof::retrograde::{self, Explored, View, Wanted};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::io::{self, Read, Write};

/// A search graph whose cycles are cut by end nodes.
pub(crate) struct Dcg<G: Game, E: Effort> {
    joined: Joined<G, E>,
    root: G::Position,
    /// The end node of a position that repeats.
    end_nodes: HashMap<u32, u32, FxBuildHasher>,
    /// The position behind an end node.
    originals: HashMap<u32, u32, FxBuildHasher>,
    ancestors: Ancestors,
}

/// The ancestors of one node, found when first asked for.
#[derive(Default)]
struct Ancestors {
    of: Option<u32>,
    round: u32,
    /// The last round in which a node was found to be an ancestor.
    found: Vec<u32>,
    pending: Vec<u32>,
}

impl Ancestors {
    fn contains<G: Game, E: Effort>(&mut self, graph: &Joined<G, E>, node: u32, candidate: u32) -> bool {
        if self.of != Some(node) {
            self.of = Some(node);
            self.round += 1;
            self.found.resize(graph.nodes.len(), 0);
            self.pending.push(node);
            self.found[node as usize] = self.round;
            while let Some(id) = self.pending.pop() {
                for parent in graph.parents(id) {
                    if self.found[parent as usize] != self.round {
                        self.found[parent as usize] = self.round;
                        self.pending.push(parent);
                    }
                }
            }
        }
        // A node made since then is nobody's ancestor.
        self.found.get(candidate as usize) == Some(&self.round)
    }
}

impl<G: Game, E: Effort> Dcg<G, E> {
    /// The root alone, in at most `budget` bytes.
    pub(crate) fn new<L: Leaf<G>>(
        context: &mut Context<'_, G, E, L>,
        root: &G::Position,
        budget: usize,
    ) -> Result<Self, Full> {
        Ok(Dcg {
            joined: Joined::new(context, root, false, budget)?,
            root: root.clone(),
            end_nodes: HashMap::with_hasher(FxBuildHasher),
            originals: HashMap::with_hasher(FxBuildHasher),
            ancestors: Ancestors::default(),
        })
    }
}

impl<G: Game, E: Effort, L: Leaf<G>> Graph<G, E, L> for Dcg<G, E> {
    #[inline]
    fn walk(&mut self, context: &mut Context<'_, G, E, L>) {
        self.joined.walk(context);
    }

    fn expand(&mut self, context: &mut Context<'_, G, E, L>) -> Result<(), Full> {
        let Dcg { joined, end_nodes, originals, ancestors, .. } = self;
        let leaf = joined.leaf;
        ancestors.of = None;
        joined.expand(context, |joined, context, known| {
            let is_repetition =
                known == leaf || joined.nodes[known].is_expanded() && ancestors.contains(joined, leaf, known);
            if !is_repetition {
                return known;
            }
            // One node stands for all repetitions of a position; the papers make and count one for each.
            context.counts.nodes += 1;
            *end_nodes.entry(known).or_insert_with(|| {
                let position = joined.positions[known].clone();
                let node = joined.nodes[known];
                // The original may have been won before it ever repeated.
                let label = if context.effort.solved(node.label) == Some(true) {
                    context.effort.share(node.label)
                } else {
                    context.effort.repeated()
                };
                let end_node = joined.add_hidden(position, label, node.player());
                originals.insert(end_node, known);
                end_node
            })
        })
    }

    fn back_up(&mut self, context: &mut Context<'_, G, E, L>) {
        let Dcg { joined, end_nodes, .. } = self;
        joined.back_up(context, |joined, context, changed| {
            let label = joined.nodes[changed].label;
            if context.effort.solved(label) != Some(true) {
                return;
            }
            // Won without the repetition, so won where it repeats: the end node was wrong to be called lost.
            if let Some(&end_node) = end_nodes.get(&changed) {
                let label = context.effort.share(label);
                if context.effort.replace(&mut joined.nodes[end_node].label, label) {
                    joined.tell_parents(context, end_node, None);
                }
            }
        });
    }

    fn root(&self) -> E::Label {
        self.joined.nodes[ROOT].label
    }

    fn line(&self, context: &Context<'_, G, E, L>, moves: &mut Vec<G::Move>) {
        let line = self.joined.line();
        context.line_through(&self.root, line.iter().map(|&id| &self.joined.positions[id]), moves);
    }

    fn bytes(&self) -> usize {
        let maps = self.end_nodes.allocation_size() + self.originals.allocation_size();
        self.joined.bytes() + maps + self.ancestors.found.capacity() * size_of::<u32>()
    }

    fn write(&self, _: &Context<'_, G, E, L>, _: &mut dyn Write) -> io::Result<()> {
        Err(unkept("on the graph 'dcg'"))
    }

    fn read(&mut self, _: &mut Context<'_, G, E, L>, _: &mut dyn Read) -> io::Result<()> {
        Err(unkept("on the graph 'dcg'"))
    }

    fn root_children(&self, _: &Context<'_, G, E, L>, each: &mut dyn FnMut(G::Position, Player, E::Label)) {
        self.joined.root_children(each);
    }

    fn settled_positions(&self, context: &Context<'_, G, E, L>, each: &mut dyn FnMut(&G::Position, Settled)) {
        // Only a win holds for sure.
        for id in (0..self.joined.nodes.len() as u32).filter(|id| !self.originals.contains_key(id)) {
            let label = self.joined.nodes[id].label;
            if context.effort.solved(label) == Some(true) {
                each(&self.joined.positions[id], context.effort.settled(label));
            }
        }
    }

    /// Only a win has one: the strategy is sought in the cyclic graph as it is, end nodes led back to their originals.
    fn strategy(
        &self,
        context: &Context<'_, G, E, L>,
        question: usize,
        strategist: Player,
        ranked: bool,
    ) -> Option<Strategy<G>> {
        let effort = &context.effort;
        effort.prover_wins(effort.settled(self.joined.nodes[ROOT].label), question).filter(|&wins| wins)?;
        let uncut = Uncut { dcg: self, effort, question };
        let find = |position: &G::Position| self.joined.find(context, position);
        let wanted = Wanted { question, prover_wins: true, strategist, ranked };
        retrograde::strategy((context.game, effort), &self.root, &uncut, wanted, &find)
    }
}

/// The graph with its cycles closed again.
struct Uncut<'a, G: Game, E: Effort> {
    dcg: &'a Dcg<G, E>,
    effort: &'a E,
    question: usize,
}

impl<G: Game, E: Effort> Explored for Uncut<'_, G, E> {
    fn node_count(&self) -> u32 {
        self.dcg.joined.nodes.len() as u32
    }

    fn view(&self, id: u32) -> View {
        if self.dcg.originals.contains_key(&id) {
            View::Leaf
        } else {
            self.dcg.joined.view(self.effort, self.question, id)
        }
    }

    fn children(&self, id: u32, each: &mut dyn FnMut(u32)) {
        let joined = &self.dcg.joined;
        let uncut = |child: u32| self.dcg.originals.get(&child).copied().unwrap_or(child);
        joined.children(&joined.nodes[id]).map(uncut).for_each(each);
    }
}
