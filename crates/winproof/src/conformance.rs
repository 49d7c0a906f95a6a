//! Does a game keep the promises that searches and certificates rely on?
//!
//! Run one of these checks in a test of every game, for several sizes and starts: a game that passes can still have the
//! wrong rules, but it will not lead a search astray. What is broken comes back as one sentence that names the promise
//! and the position.
//!
//! | check | for |
//! | --- | --- |
//! | [`check_play`] | any [`Game`]: what its rules promise, and what it claims to know |
//! | [`check_game`] | a [`TextGame`]: all of that, its texts, and positions that play from the start never meets |
//! | [`check_texts`] | the same from positions that are given as texts |
//! | [`check_words`] | a [`TextGame`] whose rules hold for the positions that play comes to |
//!
//! | file | part |
//! | --- | --- |
//! | `conformance/play.rs` | random games, and what is checked in each position |
//! | `conformance/judge.rs` | brute force, against which foresight and undominated moves are held |
//! | `conformance/words.rs` | positions and moves as text |
//! | `conformance/altered.rs` | texts that differ a little from the text of a position |

mod altered;
mod judge;
mod play;
mod words;

use crate::game::{Game, TextGame};
use crate::random::Random;
use play::Checker;
use words::{Debugged, Written};

/// What a check looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Different positions, each of them checked once.
    pub positions: u64,
    /// How many of them are ends.
    pub ends: u64,
    /// The most moves of a random game.
    pub longest: u64,
    /// Altered texts that the game accepted as positions, so that random games started there.
    pub altered: u64,
    /// Positions whose foresight and undominated moves brute force confirmed.
    pub judged: u64,
    /// Positions with such claims that brute force did not get to: too much play is left.
    pub unjudged: u64,
}

/// Plays this many random games from `start` and checks the rules, and what the game claims to know, in every position
/// on the way.
///
/// The same seed plays the same games. The promises checked:
///
/// - The values ascend and differ, and each has an opposite; the worth of a repetition is one of them, and so is that
///   of every end.
/// - Where play goes on there are moves, all different, appended to what the caller's list held; `mobility` is
///   their number; asking again gives the same answer.
/// - Where the rules say that positions never repeat, none does.
/// - Equal positions have equal hashes, whatever play led to them, and different positions have different ones.
/// - `canonical` picks one form and stays with it; that form has the same status, as many moves, and the same
///   positions behind them up to symmetry.
/// - A heuristic is at least 1 on both sides.
/// - `foresight` gives bounds that are values, in order. Where little play is left, brute force finds the value between
///   them, and a best move among those that are `undominated`.
///
/// ```
/// use winproof::conformance::check_play;
/// use winproof::{Game, Player, Rules, Status};
///
/// /// Players take one or two stones from a heap; whoever takes the last one wins.
/// struct Heap;
///
/// impl Rules for Heap {
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
/// impl Game for Heap {
///     fn foresight(&self, &(stones, player): &(u8, Player)) -> Option<(i32, i32)> {
///         let mover_wins = stones % 3 != 0;
///         let value = if mover_wins == (player == Player::Max) { 1 } else { -1 };
///         Some((value, value))
///     }
/// }
///
/// let report = check_play(&Heap, &(10, Player::Max), 100, 1).unwrap();
/// assert_eq!(report.positions, 20);
/// assert_eq!(report.ends, 2); // an empty heap, with either player to move
/// assert_eq!(report.judged, 18);
/// ```
pub fn check_play<G: Game>(game: &G, start: &G::Position, games: u32, seed: u64) -> Result<Report, String> {
    let mut checker = Checker::new(game, Debugged);
    checker.check_rules()?;
    let mut random = Random::new(seed);
    checker.play(start, games, &mut random)?;
    Ok(checker.report())
}

/// Checks what [`check_play`] checks, and what the texts of a game promise.
///
/// As many random games again start from other positions: texts of positions that play met are altered in a few
/// characters, and whatever the game accepts of them must keep all promises too. A search can start from anything that
/// parses, so this is where rules show that hold only for positions that play can come to.
///
/// - The texts of positions and moves read back as what they were and have no tab or line break in them;
///   texts that are not a legal move are refused.
/// - The players have different names; nothing has an empty name or picture.
///
/// ```
/// use winproof::conformance::check_game;
/// use winproof::{Game, Player, Rules, Status, TextError, TextRules};
///
/// /// Players take one or two stones from a heap; whoever takes the last one wins.
/// struct Heap;
///
/// # impl Rules for Heap {
/// #     type Position = (u8, Player);
/// #     type Move = u8;
/// #
/// #     fn status(&self, &(stones, player): &(u8, Player)) -> Status {
/// #         match (stones, player) {
/// #             (0, Player::Max) => Status::Ended(-1),
/// #             (0, Player::Min) => Status::Ended(1),
/// #             _ => Status::Turn(player),
/// #         }
/// #     }
/// #     fn moves(&self, &(stones, _): &(u8, Player), moves: &mut Vec<u8>) {
/// #         moves.extend(1..=stones.min(2));
/// #     }
/// #     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) {
/// #         (stones - take, player.opponent())
/// #     }
/// # }
/// # impl Game for Heap {}
/// impl TextRules for Heap {
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
///         Ok((stones.ok_or_else(|| TextError::new(format!("'{text}' is not a heap; write 7+ or 7-")))?, player))
///     }
///     fn move_text(&self, _: &(u8, Player), take: u8) -> String {
///         take.to_string()
///     }
/// }
///
/// let report = check_game(&Heap, &Heap.start(), 100, 1).unwrap();
/// assert!(report.positions > 20); // some of them with more stones than at the start
/// assert!(report.altered > 10);
/// assert_eq!(report.ends, 2); // an empty heap, with either player to move
/// ```
pub fn check_game<G: TextGame>(game: &G, start: &G::Position, games: u32, seed: u64) -> Result<Report, String> {
    let mut checker = Checker::new(game, Written::default());
    checker.check_rules()?;
    let mut random = Random::new(seed);
    checker.play(&game.start(), 0, &mut random)?;
    checker.play(start, games, &mut random)?;
    checker.play_altered(games, &mut random)?;
    Ok(checker.report())
}

/// Checks what [`check_play`] checks, and the texts of all positions and moves that play comes to. Unlike
/// [`check_game`] it does not ask what becomes of other positions that the game can read.
pub fn check_words<G: TextGame>(game: &G, start: &G::Position, games: u32, seed: u64) -> Result<Report, String> {
    let mut checker = Checker::new(game, Written::default());
    checker.check_rules()?;
    checker.play(start, games, &mut Random::new(seed))?;
    Ok(checker.report())
}

/// Checks what [`check_game`] checks, with this many random games from each of these texts that the game accepts, and
/// as many again from texts that differ a little from them. What the game refuses is left out.
///
/// ```
/// # use winproof::conformance::check_texts;
/// # use winproof::{Game, Player, Rules, Status, TextError, TextRules};
/// /// A counter that whoever moves counts down; the values hold for what fits on its dial.
/// struct Countdown;
/// # impl Rules for Countdown {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn status(&self, &count: &u8) -> Status {
/// #         match count {
/// #             0 => Status::Ended(0),
/// #             10.. => Status::Ended(2),
/// #             _ => Status::Turn(Player::Max),
/// #         }
/// #     }
/// #     fn moves(&self, _: &u8, moves: &mut Vec<u8>) {
/// #         moves.push(1);
/// #     }
/// #     fn play(&self, count: &u8, _: u8) -> u8 {
/// #         count - 1
/// #     }
/// # }
/// # impl Game for Countdown {}
/// # impl TextRules for Countdown {
/// #     fn name(&self) -> String {
/// #         "countdown".to_string()
/// #     }
/// #     fn start(&self) -> u8 {
/// #         9
/// #     }
/// #     fn position_text(&self, count: &u8) -> String {
/// #         count.to_string()
/// #     }
/// #     fn parse_position(&self, text: &str) -> Result<u8, TextError> {
/// #         text.parse().map_err(|_| TextError::new(format!("'{text}' is not a count")))
/// #     }
/// #     fn move_text(&self, _: &u8, _: u8) -> String {
/// #         "-1".to_string()
/// #     }
/// # }
/// let error = check_texts(&Countdown, &["nine", "12"], 10, 1).unwrap_err();
/// assert!(error.starts_with("12 ends worth 2, which is not among values()"));
/// ```
pub fn check_texts<G: TextGame>(game: &G, texts: &[&str], games: u32, seed: u64) -> Result<Report, String> {
    let mut checker = Checker::new(game, Written::default());
    checker.check_rules()?;
    let mut random = Random::new(seed);
    for start in texts.iter().filter_map(|text| game.parse_position(text).ok()) {
        checker.play(&start, games, &mut random)?;
        checker.play_altered(games, &mut random)?;
    }
    Ok(checker.report())
}

#[cfg(test)]
mod tests;
