//! A game that can break any one of its promises.

use crate::game::{Assessment, Game, Player, Rules, Status, TextRules, Value};
use crate::hash::mix;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use winproof_check::TextError;

/// Which promise is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    NoValues,
    DescendingValues,
    EqualValues,
    ValueWithoutOpposite,
    RepetitionNotAmongValues,
    EndNotAmongValues,
    EndNotAmongValuesBeyondTheStart,
    NoMovesBeyondTheStart,
    NameWithTab,
    SamePlayerNames,
    NoMoves,
    SameMoveTwice,
    MovesReplaceTheList,
    MovesChange,
    StatusChanges,
    PlayChanges,
    Mobility,
    Heuristic,
    PositionRepeats,
    PositionTextWithTab,
    PositionTextEmpty,
    PositionTextUnreadable,
    PositionTextOfAnother,
    PictureEmpty,
    MoveTextWithLineBreak,
    MoveTextUnreadable,
    MoveTextOfAnother,
    NonsensePosition,
    NonsenseMove,
    IllegalMove,
    HashOfText,
    HashOfPath,
    StandardHash,
    HashWithoutMover,
    HashWithProduct,
    ForeseesTooMuch,
    ForeseesTooLittle,
    ForeseesNoValue,
    ForeseesUpsideDown,
    BestMoveDominated,
    NothingUndominated,
    UndominatedIsNoMove,
    CanonicalWithoutSymmetry,
    CanonicalOfCanonical,
    CanonicalStatus,
    CanonicalMobility,
    CanonicalChildren,
}

/// Two heaps; whoever moves takes one or two stones from one of them; whoever takes the last stone wins.
pub(super) struct Heaps {
    pub(super) fault: Fault,
    /// Turns with every question that a fault wants to answer in different ways.
    pub(super) turn: Cell<bool>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) heaps: [u8; 2],
    pub(super) player: Player,
    /// No part of the position: tells positions read from text, and the lines of play that led to them, apart.
    history: u64,
    history_in_hash: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.heaps, self.player) == (other.heaps, other.player)
    }
}
impl Eq for Position {}
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.heaps, self.player).hash(state);
        if self.history_in_hash {
            self.history.hash(state);
        }
    }
}

impl Heaps {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
    fn wavers(&self, fault: Fault) -> bool {
        self.turn.set(!self.turn.get());
        self.has(fault) && self.turn.get()
    }

    /// Whether a move wins: stones in threes do not count, and then the heaps must be equal.
    fn wins(heaps: [u8; 2], (heap, count): Take) -> bool {
        let mut left = heaps;
        left[usize::from(heap)] -= count;
        left[0] % 3 == left[1] % 3
    }
}

/// A move: which heap, and how many stones.
type Take = (u8, u8);

impl Rules for Heaps {
    type Position = Position;
    type Move = Take;

    fn status(&self, position: &Position) -> Status {
        if self.wavers(Fault::StatusChanges) {
            return Status::Ended(0);
        }
        if self.has(Fault::EndNotAmongValuesBeyondTheStart) && position.heaps[0] == 7 {
            return Status::Ended(3);
        }
        if position.heaps != [0, 0] {
            return Status::Turn(position.player);
        }
        let value = if self.has(Fault::EndNotAmongValues) { 7 } else { 1 };
        Status::Ended(if position.player == Player::Max { -value } else { value })
    }
    fn moves(&self, position: &Position, moves: &mut Vec<Take>) {
        if self.has(Fault::MovesReplaceTheList) {
            moves.clear();
        }
        if self.has(Fault::NoMoves) && position.heaps == [1, 1]
            || self.has(Fault::NoMovesBeyondTheStart) && position.heaps[0] > 6
        {
            return;
        }
        let from = moves.len();
        for heap in 0..2 {
            moves.extend((1..=position.heaps[usize::from(heap)].min(2)).map(|count| (heap, count)));
        }
        if self.wavers(Fault::MovesChange) {
            moves[from..].reverse();
        }
        if self.has(Fault::SameMoveTwice) {
            moves.push(moves[from]);
        }
    }
    fn play(&self, position: &Position, (heap, count): Take) -> Position {
        let mut after = *position;
        after.history = after.history.wrapping_mul(31).wrapping_add(u64::from(count) + 1);
        after.player = position.player.opponent();
        if self.has(Fault::PositionRepeats) && position.heaps == [1, 1] {
            return after;
        }
        let heap = if self.wavers(Fault::PlayChanges) && position.heaps[0] > 2 { 0 } else { heap };
        after.heaps[usize::from(heap)] = after.heaps[usize::from(heap)].saturating_sub(count);
        after
    }
    fn values(&self) -> Vec<Value> {
        match self.fault {
            Fault::NoValues => vec![],
            Fault::DescendingValues => vec![1, -1],
            Fault::EqualValues => vec![-1, 1, 1],
            Fault::ValueWithoutOpposite => vec![Value::MIN, -1, 1],
            _ => vec![-1, 1],
        }
    }
    fn repetition(&self) -> Option<Value> {
        self.has(Fault::RepetitionNotAmongValues).then_some(0)
    }
}

impl Game for Heaps {
    fn canonical(&self, position: &Position) -> Position {
        let mut canonical = *position;
        match self.fault {
            Fault::CanonicalOfCanonical => canonical.heaps.reverse(),
            Fault::CanonicalStatus if position.heaps == [5, 3] => {
                canonical = Position { heaps: [3, 5], player: Player::Min, ..canonical };
            }
            Fault::CanonicalMobility if position.heaps == [5, 3] => canonical.heaps = [1, 5],
            Fault::CanonicalChildren if position.heaps == [5, 3] => canonical.heaps = [3, 4],
            _ => canonical.heaps.sort_unstable(),
        }
        canonical
    }
    fn has_symmetry(&self) -> bool {
        !self.has(Fault::CanonicalWithoutSymmetry)
    }
    fn mobility(&self, position: &Position) -> u32 {
        let moves: u8 = position.heaps.iter().map(|stones| stones.min(&2)).sum();
        u32::from(moves) + u32::from(self.has(Fault::Mobility) || self.has(Fault::SameMoveTwice))
    }
    fn hash(&self, position: &Position) -> u64 {
        let [first, second] = position.heaps.map(u64::from);
        let key = mix(first, second);
        let player = u64::from(position.player == Player::Min);
        match self.fault {
            Fault::HashOfText => mix(key, 2 * player + u64::from(position.history == 0)),
            // So few lines of play that another one leads to a position first.
            Fault::HashOfPath => mix(key, 2 * player + u64::from(position.history % 97 == 96)),
            Fault::HashWithoutMover => key,
            Fault::HashWithProduct => mix(first.wrapping_mul(second), player),
            _ => mix(key, player),
        }
    }
    fn foresight(&self, position: &Position) -> Option<(Value, Value)> {
        let [first, second] = position.heaps.map(|stones| stones % 3);
        let value = if (first != second) == (position.player == Player::Max) { 1 } else { -1 };
        let is_special = position.heaps == [2, 2];
        match self.fault {
            Fault::ForeseesTooMuch if is_special => Some((1, 1)),
            Fault::ForeseesTooLittle if is_special => Some((-1, -1)),
            Fault::ForeseesNoValue if is_special => Some((-1, 0)),
            Fault::ForeseesUpsideDown if is_special => Some((1, -1)),
            _ => Some((value, value)),
        }
    }
    fn undominated_moves(&self, position: &Position, moves: &mut Vec<Take>) {
        let mut all = Vec::new();
        self.moves(position, &mut all);
        let is_best = |&take: &Take| Heaps::wins(position.heaps, take);
        match self.fault {
            Fault::NothingUndominated => {}
            Fault::UndominatedIsNoMove => moves.push((1, 9)),
            Fault::BestMoveDominated if !all.iter().all(is_best) => {
                moves.extend(all.into_iter().filter(|take| !is_best(take)));
            }
            _ if all.iter().any(is_best) => moves.extend(all.into_iter().filter(is_best)),
            _ => moves.extend(all),
        }
    }
    fn heuristic(&self, _: &Position) -> Assessment {
        Assessment { reach: 1, miss: u32::from(!self.has(Fault::Heuristic)) }
    }
}

impl TextRules for Heaps {
    fn name(&self) -> String {
        if self.has(Fault::NameWithTab) { "he\taps" } else { "heaps" }.to_string()
    }
    fn start(&self) -> Position {
        let history_in_hash = self.has(Fault::StandardHash);
        Position { heaps: [5, 3], player: Player::Max, history: 1, history_in_hash }
    }
    fn position_text(&self, position: &Position) -> String {
        let [first, second] = position.heaps;
        let between = if self.has(Fault::PositionTextWithTab) { '\t' } else { '+' };
        if self.has(Fault::PositionTextEmpty) {
            return String::new();
        }
        format!("{first}{between}{second}{}", if position.player == Player::Max { '^' } else { 'v' })
    }
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        if self.has(Fault::NonsensePosition) && text == "?!" {
            return Ok(self.start());
        }
        let characters: Vec<char> = text.chars().collect();
        let [first, '+' | '\t', second, player @ ('^' | 'v')] = characters[..] else {
            return Err(TextError::new(format!("'{text}' is not a position")));
        };
        let stones = |digit: char| digit.to_digit(10).map(|digit| digit as u8).ok_or(TextError::new("not a digit"));
        let mut heaps = [stones(first)?, stones(second)?];
        if self.has(Fault::PositionTextUnreadable) && heaps[0] == 2 {
            return Err(TextError::new("two is too many"));
        }
        if self.has(Fault::PositionTextOfAnother) {
            heaps[0] = heaps[0].min(4);
        }
        let player = if player == '^' { Player::Max } else { Player::Min };
        Ok(Position { heaps, player, history: 0, ..self.start() })
    }
    fn move_text(&self, _: &Position, (heap, count): Take) -> String {
        match self.fault {
            Fault::MoveTextWithLineBreak => format!("{heap}\n{count}"),
            Fault::MoveTextOfAnother => count.to_string(),
            _ => format!("{heap}:{count}"),
        }
    }
    fn parse_move(&self, position: &Position, text: &str) -> Result<Take, TextError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if self.has(Fault::IllegalMove) {
            // Every move of the start, legal here or not.
            moves = vec![(0, 1), (0, 2), (1, 1), (1, 2)];
        }
        let found = match self.fault {
            Fault::NonsenseMove if text.is_empty() => moves.first(),
            Fault::MoveTextUnreadable => None,
            _ => moves.iter().find(|&&mv| self.move_text(position, mv) == text),
        };
        found.copied().ok_or_else(|| TextError::new(format!("'{text}' is not a move")))
    }
    fn picture(&self, position: &Position) -> String {
        if self.has(Fault::PictureEmpty) { String::new() } else { self.position_text(position) }
    }
    fn player_name(&self, player: Player) -> String {
        if self.has(Fault::SamePlayerNames) { "Nim".to_string() } else { format!("{player:?}") }
    }
}
