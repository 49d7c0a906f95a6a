//! Games that share one set of searches: those that nobody waits for, because their boards are tiny or hopelessly
//! large, or whose rules take far longer than the search around them.
//!
//! Searches are compiled for each type of game, and that is most of a build. [`Packed`] gives a game positions and moves
//! of one common type, a few words and a number; behind a box, all such games are one type, [`PackedGame`], whose
//! searches are compiled in this crate, once. A step costs a call through a pointer. Which games are opened this way is said in the entries of
//! their crates ([`Opening::open_packed`](crate::Opening::open_packed)) and nowhere else.

use winproof::drawing::{Drawing, MovePlace};
use winproof::{Assessment, Game, Player, Rules, Status, TextError, TextGame, TextRules, Value};

/// A position in a few words.
pub type Words = [u64; 5];

/// A position that fits into a few words.
pub trait Pack {
    /// The position as words, different for different positions.
    fn pack(&self) -> Words;
    /// The position that was packed.
    fn unpack(words: &Words) -> Self;
}

/// A move that fits into a number.
pub trait PackMove: Copy {
    /// The move as a number, different for different moves of a position.
    fn pack(self) -> u32;
    /// The move that was packed.
    fn unpack(number: u32) -> Self;
}

impl PackMove for u8 {
    fn pack(self) -> u32 {
        u32::from(self)
    }
    fn unpack(number: u32) -> u8 {
        number as u8
    }
}

impl PackMove for u32 {
    fn pack(self) -> u32 {
        self
    }
    fn unpack(number: u32) -> u32 {
        number
    }
}

impl Pack for u32 {
    fn pack(&self) -> Words {
        [u64::from(*self), 0, 0, 0, 0]
    }
    fn unpack(words: &Words) -> u32 {
        words[0] as u32
    }
}

/// Appends moves to others as numbers.
fn pack_moves<M: PackMove>(moves: &mut Vec<u32>, append: impl FnOnce(&mut Vec<M>)) {
    let mut own = Vec::new();
    append(&mut own);
    moves.extend(own.into_iter().map(PackMove::pack));
}

/// Any game with packed positions and moves.
pub type PackedGame = Box<dyn TextGame<Position = Words, Move = u32> + Send + Sync>;

/// A game with packed positions and moves.
pub struct Packed<G>(pub G);

impl<G: Rules<Position: Pack, Move: PackMove>> Rules for Packed<G> {
    type Position = Words;
    type Move = u32;

    fn status(&self, position: &Words) -> Status {
        self.0.status(&Pack::unpack(position))
    }
    fn moves(&self, position: &Words, moves: &mut Vec<u32>) {
        pack_moves(moves, |own| self.0.moves(&Pack::unpack(position), own));
    }
    fn play(&self, position: &Words, mv: u32) -> Words {
        self.0.play(&Pack::unpack(position), PackMove::unpack(mv)).pack()
    }
    fn values(&self) -> Vec<Value> {
        self.0.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.0.repetition()
    }
}

impl<G: TextRules<Position: Pack, Move: PackMove>> TextRules for Packed<G> {
    fn name(&self) -> String {
        self.0.name()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.0.parameters()
    }
    fn start(&self) -> Words {
        self.0.start().pack()
    }
    fn position_text(&self, position: &Words) -> String {
        self.0.position_text(&Pack::unpack(position))
    }
    fn parse_position(&self, text: &str) -> Result<Words, TextError> {
        self.0.parse_position(text).map(|position| position.pack())
    }
    fn move_text(&self, position: &Words, mv: u32) -> String {
        self.0.move_text(&Pack::unpack(position), PackMove::unpack(mv))
    }
    fn parse_move(&self, position: &Words, text: &str) -> Result<u32, TextError> {
        self.0.parse_move(&Pack::unpack(position), text).map(PackMove::pack)
    }
    fn picture(&self, position: &Words) -> String {
        self.0.picture(&Pack::unpack(position))
    }
    fn drawing(&self, position: &Words) -> Drawing {
        self.0.drawing(&Pack::unpack(position))
    }
    fn move_place(&self, position: &Words, mv: u32) -> MovePlace {
        self.0.move_place(&Pack::unpack(position), PackMove::unpack(mv))
    }
    fn player_name(&self, player: Player) -> String {
        self.0.player_name(player)
    }
    fn moves_in_pairs(&self) -> bool {
        self.0.moves_in_pairs()
    }
    fn end_text(&self, ended: &Words) -> String {
        self.0.end_text(&Pack::unpack(ended))
    }
    fn value_text(&self, root: &Words, value: Value) -> String {
        self.0.value_text(&Pack::unpack(root), value)
    }
}

impl<G: Game<Position: Pack, Move: PackMove>> Game for Packed<G> {
    fn canonical(&self, position: &Words) -> Words {
        self.0.canonical(&Pack::unpack(position)).pack()
    }
    fn has_symmetry(&self) -> bool {
        self.0.has_symmetry()
    }
    fn mobility(&self, position: &Words) -> u32 {
        self.0.mobility(&Pack::unpack(position))
    }
    fn most_positions(&self) -> Option<u64> {
        self.0.most_positions()
    }
    fn hash(&self, position: &Words) -> u64 {
        self.0.hash(&Pack::unpack(position))
    }
    fn heuristic(&self, position: &Words) -> Assessment {
        self.0.heuristic(&Pack::unpack(position))
    }
    fn foresight(&self, position: &Words) -> Option<(Value, Value)> {
        self.0.foresight(&Pack::unpack(position))
    }
    fn undominated_moves(&self, position: &Words, moves: &mut Vec<u32>) {
        pack_moves(moves, |own| self.0.undominated_moves(&Pack::unpack(position), own));
    }
    fn foresees(&self) -> bool {
        self.0.foresees()
    }
    fn outlook(&self, position: &Words) -> i32 {
        self.0.outlook(&Pack::unpack(position))
    }
    fn move_number(&self, position: &Words, mv: u32) -> Option<usize> {
        self.0.move_number(&Pack::unpack(position), PackMove::unpack(mv))
    }
    fn is_slow(&self) -> bool {
        self.0.is_slow()
    }
    fn passed(&self, position: &Words) -> Option<Words> {
        self.0.passed(&Pack::unpack(position)).map(|position| position.pack())
    }
}
