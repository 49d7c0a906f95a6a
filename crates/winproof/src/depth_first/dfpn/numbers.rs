//! What a table has of a single position, for whoever searches many positions over one table.

use super::{Dfpn, guess, settled_by};
use crate::depth_first::keys::ROOT_PATH;
use crate::effort::numbers::ProofNumbers;
use crate::game::{Game, Player};

impl<G: Game> Dfpn<'_, G> {
    /// The hash by which the table knows a position.
    pub(crate) fn hash_of(&self, position: &G::Position) -> u64 {
        self.hash(position)
    }

    /// The position, or the image of it that stands for both.
    pub(crate) fn canonical(&self, position: &G::Position) -> G::Position {
        if self.uses_symmetry { self.game.canonical(position) } else { position.clone() }
    }

    /// The prover's numbers of a position where play goes on, as the table, the game or a guess has them; and the work
    /// behind them, about.
    pub(crate) fn known_numbers(&self, position: &G::Position, player: Player) -> (ProofNumbers, u64) {
        let keys = self.keys(self.hash(position), ROOT_PATH);
        let known = self.table.look_up(&keys);
        let settled = known.bounds.and_then(|bounds| settled_by(self.aim, self.values, bounds));
        if let Some(wins) = settled.or_else(|| self.foreseen(position)) {
            let numbers = if wins { ProofNumbers::WON } else { ProofNumbers::LOST };
            return (numbers, self.table.work_of(keys.hash, keys.hash));
        }
        match known.numbers {
            Some((numbers, _)) => (numbers, self.table.work_of(keys.hash, keys.goal)),
            None => (guess(self.leaf.assess(self.game, position), player == self.aim.prover()), 0),
        }
    }
}
