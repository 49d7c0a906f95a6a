//! Faults on purpose, for tests of what happens then: the environment variable `WINPROOF_FAULT` of a process names one.
//!
//! `abort-POINT=N` ends the process at once, as a kill does, the Nth time it comes to a point, and `stop-POINT=N` stops
//! it there until somebody lets it go on; other words say what a worker does wrong. Nobody sets the variable but tests,
//! and `cluster bench --slow`.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The variable.
pub const VARIABLE: &str = "WINPROOF_FAULT";

fn faults() -> &'static HashMap<String, String> {
    static FAULTS: OnceLock<HashMap<String, String>> = OnceLock::new();
    FAULTS.get_or_init(|| {
        let text = std::env::var(VARIABLE).unwrap_or_default();
        let words = text.split(',').filter(|word| !word.is_empty());
        words
            .map(|word| {
                let (name, value) = word.split_once('=').unwrap_or((word, ""));
                (name.to_string(), value.to_string())
            })
            .collect()
    })
}

/// What a fault is set to, if it is.
pub fn value(name: &str) -> Option<&'static str> {
    faults().get(name).map(String::as_str)
}

/// Whether a fault is set.
pub fn is_set(name: &str) -> bool {
    value(name).is_some()
}

/// Whether there are any.
pub fn is_any() -> bool {
    !faults().is_empty()
}

/// Ends the process here or stops it, if this is the time for it.
pub fn point(name: &str) {
    static COUNTS: Mutex<Option<HashMap<String, u64>>> = Mutex::new(None);
    let when = |what: &str| value(&format!("{what}-{name}")).and_then(|text| text.parse::<u64>().ok());
    let (aborts, stops) = (when("abort"), when("stop"));
    if aborts.or(stops).is_none() {
        return;
    }
    let count = {
        let mut counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get_or_insert_default().entry(name.to_string()).or_default();
        *count += 1;
        *count
    };
    if aborts == Some(count) {
        std::process::abort();
    }
    if stops == Some(count) {
        let _ = std::process::Command::new("kill").args(["-STOP", &std::process::id().to_string()]).status();
    }
}
