//! What is asked, as people write it: goals and horizons.

use crate::game::Value;
use crate::goal::Goal;
use crate::proof::Horizon;

/// What is asked of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalArgument {
    /// At least this much.
    AtLeast(Value),
    /// At most this much.
    AtMost(Value),
}

impl GoalArgument {
    /// The goal that answers it. "At most v" holds exactly where "at least v + 1" does not.
    pub fn goal(self) -> Goal {
        match self {
            GoalArgument::AtLeast(value) => Goal::at_least(value),
            GoalArgument::AtMost(value) => Goal::at_least(value.saturating_add(1)),
        }
    }

    /// The answer, given whether the goal holds.
    pub fn holds(self, goal_holds: bool) -> bool {
        match self {
            GoalArgument::AtLeast(_) => goal_holds,
            GoalArgument::AtMost(_) => !goal_holds,
        }
    }

    /// As it is written.
    pub fn text(self) -> String {
        match self {
            GoalArgument::AtLeast(value) => format!(">={value}"),
            GoalArgument::AtMost(value) => format!("<={value}"),
        }
    }
}

/// A goal: `win`, `draw`, `>=V` or `<=V`.
pub fn goal(text: &str) -> Result<GoalArgument, String> {
    let text = text.trim();
    let behind = |signs: [&str; 2]| signs.iter().find_map(|sign| text.strip_prefix(sign)).map(str::trim);
    let number = |text: &str| text.parse::<Value>().ok().filter(|&value| value > Value::MIN && value < Value::MAX);
    let goal = match (text, behind([">=", "≥"]), behind(["<=", "≤"])) {
        ("win", ..) => Some(GoalArgument::AtLeast(1)),
        ("draw", ..) => Some(GoalArgument::AtLeast(0)),
        (_, Some(value), _) => number(value).map(GoalArgument::AtLeast),
        (_, _, Some(value)) => number(value).map(GoalArgument::AtMost),
        _ => None,
    };
    goal.ok_or_else(|| "write win, draw (at least a draw), '>=V' or '<=V', such as '>=2'".to_string())
}

/// How far the checker plays by itself.
pub fn horizon(text: &str) -> Result<Horizon, String> {
    match text {
        "auto" => Ok(Horizon::Auto),
        plies => {
            plies.parse().map(Horizon::Plies).map_err(|_| "write a number of plies from 0 to 255, or auto".to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals() {
        for (text, value) in [("win", 1), ("draw", 0), (">=2", 2), (">= -3", -3), ("≥0", 0)] {
            assert_eq!(goal(text), Ok(GoalArgument::AtLeast(value)), "{text}");
        }
        assert_eq!(goal("<=1"), Ok(GoalArgument::AtMost(1)));
        for text in ["", "loss", "2", ">2", ">=", ">=two", ">=99999999999", ">=-2147483648", "<=2147483647"] {
            assert!(goal(text).is_err(), "{text}");
        }
        let at_most = GoalArgument::AtMost(1);
        assert_eq!((at_most.goal(), at_most.holds(false)), (Goal::at_least(2), true));
    }
}
