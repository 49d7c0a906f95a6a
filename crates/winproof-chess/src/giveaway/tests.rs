//! Tests of giveaway chess: perft, forced captures, ends, text, the openings that lose.

use super::*;
use cozy_chess::{Piece, Square};
use winproof::conformance::{check_game, check_texts};
use winproof::perft;
use winproof_kit::hash_families::assert_hashes_differ;

fn position(fen: &str) -> Men {
    Giveaway.parse_position(fen).unwrap()
}

fn moves(position: &Men) -> String {
    let mut moves = Vec::new();
    Giveaway.moves(position, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| Giveaway.move_text(position, mv)).collect();
    texts.sort();
    texts.join(" ")
}

#[test]
fn perft_from_the_start() {
    let start = Giveaway.start();
    for (depth, count) in (1..).zip([20, 400, 8067, 153_299, 2_732_672]) {
        assert_eq!(perft(&Giveaway, &start, depth), count, "depth {depth}");
    }
}

#[test]
fn captures_are_forced_and_free_to_choose() {
    let position = position("8/8/8/2p1p3/3P4/8/8/R6K w - -");
    assert_eq!(moves(&position), "dxc5 dxe5");
    let with_rook = super::text::parse("8/8/8/8/3P4/p7/8/R6K w - -").unwrap();
    assert_eq!(moves(&with_rook), "Rxa3");
}

#[test]
fn pawns_promote_to_kings_and_capture_in_passing() {
    assert_eq!(moves(&position("8/P7/8/8/8/8/7p/8 w - -")), "a8=B a8=K a8=N a8=Q a8=R");
    let before = position("8/8/8/8/3p4/8/4P3/8 w - -");
    let after = Giveaway.play(&before, Giveaway.parse_move(&before, "e4").unwrap());
    assert_eq!(Giveaway.position_text(&after), "8/8/8/8/3pP3/8/8/8 b - e3");
    assert_eq!(moves(&after), "dxe3");
    let taken = Giveaway.play(&after, Giveaway.parse_move(&after, "d4e3").unwrap());
    assert_eq!(Giveaway.position_text(&taken), "8/8/8/8/8/4p3/8/8 w - -");
    assert_eq!(Giveaway.status(&taken), Status::Ended(1), "White has no pieces left and wins");
    assert_eq!(position("8/8/8/8/4P3/8/8/8 b - e3"), position("8/8/8/8/4P3/8/8/8 b - -"));
}

#[test]
fn who_cannot_move_wins() {
    assert_eq!(Giveaway.status(&position("8/8/8/8/p7/P7/8/8 b - -")), Status::Ended(-1));
    assert_eq!(Giveaway.status(&position("8/8/8/8/p7/P7/8/8 w - -")), Status::Ended(1));
    assert_eq!(Giveaway.status(&position("8/8/8/8/8/P7/8/8 b - -")), Status::Ended(-1));
    assert_eq!(Giveaway.status(&position("8/8/8/8/8/P7/8/8 w - -")), Status::Turn(Player::Max));
}

#[test]
fn texts_that_are_wrong_are_refused() {
    for (fen, reason) in [
        ("", "expected 4 or 6 FEN fields, found 0 in ''"),
        ("8/8/8/8/8/8/8/P7 w - -", "there is a pawn on a1"),
        ("8/8/8/8/8/8/8/K7 x - -", "'x' is not a side to move"),
        ("8/8/8/8/8/8/8/K7 w x -", "'x' is not a set of castling rights; write -"),
        ("8/8/8/8/8/8/8/K7 w - e6", "no pawn of Black can just have passed e6"),
        ("8/8/8/8/8/8/8/K7 w - - x", "'x' is not a counter; write a number in field 5"),
    ] {
        let error = Giveaway.parse_position(fen).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let start = Giveaway.start();
    let error = Giveaway.parse_move(&start, "e5").unwrap_err().to_string();
    assert!(
        error.starts_with("'e5' is not a legal move in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -;"),
        "{error}"
    );
}

#[test]
fn the_rules_conform() {
    let report = check_game(&Giveaway, &Giveaway.start(), 40, 3).unwrap();
    assert!(report.ends > 20, "{report:?}");
    check_game(&Giveaway, &position("8/PPPPPPPP/8/8/8/8/pppppppp/8 b - -"), 10, 4).unwrap();
}

/// Positions that no game of chess comes to: without pieces, with many kings, with pieces all over.
#[test]
fn odd_positions_keep_the_promises_of_a_game() {
    let texts = [
        "8/8/8/8/8/8/8/8 w - -",
        "KKKKKKKK/8/8/8/8/8/8/kkkkkkkk b - -",
        "qqqqqqqq/pppppppp/PPPPPPPP/8/8/pppppppp/PPPPPPPP/QQQQQQQQ w KQkq -",
        "8/8/8/3pP3/8/8/8/8 w - d6",
        "NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/nnnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnnn b - -",
    ];
    let report = check_texts(&Giveaway, &texts, 10, 1).unwrap();
    assert!(report.positions > 500 && report.ends > 10, "{report:?}");
}

#[test]
fn hashes_of_positions_differ() {
    let men = |side: Color, list: &[(Square, Piece, Color)]| {
        let mut men = Men::empty(side);
        for &(square, piece, color) in list {
            men.put(square, piece, color);
        }
        men
    };
    let kinds = || Piece::ALL.into_iter().flat_map(|piece| Color::ALL.map(|color| (piece, color)));
    let mut positions = Vec::new();
    for side in Color::ALL {
        positions.push(men(side, &[]));
        for (piece, color) in kinds() {
            // One piece, one and its reflections, a board full of them, one half of a board, all but one.
            for square in Square::ALL {
                positions.push(men(side, &[(square, piece, color)]));
                for other in [square.flip_file(), square.flip_rank(), square.flip_file().flip_rank()] {
                    positions.push(men(side, &[(square, piece, color), (other, piece, !color)]));
                }
                let others = Square::ALL.iter().filter(|&&other| other != square);
                positions.push(men(side, &others.map(|&other| (other, piece, color)).collect::<Vec<_>>()));
                let lower = Square::ALL.iter().filter(|&&other| (other as u8) < square as u8);
                positions.push(men(side, &lower.map(|&other| (other, piece, color)).collect::<Vec<_>>()));
            }
            positions.push(men(side, &Square::ALL.map(|square| (square, piece, color))));
        }
        // Two pieces of any kinds anywhere.
        for (first, second) in Square::ALL.into_iter().zip(Square::ALL.into_iter().skip(1)) {
            for (piece, color) in kinds() {
                positions
                    .extend(kinds().map(|(other, owner)| men(side, &[(first, piece, color), (second, other, owner)])));
            }
        }
    }
    // Captures en passant.
    for file in "abcdefgh".chars() {
        let text = |square: &str| format!("8/8/8/pPpPpPpP/PpPpPpPp/8/8/8 w - {square}");
        positions.extend([text("-"), text(&format!("{file}6"))].iter().filter_map(|text| text::parse(text).ok()));
    }
    assert!(positions.len() > 20_000);
    assert_hashes_differ(positions, |position| Giveaway.hash(position));
}
