//! A loop ready to run: an effort and a graph that were chosen when the program runs.
//!
//! Everything that happens once a search (setting up, saving, turning to the next goal, telling what was explored) goes
//! through the traits of this file, so that it does not know the effort nor the graph. Only the loop itself does.
//!
//! This is the one place where efforts meet graphs: a new choice on either axis is one line here, and one in
//! [`Search`](crate::plan::Search), which says what can be combined.

use super::base_twin::BaseTwin;
use super::dag::Dag;
use super::dcg::Dcg;
use super::tree::Tree;
use super::world::{GameWorld, World};
use super::{Context, Graph};
use crate::arena::Full;
use crate::best_first;
use crate::effort::{Effort, Few, Many, Numbers, Sets, Settled};
use crate::game::{Assessment, Game, Player};
use crate::goal::Aim;
use crate::limits::Stopped;
use crate::plan::{JoinedEffort, JoinedGraph, TreeEffort};
use crate::policy::Policy;
use crate::proof::retrograde::Explored;
use crate::proof::{NoStrategy, Strategy};
use crate::session::Session;
use crate::verdict::Counts;
use std::io::{self, Read};

/// A search of any effort on any graph.
pub(crate) trait Engine<W: ?Sized> {
    /// Searches until the root is settled or a limit is reached.
    fn search(&mut self, world: &mut W, session: &mut Session<'_>) -> Stopped;

    /// What is known of the root for good.
    fn settled(&self) -> Settled;

    /// What the search took.
    fn counts(&self) -> Counts;

    /// Bytes held now.
    fn bytes(&self, world: &W) -> usize;

    /// Turns to other goals and goes on with the same graph. False if the graph cannot.
    fn turn_to(&mut self, aims: &[Aim], world: &mut W) -> Result<bool, Full>;

    /// Reads a search from a checkpoint, in place of the root alone.
    fn read(&mut self, world: &mut W, input: &mut dyn Read) -> io::Result<()>;
}

/// A child of the root, as a search sees it.
#[derive(Clone, Copy)]
pub(crate) struct RootChild {
    pub(crate) player: Player,
    pub(crate) settled: Settled,
    pub(crate) assessment: Assessment,
}

/// A search on a graph that joins equal positions, which it knows by number.
pub(crate) trait JoinedEngine<'w>: Engine<dyn World + 'w> {
    /// Names the children of the root.
    fn root_children(&self, each: &mut dyn FnMut(u32, RootChild));

    /// Names what is settled, as far as it holds on every path.
    fn settled_positions(&self, each: &mut dyn FnMut(u32, Settled));

    /// The graph as it was explored, as far as one question goes.
    fn explored(&self, question: usize) -> Box<dyn Explored + '_>;
}

/// A search on a tree.
pub(crate) trait TreeEngine<'w, G: Game + 'w>: Engine<GameWorld<'w, G>> {
    /// Names the children of the root.
    fn root_children(&self, world: &GameWorld<'w, G>, each: &mut dyn FnMut(G::Position, RootChild));

    /// Names what is settled, as far as it holds on every path.
    fn settled_positions(&self, world: &GameWorld<'w, G>, each: &mut dyn FnMut(&G::Position, Settled));

    /// The strategy by which `strategist` reaches what the root says to a question, if it was kept.
    fn strategy(
        &self,
        world: &GameWorld<'w, G>,
        question: usize,
        strategist: Player,
        ranked: bool,
    ) -> Result<Strategy<G>, NoStrategy>;

    /// Makes a child of the root the root and drops everything else: gives the number of nodes that are left. `budget`
    /// is what the tree may hold from now on.
    fn make_root(&mut self, world: &mut GameWorld<'w, G>, position: &G::Position, budget: usize) -> Option<u64>;
}

/// What a graph that joins positions tells when its search is over.
pub(crate) trait Finished<E: Effort> {
    /// Names the children of the root with who moves there and their labels.
    fn root_children(&self, each: &mut dyn FnMut(u32, Player, E::Label));

    /// Names what is settled, as far as it holds on every path.
    fn settled_positions(&self, effort: &E, each: &mut dyn FnMut(u32, Settled));

    /// The graph as retrograde analysis sees it.
    fn explored<'a>(&'a self, effort: &'a E, question: usize) -> Box<dyn Explored + 'a>;
}

/// An effort and a graph.
pub(super) struct Loop<E: Effort, N> {
    pub(super) context: Context<E>,
    pub(super) graph: N,
}

impl<E: Effort, N> Loop<E, N> {
    fn new<W: ?Sized>(aims: &[Aim], policy: Policy, world: &mut W, budget: usize) -> Result<Box<Self>, Full>
    where
        N: Graph<E, W>,
    {
        let mut context = Context::new(E::for_aims(aims, &policy), policy);
        let graph = N::new(&mut context, world, budget)?;
        Ok(Box::new(Loop { context, graph }))
    }

    fn root_child(&self, player: Player, label: E::Label) -> RootChild {
        let settled = self.context.effort.settled(label);
        RootChild { player, settled, assessment: self.context.work_left(label, player) }
    }
}

impl<E: Effort, W: ?Sized, N: Graph<E, W>> Engine<W> for Loop<E, N> {
    fn search(&mut self, world: &mut W, session: &mut Session<'_>) -> Stopped {
        best_first::search(&mut self.graph, &mut self.context, world, session)
    }

    fn settled(&self) -> Settled {
        self.context.effort.settled(self.graph.root())
    }

    fn counts(&self) -> Counts {
        self.context.counts
    }

    fn bytes(&self, world: &W) -> usize {
        self.graph.bytes(world) + self.context.effort.bytes()
    }

    fn turn_to(&mut self, aims: &[Aim], world: &mut W) -> Result<bool, Full> {
        self.context.effort = E::for_aims(aims, &self.context.policy);
        self.graph.start_again(&mut self.context, world)
    }

    fn read(&mut self, world: &mut W, input: &mut dyn Read) -> io::Result<()> {
        self.graph.read(&mut self.context, world, input)?;
        self.context.nodes_before = self.context.counts.nodes;
        self.context.counts = Counts::default();
        Ok(())
    }
}

impl<'w, E: Effort, N: Graph<E, dyn World + 'w> + Finished<E>> JoinedEngine<'w> for Loop<E, N> {
    fn root_children(&self, each: &mut dyn FnMut(u32, RootChild)) {
        self.graph.root_children(&mut |id, player, label| each(id, self.root_child(player, label)));
    }

    fn settled_positions(&self, each: &mut dyn FnMut(u32, Settled)) {
        self.graph.settled_positions(&self.context.effort, each);
    }

    fn explored(&self, question: usize) -> Box<dyn Explored + '_> {
        self.graph.explored(&self.context.effort, question)
    }
}

impl<'w, G: Game + 'w, E: Effort> TreeEngine<'w, G> for Loop<E, Tree<G, E>> {
    fn root_children(&self, world: &GameWorld<'w, G>, each: &mut dyn FnMut(G::Position, RootChild)) {
        self.graph.root_children(world.game, &mut |position, player, label| {
            each(position, self.root_child(player, label));
        });
    }

    fn settled_positions(&self, world: &GameWorld<'w, G>, each: &mut dyn FnMut(&G::Position, Settled)) {
        self.graph.settled_positions(&self.context, world.game, each);
    }

    fn strategy(
        &self,
        world: &GameWorld<'w, G>,
        question: usize,
        strategist: Player,
        ranked: bool,
    ) -> Result<Strategy<G>, NoStrategy> {
        self.graph.strategy(&self.context, world.game, question, strategist, ranked)
    }

    fn make_root(&mut self, world: &mut GameWorld<'w, G>, position: &G::Position, budget: usize) -> Option<u64> {
        let nodes = self.graph.make_root(&mut self.context, world, position, budget)?;
        self.context.counts = Counts { nodes, ..Counts::default() };
        Some(nodes)
    }
}

/// A search on a graph that joins equal positions. Compiled once for all games.
pub(crate) fn joined<'w>(
    (effort, graph): (JoinedEffort, JoinedGraph),
    aims: &[Aim],
    policy: Policy,
    world: &mut (dyn World + 'w),
    budget: usize,
) -> Result<Box<dyn JoinedEngine<'w> + 'w>, Full> {
    match effort {
        JoinedEffort::Numbers => joined_with::<Numbers>(graph, aims, policy, world, budget),
        JoinedEffort::Sets => joined_with::<Sets>(graph, aims, policy, world, budget),
        JoinedEffort::Outcomes if aims.len() <= Few::MOST_GOALS => {
            joined_with::<Few>(graph, aims, policy, world, budget)
        }
        JoinedEffort::Outcomes => joined_with::<Many>(graph, aims, policy, world, budget),
    }
}

fn joined_with<'w, E: Effort + 'w>(
    graph: JoinedGraph,
    aims: &[Aim],
    policy: Policy,
    world: &mut (dyn World + 'w),
    budget: usize,
) -> Result<Box<dyn JoinedEngine<'w> + 'w>, Full> {
    Ok(match graph {
        JoinedGraph::Dag => Loop::<E, Dag<E>>::new(aims, policy, world, budget)?,
        JoinedGraph::Dcg => Loop::<E, Dcg<E>>::new(aims, policy, world, budget)?,
        JoinedGraph::BaseTwin => Loop::<E, BaseTwin<E>>::new(aims, policy, world, budget)?,
    })
}

/// A search on a tree. Compiled for each game: it plays moves at every step.
pub(crate) fn tree<'w, G: Game>(
    effort: TreeEffort,
    aims: &[Aim],
    policy: Policy,
    world: &mut GameWorld<'w, G>,
    budget: usize,
) -> Result<Box<dyn TreeEngine<'w, G> + 'w>, Full> {
    Ok(match effort {
        TreeEffort::Numbers => Loop::<Numbers, Tree<G, Numbers>>::new(aims, policy, world, budget)?,
        TreeEffort::Outcomes if aims.len() <= Few::MOST_GOALS => {
            Loop::<Few, Tree<G, Few>>::new(aims, policy, world, budget)?
        }
        TreeEffort::Outcomes => Loop::<Many, Tree<G, Many>>::new(aims, policy, world, budget)?,
    })
}
