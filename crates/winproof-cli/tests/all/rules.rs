//! Rules in any language: `--rules`.

use super::support::{PYTHON, Run, run, text};
use std::path::{Path, PathBuf};
use std::process::Command;
use winproof::{Player, Rules, Status, TextRules};
use winproof_oracle::{Random, RandomGraph};

/// The example programs.
fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../winproof-external/examples").join(name)
}

fn nim_in_python() -> String {
    format!("{PYTHON} '{}'", text(&example("nim.py")))
}

/// The other example, compiled; it needs nothing but the standard library.
fn nim_in_rust(folder: &Path) -> String {
    let program = folder.join("nim");
    let compiled = Command::new("rustc").arg(example("nim.rs")).arg("-o").arg(&program).status();
    assert!(compiled.unwrap().success());
    format!("'{}'", text(&program))
}

/// A graph file, and the program that reads it for the tests.
pub fn graph_rules(file: &Path, fault: &str) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/graph.py");
    format!("{PYTHON} '{}' '{}' {fault}", text(&program), text(file))
}

/// A small game with cycles, as a graph file.
pub const WALK: &str = "root a\nrepetition 0\na max b c d\nb min a d e\nc max b e\nd min e f\ne = -1\nf = 1\n";

#[test]
fn found_by_one_program_and_checked_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nim.wpf");
    let (python, rust) = (nim_in_python(), nim_in_rust(folder.path()));
    // Whoever moves wins exactly where the heaps do not add up to nothing, bit by bit (Bouton 1901).
    for (position, verdict) in [("3 4 5 max", "Max wins"), ("1 4 5 min", "Max wins"), ("2 4 6 max", "Min wins")] {
        for (solver, checker) in [(&python, &rust), (&rust, &python)] {
            let solved = run(&["solve", "--rules", solver, position, "--proof", text(&file)]).expect(0);
            assert_eq!(solved.last_line(), verdict, "{position}");
            assert_eq!(solved.field("certified"), verdict);
            let checked = run(&["check", text(&file), "--rules", checker]).expect(0);
            assert_eq!(checked.last_line(), "valid");
            assert_eq!(checked.field("position"), position);
        }
    }
    let object = run(&["check", text(&file), "--rules", &rust, "--json"]).expect(0).json();
    assert_eq!(object["game"], "nim");
    assert_eq!(object["parameters"], serde_json::json!([["rules", "last-stone-wins-1"]]));

    let bare = run(&["check", text(&file)]).expect(2);
    assert!(bare.stderr.contains("its rules are a program: name one with --rules"), "{bare:?}");
    let graph = folder.path().join("walk.graph");
    std::fs::write(&graph, WALK).unwrap();
    let other = run(&["check", text(&file), "--rules", &graph_rules(&graph, "")]).expect(2);
    assert!(other.stderr.contains("there is no node"), "{other:?}");
}

#[test]
fn a_false_certificate_is_refused_by_the_other_programs_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nim.wpf");
    run(&["solve", "--rules", &nim_in_python(), "1 1 1 max", "--proof", text(&file)]).expect(0);
    // Misère play has another value here, under the same name and hash.
    let misere = folder.path().join("misere.py");
    let program = std::fs::read_to_string(example("nim.py")).unwrap();
    let turned = program.replace("{\"end\": -1 if player", "{\"end\": 1 if player").replace("else 1}", "else -1}");
    assert_ne!(program, turned);
    std::fs::write(&misere, turned).unwrap();
    let refused = run(&["check", text(&file), "--rules", &format!("{PYTHON} '{}'", text(&misere))]).expect(1);
    assert!(refused.stderr.contains("certificate refused"), "{refused:?}");
}

#[test]
fn random_games_are_worth_what_they_are_worth_as_graph_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("random.graph");
    for seed in 0..4 {
        let game = RandomGraph::varied(&mut Random::new(seed), 40).build(seed);
        std::fs::write(&file, game.to_text()).unwrap();
        let value = run(&["solve", "graph", text(&file), "--json"]).expect(0).json()["value"].as_i64().unwrap();
        // With --rules, values are those of the player to move.
        let sign = if game.status(&game.start()) == Status::Turn(Player::Min) { -1 } else { 1 };
        let rules = graph_rules(&file, "");
        for algorithm in ["dfpn", "bta", "pn", "alphabeta"] {
            let call = ["solve", "--rules", &rules, "--algorithm", algorithm, "--threads", "2", "--json"];
            let answer = run(&call).expect(0).json();
            assert_eq!(answer["value"], sign * value, "seed {seed}, {algorithm}: {}", game.to_text());
        }
    }
}

/// What becomes of rules that go wrong.
fn gone_wrong(fault: &str, more: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let (graph, proof) = (folder.path().join("walk.graph"), folder.path().join("p.wpf"));
    std::fs::write(&graph, WALK).unwrap();
    let rules = graph_rules(&graph, fault);
    let mut arguments = vec!["solve", "--rules", &rules, "--proof", text(&proof)];
    arguments.extend(more);
    let answer = run(&arguments);
    assert!(!proof.exists(), "{fault}: {answer:?}");
    answer
}

#[test]
fn rules_that_go_wrong_give_an_error_and_no_verdict() {
    for (fault, sentence) in [
        ("dies", "ended (exit status: 7) when it was asked about"),
        ("not-json", "'Traceback: no idea\\n', which is not JSON"),
        ("too-few", "asked about 3 positions, 'c' first, it gave 2 answers"),
        ("talks", "which is not what PROTOCOL.md asks for"),
        ("other-value", "ends worth 99, which is not among the values"),
        ("same-moves", "the rules break a promise: a has a move 'b' that reads back as"),
        ("forgets-children", "an answer has turn, moves and children, or end, or error"),
        ("fewer-children", "has 3 moves and 2 children"),
        ("no-such-child", "it gave 'nowhere' as a position, and now says that it is none: there is no node nowhere"),
        ("no-moves", "there is no move in 'a', where play goes on"),
        ("other-turn", "it contradicts itself: of "),
        ("other-moves", "it contradicts itself: of "),
        ("denies-cycles", "repeats on a line of play"),
        ("no-hash", "missing field `hash`"),
    ] {
        let answer = gone_wrong(fault, &["--threads", "1"]);
        assert_eq!(answer.code, 2, "{fault}: {answer:?}");
        assert!(answer.stderr.contains(sentence), "{fault}: {answer:?}");
        assert_eq!(answer.stdout, "", "{fault}");
    }
    let answer = gone_wrong("hangs", &["--rules-time", "2s", "--threads", "1"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (2, ""), "{answer:?}");
    assert!(answer.stderr.contains("gave no answer within 2 s when it was asked about"), "{answer:?}");
}

#[test]
fn calls_that_cannot_be_meant() {
    let missing = run(&["solve", "--rules", "no-such-program-anywhere"]).expect(2);
    assert!(missing.stderr.contains("cannot be started: no such file"), "{missing:?}");
    let unclosed = run(&["solve", "--rules", "python3 'nim.py"]).expect(2);
    assert!(unclosed.stderr.contains("is not a command"), "{unclosed:?}");
    let twice = run(&["solve", "connect4", "x", "--rules", &nim_in_python()]).expect(2);
    assert!(twice.stderr.contains("with --rules there is no GAME"), "{twice:?}");
    let position = run(&["solve", "3 2 max", "--rules", &nim_in_python()]).expect(2);
    assert!(position.stderr.contains("write the heaps in ascending order"), "{position:?}");
    let typo = run(&["solve", "conect4"]).expect(2);
    assert!(typo.stderr.contains("did you mean 'connect4'?"), "{typo:?}");
    let moved = run(&["solve", "--rules", &nim_in_python(), "--moves", "3-1 2-2", "--verbose"]).expect(0);
    assert_eq!(moved.field("position"), "1 2 max");
}

#[test]
fn every_algorithm_that_fits() {
    let table = run(&["compare", "--rules", &nim_in_python(), "2 3 4 max", "--csv"]).expect(0).stdout;
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows.len() > 10, "{table}");
    for row in rows.iter().filter(|row| !row.starts_with("pn-dcg")) {
        assert!(row.ends_with("\"Max wins\""), "{row}");
    }
}
