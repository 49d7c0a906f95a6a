//! An attack on the project's own promises: nothing false gets through, nothing panics, memory stays bounded.
//!
//! Each part makes many tries from a seed and tallies what came of them. A try is *wrong* if a false answer was
//! given, a false certificate accepted, or the program panicked. The benchmark `attack` runs all parts at length; the
//! tests run a share of them.
//!
//! | file | what is attacked |
//! | --- | --- |
//! | `attack/graphs.rs` | every search, on random games whose values brute force knows |
//! | `attack/certificates.rs` | the checker, with certificates of every game that were changed on purpose |
//! | `attack/checkpoints.rs` | resumed searches, with files that were changed and given a right checksum |
//! | `attack/inputs.rs` | whatever reads text or bytes, with mutated inputs |
//! | `attack/hashes.rs` | hashes of positions, on families of positions that a weak hash would mix up |

mod certificates;
mod checkpoints;
mod graphs;
mod hashes;
mod inputs;
mod mutation;
mod truth;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of many tries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many tries there were.
    pub tries: u64,
    /// How many were refused, as they should be.
    pub refused: u64,
    /// What went wrong, in words.
    pub wrong: Vec<String>,
    /// Tries and refusals of each kind, where there are kinds.
    pub kinds: BTreeMap<String, (u64, u64)>,
}

impl Tally {
    /// One try: `Ok(true)` if what was tried was accepted and right, `Ok(false)` if it was refused; an error, or a
    /// panic, is wrong.
    fn attempt(&mut self, what: impl Fn() -> String, run: impl FnOnce() -> Result<bool, String>) {
        self.tries += 1;
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => self.refused += 1,
            Ok(Err(why)) => self.wrong.push(format!("{why}: {}", what())),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
                self.wrong.push(format!("panic ({}): {}", text.unwrap_or_default(), what()));
            }
        }
    }
}

impl Tally {
    /// The same for a try of a kind.
    fn attempt_of(&mut self, kind: String, what: impl Fn() -> String, run: impl FnOnce() -> Result<bool, String>) {
        let before = self.refused;
        self.attempt(what, run);
        let (tries, refused) = self.kinds.entry(kind).or_default();
        *tries += 1;
        *refused += self.refused - before;
    }
}

/// A part of the attack.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// Makes about this many tries from a seed.
    pub run: fn(seed: u64, tries: u32) -> Tally,
    /// How many tries the benchmark makes.
    pub many: u32,
    /// How many tries the tests make.
    pub few: u32,
}

/// All parts.
pub const PARTS: &[Part] = &[
    Part { name: "crews", run: graphs::run_crews, many: 1_000_000, few: 4000 },
    Part { name: "searches on random graphs", run: graphs::run, many: 200_000, few: 2_000 },
    Part { name: "changed certificates", run: certificates::run, many: 300_000, few: 8_000 },
    Part { name: "changed checkpoints", run: checkpoints::run, many: 10_000, few: 200 },
    Part { name: "mutated inputs", run: inputs::run, many: 1_000_000, few: 20_000 },
    Part { name: "hashes of positions", run: hashes::run, many: 2_000_000, few: 50_000 },
];

#[cfg(test)]
mod tests {
    use super::*;
    use winproof_oracle::forge::{DAMAGES, Damage};

    /// One test a part, so that they run side by side.
    fn nothing_gets_through(name: &str) -> Tally {
        let part = PARTS.iter().find(|part| part.name == name).expect("a part");
        let tally = (part.run)(20_261_117, part.few);
        assert!(tally.wrong.is_empty(), "{name}: {:#?}", &tally.wrong[..tally.wrong.len().min(5)]);
        assert!(tally.tries >= u64::from(part.few) / 2, "{name}: only {} tries", tally.tries);
        tally
    }

    #[test]
    fn searches() {
        nothing_gets_through("searches on random graphs");
    }

    #[test]
    fn crews() {
        nothing_gets_through("crews");
    }

    #[test]
    fn certificates() {
        let tally = nothing_gets_through("changed certificates");
        // Each kind of damage was tried on both versions where they have it, and mattered.
        for damage in DAMAGES {
            for version in 1..=2 {
                let kind = tally.kinds.get(&certificates::kind(version, damage));
                let has_it = version == 2
                    || !matches!(
                        damage,
                        Damage::HorizonRaised | Damage::HorizonLowered | Damage::SecondClaim | Damage::RootsExchanged
                    );
                // A longer horizon settles more, never less, and entries of version 1 are in any order.
                let is_harmless = [(2, Damage::HorizonRaised), (1, Damage::OutOfOrder)].contains(&(version, damage));
                let is_refused = |&(tries, refused): &(u64, u64)| tries > 5 && (refused > 0) != is_harmless;
                assert_eq!(kind.is_some_and(is_refused), has_it, "{damage:?}, version {version}: {kind:?}");
            }
        }
        assert!(tally.tries - tally.refused > tally.tries / 20, "{tally:?}");
    }

    #[test]
    fn checkpoints() {
        nothing_gets_through("changed checkpoints");
    }

    #[test]
    fn inputs() {
        nothing_gets_through("mutated inputs");
    }

    #[test]
    fn hashes() {
        nothing_gets_through("hashes of positions");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let mut tally = Tally::default();
        tally.attempt(|| "first".to_string(), || Err("false".to_string()));
        tally.attempt(|| "second".to_string(), || panic!("fell over"));
        tally.attempt(|| "third".to_string(), || Ok(false));
        assert_eq!(tally.wrong, ["false: first", "panic (fell over): second"]);
        assert_eq!((tally.tries, tally.refused), (3, 1));
    }
}
