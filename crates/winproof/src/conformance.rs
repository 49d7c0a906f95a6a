//! Does a game keep the promises that searches and certificates rely on?
//!
//! [`check_game`] plays random games and looks at everything that [`Game`](crate::Game) and [`TextGame`] promise in
//! each position that it meets. Run it in a test of every game, for several sizes and starts: a game that passes it
//! can still have the wrong rules, but it will not lead a search astray. What it found broken is one sentence that
//! names the rule and the position.

use crate::game::{Player, Status, TextGame};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// A random game is broken off after this many moves: where positions can come again it need not end.
const LONGEST_PLAYOUT: usize = 2000;

/// Texts that are a position or a move in no game.
const NONSENSE: [&str; 3] = ["", "?!", "no-such-text"];

/// What [`check_game`] looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Different positions, each of them checked once.
    pub positions: u64,
    /// How many of them are ends.
    pub ends: u64,
    /// The most moves of a random game.
    pub longest: u64,
}

/// Plays this many random games from `start` and checks the rules in every position on the way.
///
/// The same seed plays the same games. The rules checked:
///
/// - The values are in ascending order and differ; the worth of a repetition is one of them, and so is every end's.
/// - Where play goes on there are moves, all different, added behind what the caller's list held; `mobility` is
///   their number; asking again gives the same answer.
/// - Where the rules say that no position comes again, none does.
/// - The texts of positions and moves read back as what they were and have no tab or line break in them;
///   texts that are no legal move are refused.
/// - Equal positions hash equally, whichever way they came about.
/// - `canonical` picks one form and stays with it; that form has the same status, as many moves, and the same
///   positions behind them up to symmetry.
/// - Some of the moves are undominated, and none but moves.
/// - A heuristic is at least 1 on both sides.
///
/// ```
/// use winproof::conformance::check_game;
/// use winproof::{Game, Player, Status, TextError, TextGame};
///
/// /// Players take one or two stones from a heap; who takes the last one wins.
/// struct Heap;
///
/// impl Game for Heap {
///     type Position = (u8, Player);
///     type Move = u8;
///
///     fn status(&self, &(stones, player): &(u8, Player)) -> Status {
///         match (stones, player) {
///             (0, Player::Max) => Status::Ended(-1),
///             (0, Player::Min) => Status::Ended(1),
///             _ => Status::Turn(player),
///         }
///     }
///     fn moves(&self, &(stones, _): &(u8, Player), moves: &mut Vec<u8>) {
///         moves.extend(1..=stones.min(2));
///     }
///     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) {
///         (stones - take, player.opponent())
///     }
/// }
///
/// impl TextGame for Heap {
///     fn name(&self) -> String {
///         "heap".to_string()
///     }
///     fn start(&self) -> (u8, Player) {
///         (10, Player::Max)
///     }
///     fn position_text(&self, (stones, player): &(u8, Player)) -> String {
///         format!("{stones}{}", if *player == Player::Max { "+" } else { "-" })
///     }
///     fn parse_position(&self, text: &str) -> Result<(u8, Player), TextError> {
///         let player = if text.ends_with('+') { Player::Max } else { Player::Min };
///         let stones = text.strip_suffix(['+', '-']).and_then(|stones| stones.parse().ok());
///         Ok((stones.ok_or_else(|| TextError::new(format!("'{text}' is no heap: write 7+ or 7-")))?, player))
///     }
///     fn move_text(&self, _: &(u8, Player), take: u8) -> String {
///         take.to_string()
///     }
/// }
///
/// let report = check_game(&Heap, &Heap.start(), 100, 1).unwrap();
/// assert_eq!(report.positions, 20);
/// assert_eq!(report.ends, 2); // an empty heap, with either player to move
/// ```
pub fn check_game<G: TextGame>(game: &G, start: &G::Position, games: u32, seed: u64) -> Result<Report, String> {
    let mut checker = Checker { game, known: HashMap::new(), report: Report::default() };
    checker.check_rules()?;
    checker.check_position(&game.start(), &[])?;
    let mut random = seed;
    for _ in 0..games {
        checker.play_out(start, &mut random)?;
    }
    Ok(checker.report)
}

struct Checker<'a, G: TextGame> {
    game: &'a G,
    /// The positions checked so far, with their hashes.
    known: HashMap<G::Position, u64>,
    report: Report,
}

impl<G: TextGame> Checker<'_, G> {
    /// What does not depend on a position.
    fn check_rules(&self) -> Result<(), String> {
        let game = self.game;
        let values = game.values();
        if values.is_empty() {
            return Err("values() is empty; a game has at least one value".to_string());
        }
        if let Some(pair) = values.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(format!("values() has {} before {}; they must ascend and differ", pair[0], pair[1]));
        }
        if let Some(worth) = game.repetition().filter(|worth| !values.contains(worth)) {
            return Err(format!("a repetition is worth {worth}, which is not among values()"));
        }
        if !is_plain(&game.name()) {
            return Err(format!("the name {:?} is empty or has a tab or a line break in it", game.name()));
        }
        if game.player_name(Player::Max) == game.player_name(Player::Min) {
            return Err(format!("both players are called {}", game.player_name(Player::Max)));
        }
        Ok(())
    }

    /// One random game.
    fn play_out(&mut self, start: &G::Position, random: &mut u64) -> Result<(), String> {
        let mut position = start.clone();
        let mut line = HashSet::from([start.clone()]);
        let mut moves = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        for length in 0..LONGEST_PLAYOUT {
            self.report.longest = self.report.longest.max(length as u64);
            self.check_position(&position, &texts)?;
            if let Status::Ended(_) = self.game.status(&position) {
                break;
            }
            moves.clear();
            self.game.moves(&position, &mut moves);
            texts = moves.iter().map(|&mv| self.game.move_text(&position, mv)).collect();
            position = self.game.play(&position, moves[draw(random, moves.len())]);
            if !line.insert(position.clone()) && self.game.repetition().is_none() {
                return self.broken(&position, "comes again on a line of play, but repetition() says that none does");
            }
        }
        Ok(())
    }

    /// Everything that can be said of one position. `texts` are moves of the position before, likely no moves here.
    fn check_position(&mut self, position: &G::Position, texts: &[String]) -> Result<(), String> {
        let game = self.game;
        let hash = game.hash(position);
        if let Some(&earlier) = self.known.get(position) {
            return match earlier == hash {
                true => Ok(()),
                false => self.broken(position, "has another hash than an equal position that came about otherwise"),
            };
        }
        self.check_text(position)?;
        self.known.insert(position.clone(), hash);
        self.report.positions += 1;
        let status = game.status(position);
        if game.status(position) != status {
            return self.broken(position, "has another status when it is asked again");
        }
        match status {
            Status::Ended(value) if !game.values().contains(&value) => {
                return self.broken(position, &format!("ends worth {value}, which is not among values()"));
            }
            Status::Ended(_) => self.report.ends += 1,
            Status::Turn(_) => self.check_moves(position)?,
        }
        self.check_refusals(position, texts)?;
        self.check_canonical(position)
    }

    fn check_text(&self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let text = game.position_text(position);
        if !is_plain(&text) {
            return self.broken(position, "has a text that is empty or has a tab or a line break in it");
        }
        let read = match game.parse_position(&text) {
            Ok(read) => read,
            Err(error) => return self.broken(position, &format!("has a text that does not read back: {error}")),
        };
        if read != *position {
            return self.broken(position, &format!("has a text that reads back as another position, {read:?}"));
        }
        if game.hash(&read) != game.hash(position) {
            return self.broken(position, "has another hash when it is read back from its text");
        }
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        if hasher.hash_one(&read) != hasher.hash_one(position) {
            return self.broken(position, "equals the position read back from its text, but Hash differs between them");
        }
        if game.picture(position).is_empty() {
            return self.broken(position, "has an empty picture");
        }
        Ok(())
    }

    fn check_moves(&self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let count = moves.len();
        if count == 0 {
            return self.broken(position, "has no moves, but play goes on there; an end is a matter of status()");
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
            return self.broken(position, "has no undominated moves, or such as are not among its moves");
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
            let text = game.move_text(position, mv);
            if !is_plain(&text) {
                return self
                    .broken(position, &format!("has a move {text:?}: empty or with a tab or a line break in it"));
            }
            match game.parse_move(position, &text) {
                Ok(read) if read == mv => {}
                Ok(read) => return self.broken(position, &format!("has a move '{text}' that reads back as {read:?}")),
                Err(error) => {
                    return self.broken(position, &format!("has a move '{text}' that does not read back: {error}"));
                }
            }
        }
        Ok(())
    }

    /// Whether texts that are no legal moves, or no positions, are refused.
    fn check_refusals(&self, position: &G::Position, texts: &[String]) -> Result<(), String> {
        let game = self.game;
        let mut moves = Vec::new();
        if let Status::Turn(_) = game.status(position) {
            game.moves(position, &mut moves);
        }
        for text in NONSENSE {
            if game.parse_position(text).is_ok_and(|read| game.position_text(&read) != text) {
                return Err(format!("parse_position() accepts the text {text:?}, which is no position"));
            }
            let is_a_move = |mv| moves.contains(&mv) && game.move_text(position, mv) == text;
            if game.parse_move(position, text).is_ok_and(|mv| !is_a_move(mv)) {
                return self.broken(position, &format!("accepts the text {text:?}, which is no move there"));
            }
        }
        // A move may be readable in several notations, so what counts is that it is legal.
        for text in texts {
            if game.parse_move(position, text).is_ok_and(|mv| !moves.contains(&mv)) {
                return self.broken(position, &format!("accepts the move '{text}', which is not legal there"));
            }
        }
        Ok(())
    }

    fn check_canonical(&self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let canonical = game.canonical(position);
        if canonical == *position {
            return Ok(());
        }
        let text = game.position_text(&canonical);
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
        self.check_text(&canonical)
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
        Err(format!("{} {what} [{}, {position:?}]", self.game.position_text(position).escape_debug(), self.game.name()))
    }
}

/// Whether a text can stand on a line of a certificate.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.contains(['\t', '\n', '\r'])
}

/// A random number below the limit (the generator splitmix64).
fn draw(random: &mut u64, limit: usize) -> usize {
    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*random ^ (*random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) % limit as u64) as usize
}

#[cfg(test)]
mod tests;
