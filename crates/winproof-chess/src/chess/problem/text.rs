//! Solutions as text: as Popeye's users know it, as PGN with variations, and boards.

use super::{Attack, Defence, Play, ProblemSolution};
use crate::chess::moves::castling_target;
use crate::chess::stipulation::Target;
use crate::chess::{ChessMove, Color, Position, notation};
use cozy_chess::{Board, File, Piece, Rank, Square};

/// A move as Popeye writes it: `Qd1-g4`, `Sf3*e5`, `a7-a8=Q`, `0-0`, `e5*d6 ep.`; then what it does.
pub fn long_move(before: &Position, mv: ChessMove, target: Target) -> String {
    let board = before.board();
    let played = mv.unpack();
    let mut after = board.clone();
    after.play_unchecked(played);
    let piece = board.piece_on(played.from).unwrap_or(Piece::Pawn);
    let is_capture = board.occupied().len() > after.occupied().len();
    let mut text = match castling_target(board, played) {
        Some(to) => if to.file() == File::G { "0-0" } else { "0-0-0" }.to_string(),
        None => {
            let sign = if is_capture { '*' } else { '-' };
            format!("{}{}{sign}{}", letter(piece), played.from, played.to)
        }
    };
    if is_capture && board.piece_on(played.to).is_none() {
        text.push_str(" ep.");
    }
    if let Some(piece) = played.promotion {
        text.push_str(&format!("={}", letter(piece)));
    }
    if !after.checkers().is_empty() && target != Target::Check {
        let is_mate = !after.generate_moves(|_| true);
        text.push_str(if is_mate { " #" } else { " +" });
    }
    if target.is_reached(board, played, &after) {
        text.push_str(match target {
            Target::Mate => "",
            Target::Stalemate => " =",
            Target::DoubleStalemate => " ==",
            Target::Check => " +",
            Target::Capture => " x",
            Target::Square(_) => " z",
        });
    }
    text
}

fn letter(piece: Piece) -> &'static str {
    match piece {
        Piece::King => "K",
        Piece::Queen => "Q",
        Piece::Rook => "R",
        Piece::Bishop => "B",
        Piece::Knight => "S",
        Piece::Pawn => "",
    }
}

/// The whole solution of a problem that begins in `root`, a move a line, each level further to the right.
pub fn write(root: &Position, solution: &ProblemSolution) -> Vec<String> {
    let target = solution.rules.aim().target;
    let mut lines = Vec::new();
    let mut writer = Writer { target, lines: &mut lines };
    if !solution.set_play.is_empty() {
        writer.defences(&solution.set_play, 1);
        writer.lines.push(String::new());
    }
    for attempt in &solution.tries {
        writer.attack(attempt, 1, "?");
        if !attempt.play.refutations.is_empty() {
            writer.lines.push("    but".to_string());
            for &mv in &attempt.play.refutations {
                let text = long_move(&attempt.after, mv, target);
                writer.lines.push(format!("{}1...{text} !", Writer::indent(1, true)));
            }
        }
        writer.lines.push(String::new());
    }
    for key in &solution.keys {
        writer.attack(key, 1, "!");
        writer.lines.push(String::new());
    }
    if let Some(play) = &solution.post_key {
        let word = Writer::word(play);
        if !word.is_empty() {
            writer.lines.push(word.to_string());
        }
        writer.play(play, 1);
        for &mv in &play.refutations {
            let text = long_move(root, mv, target);
            writer.lines.push(format!("{}1...{text}", Writer::indent(1, true)));
            writer.lines.push("        refutes.".to_string());
        }
        writer.lines.push(String::new());
    }
    lines
}

struct Writer<'a> {
    target: Target,
    lines: &'a mut Vec<String>,
}

impl Writer<'_> {
    /// Popeye's columns: three before the first move, and from there four more for each half-move, less one.
    fn indent(number: usize, is_defence: bool) -> String {
        let half_moves = 2 * (number - 1) + usize::from(is_defence);
        " ".repeat(if half_moves == 0 { 3 } else { 2 + 4 * half_moves })
    }

    /// What stands behind a move that leaves the defender free.
    fn word(play: &Play) -> &'static str {
        match play {
            Play { threats, .. } if !threats.is_empty() => " threat:",
            Play { is_zugzwang: true, .. } => " zugzwang.",
            _ => "",
        }
    }

    fn attack(&mut self, attack: &Attack, number: usize, mark: &str) {
        let mut line =
            format!("{}{number}.{}", Self::indent(number, false), long_move(&attack.before, attack.mv, self.target));
        if !mark.is_empty() {
            line.push_str(&format!(" {mark}"));
        }
        line.push_str(Self::word(&attack.play));
        self.lines.push(line);
        self.play(&attack.play, number);
    }

    /// What follows the attacker's move of this number.
    fn play(&mut self, play: &Play, number: usize) {
        for threat in &play.threats {
            self.attack(threat, number + 1, "");
        }
        self.defences(&play.defences, number);
    }

    fn defences(&mut self, defences: &[Defence], number: usize) {
        for defence in defences {
            let text = long_move(&defence.before, defence.mv, self.target);
            self.lines.push(format!("{}{number}...{text}", Self::indent(number, true)));
            let dual = if defence.answers.len() > 1 { "dual" } else { "" };
            for answer in &defence.answers {
                self.attack(answer, number + 1, dual);
            }
        }
    }
}

/// The solution as a game in PGN: the first key with its variations, the others and the tries as variations too; or
/// what follows a key that has been played.
pub fn pgn(root: &Position, solution: &ProblemSolution, fen: &str, title: &str) -> String {
    let mut text =
        format!("[Event \"{}\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen} 0 1\"]\n\n", title.replace('"', "'"));
    let is_white = solution.rules.attacker() == Color::White;
    let firsts: Vec<(&Attack, &str)> = solution
        .keys
        .iter()
        .map(|key| (key, "$1"))
        .chain(solution.tries.iter().map(|attempt| (attempt, "$2")))
        .collect();
    if let Some(((main, mark), others)) = firsts.split_first() {
        let mut moves = Moves { is_white, words: Vec::new() };
        moves.attack(main, 1, mark);
        for (other, mark) in others {
            moves.words.push("(".to_string());
            moves.attack(other, 1, mark);
            moves.play(&other.play, &other.after, 1);
            moves.words.push(")".to_string());
        }
        moves.play(&main.play, &main.after, 1);
        let joined = moves.words.join(" ").replace("( ", "(").replace(" )", ")");
        text.push_str(&wrapped(&joined, 80));
    }
    if let Some(play) = &solution.post_key {
        let mut moves = Moves { is_white, words: Vec::new() };
        moves.play(play, root, 1);
        let joined = moves.words.join(" ").replace("( ", "(").replace(" )", ")");
        text.push_str(&wrapped(&joined, 80));
    }
    text.push_str("*\n");
    text
}

/// Lines of at most so many columns.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        if column > 0 && column + 1 + word.len() > width {
            lines.push('\n');
            column = 0;
        }
        lines.push_str(if column == 0 { "" } else { " " });
        lines.push_str(word);
        column += word.len() + usize::from(column > 0);
    }
    lines.push_str(if lines.is_empty() { "" } else { "\n" });
    lines
}

struct Moves {
    is_white: bool,
    words: Vec<String>,
}

impl Moves {
    fn push(&mut self, before: &Position, mv: ChessMove, number: usize, is_attack: bool) {
        let san = notation::write(before.board(), mv.unpack());
        let dots = if is_attack == self.is_white { "." } else { "..." };
        // White's second move follows Black's first where Black attacks.
        let number = if is_attack || self.is_white { number } else { number + 1 };
        self.words.push(format!("{number}{dots}"));
        self.words.push(san);
    }

    fn attack(&mut self, attack: &Attack, number: usize, mark: &str) {
        self.push(&attack.before, attack.mv, number, true);
        if !mark.is_empty() {
            self.words.push(mark.to_string());
        }
        let comment = match (attack.play.threats.first(), attack.play.is_zugzwang) {
            (Some(threat), _) => format!("{{threat: {}}}", notation::write(threat.before.board(), threat.mv.unpack())),
            (None, true) => "{zugzwang}".to_string(),
            (None, false) => return,
        };
        self.words.push(comment);
    }

    /// What follows a move of the attacker: the first defence as the main line, the others as variations.
    fn play(&mut self, play: &Play, after: &Position, number: usize) {
        let replies = play.refutations.iter().map(|&mv| (mv, after, None));
        let lines: Vec<_> =
            play.defences.iter().map(|defence| (defence.mv, &defence.before, Some(defence))).chain(replies).collect();
        let Some((main, others)) = lines.split_first() else { return };
        self.push(main.1, main.0, number, false);
        for other in others {
            self.words.push("(".to_string());
            self.push(other.1, other.0, number, false);
            match other.2 {
                Some(defence) => self.answers(defence, number + 1),
                None => self.words.push("$1".to_string()),
            }
            self.words.push(")".to_string());
        }
        match main.2 {
            Some(defence) => self.answers(defence, number + 1),
            None => self.words.push("$1".to_string()),
        }
    }

    fn answers(&mut self, defence: &Defence, number: usize) {
        let Some((main, duals)) = defence.answers.split_first() else { return };
        self.attack(main, number, "");
        for dual in duals {
            self.words.push("(".to_string());
            self.attack(dual, number, "");
            self.play(&dual.play, &dual.after, number);
            self.words.push(")".to_string());
        }
        self.play(&main.play, &main.after, number);
    }
}

/// The board with a frame, in letters or in figurines.
pub fn board(position: &Position, figurines: bool) -> String {
    let board: &Board = position.board();
    let edge = format!("+{}+", "-".repeat(17));
    let mut lines = vec![edge.clone()];
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| {
            let square = Square::new(file, rank);
            man(board.piece_on(square).zip(board.color_on(square)), figurines).to_string()
        });
        lines.push(format!("| {} |", squares.join(" ")));
    }
    lines.push(edge);
    lines.join("\n")
}

fn man(man: Option<(Piece, Color)>, figurines: bool) -> char {
    let (Some((piece, color)), true) = (man, figurines) else { return notation::letter(man) };
    let white = ['♙', '♘', '♗', '♖', '♕', '♔'];
    let black = ['♟', '♞', '♝', '♜', '♛', '♚'];
    if color == Color::White { white[piece as usize] } else { black[piece as usize] }
}
