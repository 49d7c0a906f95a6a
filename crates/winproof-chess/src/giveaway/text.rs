//! Giveaway chess as text: FEN for positions, chess notation for moves.

use super::board::{Men, Step};
use crate::chess::fen::{self, read_men, read_side};
use crate::chess::notation::letter;
use cozy_chess::{File, Piece, Rank, Square};
use winproof::TextError;

/// Writes a position as the first four fields of a FEN.
pub(super) fn write(men: &Men) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut free = 0;
        for file in File::ALL {
            match men.man_on(Square::new(file, rank)) {
                None => free += 1,
                man => {
                    if free > 0 {
                        text.push_str(&free.to_string());
                    }
                    free = 0;
                    text.push(letter(man));
                }
            }
        }
        if free > 0 {
            text.push_str(&free.to_string());
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    let en_passant = men.en_passant().map_or("-".to_string(), |square| square.to_string());
    format!("{text} {} - {en_passant}", men.side())
}

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<Men, TextError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if !(4..=6).contains(&fields.len()) {
        return Err(fen::wrong_fields(text, fields.len(), "8/8/8/8/3p4/8/4P3/8 w - -"));
    }
    let board = read_men(fields[0])?;
    fen::check_pawns(&board)?;
    let side = read_side(fields[1])?;
    // Rights that a position of chess brings along mean nothing here.
    if fields[2].chars().any(|letter| !"-KQkq".contains(letter)) {
        let field = fields[2];
        return Err(TextError::new(format!(
            "'{field}' is not a set of castling rights; write -, since nobody castles here"
        )));
    }
    let mut men = Men::empty(side);
    for square in Square::ALL {
        if let Some((piece, color)) = board[square as usize] {
            men.put(square, piece, color);
        }
    }
    men.set_en_passant(fen::read_en_passant(&board, side, fields[3])?);
    for (number, field) in (5..).zip(&fields[4..]) {
        if field.parse::<u32>().is_err() {
            return Err(TextError::new(format!(
                "'{field}' is not a counter; write a number in field {number} or leave it out"
            )));
        }
    }
    Ok(men)
}

/// A move in chess notation.
pub(super) fn write_step(men: &Men, step: Step) -> String {
    let (from, to) = (step.from(), step.to());
    let piece = men.man_on(from).map_or(Piece::Pawn, |(piece, _)| piece);
    let captures = men.captures(step);
    let mut text = String::new();
    if piece == Piece::Pawn {
        if captures {
            text.push_str(&from.file().to_string());
        }
    } else {
        text.push(char::from(piece).to_ascii_uppercase());
        let mut rivals = Vec::new();
        men.for_each_step(|other| {
            let is_rival = other.to() == to && other.from() != from;
            if is_rival && men.man_on(other.from()).is_some_and(|(kind, _)| kind == piece) {
                rivals.push(other.from());
            }
        });
        let file_tells = rivals.iter().all(|rival| rival.file() != from.file());
        let rank_tells = rivals.iter().all(|rival| rival.rank() != from.rank());
        match (rivals.is_empty(), file_tells, rank_tells) {
            (true, ..) => {}
            (false, true, _) => text.push_str(&from.file().to_string()),
            (false, false, true) => text.push_str(&from.rank().to_string()),
            (false, false, false) => text.push_str(&from.to_string()),
        }
    }
    if captures {
        text.push('x');
    }
    text.push_str(&to.to_string());
    if let Some(promotion) = step.promotion() {
        text.push('=');
        text.push(char::from(promotion).to_ascii_uppercase());
    }
    text
}

/// The legal move that a text stands for.
pub(super) fn read_step(men: &Men, text: &str) -> Result<Step, TextError> {
    let bare = |text: &str| text.chars().filter(|letter| !"x=+#!?".contains(*letter)).collect::<String>();
    let wanted = bare(text);
    let mut found = None;
    let mut legal = Vec::new();
    men.for_each_step(|step| {
        let name = write_step(men, step);
        if bare(&name) == wanted || format!("{step:?}") == text {
            found = Some(step);
        }
        legal.push(name);
    });
    found.ok_or_else(|| {
        let fen = write(men);
        TextError::new(match legal.is_empty() {
            true => format!("'{text}' cannot be played: the game has ended in {fen}"),
            false => format!("'{text}' is not a legal move in {fen}; the legal moves are: {}", legal.join(" ")),
        })
    })
}
