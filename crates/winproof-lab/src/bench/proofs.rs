//! The benchmarks `proofs` and `results`: certificates of what was solved, with limits on their size and their time.

use super::{Measurement, More};
use crate::results::{CASES, Case, Quantity, Solved, page};

/// The certificates that people make in seconds, and what building one may take beside the search.
pub fn run() -> Vec<Measurement> {
    let mut all = Vec::new();
    for case in CASES.iter().filter(|case| !case.is_long) {
        all.extend(measure(case, &solve(case)));
    }
    all
}

/// The table of `RESULTS.md`; the long cases are in it if they are asked for.
pub fn table(more: &More) -> (String, Vec<Measurement>) {
    let cases = CASES.iter().filter(|case| more.full || !case.is_long);
    let solved: Vec<_> = cases.map(|case| (case, solve(case))).collect();
    let measured = solved.iter().flat_map(|(case, solved)| measure(case, solved)).collect();
    (page(&solved), measured)
}

fn solve(case: &Case) -> Result<Solved, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    case.solve(folder.path())
}

/// Everything has to be certified, within the limits of the case.
fn measure(case: &Case, solved: &Result<Solved, String>) -> Vec<Measurement> {
    let what = |text: &str| format!("{}: {text}", case.what);
    let missing = Measurement::count(what("not certified"), f64::from(u8::from(solved.is_err()))).at_most(0.0);
    let Ok(solved) = solved else { return vec![missing] };
    let measured = solved.quantities().map(|(quantity, name, amount)| {
        let measurement = match quantity {
            Quantity::Nodes | Quantity::Positions | Quantity::Bytes | Quantity::PeakMebibytes => {
                Measurement::count(what(name), amount)
            }
            _ => Measurement::ratio(what(name), amount),
        };
        match case.limits.iter().find(|(limited, _)| *limited == quantity) {
            Some((_, limit)) => measurement.at_most(*limit),
            None => measurement,
        }
    });
    std::iter::once(missing).chain(measured).collect()
}
