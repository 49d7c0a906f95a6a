//! The loop of every best-first search: walk to the most-proving node, expand it, back the result up.
//!
//! Effort, graph and leaf assessment are type parameters, so each combination is compiled into a loop of its own
//! without dynamic dispatch. This file adds what they all share: limits, signs of life, and the end.

use crate::effort::Effort;
use crate::game::Game;
use crate::goal::Goal;
use crate::graph::{Context, Graph};
use crate::leaf::Leaf;
use crate::limits::{Meter, Stopped};
use crate::progress::{Progress, Report};

/// The clock is read once in this many steps.
const STEPS_BETWEEN_LOOKS: u32 = 512;

/// Work done by earlier searches of the same solution, and who wants to hear of this one.
pub(crate) struct Session<'a, M> {
    pub(crate) meter: &'a Meter,
    pub(crate) goal: Option<Goal>,
    pub(crate) earlier_nodes: u64,
    pub(crate) progress: Option<&'a mut dyn Progress<M>>,
}

/// Runs the loop until the root is solved or a limit is reached.
pub(crate) fn search<G, E, L, N>(
    graph: &mut N,
    context: &mut Context<'_, G, E, L>,
    session: &mut Session<'_, G::Move>,
) -> Stopped
where
    G: Game,
    E: Effort,
    L: Leaf<G>,
    N: Graph<G, E, L>,
{
    let most_nodes = session.meter.nodes().saturating_sub(session.earlier_nodes);
    let mut last_report = (session.meter.elapsed().as_secs_f64(), context.counts.nodes);
    let mut steps_to_look = 0;
    let stopped = loop {
        if context.effort.solved(graph.root()).is_some() {
            break Stopped::Solved;
        }
        if context.counts.nodes >= most_nodes {
            break Stopped::Nodes;
        }
        if steps_to_look == 0 {
            steps_to_look = STEPS_BETWEEN_LOOKS;
            if let Some(stopped) = session.meter.out_of_time() {
                break stopped;
            }
            report(graph, context, session, &mut last_report);
        }
        steps_to_look -= 1;
        graph.walk(context);
        if graph.expand(context).is_err() {
            break Stopped::Memory;
        }
        graph.back_up(context);
    };
    context.counts.peak_bytes = context.counts.peak_bytes.max(graph.bytes());
    stopped
}

fn report<G, E, L, N>(
    graph: &N,
    context: &mut Context<'_, G, E, L>,
    session: &mut Session<'_, G::Move>,
    last: &mut (f64, u64),
) where
    G: Game,
    E: Effort,
    L: Leaf<G>,
    N: Graph<G, E, L>,
{
    let Some(progress) = session.progress.as_deref_mut() else { return };
    let seconds = session.meter.elapsed().as_secs_f64();
    if seconds - last.0 < 1.0 {
        return;
    }
    let (proof, disproof) = context.effort.report(graph.root());
    let mut line = Vec::new();
    graph.line(context, &mut line);
    let nodes = context.counts.nodes;
    let bytes = graph.bytes();
    context.counts.peak_bytes = context.counts.peak_bytes.max(bytes);
    progress.report(&Report {
        goal: session.goal,
        nodes: session.earlier_nodes + nodes,
        nodes_per_second: (nodes - last.1) as f64 / (seconds - last.0),
        proof,
        disproof,
        bytes,
        seconds,
        line: &line,
    });
    *last = (seconds, nodes);
}
