//! The solution of a mate as problem lovers print it: the key, the threat, the variations.
//!
//! ```text
//! 1.Qg6! threat: 2.Qxh6#
//!   1...hxg6 2.Nxg6#
//!   1...Qxe5 2.Nxf7#
//!   1...other moves (28) 2.Qxh6#
//! ```
//!
//! Forced replies stay on the line; where the defender has a choice, each defence has a line of its own, and defences
//! that are met by the same mating move share one. The variations that resist longest come first.
//!
//! The strategy of a proof need not be the quickest everywhere: a search that is content with mate in at most four may
//! dawdle after a weak defence. So what is shown is looked at once more, with a few nodes for each position, and shown
//! in the fewest moves where that is found. What is written to a file is the strategy as it was proved, but for mates
//! in one.

use super::{ALGORITHM, MATE, Mate, MateGame, POLICY, as_attacker};
use crate::chess::{Chess, ChessMove, Color, MOST_MOVES, Position};
use std::collections::HashMap;
use winproof::{Limits, Player, Policy, Rules, Solution, Solver, Status, Strategies, TextRules};

/// How much of a solution is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The most lines.
    pub lines: usize,
    /// The most choices of the defender one behind the other.
    pub choices: usize,
    /// Nodes that may be spent on each shown position in search of a quicker mate; 0 shows the strategy as it is.
    pub nodes: u64,
}

impl Extent {
    /// All of the strategy.
    pub const WHOLE: Extent = Extent { lines: usize::MAX, choices: usize::MAX, nodes: 0 };
    /// What fits on a screen.
    pub const SCREEN: Extent = Extent { lines: 40, choices: 3, nodes: 20_000 };
}

/// A solution as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The lines.
    pub lines: Vec<String>,
    /// How many defences of the strategy are not shown.
    pub hidden: u64,
}

/// What the attacker plays, and in how many half-moves it is mate at the latest.
type Book = HashMap<Position, (ChessMove, u32)>;

/// Writes the solution of a mate.
pub fn tree(mate: &Mate, extent: Extent) -> Tree {
    let mut book = Book::new();
    add(&mut book, &mate.solution);
    let mut writer = Writer {
        game: &mate.game,
        counted: as_attacker(Chess::new(mate.game.inner().attacker()).in_moves(MOST_MOVES)),
        extent,
        book,
        written: HashMap::new(),
        tree: Tree { lines: Vec::new(), hidden: 0 },
    };
    writer.write_solution(&mate.solution.root);
    writer.tree
}

/// Adds the attacker's moves of a solution.
fn add(book: &mut Book, solution: &Solution<MateGame>) {
    for strategy in solution.strategies.iter().filter(|strategy| strategy.player == Player::Max) {
        for entry in &strategy.entries {
            if let Some(mv) = entry.mv {
                book.entry(entry.position.clone()).or_insert((mv, entry.rank));
            }
        }
    }
}

struct Writer<'a> {
    game: &'a MateGame,
    /// The rules with as many moves as can be counted, so that positions with any number left can be asked about.
    counted: MateGame,
    extent: Extent,
    book: Book,
    /// The lines on which positions of the attacker with a choice behind them stand; for the whole of a strategy only.
    written: HashMap<Position, usize>,
    tree: Tree,
}

/// Where a line stands.
#[derive(Clone, Copy)]
struct Place {
    /// The choices of the defender before it.
    choices: usize,
    /// Whether each of them was the one that resists longest.
    is_main: bool,
}

/// A defence and what it is met with.
struct Defence {
    text: String,
    after: Position,
    answer: String,
    is_mate: bool,
    rank: u32,
}

impl Writer<'_> {
    fn white_attacks(&self) -> bool {
        self.game.inner().attacker() == Color::White
    }

    /// What stands before the attacker's move of a number where a line begins with it: `2.`, or `2...` for Black.
    fn own_number(&self, number: u32) -> String {
        if self.white_attacks() { format!("{number}.") } else { format!("{number}...") }
    }

    /// What stands before a defence to the attacker's move of a number: `1...`, or `2.` where White defends.
    fn defence_number(&self, number: u32) -> String {
        if self.white_attacks() { format!("{number}...") } else { format!("{}.", number + 1) }
    }

    /// The attacker's move behind a defence; Black's needs no number there.
    fn answer_text(&self, number: u32, text: &str) -> String {
        if self.white_attacks() { format!(" {number}.{text}") } else { format!(" {text}") }
    }

    fn write_solution(&mut self, root: &Position) {
        let Some((key, _)) = self.best(root) else { return };
        let after = self.play(root, key);
        let text = self.game.move_text(root, key);
        let mut line = format!("{}{text}{}", self.own_number(1), if text.ends_with('#') { "" } else { "!" });
        let threat = self.threat(&after);
        let is_quiet = !after.is_check() && self.is_open(&after);
        match &threat {
            Some(threat) => line.push_str(&format!(" threat: {}{threat}", self.own_number(2))),
            None if is_quiet => line.push_str(" zugzwang"),
            None => {}
        }
        self.write_replies(&after, 1, Place { choices: 0, is_main: true }, line, threat.as_deref());
    }

    /// What the attacker would play if the defender could pass.
    fn threat(&self, after: &Position) -> Option<String> {
        let left = match self.game.inner().moves_allowed() {
            Some(_) => after.left(),
            // Without a count there is no saying how long a threat may take.
            None => 1,
        };
        let passed = after.passed()?.with_left(left);
        if let Status::Ended(_) = self.counted.status(&passed) {
            return None;
        }
        let nodes = self.extent.nodes.max(20_000);
        let (_, solution) = (1..=left).find_map(|moves| self.mate_within(&passed, moves, nodes))?;
        Some(self.counted.move_text(&passed, *solution.line.first()?))
    }

    /// What a move leads to. Where a quicker mate was found, moves are counted from there on.
    fn play(&self, position: &Position, mv: ChessMove) -> Position {
        if position.left() > 0 { self.counted.play(position, mv) } else { self.game.play(position, mv) }
    }

    fn mate_within(&self, position: &Position, moves: u8, nodes: u64) -> Option<(Position, Solution<MateGame>)> {
        let root = position.with_left(moves);
        let limits = Limits { nodes: Some(nodes), memory: Some(1 << 20), ..Limits::default() };
        let solver = Solver::new(&self.counted)
            .algorithm(ALGORITHM)
            .policy(Policy { dfpn: POLICY, ..Policy::default() })
            .limits(limits)
            .refutations(Strategies::None);
        let solution = solver.solve_goal(&root, MATE).ok()?;
        (solution.verdict.holds(MATE) == Some(true) && !solution.strategies.is_empty()).then_some((root, solution))
    }

    fn is_open(&self, position: &Position) -> bool {
        matches!(self.game.status(position), Status::Turn(_))
    }

    /// What the attacker plays: a mate in one if there is, or what the strategy says.
    fn best(&self, position: &Position) -> Option<(ChessMove, u32)> {
        let &(mv, rank) = self.book.get(position)?;
        if rank == 1 {
            return Some((mv, 1));
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mate = moves.into_iter().find(|&mv| self.play(position, mv).is_mate());
        Some(mate.map_or((mv, rank), |mate| (mate, 1)))
    }

    /// The same board with the number of moves left in which a quicker mate was found, if one was.
    fn quickest(&mut self, position: Position) -> Position {
        let Some((_, rank)) = self.best(&position) else { return position };
        // Mates in one are seen anyway.
        if self.extent.nodes == 0 || rank <= 3 {
            return position;
        }
        for moves in 2..rank.div_ceil(2).min(u32::from(MOST_MOVES)) {
            if let Some((root, solution)) = self.mate_within(&position, moves as u8, self.extent.nodes) {
                add(&mut self.book, &solution);
                return root;
            }
        }
        position
    }

    /// Goes on with a line from a position of the attacker, whose move has this number. `place` is how many choices of
    /// the defender led there, and whether each was the one that resists longest.
    fn write_attack(&mut self, position: &Position, number: u32, place: Place, mut line: String) {
        let Some((mv, _)) = self.best(position) else {
            self.tree.lines.push(line);
            return;
        };
        line.push_str(&self.answer_text(number, &self.game.move_text(position, mv)));
        let after = self.play(position, mv);
        self.write_replies(&after, number, place, line, None);
    }

    /// Goes on with a line after the attacker's move of this number.
    fn write_replies(&mut self, after: &Position, number: u32, place: Place, mut line: String, threat: Option<&str>) {
        if !self.is_open(after) {
            self.tree.lines.push(line);
            return;
        }
        let mut replies = Vec::new();
        self.game.moves(after, &mut replies);
        let is_full = place.choices >= self.extent.choices || self.tree.lines.len() + 1 >= self.extent.lines;
        let only = match replies[..] {
            [only] => Some(only),
            // The line of best defence is never folded away.
            _ if is_full && place.is_main => self.longest(after, &replies),
            _ => None,
        };
        if let Some(reply) = only {
            let number_text = if self.white_attacks() { String::new() } else { self.defence_number(number) };
            line.push_str(&format!(" {number_text}{}", self.game.move_text(after, reply)));
            match replies.len() - 1 {
                0 => {}
                others => {
                    line.push_str(&format!(" (or {others} more)"));
                    self.tree.hidden += others as u64;
                }
            }
            let next = self.quickest(self.play(after, reply));
            return self.write_attack(&next, number + 1, place, line);
        }
        if is_full {
            line.push_str(&format!(" … ({} defences)", replies.len()));
            self.tree.hidden += replies.len() as u64;
            self.tree.lines.push(line);
            return;
        }
        if self.extent == Extent::WHOLE {
            if let Some(earlier) = self.written.get(after) {
                line.push_str(&format!(" as on line {}", earlier + 1));
                self.tree.lines.push(line);
                return;
            }
            self.written.insert(after.clone(), self.tree.lines.len());
        }
        self.tree.lines.push(line);
        let defences = self.defences(after, &replies);
        self.write_defences(defences, number, Place { choices: place.choices + 1, ..place }, threat);
    }

    /// The defence that resists longest.
    fn longest(&self, after: &Position, replies: &[ChessMove]) -> Option<ChessMove> {
        let rank = |&mv: &ChessMove| self.book.get(&self.play(after, mv)).map(|&(_, rank)| rank);
        replies.iter().copied().max_by_key(rank)
    }

    /// The defences, those that resist longest first.
    fn defences(&mut self, after: &Position, replies: &[ChessMove]) -> Vec<Defence> {
        let mut defences = Vec::with_capacity(replies.len());
        for &reply in replies {
            let next = self.quickest(self.play(after, reply));
            let Some((mv, rank)) = self.best(&next) else { continue };
            defences.push(Defence {
                text: self.game.move_text(after, reply),
                answer: self.game.move_text(&next, mv),
                is_mate: rank == 1,
                after: next,
                rank,
            });
        }
        defences.sort_by_key(|defence| std::cmp::Reverse(defence.rank));
        defences
    }

    fn write_defences(&mut self, defences: Vec<Defence>, number: u32, place: Place, threat: Option<&str>) {
        let indent = "  ".repeat(place.choices);
        let mut places: HashMap<String, Vec<String>> = HashMap::new();
        for defence in defences.iter().filter(|defence| defence.is_mate) {
            places.entry(defence.answer.clone()).or_default().push(defence.text.clone());
        }
        let mut done = 0;
        for (turn, defence) in defences.iter().enumerate() {
            // Mates by the same move stand where the first of them does; those by the threat come last.
            let mates = match defence.is_mate {
                true if threat == Some(defence.answer.as_str()) => continue,
                true => match places.remove(&defence.answer) {
                    Some(mates) => mates,
                    None => continue,
                },
                false => Vec::new(),
            };
            if self.tree.lines.len() >= self.extent.lines {
                break;
            }
            if defence.is_mate {
                done += mates.len();
                let (defences, answer) = (mates.join(", "), self.answer_text(number + 1, &defence.answer));
                self.tree.lines.push(format!("{indent}{}{defences}{answer}", self.defence_number(number)));
            } else {
                done += 1;
                let line = format!("{indent}{}{}", self.defence_number(number), defence.text);
                let place = Place { is_main: place.is_main && turn == 0, ..place };
                self.write_attack(&defence.after, number + 1, place, line);
            }
        }
        if let Some((answer, others)) = threat.and_then(|threat| places.remove_entry(threat)) {
            let answer = self.answer_text(number + 1, &answer);
            let text = match others.len() {
                1..=4 => others.join(", "),
                many => format!("other moves ({many})"),
            };
            done += others.len();
            self.tree.lines.push(format!("{indent}{}{text}{answer}", self.defence_number(number)));
        }
        let rest = defences.len() - done;
        if rest > 0 {
            self.tree.hidden += rest as u64;
            self.tree.lines.push(format!("{indent}{}… ({rest} more)", self.defence_number(number)));
        }
    }
}
