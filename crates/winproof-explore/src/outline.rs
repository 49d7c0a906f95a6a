//! The proof as an outline: the strategy's move, the defences grouped by the answer to them, and so on, one level a
//! request; and the whole strategy by plies.

use crate::graph::Layer;
use crate::proof::Strategy;
use crate::session::Session;
use serde::Serialize;
use std::sync::Arc;
use winproof::Status;
use winproof::open::OpenGame;

/// A defence of the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defence {
    /// The move.
    pub r#move: String,
    /// The moves from the position asked about to where the outline goes on: the defence, and the answer if there is
    /// one.
    pub path: Vec<String>,
    /// The position there.
    pub position: String,
    /// Positions with an answer below it; none where they were not counted.
    pub count: Option<u64>,
    /// Whether there is another level below.
    pub more: bool,
}

/// Defences that have the same answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The answer; none if the defence ends the game, or the opponent moves again.
    pub answer: Option<String>,
    /// Why play has ended after the answer, if it has after all of them.
    pub end: Option<String>,
    /// Whether these are simply all the other moves.
    pub others: bool,
    /// The defences.
    pub defences: Vec<Defence>,
}

/// One level of the outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// The strategist's move in the position, if it is the strategist who moves there.
    pub key: Option<String>,
    /// Why play has ended after it, if it has.
    pub end: Option<String>,
    /// Who defends.
    pub defender: String,
    /// The defences, the rarest answers first.
    pub groups: Vec<Group>,
    /// Positions with an answer below the position; none where they were not counted.
    pub count: Option<u64>,
}

/// The most defences of one group that are listed with a count each: counting takes time.
const MOST_COUNTED: usize = 400;

impl Session {
    /// A strategy by its number, with the horizon of its certificate.
    fn with_strategy<T>(&self, number: usize, then: impl FnOnce(&Strategy, u8) -> T) -> Option<T> {
        let proofs: Vec<Arc<crate::proof::Proof>> = self.proofs();
        let mut all =
            proofs.iter().flat_map(|proof| proof.strategies.iter().map(move |one| (one, proof.header.horizon)));
        all.nth(number).map(|(strategy, horizon)| then(strategy, horizon))
    }

    /// One level of the outline of a strategy, below a position.
    pub fn outline(&self, number: usize, game: &dyn OpenGame) -> Option<Level> {
        self.with_strategy(number, |strategy, horizon| level(strategy, horizon, game)).flatten()
    }

    /// The positions of a strategy by plies; none where there are too many to count.
    pub fn map(&self, number: usize, game: &dyn OpenGame) -> Option<Option<Vec<Layer>>> {
        self.with_strategy(number, |strategy, _| strategy.graph(game).map(crate::graph::Graph::layers))
    }
}

fn ended(game: &dyn OpenGame) -> Option<String> {
    matches!(game.status(), Status::Ended(_)).then(|| game.end_text())
}

fn level(strategy: &Strategy, horizon: u8, game: &dyn OpenGame) -> Option<Level> {
    let graph = strategy.graph(game);
    let count = |position: &str| graph.and_then(|graph| graph.count_below(position));
    let defender = game.player_name(strategy.half.player.opponent());
    let (key, after) = match game.status() {
        Status::Ended(_) => return None,
        Status::Turn(player) if player == strategy.half.player => {
            let key = strategy.reply(game, horizon)?.mv;
            let after = game.after(&key).ok()?;
            (Some(key), Some(after))
        }
        Status::Turn(_) => (None, None),
    };
    let place = after.as_deref().unwrap_or(game);
    let below = count(&game.position_text());
    let mut level = Level { key: key.clone(), end: ended(place), defender, groups: Vec::new(), count: below };
    if place.status() != Status::Turn(strategy.half.player.opponent()) {
        return Some(level);
    }
    for mv in place.moves() {
        let next = place.after(&mv).ok()?;
        let answer = strategy.reply(&*next, horizon).map(|reply| reply.mv);
        let then = match &answer {
            Some(answer) => next.after(answer).ok()?,
            None => next,
        };
        let end = ended(&*then);
        let path = key.iter().chain([&mv]).chain(&answer).cloned().collect();
        let position = then.position_text();
        let (more, counted) = (end.is_none(), level.groups.iter().map(|group| group.defences.len()).sum::<usize>());
        let count = if counted < MOST_COUNTED { count(&position) } else { None };
        let defence = Defence { r#move: mv, path, position, count, more };
        match level.groups.iter_mut().find(|group| group.answer == answer && group.end == end) {
            Some(group) => group.defences.push(defence),
            None => level.groups.push(Group { answer, end, others: false, defences: vec![defence] }),
        }
    }
    level.groups.sort_by_key(|group| group.defences.len());
    // What is left when the special cases are told is "the other moves".
    let is_crowd = level.groups.len() > 1 && level.groups.last().is_some_and(|group| group.defences.len() > 3);
    if let Some(last) = level.groups.last_mut().filter(|_| is_crowd) {
        last.others = true;
    }
    Some(level)
}
