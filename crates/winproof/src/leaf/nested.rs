//! The leaf assessment `nested`: a leaf is looked at by a search of its own (PN²; Allis 1994, Breuker 1998, chapter 4).
//!
//! The first level evaluates late: a node is looked at when it is its turn to be expanded. Then a second search
//! starts from its position, on the same kind of graph, with immediate evaluation, until it has made so many nodes
//! ([`NestedSize`]), filled the memory that the first level leaves, or settled the position. The children of its root
//! become those of the leaf, with the numbers that they have by then; everything below them is dropped.
//!
//! # Any effort in any other
//! What passes from level to level is what the second knows of each child for good ([`Settled`]), and the work that
//! it sees left as an [`Assessment`]: any effort can make a label of that. So sets can look below sets, numbers below
//! outcomes.
//!
//! # Repetition
//! What is settled at a child must hold where the first level puts it. On `tree` the second level knows the line that
//! leads to the leaf and ends where it repeats, so the two are one tree. On `base-twin` it knows nothing of that
//! line, and whatever it settles holds on every path.
//!
//! # Proofs
//! The reasons go with the second level. A certificate is searched for again, by df-pn, with a table that is told
//! what the first level knows ([`Solver`](crate::Solver) does so).

use crate::algorithm::{EffortKind, LeafKind};
use crate::effort::Settled;
use crate::game::Game;
use crate::goal::Aim;
use crate::graph::engine::{self, RootChild, TreeEngine};
use crate::graph::world::{GameWorld, Look, World};
use crate::limits::Meter;
use crate::plan::{JoinedEffort, JoinedGraph, Plan, Search, TreeEffort};
use crate::policy::{Evaluation, Policy};
use crate::session::Session;
use crate::verdict::Counts;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// How many nodes the second level may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NestedSize {
    /// As many as the first level has (Allis 1994).
    Equal,
    /// The part f(x) = 1/(1+e^((a−x)/b)) of the x nodes that the first level has: next to none while it is small,
    /// half at a, nearly all later (Breuker 1998, §4.2).
    Logistic {
        /// The size of the first level at which the part is a half.
        a: u64,
        /// How slowly it grows.
        b: u64,
    },
    /// Always so many.
    Fixed(u64),
}

impl NestedSize {
    /// The nodes of the second level beside a first level of so many; two at least, so that the leaf gets its children.
    ///
    /// ```
    /// use winproof::NestedSize;
    /// assert_eq!(NestedSize::Equal.nodes(5000), 5000);
    /// assert_eq!(NestedSize::Logistic { a: 600_000, b: 80_000 }.nodes(600_000), 300_000);
    /// assert_eq!(NestedSize::Fixed(0).nodes(5000), 2);
    /// ```
    pub fn nodes(self, first_level: u64) -> u64 {
        let nodes = match self {
            NestedSize::Equal => first_level,
            NestedSize::Logistic { a, b } => {
                let exponent = (a as f64 - first_level as f64) / b.max(1) as f64;
                (first_level as f64 / (1.0 + exponent.exp())) as u64
            }
            NestedSize::Fixed(nodes) => nodes,
        };
        nodes.max(2)
    }
}

/// The settings of nested searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NestedPolicy {
    /// How far the second level goes.
    pub size: NestedSize,
    /// What the second level backs up; without it, the same as the first.
    pub effort: Option<EffortKind>,
    /// How the second level assesses its own leaves; not by yet another search.
    pub leaf: LeafKind,
    /// How many of the last second levels are kept, so that the search of a child of theirs goes on where they
    /// were (Breuker 1998, §6.4.2). On the graph `tree` only.
    pub kept: usize,
}

impl Default for NestedPolicy {
    fn default() -> NestedPolicy {
        NestedPolicy { size: NestedSize::Equal, effort: None, leaf: LeafKind::Mobility, kept: 0 }
    }
}

/// How far to look below a leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// The question that the first level attends to.
    pub(crate) question: usize,
    pub(crate) most_nodes: u64,
    pub(crate) most_bytes: usize,
    /// The nodes that the whole search may still make.
    pub(crate) left: u64,
}

/// What the second level found below a leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafReport {
    /// What is known of the leaf itself.
    pub(crate) settled: Settled,
    /// The work of this search.
    pub(crate) counts: Counts,
}

impl LeafReport {
    pub(crate) fn nothing() -> LeafReport {
        LeafReport { settled: Settled::UNKNOWN, counts: Counts::default() }
    }
}

/// A second level.
pub(crate) trait SecondLevel<G: Game> {
    /// Looks below a leaf, to which these positions led where a line ends when one of them repeats. Adds what it saw
    /// of the leaf's children to `seen`: nothing, where there was no room even for them.
    fn look(
        &mut self,
        position: &G::Position,
        above: Vec<G::Position>,
        task: Task,
        seen: &mut Vec<(G::Position, Look)>,
    ) -> LeafReport;

    /// How many other leaves it can search ahead now.
    fn wants(&mut self) -> usize {
        0
    }

    /// Searches a leaf ahead, so that a look below it is quick. False if that is under way already, or not possible.
    fn search_ahead(&mut self, position: G::Position, above: Vec<G::Position>, task: Task) -> bool {
        let _ = (position, above, task);
        false
    }
}

/// The second level of a plan, if it has one.
pub(crate) fn second_level<'a, G: Game>(
    game: &'a G,
    plan: &Plan,
    meter: &'a Meter,
    aims: &'a [Aim],
) -> Option<Box<dyn SecondLevel<G> + 'a>> {
    let level = Level { game, meter, policy: *plan.policy(), aims };
    match plan.second? {
        Search::Tree(effort) => Some(Box::new(NestedTree { level, effort, saved: VecDeque::new() })),
        Search::Joined(effort, graph) => Some(Box::new(NestedJoined { level, effort, graph })),
        // A plan has no such second level.
        Search::Dfpn | Search::AlphaBeta => None,
    }
}

/// What second levels of both kinds share.
struct Level<'a, G: Game> {
    game: &'a G,
    meter: &'a Meter,
    policy: Policy,
    /// The goals of the first level.
    aims: &'a [Aim],
}

impl<'a, G: Game> Level<'a, G> {
    fn policy(&self) -> Policy {
        Policy { evaluation: Evaluation::Immediate, shuffle: None, ..self.policy }
    }

    fn world(&self, position: &G::Position) -> GameWorld<'a, G> {
        GameWorld::new(self.game, position.clone(), self.policy.nested.leaf, &self.policy())
    }

    /// The goals of a second level that has all of them, or the one that is attended to.
    fn aims(&self, has_all: bool, question: usize) -> &'a [Aim] {
        if has_all { self.aims } else { &self.aims[question..=question] }
    }

    fn session(&self, task: &Task) -> Session<'a> {
        Session::new(self.meter, None, Counts::default()).with_most_nodes(task.most_nodes)
    }

    /// What is known of a node, said of all goals.
    fn for_all_goals(&self, settled: Settled, goals: usize, question: usize) -> Settled {
        for_all_goals(settled, goals as u16, question, self.aims.len() as u16)
    }
}

/// A second level on a graph that joins equal positions.
struct NestedJoined<'a, G: Game> {
    level: Level<'a, G>,
    effort: JoinedEffort,
    graph: JoinedGraph,
}

impl<G: Game> SecondLevel<G> for NestedJoined<'_, G> {
    fn look(
        &mut self,
        position: &G::Position,
        _: Vec<G::Position>,
        task: Task,
        seen: &mut Vec<(G::Position, Look)>,
    ) -> LeafReport {
        let level = &self.level;
        let aims = level.aims(self.effort == JoinedEffort::Outcomes, task.question);
        let mut world = level.world(position);
        let kind = (self.effort, self.graph);
        let Ok(mut engine) = engine::joined(kind, aims, level.policy(), &mut world as &mut dyn World, task.most_bytes)
        else {
            return LeafReport::nothing();
        };
        engine.search(&mut world, &mut level.session(&task));
        let goals = aims.len();
        engine.root_children(&mut |id, child| {
            let settled = level.for_all_goals(child.settled, goals, task.question);
            seen.push((world.positions[id].clone(), Look::Searched(child.player, child.assessment, settled)));
        });
        let settled = level.for_all_goals(engine.settled(), goals, task.question);
        LeafReport { settled, counts: engine.counts() }
    }
}

/// A second level on a tree.
struct NestedTree<'a, G: Game> {
    level: Level<'a, G>,
    effort: TreeEffort,
    /// The last searches, the latest first.
    saved: VecDeque<SavedTree<'a, G>>,
}

/// A search of a leaf that may be of use for one of its children.
struct SavedTree<'a, G: Game> {
    engine: Box<dyn TreeEngine<'a, G> + 'a>,
    world: GameWorld<'a, G>,
    question: usize,
    position: G::Position,
}

impl<G: Game> SecondLevel<G> for NestedTree<'_, G> {
    fn look(
        &mut self,
        position: &G::Position,
        above: Vec<G::Position>,
        task: Task,
        seen: &mut Vec<(G::Position, Look)>,
    ) -> LeafReport {
        let aims = self.level.aims(self.effort == TreeEffort::Outcomes, task.question);
        let begun = self.begun(position, &above, &task);
        let (mut engine, mut world, nodes_before) = match begun {
            Some(begun) => begun,
            None => {
                let mut world = self.level.world(position);
                world.above = above;
                let bytes = task.most_bytes.saturating_sub(self.bytes_saved());
                let Ok(engine) = engine::tree(self.effort, aims, self.level.policy(), &mut world, bytes) else {
                    return LeafReport::nothing();
                };
                (engine, world, 0)
            }
        };
        engine.search(&mut world, &mut self.level.session(&task));
        let mut counts = engine.counts();
        counts.nodes -= nodes_before;
        counts.peak_bytes += self.bytes_saved();
        let goals = aims.len();
        engine.root_children(&world, &mut |position, RootChild { player, settled, assessment }| {
            let settled = self.level.for_all_goals(settled, goals, task.question);
            seen.push((position, Look::Searched(player, assessment, settled)));
        });
        let settled = self.level.for_all_goals(engine.settled(), goals, task.question);
        let most = self.level.policy.nested.kept;
        if most > 0 {
            self.saved.truncate(most - 1);
            let position = position.clone();
            self.saved.push_front(SavedTree { engine, world, question: task.question, position });
        }
        LeafReport { settled, counts }
    }
}

/// A search that has begun, its world, and the nodes in it.
type Begun<'a, G> = (Box<dyn TreeEngine<'a, G> + 'a>, GameWorld<'a, G>, u64);

impl<'a, G: Game> NestedTree<'a, G> {
    fn bytes_saved(&self) -> usize {
        self.saved.iter().map(|saved| saved.engine.bytes(&saved.world)).sum()
    }

    /// What an earlier search of the position before has of this one. Old searches go where they would take half of the
    /// memory.
    fn begun(&mut self, position: &G::Position, above: &[G::Position], task: &Task) -> Option<Begun<'a, G>> {
        while self.bytes_saved() > task.most_bytes / 2 {
            self.saved.pop_back();
        }
        for place in 0..self.saved.len() {
            let saved = &mut self.saved[place];
            // On a tree a line ends where it repeats, so the line must be the same.
            let same_line = match above.split_last() {
                Some((last, above)) => *last == saved.position && *above == saved.world.above[..],
                None => self.level.game.repetition().is_none(),
            };
            if saved.question != task.question || !same_line {
                continue;
            }
            if let Some(nodes) = saved.engine.make_root(&mut saved.world, position, task.most_bytes / 2) {
                let SavedTree { engine, world, .. } = self.saved.remove(place)?;
                return Some((engine, world, nodes));
            }
        }
        None
    }
}

/// What is known of a goal of the first level that was the only one of the second, said of all goals; the same, where
/// the second had all of them.
fn for_all_goals(settled: Settled, goals: u16, question: usize, all: u16) -> Settled {
    if goals == all {
        return settled;
    }
    let question = question as u16;
    let lower = if settled.lower > 0 { question + 1 } else { 0 };
    let upper = if settled.upper == 0 { question } else { all };
    Settled { lower, upper }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goal_of_several() {
        let said = |lower, upper| for_all_goals(Settled { lower, upper }, 1, 2, 5);
        assert_eq!(said(0, 1), Settled { lower: 0, upper: 5 });
        assert_eq!(said(1, 1), Settled { lower: 3, upper: 5 });
        assert_eq!(said(0, 0), Settled { lower: 0, upper: 2 });
        assert_eq!(for_all_goals(Settled { lower: 1, upper: 4 }, 5, 2, 5), Settled { lower: 1, upper: 4 });
    }
}
