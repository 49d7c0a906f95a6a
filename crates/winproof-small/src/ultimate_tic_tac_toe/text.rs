//! Ultimate tic-tac-toe in words.

use super::{ALL, ANY, Boards, HAS_LINE, UltimateTicTacToe, bits};
use crate::tic_tac_toe::cross_or_ring;
use winproof::drawing::{Drawing, Ground, Man, Mark, MarkKind, MovePlace};
use winproof::{Player, TextError, TextRules};
use winproof_kit::board_text::{check_counts, count};

const NAMES: [char; 2] = ['x', 'o'];

/// Whether one stone can have made all lines of a set, so that there was none before it.
fn made_by_one_stone(stones: u16) -> bool {
    bits(stones).any(|square| !HAS_LINE[usize::from(stones & !(1 << square))])
}

/// Reads the nine small boards.
fn parse_boards(text: &str) -> Result<Boards, TextError> {
    let error = |sentence: String| Err(TextError::new(sentence));
    let boards: Vec<&str> = text.split('/').collect();
    if boards.len() != 9 {
        return error(format!("'{text}' has {}; write 9 with '/' between them", count(boards.len(), "small board")));
    }
    let mut position = Boards::START;
    for (board, squares) in (0..).zip(boards) {
        let place = format!("small board {} of '{text}'", board + 1);
        if let Some(other) = squares.chars().find(|square| !"xo.".contains(*square)) {
            return error(format!("{place} has '{other}' in it; squares are 'x', 'o', '.'"));
        }
        if squares.len() != 9 {
            return error(format!("{place} has {}; write 9", count(squares.len(), "square")));
        }
        for (square, stone) in (0..).zip(squares.chars()) {
            if let Some(player) = NAMES.iter().position(|&name| name == stone) {
                position.place(player as u8, board, square);
            }
        }
        let lines = [0, 1].map(|player| position.stones(board, player)).map(|stones| HAS_LINE[usize::from(stones)]);
        if lines == [true, true] {
            return error(format!("{place} has lines of both players; the first one decides the board"));
        }
        let winner = u8::from(lines[1]);
        if lines[usize::from(winner)] && !made_by_one_stone(position.stones(board, winner)) {
            return error(format!("{place} has two lines that no single stone made; the first one decides the board"));
        }
        position.decide(board, winner);
    }
    Ok(position)
}

/// Refuses wins that play cannot reach.
fn check_winner(position: &Boards, text: &str) -> Result<(), TextError> {
    let lines = position.won.map(|boards| HAS_LINE[usize::from(boards)]);
    let (mover, last) = (usize::from(position.mover), usize::from(1 - position.mover));
    let sentence = if lines == [true, true] {
        "has three boards in a row of both players; the first three end the game".to_string()
    } else if lines[mover] {
        let [winner, other] = [mover, last].map(|player| NAMES[player]);
        format!("has three boards in a row of {winner}, but by the number of stones {other} moved after that")
    } else if lines[last] && !made_by_one_stone(position.won[last]) {
        "has two rows of three boards that no single board made; the first one ends the game".to_string()
    } else {
        return Ok(());
    };
    Err(TextError::new(format!("'{text}' {sentence}")))
}

/// Refuses a target that no stone can have sent the mover to.
fn check_target(position: &Boards, text: &str) -> Result<(), TextError> {
    let last = 1 - position.mover;
    // The squares, of whatever board, on which the stone before may have been placed.
    let squares = (0..9).fold(0, |squares, board| squares | position.stones(board, last));
    let sentence = if position.target != ANY {
        let board = position.target + 1;
        if position.decided() >> position.target & 1 == 1 {
            format!("sends the mover to small board {board}, which is decided; write * so that he may choose")
        } else if squares >> position.target & 1 == 0 {
            let opponent = NAMES[usize::from(last)];
            format!("sends the mover to small board {board}, but {opponent} has no stone on a square {board}")
        } else {
            return Ok(());
        }
    } else if squares == 0 || squares & position.decided() != 0 {
        return Ok(());
    } else {
        "lets the mover choose, but no stone can have sent him to a board that is decided; write its number".to_string()
    };
    Err(TextError::new(format!("'{text}' {sentence}")))
}

impl TextRules for UltimateTicTacToe {
    fn name(&self) -> String {
        "ultimate-tic-tac-toe".to_string()
    }
    fn start(&self) -> Boards {
        Boards::START
    }
    fn position_text(&self, position: &Boards) -> String {
        let boards: Vec<String> =
            (0..9).map(|board| (0..9).map(|square| stone(position, board, square)).collect()).collect();
        let target = if position.target == ANY { "*".to_string() } else { (position.target + 1).to_string() };
        format!("{} {} {target}", boards.join("/"), NAMES[usize::from(position.mover)])
    }
    fn parse_position(&self, text: &str) -> Result<Boards, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[boards, mover, target] = &words[..] else {
            let wanted =
                "write the small boards, the player to move (x or o) and the board he was sent to (1 to 9 or *)";
            return Err(TextError::new(format!("'{text}' has {}; {wanted}", count(words.len(), "word"))));
        };
        let mut position = parse_boards(boards)?;
        let [x, o] = [0, 1].map(|player| (0..9).map(|board| position.stones(board, player).count_ones()).sum());
        check_counts(boards, x, o)?;
        position.mover = u8::from(x > o);
        let name = NAMES[usize::from(position.mover)];
        if mover != name.to_string() {
            let sentence =
                format!("'{mover}' does not move in '{text}': with {x} x and {o} o it is the turn of {name}");
            return Err(TextError::new(sentence));
        }
        position.target = match target.parse() {
            Ok(board @ 1..=9) => board - 1,
            Err(_) if target == "*" => ANY,
            _ => {
                return Err(TextError::new(format!(
                    "'{target}' is not a small board; write 1 to 9, or * if any will do"
                )));
            }
        };
        check_winner(&position, text)?;
        check_target(&position, text)?;
        Ok(position)
    }
    fn move_text(&self, _: &Boards, mv: u8) -> String {
        format!("{}{}", (mv >> 4) + 1, (mv & 15) + 1)
    }
    /// The stones of a player who has won a small board are capital letters there.
    fn picture(&self, position: &Boards) -> String {
        let mut lines = Vec::new();
        for row in 0..9 {
            if row == 3 || row == 6 {
                lines.push("-------+-------+-------".to_string());
            }
            let boards = (0..3).map(|column| {
                let board = row / 3 * 3 + column;
                let squares = row % 3 * 3..row % 3 * 3 + 3;
                squares.map(|square| format!(" {}", large_stone(position, board, square))).collect()
            });
            lines.push(boards.collect::<Vec<String>>().join(" |"));
        }
        let name = NAMES[usize::from(position.mover)].to_ascii_uppercase();
        lines.push(match position.target {
            _ if position.decided() == ALL || position.won.iter().any(|&boards| HAS_LINE[usize::from(boards)]) => {
                "the game has ended".to_string()
            }
            ANY => format!("{name} moves on any board that is not decided"),
            target => format!("{name} moves on board {}", target + 1),
        });
        lines.join("\n")
    }
    /// The stone of whoever has won a small board covers it.
    fn drawing(&self, position: &Boards) -> Drawing {
        // The number of a small board and of the square in it, both from 0.
        let place = |column: usize, row: usize| (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        let mut drawing = Drawing::grid(9, 9, |column, row| {
            let (board, square) = place(column, row);
            (format!("{}{}", board + 1, square + 1), Ground::Plain)
        });
        for (board, corner) in (0..9).map(|board| (board, ((board % 3 * 3) as f32, (board / 3 * 3) as f32))) {
            if let Some(player) = (0..2).find(|&player: &usize| position.won[player] >> board & 1 == 1) {
                let (shape, colour) = cross_or_ring(NAMES[player]).expect("players have stones");
                drawing.men.push(Man { shape, colour, at: corner, size: 3.0 });
            }
            let is_decided = position.decided() >> board & 1 == 1;
            if !is_decided && (position.target == ANY || position.target == board) {
                drawing.marks.push(Mark { kind: MarkKind::Target, at: corner, size: (3.0, 3.0) });
            }
            drawing.marks.push(Mark { kind: MarkKind::Rule, at: corner, size: (3.0, 3.0) });
        }
        for (column, row) in (0..9).flat_map(|row| (0..9).map(move |column| (column, row))) {
            let (board, square) = place(column, row);
            let is_won = (position.won[0] | position.won[1]) >> board & 1 == 1;
            let man = cross_or_ring(stone(position, board as u8, square as u8)).filter(|_| !is_won);
            if let Some((shape, colour)) = man {
                drawing.put(row * 9 + column, shape, colour);
            }
        }
        drawing
    }
    fn move_place(&self, _: &Boards, mv: u8) -> MovePlace {
        let (board, square) = (usize::from(mv >> 4), usize::from(mv & 15));
        let number = (board / 3 * 3 + square / 3) * 9 + board % 3 * 3 + square % 3;
        MovePlace { from: None, to: vec![number], near: Vec::new() }
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "X" } else { "O" }.to_string()
    }
}

fn stone(position: &Boards, board: u8, square: u8) -> char {
    let owner = (0..2).find(|&player| position.stones(board, player) >> square & 1 == 1);
    owner.map_or('.', |player| NAMES[usize::from(player)])
}

fn large_stone(position: &Boards, board: u8, square: u8) -> char {
    let stone = stone(position, board, square);
    let winner = NAMES.iter().zip(position.won).find(|(_, boards)| boards >> board & 1 == 1);
    if winner.is_some_and(|(&name, _)| name == stone) { stone.to_ascii_uppercase() } else { stone }
}
