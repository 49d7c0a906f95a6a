//! What can be asked of the program: its subcommands, their arguments and their help.

use clap::{Args, Parser, Subcommand, ValueHint};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  winproof-lab lab --list               which tables there are
  winproof-lab lab --all --out report   run all tables and write a report
  winproof-lab bench pn-tree            run one benchmark

In a checkout: cargo run --release -p winproof-lab -- bench pn-tree

Exit codes:
  0    done; for benchmarks, all limits are kept
  1    failed, or a benchmark broke one of its limits
  2    the call was wrong
  130  interrupted (the reports and measurements before it are complete)";

const LAB_EXAMPLES: &str = "\
Examples:
  winproof-lab lab --list
  winproof-lab lab schijf-4.1 gpns-1
  winproof-lab lab --all --out report   one page with all tables and plots, and files for each

A report is printed, or written, as soon as its table is done. Progress goes to standard error.";

const BENCH_EXAMPLES: &str = "\
Examples:
  winproof-lab bench --list
  winproof-lab bench pn-tree graphs

Some measurements have a limit; if one is broken, the exit code is 1.";

/// Runs published experiments again, and the benchmarks of Winproof
#[derive(Debug, Parser)]
#[command(
    name = "winproof-lab",
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
    /// Run published experiments again, with the papers' figures beside ours
    #[command(after_long_help = LAB_EXAMPLES)]
    Lab(LabArguments),
    /// Run the benchmarks
    #[command(after_long_help = BENCH_EXAMPLES)]
    Bench(BenchArguments),
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

    /// Write the reports into this folder instead of printing them: index.html with all of them, and for each a CSV and
    /// a Markdown file
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Run each table completely, including what takes hours
    #[arg(long)]
    pub full: bool,

    /// How many tables are run at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// List the tables
    #[arg(long)]
    pub list: bool,
}

/// The arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Which benchmarks; all of them if none is named
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// List the benchmarks
    #[arg(long)]
    pub list: bool,

    /// Run `results` and `threads` completely, including what takes minutes
    #[arg(long)]
    pub full: bool,

    /// A file of mates, in EPD, for `threads` to measure on [default: those of Breuker's thesis]
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
}
