//! What a tree search may forget: nodes that can no longer change the answer (Saffidine and Cazenave, §4.5).
//!
//! A goal *matters* at a node as long as it is open there and at every node above: the goals between the relevancy
//! bounds of the paper, alpha and beta. Where none is left, the search never comes again: it walks only where
//! the goal that it attends to is open. So everything below may go, and the walks are the same with and without.
//! With a single goal this is the deletion of solved subtrees.
//!
//! With [`Deletion::KeepProof`] a node keeps what shows its two bounds: for one that the mover reaches, the first
//! child that reaches as much; for one that he cannot exceed, every child.

use super::{Context, Deletion, Tree};
use crate::effort::{Effort, Settled};
use crate::game::{Game, Player};

/// What is needed of a node's proof.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Needs {
    lower: bool,
    upper: bool,
}

impl<G: Game, E: Effort> Tree<G, E> {
    /// Gives back what no longer matters after the node at the end of the path, whose bounds were these, has got
    /// others. The nodes above it still have theirs.
    #[cold]
    pub(super) fn prune(&mut self, context: &mut Context<E>, before: Settled) {
        let Some((end, above)) = self.path.split_last() else { return };
        let id = end.node;
        let now = context.effort.settled(self.nodes[id].label);
        let mut outer = Settled { lower: 0, upper: u16::MAX };
        for step in above {
            outer = outer.join(context.effort.settled(self.nodes[step.node].label));
        }
        // Each node with the bounds of what matters there, before and now.
        let mut pending = vec![(id, outer.join(before), outer.join(now))];
        while let Some((id, before, now)) = pending.pop() {
            if now.is_closed() {
                self.forget(context, id);
                continue;
            }
            let node = self.nodes[id];
            for child in node.first_child..node.first_child + node.child_count() as u32 {
                let own = context.effort.settled(self.nodes[child].label);
                let (before, now) = (before.join(own), now.join(own));
                // Where nothing changed, or nothing mattered already, there is nothing to do below.
                if before != now && !before.is_closed() {
                    pending.push((child, before, now));
                }
            }
        }
    }

    /// Gives back what is below a node where nothing matters any more.
    fn forget(&mut self, context: &mut Context<E>, id: u32) {
        let effort = &mut context.effort;
        if context.policy.deletion == Deletion::All {
            self.release(effort, id);
            return;
        }
        let goals = effort.goals();
        let all_needs = |bounds: Settled| Needs { lower: bounds.lower > 0, upper: bounds.upper < goals };
        let mut pending = vec![(id, all_needs(effort.settled(self.nodes[id].label)))];
        while let Some((id, needs)) = pending.pop() {
            let node = self.nodes[id];
            let bounds = effort.settled(node.label);
            let (mut own_is_missing, other_is_needed) = match node.player() {
                Player::Max => (needs.lower, needs.upper),
                Player::Min => (needs.upper, needs.lower),
            };
            for child in node.first_child..node.first_child + node.child_count() as u32 {
                let below = effort.settled(self.nodes[child].label);
                let reaches_as_much = match node.player() {
                    Player::Max => below.lower == bounds.lower,
                    Player::Min => below.upper == bounds.upper,
                };
                let shows_own = own_is_missing && reaches_as_much;
                own_is_missing &= !shows_own;
                let needs = match node.player() {
                    Player::Max => Needs { lower: shows_own, upper: other_is_needed },
                    Player::Min => Needs { lower: other_is_needed, upper: shows_own },
                };
                if !needs.lower && !needs.upper {
                    self.release(effort, child);
                } else if !below.is_closed() || needs != all_needs(below) {
                    // Otherwise nothing has mattered there for long, and no more than this was kept.
                    pending.push((child, needs));
                }
            }
        }
    }
}
