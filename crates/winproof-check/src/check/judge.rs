//! A strategy before the checker: every position of it, whatever it was read from.

use super::Refusal;
use crate::rules::{Rules, Status, Value};
use crate::settle::Half;
use crate::text::shown;

/// What a strategy says of a position.
#[derive(Clone, Copy)]
pub(super) struct Plan<M> {
    pub(super) mv: Option<M>,
    pub(super) rank: u32,
}

/// How positions and moves are called in sentences.
pub(super) struct Names<'a, R: Rules> {
    pub(super) position: &'a dyn Fn(&R::Position) -> String,
    pub(super) mv: &'a dyn Fn(&R::Position, R::Move) -> String,
}

/// A strategy before the checker.
pub(super) struct Judged<'a, R: Rules> {
    pub(super) rules: &'a R,
    pub(super) root: &'a R::Position,
    pub(super) half: &'a Half,
    pub(super) ranked: bool,
    pub(super) names: &'a Names<'a, R>,
}

impl<R: Rules> Judged<'_, R> {
    /// Checks the strategy, given its entries and the rank of each of its positions.
    pub(super) fn check<'e>(
        &self,
        entries: impl Iterator<Item = (&'e R::Position, Plan<R::Move>)>,
        rank_of: &dyn Fn(&R::Position) -> Option<u32>,
    ) -> Result<(), Refusal>
    where
        R::Position: 'e,
    {
        check_ranks(self.rules.repetition(), self.half, self.ranked)?;
        if rank_of(self.root).is_none() {
            let root = (self.names.position)(self.root);
            return Err(Refusal::unproved(format!("the strategy does not hold the root {}", shown(&root))));
        }
        let values = self.rules.values();
        let mut moves = Vec::new();
        for (position, plan) in entries {
            self.check_entry(position, plan, &values, &mut moves, rank_of)?;
        }
        Ok(())
    }

    fn check_entry(
        &self,
        position: &R::Position,
        plan: Plan<R::Move>,
        values: &[Value],
        moves: &mut Vec<R::Move>,
        rank_of: &dyn Fn(&R::Position) -> Option<u32>,
    ) -> Result<(), Refusal> {
        let here = || shown(&(self.names.position)(position));
        let Status::Turn(mover) = self.rules.status(position) else {
            return Err(Refusal::unproved(format!("play has ended in {}, and the strategy goes on", here())));
        };
        moves.clear();
        self.rules.moves(position, moves);
        match (mover == self.half.player, plan.mv) {
            (true, Some(mv)) if moves.contains(&mv) => {
                moves.clear();
                moves.push(mv);
            }
            (true, Some(_)) => return Err(Refusal::unproved(format!("an illegal move in {}", here()))),
            (true, None) => return Err(Refusal::unproved(format!("no move is given in {}", here()))),
            (false, Some(_)) => {
                return Err(Refusal::unproved(format!("a move is given in {}, where the opponent moves", here())));
            }
            (false, None) => {}
        }
        if moves.is_empty() {
            return Err(Refusal::unproved(format!("the rules list no move in {}, where play goes on", here())));
        }
        for &mv in moves.iter() {
            let next = self.rules.play(position, mv);
            let after = || format!("{} in {}", shown(&(self.names.mv)(position, mv)), here());
            match self.rules.status(&next) {
                Status::Ended(value) if !values.contains(&value) => {
                    return Err(Refusal::unproved(format!(
                        "{} ends with {value}, which is not a value of this game",
                        after()
                    )));
                }
                Status::Ended(value) if self.half.is_kept_by(value) => {}
                Status::Ended(value) => {
                    return Err(Refusal::unproved(format!("a wrong end: {} is worth {value}, not enough", after())));
                }
                Status::Turn(_) => match rank_of(&next) {
                    None => {
                        let what = if mover == self.half.player { "move" } else { "reply" };
                        return Err(Refusal::unproved(format!(
                            "a missing position: nothing follows the {what} {}",
                            after()
                        )));
                    }
                    Some(rank) if self.ranked && rank >= plan.rank => {
                        return Err(Refusal::unproved(format!(
                            "the rank does not fall from {} to {rank} with {}",
                            plan.rank,
                            after()
                        )));
                    }
                    Some(_) => {}
                },
            }
        }
        Ok(())
    }
}

/// Without ranks, an endless line must be good enough.
pub(super) fn check_ranks(repetition: Option<Value>, half: &Half, ranked: bool) -> Result<(), Refusal> {
    match repetition {
        _ if ranked => Ok(()),
        Some(worth) if half.is_kept_by(worth) => Ok(()),
        Some(worth) => Err(Refusal::unproved(format!(
            "the strategy has no ranks, and an endless line is worth {worth}: it does not show that {}",
            half.text()
        ))),
        None => Err(Refusal::unproved("the strategy has no ranks, so nothing shows that play ends")),
    }
}
