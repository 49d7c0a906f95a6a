//! Games by name: parameters, positions, moves, and what is wrong with a request.

use winproof::open::OpenGame;
use winproof::{Player, Status};
use winproof_games::registry::{Request, games, open};

/// What comes back: rules, position, mover.
fn words(game: &dyn OpenGame) -> String {
    let parameters: Vec<String> = game.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mover = match game.status() {
        Status::Turn(Player::Max) => format!("Max={}", game.player_name(Player::Max)),
        Status::Turn(Player::Min) => format!("Min={}", game.player_name(Player::Min)),
        Status::Ended(value) => format!("ended {value}: {}", game.value_text(value)),
    };
    format!("{} [{}] {} {mover}", game.name(), parameters.join(" "), game.position_text())
}

fn describe(game: &str, parameters: &[(&str, &str)], position: Option<&str>, moves: &[&str]) -> Result<String, String> {
    let request = Request {
        game: game.to_string(),
        parameters: parameters.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        position: position.map(str::to_string),
        moves: moves.iter().map(|text| text.to_string()).collect(),
    };
    open(&request).map(|game| words(&*game)).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(answer: Result<String, String>, reason: &str) {
    let error = answer.unwrap_err();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn defaults_start_the_usual_game() {
    let empty = "......./......./......./......./......./.......";
    assert_eq!(describe("connect4", &[], None, &[]), Ok(format!("connect4 [size=7x6 line=4] {empty} Max=X")));
    assert_eq!(describe("tic-tac-toe", &[], None, &[]), Ok("tic-tac-toe [] .../.../... Max=X".to_string()));
    assert_eq!(
        describe("graph", &[("graph", "root a\na min b\nb = 1")], None, &[]),
        Ok("graph [graph=root a\nrepetition 0\na min b\nb = 1\n] a Min=Min".to_string())
    );
}

#[test]
fn the_player_to_move_is_max() {
    let answer = describe("connect4", &[("size", "3x2"), ("line", "3")], None, &["2"]);
    assert_eq!(answer.unwrap(), "connect4 [size=3x2 line=3] .../.x. Max=O");
    let answer = describe("tic-tac-toe", &[("size", "3x3")], Some("xo./.x./..."), &["a1", "c1"]);
    assert_eq!(answer.unwrap(), "tic-tac-toe [] xo./.x./o.x ended 1: X wins");
}

#[test]
fn boards_of_more_than_64_cells_open_too() {
    assert!(describe("connect4", &[("size", "16×8")], None, &["16 1"]).unwrap().ends_with("o..............x Max=X"));
}

#[test]
fn moves_may_stand_together_where_each_is_one_digit() {
    let apart = describe("connect4", &[], None, &["4", "4", "5", "5"]);
    assert!(apart.is_ok());
    for moves in [&["4455"][..], &["44", "55"], &["4 4 5 5"]] {
        assert_eq!(describe("connect4", &[], None, moves), apart);
    }
    let wide = [("size", "10x4")];
    assert_ne!(describe("connect4", &wide, None, &["10"]), describe("connect4", &wide, None, &["1"]));
    refused(describe("connect4", &wide, None, &["11"]), "move 1 of 1: '11' is not a legal move");
}

#[test]
fn each_game_has_its_own_sizes_and_moves() {
    let answer = describe("connect4-score", &[("size", "4x3")], None, &["1122"]);
    assert_eq!(answer.unwrap(), "connect4-score [size=4x3 line=4] ..../oo../xx.. Max=X");
    let answer = describe("woodpush", &[("size", "6")], None, &["f3 f4"]);
    assert_eq!(answer.unwrap(), "woodpush [size=6] L.R.LR L Max=Left");
    refused(describe("woodpush", &[("size", "5")], None, &[]), "size is '5'; it must be a number from 6 to 24");
    let answer = describe("othello", &[("size", "4x6")], None, &["b2"]);
    assert_eq!(answer.unwrap(), "othello [size=4x6] ..../.b../.bb./.bw./..../.... w Max=White");
    refused(describe("othello", &[("size", "5x5")], None, &[]), "it must have 4, 6 or 8 columns and rows");
    let answer = describe("breakthrough", &[("size", "3x4")], None, &["1. a2b3 a4b3"]);
    assert_eq!(answer.unwrap(), "breakthrough [size=3x4] .bb/bbb/.ww/www w Max=White");
    refused(describe("breakthrough", &[("size", "9x8")], None, &[]), "at least 2 columns and 3 rows, and at most 64");
    let answer = describe("ultimate-tic-tac-toe", &[], None, &["59 91"]).unwrap();
    assert!(answer.ends_with("........x/........./........./........./o........ x 1 Max=X"), "{answer}");
    refused(describe("ultimate-tic-tac-toe", &[("size", "9x9")], None, &[]), "has no parameter 'size'; it has none");
}

#[test]
fn what_is_wrong_is_named() {
    refused(describe("conect4", &[], None, &[]), "there is no game 'conect4'; did you mean 'connect4'? The games are:");
    refused(describe("tictactoe", &[], None, &[]), "did you mean 'tic-tac-toe'?");
    refused(
        describe("backgammon", &[], None, &[]),
        "there is no game 'backgammon'; the games are: breakthrough, chess, connect4",
    );
    refused(
        describe("connect4", &[("width", "3")], None, &[]),
        "connect4 has no parameter 'width'; it has: size, line",
    );
    refused(describe("connect4", &[("size", "3x4"), ("size", "3x4")], None, &[]), "'size' is given twice");
    refused(
        describe("connect4", &[("size", "3")], None, &[]),
        "'3' is not a size; write it as columns x rows, such as 7x6",
    );
    refused(describe("connect4", &[("size", "-3x4")], None, &[]), "'-3x4' is not a size");
    refused(describe("connect4", &[("size", "0x4")], None, &[]), "it must have 1 to 128 cells");
    refused(describe("connect4", &[("size", "20x7")], None, &[]), "it must have 1 to 128 cells");
    refused(describe("connect4", &[("size", "99999999999x7")], None, &[]), "is not a size");
    refused(describe("connect4", &[("line", "1")], None, &[]), "line is '1'; it must be a number from 2 to 128");
    refused(describe("connect4", &[("line", "four")], None, &[]), "line is 'four'");
    refused(describe("tic-tac-toe", &[("size", "4x4")], None, &[]), "tic-tac-toe is played on 3x3 only");
    refused(describe("tic-tac-toe", &[], Some("xo"), &[]), "has 1 row; write 3 rows");
    refused(describe("tic-tac-toe", &[], None, &["a1", "b2", "a1"]), "move 3 of 3: 'a1' is not a legal move in");
    refused(describe("connect4", &[("size", "3x1")], None, &["121"]), "move 3 of 3: '1' is not a legal move");
    refused(
        describe("connect4", &[("line", "2")], None, &["12233"]),
        "move 4 of 5: '3' cannot be played: the game has ended",
    );
    refused(describe("graph", &[], None, &[]), "the game graph needs the text of a graph file");
    refused(describe("graph", &[("graph", "a = 1")], None, &[]), "line 1: the file ends without");
    refused(describe("graph", &[("graph", "root a\na = 1")], Some("b"), &[]), "the graph has no node 'b'");
}

#[test]
fn the_list_is_sorted_and_opens() {
    assert!(games().is_sorted_by_key(|game| game.name));
    for game in games().iter().filter(|game| game.name != "graph") {
        assert!(describe(game.name, &[], None, &[]).unwrap().starts_with(game.name));
        assert_eq!(game.sizes.is_some(), game.default_size.is_some());
        if let Some(size) = game.default_size {
            assert_eq!(describe(game.name, &[("size", size)], None, &[]), describe(game.name, &[], None, &[]));
        }
        assert!(game.example.starts_with(&format!("winproof solve {}", game.name)), "{}", game.example);
    }
}
