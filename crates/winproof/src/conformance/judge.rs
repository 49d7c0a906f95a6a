//! Brute force, against which the claims of a game are held where little play is left.

use crate::game::{Game, Player, Rules, Status, Value};
use std::collections::{HashMap, HashSet};

/// A position from which more positions than this can be reached is left alone.
const MOST_POSITIONS: usize = 1000;
/// So many positions are looked at in all.
const MOST_LOOKS: usize = 100_000;

/// What is wrong with a position in which play goes on without a move.
pub(super) const NO_MOVES: &str = "has no moves, but play goes on there; an end is a matter of status()";

/// What is wrong with a position that repeats where none should.
pub(super) const REPEATS: &str = "repeats on a line of play, but repetition() says that positions never do";

/// Compares what a game claims to know of positions with what play from them is worth.
pub(super) struct Judge<'a, G: Game> {
    game: &'a G,
    /// What an end may be worth.
    allowed: Vec<Value>,
    /// The values that are known. All that can be reached from one of these positions is among them.
    values: HashMap<G::Position, Value>,
    looks: usize,
    judged: HashSet<G::Position>,
    unjudged: HashSet<G::Position>,
}

/// Where a move leads.
#[derive(Clone, Copy)]
enum Child {
    /// To a position of known worth.
    Known(Value),
    /// To the position of this number.
    Open(usize),
}

/// A false claim: the position, and what follows it in a sentence.
type Lie<G> = (<G as Rules>::Position, String);

impl<'a, G: Game> Judge<'a, G> {
    pub(super) fn new(game: &'a G) -> Self {
        Judge {
            game,
            allowed: game.values(),
            values: HashMap::new(),
            looks: 0,
            judged: HashSet::new(),
            unjudged: HashSet::new(),
        }
    }

    pub(super) fn judged(&self) -> u64 {
        self.judged.len() as u64
    }

    pub(super) fn unjudged(&self) -> u64 {
        self.unjudged.len() as u64
    }

    /// Judges the positions of a line of play, from the last one back until too much play is left.
    pub(super) fn judge_line(&mut self, line: &[G::Position]) -> Result<(), Lie<G>> {
        let mut is_small = true;
        for position in line.iter().rev() {
            if self.judged.contains(position) || !self.has_claims(position) {
                continue;
            }
            // Whatever can be reached from a later position can be reached from here.
            is_small = is_small && !self.unjudged.contains(position) && self.find_values(position)?;
            if is_small {
                self.judge(position).map_err(|what| (position.clone(), what))?;
                self.judged.insert(position.clone());
            } else {
                self.unjudged.insert(position.clone());
            }
        }
        Ok(())
    }

    /// Whether the game says anything of the position beyond the rules.
    fn has_claims(&self, position: &G::Position) -> bool {
        if let Status::Ended(_) = self.game.status(position) {
            return false;
        }
        let (mut moves, mut undominated) = (Vec::new(), Vec::new());
        self.game.moves(position, &mut moves);
        self.game.undominated_moves(position, &mut undominated);
        undominated.len() < moves.len() || self.game.foresight(position).is_some()
    }

    /// Holds the claims of a position against its value, which is known.
    fn judge(&self, position: &G::Position) -> Result<(), String> {
        let game = self.game;
        let value = self.values[position];
        if let Some((low, high)) = game.foresight(position)
            && !(low..=high).contains(&value)
        {
            return Err(format!("is foreseen to be worth {low} to {high}, but is worth {value} by brute force"));
        }
        let mut undominated = Vec::new();
        game.undominated_moves(position, &mut undominated);
        let worth = |&mv: &G::Move| self.worth(&game.play(position, mv));
        match undominated.iter().any(|mv| worth(mv) == Some(value)) {
            true => Ok(()),
            false => Err(format!("is worth {value}, but no undominated move leads there: {undominated:?}")),
        }
    }

    /// What a position is worth, if that is known.
    fn worth(&self, position: &G::Position) -> Option<Value> {
        match self.game.status(position) {
            Status::Ended(value) => Some(value),
            Status::Turn(_) => self.values.get(position).copied(),
        }
    }

    /// Finds the values of a position and of all that can be reached from it. `false` if they are too many.
    fn find_values(&mut self, start: &G::Position) -> Result<bool, Lie<G>> {
        if self.values.contains_key(start) {
            return Ok(true);
        }
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut positions = vec![start.clone()];
        let mut children: Vec<(Player, Vec<Child>)> = Vec::new();
        let mut moves = Vec::new();
        while let Some(position) = positions.get(children.len()).cloned() {
            self.looks += 1;
            if positions.len() > MOST_POSITIONS || self.looks > MOST_LOOKS {
                return Ok(false);
            }
            let mover = match self.game.status(&position) {
                Status::Turn(mover) => mover,
                // Only positions in which play goes on are listed; but rules that are being checked may waver.
                Status::Ended(value) => {
                    children.push((Player::Max, vec![Child::Known(value)]));
                    continue;
                }
            };
            moves.clear();
            self.game.moves(&position, &mut moves);
            if moves.is_empty() {
                return Err((position, NO_MOVES.to_string()));
            }
            let mut list = Vec::with_capacity(moves.len());
            for &mv in &moves {
                let next = self.game.play(&position, mv);
                list.push(match self.worth(&next) {
                    // Play that no random game met.
                    Some(value) if !self.allowed.contains(&value) => return Err((next, not_a_value(value))),
                    Some(value) => Child::Known(value),
                    None => Child::Open(*numbers.entry(next).or_insert_with_key(|next| {
                        positions.push(next.clone());
                        positions.len() - 1
                    })),
                });
            }
            children.push((mover, list));
        }
        if let Some(number) = repeated(&children).filter(|_| self.game.repetition().is_none()) {
            return Err((positions.swap_remove(number), REPEATS.to_string()));
        }
        let values = solve(&children, self.game.repetition());
        self.values.extend(positions.into_iter().zip(values));
        Ok(true)
    }
}

/// What is wrong with an end that the rules do not announce.
pub(super) fn not_a_value(value: Value) -> String {
    format!("ends worth {value}, which is not among values()")
}

/// A position that repeats on some line of play, if one does.
fn repeated(children: &[(Player, Vec<Child>)]) -> Option<usize> {
    let open = |number: usize| {
        children[number].1.iter().filter_map(|child| match child {
            Child::Known(_) => None,
            Child::Open(child) => Some(*child),
        })
    };
    // Takes out positions from which every line leaves the list, until only those are left that lead to a repetition.
    let mut is_left = vec![true; children.len()];
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        // Positions that are met later are mostly nearer to the end.
        for number in (0..children.len()).rev() {
            if is_left[number] && !open(number).any(|to| is_left[to]) {
                is_left[number] = false;
                is_settled = false;
            }
        }
    }
    let mut place = is_left.iter().position(|&is_left| is_left)?;
    let mut is_met = vec![false; children.len()];
    while !is_met[place] {
        is_met[place] = true;
        place = open(place).find(|&to| is_left[to])?;
    }
    Some(place)
}

/// The value of every position: what play is worth if it ends after so many moves, for ever more moves. Play that has
/// not ended is worth a repetition, so what a player can force beyond that comes in after finitely many rounds.
fn solve(children: &[(Player, Vec<Child>)], repetition: Option<Value>) -> Vec<Value> {
    // Where positions never repeat, what stands here at first does not matter.
    let mut values = vec![repetition.unwrap_or(0); children.len()];
    loop {
        let mut is_settled = true;
        // Positions that are met later are mostly nearer to the end.
        for (number, (mover, list)) in children.iter().enumerate().rev() {
            let worths = list.iter().map(|child| match *child {
                Child::Known(value) => value,
                Child::Open(child) => values[child],
            });
            let best = if *mover == Player::Max { worths.max() } else { worths.min() };
            if let Some(best) = best.filter(|&best| best != values[number]) {
                values[number] = best;
                is_settled = false;
            }
        }
        if is_settled {
            return values;
        }
    }
}
