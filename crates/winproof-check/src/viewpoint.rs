//! The same game seen from the other chair.
//!
//! A game names one of its players Max once and for all: the first player, White, Left. The command reports
//! values for the player who moves in the position given. [`Viewpoint`] is the one place where the two meet: it
//! exchanges Max and Min, and the signs of all values, where the player to move at the root is the game's Min.

use crate::drawing::{Drawing, MovePlace};
use crate::rules::{Player, Rules, Status, TextError, TextRules, Value};

/// A game with Max and Min exchanged, or not.
///
/// ```
/// use winproof_check::{Player, Rules, Status, Viewpoint};
/// # struct Heap;
/// # impl Rules for Heap {
/// #     type Position = (u8, Player);
/// #     type Move = u8;
/// #     fn status(&self, &(stones, player): &(u8, Player)) -> Status {
/// #         match (stones, player) {
/// #             (0, Player::Max) => Status::Ended(-1),
/// #             (0, Player::Min) => Status::Ended(1),
/// #             _ => Status::Turn(player),
/// #         }
/// #     }
/// #     fn moves(&self, &(stones, _): &(u8, Player), moves: &mut Vec<u8>) { moves.extend(1..=stones.min(2)); }
/// #     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) {
/// #         (stones - take, player.opponent())
/// #     }
/// # }
/// let root = (4, Player::Min);
/// let game = Viewpoint::of_mover(Heap, &root);
/// assert_eq!(game.status(&root), Status::Turn(Player::Max));
/// assert_eq!(game.status(&(0, Player::Min)), Status::Ended(-1)); // who moves now has lost
/// ```
#[derive(Clone, Debug)]
pub struct Viewpoint<R> {
    game: R,
    exchanged: bool,
}

impl<R: Rules> Viewpoint<R> {
    /// The game in which whoever moves at `root` is Max. Where play has ended at `root`, the players keep
    /// their parts.
    pub fn of_mover(game: R, root: &R::Position) -> Viewpoint<R> {
        let exchanged = game.status(root) == Status::Turn(Player::Min);
        Viewpoint { game, exchanged }
    }

    /// The game as it is.
    pub fn unchanged(game: R) -> Viewpoint<R> {
        Viewpoint { game, exchanged: false }
    }

    /// The game with Max and Min exchanged.
    pub fn exchanged(game: R) -> Viewpoint<R> {
        Viewpoint { game, exchanged: true }
    }

    /// The game behind the viewpoint.
    pub fn inner(&self) -> &R {
        &self.game
    }

    /// Whether Max and Min are exchanged.
    pub fn is_exchanged(&self) -> bool {
        self.exchanged
    }

    /// A value as the other side of the viewpoint has it. Saturates at the least number, which is not a value.
    #[inline]
    pub fn turned_value(&self, value: Value) -> Value {
        if self.exchanged { value.saturating_neg() } else { value }
    }

    /// A player as the other side of the viewpoint calls them.
    #[inline]
    pub fn turned_player(&self, player: Player) -> Player {
        if self.exchanged { player.opponent() } else { player }
    }
}

impl<R: Rules> Rules for Viewpoint<R> {
    type Position = R::Position;
    type Move = R::Move;

    // Always: what it makes of the game's answer is taken apart again by the search at once.
    #[inline(always)]
    fn status(&self, position: &R::Position) -> Status {
        match self.game.status(position) {
            Status::Turn(player) => Status::Turn(self.turned_player(player)),
            Status::Ended(value) => Status::Ended(self.turned_value(value)),
        }
    }
    #[inline]
    fn moves(&self, position: &R::Position, moves: &mut Vec<R::Move>) {
        self.game.moves(position, moves);
    }
    #[inline]
    fn play(&self, position: &R::Position, mv: R::Move) -> R::Position {
        self.game.play(position, mv)
    }
    fn values(&self) -> Vec<Value> {
        let mut values: Vec<Value> = self.game.values().into_iter().map(|value| self.turned_value(value)).collect();
        values.sort_unstable();
        values
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition().map(|value| self.turned_value(value))
    }
}

impl<R: TextRules> TextRules for Viewpoint<R> {
    fn name(&self) -> String {
        self.game.name()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.game.parameters()
    }
    fn start(&self) -> R::Position {
        self.game.start()
    }
    fn position_text(&self, position: &R::Position) -> String {
        self.game.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<R::Position, TextError> {
        self.game.parse_position(text)
    }
    fn move_text(&self, position: &R::Position, mv: R::Move) -> String {
        self.game.move_text(position, mv)
    }
    fn parse_move(&self, position: &R::Position, text: &str) -> Result<R::Move, TextError> {
        self.game.parse_move(position, text)
    }
    fn picture(&self, position: &R::Position) -> String {
        self.game.picture(position)
    }
    fn drawing(&self, position: &R::Position) -> Drawing {
        self.game.drawing(position)
    }
    fn move_place(&self, position: &R::Position, mv: R::Move) -> MovePlace {
        self.game.move_place(position, mv)
    }
    fn player_name(&self, player: Player) -> String {
        self.game.player_name(self.turned_player(player))
    }
    fn moves_in_pairs(&self) -> bool {
        self.game.moves_in_pairs()
    }
    fn end_text(&self, ended: &R::Position) -> String {
        self.game.end_text(ended)
    }
    fn value_text(&self, root: &R::Position, value: Value) -> String {
        self.game.value_text(root, self.turned_value(value))
    }
}
