//! The leaf assessment `nested`: a leaf is looked at by a search of its own (PN²; Allis 1994, Breuker 1998, chapter 4).
//!
//! The first level evaluates late: a node is looked at when it is its turn to be expanded. Then a second search starts from
//! its position, on the same kind of graph, with immediate evaluation, until it has made so many nodes
//! ([`NestedSize`]), filled the memory that the first level leaves, or settled the position. The
//! children of its root become those of the leaf, with the numbers that they have by then; everything below them is dropped.
//!
//! # Any effort in any other
//! What passes from level to level is what the second knows of each child for good ([`Settled`]), and the work that it sees
//! left as an [`Assessment`]: any effort can make a label of that. So sets can look below sets, numbers below outcomes.
//!
//! # Repetition
//! What is settled at a child must hold where the first level puts it. On `tree` the second level knows the line that leads to
//! the leaf and ends where it repeats, so the two are one tree. On `base-twin` it knows nothing of that line, and whatever it
//! settles holds on every path.
//!
//! # Proofs
//! The reasons go with the second level. A certificate is searched for again, by df-pn, with a table that is told what the first
//! level knows ([`Solver`](crate::Solver) does so).

use crate::algorithm::{Algorithm, EffortKind, LeafKind};
use crate::arena::Full;
use crate::best_first;
use crate::effort::{Effort, Settled};
use crate::game::{Assessment, Game, Player};
use crate::graph::{Context, Graph};
use crate::limits::Meter;
use crate::policy::{Evaluation, Policy};
use crate::session::Session;
use crate::verdict::Counts;
use std::collections::VecDeque;

/// How many nodes the second level may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NestedSize {
    /// As many as the first level has (Allis 1994).
    Equal,
    /// The part f(x) = 1/(1+e^((a−x)/b)) of the x nodes that the first level has: next to none while it is small, half at a,
    /// nearly all later (Breuker 1998, §4.2).
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl NestedPolicy {
    /// Why these settings do not go with an algorithm on a game, if they do not.
    pub fn refusal<G: Game>(self, first: Algorithm, game: &G) -> Option<String> {
        if first.leaf != LeafKind::Nested {
            return None;
        }
        if self.leaf == LeafKind::Nested {
            return Some("the leaves of a second level cannot be searched in turn; give it another leaf".to_string());
        }
        let second = Algorithm { effort: self.effort?, graph: first.graph, leaf: self.leaf };
        if second.effort == EffortKind::Values {
            return Some(
                "the effort 'values' is alpha-beta, which cannot be a second level; give it another".to_string(),
            );
        }
        second.refusal(game).map(|refusal| format!("as a second level, {refusal}"))
    }
}

/// A leaf to look below.
pub(crate) struct Task<'t, G: Game> {
    pub(crate) position: &'t G::Position,
    /// The positions that led to it, where a line ends when one of them comes again.
    pub(crate) above: Vec<G::Position>,
    /// The question that the first level attends to.
    pub(crate) question: usize,
    pub(crate) most_nodes: u64,
    pub(crate) most_bytes: usize,
}

/// A child as the second level sees it.
pub(crate) struct Seen<P> {
    pub(crate) position: P,
    pub(crate) player: Player,
    pub(crate) settled: Settled,
    pub(crate) assessment: Assessment,
}

/// What the second level found below a leaf.
pub(crate) struct Below<P> {
    /// What is known of the leaf itself.
    pub(crate) settled: Settled,
    pub(crate) children: Vec<Seen<P>>,
    /// The work of this search.
    pub(crate) counts: Counts,
}

impl<P> Below<P> {
    pub(crate) fn nothing() -> Below<P> {
        Below { settled: Settled { lower: 0, upper: u16::MAX }, children: Vec::new(), counts: Counts::default() }
    }
}

/// A second level. Behind a pointer, because it is called once in a whole search: no loop is compiled for each pair of
/// levels.
pub(crate) trait SecondLevel<G: Game> {
    /// Looks below a leaf. Without children, where there was no room even for them.
    fn look(&mut self, task: Task<'_, G>) -> Below<G::Position>;
}

/// A second level with a certain effort and graph.
pub(crate) struct Nested<'a, G: Game, E: Effort, N, F> {
    pub(crate) game: &'a G,
    pub(crate) meter: &'a Meter,
    pub(crate) policy: Policy,
    /// The effort for a question of the first level.
    pub(crate) effort: F,
    /// How many goals the first level has; the second has one of them, or all.
    pub(crate) goals: u16,
    pub(crate) new: NewGraph<'a, G, E, N>,
    /// The last searches, the latest first.
    pub(crate) kept: VecDeque<Kept<'a, G, E, N>>,
}

/// A search of a leaf that may be of use for one of its children.
pub(crate) struct Kept<'a, G: Game, E: Effort, N> {
    context: Context<'a, G, E, LeafKind>,
    graph: N,
    question: usize,
    position: G::Position,
}

/// Makes a graph of a root alone, in at most so many bytes.
pub(crate) type NewGraph<'a, G, E, N> =
    fn(&mut Context<'a, G, E, LeafKind>, &<G as Game>::Position, usize) -> Result<N, Full>;

impl<'a, G, E, N, F> SecondLevel<G> for Nested<'a, G, E, N, F>
where
    G: Game,
    E: Effort,
    N: Graph<G, E, LeafKind>,
    F: Fn(usize) -> E,
{
    fn look(&mut self, task: Task<'_, G>) -> Below<G::Position> {
        let (mut graph, mut context, nodes_before) = match self.begun(&task) {
            Some(begun) => begun,
            None => {
                let policy = Policy { evaluation: Evaluation::Immediate, shuffle: None, ..self.policy };
                let mut context = Context::new(self.game, (self.effort)(task.question), policy.nested.leaf, policy);
                context.above.clone_from(&task.above);
                let bytes = task.most_bytes.saturating_sub(self.bytes_kept());
                let Ok(graph) = (self.new)(&mut context, task.position, bytes) else { return Below::nothing() };
                (graph, context, 0)
            }
        };
        let mut session = Session::new(self.meter, None, Counts::default(), None).with_most_nodes(task.most_nodes);
        best_first::search(&mut graph, &mut context, &mut session);
        let mut counts = context.counts;
        counts.nodes -= nodes_before;
        counts.peak_bytes += self.bytes_kept();
        let mut below = Below { counts, ..Below::nothing() };
        let effort = &context.effort;
        let settled = |label: E::Label| for_all_goals(effort.settled(label), effort.goals(), task.question, self.goals);
        below.settled = settled(graph.root());
        graph.root_children(&context, &mut |position, player, label| {
            let assessment = context.work_left(label, player);
            below.children.push(Seen { position, player, settled: settled(label), assessment });
        });
        if self.policy.nested.kept > 0 {
            self.kept.truncate(self.policy.nested.kept - 1);
            let position = task.position.clone();
            self.kept.push_front(Kept { context, graph, question: task.question, position });
        }
        below
    }
}

impl<'a, G: Game, E: Effort, N: Graph<G, E, LeafKind>, F> Nested<'a, G, E, N, F> {
    fn bytes_kept(&self) -> usize {
        self.kept.iter().map(|kept| kept.graph.bytes() + kept.context.effort.bytes()).sum()
    }

    /// What an earlier search of the position before has of this one, and the nodes in it. Old searches go where they would
    /// take half of the memory.
    fn begun(&mut self, task: &Task<'_, G>) -> Option<(N, Context<'a, G, E, LeafKind>, u64)> {
        while self.bytes_kept() > task.most_bytes / 2 {
            self.kept.pop_back();
        }
        for place in 0..self.kept.len() {
            let kept = &mut self.kept[place];
            // On a tree a line ends where it repeats, so the line must be the same.
            let same_line = match task.above.split_last() {
                Some((last, above)) => *last == kept.position && *above == kept.context.above[..],
                None => self.game.repetition().is_none(),
            };
            if kept.question != task.question || !same_line {
                continue;
            }
            if let Some(nodes) = kept.graph.make_root(&mut kept.context, task.position, task.most_bytes / 2) {
                let Kept { graph, mut context, .. } = self.kept.remove(place)?;
                context.counts = Counts { nodes, ..Counts::default() };
                return Some((graph, context, nodes));
            }
        }
        None
    }
}

/// What is known of a goal of the first level that was the only one of the second, said of all goals; the same, where the
/// second had all of them.
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
