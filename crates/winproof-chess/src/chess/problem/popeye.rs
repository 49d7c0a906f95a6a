//! Problems in the language of the solver Popeye, as far as this program solves them.
//!
//! ```text
//! BeginProblem
//! Pieces White Kc1 Qe5 Pa2 Black Ka1
//! Stipulation #2
//! Option SetPlay Try
//! EndProblem
//! ```
//! Words may be cut short as long as they are clear, and their case does not matter. Whatever else Popeye knows (fairy
//! pieces, conditions, help play) is refused by name: a solution of another problem would be wrong.

use super::{Extent, Problem};
use crate::chess::stipulation::Stipulation;
use crate::chess::{Chess, Color};
use winproof::{TextError, TextRules};

/// A problem as it was written, and what of the play it asks for.
#[derive(Clone, Debug)]
pub struct Written {
    /// The problem.
    pub problem: Problem,
    /// What is wanted beside the keys.
    pub extent: Extent,
    /// The title, if there is one.
    pub title: Option<String>,
}

/// The words of the language that are understood.
const WORDS: [&str; 10] = [
    "BeginProblem",
    "EndProblem",
    "NextProblem",
    "Pieces",
    "Stipulation",
    "Option",
    "Title",
    "Author",
    "Origin",
    "Remark",
];
/// Popeye's own words beyond those.
const REFUSED: [&str; 8] = ["Condition", "Twin", "Zeroposition", "Award", "Forsyth", "Input", "Protocol", "Latex"];
const OPTIONS: [&str; 8] =
    ["SetPlay", "Try", "Defence", "Variation", "NoThreat", "PostKeyPlay", "NoCastling", "EnPassant"];

fn wrong<T>(sentence: String) -> Result<T, TextError> {
    Err(TextError::new(sentence))
}

/// The word of a list that a text stands for: the whole word, or a beginning that no other word has.
fn word_of<'a>(text: &str, words: &[&'a str]) -> Option<&'a str> {
    let fits = |word: &&&str| word.to_lowercase().starts_with(&text.to_lowercase());
    let mut found = words.iter().filter(fits);
    match (found.next(), found.next()) {
        (Some(&word), None) if text.len() >= 3 => Some(word),
        _ => words.iter().find(|word| word.eq_ignore_ascii_case(text)).copied(),
    }
}

/// A stipulation with its number of moves: `#3`, `s#4`, `zh8 2`; without a number, in as few moves as there are.
///
/// ```
/// use winproof_chess::chess::problem::popeye::read_stipulation;
/// let (stipulation, moves) = read_stipulation("semi-r#2").unwrap();
/// assert_eq!((stipulation.to_string().as_str(), moves), ("semi-r#", Some(2)));
/// assert_eq!(read_stipulation("zh83").unwrap().1, Some(3));
/// assert_eq!(read_stipulation("S#4").unwrap().1, Some(4));
/// assert!(read_stipulation("h#2").is_err());
/// ```
pub fn read_stipulation(text: &str) -> Result<(Stipulation, Option<u8>), TextError> {
    let text: String = text.split_whitespace().collect::<String>().to_lowercase();
    // The rank of a target square is no number of moves.
    let sign_end = match text.find('z') {
        Some(z) => (z + 3).min(text.len()),
        None => text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len()),
    };
    let Some((sign, number)) = text.split_at_checked(sign_end) else {
        return wrong(format!("'{text}' is not a stipulation"));
    };
    let stipulation: Stipulation = sign.parse()?;
    match number.parse::<u8>() {
        _ if number.is_empty() => Ok((stipulation, None)),
        Ok(moves) if (1..=120).contains(&moves) => Ok((stipulation, Some(moves))),
        _ => wrong(format!("'{number}' is not a number of moves; write 1 to 120 behind {sign}")),
    }
}

/// Reads all problems of a text.
pub fn read(text: &str) -> Result<Vec<Written>, TextError> {
    let mut problems = Vec::new();
    let mut current = Draft::default();
    let mut section = "";
    let mut side = None;
    let mut is_begun = false;
    // What is behind a title or a name goes to the end of its line, whatever its words are.
    let lines = text.lines().map(|line| {
        let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let is_remark = matches!(word_of(first, &WORDS), Some("Title" | "Author" | "Origin" | "Remark"));
        if is_remark { (Some((first, rest)), "") } else { (None, line) }
    });
    let mut words = Vec::new();
    for (remark, line) in lines {
        if let Some((first, rest)) = remark
            && word_of(first, &WORDS) == Some("Title")
        {
            // It belongs to the problem that is being read.
            words.push(Word::Title(rest.trim()));
        }
        words.extend(line.split_whitespace().map(Word::Plain));
    }
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let text = match word {
            Word::Plain(text) => text,
            Word::Title(title) => {
                current.title = Some(title.to_string());
                continue;
            }
        };
        if let Some(word) = word_of(text, &WORDS) {
            section = word;
            match word {
                "BeginProblem" => is_begun = true,
                "EndProblem" | "NextProblem" => {
                    if !is_begun {
                        return wrong(format!("'{text}' stands before BeginProblem"));
                    }
                    problems.push(std::mem::take(&mut current).finish()?);
                    if word == "EndProblem" {
                        return Ok(problems);
                    }
                }
                _ => {}
            }
            continue;
        }
        if let Some(word) = word_of(text, &REFUSED) {
            return wrong(format!("'{word}' is not understood: only the rules of orthodox chess are, without twins"));
        }
        match section {
            "Stipulation" => current.stipulation = Some(read_stipulation(text)?),
            "Option" => match word_of(text, &OPTIONS) {
                Some("SetPlay") => current.extent.set_play = true,
                Some("Try") => current.extent.tries = current.extent.tries.max(1),
                Some("Defence") => {
                    let number = words.next().and_then(Word::plain).unwrap_or_default();
                    current.extent.tries = number.parse().map_err(|_| {
                        TextError::new(format!("'{number}' behind {text} is not a number of refutations"))
                    })?;
                }
                Some("NoThreat") => current.extent.no_threats = true,
                Some("PostKeyPlay") => current.extent.post_key = true,
                // The squares of the men that may not castle come behind it; without any it is all of them.
                Some("NoCastling") => match words.next_if(|word| word.squares().is_some()) {
                    Some(word) => current.no_castling.extend(word.squares().unwrap_or_default()),
                    None => current.castles = false,
                },
                // The pawn's way, such as e7e6e5, or only the square that it went over.
                Some("EnPassant") => {
                    let word = words.next().and_then(|word| word.squares()).unwrap_or_default();
                    current.en_passant = match &word[..] {
                        [over] | [_, over, _] => Some(over.clone()),
                        _ => return wrong(format!("behind {text} stands a pawn's way, such as e7e6e5")),
                    };
                }
                Some(_) => {}
                None => {
                    return wrong(format!("the option '{text}' is not understood; there are {}", OPTIONS.join(", ")));
                }
            },
            "Pieces" => match word_of(text, &["White", "Black", "Neutral"]) {
                Some("White") => side = Some(Color::White),
                Some("Black") => side = Some(Color::Black),
                Some(_) => return wrong("neutral pieces are not understood: only orthodox chess is".to_string()),
                None => current.place(text, side)?,
            },
            _ => return wrong(format!("'{text}' is not understood; there are {}", WORDS.join(", "))),
        }
    }
    wrong("EndProblem is missing; it stands at the end".to_string())
}

/// A word of a text, or a title in one piece.
enum Word<'a> {
    Plain(&'a str),
    Title(&'a str),
}

impl Word<'_> {
    fn plain(self) -> Option<String> {
        match self {
            Word::Plain(text) => Some(text.to_string()),
            Word::Title(_) => None,
        }
    }

    /// The squares that it names one behind the other, if it is nothing else.
    fn squares(&self) -> Option<Vec<String>> {
        let Word::Plain(text) = self else { return None };
        let letters: Vec<char> = text.to_lowercase().chars().collect();
        let is_square = |pair: &[char]| matches!(pair, ['a'..='h', '1'..='8']);
        let squares = letters.chunks(2).map(|pair| is_square(pair).then(|| pair.iter().collect()));
        squares.collect::<Option<Vec<String>>>().filter(|squares| !squares.is_empty())
    }
}

/// A problem that is being read.
struct Draft {
    board: [[char; 8]; 8],
    stipulation: Option<(Stipulation, Option<u8>)>,
    extent: Extent,
    title: Option<String>,
    castles: bool,
    /// Kings and rooks that may not castle.
    no_castling: Vec<String>,
    en_passant: Option<String>,
}

impl Default for Draft {
    fn default() -> Draft {
        let extent = Extent { depth: 120, ..Extent::default() };
        Draft {
            board: [['.'; 8]; 8],
            stipulation: None,
            extent,
            title: None,
            castles: true,
            no_castling: Vec::new(),
            en_passant: None,
        }
    }
}

impl Draft {
    /// Places a man on one or more squares: `Kc1`, `Pa2b3`.
    fn place(&mut self, text: &str, side: Option<Color>) -> Result<(), TextError> {
        let Some(side) = side else { return wrong(format!("'{text}' stands before White or Black")) };
        let letters: Vec<char> = text.chars().collect();
        let square_letters = letters.iter().rev().take_while(|letter| "abcdefgh12345678".contains(**letter)).count();
        let (kind, squares) = letters.split_at(letters.len() - square_letters / 2 * 2);
        let name: String = kind.iter().collect();
        let man = match name.to_ascii_uppercase().as_str() {
            "K" => 'K',
            "Q" => 'Q',
            "R" => 'R',
            "B" => 'B',
            "S" | "N" => 'N',
            "P" => 'P',
            _ => return wrong(format!("the piece '{name}' in '{text}' is not understood; there are K Q R B S P")),
        };
        if squares.is_empty() {
            return wrong(format!("'{text}' has no square; write a piece and its squares, such as Pa2b3"));
        }
        for square in squares.chunks_exact(2) {
            let (file, rank) = (square[0] as usize - 'a' as usize, square[1].to_digit(10).unwrap_or(1) as usize);
            let place = &mut self.board[8 - rank][file];
            if *place != '.' {
                return wrong(format!("two men stand on {}{}", square[0], square[1]));
            }
            *place = if side == Color::White { man } else { man.to_ascii_lowercase() };
        }
        Ok(())
    }

    fn finish(self) -> Result<Written, TextError> {
        let Some((stipulation, moves)) = self.stipulation else {
            return wrong("the problem has no Stipulation, such as '#2'".to_string());
        };
        let ranks: Vec<String> = self.board.iter().map(fen_of).collect();
        let may = |row: usize, file: usize| !self.no_castling.contains(&square_name(row, file));
        let has = |row: usize, file: usize, man: char| self.board[row][file] == man && may(row, file);
        // Popeye takes it that whoever stands on the squares of the start may castle.
        let mut castling = String::new();
        for (row, king, rook, letters) in [(7, 'K', 'R', ['K', 'Q']), (0, 'k', 'r', ['k', 'q'])] {
            for (letter, file) in letters.into_iter().zip([7, 0]) {
                if self.castles && has(row, 4, king) && has(row, file, rook) {
                    castling.push(letter);
                }
            }
        }
        let castling = if castling.is_empty() { "-" } else { &castling };
        let en_passant = self.en_passant.as_deref().unwrap_or("-");
        // White attacks; after his key Black is to move.
        let (side, letter) = if self.extent.post_key { (Color::Black, 'b') } else { (Color::White, 'w') };
        let fen = format!("{} {letter} {castling} {en_passant}", ranks.join("/"));
        let root = Chess::new(side).parse_position(&fen)?;
        Ok(Written { problem: Problem { root, stipulation, moves }, extent: self.extent, title: self.title })
    }
}

/// The name of a square by its row from above and its file.
fn square_name(row: usize, file: usize) -> String {
    format!("{}{}", (b'a' + file as u8) as char, 8 - row)
}

/// A rank as in a FEN.
fn fen_of(rank: &[char; 8]) -> String {
    let mut text = String::new();
    for letter in rank {
        match (letter, text.pop()) {
            ('.', Some(last)) if last.is_ascii_digit() => {
                text.push(char::from_digit(last.to_digit(10).unwrap_or(0) + 1, 10).unwrap_or('8'));
            }
            (letter, last) => {
                text.extend(last);
                text.push(if *letter == '.' { '1' } else { *letter });
            }
        }
    }
    text
}
