//! What can be asked of the command: its subcommands, their arguments and their help.

mod chess;
mod quantity;
mod words;

pub use chess::MateArguments;
use chess::{MATE_EXAMPLES, UCI_EXAMPLES};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;
use std::time::Duration;
use winproof::{Algorithm, EffortKind, Goal, GraphKind, LeafKind, NestedSize, SetLimits};

const EXAMPLES: &str = "\
Examples:
  winproof solve tic-tac-toe                        who wins tic-tac-toe?
  winproof solve connect4 --size 5x4 --goal draw    does the first player get at least a draw?
  winproof solve connect4 --size 4x4 --proof p.wpf  solve it and write the proof
  winproof check p.wpf                              check the proof, with the rules of the game and nothing else

  winproof mate '7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -'   find a mate in a chess position and prove it

Exit codes:
  0    solved, or the certificate is valid
  1    failed, or the certificate is refused
  2    the call or the input was wrong
  3    not solved within the limits
  130  interrupted (what is known is printed)";

const SOLVE_EXAMPLES: &str = "\
Examples:
  winproof solve tic-tac-toe 'xo./.x./..o'
      a position, written row by row from the top
  winproof solve connect4 --size 5x4 --moves '3 3 3'
      a position reached by moves
  winproof solve connect4 --size 5x5 --goal win --time 2m --memory 4GiB
      one question instead of the exact value, within limits
  winproof solve graph game.txt
      a game of your own, written down as a graph
  winproof solve connect4 --size 4x3 --json | jq .value
      the answer for another program

The verdict stands alone on the last line of standard output; progress and remarks go to standard error. Max is the \
player to move in the position given (in a graph file, who it says); values are Max's.

With --json, one object: game, position, algorithm (null for a combination without a name), effort, graph, leaf, value \
(null when not solved), lower, upper, proved (whether what was asked is answered with a proof), goal and holds (if a goal \
was given), stopped (solved, nodes, time, memory, interrupted), nodes, expansions, updates, seconds, peak_bytes, line.

Exit codes: 0 solved, 2 the call or the input was wrong, 3 not solved within the limits, 130 interrupted.";

const CHECK_EXAMPLES: &str = "\
Examples:
  winproof solve connect4 --size 4x3 --proof p.wpf
  winproof check p.wpf

With --json, one object, whatever happens: valid, reason, claim, positions.

Exit codes: 0 valid, 1 refused (the file can be read and does not prove its claim), 2 missing, damaged or no certificate.";

const RESUME_EXAMPLES: &str = "\
Examples:
  winproof solve connect4 --size 6x5 --checkpoint c4.wpc
      Ctrl-C, or a power cut
  winproof resume c4.wpc --proof p.wpf
      goes on where the file stands, and keeps it up to date

The file says which game, position, goal, algorithm and memory; limits on nodes and time are for this run.";

const LAB_EXAMPLES: &str = "\
Examples:
  winproof lab --list
  winproof lab schijf-4.1 gpns-1
  winproof lab --all --out report  one page with all tables and plots, and files for each";

/// Solves two-player games and proves the answer
///
/// Winproof says who wins a two-player game of perfect information, or what the exact score is, proves it, and writes
/// the proof so that a small independent checker can check it.
#[derive(Debug, Parser)]
#[command(
    name = "winproof",
    version,
    after_long_help = EXAMPLES,
    arg_required_else_help = true,
    max_term_width = 110
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve a position: who wins, or what it is worth
    #[command(after_long_help = SOLVE_EXAMPLES)]
    Solve(SolveArguments),
    /// Check a certificate that `solve --proof` wrote
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Find a mate in a chess position and prove it
    #[command(after_long_help = MATE_EXAMPLES)]
    Mate(MateArguments),
    /// Be a chess engine that looks for mates (the UCI protocol)
    #[command(after_long_help = UCI_EXAMPLES)]
    Uci,
    /// Count lines of play, depth by depth
    #[command(allow_missing_positional = true, after_long_help = "Example:\n  winproof perft connect4 --size 7x6 8")]
    Perft(PerftArguments),
    /// List the games, their sizes and notations
    Games(ListArguments),
    /// List the algorithms, and what their answers are worth
    Algorithms(ListArguments),
    /// Go on with a search that `solve --checkpoint` kept
    #[command(after_long_help = RESUME_EXAMPLES)]
    Resume(ResumeArguments),
    /// Run published experiments again, the papers' figures beside ours
    #[command(after_long_help = LAB_EXAMPLES)]
    Lab(LabArguments),
    /// Run the benchmarks
    Bench(BenchArguments),
    /// Write the completions for a shell
    #[command(
        after_long_help = "Example:\n  winproof completions bash > ~/.local/share/bash-completion/completions/winproof"
    )]
    Completions(CompletionsArguments),
    /// Write the manual page
    #[command(after_long_help = "Examples:\n  winproof man | man -l -\n  winproof man --out share/man/man1")]
    Man(ManArguments),
}

/// Which game and which position.
#[derive(Debug, Args)]
pub struct Place {
    /// The game; `winproof games` says more of each
    #[arg(value_name = "GAME", value_parser = words::game())]
    pub game: String,

    /// The position, in the game's notation; the start of the game if left out. For `graph`, the path of the file
    /// (`-` for standard input)
    #[arg(value_name = "POSITION", value_hint = ValueHint::FilePath)]
    pub position: Option<String>,
}

/// Which rules, and which moves to play first.
#[derive(Debug, Args)]
pub struct Rules {
    /// The size of the board, such as 5x4 (columns x rows for connect4)
    #[arg(long, value_name = "AxB", help_heading = "Game")]
    pub size: Option<String>,

    /// How many in a row win, where that can be chosen
    #[arg(long, value_name = "N", help_heading = "Game")]
    pub line: Option<String>,

    /// Moves to play from the position first, such as "4 4 3"
    #[arg(long, value_name = "MOVES", help_heading = "Game")]
    pub moves: Option<String>,
}

/// The arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The position.
    #[command(flatten)]
    pub place: Place,

    /// The rules.
    #[command(flatten)]
    pub rules: Rules,

    /// What to find out: win, draw (at least a draw) or >=V; without it, the exact value
    #[arg(long, value_name = "GOAL", value_parser = words::goal, allow_hyphen_values = true)]
    pub goal: Option<Goal>,

    /// The algorithm; `winproof algorithms` says more of each. Without it, the best sound choice for the game
    #[arg(long, value_name = "NAME", value_parser = words::algorithm(), help_heading = "Algorithm")]
    pub algorithm: Option<Algorithm>,

    /// What is backed up, in place of the algorithm's own choice
    #[arg(long, value_name = "EFFORT", value_parser = words::effort(), help_heading = "Algorithm")]
    pub effort: Option<EffortKind>,

    /// Which positions are one node, in place of the algorithm's own choice
    #[arg(long, value_name = "GRAPH", value_parser = words::graph(), help_heading = "Algorithm")]
    pub graph: Option<GraphKind>,

    /// How a leaf is assessed, in place of the algorithm's own choice
    #[arg(long, value_name = "LEAF", value_parser = words::leaf(), help_heading = "Algorithm")]
    pub leaf: Option<LeafKind>,

    /// With the leaf `nested`, how many nodes the search of a leaf may make: equal (as many as the first level has), a
    /// number, or A:B for the part 1/(1+e^((A-x)/B)) of the x nodes that the first level has
    #[arg(long, value_name = "SIZE", value_parser = words::nested_size, help_heading = "Algorithm")]
    pub nested_size: Option<NestedSize>,

    /// With the leaf `nested`, what the search of a leaf backs up, if not the same as the first level
    #[arg(long, value_name = "EFFORT", value_parser = words::effort(), help_heading = "Algorithm")]
    pub nested_effort: Option<EffortKind>,

    /// With the leaf `nested`, how the search of a leaf assesses its own leaves (mobility, if nothing is said)
    #[arg(long, value_name = "LEAF", value_parser = words::leaf(), help_heading = "Algorithm")]
    pub nested_leaf: Option<LeafKind>,

    /// With the leaf `nested` on the graph `tree`, how many of the last searches of leaves to keep, so that those of their
    /// children go on from there
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Algorithm")]
    pub nested_kept: usize,

    /// Put the moves of each position in a random order; a seed always means the same order
    #[arg(long, value_name = "N", value_parser = quantity::number, help_heading = "Algorithm")]
    pub seed: Option<u64>,

    /// Look at a position only when it is its turn to be expanded: cheaper nodes, and more of them
    #[arg(long, help_heading = "Algorithm")]
    pub delayed: bool,

    /// How many leaves proof sets and disproof sets list at most, such as 20,20 or all,5; for the effort `sets`, where 20,20
    /// is the default
    #[arg(long, value_name = "P,D", value_parser = words::set_limits, help_heading = "Algorithm")]
    pub set_limits: Option<SetLimits>,

    /// Keep sets with limits up to date at any time, as the paper on proof-set search does: slower, and mostly more expansions; for
    /// the effort `sets`
    #[arg(long, help_heading = "Algorithm")]
    pub exact_sets: bool,

    /// When sets are compared, let a leaf that is in a set of the root already count for so many hundredths; for the
    /// effort `sets`
    #[arg(long, value_name = "PERCENT", value_parser = words::percent, help_heading = "Algorithm")]
    pub discount: Option<u8>,

    /// Go on with one graph from goal to goal where the exact value is searched for by several, instead of starting anew: nothing
    /// is expanded twice; for the efforts `numbers` and `sets` on the graphs `tree` and `dag`
    #[arg(long, help_heading = "Algorithm")]
    pub share_goals: bool,

    /// Give back the memory below solved positions, except what the proof needs; with =all that too
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "keep-proof",
        help_heading = "Algorithm"
    )]
    pub delete_solved: Option<DeleteSolved>,

    /// Make at most so many nodes, such as 1_000_000, 10k or 5M
    #[arg(long, value_name = "N", value_parser = quantity::number, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Search at most so long, such as 500ms, 10s, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Let the search use at most so much memory, such as 500MiB or 4GiB. Without it, three quarters of what the machine
    /// has available when the search starts (no limit where the system does not tell); 256MiB at most for the graph
    /// `table`, which takes all that it may: give a long search more
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory, help_heading = "Limits")]
    pub memory: Option<usize>,

    /// Keep the search in this file, from time to time and when it is interrupted: `winproof resume FILE` goes on
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub checkpoint: Option<PathBuf>,

    /// How often to keep it
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "60s", help_heading = "Output")]
    pub checkpoint_every: Duration,

    /// Write what was proved, as a certificate that `winproof check` accepts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub proof: Option<PathBuf>,

    /// Answer with one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// No progress and no remarks on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// What `--delete-solved` gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeleteSolved {
    /// What the proof does not need
    KeepProof,
    /// Everything: the answer stays, line and proof are lost
    All,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The certificate
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `resume`.
#[derive(Debug, Args)]
pub struct ResumeArguments {
    /// The checkpoint
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Make at most so many nodes, those before the checkpoint included
    #[arg(long, value_name = "N", value_parser = quantity::number)]
    pub nodes: Option<u64>,

    /// Search at most so long, such as 10s or 2h
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub time: Option<Duration>,

    /// How often to keep the search
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "60s")]
    pub checkpoint_every: Duration,

    /// Write what was proved, as a certificate that `winproof check` accepts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub proof: Option<PathBuf>,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,

    /// No progress and no remarks on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `lab`.
#[derive(Debug, Args)]
pub struct LabArguments {
    /// Which tables; all of them if none is named
    #[arg(value_name = "TABLE")]
    pub tables: Vec<String>,

    /// All tables; the same as naming none
    #[arg(long, conflicts_with = "tables")]
    pub all: bool,

    /// Write the reports into this folder instead of printing them: index.html with all of them, and for each a CSV and a
    /// Markdown file
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// The whole of each table, also what takes long
    #[arg(long)]
    pub full: bool,

    /// List the tables
    #[arg(long)]
    pub list: bool,
}

/// The arguments of `perft`.
#[derive(Debug, Args)]
pub struct PerftArguments {
    /// The position.
    #[command(flatten)]
    pub place: Place,

    /// How many moves deep to count
    #[arg(value_name = "DEPTH")]
    pub depth: u32,

    /// The rules.
    #[command(flatten)]
    pub rules: Rules,
}

/// The arguments of the commands that list something.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// Answer with a JSON list
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Which benchmarks; all of them if none is named
    #[arg(value_name = "NAME", value_parser = words::benchmark())]
    pub names: Vec<String>,
}

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// The arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write a page for each subcommand too, all into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Cli::command().debug_assert();
    }
}
