//! For the tests of efforts: a game to make aims of, which is never played.

use crate::game::{Game, Rules, Status, Value};
use crate::goal::{Aim, Goal};

struct Any {
    repetition: Option<Value>,
}

impl Rules for Any {
    type Position = ();
    type Move = ();
    fn status(&self, (): &()) -> Status {
        Status::Ended(0)
    }
    fn moves(&self, (): &(), _: &mut Vec<()>) {}
    fn play(&self, (): &(), (): ()) {}
    fn repetition(&self) -> Option<Value> {
        self.repetition
    }
}

impl Game for Any {}

/// The aim for "at least `value`" where a repetition is worth this, if positions can repeat.
pub(crate) fn aim(value: Value, repetition: Option<Value>) -> Aim {
    Aim::new(&Any { repetition }, Goal::at_least(value))
}
