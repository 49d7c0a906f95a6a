//! `winproof uci`: driven line by line, and by a real client, the library python-chess.

use crate::support::python_with_chess;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// What the engine says to some lines. After a search was asked for, its best move is waited for; at the end comes
/// `quit`.
fn says(lines: &[&str]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_winproof"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut said = Vec::new();
    for line in lines {
        writeln!(input, "{line}").unwrap();
        let ends_a_search = line.starts_with("go") && !line.contains("infinite") || *line == "stop";
        while ends_a_search && said.last().is_none_or(|line: &String| !line.starts_with("bestmove")) {
            said.push(output.next().expect("the engine ended without a best move"));
        }
    }
    writeln!(input, "quit").unwrap();
    said.extend(output);
    assert!(child.wait().unwrap().success());
    said
}

const MATE_IN_TWO: &str = "position fen 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";

#[test]
fn it_introduces_itself() {
    let lines = says(&["uci", "isready", "debug on", "setoption name Hash value 8", "nonsense"]);
    assert!(lines[0].starts_with("id name Winproof "), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("option name Hash type spin default ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("option name Threads type spin default 1 ")), "{lines:#?}");
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn a_mate_comes_with_its_whole_line() {
    let lines = says(&["setoption name Hash value 16", MATE_IN_TWO, "go mate 2"]);
    let info = lines.iter().rev().find(|line| line.contains(" score ")).unwrap();
    assert!(info.contains(" score mate 2 ") && info.contains(" pv g3g6 "), "{lines:#?}");
    assert_eq!(info.split(" pv ").nth(1).unwrap().split(' ').count(), 3, "{info}");
    assert_eq!(lines.last().unwrap(), "bestmove g3g6");
    // Asked for a shorter one, it says that there is none, and no score in moves.
    let lines = says(&[MATE_IN_TWO, "go mate 1"]);
    assert!(lines.contains(&"info string there is no mate in 1 or fewer (certified)".to_string()), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains("score mate")), "{lines:#?}");
}

#[test]
fn whatever_is_asked_there_is_one_best_move() {
    let best = |lines: &[&str]| -> Vec<String> {
        says(lines).into_iter().filter(|line| line.starts_with("bestmove")).collect()
    };
    assert_eq!(best(&["position startpos", "go nodes 500"]).len(), 1);
    assert_eq!(best(&["position startpos", "go infinite", "stop"]).len(), 1);
    assert_eq!(best(&["position startpos", "go nodes many"]).len(), 1);
    assert_eq!(best(&["position startpos moves f2f3 e7e5 g2g4 d8h4", "go"]), ["bestmove (none)"]);
    // A position that cannot be read is not replaced by the one before.
    let lines = says(&[MATE_IN_TWO, "position fen 8/8 w - -", "go mate 2"]);
    assert!(lines[0].starts_with("info string ") && lines[0].contains("ranks"), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
}

fn scores(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.contains(" score mate ")).collect()
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let lines = says(&[MATE_IN_TWO, "go mate 2 searchmoves f6h7 g3g7"]);
    assert!(scores(&lines).is_empty(), "{lines:#?}");
    assert!(["bestmove f6h7", "bestmove g3g7"].contains(&lines.last().unwrap().as_str()), "{lines:#?}");
    assert!(lines.contains(&"info string there is no mate in 2 or fewer (certified)".to_string()), "{lines:#?}");
    let lines = says(&[MATE_IN_TWO, "go searchmoves f6h7 g3g6 mate 2"]);
    assert_eq!(lines.last().unwrap(), "bestmove g3g6");
    let one = "position fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    assert!(says(&[one, "go mate 1 searchmoves b1b8"]).iter().any(|line| line.contains("score mate 1 ")));
    assert!(says(&[one, "go mate 1 searchmoves b1b7"]).iter().all(|line| !line.contains("score mate")));
    let lines = says(&[one, "go mate 1 searchmoves b1b9"]);
    assert!(lines[0].contains("'b1b9' is not a legal move"), "{lines:#?}");
}

#[test]
fn the_side_that_is_mated_hears_of_it() {
    // After 1.Qg6 Black is mated on the next move, whatever he does.
    let lines = says(&[&format!("{MATE_IN_TWO} moves g3g6"), "go nodes 200000"]);
    let info = scores(&lines).pop().unwrap().clone();
    assert!(info.contains(" score mate -1 ") && info.split(" pv ").nth(1).unwrap().split(' ').count() == 2, "{info}");
    assert!(lines.contains(&"info string mated in 1 is certified".to_string()), "{lines:#?}");
    assert!(info.split(" pv ").nth(1).unwrap().starts_with(&lines.last().unwrap()["bestmove ".len()..]), "{lines:#?}");
}

#[test]
fn several_lines_and_the_other_options() {
    let lines = says(&[
        "setoption name MultiPV value 3",
        "setoption name Clear Hash",
        "setoption name UCI_Chess960 value false",
        "position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "go mate 2",
    ]);
    let last: Vec<&String> = scores(&lines).into_iter().rev().take(3).collect();
    for (number, line) in [3, 2, 1].into_iter().zip(&last) {
        assert!(line.contains(&format!(" multipv {number} score mate ")), "{lines:#?}");
    }
    assert!(last[2].contains("score mate 1 "), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains("no option")), "{lines:#?}");
    let lines = says(&["setoption name UCI_Chess960 value true"]);
    assert!(lines[0].starts_with("info string Chess960 is not played"), "{lines:#?}");
}

/// Searches of several lines share what they know, and none of them ends before the limit.
#[test]
fn several_lines_of_a_long_search() {
    let lines = says(&[
        "setoption name MultiPV value 2",
        "setoption name Hash value 16",
        "position fen 8/8/8/8/8/4k3/8/K2Q4 w - - 0 1",
        "go nodes 3000000",
    ]);
    assert!(lines.iter().all(|line| !line.contains("the end of the memory")), "{lines:#?}");
    assert!(scores(&lines).iter().any(|line| line.contains(" multipv 2 score mate ")), "{lines:#?}");
}

#[test]
fn python_chess_can_drive_it() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/uci_client.py");
    let output =
        Command::new(python_with_chess().unwrap()).arg(script).arg(env!("CARGO_BIN_EXE_winproof")).output().unwrap();
    let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{errors}");
    assert_eq!(out.lines().last(), Some("all 9 conversations went as they should"), "{out}{errors}");
}
