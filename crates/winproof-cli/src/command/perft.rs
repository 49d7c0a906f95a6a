//! `winproof perft`: how many lines of play there are, depth by depth. The numbers of well known games are well
//! known, so this is how rules are checked.

use crate::args::PerftArguments;
use crate::failure::{Exit, Failure};
use crate::output::{self, Reader};
use crate::{external, request};
use serde::Serialize;
use std::time::Instant;
use winproof::open::OpenGame;

/// The one object that `perft --json` prints.
#[derive(Serialize)]
struct PerftObject {
    game: String,
    position: String,
    depth: u32,
    /// The number of lines of each length from 0 on; only the last with --divide.
    lines: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveCount>>,
}

/// The lines behind a first move.
#[derive(Serialize)]
struct MoveCount {
    r#move: String,
    lines: u64,
}

/// Counts lines of play up to a depth.
pub fn run(arguments: &PerftArguments) -> Result<Exit, Failure> {
    let game = request::open(&arguments.place, &arguments.rules, Some(1))?;
    match (arguments.json, arguments.divide) {
        (true, divide) => {
            let object = object(&*game, arguments.depth, divide);
            external::trouble()?;
            output::print_json(&object)?;
        }
        (false, true) => print_divided(&*game, arguments.depth)?,
        (false, false) => print_by_depth(&*game, arguments.depth)?,
    }
    Ok(Exit::Done)
}

fn object(game: &dyn OpenGame, depth: u32, divide: bool) -> PerftObject {
    let moves = divide.then(|| game.divide(depth));
    let lines = match &moves {
        Some(moves) => vec![moves.iter().map(|(_, lines)| lines).sum()],
        None => (0..=depth).map(|depth| game.perft(depth)).collect(),
    };
    let counts = |moves: Vec<(String, u64)>| moves.into_iter().map(|(mv, lines)| MoveCount { r#move: mv, lines });
    let moves = moves.map(|moves| counts(moves).collect());
    PerftObject { game: game.name(), position: game.position_text(), depth, lines, moves }
}

fn print_divided(game: &dyn OpenGame, depth: u32) -> Result<(), Failure> {
    let moves = game.divide(depth);
    external::trouble()?;
    let mut rows: Vec<Vec<String>> = moves.iter().map(|(mv, lines)| vec![mv.clone(), lines.to_string()]).collect();
    rows.push(vec!["all".to_string(), moves.iter().map(|(_, lines)| lines).sum::<u64>().to_string()]);
    output::print(&output::columns(&rows)).map(|_| ())
}

fn print_by_depth(game: &dyn OpenGame, depth: u32) -> Result<(), Failure> {
    output::print(&format!("{:>5}  {:>20}  {:>12}  {:>16}\n", "depth", "lines of play", "seconds", "lines/s"))?;
    for depth in 0..=depth {
        let started = Instant::now();
        let lines = game.perft(depth);
        external::trouble()?;
        let seconds = started.elapsed().as_secs_f64();
        let speed = output::per_second(lines, seconds).unwrap_or_default();
        let row = format!("{depth:>5}  {lines:>20}  {seconds:>12.6}  {speed:>16}\n");
        // Each depth takes longer than all before it: nobody need wait for one that nobody reads.
        if output::print(&row)? == Reader::Gone {
            break;
        }
    }
    Ok(())
}
