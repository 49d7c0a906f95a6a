//! Tests of ultimate tic-tac-toe: the rules against a plain model, counts of lines of play, symmetry, text.

use super::*;
use winproof::TextRules;
use winproof::conformance::check_game;
use winproof::perft;
use winproof_kit::hash_families::{assert_hashes_differ, near, special_sets};

const GAME: UltimateTicTacToe = UltimateTicTacToe;

/// The rules told plainly: 81 characters, searched whenever something is asked.
#[derive(Clone)]
struct Model {
    squares: [[char; 9]; 9],
    mover: char,
    target: Option<usize>,
}

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn has_line(cells: &[char; 9], player: char) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == player))
}

impl Model {
    fn start() -> Model {
        Model { squares: [['.'; 9]; 9], mover: 'x', target: None }
    }

    /// Each small board as one cell: its winner, `=` if it is full, `.` if play goes on there.
    fn large(&self) -> [char; 9] {
        self.squares.map(|board| match ['x', 'o'].into_iter().find(|&player| has_line(&board, player)) {
            Some(winner) => winner,
            None if !board.contains(&'.') => '=',
            None => '.',
        })
    }

    fn value(&self) -> Option<Value> {
        let large = self.large();
        match (has_line(&large, 'x'), has_line(&large, 'o')) {
            (true, _) => Some(1),
            (_, true) => Some(-1),
            _ => (!large.contains(&'.')).then_some(0),
        }
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        if self.value().is_some() {
            return Vec::new();
        }
        let large = self.large();
        let all = (0..9).flat_map(|board| (0..9).map(move |square| (board, square)));
        let open = all.filter(|&(board, square)| large[board] == '.' && self.squares[board][square] == '.');
        open.filter(|&(board, _)| self.target.is_none_or(|target| large[target] != '.' || target == board)).collect()
    }

    fn play(&self, (board, square): (usize, usize)) -> Model {
        let mut next = Model { target: Some(square), ..self.clone() };
        next.squares[board][square] = self.mover;
        next.mover = if self.mover == 'x' { 'o' } else { 'x' };
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().into_iter().map(|mv| self.play(mv).perft(depth - 1)).sum(),
        }
    }
}

fn names(position: &Boards) -> Vec<String> {
    let mut moves = Vec::new();
    if let Status::Turn(_) = GAME.status(position) {
        GAME.moves(position, &mut moves);
    }
    moves.into_iter().map(|mv| GAME.move_text(position, mv)).collect()
}

#[test]
fn plays_as_the_model_does() {
    let mut random = 1_u64;
    let mut values = [0; 3];
    let mut choices = 0;
    for _ in 0..500 {
        let (mut model, mut position) = (Model::start(), GAME.start());
        loop {
            let expected = model.moves();
            let expected_names: Vec<String> =
                expected.iter().map(|(board, square)| format!("{}{}", board + 1, square + 1)).collect();
            assert_eq!(names(&position), expected_names, "{}", GAME.position_text(&position));
            if expected.is_empty() {
                break;
            }
            assert_eq!(GAME.mobility(&position) as usize, expected.len());
            choices += u32::from(expected.len() > 9);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (random >> 33) as usize % expected.len();
            position = GAME.play(&position, GAME.parse_move(&position, &expected_names[choice]).unwrap());
            model = model.play(expected[choice]);
        }
        let value = model.value().unwrap();
        assert_eq!(GAME.status(&position), Status::Ended(value));
        values[(value + 1) as usize] += 1;
    }
    assert!(values.iter().all(|&count| count > 50) && choices > 1000, "{values:?} {choices}");
}

#[test]
fn lines_of_play() {
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&GAME, &GAME.start(), depth)).collect();
    assert_eq!(counts, [81, 720, 6336, 55_080, 473_256, 4_020_960]);
    assert!((1..=6).map(|depth| Model::start().perft(depth)).eq(counts));
}

#[test]
fn a_position_has_32_bytes() {
    assert_eq!(size_of::<Boards>(), 32);
}

/// A text of small boards that are empty, but for those given with their numbers.
fn text(boards: &[(usize, &str)], rest: &str) -> String {
    let mut all = ["........."; 9];
    for &(number, board) in boards {
        all[number - 1] = board;
    }
    format!("{} {rest}", all.join("/"))
}

fn position(boards: &[(usize, &str)], rest: &str) -> Boards {
    GAME.parse_position(&text(boards, rest)).unwrap()
}

#[test]
fn a_square_sends_to_the_board_of_its_number() {
    let start = GAME.start();
    let after = |here: &Boards, mv: &str| GAME.play(here, GAME.parse_move(here, mv).unwrap());
    let sent = after(&start, "37");
    assert_eq!(sent, position(&[(3, "......x..")], "o 7"));
    assert_eq!(names(&sent), ["71", "72", "73", "74", "75", "76", "77", "78", "79"]);
    assert!(GAME.parse_move(&sent, "37").is_err());
    // Sent to a board that is won: anywhere but there and on other boards that are decided.
    let here = position(&[(1, "xxx......"), (2, "oo......."), (3, ".x......."), (5, "o........")], "o 3");
    let free = after(&here, "31");
    assert!(GAME.position_text(&free).ends_with(" x *"));
    assert_eq!(GAME.mobility(&free), 7 + 7 + 9 + 8 + 9 + 9 + 9 + 9);
    assert!(names(&free).iter().all(|name| !name.starts_with('1')));
}

#[test]
fn three_boards_win_and_full_boards_do_not() {
    let x_wins =
        [(1, "xxx......"), (5, "xxx......"), (9, "..x..x..x"), (2, "ooo......"), (3, "ooo......"), (4, "oo.......")];
    assert_eq!(GAME.status(&position(&x_wins, "o *")), Status::Ended(1));
    let o_wins = [
        (7, "xxx......"),
        (5, "xxx......"),
        (9, "..x..x..."),
        (1, "ooo......"),
        (2, "ooo......"),
        (3, "o...o...o"),
        (8, "x........"),
    ];
    assert_eq!(GAME.status(&position(&o_wins, "x *")), Status::Ended(-1));
    // A full board is nobody's, though it is decided.
    let drawn = GAME.play(&position(&[(4, "xoxxooox."), (1, "...o....."), (2, "x........")], "x 4"), mv(3, 8));
    assert_eq!((drawn.won, drawn.drawn, drawn.target), ([0, 0], 1 << 3, 8));
}

#[test]
fn images_of_a_position_have_one_canonical_form() {
    let images = ["1", "3", "7", "9"].map(|corner| {
        let here = GAME.play(&GAME.start(), GAME.parse_move(&GAME.start(), &format!("5{corner}")).unwrap());
        GAME.canonical(&here)
    });
    assert!(images.iter().all(|form| *form == images[0]));
    let asymmetric = position(&[(2, "x..o....."), (1, ".x.......")], "o 1");
    let mut forms: Vec<Boards> = (0..8).map(|image| asymmetric.image(image)).collect();
    assert!(forms.iter().all(|form| GAME.canonical(form) == GAME.canonical(&asymmetric)));
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), 8);
    assert_ne!(GAME.canonical(&Boards { target: 1, ..asymmetric }), GAME.canonical(&asymmetric));
}

#[test]
fn impossible_positions_are_refused() {
    let line = "xxx......";
    for (text, reason) in [
        ("......... x *".to_string(), "has 1 small board; write 9 with '/' between them"),
        (
            text(&[], "x"),
            "has 2 words; write the small boards, the player to move (x or o) and the board he was sent to",
        ),
        (text(&[(4, "...X.....")], "o 4"), "small board 4 of '........./........./........./...X"),
        (text(&[(4, "...x....")], "o 4"), "has 8 squares; write 9"),
        (text(&[(4, "xxxooo...")], "x *"), "has lines of both players; the first one decides the board"),
        (text(&[(4, "xxx...xxx"), (5, "oo.oo.oo.")], "x *"), "has two lines that no single stone made"),
        (text(&[(4, "x..x.....")], "x 4"), "has 2 x and 0 o"),
        (text(&[(4, "x........")], "x 1"), "'x' does not move in '"),
        (text(&[(4, "x........")], "o 0"), "'0' is not a small board; write 1 to 9, or * if any will do"),
        (text(&[(4, "x........")], "o ?"), "'?' is not a small board"),
        (text(&[(4, "x........")], "o 2"), "sends the mover to small board 2, but x has no stone on a square 2"),
        (text(&[], "x 5"), "sends the mover to small board 5, but o has no stone on a square 5"),
        (
            text(&[(4, "x........")], "o *"),
            "lets the mover choose, but no stone can have sent him to a board that is decided",
        ),
        (text(&[(1, line), (2, "oo.......")], "o 1"), "sends the mover to small board 1, which is decided; write *"),
        (
            text(&[(1, line), (2, line), (3, line), (4, "ooo......"), (5, "ooo......"), (6, "ooo......")], "x *"),
            "has three boards in a row of both players",
        ),
        (
            text(&[(1, line), (2, line), (3, line), (4, "ooo......"), (5, "ooo......"), (7, "oo......o")], "x *"),
            "has three boards in a row of x, but by the number of stones o moved after that",
        ),
        (
            text(
                &[
                    (1, "xxxoo.oo."),
                    (2, "xxxoo.oo."),
                    (3, "xxxoo.oo."),
                    (7, "xxxoo.o.."),
                    (8, "xxxoo...."),
                    (9, "xxx......"),
                ],
                "o *",
            ),
            "has two rows of three boards that no single board made",
        ),
    ] {
        let error = GAME.parse_position(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    // Two rows of boards that meet in one board are made by that board.
    let replies = [(5, "oo.o....."), (6, "oo.o....."), (8, "oo.o....."), (9, "oo.o.o.o.")];
    let boards: Vec<(usize, &str)> = [1, 2, 3, 4, 7].map(|number| (number, line)).into_iter().chain(replies).collect();
    assert_eq!(GAME.status(&position(&boards, "o *")), Status::Ended(1));
}

#[test]
fn the_picture_shows_the_large_board() {
    let here = position(&[(1, "xxx.o...."), (2, "oo......."), (9, "........x")], "o *");
    let empty = " . . . | . . . | . . .";
    let bar = "-------+-------+-------";
    let expected = [
        " X X X | o o . | . . .",
        " . o . | . . . | . . .",
        empty,
        bar,
        empty,
        empty,
        empty,
        bar,
        empty,
        empty,
        " . . . | . . . | . . x",
        "O moves on any board that is not decided",
    ];
    assert_eq!(GAME.picture(&here).lines().collect::<Vec<_>>(), expected);
    assert!(GAME.picture(&position(&[(4, "x........")], "o 1")).ends_with("\nO moves on board 1"));
}

#[test]
fn keeps_the_promises_of_a_game() {
    let report = check_game(&GAME, &GAME.start(), 100, 1).unwrap();
    assert!(report.positions > 3000 && report.ends > 80 && report.longest > 50, "{report:?}");
    let late = ".xx.x..x./xooo.xoxx/o..xx..../x..o.x.xo/oo.ox.o../oo..oxoo./...xxx.../xxo..oo../.x.....oo x 9";
    let late = GAME.parse_position(late).unwrap();
    assert!(check_game(&GAME, &late, 100, 2).is_ok());
}

/// Who moves, and who has won which board, follows from the stones, so the hash looks at stones and target alone.
#[test]
fn hashes_of_positions_differ() {
    let row = |set: u64| set & ((1 << (3 * BOARD_BITS)) - 1);
    let position = |rows: [u64; 3], target: u8| Boards { rows: rows.map(row), target, ..Boards::START };
    let sets = special_sets::<u64>();
    let pairs = sets.iter().flat_map(|&one| sets.iter().map(move |&other| (one, other)));
    let rows = pairs.flat_map(|(one, other)| [[one, other, 0], [one, 0, other], [0, one, other], [one, one, other]]);
    assert_hashes_differ(rows.map(|rows| position(rows, 4)), |here| GAME.hash(here));
    let targets = sets.iter().flat_map(|&one| (0..=ANY).map(move |target| position([one, !one, one], target)));
    let base = 0x0012_3456_789a_bcde;
    let changed = near(base).flat_map(|set| [[set, base, base], [base, set, base], [base, base, set]]);
    let images = near(base).take(54).flat_map(|set| {
        let here = position([set, base, !set], 3);
        (0..8).map(move |image| here.image(image))
    });
    let family = targets.chain(changed.map(|rows| position(rows, ANY))).chain(images);
    assert_hashes_differ(family, |here| GAME.hash(here));
}
