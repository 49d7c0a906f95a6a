//! The loop of every best-first search: walk to the most-proving node, expand it, back the result up.
//!
//! Effort, graph and leaf assessment are type parameters, so each combination is compiled into a loop of its own
//! without dynamic dispatch. This file adds what they all share: limits, signs of life, and the end.

use crate::effort::Effort;
use crate::game::Game;
use crate::graph::kept::write_policy;
use crate::graph::{Context, Graph};
use crate::leaf::Leaf;
use crate::limits::Stopped;
use crate::session::Session;

/// The clock is read once in this many steps.
const STEPS_BETWEEN_LOOKS: u32 = 512;

/// Runs the loop until the root is solved or a limit is reached.
///
/// Never inlined: first and second levels of a kind share one copy of it.
#[inline(never)]
pub(crate) fn search<G, E, L, N>(
    graph: &mut N,
    context: &mut Context<'_, G, E, L>,
    session: &mut Session<'_, G>,
) -> Stopped
where
    G: Game,
    E: Effort,
    L: Leaf<G>,
    N: Graph<G, E, L>,
{
    let most_nodes = session.most_nodes();
    context.most_nodes = most_nodes;
    let mut steps_to_look = 0;
    let stopped = loop {
        if context.effort.is_final(graph.root()) {
            break Stopped::Solved;
        }
        if context.effort.is_full() {
            break Stopped::Memory;
        }
        if context.counts.nodes >= most_nodes {
            break Stopped::Nodes;
        }
        if steps_to_look == 0 {
            // Where each leaf is searched in turn, a step takes long.
            steps_to_look = if context.second.is_some() { 1 } else { STEPS_BETWEEN_LOOKS };
            if let Some(stopped) = session.meter.out_of_time() {
                break stopped;
            }
            let bytes = graph.bytes() + context.effort.bytes() + context.below.counts.peak_bytes;
            context.counts.peak_bytes = context.counts.peak_bytes.max(bytes);
            if session.save_is_due() {
                save(graph, context, session);
            }
            let numbers = context.effort.report(graph.root());
            session.report(context.counts.nodes, numbers, bytes, |line| graph.line(context, line));
        }
        steps_to_look -= 1;
        graph.walk(context);
        if graph.expand(context).is_err() {
            break Stopped::Memory;
        }
        graph.back_up(context);
    };
    context.counts.peak_bytes = context.counts.peak_bytes.max(graph.bytes() + context.effort.bytes());
    if stopped != Stopped::Solved {
        save(graph, context, session);
    }
    stopped
}

/// Has the search kept, if someone does.
#[cold]
fn save<G, E, L, N>(graph: &N, context: &Context<'_, G, E, L>, session: &mut Session<'_, G>)
where
    G: Game,
    E: Effort,
    L: Leaf<G>,
    N: Graph<G, E, L>,
{
    session.save(&context.counts, &|file| {
        write_policy(&context.policy, file)?;
        graph.write(context, file)
    });
}
