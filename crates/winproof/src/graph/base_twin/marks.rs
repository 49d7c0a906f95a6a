//! Marks that stay: possible draws, noted at positions and not at nodes.
//!
//! The thesis takes all marks away after each expansion, and a mark belongs to one node, so that its twins are walked
//! again: on graphs with many cycles each walk then goes through all simple paths, an exponential number. But a mark
//! is a statement about the position: everything below it is lost or comes back to certain positions on the path. It
//! rests on no open leaf, so it holds for every twin, and as long as those positions stay on the path. So a mark
//! belongs to the base, and remembers the least and the greatest depth that it rests on ([`Mark`]):
//! - when the search takes back a position without marking it, the marks that rest on it go;
//! - when it marks a position and goes back, the marks that rest on it rest on what that position rests on instead;
//! - when a position turns out to be a real draw, so are all marked ones that rest on nothing above it.

use super::{Base, BaseTwin, ROOT, Slot};
use crate::effort::{Effort, Settled};

/// A possible draw: everything below is lost or comes back to positions at depths from `least` to `greatest`.
/// Depths count from 1; 0 stands for no mark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) least: u32,
    pub(super) greatest: u32,
}

impl Mark {
    /// No mark.
    pub(super) const NONE: Mark = Mark { least: 0, greatest: 0 };
}

impl<E: Effort> BaseTwin<E> {
    /// What a child that was passed over rests on.
    fn rests_on(&self, child: &Slot<E::Label>) -> Mark {
        let base = &self.bases[child.base];
        if base.depth > 0 { Mark { least: base.depth, greatest: base.depth } } else { base.mark }
    }

    /// The mark of a node with nothing left but lost and marked children. The prover has tried all of them; his
    /// opponent needs one, and takes the one that rests on the deepest positions.
    pub(super) fn mark_from_children(&self, prover_moves: bool, base: &Base) -> Mark {
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
    pub(super) fn leave(&mut self) {
        let depth = self.path.len() as u32;
        self.step_back();
        for id in std::mem::take(self.list(depth)) {
            self.bases[id].mark = Mark::NONE;
        }
    }

    /// Marks the node at the end of the path and steps back. Marks that rest on it now rest on what it rests on.
    pub(super) fn leave_marked(&mut self, mut mark: Mark) {
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
    pub(super) fn pass_over(&mut self, child: u32) {
        self.slots[child].is_marked = true;
        let end = self.end();
        self.bases[end].has_marks = true;
    }

    /// The end of the path is a real draw: all marked bases that rest on nothing above it are lost with it. The others
    /// that rest on it do so no longer, since it is settled.
    pub(super) fn settle_marked(&mut self, lost: Settled) {
        let depth = self.path.len() as u32;
        for id in std::mem::take(self.list(depth)) {
            let mark = self.bases[id].mark;
            if mark.least >= depth {
                self.bases[id].settled = self.bases[id].settled.join(lost);
                self.bases[id].mark = Mark::NONE;
            } else {
                self.bases[id].mark.greatest = depth - 1;
                self.list(depth - 1).push(id);
            }
        }
    }

    /// Takes all marks away: they were made for another question.
    pub(super) fn forget_marks(&mut self) {
        for list in &mut self.marked {
            for id in list.drain(..) {
                self.bases[id].mark = Mark::NONE;
            }
        }
        let root = self.bases[ROOT];
        self.bases[ROOT].has_marks = false;
        for child in root.first_child..root.first_child + u32::from(root.child_count) {
            self.slots[child].is_marked = false;
        }
    }
}
