//! Signs of life from a search, on standard error: one moving line on a terminal, else now and then a plain line.
//!
//! Plain lines come after two seconds, then after twice as long each time, and at least once a minute: enough to see
//! that the search lives, not enough to fill a log.

use crate::output;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;
use winproof::{Phase, Progress, Report};

/// Seconds from the start of the search to the first plain line.
const FIRST_LINE: f64 = 2.0;
/// The longest pause between plain lines, in seconds.
const LONGEST_PAUSE: f64 = 60.0;
/// Moves of the line under examination that are shown.
const MOVES_SHOWN: usize = 16;

enum Voice {
    Silent,
    Moving(ProgressBar),
    Plain { next: f64, pause: f64 },
}

/// The root's proof and disproof numbers; `None` is infinity.
pub type RootNumbers = (Option<u64>, Option<u64>);

/// Tells of the search of one position.
pub struct Teller {
    voice: Voice,
    latest: Option<RootNumbers>,
}

impl Teller {
    /// Someone who tells of a search, or keeps silent.
    pub fn new(quiet: bool) -> Self {
        let voice = if quiet {
            Voice::Silent
        } else if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(250));
            Voice::Moving(bar)
        } else {
            Voice::Plain { next: FIRST_LINE, pause: FIRST_LINE }
        };
        Teller { voice, latest: None }
    }

    /// Takes the moving line away, and gives the last numbers of the root that were reported.
    pub fn finish(self) -> Option<RootNumbers> {
        if let Voice::Moving(bar) = &self.voice {
            bar.finish_and_clear();
        }
        self.latest
    }

    fn text(&self, report: &Report<'_, String>) -> String {
        let earlier = self.latest.unwrap_or((report.proof, report.disproof));
        let mut parts = Vec::new();
        match (report.phase, report.built) {
            (Phase::Check, Some(built)) => {
                let (seconds, positions) = (output::seconds(report.seconds), output::count(built.positions));
                let read = built.share.map_or(String::new(), |share| format!(", {} read", percent(share)));
                return format!("checking the certificate  {seconds}  {positions} positions{read}");
            }
            (Phase::Strategy, Some(built)) => {
                let (positions, depth) = (output::count(built.positions), built.depth);
                let done = built.share.map_or(String::new(), |share| format!(", {} done", percent(share)));
                parts.push(format!("building the certificate  {positions} positions  layer {depth}{done}"));
            }
            (Phase::Strategy, None) => parts.push("finding the strategy".to_string()),
            _ => {}
        }
        parts.extend([
            output::seconds(report.seconds),
            format!("{} nodes", output::count(report.nodes)),
            format!("{}/s", output::count(report.nodes_per_second.round() as u64)),
        ]);
        if has_numbers(report) {
            parts.push(format!("proof {}", with_trend(report.proof, earlier.0)));
            parts.push(format!("disproof {}", with_trend(report.disproof, earlier.1)));
        }
        parts.push(output::bytes(report.bytes));
        parts.extend(report.goal.map(|goal| format!("goal >={}", goal.at_least)));
        if report.built.is_none() {
            parts.push(format!("at {}", line(report.line)));
        }
        parts.join("  ")
    }
}

/// A share as a percentage.
fn percent(share: f64) -> String {
    format!("{:.0}%", share.clamp(0.0, 1.0) * 100.0)
}

/// The line under examination.
fn line(moves: &[String]) -> String {
    let mut texts: Vec<String> = moves.iter().take(MOVES_SHOWN).cloned().collect();
    match moves.len() {
        0 => texts.push("the root".to_string()),
        more if more > MOVES_SHOWN => texts.push(format!("… ({more} moves)")),
        _ => {}
    }
    texts.join(" ")
}

impl Progress<String> for Teller {
    fn report(&mut self, report: &Report<'_, String>) {
        let text = self.text(report);
        match &mut self.voice {
            Voice::Silent => {}
            Voice::Moving(bar) => bar.set_message(text),
            Voice::Plain { next, pause } if report.seconds >= *next => {
                *pause = (*pause * 2.0).min(LONGEST_PAUSE);
                *next = report.seconds + *pause;
                output::remark(&text);
            }
            // Between two lines the numbers are not shown, and the trend is that since the last line.
            Voice::Plain { .. } if self.latest.is_some() => return,
            Voice::Plain { .. } => {}
        }
        self.latest = has_numbers(report).then_some((report.proof, report.disproof));
    }
}

/// Whether the search has proof numbers. Alpha-beta has none, and no others are infinite both.
fn has_numbers<M>(report: &Report<'_, M>) -> bool {
    report.proof.is_some() || report.disproof.is_some()
}

/// A root number, and whether it rose or fell.
fn with_trend(now: Option<u64>, earlier: Option<u64>) -> String {
    let infinite = u64::MAX;
    let arrow = match now.unwrap_or(infinite).cmp(&earlier.unwrap_or(infinite)) {
        std::cmp::Ordering::Less => "↓",
        std::cmp::Ordering::Equal => "=",
        std::cmp::Ordering::Greater => "↑",
    };
    format!("{}{arrow}", now.map_or("∞".to_string(), output::count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::Goal;

    fn report<'a>(proof: Option<u64>, disproof: Option<u64>, line: &'a [String]) -> Report<'a, String> {
        Report {
            goal: Some(Goal::at_least(1)),
            nodes: 12_345,
            nodes_per_second: 5000.4,
            proof,
            disproof,
            bytes: 2048,
            table_permille: None,
            seconds: 3.0,
            built: None,
            line,
            phase: Phase::Search,
        }
    }

    #[test]
    fn a_report_tells_numbers_trend_and_line() {
        let mut teller = Teller::new(true);
        let line = ["b2", "a3"].map(str::to_string);
        teller.report(&report(Some(10), Some(20), &line));
        let text = teller.text(&report(Some(12), None, &line));
        assert_eq!(text, "3.00 s  12,345 nodes  5,000/s  proof 12↑  disproof ∞↑  2.0 KiB  goal >=1  at b2 a3");
        assert!(teller.text(&report(Some(9), Some(20), &line)).contains("proof 9↓  disproof 20="));
        assert_eq!(teller.finish(), Some((Some(10), Some(20))));
    }

    #[test]
    fn a_search_without_proof_numbers_tells_none() {
        let mut teller = Teller::new(true);
        let line = ["b2".to_string()];
        let report = Report { goal: None, ..report(None, None, &line) };
        assert_eq!(teller.text(&report), "3.00 s  12,345 nodes  5,000/s  2.0 KiB  at b2");
        teller.report(&report);
        assert_eq!(teller.finish(), None);
        let report = Report { phase: Phase::Strategy, ..report };
        assert!(Teller::new(true).text(&report).starts_with("finding the strategy  3.00 s"));
    }

    #[test]
    fn long_lines_are_cut_and_say_so() {
        assert_eq!(line(&[]), "the root");
        assert!(line(&vec!["a1".to_string(); 18]).ends_with("… (18 moves)"));
    }
}
