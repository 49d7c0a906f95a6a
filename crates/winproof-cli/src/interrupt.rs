//! Ctrl-C: the first ends the search, so that what is known can be printed; the second ends the command at once.

use crate::failure::Exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The flag that the first Ctrl-C sets. To be called once.
pub fn flag() -> Arc<AtomicBool> {
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
