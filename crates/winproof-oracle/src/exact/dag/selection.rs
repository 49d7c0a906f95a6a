//! From numbers to sets, and to a most-proving node (in place of Schijf 1993, figure 4.9).
//!
//! A smallest proof set is a choice of one child wherever one is enough. The forms do not keep it, but it can be found
//! again: a clause of a node is made of clauses of its children, and they are looked for. The same for a disproof set.
//!
//! Follow the choice of the proof set where the prover moves and that of the disproof set where his opponent moves:
//! the walk stays among nodes that both sets decide, so the leaf where it ends is in both.

use super::form::Clause;
use super::{ExactDag, Form};
use crate::exact::{INFINITY, Node, Side};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A smallest set of one side.
struct Smallest<'a> {
    exact: &'a ExactDag,
    side: Side,
    /// The child that was chosen where one is enough.
    choices: FxHashMap<usize, usize>,
    leaves: BTreeSet<usize>,
    /// Nodes whose number has been spelled out.
    done: FxHashSet<usize>,
}

impl ExactDag {
    /// A smallest set of open leaves that settles a node on this side, ascending; `None` if nothing does.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, Side, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let [a, b, c] = std::array::from_fn(|_| exact.add(LeafState::Open));
    /// exact.expand(a, false, &[b, c]);
    /// assert_eq!(exact.smallest_set(Side::Proof, a), Some(vec![b, c]));
    /// assert_eq!(exact.smallest_set(Side::Disproof, a), Some(vec![b]));
    /// ```
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn smallest_set(&self, side: Side, id: usize) -> Option<Vec<usize>> {
        let possible = self.number(side, id) != INFINITY;
        possible.then(|| self.smallest(side, id).leaves.into_iter().collect())
    }

    /// A leaf that is both in a smallest proof set and in a smallest disproof set of a node; `None` if the node is
    /// solved.
    ///
    /// ```
    /// use winproof_oracle::exact::{LeafState, Partial, dag::ExactDag};
    /// let mut exact = ExactDag::new(Partial::new());
    /// let [a, b, c] = std::array::from_fn(|_| exact.add(LeafState::Open));
    /// exact.expand(a, true, &[b, c]);
    /// exact.decide(b, LeafState::Lost);
    /// assert_eq!(exact.most_proving_node(a), Some(c));
    /// ```
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn most_proving_node(&self, id: usize) -> Option<usize> {
        if self.numbers(id).solved().is_some() {
            return None;
        }
        let [proof, disproof] = Side::BOTH.map(|side| self.smallest(side, id).choices);
        let mut here = id;
        while let Node::Inner { prover_moves, .. } = self.graph.node(here) {
            here = if *prover_moves { proof[&here] } else { disproof[&here] };
        }
        Some(here)
    }

    fn smallest(&self, side: Side, id: usize) -> Smallest<'_> {
        let mut smallest = Smallest {
            exact: self,
            side,
            choices: FxHashMap::default(),
            leaves: BTreeSet::new(),
            done: FxHashSet::default(),
        };
        smallest.spell_out_number(id);
        debug_assert_eq!(smallest.leaves.len(), self.number(side, id) as usize);
        smallest
    }
}

impl Smallest<'_> {
    /// Settles a node that is not settled yet for what its number says.
    fn spell_out_number(&mut self, id: usize) {
        let exact = self.exact;
        let number = |child: &usize| exact.number(self.side, *child);
        if number(&id) == 0 || !self.done.insert(id) {
            return;
        }
        let (prover_moves, children) = match exact.graph.node(id) {
            Node::Leaf(_) => {
                self.leaves.insert(id);
                return;
            }
            Node::Inner { prover_moves, children } => (*prover_moves, children),
        };
        if self.side.needs_one(prover_moves) {
            let child = *children.iter().find(|child| number(child) == number(&id)).expect("the minimum is a child's");
            self.choices.insert(id, child);
            self.spell_out_number(child);
            return;
        }
        match &exact.settling(self.side, id).used {
            None => children.iter().for_each(|&child| self.spell_out_number(child)),
            Some(used) => {
                self.spell_out(id, &used.clause);
                for &(name, place) in &used.taken {
                    self.spell_out(name, &exact.settling(self.side, name).form.clauses()[place]);
                }
            }
        }
    }

    /// Settles a node by a clause of its form, but for the transpositions that the clause names.
    fn spell_out(&mut self, id: usize, clause: &Clause) {
        if clause.transpositions().is_empty() {
            return self.spell_out_number(id);
        }
        let exact = self.exact;
        let Node::Inner { prover_moves, children } = exact.graph.node(id) else {
            unreachable!("a leaf names no transposition");
        };
        let parts: Vec<Form> = children.iter().map(|&child| exact.part(self.side, child)).collect();
        if self.side.needs_one(*prover_moves) {
            let place = parts.iter().position(|part| part.clauses().contains(clause));
            let child = children[place.expect("the clause is a child's")];
            self.choices.insert(id, child);
            self.spell_out_part(child, clause);
            return;
        }
        let mut taken = Vec::new();
        let found = split(&parts, clause, &Clause::new([], 0), &mut taken, &mut FxHashSet::default());
        assert!(found, "the clause is made of its children's");
        for ((part, place), &child) in parts.iter().zip(taken).zip(children) {
            self.spell_out_part(child, &part.clauses()[place]);
        }
    }

    /// Settles a child by a clause of what it stands for. A name is spelled out where it was substituted.
    fn spell_out_part(&mut self, child: usize, clause: &Clause) {
        if clause.transpositions() != [child] {
            self.spell_out(child, clause);
        }
    }
}

/// Finds one clause of each part from `taken.len()` on that together with `so_far` make the whole.
fn split(
    parts: &[Form],
    whole: &Clause,
    so_far: &Clause,
    taken: &mut Vec<usize>,
    failed: &mut FxHashSet<(usize, Clause)>,
) -> bool {
    let Some(part) = parts.get(taken.len()) else { return so_far == whole };
    if failed.contains(&(taken.len(), so_far.clone())) {
        return false;
    }
    for (place, clause) in part.clauses().iter().enumerate() {
        let joined = so_far.and(clause);
        if !joined.absorbs(whole) {
            continue;
        }
        taken.push(place);
        if split(parts, whole, &joined, taken, failed) {
            return true;
        }
        taken.pop();
    }
    failed.insert((taken.len(), so_far.clone()));
    false
}
