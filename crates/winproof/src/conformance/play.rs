//! Random games, and what is checked in each position that they meet.

use super::Report;
use super::judge::{Judge, NO_MOVES, REPEATS, not_a_value};
use super::words::Words;
use crate::game::{Game, Status};
use crate::random::Random;
use std::collections::{HashMap, HashSet};

/// A random game is stopped after this many moves: where positions can repeat it need not end.
const LONGEST_PLAYOUT: usize = 2000;

/// A check that is under way.
pub(super) struct Checker<'a, G: Game, W> {
    pub(super) game: &'a G,
    pub(super) words: W,
    /// The positions checked so far, with their hashes.
    known: HashMap<G::Position, u64>,
    by_hash: HashMap<u64, G::Position>,
    judge: Judge<'a, G>,
    pub(super) report: Report,
}

/// A position on the way, with the moves that were possible there.
type Before<'a, G> = Option<(&'a <G as crate::Rules>::Position, &'a [<G as crate::Rules>::Move])>;

impl<'a, G: Game, W: Words<G>> Checker<'a, G, W> {
    pub(super) fn new(game: &'a G, words: W) -> Self {
        Checker {
            game,
            words,
            known: HashMap::new(),
            by_hash: HashMap::new(),
            judge: Judge::new(game),
            report: Report::default(),
        }
    }

    /// What was looked at.
    pub(super) fn report(&self) -> Report {
        Report { judged: self.judge.judged(), unjudged: self.judge.unjudged(), ..self.report }
    }

    /// What does not depend on a position.
    pub(super) fn check_rules(&self) -> Result<(), String> {
        let values = self.game.values();
        if values.is_empty() {
            return Err("values() is empty; a game has at least one value".to_string());
        }
        if let Some(pair) = values.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(format!("values() has {} before {}; they must ascend and differ", pair[0], pair[1]));
        }
        if values.contains(&i32::MIN) {
            return Err(format!("values() has {}, the one number without an opposite; use another", i32::MIN));
        }
        if let Some(worth) = self.game.repetition().filter(|worth| !values.contains(worth)) {
            return Err(format!("a repetition is worth {worth}, which is not among values()"));
        }
        self.words.check_rules(self.game)
    }

    /// Whether a position has been checked.
    pub(super) fn is_known(&self, position: &G::Position) -> bool {
        self.known.contains_key(position)
    }

    /// Checks a position and plays this many random games from there.
    pub(super) fn play(&mut self, start: &G::Position, games: u32, random: &mut Random) -> Result<(), String> {
        self.check_position(start, None)?;
        for _ in 0..games {
            self.play_out(start, random)?;
        }
        Ok(())
    }

    /// One random game.
    fn play_out(&mut self, start: &G::Position, random: &mut Random) -> Result<(), String> {
        let mut line = vec![start.clone()];
        let mut on_line = HashSet::from([start.clone()]);
        let mut moves = Vec::new();
        for length in 0..LONGEST_PLAYOUT {
            self.report.longest = self.report.longest.max(length as u64);
            let position = &line[length];
            self.check_position(position, length.checked_sub(1).map(|before| (&line[before], moves.as_slice())))?;
            if let Status::Ended(_) = self.game.status(position) {
                break;
            }
            moves.clear();
            self.game.moves(position, &mut moves);
            let next = self.game.play(position, moves[random.below(moves.len())]);
            if !on_line.insert(next.clone()) && self.game.repetition().is_none() {
                return self.broken(&next, REPEATS);
            }
            line.push(next);
        }
        self.judge.judge_line(&line).or_else(|(position, what)| self.broken(&position, &what))
    }

    /// Everything that can be said of one position. The moves of the position before are probably not moves here.
    fn check_position(&mut self, position: &G::Position, before: Before<'_, G>) -> Result<(), String> {
        let game = self.game;
        let hash = game.hash(position);
        if let Some(&earlier) = self.known.get(position) {
            return match earlier == hash {
                true => Ok(()),
                false => self.broken(position, "has another hash than an equal position to which other play led"),
            };
        }
        self.words.check_text(game, position).or_else(|what| self.broken(position, &what))?;
        if let Some(other) = self.by_hash.insert(hash, position.clone()) {
            let other = self.words.shown(game, &other);
            return self.broken(position, &format!("has the hash of another position, {other}"));
        }
        self.known.insert(position.clone(), hash);
        self.report.positions += 1;
        let status = game.status(position);
        if game.status(position) != status {
            return self.broken(position, "has another status when it is asked again");
        }
        match status {
            Status::Ended(value) if !game.values().contains(&value) => {
                return self.broken(position, &not_a_value(value));
            }
            Status::Ended(_) => self.report.ends += 1,
            Status::Turn(_) => self.check_moves(position)?,
        }
        self.words.check_refusals(game, position, before).or_else(|what| self.broken(position, &what))?;
        self.check_canonical(position)
    }

    fn check_moves(&self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let count = moves.len();
        if count == 0 {
            return self.broken(position, NO_MOVES);
        }
        // Asked again with a list that is not empty: what is there must stay, and the same moves come behind it.
        game.moves(position, &mut moves);
        if moves.len() != 2 * count || moves[..count] != moves[count..] {
            return self
                .broken(position, "has other moves when it is asked again, or moves() does not append to the list");
        }
        moves.truncate(count);
        if game.mobility(position) as usize != count {
            let sentence = format!("has {count} moves, but mobility() says {}", game.mobility(position));
            return self.broken(position, &sentence);
        }
        let mut undominated = Vec::new();
        game.undominated_moves(position, &mut undominated);
        if undominated.is_empty() || undominated.iter().any(|mv| !moves.contains(mv)) {
            return self.broken(position, "has no undominated moves, or some that are not among its moves");
        }
        if let Some((low, high)) = game.foresight(position) {
            let values = game.values();
            if low > high || !values.contains(&low) || !values.contains(&high) {
                let sentence = format!("is foreseen to be worth {low} to {high}; both must be values, in this order");
                return self.broken(position, &sentence);
            }
        }
        let assessment = game.heuristic(position);
        if assessment.reach == 0 || assessment.miss == 0 {
            return self.broken(position, &format!("has the heuristic {assessment:?}; both must be at least 1"));
        }
        for (place, &mv) in moves.iter().enumerate() {
            if moves[..place].contains(&mv) {
                return self.broken(position, &format!("has the move {mv:?} twice"));
            }
            if game.play(position, mv) != game.play(position, mv) {
                return self.broken(position, &format!("leads to different positions by the same move {mv:?}"));
            }
            self.words.check_move(game, position, mv).or_else(|what| self.broken(position, &what))?;
        }
        Ok(())
    }

    fn check_canonical(&self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let canonical = game.canonical(position);
        if canonical == *position {
            return Ok(());
        }
        let text = self.words.shown(game, &canonical);
        if !game.has_symmetry() {
            return self.broken(position, &format!("has another canonical form, {text}, but has_symmetry() is false"));
        }
        if game.canonical(&canonical) != canonical {
            return self.broken(position, &format!("has the canonical form {text}, which has another one in turn"));
        }
        if game.status(&canonical) != game.status(position) {
            return self.broken(position, &format!("has another status than its canonical form {text}"));
        }
        if let Status::Turn(_) = game.status(position) {
            if game.mobility(&canonical) != game.mobility(position) {
                return self.broken(position, &format!("has another number of moves than its canonical form {text}"));
            }
            if self.canonical_children(&canonical) != self.canonical_children(position) {
                let sentence =
                    format!("and its canonical form {text} lead to positions that are not the same up to symmetry");
                return self.broken(position, &sentence);
            }
        }
        self.words.check_text(game, &canonical).or_else(|what| self.broken(&canonical, &what))
    }

    /// The positions one move on, up to symmetry, each with the number of moves that lead to it.
    fn canonical_children(&self, position: &G::Position) -> HashMap<G::Position, u32> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut children = HashMap::new();
        for mv in moves {
            *children.entry(self.game.canonical(&self.game.play(position, mv))).or_insert(0) += 1;
        }
        children
    }

    /// The sentence that says what is wrong with a position.
    fn broken<T>(&self, position: &G::Position, what: &str) -> Result<T, String> {
        Err(format!("{} {what}{}", self.words.shown(self.game, position), self.words.source(self.game, position)))
    }
}
