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

use super::{Entry, NoStrategy, Strategy};
use crate::game::{Game, Player, Rules, Status, Value};
use crate::limits::Stopped;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// What the walker has come to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// A position not seen before: walk on from it, then `leave`.
    New,
    /// An end of play that is good enough, or a position that is in the book: go on with the next move.
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

/// Whether an end with this value is good enough for the strategy.
pub(crate) type IsGoodEnd<'a> = dyn Fn(Value) -> bool + 'a;

pub(crate) struct StrategyBuilder<'a, G: Game> {
    strategy: Strategy<G>,
    known: HashMap<G::Position, u32, FxBuildHasher>,
    path: Vec<Frame<G>>,
    is_good_end: &'a IsGoodEnd<'a>,
    /// What the positions hold beside their own size.
    heap_bytes: usize,
}

impl<'a, G: Game> StrategyBuilder<'a, G> {
    pub(crate) fn new(player: Player, ranked: bool, is_good_end: &'a IsGoodEnd<'a>) -> Self {
        StrategyBuilder {
            strategy: Strategy { player, ranked, entries: Vec::new() },
            known: HashMap::with_hasher(FxBuildHasher),
            path: Vec::new(),
            is_good_end,
            heap_bytes: 0,
        }
    }

    /// The position that the walker stands on.
    pub(crate) fn here(&self) -> Option<&G::Position> {
        self.path.last().map(|frame| &frame.position)
    }

    /// Starts at a position, or goes on to one. An end that is not good enough contradicts the answer.
    pub(crate) fn enter(&mut self, game: &G, position: &G::Position) -> Result<Arrival, NoStrategy> {
        let player = match game.status(position) {
            Status::Turn(player) => player,
            Status::Ended(value) if (self.is_good_end)(value) => return Ok(self.arrive(0)),
            Status::Ended(value) => {
                return Err(NoStrategy::Contradiction(format!("play can end in {position:?}, worth {value}")));
            }
        };
        if let Some(&rank) = self.known.get(position) {
            return Ok(self.arrive(rank));
        }
        let entry = if self.strategy.ranked {
            None
        } else {
            self.remember(game, position, 0);
            self.strategy.entries.push(Entry { position: position.clone(), mv: None, rank: 0 });
            Some(self.strategy.entries.len() - 1)
        };
        self.path.push(Frame { position: position.clone(), player, mv: None, rank: 0, entry });
        Ok(Arrival::New)
    }

    fn remember(&mut self, game: &G, position: &G::Position, rank: u32) {
        self.heap_bytes += 2 * game.heap_bytes(position);
        self.known.insert(position.clone(), rank);
    }

    fn arrive(&mut self, rank: u32) -> Arrival {
        if let Some(frame) = self.path.last_mut() {
            frame.rank = frame.rank.max(rank);
        }
        Arrival::Known
    }

    /// Plays a move from the position that was entered last and not left.
    pub(crate) fn follow(&mut self, game: &G, mv: G::Move) -> Result<Arrival, NoStrategy> {
        let Some(frame) = self.path.last_mut() else { return Ok(Arrival::Known) };
        if frame.player == self.strategy.player {
            frame.mv = Some(mv);
        }
        let position = game.play(&frame.position, mv);
        self.enter(game, &position)
    }

    /// Done with the position that was entered last.
    pub(crate) fn leave(&mut self, game: &G) {
        let Some(frame) = self.path.pop() else { return };
        if let Some(entry) = frame.entry {
            self.strategy.entries[entry].mv = frame.mv;
            return;
        }
        let rank = frame.rank.saturating_add(1);
        self.remember(game, &frame.position, rank);
        self.strategy.entries.push(Entry { position: frame.position, mv: frame.mv, rank });
        self.arrive(rank);
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let path = self.path.capacity() * size_of::<Frame<G>>();
        self.known.allocation_size() + self.strategy.bytes() + self.heap_bytes + path
    }

    pub(crate) fn finish(self) -> Strategy<G> {
        self.strategy
    }
}

/// Someone who knows which moves to follow from a position.
pub(crate) type Replies<'a, G> = dyn FnMut(&<G as Rules>::Position) -> Result<Vec<<G as Rules>::Move>, NoStrategy> + 'a;

/// What a strategy is to be like.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'a> {
    pub(crate) player: Player,
    /// Whether ranks must fall along every line.
    pub(crate) ranked: bool,
    pub(crate) is_good_end: &'a IsGoodEnd<'a>,
    /// What it may hold, with the search for it.
    pub(crate) most_bytes: usize,
}

/// Walks from a position along moves to follow, and collects the strategy. `replies` gives the move of the strategy's
/// player, or all of his opponent's, the last one first.
pub(crate) fn collect<G: Game>(
    game: &G,
    root: &G::Position,
    shape: Shape<'_>,
    replies: &mut Replies<'_, G>,
) -> Result<Strategy<G>, NoStrategy> {
    let mut builder = StrategyBuilder::new(shape.player, shape.ranked, shape.is_good_end);
    builder.enter(game, root)?;
    let mut stack = vec![replies(root)?];
    let bytes_of = |moves: &Vec<G::Move>| moves.capacity() * size_of::<G::Move>() + size_of::<Vec<G::Move>>();
    let mut stack_bytes = bytes_of(&stack[0]);
    while let Some(moves) = stack.last_mut() {
        if builder.bytes() + stack_bytes > shape.most_bytes {
            return Err(NoStrategy::Limit(Stopped::Memory));
        }
        match moves.pop() {
            None => {
                stack_bytes -= bytes_of(moves);
                stack.pop();
                builder.leave(game);
            }
            Some(mv) => {
                if builder.follow(game, mv)? == Arrival::New {
                    let Some(here) = builder.here() else { break };
                    let moves = replies(here)?;
                    stack_bytes += bytes_of(&moves);
                    stack.push(moves);
                }
            }
        }
    }
    Ok(builder.finish())
}
