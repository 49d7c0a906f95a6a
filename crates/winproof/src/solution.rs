//! A verdict together with what proves it: strategies, the line of best play, the certificate.

use crate::game::{Game, Player, Status, TextGame, Value};
use crate::proof::{Entry, Strategy, certificate};
use crate::verdict::Verdict;
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use std::io::{self, Write};

/// What is known of a position, and how.
#[derive(Clone, Debug)]
pub struct Solution<G: Game> {
    /// The answer.
    pub verdict: Verdict,
    /// The position that was solved.
    pub root: G::Position,
    /// A strategy for each bound that needed one, if they were kept: Max's for the lower, Min's for the upper.
    pub strategies: Vec<Strategy<G>>,
    /// Best play for both sides, as far as the strategies tell; it ends where play ends or comes round again.
    pub line: Vec<G::Move>,
}

impl<G: Game> Solution<G> {
    pub(crate) fn new(game: &G, root: G::Position, verdict: Verdict, strategies: Vec<Strategy<G>>) -> Self {
        let line = best_line(game, &root, &strategies);
        Solution { verdict, root, strategies, line }
    }

    /// The exact value, if it was proved.
    pub fn value(&self) -> Option<Value> {
        self.verdict.value()
    }

    fn has_strategy_of(&self, player: Player) -> bool {
        self.strategies.iter().any(|strategy| strategy.player == player)
    }
}

impl<G: TextGame> Solution<G> {
    /// Writes the certificate of all that was proved: the exact value, or the bound that was found.
    ///
    /// It is an error if nothing was proved or the strategies were not kept.
    pub fn write_certificate(&self, game: &G, output: impl Write) -> io::Result<()> {
        let verdict = &self.verdict;
        let values = match game.status(&self.root) {
            Status::Ended(value) => vec![value],
            Status::Turn(_) => game.values(),
        };
        let exact = self.value().is_some();
        let lower = verdict.lower.proved.then_some(verdict.lower.value);
        let upper = verdict.upper.proved.then_some(verdict.upper.value);
        let lower_is_news = lower.is_some() && lower != values.first().copied();
        let upper_is_news = upper.is_some() && upper != values.last().copied();
        if !exact && !lower_is_news && !upper_is_news {
            return Err(io::Error::other("nothing was proved, so there is nothing to certify"));
        }
        let kept = |player, is_news: bool| !is_news || self.has_strategy_of(player);
        if !kept(Player::Max, lower_is_news) || !kept(Player::Min, upper_is_news) {
            return Err(io::Error::other("the search did not keep its proof, so there is nothing to write"));
        }
        let at_least = lower.filter(|_| exact || lower_is_news);
        let at_most = upper.filter(|_| exact || upper_is_news);
        let strategies: Vec<&Strategy<G>> = self.strategies.iter().collect();
        certificate::write(game, &self.root, at_least, at_most, &strategies, output)
    }
}

type Book<'a, G> = HashMap<&'a <G as Game>::Position, &'a Entry<G>, FxBuildHasher>;

/// Follows the strategies. A player without one resists as long as he can.
fn best_line<G: Game>(game: &G, root: &G::Position, strategies: &[Strategy<G>]) -> Vec<G::Move> {
    let books: Vec<(Player, Book<'_, G>)> = strategies
        .iter()
        .map(|strategy| (strategy.player, strategy.entries.iter().map(|entry| (&entry.position, entry)).collect()))
        .collect();
    let mut line = Vec::new();
    let mut seen: HashSet<G::Position, FxBuildHasher> = HashSet::with_hasher(FxBuildHasher);
    let mut position = root.clone();
    let mut moves = Vec::new();
    while let Status::Turn(mover) = game.status(&position) {
        if !seen.insert(position.clone()) {
            break;
        }
        let own = books.iter().find(|(player, _)| *player == mover);
        let mv = match own.and_then(|(_, book)| book.get(&position)) {
            Some(entry) => entry.mv,
            None => {
                let Some((_, book)) = books.iter().find(|(player, _)| *player != mover) else { break };
                moves.clear();
                game.moves(&position, &mut moves);
                // Leftmost among equals, so that the line is the same every time.
                let rank = |&mv: &G::Move| book.get(&game.play(&position, mv)).map_or(0, |entry| entry.rank);
                moves.iter().copied().rev().max_by_key(rank)
            }
        };
        let Some(mv) = mv else { break };
        line.push(mv);
        position = game.play(&position, mv);
    }
    line
}
