//! The games of this crate as the registry lists them, and how each is opened.

use crate::chess::stipulation::Stipulation;
use crate::chess::{Color, MOST_MOVES, already_over};
use crate::{Chess, Giveaway, PawnEnding};
use winproof::open::OpenGame;
use winproof::{TextError, TextRules};
use winproof_kit::{Entry, GameInfo, Opening};

/// Chess in the registry.
pub struct ChessEntry;

impl Entry for ChessEntry {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        summary: "Chess: can the side to move force mate? Repetition, stalemate and lack of material are no",
        parameters: &["attacker", "moves", "fifty", "stipulation"],
        sizes: None,
        default_size: None,
        position_notation: "FEN: pieces, side to move, castling rights, en-passant square; the two counters may follow",
        move_notation: "SAN (Nf3, exd5, O-O, e8=Q) or squares (g1f3, e7e8q)",
        values: "mate 1, no mate 0",
        repeats: true,
        example: "winproof solve chess '7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -' --algorithm dfpn",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        let fifty = match opening.parameter("fifty") {
            None | Some("off") => false,
            Some("on") => true,
            Some(other) => return Err(TextError::new(format!("fifty is '{other}'; it must be on or off"))),
        };
        let attacker = match opening.parameter("attacker") {
            Some("white") => Color::White,
            Some("black") => Color::Black,
            Some(other) => return Err(TextError::new(format!("attacker is '{other}'; it must be white or black"))),
            None => mover(&opening)?,
        };
        let stipulation = match opening.parameter("stipulation") {
            Some(text) => text.parse()?,
            None => Stipulation::default(),
        };
        let uncounted = Chess::new(attacker).fifty(fifty).stipulation(stipulation);
        let game = match opening.parameter("moves") {
            Some(_) => uncounted.clone().in_moves(opening.number("moves", 1, 1..=u32::from(MOST_MOVES))? as u8),
            None => uncounted.clone(),
        };
        // Moves that lead to the position are not among those that the attacker has.
        let root = match opening.moves().is_empty() {
            true => opening.root(&game)?,
            false => game.renewed(&opening.root(&uncounted)?),
        };
        if !root.can_move() {
            return Err(TextError::new(already_over(&root)));
        }
        Ok(opening.open_at(game, root))
    }
}

/// Who moves where the search starts: the goal is mate by him.
fn mover(opening: &Opening<'_>) -> Result<Color, TextError> {
    let first = match opening.position() {
        Some(text) => Chess::new(Color::White).in_moves(MOST_MOVES).parse_position(text)?.side_to_move(),
        None => Color::White,
    };
    Ok(if opening.moves().len() % 2 == 0 { first } else { !first })
}

/// Giveaway chess in the registry.
pub struct GiveawayEntry;

impl Entry for GiveawayEntry {
    const INFO: GameInfo = GameInfo {
        name: "giveaway",
        summary: "Giveaway chess (antichess): captures are forced, a player without pieces or moves wins",
        parameters: &[],
        sizes: None,
        default_size: None,
        position_notation: "FEN: pieces, side to move, '-', en-passant square; the two counters may follow",
        move_notation: "as in chess: Nf3, exd5, e8=K, or squares: g1f3, e7e8k",
        values: "win 1, draw 0, loss -1",
        repeats: true,
        example: "winproof solve giveaway --moves d4 --algorithm dfpn",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        opening.open_packed(Giveaway)
    }
}

/// Pawn endings in the registry.
pub struct PawnEndingEntry;

impl Entry for PawnEndingEntry {
    const INFO: GameInfo = GameInfo {
        name: "pawn-ending",
        summary: "Pawn endings on a4 to e8: can White make a queen? Where graph search without history goes wrong",
        parameters: &[],
        sizes: None,
        default_size: None,
        position_notation: "FEN with kings and pawns on a4 to e8",
        move_notation: "as in chess: Kb5, c6, c8=Q",
        values: "White promotes 1 if White is to move and -1 if Black is; otherwise 0",
        repeats: true,
        example: "winproof solve pawn-ending '8/p7/8/2P1k3/K7/8/8/8 w - -'",
    };

    fn open(opening: Opening<'_>) -> Result<Box<dyn OpenGame>, TextError> {
        opening.open_packed(PawnEnding::new())
    }
}
