//! Leaves of a tree for a second level to search ahead.

use super::{Context, GameWorld, Tree};
use crate::effort::Effort;
use crate::game::{Game, Status};
use crate::graph::ahead::{Fork, fork, offer};
use crate::leaf::nested::Task;

impl<G: Game, E: Effort> Tree<G, E> {
    /// Has the second level search leaves ahead, as many as it can.
    pub(super) fn search_ahead(&self, context: &Context<E>, world: &mut GameWorld<'_, G>, task: Task) {
        let game = world.game;
        let Some(second) = &mut world.second else { return };
        let wanted = second.wants();
        if wanted > 0 {
            offer(self.forks(context), wanted, |fork| {
                let leaf = self.leaf_beyond(context, game, fork);
                leaf.is_some_and(|(position, above)| second.search_ahead(position, above, task))
            });
        }
    }

    fn forks(&self, context: &Context<E>) -> Vec<Fork> {
        let steps = self.path.windows(2).rev().enumerate();
        let forks = steps.filter_map(|(height, steps)| {
            let node = &self.nodes[steps[0].node];
            let chosen = (steps[1].node - node.first_child) as usize;
            fork(context, node.player(), height, chosen, self.children(node).iter().map(|child| Some(child.label)))
        });
        forks.collect()
    }

    /// The leaf that a walk would come to beyond a fork, and the positions that lead there where one of them must not
    /// come again. `None` if there is nothing to search.
    fn leaf_beyond(&self, context: &Context<E>, game: &G, fork: Fork) -> Option<(G::Position, Vec<G::Position>)> {
        let last = self.path.len() - 2 - fork.height;
        let mut above: Vec<G::Position> = Vec::new();
        if self.can_repeat {
            above.extend(self.path[..last].iter().map(|step| step.position.clone()));
        }
        let (mut id, mut position) = (self.path[last].node, self.path[last].position.clone());
        let mut place = fork.place;
        loop {
            let node = &self.nodes[id];
            let next = game.play(&position, self.children(node)[place].mv);
            if self.can_repeat {
                above.push(position);
            }
            (id, position) = (node.first_child + place as u32, next);
            let node = &self.nodes[id];
            if context.effort.is_final(node.label) {
                return None;
            }
            let children = self.children(node);
            if children.is_empty() {
                break;
            }
            place = context.effort.choose(node.player(), node.label, children.iter().map(|child| child.label));
        }
        let goes_on = matches!(game.status(&position), Status::Turn(_)) && !above.contains(&position);
        goes_on.then_some((position, above))
    }
}
