//! What a df-pn search that is over still knows, for whoever looks for a strategy.

use super::{Dfpn, NoLedger, settled_by};
use crate::depth_first::keys::ROOT_PATH;
use crate::game::{Game, Status};
use crate::limits::Stopped;
use crate::proof::NoStrategy;
use crate::session::Watched;

impl<G: Game> Dfpn<'_, G> {
    /// Whether the prover wins, if the table has it.
    pub(crate) fn settled(&self, position: &G::Position) -> Option<bool> {
        let known = self.table.look_up(&self.keys(self.hash(position), ROOT_PATH));
        known.bounds.and_then(|bounds| settled_by(self.aim, self.values, bounds))
    }

    /// The moves after which the prover wins, or after which he does not, in a game whose positions never repeat: all
    /// that are known, or one that a search finds.
    pub(crate) fn good_moves(
        &mut self,
        position: &G::Position,
        prover_wins: bool,
        good: &mut Vec<G::Move>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(), NoStrategy> {
        debug_assert!(!self.can_repeat);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        self.known_moves(position, &moves, prover_wins, good);
        if good.is_empty() {
            let wins = self.search_again(position, watched)?;
            if wins != prover_wins {
                return Err(NoStrategy::Contradiction(format!("a second search contradicts it in {position:?}")));
            }
            self.known_moves(position, &moves, prover_wins, good);
        }
        // A table of a few entries forgets at once.
        for &mv in &moves {
            if !good.is_empty() {
                break;
            }
            let next = self.game.play(position, mv);
            if let Status::Turn(_) = self.game.status(&next)
                && self.search_again(&next, watched)? == prover_wins
            {
                good.push(mv);
            }
        }
        Ok(())
    }

    fn known_moves(&self, position: &G::Position, moves: &[G::Move], prover_wins: bool, good: &mut Vec<G::Move>) {
        good.extend(moves.iter().copied().filter(|&mv| {
            let next = self.game.play(position, mv);
            let wins = match self.game.status(&next) {
                Status::Ended(value) => Some(self.aim.is_win(value)),
                Status::Turn(_) => self.settled(&next).or_else(|| self.foreseen(&next)),
            };
            wins == Some(prover_wins)
        }));
    }

    fn search_again(&mut self, position: &G::Position, watched: &mut Watched<'_, G::Move>) -> Result<bool, NoStrategy> {
        let numbers = self.search(position, watched, &mut NoLedger).map_err(NoStrategy::Limit)?;
        numbers.solved().ok_or(NoStrategy::Limit(Stopped::Nodes))
    }

    /// Whether the prover fails in a position that a search came to by this path, as far as the game or the table
    /// says so.
    pub(in crate::depth_first) fn fails(&self, position: &G::Position, path: u64) -> bool {
        let known = self.table.look_up(&self.keys(self.hash(position), path));
        let settled = known.bounds.and_then(|bounds| settled_by(self.aim, self.values, bounds));
        settled.or_else(|| self.foreseen(position)).map_or(known.lost_on_path.is_some(), |wins| !wins)
    }
}
