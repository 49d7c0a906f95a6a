//! Searches that are killed, and gone on with from their checkpoints.
#![cfg(unix)]

mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use support::{Run, files, run, text};

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_winproof"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// A search to kill.
struct Case<'a> {
    algorithm: &'a str,
    arguments: &'a [&'a str],
    /// How long it takes about, in milliseconds; a kill comes within that.
    milliseconds: u64,
}

/// Starts a search, kills it at a random moment (SIGKILL) as often as is asked, goes on each time, and gives its proof to the checker.
/// Gives how many kills came while it ran, and how many of them left a checkpoint to go on with.
fn killed(case: &Case<'_>, kills: u32, value: &str, folder: &Path) -> (u32, u32) {
    let file = folder.join("search.wpc");
    let proof = folder.join("proof.wpf");
    let keep = ["--checkpoint-every", "5ms", "--quiet", "--proof", text(&proof)];
    let fresh =
        [&["solve"], case.arguments, &["--algorithm", case.algorithm, "--checkpoint", text(&file)], &keep].concat();
    let resumed = [&["resume", text(&file)][..], &keep].concat();
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let (mut running, mut resumes) = (0, 0);
    for _ in 0..kills {
        let goes_on = file.exists();
        resumes += u32::from(goes_on);
        let mut child = start(if goes_on { &resumed } else { &fresh });
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        std::thread::sleep(Duration::from_millis((random >> 33) % case.milliseconds));
        running += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        // Whatever was being written when the kill came, what is there is whole.
        if file.exists() && !goes_on {
            let first = std::fs::read(&file).unwrap();
            assert!(first.starts_with(b"winproof checkpoint "));
        }
    }
    let end = if file.exists() { run(&resumed) } else { run(&fresh) }.expect(0);
    assert_eq!(end.last_line(), value, "{}", case.algorithm);
    let check = run(&["check", text(&proof)]).expect(0);
    assert!(check.last_line().starts_with("valid"), "{check:?}");
    (running, resumes)
}

#[test]
fn killed_at_fifty_moments_and_resumed_each_time() {
    let board = ["connect4", "--size", "5x5"];
    let small = ["connect4", "--size", "5x4"];
    for (case, value, kills) in [
        (
            Case { algorithm: "dfpn", arguments: &[&board[..], &["--memory", "4MiB"]].concat(), milliseconds: 120 },
            "draw",
            50,
        ),
        (Case { algorithm: "pn-dag", arguments: &small, milliseconds: 120 }, "draw", 50),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (running, resumes) = killed(&case, kills, value, folder.path());
        assert!(running > kills / 4, "{}: only {running} kills came in time", case.algorithm);
        assert!(resumes > kills / 4, "{}: only {resumes} times was there a checkpoint", case.algorithm);
        let left: Vec<String> = files(folder.path());
        assert!(left.contains(&"proof.wpf".to_string()), "{left:?}");
    }
}

#[test]
fn a_search_with_little_memory_keeps_to_it_and_ends() {
    // All of the table is 16 MiB; the search would fill hundreds.
    let mut child =
        start(&["solve", "connect4", "--size", "5x5", "--algorithm", "dfpn", "--memory", "16MiB", "--quiet"]);
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(resident_peak(child.id()));
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answer = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answer.lines().last(), Some("draw"));
    assert!(peak > 10 << 10, "{peak} KiB: the search was over before it was looked at");
    assert!(peak < 60 << 10, "{peak} KiB");
}

/// The most memory that a process has held so far, in KiB.
fn resident_peak(process: u32) -> u64 {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else { return 0 };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").trim().parse().unwrap_or(0)
}

#[test]
fn a_checkpoint_for_another_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.wpc");
    let arguments = ["solve", "connect4", "--size", "5x4", "--algorithm", "bta", "--nodes", "5000", "--quiet"];
    let stopped: Run = run(&[&arguments[..], &["--checkpoint", text(&file)]].concat()).expect(3);
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
