//! A whole question for a mate, as the command and the engine ask it: find one, in how many moves, by which keys.

use super::{Answer, Mate, MateSearch};
use crate::chess::{ChessMove, MOST_MOVES};
use std::time::Duration;
use winproof::{Stopped, Strategies};

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// A mate in at most so many moves, or one of any length.
    pub within: Option<u8>,
    /// Whether the fewest moves have to be proved. Otherwise a shorter mate is looked for as long as the limits allow,
    /// and what is known by then is the answer.
    pub shortest: bool,
    /// Whether the first mate that is found will do.
    pub any: bool,
    /// How long a shorter mate is looked for at most after the first, where the fewest moves need not be proved.
    pub patience: Option<Duration>,
    /// A length that is worth trying first.
    pub hint: Option<u8>,
    /// Whether all first moves that mate in the fewest moves are wanted.
    pub all_keys: bool,
}

impl Question {
    /// Whether the fewest moves have to be proved.
    fn must(&self) -> bool {
        self.shortest || self.all_keys
    }

    /// Whether any mate will do, however long it takes.
    fn wants_any(&self) -> bool {
        self.any && !self.must() && self.within.is_none()
    }
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
    /// Whether the search for a mate of any length has no room to go on.
    has_no_room: bool,
}

impl Findings {
    /// Whether it is proved that no mate is shorter than the one found.
    pub fn is_shortest(&self) -> bool {
        self.mate.as_ref().is_some_and(|mate| mate.moves == self.none_within + 1)
    }

    /// The moves of the best mate.
    pub fn length(&self) -> Option<u32> {
        self.mate.as_ref().map(|mate| mate.moves)
    }

    /// Whether it is not known if there is a mate in so many moves.
    fn is_open(&self, moves: u8) -> bool {
        u32::from(moves) > self.none_within && self.length().is_none_or(|length| u32::from(moves) < length)
    }

    /// The least number of moves that is open.
    fn next_from_below(&self, most: u8) -> Option<u8> {
        let next = u8::try_from(self.none_within + 1).ok()?;
        (next <= most && self.is_open(next)).then_some(next)
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

/// The nodes of the first round of searches; each later round has so many times more.
const FIRST_ROUND: u64 = 50_000;
const GROWTH: u64 = 4;
/// Where any mate will do, one in so many nodes goes into short ones.
const PART_FOR_SHORT: u64 = 8;
/// Each search for a mate that is shorter than the best one gets one in so many nodes.
const PART_FOR_SHORTER: u64 = 4;

/// What ends a round early.
enum Halt {
    /// All is known.
    Done,
    Stopped(Stopped),
}

impl MateSearch<'_> {
    /// Answers a question as far as the limits let it. `listener` hears of every mate on the way, each shorter than the
    /// one before.
    ///
    /// Three kinds of searches take turns, with more and more nodes: from below (no mate in 1, 2, …), for a mate of any
    /// length, and for mates that are shorter than the best one.
    pub fn answer(&mut self, question: &Question, mut listener: impl FnMut(&Mate, &MateSearch<'_>)) -> Findings {
        let mut findings = Findings {
            mate: None,
            refutation: None,
            none_within: 0,
            keys: None,
            stopped: Stopped::Solved,
            contradiction: None,
            has_no_room: false,
        };
        let mut nodes = FIRST_ROUND;
        loop {
            match self.round(question, &mut findings, nodes, &mut listener) {
                Ok(()) => nodes = nodes.saturating_mul(GROWTH),
                Err(Halt::Done) => break,
                Err(Halt::Stopped(stopped)) => {
                    findings.stopped = stopped;
                    break;
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

    /// One round of searches with so many nodes each.
    fn round(
        &mut self,
        question: &Question,
        findings: &mut Findings,
        nodes: u64,
        listener: &mut impl FnMut(&Mate, &MateSearch<'_>),
    ) -> Result<(), Halt> {
        let most = question.within.unwrap_or(MOST_MOVES);
        if let Some(hint) = question.hint.filter(|&hint| (1..=most).contains(&hint) && findings.is_open(hint)) {
            self.try_length(question, findings, hint, nodes, listener)?;
        }
        // Whoever takes any mate wants to know nothing of short ones that are hard to find.
        let part = if question.wants_any() { PART_FOR_SHORT } else { 1 };
        let until = self.counts().nodes.saturating_add(nodes / part);
        while let Some(moves) = findings.next_from_below(most) {
            let left = until.saturating_sub(self.counts().nodes);
            if left == 0 || !self.try_length(question, findings, moves, left, listener)? {
                break;
            }
        }
        if findings.mate.is_none() && question.within.is_none() && !findings.has_no_room {
            let answer = self.any_within_nodes(nodes);
            self.take_in(question, findings, None, answer, listener)?;
        }
        // If it is the length that was hinted at, all that is missing is that there is none in fewer moves.
        if question.hint.is_some_and(|hint| findings.length() == Some(u32::from(hint))) {
            return Ok(());
        }
        // Each step is twice as long as the one before: somewhere there a mate is easy to find. That takes far less
        // than to show that there is none below.
        let part = if findings.mate.is_some() { PART_FOR_SHORTER } else { 2 };
        let mut step = 1;
        while findings.mate.is_some() || question.within.is_some() {
            let moves = findings.none_within + 1 + step;
            let longest = findings.length().map_or(u32::from(most) + 1, |length| length.min(u32::from(most) + 1));
            // With no mate yet, the longest one that was asked for is the easiest to find.
            let moves = if findings.mate.is_none() && moves >= longest { longest - 1 } else { moves };
            if moves >= longest || moves <= findings.none_within {
                break;
            }
            let found_before = findings.length();
            self.try_length(question, findings, moves as u8, nodes / part, listener)?;
            if findings.length() != found_before || moves + 1 == longest && findings.mate.is_none() {
                break;
            }
            step *= 2;
        }
        Ok(())
    }

    /// Looks for a mate of some length. Whether that was settled.
    fn try_length(
        &mut self,
        question: &Question,
        findings: &mut Findings,
        moves: u8,
        nodes: u64,
        listener: &mut impl FnMut(&Mate, &MateSearch<'_>),
    ) -> Result<bool, Halt> {
        let is_asked = question.within == Some(moves);
        let refutations = if is_asked { self.refutations } else { Strategies::None };
        self.has_mate = findings.mate.is_some();
        let answer = self.within_nodes(moves, refutations, nodes);
        self.take_in(question, findings, Some(moves), answer, listener)
    }

    /// Takes in an answer; whether it is one.
    fn take_in(
        &mut self,
        question: &Question,
        findings: &mut Findings,
        within: Option<u8>,
        answer: Answer,
        listener: &mut impl FnMut(&Mate, &MateSearch<'_>),
    ) -> Result<bool, Halt> {
        match answer {
            Answer::Mate(mate) => {
                if let (None, Some(patience), false) = (findings.length(), question.patience, question.must()) {
                    let until = self.started.elapsed() + patience;
                    self.limits.time = Some(self.limits.time.map_or(until, |time| time.min(until)));
                }
                if findings.length().is_none_or(|length| mate.moves < length) {
                    listener(&mate, self);
                    findings.mate = Some(*mate);
                }
                if question.any && !question.must() {
                    return Err(Halt::Done);
                }
            }
            Answer::NoMate(solution) => {
                let moves = within.map_or(u32::from(MOST_MOVES), u32::from);
                findings.none_within = findings.none_within.max(moves);
                if within == question.within {
                    findings.refutation = Some(solution);
                    return Err(Halt::Done);
                }
            }
            // The search for a mate of any length has long paths: when they have no room, the others go on.
            Answer::Unknown(Stopped::Memory) if within.is_none() && !question.wants_any() => {
                findings.has_no_room = true;
                return Ok(false);
            }
            // More rounds have more nodes, unless that is the limit.
            Answer::Unknown(Stopped::Nodes) if self.nodes_left() != Some(0) => return Ok(false),
            Answer::Unknown(stopped) => return Err(Halt::Stopped(stopped)),
            Answer::Contradiction(why) => {
                findings.contradiction = Some(why);
                return Err(Halt::Stopped(Stopped::Contradiction));
            }
        }
        if findings.is_shortest() { Err(Halt::Done) } else { Ok(true) }
    }
}
