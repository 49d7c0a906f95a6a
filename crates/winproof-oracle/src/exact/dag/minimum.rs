//! The number of a form: substitute forms for names until none is left (Schijf 1993, figure 4.6).
//!
//! The figure goes through all substitutions. Here the cheapest come first: a clause takes at least its own leaves
//! and as many more as the dearest transposition that it names, and the first clause that is left without names is
//! the minimum.
//!
//! Within a clause the name with the greatest dependency number goes first. It lies above the others or beside
//! them, so it cannot come back, and what its form shares with the others is counted once.

use super::form::{Clause, Form};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a number came about: a clause with names, and what was taken for each name on the way.
#[derive(Clone, Debug)]
pub(super) struct Used {
    pub(super) clause: Clause,
    /// Each transposition that was substituted, with the place of a clause in its form.
    pub(super) taken: Vec<(usize, usize)>,
}

/// A clause on the way.
struct Step {
    clause: Clause,
    /// The step that it comes from, the name that went, and the place of the clause that came for it.
    from: Option<(usize, usize, usize)>,
}

/// The least number of leaves that settles a form, and how; `None` if nothing does. `lookup` gives form and
/// dependency number of a transposition.
pub(super) fn minimum<'a>(form: &Form, lookup: impl Fn(usize) -> (&'a Form, u32)) -> Option<(u32, Option<Used>)> {
    let mut steps: Vec<Step> = Vec::new();
    let mut cheapest: FxHashMap<Vec<usize>, u32> = FxHashMap::default();
    let mut queue = BinaryHeap::new();
    let mut push = |steps: &mut Vec<Step>, queue: &mut BinaryHeap<_>, step: Step| {
        let leaves = step.clause.leaves();
        match cheapest.get_mut(step.clause.transpositions()) {
            Some(least) if *least <= leaves => return,
            Some(least) => *least = leaves,
            None => {
                cheapest.insert(step.clause.transpositions().to_vec(), leaves);
            }
        }
        let dearest = step.clause.transpositions().iter().map(|&name| lookup(name).0.number()).max();
        let bound = leaves + dearest.unwrap_or(0);
        queue.push(Reverse((bound, step.clause.transpositions().len(), steps.len())));
        steps.push(step);
    };
    for clause in form.clauses() {
        push(&mut steps, &mut queue, Step { clause: clause.clone(), from: None });
    }
    while let Some(Reverse((bound, names, id))) = queue.pop() {
        if names == 0 {
            return Some((bound, used(&steps, id)));
        }
        let clause = &steps[id].clause;
        let name = clause.transpositions().iter().copied().max_by_key(|&name| lookup(name).1);
        let name = name.expect("a clause with names has a first one");
        let rest = clause.without(name);
        for (place, own) in lookup(name).0.clauses().iter().enumerate() {
            push(&mut steps, &mut queue, Step { clause: rest.and(own), from: Some((id, name, place)) });
        }
    }
    None
}

/// The way to a step; `None` if there was nothing to substitute.
fn used(steps: &[Step], mut id: usize) -> Option<Used> {
    let mut taken = Vec::new();
    while let Some((earlier, name, place)) = steps[id].from {
        taken.push((name, place));
        id = earlier;
    }
    (!taken.is_empty()).then(|| Used { clause: steps[id].clause.clone(), taken })
}
