//! The games of this crate as the registry lists them, and how each is opened.

use crate::ConnectFour;
use crate::connect4::MOST_CELLS;
use winproof::TextError;
use winproof::open::OpenGame;
use winproof_kit::{Entry, GameInfo, Opening};

/// Connect Four in the registry.
pub struct ConnectFourEntry;

impl Entry for ConnectFourEntry {
    const INFO: GameInfo = GameInfo {
        name: "connect4",
        summary: "Connect Four: stones fall down columns, four in a row win (or as many as 'line' says)",
        parameters: &["size", "line"],
        sizes: Some("columns x rows, up to 128 cells"),
        default_size: Some("7x6"),
        position_notation: "rows from top to bottom with '/' between them; x moves first, o second, '.' is empty",
        move_notation: "the column, from 1 on the left; with up to 9 columns, moves may stand together: 4455",
        values: "win 1, draw 0, loss -1",
        repeats: false,
        example: "winproof solve connect4 --size 5x4",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let (columns, rows, line) = read_dimensions(&opening)?;
        let opening = opening.with_single_digit_moves(columns <= 9);
        match ConnectFour::<u64>::new(columns, rows, line) {
            Ok(game) => opening.open(game),
            Err(_) => opening.open_packed(ConnectFour::<u128>::new(columns, rows, line)?),
        }
    }
}

/// The columns, the rows and the length of a line that are asked for.
fn read_dimensions(opening: &Opening<'_>) -> Result<(u32, u32, u32), TextError> {
    let (columns, rows) = opening.size("columns x rows", (7, 6))?;
    Ok((columns, rows, opening.number("line", 4, 2..=MOST_CELLS)?))
}

/// Connect Four with scores in the registry.
pub struct ConnectFourScoreEntry;

impl Entry for ConnectFourScoreEntry {
    const INFO: GameInfo = GameInfo {
        name: "connect4-score",
        summary: "Connect Four by score: a win counts 1 with the winner's last stone, 2 with the last but one, and \
                  so on",
        values: "the winner's stones to spare and one more, negative if the player to move loses; draw 0",
        example: "winproof solve connect4-score --size 4x4",
        ..<ConnectFourEntry as Entry>::INFO
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let (columns, rows, line) = read_dimensions(&opening)?;
        let opening = opening.with_single_digit_moves(columns <= 9);
        match ConnectFour::<u64>::with_scores(columns, rows, line) {
            Ok(game) => opening.open(game),
            Err(_) => opening.open_packed(ConnectFour::<u128>::with_scores(columns, rows, line)?),
        }
    }
}
