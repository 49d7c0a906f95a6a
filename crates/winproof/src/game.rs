//! What a search may know of a game beyond its rules.
//!
//! [`Rules`] say who moves, which moves there are and what an end is worth; a checker knows no more. [`Game`] adds
//! knowledge that makes searches faster: bounds that a look at the board gives, symmetries, moves that are never better
//! than others, guesses. No certificate rests on any of it.

use crate::hash::PositionHasher;
use std::hash::{Hash, Hasher};
pub use winproof_check::{Player, Rules, Status, TextRules, Value, Viewpoint};

/// A game that can be searched: its [`Rules`], and whatever else it knows of itself. Everything has a default, so
/// `impl Game for MyRules {}` is enough.
///
/// ```
/// use winproof::{Game, Player, Rules, Status};
///
/// /// Players take one or two stones from a heap; whoever takes the last one wins.
/// struct Heap;
///
/// impl Rules for Heap {
///     type Position = (u8, Player);
///     type Move = u8;
///
///     fn status(&self, &(stones, player): &(u8, Player)) -> Status {
///         match (stones, player) {
///             (0, Player::Max) => Status::Ended(-1),
///             (0, Player::Min) => Status::Ended(1),
///             _ => Status::Turn(player),
///         }
///     }
///     fn moves(&self, &(stones, _): &(u8, Player), moves: &mut Vec<u8>) {
///         moves.extend(1..=stones.min(2));
///     }
///     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) {
///         (stones - take, player.opponent())
///     }
/// }
///
/// impl Game for Heap {}
///
/// let solution = winproof::solve(&Heap, &(7, Player::Max));
/// assert_eq!(solution.value(), Some(1));
/// ```
pub trait Game: Rules {
    /// One position out of all that are the same under the game's symmetries; the same one for each of them,
    /// with the same player to move.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Whether [`canonical`](Game::canonical) does more than copy, so that searches may ask for it.
    fn has_symmetry(&self) -> bool {
        false
    }

    /// How many moves the player to move has. Override where counting is cheaper than generating.
    fn mobility(&self, position: &Self::Position) -> u32 {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        u32::try_from(moves.len()).unwrap_or(u32::MAX)
    }

    /// An upper bound on the number of positions, where the rules give one. It only helps to pick a search.
    fn most_positions(&self) -> Option<u64> {
        None
    }

    /// A 64-bit hash of the position. Override where the position carries one that `play` keeps up to date, or where
    /// [`hash::mix`](crate::hash::mix) of a few words will do; the depth-first searches know positions by it.
    fn hash(&self, position: &Self::Position) -> u64 {
        let mut hasher = PositionHasher::default();
        position.hash(&mut hasher);
        hasher.finish()
    }

    /// A guess at how much work it takes to show that the player to move reaches his goal, and that he does
    /// not: the first numbers of a leaf under the leaf assessment `heuristic`. Both at least 1.
    fn heuristic(&self, position: &Self::Position) -> Assessment {
        Assessment { reach: 1, miss: self.mobility(position).max(1) }
    }

    /// What a look at a position in which play goes on tells of its value: it is at least the first and at most the
    /// second, both among [`values`](Rules::values). `None` where a look tells nothing.
    ///
    /// It must be true: alpha-beta and df-pn believe it. No certificate rests on it: there play is shown to its end.
    fn foresight(&self, _: &Self::Position) -> Option<(Value, Value)> {
        None
    }

    /// Adds moves among which there is always a best one: all but those that the game knows to be no better than
    /// another that is added.
    ///
    /// It must be true: alpha-beta believes it where positions never repeat. No certificate rests on it: there every
    /// move of the opponent is answered.
    fn undominated_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.moves(position, moves);
    }

    /// Whether [`foresight`](Game::foresight) often tells something, so that a search which makes use of it is the one
    /// to pick.
    fn foresees(&self) -> bool {
        false
    }

    /// How good a position looks for Max; more is better. It only decides which move is tried first.
    fn outlook(&self, _: &Self::Position) -> i32 {
        0
    }

    /// A small number for a move, the same for moves that do about the same in different positions, so that a search
    /// can learn which moves are often good. `None` where a game's moves have nothing of the kind.
    fn move_number(&self, _: &Self::Position, _: Self::Move) -> Option<usize> {
        None
    }

    /// The bytes that a position holds beside its own size, where it holds any: limits on memory count them.
    #[inline]
    fn heap_bytes(&self, _: &Self::Position) -> usize {
        0
    }

    /// Whether the rules take so long to answer that searches should look at the clock, and at whoever wants to stop
    /// them, after every step.
    fn is_slow(&self) -> bool {
        false
    }

    /// The same position with the other player to move, in games whose positions are classed by who wins when either
    /// starts; `None` in all others.
    fn passed(&self, _: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// A guess at the work that is left at a leaf, as the player to move sees it.
///
/// With `unit` both numbers are 1. With `mobility` the mover needs one good move to reach the goal, and all of
/// his moves have to fail for him to miss it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// Work to show that the player to move reaches his goal.
    pub reach: u32,
    /// Work to show that he misses it.
    pub miss: u32,
}

/// A game that can be read and written: all that the command and the certificates need.
pub trait TextGame: Game + TextRules {}

impl<G: Game + TextRules + ?Sized> TextGame for G {}

impl<G: Game> Game for Viewpoint<G> {
    fn canonical(&self, position: &G::Position) -> G::Position {
        self.inner().canonical(position)
    }
    fn has_symmetry(&self) -> bool {
        self.inner().has_symmetry()
    }
    #[inline]
    fn mobility(&self, position: &G::Position) -> u32 {
        self.inner().mobility(position)
    }
    fn most_positions(&self) -> Option<u64> {
        self.inner().most_positions()
    }
    #[inline]
    fn hash(&self, position: &G::Position) -> u64 {
        self.inner().hash(position)
    }
    fn heuristic(&self, position: &G::Position) -> Assessment {
        self.inner().heuristic(position)
    }
    fn foresight(&self, position: &G::Position) -> Option<(Value, Value)> {
        let (low, high) = self.inner().foresight(position)?;
        Some(if self.is_exchanged() { (high.saturating_neg(), low.saturating_neg()) } else { (low, high) })
    }
    fn undominated_moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.inner().undominated_moves(position, moves);
    }
    fn foresees(&self) -> bool {
        self.inner().foresees()
    }
    fn outlook(&self, position: &G::Position) -> i32 {
        self.turned_value(self.inner().outlook(position))
    }
    fn move_number(&self, position: &G::Position, mv: G::Move) -> Option<usize> {
        self.inner().move_number(position, mv)
    }
    #[inline]
    fn heap_bytes(&self, position: &G::Position) -> usize {
        self.inner().heap_bytes(position)
    }
    fn is_slow(&self) -> bool {
        self.inner().is_slow()
    }
    fn passed(&self, position: &G::Position) -> Option<G::Position> {
        self.inner().passed(position)
    }
}

impl<G: Game + ?Sized> Game for Box<G> {
    fn canonical(&self, position: &G::Position) -> G::Position {
        (**self).canonical(position)
    }
    fn has_symmetry(&self) -> bool {
        (**self).has_symmetry()
    }
    fn mobility(&self, position: &G::Position) -> u32 {
        (**self).mobility(position)
    }
    fn most_positions(&self) -> Option<u64> {
        (**self).most_positions()
    }
    fn hash(&self, position: &G::Position) -> u64 {
        (**self).hash(position)
    }
    fn heuristic(&self, position: &G::Position) -> Assessment {
        (**self).heuristic(position)
    }
    fn foresight(&self, position: &G::Position) -> Option<(Value, Value)> {
        (**self).foresight(position)
    }
    fn undominated_moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        (**self).undominated_moves(position, moves);
    }
    fn foresees(&self) -> bool {
        (**self).foresees()
    }
    fn outlook(&self, position: &G::Position) -> i32 {
        (**self).outlook(position)
    }
    fn move_number(&self, position: &G::Position, mv: G::Move) -> Option<usize> {
        (**self).move_number(position, mv)
    }
    fn heap_bytes(&self, position: &G::Position) -> usize {
        (**self).heap_bytes(position)
    }
    fn is_slow(&self) -> bool {
        (**self).is_slow()
    }
    fn passed(&self, position: &G::Position) -> Option<G::Position> {
        (**self).passed(position)
    }
}
