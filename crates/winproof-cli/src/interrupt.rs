//! Ctrl-C: the first ends the search, so that what is known can be printed; the second ends the command at once.

use crate::failure::Exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The flag that the first Ctrl-C sets.
pub fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(watched_flag))
}

fn watched_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let handler = move || {
        if shared.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    };
    // Without a handler Ctrl-C still ends the command, only without an answer.
    let _ = ctrlc::set_handler(handler);
    flag
}

/// Lets Ctrl-C pass: another program, which gets it too, answers.
pub fn patient() {
    let _ = ctrlc::set_handler(|| {});
}
