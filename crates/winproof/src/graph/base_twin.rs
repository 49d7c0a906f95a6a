//! The graph `base-twin`: equal positions share their subtree, not their value (Breuker 1998, chapter 5; Breuker,
//! van den Herik, Uiterwijk and Allis 2001). Sound both ways on games whose positions repeat.
//!
//! Each move to a position makes a node of its own: the first is the *base*, the others are its *twins*. Only a
//! base is ever expanded; a twin finds its children through its base. So a node can be solved on one
//! path and open on another.
//!
//! On the way down, a node whose position is on the path already is marked as a *possible draw*, together with the
//! depth of that position on the path; the search goes back to the parent and tries the next child. A node with
//! nothing left but lost and marked children is marked itself, with the least depth of its children's marks. When
//! that depth is the node's own, everything below it comes back to it or to something below it, whatever the path: it
//! is lost for the prover, for good.
//!
//! Here a node is a *slot* among the children of its parent's base, and what twins share is a *base record*:
//! ```text
//! slot: label, base, whether to pass over it (16 bytes with numbers)
//! base: first child slot, count, depth on the path, mark, state (24 bytes)
//! ```
//! # Repairs
//! To the printed figures: 5.13 must not leave a best child set when an AND node has a marked one; 5.14 computes the
//! label after expanding; 5.16 takes a twin's numbers from its base's children; 5.17 has proof and disproof the right
//! way round.
//!
//! An update that changes nothing at a node ends there, and the path down to it stays with its marks ([`marks`]). With
//! [`early_stop`](crate::Policy::early_stop) off, every walk starts at the root.

mod ahead;
mod marks;
mod saved;

use super::engine::Finished;
use super::world::{Arrival, World};
use super::{Context, Graph};
use crate::arena::{Arena, Full, MOST_CHILDREN};
use crate::effort::{Effort, Settled};
use crate::game::{Player, Status};
use crate::limits::{Meter, Stopped};
use crate::progress::RawReport;
use crate::proof::retrograde::{Explored, View};
use marks::Mark;
use std::io::{self, Read, Write};

#[derive(Clone, Copy)]
struct Slot<T> {
    label: T,
    base: u32,
    /// Whether the base is marked or on the path; known only while the parent is on the path.
    is_marked: bool,
}

#[derive(Clone, Copy)]
struct Base {
    first_child: u32,
    /// The depth on the path, from 1; 0 when not on it.
    depth: u32,
    mark: Mark,
    /// What holds for the position on every path.
    settled: Settled,
    child_count: u16,
    player: Player,
    /// Whether a child is marked; known only while on the path.
    has_marks: bool,
}

/// Why a walk ended where it did.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// At a leaf to expand.
    Leaf,
    /// At a node whose base is solved, or all of whose children are.
    Solved,
    /// At a node from which everything comes back: lost for the prover.
    RealDraw,
}

const ROOT: u32 = 0;

/// A search graph of bases and twins. A base has the number of its position in the [`World`].
pub(crate) struct BaseTwin<E: Effort> {
    slots: Arena<Slot<E::Label>>,
    bases: Arena<Base>,
    /// Where the moves of the node under expansion lead.
    arrivals: Vec<Arrival>,
    path: Vec<u32>,
    /// The marked bases by the greatest depth that their marks rest on.
    marked: Vec<Vec<u32>>,
    found: Found,
    /// Whether the node at the end of the path has news for its parent.
    has_news: bool,
    budget: usize,
}

impl Base {
    fn new(settled: Settled, player: Player) -> Base {
        Base { first_child: 0, depth: 0, mark: Mark::NONE, settled, child_count: 0, player, has_marks: false }
    }
}

impl<E: Effort> BaseTwin<E> {
    /// Makes room for so many children.
    #[inline]
    fn make_room(&mut self, context: &mut Context<E>, world: &dyn World, count: usize) -> Result<(), Full> {
        let room = self.slots.has_room(count) && self.bases.has_room(count);
        if room { Ok(()) } else { self.grow(context, world, count) }
    }

    #[cold]
    fn grow(&mut self, context: &mut Context<E>, world: &dyn World, count: usize) -> Result<(), Full> {
        let most = self.budget.saturating_sub(context.effort.bytes());
        let left = |graph: &Self, own: usize| most.saturating_add(own).saturating_sub(graph.bytes_held(world));
        let budget = left(self, self.bases.bytes());
        self.bases.reserve(count, budget)?;
        let budget = left(self, self.slots.bytes());
        self.slots.reserve(count, budget)?;
        context.effort.allow(self.budget.saturating_sub(self.bytes_held(world)));
        Ok(())
    }

    fn own_bytes(&self) -> usize {
        self.slots.bytes() + self.bases.bytes()
    }

    fn bytes_held(&self, world: &dyn World) -> usize {
        self.own_bytes() + world.bytes()
    }

    /// What the world may hold.
    fn budget_of_world(&self, context: &Context<E>) -> usize {
        self.budget.saturating_sub(context.effort.bytes()).saturating_sub(self.own_bytes())
    }

    /// A node for a position: a base if it is new, otherwise a twin.
    fn make(&mut self, context: &mut Context<E>, world: &dyn World, arrival: Arrival) -> Slot<E::Label> {
        let Arrival { id, is_new, look } = arrival;
        if is_new {
            let (label, player) = context.first_label(id, look);
            self.bases.put(id, Base::new(context.effort.settled(label), player));
            return Slot { label, base: id, is_marked: false };
        }
        let record = self.bases[id];
        let label = if record.child_count > 0 {
            self.known_label(context, &record)
        } else if context.is_delayed() && !record.settled.is_closed() {
            let (label, _) = context.first_label(id, look);
            self.bases[id].settled = record.settled.join(context.effort.settled(label));
            label
        } else {
            let (label, _) = context.first_label(id, world.look(id));
            context.effort.with_settled(label, record.settled)
        };
        Slot { label, base: id, is_marked: false }
    }

    #[inline]
    fn children(&self, base: &Base) -> &[Slot<E::Label>] {
        self.slots.run(base.first_child, usize::from(base.child_count))
    }

    /// The label of an expanded node on any path: what its children say, and what is known of it for good.
    fn known_label(&self, context: &mut Context<E>, base: &Base) -> E::Label {
        let label = context.effort.combine(base.player, self.children(base).iter().map(|child| child.label));
        context.effort.with_settled(label, base.settled)
    }

    /// Whether the prover wins from a position on every path, or on none, in the question that is attended to.
    #[inline]
    fn solved(&self, context: &Context<E>, base: &Base) -> Option<bool> {
        context.effort.prover_wins(base.settled, context.effort.question())
    }

    /// The child to go on with: not a marked one, and not one that is settled against the mover.
    #[inline]
    fn best_child(&self, context: &Context<E>, base: &Base) -> Option<u32> {
        if base.has_marks && !context.effort.prover_moves(base.player) {
            return None; // the prover's opponent wants no more than a repetition
        }
        let open = self.children(base).iter().map(|child| (!child.is_marked).then_some(child.label));
        context.effort.choose_open(base.player, open).map(|place| base.first_child + place as u32)
    }

    /// The base of the node at the end of the path.
    fn end(&self) -> u32 {
        self.slots[*self.path.last().expect("the path starts at the root")].base
    }

    /// The label of a node from its children, marked ones counting as lost. Lost because of marks is lost on this path
    /// only, and no label: the next walk will mark the node.
    fn combined(&self, context: &mut Context<E>, base: &Base) -> E::Label {
        if !base.has_marks {
            return self.known_label(context, base);
        }
        let children = self.children(base).iter().map(|child| (child.label, child.is_marked));
        let label = context.effort.combine_marked(base.player, children);
        context.effort.with_settled(label, base.settled)
    }

    /// Gives a node its new label; what it says for good holds for every twin. True if the parent needs to hear of it.
    fn settle(&mut self, context: &mut Context<E>, slot: u32, label: E::Label) -> bool {
        let base = self.slots[slot].base;
        self.bases[base].settled = self.bases[base].settled.join(context.effort.settled(label));
        context.effort.replace(&mut self.slots[slot].label, label) || !context.policy.early_stop
    }

    /// Delayed evaluation of a leaf: its label, if play turns out to have ended there.
    fn evaluate_late(&mut self, context: &Context<E>, world: &dyn World, id: u32) -> Option<E::Label> {
        if !context.is_delayed() {
            return None;
        }
        match world.status(id) {
            Status::Ended(value) => Some(context.effort.ended(value)),
            Status::Turn(player) => {
                self.bases[id].player = player;
                None
            }
        }
    }

    /// Expands a base.
    fn make_children(&mut self, context: &mut Context<E>, world: &mut dyn World, id: u32) -> Result<(), Full> {
        if world.has_second_level() {
            let task = context.task(self.budget.saturating_sub(self.bytes_held(world)));
            self.search_ahead(context, world, id, task);
            let below = world.look_below(id, task);
            context.take_in(&below);
        }
        let budget = self.budget_of_world(context);
        if world.expand(id, !context.is_delayed(), &mut self.arrivals, budget)? {
            context.effort.allow(self.budget.saturating_sub(self.bytes_held(world)));
        }
        let arrivals = std::mem::take(&mut self.arrivals);
        if arrivals.len() > MOST_CHILDREN {
            return Err(Full::Moves);
        }
        self.make_room(context, world, arrivals.len())?;
        let first = self.slots.len() as u32;
        for &arrival in &arrivals {
            let child = self.make(context, world, arrival);
            let made = (self.slots.len() as u32 - first) as usize;
            if context.policy.merge_siblings && self.slots.run(first, made).iter().any(|other| other.base == child.base)
            {
                context.effort.release(child.label);
                continue;
            }
            self.slots.push(child);
        }
        self.arrivals = arrivals;
        let made = self.slots.len() as u32 - first;
        context.counts.nodes += u64::from(made);
        context.counts.expansions += 1;
        let base = &mut self.bases[id];
        base.settled = base.settled.join(context.below);
        base.first_child = first;
        base.child_count = made as u16;
        Ok(())
    }
}

impl<'w, E: Effort> Graph<E, dyn World + 'w> for BaseTwin<E> {
    fn new(context: &mut Context<E>, world: &mut (dyn World + 'w), budget: usize) -> Result<Self, Full> {
        let mut graph = BaseTwin {
            slots: Arena::new(),
            bases: Arena::new(),
            arrivals: Vec::new(),
            path: vec![ROOT],
            marked: Vec::new(),
            found: Found::Leaf,
            has_news: false,
            budget,
        };
        let look = world.start(budget)?;
        graph.grow(context, world, 1)?;
        let slot = graph.make(context, world, Arrival { id: ROOT, is_new: true, look });
        graph.slots.push(slot);
        graph.bases[ROOT].depth = 1;
        context.counts.nodes += 1;
        Ok(graph)
    }

    fn walk(&mut self, context: &mut Context<E>, _: &mut (dyn World + 'w)) {
        if self.path.len() == 1 && context.effort.attend(self.slots[ROOT].label, self.bases[ROOT].player) {
            self.forget_marks();
        }
        self.found = loop {
            let base = self.bases[self.end()];
            context.counts.steps += 1;
            if self.solved(context, &base).is_some() {
                break Found::Solved;
            }
            if base.child_count == 0 {
                break Found::Leaf;
            }
            if let Some(child) = self.best_child(context, &base) {
                let id = self.slots[child].base;
                let next = &self.bases[id];
                if (next.depth > 0 || next.mark != Mark::NONE) && self.solved(context, next).is_none() {
                    self.pass_over(child);
                } else {
                    self.path.push(child);
                    self.bases[id].depth = self.path.len() as u32;
                }
            } else if base.has_marks {
                let mark = self.mark_from_children(context.effort.prover_moves(base.player), &base);
                if mark.least == base.depth {
                    self.settle_marked(context.effort.lost());
                    break Found::RealDraw;
                }
                self.leave_marked(mark);
            } else {
                break Found::Solved;
            }
        };
    }

    fn expand(&mut self, context: &mut Context<E>, world: &mut (dyn World + 'w)) -> Result<(), Full> {
        let slot = *self.path.last().expect("the path starts at the root");
        let id = self.slots[slot].base;
        if self.found == Found::RealDraw {
            self.bases[id].settled = self.bases[id].settled.join(context.effort.lost());
        }
        let label = if self.found != Found::Leaf {
            let base = self.bases[id];
            if base.child_count > 0 {
                self.known_label(context, &base)
            } else {
                let label = context.effort.share(self.slots[slot].label);
                context.effort.with_settled(label, base.settled)
            }
        } else if let Some(ended) = self.evaluate_late(context, world, id) {
            ended
        } else {
            self.make_children(context, world, id)?;
            self.known_label(context, &{ self.bases[id] })
        };
        self.has_news = self.settle(context, slot, label) || self.found != Found::Leaf;
        Ok(())
    }

    fn back_up(&mut self, context: &mut Context<E>, _: &mut (dyn World + 'w), _: &Meter) -> Result<(), Stopped> {
        while self.has_news && self.path.len() > 1 {
            self.leave();
            let slot = *self.path.last().expect("the path starts at the root");
            let base = self.bases[self.slots[slot].base];
            context.counts.updates += 1;
            let label = self.combined(context, &base);
            self.has_news = self.settle(context, slot, label);
        }
        Ok(())
    }

    fn is_slow(&self, world: &(dyn World + 'w)) -> bool {
        world.is_slow()
    }

    fn root(&self) -> E::Label {
        self.slots[ROOT].label
    }

    fn report(&self, world: &mut (dyn World + 'w), report: &RawReport) {
        let line: Vec<u32> = self.path.iter().map(|&slot| self.slots[slot].base).collect();
        world.report(report, &line);
    }

    fn bytes(&self, world: &(dyn World + 'w)) -> usize {
        self.bytes_held(world)
    }

    fn write(&self, context: &Context<E>, output: &mut dyn Write) -> io::Result<()> {
        self.write_bases(context, output)
    }

    fn read(&mut self, context: &mut Context<E>, world: &mut (dyn World + 'w), input: &mut dyn Read) -> io::Result<()> {
        self.read_bases(context, world, input)
    }
}

impl<E: Effort> Finished<E> for BaseTwin<E> {
    fn root_children(&self, each: &mut dyn FnMut(u32, Player, E::Label)) {
        for child in self.children(&self.bases[ROOT]) {
            each(child.base, self.bases[child.base].player, child.label);
        }
    }

    fn settled_positions(&self, _: &E, each: &mut dyn FnMut(u32, Settled)) {
        for id in 0..self.bases.len() as u32 {
            each(id, self.bases[id].settled);
        }
    }

    fn explored<'a>(&'a self, effort: &'a E, question: usize) -> Box<dyn Explored + 'a> {
        Box::new(Bases { graph: self, effort, question })
    }
}

/// The graph of bases as retrograde analysis sees it.
struct Bases<'a, E: Effort> {
    graph: &'a BaseTwin<E>,
    effort: &'a E,
    question: usize,
}

impl<E: Effort> Explored for Bases<'_, E> {
    fn node_count(&self) -> u32 {
        self.graph.bases.len() as u32
    }

    fn view(&self, id: u32) -> View {
        let base = &self.graph.bases[id];
        match self.effort.prover_wins(base.settled, self.question) {
            _ if base.child_count > 0 => View::Inner(base.player),
            Some(prover_wins) => View::End { prover_wins },
            None => View::Leaf,
        }
    }

    fn children(&self, id: u32, each: &mut dyn FnMut(u32)) {
        self.graph.children(&self.graph.bases[id]).iter().map(|child| child.base).for_each(each);
    }
}
