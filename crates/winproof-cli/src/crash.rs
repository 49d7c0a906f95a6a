//! Panics are mistakes in this program: users get one sentence that says what to report, and the exit code 1.

use crate::failure::Exit;
use crate::output;
use std::panic::PanicHookInfo;

/// Replaces Rust's own message for panics.
pub fn explain_panics() {
    std::panic::set_hook(Box::new(|panic| {
        output::error(&sentence(&message(panic), panic.location().map(ToString::to_string)));
        std::process::exit(i32::from(Exit::Failed.code()));
    }));
}

fn message(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_string()
}

fn sentence(message: &str, place: Option<String>) -> String {
    let message = message.replace(['\n', '\r'], " ");
    let place = place.unwrap_or_else(|| "an unknown place".to_string());
    format!(
        "winproof {} has come to a case that it does not handle ({message}; {place}): please report this sentence \
         together with the command that you gave",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_one_sentence_with_the_place() {
        let text = sentence("first\nsecond", Some("file.rs:3:5".to_string()));
        assert!(text.contains("(first second; file.rs:3:5)") && !text.contains('\n'), "{text}");
    }
}
