//! What the command can do besides: values of moves, parameters, comparisons, numbers of moves, standard output.

use crate::support::{run, text};
use std::fs;

#[test]
fn the_value_of_every_move_is_told() {
    let object =
        run(&["solve", "connect4", "--size", "4x4", "--moves", "1 1 2 2", "--move-values", "--json"]).expect(0);
    let object = object.json();
    let moves = object["moves"].as_array().unwrap();
    let best = moves.iter().map(|one| one["value"].as_i64().unwrap()).max();
    assert_eq!((moves.len(), best), (4, object["value"].as_i64()), "{object}");
    assert!(moves.iter().all(|one| one["lower"].as_i64() <= one["upper"].as_i64()));
    let people = run(&["solve", "tic-tac-toe", "xo./.x./...", "--move-values"]).expect(0);
    assert!(people.field("moves").contains("c1 X wins"), "{people:?}");
    // Out of nodes, bounds are left.
    let few = "solve connect4 --size 5x4 --algorithm dfpn --threads 1 --move-values --json";
    let few: Vec<&str> = few.split(' ').collect();
    let nodes = run(&few).expect(0).json()["nodes"].as_u64().unwrap().to_string();
    let limited = run(&[&few[..], &["--nodes", &nodes]].concat()).expect(0).json();
    assert!(limited["moves"].as_array().unwrap().iter().any(|one| one["value"].is_null()), "{limited}");
}

#[test]
fn parameters_of_a_game_can_be_set() {
    let first = |who: &str| {
        let set = format!("first={who}");
        run(&["solve", "domineering", "--size", "2x3", "--set", &set, "--json"]).expect(0).json()["position"].clone()
    };
    assert_ne!(first("vertical"), first("horizontal"));
    let wrong = run(&["solve", "connect4", "--set", "width=3"]).expect(2);
    assert!(wrong.stderr.contains("connect4 has no parameter 'width'; it has: size, line"), "{wrong:?}");
    assert!(run(&["solve", "connect4", "--set", "size"]).expect(2).stderr.contains("NAME=VALUE"));
    let no_mate = ["solve", "chess", "7k/8/5K2/8/8/8/8/6R1 w - -", "--set", "moves=1"];
    assert_eq!(run(&no_mate).expect(0).last_line(), "White has no mate in 1 or fewer");
}

#[test]
fn goals_from_above_are_answered() {
    let solve = |goal: &str| {
        let run = run(&["solve", "connect4", "--size", "4x3", "--goal", goal, "--json"]).expect(0).json();
        (run["goal"].as_str().unwrap().to_string(), run["holds"].as_bool().unwrap())
    };
    assert_eq!(solve("<=0"), ("<=0".to_string(), true));
    assert_eq!(solve("<=-1"), ("<=-1".to_string(), false));
    assert_eq!(solve(">=0"), (">=0".to_string(), true));
}

#[test]
fn moves_are_numbered_as_players_do() {
    let white = run(&["solve", "chess", "7k/8/5K2/8/8/8/8/6R1 w - -", "--set", "moves=2"]).expect(0);
    assert!(white.field("line").starts_with("1. "), "{white:?}");
    assert_eq!(white.field("line").matches("1. ").count(), 1, "{white:?}");
    assert!(white.field("line").contains("2. ") && !white.field("line").contains("3. "), "{white:?}");
    let fool = run(&["solve", "chess", "--moves", "1. f3 e5 2. g4", "--set", "moves=1"]).expect(0);
    assert!(fool.field("line").starts_with("1... Qh4#"), "{fool:?}");
    let mate = run(&["mate", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -"]).expect(0);
    assert_eq!(mate.field("solution"), "1...Qh4#");
    let plies = run(&["solve", "connect4", "--size", "4x3"]).expect(0);
    assert!(plies.field("line").contains(" 12. "), "{plies:?}");
}

#[test]
fn material_that_cannot_mate_is_not_the_end_of_play() {
    let run = run(&["solve", "chess", "6k1/8/6K1/8/8/8/8/R7 b - -"]).expect(0);
    assert_eq!(run.last_line(), "Black cannot force mate");
    assert!(run.stdout.contains("Black does not have the material to mate"), "{run:?}");
    assert!(!run.stdout.contains("play has ended"), "{run:?}");
}

#[test]
fn algorithms_are_compared_in_one_table() {
    let people = run(&["compare", "tic-tac-toe", "--quiet"]).expect(0);
    assert_eq!(people.stdout.lines().count(), 1 + winproof::ALGORITHMS.len(), "{}", people.stdout);
    let list = run(&["compare", "tic-tac-toe", "xo./.x./...", "--json", "--quiet"]).expect(0).json();
    for one in list.as_array().unwrap().iter().filter(|one| one["algorithm"] != "pn-dcg") {
        assert_eq!(one["value"], -1, "{one}");
    }
    let csv = run(&["compare", "connect4", "--size", "4x4", "--nodes", "100", "--csv", "--quiet"]).expect(0);
    let mut lines = csv.stdout.lines();
    let columns = lines.next().unwrap().split(',').count();
    assert_eq!(columns, 13);
    assert!(lines.all(|line| line.split(',').count() >= columns), "{}", csv.stdout);
    let folder = tempfile::tempdir().unwrap();
    let cycle = folder.path().join("cycle.txt");
    fs::write(&cycle, "root a\na max b\nb min a c\nc = 1\n").unwrap();
    let refused = run(&["compare", "graph", text(&cycle), "--json", "--quiet"]).expect(0).json();
    let dag = refused.as_array().unwrap().iter().find(|one| one["algorithm"] == "pn-dag").unwrap();
    assert_eq!(dag["stopped"], "refused");
}

#[test]
fn lines_of_play_are_divided_by_first_moves() {
    let divided = run(&["perft", "tic-tac-toe", "--divide", "3"]).expect(0);
    assert_eq!(divided.stdout.lines().count(), 10);
    assert_eq!(divided.last_line().split_whitespace().collect::<Vec<_>>(), ["all", "504"]);
    let object = run(&["perft", "connect4", "--size", "4x4", "--json", "3"]).expect(0).json();
    assert_eq!(object["lines"], serde_json::json!([1, 4, 16, 64]));
    let object = run(&["perft", "connect4", "--size", "4x4", "--json", "--divide", "3"]).expect(0).json();
    assert_eq!((&object["lines"][0], object["moves"].as_array().unwrap().len()), (&64.into(), 4));
}

#[test]
fn certificates_go_through_pipes() {
    use std::process::{Command, Stdio};
    let program = env!("CARGO_BIN_EXE_winproof");
    let solve = Command::new(program)
        .args(["solve", "tic-tac-toe", "--proof", "-", "--json", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = solve.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("\"value\":0"), "{output:?}");
    let mut check =
        Command::new(program).args(["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut check.stdin.take().unwrap(), &output.stdout).unwrap();
    let checked = check.wait_with_output().unwrap();
    assert!(checked.status.success() && String::from_utf8_lossy(&checked.stdout).ends_with("valid\n"), "{checked:?}");
    assert!(run(&["solve", "tic-tac-toe", "--proof", "-"]).expect(2).stderr.contains("--json"));
}

#[test]
fn the_picked_algorithm_does_not_depend_on_the_machine() {
    // What is picked without --memory is what is picked with any machine's free memory: the choice is pinned here.
    for (arguments, picked) in [
        (&["connect4", "--size", "5x4"][..], "alphabeta"),
        (&["tic-tac-toe"], "none"),
        (&["othello"], "dfpn"),
        (&["chess", "6k1/8/6K1/8/8/8/8/R7 w - -"], "dfpn"),
    ] {
        let object = run(&[&["solve"], arguments, &["--json"]].concat()).expect(0).json();
        assert_eq!(object["algorithm"].as_str().unwrap_or("none"), picked, "{arguments:?}");
    }
}
