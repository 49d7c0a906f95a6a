//! Certificates that were changed on purpose, for every game: what the checker accepts must be true.

use super::truth::{self, Known};
use super::{Tally, mutation};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Cursor, Read, Write};
use winproof::open::Task;
use winproof::proof::certificate::{Header, RootClaim};
use winproof::proof::check::Reader;
use winproof::{Report, Value};
use winproof_games::registry::{Request, open};
use winproof_oracle::Random;

/// A true certificate of a small position, as lines.
struct Honest {
    known: Known,
    lines: Vec<String>,
}

/// Changes certificates, and has them checked by the rules that their headers name.
pub(super) fn run(seed: u64, tries: u32) -> Tally {
    let mut tally = Tally::default();
    let honest: Vec<Honest> = truth::positions().into_iter().filter_map(|known| certify(&mut tally, known)).collect();
    let mut random = Random::new(seed);
    while tally.tries < u64::from(tries) {
        let Honest { known, lines } = &honest[random.below(honest.len() as u32) as usize];
        let mut changed = lines.clone();
        change(&mut random, &mut changed, known);
        tally.attempt(|| changed.join("\n"), || judge(&changed, known));
    }
    tally
}

/// Solves a position and takes its certificate apart. The value must be that of brute force.
fn certify(tally: &mut Tally, known: Known) -> Option<Honest> {
    let mut lines = None;
    tally.attempt(
        || known.game.position_text(),
        || {
            let answer = known.game.solve(&Task::default(), None, &mut |_: &Report<'_, String>| {});
            let answer = answer.map_err(|error| error.to_string())?;
            if answer.verdict.value() != Some(known.value) {
                return Err(format!("{:?} in place of {}", answer.verdict.value(), known.value));
            }
            let mut file = Vec::new();
            answer.write_certificate(&mut file).map_err(|error| error.to_string())?;
            let mut text = String::new();
            GzDecoder::new(file.as_slice()).read_to_string(&mut text).map_err(|error| error.to_string())?;
            lines = Some(text.lines().map(str::to_string).collect());
            Ok(true)
        },
    );
    lines.map(|lines| Honest { known, lines })
}

/// One change that could make the claim or the proof false.
fn change(random: &mut Random, lines: &mut Vec<String>, known: &Known) {
    let entries: Vec<usize> = (0..lines.len()).filter(|&place| lines[place].contains('\t')).collect();
    let entry = (!entries.is_empty()).then(|| entries[random.below(entries.len() as u32) as usize]);
    match (random.below(9), entry) {
        // Another bound: one of the game's values, or none of them.
        (0 | 1, _) => {
            let values = known.game.values();
            let any = values[random.below(values.len() as u32) as usize];
            let value = [any, any.saturating_add(1), Value::MIN, Value::MAX][random.below(4) as usize];
            let field = ["\"at_least\":", "\"at_most\":"][random.below(2) as usize];
            if let Some(start) = lines[1].find(field) {
                let end = lines[1][start..].find([',', '}']).map_or(lines[1].len(), |end| start + end);
                lines[1].replace_range(start..end, &format!("{field}{value}"));
            }
        }
        // A position left out, with its count right.
        (2, Some(entry)) => {
            lines.remove(entry);
            if let Some(section) = (0..entry).rev().find(|&place| lines[place].contains("\"positions\":")) {
                let count = lines[section].split("\"positions\":").nth(1).unwrap_or("0}");
                let count: u64 = count.trim_end_matches('}').parse().unwrap_or(1);
                lines[section] = lines[section].replace(&format!(":{count}}}"), &format!(":{}}}", count - 1));
            }
        }
        // Another rank.
        (3, Some(entry)) => replace_field(&mut lines[entry], 2, &random.below(9).to_string()),
        // The move of another position, or none.
        (4, Some(entry)) => {
            let other = entries[random.below(entries.len() as u32) as usize];
            let mv = lines[other].split('\t').nth(1).unwrap_or("-").to_string();
            replace_field(&mut lines[entry], 1, &mv);
        }
        // The root is another position.
        (5, Some(entry)) => {
            let position = lines[entry].split('\t').next().unwrap_or("").to_string();
            if let Some(start) = lines[1].find("\"root\":\"") {
                let start = start + "\"root\":\"".len();
                let end = lines[1][start..].find('"').map_or(lines[1].len(), |end| start + end);
                lines[1].replace_range(start..end, &position);
            }
        }
        // Without ranks, or for the other player.
        (6, _) => {
            let (from, to) = [("\"ranked\":true", "\"ranked\":false"), ("\"max\"", "\"min\""), ("\"min\"", "\"max\"")]
                [random.below(3) as usize];
            lines.iter_mut().for_each(|line| *line = line.replace(from, to));
        }
        // Any damage to any line.
        _ => {
            let place = random.below(lines.len() as u32) as usize;
            lines[place] = mutation::text(random, &lines[place]).replace('\n', " ");
        }
    }
}

fn replace_field(line: &mut String, place: usize, text: &str) {
    let mut fields: Vec<&str> = line.split('\t').collect();
    if let Some(field) = fields.get_mut(place) {
        *field = text;
    }
    *line = fields.join("\t");
}

/// Checks a certificate as the command does. `Ok(true)` if it was accepted and its claim is true.
fn judge(lines: &[String], known: &Known) -> Result<bool, String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    for line in lines {
        writeln!(packed, "{line}").map_err(|error| error.to_string())?;
    }
    let bytes = packed.finish().map_err(|error| error.to_string())?;
    let input: Box<dyn Read> = Box::new(Cursor::new(bytes));
    let Ok(reader) = Reader::open(input, 64 << 20) else { return Ok(false) };
    let header = reader.header().clone();
    let request = Request {
        game: header.game.clone(),
        parameters: header.parameters.clone(),
        position: header.claims.first().map(|claim| claim.root.clone()),
        moves: Vec::new(),
    };
    let Ok(game) = open(&request) else { return Ok(false) };
    if game.check(reader).is_err() {
        return Ok(false);
    }
    let is_same = game.position_text() == known.game.position_text() && game.parameters() == known.game.parameters();
    let value = if is_same { known.value } else { solved_again(&*game)? };
    if is_true(&header, value) { Ok(true) } else { Err(format!("accepted, and the value is {value}")) }
}

/// The value of another root, by the search that compares whole positions.
fn solved_again(game: &dyn winproof::open::OpenGame) -> Result<Value, String> {
    let algorithm = winproof::Algorithm::by_name("bta").ok_or("no such algorithm")?;
    let task = Task { choice: algorithm.into(), strategies: winproof::Strategies::None, ..Task::default() };
    let answer = game.solve(&task, None, &mut |_: &Report<'_, String>| {}).map_err(|error| error.to_string())?;
    answer.verdict.value().ok_or_else(|| "no value".to_string())
}

fn is_true(header: &Header, value: Value) -> bool {
    let is_true = |claim: &RootClaim| {
        claim.at_least.is_none_or(|least| value >= least) && claim.at_most.is_none_or(|most| value <= most)
    };
    header.claims.iter().all(is_true)
}
