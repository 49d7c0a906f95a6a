//! Tests of chess: the rules by perft, identity of positions, ends, text, and conformance.

use super::*;
use winproof::conformance::{check_game, check_texts};
use winproof::perft;
use winproof::{Goal, Limits, Solver, Viewpoint};
use winproof_kit::hash_families::assert_hashes_differ;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

fn game(fen: &str) -> Chess {
    Chess::for_fen(fen).unwrap()
}

fn position(fen: &str) -> Position {
    game(fen).parse_position(fen).unwrap()
}

fn refusal(fen: &str) -> String {
    Chess::new(Color::White).parse_position(fen).unwrap_err().to_string()
}

/// Plays moves in any notation.
fn after(game: &Chess, position: &Position, moves: &str) -> Position {
    moves
        .split_whitespace()
        .fold(position.clone(), |position, text| game.play(&position, game.parse_move(&position, text).unwrap()))
}

#[test]
fn perft_of_the_usual_six_positions() {
    for (fen, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400, 8902, 197_281, 4_865_609]),
        (KIWIPETE, [48, 2039, 97_862, 4_085_603, 193_690_690]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812, 43_238, 674_624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264, 9467, 422_333, 15_833_292]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1486, 62_379, 2_103_487, 89_941_194]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
            [46, 2079, 89_890, 3_894_594, 164_075_551],
        ),
    ] {
        let game = game(fen);
        let root = position(fen);
        for (depth, &count) in (1..).zip(&counts) {
            // The last depth of all six takes a quarter of a minute, the small ones of them a moment.
            if count < 20_000_000 {
                assert_eq!(perft(&game, &root, depth), count, "{fen} at depth {depth}");
            }
        }
    }
}

#[test]
fn equal_positions_are_equal_whatever_play_led_to_them() {
    let game = Chess::new(Color::White);
    let start = game.start();
    let one = after(&game, &start, "Nf3 Nf6 e2e4 e7e5");
    let other = after(&game, &start, "e4 e5 g1f3 g8f6");
    assert_eq!(one, other, "a double step that nobody can capture leaves no trace");
    assert_eq!(game.hash(&one), game.hash(&other));
    assert_eq!(one, after(&game, &one, "Ng1 Ng8 Nf3 Nf6"), "counters are not part of a position");
    let castled_away = after(&game, &one, "Be2 Be7 Kf1 Kf8 Ke1 Ke8");
    let same_men = after(&game, &one, "Be2 Be7");
    assert_ne!(castled_away, same_men, "castling rights are part of a position");
    assert_ne!(game.hash(&castled_away), game.hash(&same_men));
}

#[test]
fn only_a_legal_en_passant_capture_counts() {
    let text = |fen: &str| game(fen).position_text(&position(fen));
    let legal = "4k3/8/8/8/3pP3/8/8/4K3 b - e3";
    assert_eq!(text(legal), legal);
    assert_ne!(position(legal), position("4k3/8/8/8/3pP3/8/8/4K3 b - -"));
    // Nobody stands beside the pawn; the capturing pawn is pinned; the capture would open the rank.
    for (given, normal) in [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3", "4k3/8/8/8/4P3/8/8/4K3 b - -"),
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3", "3k4/8/8/8/3pP3/8/8/3RK3 b - -"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3", "8/8/8/8/k2pP2R/8/8/4K3 b - -"),
    ] {
        assert_eq!(text(given), normal);
        assert_eq!(position(given), position(normal));
        assert_eq!(game(given).hash(&position(given)), game(given).hash(&position(normal)));
    }
}

#[test]
fn the_published_experiments_see_a_trace_of_every_double_step() {
    let published = Chess::new(Color::White).as_published();
    let start = published.start();
    let one = after(&published, &start, "Nf3 Nf6 e2e4");
    let other = after(&published, &start, "e4 Nf6 Nf3");
    assert_ne!(one, other);
    assert_eq!(published.position_text(&one), "rnbqkb1r/pppppppp/5n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3");
    assert_eq!(after(&published, &one, "e6"), after(&published, &other, "e6"));
    let bare = published.parse_position("4k3/8/8/8/8/8/8/4KN2 w - -").unwrap();
    assert_eq!(published.status(&bare), Status::Turn(Player::Max), "nobody looks at the material");
    let moves = [("Bxb4", true), ("O-O-O", true), ("a3", true), ("Rb1", false), ("Kf2", false)];
    let position = position("3k4/8/8/8/1n6/2B5/P7/R3K3 w Q -");
    for (text, converts) in moves {
        let mv = published.parse_move(&position, text).unwrap();
        assert_eq!(position.is_converting(mv), converts, "{text}");
    }
}

#[test]
fn everything_but_the_attackers_mate_is_no() {
    let status = |attacker, fen| Chess::new(attacker).status(&position(fen));
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - -";
    assert_eq!(status(Color::White, mated), Status::Ended(1));
    assert_eq!(status(Color::Black, mated), Status::Ended(0));
    let white_mated = "4k3/8/8/8/8/8/5PPP/r5K1 w - -";
    assert_eq!(status(Color::White, white_mated), Status::Ended(0));
    assert_eq!(status(Color::Black, white_mated), Status::Ended(-1));
    assert_eq!(status(Color::White, "k7/2Q5/1K6/8/8/8/8/8 b - -"), Status::Ended(0), "stalemate");
    for bare in [
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/4KN2 w - -",
        "4k3/8/8/8/8/8/8/3BK3 w - -",
        "4k3/8/8/8/8/3B4/8/4KB2 w - -",
        "4kqqq/8/8/8/8/8/8/4K3 w - -",
    ] {
        assert_eq!(status(Color::White, bare), Status::Ended(0), "{bare}");
    }
    for enough in [
        "4k3/8/8/8/8/8/8/4KNN1 w - -",
        "4k3/8/8/8/8/8/8/2B1KB2 w - -",
        "4k3/8/8/8/8/8/8/4KBN1 w - -",
        "4k3/p7/8/8/8/8/8/4KN2 w - -",
        "4k3/8/8/8/8/8/P7/4K3 w - -",
    ] {
        assert_eq!(status(Color::White, enough), Status::Turn(Player::Max), "{enough}");
    }
}

/// Whether the side to move mates, by df-pn.
fn mates(game: &Chess, fen: &str) -> bool {
    let root = game.parse_position(fen).unwrap();
    let game = Viewpoint::of_mover(game.clone(), &root);
    let algorithm = winproof::Algorithm::by_name("dfpn").unwrap();
    let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
    let solution = Solver::new(&game).algorithm(algorithm).limits(limits).solve_goal(&root, Goal::at_least(1)).unwrap();
    solution.verdict.holds(Goal::at_least(1)).unwrap()
}

#[test]
fn counted_moves_are_enough_or_not() {
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
    assert!(!mates(&game(fen).in_moves(1), fen));
    assert!(mates(&game(fen).in_moves(2), fen));
    assert!(mates(&game(fen).in_moves(3), fen));
}

#[test]
fn the_fifty_move_rule_is_an_option() {
    // Mate in two: the third half-move may be the hundredth, but no later one.
    let in_time = "7k/8/8/8/8/8/R7/1R4K1 w - - 97 80";
    let too_late = "7k/8/8/8/8/8/R7/1R4K1 w - - 98 80";
    assert!(mates(&game(too_late).in_moves(3), too_late));
    assert!(mates(&game(in_time).in_moves(3).fifty(true), in_time));
    assert!(!mates(&game(too_late).in_moves(3).fifty(true), too_late));
    let rules = game(too_late).fifty(true);
    assert_eq!(rules.position_text(&rules.parse_position(too_late).unwrap()), "7k/8/8/8/8/8/R7/1R4K1 w - - 98");
    assert_eq!(rules.repetition(), None);
}

#[test]
fn moves_are_read_in_both_notations() {
    let fen = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6";
    let game = game(fen);
    let root = position(fen);
    for (texts, san) in [
        (&["O-O", "0-0", "e1g1", "O-O!?"][..], "O-O"),
        (&["O-O-O", "e1c1"], "O-O-O"),
        (&["exd6", "e5d6", "exd6!"], "exd6"),
        (&["b8=Q+", "b8=Q", "b8Q", "b7b8q"], "b8=Q+"),
        (&["bxa8=N", "b7a8n"], "bxa8=N"),
        (&["Rxh8+", "Rxh8", "h1h8"], "Rxh8+"),
    ] {
        for text in texts {
            let mv = game.parse_move(&root, text).unwrap();
            assert_eq!(game.move_text(&root, mv), san, "{text}");
        }
    }
    for text in ["e1e3", "O", "b8", "b7b8", "Qd4", "e5d6q", "", "e9", "0000"] {
        let error = game.parse_move(&root, text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("'{text}' is not a legal move in {fen}; the legal moves are: ")), "{error}");
    }
}

#[test]
fn bad_text_is_refused_in_one_sentence() {
    for (fen, reason) in [
        (
            "",
            "expected 4 or 6 FEN fields, found 0 in ''; write pieces, side to move, castling rights, en-passant square",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w", "expected 4 or 6 FEN fields, found 2"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1 7", "expected 4 or 6 FEN fields, found 7"),
        ("4k3/8/8/8/8/8/4K2R w - -", "has 7 ranks; write 8 ranks with '/'"),
        ("4k3/8/8/9/8/8/8/4K2R w - -", "'9' on rank 5 ('9') is not a piece"),
        ("4k3/8/8/x7/8/8/8/4K2R w - -", "'x' on rank 5 ('x7') is not a piece"),
        ("4k3/8/8/8/8/8/8/4K3R w - -", "rank 1 ('4K3R') has 9 squares; every rank has 8"),
        ("4k3/8/8/8/8/8/7/4K2R w - -", "rank 2 ('7') has 7 squares"),
        ("8/8/8/8/8/8/8/4K2R w - -", "Black has no king; each side needs one"),
        ("4k3/8/8/8/8/8/8/7R w - -", "White has no king"),
        ("4k3/8/8/8/8/8/8/K3K2R w - -", "White has 2 kings"),
        ("4k3/8/8/8/8/8/8/P3K2R w - -", "there is a pawn on a1"),
        ("4k3/8/8/8/P7/P7/PPPPPPPP/4K2R w - -", "White has 10 pawns"),
        ("4k3/8/NNNNNNNN/NNNNNNNN/8/8/8/4K2R w - -", "White has 18 pieces"),
        ("4k3/8/8/8/8/8/8/4K2R x - -", "'x' is not a side to move; write w or b"),
        ("4k3/8/8/8/8/8/8/4K2R w X -", "'X' is not a set of castling rights; write some of KQkq, or - for none"),
        ("4k3/8/8/8/8/8/8/4K2R w KK -", "have 'K' twice"),
        ("4k3/8/8/8/8/8/8/4K2R w Q -", "the castling right 'Q' needs White's king on e1 and a rook on a1"),
        (
            "4k3/8/8/8/8/8/8/4K2R w - e9",
            "'e9' is not an en-passant square; with White to move write one on rank 6, or -",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w - e3", "'e3' is not an en-passant square"),
        ("4k3/8/8/8/8/8/8/4K2R w - e6", "no pawn of Black can just have passed e6; write - instead"),
        ("4k3/8/8/4p3/8/5n2/8/4K2R w - e6", "White is in a check that no double step past e6 gives"),
        ("4k3/8/8/8/8/8/8/4K2R w - - x 1", "'x' is not a half-move clock"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 x", "'x' is not a move number"),
        (
            "4k2R/8/8/8/8/8/8/4K3 w - -",
            "Black's king on e8 is in check while White is to move, so White could capture it",
        ),
        (
            "8/8/8/8/8/8/4k3/4K2R w - -",
            "the kings on e1 and e2 stand next to each other, so one of them could be captured",
        ),
    ] {
        let error = refusal(fen);
        assert!(error.contains(reason), "{fen}: {error}");
    }
    let counted = Chess::new(Color::White).in_moves(3);
    let error = counted.parse_position("4k3/8/8/8/8/8/8/4K2R w - - in 4").unwrap_err().to_string();
    assert_eq!(error, "'4' is not a number of moves left; the attacker has at most 3, so write 0 to 3");
    assert_eq!(counted.parse_position("4k3/8/8/8/8/8/8/4K2R w - -").unwrap().left(), 3);
}

#[test]
fn the_rules_conform() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        KIWIPETE,
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "8/8/8/8/3pP3/8/8/k3K2R b K e3",
    ] {
        let uncounted = game(fen);
        let counted = [uncounted.clone().in_moves(4), uncounted.clone().fifty(true)];
        for game in counted.into_iter().chain([uncounted.clone().as_published(), uncounted]) {
            let root = game.parse_position(fen).unwrap();
            check_game(&game, &root, 3, 1).unwrap();
            check_game(&Viewpoint::of_mover(game, &root), &root, 1, 2).unwrap();
        }
    }
}

#[test]
fn moves_are_listed_in_the_order_that_is_asked_for() {
    let list = |order, fen| {
        let game = game(fen).order(order);
        let root = position(fen);
        let mut moves = Vec::new();
        game.moves(&root, &mut moves);
        moves.iter().map(|&mv| game.move_text(&root, mv)).collect::<Vec<_>>().join(" ")
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert_eq!(list(MoveOrder::Thesis, start), "h4 h3 g4 g3 f4 f3 e4 e3 d4 d3 c4 c3 b4 b3 a4 a3 Nh3 Nf3 Nc3 Na3");
    assert_eq!(list(MoveOrder::Thesis, "7k/P7/8/8/8/8/8/R3K3 w Q -"), {
        "a8=Q+ a8=R+ a8=B a8=N Kf2 Ke2 Kd2 Kf1 Kd1 O-O-O Ra6 Ra5 Ra4 Ra3 Ra2 Rd1 Rc1 Rb1"
    });
    let ordered = list(MoveOrder::ChecksFirst, "3k4/8/8/8/1n2N3/2B5/8/R3K3 w - -");
    let place = |mv: &str| ordered.split(' ').position(|text| text == mv).unwrap();
    assert!(place("Bf6+") < place("Bxb4") && place("Bxb4") < place("Nc5"), "{ordered}");
}

/// A certificate holds the rules and the root; what is claimed of the root must be in the words.
#[test]
fn the_words_are_about_the_root() {
    let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - -";
    let words = |game: &Chess, text: &str, value: Value| game.value_text(&game.parse_position(text).unwrap(), value);
    let five = game(fen).in_moves(5);
    assert_eq!(words(&five, fen, 0), "White has no mate in 5 or fewer");
    assert_eq!(words(&five, &format!("{fen} in 1"), 0), "White has no mate in 1 or fewer");
    assert_eq!(words(&five, &format!("{fen} in 2"), 1), "White mates in 2 or fewer");
    let root = five.parse_position(&format!("{fen} in 1")).unwrap();
    assert_eq!(Viewpoint::of_mover(five, &root).value_text(&root, 1), "White mates in 1 or fewer");
    let uncounted = game(fen);
    assert_eq!([0, 1].map(|value| words(&uncounted, fen, value)), ["White cannot force mate", "White mates"]);
    // That there is no mate under the fifty-move rule does not say that there is none.
    let fifty = game(fen).fifty(true);
    assert_eq!(words(&fifty, fen, 0), "White cannot force mate under the fifty-move rule");
    let words = words(&fifty.in_moves(4), &format!("{fen} 97 in 3"), 0);
    assert_eq!(words, "White has no mate in 3 or fewer under the fifty-move rule");
    assert_eq!(Chess::new(Color::Black).value_text(&root, -1), "Black mates");
}

#[test]
fn odd_positions_keep_the_promises_of_a_game() {
    let texts = [
        "k7/8/8/8/8/8/8/KQQQQQQQ w - -",
        "qqqqkqqq/8/8/8/8/8/8/4K3 w - -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 99 120",
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "4k3/8/8/8/1b2r3/5n2/8/4K3 w - -",
        "7k/8/8/8/8/8/R7/1R4K1 w - - 99 80",
        "7k/8/8/8/8/8/R7/1R4K1 b - - 100 80 in 0",
        "4k3/8/8/8/8/8/8/4K3 w - -",
    ];
    for attacker in Color::ALL {
        let uncounted = Chess::new(attacker);
        let both = uncounted.clone().in_moves(3).fifty(true);
        let counted = [uncounted.clone().in_moves(2), uncounted.clone().fifty(true), both];
        for game in counted.into_iter().chain([uncounted]) {
            check_texts(&game, &texts, 2, 1).unwrap();
        }
    }
}

#[test]
fn hashes_of_positions_differ() {
    let rules = Chess::new(Color::White).in_moves(MOST_MOVES).fifty(true);
    let mut texts = Vec::new();
    // Every set of castling rights, with either side to move.
    for set in 0..16 {
        let rights: String =
            "KQkq".chars().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, right)| right).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        texts.extend(["w", "b"].map(|side| format!("r3k2r/8/8/8/8/8/8/R3K2R {side} {rights} - 0 in 3")));
    }
    // Every capture en passant, every count.
    for file in "abcdefgh".chars() {
        texts.push(format!("4k3/8/8/pPpPpPpP/8/8/8/4K3 w - {file}6 0 in 1"));
        texts.push(format!("4k3/8/8/8/PpPpPpPp/8/8/4K3 b - {file}3 0 in 1"));
    }
    texts.push("4k3/8/8/pPpPpPpP/8/8/8/4K3 w - - 0 in 1".to_string());
    for left in 0..=MOST_MOVES {
        texts.extend((0..=100).map(|clock| format!("4k3/8/8/8/8/8/8/4K2R w - - {clock} in {left}")));
    }
    // One piece of every kind on every square of two ranks; the same pieces on reflected squares.
    for piece in "QRBNPqrbnp".chars() {
        for file in 0..8 {
            let rank = ["", "1", "2", "3", "4", "5", "6", "7"];
            let row = format!("{}{piece}{}", rank[file], rank[7 - file]);
            for side in ["w", "b"] {
                texts.push(format!("4k3/8/8/{row}/8/8/8/4K3 {side} - - 0 in 1"));
                texts.push(format!("4k3/8/8/8/{row}/8/8/4K3 {side} - - 0 in 1"));
                texts.push(format!("4k3/8/8/{row}/{row}/8/8/4K3 {side} - - 0 in 1"));
            }
        }
    }
    let positions: Vec<Position> = texts.iter().filter_map(|text| rules.parse_position(text).ok()).collect();
    assert!(positions.len() > 12_000 && positions.len() + 100 > texts.len(), "{}", positions.len());
    assert_hashes_differ(positions, |position| rules.hash(position));
}
