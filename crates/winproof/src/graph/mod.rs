//! The second axis: which positions are one node, and so how the search walks, grows and updates.

pub(crate) mod base_twin;
pub(crate) mod dag;
pub(crate) mod dcg;
mod joined;
mod positions;
pub(crate) mod tree;

use crate::arena::Full;
use crate::effort::Effort;
use crate::game::{Assessment, Game, Player, Status};
use crate::leaf::Leaf;
use crate::policy::{Evaluation, Policy};
use crate::proof::Strategy;
use crate::random::Random;
use crate::verdict::Counts;

/// All that a step of the loop needs besides the graph itself.
pub(crate) struct Context<'a, G: Game, E, L> {
    pub(crate) game: &'a G,
    pub(crate) effort: E,
    pub(crate) leaf: L,
    pub(crate) policy: Policy,
    pub(crate) counts: Counts,
    /// The moves of the node under expansion.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) random: Option<Random>,
}

impl<'a, G: Game, E: Effort, L: Leaf<G>> Context<'a, G, E, L> {
    pub(crate) fn new(game: &'a G, effort: E, leaf: L, policy: Policy) -> Self {
        let random = policy.shuffle.map(Random::new);
        Context { game, effort, leaf, policy, counts: Counts::default(), moves: Vec::new(), random }
    }

    /// Fills `moves` with those of a position, in the order that the policy asks for.
    ///
    /// # Panics
    /// If there are none: the rules say that play goes on, and it cannot.
    #[inline]
    pub(crate) fn generate(&mut self, position: &G::Position) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        assert!(!self.moves.is_empty(), "the rules give no move in {position:?}, and do not say that play has ended");
        if let Some(random) = &mut self.random {
            random.shuffle(&mut self.moves);
        }
    }

    /// The label of a new node for a position, and who moves there (of no meaning at an end).
    #[inline]
    pub(crate) fn evaluate(&mut self, node: u32, position: &G::Position) -> (E::Label, Player) {
        match self.game.status(position) {
            Status::Ended(value) => (self.effort.ended(value), Player::Max),
            Status::Turn(player) => {
                let assessment = self.leaf.assess(self.game, position);
                (self.effort.leaf(node, player, assessment), player)
            }
        }
    }

    /// The label of a node before its delayed evaluation: one step of work either way.
    #[inline]
    pub(crate) fn unevaluated(&mut self, node: u32) -> E::Label {
        self.effort.leaf(node, Player::Max, Assessment { reach: 1, miss: 1 })
    }

    /// The position that stands for all that are one node with this one in a graph.
    #[inline]
    pub(crate) fn identity(&self, position: &G::Position) -> G::Position {
        if self.policy.symmetry { self.game.canonical(position) } else { position.clone() }
    }

    /// The moves that lead from `root` through these positions, of which the first stands for the root itself.
    pub(crate) fn line_through<'p>(
        &self,
        root: &G::Position,
        positions: impl Iterator<Item = &'p G::Position>,
        line: &mut Vec<G::Move>,
    ) where
        G::Position: 'p,
    {
        let mut here = root.clone();
        let mut moves = Vec::new();
        for next in positions.skip(1) {
            moves.clear();
            self.game.moves(&here, &mut moves);
            let leads_there = |mv: &G::Move| self.identity(&self.game.play(&here, *mv)) == *next;
            let Some(mv) = moves.iter().copied().find(leads_there) else { break };
            line.push(mv);
            here = self.game.play(&here, mv);
        }
    }

    #[inline]
    pub(crate) fn is_delayed(&self) -> bool {
        self.policy.evaluation == Evaluation::Delayed
    }
}

/// A way to keep the positions of a search: what the loop asks of it.
pub(crate) trait Graph<G: Game, E: Effort, L: Leaf<G>> {
    /// Goes from where the last update stopped to the most-proving node.
    fn walk(&mut self, context: &mut Context<'_, G, E, L>);

    /// Expands (or, when evaluation is delayed, at least evaluates) the node that the walk came to.
    fn expand(&mut self, context: &mut Context<'_, G, E, L>) -> Result<(), Full>;

    /// Carries the news upwards.
    fn back_up(&mut self, context: &mut Context<'_, G, E, L>);

    /// Turns to another question, for which the context has a new effort: every node stays and gets the label that this effort
    /// says, and the next walk starts at the root. False if the graph cannot.
    fn start_again(&mut self, context: &mut Context<'_, G, E, L>) -> Result<bool, Full> {
        let _ = context;
        Ok(false)
    }

    /// The root's label.
    fn root(&self) -> E::Label;

    /// The moves from the root to where the search is now.
    fn line(&self, context: &Context<'_, G, E, L>, moves: &mut Vec<G::Move>);

    /// Bytes held now.
    fn bytes(&self) -> usize;

    /// The strategy by which `strategist` reaches what the root says to a question, if it was kept. `ranked` asks for
    /// ranks that fall along it, which exist where the strategist must make progress.
    fn strategy(
        &self,
        context: &Context<'_, G, E, L>,
        question: usize,
        strategist: Player,
        ranked: bool,
    ) -> Option<Strategy<G>>;
}
