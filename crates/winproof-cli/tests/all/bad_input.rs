//! Wrong calls and wrong files: one sentence on standard error that names the fix, exit code 2, nothing else done.

use crate::support::{files, run, run_with, text};
use std::fs;

#[track_caller]
fn refused(arguments: &[&str], sentences: &[&str]) {
    let run = run(arguments).expect(2);
    assert_eq!(run.stdout, "", "{run:?}");
    assert!(run.stderr.starts_with("error: "), "{run:?}");
    for sentence in sentences {
        assert!(run.stderr.contains(sentence), "no '{sentence}' in {run:?}");
    }
}

#[test]
fn unknown_words_get_a_suggestion() {
    refused(&["solve", "conect4"], &["no game 'conect4'", "did you mean 'connect4'?"]);
    refused(&["solve", "backgammon"], &["no game 'backgammon'; there are: ", "connect4"]);
    refused(&["solve", "connect4", "--algorithm", "pn-dga"], &["no algorithm 'pn-dga'", "did you mean 'pn-dag'?"]);
    refused(&["solve", "connect4", "--effort", "number"], &["did you mean 'numbers'?"]);
    refused(&["solve", "connect4", "--graph", "three"], &["did you mean 'tree'?"]);
    refused(&["solve", "connect4", "--leaf", "mobilty"], &["did you mean 'mobility'?"]);
    refused(&["bench", "pn-tree"], &["second program", "cargo run --release -p winproof-lab -- bench pn-tree"]);
    refused(&["lab", "--all"], &["second program", "-- lab --all"]);
    refused(&["slove"], &["'slove'", "'solve'"]);
    refused(&["solve", "connect4", "--algoritm", "pn"], &["'--algoritm'", "'--algorithm'"]);
    refused(&["completions", "bosh"], &["bosh", "bash"]);
}

#[test]
fn values_that_cannot_be_read_name_the_form() {
    refused(&["solve", "connect4", "--goal", "loss"], &["--goal", "'loss'", "win, draw"]);
    refused(&["solve", "connect4", "--nodes", "many"], &["--nodes", "'many'", "10k"]);
    refused(&["solve", "connect4", "--nodes", "-5"], &["-5"]);
    refused(&["solve", "connect4", "--time", "10"], &["--time", "'10'", "10s"]);
    refused(&["solve", "connect4", "--memory", "4"], &["--memory", "'4'", "4GiB"]);
    refused(&["solve", "connect4", "--seed", "x"], &["--seed"]);
    refused(&["solve", "connect4", "--delete-solved=some"], &["some", "all"]);
    refused(&["solve", "connect4", "--algorithm", "pss", "--set-limits", "20"], &["two numbers", "20,20"]);
    refused(&["solve", "connect4", "--algorithm", "pss", "--discount", "200"], &["0 to 100"]);
    refused(&["perft", "connect4", "deep"], &["deep"]);
    refused(&["solve"], &["<GAME>"]);
    refused(&["perft", "connect4"], &["<DEPTH>"]);
    refused(&["check"], &["<FILE>"]);
}

#[test]
fn positions_moves_and_sizes_are_checked() {
    refused(&["solve", "connect4", "--size", "big"], &["'big' is not a size", "7x6"]);
    refused(&["solve", "connect4", "--size", "100x100"], &["128 cells"]);
    refused(&["solve", "connect4", "--line", "0"], &["line", "2"]);
    refused(&["solve", "tic-tac-toe", "--line", "3"], &["no parameter 'line'"]);
    refused(&["solve", "tic-tac-toe", "xxx"], &["rows"]);
    refused(&["solve", "tic-tac-toe", "xxx/.../..."], &["xxx/.../..."]);
    refused(
        &["solve", "tic-tac-toe", "--moves", "a1 a1"],
        &["move 2 of 2", "'a1' is not a legal move", "the legal moves are: "],
    );
    refused(&["perft", "connect4", "--size", "4x", "3"], &["not a size"]);
}

#[test]
fn graph_files_are_checked_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.txt");
    refused(&["solve", "graph"], &["give its path"]);
    refused(&["solve", "graph", text(&file)], &["broken.txt", "no such file"]);
    refused(&["solve", "graph", text(folder.path())], &["cannot read", "directory"]);
    for (content, sentence) in [
        ("a max b\nb = 1\n", "broken.txt: line 2: the file ends without saying where play starts"),
        ("root a\na max b\n", "line 2: 'b' is used here but described nowhere"),
        ("root a\na = 1\na = 2\n", "line 3: 'a' is described on line 2 already"),
        ("root a\na\n", "line 2: 'a' has no moves and no value"),
    ] {
        fs::write(&file, content).unwrap();
        refused(&["solve", "graph", text(&file)], &[sentence]);
        refused(&["perft", "graph", text(&file), "2"], &[sentence]);
    }
    fs::write(&file, [0xff, 0xfe, 0x00]).unwrap();
    refused(&["solve", "graph", text(&file)], &["is not text"]);
    let run = run_with(&["solve", "graph", "-"], "root").expect(2);
    assert!(run.stderr.contains("line 1"), "{run:?}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("p.wpf");
    let all = ["solve", "tic-tac-toe", "--delete-solved=all", "--proof", text(&proof)];
    refused(&all, &["--delete-solved=all", "--proof"]);
    refused(&["solve", "tic-tac-toe", "--graph", "dag", "--delete-solved=all"], &["'dag'", "--graph tree"]);
    refused(&["solve", "tic-tac-toe", "--algorithm", "pss", "--delete-solved"], &["'sets'", "--algorithm pn"]);
    refused(&["solve", "tic-tac-toe", "--algorithm", "gpn-dag", "--delete-solved"], &["'outcomes'", "--graph tree"]);
    refused(&["solve", "tic-tac-toe", "--effort", "sets", "--graph", "tree"], &["'sets'", "'dag'"]);
    refused(&["solve", "tic-tac-toe", "--effort", "outcomes", "--graph", "table"], &["'outcomes'", "'base-twin'"]);
    refused(&["solve", "tic-tac-toe", "--algorithm", "bta", "--delete-solved"], &["'base-twin'", "--graph tree"]);
    let file = folder.path().join("cycle.txt");
    fs::write(&file, "root a\na max a b\nb = 1\n").unwrap();
    refused(&["solve", "graph", text(&file), "--algorithm", "pn-dag"], &["can repeat", "base-twin"]);
    assert_eq!(files(folder.path()), ["cycle.txt"]);
}

#[test]
fn a_proof_that_could_not_be_written_is_refused_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    // Without the refusal, this search would run for hours.
    let solve = |proof: &str| ["solve", "connect4", "--proof", proof].map(str::to_string);
    let missing = folder.path().join("missing").join("p.wpf");
    let plain = folder.path().join("plain");
    fs::write(&plain, "text").unwrap();
    let below_a_file = plain.join("p.wpf");
    for (path, sentence) in [
        (missing.as_path(), "there is no such folder; create it first"),
        (folder.path(), "it is a folder"),
        (below_a_file.as_path(), "not a directory"),
    ] {
        let arguments = solve(text(path));
        refused(&arguments.each_ref().map(String::as_str), &["cannot write the certificate to", sentence]);
    }
    assert_eq!(files(folder.path()), ["plain"]);
}
