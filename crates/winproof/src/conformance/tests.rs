//! A game that passes, and the same game with one promise broken at a time.

mod heaps;

use super::*;
use crate::game::{Player, Rules, Status, TextRules, Value};
use heaps::{Fault, Heaps};
use std::cell::Cell;

fn heaps(fault: Fault) -> Heaps {
    Heaps { fault, turn: Cell::new(false) }
}

fn check(fault: Fault) -> Result<Report, String> {
    let game = heaps(fault);
    check_game(&game, &game.start(), 200, 1)
}

#[test]
fn a_game_that_keeps_its_promises_passes() {
    let report = check(Fault::None).unwrap();
    // Up to nine stones in each heap, with either player to move.
    assert!(report.positions > 100 && report.ends == 2 && report.longest > 8 && report.altered > 30, "{report:?}");
    assert_eq!((report.judged, report.unjudged), (report.positions - report.ends, 0), "{report:?}");
    assert_eq!(check(Fault::None), Ok(report), "the same seed must play the same games");
}

#[test]
fn without_texts_only_play_is_checked() {
    let check = |fault| {
        let game = heaps(fault);
        check_play(&game, &game.start(), 200, 1)
    };
    let report = check(Fault::None).unwrap();
    // Six by four heaps with either player to move, but the start and its neighbours only with one.
    assert!(report.positions > 30 && report.ends == 2 && report.longest == 8, "{report:?}");
    for fault in [Fault::NameWithTab, Fault::EndNotAmongValuesBeyondTheStart, Fault::IllegalMove] {
        assert_eq!(check(fault), Ok(report), "{fault:?} needs texts");
    }
    let error = check(Fault::ForeseesTooMuch).unwrap_err();
    assert!(error.starts_with("Position { heaps: [2, 2], player: Max"), "{error}");
}

#[test]
fn play_starts_from_texts_that_are_given() {
    let check = |fault, text| check_texts(&heaps(fault), &["nonsense", text], 1, 1);
    let report = check(Fault::None, "7+1v").unwrap();
    assert!(report.positions > 5, "{report:?}");
    let error = check(Fault::EndNotAmongValuesBeyondTheStart, "7+1v").unwrap_err();
    assert!(error.starts_with("7+1v ends worth 3, which is not among values() [heaps, Position"), "{error}");
    assert!(check_texts(&heaps(Fault::EndNotAmongValuesBeyondTheStart), &["1+1v"], 0, 1).is_ok());
}

#[test]
fn every_broken_promise_is_named() {
    for (fault, sentence) in [
        (Fault::NoValues, "values() is empty"),
        (Fault::DescendingValues, "values() has 1 before -1"),
        (Fault::EqualValues, "values() has 1 before 1"),
        (Fault::ValueWithoutOpposite, "values() has -2147483648, the one number without an opposite"),
        (Fault::RepetitionNotAmongValues, "a repetition is worth 0, which is not among values()"),
        (Fault::EndNotAmongValues, "7, which is not among values()"),
        (Fault::EndNotAmongValuesBeyondTheStart, "ends worth 3, which is not among values()"),
        (Fault::NoMovesBeyondTheStart, "has no moves, but play goes on there"),
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
        (Fault::PositionRepeats, "repeats on a line of play"),
        (Fault::PositionTextWithTab, "has a text that is empty or has a tab"),
        (Fault::PositionTextEmpty, "has a text that is empty or has a tab"),
        (Fault::PositionTextUnreadable, "does not read back: two is too many"),
        (Fault::PositionTextOfAnother, "5+3^ has a text that reads back as another position"),
        (Fault::PictureEmpty, "has an empty picture"),
        (Fault::MoveTextWithLineBreak, "has a move \"0\\n1\": empty or with a tab or a line break"),
        (Fault::MoveTextUnreadable, "has a move '0:1' that does not read back"),
        (Fault::MoveTextOfAnother, "has a move '1' that reads back as (0, 1)"),
        (Fault::NonsensePosition, "accepts the text \"?!\", which is not a position"),
        (Fault::NonsenseMove, "accepts the text \"\", which is not a move there"),
        (Fault::IllegalMove, "which is not legal there"),
        (Fault::HashOfText, "has another hash when it is read back"),
        (Fault::HashOfPath, "has another hash than an equal position to which other play led"),
        (Fault::StandardHash, "but Hash differs"),
        (Fault::HashWithoutMover, "has the hash of another position"),
        (Fault::HashWithProduct, "has the hash of another position"),
        (Fault::ForeseesTooMuch, "is foreseen to be worth 1 to 1, but is worth -1 by brute force"),
        (Fault::ForeseesTooLittle, "is foreseen to be worth -1 to -1, but is worth 1 by brute force"),
        (Fault::ForeseesNoValue, "is foreseen to be worth -1 to 0; both must be values, in this order"),
        (Fault::ForeseesUpsideDown, "is foreseen to be worth 1 to -1; both must be values, in this order"),
        (Fault::BestMoveDominated, "but no undominated move leads there"),
        (Fault::NothingUndominated, "has no undominated moves"),
        (Fault::UndominatedIsNoMove, "or some that are not among its moves"),
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

/// A walk to and fro on a line of seven cells; whoever steps on an end wins, and play need not end.
struct Walk {
    /// What the middle is foreseen to be worth.
    foreseen: (Value, Value),
}

impl Rules for Walk {
    type Position = (i8, Player);
    type Move = i8;

    fn status(&self, &(place, player): &(i8, Player)) -> Status {
        match (place, player) {
            (-3 | 3, Player::Max) => Status::Ended(-1),
            (-3 | 3, Player::Min) => Status::Ended(1),
            _ => Status::Turn(player),
        }
    }
    fn moves(&self, _: &(i8, Player), moves: &mut Vec<i8>) {
        moves.extend([-1, 1]);
    }
    fn play(&self, &(place, player): &(i8, Player), step: i8) -> (i8, Player) {
        (place + step, player.opponent())
    }
    fn repetition(&self) -> Option<Value> {
        Some(0)
    }
}

impl Game for Walk {
    fn foresight(&self, &(place, _): &(i8, Player)) -> Option<(Value, Value)> {
        (place == 0).then_some(self.foreseen)
    }
}

#[test]
fn endless_play_is_judged_too() {
    // Nobody steps next to an end, where the other would win.
    let check = |foreseen| check_play(&Walk { foreseen }, &(0, Player::Max), 20, 1);
    assert_eq!(check((0, 0)).unwrap().judged, 1);
    assert!(check((-1, 0)).is_ok());
    assert!(check((1, 1)).unwrap_err().contains("but is worth 0 by brute force"));
    assert!(check((-1, -1)).unwrap_err().contains("but is worth 0 by brute force"));
}

/// Players add to a number as they like; far too much play to try all of it.
struct Endless;

impl Rules for Endless {
    type Position = (u64, Player);
    type Move = u64;

    fn status(&self, &(sum, player): &(u64, Player)) -> Status {
        if sum > 1 << 40 { Status::Ended(0) } else { Status::Turn(player) }
    }
    fn moves(&self, _: &(u64, Player), moves: &mut Vec<u64>) {
        moves.extend([1, 1 << 34, 1 << 36]);
    }
    fn play(&self, &(sum, player): &(u64, Player), more: u64) -> (u64, Player) {
        (sum + more, player.opponent())
    }
}

impl Game for Endless {
    fn foresight(&self, _: &(u64, Player)) -> Option<(Value, Value)> {
        Some((0, 0))
    }
}

#[test]
fn what_is_too_large_is_counted() {
    let report = check_play(&Endless, &(0, Player::Max), 3, 1).unwrap();
    assert_eq!(report.judged, 0, "{report:?}");
    assert_eq!(report.unjudged, report.positions - report.ends, "{report:?}");
}
