//! `winproof problem`: stipulations, the play around them, what is read and written, certificates, brute force.

use crate::support::{Run, files, python_with_chess, run, run_with, text};
use std::fs;
use std::path::Path;
use std::process::Command;

const QUIET_KEY: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";

fn problem(arguments: &[&str]) -> Run {
    run(&[&["problem", "--memory", "16MiB"], arguments].concat())
}

#[test]
fn a_directmate_is_written_as_popeye_writes_it() {
    let run = problem(&[QUIET_KEY, "--stipulation", "#2"]).expect(0);
    assert_eq!(run.last_line(), "#2: Qg6, the only key");
    for line in ["   1.Qg3-g6 ! threat:", "          2.Qg6-h7 #", "      1...f7*g6", "          2.Se5*g6 #"] {
        assert!(run.stdout.lines().any(|own| own == line), "no '{line}' in {}", run.stdout);
    }
    let pgn = problem(&[QUIET_KEY, "--stipulation", "#", "--pgn"]).expect(0).stdout;
    assert!(pgn.contains("1. Qg6 $1 {threat: Qh7#}") && pgn.contains("1... fxg6"), "{pgn}");
    let figurines = problem(&[QUIET_KEY, "--stipulation", "#2", "--figurine", "--depth", "0"]).expect(0).stdout;
    assert!(figurines.contains('♛') && !figurines.contains("threat"), "{figurines}");
}

#[test]
fn tries_and_set_play_are_shown() {
    let object = problem(&[QUIET_KEY, "--stipulation", "#2", "--tries", "1", "--json"]).expect(0).json();
    let tries = object["tries"].as_array().unwrap();
    let attempt = tries.iter().find(|one| one["move"] == "Ng6+").unwrap();
    assert_eq!(attempt["refutations"], serde_json::json!(["fxg6"]));
    let arguments = ["8/8/8/8/8/1K6/7Q/3k4 w - -", "--stipulation", "#2", "--set-play", "--json"];
    let object = problem(&arguments).expect(0).json();
    assert_eq!((&object["moves"], &object["set_play"]), (&2.into(), &serde_json::json!(["Kc1 Qc2#"])));
    assert_eq!(object["keys"], serde_json::json!(["Qf2"]));
}

#[test]
fn popeyes_language_is_read_and_the_rest_refused_by_name() {
    let input = "BeginProblem\nTitle Two pieces\nPieces White Kf7 Rb1 Pg5 Black Kh8\nStip #2\nOption SetPlay Try\n\
                 NextProblem\nPieces White Ka1 Rb2 Bc1 Black Kc3 Qh8\nstipulation s#1\nEndProblem\n";
    let run = run_with(&["problem", "--file", "-", "--memory", "16MiB"], input).expect(0);
    assert!(run.stdout.starts_with("Two pieces\n"), "{run:?}");
    for (input, name) in [
        ("BeginProblem\nCondition Circe\nEndProblem\n", "Condition"),
        ("BeginProblem\nPieces White Ka1 Gh8\nEndProblem\n", "'G'"),
        ("BeginProblem\nStipulation h#2\nEndProblem\n", "'h#'"),
        ("BeginProblem\nOption Duplex\nEndProblem\n", "'Duplex'"),
        // A number behind it would leave solutions out.
        ("BeginProblem\nOption Threat 1\nEndProblem\n", "'Threat'"),
        ("BeginProblem\nOption WhiteToPlay\nEndProblem\n", "'WhiteToPlay'"),
        ("BeginProblem\nOption EnPassant nowhere\nEndProblem\n", "e7e6e5"),
        ("BeginProblem\nPieces White Ka1 Black Kc3\nStipulation #1\nOption PostKeyPlay\nEndProblem\n", "after the key"),
        ("BeginProblem\nPieces White Ka1 Black Kc3\n", "EndProblem is missing"),
    ] {
        let refused = run_with(&["problem", "--file", "-"], input).expect(2);
        assert!(refused.stderr.contains(name), "no {name} in {refused:?}");
    }
    let refused = problem(&[QUIET_KEY]).expect(2);
    assert!(refused.stderr.contains("--stipulation"), "{refused:?}");
}

/// The problems of one text, as objects.
fn objects(input: &str) -> Vec<serde_json::Value> {
    let run = run_with(&["problem", "--file", "-", "--memory", "16MiB", "--json"], input).expect(0);
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn options_of_popeye_change_the_problem() {
    // White castles and gives check, unless the rook or the king has moved.
    let men = "Pieces White Ke1 Rh1 Black Kf8";
    let given = |option: &str| format!("BeginProblem\n{men}\nStipulation +1\n{option}\nEndProblem\n");
    let castles = |option: &str| objects(&given(option))[0]["keys"].as_array().unwrap().contains(&"O-O+".into());
    assert!(castles("") && castles("Option NoCastling a1"));
    for option in ["Option NoCastling h1", "Option NoCastling e1", "Option NoCastling"] {
        assert!(!castles(option), "{option}");
    }
    // The black pawn has gone two squares: the way, or the square between.
    let men = "Pieces White Kd6 Pe5 Qb1 Rh1 Black Kd8 Pd5\nStipulation X1";
    for option in ["EnPassant d7d6d5", "EnPassant d6"] {
        let refused =
            run_with(&["problem", "--file", "-"], &format!("BeginProblem\n{men}\nOption {option}\nEndProblem"));
        assert!(refused.expect(2).stderr.contains("d6"), "a man stands on d6");
    }
    let men = "Pieces White Kc6 Pe5 Black Kd8 Pd5\nStipulation X1";
    let keys = |option: &str| objects(&format!("BeginProblem\n{men}\n{option}\nEndProblem"))[0]["keys"].clone();
    assert_eq!(keys("Option EnPassant d7d6d5"), serde_json::json!(["Kxd5", "exd6"]));
    assert_eq!(keys("Option EnPassant d6"), serde_json::json!(["Kxd5", "exd6"]));
    assert_eq!(keys(""), serde_json::json!(["Kxd5"]));
}

#[test]
fn the_play_after_a_key_is_shown_alone() {
    let input = "BeginProblem\nPieces White Kb3 Qf2 Black Kd1\nStipulation #2\nOption PostKeyPlay\nNextProblem\n\
                 Pieces White Kb3 Qf8 Black Kd1\nStipulation #2\nOption PostKeyPlay\nEndProblem\n";
    let run = run_with(&["problem", "--file", "-", "--memory", "16MiB"], input).expect(0);
    let shown: Vec<&str> = run.stdout.lines().collect();
    for line in [" zugzwang.", "      1...Kd1-c1", "          2.Qf2-e1 # dual", "#2 after the key", "        refutes."]
    {
        assert!(shown.contains(&line), "no '{line}' in {run:?}");
    }
    assert!(run.last_line().starts_with("not #2: ") && run.last_line().contains("Kd2"), "{run:?}");
    // From a FEN the side to move defends.
    let fen = "8/8/8/8/8/1K6/5Q2/3k4 b - -";
    let object = problem(&[fen, "--stipulation", "#", "--post-key", "--json"]).expect(0).json();
    assert_eq!((&object["moves"], &object["after_key"]), (&2.into(), &serde_json::json!(["Kc1 Qe1#/Qc2#"])));
    let pgn = problem(&[fen, "--stipulation", "#2", "--post-key", "--pgn"]).expect(0).stdout;
    assert!(pgn.contains("1... Kc1 2. Qe1#"), "{pgn}");
    let refused = problem(&[fen, "--stipulation", "#2", "--post-key", "--proof", "after.wpf"]).expect(2);
    assert!(refused.stderr.contains("before the key"), "{refused:?}");
}

#[test]
fn without_threats_every_defence_is_shown() {
    let defences = |option: &str| {
        let men = "Pieces White Kb3 Qh2 Black Kd1\nStipulation #2\nOption Try";
        let input = format!("BeginProblem\n{men} {option}\nEndProblem\n");
        run_with(&["problem", "--file", "-", "--memory", "16MiB"], &input).expect(0).stdout
    };
    assert!(defences("").contains("1.Kb3-c3 ? threat:"));
    assert!(defences("NoThreat").contains("1.Kb3-c3 ?\n      1...Kd1-c1\n"), "{}", defences("NoThreat"));
}

#[test]
fn every_stipulation_has_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    // Each with a solution, and each without.
    let games = [
        (QUIET_KEY, "#2"),
        (QUIET_KEY, "#1"),
        ("8/8/8/8/8/2k5/1R6/K1B4q w - -", "s#1"),
        ("7k/8/8/8/8/8/r7/2K3Q1 w - -", "semi-r#2"),
        ("7k/8/8/8/8/8/r7/2K3Q1 w - -", "r#2"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "=1"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "==1"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "+2"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "x2"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "zh2 2"),
    ];
    let pgn: String = games.iter().map(|(fen, sign)| format!("[Stipulation \"{sign}\"]\n[FEN \"{fen}\"]\n")).collect();
    let arguments = ["problem", "--file", "-", "--json", "--proof", text(&proofs), "--memory", "64MiB", "--quiet"];
    run_with(&arguments, &pgn).expect(0);
    assert_eq!(files(&proofs).len(), games.len());
    for (number, (_, sign)) in (1..).zip(games) {
        let file = proofs.join(format!("problem-{number}.wpf"));
        let checked = run(&["check", text(&file), "--json"]).expect(0).json();
        assert_eq!(checked["valid"], true, "{sign}");
        if !sign.starts_with('#') {
            let (parameters, sign) = (checked["parameters"].to_string(), sign.trim_end_matches([' ', '1', '2']));
            assert!(parameters.contains("stipulation") && parameters.contains(sign), "{sign}: {parameters}");
        }
    }
}

/// A few positions for each stipulation; WINPROOF_PROBLEMS=1000 compares so many, which takes minutes.
#[test]
fn brute_force_agrees() {
    const STIPULATIONS: usize = 11;
    let count: usize = std::env::var("WINPROOF_PROBLEMS").map_or(12, |count| count.parse().unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems.py");
    let mut command = Command::new(python_with_chess().unwrap());
    let output = command.arg(script).args([env!("CARGO_BIN_EXE_winproof"), &count.to_string(), "7"]).output().unwrap();
    let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let last = format!("all {} problems agree", count * STIPULATIONS);
    assert_eq!(out.lines().last(), Some(last.as_str()), "{out}{errors}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let refused = problem(&["--file", "/nowhere/at-all.pop"]).expect(2);
    assert!(refused.stderr.contains("cannot read the problems"), "{refused:?}");
    assert!(fs::metadata("/nowhere").is_err());
}
