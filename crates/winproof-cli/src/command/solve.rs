//! `winproof solve`: finds out who wins a position or what it is worth, and says how it knows.

mod class;
mod json;
mod proof;
mod report;

use super::destination::Destination;
use crate::args::{DeleteSolved, SolveArguments};
use crate::failure::{Exit, Failure, reason};
use crate::progress::{RootNumbers, Teller};
use crate::{interrupt, memory, output, request};
use std::path::Path;
use winproof::{
    Algorithm, Checkpoint, Deletion, EffortKind, Evaluation, FileKeeper, Game, Goal, GraphKind, LeafKind, Limits,
    NestedPolicy, Pick, Policy, Rules, Solution, Solver, Stopped, TextGame, TextRules, Verdict,
};
use winproof_games::registry::{self, Visitor};

/// Solves a position.
pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    if arguments.proof.is_some() && arguments.delete_solved == Some(DeleteSolved::All) {
        return Err(Failure::wrong(
            "--delete-solved=all throws the proof away that --proof should write: leave out '=all' or --proof",
        ));
    }
    let wanted = request::request(&arguments.place, &arguments.rules)?;
    registry::open(&wanted, Solve { arguments, resumed: None })
        .map_err(|error| request::refuse(&arguments.place, &error))?
}

/// An algorithm, and why it was picked if nobody named it.
struct Choice {
    algorithm: Algorithm,
    reason: Option<&'static str>,
}

impl Choice {
    /// The named algorithm, or the best sound one for the game and the memory, with the axes that were given on their
    /// own.
    fn new<G: Game>(game: &G, arguments: &SolveArguments, memory: Option<usize>) -> Result<Choice, Failure> {
        let picked = || {
            let pick = Pick::for_game(game, memory);
            if arguments.checkpoint.is_some() && pick.algorithm.checkpoint_refusal().is_some() {
                let algorithm = Algorithm::by_name("dfpn").expect("the algorithm 'dfpn' is always there");
                let reason = arguments.graph.is_none().then_some("a checkpoint can keep it");
                return Choice { algorithm, reason };
            }
            // The reason is that of the graph.
            Choice { algorithm: pick.algorithm, reason: arguments.graph.is_none().then_some(pick.reason) }
        };
        let mut choice = match (arguments.algorithm, arguments.delete_solved) {
            (Some(algorithm), _) => Choice { algorithm, reason: None },
            (None, None) => picked(),
            (None, Some(what)) => match picked() {
                choice if deletes(choice.algorithm, what) => choice,
                choice => Choice {
                    algorithm: Algorithm::by_name("pn-mobility").unwrap_or(choice.algorithm),
                    reason: arguments.graph.is_none().then_some("a tree can give back what is solved"),
                },
            },
        };
        let algorithm = &mut choice.algorithm;
        algorithm.effort = arguments.effort.unwrap_or(algorithm.effort);
        algorithm.graph = arguments.graph.unwrap_or(algorithm.graph);
        algorithm.leaf = arguments.leaf.unwrap_or(algorithm.leaf);
        let nested_refusal = || policy(arguments).nested.refusal(*algorithm, game);
        if let Some(refusal) = algorithm.refusal(game).or_else(nested_refusal) {
            return Err(Failure::wrong(refusal));
        }
        if arguments.checkpoint.is_some() {
            refuse_checkpoint(*algorithm, arguments)?;
        }
        if arguments.delete_solved.is_some_and(|what| !deletes(*algorithm, what)) {
            let tree = if algorithm.effort == EffortKind::Sets { "--algorithm pn" } else { "--graph tree" };
            return Err(Failure::wrong(format!(
                "the graph '{}' with the effort '{}' cannot give back all that --delete-solved asks for: use {tree}, or \
                 leave it out",
                algorithm.graph.word(),
                algorithm.effort.word()
            )));
        }
        Ok(choice)
    }
}

/// What cannot be kept in a checkpoint is refused before the search starts.
fn refuse_checkpoint(algorithm: Algorithm, arguments: &SolveArguments) -> Result<(), Failure> {
    if let Some(refusal) = algorithm.checkpoint_refusal() {
        return Err(Failure::wrong(refusal));
    }
    if arguments.share_goals {
        return Err(Failure::wrong(
            "a checkpoint keeps the search for one goal: leave out --share-goals or --checkpoint",
        ));
    }
    if algorithm.graph != GraphKind::Table && arguments.seed.is_some() {
        return Err(Failure::wrong(
            "a checkpoint does not keep a random order of moves: leave out --seed or --checkpoint",
        ));
    }
    if algorithm.graph != GraphKind::Tree && arguments.delete_solved.is_some() {
        return Err(Failure::wrong(
            "a checkpoint cannot keep a graph that gives nodes back: use --graph tree, or leave out --delete-solved or \
             --checkpoint",
        ));
    }
    Ok(())
}

/// Whether a search can give back what is asked for. Where positions are joined, what one of them no longer needs may
/// be needed by another, so not everything can go; and nothing where labels name nodes or answer several goals.
fn deletes(algorithm: Algorithm, what: DeleteSolved) -> bool {
    match algorithm.graph {
        GraphKind::Tree => true,
        GraphKind::Dag | GraphKind::Dcg => what == DeleteSolved::KeepProof && algorithm.effort == EffortKind::Numbers,
        _ => false,
    }
}

/// Says which of the options given the search does not look at.
fn remark_without_effect(algorithm: Algorithm, arguments: &SolveArguments) {
    for (option, given) in [("--seed", arguments.seed.is_some()), ("--delayed", arguments.delayed)] {
        if given && algorithm.graph == GraphKind::Table {
            output::remark(&format!("{option} has no effect on the graph 'table'"));
        }
    }
    let nested = [
        ("--nested-size", arguments.nested_size.is_some()),
        ("--nested-effort", arguments.nested_effort.is_some()),
        ("--nested-leaf", arguments.nested_leaf.is_some()),
        ("--nested-kept", arguments.nested_kept > 0),
    ];
    for (option, given) in nested {
        if given && algorithm.leaf != LeafKind::Nested {
            output::remark(&format!("{option} has an effect with the leaf 'nested' only"));
        }
    }
    if arguments.share_goals && !algorithm.shares_goals() {
        let (effort, graph) = (algorithm.effort.word(), algorithm.graph.word());
        output::remark(&format!("--share-goals has no effect on the effort '{effort}' with the graph '{graph}'"));
    }
    let of_sets = [
        ("--set-limits", arguments.set_limits.is_some()),
        ("--exact-sets", arguments.exact_sets),
        ("--discount", arguments.discount.is_some()),
    ];
    for (option, given) in of_sets {
        if given && algorithm.effort != EffortKind::Sets {
            let effort = algorithm.effort.word();
            output::remark(&format!("{option} has no effect on the effort '{effort}', only on 'sets' (algorithm pss)"));
        }
    }
}

fn policy(arguments: &SolveArguments) -> Policy {
    let usual = NestedPolicy::default();
    let nested = NestedPolicy {
        size: arguments.nested_size.unwrap_or(usual.size),
        effort: arguments.nested_effort,
        leaf: arguments.nested_leaf.unwrap_or(usual.leaf),
        kept: arguments.nested_kept,
    };
    Policy {
        nested,
        evaluation: if arguments.delayed { Evaluation::Delayed } else { Evaluation::Immediate },
        shuffle: arguments.seed,
        deletion: match arguments.delete_solved {
            None => Deletion::None,
            Some(DeleteSolved::KeepProof) => Deletion::KeepProof,
            Some(DeleteSolved::All) => Deletion::All,
        },
        set_limits: arguments.set_limits.unwrap_or_default(),
        exact_sets: arguments.exact_sets,
        discount: arguments.discount,
        share_goals: arguments.share_goals,
        ..Policy::default()
    }
}

/// A search that is over, with everything that an answer is made of.
struct Outcome<'a, G: TextGame> {
    arguments: &'a SolveArguments,
    game: &'a G,
    choice: Choice,
    limits: Limits,
    solution: Solution<G>,
    /// How far the root was, when last heard of.
    root_numbers: Option<RootNumbers>,
    /// Who wins when either starts, where the game asks that.
    class: Option<class::Class>,
}

/// The search of one call.
pub struct Solve<'a> {
    /// What was asked.
    pub arguments: &'a SolveArguments,
    /// The search to go on with, if it is not a new one.
    pub resumed: Option<&'a Checkpoint>,
}

impl Visitor for Solve<'_> {
    type Output = Result<Exit, Failure>;

    fn visit<G: TextGame>(self, game: G, root: G::Position) -> Self::Output {
        let arguments = self.arguments;
        let available = arguments.memory.or_else(memory::default_limit);
        let choice = Choice::new(&game, arguments, available)?;
        let algorithm = choice.algorithm;
        let proof = arguments.proof.as_deref().map(|path| Destination::new(path, "the proof")).transpose()?;
        let limits = Limits {
            nodes: arguments.nodes,
            time: arguments.time,
            memory: match algorithm.graph {
                GraphKind::Table => arguments.memory.or_else(|| memory::default_table(available)),
                _ => available,
            },
            cancel: Some(interrupt::flag()),
        };
        let mut keeper = match &arguments.checkpoint {
            None => None,
            Some(file) => {
                let (every, memory) = (arguments.checkpoint_every, limits.memory);
                Some(FileKeeper::new(file, every, &game, &root, arguments.goal, algorithm, memory))
            }
        };
        if !arguments.quiet {
            remark_without_effect(algorithm, arguments);
        }
        let mut teller = Teller::new(&game, &root, arguments.quiet);
        let mut solver = Solver::new(&game)
            .algorithm(algorithm)
            .policy(policy(arguments))
            .limits(limits.clone())
            .progress(&mut teller);
        if let Some(checkpoint) = self.resumed {
            solver = solver.resume(checkpoint).map_err(|error| Failure::wrong(reason(&error)))?;
        }
        if let Some(keeper) = &mut keeper {
            solver = solver.kept_by(keeper);
        }
        let solution = match arguments.goal {
            Some(goal) => solver.solve_goal(&root, goal),
            None => solver.solve(&root),
        };
        let root_numbers = teller.finish();
        if let (Some(keeper), Some(file)) = (&keeper, &arguments.checkpoint) {
            remark_on_checkpoint(keeper, file, &solution.verdict, arguments.quiet)?;
        }
        let class = match arguments.goal {
            None if self.resumed.is_none() => class::find(&game, &solution, algorithm, policy(arguments), &limits),
            _ => None,
        };
        let outcome = Outcome { arguments, game: &game, choice, limits, solution, root_numbers, class };
        let proof_written = proof.map(|destination| proof::write(&destination, &outcome)).transpose();
        if arguments.json {
            output::print_json(&json::object(&outcome))?;
        } else {
            output::print(&report::text(&outcome))?;
        }
        // The answer comes first; a proof that could not be written is still an error.
        proof_written?;
        Ok(exit(&outcome.solution.verdict, arguments.goal))
    }
}

/// Says how to go on, where the search stopped before it was solved.
fn remark_on_checkpoint<G: TextGame>(
    keeper: &FileKeeper<'_, G>,
    file: &Path,
    verdict: &Verdict,
    quiet: bool,
) -> Result<(), Failure> {
    if let Some(error) = keeper.error() {
        let file = file.display();
        return Err(Failure::failed(format!("the checkpoint '{file}' could not be written: {}", reason(error))));
    }
    if verdict.stopped != Stopped::Solved && !quiet {
        output::remark(&format!("kept; to go on: winproof resume {}", file.display()));
    }
    Ok(())
}

/// Whether what was asked is answered, and proved.
fn is_answered(verdict: &Verdict, goal: Option<Goal>) -> bool {
    match goal {
        Some(goal) => verdict.holds(goal).is_some(),
        None => verdict.value().is_some(),
    }
}

fn exit(verdict: &Verdict, goal: Option<Goal>) -> Exit {
    if is_answered(verdict, goal) {
        Exit::Done
    } else if verdict.stopped == Stopped::Interrupted {
        Exit::Interrupted
    } else {
        Exit::Unsolved
    }
}
