//! The benchmark `attack`: how many tries to get something false through, and how many did. `soundness` is the part of
//! it that is about workers on one search.

use super::Measurement;
use crate::attack::{PARTS, Part};

/// The seed of the attack; another one makes other tries.
const SEED: u64 = 13;

/// Attacks at length. What gets through is told on standard error.
pub fn run() -> Vec<Measurement> {
    PARTS.iter().flat_map(measure).collect()
}

/// The part with several workers on one search.
pub fn run_crews() -> Vec<Measurement> {
    PARTS.iter().filter(|part| part.name == "crews").flat_map(measure).collect()
}

fn measure(part: &Part) -> Vec<Measurement> {
    let tally = (part.run)(SEED, part.many);
    for wrong in tally.wrong.iter().take(5) {
        eprintln!("{}: {wrong}", part.name);
    }
    let what = |text: &str| format!("{}: {text}", part.name);
    let mut all = vec![
        Measurement::count(what("tries"), tally.tries as f64),
        Measurement::count(what("refused"), tally.refused as f64),
    ];
    for (kind, (tries, refused)) in &tally.kinds {
        all.push(Measurement::count(what(&format!("{kind}: tries")), *tries as f64));
        all.push(Measurement::count(what(&format!("{kind}: refused")), *refused as f64));
    }
    all.push(Measurement::count(what("got through"), tally.wrong.len() as f64).at_most(0.0));
    all
}
