//! From a request to a game at a position: what all games' entries share.

use crate::Request;
use crate::packed::{Pack, PackMove, Packed, PackedGame, Words};
use std::ops::RangeInclusive;
use winproof::open::{OpenGame, Opened};
use winproof::{TextError, TextGame, Viewpoint};

/// A game whose rules several threads can use at a time.
pub trait SharedGame: TextGame<Position: Send + Sync, Move: Send> + Sync + 'static {}

impl<G: TextGame<Position: Send + Sync, Move: Send> + Sync + 'static> SharedGame for G {}

/// A request on its way to a game. An entry asks it for parameters and ends with [`open`](Opening::open).
pub struct Opening<'a> {
    request: &'a Request,
    single_digit_moves: bool,
}

impl<'a> Opening<'a> {
    /// A request, before anything of it was read.
    pub fn new(request: &'a Request) -> Opening<'a> {
        Opening { request, single_digit_moves: false }
    }

    /// The name of the game.
    pub fn game(&self) -> &'a str {
        &self.request.game
    }

    /// A parameter as it was given.
    pub fn parameter(&self, name: &str) -> Option<&'a str> {
        self.request.parameters.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// The two numbers of the parameter `size`, which are called `order` (such as `columns x rows`).
    pub fn size(&self, order: &str, default: (u32, u32)) -> Result<(u32, u32), TextError> {
        let Some(text) = self.parameter("size") else { return Ok(default) };
        let numbers = text.split_once(['x', 'X', '×']).map(|(first, second)| (first.trim(), second.trim()));
        match numbers.map(|(first, second)| (first.parse(), second.parse())) {
            Some((Ok(first), Ok(second))) => Ok((first, second)),
            _ => {
                let (first, second) = default;
                Err(TextError::new(format!("'{text}' is not a size; write it as {order}, such as {first}x{second}")))
            }
        }
    }

    /// A parameter that is a number.
    pub fn number(&self, name: &str, default: u32, allowed: RangeInclusive<u32>) -> Result<u32, TextError> {
        let Some(text) = self.parameter(name) else { return Ok(default) };
        text.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(|| {
            let (low, high) = (allowed.start(), allowed.end());
            TextError::new(format!("{name} is '{text}'; it must be a number from {low} to {high}"))
        })
    }

    /// Says that every move is a single digit, so that moves may be written without space, as in `4455`.
    pub fn with_single_digit_moves(self, yes: bool) -> Self {
        Opening { single_digit_moves: yes, ..self }
    }

    /// The position as it was given.
    pub fn position(&self) -> Option<&'a str> {
        self.request.position.as_deref()
    }

    /// Sets up the position and plays the moves. Whoever moves then is Max.
    pub fn open<G: SharedGame>(self, game: G) -> Result<Box<dyn OpenGame>, TextError> {
        let root = self.root(&game)?;
        Ok(self.open_at(game, root))
    }

    /// The position that is asked for, with the moves played.
    pub fn root<G: TextGame>(&self, game: &G) -> Result<G::Position, TextError> {
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

    /// The game at this position.
    pub fn open_at<G: SharedGame>(self, game: G, root: G::Position) -> Box<dyn OpenGame> {
        let game = Viewpoint::of_mover(game, &root);
        let is_exchanged = game.is_exchanged();
        Box::new(Opened::new(game, root).exchanged(is_exchanged).shared())
    }

    /// Like [`open`](Opening::open), over searches that many games share.
    pub fn open_packed<G>(self, game: G) -> Result<Box<dyn OpenGame>, TextError>
    where
        G: TextGame<Position: Pack, Move: PackMove> + Send + Sync + 'static,
    {
        let game: PackedGame = Box::new(Packed(game));
        let root = self.root(&game)?;
        Ok(open_shared(Viewpoint::of_mover(game, &root), root))
    }

    /// The same for rules that name Max and Min, who keep their parts whoever moves first.
    pub fn open_packed_as_it_is<G>(self, game: G) -> Result<Box<dyn OpenGame>, TextError>
    where
        G: TextGame<Position: Pack, Move: PackMove> + Send + Sync + 'static,
    {
        let game: PackedGame = Box::new(Packed(game));
        let root = self.root(&game)?;
        Ok(open_shared(Viewpoint::unchanged(game), root))
    }

    /// The moves, one text each. Numbers in front of moves, as in `1. e4 e5 2. Nf3`, are passed over.
    pub fn moves(&self) -> Vec<&'a str> {
        let words = self.request.moves.iter().flat_map(|item| item.split_whitespace());
        let words = words.map(without_number).filter(|word| !word.is_empty());
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

/// A word without the number of a move in front of it: `e4` of `1.e4`, and nothing of `1.` or `1...`.
fn without_number(word: &str) -> &str {
    let digits = word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(word.len());
    match (digits, word[digits..].starts_with('.')) {
        (1.., true) => word[digits..].trim_start_matches('.'),
        _ => word,
    }
}

/// The searches of all packed games are compiled here.
fn open_shared(game: Viewpoint<PackedGame>, root: Words) -> Box<dyn OpenGame> {
    let is_exchanged = game.is_exchanged();
    Box::new(Opened::new(game, root).exchanged(is_exchanged).shared())
}
