//! From the arguments of the command to a game at a position.

use crate::args::{Place, Rules, game_named};
use crate::external::{self, Source};
use crate::failure::{Failure, reason};
use crate::{catalog, memory};
use std::io::Read;
use winproof::TextError;
use winproof::open::OpenGame;
use winproof_games::registry::Request;

/// The game that is read from a file.
pub const GRAPH: &str = "graph";

/// The game that the arguments ask for, for so many threads. Reads the file of a graph, or starts a program that has
/// rules.
pub fn open(place: &Place, rules: &Rules, threads: Option<u16>) -> Result<Box<dyn OpenGame>, Failure> {
    if let Some(command) = &rules.rules {
        if let Some(position) = &place.position {
            return Err(Failure::wrong(format!(
                "with --rules there is no GAME: leave '{}' or '{position}' out",
                place.game.as_deref().unwrap_or_default()
            )));
        }
        let threads = threads.map_or_else(memory::cores, usize::from);
        let source = Source { command, patience: rules.rules_time, threads };
        return external::open(&source, place.game.as_deref(), rules.moves.as_deref());
    }
    let game = game_named(place.game.as_deref().unwrap_or_default()).map_err(Failure::wrong)?;
    let request = request(&game, place, rules)?;
    catalog::open(&request).map_err(|error| failure(&game, place, &error))
}

/// What to say where a game cannot be opened.
pub fn failure(game: &str, place: &Place, error: &TextError) -> Failure {
    match &place.position {
        Some(file) if game == GRAPH => Failure::wrong(format!("{file}: {error}")),
        _ => Failure::wrong(error),
    }
}

/// What the arguments ask for. Reads the file of a graph.
pub fn request(game: &str, place: &Place, rules: &Rules) -> Result<Request, Failure> {
    let mut parameters = rules.set.clone();
    for (name, value) in [("size", &rules.size), ("line", &rules.line)] {
        parameters.extend(value.as_ref().map(|value| (name.to_string(), value.clone())));
    }
    let mut position = place.position.clone();
    if game == GRAPH {
        let Some(file) = position.take() else {
            return Err(Failure::wrong("the game graph is read from a file: give its path after 'graph'"));
        };
        parameters.push((GRAPH.to_string(), read_graph(&file)?));
    }
    Ok(Request { game: game.to_string(), parameters, position, moves: rules.moves.clone().into_iter().collect() })
}

/// The text of a graph file; `-` is standard input.
pub fn read_graph(file: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let result = match file {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        _ => std::fs::read(file).map(|content| bytes = content),
    };
    result.map_err(|error| Failure::wrong(format!("cannot read the graph file '{file}': {}", reason(&error))))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::wrong(format!("the graph file '{file}' is not text; save it as UTF-8")))
}
