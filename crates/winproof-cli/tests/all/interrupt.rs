//! Ctrl-C: what is known is printed, and the exit code is 130.
#![cfg(unix)]

use crate::rules::{WALK, graph_rules};
use crate::support::{Run, files, text};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Starts a search that takes hours, and interrupts it.
fn interrupted(arguments: &[&str]) -> Run {
    let hours = ["solve", "connect4", "--size", "7x6", "--algorithm", "dfpn", "--memory", "256MiB"];
    interrupted_run(&[&hours, arguments].concat())
}

/// Starts the command, waits for its first sign of life on standard error, and interrupts it.
fn interrupted_run(arguments: &[&str]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_winproof"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut stderr = String::new();
    errors.read_line(&mut stderr).unwrap();
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(kill.success());
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    errors.read_to_string(&mut stderr).unwrap();
    Run { code: child.wait().unwrap().code().expect("ended by itself, not by the signal"), stdout, stderr }
}

#[test]
fn ctrl_c_prints_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.wpf");
    let run = interrupted(&["--proof", text(&proof)]).expect(130);
    assert_eq!(run.last_line(), "unknown: between O wins and X wins");
    assert!(run.field("reached").starts_with("interrupted; the last report gave the root proof number"), "{run:?}");
    assert!(run.field("try").contains("winproof solve connect4 --size 7x6"), "{run:?}");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn ctrl_c_prints_json_too() {
    let object = interrupted(&["--json"]).expect(130).json();
    assert_eq!((&object["stopped"], &object["value"]), (&"interrupted".into(), &().into()));
    assert!(object["nodes"].as_u64().unwrap() > 1000);
}

#[test]
fn ctrl_c_does_not_wait_for_a_rules_program_that_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let graph = folder.path().join("walk.graph");
    std::fs::write(&graph, WALK).unwrap();
    // An answer may take longer than any test.
    let call = ["solve", "--rules", &graph_rules(&graph, "hangs"), "--rules-time", "1h", "--threads", "1"];
    let run = interrupted_run(&call).expect(130);
    assert!(run.stderr.contains("had not answered when the search was interrupted"), "{run:?}");
    assert_eq!(run.stdout, "");
}
