//! Strategies from an alpha-beta search, for games whose positions never come again.
//!
//! The search keeps no tree, and its table forgets. So the strategy is walked out once more: where its player moves, a
//! move is taken to a position that is known to be good enough, and where none is known, the moves
//! are searched again. Whatever the game foresaw is played out to the end: the strategy rests on the rules alone.
//!
//! Where positions can repeat, knowing that a position is good is not knowing how to get on; there the
//! search of [`depth_first::certify`](crate::depth_first::certify) finds the strategy.

use super::AlphaBeta;
use super::frame::NOTHING;
use crate::game::{Game, Player, Status};
use crate::proof::Strategy;
use crate::proof::build::collect;
use crate::session::Session;

impl<G: Game> AlphaBeta<'_, G> {
    /// The strategy by which a player gets a value of at least the one at `place` (Max), or a lesser one (Min).
    /// `None` if a limit was reached first; one of them is how much the strategy may hold.
    pub(crate) fn strategy(
        &mut self,
        root: &G::Position,
        player: Player,
        place: u16,
        most_bytes: usize,
        session: &mut Session<'_, G>,
    ) -> Option<Strategy<G>> {
        let game = self.game;
        collect(game, root, (player, true), most_bytes, &mut |here| self.replies(here, player, place, session))
    }

    /// The moves to follow: one that keeps what is to be shown, or all of the opponent's, the last one first.
    fn replies(
        &mut self,
        position: &G::Position,
        player: Player,
        place: u16,
        session: &mut Session<'_, G>,
    ) -> Option<Vec<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if self.game.status(position) != Status::Turn(player) {
            moves.reverse();
            return Some(moves);
        }
        let keeps = |reaches: bool| reaches == (player == Player::Max);
        let mut open = Vec::new();
        for mv in moves {
            let next = self.game.play(position, mv);
            match self.knows(&next, place) {
                Some(reaches) if keeps(reaches) => return Some(vec![mv]),
                Some(_) => {}
                None => open.push((mv, next)),
            }
        }
        let sign = if player == Player::Max { -1 } else { 1 };
        open.sort_by_cached_key(|(_, next)| sign * i64::from(self.game.outlook(next)));
        for (mv, next) in open {
            if keeps(self.reaches(&next, place, session).ok()?) {
                return Some(vec![mv]);
            }
        }
        None
    }

    /// Whether a position is worth at least the value at `place`, if that takes no search.
    fn knows(&mut self, position: &G::Position, place: u16) -> Option<bool> {
        let child = self.make(position.clone(), None, 0);
        let mut known = child.known;
        debug_assert!(known.low_leans == NOTHING, "only for games whose positions never come again");
        if child.is_open {
            known.narrow(&self.look_at(&child.position, child.hash).0);
        }
        if known.low >= place {
            Some(true)
        } else if known.high < place {
            Some(false)
        } else {
            None
        }
    }
}
