//! The same game seen from the other chair.
//!
//! A game names one of its players Max once and for all: the first player, White, Left. The command reports
//! values for the player who moves in the position given. [`Viewpoint`] is the one place where the two meet: it
//! exchanges Max and Min, and the signs of all values, where the player to move at the root is the game's Min.

use crate::game::{Assessment, Game, Player, Status, TextError, TextGame, Value};

/// A game with Max and Min exchanged, or not.
///
/// ```
/// use winproof::{Game, Player, Status, Viewpoint};
/// # struct Heap;
/// # impl Game for Heap {
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
/// #     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) { (stones - take, player.opponent()) }
/// # }
/// let root = (4, Player::Min);
/// let game = Viewpoint::of_mover(Heap, &root);
/// assert_eq!(game.status(&root), Status::Turn(Player::Max));
/// assert_eq!(winproof::solve(&game, &root).value(), Some(1)); // the mover takes one and wins
/// ```
#[derive(Clone, Debug)]
pub struct Viewpoint<G> {
    game: G,
    exchanged: bool,
}

impl<G: Game> Viewpoint<G> {
    /// The game in which whoever moves at `root` is Max. Where play has ended at `root`, the players keep
    /// their parts.
    pub fn of_mover(game: G, root: &G::Position) -> Viewpoint<G> {
        let exchanged = game.status(root) == Status::Turn(Player::Min);
        Viewpoint { game, exchanged }
    }

    /// The game as it is.
    pub fn unchanged(game: G) -> Viewpoint<G> {
        Viewpoint { game, exchanged: false }
    }

    /// The game with Max and Min exchanged.
    pub fn exchanged(game: G) -> Viewpoint<G> {
        Viewpoint { game, exchanged: true }
    }

    /// The game behind the viewpoint.
    pub fn inner(&self) -> &G {
        &self.game
    }

    fn turned_value(&self, value: Value) -> Value {
        if self.exchanged { -value } else { value }
    }

    fn turned_player(&self, player: Player) -> Player {
        if self.exchanged { player.opponent() } else { player }
    }
}

impl<G: Game> Game for Viewpoint<G> {
    type Position = G::Position;
    type Move = G::Move;

    // Always: what it makes of the game's answer is taken apart again by the search at once.
    #[inline(always)]
    fn status(&self, position: &G::Position) -> Status {
        match self.game.status(position) {
            Status::Turn(player) => Status::Turn(self.turned_player(player)),
            Status::Ended(value) => Status::Ended(self.turned_value(value)),
        }
    }
    #[inline]
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
    }
    #[inline]
    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
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
    fn canonical(&self, position: &G::Position) -> G::Position {
        self.game.canonical(position)
    }
    fn has_symmetry(&self) -> bool {
        self.game.has_symmetry()
    }
    fn mobility(&self, position: &G::Position) -> u32 {
        self.game.mobility(position)
    }
    fn most_positions(&self) -> Option<u64> {
        self.game.most_positions()
    }
    #[inline]
    fn hash(&self, position: &G::Position) -> u64 {
        self.game.hash(position)
    }
    fn heuristic(&self, position: &G::Position) -> Assessment {
        self.game.heuristic(position)
    }
    fn foresight(&self, position: &G::Position) -> Option<(Value, Value)> {
        let (low, high) = self.game.foresight(position)?;
        Some(if self.exchanged { (-high, -low) } else { (low, high) })
    }
    fn undominated_moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.undominated_moves(position, moves);
    }
    fn foresees(&self) -> bool {
        self.game.foresees()
    }
    fn outlook(&self, position: &G::Position) -> i32 {
        self.turned_value(self.game.outlook(position))
    }
    fn move_number(&self, position: &G::Position, mv: G::Move) -> Option<usize> {
        self.game.move_number(position, mv)
    }
}

impl<G: TextGame> TextGame for Viewpoint<G> {
    fn name(&self) -> String {
        self.game.name()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.game.parameters()
    }
    fn start(&self) -> G::Position {
        self.game.start()
    }
    fn position_text(&self, position: &G::Position) -> String {
        self.game.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<G::Position, TextError> {
        self.game.parse_position(text)
    }
    fn move_text(&self, position: &G::Position, mv: G::Move) -> String {
        self.game.move_text(position, mv)
    }
    fn parse_move(&self, position: &G::Position, text: &str) -> Result<G::Move, TextError> {
        self.game.parse_move(position, text)
    }
    fn passed(&self, position: &G::Position) -> Option<G::Position> {
        self.game.passed(position)
    }
    fn picture(&self, position: &G::Position) -> String {
        self.game.picture(position)
    }
    fn player_name(&self, player: Player) -> String {
        self.game.player_name(self.turned_player(player))
    }
    fn value_text(&self, value: Value) -> String {
        self.game.value_text(self.turned_value(value))
    }
}
