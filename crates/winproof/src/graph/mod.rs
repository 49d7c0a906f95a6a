//! The second axis: which positions are one node, and so how the search walks, grows and updates.
//!
//! | file | graph |
//! | --- | --- |
//! | `tree.rs` | every line of play has nodes of its own |
//! | `dag.rs`, `dcg.rs` on `joined.rs` | one node a position |
//! | `base_twin.rs` | positions share their children and keep labels of their own |
//!
//! `world.rs` is what they know of the game, `ahead.rs` names leaves for a second level to search ahead, `engine.rs`
//! makes a loop of an effort and a graph, `saved.rs` writes them to checkpoints.

pub(crate) mod ahead;
pub(crate) mod base_twin;
pub(crate) mod dag;
pub(crate) mod dcg;
pub(crate) mod engine;
mod joined;
mod positions;
pub(crate) mod saved;
pub(crate) mod tree;
pub(crate) mod world;

use crate::arena::Full;
use crate::effort::{Effort, Settled};
use crate::game::{Assessment, Player};
use crate::leaf::nested::{LeafReport, Task};
use crate::limits::{Meter, Stopped};
use crate::policy::{Evaluation, Policy};
use crate::progress::RawReport;
use crate::verdict::Counts;
use std::io::{self, Read, Write};
use world::Look;

/// All that a step of the loop needs besides the graph and the world.
pub(crate) struct Context<E> {
    pub(crate) effort: E,
    pub(crate) policy: Policy,
    pub(crate) counts: Counts,
    /// The most bytes that a second level held at a time.
    pub(crate) second_bytes: usize,
    /// The nodes that the second level has made so far.
    second_nodes: u64,
    /// The nodes that came from a checkpoint.
    pub(crate) nodes_before: u64,
    /// The nodes that the search may make in all.
    pub(crate) most_nodes: u64,
    /// What the second level found out about the leaf under expansion.
    below: Settled,
}

impl<E: Effort> Context<E> {
    pub(crate) fn new(effort: E, policy: Policy) -> Self {
        Context {
            effort,
            policy,
            counts: Counts::default(),
            second_bytes: 0,
            second_nodes: 0,
            nodes_before: 0,
            most_nodes: u64::MAX,
            below: Settled::UNKNOWN,
        }
    }

    /// The label of a new node, and who moves there (of no meaning at an end, or before anybody has looked).
    ///
    /// Always inlined: it is called once a node, and where rules are simple the call itself would count.
    #[inline(always)]
    pub(crate) fn first_label(&mut self, node: u32, look: Look) -> (E::Label, Player) {
        match look {
            Look::Ended(value) => (self.effort.ended(value), Player::Max),
            Look::Open(player, assessment) => (self.effort.leaf(node, player, assessment), player),
            Look::Unseen => (self.unevaluated(node), Player::Max),
            Look::Searched(player, assessment, settled) => (self.label_of(node, player, settled, assessment), player),
        }
    }

    /// The label of a node before its delayed evaluation: one step of work either way.
    #[inline]
    pub(crate) fn unevaluated(&mut self, node: u32) -> E::Label {
        self.effort.leaf(node, Player::Max, Assessment { reach: 1, miss: 1 })
    }

    /// How far a second level may look below the leaf that is about to be expanded, where the graph has room for so
    /// many bytes.
    pub(crate) fn task(&self, room: usize) -> Task {
        let size = self.policy.nested.size.nodes(self.nodes_before + self.counts.nodes - self.second_nodes);
        let left = self.most_nodes.saturating_sub(self.counts.nodes).max(2);
        Task {
            question: self.effort.question(),
            most_nodes: size.min(left),
            most_bytes: room.saturating_sub(self.effort.bytes()),
            left,
        }
    }

    /// Takes in what a second level found below the leaf.
    pub(crate) fn take_in(&mut self, below: &LeafReport) {
        self.below = below.settled;
        self.second_bytes = below.counts.peak_bytes;
        self.second_nodes += below.counts.nodes;
        self.counts.nodes += below.counts.nodes;
        self.counts.updates += below.counts.updates;
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

    #[inline]
    pub(crate) fn is_delayed(&self) -> bool {
        self.policy.evaluation == Evaluation::Delayed
    }
}

/// A way to keep the positions of a search: what the loop asks of it. `W` is what it knows of the game.
pub(crate) trait Graph<E: Effort, W: ?Sized>: Sized {
    /// The root alone, in at most `budget` bytes.
    fn new(context: &mut Context<E>, world: &mut W, budget: usize) -> Result<Self, Full>;

    /// Goes from where the last update stopped to the most-proving node.
    fn walk(&mut self, context: &mut Context<E>, world: &mut W);

    /// Expands (or, when evaluation is delayed, at least evaluates) the node that the walk came to.
    fn expand(&mut self, context: &mut Context<E>, world: &mut W) -> Result<(), Full>;

    /// Carries the news upwards. An error if the time ran out on the way.
    fn back_up(&mut self, context: &mut Context<E>, world: &mut W, meter: &Meter) -> Result<(), Stopped>;

    /// Turns to another question, for which the context has a new effort: every node stays and gets the label that
    /// this effort says, and the next walk starts at the root. False if the graph cannot.
    fn start_again(&mut self, context: &mut Context<E>, world: &mut W) -> Result<bool, Full> {
        let _ = (context, world);
        Ok(false)
    }

    /// Whether a step takes long, because leaves are searched in turn or the rules are slow.
    fn is_slow(&self, world: &W) -> bool;

    /// The root's label.
    fn root(&self) -> E::Label;

    /// Passes a report on, with the moves from the root to where the search is now.
    fn report(&self, world: &mut W, report: &RawReport);

    /// Bytes held now, those of the world among them.
    fn bytes(&self, world: &W) -> usize;

    /// Writes the search into a checkpoint.
    fn write(&self, context: &Context<E>, output: &mut dyn Write) -> io::Result<()>;

    /// Reads it back, into a graph of the root alone. After an error the graph is of no use.
    fn read(&mut self, context: &mut Context<E>, world: &mut W, input: &mut dyn Read) -> io::Result<()>;
}
