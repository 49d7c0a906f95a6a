//! The game `domineering`: two players lay dominoes on a board, Vertical upright ones, Horizontal flat ones; whoever
//! cannot lay one loses (Göran Andersson; Conway 1976).
//!
//! A size is rows × columns. Vertical is Max and starts, unless the parameter `first` says `horizontal`. Positions are
//! written row by row from the top, `#` for a covered cell and `.` for an empty one, then who moves: `..#/..#/... h`.
//! Which dominoes cover the cells makes no difference to the rest of the game, and any set of covered cells is a
//! position, so boards of any shape can be set up. A move is the cell of the domino that is nearest to the bottom left,
//! the column as letters and the row as a number from the bottom: `b1` is b1 and b2 for Vertical, b1 and c1 for
//! Horizontal.
//!
//! # How the board is kept
//! One set of empty cells, one bit a cell, rows one above the other from the bottom left (here 3 rows, 4 columns):
//! ```text
//!  8  9 10 11
//!  4  5  6  7
//!  0  1  2  3
//! ```
//! No bit is spent on borders: an upright domino stands where a cell and the one a row above it are
//! empty, and a mask keeps flat ones from running over the right edge.
//!
//! What a look at a position tells before play has ended is in [`counts`] and `bands`, which moves need not be tried is
//! in `dominance`.

mod bands;
pub mod counts;
mod dominance;

use winproof::drawing::{Colour, Drawing, Ground, MovePlace, Shape};
use winproof::{Game, Player, Rules, Status, TextError, TextRules};
use winproof_kit::Word;
use winproof_kit::board_drawing::{numbers_down, of_rows};
use winproof_kit::board_text::{read_rows, write_rows};
use winproof_kit::packed::{Pack, Words};

/// A position: which cells are empty, and who moves. `u64` holds boards of up to 64 cells, `u128` up to 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board<W> {
    /// The cells that no domino covers.
    pub(crate) empty: W,
    /// Who moves: Max is Vertical.
    pub(crate) mover: Player,
}

impl Pack for Board<u128> {
    fn pack(&self) -> Words {
        [self.empty as u64, (self.empty >> 64) as u64, u64::from(self.mover == Player::Min), 0, 0]
    }
    fn unpack(words: &Words) -> Self {
        let mover = if words[2] == 0 { Player::Max } else { Player::Min };
        Board { empty: u128::from(words[0]) | u128::from(words[1]) << 64, mover }
    }
}

impl<W: Word> Board<W> {
    /// The cells that no domino covers.
    pub fn empty(&self) -> W {
        self.empty
    }

    /// Who moves: Max is Vertical.
    pub fn mover(&self) -> Player {
        self.mover
    }
}

/// The rules of domineering for one size of board.
///
/// ```
/// use winproof::{Player, TextRules};
/// use winproof_boards::Domineering;
///
/// let game = Domineering::<u64>::new(3, 3, Player::Max).unwrap();
/// let solution = winproof::solve(&game, &game.start());
/// assert_eq!(solution.value(), Some(1)); // Vertical wins when he starts
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domineering<W = u64> {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    first: Player,
    /// All cells.
    pub(crate) cells: W,
    /// All cells that have a neighbour on their right.
    pub(crate) not_last_column: W,
    /// All cells that have a neighbour on their left.
    pub(crate) not_first_column: W,
    /// The cells of the lowest row.
    lowest_row: W,
    even_columns: W,
    even_rows: W,
}

impl<W: Word> Domineering<W> {
    /// The rules for a board of `rows` × `columns` cells on which this player starts: Max is Vertical.
    pub fn new(rows: u32, columns: u32, first: Player) -> Result<Domineering<W>, TextError> {
        let count = u64::from(columns) * u64::from(rows);
        if count == 0 || count > u64::from(W::BITS) {
            let sentence = format!("a board of {rows}x{columns} is not possible; it must have 1 to {} cells", W::BITS);
            return Err(TextError::new(sentence));
        }
        let set = |wanted: &dyn Fn(u32, u32) -> bool| {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let wanted = cells.filter(|&(row, column)| wanted(row, column));
            wanted.fold(W::default(), |set, (row, column)| set | W::ONE << (row * columns + column))
        };
        Ok(Domineering {
            rows,
            columns,
            first,
            cells: set(&|_, _| true),
            not_last_column: set(&|_, column| column + 1 < columns),
            not_first_column: set(&|_, column| column > 0),
            lowest_row: set(&|row, _| row == 0),
            even_columns: set(&|_, column| column % 2 == 0),
            even_rows: set(&|row, _| row % 2 == 0),
        })
    }

    /// The board's rows and columns.
    ///
    /// ```
    /// use winproof::Player;
    /// let game = winproof_boards::Domineering::<u64>::new(4, 6, Player::Max).unwrap();
    /// assert_eq!(game.size(), (4, 6));
    /// ```
    pub fn size(&self) -> (u32, u32) {
        (self.rows, self.columns)
    }

    /// The cells moved down by one row: a cell is in the result where the cell above it is in the set.
    #[inline]
    pub(crate) fn moved_down(&self, cells: W) -> W {
        // On a board of one row, a row may be as long as the word.
        if self.rows == 1 { W::default() } else { cells >> self.columns }
    }

    /// The cells moved up by one row, within the board.
    #[inline]
    pub(crate) fn moved_up(&self, cells: W) -> W {
        if self.rows == 1 { W::default() } else { cells << self.columns & self.cells }
    }

    /// The cells moved left: a cell is in the result where the cell on its right is in the set.
    #[inline]
    pub(crate) fn moved_left(&self, cells: W) -> W {
        if self.columns == 1 { W::default() } else { cells >> 1 & self.not_last_column }
    }

    /// The cells moved right, within the board.
    #[inline]
    pub(crate) fn moved_right(&self, cells: W) -> W {
        if self.columns == 1 { W::default() } else { cells << 1 & self.not_first_column & self.cells }
    }

    /// Where a player's domino can have its lower or left cell.
    #[inline]
    pub(crate) fn places(&self, empty: W, player: Player) -> W {
        match player {
            Player::Max => empty & self.moved_down(empty),
            Player::Min => empty & self.moved_left(empty),
        }
    }

    /// The cells that a player's domino covers.
    #[inline]
    pub(crate) fn domino(&self, player: Player, cell: u32) -> W {
        let low = W::ONE << cell;
        match player {
            Player::Max => low | low << self.columns,
            Player::Min => low | low << 1,
        }
    }

    /// The first cell of each column for Vertical, of each row for Horizontal.
    pub(crate) fn first_line(&self, player: Player) -> W {
        match player {
            Player::Max => self.lowest_row,
            Player::Min => self.cells & !self.not_first_column,
        }
    }

    /// Every second column for Vertical, every second row for Horizontal.
    pub(crate) fn even_lines(&self, player: Player) -> W {
        match player {
            Player::Max => self.even_columns,
            Player::Min => self.even_rows,
        }
    }

    /// The set with top and bottom exchanged.
    fn upside_down(&self, cells: W) -> W {
        let mut image = W::default();
        for row in 0..self.rows {
            let one = cells >> (row * self.columns) & self.lowest_row;
            image = image | one << ((self.rows - 1 - row) * self.columns);
        }
        image
    }

    /// The cell's name, such as `b1`.
    fn cell_text(&self, cell: u32) -> String {
        format!("{}{}", column_name(cell % self.columns), cell / self.columns + 1)
    }
}

/// Adds the numbers of the cells to a list.
#[inline]
fn push_cells<W: Word>(mut cells: W, list: &mut Vec<u8>) {
    while cells != W::default() {
        let cell = cells.first();
        cells = cells ^ W::ONE << cell;
        list.push(cell as u8);
    }
}

/// A column's letters: a to z, then aa, ab and so on.
fn column_name(column: u32) -> String {
    let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
    match column {
        0..26 => letter(column).to_string(),
        _ => format!("{}{}", letter(column / 26 - 1), letter(column)),
    }
}

impl<W: Word> Rules for Domineering<W> {
    type Position = Board<W>;
    type Move = u8;

    #[inline]
    fn status(&self, position: &Board<W>) -> Status {
        if self.places(position.empty, position.mover) != W::default() {
            return Status::Turn(position.mover);
        }
        Status::Ended(if position.mover == Player::Max { -1 } else { 1 })
    }
    #[inline]
    fn moves(&self, position: &Board<W>, moves: &mut Vec<u8>) {
        push_cells(self.places(position.empty, position.mover), moves);
    }
    #[inline]
    fn play(&self, position: &Board<W>, cell: u8) -> Board<W> {
        let domino = self.domino(position.mover, u32::from(cell));
        Board { empty: position.empty & !domino, mover: position.mover.opponent() }
    }
    fn values(&self) -> Vec<i32> {
        vec![-1, 1]
    }
}

impl<W: Word> Game for Domineering<W> {
    fn passed(&self, position: &Board<W>) -> Option<Board<W>> {
        Some(Board { mover: position.mover.opponent(), ..*position })
    }
    fn undominated_moves(&self, position: &Board<W>, moves: &mut Vec<u8>) {
        push_cells(self.undominated_places(position.empty, position.mover), moves);
    }
    fn canonical(&self, position: &Board<W>) -> Board<W> {
        // Turning all bits round turns the board by half; the rest of the word goes out at the low end.
        let turned = |cells: W| cells.reversed() >> (W::BITS - self.rows * self.columns);
        let flipped = self.upside_down(position.empty);
        let images = [position.empty, flipped, turned(position.empty), turned(flipped)];
        let empty = images.into_iter().fold(position.empty, W::min);
        Board { empty, mover: position.mover }
    }
    fn has_symmetry(&self) -> bool {
        true
    }
    #[inline]
    fn mobility(&self, position: &Board<W>) -> u32 {
        self.places(position.empty, position.mover).count()
    }
    fn most_positions(&self) -> Option<u64> {
        // Any set of cells, with either player to move.
        2u64.checked_pow(self.rows * self.columns + 1)
    }
    #[inline]
    fn hash(&self, position: &Board<W>) -> u64 {
        let salt = if position.mover == Player::Max { W::default() } else { W::ONE };
        position.empty.mix(salt)
    }
    fn foresight(&self, position: &Board<W>) -> Option<(i32, i32)> {
        let (empty, mover) = (position.empty, position.mover);
        let by_bands = || {
            let wins = |player: &Player| self.wins_in_bands(empty, *player, mover) == Some(true);
            [mover, mover.opponent()].into_iter().find(wins)
        };
        let winner = self.winner_by_counts(empty, mover).or_else(by_bands)?;
        Some(if winner == Player::Max { (1, 1) } else { (-1, -1) })
    }
    fn foresees(&self) -> bool {
        true
    }
    fn outlook(&self, position: &Board<W>) -> i32 {
        let moves = |player| (self.real_moves(position.empty, player) + self.safe_moves(position.empty, player)) as i32;
        moves(Player::Max) - moves(Player::Min)
    }
    fn move_number(&self, _: &Board<W>, cell: u8) -> Option<usize> {
        Some(usize::from(cell))
    }
}

impl<W: Word> TextRules for Domineering<W> {
    fn name(&self) -> String {
        "domineering".to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        let first = if self.first == Player::Max { "vertical" } else { "horizontal" };
        let size = format!("{}x{}", self.rows, self.columns);
        vec![("size".to_string(), size), ("first".to_string(), first.to_string())]
    }
    fn start(&self) -> Board<W> {
        Board { empty: self.cells, mover: self.first }
    }
    fn position_text(&self, position: &Board<W>) -> String {
        let rows = write_rows(self.columns as usize, self.rows as usize, |column, row| {
            let cell = W::ONE << ((self.rows - 1 - row as u32) * self.columns + column as u32);
            if position.empty & cell == W::default() { '#' } else { '.' }
        });
        format!("{rows} {}", if position.mover == Player::Max { 'v' } else { 'h' })
    }
    fn parse_position(&self, text: &str) -> Result<Board<W>, TextError> {
        let mover = |letter: &str| match letter {
            "v" => Some(Player::Max),
            "h" => Some(Player::Min),
            _ => None,
        };
        let parts = text.split_once(' ').and_then(|(rows, letter)| Some((rows, mover(letter)?)));
        let Some((rows, mover)) = parts else {
            let rule = "write the rows, a space, and v for Vertical or h for Horizontal";
            return Err(TextError::new(format!("'{text}' does not say who is to move; {rule}")));
        };
        let board = read_rows(rows, self.columns as usize, self.rows as usize, ".#")?;
        let mut empty = W::default();
        for (row, line) in (0..self.rows).rev().zip(&board) {
            for (column, _) in (0..self.columns).zip(line).filter(|(_, square)| **square == '.') {
                empty = empty | W::ONE << (row * self.columns + column);
            }
        }
        Ok(Board { empty, mover })
    }
    fn move_text(&self, _: &Board<W>, cell: u8) -> String {
        self.cell_text(u32::from(cell))
    }
    fn picture(&self, position: &Board<W>) -> String {
        let margin = self.rows.to_string().len();
        let width = column_name(self.columns - 1).len() + 1;
        let text = self.position_text(position);
        let rows = text.split(['/', ' ']).take(self.rows as usize);
        let mut lines: Vec<String> = (1..=self.rows)
            .rev()
            .zip(rows)
            .map(|(number, row)| {
                let squares: String = row.chars().map(|square| format!("{square:>width$}")).collect();
                format!("{number:>margin$}{squares}")
            })
            .collect();
        let names: String = (0..self.columns).map(|column| format!("{:>width$}", column_name(column))).collect();
        lines.push(format!("{:margin$}{names}", ""));
        lines.join("\n")
    }
    fn drawing(&self, position: &Board<W>) -> Drawing {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        let text = self.position_text(position);
        let name = |column: usize, row: usize| self.cell_text(((rows - 1 - row) * columns + column) as u32);
        let man = |cell| (cell == '#').then_some((Shape::Block, Colour::Grey));
        let board = text.split(' ').next().unwrap_or_default();
        let drawing = of_rows(board, |_, _| Ground::Plain, name, man);
        drawing.with_names((0..self.columns).map(column_name), numbers_down(rows))
    }
    fn move_place(&self, position: &Board<W>, cell: u8) -> MovePlace {
        let (columns, rows, cell) = (self.columns as usize, self.rows as usize, usize::from(cell));
        let other = cell + if position.mover == Player::Max { columns } else { 1 };
        // The cell that names the move comes first; rows of the drawing count from the top.
        let drawn = |cell: usize| (rows - 1 - cell / columns) * columns + cell % columns;
        MovePlace { from: None, to: vec![drawn(cell), drawn(other)], near: Vec::new() }
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "Vertical" } else { "Horizontal" }.to_string()
    }
}

#[cfg(test)]
mod tests;
