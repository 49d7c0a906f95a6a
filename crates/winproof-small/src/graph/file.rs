//! Graph files: the text form of an explicit game, one statement a line.
//!
//! Every broken kind of file is one sentence that begins with the line and says what to write instead.

use super::{ExplicitGame, LARGEST_VALUE, Node};
use std::collections::HashMap;
use winproof::{Player, TextError, Value};

/// A use of a word in the file, with the line it stands on.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
}

/// A node as it is described, before the names of its children are looked up.
enum Description<'a> {
    Turn(Player, Vec<&'a str>),
    End(Value),
}

/// All statements of a file.
#[derive(Default)]
struct Statements<'a> {
    root: Option<Word<'a>>,
    repetition: Option<(Value, usize)>,
    nodes: Vec<(Word<'a>, Description<'a>)>,
    last_line: usize,
}

impl ExplicitGame {
    /// The game that a graph file describes.
    ///
    /// One statement a line. Names are any text without white space. A `#` where a word could begin starts a
    /// comment, so a name may have one inside.
    /// ```text
    /// root a            where play starts
    /// repetition 0      what endless play is worth (default 0)
    /// a max b c         Max moves at a, to b or c
    /// b min d e a       Min moves at b; cycles are allowed
    /// c = 1             play ends here; an integer, higher is better for Max (win, draw, loss stand for 1, 0, -1)
    /// ```
    ///
    /// A file that is broken is refused with the line and the fix:
    /// ```
    /// use winproof_small::ExplicitGame;
    /// let error = ExplicitGame::parse("root a\na max b").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2: 'b' is used here but described nowhere; add a line such as 'b = 0' or 'b max ...'"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<ExplicitGame, TextError> {
        let statements = Statements::read(text)?;
        let mut described: HashMap<&str, (u32, usize)> = HashMap::with_capacity(statements.nodes.len());
        for (id, (name, _)) in (0_u32..).zip(&statements.nodes) {
            if let Some((_, earlier)) = described.insert(name.text, (id, name.line)) {
                let name_text = shown(name.text);
                return Err(at(
                    name.line,
                    format!("{name_text} is described on line {earlier} already; keep one of the two"),
                ));
            }
        }
        let find = |name: &str, line| match described.get(name) {
            Some(&(id, _)) => Ok(id),
            None => Err(undescribed(name, line)),
        };
        let mut nodes = Vec::with_capacity(statements.nodes.len());
        for (name, description) in &statements.nodes {
            let node = match description {
                Description::End(value) => Node::End(*value),
                Description::Turn(player, children) => {
                    let moves: Result<Vec<u32>, TextError> =
                        children.iter().map(|child| find(child, name.line)).collect();
                    Node::Turn(*player, moves?)
                }
            };
            nodes.push((name.text.to_string(), node));
        }
        let Some(root) = statements.root else {
            let example = nodes.first().map_or("a".to_string(), |(name, _)| printable(name));
            let sentence =
                format!("the file ends without saying where play starts; add a line such as 'root {example}'");
            return Err(at(statements.last_line, sentence));
        };
        let root = find(root.text, root.line)?;
        ExplicitGame::new(nodes, root, statements.repetition.map_or(0, |(value, _)| value))
    }
}

impl<'a> Statements<'a> {
    fn read(text: &'a str) -> Result<Statements<'a>, TextError> {
        let mut statements = Statements { last_line: 1, ..Statements::default() };
        // Some editors begin a file with an invisible mark.
        for (line, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            statements.last_line = line;
            let words: Vec<&str> = content.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
            statements.add(&words, line)?;
        }
        Ok(statements)
    }

    /// A line of two words that begins with `root` or `repetition` is that statement; a longer one can describe a
    /// node of that name.
    fn add(&mut self, words: &[&'a str], line: usize) -> Result<(), TextError> {
        match *words {
            [] => Ok(()),
            ["root", name] => self.set_root(Word { text: name, line }),
            ["repetition", value] => self.set_repetition(value, line),
            [name, "max", ref children @ ..] => self.add_turn(Word { text: name, line }, Player::Max, children),
            [name, "min", ref children @ ..] => self.add_turn(Word { text: name, line }, Player::Min, children),
            [name, "=", value] => {
                let value = read_value(value, line)?;
                self.nodes.push((Word { text: name, line }, Description::End(value)));
                Ok(())
            }
            ["root", ..] => Err(at(line, "'root' takes one name, the node where play starts: 'root a'")),
            ["repetition", ..] => Err(at(line, "'repetition' takes one integer: 'repetition 0'")),
            [name, "="] => Err(at(line, format!("{} has no value; write an integer after '='", shown(name)))),
            [name, "=", ..] => Err(at(line, format!("{} has more than one value; write one integer", shown(name)))),
            [name] => {
                let sentence = "has no moves and no value; write 'NAME max ...', 'NAME min ...' or 'NAME = 0'";
                Err(at(line, format!("{} {sentence}", shown(name))))
            }
            [name, word, ..] => {
                let sentence =
                    format!("unknown statement {}; after {} comes 'max', 'min' or '='", shown(word), shown(name));
                Err(at(line, sentence))
            }
        }
    }

    fn set_root(&mut self, root: Word<'a>) -> Result<(), TextError> {
        if let Some(earlier) = self.root {
            return Err(at(
                root.line,
                format!("the root is given on line {} already; keep one of the two", earlier.line),
            ));
        }
        self.root = Some(root);
        Ok(())
    }

    fn set_repetition(&mut self, value: &str, line: usize) -> Result<(), TextError> {
        if let Some((_, earlier)) = self.repetition {
            return Err(at(line, format!("'repetition' is given on line {earlier} already; keep one of the two")));
        }
        self.repetition = Some((read_value(value, line)?, line));
        Ok(())
    }

    fn add_turn(&mut self, name: Word<'a>, player: Player, children: &[&'a str]) -> Result<(), TextError> {
        if children.is_empty() {
            let shown = shown(name.text);
            let sentence =
                format!("{shown} has no moves; list the nodes that it leads to, or give it a value with '='");
            return Err(at(name.line, sentence));
        }
        let mut sorted = children.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let sentence =
                format!("{} leads to {} twice; moves must differ, name it once", shown(name.text), shown(pair[0]));
            return Err(at(name.line, sentence));
        }
        self.nodes.push((name, Description::Turn(player, children.to_vec())));
        Ok(())
    }
}

fn read_value(word: &str, line: usize) -> Result<Value, TextError> {
    let value = match word {
        "win" => Some(1),
        "draw" => Some(0),
        "loss" => Some(-1),
        _ => word.parse().ok().filter(|value| (-LARGEST_VALUE..=LARGEST_VALUE).contains(value)),
    };
    value.ok_or_else(|| {
        let range = format!("write an integer from -{LARGEST_VALUE} to {LARGEST_VALUE}, or win, draw, loss");
        at(line, format!("{} is not a value; {range}", shown(word)))
    })
}

fn undescribed(name: &str, line: usize) -> TextError {
    let name = printable(name);
    let fix = match name.contains('#') {
        true => "a comment needs a space before its '#'".to_string(),
        false => format!("add a line such as '{name} = 0' or '{name} max ...'"),
    };
    at(line, format!("'{name}' is used here but described nowhere; {fix}"))
}

fn at(line: usize, sentence: impl AsRef<str>) -> TextError {
    TextError::new(format!("line {line}: {}", sentence.as_ref()))
}

/// A word of the file in quotes, fit to print.
fn shown(word: &str) -> String {
    format!("'{}'", printable(word))
}

/// A word of the file, shortened and without control characters: a file that is not text at all must not spoil
/// a terminal.
fn printable(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    let dots = if short.len() < word.len() { "..." } else { "" };
    format!("{}{dots}", short.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;
    use winproof::conformance::check_game;
    use winproof::{Game, Rules, Status, TextRules};

    const EXAMPLE: &str = "
        root a            # where play starts
        repetition -3
        a max b c         # Max moves at a
        b min d e a
        c = 1
        d = loss
        e = draw
    ";

    #[test]
    fn reads_the_documented_form() {
        let game = ExplicitGame::parse(EXAMPLE).unwrap();
        let node = |name| game.parse_position(name).unwrap();
        assert_eq!(game.start(), node("a"));
        assert_eq!(game.repetition(), Some(-3));
        assert_eq!(game.values(), [-3, -1, 0, 1]);
        assert_eq!(game.status(&node("a")), Status::Turn(Player::Max));
        assert_eq!(game.status(&node("b")), Status::Turn(Player::Min));
        assert_eq!(["c", "d", "e"].map(|name| game.status(&node(name))), [1, -1, 0].map(Status::Ended));
        let mut moves = Vec::new();
        game.moves(&node("b"), &mut moves);
        assert_eq!(moves, ["d", "e", "a"].map(node));
        assert_eq!(game.parse_move(&node("a"), "c"), Ok(node("c")));
        assert!(game.parse_move(&node("a"), "e").is_err());
        assert!(game.parse_position("f").is_err());
    }

    #[test]
    fn keeps_the_promises_of_a_game() {
        let game = ExplicitGame::parse(EXAMPLE).unwrap();
        let report = check_game(&game, &game.start(), 50, 1).unwrap();
        assert_eq!((report.positions, report.ends), (5, 3));
    }

    #[test]
    fn what_is_written_reads_back_equal() {
        let game = ExplicitGame::parse(EXAMPLE).unwrap();
        let text = game.to_text();
        assert_eq!(text, "root a\nrepetition -3\na max b c\nb min d e a\nc = 1\nd = -1\ne = 0\n");
        assert_eq!(ExplicitGame::parse(&text), Ok(game.clone()));
        assert_eq!(game.parameters(), [("graph".to_string(), text)]);
    }

    #[test]
    fn names_may_look_like_anything_else() {
        let text = "root root\nroot max repetition = max Qh7#\nrepetition = 1\n= = 2\nmax min root\nQh7# = 3\n";
        let game = ExplicitGame::parse(text).unwrap();
        assert_eq!(game.node_count(), 5);
        assert_eq!(game.status(&game.parse_position("Qh7#").unwrap()), Status::Ended(3));
        assert_eq!(ExplicitGame::parse(&game.to_text()), Ok(game));
    }

    #[test]
    fn line_endings_and_a_byte_order_mark_do_not_matter() {
        let plain = ExplicitGame::parse("root a\na max b\nb = 1").unwrap();
        assert_eq!(ExplicitGame::parse("\u{feff}root a\r\n\r\n\ta  max b \r\nb = +1\r\n"), Ok(plain));
    }

    #[test]
    fn a_node_may_have_any_number_of_children() {
        let count = 100_000;
        let names: Vec<String> = (0..count).map(|number| format!("n{number}")).collect();
        let ends: String = names.iter().map(|name| format!("{name} = {}\n", name.len())).collect();
        let game = ExplicitGame::parse(&format!("root a\na min {}\n{ends}", names.join(" "))).unwrap();
        assert_eq!(game.mobility(&game.start()), count);
        assert_eq!(game.parse_move(&game.start(), "n99999"), game.parse_position("n99999"));
        assert_eq!(ExplicitGame::parse(&game.to_text()), Ok(game));
    }

    #[test]
    fn every_broken_kind_names_the_line() {
        let whole = "root a\na max b c\nb = 1\nc = 0\n";
        assert!(ExplicitGame::parse(whole).is_ok());
        for (file, sentence) in [
            ("", "line 1: the file ends without saying where play starts; add a line such as 'root a'"),
            ("b = 1\n\n# end\n", "line 3: the file ends without saying where play starts; add a line such as 'root b'"),
            ("root a\nb = 1", "line 1: 'a' is used here but described nowhere"),
            ("root a\n\na min b\n", "line 3: 'b' is used here but described nowhere"),
            ("root a\na min b#x\nb = 1", "a comment needs a space before its '#'"),
            ("root a\na = 1\n\na max a", "line 4: 'a' is described on line 2 already"),
            ("root a\na = 1\na = 1", "line 3: 'a' is described on line 2 already"),
            ("root a\nroot a\na = 1", "line 2: the root is given on line 1 already"),
            ("repetition 1\nroot a\nrepetition 1\na = 1", "line 3: 'repetition' is given on line 1 already"),
            ("root a\na max b b\nb = 1", "line 2: 'a' leads to 'b' twice"),
            ("root a\na", "line 2: 'a' has no moves and no value"),
            ("root a\na max", "line 2: 'a' has no moves"),
            ("root a\na min # b", "line 2: 'a' has no moves"),
            ("root a\na =", "line 2: 'a' has no value"),
            ("root a\na = 1 2", "line 2: 'a' has more than one value"),
            ("root a\na = 1.5", "line 2: '1.5' is not a value"),
            ("root a\na = Win", "line 2: 'Win' is not a value"),
            ("root a\na = 99999999999", "line 2: '99999999999' is not a value"),
            ("root a\na = -1000000001", "line 2: '-1000000001' is not a value"),
            // The least number has no opposite.
            ("root a\na = -2147483648", "line 2: '-2147483648' is not a value; write an integer from -1000000000 to"),
            ("root a\na = 0\nrepetition -2147483648", "line 3: '-2147483648' is not a value"),
            ("root a\na = 0\nrepetition often", "line 3: 'often' is not a value"),
            ("root a\na = 0\nrepetition", "line 3: 'repetition' takes one integer"),
            ("root", "line 1: 'root' takes one name"),
            ("root a b", "line 1: 'root' takes one name"),
            ("root a\na Max b\nb = 1", "line 2: unknown statement 'Max'; after 'a' comes 'max', 'min' or '='"),
            ("root a\na -> b", "line 2: unknown statement '->'"),
            ("\0\u{1b}[2J x y", "line 1: unknown statement 'x'; after '\\0\\u{1b}[2J'"),
        ] {
            let error = ExplicitGame::parse(file).unwrap_err().to_string();
            assert!(error.contains(sentence), "{file:?} gave: {error}");
            assert!(error.starts_with("line ") && !error.contains('\n'), "{error}");
        }
    }
}
