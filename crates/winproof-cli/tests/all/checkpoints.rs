//! Checkpoints from the command line: what is refused, and what can be gone on with.

use crate::support::{run, text};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[test]
fn a_checkpoint_for_another_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.wpc");
    let arguments = ["solve", "connect4", "--size", "5x4", "--algorithm", "bta", "--nodes", "5000", "--quiet"];
    let stopped = run(&[&arguments[..], &["--checkpoint", text(&file)]].concat()).expect(3);
    assert!(stopped.last_line().starts_with("unknown"), "{stopped:?}");
    let whole = std::fs::read(&file).unwrap();
    let place = whole.windows(3).position(|part| part == b"5x4").unwrap();
    let mut other = whole.clone();
    other[place..place + 3].copy_from_slice(b"4x5");
    std::fs::write(&file, &other).unwrap();
    let refused = run(&["resume", text(&file)]).expect(2);
    assert!(refused.stderr.contains("checksum"), "{refused:?}");
    std::fs::write(&file, &whole).unwrap();
    assert_eq!(run(&["resume", text(&file), "--quiet"]).expect(0).last_line(), "draw");
}

#[test]
fn what_cannot_be_kept_is_refused_at_once() {
    let refused = |more: &[&str]| {
        run(&[&["solve", "connect4", "--size", "4x4", "--checkpoint", "never.wpc"][..], more].concat()).expect(2).stderr
    };
    assert!(refused(&["--algorithm", "alphabeta"]).contains("alpha-beta"));
    assert!(refused(&["--algorithm", "pn-dcg"]).contains("base-twin"));
    assert!(refused(&["--algorithm", "pn", "--seed", "1"]).contains("--seed"));
    assert!(refused(&["--algorithm", "pn-dag", "--delete-solved"]).contains("--delete-solved"));
    assert!(refused(&["--algorithm", "pn2", "--nested-effort", "sets"]).contains("second level"));
}

/// Starts the command, which keeps its search many times a second.
fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_winproof"))
        .args(arguments)
        .args(["--checkpoint-every", "10ms", "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills the command as soon as it has kept more than it started with; false if it came to its end before.
fn kill_once_kept(mut child: Child, file: &Path, before: &[u8]) -> bool {
    let is_running = loop {
        if child.try_wait().unwrap().is_some() {
            break false;
        }
        // The file is renamed into its place, so that it is whole whenever it is read.
        if std::fs::read(file).is_ok_and(|now| now != before) {
            break true;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    // What ended by itself cannot be killed.
    let _ = child.kill();
    child.wait().unwrap();
    is_running
}

#[test]
fn a_search_that_is_killed_again_and_again_comes_to_its_end() {
    for algorithm in ["dfpn", "pn-dag"] {
        let folder = tempfile::tempdir().unwrap();
        let (file, proof) = (folder.path().join("search.wpc"), folder.path().join("proof.wpf"));
        let question = ["solve", "connect4", "--size", "5x5", "--goal", "draw", "--memory", "256MiB"];
        let first = start(&[&question[..], &["--algorithm", algorithm, "--checkpoint", text(&file)]].concat());
        assert!(kill_once_kept(first, &file, b""), "{algorithm}: solved before anything was kept");
        // A resumed search counts the nodes before the checkpoint: it stops at once, and says how far the file has
        // come.
        let nodes =
            || run(&["resume", text(&file), "--nodes", "1", "--json"]).expect(3).json()["nodes"].as_u64().unwrap();
        let mut nodes_before = nodes();
        for _ in 0..5 {
            let before = std::fs::read(&file).unwrap();
            assert!(kill_once_kept(start(&["resume", text(&file)]), &file, &before), "{algorithm}: too short a search");
            let nodes_now = nodes();
            assert!(nodes_now > nodes_before, "{algorithm}: {nodes_now} nodes after {nodes_before}");
            nodes_before = nodes_now;
        }
        let solved = run(&["resume", text(&file), "--proof", text(&proof), "--quiet"]).expect(0);
        assert!(solved.last_line().starts_with("yes"), "{algorithm}: {solved:?}");
        run(&["check", text(&proof)]).expect(0);
    }
}
