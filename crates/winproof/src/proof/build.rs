//! Collects a strategy while someone walks through a solved search.
//!
//! The walker goes depth first along the strategy's own moves and all replies; the builder keeps the path with
//! its positions, knows each position once, and gives ranks.
//!
//! Why the ranks fall: with ranks, a position is entered into the book when all that can follow it is there
//! already, its rank is one more than the greatest of theirs, and nothing in the book changes afterwards. A walker
//! may come to a position again by another line, with other moves below it in a tree: then the
//! first plan stands. Without ranks a position counts as known as soon as it is entered, so a line that comes back
//! to itself closes.

use super::{Entry, Strategy};
use crate::game::{Game, Player, Status};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// What the walker has come to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// A position not seen before: walk on from it, then `leave`.
    New,
    /// An end of play or a position that is in the book: go on with the next move.
    Known,
}

struct Frame<G: Game> {
    position: G::Position,
    player: Player,
    mv: Option<G::Move>,
    rank: u32,
    /// The place of the position's entry in the book, where it has one already.
    entry: Option<usize>,
}

pub(crate) struct StrategyBuilder<G: Game> {
    strategy: Strategy<G>,
    known: HashMap<G::Position, u32, FxBuildHasher>,
    path: Vec<Frame<G>>,
}

impl<G: Game> StrategyBuilder<G> {
    pub(crate) fn new(player: Player, ranked: bool) -> Self {
        StrategyBuilder {
            strategy: Strategy { player, ranked, entries: Vec::new() },
            known: HashMap::with_hasher(FxBuildHasher),
            path: Vec::new(),
        }
    }

    /// The position that the walker stands on.
    pub(crate) fn here(&self) -> Option<&G::Position> {
        self.path.last().map(|frame| &frame.position)
    }

    /// Starts at a position, or goes on to one.
    pub(crate) fn enter(&mut self, game: &G, position: &G::Position) -> Arrival {
        let Status::Turn(player) = game.status(position) else { return self.arrive(0) };
        if let Some(&rank) = self.known.get(position) {
            return self.arrive(rank);
        }
        let entry = if self.strategy.ranked {
            None
        } else {
            self.known.insert(position.clone(), 0);
            self.strategy.entries.push(Entry { position: position.clone(), mv: None, rank: 0 });
            Some(self.strategy.entries.len() - 1)
        };
        self.path.push(Frame { position: position.clone(), player, mv: None, rank: 0, entry });
        Arrival::New
    }

    fn arrive(&mut self, rank: u32) -> Arrival {
        if let Some(frame) = self.path.last_mut() {
            frame.rank = frame.rank.max(rank);
        }
        Arrival::Known
    }

    /// Plays a move from the position that was entered last and not left.
    pub(crate) fn follow(&mut self, game: &G, mv: G::Move) -> Arrival {
        let Some(frame) = self.path.last_mut() else { return Arrival::Known };
        if frame.player == self.strategy.player {
            frame.mv = Some(mv);
        }
        let position = game.play(&frame.position, mv);
        self.enter(game, &position)
    }

    /// Done with the position that was entered last.
    pub(crate) fn leave(&mut self) {
        let Some(frame) = self.path.pop() else { return };
        if let Some(entry) = frame.entry {
            self.strategy.entries[entry].mv = frame.mv;
            return;
        }
        let rank = frame.rank + 1;
        self.known.insert(frame.position.clone(), rank);
        self.strategy.entries.push(Entry { position: frame.position, mv: frame.mv, rank });
        self.arrive(rank);
    }

    /// Bytes held, the path aside.
    pub(crate) fn bytes(&self) -> usize {
        self.known.allocation_size() + self.strategy.bytes()
    }

    pub(crate) fn finish(self) -> Strategy<G> {
        self.strategy
    }
}

/// Someone who knows which moves to follow from a position.
pub(crate) type Replies<'a, G> = dyn FnMut(&<G as Game>::Position) -> Option<Vec<<G as Game>::Move>> + 'a;

/// Walks from a position along moves to follow, and collects the strategy. `replies` gives the move of the strategy's
/// player, or all of his opponent's, the last one first; where it gives none, or the strategy takes more than
/// `most_bytes`, there is no strategy.
pub(crate) fn collect<G: Game>(
    game: &G,
    root: &G::Position,
    (player, ranked): (Player, bool),
    most_bytes: usize,
    replies: &mut Replies<'_, G>,
) -> Option<Strategy<G>> {
    let mut builder = StrategyBuilder::new(player, ranked);
    builder.enter(game, root);
    let mut stack = vec![replies(root)?];
    while let Some(moves) = stack.last_mut() {
        if builder.bytes() > most_bytes {
            return None;
        }
        match moves.pop() {
            None => {
                stack.pop();
                builder.leave();
            }
            Some(mv) => {
                if builder.follow(game, mv) == Arrival::New {
                    let moves = replies(builder.here()?)?;
                    stack.push(moves);
                }
            }
        }
    }
    Some(builder.finish())
}
