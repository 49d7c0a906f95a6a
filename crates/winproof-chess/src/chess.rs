//! The game `chess`: can the side to move force mate?
//!
//! # Rules
//! The moves are those of chess; cozy-chess generates them. The *attacker*, who is the side to move where the search
//! starts, wants to mate. There are two outcomes: he mates, or he does not. Everything but his mate is "no": stalemate,
//! mate by the defender, lack of mating material, and endless play, which a repetition of positions stands for. White
//! is Max. With White as attacker a mate is worth 1, with Black −1; no mate is worth 0.
//!
//! Lack of mating material is where mate cannot be reached even with the defender's help: the attacker has nothing but
//! his king, or he has one knight, or bishops on squares of one colour only, against a bare king.
//!
//! Two options count moves, and then the counter is part of the position and positions never repeat:
//! - [`in_moves`](Chess::in_moves): the attacker has so many moves. "Yes" is a mate in at most so many, "no" is
//!   that there is none so short.
//! - [`fifty`](Chess::fifty): a hundred half-moves without a capture or a pawn move are "no", unless the last one
//!   mates.
//!
//! With a [`stipulation`](Chess::stipulation) the aim is another one: to be mated, to stalemate, to reach a square.
//! Then nobody looks at the material, and a position in which the aim is reached says so.
//!
//! # Text
//! A position is written as FEN with its first four fields: pieces, side to move, castling rights, en-passant square
//! (only where a capture there is legal). With the fifty-move rule the half-move clock follows, and where the
//! attacker's moves are counted the words `in 3` at the end say how many he has left. Read are four, five or all six
//! fields of a FEN. Moves are written in SAN and read in SAN or as squares (`e2e4`, `e7e8q`, `e1g1`).
//!
//! | file | part |
//! | --- | --- |
//! | `chess/position.rs` | what makes positions equal |
//! | `chess/moves.rs` | moves in two bytes, and their order |
//! | `chess/fen.rs` | positions as text, and what is wrong with a bad one |
//! | `chess/notation.rs` | moves as text |
//! | `chess/board_drawing.rs` | the board as a drawing |
//! | `chess/assess.rs` | first guesses for the search |
//! | `chess/stipulation.rs` | what else an attacker may want: selfmate, stalemate, … |
//! | `chess/counted.rs` | the search for "in so many moves" |
//! | `chess/problem.rs` | problems as composers pose them: keys, tries, set play, threats |
//! | `chess/problems.rs` | the mate problems of the published experiments |
//! | `chess/mate.rs` | mates of any length, in so many moves, in the fewest |
//! | `chess/mate/tree.rs` | the solution of a mate as text |

mod assess;
pub(crate) mod board_drawing;
pub(crate) mod counted;
pub(crate) mod fen;
pub mod mate;
mod moves;
pub(crate) mod notation;
mod position;
pub mod problem;
pub mod problems;
pub mod stipulation;

use board_drawing::Part;
pub use cozy_chess::Color;
use cozy_chess::{BitBoard, Board, Piece};
pub use moves::{ChessMove, MoveOrder};
pub use position::Position;
use stipulation::Stipulation;
use winproof::drawing::{Drawing, MovePlace};
use winproof::{Assessment, Game, Player, Rules, Status, TextError, TextRules, Value};

/// The most moves that the attacker can be given.
pub const MOST_MOVES: u8 = 120;

/// What of the rules a position depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counting {
    attacker: Color,
    /// How many moves the attacker has from the root.
    moves: Option<u8>,
    fifty: bool,
    /// What the attacker wants.
    stipulation: Stipulation,
    /// Whether positions, and what is looked at in them, are those of Breuker's program.
    as_published: bool,
}

/// The rules of chess, with one side trying to mate.
///
/// ```
/// use winproof::{Algorithm, Solver, TextRules, Viewpoint};
/// use winproof_chess::Chess;
///
/// let fen = "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -";
/// let game = Chess::for_fen(fen).unwrap();
/// let root = game.parse_position(fen).unwrap();
/// let game = Viewpoint::of_mover(game, &root);
/// let solution = Solver::new(&game).algorithm(Algorithm::by_name("dfpn").unwrap()).solve(&root).unwrap();
/// assert_eq!(solution.value(), Some(1));
/// assert_eq!(game.value_text(&root, 1), "White mates");
/// assert_eq!(game.move_text(&root, solution.line[0]), "Rb7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    counting: Counting,
    order: MoveOrder,
}

impl Chess {
    /// The rules with this side as the attacker.
    pub fn new(attacker: Color) -> Chess {
        Chess {
            counting: Counting {
                attacker,
                moves: None,
                fifty: false,
                stipulation: Stipulation::default(),
                as_published: false,
            },
            order: MoveOrder::default(),
        }
    }

    /// The rules with the side to move in a FEN as the attacker.
    pub fn for_fen(fen: &str) -> Result<Chess, TextError> {
        Ok(Chess::new(Chess::new(Color::White).parse_position(fen)?.side_to_move()))
    }

    /// The same rules, with so many moves for the attacker, from 1 to [`MOST_MOVES`].
    ///
    /// # Panics
    /// If there are more, or none.
    #[must_use]
    pub fn in_moves(mut self, moves: u8) -> Chess {
        assert!((1..=MOST_MOVES).contains(&moves), "the attacker can have 1 to {MOST_MOVES} moves, not {moves}");
        self.counting.moves = Some(moves);
        self
    }

    /// The same rules, with the fifty-move rule or without it (the default).
    #[must_use]
    pub fn fifty(mut self, fifty: bool) -> Chess {
        self.counting.fifty = fifty;
        self
    }

    /// The same rules, with another aim than mate by the attacker.
    #[must_use]
    pub fn stipulation(mut self, stipulation: Stipulation) -> Chess {
        self.counting.stipulation = stipulation;
        self
    }

    /// What the attacker wants.
    pub fn aim(&self) -> Stipulation {
        self.counting.stipulation
    }

    /// The same rules, with moves listed in another order.
    #[must_use]
    pub fn order(mut self, order: MoveOrder) -> Chess {
        self.order = order;
        self
    }

    /// The rules as the program of Breuker (1998) has them, for experiments that count its nodes: his order of moves, a
    /// double step of a pawn is part of the position whether anyone can capture or not, and nobody looks at the
    /// material.
    ///
    /// The thesis does not say so; but with these rules its counts come out to the last node.
    #[must_use]
    pub fn as_published(mut self) -> Chess {
        self.counting.as_published = true;
        self.order(MoveOrder::Thesis)
    }

    /// Who wants to mate.
    pub fn attacker(&self) -> Color {
        self.counting.attacker
    }

    /// How many moves the attacker has, if they are counted.
    pub fn moves_allowed(&self) -> Option<u8> {
        self.counting.moves
    }

    /// The position on a board where play starts: the attacker has all of his moves.
    fn position(&self, board: Board) -> Position {
        Position::new(board, self.counting, self.counting.moves.unwrap_or(0))
    }

    /// The same board under these rules, with all of the attacker's moves left.
    #[must_use]
    pub fn renewed(&self, position: &Position) -> Position {
        position.with_left(self.counting.moves.unwrap_or(0))
    }

    /// The position after a legal move, whoever attacks and however few moves are left.
    #[must_use]
    pub fn after(&self, position: &Position, mv: ChessMove) -> Position {
        position.after(mv.unpack(), Counting { moves: None, ..self.counting })
    }

    /// The legal move that a text stands for, in positions too in which there is no mate to look for any more.
    pub fn read_move(&self, position: &Position, text: &str) -> Result<ChessMove, TextError> {
        notation::read(position.board(), text).map(ChessMove::from).ok_or_else(|| {
            let fen = self.position_text(position);
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            let legal: Vec<String> = moves.iter().map(|&mv| self.move_text(position, mv)).collect();
            TextError::new(match legal.is_empty() {
                true => format!("'{text}' cannot be played: the game has ended in {fen}"),
                false => format!("'{text}' is not a legal move in {fen}; the legal moves are: {}", legal.join(" ")),
            })
        })
    }

    /// A legal move as squares, the way engines write it: `e2e4`, `e7e8q`, `e1g1`.
    pub fn squares_text(&self, position: &Position, mv: ChessMove) -> String {
        notation::write_squares(position.board(), mv.unpack())
    }

    /// What a mate by the attacker is worth.
    fn mate_value(&self) -> Value {
        if self.counting.attacker == Color::White { 1 } else { -1 }
    }

    /// Whether the attacker could not mate even with the defender's help.
    fn lacks_material(&self, board: &Board) -> bool {
        if self.counting.as_published {
            return false;
        }
        let own = board.colors(self.counting.attacker);
        if (own & !board.pieces(Piece::King)).is_empty() {
            return true;
        }
        let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if board.colors(!self.counting.attacker).len() > 1 || !(own & heavy).is_empty() {
            return false;
        }
        let (knights, bishops) = (own & board.pieces(Piece::Knight), own & board.pieces(Piece::Bishop));
        let one_colour =
            (bishops & BitBoard::LIGHT_SQUARES).is_empty() || (bishops & BitBoard::DARK_SQUARES).is_empty();
        if knights.is_empty() { one_colour } else { knights.len() == 1 && bishops.is_empty() }
    }

    /// Whether play goes on, where the aim is not a mate by the attacker.
    fn status_for(&self, position: &Position, stipulation: Stipulation) -> Status {
        let side = position.side_to_move();
        let is_attacker = side == self.counting.attacker;
        if position.is_reached() {
            return Status::Ended(self.mate_value());
        }
        let board = position.board();
        let out_of_time = self.counting.fifty && position.clock() >= 100;
        if out_of_time || !position.can_move() {
            return Status::Ended(0);
        }
        let can_end = |obliged: bool| obliged && stipulation.target.can_be_reached(board);
        if is_attacker && can_end(stipulation.forbids_attacker()) {
            return Status::Ended(0);
        }
        if !is_attacker && can_end(stipulation.obliges_defender()) {
            return Status::Ended(self.mate_value());
        }
        // In a selfmate the defender moves once more.
        let moves_last = !is_attacker && stipulation.play == stipulation::Play::SelfPlay;
        if self.counting.moves.is_some() && position.left() == 0 && !moves_last {
            return Status::Ended(0);
        }
        Status::Turn(Chess::player(side))
    }

    /// One of the two sides as a player.
    fn player(color: Color) -> Player {
        if color == Color::White { Player::Max } else { Player::Min }
    }
}

impl Rules for Chess {
    type Position = Position;
    type Move = ChessMove;

    #[inline]
    fn status(&self, position: &Position) -> Status {
        let side = position.side_to_move();
        if !self.counting.stipulation.is_direct_mate() {
            return self.status_for(position, self.counting.stipulation);
        }
        if !position.can_move() {
            let mated_by_attacker = position.is_check() && side != self.counting.attacker;
            return Status::Ended(if mated_by_attacker { self.mate_value() } else { 0 });
        }
        let out_of_moves = self.counting.moves.is_some() && position.left() == 0;
        let out_of_time = self.counting.fifty && position.clock() >= 100;
        // Two or three pieces are rare enough to look at the material only then.
        if out_of_moves || out_of_time || self.lacks_material(position.board()) {
            return Status::Ended(0);
        }
        Status::Turn(Chess::player(side))
    }
    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        moves::generate(position.board(), self.order, moves);
    }
    #[inline]
    fn play(&self, position: &Position, mv: ChessMove) -> Position {
        position.after(mv.unpack(), self.counting)
    }
    fn values(&self) -> Vec<Value> {
        if self.counting.attacker == Color::White { vec![0, 1] } else { vec![-1, 0] }
    }
    fn repetition(&self) -> Option<Value> {
        (self.counting.moves.is_none() && !self.counting.fifty).then_some(0)
    }
}

impl Game for Chess {
    #[inline]
    fn mobility(&self, position: &Position) -> u32 {
        position.mobility()
    }
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.key()
    }
    #[inline]
    fn heuristic(&self, position: &Position) -> Assessment {
        assess::assess(position, self.counting.attacker)
    }
}

impl TextRules for Chess {
    fn name(&self) -> String {
        "chess".to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        let attacker = if self.counting.attacker == Color::White { "white" } else { "black" };
        let mut parameters = vec![("attacker".to_string(), attacker.to_string())];
        parameters.extend(self.counting.moves.map(|moves| ("moves".to_string(), moves.to_string())));
        if self.counting.fifty {
            parameters.push(("fifty".to_string(), "on".to_string()));
        }
        if !self.counting.stipulation.is_direct_mate() {
            parameters.push(("stipulation".to_string(), self.counting.stipulation.to_string()));
        }
        parameters
    }
    fn start(&self) -> Position {
        self.position(Board::default())
    }
    fn position_text(&self, position: &Position) -> String {
        fen::write(position, self.counting)
    }
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        fen::parse(text, self.counting)
    }
    fn move_text(&self, position: &Position, mv: ChessMove) -> String {
        notation::write(position.board(), mv.unpack())
    }
    fn parse_move(&self, position: &Position, text: &str) -> Result<ChessMove, TextError> {
        if let Status::Ended(_) = self.status(position) {
            let fen = self.position_text(position);
            return Err(TextError::new(format!("'{text}' cannot be played: the game has ended in {fen}")));
        }
        self.read_move(position, text)
    }
    fn picture(&self, position: &Position) -> String {
        notation::picture(position.board())
    }
    fn drawing(&self, position: &Position) -> Drawing {
        let board = position.board();
        Part::WHOLE.drawing(|square| board.piece_on(square).zip(board.color_on(square)))
    }
    fn move_place(&self, position: &Position, mv: ChessMove) -> MovePlace {
        Part::WHOLE.legal_move_place(position.board(), mv.unpack())
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "White" } else { "Black" }.to_string()
    }
    fn moves_in_pairs(&self) -> bool {
        true
    }
    fn end_text(&self, ended: &Position) -> String {
        let attacker = self.player_name(Chess::player(self.counting.attacker));
        if !self.counting.stipulation.is_direct_mate() && self.status(ended) == Status::Ended(self.mate_value()) {
            return "the aim is reached".to_string();
        }
        if !ended.can_move() {
            return if ended.is_check() { "checkmate" } else { "stalemate" }.to_string();
        }
        match () {
            () if self.counting.moves.is_some() && ended.left() == 0 => format!("{attacker} has no moves left"),
            () if self.counting.fifty && ended.clock() >= 100 => "the fifty-move rule ends play".to_string(),
            () if !self.counting.stipulation.is_direct_mate() => format!("{attacker} must reach the goal"),
            () => format!("{attacker} does not have the material to mate"),
        }
    }
    fn value_text(&self, root: &Position, value: Value) -> String {
        let attacker = self.player_name(Chess::player(self.counting.attacker));
        // That there is no mate under this rule says less than that there is none.
        let rule = if self.counting.fifty { " under the fifty-move rule" } else { "" };
        let stipulation = self.counting.stipulation;
        if !stipulation.is_direct_mate() {
            let defender = self.player_name(Chess::player(!self.counting.attacker));
            let aim = stipulation.words(&defender);
            return match (value == 0, self.counting.moves.map(|_| root.left())) {
                (false, None) => format!("{attacker} {aim}{rule}"),
                (true, None) => format!("not forced: {attacker} {aim}{rule}"),
                (false, Some(moves)) => format!("{attacker} {aim} in {moves} or fewer{rule}"),
                (true, Some(moves)) => format!("not forced in {moves} or fewer: {attacker} {aim}{rule}"),
            };
        }
        match (value == 0, self.counting.moves.map(|_| root.left())) {
            (false, None) => format!("{attacker} mates{rule}"),
            (true, None) => format!("{attacker} cannot force mate{rule}"),
            (false, Some(moves)) => format!("{attacker} mates in {moves} or fewer{rule}"),
            (true, Some(moves)) => format!("{attacker} has no mate in {moves} or fewer{rule}"),
        }
    }
}

/// What to say of a position in which nobody can move any more.
pub fn already_over(position: &Position) -> String {
    let side = if position.side_to_move() == Color::White { "White" } else { "Black" };
    match position.is_mate() {
        true => format!("{side} is to move and already mated, so there is no mate to look for"),
        false => format!("{side} is to move and stalemated, so there is no mate to look for"),
    }
}

#[cfg(test)]
mod tests;
