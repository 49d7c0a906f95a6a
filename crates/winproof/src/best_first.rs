//! The loop of every best-first search: walk to the most-proving node, expand it, back the result up.
//!
//! Effort and graph are type parameters, so each combination is compiled into a loop of its own without dynamic
//! dispatch inside a step. This file adds what they all share: limits, signs of life, and the end.

use crate::effort::Effort;
use crate::graph::{Context, Graph};
use crate::limits::Stopped;
use crate::session::Session;

/// The clock is read once in this many steps.
const STEPS_BETWEEN_LOOKS: u32 = 512;

/// Runs the loop until the root is solved or a limit is reached.
///
/// Never inlined: first and second levels of a kind share one copy of it.
#[inline(never)]
pub(crate) fn search<E, W, N>(
    graph: &mut N,
    context: &mut Context<E>,
    world: &mut W,
    session: &mut Session<'_>,
) -> Stopped
where
    E: Effort,
    W: ?Sized,
    N: Graph<E, W>,
{
    let most_nodes = session.most_nodes();
    context.most_nodes = most_nodes;
    let is_slow = graph.is_slow(world);
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
            steps_to_look = if is_slow { 1 } else { STEPS_BETWEEN_LOOKS };
            if let Some(stopped) = session.meter.out_of_time() {
                break stopped;
            }
            look_up(graph, context, world, session);
        }
        steps_to_look -= 1;
        graph.walk(context, world);
        if let Err(full) = graph.expand(context, world) {
            break full.into();
        }
        if let Err(stopped) = graph.back_up(context, world, session.meter) {
            break stopped;
        }
    };
    let bytes = graph.bytes(world) + context.effort.bytes();
    context.counts.peak_bytes = context.counts.peak_bytes.max(bytes);
    if stopped != Stopped::Solved {
        session.save(&context.counts, &|file| graph.write(context, file));
    }
    stopped
}

/// Saves the search and reports on it, where that is due.
#[cold]
fn look_up<E, W, N>(graph: &N, context: &mut Context<E>, world: &mut W, session: &mut Session<'_>)
where
    E: Effort,
    W: ?Sized,
    N: Graph<E, W>,
{
    let bytes = graph.bytes(world) + context.effort.bytes() + context.second_bytes;
    context.counts.peak_bytes = context.counts.peak_bytes.max(bytes);
    if session.save_is_due() {
        session.save(&context.counts, &|file| graph.write(context, file));
    }
    let numbers = context.effort.report(graph.root());
    if let Some(report) = session.due_report(context.counts.nodes, numbers, bytes) {
        graph.report(world, &report);
    }
}
