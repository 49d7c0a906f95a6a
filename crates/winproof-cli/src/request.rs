//! From the arguments of the command to a game at a position.

use crate::args::{Place, Rules};
use crate::catalog;
use crate::failure::{Failure, reason};
use std::io::Read;
use winproof::open::OpenGame;
use winproof_games::registry::Request;

/// The game that is read from a file.
pub const GRAPH: &str = "graph";

/// The game that the arguments ask for. Reads the file of a graph.
pub fn open(place: &Place, rules: &Rules) -> Result<Box<dyn OpenGame>, Failure> {
    let request = request(place, rules)?;
    catalog::open(&request).map_err(|error| match &place.position {
        Some(file) if place.game == GRAPH => Failure::wrong(format!("{file}: {error}")),
        _ => Failure::wrong(error),
    })
}

fn request(place: &Place, rules: &Rules) -> Result<Request, Failure> {
    let mut parameters = rules.set.clone();
    for (name, value) in [("size", &rules.size), ("line", &rules.line)] {
        parameters.extend(value.as_ref().map(|value| (name.to_string(), value.clone())));
    }
    let mut position = place.position.clone();
    if place.game == GRAPH {
        let Some(file) = position.take() else {
            return Err(Failure::wrong("the game graph is read from a file: give its path after 'graph'"));
        };
        parameters.push((GRAPH.to_string(), read_graph(&file)?));
    }
    Ok(Request { game: place.game.clone(), parameters, position, moves: rules.moves.clone().into_iter().collect() })
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
