//! First guesses at the work that is left in a position, for searches whose leaf assessment is `heuristic`.
//!
//! What the defender can do is counted by kind: a king that has flights is harder to mate than one that can only put
//! pieces in between, and all pieces that go to one square in between are one defence, since what takes the first takes
//! the others. Where the attacker moves, the guess looks one move ahead, at his checks: the check that leaves the least
//! to do is the one he needs.
//!
//! Guesses steer a search and never decide anything. The weights were measured on mates of books and problems; see
//! `chess/mate.rs` for the settings of df-pn that go with them.

use super::Position;
use super::moves::Checks;
use cozy_chess::{BitBoard, Board, Color, Piece, PieceMoves};
use winproof::Assessment;

/// What a move of the king counts, where any other move counts 1.
const FLIGHT: u32 = 3;
/// What a capture of the piece that gives check counts.
const CAPTURE_OF_CHECKER: u32 = 2;
/// The guess for the attacker where he has no check: a quiet move comes first.
const WITHOUT_CHECK: u32 = 16;
/// What each of the attacker's moves counts towards showing that none of them mates.
const ATTACKING_MOVE: u32 = 4;

/// The guess for whoever moves.
pub(super) fn assess(position: &Position, attacker: Color) -> Assessment {
    if position.side_to_move() == attacker {
        let (mobility, least) = look_at_checks(position.board());
        // Three quarters of the defences that are left: some of them go together.
        let reach = least.map_or(WITHOUT_CHECK, |defences| defences * 3 / 4 + 1);
        Assessment { reach, miss: ATTACKING_MOVE * mobility.max(1) }
    } else {
        Assessment { reach: 1, miss: defences(position.board()).max(1) }
    }
}

/// How many moves there are, and the least defences that a check leaves; 0 is mate.
fn look_at_checks(board: &Board) -> (u32, Option<u32>) {
    let checks = Checks::new(board);
    let mut mobility = 0;
    let mut least = None;
    board.generate_moves(|set| {
        mobility += set.len() as u32;
        let to = checks.of(set.piece, set.from) & set.to;
        if !to.is_empty() && least != Some(0) {
            for mv in (PieceMoves { to, ..set }) {
                let mut after = board.clone();
                after.play_unchecked(mv);
                let left = defences(&after);
                least = Some(least.map_or(left, |least: u32| least.min(left)));
            }
        }
        false
    });
    (mobility, least)
}

/// What the side to move can do, by kind.
fn defences(board: &Board) -> u32 {
    let checkers = board.checkers();
    let mut count = 0;
    let mut between = BitBoard::EMPTY;
    board.generate_moves(|set| {
        if set.piece == Piece::King {
            count += FLIGHT * set.to.len();
        } else if checkers.is_empty() {
            count += set.len() as u32;
        } else {
            count += CAPTURE_OF_CHECKER * (set.to & checkers).len();
            between |= set.to & !checkers;
        }
        false
    });
    count + between.len()
}
