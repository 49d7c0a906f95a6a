//! `winproof resume`: goes on with a search that `solve --checkpoint` kept.

use super::solve::Solve;
use crate::args::{Place, ResumeArguments, Rules, SolveArguments};
use crate::failure::{Exit, Failure, reason};
use winproof::{Checkpoint, Goal};
use winproof_games::registry::{self, Request};

/// Goes on with the search in a checkpoint. The file says which game, position, goal and algorithm.
pub fn run(arguments: &ResumeArguments) -> Result<Exit, Failure> {
    let file = arguments.file.display();
    let checkpoint = Checkpoint::open(&arguments.file)
        .map_err(|error| Failure::wrong(format!("cannot go on from '{file}': {}", reason(&error))))?;
    let header = &checkpoint.header;
    let request = Request {
        game: header.game.clone(),
        parameters: header.parameters.clone(),
        position: Some(header.root.clone()),
        moves: Vec::new(),
    };
    // The same call as the first one, with what the file says in place of what was typed then.
    let call = SolveArguments {
        place: Place { game: header.game.clone(), position: None },
        rules: Rules { size: None, line: None, moves: None },
        goal: header.goal.map(Goal::at_least),
        algorithm: header.algorithm(),
        effort: None,
        graph: None,
        leaf: None,
        nested_size: None,
        nested_effort: None,
        nested_leaf: None,
        nested_kept: 0,
        seed: None,
        delayed: false,
        set_limits: None,
        exact_sets: false,
        discount: None,
        share_goals: false,
        delete_solved: None,
        nodes: arguments.nodes,
        time: arguments.time,
        memory: header.memory,
        checkpoint: Some(arguments.file.clone()),
        checkpoint_every: arguments.checkpoint_every,
        proof: arguments.proof.clone(),
        json: arguments.json,
        quiet: arguments.quiet,
    };
    let solve = Solve { arguments: &call, resumed: Some(&checkpoint) };
    registry::open(&request, solve).map_err(|error| Failure::wrong(format!("{file}: {error}")))?
}
