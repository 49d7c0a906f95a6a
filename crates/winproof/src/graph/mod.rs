//! The second axis: which positions are one node, and so how the search walks, grows and updates.

pub(crate) mod base_twin;
pub(crate) mod dag;
pub(crate) mod dcg;
mod joined;
pub(crate) mod kept;
mod positions;
pub(crate) mod tree;

use crate::arena::Full;
use crate::effort::{Effort, Settled};
use crate::game::{Assessment, Game, Player, Status};
use crate::leaf::Leaf;
use crate::leaf::nested::{Below, SecondLevel, Task};
use crate::policy::{Evaluation, Policy};
use crate::proof::Strategy;
use crate::random::Random;
use crate::verdict::Counts;
use std::io::{self, Read, Write};

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
    /// Who looks below leaves, where they are searched in turn.
    pub(crate) second: Option<Box<dyn SecondLevel<G> + 'a>>,
    /// What was found below the leaf under expansion.
    pub(crate) below: Below<G::Position>,
    /// The nodes that the second level has made so far.
    second_nodes: u64,
    /// The nodes that came from a checkpoint.
    pub(crate) nodes_before: u64,
    /// The nodes that the search may make in all.
    pub(crate) most_nodes: u64,
    /// Where this is a second level on a tree: the positions that led to its root.
    pub(crate) above: Vec<G::Position>,
}

impl<'a, G: Game, E: Effort, L: Leaf<G>> Context<'a, G, E, L> {
    pub(crate) fn new(game: &'a G, effort: E, leaf: L, policy: Policy) -> Self {
        let random = policy.shuffle.map(Random::new);
        Context {
            game,
            effort,
            leaf,
            policy,
            counts: Counts::default(),
            moves: Vec::new(),
            random,
            second: None,
            below: Below::nothing(),
            second_nodes: 0,
            nodes_before: 0,
            most_nodes: u64::MAX,
            above: Vec::new(),
        }
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
    ///
    /// Always inlined: it is called once a node, and where rules are simple the call itself would count.
    #[inline(always)]
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

    /// Has the second level look below a leaf that is about to be expanded, if there is one: with the positions that led
    /// there, and at most as many bytes as the graph has room for.
    #[inline]
    pub(crate) fn look_below(
        &mut self,
        position: &G::Position,
        above: impl FnOnce() -> Vec<G::Position>,
        room: impl FnOnce() -> usize,
    ) {
        if self.second.is_some() {
            self.look_below_now(position, above(), room().saturating_sub(self.effort.bytes()));
        }
    }

    #[cold]
    fn look_below_now(&mut self, position: &G::Position, above: Vec<G::Position>, most_bytes: usize) {
        let Some(second) = &mut self.second else { return };
        let size = self.policy.nested.size.nodes(self.nodes_before + self.counts.nodes - self.second_nodes);
        let left = self.most_nodes.saturating_sub(self.counts.nodes).max(2);
        let question = self.effort.question();
        self.below = second.look(Task { position, above, question, most_nodes: size.min(left), most_bytes });
        let counts = self.below.counts;
        self.second_nodes += counts.nodes;
        self.counts.nodes += counts.nodes;
        self.counts.updates += counts.updates;
    }

    /// The first label of a node that is not evaluated yet, and who moves there if that is known: what was found below, if
    /// someone looked, or else one step of work either way.
    #[inline]
    pub(crate) fn early_label(&mut self, node: u32, position: &G::Position) -> (E::Label, Player) {
        let seen = self.below.children.iter().find(|seen| seen.position == *position);
        let Some(seen) = seen else { return (self.unevaluated(node), Player::Max) };
        let (player, settled, assessment) = (seen.player, seen.settled, seen.assessment);
        (self.label_of(node, player, settled, assessment), player)
    }

    /// The label of a leaf of which this is known for good, and in which so much work is left.
    pub(crate) fn label_of(&mut self, node: u32, player: Player, settled: Settled, assessment: Assessment) -> E::Label {
        let label = self.effort.leaf(node, player, assessment);
        self.effort.with_settled(label, settled)
    }

    /// The work that a label sees left, for the question that is attended to.
    pub(crate) fn work_left(&self, label: E::Label, player: Player) -> Assessment {
        let (holds, fails) = self.effort.report(label);
        let number = |number: Option<u64>| number.map_or(u32::MAX, |number| u32::try_from(number).unwrap_or(u32::MAX));
        match player {
            Player::Max => Assessment { reach: number(holds), miss: number(fails) },
            Player::Min => Assessment { reach: number(fails), miss: number(holds) },
        }
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

    /// Writes the search into a checkpoint.
    fn write(&self, context: &Context<'_, G, E, L>, output: &mut dyn Write) -> io::Result<()>;

    /// Reads it back, into a graph of the root alone. After an error the graph is of no use.
    fn read(&mut self, context: &mut Context<'_, G, E, L>, input: &mut dyn Read) -> io::Result<()>;

    /// Makes a child of the root the root and drops everything else, where the graph can: gives the number of nodes that are
    /// left. `budget` is what it may hold from now on.
    fn make_root(&mut self, context: &mut Context<'_, G, E, L>, position: &G::Position, budget: usize) -> Option<u64> {
        let _ = (context, position, budget);
        None
    }

    /// Names the children of the root with who moves there and their labels.
    fn root_children(&self, context: &Context<'_, G, E, L>, each: &mut dyn FnMut(G::Position, Player, E::Label));

    /// Names what is settled, as far as it holds on every path: positions, and what is known of them.
    fn settled_positions(&self, context: &Context<'_, G, E, L>, each: &mut dyn FnMut(&G::Position, Settled));

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
