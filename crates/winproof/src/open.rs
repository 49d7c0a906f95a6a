//! A game at a position, whatever its type: what programs need that find out at run time which game it is.
//!
//! Searches are compiled for each game. [`Opened`] compiles all of them once, for one game, behind the trait
//! [`OpenGame`]; a command, a server or a binding to another language needs no generics of its own. One call through a
//! pointer a solve costs nothing.

mod kept;
mod line;
mod opened;
mod picture;
mod settled;
mod written;

pub use kept::{Fact, KeptTable, Knowledge, KnownPosition};
pub use line::{Line, LineEnd};
pub use opened::Opened;
pub use written::{NotWritten, ProofTask, Written, check_report};

use crate::checkpoint::Checkpoint;
use crate::game::{Player, Status, Value};
use crate::goal::Goal;
use crate::limits::Limits;
use crate::plan::{Choice, Plan, Refusal};
use crate::policy::Policy;
use crate::progress::Progress;
use crate::proof::check::{self, Accepted, Reader};
use crate::solution::ProofWork;
use crate::solver::{SolveError, Strategies};
use crate::verdict::Verdict;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;
use winproof_check::drawing::{Drawing, MovePlace};
use winproof_check::settle::Half;
use winproof_check::{Claim, TextError};

/// How a position is to be solved.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Which search.
    pub choice: Choice,
    /// Its settings.
    pub policy: Policy,
    /// What it may use.
    pub limits: Limits,
    /// How much work goes into strategies.
    pub strategies: Strategies,
    /// The goal; without it, the exact value.
    pub goal: Option<Goal>,
    /// The file to save the search to, and how often.
    pub save: Option<(PathBuf, Duration)>,
    /// The certificate to write.
    pub proof: Option<ProofTask>,
    /// How many threads the search may use; 0 and 1 are one.
    pub threads: usize,
    /// Simulates them instead, in turns that this seed decides.
    pub interleaved: Option<u64>,
    /// The table of df-pn that stays from one search to the next.
    pub kept: Option<KeptTable>,
}

impl Task {
    /// The choice, with what the task needs of a search.
    fn choice(&self) -> Choice {
        Choice { saved: self.choice.saved || self.save.is_some(), ..self.choice }
    }
}

/// The answer for a position.
pub struct Answer<'a> {
    /// The search that found it.
    pub plan: Plan,
    /// The answer.
    pub verdict: Verdict,
    /// Best play, as far as it is known.
    pub line: Line,
    /// A best move for the player to move, if one is known.
    pub best: Option<String>,
    /// What the strategies took.
    pub proof: ProofWork,
    /// Why the answer was withdrawn, if it was.
    pub contradiction: Option<String>,
    /// What can be certified, or why nothing can.
    pub claim: Result<Claim, String>,
    /// Why the last save of the search failed, if it did.
    pub save_error: Option<io::Error>,
    /// The certificate, if one was to be written.
    pub written: Option<Result<Written, NotWritten>>,
    certificate: Box<dyn Certificate + 'a>,
}

impl Answer<'_> {
    /// The answer of a search that was made elsewhere. What can be certified is in the file that was written, if any.
    pub fn from_elsewhere(plan: Plan, verdict: Verdict, line: Line, claim: Result<Claim, String>) -> Answer<'static> {
        let best = line.moves.first().cloned();
        Answer {
            plan,
            verdict,
            line,
            best,
            proof: ProofWork::default(),
            contradiction: None,
            claim,
            save_error: None,
            written: None,
            certificate: Box::new(Elsewhere),
        }
    }

    /// Writes the certificate of what can be certified.
    pub fn write_certificate(&self, output: &mut dyn Write) -> io::Result<()> {
        self.certificate.write(output)
    }
}

/// A solution that can write its certificate.
trait Certificate {
    fn write(&self, output: &mut dyn Write) -> io::Result<()>;
}

/// The strategies are not here.
struct Elsewhere;

impl Certificate for Elsewhere {
    fn write(&self, _: &mut dyn Write) -> io::Result<()> {
        Err(io::Error::other("the strategies were found elsewhere, and are in a file if anywhere"))
    }
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// What is known of the position that it leads to, as the player to move at the root sees it.
    pub verdict: Verdict,
}

/// A game at a position.
pub trait OpenGame {
    /// The game's name.
    fn name(&self) -> String;
    /// The parameters that make its rules.
    fn parameters(&self) -> Vec<(String, String)>;
    /// The position as text.
    fn position_text(&self) -> String;
    /// The board as a picture of one or more lines.
    fn picture(&self) -> String;
    /// The same picture with the squares that a move changes in brackets, where the picture leaves room for them.
    fn picture_with_move(&self, mv: &str) -> String;
    /// The board as data that a program can draw; the crate `winproof-draw` makes SVG of it.
    fn drawing(&self) -> Drawing;
    /// Where on the drawing a legal move is made; nowhere if the text is no legal move.
    fn move_place(&self, mv: &str) -> MovePlace;
    /// What the game calls a player.
    fn player_name(&self, player: Player) -> String;
    /// Whether players number moves in pairs, one by each, as in chess.
    fn moves_in_pairs(&self) -> bool;
    /// What a value of the position means in words.
    fn value_text(&self, value: Value) -> String;
    /// Why play has ended in the position, in a few words.
    fn end_text(&self) -> String;
    /// Everything that play can be worth, in ascending order.
    fn values(&self) -> Vec<Value>;
    /// What an endless line of play is worth, or `None` where positions never repeat.
    fn repetition(&self) -> Option<Value>;
    /// Who moves, or what the position is worth if play has ended.
    fn status(&self) -> Status;
    /// The legal moves as text.
    fn moves(&self) -> Vec<String>;
    /// Whether the game's own Max and Min are exchanged, so that Max is the player to move.
    fn is_exchanged(&self) -> bool;

    /// Whether several threads can search it.
    fn is_shared(&self) -> bool;

    /// The search that a task comes to, or why there is none.
    fn plan(&self, task: &Task) -> Result<Plan, Refusal>;
    /// Solves the position, or resumes the search of it. Reports name moves by their texts.
    fn solve<'a>(
        &'a self,
        task: &Task,
        resumed: Option<&Checkpoint>,
        progress: &mut dyn Progress<String>,
    ) -> Result<Answer<'a>, SolveError>;
    /// What each legal move is worth. The limits hold for all of them together.
    fn move_values(&self, task: &Task, progress: &mut dyn Progress<String>) -> Result<Vec<MoveValue>, SolveError>;
    /// The same position with the other player to move, in games whose positions are classed by who wins when either
    /// starts.
    fn passed(&self) -> Option<Box<dyn OpenGame>>;

    /// The same rules after a legal move, with the same Max.
    fn after(&self, mv: &str) -> Result<Box<dyn OpenGame>, TextError>;

    /// What a kept table knows of positions of this game, for a goal; the settings are those of the searches.
    fn knowledge<'a>(&'a self, kept: &'a KeptTable, goal: Goal, task: &Task) -> Box<dyn Knowledge + 'a>;

    /// The same rules at another position, with the same Max.
    fn at(&self, position: &str) -> Result<Box<dyn OpenGame>, TextError>;

    /// How a player makes sure of a bound within so many plies, as far as full-width play of at most `most` positions a
    /// move shows it: in how many plies, and with which move if that player is to move.
    fn settle(&self, half: Half, horizon: u8, most: u64) -> Option<(u8, Option<String>)>;

    /// Counts the lines of play of so many moves.
    fn perft(&self, depth: u32) -> u64;
    /// The same for each first move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// Checks a certificate with these rules, on at most so many threads; 0 and 1 are one.
    fn check(&self, certificate: Reader<'_>, threads: usize) -> Result<Accepted, check::Refusal>;
}
