//! What a graph of joined nodes tells when its search has ended, for the strategy.

use super::{Context, Effort, Game, Joined, Leaf};
use crate::proof::retrograde::View;

impl<G: Game, E: Effort> Joined<G, E> {
    /// A node as retrograde analysis sees it.
    pub(in super::super) fn view(&self, effort: &E, question: usize, id: u32) -> View {
        let node = &self.nodes[id];
        match effort.prover_wins(effort.settled(node.label), question) {
            _ if self.children(node).next().is_some() => View::Inner(node.player()),
            Some(prover_wins) => View::End { prover_wins },
            None => View::Leaf,
        }
    }

    /// The node of a position.
    pub(in super::super) fn find<L: Leaf<G>>(
        &self,
        context: &Context<'_, G, E, L>,
        position: &G::Position,
    ) -> Option<u32> {
        self.positions.find(context.game, &context.identity(position))
    }
}
