//! Whether rules from outside keep their promises, on a sample that takes a moment.

use crate::game::External;
use crate::position::Position;
use crate::provider::Problem;
use std::time::{Duration, Instant};
use winproof::conformance::{Report, check_play, check_words};
use winproof::{Rules, Status};

/// Random games in all, unless they take too long.
const GAMES: u32 = 40;
/// Random games at a time.
const AT_A_TIME: u32 = 4;
/// No more are begun after this.
const USUAL: Duration = Duration::from_millis(200);
/// Everything ends after this, for rules that are slow or play on for long.
const LONGEST: Duration = Duration::from_secs(2);
/// Positions about which everything is asked twice.
const ASKED_AGAIN: usize = 64;

impl External {
    /// Plays random games from a position and checks all promises that searches and certificates rely on
    /// ([`winproof::conformance`]); then asks for some of the positions again, which must give the same answers. Counts
    /// how many positions were looked at, some of them several times. The flag that ends searches ends this too, and
    /// so does the clock; what was looked at by then was in order.
    pub fn conform(&self, root: &Position) -> Result<Report, Problem> {
        // A search that is ended at once still has to know who moves.
        let _ = self.status(root);
        self.tested(LONGEST, || self.sampled(root))
    }

    fn sampled(&self, root: &Position) -> Result<Report, Problem> {
        let started = Instant::now();
        let mut report = Report::default();
        for seed in 1..=u64::from(GAMES / AT_A_TIME) {
            let checked = match self.provider().has_texts() {
                true => check_words(self, root, AT_A_TIME, seed),
                false => check_play(self, root, AT_A_TIME, seed),
            };
            // A promise that is broken after a problem says nothing.
            if let Some(problem) = self.problem() {
                return Err(problem);
            }
            // Neither does one that is broken by answers that were made up.
            if self.is_late() {
                report.positions = report.positions.max(1);
                return Ok(report);
            }
            let checked = checked.map_err(|sentence| Problem::new(format!("the rules break a promise: {sentence}")))?;
            report.positions += checked.positions;
            report.ends += checked.ends;
            report.longest = report.longest.max(checked.longest);
            if started.elapsed() > USUAL {
                break;
            }
        }
        let sample = self.sample(root);
        if let Some(problem) = self.problem() {
            return Err(problem);
        }
        for positions in sample.chunks(8).take_while(|_| !self.is_late()) {
            self.provider().ask_again(positions)?;
        }
        Ok(report)
    }

    /// Positions on lines of play that take another move at each step.
    fn sample(&self, root: &Position) -> Vec<Position> {
        let mut sample = vec![root.clone()];
        for line in 0.. {
            let mut position = root.clone();
            for step in 0..ASKED_AGAIN {
                let Status::Turn(_) = self.status(&position) else { break };
                let mut moves = Vec::new();
                self.moves(&position, &mut moves);
                let place = (line * 7 + step * (line + 1)) % moves.len();
                position = self.play(&position, moves[place]);
                sample.push(position.clone());
            }
            if sample.len() >= ASKED_AGAIN || line >= 8 || self.is_broken() {
                break;
            }
        }
        sample.truncate(ASKED_AGAIN);
        sample
    }
}
