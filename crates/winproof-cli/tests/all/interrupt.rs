//! Ctrl-C: what is known is printed, and the exit code is 130.
#![cfg(unix)]

use crate::support::{Run, files, text};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Starts a search that takes hours, waits for its first sign of life, and interrupts it.
fn interrupted(arguments: &[&str]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_winproof"))
        .args(["solve", "connect4", "--size", "7x6", "--algorithm", "dfpn", "--memory", "256MiB"])
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
