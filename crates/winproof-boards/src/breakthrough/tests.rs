//! Tests of Breakthrough: the rules against a plain model, values by trying everything, races, symmetry, text.

use super::*;
use std::collections::HashMap;
use winproof::TextRules;
use winproof::conformance::{check_game, check_texts};
use winproof::perft;
use winproof_kit::hash_families::{assert_hashes_differ, near, special_pairs};

const SIZES: [(u32, u32); 12] =
    [(2, 3), (3, 3), (2, 4), (3, 4), (4, 4), (4, 5), (5, 4), (5, 5), (8, 8), (21, 3), (2, 32), (7, 9)];

fn game(columns: u32, rows: u32) -> Breakthrough {
    Breakthrough::new(columns, rows).unwrap()
}

fn position(game: &Breakthrough, text: &str) -> Pieces {
    game.parse_position(text).unwrap()
}

/// The board told plainly: rows of characters from the top, walked cell by cell.
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

    fn winner(&self) -> Option<char> {
        let has = |piece: char| self.rows.iter().flatten().any(|&cell| cell == piece);
        if self.rows[0].contains(&'w') || !has('b') {
            return Some('w');
        }
        (self.rows[self.rows.len() - 1].contains(&'b') || !has('w')).then_some('b')
    }

    /// The moves with what they lead to, in the order of their names; none at the end of play.
    fn moves(&self) -> Vec<(String, Model)> {
        let mut moves = Vec::new();
        let (height, width) = (self.rows.len() as i32, self.rows[0].len() as i32);
        let (step, opponent) = if self.mover == 'w' { (-1, 'b') } else { (1, 'w') };
        let name = |row: i32, column: i32| format!("{}{}", (b'a' + column as u8) as char, height - row);
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        for (row, column) in cells.filter(|_| self.winner().is_none()) {
            if self.rows[row as usize][column as usize] != self.mover {
                continue;
            }
            for aside in [-1, 0, 1] {
                let (to_row, to_column) = (row + step, column + aside);
                if !(0..height).contains(&to_row) || !(0..width).contains(&to_column) {
                    continue;
                }
                let there = self.rows[to_row as usize][to_column as usize];
                if there == '.' || (there == opponent && aside != 0) {
                    let mut after = Model { mover: opponent, ..self.clone() };
                    after.rows[row as usize][column as usize] = '.';
                    after.rows[to_row as usize][to_column as usize] = self.mover;
                    moves.push((format!("{}{}", name(row, column), name(to_row, to_column)), after));
                }
            }
        }
        moves.sort_by(|one, other| one.0.cmp(&other.0));
        moves
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().iter().map(|(_, after)| after.perft(depth - 1)).sum() }
    }

    /// Whether White wins, by trying everything.
    fn white_wins(&self, known: &mut HashMap<String, bool>) -> bool {
        if let Some(winner) = self.winner() {
            return winner == 'w';
        }
        let text = self.text();
        if let Some(&wins) = known.get(&text) {
            return wins;
        }
        let wins = match self.mover {
            'w' => self.moves().iter().any(|(_, after)| after.white_wins(known)),
            _ => self.moves().iter().all(|(_, after)| after.white_wins(known)),
        };
        known.insert(text, wins);
        wins
    }
}

fn names(game: &Breakthrough, here: &Pieces) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(here, &mut moves);
    let mut names: Vec<String> = moves.iter().map(|&mv| game.move_text(here, mv)).collect();
    names.sort();
    names
}

#[test]
fn plays_as_the_model_does() {
    let mut random = 1_u64;
    let mut winners = String::new();
    for (columns, rows) in SIZES {
        let game = game(columns, rows);
        for _ in 0..40 {
            let mut here = game.start();
            let mut model = Model::new(&game.position_text(&here));
            while let Status::Turn(_) = game.status(&here) {
                let expected = model.moves();
                let names = names(&game, &here);
                assert!(names.iter().eq(expected.iter().map(|(name, _)| name)), "{names:?} in {}", model.text());
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (name, after) = &expected[(random >> 33) as usize % expected.len()];
                here = game.play(&here, game.parse_move(&here, name).unwrap());
                model = after.clone();
                assert_eq!(game.position_text(&here), model.text());
            }
            let winner = model.winner().unwrap();
            assert_eq!(game.status(&here), Status::Ended(if winner == 'w' { 1 } else { -1 }));
            winners.push(winner);
        }
    }
    assert!(winners.contains('w') && winners.contains('b'));
}

#[test]
fn lines_of_play() {
    let counts = |game: &Breakthrough, deepest| -> Vec<u64> {
        (1..=deepest).map(|depth| perft(game, &game.start(), depth)).collect()
    };
    for (columns, rows, deepest) in [(2, 3, 4), (3, 3, 5), (2, 4, 9), (3, 4, 7), (4, 4, 5), (5, 5, 4), (8, 8, 3)] {
        let game = game(columns, rows);
        let model = Model::new(&game.position_text(&game.start()));
        let expected: Vec<u64> = (1..=deepest).map(|depth| model.perft(depth)).collect();
        assert_eq!(counts(&game, deepest), expected, "{columns}x{rows}");
    }
    // 8 columns: 22 moves at first, and as many for Black, whom none of them has met.
    assert_eq!(counts(&game(8, 8), 2), [22, 22 * 22]);
}

#[test]
fn small_boards_have_the_values_of_the_model() {
    for (columns, rows) in [(2, 3), (3, 3), (4, 3), (5, 3), (2, 4), (3, 4), (2, 5), (3, 5), (2, 6)] {
        let game = game(columns, rows);
        let start = game.start();
        let wins = Model::new(&game.position_text(&start)).white_wins(&mut HashMap::new());
        let expected = if wins { 1 } else { -1 };
        assert_eq!(value(&game, &start, &mut HashMap::new()), expected, "{columns}x{rows}");
    }
}

/// Every position of a few pieces on small boards: what is foreseen must be so, and a best move be left.
#[test]
fn foresight_is_true_of_every_position_of_a_few_pieces() {
    for (columns, rows, most) in [(3, 4, 4), (2, 6, 4), (4, 5, 3)] {
        let game = game(columns, rows);
        let mut known = HashMap::new();
        let (mut foreseen, mut open) = (0, 0);
        let mut sets = vec![(0_u64, 0_u64)];
        for _ in 0..most {
            let last = |&(white, black): &(u64, u64)| 64 - (white | black).leading_zeros();
            let grown = |set: &(u64, u64)| -> Vec<(u64, u64)> {
                let cells = (last(set)..columns * rows).map(|cell| 1_u64 << cell);
                cells.flat_map(|cell| [(set.0 | cell, set.1), (set.0, set.1 | cell)]).collect()
            };
            sets = sets.iter().flat_map(grown).collect();
            for (&(white, black), mover) in sets.iter().flat_map(|set| [(set, Player::Max), (set, Player::Min)]) {
                let here = Pieces { white, black, mover };
                if game.won(white, black) != [false, false] {
                    continue;
                }
                let value = value(&game, &here, &mut known);
                let text = game.position_text(&here);
                match game.foresight(&here) {
                    Some(bounds) => assert_eq!(bounds, (value, value), "{text}"),
                    None => open += 1,
                }
                foreseen += usize::from(game.foresight(&here).is_some());
                let mut moves = Vec::new();
                game.undominated_moves(&here, &mut moves);
                let mut worth = moves.iter().map(|&mv| self::value(&game, &game.play(&here, mv), &mut known));
                assert!(worth.any(|worth| worth == value), "{text}: {moves:?}");
            }
        }
        assert!(foreseen > open, "{foreseen} of {} on {columns}x{rows}", foreseen + open);
    }
}

/// The value by trying everything, once for each position.
fn value(game: &Breakthrough, here: &Pieces, known: &mut HashMap<Pieces, Value>) -> Value {
    let player = match game.status(here) {
        Status::Ended(value) => return value,
        Status::Turn(player) => player,
    };
    if let Some(&value) = known.get(here) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(here, &mut moves);
    let values = moves.into_iter().map(|mv| value(game, &game.play(here, mv), known));
    let best = if player == Player::Max { values.max() } else { values.min() }.unwrap();
    known.insert(*here, best);
    best
}

#[test]
fn races_are_foreseen() {
    let game = game(5, 5);
    for (text, expected) in [
        // One step from the far row, whatever stands there.
        ("bbb../.w.../...../b..../..www w", Some(1)),
        ("bbb../w..../...../b..../..www b", Some(-1)),
        // Nobody is near enough to stop the runner, and Black is as slow.
        ("b..../...../....w/...../..... w", Some(1)),
        ("b..../b..../....w/b..../..... w", Some(-1)),
        ("..b../...../....w/...../..... w", Some(1)),
        ("..bb./...../....w/...../..... w", None),
        // Two that arrive next cannot both be captured.
        ("..b../.w.w./...../...../..... b", Some(1)),
        ("..b../...../...../.b..b/..www w", Some(-1)),
        ("bbbbb/bbbbb/...../wwwww/wwwww w", None),
    ] {
        let foreseen = game.foresight(&position(&game, text));
        assert_eq!(foreseen.map(|(low, high)| (low == high).then_some(low).unwrap()), expected, "{text}");
    }
}

#[test]
fn nobody_is_ever_stuck() {
    let game = game(2, 4);
    let blocked = position(&game, "b./b./w./w. w");
    assert_eq!(names(&game, &blocked), ["a1b2", "a2b3"]);
    // As many pieces as the board holds: the foremost ones capture.
    assert_eq!(names(&game, &position(&game, "bb/bb/ww/ww w")), ["a2b3", "b2a3"]);
}

#[test]
fn play_ends_on_the_far_row_and_without_pieces() {
    let game = game(3, 4);
    for (text, value, words) in [
        ("w.b/.../.../... b", 1, "White is on the top row"),
        ("b.b/.../w../.b. w", -1, "Black is on the bottom row"),
        (".../.../w../... b", 1, "Black has no pieces left"),
        (".../.../b../... w", -1, "White has no pieces left"),
    ] {
        let ended = position(&game, text);
        assert_eq!((game.status(&ended), game.end_text(&ended).as_str()), (Status::Ended(value), words), "{text}");
        assert!(game.parse_move(&ended, "a2a3").unwrap_err().to_string().contains("the game has ended"));
    }
    // The last piece is captured.
    let here = position(&game, "..b/.b./w../... w");
    let after = game.play(&here, game.parse_move(&here, "a2b3").unwrap());
    assert_eq!(game.position_text(&after), "..b/.w./.../... b");
    assert_eq!(game.status(&after), Status::Turn(Player::Min));
    let after = game.play(&after, game.parse_move(&after, "c4b3").unwrap());
    assert_eq!((game.position_text(&after).as_str(), game.status(&after)), (".../.b./.../... w", Status::Ended(-1)));
}

#[test]
fn mirror_images_have_one_canonical_form() {
    let game = game(4, 5);
    let [one, other] = ["bb.b/.b../w.../.w.w/ww.. b", "b.bb/..b./...w/w.w./..ww b"].map(|text| position(&game, text));
    assert_eq!(game.canonical(&one), game.canonical(&other));
    assert!([one, other].contains(&game.canonical(&one)));
    let black_first = Pieces { mover: Player::Max, ..one };
    assert_ne!(game.canonical(&black_first), game.canonical(&one));
}

#[test]
fn impossible_positions_are_refused() {
    let game = game(3, 4);
    for (text, reason) in [
        ("bbb/.../.../www", "does not say who moves; write w or b after the board, such as 'bbb/bbb/www/www w'"),
        ("bbb/.../.../www x", "'x' is not a side to move; write w or b after the board"),
        ("bbb/.../www w", "has 3 rows; write 4 rows of 3 squares"),
        ("bbb/.../..../www w", "row 3 of 'bbb/.../..../www' has 4 squares; the board has 3"),
        ("bbb/.../.o./www w", "row 3 of 'bbb/.../.o./www' has 'o' in it; squares are 'w', 'b', '.'"),
        (".../.../.../... w", "has no pieces; put at least one of w or b on the board"),
        ("w.b/.../.../b.w w", "is won for both sides; only one can have a piece on its far row"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let error = game.parse_move(&game.start(), "a2a3").unwrap_err().to_string();
    assert!(error.contains("'a2a3' is not a legal move in bbb/bbb/www/www w; the legal moves are:"), "{error}");
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    for (columns, rows) in [(0, 0), (1, 8), (5, 2), (9, 8), (65, 1), (u32::MAX, 4), (u32::MAX, u32::MAX)] {
        let error = Breakthrough::new(columns, rows).unwrap_err().to_string();
        assert!(error.contains("it must have at least 2 columns and 3 rows, and at most 64 cells"), "{error}");
    }
}

#[test]
fn words() {
    let game = game(3, 4);
    let picture = " 4  b b b\n 3  b b b\n 2  w w w\n 1  w w w\n    a b c";
    assert_eq!(game.picture(&game.start()), picture);
    assert_eq!([1, -1].map(|value| game.value_text(&game.start(), value)), ["White wins", "Black wins"]);
    let three = self::game(4, 3);
    assert_eq!(three.position_text(&three.start()), "bbbb/..../wwww w");
    let high = self::game(2, 32);
    assert!(high.picture(&high.start()).starts_with("32  b b\n31  b b\n30  . .\n"));
    assert_eq!(names(&high, &high.start()), ["a2a3", "a2b3", "b2a3", "b2b3"]);
}

#[test]
fn keeps_the_promises_of_a_game() {
    for (columns, rows) in SIZES {
        let game = game(columns, rows);
        let report = check_game(&game, &game.start(), 60, 1).unwrap();
        assert!(report.positions > 20 && report.ends > 5, "{report:?}");
    }
}

#[test]
fn odd_positions_keep_the_promises_of_a_game() {
    let game = game(4, 5);
    let texts = [
        "wbbb/..../..../..../wwww w",
        "wwww/..../..../..../.... w",
        "bbbb/bbbb/bbbb/bbbb/wwww w",
        "bbbb/wwww/wwww/wwww/wwww b",
        "b.b./.w../..b./.w../w... b",
        "..../b..b/.w../..w./.... w",
    ];
    let report = check_texts(&game, &texts, 60, 1).unwrap();
    assert!(report.positions > 300 && report.ends > 50 && report.judged > 100, "{report:?}");
}

#[test]
fn hashes_of_positions_differ() {
    let game = game(8, 8);
    let both = |white: u64, black: u64| [Player::Max, Player::Min].map(|mover| Pieces { white, black, mover });
    // The players share no cell.
    let apart =
        special_pairs::<u64>().flat_map(|(one, other)| [both(one, other & !one), both(other & !one, one)].concat());
    assert_hashes_differ(apart, |position| game.hash(position));
    let base = 0x1357_9bdf_0246_8ace;
    let changed = near(base).flat_map(|white| both(white, !(white | base)).into_iter().chain(both(white, !white)));
    let images = near(base).take(64).flat_map(|white| {
        let (mirrored, turned) = (game.mirrored(white), game.turned(white));
        [both(mirrored, !mirrored), both(turned, !turned), both(turned, white & !turned)].concat()
    });
    assert_hashes_differ(changed.chain(images), |position| game.hash(position));
}
