//! What a game is: positions, moves, who moves, and what an end is worth.
//!
//! [`Game`] is all that a search or a checker knows of the rules. A rules object (the size of the board is data
//! in it) stands beside small positions; the players are called Max and Min, the worth of an end is always
//! Max's, and who moves is asked of every position, never assumed to alternate.
//!
//! [`TextGame`] adds words: positions and moves as text both ways and the board as a picture. Searches do not
//! need it; the command and the certificates do.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// What the end of a game is worth for Max; more is better for Max.
///
/// Games of win, draw and loss use 1, 0 and −1.
pub type Value = i32;

/// The two players. Max wants a high [`Value`], Min a low one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who wants a high value.
    Max,
    /// The player who wants a low value.
    Min,
}

impl Player {
    /// The other player.
    ///
    /// ```
    /// use winproof::Player;
    /// assert_eq!(Player::Max.opponent(), Player::Min);
    /// ```
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }
}

/// Whether play goes on in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Play goes on, and this player moves.
    Turn(Player),
    /// Play has ended, worth this much for Max.
    Ended(Value),
}

/// The rules of a two-player game with perfect information and no chance.
///
/// Required are [`status`](Game::status), [`moves`](Game::moves) and [`play`](Game::play); everything else has a
/// default that is right for a game of win, draw and loss whose positions never come again.
///
/// ```
/// use winproof::{Game, Player, Status};
///
/// /// Players take one or two stones from a heap; who takes the last one wins.
/// struct Heap;
///
/// impl Game for Heap {
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
/// let verdict = winproof::solve(&Heap, &(7, Player::Max));
/// assert_eq!(verdict.value(), Some(1));
/// ```
pub trait Game {
    /// A position: everything that the rules look at. Two equal positions have the same future.
    type Position: Clone + Eq + Hash + Debug;
    /// A move; small, because a search tree keeps one in every node (two bytes fit without cost).
    type Move: Copy + Eq + Debug;

    /// Who moves in the position, or what it is worth if play has ended there.
    fn status(&self, position: &Self::Position) -> Status;

    /// Appends the legal moves of a position in which play goes on to `moves`, all different, in an order that
    /// depends on the position alone.
    ///
    /// There must be at least one: a player who cannot move is a matter of [`status`](Game::status) (an end, or
    /// the other player's turn) or of a move that passes. Searches panic with the position's name otherwise.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Everything that play can be worth, ascending; the worth of a repetition is among them.
    fn values(&self) -> Vec<Value> {
        vec![-1, 0, 1]
    }

    /// What an endless line of play is worth, or `None` where no position can ever come again.
    ///
    /// A search may treat the first repetition of a position as the end of the game with this worth; the value
    /// of the game is the same either way.
    fn repetition(&self) -> Option<Value> {
        None
    }

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

    /// More positions than this there cannot be, where the rules know such a number. It only helps to pick a search.
    fn most_positions(&self) -> Option<u64> {
        None
    }

    /// A 64-bit hash of the position. Override where the position carries one that `play` keeps up to date.
    fn hash(&self, position: &Self::Position) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        position.hash(&mut hasher);
        hasher.finish()
    }

    /// A guess at how much work it takes to show that the player to move reaches his goal, and that he does
    /// not: the first numbers of a leaf under the leaf assessment `heuristic`. Both at least 1.
    fn heuristic(&self, position: &Self::Position) -> Assessment {
        Assessment { reach: 1, miss: self.mobility(position).max(1) }
    }

    /// What a look at a position in which play goes on tells of its value: it is at least the first and at most the
    /// second, both among [`values`](Game::values). `None` where a look tells nothing.
    ///
    /// It must be true: alpha-beta and df-pn believe it. No certificate rests on it: there play is shown to its end.
    fn foresight(&self, _: &Self::Position) -> Option<(Value, Value)> {
        None
    }

    /// Adds moves among which there is always a best one: all but those that the game knows to be no better than another
    /// that is added.
    ///
    /// It must be true: alpha-beta believes it where positions never repeat. No certificate rests on it: there every move of the opponent is
    /// answered.
    fn undominated_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.moves(position, moves);
    }

    /// Whether [`foresight`](Game::foresight) often tells something, so that a search which makes use of it is the one to pick.
    fn foresees(&self) -> bool {
        false
    }

    /// How good a position looks for Max; more is better. It only decides which move is tried first.
    fn outlook(&self, _: &Self::Position) -> i32 {
        0
    }

    /// A small number for a move, the same for moves that do about the same in different positions, so that a search can
    /// learn which moves are often good. `None` where a game's moves have nothing of the kind.
    fn move_number(&self, _: &Self::Position, _: Self::Move) -> Option<usize> {
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

/// A text that is no position, no move or no parameter of the game: one sentence with the place and the fix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub String);

impl TextError {
    /// An error with this sentence.
    pub fn new(sentence: impl Into<String>) -> TextError {
        TextError(sentence.into())
    }
}

/// A game that can be read and written.
///
/// Text round trips: parsing what was written gives back an equal position or move. Neither contains a tab or a
/// line break.
pub trait TextGame: Game {
    /// The game's name, as the command and the certificates use it.
    fn name(&self) -> String;

    /// What, besides the name, makes these rules: pairs such as `("size", "5x4")`, in a fixed order, enough to
    /// build the same rules again.
    fn parameters(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// A position as one line of text.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The position that a text stands for.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// A move as text.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The legal move that a text stands for. The default compares with the text of each legal move.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError> {
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.status(position) {
            self.moves(position, &mut moves);
        }
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(position, mv) == text) {
            return Ok(mv);
        }
        let legal: Vec<String> = moves.iter().map(|&mv| self.move_text(position, mv)).collect();
        Err(TextError::new(if legal.is_empty() {
            format!("'{text}' cannot be played: the game has ended in {}", self.position_text(position))
        } else {
            format!("'{text}' is no legal move in {}; legal are: {}", self.position_text(position), legal.join(" "))
        }))
    }

    /// The board as a picture of one or more lines, for people.
    fn picture(&self, position: &Self::Position) -> String {
        self.position_text(position)
    }

    /// What the game calls a player, such as `White`.
    fn player_name(&self, player: Player) -> String {
        format!("{player:?}")
    }

    /// The same position with the other player to move, in games whose positions are classed by who wins when either
    /// starts; `None` in all others.
    fn passed(&self, _: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// A value in the words that players use, such as `White wins by 2`.
    fn value_text(&self, value: Value) -> String {
        match value {
            0 => "draw".to_string(),
            1.. => format!("{} wins", self.player_name(Player::Max)),
            _ => format!("{} wins", self.player_name(Player::Min)),
        }
    }
}
