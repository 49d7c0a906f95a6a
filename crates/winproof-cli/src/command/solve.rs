//! `winproof solve`: finds out who wins a position or what it is worth, and says how it knows.

mod class;
mod json;
mod report;

use super::destination::Destination;
use super::destination::refused;
use crate::args::{GoalArgument, OutputArguments, PolicyArguments, SolveArguments};
use crate::failure::{Exit, Failure, reason};
use crate::progress::{RootNumbers, Teller};
use crate::{external, interrupt, memory, output, request};
use std::path::{Path, PathBuf};
use winproof::open::{Answer, MoveValue, NotWritten, OpenGame, ProofTask, Task};
use winproof::proof::ProofSettings;
use winproof::proof::check::Refusal;
use winproof::{Checkpoint, Choice, GraphKind, Limits, Plan, SolveError, Stopped, Strategies, Verdict};

/// Solves a position.
pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let mut game = request::open(&arguments.place, &arguments.rules, arguments.limits.threads)?;
    let search = &arguments.search;
    if arguments.cluster.cluster.is_some() {
        let extension = crate::cluster::extension()?;
        let mut cluster = arguments.cluster.clone();
        cluster.program = arguments.rules.rules.clone().map(|command| (command, arguments.rules.rules_time));
        game = (extension.solve)(game, &cluster, arguments.output.quiet)?;
    }
    let choice = Choice {
        saved: arguments.checkpoint.is_some(),
        certified: arguments.output.proof.is_some(),
        ..search.choice()
    };
    let limits = Limits {
        nodes: arguments.limits.nodes,
        time: arguments.limits.time,
        memory: arguments.limits.memory,
        cancel: Some(interrupt::flag()),
    };
    let every = arguments.checkpoint_every;
    Call {
        choice,
        policy: search.policy.clone(),
        limits,
        threads: arguments.limits.threads,
        goal: arguments.goal,
        save: arguments.checkpoint.as_ref().map(|file| (file.clone(), every)),
        move_values: arguments.move_values,
        output: &arguments.output,
        resumed: None,
    }
    .run(&*game)
}

/// A search as it was asked for, or as a checkpoint says it was.
pub struct Call<'a> {
    /// Which search.
    pub choice: Choice,
    /// Its settings.
    pub policy: PolicyArguments,
    /// Its limits, as they were given.
    pub limits: Limits,
    /// The threads that were asked for.
    pub threads: Option<u16>,
    /// The goal.
    pub goal: Option<GoalArgument>,
    /// Where to save it, and how often.
    pub save: Option<(PathBuf, std::time::Duration)>,
    /// Whether the value of every move is wanted.
    pub move_values: bool,
    /// What to write.
    pub output: &'a OutputArguments,
    /// The search to resume, if it is not a new one.
    pub resumed: Option<&'a Checkpoint>,
}

/// A search that is over, with everything that an answer is made of.
struct Solved<'a> {
    game: &'a dyn OpenGame,
    goal: Option<GoalArgument>,
    output: &'a OutputArguments,
    /// The search, with the reason why it was picked.
    plan: Plan,
    /// The limit on memory that somebody gave.
    given_memory: Option<usize>,
    limits: Limits,
    save: Option<PathBuf>,
    answer: Answer<'a>,
    /// How far the root was, when last heard of.
    root_numbers: Option<RootNumbers>,
    /// Who wins when either starts, where the game asks that.
    class: Option<class::Class>,
    /// The value of every move, where it was asked for.
    moves: Option<Vec<MoveValue>>,
}

impl Call<'_> {
    /// Runs the search and answers.
    pub fn run(self, game: &dyn OpenGame) -> Result<Exit, Failure> {
        let wrong = |error: SolveError| Failure::wrong(error);
        let mut task = Task {
            choice: self.choice,
            policy: self.policy.policy,
            limits: self.limits,
            strategies: if self.output.proof.is_some() { Strategies::Full } else { Strategies::Cheap },
            goal: self.goal.map(GoalArgument::goal),
            save: self.save,
            proof: None,
            threads: self.threads.map_or_else(memory::cores, usize::from),
            interleaved: None,
            kept: None,
        };
        // Which search is picked depends on the memory that was asked for, never on what is free.
        let plan = game.plan(&task).map_err(Failure::wrong)?;
        let given_memory = task.limits.memory;
        task.choice = Choice {
            algorithm: Some(plan.algorithm()),
            ..Choice { effort: None, graph: None, leaf: None, ..task.choice }
        };
        let available = given_memory.or_else(memory::default_limit);
        task.limits.memory = match plan.algorithm().graph {
            GraphKind::Table => given_memory.or_else(|| memory::default_table(available)),
            _ => available,
        };
        let quiet = self.output.quiet;
        let proof = self.output.proof.as_deref();
        let proof = proof.map(|path| Destination::new(path, "the certificate")).transpose()?;
        if proof.as_ref().is_some_and(Destination::is_standard_output) && !self.output.json {
            return Err(Failure::wrong(
                "'--proof -' writes the certificate to standard output: add --json or name a file",
            ));
        }
        if let Some(threads @ 2..) = self.threads {
            if !game.is_shared() {
                let sentence = "the rules of this game cannot be used by several threads: leave --threads out";
                return Err(Failure::wrong(sentence));
            }
            if !plan.uses_threads(task.goal) && !quiet {
                output::remark(&format!("--threads {threads} has no effect on this search: it has one thread"));
            }
        }
        if !quiet {
            proof.iter().for_each(Destination::remark_on_leftovers);
            for remark in self.policy.remarks(&plan) {
                output::remark(&remark);
            }
        }
        task.proof = proof.as_ref().map(|proof| ProofTask {
            path: proof.file().to_path_buf(),
            settings: ProofSettings {
                horizon: self.output.horizon,
                most_to_settle: self.output.settle,
                temporary: self.output.temp.clone(),
            },
            check_memory: memory::CHECK,
        });
        let mut teller = Teller::new(quiet);
        let answer = game.solve(&task, self.resumed, &mut teller).map_err(wrong)?;
        external::trouble()?;
        let moves = match self.move_values && answer.verdict.stopped == Stopped::Solved {
            true => Some(game.move_values(&left_of(&task, &answer.verdict), &mut teller).map_err(wrong)?),
            false => None,
        };
        let root_numbers = teller.finish();
        let class = match task.goal {
            None if self.resumed.is_none() => class::find(game, &answer.verdict, &task),
            _ => None,
        };
        external::trouble()?;
        let save = task.save.as_ref().map(|(file, _)| file.clone());
        let limits = task.limits.clone();
        let goal = self.goal;
        let outcome = Solved {
            game,
            goal,
            output: self.output,
            plan,
            given_memory,
            limits,
            save,
            answer,
            root_numbers,
            class,
            moves,
        };
        outcome.finish(proof)
    }
}

/// The same task with what a search has left of its limits.
fn left_of(task: &Task, verdict: &Verdict) -> Task {
    let mut task = Task { save: None, proof: None, goal: None, strategies: Strategies::None, ..task.clone() };
    let limits = &mut task.limits;
    limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(verdict.counts.nodes));
    let spent = std::time::Duration::try_from_secs_f64(verdict.seconds).unwrap_or_default();
    limits.time = limits.time.map(|time| time.saturating_sub(spent));
    task
}

impl Solved<'_> {
    /// Whether what was asked is answered.
    fn is_answered(&self) -> bool {
        match self.goal {
            Some(goal) => self.answer.verdict.holds(goal.goal()).is_some(),
            None => self.answer.verdict.value().is_some(),
        }
    }

    /// Answers: first the verdict, then the certificate, then what went wrong.
    fn finish(self, proof: Option<Destination>) -> Result<Exit, Failure> {
        let written = proof.map(|destination| self.write_proof(&destination)).transpose();
        if self.output.json {
            if !matches!(&self.output.proof, Some(path) if path == Path::new("-")) {
                output::print_json(&json::object(&self))?;
            } else {
                output::remark(&serde_json::to_string(&json::object(&self)).unwrap_or_default());
            }
        } else {
            output::print(&report::text(&self))?;
        }
        if let Some(why) = &self.answer.contradiction {
            return Err(contradicted(why, self.answer.verdict.stopped));
        }
        written?;
        self.remark_on_checkpoint()?;
        Ok(self.exit())
    }

    fn exit(&self) -> Exit {
        if self.is_answered() {
            Exit::Done
        } else if self.answer.verdict.stopped == Stopped::Interrupted {
            Exit::Interrupted
        } else {
            Exit::Unsolved
        }
    }

    /// Says how to resume, where the search stopped before it was solved, or that the checkpoint could not be written.
    fn remark_on_checkpoint(&self) -> Result<(), Failure> {
        let Some(file) = &self.save else { return Ok(()) };
        if let Some(error) = &self.answer.save_error {
            let file = file.display();
            return Err(Failure::failed(format!("cannot write the checkpoint '{file}': {}", reason(error))));
        }
        if self.answer.verdict.stopped != Stopped::Solved && !self.output.quiet {
            output::remark(&format!("saved; to resume: winproof resume {}", file.display()));
        }
        Ok(())
    }

    /// Writes the certificate of what is answered. An unsolved search may still have shown a bound.
    fn write_proof(&self, destination: &Destination) -> Result<(), Failure> {
        let answer = &self.answer;
        if answer.contradiction.is_some() {
            return Ok(());
        }
        let is_certified = answer.verdict.evidence(self.goal.map(GoalArgument::goal));
        if self.is_answered() && is_certified < Some(winproof::Evidence::Hashed) && answer.claim.is_ok()
            || answer.claim.as_ref().is_err_and(|_| self.is_answered() && answer.proof.stopped.is_some())
        {
            return Err(destination.failed(&self.why_no_proof()));
        }
        if let Err(why) = &answer.claim {
            destination.leave(why, self.output.quiet);
            return Ok(());
        }
        match &answer.written {
            None => Ok(()),
            Some(Ok(written)) => destination.wrote(written, self.output.quiet),
            Some(Err(NotWritten::NoClaim(why))) => {
                destination.leave(why, self.output.quiet);
                Ok(())
            }
            Some(Err(NotWritten::File(error))) => Err(destination.failed(&reason(error))),
            Some(Err(NotWritten::Refused(Refusal::Interrupted))) => {
                Err(destination.failed("the check was interrupted"))
            }
            // It was not looked at to its end, so nothing speaks against it.
            Some(Err(NotWritten::Refused(Refusal::Limit(why)))) => {
                Err(destination.failed(&format!("it cannot be checked: {why}; choose another folder with --temp")))
            }
            Some(Err(NotWritten::Refused(refusal))) => Err(refused(refusal)),
            Some(Err(other)) => Err(destination.failed(&other.to_string())),
        }
    }

    /// Why there is no certificate of an answer, and what to do.
    fn why_no_proof(&self) -> String {
        let memory = self.limits.memory.map_or("the memory".to_string(), output::bytes);
        match self.answer.proof.stopped {
            Some(Stopped::Memory) => {
                let more = self.limits.memory.unwrap_or(1 << 28).saturating_mul(16);
                format!(
                    "the strategy needs more than {memory}: retry with --memory {}",
                    output::bytes(more).replace(".0 ", "").replace(' ', "")
                )
            }
            Some(Stopped::Time) => {
                "finding the strategy takes longer than the time limit: retry with more --time".into()
            }
            Some(Stopped::Nodes) => {
                "finding the strategy takes more nodes than the limit: retry with more --nodes".into()
            }
            Some(Stopped::Disk(error)) => {
                let why = error.map(|error| reason(&std::io::Error::from_raw_os_error(error)));
                let why = why.unwrap_or_else(|| "the folder cannot be written to".to_string());
                format!("temporary files cannot be written ({why}): choose another folder with --temp")
            }
            Some(Stopped::Interrupted) => "finding the strategy was interrupted".into(),
            _ => "the search did not keep what the certificate needs".into(),
        }
    }
}

/// What to say of an answer that was withdrawn.
pub fn contradicted(why: &str, stopped: Stopped) -> Failure {
    debug_assert_eq!(stopped, Stopped::Contradiction);
    Failure::failed(format!(
        "the answer was withdrawn: the search for its strategy contradicted it ({why}); this is a mistake in \
         winproof, in the rules of the game or in the checkpoint: please report it together with the command that \
         you gave"
    ))
}
