//! Amounts as people write them: 1_000_000, 10k, 500ms, 4GiB.

use std::time::Duration;

/// A whole number: 1_000_000, 10k, 1.5M, 2G.
pub fn number(text: &str) -> Result<u64, String> {
    let units = [("", 1.0), ("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9)];
    amount(text, &units).ok_or_else(|| "write a whole number, such as 1_000_000, 10k or 5M".to_string())
}

/// Bytes: 500MiB, 4GiB, 2GB.
pub fn memory(text: &str) -> Result<usize, String> {
    const KIBI: f64 = 1024.0;
    let units = [
        ("B", 1.0),
        ("KiB", KIBI),
        ("MiB", KIBI * KIBI),
        ("GiB", KIBI * KIBI * KIBI),
        ("TiB", KIBI * KIBI * KIBI * KIBI),
        ("kB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
    ];
    amount(text, &units)
        .and_then(|bytes| usize::try_from(bytes).ok())
        .ok_or_else(|| "write a number and its unit, such as 500MiB or 4GiB".to_string())
}

/// A duration: 500ms, 10s, 2m, 1h30m.
pub fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1.0), ("s", 1e3), ("m", 60e3), ("min", 60e3), ("h", 3600e3), ("d", 86_400e3)];
    let mut rest = text;
    let mut total: u64 = 0;
    while !rest.is_empty() || text.is_empty() {
        let number = rest.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        let unit = rest[number..].find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len() - number);
        let (part, after) = rest.split_at(number + unit);
        let added = amount(part, &units).and_then(|milliseconds| total.checked_add(milliseconds));
        total = added.ok_or_else(|| "write a number and its unit, such as 500ms, 10s, 2m or 1h30m".to_string())?;
        rest = after;
    }
    Ok(Duration::from_millis(total))
}

/// A number and one of the units, multiplied; `None` if it is not of that form, or too large.
fn amount(text: &str, units: &[(&str, f64)]) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    let digits = digits.trim_end().replace('_', "");
    if !digits.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    match digits.parse::<u64>() {
        // The factors are whole and small enough to be exact.
        Ok(whole) => whole.checked_mul(*factor as u64),
        Err(_) => {
            let product = (digits.parse::<f64>().ok()? * factor).round();
            // Above 2⁶³ an amount is beyond every machine, and a fraction of it beyond sense.
            (product < 9e18).then_some(product as u64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, value) in
            [("0", 0), ("1_000_000", 1_000_000), ("10k", 10_000), ("1.5M", 1_500_000), ("2G", 2_000_000_000)]
        {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        for text in ["", "-1", "k", "10x", "1.5.2M", "99999999999999999999", "99999999999999G", "inf", "0x10", "1e5"] {
            assert!(number(text).is_err(), "{text}");
        }
        assert_eq!(number("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn times() {
        for (text, milliseconds) in
            [("500ms", 500), ("10s", 10_000), ("2m", 120_000), ("1h", 3_600_000), ("1h30m", 5_400_000), ("0.5s", 500)]
        {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "10", "s", "10 parsecs", "-5s", "1h30", "99999999999999999d"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bytes() {
        for (text, value) in [("1KiB", 1024), ("4GiB", 4 << 30), ("1.5MiB", 3 << 19), ("2MB", 2_000_000), ("64B", 64)] {
            assert_eq!(memory(text), Ok(value), "{text}");
        }
        for text in ["", "4", "4G", "GiB", "-1GiB", "99999999999999TiB"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }
}
