//! The game `connect4`: Connect Four on a board of any size, with lines of any length; X moves first and is Max. With
//! scores it is the game `connect4-score` (see [`ConnectFour::with_scores`]).
//!
//! A size is columns × rows. Moves are columns, written as numbers from 1, generated from left to right. Positions are
//! written row by row from the top, `x` for the first player, `o` for the second, `.` for an empty cell; whose turn it
//! is follows from the number of stones. A full board without a line is a draw. Positions in which somebody moved after
//! the game had ended are refused, and so are stones that do not alternate in the only column of a board.
//!
//! # How the board is kept
//! Two sets of cells, one bit a cell, columns side by side and each from the bottom up (here 4 × 3):
//! ```text
//!  2  5  8 11
//!  1  4  7 10
//!  0  3  6  9
//! ```
//! No bit is spent on borders. A line in some direction is a start and cells at multiples of a distance from it, and
//! a mask of the starts from which the line fits on the board keeps lines from running over an edge.

mod score;
mod threats;

use score::Scores;
use threats::Foreseen;
use winproof::drawing::{Colour, Drawing, Ground, MovePlace, Shape};
use winproof::{Game, Player, Rules, Status, TextError, TextRules, Value};
pub use winproof_kit::Word;
use winproof_kit::board_drawing::of_rows;
use winproof_kit::board_text::{check_counts, read_rows, write_rows};
use winproof_kit::packed::{Pack, Words};

/// The largest number of cells that a board can have.
pub const MOST_CELLS: u32 = 128;

/// How many steps towards the middle count.
const RINGS: usize = 3;

/// A position: who has which stones. `u64` holds boards of up to 64 cells, `u128` up to 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones<W> {
    /// The stones of the player to move; the others are the opponent's.
    mover: W,
    all: W,
}

impl Pack for Stones<u128> {
    fn pack(&self) -> Words {
        let Stones { mover, all } = *self;
        [mover as u64, (mover >> 64) as u64, all as u64, (all >> 64) as u64, 0]
    }
    fn unpack(words: &Words) -> Self {
        let [mover, all] = [0, 2].map(|low| u128::from(words[low]) | u128::from(words[low + 1]) << 64);
        Stones { mover, all }
    }
}

/// The rules of Connect Four for one size of board and length of line.
///
/// ```
/// use winproof::{Rules, Status, TextRules};
/// use winproof_connect4::ConnectFour;
///
/// let game = ConnectFour::<u64>::new(7, 6, 4).unwrap();
/// let mut position = game.start();
/// for column in ["4", "1", "4", "1", "4", "2", "4"] {
///     position = game.play(&position, game.parse_move(&position, column).unwrap());
/// }
/// assert_eq!(game.position_text(&position), "......./......./...x.../...x.../o..x.../oo.x...");
/// assert_eq!(game.status(&position), Status::Ended(1));
/// assert_eq!(game.value_text(&game.start(), 1), "X wins");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour<W = u64> {
    columns: u32,
    rows: u32,
    line: u32,
    /// The top row; a column is full where its top cell is taken.
    top: W,
    /// All cells.
    board: W,
    /// The leftmost column.
    left_column: W,
    /// Ever smaller sets of columns about the middle: the more of them a cell is in, the nearer to the middle it is.
    rings: [W; RINGS],
    /// The distance of neighbours in each of the four directions, and where lines can start; no distance and no start
    /// where a line does not fit.
    directions: [(u32, W); 4],
    /// The distance of neighbours downhill, if lines fit sideways at all.
    slope: u32,
    /// What wins are worth, where a quick one counts for more.
    scores: Option<Scores>,
}

impl<W: Word> ConnectFour<W> {
    /// The rules for a board of `columns` × `rows` cells on which `line` stones in a row win.
    ///
    /// ```
    /// use winproof_connect4::ConnectFour;
    /// assert!(ConnectFour::<u64>::new(8, 8, 4).is_ok());
    /// assert!(ConnectFour::<u64>::new(9, 8, 4).is_err());
    /// assert!(ConnectFour::<u128>::new(9, 8, 4).is_ok());
    /// ```
    pub fn new(columns: u32, rows: u32, line: u32) -> Result<ConnectFour<W>, TextError> {
        let cells = u64::from(columns) * u64::from(rows);
        if cells == 0 || cells > u64::from(W::BITS) {
            let sentence = format!("a board of {columns}x{rows} is not possible; it must have 1 to {} cells", W::BITS);
            return Err(TextError::new(sentence));
        }
        if !(2..=MOST_CELLS).contains(&line) {
            return Err(TextError::new(format!(
                "a line of {line} is not possible; its length must be 2 to {MOST_CELLS}"
            )));
        }
        // The cells of some columns and rows of the board, from the bottom left.
        let rectangle = |wide: u32, from_row: u32, to_row: u32| {
            let cells = (0..wide).flat_map(|column| (from_row..to_row).map(move |row| column * rows + row));
            cells.fold(W::default(), |set, cell| set | W::ONE << cell)
        };
        // How many columns from the left, and rows from the bottom, a line that goes right, or up, can start in.
        let wide = (columns + 1).saturating_sub(line);
        let high = (rows + 1).saturating_sub(line);
        let directions = [
            (1, rectangle(columns, 0, high)),
            (rows, rectangle(wide, 0, rows)),
            (rows + 1, rectangle(wide, 0, high)),
            // Downhill. On a single row there is no such line, and no distance either.
            (rows.saturating_sub(1), rectangle(wide, line - 1, rows)),
        ];
        // Without a start, the distance may be more than the word has bits.
        let directions =
            directions.map(|(step, starts)| if starts == W::default() { (0, starts) } else { (step, starts) });
        let ring = |margin: u32| match columns.checked_sub(2 * margin) {
            None | Some(0) => W::default(),
            Some(wide) => rectangle(wide, 0, rows) << (margin * rows),
        };
        let rings = std::array::from_fn(|place| ring(place as u32 + 1));
        Ok(ConnectFour {
            columns,
            rows,
            line,
            slope: if wide == 0 { 0 } else { rows - 1 },
            top: rectangle(columns, rows - 1, rows),
            board: rectangle(columns, 0, rows),
            left_column: rectangle(1, 0, rows),
            rings,
            directions,
            scores: None,
        })
    }

    /// The same with scores, the game `connect4-score`: a quick win counts for more. The winner scores one more than
    /// the stones that he has to spare, of the half of the cells that is his.
    ///
    /// ```
    /// use winproof::{Rules, Status, TextRules};
    /// use winproof_connect4::ConnectFour;
    ///
    /// let game = ConnectFour::<u64>::with_scores(7, 6, 4).unwrap();
    /// let mut position = game.start();
    /// for column in ["4", "1", "4", "1", "4", "2", "4"] {
    ///     position = game.play(&position, game.parse_move(&position, column).unwrap());
    /// }
    /// assert_eq!(game.status(&position), Status::Ended(18));
    /// assert_eq!(game.value_text(&game.start(), 18), "X wins with 17 stones to spare");
    /// ```
    pub fn with_scores(columns: u32, rows: u32, line: u32) -> Result<ConnectFour<W>, TextError> {
        let game = ConnectFour::new(columns, rows, line)?;
        let scores = Some(Scores::new(columns, rows, line));
        Ok(ConnectFour { scores, ..game })
    }

    /// Whether a set of stones has a line.
    #[inline]
    fn has_line(&self, stones: W) -> bool {
        match self.line {
            4 => self.has_line_of_four(stones),
            line => self.has_line_of(line, stones),
        }
    }

    /// The usual length, short enough to stand in the loops of the searches. Distances sideways differ by one, so most
    /// shifts are by a constant, which takes a processor a third of the time.
    #[inline(always)]
    fn has_line_of_four(&self, stones: W) -> bool {
        let [(_, up), (_, right), (_, uphill), (_, downhill)] = self.directions;
        let (slope, twice) = (self.slope, 2 * self.slope);
        let next = stones >> slope;
        let upwards = stones & stones >> 1;
        let down = stones & next;
        let sideways = stones & next >> 1;
        let risen = stones & next >> 2;
        let found = upwards & upwards >> 2 & up
            | down & down >> twice & downhill
            | sideways & sideways >> twice >> 2 & right
            | risen & risen >> twice >> 4 & uphill;
        found != W::default()
    }

    /// Keeps the cells that start a run of stones and doubles the length of the run until it is that of a line.
    #[cold]
    #[inline(never)]
    fn has_line_of(&self, line: u32, stones: W) -> bool {
        let mut found = W::default();
        for (step, starts) in self.directions {
            let mut runs = stones;
            let mut length = 1;
            while length < line {
                let more = length.min(line - length);
                runs = runs & runs >> (step * more);
                length += more;
            }
            found = found | runs & starts;
        }
        found != W::default()
    }

    /// The player whose turn it is.
    #[inline]
    fn turn(position: &Stones<W>) -> Player {
        if position.all.count().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// The stones of the first player.
    fn first_stones(position: &Stones<W>) -> W {
        match Self::turn(position) {
            Player::Max => position.mover,
            Player::Min => position.all ^ position.mover,
        }
    }

    /// The set with its left and right exchanged.
    fn mirror(&self, stones: W) -> W {
        let mut image = W::default();
        for column in 0..self.columns {
            let cells = stones >> (column * self.rows) & self.left_column;
            image = image | cells << ((self.columns - 1 - column) * self.rows);
        }
        image
    }

    /// Refuses positions that play cannot reach, as far as the rules or their values rest on that; `text` is what was
    /// read.
    fn check(&self, position: &Stones<W>, text: &str) -> Result<(), TextError> {
        let first = Self::first_stones(position);
        if self.columns == 1 {
            // With only one place to go the players alternate from the bottom up, and nobody ever has two in a row.
            let even_rows = (0..self.rows).step_by(2).fold(W::default(), |set, row| set | W::ONE << row);
            if first != position.all & even_rows {
                let rule = "in a single column x and o alternate, x at the bottom";
                return Err(TextError::new(format!("'{text}' cannot be reached; {rule}")));
            }
        }
        let lines = [first, position.all ^ first].map(|stones| self.has_line(stones));
        let sentence = match (lines, Self::turn(position)) {
            ([true, true], _) => "has lines of both players; the first one ends the game",
            ([true, false], Player::Max) => "has a line of x, but by the number of stones o moved after that",
            ([false, true], Player::Min) => "has a line of o, but by the number of stones x moved after that",
            _ => return Ok(()),
        };
        Err(TextError::new(format!("'{text}' {sentence}")))
    }
}

impl<W: Word> Rules for ConnectFour<W> {
    type Position = Stones<W>;
    type Move = u8;

    #[inline]
    fn status(&self, position: &Stones<W>) -> Status {
        let turn = Self::turn(position);
        if self.has_line(position.all ^ position.mover) {
            // Stones are counted only where it matters: who moves is found faster without.
            let score = self.scores.as_ref().map_or(1, |scores| scores.of_line(position.all));
            return Status::Ended(if turn == Player::Max { -score } else { score });
        }
        if position.all == self.board { Status::Ended(0) } else { Status::Turn(turn) }
    }
    #[inline]
    fn moves(&self, position: &Stones<W>, moves: &mut Vec<u8>) {
        let open = self.top & !position.all;
        let mut top = W::ONE << (self.rows - 1);
        for column in 0..self.columns as u8 {
            if open & top != W::default() {
                moves.push(column);
            }
            top = top << self.rows;
        }
    }
    #[inline]
    fn play(&self, position: &Stones<W>, column: u8) -> Stones<W> {
        // A stone added at the bottom carries through the stones of the column to the cell where it lands.
        let bottom = W::ONE << (u32::from(column) * self.rows);
        Stones { mover: position.all ^ position.mover, all: position.all | position.all.plus(bottom) }
    }
    fn values(&self) -> Vec<Value> {
        self.scores.map_or(vec![-1, 0, 1], |scores| scores.values())
    }
}

impl<W: Word> Game for ConnectFour<W> {
    fn canonical(&self, position: &Stones<W>) -> Stones<W> {
        let mover = self.mirror(position.mover);
        if mover > position.mover {
            return *position;
        }
        Stones { mover, all: self.mirror(position.all) }.min(*position)
    }
    fn has_symmetry(&self) -> bool {
        true
    }
    fn most_positions(&self) -> Option<u64> {
        // A column of n cells holds 0 to n stones of two kinds.
        let column = 2u64.checked_pow(self.rows + 1)? - 1;
        column.checked_pow(self.columns)
    }
    #[inline]
    fn mobility(&self, position: &Stones<W>) -> u32 {
        (self.top & !position.all).count()
    }
    #[inline]
    fn hash(&self, position: &Stones<W>) -> u64 {
        position.mover.mix(position.all)
    }
    fn foresight(&self, position: &Stones<W>) -> Option<(Value, Value)> {
        let (low, high) = match (self.foresee(position), &self.scores) {
            (foreseen, Some(scores)) => scores.bounds(position.all.count(), foreseen),
            (Foreseen::Win, None) => (1, 1),
            (Foreseen::Loss, None) => (-1, -1),
            (Foreseen::Open([true, true]), None) => return None,
            (Foreseen::Open([mover, opponent]), None) => (-i32::from(opponent), i32::from(mover)),
        };
        Some(if Self::turn(position) == Player::Max { (low, high) } else { (-high, -low) })
    }
    fn foresees(&self) -> bool {
        true
    }
    fn outlook(&self, position: &Stones<W>) -> i32 {
        self.prospect(position)
    }
    fn move_number(&self, position: &Stones<W>, column: u8) -> Option<usize> {
        let height = (position.all >> (u32::from(column) * self.rows) & self.left_column).count();
        Some((u32::from(column) * self.rows + height) as usize)
    }
}

impl<W: Word> TextRules for ConnectFour<W> {
    fn name(&self) -> String {
        if self.scores.is_some() { "connect4-score" } else { "connect4" }.to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        let size = format!("{}x{}", self.columns, self.rows);
        vec![("size".to_string(), size), ("line".to_string(), self.line.to_string())]
    }
    fn start(&self) -> Stones<W> {
        Stones::default()
    }
    fn position_text(&self, position: &Stones<W>) -> String {
        let first = Self::first_stones(position);
        write_rows(self.columns as usize, self.rows as usize, |column, row| {
            let cell = W::ONE << ((column as u32 + 1) * self.rows - 1 - row as u32);
            match (position.all & cell != W::default(), first & cell != W::default()) {
                (false, _) => '.',
                (true, true) => 'x',
                (true, false) => 'o',
            }
        })
    }
    fn parse_position(&self, text: &str) -> Result<Stones<W>, TextError> {
        let board = read_rows(text, self.columns as usize, self.rows as usize, "xo.")?;
        let (mut first, mut all) = (W::default(), W::default());
        for column in 0..self.columns {
            let mut floor = true;
            for row in 0..self.rows {
                let cell = W::ONE << (column * self.rows + row);
                match board[(self.rows - 1 - row) as usize][column as usize] {
                    '.' => floor = false,
                    _ if !floor => {
                        let place = format!("column {} of '{text}'", column + 1);
                        return Err(TextError::new(format!(
                            "{place} has a stone above an empty cell; stones fall down"
                        )));
                    }
                    stone => {
                        all = all | cell;
                        first = if stone == 'x' { first | cell } else { first };
                    }
                }
            }
        }
        check_counts(text, first.count(), (all ^ first).count())?;
        let turn = Self::turn(&Stones { mover: first, all });
        let position = Stones { mover: if turn == Player::Max { first } else { all ^ first }, all };
        self.check(&position, text)?;
        Ok(position)
    }
    fn move_text(&self, _: &Stones<W>, column: u8) -> String {
        (u32::from(column) + 1).to_string()
    }
    fn picture(&self, position: &Stones<W>) -> String {
        let width = self.columns.to_string().len() + 1;
        let rows = self.position_text(position);
        let rows = rows.split('/').map(|row| row.chars().map(|cell| format!("{cell:>width$}")).collect());
        let numbers = (1..=self.columns).map(|column| format!("{column:>width$}")).collect();
        rows.chain([numbers]).collect::<Vec<String>>().join("\n")
    }
    fn drawing(&self, position: &Stones<W>) -> Drawing {
        let name = |column: usize, row: usize| format!("column {}, row {}", column + 1, self.rows as usize - row);
        let man = |cell| match cell {
            'x' => Some((Shape::Disc, Colour::Red)),
            'o' => Some((Shape::Disc, Colour::Yellow)),
            _ => None,
        };
        let drawing = of_rows(&self.position_text(position), |_, _| Ground::Hole, name, man);
        drawing.with_names((1..=self.columns).map(|column| column.to_string()), [])
    }
    fn move_place(&self, position: &Stones<W>, column: u8) -> MovePlace {
        let (columns, rows, column) = (self.columns as usize, self.rows as usize, usize::from(column));
        let stones = (position.all >> (column as u32 * self.rows) & self.left_column).count() as usize;
        let cell = |row: usize| row * columns + column;
        // Whoever points at a column means the move there.
        MovePlace { from: None, to: vec![cell(rows - 1 - stones)], near: (0..rows).map(cell).collect() }
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "X" } else { "O" }.to_string()
    }
    fn value_text(&self, _: &Stones<W>, value: Value) -> String {
        let result = match value {
            0 => "draw",
            1.. => "X wins",
            _ => "O wins",
        };
        if self.scores.is_some() { Scores::text(result, value) } else { result.to_string() }
    }
}

#[cfg(test)]
mod tests;
