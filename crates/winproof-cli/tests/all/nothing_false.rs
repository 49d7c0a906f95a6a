//! What an attack on the command once got through, and must not again: false words in answers, claims that the checker
//! words falsely, files that are believed.

use crate::support::{files, pack, run, text};
use flate2::Crc;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Packs a certificate with this header and these lines behind it.
fn certificate(file: &Path, header: &str, lines: &[&str]) {
    let mut all = vec!["winproof certificate 1".to_string(), header.to_string()];
    all.extend(lines.iter().map(|line| line.to_string()));
    all.push("end".to_string());
    pack(file, &all);
}

#[track_caller]
fn refused(header: &str, lines: &[&str], reason: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("false.wpf");
    certificate(&file, header, lines);
    let run = run(&["check", text(&file)]);
    assert!(run.code == 1 || run.code == 2, "{run:?}");
    assert!(run.stderr.contains(reason), "no '{reason}' in {run:?}");
}

#[test]
fn positions_that_once_shared_a_hash_are_told_apart() {
    let position = "w.bwbbbb/wwbwb.ww/.bwwwwbw/wwbbwbww/wwwbbw.b/.ww.bwww/wbbwb.bb/bw.w.ww. b";
    for algorithm in [&[][..], &["--algorithm", "dfpn"], &["--algorithm", "alphabeta"], &["--algorithm", "pn-dag"]] {
        let solve = ["solve", "othello", position, "--size", "8x8", "--json"];
        let object = run(&[&solve[..], algorithm].concat()).expect(0).json();
        assert_eq!((&object["value"], &object["evidence"]), (&0.into(), &"certified".into()), "{algorithm:?}");
    }
}

#[test]
fn bounds_that_are_not_values_of_the_game_are_refused() {
    let mate = r#"{"game":"chess","parameters":[["attacker","white"]],"root":"6k1/8/6K1/8/8/8/8/R7 w - -","#;
    for bound in ["\"at_least\":-5}", "\"at_most\":7}", "\"at_least\":-2147483648}", "\"at_most\":2147483647}"] {
        refused(&format!("{mate}{bound}"), &[], "is not a value of this game");
    }
    refused(&format!("{mate}\"at_least\":99999999999}}"), &[], "line 2 is not the header");
    refused(
        r#"{"game":"pawn-ending","parameters":[],"root":"8/p7/8/2P1k3/K7/8/8/8 w - -","at_most":7}"#,
        &[],
        "is not a value of this game",
    );
    let board = r#"{"game":"tic-tac-toe","parameters":[],"root":".../.../...","#;
    for nothing in ["\"at_least\":-1}", "\"at_most\":1}", "\"at_least\":-1,\"at_most\":1}"] {
        refused(&format!("{board}{nothing}"), &[], "says no more than the rules");
    }
    refused(&format!("{board}\"at_least\":1,\"at_most\":0}}"), &[], "contradicts itself");
}

#[test]
fn values_hold_for_every_position_that_can_be_written() {
    // X wins at once, though there are as many stones of each: no game comes here with alternating moves.
    let rules = r#"{"game":"connect4-score","parameters":[["size","1x7"],["line","3"]],"#;
    let header = &format!(r#"{rules}"root":"./././x/x/o/o","at_least":0,"at_most":0}}"#);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("false.wpf");
    certificate(&file, header, &[]);
    let run = run(&["check", text(&file)]);
    assert!(run.code == 1 || run.code == 2, "{run:?}");
}

#[test]
fn the_claim_is_worded_from_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.wpf");
    let position = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - in 1";
    let solve = ["solve", "chess", position, "--set", "moves=5", "--proof", text(&file)];
    assert_eq!(run(&solve).expect(0).last_line(), "White has no mate in 1 or fewer");
    assert_eq!(run(&["check", text(&file)]).expect(0).field("claim"), "White has no mate in 1 or fewer");
}

#[test]
fn a_node_called_dash_can_be_certified() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, file) = (folder.path().join("g.txt"), folder.path().join("g.wpf"));
    fs::write(&graph, "root a\na max - b\n- min c d\nb = -1\nc = 1\nd = 1\n").unwrap();
    run(&["solve", "graph", text(&graph), "--proof", text(&file)]).expect(0);
    let checked = run(&["check", text(&file), "--graph", text(&graph), "--json"]).expect(0).json();
    assert_eq!((&checked["game"], &checked["position"]), (&"graph".into(), &"a".into()));
    // Another file than the user's is not what the user asked about.
    fs::write(&graph, "root a\na max - b\n- min c d\nb = -1\nc = 1\nd = -1\n").unwrap();
    let other = run(&["check", text(&file), "--graph", text(&graph)]).expect(1);
    assert!(other.stderr.contains("another graph"), "{other:?}");
}

#[test]
fn a_list_is_not_a_header() {
    let list = r#"["tic-tac-toe",[],".../.../...",0,0]"#;
    refused(list, &[], "it is not a JSON object");
}

#[test]
fn nothing_in_a_file_paints_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("painted.wpf");
    let header = r#"{"game":"tic-tac-toe","parameters":[],"root":".../.../...\u001b[2K\u001b[32mvalid","at_least":0}"#;
    certificate(&file, header, &[]);
    let painted = run(&["check", text(&file)]).expect(1);
    assert!(!painted.stdout.contains('\u{1b}') && !painted.stderr.contains("\u{1b}[2K"), "{painted:?}");
    certificate(&file, r#"{"game":"\u001b[32mvalid","parameters":[],"root":"a","at_least":0}"#, &[]);
    let painted = run(&["check", text(&file)]).expect(2);
    assert!(!painted.stderr.contains("\u{1b}[32mvalid"), "{painted:?}");
}

#[test]
fn lines_without_end_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.wpf");
    let header = r#"{"game":"tic-tac-toe","parameters":[],"root":".../.../...","at_least":0}"#;
    let section = r#"{"player":"max","ranked":true,"positions":1}"#;
    let long = "x".repeat(64 << 20);
    certificate(&file, header, &[section, &long]);
    assert!(fs::metadata(&file).unwrap().len() < 1 << 20, "it packs well");
    let run_short = run(&["check", text(&file), "--memory", "16MiB"]).expect(3);
    assert!(run_short.stderr.contains("line 4 has more than"), "{run_short:?}");
    let long_header = format!("{{\"game\":\"{long}\"");
    certificate(&file, &long_header, &[]);
    run(&["check", text(&file), "--memory", "16MiB"]).expect(3);
}

/// Changes the header of a checkpoint and makes its checksum right again.
fn change_header(file: &Path, change: impl Fn(&str) -> String) {
    let whole = fs::read(file).unwrap();
    let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let second = first + whole[first..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let header = std::str::from_utf8(&whole[first..second]).unwrap();
    let changed = change(header);
    assert_ne!(changed, header, "the test changes nothing");
    let mut body = changed.into_bytes();
    body.extend_from_slice(&whole[second..whole.len() - 4]);
    let mut sum = Crc::new();
    sum.update(&body);
    let mut new = whole[..first].to_vec();
    new.extend_from_slice(&body);
    new.extend_from_slice(&sum.sum().to_le_bytes());
    fs::write(file, new).unwrap();
}

#[test]
fn a_checkpoint_that_lies_is_not_believed() {
    for algorithm in ["dfpn", "bta", "pn", "pn-dag", "pn2", "gpn"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("search.wpc");
        let solve = ["solve", "connect4", "--size", "4x4", "--algorithm", algorithm, "--nodes", "500", "--quiet"];
        run(&[&solve[..], &["--checkpoint", text(&file)]].concat()).expect(3);
        // The board is a draw. The file now says that the first player wins.
        change_header(&file, |header| header.replace("\"lower\":-1,\"upper\":1", "\"lower\":1,\"upper\":1"));
        let lied = run(&["resume", text(&file), "--json", "--quiet"]);
        let object = lied.json();
        assert_ne!(object["certified"], true, "{algorithm}: {lied:?}");
        assert_ne!(object["proved"], true, "{algorithm}: {lied:?}");
        assert!(lied.code == 1 && object["stopped"] == "contradiction" || object["evidence"] == "resumed", "{lied:?}");
    }
}

#[test]
fn an_honest_checkpoint_ends_certified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.wpc");
    let solve = ["solve", "connect4", "--size", "4x4", "--algorithm", "dfpn", "--nodes", "500", "--quiet"];
    run(&[&solve[..], &["--checkpoint", text(&file)]].concat()).expect(3);
    let object = run(&["resume", text(&file), "--json"]).expect(0).json();
    assert_eq!((&object["value"], &object["certified"]), (&0.into(), &true.into()));
}

#[test]
fn an_answer_survives_a_checkpoint_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let (inner, proof) = (folder.path().join("inner"), folder.path().join("p.wpf"));
    fs::create_dir(&inner).unwrap();
    let file = inner.join("search.wpc");
    fs::remove_dir(&inner).unwrap();
    let solve = ["solve", "connect4", "--size", "4x4", "--algorithm", "dfpn", "--checkpoint-every", "1ms"];
    let answer = run(&[&solve[..], &["--checkpoint", text(&file), "--proof", text(&proof)]].concat()).expect(1);
    assert_eq!(answer.last_line(), "draw");
    assert!(answer.stderr.contains("cannot write the checkpoint"), "{answer:?}");
    run(&["check", text(&proof)]).expect(0);
}

#[cfg(unix)]
#[test]
fn termination_saves_the_search_like_an_interrupt() {
    for signal in ["TERM", "HUP", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("search.wpc");
        let mut child = Command::new(env!("CARGO_BIN_EXE_winproof"))
            .args(["solve", "connect4", "--algorithm", "dfpn", "--memory", "16MiB", "--checkpoint", text(&file)])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        let kill = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(files(folder.path()), ["search.wpc"], "{signal}");
        run(&["resume", text(&file), "--nodes", "1", "--json"]).expect(3);
    }
}

#[cfg(unix)]
#[test]
fn files_are_not_written_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    fs::write(&victim, "mine").unwrap();
    let proof = folder.path().join("p.wpf");
    // A name that can be guessed would be followed to the victim.
    for name in [".winproof.tmp", ".p.wpf.tmp"] {
        std::os::unix::fs::symlink(&victim, folder.path().join(name)).unwrap();
    }
    run(&["solve", "tic-tac-toe", "--proof", text(&proof)]).expect(0);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
    let leftover = folder.path().join(".p.wpf.0123456789abcdef.winproof-tmp");
    fs::write(&leftover, "").unwrap();
    let again = run(&["solve", "tic-tac-toe", "--proof", text(&proof)]).expect(0);
    assert!(again.stderr.contains("left from a run that was killed"), "{again:?}");
}

#[test]
fn the_engine_survives_bytes_that_are_not_text() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_winproof"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\nisready\n\x80quit\nisready\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "readyok\nreadyok\n");
    assert!(output.status.success());
}

#[test]
fn words_say_what_an_answer_rests_on() {
    let evidence = |arguments: &[&str]| {
        let object = run(&[&["solve", "connect4", "--json"], arguments].concat()).expect(0).json();
        let flags = ["proved", "certified"].map(|flag| object[flag] == true);
        (object["evidence"].as_str().unwrap_or("none").to_string(), flags)
    };
    assert_eq!(evidence(&["--size", "4x4"]), ("certified".to_string(), [true, true]));
    // A strategy that does not fit: the answer stands, and says what it rests on.
    let small = ["--size", "5x4", "--memory", "512KiB", "--algorithm"];
    for algorithm in ["dfpn", "alphabeta"] {
        assert_eq!(evidence(&[&small[..], &[algorithm]].concat()), ("hash-based".to_string(), [false, false]));
    }
    let people = run(&[&["solve", "connect4"], &small[..], &["dfpn"]].concat()).expect(0);
    assert!(people.stdout.contains("hash-based  draw"), "{people:?}");
    assert!(people.stdout.contains("rests on 64-bit hashes"), "{people:?}");
}
