//! Tests of mate searches: lengths, keys, certificates, solution trees.

use super::question::Question;
use super::tree::{Extent, tree};
use super::*;
use crate::chess::problems::{Problem, breuker};
use winproof::proof::check::Reader;
use winproof::{Phase, TextRules};

fn root(fen: &str) -> Position {
    Chess::for_fen(fen).unwrap().parse_position(fen).unwrap()
}

fn limits() -> Limits {
    Limits { nodes: Some(20_000_000), memory: Some(64 << 20), ..Limits::default() }
}

fn search(fen: &str) -> MateSearch<'static> {
    MateSearch::new(&root(fen), limits())
}

#[track_caller]
fn found(answer: Answer) -> Mate {
    match answer {
        Answer::Mate(mate) => *mate,
        other => panic!("no mate but {other:?}"),
    }
}

/// Writes the certificate and has it checked.
fn is_certified(game: &MateGame, solution: &Solution<MateGame>) -> bool {
    let mut file = Vec::new();
    solution.write_certificate(game, &mut file).unwrap();
    Reader::open(file.as_slice(), usize::MAX).unwrap().check(game).is_ok()
}

#[test]
fn all_mates_of_the_thesis_are_found_and_certified() {
    for Problem { name, fen, moves: length, .. } in breuker() {
        let mut search = search(&fen);
        let mate = found(search.any());
        assert!(mate.moves >= length, "{name}: mate in {} of {length}", mate.moves);
        assert_eq!(mate.solution.line.len() as u32, 2 * mate.moves - 1, "{name}");
        assert!(is_certified(&mate.game, &mate.solution), "{name}");
        let nodes = search.counts().nodes;
        assert!(nodes < 1_000_000 || !name.starts_with('K'), "{name}: {nodes} nodes");
    }
}

#[test]
fn the_fewest_moves_are_proved() {
    for Problem { name, fen, moves: length, keys: published } in
        breuker().into_iter().filter(|problem| problem.moves <= 4)
    {
        let mut search = search(&fen);
        let mate = match search.shorten(100, None) {
            Shortened::Mate(mate) => mate,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(mate.moves, length, "{name}");
        assert_eq!(mate.solution.line.len() as u32, 2 * length - 1, "{name}");
        assert!(is_certified(&mate.game, &mate.solution), "{name}");
        if length <= 3 {
            let keys = search.keys(length as u8).unwrap();
            let texts: Vec<String> = keys.iter().map(|&mv| mate.game.move_text(&root(&fen), mv)).collect();
            let bare = |text: &str| text.trim_end_matches(['+', '#']).to_string();
            for key in &published {
                assert!(texts.iter().any(|text| bare(text) == bare(key)), "{name}: {texts:?} without {key}");
            }
            assert!(keys.contains(&mate.solution.line[0]), "{name}");
        }
    }
}

#[test]
fn that_there_is_none_is_certified_too() {
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
    let mut search = search(fen).refutations(Strategies::Full);
    let Answer::NoMate(solution) = search.within(1) else { panic!("mate in one") };
    let game = Viewpoint::of_mover(search.rules().in_moves(1), &solution.root);
    assert!(is_certified(&game, &solution));
    // King and rook against king and rook, where nobody can force anything.
    let fen = "4k2r/8/8/8/8/8/8/R3K3 w - -";
    let mut search = MateSearch::new(&root(fen), limits()).refutations(Strategies::Full);
    let Answer::NoMate(solution) = search.within(3) else { panic!("mate in three") };
    let game = Viewpoint::of_mover(search.rules().in_moves(3), &solution.root);
    assert!(is_certified(&game, &solution));
}

#[test]
fn a_stalemate_trap_and_a_bare_king_are_no_mates() {
    let Answer::NoMate(solution) = search("8/8/8/8/8/8/5k2/7K w - -").any() else { panic!("a bare king mates") };
    assert_eq!(solution.verdict.counts.nodes, 1);
    // Both sides have a mate in one; the side to move has it first.
    for (fen, key) in [("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - -", "Rb8#"), ("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - -", "Ra1")] {
        let mate = search(fen).within(1);
        match (mate, key.ends_with('#')) {
            (Answer::Mate(mate), true) => assert_eq!(mate.game.move_text(&root(fen), mate.solution.line[0]), key),
            (Answer::NoMate(_), false) => {}
            (other, _) => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn limits_hold_for_all_searches_together() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let limits = Limits { nodes: Some(150_000), memory: Some(4 << 20), ..Limits::default() };
    let mut search = MateSearch::new(&root(fen), limits);
    assert!(matches!(search.any(), Answer::Unknown(Stopped::Nodes)));
    assert!((150_000..151_000).contains(&search.counts().nodes), "{:?}", search.counts());
    assert!(matches!(search.within(3), Answer::Unknown(Stopped::Nodes)));
    assert!(search.counts().nodes < 151_000);
}

/// Reports of the searches for keys start behind the first move; listeners play lines from the root.
#[test]
fn reported_lines_start_at_the_root() {
    let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - -";
    let (game, root) = (Chess::for_fen(fen).unwrap(), root(fen));
    let first = game.parse_move(&root, "Rb7").unwrap();
    let reply = game.parse_move(&game.play(&root, first), "Ra1+").unwrap();
    let mut heard = Vec::new();
    let mut listener = |report: &Report<'_, ChessMove>| heard.push((report.line.to_vec(), report.nodes));
    let counts = Counts { nodes: 7, ..Counts::default() };
    let mut onward = Onward { listener: &mut listener, first: Some(first), counts, started: Instant::now() };
    onward.report(&Report {
        goal: None,
        nodes: 5,
        nodes_per_second: 0.0,
        proof: None,
        disproof: None,
        bytes: 0,
        table_permille: None,
        seconds: 0.0,
        line: &[reply],
        built: None,
        phase: Phase::Search,
    });
    assert_eq!(heard, [(vec![first, reply], 12)]);
}

#[test]
fn a_quiet_key_is_shown_with_its_threat() {
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
    let mate = found(search(fen).within(2));
    let shown = tree(&mate, Extent::SCREEN);
    assert_eq!(shown.lines[0], "1.Qg6! threat: 2.Qh7#");
    assert!(shown.lines.iter().any(|line| line == "  1...fxg6 2.Nxg6#"), "{:#?}", shown.lines);
    assert!(shown.lines.last().unwrap().starts_with("  1...other moves ("), "{:#?}", shown.lines);
    assert_eq!(shown.hidden, 0);
}

#[test]
fn forced_replies_stay_on_the_line() {
    let fen = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -";
    let mate = found(search(fen).within(2));
    assert_eq!(tree(&mate, Extent::SCREEN).lines, ["1.Qxh7+! Kxh7 2.hxg6#"]);
}

#[test]
fn what_is_not_shown_is_counted_and_the_whole_tree_has_it() {
    let fen = breuker().into_iter().find(|problem| problem.name == "K194").unwrap().fen;
    let mate = found(search(&fen).any());
    let short = tree(&mate, Extent { lines: 6, choices: 2, nodes: 0 });
    assert!(short.lines.len() <= 6 + 2 && short.hidden > 0, "{short:#?}");
    let whole = tree(&mate, Extent::WHOLE);
    assert_eq!(whole.hidden, 0);
    assert!(whole.lines.iter().all(|line| line.ends_with('#') || line.contains("as on line") || !line.contains('…')));
    assert!(whole.lines.len() > short.lines.len());
}

/// A line ends with mate, or says what it leaves out; and the one of best defence goes on to the mate.
#[test]
fn the_line_of_best_defence_is_shown_whole() {
    let fen = breuker().into_iter().find(|problem| problem.name == "K194").unwrap().fen;
    let mate = found(search(&fen).any());
    for extent in
        [Extent::SCREEN, Extent { lines: 5, choices: 1, nodes: 0 }, Extent { lines: 5, choices: 1, nodes: 1000 }]
    {
        let shown = tree(&mate, extent).lines;
        // The first defence of each level resists longest.
        let end = shown.iter().position(|line| line.ends_with('#')).unwrap();
        assert!(shown[..end].iter().all(|line| !line.contains('…')), "{shown:#?}");
        for (number, line) in shown.iter().enumerate() {
            if line.ends_with('#') || line.contains('…') {
                continue;
            }
            // What follows stands below, further to the right.
            let column = |line: &str| line.len() - line.trim_start().len();
            let next = shown.get(number + 1).unwrap_or_else(|| panic!("nothing follows '{line}'"));
            assert!(column(next) > column(line), "{line}\n{next}");
        }
    }
}

/// A search that was stopped goes on where it was, and one with a larger table knows what the smaller one held.
#[test]
fn a_search_for_any_mate_goes_on() {
    let fen = breuker().into_iter().find(|problem| problem.name == "K199").unwrap().fen;
    let at_once = {
        let mut search = search(&fen);
        found(search.any());
        search.counts().nodes
    };
    let mut search = search(&fen);
    let mut stops = 0;
    while !matches!(search.any_within_nodes(at_once / 8), Answer::Mate(_)) {
        stops += 1;
        assert!(stops < 20, "{:?}", search.counts());
    }
    assert!(stops > 0 && search.counts().nodes < 2 * at_once, "{:?} and not {at_once} nodes", search.counts());
}

/// Paths are long where few men have much room: a small table has no place for them, and that is no end of the search.
#[test]
fn long_paths_do_not_end_a_search() {
    let fen = "8/1B4N1/8/4k3/1B6/3K2N1/8/8 w - -";
    let limits = Limits { nodes: Some(2_000_000), memory: Some(256 << 20), ..Limits::default() };
    let findings = MateSearch::new(&root(fen), limits).answer(&question::Question::default(), |_, _| {});
    assert_eq!((findings.length(), findings.stopped), (Some(6), Stopped::Solved));
}

/// A queen where a rook would do as well, a lesser piece where it matters.
#[test]
fn pawns_become_queens_unless_it_matters() {
    let key = |fen: &str, moves: u8| {
        let mate = found(search(fen).within(moves));
        mate.game.move_text(&mate.solution.root, mate.solution.line[0])
    };
    assert_eq!(key("7k/P7/6K1/8/8/8/8/8 w - -", 1), "a8=Q#");
    assert_eq!(key("8/P6k/8/6K1/8/8/8/8 w - -", 4), "a8=Q");
    // A queen would stalemate.
    assert_eq!(key("8/5P1k/5K2/8/8/8/8/8 w - -", 2), "f8=R");
}

#[test]
fn a_length_that_is_hinted_at_changes_nothing_but_the_work() {
    for Problem { name, fen, moves: length, .. } in breuker().into_iter().filter(|problem| problem.moves == 4) {
        // None, one that is right, one that is too short, one that is too long, one that is no length.
        for hint in [None, Some(4), Some(2), Some(9), Some(0)] {
            let findings = search(&fen).answer(&Question { hint, ..Question::default() }, |_, _| {});
            assert!(findings.is_shortest(), "{name}: {hint:?}");
            assert_eq!(findings.length(), Some(length), "{name}: {hint:?}");
        }
    }
}
