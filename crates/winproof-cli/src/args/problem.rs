//! The arguments of `problem`.

use super::quantity;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use std::time::Duration;

/// What the long help of `problem` ends with.
pub const PROBLEM_EXAMPLES: &str = "\
Examples:
  winproof problem '7k/5K2/8/6P1/8/8/8/8 w - -' --stipulation '#4'
      the keys of a mate in four, with threats and variations
  winproof problem FEN --stipulation 's#3' --set-play --tries 1
      a selfmate, with the set play, and the tries that one defence refutes
  winproof problem --file problems.pop --proof proofs
      problems in Popeye's language (or PGN with FEN tags), each with a certificate
  winproof problem FEN --stipulation '#' --pgn
      in as few moves as there are, as a game with variations

Stipulations: # (mate), = (stalemate), == (double stalemate), + (check), x (capture), z and a square (a man comes there), \
each with a number of moves behind it or without; s before it (the defender is forced to do it), semi-r (and must where \
possible), r (so must the attacker). Help play has no opponent, so there is nothing to prove.

The verdict stands alone on the last line. With --json, one object for each problem: position, stipulation, moves (null \
without a solution), none_within, keys, tries (move, refutations), set_play, nodes, seconds, stopped.

Exit codes: 0 solved (a solution, or a proof that there is none), 1 failed, 2 the call or the input was wrong, 3 not \
solved within the limits, 130 interrupted.";

/// The arguments of `problem`.
#[derive(Debug, Args)]
pub struct ProblemArguments {
    /// The position: pieces, side to move, castling rights, en-passant square. Quoted or not
    #[arg(value_name = "FEN", required_unless_present = "file", num_args = 1..)]
    pub fen: Vec<String>,

    /// What the side to move wants, and in how many moves: #3, s#2, r#2, semi-r#2, =2, ==2, +1, x2, zh8 3
    #[arg(long, short, value_name = "STIPULATION")]
    pub stipulation: Option<String>,

    /// Read problems from a file in Popeye's language, or the FEN tags of a PGN file (`-` for standard input)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "fen")]
    pub file: Option<PathBuf>,

    /// Show the set play: what would happen if the defender were to move
    #[arg(long)]
    pub set_play: bool,

    /// The key has been played: the side to move defends, and what follows is shown
    #[arg(long, conflicts_with_all = ["set_play", "tries"])]
    pub post_key: bool,

    /// Show no threats, but every defence with what meets it
    #[arg(long)]
    pub no_threats: bool,

    /// Show first moves that at most so many defences refute
    #[arg(long, value_name = "N", default_value = "0")]
    pub tries: usize,

    /// Show lines so many moves deep; 0 is only the keys
    #[arg(long, value_name = "N", default_value = "120")]
    pub depth: usize,

    /// Nobody may castle, whatever the position says
    #[arg(long)]
    pub no_castling: bool,

    /// The square on which a pawn can be captured en passant
    #[arg(long, value_name = "SQUARE")]
    pub en_passant: Option<String>,

    /// Make at most so many nodes for each problem, such as 1_000_000, 10k or 5M
    #[arg(long, value_name = "N", value_parser = quantity::number, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Search each problem at most so long, such as 500ms, 10s, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Let the search use at most so much memory, such as 500MiB or 4GiB
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory, help_heading = "Limits")]
    pub memory: Option<usize>,

    /// Write the solution as a game in PGN, with variations, instead of as text
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub pgn: bool,

    /// Draw the board with figurines
    #[arg(long, help_heading = "Output")]
    pub figurine: bool,

    /// Write what was proved, as a certificate that `winproof check` accepts. With --file, a folder
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub proof: Option<PathBuf>,

    /// Answer with one JSON object for each problem
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// No remarks on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}
