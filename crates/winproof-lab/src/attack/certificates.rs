//! Certificates of both versions that were changed on purpose, for every game: what the checker accepts must be true.

use super::truth::{self, Known};
use super::{Tally, mutation};
use std::collections::HashMap;
use std::io::{Cursor, Read};
use winproof::open::{OpenGame, ProofTask, Task};
use winproof::proof::certificate::Header;
use winproof::proof::check::Reader;
use winproof::proof::{Horizon, ProofSettings};
use winproof::{Player, Report, Status, Strategies, Value};
use winproof_games::registry::{Request, open};
use winproof_oracle::Random;
use winproof_oracle::forge::{DAMAGES, Damage, Parts, is_true, pack};

/// How far the checker plays by itself.
const HORIZONS: [Horizon; 4] = [Horizon::Plies(0), Horizon::Plies(1), Horizon::Plies(3), Horizon::Auto];
/// The most memory for a check.
const CHECK_BYTES: usize = 64 << 20;

/// Changes certificates, and has them checked by the rules that their headers name.
pub(super) fn run(seed: u64, tries: u32) -> Tally {
    let mut tally = Tally::default();
    let positions = truth::positions();
    let mut honest: Vec<(&Known, Parts)> = Vec::new();
    for known in &positions {
        for horizon in HORIZONS {
            tally.attempt(
                || format!("{horizon:?} in {}", known.game.position_text()),
                || {
                    let parts = certify(&*known.game, Some(known.value), horizon)?;
                    if horizon == HORIZONS[0] {
                        honest.push((known, version_1(&*known.game, &parts)));
                    }
                    honest.push((known, parts));
                    Ok(true)
                },
            );
        }
    }
    for (known, parts) in &honest {
        let put_together = || match judge(&parts.bytes(3), known) {
            Ok(false) => Err("refused, and it is honest".to_string()),
            other => other,
        };
        tally.attempt(|| format!("{parts:?}"), put_together);
    }
    let mut random = Random::new(seed);
    while tally.tries < u64::from(tries) && !honest.is_empty() {
        let (known, parts) = &honest[random.below(honest.len() as u32) as usize];
        change(&mut random, &mut tally, known, parts.clone());
    }
    tally
}

/// What a kind of damage to certificates of a version is called in the tally.
pub(super) fn kind(version: u32, damage: Damage) -> String {
    format!("version {version}, {damage:?}")
}

/// Solves a position, whose value must be the one that is given, and takes its certificate apart.
pub(super) fn certify(game: &dyn OpenGame, value: Option<Value>, horizon: Horizon) -> Result<Parts, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("proof.wpf");
    let settings = ProofSettings { horizon, ..ProofSettings::default() };
    let proof = ProofTask { path: path.clone(), settings, check_memory: CHECK_BYTES };
    let task = Task { proof: Some(proof), strategies: Strategies::Full, ..Task::default() };
    let answer = game.solve(&task, None, &mut |_: &Report<'_, String>| {}).map_err(|error| error.to_string())?;
    if value.is_some() && answer.verdict.value() != value {
        return Err(format!("{:?} in place of {value:?}", answer.verdict.value()));
    }
    answer.written.ok_or("no certificate")?.map_err(|error| error.to_string())?;
    Parts::read(&std::fs::read(path).map_err(|error| error.to_string())?)
}

/// The same certificate, made without a horizon, in version 1.
pub(super) fn version_1(game: &dyn OpenGame, parts: &Parts) -> Parts {
    parts.to_version_1(&|player, position, mv| {
        // Whoever moves in a position may be called Max where it is opened; the file has the players of its root.
        let mover = |at: &dyn OpenGame| match (at.status(), at.is_exchanged() != game.is_exchanged()) {
            (Status::Ended(_), _) => None,
            (Status::Turn(player), false) => Some(player),
            (Status::Turn(player), true) => Some(player.opponent()),
        };
        let here = open(&request(&parts.header, position, None)).ok()?;
        (mover(&*here) == Some(player)).then_some(())?;
        let next = open(&request(&parts.header, position, Some(mv))).ok()?;
        (mover(&*next) == Some(Player::opponent(player))).then(|| next.position_text())
    })
}

/// The position of a certificate's game that a text stands for, after a move.
fn request(header: &Header, position: &str, mv: Option<&str>) -> Request {
    Request {
        game: header.game.clone(),
        parameters: header.parameters.clone(),
        position: Some(position.to_string()),
        moves: mv.map(str::to_string).into_iter().collect(),
    }
}

/// One or two changes that could make the claims or the proof false.
fn change(random: &mut Random, tally: &mut Tally, known: &Known, mut parts: Parts) {
    let entries_in_block = random.between(1, 40) as usize;
    if random.percent(20) {
        let mut texts = parts.texts(entries_in_block);
        mutate(random, &mut texts);
        let bytes = pack(parts.version, &texts);
        tally.attempt_of(format!("version {}, text", parts.version), || texts.concat(), || judge(&bytes, known));
        return;
    }
    let honest = parts.header.clone();
    let moves = |position: &str| open(&request(&honest, position, None)).map(|game| game.moves()).unwrap_or_default();
    let values = known.game.values();
    let damage = DAMAGES[random.below(DAMAGES.len() as u32) as usize];
    if !damage.apply(random, &mut parts, &values, &moves) {
        return;
    }
    let mut kind = kind(parts.version, damage);
    if random.percent(25) {
        let second = DAMAGES[random.below(DAMAGES.len() as u32) as usize];
        second.apply(random, &mut parts, &values, &moves);
        kind = format!("version {}, two kinds", parts.version);
    }
    let bytes = parts.bytes(entries_in_block);
    tally.attempt_of(kind, || parts.texts(usize::MAX).concat(), || judge(&bytes, known));
}

/// Any damage to any line.
pub(super) fn mutate(random: &mut Random, texts: &mut [String]) {
    let place = random.below(texts.len() as u32) as usize;
    let mut lines: Vec<String> = texts[place].split('\n').map(str::to_string).collect();
    let line = random.below(lines.len() as u32) as usize;
    lines[line] = mutation::text(random, &lines[line]);
    texts[place] = lines.join("\n");
}

/// Checks a certificate as the command does. `Ok(true)` if it was accepted and its claims are true.
fn judge(bytes: &[u8], known: &Known) -> Result<bool, String> {
    let input: Box<dyn Read> = Box::new(Cursor::new(bytes.to_vec()));
    let Ok(reader) = Reader::open(input, CHECK_BYTES) else { return Ok(false) };
    let header = reader.header().clone();
    let Some(first) = header.claims.first() else { return Ok(false) };
    let Ok(game) = open(&request(&header, &first.root, None)) else { return Ok(false) };
    if game.check(reader, 1).is_err() {
        return Ok(false);
    }
    let is_same = (game.name(), game.parameters()) == (known.game.name(), known.game.parameters());
    // The values of all roots, as the Max of the first one sees them.
    let mut values = HashMap::new();
    for claim in &header.claims {
        let own = match known.values.get(&claim.root).filter(|_| is_same) {
            Some(&value) => value,
            None => solved_again(&header, &claim.root)
                .map_err(|why| format!("accepted, and there is no value of {}: {why}", claim.root))?,
        };
        values.insert(claim.root.as_str(), if game.is_exchanged() { -own } else { own });
    }
    match is_true(&header, |root| values[root]) {
        true => Ok(true),
        false => Err(format!("accepted, and the values are {values:?}")),
    }
}

/// What another root is worth for the game's own Max, by the search that compares whole positions.
fn solved_again(header: &Header, root: &str) -> Result<Value, String> {
    let game = open(&request(header, root, None)).map_err(|error| error.to_string())?;
    let algorithm = winproof::Algorithm::by_name("bta").ok_or("no such algorithm")?;
    let task = Task { choice: algorithm.into(), strategies: Strategies::None, ..Task::default() };
    let answer = game.solve(&task, None, &mut |_: &Report<'_, String>| {}).map_err(|error| error.to_string())?;
    let value = answer.verdict.value().ok_or("no value")?;
    Ok(if game.is_exchanged() { -value } else { value })
}
