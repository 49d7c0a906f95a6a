//! What a strategy has to answer after an entry, and what the checker will settle by itself.

use super::NoStrategy;
use super::recorder::ProofSettings;
use crate::game::{Game, Status};
use winproof_check::Rules;
use winproof_check::settle::{Half, Settler};

/// Someone who hears of positions that have to be answered.
type Each<'e, 'a, G> = dyn FnMut(&mut Follower<'a, G>, &<G as Rules>::Position) -> Result<(), NoStrategy> + 'e;

/// Follows the entries of the strategy for one half of a claim.
pub(crate) struct Follower<'a, G: Game> {
    game: &'a G,
    half: Half,
    horizon: u8,
    most_to_settle: u64,
    settler: Settler<'a, G>,
}

impl<'a, G: Game> Follower<'a, G> {
    pub(crate) fn new(game: &'a G, half: Half, settings: &ProofSettings) -> Self {
        let (horizon, most_to_settle) = (settings.horizon.plies(), settings.most_to_settle);
        Follower { game, half, horizon, most_to_settle, settler: Settler::new(game, half) }
    }

    /// Names the positions that have to be answered after a position: those after the strategist's move and each reply,
    /// or after each of the opponent's moves.
    pub(crate) fn follow(
        &mut self,
        position: &G::Position,
        mv: Option<G::Move>,
        moves: &mut Vec<G::Move>,
        each: &mut Each<'_, 'a, G>,
    ) -> Result<(), NoStrategy> {
        let game = self.game;
        let mut position = position.clone();
        if let Some(mv) = mv {
            position = game.play(&position, mv);
            if game.status(&position) != Status::Turn(self.half.player.opponent()) {
                return self.answer(&position, each);
            }
        }
        moves.clear();
        game.moves(&position, moves);
        for &mv in moves.iter() {
            self.answer(&game.play(&position, mv), each)?;
        }
        Ok(())
    }

    /// A position that has to be answered: passed on unless it is a good end.
    fn answer(&mut self, position: &G::Position, each: &mut Each<'_, 'a, G>) -> Result<(), NoStrategy> {
        match self.game.status(position) {
            Status::Ended(value) if self.half.is_kept_by(value) => Ok(()),
            Status::Ended(value) => {
                Err(NoStrategy::Contradiction(format!("play can end in {position:?}, worth {value}")))
            }
            Status::Turn(_) => each(self, position),
        }
    }

    /// Whether the checker settles a position by itself, with little work.
    pub(crate) fn settles(&mut self, position: &G::Position) -> bool {
        self.horizon > 0 && self.settler.settles(position, self.horizon, self.most_to_settle) == Some(true)
    }
}
