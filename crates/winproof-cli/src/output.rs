//! Writing to the two streams: answers to standard output, remarks to standard error, colours where they are wanted.
//!
//! `anstream` takes the colours out again where a stream is no terminal or `NO_COLOR` is set. A reader that has gone
//! (`winproof … | head`) is no error.

use crate::failure::{Failure, reason};
use owo_colors::OwoColorize;
use std::io::{ErrorKind, Write};

/// Whether anybody still reads standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// As far as one can tell.
    Listening,
    /// The pipe is closed.
    Gone,
}

/// Prints a text as it is to standard output.
pub fn print(text: &str) -> Result<Reader, Failure> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Reader::Listening),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Failure::failed(format!("cannot write to standard output: {}", reason(&error)))),
    }
}

/// Prints one object or list as a line of JSON.
pub fn print_json(value: &impl serde::Serialize) -> Result<Reader, Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::failed(format!("cannot write JSON: {error}")))?;
    print(&format!("{text}\n"))
}

/// Prints a line to standard error.
pub fn remark(text: &str) {
    // Nobody is left to hear of a standard error that cannot be written to.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Prints the sentence of an error to standard error.
pub fn error(sentence: &str) {
    remark(&format!("{} {sentence}", "error:".red().bold()));
}

/// A count with a noun, such as `1 node` or `3,000 nodes`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

/// A whole number with its thousands apart: 1,234,567.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes in the unit that fits: 1.5 GiB.
pub fn bytes(number: usize) -> String {
    let mut amount = number as f64;
    for unit in ["bytes", "KiB", "MiB", "GiB"] {
        if amount < 1024.0 {
            return if unit == "bytes" { format!("{number} bytes") } else { format!("{amount:.1} {unit}") };
        }
        amount /= 1024.0;
    }
    format!("{amount:.1} TiB")
}

/// A duration for people: 0.25 s, 12.3 s, 4 min 05 s, 2 h 03 min.
pub fn seconds(seconds: f64) -> String {
    let whole = seconds as u64;
    match whole {
        0..10 => format!("{seconds:.2} s"),
        10..120 => format!("{seconds:.1} s"),
        120..7200 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
    }
}

/// So many of something a second, as a whole number; none where no time passed.
pub fn per_second(number: u64, seconds: f64) -> Option<String> {
    (seconds > 0.0).then(|| format!("{}/s", count((number as f64 / seconds).round() as u64)))
}

/// Where the values of an answer begin.
const FIELD_INDENT: usize = 12;

/// One line of an answer (or more, if it is long): a name of at most eleven letters, and what stands for it.
pub fn field(name: &str, value: &str) -> String {
    let gap = " ".repeat(FIELD_INDENT.saturating_sub(name.len()));
    format!("{}{gap}{}\n", name.dimmed(), wrap(value, FIELD_INDENT))
}

/// Lines up rows of cells in columns, two spaces apart; the last cell of a row may be of any length.
pub fn columns(rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        for (place, cell) in row.iter().enumerate() {
            let width = cell.chars().count();
            match widths.get_mut(place) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width + 2 - cell.chars().count()));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The columns of the terminal; a hundred where there is none, or it is wider.
fn width() -> usize {
    const MOST: usize = 100;
    const LEAST: usize = 40;
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.map_or(MOST, |columns| columns.clamp(LEAST, MOST))
}

/// Breaks a text between words so that lines after the first start at `indent`, within the terminal's width where words
/// allow.
pub fn wrap(text: &str, indent: usize) -> String {
    let width = width();
    let mut wrapped = String::new();
    let mut column = indent;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1023, 1024, 3 << 29].map(bytes), ["0 bytes", "1023 bytes", "1.0 KiB", "1.5 GiB"]);
        assert_eq!([0.254, 12.34, 245.0, 7380.0].map(seconds), ["0.25 s", "12.3 s", "4 min 05 s", "2 h 03 min"]);
        assert_eq!(per_second(10, 0.0), None);
        assert_eq!(per_second(3000, 2.0).unwrap(), "1,500/s");
    }

    #[test]
    fn long_texts_are_wrapped_and_lose_nothing() {
        let text = "word ".repeat(50);
        let wrapped = wrap(text.trim_end(), 10);
        assert!(wrapped.lines().count() > 1);
        assert!(wrapped.lines().all(|line| line.chars().count() <= 100));
        assert_eq!(wrapped.split_whitespace().count(), 50);
    }

    #[test]
    fn columns_line_up() {
        let rows = [["a", "bb", "c"], ["aaa", "b", "long text"]].map(|row| row.map(str::to_string).to_vec());
        assert_eq!(columns(&rows), "a    bb  c\naaa  b   long text\n");
    }
}
