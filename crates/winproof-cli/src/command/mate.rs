//! `winproof mate`: finds a mate, proves it, and shows it the way problem lovers read it.

mod epd;
mod file;
mod json;
mod report;

use super::destination::Destination;
use crate::args::MateArguments;
use crate::failure::{Exit, Failure, reason};
use crate::progress::Teller;
use crate::{interrupt, memory, output};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use winproof::{Counts, Evidence, Goal, Limits, Progress, Report, Solution, Stopped, Strategies, TextRules, Viewpoint};
use winproof_games::Chess;
use winproof_games::chess::mate::question::{Findings, Question};
use winproof_games::chess::mate::{MateGame, MateSearch, Shortest};
use winproof_games::chess::{ChessMove, Position, already_over};

/// Answers for one position or for a file of them.
pub fn run(arguments: &MateArguments) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    if let Some(file) = &arguments.epd {
        return epd::run(arguments, file, &cancel);
    }
    let text = arguments.fen.join(" ");
    let root = read(&text, arguments.moves.as_deref(), arguments.fifty).map_err(Failure::wrong)?;
    let proof = arguments.proof.as_deref().map(|path| Destination::new(path, "the certificate")).transpose()?;
    let tree = arguments.tree.as_deref().map(|path| Destination::new(path, "the solution")).transpose()?;
    let threads = arguments.threads.map_or_else(memory::cores, usize::from);
    let checkpoint = arguments.checkpoint.as_deref();
    if let Some(path) = checkpoint {
        Destination::new(path, "the checkpoint")?;
    }
    let outcome = solve(&root, arguments, None, limits(arguments, &cancel, 1), threads, arguments.quiet)?;
    let written = (|| {
        if let Some(destination) = &proof {
            file::write_proof(destination, &outcome, arguments.quiet)?;
        }
        tree.map_or(Ok(()), |destination| file::write_tree(&destination, &outcome, arguments.quiet))
    })();
    if arguments.json {
        output::print_json(&json::object(&outcome))?;
    } else {
        output::print(&report::text(&outcome, arguments))?;
    }
    // The answer comes first; a file that could not be written is still an error.
    if let Some(why) = &outcome.findings.contradiction {
        return Err(super::solve::contradicted(why, outcome.findings.stopped));
    }
    written?;
    Ok(outcome.exit())
}

/// A position in which there is something to look for, or the sentence that says why not.
fn read(fen: &str, moves: Option<&str>, fifty: bool) -> Result<Position, String> {
    let rules = Chess::for_fen(fen).map_err(|error| error.to_string())?.fifty(fifty);
    let mut position = rules.parse_position(fen).map_err(|error| error.to_string())?;
    let moves: Vec<&str> = moves.unwrap_or_default().split_whitespace().collect();
    for (number, text) in (1..).zip(&moves) {
        let mv =
            rules.read_move(&position, text).map_err(|error| format!("move {number} of {}: {error}", moves.len()))?;
        position = rules.after(&position, mv);
    }
    if position.can_move() { Ok(position) } else { Err(already_over(&position)) }
}

/// What became of one position.
struct MateAnswer {
    question: Question,
    root: Position,
    /// The rules without a count of moves.
    game: MateGame,
    findings: Findings,
    counts: Counts,
    seconds: f64,
    limits: Limits,
    /// Both halves of "mate in so many moves and no fewer", where a certificate shall say that.
    shortest: Option<Result<Shortest, Stopped>>,
}

impl MateAnswer {
    fn is_answered(&self) -> bool {
        self.findings.answers(&self.question)
    }

    fn stopped(&self) -> Stopped {
        if self.is_answered() { Stopped::Solved } else { self.findings.stopped }
    }

    fn exit(&self) -> Exit {
        match self.stopped() {
            Stopped::Solved => Exit::Done,
            Stopped::Interrupted => Exit::Interrupted,
            _ => Exit::Unsolved,
        }
    }

    /// What was proved, with the rules under which it was.
    fn proof(&self) -> Option<(MateGame, &Solution<MateGame>)> {
        if let Some(mate) = &self.findings.mate {
            return Some((mate.game.clone(), &mate.solution));
        }
        let solution = self.findings.refutation.as_deref()?;
        let rules = self.game.inner().clone();
        let rules = match self.question.within {
            Some(moves) => rules.in_moves(moves),
            None => rules,
        };
        Some((Viewpoint::of_mover(rules, &solution.root), solution))
    }

    /// What the answer rests on; `None` where there is none.
    fn evidence(&self) -> Option<Evidence> {
        let solution = match (&self.findings.mate, &self.findings.refutation) {
            (Some(mate), _) => &mate.solution,
            (None, Some(refutation)) => refutation,
            (None, None) => return None,
        };
        solution.verdict.evidence(Some(Goal::at_least(1)))
    }

    fn attacker(&self) -> &'static str {
        name(self.root.side_to_move() == winproof_games::chess::Color::White)
    }
}

fn name(is_white: bool) -> &'static str {
    if is_white { "White" } else { "Black" }
}

/// Passes reports on with moves as text.
struct InWords<'a> {
    game: &'a MateGame,
    root: &'a Position,
    teller: Teller,
}

impl Progress<ChessMove> for InWords<'_> {
    fn report(&mut self, report: &Report<'_, ChessMove>) {
        let mut position = self.root.clone();
        let mut line = Vec::new();
        for &mv in report.line {
            line.push(self.game.move_text(&position, mv));
            position = self.game.inner().after(&position, mv);
        }
        self.teller.report(&report.with_line(&line));
    }
}

/// What each of so many searches that run at a time may use.
fn limits(arguments: &MateArguments, cancel: &Arc<AtomicBool>, searches: usize) -> Limits {
    let available = memory::default_limit().map(|bytes| bytes / searches);
    let given = arguments.memory.map(|bytes| bytes / searches);
    Limits {
        nodes: arguments.nodes,
        time: arguments.time,
        memory: given.or_else(|| memory::default_table(available)),
        cancel: Some(Arc::clone(cancel)),
    }
}

/// Without limits, a shorter mate is looked for so long after the first.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often a checkpoint is written.
const BETWEEN_SAVES: Duration = Duration::from_secs(60);

/// Looks for a mate in one position.
fn solve(
    root: &Position,
    arguments: &MateArguments,
    hint: Option<u8>,
    limits: Limits,
    threads: usize,
    quiet: bool,
) -> Result<MateAnswer, Failure> {
    let has_limit = limits.nodes.is_some() || limits.time.is_some();
    let question = Question {
        within: arguments.within,
        shortest: arguments.shortest,
        all_keys: arguments.all_keys,
        any: arguments.any,
        patience: (!has_limit).then_some(PATIENCE),
        hint,
    };
    let rules = Chess::new(root.side_to_move()).fifty(arguments.fifty);
    let game = Viewpoint::of_mover(rules, root);
    let mut teller = InWords { game: &game, root, teller: Teller::new(quiet) };
    let mut search = MateSearch::new(root, limits.clone())
        .fifty(arguments.fifty)
        .threads(threads)
        .refutations(if arguments.proof.is_some() { Strategies::Full } else { Strategies::Cheap })
        .progress(&mut teller);
    if let Some(path) = &arguments.checkpoint {
        let shown = path.display();
        let wrong = |why: String| Failure::wrong(format!("the checkpoint '{shown}' cannot be used: {why}"));
        if search.checkpoint(path, BETWEEN_SAVES).map_err(wrong)? && !quiet {
            output::remark(&format!("resuming from '{shown}': what it rules out rests on that file"));
        }
    }
    let findings = search.answer(&question, |mate, _| {
        if !quiet {
            output::remark(&format!("found: mate in {}", mate.moves));
        }
    });
    let shortest = (arguments.proof.is_some() && arguments.shortest && findings.is_shortest())
        .then(|| search.prove_shortest(findings.none_within as u8 + 1));
    if let Some(path) = &arguments.checkpoint {
        search.save().map_err(|error| {
            Failure::failed(format!("cannot write the checkpoint '{}': {}", path.display(), reason(&error)))
        })?;
    }
    let (counts, seconds) = (search.counts(), search.seconds());
    teller.teller.finish();
    Ok(MateAnswer { question, root: root.clone(), game, findings, counts, seconds, limits, shortest })
}
