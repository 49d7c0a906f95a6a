//! Woodpush in words.

use super::{Board, MOST_PIECES, State, Step, Woodpush};
use winproof::drawing::{Colour, Drawing, Ground, Label, Shape};
use winproof::{Player, TextError, TextRules, Value};
use winproof_kit::board_drawing::of_rows;
use winproof_kit::board_text::count;

impl Woodpush {
    pub(super) fn board_text(&self, board: Board) -> String {
        let cells = (0..self.length).map(|cell| match (board.left >> cell & 1, board.right >> cell & 1) {
            (1, _) => 'L',
            (_, 1) => 'R',
            _ => '.',
        });
        cells.collect()
    }

    fn parse_board(&self, text: &str) -> Result<Board, TextError> {
        let mut board = Board::default();
        let length = text.chars().count();
        if length != self.length as usize {
            let sentence = format!("'{text}' has {}; the strip has {}", count(length, "cell"), self.length);
            return Err(TextError::new(sentence));
        }
        for (cell, piece) in text.chars().enumerate() {
            match piece {
                'L' => board.left |= 1 << cell,
                'R' => board.right |= 1 << cell,
                '.' => {}
                other => {
                    let sentence = format!("cell {} of '{text}' is '{other}'; cells are 'L', 'R', '.'", cell + 1);
                    return Err(TextError::new(sentence));
                }
            }
        }
        for (pieces, name) in [(board.left, "L"), (board.right, "R")] {
            if pieces.count_ones() > MOST_PIECES {
                let sentence = format!("'{text}' has {} {name}; a player has at most 2 pieces", pieces.count_ones());
                return Err(TextError::new(sentence));
            }
        }
        if board == Board::default() {
            return Err(TextError::new(format!("'{text}' has no pieces; play ends when one player has none")));
        }
        Ok(board)
    }

    /// The earlier boards in a text, each of which must be one that could be repeated after `board`.
    fn parse_forbidden(&self, text: &str, board: Board) -> Result<Vec<Board>, TextError> {
        let mut forbidden = Vec::new();
        for earlier_text in text.split(',') {
            let earlier = self.parse_board(earlier_text)?;
            if earlier == board {
                return Err(TextError::new(format!("'{earlier_text}' is the present board; list only earlier ones")));
            }
            if forbidden.contains(&earlier) {
                return Err(TextError::new(format!(
                    "the earlier board '{earlier_text}' is listed twice; list it once"
                )));
            }
            if self.components.of(earlier) != self.components.of(board) {
                let sentence = "cannot occur both before and after the present one; leave it out";
                return Err(TextError::new(format!("the earlier board '{earlier_text}' {sentence}")));
            }
            forbidden.push(earlier);
        }
        Ok(forbidden)
    }
}

impl TextRules for Woodpush {
    fn name(&self) -> String {
        "woodpush".to_string()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        vec![("size".to_string(), self.length.to_string())]
    }
    fn start(&self) -> State {
        Woodpush::state(Board { left: 0b101, right: 0b101 << (self.length - 3) }, Player::Max, Vec::new())
    }
    fn position_text(&self, state: &State) -> String {
        let player = if state.player == Player::Max { 'L' } else { 'R' };
        let mut text = format!("{} {player}", self.board_text(state.board));
        for (place, &board) in state.forbidden().iter().enumerate() {
            text.push(if place == 0 { ' ' } else { ',' });
            text.push_str(&self.board_text(board));
        }
        text
    }
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&[board, player] | &[board, player, _]) = &words[..] else {
            let wanted =
                format!("write the cells and the player to move, such as '{}'", self.position_text(&self.start()));
            return Err(TextError::new(format!("'{text}' has {}; {wanted}", count(words.len(), "word"))));
        };
        let board = self.parse_board(board)?;
        let player = match player {
            "L" => Player::Max,
            "R" => Player::Min,
            other => {
                return Err(TextError::new(format!("'{other}' is not a side to move; write L or R after the cells")));
            }
        };
        let forbidden = words.get(2).map_or(Ok(Vec::new()), |earlier| self.parse_forbidden(earlier, board))?;
        Ok(Woodpush::state(board, player, forbidden))
    }
    fn move_text(&self, _: &State, step: Step) -> String {
        match step {
            Step::Forward(cell) => format!("f{}", cell + 1),
            Step::Push(cell) => format!("p{}", cell + 1),
        }
    }
    fn picture(&self, state: &State) -> String {
        let width = self.length.to_string().len() + 1;
        let cells: String = self.board_text(state.board).chars().map(|cell| format!("{cell:>width$}")).collect();
        let numbers: String = (1..=self.length).map(|number| format!("{number:>width$}")).collect();
        let mut picture = format!("{cells}\n{numbers}");
        for &board in state.forbidden() {
            picture.push_str(&format!("\n not again: {}", self.board_text(board)));
        }
        picture
    }
    fn drawing(&self, state: &State) -> Drawing {
        let man = |cell| match cell {
            'L' => Some((Shape::RightTriangle, Colour::Blue)),
            'R' => Some((Shape::LeftTriangle, Colour::Red)),
            _ => None,
        };
        let name = |cell: usize, _| (cell + 1).to_string();
        let mut drawing = of_rows(&self.board_text(state.board), |_, _| Ground::Plain, name, man)
            .with_names((1..=self.length).map(|cell| cell.to_string()), []);
        let lines = (0..).zip(state.forbidden());
        drawing.labels.extend(lines.map(|(line, &board)| Label {
            text: format!("not again: {}", self.board_text(board)),
            at: (0.0, 1.8 + line as f32 * 0.4),
            size: 0.28,
            from_left: true,
        }));
        drawing
    }
    fn player_name(&self, player: Player) -> String {
        if player == Player::Max { "Left" } else { "Right" }.to_string()
    }
    fn value_text(&self, _: &Self::Position, value: Value) -> String {
        let winner = self.player_name(if value > 0 { Player::Max } else { Player::Min });
        format!("{winner} wins with {} left", count(value.unsigned_abs() as usize, "piece"))
    }
}
