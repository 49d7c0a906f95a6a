//! A verdict together with what proves it: strategies, the line of best play, the certificate.

use crate::game::{Game, Player, Rules, Status, TextGame, Value};
use crate::goal::Goal;
use crate::limits::Stopped;
use crate::proof::{Entry, Strategy, certificate, check};
use crate::verdict::{Bound, Counts, Evidence, Verdict};
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use std::io::{self, Write};
use winproof_check::Claim;
use winproof_check::certificate::Part;

/// What it took to find strategies and to check them, beside the search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProofWork {
    /// Nodes that searches for strategies made.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// Positions of the strategies that the checker accepted.
    pub positions: u64,
    /// The limit that ended a search for a strategy, if one did.
    pub stopped: Option<Stopped>,
}

/// What is known of a position, and how.
#[derive(Clone, Debug)]
pub struct Solution<G: Game> {
    /// The answer.
    pub verdict: Verdict,
    /// The position that was solved.
    pub root: G::Position,
    /// A strategy for each bound that needed one, if they were found: Max's for the lower, Min's for the upper. The
    /// checker has accepted each of them.
    pub strategies: Vec<Strategy<G>>,
    /// Best play for both sides, as far as the strategies tell; it ends where play ends or comes round again.
    pub line: Vec<G::Move>,
    /// A move at the root that keeps what the answer says; where there is no strategy, as far as the search still
    /// knew one.
    pub best: Option<G::Move>,
    /// What the strategies took.
    pub proof: ProofWork,
    /// Why the answer was withdrawn, where the search for a strategy or the checker contradicted it: a mistake in this
    /// program, in the rules, or in a checkpoint.
    pub contradiction: Option<String>,
    /// Whether the strategies of Max and of Min are on disk.
    pub(crate) recorded: [bool; 2],
}

impl<G: Game> Solution<G> {
    pub(crate) fn new(
        game: &G,
        root: G::Position,
        verdict: Verdict,
        strategies: Vec<Strategy<G>>,
        proof: ProofWork,
        contradiction: Option<String>,
    ) -> Self {
        let line = best_line(game, &root, &strategies);
        let best = line.first().copied();
        Solution { verdict, root, strategies, line, best, proof, contradiction, recorded: [false; 2] }
    }

    /// The answer to a goal that a search outside this library found, with the strategy of whoever it is an answer for.
    /// The checker looks at the strategy; without one the answer rests on the hashes of that search.
    pub fn found(
        game: &G,
        root: &G::Position,
        goal: Goal,
        holds: bool,
        strategy: Option<Strategy<G>>,
        counts: Counts,
        seconds: f64,
    ) -> Self {
        let values = game.values();
        let by_rules = |value: Option<&Value>| Bound::by_rules(value.copied().unwrap_or_default());
        let (mut lower, mut upper) = (by_rules(values.first()), by_rules(values.last()));
        let below = values.iter().rev().find(|&&value| value < goal.at_least);
        let claim = match (holds, below) {
            (true, _) => Claim { at_least: Some(goal.at_least), at_most: None },
            (false, below) => Claim { at_least: None, at_most: below.copied() },
        };
        let refusal = strategy.as_ref().and_then(|own| check::strategy(game, root, claim, &[own]).err());
        let evidence = if strategy.is_some() { Evidence::Certified } else { Evidence::Hashed };
        let proof = ProofWork {
            positions: strategy.as_ref().map_or(0, |strategy| strategy.entries.len() as u64),
            ..ProofWork::default()
        };
        let stopped = if refusal.is_some() { Stopped::Contradiction } else { Stopped::Solved };
        if refusal.is_none() {
            let bound = if holds { &mut lower } else { &mut upper };
            *bound = Bound { value: claim.at_least.or(claim.at_most).unwrap_or(bound.value), evidence };
        }
        let verdict = Verdict { lower, upper, stopped, counts, seconds };
        let strategies = strategy.into_iter().filter(|_| refusal.is_none()).collect();
        Solution::new(game, root.clone(), verdict, strategies, proof, refusal.map(|refusal| refusal.to_string()))
    }

    /// The exact value, if it was found.
    pub fn value(&self) -> Option<Value> {
        self.verdict.value()
    }

    /// The strategy of a player, if there is one.
    pub fn strategy_of(&self, player: Player) -> Option<&Strategy<G>> {
        self.strategies.iter().find(|strategy| strategy.player == player)
    }

    /// Whether the strategy of a player was found.
    fn has_strategy_of(&self, player: Player) -> bool {
        self.recorded[usize::from(player == Player::Min)] || self.strategy_of(player).is_some()
    }

    /// Notes that the checker has accepted a claim.
    pub(crate) fn is_certified(&mut self, claim: Claim) {
        for (bound, claimed) in [(&mut self.verdict.lower, claim.at_least), (&mut self.verdict.upper, claim.at_most)] {
            if claimed == Some(bound.value) {
                bound.evidence = Evidence::Certified;
            }
        }
    }

    /// What can be certified: the bounds whose strategies are there, as far as they say more than the rules do.
    ///
    /// An error, in a sentence, if that is nothing.
    pub fn claim(&self, game: &G) -> Result<Claim, String> {
        let verdict = &self.verdict;
        let values = game.values();
        if values.len() < 2 {
            return Err("by the rules there is only one value, so there is nothing to certify".to_string());
        }
        if let Status::Ended(value) = game.status(&self.root) {
            return Ok(Claim::exactly(value));
        }
        let is_exact = self.value().is_some();
        let half = |value: Value, is_answer: bool, by_rules: Option<&Value>, player: Player| {
            let is_given = by_rules == Some(&value);
            match is_answer && (is_given || self.has_strategy_of(player)) {
                true => (Some(value).filter(|_| is_exact || !is_given), !is_given),
                false => (None, false),
            }
        };
        let (lower, upper) = (verdict.lower, verdict.upper);
        let (at_least, says_lower) = half(lower.value, lower.is_answer(), values.first(), Player::Max);
        let (at_most, says_upper) = half(upper.value, upper.is_answer(), values.last(), Player::Min);
        if !says_lower && !says_upper {
            let is_answered = lower.is_answer() && values.first() != Some(&lower.value)
                || upper.is_answer() && values.last() != Some(&upper.value);
            return Err(match is_answered {
                true => "the strategy behind the answer was not found".to_string(),
                false => "nothing was proved beyond the rules of the game".to_string(),
            });
        }
        Ok(Claim { at_least, at_most })
    }
}

impl<G: TextGame> Solution<G> {
    /// Writes the certificate of all that was certified: the exact value, or the bounds whose strategies are there.
    pub fn write_certificate(&self, game: &G, output: impl Write) -> io::Result<()> {
        let part = self.part(game).map_err(io::Error::other)?;
        certificate::write_parts(game, &[part], output)
    }

    /// What can be certified, as a part of a certificate; an error, in a sentence, if that is nothing.
    pub fn part(&self, game: &G) -> Result<Part<'_, G>, String> {
        let claim = self.claim(game)?;
        let needed = |strategy: &&Strategy<G>| match strategy.player {
            Player::Max => claim.at_least.is_some(),
            Player::Min => claim.at_most.is_some(),
        };
        let strategies: Vec<&Strategy<G>> = self.strategies.iter().filter(needed).collect();
        Ok(Part { root: &self.root, claim, strategies })
    }
}

type Book<'a, G> = HashMap<&'a <G as Rules>::Position, &'a Entry<G>, FxBuildHasher>;

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
