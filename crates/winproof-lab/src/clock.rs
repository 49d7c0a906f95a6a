//! The limits of a search with the clock running, for the searches that the laboratory has of its own.

use std::sync::atomic::Ordering;
use std::time::Instant;
use winproof::{Limits, Stopped};

/// The limits of a search with the clock running.
pub(crate) struct Clock<'a> {
    limits: &'a Limits,
    started: Instant,
    most_nodes: u64,
}

/// How many nodes go by between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 4096;

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: &'a Limits) -> Clock<'a> {
        Clock { limits, started: Instant::now(), most_nodes: limits.nodes.unwrap_or(u64::MAX) }
    }

    /// Whether a search may enter one more node after so many.
    #[inline]
    pub(crate) fn allow(&self, nodes: u64) -> Result<(), Stopped> {
        if nodes % NODES_BETWEEN_LOOKS == 0 {
            self.look()?;
        }
        if nodes >= self.most_nodes { Err(Stopped::Nodes) } else { Ok(()) }
    }

    #[cold]
    fn look(&self) -> Result<(), Stopped> {
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) { Err(Stopped::Time) } else { Ok(()) }
    }
}
