//! `winproof uci`: a chess engine that looks for mates, for graphical programs and test scripts (the UCI protocol).
//!
//! One thread listens and one searches, so that `stop` and `isready` are answered at once. A score in moves is a
//! proved mate, and its pv the whole line against the longest resistance; where no mate is proved the engine says so
//! and plays a legal move.

mod go;
mod search;

use crate::failure::{Exit, Failure, reason};
use go::Go;
use search::{Running, Task};
use std::io::{BufRead, Read, Write};
use winproof::{Rules, TextRules};
use winproof_games::Chess;
use winproof_games::chess::{Color, Position};

/// The table that is used if nobody sets the option Hash, in mebibytes.
const DEFAULT_HASH: usize = 256;
/// What is longer is read in pieces.
const LONGEST_LINE: u64 = 1 << 20;
const LARGEST_HASH: usize = 1 << 20;
/// Threads that a search can use.
const MOST_THREADS: usize = 1024;
/// More first moves than any position has.
const MOST_LINES: usize = 256;

/// The engine between two commands.
struct Engine {
    /// Where to search; nothing after a position that could not be read.
    position: Option<Position>,
    hash: usize,
    threads: usize,
    /// How many first moves are reported.
    lines: usize,
    running: Option<Running>,
}

/// Listens until `quit` or the end of the input.
pub fn run() -> Result<Exit, Failure> {
    let rules = Chess::new(Color::White);
    let mut engine = Engine { position: Some(rules.start()), hash: DEFAULT_HASH, threads: 1, lines: 1, running: None };
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        match read.map_err(|error| Failure::failed(format!("cannot read from standard input: {}", reason(&error))))? {
            0 => break,
            // Bytes that are not text belong to no command; the rest of the line may still be one.
            _ if !engine.obey(&String::from_utf8_lossy(&bytes)) => break,
            _ => {}
        }
    }
    engine.stop();
    Ok(Exit::Done)
}

/// Says a line to the other program.
fn say(text: &str) {
    let mut stdout = std::io::stdout().lock();
    // When nobody listens any more, the end of the input follows.
    let _ = writeln!(stdout, "{text}").and_then(|()| stdout.flush());
}

impl Engine {
    /// Does what a line says. False when it is the last one.
    fn obey(&mut self, line: &str) -> bool {
        let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match command {
            "uci" => {
                say(&format!("id name Winproof {}", env!("CARGO_PKG_VERSION")));
                say("id author the Winproof project");
                say(&format!("option name Hash type spin default {DEFAULT_HASH} min 1 max {LARGEST_HASH}"));
                say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
                say(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
                say("option name Clear Hash type button");
                say("uciok");
            }
            "isready" => say("readyok"),
            "setoption" => self.set_option(rest),
            "ucinewgame" => self.stop(),
            "position" => match read_position(rest) {
                Ok(position) => self.position = Some(position),
                Err(sentence) => {
                    // The position before must not be searched in its place.
                    self.position = None;
                    say(&format!("info string {sentence}"));
                }
            },
            "go" => {
                self.stop();
                self.go(rest);
            }
            "stop" => self.stop(),
            "ponderhit" => {
                if let Some(running) = &self.running {
                    running.end_pondering();
                }
            }
            "quit" => return false,
            // What an engine does not know it leaves out, as the protocol asks.
            _ => {}
        }
        true
    }

    /// Starts a search. Whoever says `go` waits for a best move, so there is one even where there is nothing to search.
    fn go(&mut self, rest: &str) {
        let Some(position) = &self.position else {
            say("info string there is no position to search");
            return say("bestmove (none)");
        };
        match Go::read(rest).and_then(|go| Task::new(position, go, self.lines)) {
            Ok(task) => self.running = Some(Running::start(task, self.hash << 20, self.threads)),
            Err(sentence) => {
                say(&format!("info string {sentence}"));
                let rules = Chess::new(position.side_to_move());
                let first = legal_moves(position).first().map(|&mv| rules.squares_text(position, mv));
                say(&format!("bestmove {}", first.as_deref().unwrap_or("(none)")));
            }
        }
    }

    /// Ends the search under way, which then names its best move.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
        }
    }

    fn set_option(&mut self, rest: &str) {
        let Some(rest) = rest.strip_prefix("name ") else {
            return say("info string write: setoption name NAME value VALUE");
        };
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (option, most) = match name.trim().to_ascii_lowercase().as_str() {
            "hash" => (&mut self.hash, LARGEST_HASH),
            "threads" => (&mut self.threads, MOST_THREADS),
            "multipv" => (&mut self.lines, MOST_LINES),
            // Each search starts with an empty table.
            "clear hash" => return,
            "uci_chess960" if value.trim() == "false" => return,
            "uci_chess960" => {
                return say("info string Chess960 is not played: castling is that of the usual start of a game");
            }
            _ => {
                let name = name.trim();
                return say(&format!(
                    "info string there is no option '{name}'; there are Hash, Threads, MultiPV and Clear Hash"
                ));
            }
        };
        match value.trim().parse() {
            Ok(number) if (1..=most).contains(&number) => *option = number,
            _ => say(&format!("info string {} is a number from 1 to {most}", name.trim())),
        }
    }
}

/// The position of `startpos moves …` or `fen … moves …`.
fn read_position(text: &str) -> Result<Position, String> {
    let (place, moves) = match text.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text.trim(), ""),
    };
    let mut position = match place.strip_prefix("fen ") {
        Some(fen) => {
            let rules = Chess::for_fen(fen).map_err(|error| error.to_string())?;
            rules.parse_position(fen).map_err(|error| error.to_string())?
        }
        None if place == "startpos" => Chess::new(Color::White).start(),
        None => return Err(format!("'{place}' is neither startpos nor fen with a position")),
    };
    for text in moves.split_whitespace() {
        let rules = Chess::new(position.side_to_move());
        let mv = rules.read_move(&position, text).map_err(|error| error.to_string())?;
        position = rules.after(&position, mv);
    }
    Ok(position)
}

/// The legal moves of a position.
fn legal_moves(position: &Position) -> Vec<winproof_games::chess::ChessMove> {
    let mut moves = Vec::new();
    Chess::new(position.side_to_move()).moves(position, &mut moves);
    moves
}
