//! Woodpush with a choice of the values that a search has to tell apart.

use super::At;
use winproof::{Game, Rules, Status, TextRules, Value};
use winproof_games::Woodpush;

/// Woodpush on a strip.
pub(crate) struct Strip {
    rules: Woodpush,
    widest: Option<Value>,
}

impl Strip {
    /// The start of a game on a strip of so many cells, with the values that can be reached there.
    pub(crate) fn start(cells: u32) -> At<Strip> {
        Strip::with(cells, None)
    }

    /// The same as if scores went from `-widest` to `widest`, so that no goal in between is settled without a search.
    pub(crate) fn start_in_range(cells: u32, widest: Value) -> At<Strip> {
        Strip::with(cells, Some(widest))
    }

    fn with(cells: u32, widest: Option<Value>) -> At<Strip> {
        let rules = Woodpush::new(cells).expect("a strip that is long enough");
        let root = rules.start();
        At { game: Strip { rules, widest }, root }
    }
}

impl Rules for Strip {
    type Position = <Woodpush as Rules>::Position;
    type Move = <Woodpush as Rules>::Move;

    #[inline]
    fn status(&self, position: &Self::Position) -> Status {
        self.rules.status(position)
    }
    #[inline]
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.rules.moves(position, moves);
    }
    #[inline]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        self.rules.play(position, mv)
    }
    fn values(&self) -> Vec<Value> {
        self.widest.map_or_else(|| self.rules.values(), |widest| (-widest..=widest).collect())
    }
    fn repetition(&self) -> Option<Value> {
        self.rules.repetition()
    }
}

impl Game for Strip {
    #[inline]
    fn mobility(&self, position: &Self::Position) -> u32 {
        self.rules.mobility(position)
    }
    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        self.rules.hash(position)
    }
}
