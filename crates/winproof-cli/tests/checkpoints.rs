//! Checkpoints from the command line: what is refused, and what can be gone on with.

mod support;

use support::{run, text};

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
