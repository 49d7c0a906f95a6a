//! Tests of Connect Four: lines against a plain search of the board, edges, text, symmetry.

use super::*;
use std::collections::HashSet;
use winproof::conformance::{check_game, check_texts};
use winproof_kit::hash_families::{assert_hashes_differ, near, special_pairs};

fn game(columns: u32, rows: u32, line: u32) -> ConnectFour<u64> {
    ConnectFour::new(columns, rows, line).unwrap()
}

/// Whether a set has a line, found by walking over the board cell by cell.
fn has_line_by_walking<W: Word>(game: &ConnectFour<W>, stones: W) -> bool {
    let (columns, rows, line) = (game.columns as i32, game.rows as i32, game.line as i32);
    let stone = |column: i32, row: i32| {
        (0..columns).contains(&column)
            && (0..rows).contains(&row)
            && stones >> (column * rows + row) as u32 & W::ONE == W::ONE
    };
    (0..columns).any(|column| {
        (0..rows).any(|row| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(right, up)| (0..line).all(|step| stone(column + step * right, row + step * up)))
        })
    })
}

fn some_sets() -> impl Iterator<Item = u128> {
    let mut state = 1_u64;
    let mut bits = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u128::from(state >> 32)
    };
    let mut word = move || bits() << 96 | bits() << 64 | bits() << 32 | bits();
    (0..1000).map(move |round| match round % 4 {
        0 => word() & word(),
        1 => word(),
        2 => word() | word(),
        _ => word() | word() | word(),
    })
}

#[test]
fn lines_are_those_found_by_walking() {
    let (mut with, mut without) = (0, 0);
    for (columns, rows) in
        [(1, 1), (1, 64), (64, 1), (2, 32), (32, 2), (3, 3), (4, 4), (7, 6), (8, 8), (5, 12), (13, 4)]
    {
        for line in [2, 3, 4, 5, 6, 7, 8, 9, 64, 128] {
            let narrow = game(columns, rows, line);
            let wide = ConnectFour::<u128>::new(columns, rows, line).unwrap();
            for set in some_sets() {
                let stones = set as u64 & narrow.board;
                let expected = has_line_by_walking(&narrow, stones);
                assert_eq!(narrow.has_line(stones), expected, "{columns}x{rows} line {line} {stones:b}");
                assert_eq!(wide.has_line(u128::from(stones)), expected, "{columns}x{rows} line {line} {stones:b}");
                *if expected { &mut with } else { &mut without } += 1;
            }
        }
    }
    assert!(with > 10_000 && without > 10_000);
    for (columns, rows) in [(1, 128), (128, 1), (8, 16), (16, 8), (11, 11)] {
        for line in [2, 4, 5, 11, 16, 128] {
            let game = ConnectFour::<u128>::new(columns, rows, line).unwrap();
            for stones in some_sets().map(|set| set & game.board).chain([game.board]) {
                assert_eq!(game.has_line(stones), has_line_by_walking(&game, stones), "{columns}x{rows} line {line}");
            }
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    for (columns, rows, line) in [(0, 4, 4), (4, 0, 4), (9, 8, 4), (u32::MAX, u32::MAX, 4), (4, 4, 1), (4, 4, 129)] {
        assert!(ConnectFour::<u64>::new(columns, rows, line).is_err(), "{columns}x{rows} line {line}");
    }
    assert!(ConnectFour::<u128>::new(129, 1, 4).is_err());
}

#[test]
fn stones_fall_and_columns_fill() {
    let game = game(3, 2, 4);
    let mut position = game.start();
    for column in [0, 0, 2] {
        position = game.play(&position, column);
    }
    assert_eq!(game.position_text(&position), "o../x.x");
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    assert_eq!((moves, game.mobility(&position)), (vec![1, 2], 2));
    assert!(game.parse_move(&position, "1").unwrap_err().to_string().contains("the legal moves are: 2 3"));
    for column in [2, 1, 1] {
        position = game.play(&position, column);
    }
    assert_eq!(game.status(&position), Status::Ended(0));
    assert_eq!(game.mobility(&position), 0);
}

#[test]
fn either_player_wins_by_a_line() {
    let game = game(4, 4, 4);
    let status = |text: &str| game.status(&game.parse_position(text).unwrap());
    assert_eq!(status("..../..../ooo./xxxx"), Status::Ended(1));
    assert_eq!(status("...x/..xo/oxxo/xoxo"), Status::Ended(1));
    assert_eq!(status("o.../o..x/o.xx/oxxo"), Status::Ended(-1));
    assert_eq!(status("..../..../ooo./xxx."), Status::Turn(Player::Max));
    assert_eq!(status("..../..../oo../xxx."), Status::Turn(Player::Min));
    assert_eq!(status("oxox/oxox/xoxo/xoxo"), Status::Ended(0));
}

#[test]
fn impossible_positions_are_refused() {
    let game = game(4, 4, 4);
    for (text, reason) in [
        ("..../....", "has 2 rows; write 4 rows of 4 squares"),
        ("...../..../..../....", "row 1 of '...../..../..../....' has 5 squares; the board has 4"),
        ("..../..../..../X...", "has 'X' in it"),
        ("..../..../.x../o...", "column 2 of '..../..../.x../o...' has a stone above an empty cell"),
        ("..../..../..../xx..", "has 2 x and 0 o"),
        ("..../..../..../o...", "has 0 x and 1 o"),
        ("..../..../oooo/xxxx", "has lines of both players"),
        ("..../..../ooox/xxxx", "has 5 x and 3 o"),
        ("..../o.../ooo./xxxx", "has a line of x, but by the number of stones o moved after that"),
        ("..../xx../xxx./oooo", "has a line of o, but by the number of stones x moved after that"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn stones_alternate_in_a_single_column() {
    let game = game(1, 7, 3);
    for text in ["./././x/x/o/o", "././././././o", "././././x/x/o", "./././x/o/o/x", "././o/x/x/o/x"] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
    let error = game.parse_position("./././x/x/o/o").unwrap_err().to_string();
    let rule = "in a single column x and o alternate, x at the bottom";
    assert_eq!(error, format!("'./././x/x/o/o' cannot be reached; {rule}"));
    for text in ["././././././.", "././././././x", "./././o/x/o/x", "x/o/x/o/x/o/x"] {
        assert!(game.parse_position(text).is_ok(), "{text}");
    }
}

#[test]
fn a_mirror_image_is_the_same_position() {
    let game = game(5, 4, 4);
    let canonical = |text: &str| game.canonical(&game.parse_position(text).unwrap());
    assert_eq!(canonical("...../...../x..../o.x.."), canonical("...../...../....x/..x.o"));
    assert_ne!(canonical("...../...../x..../o.x.."), canonical("...../...../..x../o.x.."));
    let middle = game.parse_position("...../...../...../..x..").unwrap();
    assert_eq!(game.canonical(&middle), middle);
}

#[test]
fn hashes_of_neighbouring_positions_differ_in_every_part() {
    fn check<W: Word>(game: ConnectFour<W>) {
        let mut positions = HashSet::from([game.start()]);
        let mut level = vec![game.start()];
        let mut moves = Vec::new();
        for _ in 0..5 {
            let mut next = Vec::new();
            for position in level {
                moves.clear();
                game.moves(&position, &mut moves);
                next.extend(moves.iter().map(|&mv| game.play(&position, mv)).filter(|&child| positions.insert(child)));
            }
            level = next;
        }
        assert!(positions.len() > 4000);
        let image = |&Stones { mover, all }: &Stones<W>| Stones { mover: game.mirror(mover), all: game.mirror(all) };
        let images = positions.iter().map(image);
        let exchanged = positions.iter().map(|&Stones { mover, all }| Stones { mover: mover ^ all, all });
        assert_hashes_differ(positions.iter().copied().chain(images).chain(exchanged), |position| game.hash(position));
    }
    check(game(7, 6, 4));
    check(ConnectFour::<u128>::new(12, 10, 4).unwrap());
}

#[test]
fn no_set_of_stones_hides_the_other() {
    fn check<W: Word>(game: ConnectFour<W>, base: W) {
        assert_hashes_differ(special_pairs::<W>().map(|(mover, all)| Stones { mover, all }), |here| game.hash(here));
        let near_mover = near(base).map(|mover| Stones { mover, all: base });
        let near_all = near(base).map(|all| Stones { mover: base, all });
        assert_hashes_differ(near_mover.chain(near_all), |here| game.hash(here));
    }
    check(game(8, 8, 4), 0x3141_5926_5358_9793);
    check(ConnectFour::<u128>::new(16, 8, 4).unwrap(), 0x3141_5926_5358_9793_2384_6264_3383_2795);
}

#[test]
fn pictures_have_column_numbers() {
    let small = game(3, 2, 3);
    let position = small.parse_position(".../xo.").unwrap();
    assert_eq!(small.picture(&position), " . . .\n x o .\n 1 2 3");
    let wide = game(10, 1, 4);
    let picture = wide.picture(&wide.parse_position("xo........").unwrap());
    assert_eq!(picture, "  x  o  .  .  .  .  .  .  .  .\n  1  2  3  4  5  6  7  8  9 10");
    assert_eq!(wide.parse_move(&wide.start(), "10"), Ok(9));
}

#[test]
fn keeps_the_promises_of_a_game() {
    for (columns, rows, line) in
        [(1, 1, 2), (1, 5, 3), (5, 1, 2), (3, 4, 4), (4, 3, 3), (5, 4, 4), (7, 6, 4), (8, 8, 5)]
    {
        let narrow = game(columns, rows, line);
        let report = check_game(&narrow, &narrow.start(), 100, 1).unwrap();
        assert!(report.ends > 0 && report.longest <= u64::from(columns * rows));
        assert!(report.judged > 0 || columns * rows == 1, "{report:?}");
        let wide = ConnectFour::<u128>::new(columns, rows, line).unwrap();
        assert_eq!(check_game(&wide, &wide.start(), 100, 1), Ok(report), "both words must play the same game");
    }
    for (columns, rows, line) in [(128, 1, 3), (12, 10, 4), (16, 8, 16)] {
        let wide = ConnectFour::<u128>::new(columns, rows, line).unwrap();
        assert!(check_game(&wide, &wide.start(), 5, 1).is_ok());
    }
}

/// Stones that no play put there, but that a search may be asked about.
#[test]
fn play_from_odd_positions_keeps_the_promises_of_a_game() {
    for (columns, rows, line, texts) in [
        (1, 7, 3, &["./././x/x/o/o", "./././o/x/o/x"][..]),
        (2, 4, 3, &["xo/xo/ox/ox", "../xo/xo/xo", "../../xx/oo", ".o/.x/.o/.x"]),
        (4, 4, 4, &["..../..../xxxo/ooox", "...o/...x/...o/...x", "xxxo/oxox/oxox/oxo."]),
        (7, 1, 2, &["xo..xo.", "ooxx...", "x.o.x.o"]),
    ] {
        let report = check_texts(&game(columns, rows, line), texts, 30, 1).unwrap();
        assert!(report.positions >= 5, "{columns}x{rows}: {report:?}");
    }
}
