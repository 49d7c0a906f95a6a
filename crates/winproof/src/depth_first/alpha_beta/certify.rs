//! Strategies from an alpha-beta search, for games whose positions never repeat.
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
use crate::proof::build::{Shape, collect};
use crate::proof::{NoStrategy, Strategy};
use crate::session::Watched;

impl<G: Game> AlphaBeta<'_, G> {
    /// The strategy by which a player gets a value of at least the one at `place` (Max), or a lesser one (Min), in at
    /// most so many bytes.
    pub(crate) fn strategy(
        &mut self,
        root: &G::Position,
        player: Player,
        place: u16,
        most_bytes: usize,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<Strategy<G>, NoStrategy> {
        let (game, values) = (self.game, self.values);
        let is_good_end = |value| (value >= values[usize::from(place)]) == (player == Player::Max);
        let shape = Shape { player, ranked: true, is_good_end: &is_good_end, most_bytes };
        collect(game, root, shape, &mut |here| self.replies(here, player, place, watched))
    }

    /// The moves to follow: one that keeps what is to be shown, or all of the opponent's, the last one first.
    fn replies(
        &mut self,
        position: &G::Position,
        player: Player,
        place: u16,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<Vec<G::Move>, NoStrategy> {
        if let Some(stopped) = watched.session.meter.out_of_time() {
            return Err(NoStrategy::Limit(stopped));
        }
        let mut moves = Vec::new();
        if self.game.status(position) == Status::Turn(player) {
            self.good_moves(position, player, place, &mut moves, watched)?;
            moves.truncate(1);
        } else {
            self.game.moves(position, &mut moves);
            moves.reverse();
        }
        Ok(moves)
    }

    /// The moves of a strategist that keep what is to be shown: all that are known to, or one that a search finds. The
    /// most promising come first: they tend to have the smallest strategies.
    pub(crate) fn good_moves(
        &mut self,
        position: &G::Position,
        player: Player,
        place: u16,
        good: &mut Vec<G::Move>,
        watched: &mut Watched<'_, G::Move>,
    ) -> Result<(), NoStrategy> {
        let game = self.game;
        let is_max = player == Player::Max;
        let sign = if is_max { -1 } else { 1 };
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.sort_by_cached_key(|&mv| sign * i64::from(game.outlook(&game.play(position, mv))));
        let keeps = |search: &mut Self, mv: G::Move| search.knows(&game.play(position, mv), place) == Some(is_max);
        good.extend(moves.iter().copied().filter(|&mv| keeps(self, mv)));
        if !good.is_empty() {
            return Ok(());
        }
        // The search of the position itself goes to good moves first, and leaves one of them in the table.
        if self.reaches(position, place, watched).map_err(NoStrategy::Limit)? != is_max {
            return Err(NoStrategy::Contradiction(format!("a second search contradicts it in {position:?}")));
        }
        good.extend(moves.iter().copied().filter(|&mv| keeps(self, mv)));
        if !good.is_empty() {
            return Ok(());
        }
        // A table of a few entries forgets at once.
        for mv in moves {
            if self.reaches(&game.play(position, mv), place, watched).map_err(NoStrategy::Limit)? == is_max {
                good.push(mv);
                return Ok(());
            }
        }
        Err(NoStrategy::Contradiction(format!("no move from {position:?} keeps what the search found")))
    }

    /// Whether a position is worth at least the value at `place`, if that takes no search.
    pub(crate) fn knows(&mut self, position: &G::Position, place: u16) -> Option<bool> {
        let child = self.make(position.clone(), None, 0);
        let mut known = child.known;
        debug_assert!(known.low_leans == NOTHING, "only for games whose positions never repeat");
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
