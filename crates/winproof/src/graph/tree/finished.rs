//! What a tree tells when its search is over: children of the root, what is settled, strategies.

use super::{Context, GameWorld, Node, ROOT, Step, Tree};
use crate::effort::{Effort, Settled};
use crate::game::{Game, Player};
use crate::proof::build::{Arrival, StrategyBuilder};
use crate::proof::{NoStrategy, Strategy};

impl<G: Game, E: Effort> Tree<G, E> {
    /// Makes a child of the root the root and drops everything else: gives the number of nodes that are left.
    pub(in super::super) fn make_root(
        &mut self,
        context: &mut Context<E>,
        world: &mut GameWorld<'_, G>,
        position: &G::Position,
        budget: usize,
    ) -> Option<u64> {
        let old = self.path[0].position.clone();
        let root = self.nodes[self.root];
        let leads_there = |child: &Node<E::Label, G::Move>| world.game.play(&old, child.mv) == *position;
        let place = self.children(&root).iter().position(leads_there)? as u32;
        for other in (0..root.child_count() as u32).filter(|&other| other != place) {
            self.release(&mut context.effort, root.first_child + other);
        }
        if self.can_repeat {
            world.above.push(old);
        }
        self.root = root.first_child + place;
        self.path.clear();
        self.path.push(Step { node: self.root, position: position.clone() });
        self.budget = budget;
        let (mut count, mut pending) = (0, vec![self.root]);
        while let Some(id) = pending.pop() {
            count += 1;
            let node = &self.nodes[id];
            pending.extend(node.first_child..node.first_child + node.child_count() as u32);
        }
        Some(count)
    }

    /// Names the children of the root with who moves there and their labels.
    pub(in super::super) fn root_children(&self, game: &G, each: &mut dyn FnMut(G::Position, Player, E::Label)) {
        for child in self.children(&self.nodes[self.root]) {
            each(game.play(&self.path[0].position, child.mv), child.player(), child.label);
        }
    }

    /// Names what is settled, as far as it holds on every path.
    pub(in super::super) fn settled_positions(
        &self,
        context: &Context<E>,
        game: &G,
        each: &mut dyn FnMut(&G::Position, Settled),
    ) {
        let mut pending = vec![(ROOT, self.path[0].position.clone())];
        while let Some((id, position)) = pending.pop() {
            let node = &self.nodes[id];
            let known = context.effort.settled(node.label);
            let mut settled = known;
            if self.can_repeat {
                // On a tree, who fails may do so because of the line: only a prover's win holds everywhere.
                let wins = |goal: usize| context.effort.prover_wins(known, goal) == Some(true);
                if settled.lower > 0 && !wins(usize::from(settled.lower) - 1) {
                    settled.lower = 0;
                }
                if settled.upper < context.effort.goals() && !wins(usize::from(settled.upper)) {
                    settled.upper = context.effort.goals();
                }
            }
            each(&position, settled);
            for (place, child) in self.children(node).iter().enumerate() {
                pending.push((node.first_child + place as u32, game.play(&position, child.mv)));
            }
        }
    }

    /// The strategy by which `strategist` reaches what the root says to a question, if it was kept. `ranked` asks for
    /// ranks that fall along it, which exist where the strategist must make progress.
    pub(in super::super) fn strategy(
        &self,
        context: &Context<E>,
        game: &G,
        question: usize,
        strategist: Player,
        ranked: bool,
    ) -> Result<Strategy<G>, NoStrategy> {
        let settled = |node: &Node<E::Label, G::Move>| context.effort.settled(node.label);
        let holds = settled(&self.nodes[ROOT]).holds(question).ok_or(NoStrategy::NotKept)?;
        let is_good_end = |value| settled_holds(context, value, question) == Some(holds);
        // Of the moves that reach the goal the first that reaches the most: that one is kept.
        let is_best = |node: &Node<E::Label, G::Move>, child: &Node<E::Label, G::Move>| match strategist {
            Player::Max => settled(child).lower == settled(node).lower,
            Player::Min => settled(child).upper == settled(node).upper,
        };
        let mut builder = StrategyBuilder::new(strategist, ranked, &is_good_end);
        // For each position on the way: its node, and how many of its children were visited.
        let mut stack: Vec<(u32, usize)> = Vec::new();
        builder.enter(game, &self.path[0].position)?;
        stack.push((ROOT, 0));
        while let Some((id, visited)) = stack.pop() {
            let node = &self.nodes[id];
            let children = self.children(node);
            let next = if node.player() != strategist {
                (visited < children.len()).then_some(visited)
            } else if visited == 0 {
                // Without children its proof was given back.
                let best = children.iter().position(|child| is_best(node, child));
                Some(best.ok_or(NoStrategy::NotKept)?)
            } else {
                None
            };
            let Some(place) = next else {
                if children.is_empty() {
                    return Err(NoStrategy::NotKept);
                }
                builder.leave(game);
                continue;
            };
            stack.push((id, visited + 1));
            let child = node.first_child + place as u32;
            match builder.follow(game, self.nodes[child].mv)? {
                Arrival::New => stack.push((child, 0)),
                Arrival::Known => {}
            }
        }
        Ok(builder.finish())
    }
}

/// Whether a question holds where play ended with this value.
fn settled_holds<E: Effort>(context: &Context<E>, value: crate::game::Value, question: usize) -> Option<bool> {
    context.effort.settled(context.effort.ended(value)).holds(question)
}
