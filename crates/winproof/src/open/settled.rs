//! Play within the horizon of a certificate, as the checker settles it by itself.

use super::Opened;
use crate::game::{Status, TextGame};
use winproof_check::settle::{Half, Settler};

impl<G: TextGame> Opened<G> {
    /// How a player makes sure of a bound in the fewest plies: how many they are, and the first move if it is that
    /// player's. At most `most` positions are looked at for each number of plies.
    pub(super) fn settled(&self, half: Half, horizon: u8, most: u64) -> Option<(u8, Option<String>)> {
        let player = match self.game.status(&self.root) {
            Status::Ended(value) => return half.is_kept_by(value).then_some((0, None)),
            Status::Turn(player) => player,
        };
        let mut settler = Settler::new(&*self.game, half);
        // Most positions do not settle, and that is found out once.
        if settler.settles(&self.root, horizon, most) != Some(true) {
            return None;
        }
        let plies = (1..=horizon).find(|&plies| settler.settles(&self.root, plies, most) == Some(true))?;
        if player != half.player {
            return Some((plies, None));
        }
        let settles = |mv: &G::Move| settler.settles(&self.game.play(&self.root, *mv), plies - 1, most) == Some(true);
        let mv = self.root_moves().into_iter().find(settles)?;
        Some((plies, Some(self.game.move_text(&self.root, mv))))
    }
}
