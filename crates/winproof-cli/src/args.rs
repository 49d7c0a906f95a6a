//! What can be asked of the command: its subcommands, their arguments and their help.

mod chess;
mod cluster;
mod explore;
mod policy;
mod problem;
mod words;

pub use chess::MateArguments;
use chess::{MATE_EXAMPLES, UCI_EXAMPLES};
use clap::{Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use cluster::WORK_EXAMPLES;
pub use cluster::{
    ClusterArguments, ClusterBenchArguments, ClusterCommand, ClusterQuestion, ServerArguments, StatusArguments,
    WorkArguments,
};
use explore::{EXPLORE_EXAMPLES, PICTURE_EXAMPLES};
pub use explore::{ExploreArguments, PictureArguments};
pub use policy::PolicyArguments;
use problem::PROBLEM_EXAMPLES;
pub use problem::ProblemArguments;
use std::path::PathBuf;
use std::time::Duration;
use winproof::proof::{Horizon, ProofSettings};
use winproof::{Algorithm, Choice, EffortKind, GraphKind, LeafKind, quantity};
pub use words::GoalArgument;

/// The game of a name, or the sentence that says that there is none.
pub fn game_named(name: &str) -> Result<String, String> {
    words::game().meaning(name)
}

const EXAMPLES: &str = "\
Examples:
  winproof solve tic-tac-toe                        who wins tic-tac-toe?
  winproof solve connect4 --size 5x4 --goal draw    can the first player force at least a draw?
  winproof solve connect4 --size 4x4 --proof p.wpf  solve it and write a certificate
  winproof check p.wpf                              check the certificate, using only the rules of the game
  winproof mate '7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -'   find and prove a mate in a chess position

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
  winproof solve connect4 --size 5x4 --move-values
      the value of every move
  winproof solve connect4 --size 5x5 --goal win --time 2m --memory 4GiB
      one question instead of the exact value, within limits
  winproof solve domineering --size 5x5 --set first=horizontal
      a parameter of the game (`winproof games` lists them)
  winproof solve graph game.txt
      a game of your own, written as a graph
  winproof solve --rules 'python3 nim.py' '3 4 5 max'
      a game of your own, whose rules are a program in any language
  winproof solve connect4 --size 4x3 --json | jq .value
      the answer for another program

The verdict is the last line of standard output; progress and remarks go to standard error. Values are those of the \
player to move in the position given: positive is good for that player (in a graph file, for Max).

What the answer rests on is said in one word. certified: a strategy was found and passed the checker in this run. \
proved: the search compared whole positions. hash-based: df-pn or alpha-beta, which know positions by 64-bit hashes, \
found the answer, but the strategy was not found in the time allowed (--proof allows more). resumed: the answer \
rests on the contents of a checkpoint.

With --json, one object: game, position, algorithm (null for a combination without a name), effort, graph, leaf, value \
(null when not solved), lower, upper, lower_proved, upper_proved, evidence (certified, proved, hash-based, resumed, \
null), certified, proved (true for certified and proved), goal and holds (if a goal was given), stopped (solved, \
nodes, time, memory, interrupted, moves, contradiction), nodes, expansions, updates, seconds, peak_bytes, best, \
line, and what the strategies took: proof_nodes, proof_seconds, proof_positions; with --move-values also moves.

Exit codes: 0 solved, 1 the search contradicted itself, 2 the call or the input was wrong, 3 not solved within the \
limits, 130 interrupted.";

const CHECK_EXAMPLES: &str = "\
Examples:
  winproof solve connect4 --size 4x3 --proof p.wpf
  winproof check p.wpf
  winproof check g.wpf --graph my.graph
      check a certificate about a graph, and that it is about this file
  winproof check n.wpf --rules ./nim
      check a certificate about rules of your own, by this program's rules

With --json, one object, whatever happens: valid, reason, claim, positions, game, parameters, position.

Exit codes: 0 valid, 1 refused (it can be read and does not prove its claim), 2 missing, damaged or not a certificate, \
3 it needs more memory than --memory allows.";

const RESUME_EXAMPLES: &str = "\
Examples:
  winproof solve connect4 --size 6x5 --checkpoint c4.wpc
      interrupted by Ctrl-C or a power cut
  winproof resume c4.wpc --proof p.wpf
      resumes where the file stands, and keeps it up to date

The file says which game, position, goal, algorithm, settings and memory; limits on nodes and time are for this run. \
An answer rests on the file until its strategy has passed the checker.";

const COMPARE_EXAMPLES: &str = "\
Examples:
  winproof compare connect4 --size 4x4 --time 5s
  winproof compare tic-tac-toe --csv > algorithms.csv";

/// Solves two-player games and proves the answer
///
/// Winproof says who wins a two-player game of perfect information, or what the exact score is, proves it, and writes
/// a certificate that a small independent checker can check.
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
    /// Solve a position: who wins, or what is the score?
    #[command(after_long_help = SOLVE_EXAMPLES)]
    Solve(Box<SolveArguments>),
    /// Check a certificate that `solve --proof` wrote
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Find and prove a mate in a chess position
    #[command(after_long_help = MATE_EXAMPLES)]
    Mate(MateArguments),
    /// Solve a chess problem: direct mate, selfmate, reflexmate, stalemate, with its keys, tries and set play
    #[command(after_long_help = PROBLEM_EXAMPLES)]
    Problem(ProblemArguments),
    /// Run as a UCI chess engine that looks for mates
    #[command(after_long_help = UCI_EXAMPLES)]
    Uci,
    /// Count lines of play, depth by depth
    #[command(allow_missing_positional = true, after_long_help = "Example:\n  winproof perft connect4 --size 7x6 8")]
    Perft(PerftArguments),
    /// Run every algorithm that fits on one position
    #[command(after_long_help = COMPARE_EXAMPLES)]
    Compare(CompareArguments),
    /// See a game, its values and its proof in a browser
    #[command(after_long_help = EXPLORE_EXAMPLES)]
    Explore(Box<ExploreArguments>),
    /// Draw a position as an SVG file
    #[command(after_long_help = PICTURE_EXAMPLES)]
    Picture(PictureArguments),
    /// List the games, their sizes and notations
    Games(ListArguments),
    /// List the algorithms, and what their answers are worth
    Algorithms(ListArguments),
    /// Resume a search saved by `solve --checkpoint`
    #[command(after_long_help = RESUME_EXAMPLES)]
    Resume(ResumeArguments),
    /// Work for a cluster: search positions that `solve --cluster` sends
    #[command(after_long_help = WORK_EXAMPLES)]
    Work(WorkArguments),
    /// Say how a cluster stands, or simulate one
    Cluster(ClusterCommand),
    /// Write shell completions
    #[command(
        after_long_help = "Example:\n  winproof completions bash > ~/.local/share/bash-completion/completions/winproof"
    )]
    Completions(CompletionsArguments),
    /// Write the manual page
    #[command(after_long_help = "Examples:\n  winproof man | man -l -\n  winproof man --out share/man/man1")]
    Man(ManArguments),
    /// Run published experiments again (a second program: says how to get it)
    #[command(disable_help_flag = true)]
    Lab(SecondProgram),
    /// Run the benchmarks (a second program: says how to get it)
    #[command(disable_help_flag = true)]
    Bench(SecondProgram),
}

/// Which game and which position.
#[derive(Clone, Debug, Args)]
pub struct Place {
    /// The game; `winproof games` describes each. With --rules, the position instead
    #[arg(value_name = "GAME", value_parser = words::game().or_any_text(), required_unless_present = "rules")]
    pub game: Option<String>,

    /// The position, in the game's notation; the start of the game if left out. For `graph`, the path of the file
    /// (`-` for standard input)
    #[arg(value_name = "POSITION", value_hint = ValueHint::FilePath)]
    pub position: Option<String>,
}

/// Which rules, and which moves to play first.
#[derive(Clone, Debug, Args)]
pub struct Rules {
    /// The size of the board, such as 5x4 (columns x rows for connect4)
    #[arg(long, value_name = "AxB", help_heading = "Game")]
    pub size: Option<String>,

    /// How many in a row win, where that can be chosen
    #[arg(long, value_name = "N", help_heading = "Game")]
    pub line: Option<String>,

    /// Any parameter of the game, such as first=horizontal; may be repeated. `winproof games` lists the parameters
    #[arg(long, value_name = "NAME=VALUE", value_parser = words::assignment, help_heading = "Game")]
    pub set: Vec<(String, String)>,

    /// Rules of your own, in any language: a program that is asked over its standard input and output (see PROTOCOL.md
    /// of the crate winproof-external), such as 'python3 nim.py'. It stands in the place of GAME
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["size", "line", "set"], help_heading = "Game")]
    pub rules: Option<String>,

    /// How long an answer of the rules program may take
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "10s", requires = "rules",
        hide_short_help = true, help_heading = "Game")]
    pub rules_time: Duration,

    /// Moves to play from the position first, such as "4 4 3" or "1. f3 e5 2. g4"
    #[arg(long, value_name = "MOVES", help_heading = "Game")]
    pub moves: Option<String>,
}

/// Which search.
#[derive(Clone, Debug, Args)]
pub struct SearchArguments {
    /// The algorithm; `winproof algorithms` describes each. Without it, the best sound choice for the game
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

    /// The settings of the search.
    #[command(flatten)]
    pub policy: PolicyArguments,
}

impl SearchArguments {
    /// The choice of a search.
    pub fn choice(&self) -> Choice {
        let &SearchArguments { algorithm, effort, graph, leaf, .. } = self;
        Choice { algorithm, effort, graph, leaf, ..Choice::default() }
    }
}

/// What a search may use.
#[derive(Clone, Debug, Args)]
pub struct LimitArguments {
    /// Limit on nodes, such as 1_000_000, 10k or 5M; the search for the strategy may make as many again
    #[arg(long, value_name = "N", value_parser = quantity::number, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Time limit, such as 500ms, 10s, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Memory limit, such as 500MiB or 4GiB. Without it, three quarters of what the machine has available when the
    /// search starts, and 256MiB for the graph `table`, which takes all that it may: give a long search more
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory, help_heading = "Limits")]
    pub memory: Option<usize>,

    /// Threads for df-pn, alpha-beta, nested searches, the halves of an exact value, and certificates. They join a
    /// search that lasts longer than a moment [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub threads: Option<u16>,
}

/// The arguments of `solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// The position.
    #[command(flatten)]
    pub place: Place,

    /// The rules.
    #[command(flatten)]
    pub rules: Rules,

    /// What to find out: win, draw (at least a draw), >=V or <=V; without it, the exact value
    #[arg(long, value_name = "GOAL", value_parser = words::goal, allow_hyphen_values = true)]
    pub goal: Option<GoalArgument>,

    /// Also find the value of every move
    #[arg(long, conflicts_with = "checkpoint")]
    pub move_values: bool,

    /// The search.
    #[command(flatten)]
    pub search: SearchArguments,

    /// The limits.
    #[command(flatten)]
    pub limits: LimitArguments,

    /// Save the search to this file from time to time and when it is interrupted: `winproof resume FILE` resumes it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "rules",
        help_heading = "Output")]
    pub checkpoint: Option<PathBuf>,

    /// The cluster.
    #[command(flatten)]
    pub cluster: ClusterArguments,

    /// How often to save it
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "60s", help_heading = "Output")]
    pub checkpoint_every: Duration,

    /// The output.
    #[command(flatten)]
    pub output: OutputArguments,
}

/// What to write, and how.
#[derive(Clone, Debug, Args)]
pub struct OutputArguments {
    /// Write a certificate that `winproof check` accepts (`-` for standard output)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub proof: Option<PathBuf>,

    /// How many plies the checker plays by itself where the certificate lists nothing: a number from 0 to 255, or auto.
    /// With 0 every position is listed, and the file is largest
    #[arg(long, value_name = "N|auto", default_value = "auto", value_parser = words::horizon, help_heading = "Output")]
    pub horizon: Horizon,

    /// Leave a position out of the certificate if the checker settles it within so many positions
    #[arg(long, value_name = "N", default_value_t = ProofSettings::MOST_TO_SETTLE,
        value_parser = clap::value_parser!(u64).range(0..=20_000),
        hide_short_help = true, help_heading = "Output")]
    pub settle: u64,

    /// The folder for temporary files while the certificate is built [default: the system's]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub temp: Option<PathBuf>,

    /// Answer with one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// No progress and no remarks on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,

    /// Show the algorithm, the rules and statistics too
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The certificate (`-` for standard input)
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// For a certificate about a graph: also make sure that it is about this graph file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub graph: Option<PathBuf>,

    /// For a certificate about rules of your own: the program that knows them. It need not be the one that was searched
    #[arg(long, value_name = "COMMAND", conflicts_with = "graph")]
    pub rules: Option<String>,

    /// How long an answer of the rules program may take
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "10s", requires = "rules",
        hide_short_help = true)]
    pub rules_time: Duration,

    /// Print the certificate as text, one entry a line, instead of checking it
    #[arg(long, conflicts_with_all = ["json", "graph", "rules"])]
    pub text: bool,

    /// Memory limit, whatever the size of the file [default: 256MiB]
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory)]
    pub memory: Option<usize>,

    /// The folder for temporary files [default: the system's]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub temp: Option<PathBuf>,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,

    /// No progress on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `resume`.
#[derive(Debug, Args)]
pub struct ResumeArguments {
    /// The checkpoint
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Limit on nodes, those before the checkpoint included
    #[arg(long, value_name = "N", value_parser = quantity::number)]
    pub nodes: Option<u64>,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Time limit, such as 10s or 2h
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub time: Option<Duration>,

    /// How often to save the search
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "60s")]
    pub checkpoint_every: Duration,

    /// The output.
    #[command(flatten)]
    pub output: OutputArguments,
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

    /// Count for each first move, at the full depth only
    #[arg(long)]
    pub divide: bool,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The position.
    #[command(flatten)]
    pub place: Place,

    /// The rules.
    #[command(flatten)]
    pub rules: Rules,

    /// What to find out: win, draw (at least a draw), >=V or <=V; without it, the exact value
    #[arg(long, value_name = "GOAL", value_parser = words::goal, allow_hyphen_values = true)]
    pub goal: Option<GoalArgument>,

    /// Limit on the nodes of each algorithm
    #[arg(long, value_name = "N", value_parser = quantity::number, help_heading = "Limits")]
    pub nodes: Option<u64>,

    /// Time limit for each algorithm
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "10s", help_heading = "Limits")]
    pub time: Duration,

    /// Memory limit for each algorithm
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = quantity::memory,
        default_value = "256MiB",
        help_heading = "Limits"
    )]
    pub memory: usize,

    /// Answer with a CSV table
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub csv: bool,

    /// Answer with a JSON list
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// No progress on standard error
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// The arguments of the commands that list something.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// Answer with a JSON list
    #[arg(long)]
    pub json: bool,
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

/// The arguments of what is a second program: any.
#[derive(Debug, Args)]
pub struct SecondProgram {
    /// Passed on
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<String>,
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
