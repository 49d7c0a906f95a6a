//! The arguments of what shows boards: `picture` and `explore`.

use super::{Place, Rules};
use clap::{Args, ValueHint};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use winproof::quantity;

pub const PICTURE_EXAMPLES: &str = "\
Examples:
  winproof picture connect4 --moves '4 4 3' --svg board.svg
  winproof picture chess '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -' --svg - > problem.svg

Without --svg, the board is printed as text. The last of the moves is marked.";

pub const EXPLORE_EXAMPLES: &str = "\
Examples:
  winproof explore connect4 --size 5x4 --open
      every move with its value, solved while you look
  winproof solve connect4 --size 5x4 --proof p.wpf && winproof explore p.wpf
      a certificate, move by move: play against the proof
  winproof explore --mate '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -'
      find a mate and see the answer to every defence
  winproof explore p.wpf --html proof.html
      one file that needs no server and no network, to keep or to send; it holds at most 20,000 positions of the proof, \
those nearest to the start

The page is served on 127.0.0.1 at a free port, and the link is the last line of standard output. Ctrl-C ends it. \
With --listen at another address, whoever has the link, which then holds a token, can use it.

Exit codes: 0 ended by Ctrl-C, or the file is written; 1 the certificate is refused; 2 the call or the input was wrong; \
3 no proof within the limits (--mate, --html).";

/// The arguments of `explore`.
#[derive(Debug, Args)]
pub struct ExploreArguments {
    /// A certificate, or a game; `winproof games` describes each
    #[arg(value_name = "FILE.wpf|GAME", required_unless_present = "mate", conflicts_with = "mate",
        value_hint = ValueHint::FilePath)]
    pub subject: Option<String>,

    /// The position, in the game's notation. For `graph`, the path of the file
    #[arg(value_name = "POSITION", conflicts_with = "mate", value_hint = ValueHint::FilePath)]
    pub position: Option<String>,

    /// Find a mate in this chess position and explore it; quoted or not
    #[arg(long, value_name = "FEN", num_args = 1..)]
    pub mate: Option<Vec<String>>,

    /// The rules.
    #[command(flatten)]
    pub rules: Rules,

    /// Write one file that needs no server, with up to 20,000 positions of the proof, instead of serving the page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["open", "listen"])]
    pub html: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// The address and port to listen on
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,

    /// Let pages of this origin, such as https://example.org, use the JSON too; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,

    /// Time limit for a position and its moves; the page can ask for up to ten times as much
    #[arg(long, value_name = "TIME", value_parser = quantity::time, default_value = "20s", help_heading = "Limits")]
    pub time: Duration,

    /// Memory limit of a search; the page can ask for up to four times as much
    #[arg(long, value_name = "BYTES", value_parser = quantity::memory, default_value = "512MiB",
        help_heading = "Limits")]
    pub memory: usize,

    /// Threads of a search [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub threads: Option<u16>,

    /// No remarks on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of `picture`.
#[derive(Debug, Args)]
pub struct PictureArguments {
    /// The position.
    #[command(flatten)]
    pub place: Place,

    /// The rules.
    #[command(flatten)]
    pub rules: Rules,

    /// Write the board as an SVG file (`-` for standard output)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
}
