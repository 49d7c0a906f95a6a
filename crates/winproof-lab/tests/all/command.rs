//! The program from outside: its lists and help, its exit codes, and what is left of a run that is interrupted.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run came to.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    #[track_caller]
    fn expect(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_winproof-lab"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Run {
    let output = command(arguments).output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn tables_and_benchmarks_are_listed() {
    let tables = run(&["lab", "--list"]).expect(0);
    assert_eq!(tables.stdout.lines().count(), winproof_lab::tables().len());
    let is_gpns = |line: &str| line.starts_with("gpns-1 ") && line.ends_with("Descents on Connect Four");
    assert!(tables.stdout.lines().any(is_gpns), "{tables:?}");
    let benchmarks = run(&["bench", "--list"]).expect(0);
    for benchmark in winproof_lab::bench::BENCHMARKS {
        let line = benchmarks.stdout.lines().find(|line| line.starts_with(&format!("{} ", benchmark.name)));
        assert!(line.is_some_and(|line| line.ends_with(benchmark.summary)), "{benchmarks:?}");
    }
}

#[test]
fn help_is_short_and_long() {
    let alone = run(&[]).expect(0);
    assert_eq!(alone.stdout, run(&["-h"]).expect(0).stdout);
    let long = run(&["--help"]).expect(0);
    assert!(!alone.stdout.contains("Examples:") && long.stdout.contains("Examples:") && long.stdout.contains("130"));
    for (subcommand, word) in [("lab", "--out <DIR>"), ("bench", "winproof-lab bench pn-tree")] {
        let help = run(&[subcommand, "--help"]).expect(0);
        assert!(help.stdout.contains(word) && help.stdout.contains("--list"), "{help:?}");
    }
    let version = format!("winproof-lab {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["--version"]).expect(0).stdout, version);
}

#[test]
fn wrong_calls_end_with_2_and_name_the_fix() {
    for (arguments, parts) in [
        (&["bench", "pn-three"][..], &["no benchmark 'pn-three'", "did you mean 'pn-tree'?", "dfpn"][..]),
        (&["bench", "dfpn", "chess"], &["no benchmark 'chess'; the benchmarks are: "]),
        (&["lab", "mueller-6.2", "gpns1"], &["no table 'gpns1'", "did you mean 'gpns-1'?"]),
        (&["lab", "--all", "gpns-1"], &["--all", "cannot be used with"]),
        (&["lab", "--ful"], &["--ful", "'--full'"]),
        (&["leb"], &["'leb'", "'lab'"]),
    ] {
        let run = run(arguments).expect(2);
        assert_eq!(run.stdout, "", "{run:?}");
        assert!(run.stderr.starts_with("error: "), "{run:?}");
        assert!(parts.iter().all(|part| run.stderr.contains(part)), "{run:?}");
    }
}

#[test]
fn reports_are_printed_or_written() {
    let printed = run(&["lab", "mueller-6.2", "MUELLER-6.2"]).expect(0);
    assert!(printed.stdout.starts_with("# mueller-6.2: ") && printed.stdout.contains("1,237 ="), "{printed:?}");
    assert_eq!(printed.stdout.matches("# mueller-6.2: ").count(), 1);
    assert_eq!(printed.stdout.lines().last(), Some("mueller-6.2: 2 exact"));
    assert!(printed.stderr.contains("mueller-6.2: proof-set search"), "{printed:?}");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new").join("folder");
    let written = run(&["lab", "mueller-6.2", "--out", text(&out)]).expect(0);
    assert_eq!(written.stdout, "mueller-6.2: 2 exact\n");
    for file in ["mueller-6.2.csv", "mueller-6.2.md", "README.md", "index.html"] {
        assert!(out.join(file).exists(), "{file}");
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let failed = run(&["lab", "mueller-6.2", "--out", text(&file.join("below"))]).expect(1);
    assert!(failed.stderr.contains("cannot be written") && failed.stdout.is_empty(), "{failed:?}");
}

/// Starts a quick table and one that takes hours, and interrupts the second.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> Run {
    let mut child =
        command(&["lab", "--threads", "1", "mueller-6.2", "breuker-C.13", "--full"]).args(arguments).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut stderr = String::new();
    while !stderr.contains("breuker-C.13: ") {
        assert!(errors.read_line(&mut stderr).unwrap() > 0, "it ended early: {stderr}");
    }
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(kill.success());
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    errors.read_to_string(&mut stderr).unwrap();
    Run { code: child.wait().unwrap().code(), stdout, stderr }
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_keeps_the_tables_that_are_done() {
    let printed = interrupted(&[]).expect(130);
    assert!(printed.stdout.starts_with("# mueller-6.2: ") && !printed.stdout.contains("breuker"), "{printed:?}");
    assert_eq!(printed.stdout.lines().last(), Some("mueller-6.2: 2 exact"));
    assert!(printed.stderr.trim_end().ends_with("interrupted while running breuker-C.13, which gives no report"));
    let folder = tempfile::tempdir().unwrap();
    interrupted(&["--out", text(folder.path())]).expect(130);
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let mut files: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, ["README.md", "index.html", "mueller-6.2.csv", "mueller-6.2.md"]);
    assert!(std::fs::read_to_string(folder.path().join("index.html")).unwrap().contains("mueller-6.2"));
}

#[test]
#[cfg(unix)]
fn an_interrupted_benchmark_ends_with_130() {
    let mut child = command(&["bench", "connect4-7x6"]).spawn().unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("connect4-7x6  "), "{line}");
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    for arguments in [&["lab", "--list"][..], &["bench", "--list"], &["--help"], &["lab", "mueller-6.2", "gpns-1"]] {
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("error"), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command(&["lab", "--list"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr).to_lowercase();
    assert!(stderr.starts_with("error: cannot write to standard output: no space left"), "{stderr}");
}

#[test]
fn no_colours_where_nobody_sees_them() {
    for arguments in [&["bench", "--list"][..], &["bench", "nothing"], &["--help"], &["lab", "mueller-6.2"]] {
        let run = run(arguments);
        assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{arguments:?}");
    }
}
