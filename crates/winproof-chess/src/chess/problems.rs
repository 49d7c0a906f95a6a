//! The mate problems on which Breuker (1998) and Schijf (1993) measured their searches, as far as they are known.
//!
//! The thesis's test set is 117 positions: 82 from F. Reinfeld, *Win at Chess* (R1 … R298), and 35 from T. Krabbé,
//! *Chess Curiosities* (K8 … K334). All 82 are here, and of the 35 the three whose solutions the thesis quotes.

/// A position in which the side to move mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What the thesis calls it: R and K for the book, and the number there.
    pub name: String,
    /// The position.
    pub fen: String,
    /// The shortest mate known; proved to be the shortest up to 5.
    pub moves: u32,
    /// Its first move, or several that mate as fast.
    pub keys: Vec<String>,
}

/// The known problems of the thesis, first the 82 of Reinfeld, then those of Krabbé.
///
/// ```
/// let problems = winproof_chess::chess::problems::breuker();
/// assert_eq!(problems.len(), 85);
/// assert_eq!((problems[0].name.as_str(), problems[0].moves), ("R1", 2));
/// ```
#[must_use]
pub fn breuker() -> Vec<Problem> {
    let reinfeld = include_str!("../../data/breuker_wac82.epd");
    let krabbe = include_str!("../../data/breuker_krabbe3.epd");
    reinfeld.lines().chain(krabbe.lines()).map(read).collect()
}

/// A line of the files, which are part of the program: one that cannot be read is a fault of it, and the tests read
/// all.
fn read(line: &'static str) -> Problem {
    let operand = |code: &str| {
        let rest = line.split_once(code).unwrap_or_else(|| panic!("'{line}' has no{code}")).1;
        rest.split_once(';').map_or(rest, |(operand, _)| operand).trim().trim_matches('"')
    };
    let (book, number) = operand(" id ").split_once('.').expect("an id is the book's name and a number");
    let letter = if book == "WAC" { 'R' } else { 'K' };
    Problem {
        name: format!("{letter}{}", number.trim_start_matches('0')),
        fen: line.split_whitespace().take(4).collect::<Vec<_>>().join(" "),
        moves: operand(" dm ").parse().expect("dm is a number"),
        keys: operand(" bm ").split(' ').map(str::to_string).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chess;
    use winproof::TextRules;

    #[test]
    fn every_problem_can_be_set_up_and_its_keys_played() {
        let problems = breuker();
        let of_book = |letter| problems.iter().filter(|problem| problem.name.starts_with(letter)).count();
        assert_eq!((of_book('R'), of_book('K')), (82, 3));
        for problem in &problems {
            let game = Chess::for_fen(&problem.fen).unwrap();
            let root = game.parse_position(&problem.fen).unwrap();
            assert!(!problem.keys.is_empty(), "{}", problem.name);
            for key in &problem.keys {
                game.parse_move(&root, key).unwrap_or_else(|error| panic!("{}: {error}", problem.name));
            }
        }
    }
}
