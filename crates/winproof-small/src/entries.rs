//! The games of this crate as the registry lists them, and how each is opened.

use crate::woodpush::LENGTHS;
use crate::{ExplicitGame, TicTacToe, UltimateTicTacToe, Woodpush};
use winproof::TextError;
use winproof::open::OpenGame;
use winproof_kit::{Entry, GameInfo, Opening};

/// Graph files in the registry.
pub struct ExplicitGameEntry;

impl Entry for ExplicitGameEntry {
    const INFO: GameInfo = GameInfo {
        name: "graph",
        summary: "a game of your own, every position listed in a text file with its moves or its worth",
        parameters: &["graph"],
        sizes: None,
        default_size: None,
        position_notation: "the name of a node",
        move_notation: "the name of the node that the move leads to",
        values: "any integers, more is better for Max",
        repeats: true,
        example: "winproof solve graph my-game.txt",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let Some(text) = opening.parameter("graph") else {
            return Err(TextError::new("the game graph needs the text of a graph file; name a file that holds one"));
        };
        opening.open_packed_as_it_is(ExplicitGame::parse(text)?)
    }
}

/// Tic-tac-toe in the registry.
pub struct TicTacToeEntry;

impl Entry for TicTacToeEntry {
    const INFO: GameInfo = GameInfo {
        name: "tic-tac-toe",
        summary: "tic-tac-toe: three in a row on nine squares",
        parameters: &["size"],
        sizes: Some("3x3 only"),
        default_size: Some("3x3"),
        position_notation: "rows from top to bottom with '/' between them; x moves first, o second, '.' is empty",
        move_notation: "the square, a1 (bottom left) to c3 (top right)",
        values: "win 1, draw 0, loss -1",
        repeats: false,
        example: "winproof solve tic-tac-toe \"xo./.x./...\"",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        match opening.size("columns x rows", (3, 3))? {
            (3, 3) => opening.open_packed(TicTacToe),
            (columns, rows) => {
                Err(TextError::new(format!("tic-tac-toe is played on 3x3 only; {columns}x{rows} cannot be")))
            }
        }
    }
}

/// Ultimate tic-tac-toe in the registry.
pub struct UltimateTicTacToeEntry;

impl Entry for UltimateTicTacToeEntry {
    const INFO: GameInfo = GameInfo {
        name: "ultimate-tic-tac-toe",
        summary: "ultimate tic-tac-toe: nine boards of tic-tac-toe, and a move says on which one the opponent plays",
        parameters: &[],
        sizes: None,
        default_size: None,
        position_notation: "nine small boards of nine squares, each in reading order, with '/' between the boards; x \
                            moves first, o second, '.' is empty; then the player to move (x or o) and the small \
                            board that he was sent to (1 to 9, * if he may choose)",
        move_notation: "the small board and the square in it, both from 1 (top left) to 9 (bottom right): 59",
        values: "win 1, draw 0, loss -1",
        repeats: false,
        example: "winproof solve ultimate-tic-tac-toe \
                  \".xx.x..x./xooo.xoxx/o..xx..../x..o.x.xo/oo.ox.o../oo..oxoo./...xxx.../xxo..oo../.x.....oo x 9\"",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        opening.open(UltimateTicTacToe)
    }
}

/// Woodpush in the registry.
pub struct WoodpushEntry;

impl Entry for WoodpushEntry {
    const INFO: GameInfo = GameInfo {
        name: "woodpush",
        summary: "Woodpush: pieces walk past each other on a strip and push back; no board may repeat",
        parameters: &["size"],
        sizes: Some("the number of cells, 6 to 24"),
        default_size: Some("10"),
        position_notation: "the cells (L, R or '.'), a space, the player to move (L or R); then, if there are any, a \
                            space and the earlier boards that superko forbids, with ',' between them",
        move_notation: "f and the cell of a piece that goes forward, p and the cell of one that pushes; cells count \
                        from 1 on the left",
        values: "the winner's pieces left, 1 or 2; negative if the player to move loses",
        repeats: false,
        example: "winproof solve woodpush --size 8",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let length = opening.number("size", 10, LENGTHS)?;
        opening.open(Woodpush::new(length)?)
    }
}
