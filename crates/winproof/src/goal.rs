//! What is asked of a position, and who has to prove it.
//!
//! The question is always "does Max get at least v?" ([`Goal`]). An exact value is a series of such questions
//! ([`Bounds`] narrows the values that are left).
//!
//! Where positions can repeat, an endless line is worth some r. If r < v, Max has to make progress, so Max is the
//! prover. If r ≥ v, Max is content to go round in circles; then the question is turned round, and Min is the
//! prover of "less than v". Either way a repetition is no win for the prover: his wins do not depend on the path
//! that led to a position, and only his failures can. [`Aim`] is this turned question. It is the only place
//! where an end is compared with the goal.

use crate::game::{Game, Player, Value};

/// The question "does Max get at least this much?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The least value that reaches the goal.
    pub at_least: Value,
}

impl Goal {
    /// The goal of at least this value.
    pub fn at_least(value: Value) -> Goal {
        Goal { at_least: value }
    }
}

/// A goal together with the player who has to prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    goal: Goal,
    prover: Player,
}

impl Aim {
    /// The goal in these rules, turned so that a repetition is no win for the prover.
    pub fn new<G: Game>(game: &G, goal: Goal) -> Aim {
        let prover = match game.repetition() {
            Some(worth) if worth >= goal.at_least => Player::Min,
            _ => Player::Max,
        };
        Aim { goal, prover }
    }

    /// The same question with the other player as prover. Only for games without repetition, where either may be.
    pub(crate) fn turned(self) -> Aim {
        Aim { prover: self.prover.opponent(), ..self }
    }

    /// The goal.
    pub fn goal(self) -> Goal {
        self.goal
    }

    /// The player who wins where the aim is reached: Max for "at least", Min for "less than".
    #[inline]
    pub fn prover(self) -> Player {
        self.prover
    }

    /// Whether play that ended with `value` is a win for the prover.
    #[inline]
    pub fn is_win(self, value: Value) -> bool {
        (value >= self.goal.at_least) == (self.prover == Player::Max)
    }

    /// Whether the goal "at least v" holds, given that the prover wins or does not.
    pub fn goal_holds(self, prover_wins: bool) -> bool {
        prover_wins == (self.prover == Player::Max)
    }
}

/// The values that a position can still have, given the answers so far.
///
/// ```
/// use winproof::{Bounds, Goal};
/// let mut bounds = Bounds::new(vec![-2, 0, 1, 5]);
/// assert_eq!(bounds.next_goal(), Some(Goal::at_least(1)));
/// bounds.answer(Goal::at_least(1), false);
/// assert_eq!((bounds.lower(), bounds.upper()), (-2, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    values: Vec<Value>,
    lowest: usize,
    highest: usize,
}

impl Bounds {
    /// Any of these values, which ascend.
    ///
    /// # Panics
    /// If there is no value at all or they do not ascend: such rules are broken.
    pub fn new(values: Vec<Value>) -> Bounds {
        assert!(!values.is_empty(), "the rules list no value that play can be worth");
        assert!(values.is_sorted_by(|a, b| a < b), "the rules list values that do not ascend: {values:?}");
        let highest = values.len() - 1;
        Bounds { values, lowest: 0, highest }
    }

    /// The least value that is still possible.
    pub fn lower(&self) -> Value {
        self.values[self.lowest]
    }

    /// The greatest value that is still possible.
    pub fn upper(&self) -> Value {
        self.values[self.highest]
    }

    /// The goal that splits what is left in halves, or `None` when one value is left.
    pub fn next_goal(&self) -> Option<Goal> {
        (self.lowest < self.highest).then(|| Goal::at_least(self.values[(self.lowest + self.highest).div_ceil(2)]))
    }

    /// A goal that is likely to be next after the one that is searched for, if more than that one is open.
    pub(crate) fn goal_beside(&self, goal: Goal) -> Option<Goal> {
        let place = self.values.partition_point(|&value| value < goal.at_least);
        let (below, above) = (place.checked_sub(self.lowest + 1)?, self.highest.checked_sub(place)?);
        let beside = match (below, above) {
            (0, 0) => return None,
            _ if above >= below => place + above.div_ceil(2),
            _ => place - below.div_ceil(2),
        };
        Some(Goal::at_least(self.values[beside]))
    }

    /// The goal that the lower bound answers with yes, if the rules alone do not give it.
    pub(crate) fn lower_goal(&self) -> Option<Goal> {
        (self.lowest > 0).then(|| Goal::at_least(self.lower()))
    }

    /// The goal that the upper bound answers with no, if the rules alone do not give it.
    pub(crate) fn upper_goal(&self) -> Option<Goal> {
        self.values.get(self.highest + 1).map(|&value| Goal::at_least(value))
    }

    /// Takes in bounds that were found before.
    pub(crate) fn narrow(&mut self, lower: Value, upper: Value) {
        self.lowest = self.lowest.max(self.values.partition_point(|&value| value < lower)).min(self.highest);
        let above = self.values.partition_point(|&value| value <= upper);
        self.highest = self.highest.min(above.saturating_sub(1)).max(self.lowest);
    }

    /// Whether the answer to a goal is known already.
    pub fn holds(&self, goal: Goal) -> Option<bool> {
        if self.lower() >= goal.at_least {
            Some(true)
        } else if self.upper() < goal.at_least {
            Some(false)
        } else {
            None
        }
    }

    /// Takes in the answer to a goal. An answer that leaves no value is ignored: one of two proofs would be wrong.
    pub fn answer(&mut self, goal: Goal, holds: bool) {
        let split = self.values.partition_point(|&value| value < goal.at_least);
        if holds && split <= self.highest {
            self.lowest = self.lowest.max(split);
        } else if !holds && split > self.lowest {
            self.highest = self.highest.min(split - 1);
        }
    }
}
