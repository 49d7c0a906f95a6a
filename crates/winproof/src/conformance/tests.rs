//! A game that passes, and the same game with one promise broken at a time.

use super::*;
use crate::game::{Assessment, Game, TextError, Value};
use std::cell::Cell;
use std::hash::{Hash, Hasher};

/// Which promise is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    NoValues,
    DescendingValues,
    EqualValues,
    RepetitionNotAmongValues,
    EndNotAmongValues,
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
    PositionComesAgain,
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
    CanonicalWithoutSymmetry,
    CanonicalOfCanonical,
    CanonicalStatus,
    CanonicalMobility,
    CanonicalChildren,
}

/// Two heaps; who moves takes one or two stones from one of them; who takes the last stone wins.
struct Heaps {
    fault: Fault,
    /// Turns with every question that a fault wants to answer in different ways.
    turn: Cell<bool>,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    heaps: [u8; 2],
    player: Player,
    /// No part of the position: tells positions read from text, and the ways they came about, from each other.
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
        if self.has(Fault::NoMoves) && position.heaps == [1, 1] {
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
        if self.has(Fault::PositionComesAgain) && position.heaps == [1, 1] {
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
        let key = u64::from(position.heaps[0]) << 8 | u64::from(position.heaps[1]);
        match self.fault {
            Fault::HashOfText => key + u64::from(position.history == 0),
            // So few ways of play that a position comes about by another one first.
            Fault::HashOfPath => key + u64::from(position.history % 97 == 96),
            _ => key,
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
            return Err(TextError::new(format!("'{text}' is no position")));
        };
        let stones = |digit: char| digit.to_digit(10).map(|digit| digit as u8).ok_or(TextError::new("no digit"));
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
        found.copied().ok_or_else(|| TextError::new(format!("'{text}' is no move")))
    }
    fn picture(&self, position: &Position) -> String {
        if self.has(Fault::PictureEmpty) { String::new() } else { self.position_text(position) }
    }
    fn player_name(&self, player: Player) -> String {
        if self.has(Fault::SamePlayerNames) { "Nim".to_string() } else { format!("{player:?}") }
    }
}

fn check(fault: Fault) -> Result<Report, String> {
    let game = Heaps { fault, turn: Cell::new(false) };
    check_game(&game, &game.start(), 200, 1)
}

#[test]
fn a_game_that_keeps_its_promises_passes() {
    let report = check(Fault::None).unwrap();
    // Six by four heaps with either player to move, but the start and its neighbours only with one.
    assert!(report.positions > 30 && report.ends == 2 && report.longest == 8, "{report:?}");
    assert_eq!(check(Fault::None), Ok(report), "the same seed must play the same games");
}

#[test]
fn every_broken_promise_is_named() {
    for (fault, sentence) in [
        (Fault::NoValues, "values() is empty"),
        (Fault::DescendingValues, "values() has 1 before -1"),
        (Fault::EqualValues, "values() has 1 before 1"),
        (Fault::RepetitionNotAmongValues, "a repetition is worth 0, which is not among values()"),
        (Fault::EndNotAmongValues, "7, which is not among values()"),
        (Fault::NameWithTab, "the name \"he\\taps\" is empty or has a tab"),
        (Fault::SamePlayerNames, "both players are called Nim"),
        (Fault::NoMoves, "has no moves, but play goes on there"),
        (Fault::SameMoveTwice, "has the move"),
        (Fault::MovesReplaceTheList, "moves() does not append"),
        (Fault::MovesChange, "has other moves when it is asked again"),
        (Fault::StatusChanges, "has another status when it is asked again"),
        (Fault::PlayChanges, "leads to different positions by the same move"),
        (Fault::Mobility, "mobility() says"),
        (Fault::Heuristic, "both must be at least 1"),
        (Fault::PositionComesAgain, "comes again on a line of play"),
        (Fault::PositionTextWithTab, "has a text that is empty or has a tab"),
        (Fault::PositionTextEmpty, "has a text that is empty or has a tab"),
        (Fault::PositionTextUnreadable, "does not read back: two is too many"),
        (Fault::PositionTextOfAnother, "5+3^ has a text that reads back as another position"),
        (Fault::PictureEmpty, "has an empty picture"),
        (Fault::MoveTextWithLineBreak, "has a move \"0\\n1\": empty or with a tab or a line break"),
        (Fault::MoveTextUnreadable, "has a move '0:1' that does not read back"),
        (Fault::MoveTextOfAnother, "has a move '1' that reads back as (0, 1)"),
        (Fault::NonsensePosition, "accepts the text \"?!\", which is no position"),
        (Fault::NonsenseMove, "accepts the text \"\", which is no move there"),
        (Fault::IllegalMove, "which is not legal there"),
        (Fault::HashOfText, "has another hash when it is read back"),
        (Fault::HashOfPath, "has another hash than an equal position that came about otherwise"),
        (Fault::StandardHash, "but Hash differs"),
        (Fault::CanonicalWithoutSymmetry, "but has_symmetry() is false"),
        (Fault::CanonicalOfCanonical, "which has another one in turn"),
        (Fault::CanonicalStatus, "has another status than its canonical form"),
        (Fault::CanonicalMobility, "has another number of moves than its canonical form"),
        (Fault::CanonicalChildren, "lead to positions that are not the same up to symmetry"),
    ] {
        let error = check(fault).expect_err(&format!("{fault:?} was not found"));
        assert!(error.contains(sentence), "{fault:?}: {error}");
    }
}
