//! Tests of Othello: the rules against a plain model, known results, passing, symmetry, text.

use super::*;
use std::collections::HashMap;
use winproof::conformance::{check_game, check_texts};
use winproof::perft;
use winproof_kit::hash_families::{assert_hashes_differ, near, special_pairs};

const SIZES: [(u32, u32); 9] = [(4, 4), (4, 6), (6, 4), (6, 6), (4, 8), (8, 4), (6, 8), (8, 6), (8, 8)];

fn game(columns: u32, rows: u32) -> Othello {
    Othello::new(columns, rows).unwrap()
}

fn position(game: &Othello, text: &str) -> Discs {
    game.parse_position(text).unwrap()
}

/// The board told plainly: rows of characters, walked square by square.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Model {
    fn new(text: &str) -> Model {
        let (board, mover) = text.split_once(' ').unwrap();
        Model { rows: board.split('/').map(|row| row.chars().collect()).collect(), mover: mover.parse().unwrap() }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    fn opponent(&self) -> char {
        if self.mover == 'b' { 'w' } else { 'b' }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        self.rows.get(row as usize)?.get(column as usize).copied()
    }

    /// The board after a disc of the mover on this square, or none if it turns nothing there.
    fn place(&self, row: i32, column: i32) -> Option<Model> {
        let mut after = self.clone();
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let along = |step: i32| (row + step * down, column + step * right);
            let length =
                (1..).take_while(|&step| self.at(along(step).0, along(step).1) == Some(self.opponent())).count();
            let (end_row, end_column) = along(length as i32 + 1);
            if self.at(end_row, end_column) == Some(self.mover) {
                for step in 1..=length as i32 {
                    let (row, column) = along(step);
                    after.rows[row as usize][column as usize] = self.mover;
                }
            }
        }
        if self.at(row, column) != Some('.') || after == *self {
            return None;
        }
        after.rows[row as usize][column as usize] = self.mover;
        Some(after.passed())
    }

    fn passed(mut self) -> Model {
        self.mover = self.opponent();
        self
    }

    fn placings(&self) -> Vec<(String, Model)> {
        let (rows, columns) = (self.rows.len() as i32, self.rows[0].len() as i32);
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let name = |row: i32, column: i32| format!("{}{}", (b'a' + column as u8) as char, row + 1);
        squares.filter_map(|(row, column)| Some((name(row, column), self.place(row, column)?))).collect()
    }

    /// The moves with what they lead to; none at the end of play.
    fn moves(&self) -> Vec<(String, Model)> {
        let placings = self.placings();
        let passed = self.clone().passed();
        if placings.is_empty() && !passed.placings().is_empty() { vec![("pass".to_string(), passed)] } else { placings }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().iter().map(|(_, after)| after.perft(depth - 1)).sum() }
    }
}

#[test]
fn plays_as_the_model_does() {
    let mut random = 1_u64;
    let mut passes = 0;
    for (columns, rows) in SIZES {
        let game = game(columns, rows);
        for _ in 0..60 {
            let mut here = game.start();
            let mut model = Model::new(&game.position_text(&here));
            loop {
                let expected = model.moves();
                if expected.is_empty() {
                    break;
                }
                let mut moves = Vec::new();
                game.moves(&here, &mut moves);
                let names: Vec<String> = moves.iter().map(|&mv| game.move_text(&here, mv)).collect();
                assert!(names.iter().eq(expected.iter().map(|(name, _)| name)), "{names:?} in {}", model.text());
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let choice = (random >> 33) as usize % moves.len();
                passes += u32::from(moves[choice] == PASS);
                here = game.play(&here, moves[choice]);
                model = expected[choice].1.clone();
                assert_eq!(game.position_text(&here), model.text());
            }
            let count = |colour| model.rows.iter().flatten().filter(|&&square| square == colour).count() as Value;
            assert_eq!(game.status(&here), Status::Ended(count('b') - count('w')));
        }
    }
    assert!(passes > 100);
}

#[test]
fn lines_of_play() {
    let counts = |game: Othello, deepest| -> Vec<u64> {
        (1..=deepest).map(|depth| perft(&game, &game.start(), depth)).collect()
    };
    assert_eq!(counts(game(8, 8), 8), [4, 12, 56, 244, 1396, 8200, 55092, 390_216]);
    for (columns, rows, deepest) in [(4, 4, 8), (4, 6, 7), (6, 6, 6), (8, 8, 5)] {
        let game = game(columns, rows);
        let model = Model::new(&game.position_text(&game.start()));
        let expected: Vec<u64> = (1..=deepest).map(|depth| model.perft(depth)).collect();
        assert_eq!(counts(game, deepest), expected, "{columns}x{rows}");
    }
}

/// The value by trying everything, once for each position up to symmetry.
fn value(game: &Othello, position: &Discs, known: &mut HashMap<Discs, Value>) -> Value {
    let player = match game.status(position) {
        Status::Ended(value) => return value,
        Status::Turn(player) => player,
    };
    let canonical = game.canonical(position);
    if let Some(&value) = known.get(&canonical) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.into_iter().map(|mv| value(game, &game.play(position, mv), known));
    let best = if player == Player::Max { values.max() } else { values.min() }.unwrap();
    known.insert(canonical, best);
    best
}

#[test]
fn white_wins_on_four_by_four_by_eight() {
    let game = game(4, 4);
    assert_eq!(value(&game, &game.start(), &mut HashMap::new()), -8);
}

fn names(game: &Othello, text: &str) -> Vec<String> {
    let here = position(game, text);
    let mut moves = Vec::new();
    game.moves(&here, &mut moves);
    assert_eq!(game.mobility(&here) as usize, moves.len());
    moves.into_iter().map(|mv| game.move_text(&here, mv)).collect()
}

fn after(game: &Othello, text: &str, mv: &str) -> String {
    let here = position(game, text);
    game.position_text(&game.play(&here, game.parse_move(&here, mv).unwrap()))
}

#[test]
fn discs_turn_in_all_directions_and_not_round_the_edge() {
    let game = game(8, 8);
    let star = "......../......../..b...../...wwb.b/...wwww./..bww.wb/....www./...b.b.b b";
    let turned = "......../......../..b...../...bwb.b/...wbbb./..bbbbbb/....bbb./...b.b.b w";
    assert_eq!(after(&game, star, "f6"), turned);
    let edge = "......../......../......../.wwwwwwb/...ww.../......../......../........ b";
    let turned = "......../......../......../bbbbbbbb/...ww.../......../......../........ w";
    assert_eq!(after(&game, edge, "a4"), turned);
    assert_eq!(names(&game, "......../......../.......w/bwwwwww./...ww.../......../......../........ b"), ["h4"]);
}

#[test]
fn a_player_who_cannot_place_a_disc_passes() {
    let game = game(4, 4);
    let pass = "wwww/wbbw/bbbw/.bbw b";
    assert_eq!(names(&game, pass), ["pass"]);
    assert_eq!(game.status(&position(&game, pass)), Status::Turn(Player::Max));
    assert_eq!(after(&game, pass, "pass"), "wwww/wbbw/bbbw/.bbw w");
    assert!(game.parse_move(&position(&game, pass), "a4").is_err());
    assert!(
        game.parse_move(&game.start(), "pass").unwrap_err().to_string().contains("the legal moves are: b1 a2 d3 c4")
    );
}

#[test]
fn play_ends_when_nobody_can_place_a_disc() {
    let game = game(4, 4);
    let status = |text: &str| game.status(&position(&game, text));
    assert_eq!(status("bbbb/bbbb/wwww/wwww b"), Status::Ended(0));
    assert_eq!(status("bbbb/bbbb/bbww/bwww w"), Status::Ended(6));
    // A free square counts for nobody.
    assert_eq!(status("..../.ww./.www/.... b"), Status::Ended(-5));
    assert_eq!(status("..../.ww./.wwb/.... b"), Status::Turn(Player::Max));
}

#[test]
fn images_of_a_position_have_one_canonical_form() {
    let square = game(4, 4);
    let images = [".b../.bb./.bw./....", "..b./.bb./.wb./....", "..../.bw./.bb./.b..", "..../.wb./.bb./..b."];
    let transposed = ["..../bbb./.bw./....", "..../.bw./bbb./....", "..../.bbb/.wb./....", "..../.wb./.bbb/...."];
    let forms: Vec<Discs> = images
        .iter()
        .chain(&transposed)
        .map(|board| square.canonical(&position(&square, &format!("{board} w"))))
        .collect();
    assert!(forms.iter().all(|form| *form == forms[0]), "{forms:?}");
    assert_ne!(square.canonical(&position(&square, ".b../.bb./.bw./.... b")), forms[0]);
    assert_ne!(square.canonical(&position(&square, ".w../.bb./.bw./.... w")), forms[0]);

    let oblong = game(4, 6);
    let images = ["..../.b../.bb./.bw./..../....", "..../..../.wb./.bb./..b./....", "..../..b./.bb./.wb./..../...."];
    let forms = images.map(|board| oblong.canonical(&position(&oblong, &format!("{board} w"))));
    assert!(forms.iter().all(|form| *form == forms[0]), "{forms:?}");
}

#[test]
fn impossible_positions_are_refused() {
    let game = game(4, 4);
    for (text, reason) in [
        (
            "..../.wb./.bw./....",
            "does not say who moves; write b or w after the board, such as '..../.wb./.bw./.... b'",
        ),
        ("..../.wb./.bw./.... x", "'x' is not a side to move; write b or w after the board"),
        ("..../.wb./.bw. b", "has 3 rows; write 4 rows of 4 squares"),
        ("..../.wb./.bw./..x. b", "row 4 of '..../.wb./.bw./..x.' has 'x' in it"),
        ("..../.wb./.b../.... b", "has no disc on c3; the four squares in the middle are never free"),
        ("b.../.wb./.bw./.... b", ""),
        ("bb../.wb./.bw./..bb b", ""),
    ] {
        match game.parse_position(text) {
            Ok(_) => assert_eq!(reason, "", "{text}"),
            Err(error) => assert!(!reason.is_empty() && error.to_string().contains(reason), "{error}"),
        }
    }
    let large = self::game(8, 8);
    let error = large.parse_position("w......./.b....../......../...wb.../...bw.../......../......../........ b");
    let error = error.unwrap_err().to_string();
    assert!(error.contains("has a disc on a1 apart from those in the middle"), "{error}");
    // The end of one row is not next to the beginning of the next one.
    let error = large.parse_position("......../......../.......w/w..wb.../...bw.../......../......../........ b");
    assert!(error.unwrap_err().to_string().contains("apart"));
    let joined = large.parse_position("......../......../.....www/w..wb..w/...bw.../......../......../........ b");
    assert!(joined.unwrap_err().to_string().contains("has a disc on a4 apart"));
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    for (columns, rows) in [(0, 0), (2, 4), (5, 4), (4, 10), (16, 4), (u32::MAX, 4)] {
        let error = Othello::new(columns, rows).unwrap_err().to_string();
        assert!(error.contains("it must have 4, 6 or 8 columns and rows"), "{error}");
    }
}

#[test]
fn words() {
    let game = game(4, 6);
    assert_eq!(
        game.picture(&game.start()),
        "    a b c d\n 1  . . . .\n 2  . . . .\n 3  . w b .\n 4  . b w .\n 5  . . . .\n 6  . . . ."
    );
    assert_eq!(
        [-8, 0, 16].map(|value| game.value_text(&game.start(), value)),
        ["White wins by 8", "draw", "Black wins by 16"]
    );
}

#[test]
fn keeps_the_promises_of_a_game() {
    for (columns, rows) in SIZES {
        let game = game(columns, rows);
        let report = check_game(&game, &game.start(), 60, 1).unwrap();
        assert!(report.positions > 200 && report.ends > 20, "{report:?}");
    }
    let game = game(4, 4);
    let late = position(&game, "wwww/wbbw/bbbw/.bbw b");
    assert!(check_game(&game, &late, 10, 2).is_ok());
}

#[test]
fn odd_positions_keep_the_promises_of_a_game() {
    let game = game(4, 4);
    let texts = [
        "bbbb/bbbb/bbbb/bbbb w",
        "..../.bb./.bb./.... w",
        "..../.ww./.ww./.... w",
        "wb.b/bwbw/wbwb/bw.w b",
        "bw../.wb./.bw./.... w",
    ];
    let report = check_texts(&game, &texts, 50, 1).unwrap();
    assert!(report.positions > 300 && report.ends > 50, "{report:?}");
}

#[test]
fn hashes_of_positions_differ() {
    let game = game(8, 8);
    // The players share no square, and the middle is taken.
    let middle = game.middle();
    let both = |mover: u64, opponent: u64| [Player::Max, Player::Min].map(|player| Discs { mover, opponent, player });
    let apart = special_pairs::<u64>().flat_map(|(one, other)| {
        let rest = (other | middle) & !one;
        [both(one, rest), both(rest, one)].concat()
    });
    assert_hashes_differ(apart, |position| game.hash(position));
    let base = 0x1357_9bdf_0246_8ace;
    let changed = near(base).flat_map(|mover| both(mover, !(mover | base)).into_iter().chain(both(mover, !mover)));
    let images = near(base).take(64).flat_map(|mover| {
        let (movers, opponents) = (game.images(mover), game.images(!mover & !0xff));
        movers.into_iter().zip(opponents).flat_map(|(mover, opponent)| both(mover, opponent)).collect::<Vec<_>>()
    });
    assert_hashes_differ(changed.chain(images), |position| game.hash(position));
}

/// Discs called stable keep their colour to the end of play, whatever is played.
#[test]
fn stable_discs_stay() {
    let (mut random, mut found) = (3_u64, 0);
    for (columns, rows) in SIZES {
        let game = game(columns, rows);
        for _ in 0..100 {
            let mut position = game.start();
            let mut kept = [0; 2];
            while let Status::Turn(_) = game.status(&position) {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = game.play(&position, moves[(random >> 33) as usize % moves.len()]);
                let (black, white) = Othello::by_colour(&position);
                let stable =
                    [(black, white), (white, black)].map(|(own, other)| knowledge::stable(game.board, own, other));
                for (kept, stable) in kept.iter_mut().zip(stable) {
                    assert_eq!(*kept & !stable, 0, "{}", game.position_text(&position));
                    *kept = stable;
                }
                found += stable[0].count_ones() + stable[1].count_ones();
            }
        }
    }
    assert!(found > 50_000, "only {found} were found");
    // A corner, what stands along the edge from it, and a full board.
    let stable = |text: &str| {
        let game = game(4, 4);
        let position = position(&game, text);
        let (black, white) = Othello::by_colour(&position);
        (knowledge::stable(game.board, black, white), knowledge::stable(game.board, white, black))
    };
    assert_eq!(stable("bb../.wb./.bw./.... w"), (0b11, 0));
    assert_eq!(stable("wbbb/bbbb/bbbw/bwww w"), (0x0107_0f0e, 0x0e08_0001));
}
