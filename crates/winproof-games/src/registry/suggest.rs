//! "Did you mean": the name closest to one that was mistyped.

/// The known name that is closest to what was written, if it is close at all.
pub(super) fn closest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let written = written.to_lowercase();
    let (distance, near) = known.iter().map(|name| (edits(&written, name), *name)).min()?;
    // One letter in three may be wrong; more is another word.
    (distance * 3 <= near.chars().count().max(3)).then_some(near)
}

/// How many letters have to be added, left out or changed to make one word of the other.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // The edits from the letters of `a` so far to each beginning of `b`.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for letter in a.chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for (place, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[place + 1];
            row[place + 1] = change.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (a, b, distance) in
            [("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("ab", "ba", 2)]
        {
            assert_eq!(edits(a, b), distance, "{a} {b}");
            assert_eq!(edits(b, a), distance, "{b} {a}");
        }
    }

    #[test]
    fn close_names_are_suggested_and_others_are_not() {
        let known = ["chess", "connect4", "tic-tac-toe"];
        assert_eq!(closest("ches", &known), Some("chess"));
        assert_eq!(closest("Connect-4", &known), Some("connect4"));
        assert_eq!(closest("tictactoe", &known), Some("tic-tac-toe"));
        assert_eq!(closest("poker", &known), None);
        assert_eq!(closest("", &known), None);
        assert_eq!(closest("x", &[]), None);
    }
}
