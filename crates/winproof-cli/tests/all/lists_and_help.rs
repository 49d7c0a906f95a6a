//! The other subcommands, help, and behaviour that all share.

use crate::support::{files, run, text};
use std::process::{Command, Stdio};

#[test]
fn perft_counts_known_numbers() {
    let counts = |arguments: &[&str]| -> Vec<String> {
        let run = run(arguments).expect(0);
        run.stdout.lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap().to_string()).collect()
    };
    let start = counts(&["perft", "connect4", "--size", "7x6", "7"]);
    assert_eq!(start, ["1", "7", "49", "343", "2401", "16807", "117649", "823536"]);
    // With two in a row and one to move, one of the replies ends the game at once.
    let position = counts(&["perft", "tic-tac-toe", "xo./.x./o..", "2"]);
    assert_eq!(position, ["1", "5", "16"]);
    assert_eq!(counts(&["perft", "tic-tac-toe", "--moves", "a3 b3 b2 a1", "2"]), position);
}

#[test]
fn games_are_listed_for_people_and_programs() {
    let people = run(&["games"]).expect(0);
    let list = run(&["games", "--json"]).expect(0).json();
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    for name in ["connect4", "graph", "tic-tac-toe"] {
        assert!(names.contains(&name) && people.stdout.contains(name), "{name}");
    }
    for field in
        ["summary", "sizes", "default_size", "position_notation", "move_notation", "values", "repeats", "example"]
    {
        assert!(list[0].get(field).is_some(), "{field}");
    }
}

#[test]
fn algorithms_say_what_their_answers_are_worth() {
    let list = run(&["algorithms", "--json"]).expect(0).json();
    let find = |name: &str| list.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone();
    let pn = find("pn");
    let fields = ["effort", "graph", "leaf", "yes", "no"].map(|field| pn[field].as_str().unwrap().to_string());
    assert_eq!(fields, ["numbers", "tree", "unit", "proof", "proof"]);
    assert_eq!(find("pn-dcg")["no"], "no proof");
    let people = run(&["algorithms"]).expect(0);
    assert!(people.stdout.lines().any(|line| line.starts_with("pn-dcg") && line.contains("no proof")));
}

#[test]
fn help_is_short_and_long() {
    let alone = run(&[]).expect(0);
    assert_eq!(alone.stdout, run(&["-h"]).expect(0).stdout);
    let long = run(&["--help"]).expect(0);
    assert!(!alone.stdout.contains("Examples:") && long.stdout.contains("Examples:") && long.stdout.contains("130"));
    let solve = run(&["solve", "--help"]).expect(0);
    let words = solve.stdout.split_whitespace().collect::<Vec<&str>>().join(" ");
    for text in ["--delete-solved", "three quarters of what", "winproof solve graph game.txt", "peak_bytes"] {
        assert!(words.contains(text), "{text}");
    }
    assert!(run(&["solve", "-h"]).expect(0).stdout.lines().count() < solve.stdout.lines().count());
    assert_eq!(run(&["--version"]).expect(0).stdout, format!("winproof {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_and_manual_pages_are_made() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).expect(0).stdout;
        assert!(script.contains("delete-solved") && script.contains("connect4"), "{shell}");
    }
    assert!(run(&["man"]).expect(0).stdout.contains(".TH winproof 1"));
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    run(&["man", "--out", text(&pages)]).expect(0);
    assert!(files(&pages).contains(&"winproof-solve.1".to_string()), "{:?}", files(&pages));
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(run(&["man", "--out", text(&file)]).expect(2).stderr.contains("cannot write manual pages"));
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    for arguments in [&["solve", "tic-tac-toe"][..], &["games"], &["--help"], &["perft", "connect4", "40"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_winproof"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_winproof")).arg("games").stdout(full).stderr(Stdio::piped()).spawn();
    let output = child.unwrap().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(stderr.starts_with("error: cannot write to standard output: no space left"), "{stderr}");
}

#[test]
fn no_colours_where_nobody_sees_them() {
    for arguments in [&["solve", "tic-tac-toe"][..], &["solve", "nothing"], &["--help"], &["games"]] {
        let run = run(arguments);
        assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{arguments:?}");
    }
}
