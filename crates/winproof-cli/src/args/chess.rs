//! The arguments of the two commands that are for chess alone.

use super::quantity;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use std::time::Duration;

/// What the long help of `mate` ends with.
pub const MATE_EXAMPLES: &str = "\
Examples:
  winproof mate '7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -'
      find a mate and prove it; nobody need say how long it is
  winproof mate '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -' --in 2
      mate in at most two moves, or a proof that there is none
  winproof mate FEN --shortest --all-keys
      the fewest moves, proved, and every first move that does it
  winproof mate FEN --proof mate.wpf --tree solution.txt
      the certificate, and the whole solution as text
  winproof mate --epd problems.epd --time 10s --memory 1GiB
      a file of positions, with their lengths (dm) compared, and a table

The verdict stands alone on the last line. Stalemate, lack of mating material and repetition are no mate; the \
fifty-move rule counts with --fifty only.

With --json, one object with the fields of `solve --json`, and besides: mate_in (moves, of the line proved; null \
without a mate), shortest (true when it is proved that no mate is shorter), keys (the first moves that mate in the \
fewest moves, with --all-keys; otherwise the first move of the line). With --epd, the objects stand in a list \
`positions`, each with id, dm, agrees, bm and bm_agrees, beside proved, total, differing and bad (lines that are no \
positions).

Exit codes: 0 what was asked is proved (mate, or that there is none), 1 with --epd: a proved length differs from its \
dm, 2 the call or the input was wrong, 3 not solved within the limits, 130 interrupted.";

/// What the long help of `uci` ends with.
pub const UCI_EXAMPLES: &str = "\
In a chess program, add an engine with the command `winproof` and the argument `uci`. By hand:
  position fen 7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -
  go mate 11

It looks for mates and nothing else. A score in moves is always a proved mate, and its pv the whole line; where none \
is proved, it says so, and the best move is a legal one.";

/// The arguments of `mate`.
#[derive(Debug, Args)]
pub struct MateArguments {
    /// The position: pieces, side to move, castling rights, en-passant square; the two counters may follow. Quoted or
    /// not
    #[arg(value_name = "FEN", required_unless_present = "epd", num_args = 1..)]
    pub fen: Vec<String>,

    /// Ask for a mate in at most so many moves
    #[arg(long = "in", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=120))]
    pub within: Option<u8>,

    /// Prove the length: no mate is shorter. (Without it a shorter mate is looked for as long as the limits allow, or
    /// for a minute after the first if there are none)
    #[arg(long)]
    pub shortest: bool,

    /// Stop at the first mate that is proved, however long it is
    #[arg(long, conflicts_with_all = ["shortest", "all_keys"])]
    pub any: bool,

    /// List every first move that mates in the fewest moves
    #[arg(long)]
    pub all_keys: bool,

    /// Solve all positions of a file, one on each line: four fields of a FEN, then operations such as `dm 3; id \"x\";`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "fen")]
    pub epd: Option<PathBuf>,

    /// Moves to play from the position first, such as "e4 e5"
    #[arg(long, value_name = "MOVES", conflicts_with = "epd")]
    pub moves: Option<String>,

    /// A hundred half-moves without a capture or a pawn move are no mate
    #[arg(long)]
    pub fifty: bool,

    /// Make at most so many nodes for each position, such as 1_000_000, 10k or 5M
    #[arg(long, value_name = "N", value_parser = quantity::number, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Search each position at most so long, such as 500ms, 10s, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Let the search use at most so much memory, such as 500MiB or 4GiB; 256MiB without it. With --epd, all threads
    /// share it
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory, help_heading = "Limits")]
    pub memory: Option<usize>,

    /// Threads for the search, which join when it lasts longer than a moment; with --epd, how many positions are solved
    /// at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub threads: Option<u16>,

    /// Show at most so many lines of the solution
    #[arg(long, value_name = "N", default_value = "40", help_heading = "Output")]
    pub lines: usize,

    /// Show at most so many choices of the defender one behind the other
    #[arg(long, value_name = "N", default_value = "3", help_heading = "Output")]
    pub depth: usize,

    /// Write the whole solution to a file, as text. With --epd, a folder: a file for each position
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub tree: Option<PathBuf>,

    /// Write what was proved, as a certificate that `winproof check` accepts. With --epd, a folder: a file for each
    /// position
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub proof: Option<PathBuf>,

    /// Keep what the search learns in this file, from time to time and at its end; if the file is there, the search
    /// goes on with it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["epd", "fifty"],
        help_heading = "Output")]
    pub checkpoint: Option<PathBuf>,

    /// Answer with one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// No progress and no remarks on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}
