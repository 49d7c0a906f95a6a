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
    let run = mate(&[fen, "--any", "--lines", "5", "--depth", "1", "--tree", text(&tree)]).expect(0);
    assert!(run.last_line().starts_with("White mates in at most "), "{run:?}");
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
fn a_shorter_mate_is_looked_for_until_the_length_is_proved() {
    // King and queen against king: a first proof takes dozens of moves.
    let run = mate(&["8/8/8/8/8/4k3/8/K2Q4 w - -", "--nodes", "20M"]).expect(0);
    assert_eq!(run.last_line(), "White mates in 6");
    let few = mate(&["8/8/8/8/8/4k3/8/K2Q4 w - -", "--nodes", "80k"]).expect(0);
    let last = few.last_line().to_string();
    assert!(last.starts_with("White mates in at most ") && last.contains(" (no mate in "), "{few:?}");
    let first = mate(&["8/8/8/8/8/4k3/8/K2Q4 w - -", "--any", "--json", "--quiet"]).expect(0).json();
    assert!(first["mate_in"].as_u64().unwrap() > 6 && first["shortest"] == false, "{first}");
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mate.wpc");
    // A mate in six.
    let fen = "8/8/8/8/8/4k3/8/K2Q4 w - -";
    let first = mate(&[fen, "--nodes", "130k", "--shortest", "--checkpoint", text(&file)]).expect(3);
    assert!(first.last_line().contains("(no mate in "), "{first:?}");
    let nodes = |run: &Run| run.json()["nodes"].as_u64().unwrap();
    let resumed = mate(&[fen, "--shortest", "--checkpoint", text(&file), "--json"]).expect(0);
    let afresh = mate(&[fen, "--shortest", "--json", "--quiet"]).expect(0);
    assert!(resumed.stderr.contains("resuming from"), "{resumed:?}");
    assert_eq!((&resumed.json()["mate_in"], &afresh.json()["mate_in"]), (&6.into(), &6.into()));
    assert!(nodes(&resumed) < nodes(&afresh), "{resumed:?} {afresh:?}");
    let other = mate(&[BACK_RANK, "--checkpoint", text(&file)]).expect(2);
    assert!(other.stderr.contains("it is about another position"), "{other:?}");
    fs::write(&file, "nothing of the kind").unwrap();
    assert!(mate(&[fen, "--checkpoint", text(&file)]).expect(2).stderr.contains("is not a checkpoint of"));
}

#[test]
fn lines_of_a_file_are_read_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let (file, trees) = (folder.path().join("some.epd"), folder.path().join("trees"));
    let six_fields = format!("{QUIET_KEY} 0 1 dm 2; bm Qg6; id \"six\";");
    let wrong_key = format!("{BACK_RANK} bm h3; id \"wrong key\";");
    fs::write(&file, format!("{six_fields}\nnonsense\n{wrong_key}\n4k3/8/8/8/8/8/8/7R w - - dm 1;\n")).unwrap();
    let run = mate(&["--epd", text(&file), "--all-keys", "--tree", text(&trees)]).expect(2);
    assert_eq!(run.stdout.lines().last(), Some("proved 2 of 2"));
    assert!(run.stderr.contains("line 2 of") && run.stderr.contains("line 4 of"), "{run:?}");
    let row = |id: &str| run.stdout.lines().find(|line| line.starts_with(id)).unwrap().to_string();
    assert!(row("six").contains(" =2 ") && row("six").ends_with("keys =Qg6"), "{run:?}");
    assert!(row("wrong key").ends_with("keys !Rb8#"), "{run:?}");
    assert!(run.stdout.contains("mate in: = as dm says"), "{run:?}");
    assert_eq!(files(&trees), ["six.txt", "wrong_key.txt"]);
    assert!(fs::read_to_string(trees.join("six.txt")).unwrap().starts_with("1.Qg6!"));
    let object = mate(&["--epd", text(&file), "--json", "--quiet", "--all-keys"]).expect(2).json();
    assert_eq!((&object["bad"], &object["positions"][0]["bm_agrees"]), (&2.into(), &true.into()));
    assert_eq!(object["positions"][1]["bm_agrees"], false);
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
