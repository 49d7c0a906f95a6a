//! The graph `base-twin`: equal positions share their subtree, not their value (Breuker 1998, chapter 5; Breuker,
//! van den Herik, Uiterwijk and Allis 2001). Sound both ways on games whose positions repeat.
//!
//! Each move to a position makes a node of its own: the first is the *base*, the others are its *twins*. Only a
//! base is ever expanded; a twin finds its children through its base. So a node can be solved on one
//! path and open on another.
//!
//! On the way down, a node whose position is on the path already is marked as a *possible draw*, together with the
//! depth of that position on the path; the search goes back to the parent and tries the next child. A node with nothing left
//! but lost and marked children is marked itself, with the least depth of its children's marks. When that depth is the
//! node's own, everything below it comes back to it or to something below it, whatever the path: it is lost for the
//! prover, for good.
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
//! # Marks that stay
//! The thesis takes all marks away after each expansion, and a mark belongs to one node, so that its twins are walked again: on graphs
//! with many cycles each walk then goes through all simple paths, an exponential number. But a mark is a statement
//! about the position: everything below it is lost or comes back to certain positions on the path. It rests on no open leaf,
//! so it holds for every twin, and as long as those positions stay on the path. So a mark belongs to the base, and
//! remembers the least and the greatest depth that it rests on ([`Mark`]):
//! - when the search takes back a position without marking it, the marks that rest on it go;
//! - when it marks a position and goes back, the marks that rest on it rest on what that position rests on instead;
//! - when a position turns out to be a real draw, so are all marked ones that rest on nothing above it.
//!
//! An update that changes nothing at a node ends there, and the path down to it stays with its marks. With
//! [`early_stop`](crate::Policy::early_stop) off, every walk starts at the root.

use super::positions::Positions;
use super::{Context, Graph};
use crate::arena::{Arena, Full};
use crate::effort::Effort;
use crate::game::{Game, Player, Status};
use crate::leaf::Leaf;
use crate::proof::Strategy;
use crate::proof::retrograde::{Explored, View, attract, extract};

#[derive(Clone, Copy)]
struct Slot<T> {
    label: T,
    base: u32,
    /// Whether the base is marked or on the path; known only while the parent is on the path.
    is_marked: bool,
}

/// A possible draw: everything below is lost or comes back to positions at depths from `least` to `greatest`.
/// Depths count from 1; 0 stands for no mark.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    least: u32,
    greatest: u32,
}

impl Mark {
    const NONE: Mark = Mark { least: 0, greatest: 0 };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Won,
    Lost,
}

#[derive(Clone, Copy)]
struct Base {
    first_child: u32,
    /// The depth on the path, from 1; 0 when not on it.
    depth: u32,
    mark: Mark,
    child_count: u16,
    player: Player,
    state: State,
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

/// A search graph of bases and twins.
pub(crate) struct BaseTwin<G: Game, E: Effort> {
    slots: Arena<Slot<E::Label>>,
    bases: Arena<Base>,
    positions: Positions<G>,
    path: Vec<u32>,
    /// The marked bases by the greatest depth that their marks rest on.
    marked: Vec<Vec<u32>>,
    found: Found,
    /// Whether the node at the end of the path has news for its parent.
    has_news: bool,
    root: G::Position,
    budget: usize,
}

impl<G: Game, E: Effort> BaseTwin<G, E> {
    /// The root alone, in at most `budget` bytes.
    pub(crate) fn new<L: Leaf<G>>(
        context: &mut Context<'_, G, E, L>,
        root: &G::Position,
        budget: usize,
    ) -> Result<Self, Full> {
        let mut graph = BaseTwin {
            slots: Arena::new(),
            bases: Arena::new(),
            positions: Positions::new(),
            path: vec![ROOT],
            marked: Vec::new(),
            found: Found::Leaf,
            has_news: false,
            root: root.clone(),
            budget,
        };
        graph.grow(context.game, 1)?;
        let slot = graph.make(context, &context.identity(root));
        graph.slots.push(slot);
        graph.bases[ROOT].depth = 1;
        context.counts.nodes += 1;
        Ok(graph)
    }

    #[cold]
    fn grow(&mut self, game: &G, count: usize) -> Result<(), Full> {
        let left = |graph: &Self, own: usize| graph.budget.saturating_add(own).saturating_sub(graph.bytes_held());
        let budget = left(self, self.positions.bytes());
        self.positions.reserve(game, count, budget)?;
        let budget = left(self, self.bases.bytes());
        self.bases.reserve(count, budget)?;
        let budget = left(self, self.slots.bytes());
        self.slots.reserve(count, budget)
    }

    fn bytes_held(&self) -> usize {
        self.slots.bytes() + self.bases.bytes() + self.positions.bytes()
    }

    /// A node for a position: a base if it is new, otherwise a twin.
    fn make<L: Leaf<G>>(&mut self, context: &Context<'_, G, E, L>, position: &G::Position) -> Slot<E::Label> {
        if let Some(base) = self.positions.find(context.game, position) {
            let record = self.bases[base];
            let label = if let Some(label) = self.solved_label(context, &record) {
                label
            } else if record.child_count > 0 {
                context.effort.combine(record.player, self.children(&record).iter().map(|child| child.label))
            } else if context.is_delayed() {
                context.unevaluated()
            } else {
                context.evaluate(position).0
            };
            return Slot { label, base, is_marked: false };
        }
        let (label, player) =
            if context.is_delayed() { (context.unevaluated(), Player::Max) } else { context.evaluate(position) };
        let state = match context.effort.solved(label) {
            None => State::Open,
            Some(true) => State::Won,
            Some(false) => State::Lost,
        };
        self.positions.add(context.game, position.clone());
        let base = self.bases.push(Base {
            first_child: 0,
            depth: 0,
            mark: Mark::NONE,
            child_count: 0,
            player,
            state,
            has_marks: false,
        });
        Slot { label, base, is_marked: false }
    }

    #[inline]
    fn children(&self, base: &Base) -> &[Slot<E::Label>] {
        self.slots.run(base.first_child, usize::from(base.child_count))
    }

    /// The label that every twin of a solved base has.
    fn solved_label<L: Leaf<G>>(&self, context: &Context<'_, G, E, L>, base: &Base) -> Option<E::Label> {
        match base.state {
            State::Open => None,
            State::Won => Some(context.effort.won()),
            State::Lost => Some(context.effort.repeated()),
        }
    }

    /// The child to go on with: not a marked one, and not one that is settled against the mover.
    #[inline]
    fn best_child<L: Leaf<G>>(&self, context: &Context<'_, G, E, L>, base: &Base) -> Option<u32> {
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

    /// What a child that was passed over rests on.
    fn rests_on(&self, child: &Slot<E::Label>) -> Mark {
        let base = &self.bases[child.base];
        if base.depth > 0 { Mark { least: base.depth, greatest: base.depth } } else { base.mark }
    }

    /// The mark of a node with nothing left but lost and marked children. The prover has tried all of them; his
    /// opponent needs one, and takes the one that rests on the deepest positions.
    fn mark_from_children(&self, prover_moves: bool, base: &Base) -> Mark {
        let marks = self.children(base).iter().filter(|child| child.is_marked).map(|child| self.rests_on(child));
        let both = |a: Mark, b: Mark| Mark { least: a.least.min(b.least), greatest: a.greatest.max(b.greatest) };
        let deepest = |a: Mark, b: Mark| if b.least > a.least { b } else { a };
        marks.reduce(if prover_moves { both } else { deepest }).unwrap_or(Mark::NONE)
    }

    fn list(&mut self, depth: u32) -> &mut Vec<u32> {
        if self.marked.len() <= depth as usize {
            self.marked.resize_with(depth as usize + 1, Vec::new);
        }
        &mut self.marked[depth as usize]
    }

    /// Steps back to the parent. The notes at the node's children are of no use without the path to it.
    fn step_back(&mut self) -> u32 {
        let id = self.end();
        self.path.pop();
        let base = &mut self.bases[id];
        base.depth = 0;
        if std::mem::take(&mut base.has_marks) {
            for child in base.first_child..base.first_child + u32::from(base.child_count) {
                self.slots[child].is_marked = false;
            }
        }
        id
    }

    /// Steps back from a node with news: marks that rest on it no longer hold.
    fn leave(&mut self) {
        let depth = self.path.len() as u32;
        self.step_back();
        for id in std::mem::take(self.list(depth)) {
            self.bases[id].mark = Mark::NONE;
        }
    }

    /// Marks the node at the end of the path and steps back. Marks that rest on it now rest on what it rests on.
    fn leave_marked(&mut self, mut mark: Mark) {
        let depth = self.path.len() as u32;
        // Which of its children's depths is the greatest below its own is not known: the parent's is safe.
        mark.greatest = mark.greatest.min(depth - 1);
        let slot = *self.path.last().expect("the path starts at the root");
        let id = self.step_back();
        self.bases[id].mark = mark;
        let moved = std::mem::take(self.list(depth));
        for &other in &moved {
            let least = self.bases[other].mark.least.min(mark.least);
            self.bases[other].mark = Mark { least, greatest: mark.greatest };
        }
        let list = self.list(mark.greatest);
        list.extend(moved);
        list.push(id);
        self.pass_over(slot);
    }

    /// Notes at a child of the end of the path that its base is marked or on the path.
    fn pass_over(&mut self, child: u32) {
        self.slots[child].is_marked = true;
        let end = self.end();
        self.bases[end].has_marks = true;
    }

    /// The end of the path is a real draw: all marked bases that rest on nothing above it are lost with it. The others
    /// that rest on it do so no longer, since it is settled.
    fn settle_marked(&mut self) {
        let depth = self.path.len() as u32;
        for id in std::mem::take(self.list(depth)) {
            let mark = self.bases[id].mark;
            if mark.least >= depth {
                self.bases[id].state = State::Lost;
                self.bases[id].mark = Mark::NONE;
            } else {
                self.bases[id].mark.greatest = depth - 1;
                self.list(depth - 1).push(id);
            }
        }
    }

    /// The label of a node from its children, marked ones counting as lost.
    fn combined<L: Leaf<G>>(&self, context: &Context<'_, G, E, L>, base: &Base) -> E::Label {
        let children = self.children(base);
        if base.has_marks {
            let lost = context.effort.repeated();
            let with_marks = children.iter().map(|child| if child.is_marked { lost } else { child.label });
            let label = context.effort.combine(base.player, with_marks);
            // Lost because of marks is lost on this path only, and no label: the next walk will mark the node.
            if context.effort.solved(label) != Some(false) {
                return label;
            }
        }
        context.effort.combine(base.player, children.iter().map(|child| child.label))
    }

    fn settle<L: Leaf<G>>(&mut self, context: &Context<'_, G, E, L>, slot: u32, label: E::Label) {
        self.slots[slot].label = label;
        let base = self.slots[slot].base;
        match context.effort.solved(label) {
            Some(true) => self.bases[base].state = State::Won,
            Some(false) => self.bases[base].state = State::Lost,
            None => {}
        }
    }
}

impl<G: Game, E: Effort, L: Leaf<G>> Graph<G, E, L> for BaseTwin<G, E> {
    fn walk(&mut self, context: &mut Context<'_, G, E, L>) {
        self.found = loop {
            let base = self.bases[self.end()];
            context.counts.steps += 1;
            if base.state != State::Open {
                break Found::Solved;
            }
            if base.child_count == 0 {
                break Found::Leaf;
            }
            if let Some(child) = self.best_child(context, &base) {
                let next = &mut self.bases[self.slots[child].base];
                if next.state == State::Open && (next.depth > 0 || next.mark != Mark::NONE) {
                    self.pass_over(child);
                } else {
                    self.path.push(child);
                    next.depth = self.path.len() as u32;
                }
            } else if base.has_marks {
                let mark = self.mark_from_children(context.effort.prover_moves(base.player), &base);
                if mark.least == base.depth {
                    self.settle_marked();
                    break Found::RealDraw;
                }
                self.leave_marked(mark);
            } else {
                break Found::Solved;
            }
        };
    }

    fn expand(&mut self, context: &mut Context<'_, G, E, L>) -> Result<(), Full> {
        let slot = *self.path.last().expect("the path starts at the root");
        let id = self.slots[slot].base;
        let base = self.bases[id];
        let label = match self.found {
            Found::RealDraw => context.effort.repeated(),
            Found::Solved => match self.solved_label(context, &base) {
                Some(label) => label,
                None => context.effort.combine(base.player, self.children(&base).iter().map(|child| child.label)),
            },
            Found::Leaf => {
                if context.is_delayed() {
                    match context.game.status(&self.positions[id]) {
                        Status::Ended(value) => {
                            self.settle(context, slot, context.effort.ended(value));
                            self.has_news = true;
                            return Ok(());
                        }
                        Status::Turn(player) => self.bases[id].player = player,
                    }
                }
                context.generate(&self.positions[id]);
                let count = context.moves.len();
                if !(self.slots.has_room(count) && self.bases.has_room(count) && self.positions.has_room(count)) {
                    self.grow(context.game, count)?;
                }
                let first = self.slots.len() as u32;
                for place in 0..count {
                    let position = context.game.play(&self.positions[id], context.moves[place]);
                    let child = self.make(context, &context.identity(&position));
                    let made = (self.slots.len() as u32 - first) as usize;
                    if context.policy.merge_siblings
                        && self.slots.run(first, made).iter().any(|other| other.base == child.base)
                    {
                        continue;
                    }
                    self.slots.push(child);
                }
                let made = self.slots.len() as u32 - first;
                context.counts.nodes += u64::from(made);
                context.counts.expansions += 1;
                let base = &mut self.bases[id];
                base.first_child = first;
                base.child_count = u16::try_from(made).expect("a position has at most 32767 moves");
                let base = *base;
                context.effort.combine(base.player, self.children(&base).iter().map(|child| child.label))
            }
        };
        self.has_news = self.found != Found::Leaf || label != self.slots[slot].label || !context.policy.early_stop;
        self.settle(context, slot, label);
        Ok(())
    }

    fn back_up(&mut self, context: &mut Context<'_, G, E, L>) {
        while self.has_news && self.path.len() > 1 {
            self.leave();
            let slot = *self.path.last().expect("the path starts at the root");
            let base = self.bases[self.slots[slot].base];
            context.counts.updates += 1;
            let label = self.combined(context, &base);
            self.has_news = label != self.slots[slot].label || !context.policy.early_stop;
            self.settle(context, slot, label);
        }
    }

    fn root(&self) -> E::Label {
        self.slots[ROOT].label
    }

    fn line(&self, context: &Context<'_, G, E, L>, moves: &mut Vec<G::Move>) {
        let positions = self.path.iter().map(|&slot| &self.positions[self.slots[slot].base]);
        context.line_through(&self.root, positions, moves);
    }

    fn bytes(&self) -> usize {
        self.bytes_held()
    }

    fn strategy(&self, context: &Context<'_, G, E, L>, strategist: Player, ranked: bool) -> Option<Strategy<G>> {
        let prover_wins = context.effort.solved(self.slots[ROOT].label)?;
        let seen = Seen { graph: self };
        let find = |position: &G::Position| self.positions.find(context.game, &context.identity(position));
        if ranked {
            let ranks = attract(&seen, strategist, prover_wins, false);
            extract(context, &self.root, strategist, prover_wins, ranked, |position| ranks[find(position)? as usize])
        } else {
            // Safe is what the prover cannot force, even if every open leaf were won for him.
            let forced = attract(&seen, strategist.opponent(), true, true);
            extract(context, &self.root, strategist, prover_wins, ranked, |position| {
                forced[find(position)? as usize].is_none().then_some(0)
            })
        }
    }
}

/// The graph of bases as retrograde analysis sees it.
struct Seen<'a, G: Game, E: Effort> {
    graph: &'a BaseTwin<G, E>,
}

impl<G: Game, E: Effort> Explored for Seen<'_, G, E> {
    fn node_count(&self) -> u32 {
        self.graph.bases.len() as u32
    }

    fn view(&self, id: u32) -> View {
        let base = &self.graph.bases[id];
        match base.state {
            _ if base.child_count > 0 => View::Inner(base.player),
            State::Won => View::End { prover_wins: true },
            State::Lost => View::End { prover_wins: false },
            State::Open => View::Leaf,
        }
    }

    fn children(&self, id: u32, each: &mut dyn FnMut(u32)) {
        self.graph.children(&self.graph.bases[id]).iter().map(|child| child.base).for_each(each);
    }
}
