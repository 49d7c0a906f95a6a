//! `--proof` and `winproof check`: whole certificates are valid, and every kind of damaged or false one is refused
//! with its reason and the right code, in both versions of the format.

use crate::support::{Run, files, pack, run, text, unpack};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;
use winproof::{Player, Rules, Status, TextRules};
use winproof_games::ConnectFour;
use winproof_oracle::forge::Parts;

struct Proof {
    folder: TempDir,
    file: PathBuf,
}

/// Solves Connect Four on 4x3, a draw, and writes the proof, with all positions in it.
fn proof() -> Proof {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.wpf");
    let solve = ["solve", "connect4", "--size", "4x3", "--algorithm", "pn", "--horizon", "0", "--proof", text(&file)];
    let run = run(&solve).expect(0);
    assert!(run.stderr.contains(&format!("winproof check {}", text(&file))), "{run:?}");
    assert_eq!(run.last_line(), "draw");
    Proof { folder, file }
}

/// The same proof in version 1.
fn old_proof() -> Proof {
    let proof = proof();
    let rules = ConnectFour::<u64>::new(4, 3, 4).unwrap();
    let old = proof.parts().to_version_1(&|player: Player, position, mv| {
        let position = rules.parse_position(position).unwrap();
        (rules.status(&position) == Status::Turn(player)).then_some(())?;
        let next = rules.play(&position, rules.parse_move(&position, mv).unwrap());
        (rules.status(&next) == Status::Turn(player.opponent())).then(|| rules.position_text(&next))
    });
    fs::write(&proof.file, old.bytes(1)).unwrap();
    proof
}

impl Proof {
    /// The certificate, taken apart.
    fn parts(&self) -> Parts {
        Parts::read(&fs::read(&self.file).unwrap()).unwrap()
    }

    /// Changes what the certificate says, and expects it to be refused for this reason.
    #[track_caller]
    fn refused_with(&self, reason: &str, change: impl FnOnce(&mut Parts)) {
        let whole = self.parts();
        let mut parts = whole.clone();
        change(&mut parts);
        assert_ne!(parts, whole, "the test changes nothing");
        fs::write(&self.file, parts.bytes(40)).unwrap();
        let run = self.check(1);
        assert!(run.stderr.contains(reason), "no '{reason}' in {run:?}");
        fs::write(&self.file, whole.bytes(40)).unwrap();
    }

    /// Checks the file, for people and for programs, and makes sure that the two agree.
    #[track_caller]
    fn check(&self, code: i32) -> Run {
        let people = run(&["check", text(&self.file)]).expect(code);
        let program = run(&["check", text(&self.file), "--json"]).expect(code);
        assert_eq!(program.keys(), ["valid", "reason", "claim", "positions", "game", "parameters", "position"]);
        let object = program.json();
        assert_eq!(object["valid"], code == 0);
        match code {
            0 => assert_eq!((people.last_line(), &object["reason"]), ("valid", &().into())),
            _ => {
                let reason = object["reason"].as_str().unwrap();
                assert!(!reason.is_empty() && people.stderr.contains(reason), "{people:?} {object}");
                assert!(object["positions"].is_null());
                assert_eq!(people.last_line(), if code == 1 { "refused" } else { "" });
            }
        }
        people
    }

    /// Changes the lines of the certificate, and expects it to be refused for this reason.
    #[track_caller]
    fn refused(&self, code: i32, reason: &str, change: impl FnOnce(&mut Vec<String>)) {
        let whole = unpack(&self.file);
        let mut lines = whole.clone();
        change(&mut lines);
        assert_ne!(lines, whole, "the test changes nothing");
        pack(&self.file, &lines);
        let run = self.check(code);
        assert!(run.stderr.contains(reason), "no '{reason}' in {run:?}");
        pack(&self.file, &whole);
    }
}

#[test]
fn a_whole_certificate_is_valid() {
    let proof = proof();
    let run = proof.check(0);
    assert_eq!(run.field("claim"), "draw: each side can force at least that");
    assert_eq!(run.field("game"), "connect4, size 4x3, line 4: X to move; values are those of X");
    assert_eq!(files(proof.folder.path()), ["proof.wpf"], "nothing else is left in the folder");
    // Taking it apart and putting it together again, which the tests below rely on, keeps it whole.
    let parts = proof.parts();
    let positions: usize = parts.strategies.iter().map(|strategy| strategy.entries.len()).sum();
    fs::write(&proof.file, parts.bytes(7)).unwrap();
    let checked = proof.check(0);
    assert_eq!(checked.field("positions"), positions.to_string());
    // The same in version 1, where the opponent's positions are listed too.
    let old = old_proof();
    let lines = unpack(&old.file);
    let old_positions = lines.iter().filter(|line| line.contains('\t')).count();
    pack(&old.file, &lines);
    let checked = old.check(0);
    assert_eq!(checked.field("positions"), old_positions.to_string());
    assert!(old_positions > positions);
}

#[test]
fn a_longer_horizon_makes_a_shorter_certificate() {
    let mut last = usize::MAX;
    for horizon in ["0", "1", "3", "auto"] {
        let proof = proof();
        let solve = ["solve", "connect4", "--size", "4x3", "--horizon", horizon, "--proof", text(&proof.file)];
        run(&solve).expect(0);
        let positions = proof.check(0).field("positions").parse().unwrap();
        assert!(positions < last, "{positions} positions with a horizon of {horizon}, {last} before");
        last = positions;
    }
}

#[test]
fn every_algorithm_writes_valid_certificates() {
    for named in winproof::ALGORITHMS.iter().filter(|named| named.no_is_proof) {
        let algorithm = named.name;
        for goal in [&[][..], &["--goal", "win"], &["--goal", "draw"]] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("proof.wpf");
            let fixed = ["solve", "connect4", "--size", "4x3", "--algorithm", algorithm, "--proof", text(&file)];
            run(&[&fixed[..], goal].concat()).expect(0);
            let object = run(&["check", text(&file), "--json"]).expect(0).json();
            let claim = match goal.last() {
                None => "the value is exactly 0",
                Some(&"win") => "the value is at most 0",
                Some(_) => "the value is at least 0",
            };
            assert_eq!(object["claim"], claim, "{algorithm}");
        }
    }
}

#[test]
fn deletion_that_keeps_the_proof_keeps_the_proof() {
    let proof = proof();
    for algorithm in ["pn", "pn-dag"] {
        let fixed = ["solve", "connect4", "--size", "4x3", "--algorithm", algorithm, "--delete-solved"];
        run(&[&fixed[..], &["--proof", text(&proof.file)]].concat()).expect(0);
        proof.check(0);
    }
}

#[test]
fn a_graph_with_a_cycle_can_be_certified() {
    let folder = tempfile::tempdir().unwrap();
    let (game, file) = (folder.path().join("game.txt"), folder.path().join("proof.wpf"));
    fs::write(&game, "root a\na max b c\nb min a d\nc min a e\nd = 1\ne = -1\n").unwrap();
    let solved = run(&["solve", "graph", text(&game), "--proof", text(&file)]).expect(0);
    assert_eq!(solved.last_line(), "draw");
    let run = run(&["check", text(&file)]).expect(0);
    assert_eq!(run.last_line(), "valid");
    assert_eq!(run.field("rules"), "endless play counts as 0: draw");
}

#[test]
fn what_is_cut_off_is_unreadable() {
    for proof in [proof(), old_proof()] {
        let bytes = fs::read(&proof.file).unwrap();
        for length in [0, 1, 9, 10, 15, 100, bytes.len() / 2, bytes.len() - 9, bytes.len() - 4, bytes.len() - 1] {
            fs::write(&proof.file, &bytes[..length]).unwrap();
            proof.check(2);
        }
    }
    // Cut between lines, the gzip stream itself being whole.
    let proof = old_proof();
    let last = unpack(&proof.file).len() - 1;
    for line in [1, 2, 3, last / 2, last] {
        proof.refused(2, &format!("breaks off at line {}", line + 1), |lines| lines.truncate(line));
    }
}

#[test]
fn no_flipped_bit_goes_unnoticed() {
    let proof = proof();
    let bytes = fs::read(&proof.file).unwrap();
    // The header is text, and says what is checked. A flipped bit in the blocks is found by their checksums.
    let blocks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    for (count, place) in (blocks..bytes.len()).step_by(bytes.len() / 200).enumerate() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (count % 8);
        fs::write(&proof.file, damaged).unwrap();
        let run = run(&["check", text(&proof.file)]);
        assert_eq!(run.code, 2, "bit {} of byte {place}: {run:?}", count % 8);
        assert!(run.stderr.starts_with("error: "), "{run:?}");
    }
    let proof = old_proof();
    let bytes = fs::read(&proof.file).unwrap();
    // The header of a gzip stream (a time, a name) says nothing; the last byte before the checksum may end in unused
    // bits.
    let flippable = (10..bytes.len() - 9).chain(bytes.len() - 8..bytes.len());
    for (count, place) in flippable.step_by(bytes.len() / 200).enumerate() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (count % 8);
        fs::write(&proof.file, damaged).unwrap();
        let run = run(&["check", text(&proof.file)]);
        assert!(run.code == 2 || run.code == 1, "bit {} of byte {place}: {run:?}", count % 8);
        assert!(run.stderr.starts_with("error: "), "{run:?}");
    }
}

#[test]
fn other_files_are_unreadable() {
    let proof = proof();
    for content in ["", "text\n", "winproof certificate 1\n"] {
        fs::write(&proof.file, content).unwrap();
        proof.check(2);
    }
    pack(&proof.file, &["some other text".to_string()]);
    assert!(proof.check(2).stderr.contains("its first line is not 'winproof certificate 2'"));
    let run_folder = run(&["check", text(proof.folder.path())]).expect(2);
    assert!(run_folder.stderr.contains("cannot be checked"), "{run_folder:?}");
    fs::remove_file(&proof.file).unwrap();
    assert!(proof.check(2).stderr.contains("no such file"));
}

#[test]
fn other_versions_and_broken_lines_are_unreadable() {
    let proof = old_proof();
    proof.refused(2, "format version 3; this program reads versions 1 and 2", |lines| {
        lines[0] = "winproof certificate 3".to_string();
    });
    proof.refused(2, "line 2 is not the header", |lines| lines[1] = "{}".to_string());
    proof.refused(2, "line 2 is not the header", |lines| lines[1] = lines[1].replace("\"root\"", "\"route\""));
    proof.refused(2, "line 3 does not open a strategy", |lines| lines[2] = "max".to_string());
    proof.refused(2, "line 4 is not a position, a move and a rank", |lines| lines[3] = "....".to_string());
    proof.refused(2, "line 4: 'x' is not a rank", |lines| lines[3] = change_field(&lines[3], 2, "x"));
    proof.refused(2, "goes on after its end", |lines| lines.push("more".to_string()));
}

#[test]
fn a_certificate_of_another_game_is_refused() {
    let proof = old_proof();
    let unknown = |lines: &mut Vec<String>| lines[1] = lines[1].replace("connect4", "chess960");
    proof.refused(2, "there is no game 'chess960'", unknown);
    let impossible = |lines: &mut Vec<String>| lines[1] = lines[1].replace("4x3", "400x3");
    proof.refused(2, "a board of 400x3 is not possible", impossible);
    let larger = |lines: &mut Vec<String>| lines[1] = lines[1].replace("4x3", "4x4");
    proof.refused(1, "its root is not a position", larger);
    let other_line = |lines: &mut Vec<String>| lines[1] = lines[1].replace("\"line\",\"4\"", "\"line\",\"3\"");
    proof.refused(1, "certificate refused", other_line);
    let other_game = |lines: &mut Vec<String>| {
        let start = lines[1].find(",\"root\"").unwrap();
        lines[1] = format!("{{\"game\":\"tic-tac-toe\",\"parameters\":[]{}", &lines[1][start..]);
    };
    proof.refused(1, "its root is not a position", other_game);
    let other_root = |lines: &mut Vec<String>| lines[1] = lines[1].replace("..../..../....", "..../..../x...");
    proof.refused(1, "certificate refused", other_root);
}

#[test]
fn false_claims_are_refused() {
    let proof = proof();
    proof.refused_with("a wrong end", |parts| {
        parts.header.claims[0].at_least = Some(1);
        parts.header.claims[0].at_most = None;
        parts.strategies.pop();
    });
    proof.refused_with("no strategy shows that the value is at most 0", |parts| _ = parts.strategies.pop());
    proof.refused_with("a strategy of Min that the claim has no use for", |parts| {
        parts.header.claims[0].at_most = None;
    });
    proof.refused_with("no strategy shows that the value is at least 0", |parts| {
        parts.header.claims.extend(parts.header.claims.clone());
    });
    let proof = old_proof();
    proof.refused(1, "a wrong end", |lines| claim(lines, "\"at_least\":1"));
    proof.refused(1, "a wrong end", |lines| claim(lines, "\"at_most\":-1"));
    proof.refused(1, "the certificate claims nothing", |lines| {
        lines[1] = lines[1].replace(",\"at_least\":0,\"at_most\":0", "")
    });
    proof.refused(1, "no strategy shows that the value is at most 0", |lines| {
        let second = section(lines, 1);
        lines.drain(second..lines.len() - 1);
    });
    proof.refused(1, "a strategy of Min that the claim has no use for", |lines| {
        lines[1] = lines[1].replace(",\"at_most\":0", "");
    });
}

#[test]
fn strategies_with_a_flaw_are_refused() {
    let proof = proof();
    proof.refused_with("a missing position", |parts| _ = parts.strategies[0].entries.pop());
    proof.refused_with("appears twice, or not in its order", |parts| parts.strategies[0].entries.swap(3, 4));
    proof.refused_with("an illegal move", |parts| parts.strategies[0].entries[0].mv = "9".to_string());
    proof.refused_with("no move is given", |parts| parts.strategies[0].entries[0].mv = "-".to_string());
    proof.refused_with("the rank does not fall", |parts| {
        parts.strategies[0].entries.iter_mut().for_each(|entry| entry.rank = 5);
    });
    proof.refused_with("has no ranks", |parts| parts.strategies[0].ranked = false);

    let proof = old_proof();
    let whole = unpack(&proof.file);
    let own = (3..).find(|&place| move_of(&whole[place]) != "-").unwrap();
    let reply = (3..).find(|&place| move_of(&whole[place]) == "-").unwrap();
    // The first position in the file is the root: something leads to the second.
    proof.refused(1, "a missing position", |lines| remove(lines, 4));
    proof.refused(1, "the strategy does not hold the root", |lines| {
        let root = lines.iter().position(|line| line.starts_with("..../..../....\t")).unwrap();
        remove(lines, root);
    });
    proof.refused(1, "an illegal move", |lines| lines[own] = change_field(&lines[own], 1, "9"));
    proof.refused(1, "no move is given", |lines| lines[own] = change_field(&lines[own], 1, "-"));
    proof.refused(1, "where the opponent moves", |lines| {
        let open = lines[reply].split('/').next().unwrap().find('.').unwrap() + 1;
        lines[reply] = change_field(&lines[reply], 1, &open.to_string());
    });
    proof.refused(1, "not a position", |lines| lines[own] = change_field(&lines[own], 0, "..../x.../...."));
    proof.refused(1, "appears twice", |lines| lines[4] = lines[3].clone());
    proof.refused(1, "the rank does not fall", |lines| {
        let end = section(lines, 1);
        for line in &mut lines[3..end] {
            *line = change_field(line, 2, "5");
        }
    });
    proof.refused(1, "has no ranks", |lines| lines[2] = lines[2].replace("\"ranked\":true", "\"ranked\":false"));
}

/// Max at `a` goes to `b`, where Min may go back to `a`: without that move the strategy wins.
fn cycle(proof: &Proof, moves_of_b: &str, ranked: bool) {
    let graph = format!("root a\\nrepetition 0\\na max b\\nb min {moves_of_b}\\nc = 1\\nd = -1\\n");
    let header = format!(r#"{{"game":"graph","parameters":[["graph","{graph}"]],"root":"a","at_least":1}}"#);
    let section = format!(r#"{{"player":"max","ranked":{ranked},"positions":2}}"#);
    let lines = ["winproof certificate 1", &header, &section, "a\tb\t2", "b\t-\t1", "end"];
    pack(&proof.file, &lines.map(str::to_string));
}

#[test]
fn a_strategy_that_goes_round_in_circles_is_refused() {
    let proof = proof();
    cycle(&proof, "c", true);
    assert_eq!(proof.check(0).field("claim"), "Max wins");
    cycle(&proof, "a c", true);
    assert!(proof.check(1).stderr.contains("the rank does not fall from 1 to 2"));
    cycle(&proof, "a c", false);
    assert!(proof.check(1).stderr.contains("an endless line is worth 0"));
    cycle(&proof, "c d", true);
    assert!(proof.check(1).stderr.contains("a wrong end: d in b is worth -1"));
}

#[test]
fn a_search_that_proves_nothing_leaves_an_old_proof_alone() {
    let proof = proof();
    let before = fs::read(&proof.file).unwrap();
    let fixed = ["solve", "connect4", "--nodes", "1k", "--proof", text(&proof.file)];
    let run = run(&fixed).expect(3);
    assert!(run.stderr.contains("no certificate was written"), "{run:?}");
    assert_eq!(fs::read(&proof.file).unwrap(), before);
    assert_eq!(files(proof.folder.path()), ["proof.wpf"]);
}

fn move_of(line: &str) -> &str {
    line.split('\t').nth(1).unwrap_or("-")
}

fn change_field(line: &str, place: usize, text: &str) -> String {
    let mut fields: Vec<&str> = line.split('\t').collect();
    fields[place] = text;
    fields.join("\t")
}

/// The line that opens a strategy.
fn section(lines: &[String], number: usize) -> usize {
    let mut sections = (2..lines.len()).filter(|&place| lines[place].starts_with('{'));
    sections.nth(number).unwrap()
}

/// Takes a position out of the first strategy, and keeps its count right.
fn remove(lines: &mut Vec<String>, place: usize) {
    let count: u64 = lines[2].split("\"positions\":").nth(1).unwrap().trim_end_matches('}').parse().unwrap();
    assert!(place < 3 + count as usize);
    lines[2] = lines[2].replace(&format!(":{count}}}"), &format!(":{}}}", count - 1));
    lines.remove(place);
}

/// Claims something else with the strategy of one player alone.
fn claim(lines: &mut Vec<String>, claim: &str) {
    let start = lines[1].find(",\"at_least\"").unwrap();
    lines[1] = format!("{},{claim}}}", &lines[1][..start]);
    let second = section(lines, 1);
    if claim.contains("at_least") {
        lines.drain(second..lines.len() - 1);
    } else {
        lines.drain(2..second);
    }
}

#[test]
fn a_proof_needs_no_more_memory_than_its_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.wpf");
    let search = ["solve", "connect4", "--size", "5x4", "--algorithm", "alphabeta", "--memory", "256KiB", "--proof"];
    assert_eq!(run(&[&search[..], &[text(&file)]].concat()).expect(0).last_line(), "draw");
    run(&["check", text(&file)]).expect(0);
}

#[test]
fn a_proof_without_room_is_an_error_and_the_answer_stands() {
    let folder = tempfile::tempdir().unwrap();
    let (file, missing) = (folder.path().join("large.wpf"), folder.path().join("missing"));
    // Small certificates need no temporary files; with everything listed it is no longer small.
    let solve = ["solve", "connect4", "--size", "5x4", "--horizon", "0"];
    let answer = run(&[&solve[..], &["--temp", text(&missing), "--proof", text(&file)]].concat()).expect(1);
    assert_eq!(answer.last_line(), "draw");
    assert!(answer.stderr.contains("choose another folder with --temp"), "{}", answer.stderr);
    assert!(!file.exists());
}
