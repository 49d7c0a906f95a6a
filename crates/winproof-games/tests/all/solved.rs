//! What the searches make of the games: published values and classes, certificates of what was foreseen.
//!
//! Games are opened by name, so that no search is compiled for these tests.

use std::collections::HashMap;
use winproof::open::{Answer, OpenGame, ProofTask, Task};
use winproof::proof::ProofSettings;
use winproof::{Algorithm, Choice, Goal, LeafKind, Limits, Policy, Report, Strategies, TextRules};
use winproof_games::Breakthrough;
use winproof_games::registry::{Request, open};
use winproof_oracle::value_within;

fn game(game: &str, parameters: &[(&str, &str)], position: Option<&str>, moves: &str) -> Box<dyn OpenGame> {
    let parameters = parameters.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let (position, moves) = (position.map(str::to_string), vec![moves.to_string()]);
    open(&Request { game: game.to_string(), parameters, position, moves }).unwrap()
}

fn sized(name: &str, first: u32, second: u32) -> Box<dyn OpenGame> {
    game(name, &[("size", &format!("{first}x{second}"))], None, "")
}

fn by(algorithm: &str) -> Task {
    let algorithm = Some(Algorithm::by_name(algorithm).unwrap());
    Task { choice: Choice { algorithm, ..Choice::default() }, ..Task::default() }
}

fn solve<'a>(game: &'a dyn OpenGame, task: &Task) -> Answer<'a> {
    let answer = game.solve(task, None, &mut |_: &Report<'_, String>| {}).unwrap();
    assert_eq!(answer.contradiction, None, "{}", game.position_text());
    answer
}

/// Solves a game and has its certificate written: how many positions it lists, or why there is none.
fn certify(game: &dyn OpenGame, task: Task) -> (Answer<'_>, Result<u64, String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.wpf");
    let proof = ProofTask { path, settings: ProofSettings::default(), check_memory: 64 << 20 };
    let mut answer = solve(game, &Task { proof: Some(proof), ..task });
    let written = answer.written.take().unwrap();
    (answer, written.map(|written| written.positions).map_err(|why| why.to_string()))
}

/// Who wins domineering when this player starts on an empty board: `v` or `h`.
fn winner(rows: u32, columns: u32, first: &str, algorithm: &str) -> char {
    let game = game("domineering", &[("size", &format!("{rows}x{columns}")), ("first", first)], None, "");
    let value = solve(&*game, &Task { strategies: Strategies::None, ..by(algorithm) }).verdict.value().unwrap();
    // An empty board where nobody can move is the only one in which the mover is not Max.
    match game.value_text(value).as_str() {
        "Vertical wins" => 'v',
        "Horizontal wins" => 'h',
        other => panic!("{other}"),
    }
}

/// 1 where who starts wins, 2 where the other does, V or H where that player always does.
fn class(rows: u32, columns: u32, algorithm: &str) -> char {
    match ["vertical", "horizontal"].map(|first| winner(rows, columns, first, algorithm)) {
        ['v', 'v'] => 'V',
        ['h', 'h'] => 'H',
        ['v', 'h'] => '1',
        _ => '2',
    }
}

/// The classes of boards with so many rows, and from as many columns on (Breuker 1998, Table 2.1; 3 × 3 is 1). Left out
/// are 7 × 9 and 8 × 8, which take longer: the benchmark `alphabeta` solves them, with both starters; and 8 × 9, which
/// has more cells than a word of 64 bits.
const CLASSES: [(u32, &str); 6] =
    [(2, "11HV11HV"), (3, "1HHHHHH"), (4, "1V1VHV"), (5, "2HHHH"), (6, "1VHV"), (7, "1H")];

#[test]
fn domineering_boards_have_the_published_classes() {
    for (rows, classes) in CLASSES {
        for (columns, expected) in (rows..).zip(classes.chars()) {
            assert_eq!(class(rows, columns, "alphabeta"), expected, "{rows}x{columns}");
            // The same board turned by a quarter, searched without the game's own knowledge.
            if rows * columns <= 20 {
                let turned = match expected {
                    'V' => 'H',
                    'H' => 'V',
                    other => other,
                };
                assert_eq!(class(columns, rows, "dfpn"), turned, "{columns}x{rows}");
            }
        }
    }
    assert_eq!(class(3, 3, "pn-dag"), '1');
    assert_eq!(class(8, 9, "alphabeta"), 'V');
    // Strips belong to one player.
    assert_eq!((class(1, 2, "pn"), class(2, 1, "pn")), ('H', 'V'));
    assert_eq!((class(1, 9, "pn"), class(9, 1, "pn")), ('H', 'V'));
}

/// Nodes of alpha-beta with Vertical first, which repeat exactly, against those of the best public solver (Obsequi). It
/// counts a child that its evaluation settles at once, so ours that a look settles are counted too.
#[test]
fn domineering_needs_no_more_nodes_than_the_best_public_solver() {
    for (rows, columns, most) in [(6, 6, 908), (7, 7, 13_874), (7, 8, 632_332)] {
        let game = sized("domineering", rows, columns);
        let verdict = solve(&*game, &Task { strategies: Strategies::None, ..by("alphabeta") }).verdict;
        let nodes = verdict.counts.nodes + verdict.counts.spared;
        assert!(verdict.value().is_some() && nodes <= most, "{rows}x{columns}: {nodes} nodes");
    }
}

#[test]
fn what_was_foreseen_is_shown_in_certificates() {
    for (name, first, second) in
        [("domineering", 4, 4), ("domineering", 4, 5), ("domineering", 5, 4), ("domineering", 5, 5)]
    {
        for starter in ["vertical", "horizontal"] {
            let game = game(name, &[("size", &format!("{first}x{second}")), ("first", starter)], None, "");
            let (answer, positions) = certify(&*game, by("alphabeta"));
            assert!(answer.verdict.value().is_some() && positions.is_ok(), "{first}x{second} {positions:?}");
        }
    }
    for (columns, rows) in [(3, 4), (4, 4), (3, 5)] {
        for algorithm in ["alphabeta", "dfpn"] {
            let game = sized("breakthrough", columns, rows);
            let (answer, positions) = certify(&*game, by(algorithm));
            assert!(answer.verdict.value().is_some() && positions.is_ok(), "{columns}x{rows} {positions:?}");
        }
    }
}

#[test]
fn othello_has_the_published_values() {
    let symmetric = Policy { symmetry: true, ..Policy::default() };
    for (columns, rows, value, task) in [
        (4, 4, -8, Task { policy: symmetric, ..by("pn-dag") }),
        (4, 6, 16, Task::default()),
        (6, 4, 16, Task::default()),
    ] {
        let game = sized("othello", columns, rows);
        assert_eq!(solve(&*game, &task).verdict.value(), Some(value), "{columns}x{rows}");
    }
}

/// Two positions with one hash made df-pn say that White wins by 1.
#[test]
fn ten_empty_squares_of_othello_are_a_draw() {
    let text = "w.bwbbbb/wwbwb.ww/.bwwwwbw/wwbbwbww/wwwbbw.b/.ww.bwww/wbbwb.bb/bw.w.ww. b";
    let game = game("othello", &[("size", "8x8")], Some(text), "");
    for algorithm in ["dfpn", "alphabeta", "pn-dag"] {
        assert_eq!(solve(&*game, &by(algorithm)).verdict.value(), Some(0), "{algorithm}");
    }
}

#[test]
fn breakthrough_on_small_boards() {
    for (columns, rows) in [(2, 3), (3, 3), (4, 3), (5, 3), (2, 4), (3, 4), (2, 5), (3, 5), (2, 6)] {
        let rules = Breakthrough::new(columns, rows).unwrap();
        let value = value_within(&rules, &rules.start(), &mut HashMap::new(), usize::MAX).unwrap();
        let game = sized("breakthrough", columns, rows);
        assert_eq!(solve(&*game, &Task::default()).verdict.value(), Some(value), "{columns}x{rows}");
        for algorithm in ["alphabeta", "dfpn", "pn-dag"] {
            let task = Task { policy: Policy { symmetry: true, ..Policy::default() }, ..by(algorithm) };
            assert_eq!(solve(&*game, &task).verdict.value(), Some(value), "{algorithm} on {columns}x{rows}");
        }
    }
}

/// The published winner of 5x5, and nodes of alpha-beta, which repeat exactly: some more are allowed.
#[test]
fn black_wins_breakthrough_on_five_by_five() {
    for (columns, rows, most) in [(4, 5, 40_000), (5, 5, 800_000)] {
        let game = sized("breakthrough", columns, rows);
        let verdict = solve(&*game, &Task { strategies: Strategies::None, ..by("alphabeta") }).verdict;
        let nodes = verdict.counts.nodes;
        assert!(verdict.value() == Some(-1) && nodes <= most, "{columns}x{rows}: {nodes} nodes");
    }
}

/// Values that Saffidine and Cazenave print for 6 to 11 cells.
#[test]
fn woodpush_has_the_published_values() {
    for (length, value) in [(6, -1), (7, -1), (8, -1), (9, -1), (10, -2), (11, -1)] {
        let game = game("woodpush", &[("size", &format!("{length}"))], None, "");
        // All lines to a position count as one on a graph, which is why the longer strips are quick as well.
        let names = if length <= 9 { &["pn", "pn-dag"][..] } else { &["pn-dag"] };
        for name in names {
            assert_eq!(solve(&*game, &by(name)).verdict.value(), Some(value), "{length} {name}");
        }
    }
}

/// What proof-number search found in 1993 (Schijf, §3.4): three first moves of White lose by force.
#[test]
fn three_first_moves_of_giveaway_lose() {
    for first in ["d4", "d3", "e4"] {
        let game = game("giveaway", &[], None, first);
        let limits = Limits { nodes: Some(1_000_000), memory: Some(32 << 20), ..Limits::default() };
        let (answer, positions) = certify(&*game, Task { limits, ..by("dfpn") });
        assert_eq!(answer.verdict.value(), Some(1), "1.{first}: {:?}", answer.verdict);
        assert!(positions.is_ok(), "{positions:?}");
    }
}

/// The reconstructions of figure 5.1 (Breuker 1998), with the king on a4 and on b4.
const PAWN_ENDINGS: [&str; 2] = ["8/p7/8/2P1k3/K7/8/8/8 w - -", "8/p7/8/2P1k3/1K6/8/8/8 w - -"];

/// Whether White makes a queen, and whether that was certified.
fn promotes(fen: &str, moves: &str, name: &str, leaf: Option<LeafKind>) -> (Option<bool>, bool) {
    let game = game("pawn-ending", &[], Some(fen), moves);
    let limits = Limits { nodes: Some(5_000_000), memory: Some(256 << 20), ..Limits::default() };
    // Where Black moves, he is Max: then White's queen is worth -1, and the question is whether he stops it.
    let goal = Goal::at_least(if game.is_exchanged() { 0 } else { 1 });
    let mut task = Task { limits, goal: Some(goal), ..by(name) };
    task.choice.leaf = leaf;
    let (answer, positions) = certify(&*game, task);
    (answer.verdict.holds(goal).map(|holds| holds != game.is_exchanged()), positions.is_ok())
}

#[test]
fn history_is_minded_where_it_must_be() {
    for fen in PAWN_ENDINGS {
        for name in ["bta", "dfpn", "pn-mobility"] {
            assert_eq!(promotes(fen, "", name, None), (Some(true), true), "{fen} by {name}");
        }
        for leaf in LeafKind::PLAIN {
            assert_ne!(promotes(fen, "", "pn-dcg", Some(*leaf)).0, Some(false), "{fen}: no proof without history");
        }
        for name in ["bta", "dfpn"] {
            assert_eq!(promotes(fen, "Ka5", name, None).0, Some(true), "{fen} by {name}");
            assert_eq!(promotes(fen, "Kb5", name, None), (Some(false), true), "{fen} by {name}");
        }
    }
}

/// A certificate writes `-` where the opponent moves.
#[test]
fn a_node_may_be_called_minus() {
    for (file, value) in [
        ("root a\na max - b\n- = 1\nb = 0", 1),
        ("root a\na min - b\n- = 0\nb = 1", 0),
        ("root a\na max - b\n- min c d\nb = 0\nc = 1\nd = 2", 1),
        ("root a\na min - b\n- max c d\nb = 2\nc = 1\nd = 0", 1),
        ("root -\n- max a b\na min c -\nb = 0\nc = 2\nrepetition 1", 1),
        ("root -\n- min - a\na max - b\nb = 1\nrepetition 0", 0),
    ] {
        let game = game("graph", &[("graph", file)], None, "");
        let (answer, positions) = certify(&*game, Task::default());
        assert_eq!(answer.verdict.value(), Some(value), "{file:?}");
        assert!(positions.is_ok(), "{file:?} {positions:?}");
    }
}
