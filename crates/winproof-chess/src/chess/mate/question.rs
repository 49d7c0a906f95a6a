//! A whole question for a mate, as the command and the engine ask it: find one, in how many moves, by which keys.

use super::{Answer, Mate, MateSearch, Shortened};
use crate::chess::{ChessMove, MOST_MOVES};
use winproof::Stopped;

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// A mate in at most so many moves, or one of any length.
    pub within: Option<u8>,
    /// Whether the fewest moves are to be proved, at any cost. Otherwise a shorter mate is looked for as long as that
    /// is cheap beside what it took to find one.
    pub shortest: bool,
    /// Whether all first moves that mate in the fewest moves are wanted.
    pub all_keys: bool,
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The best mate that was found.
    pub mate: Option<Mate>,
    /// That there is none, if that was proved; for `within`, none so short.
    pub refutation: Option<Box<winproof::Solution<super::MateGame>>>,
    /// It is proved that there is no mate in so many moves.
    pub none_within: u32,
    /// The first moves that mate in the fewest moves, if they were asked for and the search came to its end.
    pub keys: Option<Vec<ChessMove>>,
    /// Why the search ended.
    pub stopped: Stopped,
    /// Why an answer was withdrawn, if one was.
    pub contradiction: Option<String>,
}

impl Findings {
    /// Whether it is proved that no mate is shorter than the one found.
    pub fn is_shortest(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.moves == self.none_within + 1)
    }

    /// Whether all that was asked is answered, with a proof.
    pub fn answers(&self, question: &Question) -> bool {
        let found = match &self.mate {
            Some(_) => !question.shortest || self.is_shortest(),
            None => self.refutation.is_some(),
        };
        found && (!question.all_keys || self.mate.is_none() || self.keys.is_some())
    }
}

/// Work that may always go into looking for a shorter mate.
const CHEAP_NODES: u64 = 200_000;

impl MateSearch<'_> {
    /// Answers a question as far as the limits let it. `listener` hears of every mate on the way, each shorter than the
    /// one before.
    pub fn answer(&mut self, question: &Question, mut listener: impl FnMut(&Mate, &MateSearch<'_>)) -> Findings {
        let mut findings = Findings {
            mate: None,
            refutation: None,
            none_within: 0,
            keys: None,
            stopped: Stopped::Solved,
            contradiction: None,
        };
        let first = match question.within {
            Some(moves) => self.within(moves),
            None => self.any(),
        };
        match first {
            Answer::Mate(mate) => {
                listener(&mate, self);
                findings.mate = Some(*mate);
            }
            Answer::NoMate(solution) => {
                findings.none_within = question.within.map_or(u32::from(MOST_MOVES), u32::from);
                findings.refutation = Some(solution);
            }
            Answer::Unknown(stopped) => findings.stopped = stopped,
            Answer::Contradiction(why) => {
                findings.stopped = Stopped::Contradiction;
                findings.contradiction = Some(why);
            }
        }
        let Some(known) = findings.mate.as_ref().map(|mate| mate.moves) else { return findings };
        let must = question.shortest || question.all_keys;
        let most_nodes = (!must).then(|| CHEAP_NODES.max(self.counts().nodes));
        match self.shorten(known, most_nodes) {
            Shortened::Mate(mate) => {
                listener(&mate, self);
                findings.none_within = mate.moves - 1;
                findings.mate = Some(*mate);
            }
            Shortened::None => findings.none_within = known - 1,
            Shortened::Unknown { none_within, stopped } => {
                findings.none_within = none_within;
                if must || stopped != Stopped::Nodes {
                    findings.stopped = stopped;
                }
            }
        }
        if question.all_keys && findings.is_shortest() {
            match self.keys(findings.none_within as u8 + 1) {
                Ok(keys) => findings.keys = Some(keys),
                Err(stopped) => findings.stopped = stopped,
            }
        }
        findings
    }
}
