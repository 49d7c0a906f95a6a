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

use super::engine::Finished;
use super::joined::{Joined, ROOT};
use super::saved::unsavable;
use super::world::World;
use super::{Context, Graph};
use crate::arena::Full;
use crate::effort::{Effort, Settled};
use crate::game::Player;
use crate::limits::{Meter, Stopped};
use crate::progress::RawReport;
use crate::proof::retrograde::{Explored, View};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::io::{self, Read, Write};

/// A search graph whose cycles are cut by end nodes.
pub(crate) struct Dcg<E: Effort> {
    joined: Joined<E>,
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
    fn contains<E: Effort>(&mut self, graph: &Joined<E>, node: u32, candidate: u32) -> bool {
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

impl<'w, E: Effort> Graph<E, dyn World + 'w> for Dcg<E> {
    fn new(context: &mut Context<E>, world: &mut (dyn World + 'w), budget: usize) -> Result<Self, Full> {
        Ok(Dcg {
            joined: Joined::new(context, world, false, budget)?,
            end_nodes: HashMap::with_hasher(FxBuildHasher),
            originals: HashMap::with_hasher(FxBuildHasher),
            ancestors: Ancestors::default(),
        })
    }

    #[inline]
    fn walk(&mut self, context: &mut Context<E>, _: &mut (dyn World + 'w)) {
        self.joined.walk(context);
    }

    fn expand(&mut self, context: &mut Context<E>, world: &mut (dyn World + 'w)) -> Result<(), Full> {
        let Dcg { joined, end_nodes, originals, ancestors } = self;
        let leaf = joined.leaf;
        ancestors.of = None;
        joined.expand(context, world, |joined, context, world, known| {
            let is_repetition =
                known == leaf || joined.nodes[known].is_expanded() && ancestors.contains(joined, leaf, known);
            if !is_repetition {
                return known;
            }
            // One node stands for all repetitions of a position; the papers make and count one for each.
            context.counts.nodes += 1;
            *end_nodes.entry(known).or_insert_with(|| {
                let node = joined.nodes[known];
                // The original may have been won before it ever repeated.
                let label = if context.effort.solved(node.label) == Some(true) {
                    context.effort.share(node.label)
                } else {
                    context.effort.repeated()
                };
                let end_node = joined.add_copy(world, known, label);
                originals.insert(end_node, known);
                end_node
            })
        })
    }

    fn back_up(
        &mut self,
        context: &mut Context<E>,
        world: &mut (dyn World + 'w),
        meter: &Meter,
    ) -> Result<(), Stopped> {
        let Dcg { joined, end_nodes, .. } = self;
        joined.back_up(context, world, meter, |joined, context, changed| {
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
        })
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
        let maps = self.end_nodes.allocation_size() + self.originals.allocation_size();
        self.joined.bytes(world) + maps + self.ancestors.found.capacity() * size_of::<u32>()
    }

    fn write(&self, _: &Context<E>, _: &mut dyn Write) -> io::Result<()> {
        Err(unsavable("on the graph 'dcg'"))
    }

    fn read(&mut self, _: &mut Context<E>, _: &mut (dyn World + 'w), _: &mut dyn Read) -> io::Result<()> {
        Err(unsavable("on the graph 'dcg'"))
    }
}

impl<E: Effort> Finished<E> for Dcg<E> {
    fn root_children(&self, each: &mut dyn FnMut(u32, Player, E::Label)) {
        self.joined.root_children(each);
    }

    fn settled_positions(&self, effort: &E, each: &mut dyn FnMut(u32, Settled)) {
        // Only a win holds for sure.
        for id in (0..self.joined.nodes.len() as u32).filter(|id| !self.originals.contains_key(id)) {
            let label = self.joined.nodes[id].label;
            if effort.solved(label) == Some(true) {
                each(id, effort.settled(label));
            }
        }
    }

    /// Strategies are sought in the cyclic graph as it is, end nodes led back to their originals.
    fn explored<'a>(&'a self, effort: &'a E, question: usize) -> Box<dyn Explored + 'a> {
        Box::new(Uncut { dcg: self, effort, question })
    }
}

/// The graph with its cycles closed again.
struct Uncut<'a, E: Effort> {
    dcg: &'a Dcg<E>,
    effort: &'a E,
    question: usize,
}

impl<E: Effort> Explored for Uncut<'_, E> {
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
