//! Searches as guides to the moves of a strategy.

use super::NoStrategy;
use crate::algorithm::LeafKind;
use crate::depth_first::DfpnPolicy;
use crate::depth_first::alpha_beta::{AlphaBeta, AlphaBetaPolicy};
use crate::depth_first::dfpn::Dfpn;
use crate::game::{Game, Player, Value};
use crate::goal::Aim;
use crate::session::Watched;
use crate::table::Table;
use crate::table::replacement::ScoreTable;

/// Someone who knows good moves of the strategist: lists at least one, of those that he knows without a search all.
pub(crate) enum Guide<'a, G: Game> {
    /// To the moves that keep a player's value on one side of the value at a place.
    AlphaBeta { search: AlphaBeta<'a, G>, player: Player, place: u16 },
    /// To the moves after which the prover wins, or after which he does not.
    Dfpn { search: Dfpn<'a, G>, prover_wins: bool },
}

/// Where guides come from: each thread has one of its own, over one table.
pub(crate) struct Guides<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) values: &'a [Value],
    /// What the path of a guide's search may hold.
    pub(crate) most_bytes: usize,
    pub(crate) kind: GuideKind<'a>,
}

/// The search that guides.
#[derive(Clone, Copy)]
pub(crate) enum GuideKind<'a> {
    AlphaBeta { table: &'a ScoreTable, policy: AlphaBetaPolicy, player: Player, place: u16 },
    Dfpn { table: &'a Table, leaf: LeafKind, aim: Aim, policy: DfpnPolicy, prover_wins: bool },
}

impl<'a, G: Game> Guides<'a, G> {
    pub(crate) fn guide(&self) -> Guide<'a, G> {
        let &Guides { game, values, most_bytes, kind } = self;
        match kind {
            GuideKind::AlphaBeta { table, policy, player, place } => {
                Guide::AlphaBeta { search: AlphaBeta::new(game, table, values, policy, most_bytes), player, place }
            }
            GuideKind::Dfpn { table, leaf, aim, policy, prover_wins } => {
                Guide::Dfpn { search: Dfpn::new(game, leaf, aim, table, values, policy, most_bytes), prover_wins }
            }
        }
    }
}

impl<G: Game> Guide<'_, G> {
    /// Adds the good moves of a position to a list.
    pub(crate) fn good_moves(
        &mut self,
        position: &G::Position,
        good: &mut Vec<G::Move>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(), NoStrategy> {
        match self {
            Guide::AlphaBeta { search, player, place } => search.good_moves(position, *player, *place, good, watched),
            Guide::Dfpn { search, prover_wins } => search.good_moves(position, *prover_wins, good, watched),
        }
    }

    /// Nodes made by searches so far.
    pub(crate) fn nodes(&self) -> u64 {
        match self {
            Guide::AlphaBeta { search, .. } => search.counts.nodes,
            Guide::Dfpn { search, .. } => search.counts.nodes,
        }
    }
}
