//! `winproof picture`: every game has one, and the last move stands out.

use crate::support::run;

#[test]
fn every_game_has_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let graph = folder.path().join("walk.graph");
    std::fs::write(&graph, "root a<b\na<b max b c\nb min a<b c\nc = 1\n").unwrap();
    for (game, position, shown) in [
        ("breakthrough", None, "#pawn-white"),
        ("chess", None, "#king-white"),
        ("connect4", None, "class=\"hole\""),
        ("connect4-score", None, "class=\"hole\""),
        ("domineering", None, "class=\"plain\""),
        ("giveaway", None, "#queen-black"),
        ("graph", graph.to_str(), ">a&lt;b</text>"),
        ("othello", None, "#disc-white"),
        ("pawn-ending", None, "#king-black"),
        ("tic-tac-toe", Some("xo./.x./..."), "#cross-blue"),
        ("ultimate-tic-tac-toe", None, "class=\"target\""),
        ("woodpush", None, "#right-blue"),
    ] {
        let mut words = vec!["picture", game];
        words.extend(position);
        words.extend(["--svg", "-"]);
        let picture = run(&words).expect(0).stdout;
        assert!(picture.starts_with("<svg ") && picture.contains(shown), "{game}: {picture}");
    }
}

#[test]
fn the_last_move_is_marked() {
    for (words, squares) in [
        (&["picture", "connect4", "--size", "5x4", "--moves", "33", "--svg", "-"][..], 1),
        (&["picture", "chess", "--moves", "1. e4 e5 2.Nf3", "--svg", "-"], 2),
        (&["picture", "domineering", "--size", "4x4", "--moves", "b1", "--svg", "-"], 2),
        (&["picture", "tic-tac-toe", "--svg", "-"], 0),
    ] {
        let picture = run(words).expect(0).stdout;
        assert_eq!(picture.matches("class=\"last-move\"").count(), squares, "{words:?}: {picture}");
    }
}

#[test]
fn without_a_file_the_board_is_text() {
    assert_eq!(run(&["picture", "connect4", "--size", "3x2"]).expect(0).stdout, " . . .\n . . .\n 1 2 3\n");
}
