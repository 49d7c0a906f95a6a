//! Chess positions as text: FEN, read with a sentence for everything that can be wrong with it.

use super::{Counting, Position};
use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves};
use winproof::TextError;

/// The fields of a FEN that matter.
const FIELDS: &str = "pieces, side to move, castling rights, en-passant square";
/// The words before the number of moves that the attacker has left.
const LEFT: &str = " in ";
/// What stands at the end where the move before reached the aim.
const REACHED: &str = " reached";

/// Writes a position: the first four fields of a FEN, then whatever counter the rules look at.
pub(super) fn write(position: &Position, counting: Counting) -> String {
    let board = position.board();
    let fen = board.to_string();
    let mut fields = fen.split(' ');
    let mut next = || fields.next().unwrap_or_default();
    let mut text = format!("{} {} {}", next(), next(), next());
    match position.en_passant() {
        Some(file) => {
            let square = Square::new(file, Rank::Third.relative_to(!board.side_to_move()));
            text.push_str(&format!(" {square}"));
        }
        None => text.push_str(" -"),
    }
    if counting.fifty {
        text.push_str(&format!(" {}", position.clock()));
    }
    if counting.moves.is_some() {
        text.push_str(&format!("{LEFT}{}", position.left()));
    }
    if position.is_reached() {
        text.push_str(REACHED);
    }
    text
}

/// Reads a position.
pub(super) fn parse(text: &str, counting: Counting) -> Result<Position, TextError> {
    let (rest, reached) = match text.strip_suffix(REACHED) {
        Some(rest) if !counting.stipulation.is_direct_mate() => (rest, true),
        _ => (text, false),
    };
    let (fen, left) = split_left(rest, counting)?;
    let fields: Vec<&str> = fen.split_whitespace().collect();
    if !(4..=6).contains(&fields.len()) {
        return Err(wrong_fields(text, fields.len(), "4k3/8/4K3/8/8/8/8/7R w - -"));
    }
    let mut builder = BoardBuilder::empty();
    builder.board = read_men(fields[0])?;
    builder.side_to_move = read_side(fields[1])?;
    let kings = Kings::find(&builder)?;
    read_castling(&mut builder, fields[2])?;
    builder.en_passant = read_en_passant(&builder.board, builder.side_to_move, fields[3])?;
    builder.halfmove_clock = match fields.get(4).map(|field| field.parse::<u32>()) {
        None => 0,
        Some(Ok(clock)) => clock.min(100) as u8,
        Some(Err(_)) => {
            return wrong(format!(
                "'{}' is not a half-move clock; write a number such as 0 in the fifth field",
                fields[4]
            ));
        }
    };
    if let Some(number) = fields.get(5).filter(|field| field.parse::<u32>().is_err()) {
        return wrong(format!("'{number}' is not a move number; write a number such as 1 in the sixth field"));
    }
    Ok(Position::new(build(&builder, &kings)?, counting, left).with_reached(reached))
}

fn wrong<T>(sentence: String) -> Result<T, TextError> {
    Err(TextError::new(sentence))
}

/// The error for a text with another number of fields than a FEN has.
pub(crate) fn wrong_fields(text: &str, count: usize, example: &str) -> TextError {
    TextError::new(format!(
        "expected 4 or 6 FEN fields, found {count} in '{text}'; write {FIELDS}, such as '{example}'"
    ))
}

/// The FEN, and how many moves the attacker has left.
fn split_left(text: &str, counting: Counting) -> Result<(&str, u8), TextError> {
    let Some(moves) = counting.moves else { return Ok((text, 0)) };
    let Some((fen, left)) = text.rsplit_once(LEFT) else { return Ok((text, moves)) };
    match left.trim().parse() {
        Ok(left) if left <= moves => Ok((fen, left)),
        _ => wrong(format!(
            "'{left}' is not a number of moves left; the attacker has at most {moves}, so write 0 to {moves}"
        )),
    }
}

/// Who stands on which square.
pub(crate) type Men = [Option<(Piece, Color)>; Square::NUM];

/// The first field of a FEN.
pub(crate) fn read_men(field: &str) -> Result<Men, TextError> {
    let mut men = [None; Square::NUM];
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        let count = ranks.len();
        return wrong(format!("the board '{field}' has {count} ranks; write 8 ranks with '/' between them"));
    }
    for (row, rank) in ranks.iter().enumerate() {
        let number = 8 - row;
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(free) = letter.to_digit(10).filter(|free| (1..=8).contains(free)) {
                file += free as usize;
                continue;
            }
            let Some(piece) = piece_of(letter) else {
                return wrong(format!(
                    "'{letter}' on rank {number} ('{rank}') is not a piece; White's are KQRBNP, Black's kqrbnp, and \
                     digits count empty squares"
                ));
            };
            if file < 8 {
                let square = Square::new(File::index(file), Rank::index(number - 1));
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                men[square as usize] = Some((piece, color));
            }
            file += 1;
        }
        if file != 8 {
            return wrong(format!("rank {number} ('{rank}') has {file} squares; every rank has 8"));
        }
    }
    Ok(men)
}

/// The second field of a FEN.
pub(crate) fn read_side(field: &str) -> Result<Color, TextError> {
    match field {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        other => wrong(format!("'{other}' is not a side to move; write w or b after the pieces")),
    }
}

fn piece_of(letter: char) -> Option<Piece> {
    Some(match letter.to_ascii_lowercase() {
        'k' => Piece::King,
        'q' => Piece::Queen,
        'r' => Piece::Rook,
        'b' => Piece::Bishop,
        'n' => Piece::Knight,
        'p' => Piece::Pawn,
        _ => return None,
    })
}

pub(crate) fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// The two kings, one a side.
struct Kings {
    squares: [Square; 2],
}

impl Kings {
    fn find(builder: &BoardBuilder) -> Result<Kings, TextError> {
        let mut squares = [Square::A1; 2];
        for color in Color::ALL {
            let mut kings = Square::ALL.iter().filter(|&&square| builder.square(square) == Some((Piece::King, color)));
            let (first, others) = (kings.next(), kings.count());
            match (first, others) {
                (Some(&square), 0) => squares[color as usize] = square,
                (None, _) => return wrong(format!("{} has no king; each side needs one", name(color))),
                (Some(_), _) => {
                    let count = others + 1;
                    return wrong(format!("{} has {count} kings; each side has one", name(color)));
                }
            }
        }
        Ok(Kings { squares })
    }
}

fn read_castling(builder: &mut BoardBuilder, field: &str) -> Result<(), TextError> {
    if field == "-" {
        return Ok(());
    }
    for (place, letter) in field.char_indices() {
        let (color, short) = match letter {
            'K' => (Color::White, true),
            'Q' => (Color::White, false),
            'k' => (Color::Black, true),
            'q' => (Color::Black, false),
            _ => return wrong(format!("'{field}' is not a set of castling rights; write some of KQkq, or - for none")),
        };
        if field[..place].contains(letter) {
            return wrong(format!("the castling rights '{field}' have '{letter}' twice; write it once"));
        }
        let rank = Rank::First.relative_to(color);
        let file = if short { File::H } else { File::A };
        let (king, rook) = (Square::new(File::E, rank), Square::new(file, rank));
        let stands = |square, piece| builder.square(square) == Some((piece, color));
        if !stands(king, Piece::King) || !stands(rook, Piece::Rook) {
            return wrong(format!(
                "the castling right '{letter}' needs {}'s king on {king} and a rook on {rook}; leave it out",
                name(color)
            ));
        }
        let rights = builder.castle_rights_mut(color);
        *(if short { &mut rights.short } else { &mut rights.long }) = Some(file);
    }
    Ok(())
}

/// The fourth field of a FEN, with these pieces on the board and this side to move.
pub(crate) fn read_en_passant(men: &Men, mover: Color, field: &str) -> Result<Option<Square>, TextError> {
    if field == "-" {
        return Ok(None);
    }
    let rank = Rank::Third.relative_to(!mover);
    let Some(square) = field.parse::<Square>().ok().filter(|square| square.rank() == rank) else {
        let (side, rank) = (name(mover), rank as usize + 1);
        return wrong(format!(
            "'{field}' is not an en-passant square; with {side} to move write one on rank {rank}, or -"
        ));
    };
    let on = |rank: Rank| men[Square::new(square.file(), rank.relative_to(!mover)) as usize];
    if on(Rank::Fourth) != Some((Piece::Pawn, !mover)) || on(Rank::Third).is_some() || on(Rank::Second).is_some() {
        return wrong(format!("no pawn of {} can just have passed {field}; write - instead", name(!mover)));
    }
    Ok(Some(square))
}

/// Refuses pawns where none can stand.
pub(crate) fn check_pawns(men: &Men) -> Result<(), TextError> {
    for square in Square::ALL {
        let is_pawn = men[square as usize].is_some_and(|(piece, _)| piece == Piece::Pawn);
        if is_pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
            return wrong(format!("there is a pawn on {square}; pawns never stand on the first or the last rank"));
        }
    }
    Ok(())
}

/// The board, or what no field alone could tell.
fn build(builder: &BoardBuilder, kings: &Kings) -> Result<Board, TextError> {
    for color in Color::ALL {
        let men = |wanted: Option<Piece>| {
            let is_man = |&&(piece, owner): &&(Piece, Color)| owner == color && wanted.is_none_or(|man| man == piece);
            builder.board.iter().flatten().filter(is_man).count()
        };
        let side = name(color);
        if men(Some(Piece::Pawn)) > 8 {
            return wrong(format!("{side} has {} pawns; there are at most 8", men(Some(Piece::Pawn))));
        }
        if men(None) > 16 {
            return wrong(format!("{side} has {} pieces; there are at most 16", men(None)));
        }
    }
    check_pawns(&builder.board)?;
    let [white, black] = kings.squares;
    if get_king_moves(white).has(black) {
        return wrong(format!(
            "the kings on {white} and {black} stand next to each other, so one of them could be captured; move one"
        ));
    }
    if let Ok(board) = builder.build() {
        return Ok(board);
    }
    // What is left: a king that could be captured, or a check that the double step of a pawn cannot have given.
    let without_en_passant = BoardBuilder { en_passant: None, ..builder.clone() };
    if let (Some(square), Ok(_)) = (builder.en_passant, without_en_passant.build()) {
        let side = name(builder.side_to_move);
        return wrong(format!(
            "{side} is in a check that no double step past {square} gives; write - as the en-passant square"
        ));
    }
    let mover = builder.side_to_move;
    let (side, other) = (name(mover), name(!mover));
    let king = kings.squares[!mover as usize];
    wrong(format!(
        "{other}'s king on {king} is in check while {side} is to move, so {side} could capture it; let {other} move"
    ))
}
