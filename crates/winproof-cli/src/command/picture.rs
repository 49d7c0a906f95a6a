//! `winproof picture`: the board as a file that other programs show.

use super::destination::Destination;
use crate::args::{PictureArguments, Place, Rules};
use crate::failure::{Exit, Failure};
use crate::{output, phrases, request};
use winproof::drawing::MovePlace;
use winproof::open::OpenGame;

/// Draws a position.
pub fn run(arguments: &PictureArguments) -> Result<Exit, Failure> {
    let PictureArguments { place, rules, svg } = arguments;
    let destination = svg.as_deref().map(|path| Destination::new(path, "the picture")).transpose()?;
    let game = request::open(place, rules, Some(1))?;
    let Some(destination) = destination else {
        return output::print(&format!("{}\n", game.picture())).map(|_| Exit::Done);
    };
    let last = rules.moves.as_deref().and_then(|moves| last_move(place, rules, moves, &*game)).unwrap_or_default();
    let drawing = game.drawing().with_last_move(&last);
    let title = format!("{}: {}", phrases::rules_name(&*game), game.position_text());
    destination.write(|file| file.write_all(winproof_draw::svg(&drawing, &title).as_bytes()))?;
    Ok(Exit::Done)
}

/// Where the last of the moves was made. Moves may be words, or digits without space between them.
fn last_move(place: &Place, rules: &Rules, moves: &str, game: &dyn OpenGame) -> Option<MovePlace> {
    let moves = moves.trim_end();
    let by_word = moves.rfind(char::is_whitespace).map_or(0, |space| space + 1);
    let by_digit = moves.len().saturating_sub(1);
    [by_word, by_digit].into_iter().filter(|&start| moves.is_char_boundary(start)).find_map(|start| {
        let (earlier, last) = moves.split_at(start);
        let earlier = Rules { moves: Some(earlier.to_string()), ..rules.clone() };
        let before = request::open(place, &earlier, Some(1)).ok()?;
        // With or without the number of the move in front of it.
        let readings = [last, last.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.')];
        let leads_here = |mv: &&str| before.after(mv).is_ok_and(|after| after.position_text() == game.position_text());
        readings.into_iter().find(leads_here).map(|mv| before.move_place(mv))
    })
}
