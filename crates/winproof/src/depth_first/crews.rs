//! What runs on threads, where the rules can be shared between threads.
//!
//! Rules need not be: whoever knows that they are, hands these functions on to those who do not.

use super::alpha_beta::worker::RunAlphaBeta;
use super::dfpn::worker::RunDfpn;
use crate::game::Game;
use crate::leaf::ahead::{self, RunAhead};
use crate::proof::layers::{self, Spread};
use crate::solver::beside::{self, RunBeside};
use crate::solver::moves::{self, RunMoves};

/// Searches, and the building of strategies, on threads.
pub(crate) struct Crews<G: Game> {
    pub(crate) dfpn: RunDfpn<G>,
    pub(crate) alpha_beta: RunAlphaBeta<G>,
    pub(crate) layers: Spread<G>,
    pub(crate) ahead: RunAhead<G>,
    pub(crate) beside: RunBeside<G>,
    pub(crate) moves: RunMoves<G>,
}

impl<G: Game> Clone for Crews<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Crews<G> {}

impl<G> Crews<G>
where
    G: Game + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    pub(crate) fn new() -> Self {
        Crews {
            dfpn: |task, watched| task.run(watched),
            alpha_beta: |task, watched| task.run(watched),
            layers: layers::on_threads,
            ahead: ahead::on_threads,
            beside: beside::on_threads,
            moves: moves::on_threads,
        }
    }
}
