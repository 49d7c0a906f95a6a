//! The board with a move marked on it, whatever the game.

/// A picture with what is different in another one in brackets: single letters between spaces.
pub(super) fn marked(before: &str, after: &str) -> String {
    let mark = |(before, after): (&str, &str)| {
        let mut letters: Vec<char> = before.chars().collect();
        let other: Vec<char> = after.chars().collect();
        if letters.len() == other.len() {
            for place in 1..letters.len() {
                let is_alone = letters[place - 1] != '[' && [' ', ']'].contains(&letters[place - 1]);
                if letters[place] != other[place] && is_alone && letters.get(place + 1).is_none_or(|&next| next == ' ')
                {
                    // Squares side by side share a bracket.
                    letters[place - 1] = if letters[place - 1] == ']' { '|' } else { '[' };
                    match letters.get_mut(place + 1) {
                        Some(next) => *next = ']',
                        None => letters.push(']'),
                    }
                }
            }
        }
        letters.into_iter().collect::<String>()
    };
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    if before.len() != after.len() {
        return before.join("\n");
    }
    before.into_iter().zip(after).map(mark).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn squares_that_a_move_changes_are_marked() {
        assert_eq!(marked(" . . o\n . x .", " . . o\n x x ."), " . . o\n[.]x .");
        assert_eq!(marked("1 R . . K", "1 . R . K"), "1[R|.]. K");
        assert_eq!(marked("1 . . R", "1 . . ."), "1 . .[R]");
        // Nothing is marked where a picture has no room, or another shape.
        assert_eq!(marked("abc", "abd"), "abc");
        assert_eq!(marked("a b", "a b\nc"), "a b");
        assert_eq!(marked("White to move", "Black to move"), "White to move");
    }
}
