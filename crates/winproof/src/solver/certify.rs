//! The strategies behind an answer: found where the search left none, and checked by the checker.
//!
//! An answer is *certified* when the strategy for it was found and passed the checker in this run. Where the search
//! for a strategy, or the checker, says that the answer is wrong, the answer is withdrawn: two programs disagree, and
//! which of them is wrong is not for them to say.

use super::Strategies;
use super::run::State;
use crate::game::{Game, Player};
use crate::goal::{Aim, Goal};
use crate::limits::{Meter, Stopped};
use crate::plan::Search;
use crate::proof::recorder::Recorder;
use crate::proof::{NoStrategy, Strategy, check};
use crate::verdict::{Evidence, Verdict};
use std::time::Instant;
use winproof_check::Claim;
use winproof_check::settle::Half;

impl<G: Game> State<'_, G> {
    /// Keeps a strategy for a bound, or notes why there is none.
    pub(super) fn keep(&mut self, holds: bool, strategy: Result<Strategy<G>, NoStrategy>) {
        match strategy {
            Ok(strategy) => self.found[usize::from(!holds)] = Some(strategy),
            Err(why) => {
                // One for an earlier goal shows less.
                self.found[usize::from(!holds)] = None;
                match why {
                    NoStrategy::NotKept => {}
                    NoStrategy::Limit(stopped) => self.proof.stopped = Some(stopped),
                    NoStrategy::Contradiction(why) => {
                        self.contradiction.get_or_insert(why);
                    }
                }
            }
        }
    }

    /// Finds the strategies that are missing, and has all of them checked.
    pub(super) fn certify(&mut self, verdict: &mut Verdict) {
        let started = Instant::now();
        let seconds_before = self.proof.seconds;
        let meter = self.meter.for_proof(self.strategies.most_time());
        // A checkpoint is not written any more: the answer is there.
        self.keeper = None;
        let halves = [(true, self.bounds.lower_goal()), (false, self.bounds.upper_goal())];
        for (holds, goal) in halves {
            let Some(goal) = goal else { continue };
            let place = usize::from(!holds);
            let bound = if holds { &mut verdict.lower } else { &mut verdict.upper };
            if bound.evidence == Evidence::Unproved || self.contradiction.is_some() {
                // A strategy for an earlier goal would show less than the bound says.
                self.found[place] = None;
                continue;
            }
            if self.found[place].is_none() && verdict.stopped != Stopped::Interrupted {
                let strategy = self.find_strategy(goal, holds, &meter);
                self.keep(holds, strategy);
            }
            let Some(strategy) = &self.found[place] else { continue };
            let claim = match holds {
                true => Claim { at_least: Some(bound.value), at_most: None },
                false => Claim { at_least: None, at_most: Some(bound.value) },
            };
            match check::strategy(self.game, self.root, claim, &[strategy]) {
                Ok(()) => {
                    self.proof.positions += strategy.entries.len() as u64;
                    bound.evidence = Evidence::Certified;
                }
                Err(refusal) => {
                    self.contradiction = Some(format!("the checker refused the strategy: {refusal}"));
                }
            }
        }
        self.proof.seconds = seconds_before + started.elapsed().as_secs_f64();
    }

    /// Finds the strategies and has them put on disk.
    pub(super) fn record(&mut self, verdict: &Verdict, recorder: &mut Recorder<G>) {
        let started = Instant::now();
        let meter = self.meter.for_proof(None);
        self.keeper = None;
        let halves = [(true, self.bounds.lower_goal()), (false, self.bounds.upper_goal())];
        for (holds, goal) in halves {
            let Some(goal) = goal else { continue };
            let place = usize::from(!holds);
            let bound = if holds { verdict.lower } else { verdict.upper };
            if bound.evidence == Evidence::Unproved || self.contradiction.is_some() {
                self.found[place] = None;
                continue;
            }
            if verdict.stopped == Stopped::Interrupted {
                continue;
            }
            let half = Half { player: if holds { Player::Max } else { Player::Min }, bound: bound.value };
            let recorded = self.record_half(goal, half, &meter, recorder);
            // What is on disk needs no room in memory any more.
            self.found[place] = None;
            match recorded {
                Ok(listed) => self.proof.positions += listed,
                Err(why) => self.keep(holds, Err(why)),
            }
        }
        // Where only one player has something to keep, his strategy shows a line against the longest resistance.
        if self.bounds.lower_goal().is_some() && self.bounds.upper_goal().is_some() && verdict.value().is_some() {
            let line = self.best_play();
            if line.len() > recorder.line.len() {
                recorder.line = line;
            }
        }
        self.proof.seconds += started.elapsed().as_secs_f64();
    }

    fn record_half(
        &mut self,
        goal: Goal,
        half: Half,
        meter: &Meter,
        recorder: &mut Recorder<G>,
    ) -> Result<u64, NoStrategy> {
        let holds = half.player == Player::Max;
        let found = self.found[usize::from(!holds)].take();
        if found.is_none()
            && self.game.repetition().is_none()
            && let Some(built) = self.build_layers(goal, half, meter, recorder)
        {
            return built;
        }
        let strategy = match found {
            Some(strategy) => strategy,
            None => self.find_strategy(goal, holds, meter)?,
        };
        let most_bytes = self.room_for_strategy(self.table.as_ref().map_or(0, |table| table.bytes()));
        recorder.record(self.game, self.root, half, &strategy, most_bytes.saturating_sub(strategy.bytes()))
    }

    /// Searches for the strategy of a goal whose answer is known.
    fn find_strategy(&mut self, goal: Goal, holds: bool, meter: &Meter) -> Result<Strategy<G>, NoStrategy> {
        let aim = Aim::new(self.game, goal);
        let prover_wins = aim.goal_holds(true) == holds;
        let first = match self.plan.search {
            Search::AlphaBeta => self.alpha_beta_strategy(goal, holds, meter),
            Search::Dfpn => self.table_strategy(aim, prover_wins, meter),
            // The search that found it left a strategy, or a reason why not; only one that was saved must be done
            // again.
            Search::Tree(_) | Search::Joined(..) if self.is_resumed => return self.search_again(aim, holds, meter),
            Search::Tree(_) | Search::Joined(..) => return Err(NoStrategy::NotKept),
        };
        let is_out_of_memory = matches!(first, Err(NoStrategy::Limit(Stopped::Memory)));
        if !is_out_of_memory || self.strategies != Strategies::Full || !self.make_room() {
            return first;
        }
        match self.plan.search {
            Search::AlphaBeta => self.alpha_beta_strategy(goal, holds, meter),
            _ => self.table_strategy(aim, prover_wins, meter),
        }
    }

    /// Searches for a goal that was answered before the search was saved.
    fn search_again(&mut self, aim: Aim, holds: bool, meter: &Meter) -> Result<Strategy<G>, NoStrategy> {
        let counts = std::mem::take(&mut self.counts);
        let search_meter = std::mem::replace(&mut self.meter, meter.for_proof(None));
        let answer = self.best_first(aim);
        self.meter = search_meter;
        self.proof.nodes += self.counts.nodes;
        self.counts = counts;
        match answer {
            Ok(Ok(prover_wins)) if aim.goal_holds(prover_wins) == holds => {
                self.found[usize::from(!holds)].take().ok_or(NoStrategy::NotKept)
            }
            Ok(Ok(_)) => Err(NoStrategy::Contradiction("a new search gives another answer".to_string())),
            Ok(Err(stopped)) => Err(NoStrategy::Limit(stopped)),
            Err(_) => Err(NoStrategy::NotKept),
        }
    }

    /// Makes a table that takes more than half of the memory smaller, so that there is room for a strategy. False if
    /// there is none that could be.
    fn make_room(&mut self) -> bool {
        let Some(memory) = self.memory else { return false };
        if let Some(table) = self.table.as_mut().filter(|table| table.bytes() > memory / 2) {
            return table.shrink();
        }
        if let Some(table) = self.scores.as_mut().filter(|table| table.bytes() > memory / 2) {
            return table.shrink();
        }
        false
    }
}
