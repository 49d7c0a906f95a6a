//! The benchmarks `proofs` and `results`: certificates of what was solved, with limits on their size and their time.

use super::Measurement;
use crate::results::{CASES, Case, HEAD, Solved, line};

/// The certificates that people make in seconds, and what building one may take beside the search.
pub fn run() -> Vec<Measurement> {
    let mut all = Vec::new();
    for case in CASES.iter().filter(|case| !case.is_long) {
        all.extend(measure(case, &solve(case)));
    }
    all
}

/// The table of `RESULTS.md`; the long cases are in it if they are asked for.
pub fn table(full: bool) -> (String, Vec<Measurement>) {
    let mut text = HEAD.to_string();
    let mut all = Vec::new();
    for case in CASES.iter().filter(|case| full || !case.is_long) {
        let solved = solve(case);
        text.push_str(&line(case, &solved));
        all.extend(measure(case, &solved));
    }
    (text, all)
}

fn solve(case: &Case) -> Result<Solved, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    case.solve(folder.path())
}

/// Limits: everything is certified; the board of 6x5 within three times the search and the default memory, the one of
/// 7x6 within an hour and two gibibytes.
fn measure(case: &Case, solved: &Result<Solved, String>) -> Vec<Measurement> {
    let what = |text: &str| format!("{}: {text}", case.what);
    let missing = Measurement::count(what("not certified"), f64::from(u8::from(solved.is_err()))).at_most(0.0);
    let Ok(solved) = solved else { return vec![missing] };
    let mut all = vec![
        missing,
        Measurement::count(what("positions"), solved.positions as f64),
        Measurement::count(what("bytes"), solved.bytes as f64),
        Measurement::ratio(what("seconds of the search"), solved.seconds),
        Measurement::ratio(what("seconds to build"), solved.build_seconds),
        Measurement::ratio(what("seconds to check"), solved.check_seconds),
    ];
    match case.what {
        "Connect Four 6x5" => {
            let ratio = solved.build_seconds / solved.seconds;
            all.push(Measurement::ratio(what("building / search"), ratio).at_most(3.0));
            all.push(Measurement::count(what("MiB at the peak"), (solved.peak_bytes >> 20) as f64).at_most(266.0));
        }
        "Connect Four 7x6" => {
            all.push(Measurement::count(what("bytes, for the limit"), solved.bytes as f64).at_most(2147483648.0));
            all.push(Measurement::ratio(what("minutes to build"), solved.build_seconds / 60.0).at_most(60.0));
        }
        _ => {}
    }
    all
}
