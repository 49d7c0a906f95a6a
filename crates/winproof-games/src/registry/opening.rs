//! From a request to a game at a position: what all games' entries share.

use super::{Request, Visitor};
use std::ops::RangeInclusive;
use winproof::{Rules, TextError, TextGame, TextRules, Viewpoint};

/// A request on its way to a visitor. An entry asks it for parameters and ends with [`visit`](Opening::visit).
pub(crate) struct Opening<'a, V> {
    request: &'a Request,
    visitor: V,
    single_digit_moves: bool,
    players_are_fixed: bool,
}

impl<'a, V: Visitor> Opening<'a, V> {
    pub(super) fn new(request: &'a Request, visitor: V) -> Opening<'a, V> {
        Opening { request, visitor, single_digit_moves: false, players_are_fixed: false }
    }

    pub(super) fn game(&self) -> &'a str {
        &self.request.game
    }

    /// A parameter as it was given.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'a str> {
        self.request.parameters.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// The two numbers of the parameter `size`, which are called `order` (such as `columns x rows`).
    pub(crate) fn size(&self, order: &str, default: (u32, u32)) -> Result<(u32, u32), TextError> {
        let Some(text) = self.parameter("size") else { return Ok(default) };
        let numbers = text.split_once(['x', 'X', '×']).map(|(first, second)| (first.trim(), second.trim()));
        match numbers.map(|(first, second)| (first.parse(), second.parse())) {
            Some((Ok(first), Ok(second))) => Ok((first, second)),
            _ => {
                let (first, second) = default;
                Err(TextError::new(format!("'{text}' is no size; write it as {order}, such as {first}x{second}")))
            }
        }
    }

    /// A parameter that is a number.
    pub(crate) fn number(&self, name: &str, default: u32, allowed: RangeInclusive<u32>) -> Result<u32, TextError> {
        let Some(text) = self.parameter(name) else { return Ok(default) };
        text.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(|| {
            let (low, high) = (allowed.start(), allowed.end());
            TextError::new(format!("{name} is '{text}'; it must be a number from {low} to {high}"))
        })
    }

    /// Says that every move is a single digit, so that moves may be written without space, as in `4455`.
    pub(crate) fn with_single_digit_moves(self, yes: bool) -> Self {
        Opening { single_digit_moves: yes, ..self }
    }

    /// Says that the rules name Max and Min and that they keep their parts whoever moves first.
    pub(crate) fn with_fixed_players(self) -> Self {
        Opening { players_are_fixed: true, ..self }
    }

    /// The position as it was given.
    pub(crate) fn position(&self) -> Option<&'a str> {
        self.request.position.as_deref()
    }

    /// Sets up the position, plays the moves and lets the visitor in.
    pub(crate) fn visit<G: TextGame>(self, game: G) -> Result<V::Output, TextError> {
        let root = self.root(&game)?;
        Ok(self.visit_at(game, root))
    }

    /// The position that is asked for, with the moves played.
    pub(crate) fn root<G: TextGame>(&self, game: &G) -> Result<G::Position, TextError> {
        let mut root = match &self.request.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let moves = self.moves();
        for (number, text) in (1..).zip(&moves) {
            let mv = game
                .parse_move(&root, text)
                .map_err(|error| TextError::new(format!("move {number} of {}: {error}", moves.len())))?;
            root = game.play(&root, mv);
        }
        Ok(root)
    }

    /// Lets the visitor in at this position.
    pub(crate) fn visit_at<G: TextGame>(self, game: G, root: G::Position) -> V::Output {
        let game = if self.players_are_fixed { Viewpoint::unchanged(game) } else { Viewpoint::of_mover(game, &root) };
        self.visitor.visit(game, root)
    }

    /// The moves, one text each.
    pub(crate) fn moves(&self) -> Vec<&'a str> {
        let words = self.request.moves.iter().flat_map(|item| item.split_whitespace());
        if !self.single_digit_moves {
            return words.collect();
        }
        words
            .flat_map(|word| match word.bytes().all(|byte| byte.is_ascii_digit()) {
                true => (0..word.len()).map(|place| &word[place..=place]).collect(),
                false => vec![word],
            })
            .collect()
    }
}
