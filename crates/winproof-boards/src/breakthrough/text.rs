//! Positions and moves of Breakthrough as text.

use super::{Breakthrough, CELL, Pieces};
use winproof::drawing::{Colour, Drawing, Shape};
use winproof::{Player, TextError, TextRules};
use winproof_kit::board_drawing::{chequered, letters, numbers_down, of_rows};
use winproof_kit::board_text::{read_rows, write_rows};

impl Breakthrough {
    /// The cell's name, such as `b1`.
    fn cell_text(&self, cell: u32) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.columns) as u8), cell / self.columns + 1)
    }

    /// The bit of the cell in a column and a row, counted from the top left.
    fn bit(&self, column: usize, row: usize) -> u64 {
        1 << ((self.rows as usize - 1 - row) * self.columns as usize + column)
    }
}

impl TextRules for Breakthrough {
    fn name(&self) -> String {
        "breakthrough".to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        vec![("size".to_string(), format!("{}x{}", self.columns, self.rows))]
    }
    fn start(&self) -> Pieces {
        let second_row = if self.rows == 3 { 0 } else { self.above(self.bottom_row) };
        let white = self.bottom_row | second_row;
        Pieces { white, black: self.turned(white), mover: Player::Max }
    }
    fn position_text(&self, position: &Pieces) -> String {
        let board = write_rows(self.columns as usize, self.rows as usize, |column, row| {
            let cell = self.bit(column, row);
            match (position.white & cell != 0, position.black & cell != 0) {
                (true, _) => 'w',
                (_, true) => 'b',
                _ => '.',
            }
        });
        format!("{board} {}", if position.mover == Player::Max { 'w' } else { 'b' })
    }
    fn parse_position(&self, text: &str) -> Result<Pieces, TextError> {
        let Some((board, mover)) = text.trim().rsplit_once(' ') else {
            let example = self.position_text(&self.start());
            let rule = format!("write w or b after the board, such as '{example}'");
            return Err(TextError::new(format!("'{text}' does not say who moves; {rule}")));
        };
        let mover = match mover {
            "w" => Player::Max,
            "b" => Player::Min,
            other => {
                return Err(TextError::new(format!("'{other}' is not a side to move; write w or b after the board")));
            }
        };
        let rows = read_rows(board.trim_end(), self.columns as usize, self.rows as usize, "wb.")?;
        let pieces = |colour: char| {
            let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
                cells.iter().enumerate().map(move |(column, &cell)| (self.bit(column, row), cell))
            });
            cells.filter(|&(_, cell)| cell == colour).fold(0, |set, (bit, _)| set | bit)
        };
        let (white, black) = (pieces('w'), pieces('b'));
        if white | black == 0 {
            return Err(TextError::new(format!("'{text}' has no pieces; put at least one of w or b on the board")));
        }
        if self.won(white, black) == [true, true] {
            let sentence = format!("'{text}' is won for both sides; only one can have a piece on its far row");
            return Err(TextError::new(sentence));
        }
        Ok(Pieces { white, black, mover })
    }
    fn move_text(&self, position: &Pieces, mv: u8) -> String {
        let target = self.target(position.mover, mv);
        format!("{}{}", self.cell_text(u32::from(mv & CELL)), self.cell_text(target))
    }
    fn picture(&self, position: &Pieces) -> String {
        let text = self.position_text(position);
        let board = text.split(' ').next().unwrap_or_default();
        let line = |number: String, cells: &mut dyn Iterator<Item = char>| {
            let cells: String = cells.map(|cell| format!(" {cell}")).collect();
            format!("{number:>2} {cells}")
        };
        let numbers = (1..=self.rows).rev();
        let rows = numbers.zip(board.split('/')).map(|(number, row)| line(number.to_string(), &mut row.chars()));
        let names = line(String::new(), &mut ('a'..='z').take(self.columns as usize));
        rows.chain([names]).collect::<Vec<_>>().join("\n")
    }
    fn drawing(&self, position: &Pieces) -> Drawing {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        let text = self.position_text(position);
        let name = |column: usize, row: usize| self.cell_text(((rows - 1 - row) * columns + column) as u32);
        let man = |cell| match cell {
            'w' => Some((Shape::Pawn, Colour::White)),
            'b' => Some((Shape::Pawn, Colour::Black)),
            _ => None,
        };
        let board = text.split(' ').next().unwrap_or_default();
        let drawing = of_rows(board, |column, row| chequered(column, row, rows), name, man);
        drawing.with_names(letters(columns), numbers_down(rows))
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "White" } else { "Black" }.to_string()
    }
    fn moves_in_pairs(&self) -> bool {
        true
    }
    fn end_text(&self, ended: &Pieces) -> String {
        let &Pieces { white, black, .. } = ended;
        match () {
            () if white & self.top_row != 0 => "White is on the top row",
            () if black & self.bottom_row != 0 => "Black is on the bottom row",
            () if black == 0 => "Black has no pieces left",
            () => "White has no pieces left",
        }
        .to_string()
    }
}
