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
    for line in ["   1.Qg3-g6 ! threat:", "           2.Qg6-h7 #", "       1...f7*g6", "           2.Se5*g6 #"] {
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
        ("BeginProblem\nPieces White Ka1 Black Kc3\n", "EndProblem is missing"),
    ] {
        let refused = run_with(&["problem", "--file", "-"], input).expect(2);
        assert!(refused.stderr.contains(name), "no {name} in {refused:?}");
    }
    let refused = problem(&[QUIET_KEY]).expect(2);
    assert!(refused.stderr.contains("--stipulation"), "{refused:?}");
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

#[test]
fn brute_force_agrees() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems.py");
    let mut command = Command::new(python_with_chess().unwrap());
    let output = command.arg(script).args([env!("CARGO_BIN_EXE_winproof"), "12", "7"]).output().unwrap();
    let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(out.lines().last(), Some("all 132 problems agree"), "{out}{errors}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let refused = problem(&["--file", "/nowhere/at-all.pop"]).expect(2);
    assert!(refused.stderr.contains("cannot read the problems"), "{refused:?}");
    assert!(fs::metadata("/nowhere").is_err());
}
