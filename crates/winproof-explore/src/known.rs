//! What is known of a position, and how it is said.

use serde::Serialize;
use winproof::open::OpenGame;
use winproof::{Evidence, Player, Status, Value, Verdict};

/// A bound of a value and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The bound.
    pub value: Value,
    /// What it rests on, in a word.
    pub evidence: &'static str,
}

/// What is known of the value of a position, as Max sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// At least this.
    pub lower: Option<Shown>,
    /// At most this.
    pub upper: Option<Shown>,
}

impl Known {
    /// What a search found.
    pub fn of_verdict(verdict: &Verdict) -> Known {
        let shown = |bound: winproof::Bound| {
            let evidence = bound.evidence;
            (evidence > Evidence::Unproved).then_some(Shown { value: bound.value, evidence: evidence.word() })
        };
        Known { lower: shown(verdict.lower), upper: shown(verdict.upper) }
    }

    /// What a certificate or the rules say.
    pub fn of_bounds(lower: Option<Value>, upper: Option<Value>, evidence: &'static str) -> Known {
        let shown = |value| Shown { value, evidence };
        Known { lower: lower.map(shown), upper: upper.map(shown) }
    }

    /// Both together. Where they say the same, the first one's evidence counts.
    #[must_use]
    pub fn with(self, other: Known) -> Known {
        let better = |mine: Option<Shown>, other: Option<Shown>, sign: Value| match (mine, other) {
            (Some(mine), Some(other)) => Some(if other.value * sign > mine.value * sign { other } else { mine }),
            (mine, other) => mine.or(other),
        };
        Known { lower: better(self.lower, other.lower, 1), upper: better(self.upper, other.upper, -1) }
    }

    /// The exact value.
    pub fn value(&self) -> Option<Value> {
        let (lower, upper) = (self.lower?, self.upper?);
        (lower.value == upper.value).then_some(lower.value)
    }

    /// What is said of it to the player `viewer`, in a position of the game.
    pub fn said(&self, game: &dyn OpenGame, viewer: Player) -> Said {
        self.said_in(game, matches!(game.status(), Status::Ended(_)), viewer)
    }

    /// What is said of a move to whoever makes it: in the words of the position before it, which count from there.
    pub fn said_of_move(&self, before: &dyn OpenGame, after: &dyn OpenGame, viewer: Player) -> Said {
        self.said_in(before, matches!(after.status(), Status::Ended(_)), viewer)
    }

    fn said_in(&self, game: &dyn OpenGame, is_ended: bool, viewer: Player) -> Said {
        let values = game.values();
        let (lowest, highest) = (values.first().copied(), values.last().copied());
        let lower = self.lower.filter(|bound| Some(bound.value) > lowest || self.value().is_some());
        let upper = self.upper.filter(|bound| Some(bound.value) < highest || self.value().is_some());
        let (own, other) = match viewer {
            Player::Max => (lower, upper),
            Player::Min => (upper, lower),
        };
        let sign = if viewer == Player::Max { 1 } else { -1 };
        // The least and the most that the viewer gets.
        let (least, most) = (own.map(|bound| bound.value * sign), other.map(|bound| bound.value * sign));
        let class = match (least, most) {
            (Some(1..), _) => "win",
            (_, Some(..=-1)) => "loss",
            (Some(0), Some(0)) => "draw",
            (Some(0), _) => "hold",
            (_, Some(0)) => "limit",
            _ => "open",
        };
        let name = game.player_name(viewer);
        let words = match (self.value(), own, other) {
            (Some(value), ..) => game.value_text(value),
            (None, Some(own), Some(other)) => {
                format!("between {} and {}", game.value_text(own.value), game.value_text(other.value))
            }
            (None, Some(own), None) => format!("{} or better for {name}", game.value_text(own.value)),
            (None, None, Some(other)) => format!("{} or worse for {name}", game.value_text(other.value)),
            (None, None, None) => "not solved yet".to_string(),
        };
        // A bound that the rules give rests on nothing else; of the others, the weaker counts.
        let strength =
            |word: &str| ["hash-based", "proved", "certified", "certificate"].iter().position(|&w| w == word);
        let found = [own, other].into_iter().flatten().map(|bound| bound.evidence).filter(|&word| word != "rules");
        let evidence = if is_ended { Some("rules") } else { found.min_by_key(|&word| strength(word)) };
        Said {
            value: self.value(),
            lower: lower.map(|b| b.value),
            upper: upper.map(|b| b.value),
            score: self.value().map(|value| value * sign).filter(|_| lowest < Some(-1) || highest > Some(1)),
            class,
            words,
            evidence,
        }
    }
}

/// What is known of a position, for a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The exact value for Max, if it is known.
    pub value: Option<Value>,
    /// At least this for Max, where that is more than the rules say.
    pub lower: Option<Value>,
    /// At most this for Max, likewise.
    pub upper: Option<Value>,
    /// The exact value for the player who looks, in games that count more than wins, draws and losses.
    pub score: Option<Value>,
    /// How good it is for the player who looks: win, draw, loss, hold (a draw at least), limit (a draw at most), open.
    pub class: &'static str,
    /// The same in the game's words.
    pub words: String,
    /// What it rests on: rules, certificate, certified, proved, hash-based.
    pub evidence: Option<&'static str>,
}
