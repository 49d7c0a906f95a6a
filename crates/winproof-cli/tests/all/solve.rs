//! `winproof solve`: answers, their fields, and limits.

use crate::support::{Run, run, run_with, text};
use std::fs;

/// What is different in every run.
fn without_times(run: &Run) -> String {
    let lines = run.stdout.lines().map(|line| match line.split_whitespace().next() {
        // How large the first block of memory is says nothing.
        Some("memory") => "memory      MEMORY".to_string(),
        Some("nodes") => line.split_once(", in ").map_or(line, |(counts, _)| counts).to_string(),
        Some("strategy") => line.split_once(" in ").map_or(line, |(counts, _)| counts).to_string(),
        _ => line.to_string(),
    });
    lines.map(|line| line + "\n").collect()
}

#[test]
fn the_whole_answer_for_tic_tac_toe() {
    let run = run(&["solve", "tic-tac-toe", "xo./.x./...", "--algorithm", "pn", "--verbose"]).expect(0);
    let expected = "\
3  x o .
2  . x .
1  . .[.]
   a b c

game        tic-tac-toe: O to move; values are those of O
position    xo./.x./...
rules       positions never repeat
question    what is the exact value?
algorithm   pn: effort numbers, graph tree, leaf unit
nodes       88 made, 24 expanded, 75 updated
memory      MEMORY
strategy    12 positions, 0 nodes
best        c1
line        1. c1 2. a2 3. c3 4. c2 (X wins)
certified   X wins
X wins
";
    assert_eq!(without_times(&run), expected);
    assert_eq!(run.stderr, "");
}

#[test]
fn every_algorithm_finds_the_value_of_tic_tac_toe() {
    for named in winproof::ALGORITHMS.iter().filter(|named| named.no_is_proof) {
        let name = named.name;
        let run = run(&["solve", "tic-tac-toe", "--algorithm", name]).expect(0);
        assert_eq!(run.last_line(), "draw", "{name}");
        assert!(run.stdout.contains("certified   draw"), "{name}: {run:?}");
        assert!(run.field("line").ends_with("(draw)"), "{name}: {run:?}");
    }
}

#[test]
fn counts_are_the_same_every_time() {
    let solve = || run(&["solve", "connect4", "--size", "4x4", "--algorithm", "pn", "--goal", "win", "--json"]);
    let (first, second) = (solve().expect(0).json(), solve().expect(0).json());
    for count in ["nodes", "expansions", "updates", "peak_bytes", "line"] {
        assert_eq!(first[count], second[count], "{count}");
    }
    // The search written by hand for the benchmarks makes as many.
    assert_eq!((&first["nodes"], &first["expansions"]), (&233_153.into(), &79_602.into()));
}

#[test]
fn json_has_the_documented_fields_in_their_order() {
    let exact = run(&["solve", "connect4", "--size", "4x3", "--json"]).expect(0);
    let fields = "game parameters position algorithm effort graph leaf value lower upper lower_proved upper_proved \
                  evidence certified proved stopped nodes expansions updates seconds peak_bytes proof_nodes \
                  proof_seconds proof_positions best line";
    assert_eq!(exact.keys().join(" "), fields);
    let object = exact.json();
    assert_eq!(object["game"], "connect4");
    assert_eq!(object["position"], "..../..../....");
    assert_eq!((&object["value"], &object["lower"], &object["upper"]), (&0.into(), &0.into(), &0.into()));
    assert_eq!((&object["proved"], &object["stopped"]), (&true.into(), &"solved".into()));
    assert_eq!(object["line"].as_array().unwrap().len(), 12, "a draw fills the board");
    assert!(object["seconds"].is_f64() && object["peak_bytes"].is_u64());

    let goal = run(&["solve", "connect4", "--size", "4x3", "--goal", "win", "--json", "--algorithm", "pn"]).expect(0);
    let fields = fields.replace("proved stopped", "proved goal holds stopped");
    assert_eq!(goal.keys().join(" "), fields);
    let object = goal.json();
    assert_eq!((&object["goal"], &object["holds"], &object["value"]), (&">=1".into(), &false.into(), &().into()));
    assert_eq!((&object["algorithm"], &object["leaf"]), (&"pn".into(), &"unit".into()));
}

#[test]
fn axes_override_the_algorithm() {
    let axes = |arguments: &[&str]| {
        let object = run(&[&["solve", "tic-tac-toe", "--json"], arguments].concat()).expect(0).json();
        ["algorithm", "graph", "leaf"].map(|axis| object[axis].as_str().unwrap_or("none").to_string())
    };
    assert_eq!(axes(&["--algorithm", "pn"]), ["pn", "tree", "unit"]);
    assert_eq!(axes(&["--algorithm", "pn", "--leaf", "mobility"]), ["pn-mobility", "tree", "mobility"]);
    assert_eq!(axes(&["--algorithm", "pn", "--leaf", "heuristic"]), ["none", "tree", "heuristic"]);
    assert_eq!(axes(&["--algorithm", "pn-mobility", "--graph", "dag", "--leaf", "unit"]), ["pn-dag", "dag", "unit"]);
    assert_eq!(axes(&["--effort", "numbers", "--graph", "tree"]), ["pn-mobility", "tree", "mobility"]);
}

#[test]
fn goals_are_answered_in_words() {
    let verdict =
        |goal: &str| run(&["solve", "connect4", "--size", "4x3", "--goal", goal]).expect(0).last_line().to_string();
    assert_eq!(verdict("win"), "no: draw or O wins");
    assert_eq!(verdict("draw"), "yes: draw or X wins");
    assert_eq!(verdict(">=0"), "yes: draw or X wins");
    assert_eq!(verdict(">=2"), "no: by the rules every end is worth less than 2");
    assert_eq!(verdict(">=-1"), "yes: by the rules every end is worth at least -1");
}

#[test]
fn moves_lead_to_the_position_and_max_is_to_move() {
    let by_moves = run(&["solve", "tic-tac-toe", "--moves", "b2 b3", "--json"]).expect(0).json();
    let by_text = run(&["solve", "tic-tac-toe", ".o./.x./...", "--json"]).expect(0).json();
    assert_eq!(by_moves["position"], by_text["position"]);
    assert_eq!((&by_moves["value"], &by_text["value"]), (&1.into(), &1.into()));
    let ended = run(&["solve", "connect4", "--size", "4x4", "--moves", "1 2 1 2 1 2 1"]).expect(0);
    assert_eq!(ended.last_line(), "X wins");
    assert!(ended.stdout.contains("certified   X wins: play has ended"), "{ended:?}");
}

#[test]
fn policies_change_the_work_and_not_the_answer() {
    let solve = |policy: &[&str]| {
        let fixed = ["solve", "connect4", "--size", "4x4", "--goal", "win", "--json"];
        let named: &[&str] = if policy.contains(&"--algorithm") { &[] } else { &["--algorithm", "pn"] };
        let object = run(&[&fixed[..], named, policy].concat()).expect(0).json();
        assert_eq!(object["holds"], false, "{policy:?}");
        (object["nodes"].as_u64().unwrap(), object["peak_bytes"].as_u64().unwrap())
    };
    let (nodes, bytes) = solve(&[]);
    assert!(solve(&["--delayed"]).0 > nodes);
    assert_ne!(solve(&["--seed", "1"]).0, nodes);
    assert_eq!(solve(&["--seed", "7"]), solve(&["--seed", "7"]));
    let (same_nodes, fewer_bytes) = solve(&["--delete-solved"]);
    assert!(same_nodes == nodes && fewer_bytes < bytes, "{fewer_bytes} of {bytes}");
    assert!(solve(&["--delete-solved=all"]).1 < fewer_bytes);
    let sets = |options: &[&str]| solve(&[&["--algorithm", "pss"], options].concat()).0;
    let numbers = solve(&["--algorithm", "pn-dag"]).0;
    assert_eq!(sets(&["--set-limits", "0,0"]), numbers);
    let unlimited = sets(&["--set-limits", "all,all"]);
    assert!(unlimited != numbers && unlimited != sets(&[]) && sets(&["--set-limits", "20,20"]) == sets(&[]));
    assert_ne!(sets(&["--discount", "30"]), sets(&[]));
    assert_ne!(sets(&["--exact-sets"]), sets(&[]));
    assert_eq!(sets(&["--set-limits", "all,all", "--exact-sets"]), unlimited);
    let expansions = |policy: &[&str]| {
        let fixed = ["solve", "connect4", "--size", "4x4", "--algorithm", "pn-dag", "--json"];
        let object = run(&[&fixed[..], policy].concat()).expect(0).json();
        assert_eq!(object["value"], 0);
        object["expansions"].as_u64().unwrap()
    };
    assert!(expansions(&["--share-goals"]) < expansions(&[]));
    let unseen = run(&["solve", "tic-tac-toe", "--algorithm", "gpn", "--share-goals"]).expect(0);
    assert!(
        unseen.stderr.contains("--share-goals has no effect here, only with the efforts 'numbers' and 'sets'"),
        "{unseen:?}"
    );
    let unseen = run(&["solve", "tic-tac-toe", "--algorithm", "pn", "--set-limits", "5,5"]).expect(0);
    assert!(unseen.stderr.contains("--set-limits has no effect here, only with the effort 'sets'"), "{unseen:?}");
    let unseen = run(&["solve", "tic-tac-toe", "--algorithm", "dfpn", "--seed", "1"]).expect(0);
    assert!(unseen.stderr.contains("--seed has no effect here, only with graphs other than 'table'"), "{unseen:?}");
    let lost = run(&["solve", "tic-tac-toe", "--delete-solved=all"]).expect(0);
    assert_eq!((lost.last_line(), lost.field("line").as_str()), ("draw", "not kept with --delete-solved=all"));
}

#[test]
fn graph_files_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, "root a\nrepetition -2\na max b c\nb min a d\nc min e f\nd = 7\ne = 3\nf = -2\n").unwrap();
    let solved = run(&["solve", "graph", text(&file), "-v"]).expect(0);
    assert_eq!(solved.last_line(), "worth -2 for Max");
    assert_eq!(solved.field("rules"), "endless play counts as -2: worth -2 for Max");
    assert_eq!(solved.field("game"), "graph: Max to move; values are those of Max");
    assert_eq!(run(&["solve", "graph", text(&file), "--moves", "c", "-v"]).expect(0).field("position"), "c");
    let read = run_with(&["solve", "graph", "-", "--json"], "root a\na min b c\nb = 1\nc = loss\n").expect(0);
    assert_eq!((&read.json()["value"], &read.json()["line"][0]), (&(-1).into(), &"c".into()));
}

#[test]
fn an_answer_without_a_proof_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, "root a\na max b c\nb min a d\nc min a d\nd = 1\n").unwrap();
    let run = run(&["solve", "graph", text(&file), "--algorithm", "pn-dcg", "--goal", "win"]).expect(3);
    assert_eq!(run.last_line(), "unknown: probably no, but without a proof");
    assert!(run.field("try").contains("both proofs"), "{run:?}");
}

#[test]
fn limits_end_the_search_with_code_3() {
    for (limit, word) in
        [(["--nodes", "10_000"], "nodes"), (["--time", "100ms"], "time"), (["--memory", "1MiB"], "memory")]
    {
        for algorithm in ["pn", "pn-dag", "bta"] {
            let fixed = ["solve", "connect4", "--size", "7x6", "--algorithm", algorithm];
            let json = run(&[&fixed[..], &limit, &["--json"]].concat()).expect(3).json();
            assert_eq!((&json["stopped"], &json["value"]), (&word.into(), &().into()), "{limit:?}");
            assert_eq!((&json["lower"], &json["upper"], &json["proved"]), (&(-1).into(), &1.into(), &false.into()));
            if word == "memory" {
                // The path to the present position is not part of the bargain; it takes less than a hundredth.
                assert!(json["peak_bytes"].as_u64().unwrap() <= (1 << 20) + 10_000, "{json}");
            }
            let people = run(&[&fixed[..], &limit].concat()).expect(3);
            assert_eq!(people.last_line(), "unknown: between O wins and X wins");
            assert!(people.field("reached").contains("limit of "), "{people:?}");
            assert!(people.field("try").contains(limit[0]), "{people:?}");
        }
    }
}

#[test]
fn a_bound_that_was_proved_before_the_limit_is_told() {
    let fixed = ["solve", "connect4", "--size", "4x4", "--algorithm", "pn"];
    let draw = run(&[&fixed[..], &["--goal", "draw", "--json"]].concat()).expect(0).json();
    let nodes = (draw["nodes"].as_u64().unwrap() + 1000).to_string();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bound.wpf");
    let run_out = run(&[&fixed[..], &["--nodes", &nodes, "--proof", text(&file)]].concat()).expect(3);
    assert_eq!(run_out.last_line(), "unknown: between draw and X wins");
    assert_eq!(run_out.field("certified"), "at least this for X: draw");
    let checked = run(&["check", text(&file), "--json"]).expect(0).json();
    assert_eq!(checked["claim"], "the value is at least 0");
}

#[test]
fn progress_goes_to_standard_error_unless_quiet() {
    // The first line comes after two seconds, the second at least four seconds later.
    let search = ["solve", "connect4", "--size", "7x6", "--algorithm", "dfpn"];
    let loud = run(&[&search[..], &["--time", "5s"]].concat()).expect(3);
    assert_eq!(loud.stderr.lines().count(), 1, "{}", loud.stderr);
    for word in [" nodes  ", "/s  ", "proof ", "disproof ", "iB  ", "goal >=0", "at "] {
        assert!(loud.stderr.contains(word), "no '{word}' in {}", loud.stderr);
    }
    assert!(loud.field("reached").contains("proof number"), "{loud:?}");
    let quiet = run(&[&search[..], &["--time", "4s", "--quiet"]].concat()).expect(3);
    assert_eq!(quiet.stderr, "");
}

/// One board of each class (Breuker 1998, table 2.1, with 3x3 corrected), and boards on which one player or nobody
/// can move.
#[test]
fn domineering_says_the_class() {
    for (size, class) in [("3x3", "1"), ("4x5", "V"), ("3x4", "H"), ("5x5", "2"), ("4x1", "V"), ("1x1", "2")] {
        let json = run(&["solve", "domineering", "--size", size, "--json"]).expect(0).json();
        assert_eq!(json["class"], class, "{size}");
    }
    let run = run(&["solve", "domineering", "--size", "4x5"]).expect(0);
    assert!(run.stdout.contains("class       V (Vertical wins, whoever starts)"), "{}", run.stdout);
}
