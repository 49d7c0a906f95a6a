//! `winproof games`: the games, their sizes and notations.

use crate::args::ListArguments;
use crate::catalog::games;
use crate::failure::{Exit, Failure};
use crate::output;
use owo_colors::OwoColorize;
use serde::Serialize;

/// Whose values are positive.
const CONVENTION: &str = "Values are those of the player to move in the position given; in a graph file, of Max.";

/// A game in JSON.
#[derive(Serialize)]
struct GameObject {
    name: &'static str,
    summary: &'static str,
    parameters: &'static [&'static str],
    sizes: Option<&'static str>,
    default_size: Option<&'static str>,
    position_notation: &'static str,
    move_notation: &'static str,
    values: &'static str,
    repeats: bool,
    example: &'static str,
}

/// Lists the games.
pub fn run(arguments: &ListArguments) -> Result<Exit, Failure> {
    let list: Vec<GameObject> = games()
        .iter()
        .map(|game| GameObject {
            name: game.name,
            summary: game.summary,
            parameters: game.parameters,
            sizes: game.sizes,
            default_size: game.default_size,
            position_notation: game.position_notation,
            move_notation: game.move_notation,
            values: game.values,
            repeats: game.repeats,
            example: game.example,
        })
        .collect();
    if arguments.json {
        output::print_json(&list)?;
    } else {
        let games = list.iter().map(describe).collect::<Vec<String>>().join("\n");
        output::print(&format!("{games}\n{CONVENTION}\n"))?;
    }
    Ok(Exit::Done)
}

fn describe(game: &GameObject) -> String {
    let mut text = format!("{}  {}\n", game.name.bold(), game.summary);
    let sizes = game.sizes.map(|sizes| match game.default_size {
        Some(usual) => format!("{sizes} ({usual} if not given)"),
        None => sizes.to_string(),
    });
    let others: Vec<&str> =
        game.parameters.iter().copied().filter(|name| !["size", "line", "graph"].contains(name)).collect();
    let others = (!others.is_empty()).then(|| format!("--set {}=…", others.join("=…, --set ")));
    let rows = [
        ("size", sizes.as_deref()),
        ("parameters", others.as_deref()),
        ("position", Some(game.position_notation)),
        ("moves", Some(game.move_notation)),
        ("values", Some(game.values)),
        ("repetition", game.repeats.then_some("positions can repeat")),
        ("example", Some(game.example)),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            text.push_str(&format!("  {name:<11} {}\n", output::wrap(value, 14)));
        }
    }
    text
}
