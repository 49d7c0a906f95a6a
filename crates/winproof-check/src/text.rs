//! Text that comes from a file, made safe to show.

/// The longest piece of foreign text that goes into a sentence.
const MOST_CHARACTERS: usize = 200;

/// A text as it can be shown on a terminal: control characters and other invisible ones are spelled out, and what is
/// very long is cut.
///
/// ```
/// use winproof_check::text::shown;
/// assert_eq!(shown("b1 \u{1b}[32mvalid"), "b1 \\u{1b}[32mvalid");
/// assert_eq!(shown("Zürich's 'x'"), "Zürich's 'x'");
/// ```
pub fn shown(text: &str) -> String {
    let mut shown = escaped(&text.chars().take(MOST_CHARACTERS).collect::<String>());
    if text.chars().nth(MOST_CHARACTERS).is_some() {
        shown.push('…');
    }
    shown
}

/// The same without a limit on the length.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\'' | '"' | '\\' => escaped.push(letter),
            _ => escaped.extend(letter.escape_debug()),
        }
    }
    escaped
}

/// A number of a file, in the one way that numbers are written: digits alone, without a zero in front.
pub(crate) fn number(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_one_way() {
        for (text, value) in [("0", 0), ("10", 10), ("4294967295", u32::MAX)] {
            assert_eq!(number(text), Some(value));
        }
        for text in ["", "+1", "-0", "00", "01", "4294967296", "1 ", "１", "0x1"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_invisible_gets_through() {
        for (text, safe) in [("a\u{202e}b", "a\\u{202e}b"), ("\r\n\t", "\\r\\n\\t"), ("\u{7}\u{9b}", "\\u{7}\\u{9b}")] {
            assert_eq!(shown(text), safe);
        }
        assert_eq!(shown(&"x".repeat(1000)).chars().count(), MOST_CHARACTERS + 1);
        assert_eq!(escaped(&"x".repeat(1000)).len(), 1000);
    }
}
