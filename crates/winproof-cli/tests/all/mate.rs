//! `winproof mate`: answers for people and for programs, certificates, files of positions, bad positions.

use crate::support::{Run, files, run, text};
use std::fs;

const QUIET_KEY: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - -";

fn mate(arguments: &[&str]) -> Run {
    run(&[&["mate", "--memory", "16MiB"], arguments].concat())
}

#[test]
fn a_mate_is_shown_as_problem_lovers_print_it() {
    let run = mate(&[QUIET_KEY, "--shortest", "--all-keys"]).expect(0);
    assert_eq!(run.last_line(), "White mates in 2");
    assert_eq!(run.field("keys"), "Qg6, the only one");
    let solution: Vec<&str> = run.stdout.lines().skip_while(|line| !line.starts_with("solution")).take(5).collect();
    assert_eq!(solution[0], "solution    1.Qg6! threat: 2.Qh7#");
    assert!(solution.contains(&"              1...fxg6 2.Nxg6#"), "{solution:#?}");
    assert!(run.field("certified").contains("no mate is shorter"), "{run:?}");
    // The fields of a FEN need no quotes.
    let fields: Vec<&str> = BACK_RANK.split(' ').collect();
    assert_eq!(mate(&fields).expect(0).field("solution"), "1.Rb8#");
}

#[test]
fn what_is_hidden_is_counted_and_a_file_has_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree.txt");
    let fen = "k4K2/2p4R/3N3n/1R3p2/3B4/8/b7/2qr4 w - -";
    let run = mate(&[fen, "--lines", "5", "--depth", "1", "--tree", text(&tree)]).expect(0);
    assert!(run.stdout.contains(" defences are not shown: --lines, --depth, or --tree FILE)"), "{run:?}");
    let whole = fs::read_to_string(tree).unwrap();
    assert!(whole.starts_with("1.Ra5+!"), "{whole}");
    assert!(whole.lines().count() > 5 && !whole.contains('…'), "{whole}");
}

#[test]
fn that_there_is_none_is_an_answer_too() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("none.wpf");
    let run = mate(&[QUIET_KEY, "--in", "1", "--proof", text(&proof)]).expect(0);
    assert_eq!(run.last_line(), "White has no mate in 1 or fewer");
    assert!(crate::support::run(&["check", text(&proof)]).expect(0).stdout.contains("no mate in 1"));
    let out_of_nodes = mate(&["4k3/8/8/8/8/8/8/4K2R w - -", "--nodes", "1000"]).expect(3);
    assert_eq!(out_of_nodes.last_line(), "unknown: no mate was found, and none was ruled out");
}

#[test]
fn the_object_has_its_fields() {
    let run = mate(&[QUIET_KEY, "--json", "--all-keys", "--quiet"]).expect(0);
    let fields = "game position algorithm effort graph leaf value lower upper lower_proved upper_proved evidence \
                  certified proved goal holds stopped nodes expansions updates seconds peak_bytes line mate_in \
                  shortest keys";
    assert_eq!(run.keys().join(" "), fields);
    let object = run.json();
    assert_eq!(object["mate_in"], 2);
    assert_eq!(object["shortest"], true);
    assert_eq!(object["keys"], serde_json::json!(["Qg6"]));
    assert_eq!(object["line"].as_array().unwrap().len(), 3);
    let unknown = mate(&["4k3/8/8/8/8/8/8/4K2R w - -", "--nodes", "1000", "--json", "--quiet"]).expect(3).json();
    for field in ["value", "holds", "mate_in"] {
        assert_eq!(unknown[field], serde_json::Value::Null, "{field}");
    }
}

#[test]
fn a_file_of_positions_gives_a_table_and_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let (file, proofs) = (folder.path().join("some.epd"), folder.path().join("proofs"));
    fs::write(&file, format!("# two\n{QUIET_KEY} dm 2; id \"first one\";\n\n{BACK_RANK} dm 1;\n")).unwrap();
    let run = mate(&["--epd", text(&file), "--shortest", "--proof", text(&proofs)]).expect(0);
    assert_eq!(run.last_line(), "proved 2 of 2");
    let row: Vec<&str> = run.stdout.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..4], ["first", "one", "2", "=2"]);
    assert_eq!(files(&proofs), ["first_one.wpf", "line_4.wpf"]);
    for name in files(&proofs) {
        crate::support::run(&["check", text(&proofs.join(name))]).expect(0);
    }
    // A length that is proved to be another one is a failure.
    fs::write(&file, format!("{BACK_RANK} dm 2; id \"wrong\";\n")).unwrap();
    let run = mate(&["--epd", text(&file)]).expect(1);
    assert!(run.stdout.contains("!1") && run.last_line() == "proved 1 of 1", "{run:?}");
    let object = mate(&["--epd", text(&file), "--json"]).expect(1).json();
    assert_eq!((&object["total"], &object["differing"]), (&1.into(), &1.into()));
    assert_eq!((&object["positions"][0]["agrees"], &object["positions"][0]["mate_in"]), (&false.into(), &1.into()));
}

#[test]
fn bad_positions_get_one_sentence() {
    let refused = |arguments: &[&str], sentence: &str| {
        let run = mate(arguments).expect(2);
        assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("", 1), "{run:?}");
        assert!(run.stderr.starts_with("error: ") && run.stderr.contains(sentence), "no '{sentence}' in {run:?}");
    };
    for (fen, sentence) in [
        ("4k3/8/8/8/8/8/4K2R w - -", "has 7 ranks; write 8 ranks"),
        ("4k3/8/8/8/8/8/8/4K2R x - -", "'x' is not a side to move"),
        ("4k3/8/8/8/8/8/8/4K2R w X -", "'X' is not a set of castling rights"),
        ("4k3/8/8/8/8/8/8/4K2R w - e9", "'e9' is not an en-passant square"),
        ("4k3/8/8/8/8/8/8/4K2R w - - x 1", "'x' is not a half-move clock"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 x", "'x' is not a move number"),
        ("4k3/8/8/8/8/8/8/7R w - -", "White has no king"),
        ("4k2R/8/8/8/8/8/8/4K3 w - -", "Black's king on e8 is in check while White is to move"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - -", "Black is to move and already mated"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - -", "Black is to move and stalemated"),
    ] {
        refused(&[fen], sentence);
    }
    refused(&[BACK_RANK, "--moves", "h3 xx"], "move 2 of 2: 'xx' is not a legal move");
    let folder = tempfile::tempdir().unwrap();
    refused(&["--epd", text(&folder.path().join("none.epd"))], "cannot read the positions");
    for (content, sentence) in [
        ("# nothing\n", "there is no position in"),
        ("4k3/8/8/8/8/8/8/7R w - - dm 1;\n", "line 1 of"),
        ("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - dm soon;\n", "dm is not a number of moves"),
    ] {
        let file = folder.path().join("bad.epd");
        fs::write(&file, content).unwrap();
        refused(&["--epd", text(&file)], sentence);
    }
}
