//! Mutated texts and bytes for everything that reads them: positions and moves of every game, FEN, graph files,
//! parameters, certificates, amounts, options. Whatever comes, nothing panics.

use super::certificates::{certify, mutate, version_1};
use super::{Tally, mutation};
use std::io::{Cursor, Read};
use winproof::options::OPTIONS;
use winproof::proof::Horizon;
use winproof::proof::check::Reader;
use winproof::{Policy, quantity};
use winproof_games::registry::{Request, games, open};
use winproof_games::{Chess, ExplicitGame};
use winproof_oracle::Random;
use winproof_oracle::forge::{Parts, pack};

/// Texts to begin with.
const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
];
const GRAPHS: [&str; 3] = [
    "root a\nrepetition 0\na max b c\nb min a d\nc = -1\nd = win\n",
    "root - # a comment\n- max - x\nx = 2147483647\n",
    "root a\na min b\nb = loss\n",
];

/// Reads mutated inputs of every kind.
pub(super) fn run(seed: u64, tries: u32) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let starts: Vec<Request> =
        games().iter().filter(|game| game.name != "graph").map(|game| start(game.name)).collect();
    let certificates = certificates();
    while tally.tries < u64::from(tries) {
        match random.below(8) {
            0 | 1 => {
                let mut request = starts[random.below(starts.len() as u32) as usize].clone();
                let position = request.position.take().unwrap_or_default();
                request.position = Some(mutation::text(&mut random, &position));
                tally.attempt(|| format!("{request:?}"), || Ok(look(&request)));
            }
            2 => {
                let mut request = starts[random.below(starts.len() as u32) as usize].clone();
                let moves = open(&request).map(|game| game.moves()).unwrap_or_default();
                let mv = moves.get(random.below(moves.len().max(1) as u32) as usize).cloned().unwrap_or_default();
                request.moves = vec![mutation::text(&mut random, &mv)];
                tally.attempt(|| format!("{request:?}"), || Ok(look(&request)));
            }
            3 => {
                let text = mutated(&mut random, &FENS);
                tally.attempt(|| text.clone(), || Ok(Chess::for_fen(&text).is_ok()));
            }
            4 => {
                let text = mutated(&mut random, &GRAPHS);
                tally.attempt(|| text.clone(), || Ok(ExplicitGame::parse(&text).is_ok()));
            }
            5 => {
                let parts = &certificates[random.below(certificates.len() as u32) as usize];
                let bytes = mutated_certificate(&mut random, parts);
                tally.attempt(|| format!("{bytes:?}"), || Ok(read_certificate(&bytes)));
            }
            6 => {
                let mut request = starts[random.below(starts.len() as u32) as usize].clone();
                let name = ["size", "line", "first", "attacker", "moves", "fifty"][random.below(6) as usize];
                request.parameters.retain(|(other, _)| other != name);
                request.parameters.push((name.to_string(), mutation::text(&mut random, "7x6")));
                request.position = None;
                tally.attempt(|| format!("{request:?}"), || Ok(open(&request).is_ok()));
            }
            _ => {
                let text = mutated(&mut random, &["600k:80k", "20,20", "1h30m", "4GiB", "all,5"]);
                tally.attempt(|| text.clone(), || Ok(read_amounts(&text)));
            }
        }
    }
    tally
}

/// One of some texts, damaged.
fn mutated(random: &mut Random, texts: &[&str]) -> String {
    let text = texts[random.below(texts.len() as u32) as usize];
    mutation::text(random, text)
}

/// A game in its first position, which is small.
fn start(name: &str) -> Request {
    let parameters = match name {
        "connect4" | "connect4-score" => vec![("size".to_string(), "4x4".to_string())],
        "domineering" => vec![("size".to_string(), "4x4".to_string())],
        _ => Vec::new(),
    };
    let mut request = Request { game: name.to_string(), parameters, ..Request::default() };
    request.position = open(&request).ok().map(|game| game.position_text());
    request
}

/// Opens a game and looks at all that it says of the position. True if it opened.
fn look(request: &Request) -> bool {
    let Ok(game) = open(request) else { return false };
    let mut text = game.picture();
    text.push_str(&game.position_text());
    for value in game.values() {
        text.push_str(&game.value_text(value));
    }
    game.moves().iter().for_each(|mv| text.push_str(mv));
    game.perft(1);
    !text.is_empty()
}

/// Certificates to damage, of both versions.
fn certificates() -> Vec<Parts> {
    let game = open(&start("tic-tac-toe")).expect("a game of the registry");
    let certify = |plies| certify(&*game, None, Horizon::Plies(plies)).expect("tic-tac-toe is solved");
    vec![version_1(&*game, &certify(0)), certify(0), certify(3)]
}

/// A file with damage to its bytes, or to the text that is packed in it.
fn mutated_certificate(random: &mut Random, parts: &Parts) -> Vec<u8> {
    let mut texts = parts.texts(random.between(1, 200) as usize);
    if random.percent(50) {
        mutate(random, &mut texts);
        return pack(parts.version, &texts);
    }
    let mut bytes = pack(parts.version, &texts);
    mutation::bytes(random, &mut bytes);
    bytes
}

fn read_certificate(bytes: &[u8]) -> bool {
    let input: Box<dyn Read> = Box::new(Cursor::new(bytes.to_vec()));
    let Ok(reader) = Reader::open(input, 1 << 20) else { return false };
    let header = reader.header();
    let request = Request {
        game: header.game.clone(),
        parameters: header.parameters.clone(),
        position: header.claims.first().map(|claim| claim.root.clone()),
        moves: Vec::new(),
    };
    open(&request).is_ok_and(|game| game.check(reader, 1).is_ok())
}

fn read_amounts(text: &str) -> bool {
    let mut policy = Policy::default();
    let mut is_read = quantity::number(text).is_ok() | quantity::time(text).is_ok() | quantity::memory(text).is_ok();
    for option in OPTIONS {
        is_read |= (option.set)(&mut policy, text).is_ok();
        (option.get)(&policy);
    }
    is_read
}
