//! Mutated input for what only the command reads: UCI, EPD files, whole command lines. Nothing panics, and every run
//! ends with a documented exit code.

use crate::support::{run, text};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// A small generator (splitmix64), the same for everybody.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    /// Changes, adds and removes some bytes.
    fn mutate(&mut self, line: &str) -> Vec<u8> {
        let mut bytes = line.as_bytes().to_vec();
        for _ in 0..1 + self.below(3) {
            let place = self.below(bytes.len());
            match self.below(4) {
                0 if !bytes.is_empty() => bytes[place] = self.below(256) as u8,
                1 if !bytes.is_empty() => {
                    bytes.remove(place);
                }
                2 => bytes.insert(place, self.below(256) as u8),
                _ => bytes.truncate(place),
            }
        }
        bytes
    }
}

#[test]
fn the_engine_survives_mutated_commands() {
    const LINES: [&str; 10] = [
        "uci",
        "isready",
        "setoption name Hash value 16",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1 moves b1b8",
        "go mate 1",
        "go nodes 100 movetime 10",
        "go wtime 1 btime 1 winc 0 binc 0",
        "ucinewgame",
        "ponderhit",
    ];
    let mut random = Random(7);
    let mut input = Vec::new();
    for _ in 0..3_000 {
        let line = LINES[random.below(LINES.len())];
        // What is asked without a limit would go on until it is stopped.
        let mutated = random.mutate(line);
        let is_endless = mutated.starts_with(b"go") && !mutated.starts_with(b"go nodes 100 ");
        input.extend(if is_endless { b"go nodes 50".to_vec() } else { mutated });
        input.push(b'\n');
    }
    input.extend(b"stop\nisready\nquit\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_winproof"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Both ends of the pipe at once, or the two wait for each other.
    let writer = std::thread::spawn(move || {
        // An engine that has met a mutated `quit` reads no more.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn mutated_files_of_positions_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mutated.epd");
    let mut random = Random(11);
    for _ in 0..60 {
        let line = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - dm 1; id \"back rank\";";
        fs::write(&file, random.mutate(line)).unwrap();
        let run = run(&["mate", "--epd", text(&file), "--nodes", "200", "--memory", "1MiB", "--quiet"]);
        assert!([0, 1, 2, 3].contains(&run.code) && !run.stderr.contains("please report"), "{run:?}");
    }
}

#[test]
fn mutated_calls_end_with_a_documented_code() {
    let mut random = Random(13);
    let call =
        ["solve", "connect4", "--size", "3x3", "--goal", "win", "--algorithm", "pn", "--nodes", "500", "--quiet"];
    for _ in 0..150 {
        let place = random.below(call.len());
        let mut words: Vec<String> = call.iter().map(|word| word.to_string()).collect();
        words[place] = String::from_utf8_lossy(&random.mutate(&words[place])).replace('\0', "");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = run(&words);
        assert!([0, 2, 3].contains(&run.code) && !run.stderr.contains("please report"), "{words:?}: {run:?}");
    }
}
