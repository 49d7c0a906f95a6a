//! Play within the horizon: whether a player reaches a good end from a position in at most so many plies, whatever the
//! opponent does, by full-width play with the rules alone.
//!
//! The builder of a certificate leaves out what settles in a few positions, with this very search, and the checker
//! settles it again.

use crate::rules::{Player, Rules, Status, Value};
use std::hash::{Hash, Hasher};

/// One half of a claim: a player makes sure of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// The strategist: Max gets at least the bound, Min at most.
    pub player: Player,
    /// The bound.
    pub bound: Value,
}

impl Half {
    /// Whether a value is good enough.
    pub fn is_kept_by(&self, value: Value) -> bool {
        match self.player {
            Player::Max => value >= self.bound,
            Player::Min => value <= self.bound,
        }
    }

    /// The half in words.
    pub fn text(&self) -> String {
        match self.player {
            Player::Max => format!("the value is at least {}", self.bound),
            Player::Min => format!("the value is at most {}", self.bound),
        }
    }
}

/// The most plies that a horizon can have.
pub const LONGEST_HORIZON: u8 = u8::MAX;

/// Settles positions for one half of a claim.
pub struct Settler<'a, R: Rules> {
    rules: &'a R,
    half: Half,
    values: Vec<Value>,
    /// The positions after each move, for every ply of the line under examination.
    plies: Vec<Vec<R::Position>>,
    moves: Vec<R::Move>,
    /// How many positions may still be looked at.
    left: u64,
    /// How many positions were looked at in all.
    visited: u64,
    /// What this call of [`settles`](Settler::settles) has found out. It forgets what falls on the same place.
    found: Vec<Option<Found<R::Position>>>,
    call: u32,
}

/// What was found out about a position.
struct Found<P> {
    call: u32,
    position: P,
    /// It settles within so many plies, if it is known to.
    settles: Option<u8>,
    /// It does not settle within so many plies.
    fails: u8,
}

/// Places for what was found out. Calls are short.
const PLACES: usize = 1 << 11;

/// There were more positions to look at than allowed.
struct TooMany;

impl<'a, R: Rules> Settler<'a, R> {
    /// For a half of a claim about positions of a game.
    pub fn new(rules: &'a R, half: Half) -> Self {
        Settler {
            rules,
            half,
            values: rules.values(),
            plies: Vec::new(),
            moves: Vec::new(),
            left: 0,
            visited: 0,
            found: Vec::new(),
            call: 0,
        }
    }

    /// How many positions were looked at so far.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether the position settles within the horizon; `None` if that takes more than `most` positions to find out.
    pub fn settles(&mut self, position: &R::Position, horizon: u8, most: u64) -> Option<bool> {
        self.left = most;
        self.call = self.call.wrapping_add(1);
        if self.found.is_empty() || self.call == 0 {
            self.found.clear();
            self.found.resize_with(PLACES, || None);
        }
        // Short wins first: most positions that settle do so at once, and what does not costs little more.
        let mut plies = horizon.min(1);
        let settles = loop {
            match self.visit(position, plies) {
                Ok(true) => break Some(true),
                Ok(false) if plies == horizon => break Some(false),
                Ok(false) => plies = plies.saturating_add(2).min(horizon),
                Err(TooMany) => break None,
            }
        };
        self.visited += most - self.left;
        settles
    }

    fn look_at(&mut self, position: &R::Position) -> Result<Status, TooMany> {
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        Ok(self.rules.status(position))
    }

    fn is_good(&self, value: Value) -> bool {
        self.half.is_kept_by(value) && self.values.contains(&value)
    }

    fn visit(&mut self, position: &R::Position, plies: u8) -> Result<bool, TooMany> {
        match self.look_at(position)? {
            Status::Ended(value) => Ok(self.is_good(value)),
            Status::Turn(_) if plies == 0 => Ok(false),
            Status::Turn(mover) => self.visit_open(position, mover == self.half.player, plies),
        }
    }

    /// A position in which play goes on, with at least one ply left.
    fn visit_open(&mut self, position: &R::Position, is_own: bool, plies: u8) -> Result<bool, TooMany> {
        let place = place_of(position);
        let known = self.found[place].as_ref().filter(|found| found.call == self.call && found.position == *position);
        let (mut at_most, mut more_than) = known.map_or((None, 0), |found| (found.settles, found.fails));
        if at_most.is_some_and(|at_most| plies >= at_most) {
            return Ok(true);
        }
        if plies <= more_than {
            return Ok(false);
        }
        let mut open = self.plies.pop().unwrap_or_default();
        let settles = self.visit_children(position, is_own, plies, &mut open);
        open.clear();
        self.plies.push(open);
        let settles = settles?;
        if settles {
            at_most = Some(plies);
        } else {
            more_than = plies;
        }
        self.found[place] =
            Some(Found { call: self.call, position: position.clone(), settles: at_most, fails: more_than });
        Ok(settles)
    }

    fn visit_children(
        &mut self,
        position: &R::Position,
        is_own: bool,
        plies: u8,
        open: &mut Vec<R::Position>,
    ) -> Result<bool, TooMany> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.moves(position, &mut moves);
        // Ends first: one of them may decide.
        let mut decided = moves.is_empty().then_some(false);
        for &mv in &moves {
            let next = self.rules.play(position, mv);
            match self.look_at(&next) {
                Ok(Status::Ended(value)) if self.is_good(value) == is_own => decided = Some(is_own),
                Ok(Status::Ended(_)) => {}
                Ok(Status::Turn(_)) => open.push(next),
                Err(TooMany) => {
                    self.moves = moves;
                    return Err(TooMany);
                }
            }
            if decided.is_some() {
                break;
            }
        }
        self.moves = moves;
        if let Some(decided) = decided {
            return Ok(decided);
        }
        if plies == 1 {
            // Whatever goes on is too long.
            return Ok(!is_own && open.is_empty());
        }
        for next in open.iter() {
            let Status::Turn(mover) = self.rules.status(next) else { continue };
            if self.visit_open(next, mover == self.half.player, plies - 1)? == is_own {
                return Ok(is_own);
            }
        }
        Ok(!is_own)
    }
}

/// The place of a position: the same in every run, so that counts are.
fn place_of<P: Hash>(position: &P) -> usize {
    let mut hasher = Multiply(0);
    position.hash(&mut hasher);
    (hasher.finish() >> 32) as usize % PLACES
}

/// A hash that costs little; nothing rests on it but speed.
struct Multiply(u64);

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}
