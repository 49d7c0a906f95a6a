//! The settings of df-pn.

use super::frames::SumRule;
use crate::game::Game;
use serde::{Deserialize, Serialize};

/// The settings of df-pn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DfpnPolicy {
    /// ε in percent: how far beyond its best sibling a child is searched.
    pub epsilon_percent: u32,
    /// How numbers add up.
    pub sum: SumRule,
    /// The number of entries of the table, where it is not to follow from the memory limit.
    pub table_entries: Option<usize>,
    /// Believes what the game foresees of a position.
    pub foresight: bool,
    /// Whether positions that are the same under the game's symmetries share an entry of the table. Only where
    /// nothing repeats: a path that comes to the image of a position has not come back to it.
    pub symmetry: bool,
}

impl DfpnPolicy {
    /// The settings if none are given.
    pub const DEFAULT: DfpnPolicy =
        DfpnPolicy { epsilon_percent: 25, sum: SumRule::Damped, table_entries: None, foresight: true, symmetry: true };

    pub(super) fn uses_symmetry(&self, game: &impl Game) -> bool {
        self.symmetry && game.has_symmetry() && game.repetition().is_none()
    }
}

impl Default for DfpnPolicy {
    fn default() -> DfpnPolicy {
        DfpnPolicy::DEFAULT
    }
}
