//! `winproof resume`: resumes a search that `solve --checkpoint` saved.

use super::solve::Call;
use crate::args::{GoalArgument, PolicyArguments, ResumeArguments};
use crate::catalog;
use crate::failure::{Exit, Failure, reason};
use crate::interrupt;
use winproof::proof::text::shown;
use winproof::{Checkpoint, Choice, Limits};
use winproof_games::registry::Request;

/// Resumes the search in a checkpoint. The file says which game, position, goal and algorithm.
pub fn run(arguments: &ResumeArguments) -> Result<Exit, Failure> {
    let file = arguments.file.display();
    let refuse = |why: &str| Failure::wrong(format!("cannot resume '{file}': {why}"));
    let checkpoint = Checkpoint::open(&arguments.file).map_err(|error| refuse(&shown(&reason(&error))))?;
    let header = &checkpoint.header;
    let request = Request {
        game: header.game.clone(),
        parameters: header.parameters.clone(),
        position: Some(header.root.clone()),
        moves: Vec::new(),
    };
    let game = catalog::open(&request).map_err(|error| refuse(&shown(&error.to_string())))?;
    let limits =
        Limits { nodes: arguments.nodes, time: arguments.time, memory: header.memory, cancel: Some(interrupt::flag()) };
    let certified = arguments.output.proof.is_some();
    let call = Call {
        choice: Choice { saved: true, certified, ..header.algorithm.into() },
        policy: PolicyArguments::from(header.policy),
        limits,
        threads: arguments.threads,
        goal: header.goal.map(GoalArgument::AtLeast),
        save: Some((arguments.file.clone(), arguments.checkpoint_every)),
        move_values: false,
        output: &arguments.output,
        resumed: Some(&checkpoint),
    };
    call.run(&*game)
}
