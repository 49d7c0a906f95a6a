//! Positions and moves as text: what is checked of a game that has texts, and how a position is called in a sentence.

use super::altered::Sample;
use super::play::Checker;
use crate::game::{Game, Player, Status, TextGame};
use crate::random::Random;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Texts that are a position or a move in no game.
const NONSENSE: [&str; 3] = ["", "?!", "no-such-text"];

/// So many altered texts are tried for each random game from one of them: most games refuse most texts.
const TRIES: usize = 50;

/// What is checked of a game's words; a promise that is broken is what follows the name of the position in a sentence.
pub(super) trait Words<G: Game> {
    /// A position in a sentence.
    fn shown(&self, game: &G, position: &G::Position) -> String;

    /// Where the position is from, behind a sentence about it.
    fn source(&self, _: &G, _: &G::Position) -> String {
        String::new()
    }

    /// What does not depend on a position.
    fn check_rules(&self, _: &G) -> Result<(), String> {
        Ok(())
    }

    /// The text of a position.
    fn check_text(&self, _: &G, _: &G::Position) -> Result<(), String> {
        Ok(())
    }

    /// The text of a legal move.
    fn check_move(&self, _: &G, _: &G::Position, _: G::Move) -> Result<(), String> {
        Ok(())
    }

    /// Texts that must be refused, among them moves of the position before.
    fn check_refusals(
        &mut self,
        _: &G,
        _: &G::Position,
        _before: Option<(&G::Position, &[G::Move])>,
    ) -> Result<(), String> {
        Ok(())
    }
}

/// For games without texts.
pub(super) struct Debugged;

impl<G: Game> Words<G> for Debugged {
    fn shown(&self, _: &G, position: &G::Position) -> String {
        format!("{position:?}")
    }
}

/// For games with texts.
#[derive(Default)]
pub(super) struct Written {
    /// Texts of positions that were met.
    sample: Sample,
}

impl<G: TextGame> Words<G> for Written {
    fn shown(&self, game: &G, position: &G::Position) -> String {
        game.position_text(position).escape_debug().to_string()
    }

    fn source(&self, game: &G, position: &G::Position) -> String {
        format!(" [{}, {position:?}]", game.name())
    }

    fn check_rules(&self, game: &G) -> Result<(), String> {
        if !is_plain(&game.name()) {
            return Err(format!("the name {:?} is empty or has a tab or a line break in it", game.name()));
        }
        if game.player_name(Player::Max) == game.player_name(Player::Min) {
            return Err(format!("both players are called {}", game.player_name(Player::Max)));
        }
        // A game may call a position what it likes.
        let is_nonsense =
            |text: &&&str| game.parse_position(text).is_ok_and(|read| game.position_text(&read) != **text);
        match NONSENSE.iter().find(is_nonsense) {
            Some(text) => Err(format!("parse_position() accepts the text {text:?}, which is not a position")),
            None => Ok(()),
        }
    }

    fn check_text(&self, game: &G, position: &G::Position) -> Result<(), String> {
        let text = game.position_text(position);
        if !is_plain(&text) {
            return Err("has a text that is empty or has a tab or a line break in it".to_string());
        }
        let read =
            game.parse_position(&text).map_err(|error| format!("has a text that does not read back: {error}"))?;
        if read != *position {
            return Err(format!("has a text that reads back as another position, {read:?}"));
        }
        if game.hash(&read) != game.hash(position) {
            return Err("has another hash when it is read back from its text".to_string());
        }
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        if hasher.hash_one(&read) != hasher.hash_one(position) {
            return Err("equals the position read back from its text, but Hash differs between them".to_string());
        }
        if game.picture(position).is_empty() {
            return Err("has an empty picture".to_string());
        }
        Ok(())
    }

    fn check_move(&self, game: &G, position: &G::Position, mv: G::Move) -> Result<(), String> {
        let text = game.move_text(position, mv);
        if !is_plain(&text) {
            return Err(format!("has a move {text:?}: empty or with a tab or a line break in it"));
        }
        match game.parse_move(position, &text) {
            Ok(read) if read == mv => Ok(()),
            Ok(read) => Err(format!("has a move '{text}' that reads back as {read:?}")),
            Err(error) => Err(format!("has a move '{text}' that does not read back: {error}")),
        }
    }

    fn check_refusals(
        &mut self,
        game: &G,
        position: &G::Position,
        before: Option<(&G::Position, &[G::Move])>,
    ) -> Result<(), String> {
        self.sample.add(game.position_text(position));
        let mut moves = Vec::new();
        if let Status::Turn(_) = game.status(position) {
            game.moves(position, &mut moves);
        }
        for text in NONSENSE {
            let is_a_move = |mv| moves.contains(&mv) && game.move_text(position, mv) == text;
            if game.parse_move(position, text).is_ok_and(|mv| !is_a_move(mv)) {
                return Err(format!("accepts the text {text:?}, which is not a move there"));
            }
        }
        let Some((earlier, earlier_moves)) = before else { return Ok(()) };
        // A move may be readable in several notations, so what counts is that it is legal.
        for &mv in earlier_moves {
            let text = game.move_text(earlier, mv);
            if game.parse_move(position, &text).is_ok_and(|mv| !moves.contains(&mv)) {
                return Err(format!("accepts the move '{text}', which is not legal there"));
            }
        }
        Ok(())
    }
}

impl<G: TextGame> Checker<'_, G, Written> {
    /// Plays random games from texts that are a little different from those of positions that were met.
    pub(super) fn play_altered(&mut self, games: u32, random: &mut Random) -> Result<(), String> {
        for _ in 0..games {
            let mut tries = (0..TRIES).filter_map(|_| {
                let start = self.game.parse_position(&self.words.sample.altered(random)).ok()?;
                (!self.is_known(&start)).then_some(start)
            });
            let Some(start) = tries.next() else { continue };
            self.report.altered += 1;
            self.play(&start, 1, random)?;
        }
        Ok(())
    }
}

/// Whether a text can stand on a line of a certificate.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.contains(['\t', '\n', '\r'])
}
