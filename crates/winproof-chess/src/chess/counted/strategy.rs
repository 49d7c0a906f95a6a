//! The strategy behind an answer: what its owner plays in each position, found with the table of the search.
//!
//! Among moves that serve, one that ends play is best, then one known to need the fewest moves; among equals a queen
//! comes before other pieces, and the move that leaves the opponent the fewest replies before others: it makes the
//! smallest strategy. Where that is equal too, a quiet move comes before a check.

use super::ends::Ends;
use super::{ChessMove, MateGame, Position, Search, Watch, hash, mobility};
use cozy_chess::{Board, Move, Piece};
use std::collections::HashMap;
use winproof::proof::{Entry, Strategy};
use winproof::{Player, Rules, Status, Stopped};

/// Builds one strategy.
pub(super) struct Builder<'s, E> {
    search: &'s mut Search<E>,
    game: &'s MateGame,
    /// Whether it is the attacker's.
    wins: bool,
    most_entries: usize,
    placed: HashMap<Position, (Option<ChessMove>, u32)>,
    ticks: u64,
}

impl<'s, E: Ends> Builder<'s, E> {
    pub(super) fn new(search: &'s mut Search<E>, game: &'s MateGame, wins: bool, most_bytes: usize) -> Self {
        let most_entries = most_bytes / (3 * size_of::<Entry<MateGame>>());
        Builder { search, game, wins, most_entries, placed: HashMap::new(), ticks: 0 }
    }

    pub(super) fn build(mut self, root: &Position, watch: Watch<'_>) -> Result<Strategy<MateGame>, Stopped> {
        self.search.most_nodes = u64::MAX;
        self.place(root, watch)?;
        let player = if self.wins { Player::Max } else { Player::Min };
        let entries = self.placed.into_iter().map(|(position, (mv, rank))| Entry { position, mv, rank }).collect();
        Ok(Strategy { player, ranked: true, entries })
    }

    /// Places a position and all that follow; its rank, which is 0 where play has ended.
    fn place(&mut self, position: &Position, watch: Watch<'_>) -> Result<u32, Stopped> {
        let Status::Turn(mover) = self.game.status(position) else { return Ok(0) };
        if let Some(&(_, rank)) = self.placed.get(position) {
            return Ok(rank);
        }
        if self.placed.len() >= self.most_entries {
            return Err(Stopped::Memory);
        }
        self.ticks += 1;
        if self.ticks.is_multiple_of(64) {
            let (nodes, bytes) = (self.search.nodes, self.placed.len() * 3 * size_of::<Entry<MateGame>>());
            watch(&super::Glance { nodes, bytes, table_permille: 0, line: &[] })?;
        }
        let owns = (mover == Player::Max) == self.wins;
        let (mv, rank) = if owns {
            let mv = self.choose(position, mover == Player::Max, watch)?;
            (Some(mv), self.place(&self.game.play(position, mv), watch)? + 1)
        } else {
            let mut moves = Vec::new();
            self.game.moves(position, &mut moves);
            let mut highest = 0;
            for mv in moves {
                highest = highest.max(self.place(&self.game.play(position, mv), watch)?);
            }
            (None, highest + 1)
        };
        self.placed.insert(position.clone(), (mv, rank));
        Ok(rank)
    }

    /// A move that serves the strategy's owner.
    fn choose(&mut self, position: &Position, is_attacker: bool, watch: Watch<'_>) -> Result<ChessMove, Stopped> {
        let board = position.board();
        let left = position.left() - u8::from(is_attacker);
        let mut candidates = self.candidates(board, left, is_attacker);
        candidates.sort_by_key(|candidate| candidate.merit);
        // These searches start somewhere below the root: their lines mean nothing to whoever watches.
        let watch: Watch<'_> = &mut |glance| watch(&super::Glance { line: &[], ..*glance });
        for settled in [true, false] {
            for candidate in candidates.iter().filter(|candidate| candidate.is_settled == settled) {
                if settled || self.search.solve_board(&candidate.after, left, watch)? == self.wins {
                    return Ok(ChessMove::from(candidate.mv));
                }
            }
        }
        Err(Stopped::Contradiction)
    }

    /// The moves that may serve: those known to, and those of which nothing is known.
    fn candidates(&self, board: &Board, left: u8, is_attacker: bool) -> Vec<Candidate> {
        let ends = self.search.ends;
        let mut candidates = Vec::new();
        board.generate_moves(|set| {
            for mv in set {
                let mut after = board.clone();
                after.play_unchecked(mv);
                let end = match is_attacker {
                    true => ends.attacked(board, mv, &after, left),
                    false => ends.defended(board, mv, &after, left),
                };
                let known = self.search.table.as_ref().map(|table| table.look_up(hash(&after)));
                let settled = end.or_else(|| known.and_then(|known| known.settles(left)));
                if settled == Some(!self.wins) {
                    continue;
                }
                let length = match (end, known) {
                    (Some(_), _) => 0,
                    (None, Some(known)) if settled.is_some() && self.wins => known.wins.saturating_add(1),
                    (None, Some(known)) if settled.is_some() => u8::MAX - known.none,
                    _ => u8::MAX,
                };
                let is_minor = mv.promotion.is_some_and(|piece| piece != Piece::Queen);
                let replies = if settled.is_some() || length == 0 { mobility(&after) } else { effort(&after) };
                candidates.push(Candidate {
                    mv,
                    is_settled: settled.is_some(),
                    merit: (length, is_minor, replies, !after.checkers().is_empty()),
                    after,
                });
            }
            false
        });
        candidates
    }
}

/// How hard a move looks that nothing is known of: checks with few replies first.
fn effort(after: &Board) -> u32 {
    let replies = mobility(after);
    if after.checkers().is_empty() { 4 * replies } else { replies }
}

/// A move that may serve.
struct Candidate {
    mv: Move,
    after: Board,
    is_settled: bool,
    /// Less is better: the moves that it needs, whether it promotes to a lesser piece, the replies that it leaves,
    /// whether it is a check for nothing.
    merit: (u8, bool, u32, bool),
}
