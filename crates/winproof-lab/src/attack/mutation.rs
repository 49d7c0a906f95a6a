//! Small random damage to texts and bytes.

use winproof_oracle::Random;

/// Changes, removes, adds, copies or exchanges some bytes.
pub(super) fn bytes(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..random.between(1, 4) {
        let length = bytes.len() as u32;
        let place = random.below(length.max(1)) as usize;
        match random.below(7) {
            0 if length > 0 => bytes[place] ^= 1 << random.below(8),
            1 if length > 0 => bytes[place] = random.bits() as u8,
            2 if length > 0 => {
                bytes.remove(place);
            }
            3 => bytes.insert(place.min(bytes.len()), random.bits() as u8),
            4 if length > 1 => bytes.truncate(place),
            5 if length > 0 => {
                let end = (place + random.between(1, 16) as usize).min(bytes.len());
                let copy = bytes[place..end].to_vec();
                bytes.splice(place..place, copy);
            }
            _ if length > 0 => {
                let other = random.below(length) as usize;
                bytes.swap(place, other);
            }
            _ => {}
        }
    }
}

/// The same for a text, which stays one; now and then a number in it becomes an extreme one.
pub(super) fn text(random: &mut Random, text: &str) -> String {
    const EXTREMES: [&str; 8] =
        ["0", "-1", "-2147483648", "2147483647", "4294967296", "18446744073709551615", "1e999", "99999999999999999999"];
    if random.percent(25)
        && let Some(start) = text.find(|letter: char| letter.is_ascii_digit())
    {
        let end = text[start..].find(|letter: char| !letter.is_ascii_digit()).map_or(text.len(), |end| start + end);
        return format!("{}{}{}", &text[..start], EXTREMES[random.below(8) as usize], &text[end..]);
    }
    let mut changed = text.as_bytes().to_vec();
    bytes(random, &mut changed);
    String::from_utf8_lossy(&changed).into_owned()
}
