//! The games of this crate as the registry lists them, and how each is opened.

use crate::{Breakthrough, Domineering, Othello};
use winproof::open::OpenGame;
use winproof::{Player, TextError};
use winproof_kit::{Entry, GameInfo, Opening};

/// Breakthrough in the registry.
pub struct BreakthroughEntry;

impl Entry for BreakthroughEntry {
    const INFO: GameInfo = GameInfo {
        name: "breakthrough",
        summary: "Breakthrough: pawns that capture diagonally, and the first on the far row wins",
        parameters: &["size"],
        sizes: Some("columns x rows, from 2x3 up to 64 cells"),
        default_size: Some("5x5"),
        position_notation: "rows from top to bottom with '/' between them; w is White, b Black, '.' is empty; then a \
                            space and the player to move (w or b)",
        move_notation: "the cell that a piece leaves and the one that it goes to, such as a2a3 or, with or without a \
                        capture, a2b3",
        values: "win 1, loss -1",
        repeats: false,
        example: "winproof solve breakthrough --size 4x5",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let (columns, rows) = opening.size("columns x rows", (5, 5))?;
        opening.open(Breakthrough::new(columns, rows)?)
    }
}

/// Domineering in the registry.
pub struct DomineeringEntry;

impl Entry for DomineeringEntry {
    const INFO: GameInfo = GameInfo {
        name: "domineering",
        summary: "Domineering: Vertical and Horizontal lay dominoes, and who cannot lay one loses",
        parameters: &["size", "first"],
        sizes: Some("rows x columns, up to 128 cells"),
        default_size: Some("6x6"),
        position_notation: "rows from top to bottom with '/' between them, '#' covered, '.' empty; then v or h, who \
                            moves",
        move_notation: "the domino's lower or left cell: column as letters, row as a number from the bottom, such as \
                        b1",
        values: "win 1, loss -1",
        repeats: false,
        example: "winproof solve domineering --size 5x5",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let (rows, columns) = opening.size("rows x columns", (6, 6))?;
        let first = match opening.parameter("first") {
            None | Some("vertical") => Player::Max,
            Some("horizontal") => Player::Min,
            Some(other) => {
                return Err(TextError::new(format!("first is '{other}'; it must be vertical or horizontal")));
            }
        };
        match Domineering::<u64>::new(rows, columns, first) {
            Ok(game) => opening.open(game),
            Err(_) => opening.open_packed(Domineering::<u128>::new(rows, columns, first)?),
        }
    }
}

/// Othello in the registry.
pub struct OthelloEntry;

impl Entry for OthelloEntry {
    const INFO: GameInfo = GameInfo {
        name: "othello",
        summary: "Othello: discs between two others are turned, most discs win; scored by the difference",
        parameters: &["size"],
        sizes: Some("columns x rows, each of them 4, 6 or 8"),
        default_size: Some("4x4"),
        position_notation: "rows from top to bottom with '/' between them; b is Black, w White, '.' is free; then a \
                            space and the player to move (b or w)",
        move_notation: "the square, a1 (top left) to h8, or pass for a player who can place no disc",
        values: "the discs of the player to move less the opponent's",
        repeats: false,
        example: "winproof solve othello --size 4x4",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let (columns, rows) = opening.size("columns x rows", (4, 4))?;
        opening.open(Othello::new(columns, rows)?)
    }
}
