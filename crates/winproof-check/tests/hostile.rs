//! Files made to mislead the checker of version 2, or to take it more than it may use. Each is refused for its reason,
//! and no check holds more memory than it was given.

mod support;

use std::io::Read;
use support::{END, Heap, MOST_BYTES, Walk, block, bounded, check, file, framed, zlib};
use winproof_check::TextRules;
use winproof_check::check::{Reader, Refusal};

const HEADER: &str = r#"{"game":"heap","parameters":[],"claims":[{"root":"4 max","at_least":1}],"horizon":0}"#;
const SECTION: &str = r#"{"claim":0,"player":"max","ranked":true}"#;
const ENTRIES: &str = "0\t1 max\t1\t0\n0\t2 max\t2\t0\n0\t4 max\t1\t1\n";

/// The text of the one block of a good file.
fn text() -> String {
    format!("{SECTION}\n{ENTRIES}")
}

/// A file about the walk, with a root, a horizon and the entries of one block.
fn walk(game: &Walk, root: u64, horizon: u8, entries: &str) -> Vec<u8> {
    let root = game.position_text(&root);
    let header =
        format!(r#"{{"game":"walk","parameters":[],"claims":[{{"root":"{root}","at_least":1}}],"horizon":{horizon}}}"#);
    file(header, &[block(format!("{SECTION}\n{entries}"))])
}

#[track_caller]
fn unreadable(bytes: Vec<u8>, why: &str) {
    match check(&Heap, bytes) {
        Err(Refusal::Unreadable(reason)) if reason.contains(why) => {}
        other => panic!("{other:?} in place of '{why}'"),
    }
}

#[track_caller]
fn unproved<R: TextRules>(rules: &R, bytes: Vec<u8>, why: &str) {
    match check(rules, bytes) {
        Err(Refusal::Unproved(reason)) if reason.contains(why) => {}
        other => panic!("{other:?} in place of '{why}'"),
    }
}

/// What the tests below damage is good.
#[test]
fn the_undamaged_file_is_accepted() {
    let accepted = check(&Heap, file(HEADER, &[block(text())])).unwrap();
    assert_eq!((accepted.positions, accepted.settled), (3, 0));
    // The same with an entry a block, and with what settles left out.
    let each: Vec<Vec<u8>> = ENTRIES.lines().map(|line| block(format!("{SECTION}\n{line}\n"))).collect();
    assert_eq!(check(&Heap, file(HEADER, &each)).unwrap().positions, 3);
    let horizon = HEADER.replace("\"horizon\":0", "\"horizon\":1");
    let accepted = check(&Heap, file(horizon, &[block(format!("{SECTION}\n0\t4 max\t1\t0\n"))])).unwrap();
    assert_eq!((accepted.positions, accepted.settled), (1, 2));
    let horizon = HEADER.replace("\"horizon\":0", "\"horizon\":255");
    assert_eq!(check(&Heap, file(horizon, &[block(format!("{SECTION}\n"))])).unwrap().positions, 0);
}

#[test]
fn a_block_that_unpacks_to_far_more_than_it_may() {
    let bomb = block([text().into_bytes(), vec![b'\n'; 1 << 28]].concat());
    assert!(bomb.len() < 1 << 20);
    unreadable(file(HEADER, &[bomb]), "unpacks to more than a block may hold");
    // One byte more than is allowed, and as much as is allowed.
    let filled = |length: usize| format!("{SECTION}\n{}\n", "x".repeat(length - SECTION.len() - 2));
    unreadable(file(HEADER, &[block(filled((1 << 20) + 1))]), "unpacks to more than a block may hold");
    unreadable(file(HEADER, &[block(filled(1 << 20))]), "not an entry of four fields");
    // Empty pieces make a packed block long and its text no longer.
    let packed = zlib(text().as_bytes());
    let padded = |pieces: usize| [&packed[..2], &[0, 0, 0, 0xff, 0xff].repeat(pieces), &packed[2..]].concat();
    assert!(check(&Heap, file(HEADER, &[framed(&padded(210_000))])).is_ok());
    unreadable(file(HEADER, &[framed(&padded(210_530))]), "longer than a block may be");
}

#[test]
fn frames_that_lie() {
    let whole = block(text());
    let damaged = |place: usize, by: u8| {
        let mut block = whole.clone();
        block[place] ^= by;
        file(HEADER, &[block])
    };
    unreadable(damaged(0, 1), "block 1 of the certificate");
    unreadable(damaged(1, 1), "breaks off");
    unreadable(damaged(3, 0x80), "longer than a block may be");
    unreadable(damaged(4, 1), "its checksum differs");
    unreadable(damaged(20, 1), "its checksum differs");
    // Nothing of such a length is set aside before it is there.
    let start = [b"winproof certificate 2\n", HEADER.as_bytes(), b"\n"].concat();
    unreadable([&start[..], &1_052_672u32.to_le_bytes(), &[0; 5]].concat(), "breaks off");
    unreadable([&start[..], &u32::MAX.to_le_bytes(), &[0; 4]].concat(), "longer than a block may be");
    unreadable([&start[..], &[0, 0, 0, 0, 1, 0, 0, 0]].concat(), "is damaged");
    // Streams that are cut, go on, or are none; their checksums are right.
    let packed = zlib(text().as_bytes());
    unreadable(file(HEADER, &[framed(&[&packed[..], b"x"].concat())]), "has bytes after its text");
    unreadable(file(HEADER, &[framed(&[&packed[..], &packed[..]].concat())]), "has bytes after its text");
    for cut in [1, 4, 5, packed.len() - 1] {
        unreadable(file(HEADER, &[framed(&packed[..packed.len() - cut])]), "cannot be unpacked");
    }
    unreadable(file(HEADER, &[framed(b"junk")]), "cannot be unpacked");
}

#[test]
fn ends_that_are_missing_or_early() {
    let whole = file(HEADER, &[block(text())]);
    for length in (0..whole.len()).filter(|length| *length >= 24) {
        unreadable(whole[..length].to_vec(), "breaks off");
    }
    unreadable([&whole[..], b"x"].concat(), "goes on after its end");
    unreadable([&whole[..], &END].concat(), "goes on after its end");
    unreadable([&whole[..], &whole[..]].concat(), "goes on after its end");
    unproved(&Heap, file(HEADER, &[]), "no strategy shows that the value is at least 1");
}

#[test]
fn a_header_without_an_end() {
    let opened = bounded(|| {
        let endless = std::io::Cursor::new(b"winproof certificate 2\n{").chain(std::io::repeat(b' ').take(1 << 32));
        Reader::open(endless, MOST_BYTES).map(|_| ())
    });
    assert!(matches!(&opened, Err(Refusal::Limit(why)) if why.starts_with("line 2 has more than")), "{opened:?}");
    let opened = bounded(|| Reader::open(std::io::repeat(b'w'), MOST_BYTES).map(|_| ()));
    assert!(matches!(&opened, Err(Refusal::Unreadable(why)) if why.contains("not a certificate")), "{opened:?}");
    // Many claims are many roots and nothing else.
    let claim = r#"{"root":"4 max","at_least":1},"#;
    let many = HEADER.replace("\"claims\":[", &format!("\"claims\":[{}", claim.repeat(20_000)));
    unproved(&Heap, file(many, &[block(text())]), "no strategy shows");
}

#[test]
fn headers_and_sections_that_are_not_what_the_format_says() {
    for (from, to) in [
        (HEADER, r#"["heap",[],[{"root":"4 max","at_least":1}],0]"#),
        (HEADER, "[]"),
        (HEADER, "null"),
        (HEADER, ""),
        (r#"[{"root":"4 max","at_least":1}]"#, r#"[["4 max",1]]"#),
        (r#"[{"root":"4 max","at_least":1}]"#, r#"{"root":"4 max","at_least":1}"#),
        (r#""at_least":1"#, r#""at_least":1,"at_most":null"#),
        (r#""at_least":1"#, r#""at_least":1,"at_least":1"#),
        (r#""at_least":1"#, r#""at_least":1.0"#),
        (r#""at_least":1"#, r#""at_least":2147483648"#),
        (r#""at_least":1"#, r#""at_least":1,"more":1"#),
        (r#""horizon":0"#, r#""horizon":256"#),
        (r#""horizon":0"#, r#""horizon":-1"#),
        (r#""horizon":0"#, r#""horizon":-0"#),
        (r#""horizon":0"#, r#""horizon":0,"horizon":0"#),
        (r#","horizon":0"#, ""),
        (r#""heap""#, r#""\ud800""#),
    ] {
        unreadable(file(HEADER.replacen(from, to, 1), &[block(text())]), "line 2 is not the header");
    }
    unreadable(file(b"{\"game\":\"\xff\"}", &[block(text())]), "line 2 is not text (UTF-8)");
    for (from, to) in [
        (SECTION, r#"[0,"max",true]"#),
        (SECTION, ""),
        (r#""max""#, r#"{"max":null}"#),
        (r#""max""#, r#""Max""#),
        (r#""claim":0"#, r#""claim":-1"#),
        (r#""claim":0"#, r#""claim":4294967296"#),
        (r#""claim":0"#, r#""claim":0,"claim":0"#),
        (r#""ranked":true"#, r#""ranked":1"#),
        (r#","ranked":true"#, ""),
    ] {
        unreadable(file(HEADER, &[block(text().replacen(from, to, 1))]), "does not name its strategy");
    }
    unreadable(file(HEADER, &[block(SECTION)]), "has no first line");
    unreadable(file(HEADER, &[block("")]), "has no first line");
    unreadable(file(HEADER, &[block(text().trim_end())]), "does not end with a whole line");
    let not_text = [SECTION.as_bytes(), b"\n0\t\xff\t1\t0\n"].concat();
    unreadable(file(HEADER, &[block(not_text)]), "is not text (UTF-8)");
}

#[test]
fn claims_and_strategies_that_do_not_fit() {
    let header = |claims: &str| HEADER.replace(r#"{"root":"4 max","at_least":1}"#, claims);
    unproved(&Heap, file(header(""), &[]), "the certificate claims nothing");
    unproved(&Heap, file(header(r#"{"root":"4 max"}"#), &[block(text())]), "the certificate claims nothing");
    let no_value = header(r#"{"root":"4 max","at_least":0}"#);
    unproved(&Heap, file(no_value, &[block(text())]), "not a value of this game");
    let by_rules = header(r#"{"root":"4 max","at_least":-1}"#);
    unproved(&Heap, file(by_rules, &[block(text())]), "no more than the rules");
    let ended = header(r#"{"root":"0 max","at_least":1}"#);
    unproved(&Heap, file(ended, &[]), "it is false that the value is at least 1");
    for claim in [1, 2, u32::MAX] {
        let other = text().replace("\"claim\":0", &format!("\"claim\":{claim}"));
        unproved(&Heap, file(HEADER, &[block(other)]), "has no use for");
    }
    unproved(&Heap, file(HEADER, &[block(text().replace("max\",", "min\","))]), "has no use for");
    // A strategy that comes again, at once or later, or in two minds about its ranks.
    let two = header(r#"{"root":"4 max","at_least":1},{"root":"2 max","at_least":1}"#);
    let second = format!("{}\n0\t2 max\t2\t0\n", SECTION.replace(":0", ":1"));
    assert_eq!(check(&Heap, file(&two, &[block(&second), block(text())])).unwrap().positions, 4);
    unproved(&Heap, file(&two, &[block(text())]), "no strategy shows");
    unproved(&Heap, file(&two, &[block(text()), block(&second), block(text())]), "has no use for");
    unproved(&Heap, file(HEADER, &[block(text()), block(text())]), "appears twice, or not in its order");
    let unranked = block(text().replace("true", "false"));
    unproved(&Heap, file(HEADER, &[block(format!("{SECTION}\n")), unranked.clone()]), "nothing follows in 4 max");
    unproved(&Heap, file(HEADER, &[block(text()), unranked]), "has no use for");
}

#[test]
fn entries_that_are_not_what_the_format_says() {
    let entries = |entries: &str| file(HEADER, &[block(format!("{SECTION}\n{entries}"))]);
    for (from, to) in [("0\t1 max", "+0\t1 max"), ("0\t1 max", "00\t1 max"), ("0\t1 max", "1\t1 max"), ("0\t1", "\t1")]
    {
        unreadable(entries(&ENTRIES.replacen(from, to, 1)), "block 1, line 2: it shares more");
    }
    for rank in ["+1", "01", "-1", "", "1.0", "4294967296", "1 ", "1\r"] {
        unreadable(entries(&format!("0\t4 max\t1\t{rank}\n")), "is not a rank");
    }
    unreadable(entries("0\t4 max\t1\n"), "not an entry of four fields");
    unreadable(entries("0\t4 max\t1\t1\t\n"), "not an entry of four fields");
    unreadable(entries(&format!("{ENTRIES}\n")), "not an entry of four fields");
    let long = "x".repeat(16_384);
    unreadable(entries(&format!("0\tx{long}\t1\t1\n")), "more than 16384 bytes");
    unreadable(entries(&format!("0\t4 max\tx{long}\t1\n")), "more than 16384 bytes");
    // Half a character, in a game where such a text could be a position.
    let accents = Walk { before: "\u{e9}".to_string(), ..Walk::down() };
    let good = "0\t\u{e9}00000001\t0\t0\n2\t00000002\t1\t1\n";
    assert!(check(&accents, walk(&accents, 2, 0, good)).is_ok());
    let halved = check(&accents, walk(&accents, 2, 0, &good.replace("2\t0", "1\t0")));
    assert!(matches!(&halved, Err(Refusal::Unreadable(why)) if why.contains("line 3: it shares more")), "{halved:?}");
    unproved(&Heap, entries(&format!("0\t{long}\t1\t1\n")), "is not a position");
    unproved(&Heap, entries(&format!("0\t4 max\t{long}\t1\n")), "an illegal move");
    // Two texts of one position, in an entry and in a root.
    unproved(&Heap, entries(&ENTRIES.replacen("0\t1 max", "0\t01 max", 1)), "the position 1 max is written 01 max");
    unproved(&Heap, file(HEADER.replace("4 max", "04 max"), &[block(text())]), "is written 04 max here");
    // Out of order, twice, and twice in two blocks.
    let lines: Vec<&str> = ENTRIES.lines().collect();
    let in_order = |order: &[usize]| order.iter().map(|&place| format!("{}\n", lines[place])).collect::<String>();
    for order in [&[1, 0, 2][..], &[0, 0, 1, 2], &[0, 1, 2, 2], &[2, 1, 0]] {
        unproved(&Heap, entries(&in_order(order)), "appears twice, or not in its order");
    }
    let [first, second] = [&[0, 1][..], &[1, 2]].map(|part| block(format!("{SECTION}\n{}", in_order(part))));
    unproved(&Heap, file(HEADER, &[first, second]), "appears twice, or not in its order");
}

#[test]
fn ranks_at_the_end_of_their_range() {
    let ranks = |one: u32, two: u32, four: u32| {
        let entries = format!("0\t1 max\t1\t{one}\n0\t2 max\t2\t{two}\n0\t4 max\t1\t{four}\n");
        file(HEADER, &[block(format!("{SECTION}\n{entries}"))])
    };
    const MOST: u32 = u32::MAX;
    for good in [ranks(0, 0, MOST), ranks(MOST - 1, 0, MOST), ranks(MOST - 2, MOST - 2, MOST - 1)] {
        assert_eq!(check(&Heap, good).unwrap().positions, 3);
    }
    for bad in [ranks(MOST, 0, MOST), ranks(0, MOST, MOST), ranks(MOST, MOST, 0), ranks(MOST, MOST, MOST)] {
        unproved(&Heap, bad, "the rank does not fall");
    }
}

/// A few kilobytes can spell out a gigabyte of positions, and all of them have to be answered.
#[test]
fn many_long_positions_from_a_small_file() {
    let game = Walk { before: "w".repeat(16_000), ..Walk::down() };
    let many = 3_000;
    let mut entries = String::new();
    for number in 1..=many {
        let shared = if number == 1 { 0 } else { 16_000 };
        entries.push_str(&format!("{shared}\t{}\t{}\t{number}\n", &game.position_text(&number)[shared..], number - 1));
    }
    let good = walk(&game, many, 0, &entries);
    assert!(good.len() < 100_000, "{} bytes", good.len());
    assert_eq!(check(&game, good).unwrap().positions, many);
    let line = format!("16000\t{:08}\t{}\t{}\n", many / 2, many / 2 - 1, many / 2);
    assert!(entries.contains(&line));
    unproved(&game, walk(&game, many, 0, &entries.replace(&line, "")), "a missing position");
}

#[test]
fn a_horizon_of_255_in_a_game_without_end() {
    // A tree that grows for ever is given up after so many positions.
    let tree = Walk::new(|number| vec![2 * number, 2 * number + 1]);
    unproved(&tree, walk(&tree, 1, 255, ""), "takes too many positions to settle");
    assert!(tree.looks.get() < 300_000, "{}", tree.looks.get());
    // A circle is soon known, and what never ends does not settle, however far one looks.
    let circle = Walk::new(|number| vec![number % 5 + 1]);
    for horizon in [1, 254, 255] {
        let why = format!("does not settle in {horizon} plies");
        unproved(&circle, walk(&circle, 1, horizon, ""), &why);
        unproved(&circle, walk(&circle, 1, horizon, "0\t00000001\t2\t9\n"), &why);
    }
    // As many plies as there are, and one more.
    let down = Walk::down();
    assert_eq!(check(&down, walk(&down, 255, 255, "")).unwrap().settled, 1);
    unproved(&down, walk(&down, 256, 255, ""), "does not settle in 255 plies");
    unproved(&down, walk(&down, 255, 254, ""), "does not settle in 254 plies");
    // An entry takes the first ply, and the opponent's reply, of which there is none here, the second.
    assert_eq!(check(&down, walk(&down, 256, 255, "0\t00000256\t255\t0\n")).unwrap().positions, 1);
}
