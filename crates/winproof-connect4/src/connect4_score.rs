//! The game `connect4-score`: Connect Four in which a quick win counts for more; X moves first and is Max.
//!
//! Board, moves and notation are those of [`connect4`](crate::connect4). The cells of the board are shared out before
//! play starts: each player has half as many stones as there are cells, X one more if their number is odd. The winner
//! scores 1 if he makes his line with the last of his stones, 2 with the last but one, and so on: one more than the
//! stones that he has to spare. What X scores counts positive, what O scores negative; a full board without a line is
//! worth 0. On the usual board of 7 × 6 a player has 21 stones, so that the quickest win, with the fourth, scores 18.

use crate::connect4::{ConnectFour, Foreseen, Stones, Word};
use winproof::{Assessment, Game, Player, Rules, Status, TextError, TextRules, Value};

/// The rules of Connect Four with scores, for one size of board and length of line.
///
/// ```
/// use winproof::{Rules, Status, TextRules};
/// use winproof_connect4::ConnectFourScore;
///
/// let game = ConnectFourScore::<u64>::new(7, 6, 4).unwrap();
/// let mut position = game.start();
/// for column in ["4", "1", "4", "1", "4", "2", "4"] {
///     position = game.play(&position, game.parse_move(&position, column).unwrap());
/// }
/// assert_eq!(game.status(&position), Status::Ended(18));
/// assert_eq!(game.value_text(&game.start(), 18), "X wins with 17 stones to spare");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFourScore<W = u64> {
    rules: ConnectFour<W>,
    cells: u32,
    /// The scores of the quickest wins of X and of O; 0 where there is none.
    most: [Value; 2],
}

impl<W: Word> ConnectFourScore<W> {
    /// The rules for a board of `columns` × `rows` cells on which `line` stones in a row win.
    pub fn new(columns: u32, rows: u32, line: u32) -> Result<ConnectFourScore<W>, TextError> {
        let rules = ConnectFour::new(columns, rows, line)?;
        let cells = columns * rows;
        // In a single column the stones of the players alternate; a position in which they do not is refused.
        let line_fits = columns > 1 && columns.max(rows) >= line;
        let stones = if line_fits { [cells.div_ceil(2), cells / 2] } else { [0, 0] };
        let most = stones.map(|stones| (stones + 1).saturating_sub(line) as Value);
        Ok(ConnectFourScore { rules, cells, most })
    }

    /// The score of a line made by the last of so many stones on the board, whoever made it.
    #[inline]
    fn score(&self, stones: u32) -> Value {
        // The loser would move next, so that the winner's stones would take every second of the free cells.
        (1 + (self.cells - stones) / 2) as Value
    }
}

impl<W: Word> Rules for ConnectFourScore<W> {
    type Position = Stones<W>;
    type Move = u8;

    #[inline]
    fn status(&self, position: &Stones<W>) -> Status {
        match self.rules.status(position) {
            Status::Ended(winner) => Status::Ended(winner * self.score(ConnectFour::stone_count(position))),
            turn => turn,
        }
    }
    #[inline]
    fn moves(&self, position: &Stones<W>, moves: &mut Vec<u8>) {
        self.rules.moves(position, moves);
    }
    #[inline]
    fn play(&self, position: &Stones<W>, column: u8) -> Stones<W> {
        self.rules.play(position, column)
    }
    /// All scores from O's quickest win to X's, or a draw alone where no line fits. On boards where a line hardly fits,
    /// some of them cannot be reached.
    fn values(&self) -> Vec<Value> {
        (-self.most[1]..=self.most[0]).collect()
    }
}

impl<W: Word> Game for ConnectFourScore<W> {
    fn canonical(&self, position: &Stones<W>) -> Stones<W> {
        self.rules.canonical(position)
    }
    fn has_symmetry(&self) -> bool {
        self.rules.has_symmetry()
    }
    #[inline]
    fn mobility(&self, position: &Stones<W>) -> u32 {
        self.rules.mobility(position)
    }
    fn most_positions(&self) -> Option<u64> {
        self.rules.most_positions()
    }
    #[inline]
    fn hash(&self, position: &Stones<W>) -> u64 {
        self.rules.hash(position)
    }
    fn heuristic(&self, position: &Stones<W>) -> Assessment {
        self.rules.heuristic(position)
    }
    /// Nobody wins before his next stone; threats tell whether with that one.
    #[inline]
    fn foresight(&self, position: &Stones<W>) -> Option<(Value, Value)> {
        let stones = ConnectFour::stone_count(position);
        let win = |stone: u32| if stone <= self.cells { self.score(stone) } else { 0 };
        let [most, most_of_other] = if stones % 2 == 0 { self.most } else { [self.most[1], self.most[0]] };
        let (low, high) = match self.rules.foresee(position) {
            Foreseen::Win => (win(stones + 1), win(stones + 1)),
            Foreseen::Loss => (-win(stones + 2), -win(stones + 2)),
            // The mover can keep the opponent from winning with his next stone.
            Foreseen::Open([mover, opponent]) => (
                if opponent { -win(stones + 4).min(most_of_other) } else { 0 },
                if mover { win(stones + 3).min(most) } else { 0 },
            ),
        };
        Some(if stones % 2 == 0 { (low, high) } else { (-high, -low) })
    }
    fn foresees(&self) -> bool {
        self.rules.foresees()
    }
    fn outlook(&self, position: &Stones<W>) -> i32 {
        self.rules.outlook(position)
    }
    fn move_number(&self, position: &Stones<W>, column: u8) -> Option<usize> {
        self.rules.move_number(position, column)
    }
}

impl<W: Word> TextRules for ConnectFourScore<W> {
    fn name(&self) -> String {
        "connect4-score".to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.rules.parameters()
    }
    fn start(&self) -> Stones<W> {
        self.rules.start()
    }
    fn position_text(&self, position: &Stones<W>) -> String {
        self.rules.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<Stones<W>, TextError> {
        self.rules.parse_position(text)
    }
    fn move_text(&self, position: &Stones<W>, column: u8) -> String {
        self.rules.move_text(position, column)
    }
    fn picture(&self, position: &Stones<W>) -> String {
        self.rules.picture(position)
    }
    fn player_name(&self, player: Player) -> String {
        self.rules.player_name(player)
    }
    fn value_text(&self, root: &Self::Position, value: Value) -> String {
        let winner = self.rules.value_text(root, value.signum());
        match value.unsigned_abs() {
            0 => winner,
            1 => format!("{winner} with the last stone"),
            2 => format!("{winner} with 1 stone to spare"),
            score => format!("{winner} with {} stones to spare", score - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, HashMap, HashSet};
    use winproof::conformance::{check_game, check_texts};
    use winproof_kit::hash_families::assert_hashes_differ;

    fn game(columns: u32, rows: u32, line: u32) -> ConnectFourScore<u64> {
        ConnectFourScore::new(columns, rows, line).unwrap()
    }

    fn score(game: &ConnectFourScore<u64>, text: &str) -> Value {
        match game.status(&game.parse_position(text).unwrap()) {
            Status::Ended(value) => value,
            Status::Turn(player) => panic!("{player:?} moves in {text}"),
        }
    }

    #[test]
    fn scores_count_the_stones_to_spare() {
        // Each player has eight stones.
        let even = game(4, 4, 4);
        assert_eq!(score(&even, "..../..../ooo./xxxx"), 5);
        assert_eq!(score(&even, "o.../o..x/o.xx/oxxo"), -4);
        assert_eq!(score(&even, "oxox/oxox/xoxo/xoxo"), 0);
        assert_eq!(score(&even, "oooo/xoxx/xxoo/oxxx"), -1);
        assert_eq!(score(&even, ".ooo/xxxx/xooo/oxxx"), 1);
        // X has eight stones, O seven.
        let odd = game(5, 3, 4);
        assert_eq!(score(&odd, "...../ooo../xxxx."), 5);
        assert_eq!(score(&odd, "...../xxx../oooox"), -4);
    }

    #[test]
    fn the_values_are_those_that_play_reaches() {
        for (columns, rows, line, all) in
            [(3, 3, 3, true), (4, 3, 3, true), (4, 4, 4, true), (5, 3, 4, true), (4, 3, 4, false), (3, 2, 2, false)]
        {
            let game = game(columns, rows, line);
            let mut seen = HashSet::from([game.start()]);
            let mut open = vec![game.start()];
            let mut scores = BTreeSet::new();
            let mut moves = Vec::new();
            while let Some(position) = open.pop() {
                moves.clear();
                match game.status(&position) {
                    Status::Ended(value) => drop(scores.insert(value)),
                    Status::Turn(_) => game.moves(&position, &mut moves),
                }
                let children = moves.iter().map(|&column| game.play(&position, column));
                open.extend(children.filter(|&child| seen.insert(child)));
            }
            let values = BTreeSet::from_iter(game.values());
            assert!(scores.is_subset(&values), "{columns}x{rows} line {line}");
            assert_eq!(scores == values, all, "{columns}x{rows} line {line}");
        }
    }

    /// What brute force says of a position, and of all after it.
    fn value(game: &ConnectFourScore<u64>, position: &Stones<u64>, known: &mut HashMap<Stones<u64>, Value>) -> Value {
        if let Some(&value) = known.get(position) {
            return value;
        }
        let best = match game.status(position) {
            Status::Ended(value) => value,
            Status::Turn(player) => {
                let mut moves = Vec::new();
                game.moves(position, &mut moves);
                let children = moves.iter().map(|&mv| value(game, &game.play(position, mv), known));
                if player == Player::Max { children.max() } else { children.min() }.expect("play goes on")
            }
        };
        known.insert(*position, best);
        best
    }

    #[test]
    fn what_is_foreseen_is_true() {
        for (columns, rows, line) in [(4, 4, 4), (4, 4, 3), (3, 5, 3), (5, 3, 3), (5, 1, 3), (1, 5, 2)] {
            let game = game(columns, rows, line);
            let mut known = HashMap::new();
            value(&game, &game.start(), &mut known);
            let values = game.values();
            let (mut exact, mut all) = (0, 0);
            for (position, value) in known {
                if let Status::Turn(_) = game.status(&position) {
                    let (low, high) = game.foresight(&position).unwrap();
                    assert!(
                        values.contains(&low) && values.contains(&high) && low <= value && value <= high,
                        "{position:?}"
                    );
                    exact += u32::from(low == high);
                    all += 1;
                }
            }
            assert!(exact > all / 10, "{exact} of {all} on {columns}x{rows}");
        }
    }

    #[test]
    fn values_of_other_boards() {
        assert_eq!(game(7, 6, 4).values(), (-18..=18).collect::<Vec<_>>());
        assert_eq!(game(5, 1, 3).values(), [0, 1]);
        assert_eq!(game(1, 9, 3).values(), [0]);
        assert_eq!(game(3, 3, 4).values(), [0]);
        assert_eq!(game(2, 2, 3).values(), [0]);
    }

    /// Two stones of one player on top of each other would win where the values say that nobody can.
    #[test]
    fn the_values_hold_for_every_position_that_can_be_set_up() {
        let column = game(1, 7, 3);
        assert_eq!(column.values(), [0]);
        let error = column.parse_position("./././x/x/o/o").unwrap_err().to_string();
        assert!(error.contains("in a single column x and o alternate"), "{error}");
        let report = check_texts(&column, &["./././x/x/o/o", "./././o/x/o/x"], 100, 1).unwrap();
        assert!(report.positions > 5, "{report:?}");
        for (columns, rows, line) in [(1, 6, 2), (2, 4, 3), (2, 6, 5), (3, 3, 3), (6, 1, 3), (3, 4, 4)] {
            let game = game(columns, rows, line);
            let report = check_game(&game, &game.start(), 300, 2).unwrap();
            assert!(report.altered > 0 || columns == 1, "{columns}x{rows} line {line}: {report:?}");
        }
    }

    #[test]
    fn hashes_are_those_of_connect_four() {
        let game = game(3, 4, 3);
        let mut known = HashMap::new();
        value(&game, &game.start(), &mut known);
        let plain = ConnectFour::<u64>::new(3, 4, 3).unwrap();
        assert!(known.keys().all(|position| game.hash(position) == plain.hash(position)));
        assert_hashes_differ(known.into_keys(), |position| game.hash(position));
    }

    #[test]
    fn values_have_words() {
        let words = [-3, -1, 0, 2].map(|value| game(7, 6, 4).value_text(&Stones::default(), value));
        assert_eq!(
            words,
            ["O wins with 2 stones to spare", "O wins with the last stone", "draw", "X wins with 1 stone to spare"]
        );
    }

    #[test]
    fn keeps_the_promises_of_a_game() {
        for (columns, rows, line) in [(1, 3, 2), (3, 4, 3), (4, 4, 4), (5, 3, 4), (7, 6, 4)] {
            let narrow = game(columns, rows, line);
            let report = check_game(&narrow, &narrow.start(), 100, 1).unwrap();
            assert!(report.ends > 0);
            let wide = ConnectFourScore::<u128>::new(columns, rows, line).unwrap();
            assert_eq!(check_game(&wide, &wide.start(), 100, 1), Ok(report), "both words must play the same game");
        }
    }
}
