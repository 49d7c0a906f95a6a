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
const LONGEST: Duration = Duration::from_millis(200);
/// Positions about which everything is asked twice.
const ASKED_AGAIN: usize = 64;

impl External {
    /// Plays random games from a position and checks all promises that searches and certificates rely on
    /// ([`winproof::conformance`]); then asks for some of the positions again, which must give the same answers. Counts
    /// how many positions were looked at, some of them several times.
    pub fn conform(&self, root: &Position) -> Result<Report, Problem> {
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
            let checked = checked.map_err(|sentence| Problem::new(format!("the rules break a promise: {sentence}")))?;
            report.positions += checked.positions;
            report.ends += checked.ends;
            report.longest = report.longest.max(checked.longest);
            if started.elapsed() > LONGEST {
                break;
            }
        }
        let sample = self.sample(root);
        if let Some(problem) = self.problem() {
            return Err(problem);
        }
        self.provider().ask_again(&sample)?;
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
