//! The horizon of certificates against brute force: what settles, and which files are accepted, by the words of
//! `FORMAT.md` alone.

use crate::support::{fitting, small_tables};
use std::collections::{BTreeMap, HashSet};
use winproof::open::{Answer, OpenGame, Opened, ProofTask, Task};
use winproof::proof::check::Reader;
use winproof::proof::settle::{Half, Settler};
use winproof::proof::{Horizon, ProofSettings};
use winproof::{Algorithm, Player, Report, Rules, Status, Strategies, TextRules, Value};
use winproof_games::ExplicitGame;
use winproof_oracle::forge::{DAMAGES, Listed, Parts};
use winproof_oracle::{Random, RandomGraph, retrograde_values};

fn moves(game: &ExplicitGame, position: u32) -> Vec<u32> {
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.into_iter().map(|mv| game.play(&position, mv)).collect()
}

/// Which nodes settle within each number of plies, straight from the definition.
fn settled(game: &ExplicitGame, half: Half, horizon: u8) -> Vec<Vec<bool>> {
    let is_good = |position: u32| matches!(game.status(&position), Status::Ended(value) if half.is_kept_by(value));
    let mut plies: Vec<Vec<bool>> = vec![(0..game.node_count()).map(is_good).collect()];
    for _ in 0..horizon {
        let within = plies.last().unwrap();
        let settles = |position: u32| match game.status(&position) {
            Status::Ended(_) => is_good(position),
            Status::Turn(mover) => {
                let mut next = moves(game, position).into_iter().map(|next| within[next as usize]);
                if mover == half.player { next.any(|settles| settles) } else { next.all(|settles| settles) }
            }
        };
        plies.push((0..game.node_count()).map(settles).collect());
    }
    plies
}

#[test]
fn what_settles_is_what_the_definition_says() {
    let mut random = Random::new(2026);
    let (mut yes, mut no, mut given_up) = (0, 0, 0);
    for _ in 0..400 {
        let game = RandomGraph::varied(&mut random, 40).build(random.bits());
        for player in [Player::Max, Player::Min] {
            let values = game.values();
            let half = Half { player, bound: values[random.below(values.len() as u32) as usize] };
            let expected = settled(&game, half, u8::MAX);
            // One settler for all, since it remembers.
            let mut settler = Settler::new(&game, half);
            for horizon in [0, 1, 2, 3, 4, 5, 6, 7, 20, 254, 255] {
                for position in 0..game.node_count() {
                    let settles = expected[usize::from(horizon)][position as usize];
                    let what = || format!("n{position}, {half:?}, {horizon} plies\n{}", game.to_text());
                    assert_eq!(settler.settles(&position, horizon, u64::MAX), Some(settles), "{}", what());
                    *if settles { &mut yes } else { &mut no } += 1;
                    // With little to spend it may give up, and is never wrong.
                    match settler.settles(&position, horizon, random.below(30).into()) {
                        None => given_up += 1,
                        found => assert_eq!(found, Some(settles), "{}", what()),
                    }
                }
            }
        }
    }
    assert!(yes > 20_000 && no > 20_000 && given_up > 10_000, "{yes} {no} {given_up}");
}

/// A checker for graphs that holds everything in memory and looks nothing up but the format page.
fn accepts(game: &ExplicitGame, parts: &Parts) -> Option<()> {
    let values = game.values();
    let holds = |condition: bool| condition.then_some(());
    let read = |text: &str| {
        let position = game.parse_position(text).ok()?;
        (game.position_text(&position) == text).then_some(position)
    };
    let mut open: Vec<(u32, u32, Half)> = Vec::new();
    holds(!parts.header.claims.is_empty())?;
    for (number, claim) in (0..).zip(&parts.header.claims) {
        let root = read(&claim.root)?;
        let half = |player, bound: Option<Value>| bound.map(|bound| Half { player, bound });
        let halves = [half(Player::Max, claim.at_least), half(Player::Min, claim.at_most)];
        let halves: Vec<Half> = halves.into_iter().flatten().collect();
        holds(halves.iter().all(|half| values.contains(&half.bound)))?;
        holds(claim.at_least.zip(claim.at_most).is_none_or(|(least, most)| least <= most))?;
        let says_more = |half: &&Half| values.iter().any(|&value| !half.is_kept_by(value));
        holds(halves.iter().any(|half| says_more(&half)))?;
        match game.status(&root) {
            Status::Ended(value) => holds(halves.iter().all(|half| half.is_kept_by(value)))?,
            Status::Turn(_) => open.extend(halves.iter().filter(says_more).map(|&half| (number, root, half))),
        }
    }
    // Blocks that say the same are one strategy.
    let mut strategies: Vec<Listed> = Vec::new();
    for strategy in &parts.strategies {
        match strategies.last_mut() {
            Some(last) if Listed { entries: last.entries.clone(), ..strategy.clone() } == *last => {
                last.entries.extend(strategy.entries.iter().cloned());
            }
            _ => strategies.push(strategy.clone()),
        }
    }
    for strategy in &strategies {
        let place = open.iter().position(|&(claim, _, half)| (claim, half.player) == (strategy.claim, strategy.player));
        let (_, root, half) = open.remove(place?);
        holds(strategy.ranked || game.repetition().is_some_and(|worth| half.is_kept_by(worth)))?;
        let ascend = |pair: &[winproof_oracle::forge::Line]| pair[0].position.as_bytes() < pair[1].position.as_bytes();
        holds(strategy.entries.windows(2).all(ascend))?;
        let mut ranks = BTreeMap::new();
        for entry in &strategy.entries {
            ranks.insert(read(&entry.position)?, entry.rank);
        }
        let settled = settled(game, half, parts.header.horizon).pop().unwrap();
        let is_answered = |position: u32, below: u64| {
            let is_below = |&rank: &u32| !strategy.ranked || u64::from(rank) < below;
            ranks.get(&position).is_some_and(is_below) || settled[position as usize]
        };
        holds(is_answered(root, u64::MAX))?;
        for entry in &strategy.entries {
            let mut position = read(&entry.position)?;
            let Status::Turn(mover) = game.status(&position) else { return None };
            let mut next = moves(game, position);
            if mover == half.player {
                position = next.into_iter().find(|next| game.position_text(next) == entry.mv)?;
                next = match game.status(&position) {
                    Status::Turn(mover) if mover != half.player => moves(game, position),
                    _ => vec![position],
                };
            } else {
                holds(entry.mv == "-")?;
            }
            holds(next.into_iter().all(|next| match game.status(&next) {
                Status::Ended(value) => half.is_kept_by(value),
                Status::Turn(_) => is_answered(next, entry.rank.into()),
            }))?;
        }
    }
    holds(open.is_empty())
}

/// Solves a graph with an algorithm that fits, and takes the certificate apart.
fn certify(game: &ExplicitGame, value: Value, algorithm: Algorithm, settings: ProofSettings) -> Option<Parts> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.wpf");
    let proof = ProofTask { path: path.clone(), settings, check_memory: 64 << 20 };
    let policy = fitting(game, algorithm, small_tables());
    let task =
        Task { choice: algorithm.into(), policy, strategies: Strategies::Full, proof: Some(proof), ..Task::default() };
    let opened = Opened::new(game.clone(), game.start());
    // Not every algorithm fits a graph with cycles.
    let answer = opened.solve(&task, None, &mut |_: &Report<'_, String>| {}).ok()?;
    let what = || format!("{algorithm:?}\n{}", game.to_text());
    assert_eq!(answer.verdict.value(), Some(value), "{}", what());
    is_legal(game, &answer, value, &what);
    answer.written.unwrap().unwrap_or_else(|why| panic!("{why}: {}", what()));
    Some(Parts::read(&std::fs::read(path).unwrap()).unwrap())
}

/// The line of best play can be played, and all of its positions are worth as much as the first.
fn is_legal(game: &ExplicitGame, answer: &Answer<'_>, value: Value, what: &dyn Fn() -> String) {
    let mut position = game.start();
    for text in &answer.line.moves {
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}: {}", what()));
        position = game.play(&position, mv);
        assert_eq!(retrograde_values(game, [position])[&position], value, "{:?}: {}", answer.line, what());
    }
}

#[test]
fn every_horizon_is_accepted_and_another_one_if_brute_force_agrees() {
    let mut random = Random::new(7);
    let mut seeds = Random::new(8);
    let algorithms = ["pn-dag", "bta", "dfpn", "alphabeta"].map(|name| Algorithm::by_name(name).unwrap());
    let (mut certified, mut by_horizon) = (0, BTreeMap::new());
    let [mut accepted, mut refused] = [HashSet::new(), HashSet::new()];
    let (mut lowered_accepted, mut lowered_refused) = (0, 0);
    for round in 0..240 {
        let kind = RandomGraph { cyclic: round % 2 == 0, ..RandomGraph::varied(&mut random, 30) };
        let game = kind.build(random.bits());
        let values = retrograde_values(&game, 0..game.node_count());
        if game.values().len() == 1 {
            continue; // There is nothing to certify.
        }
        for horizon in 0..=6 {
            let algorithm = algorithms[random.below(4) as usize];
            let most_to_settle = if random.percent(30) { 4 } else { 1000 };
            let settings = ProofSettings { horizon: Horizon::Plies(horizon), most_to_settle, temporary: None };
            let Some(parts) = certify(&game, values[&game.start()], algorithm, settings) else { continue };
            assert_eq!(parts.header.horizon, horizon);
            certified += 1;
            let entries: usize = parts.strategies.iter().map(|strategy| strategy.entries.len()).sum();
            *by_horizon.entry(horizon).or_insert(0) += entries;
            let mut judge = |parts: &Parts| {
                let bytes = parts.bytes(random.between(1, 9) as usize);
                let read = Reader::open(bytes.as_slice(), 1 << 26).and_then(|reader| reader.check(&game));
                let what = || format!("{read:?}\n{}\n{}", parts.texts(9).concat(), game.to_text());
                assert_eq!(read.is_ok(), accepts(&game, parts).is_some(), "{}", what());
                let value = |root: &str| values[&game.parse_position(root).unwrap()];
                assert!(read.is_err() || winproof_oracle::forge::is_true(&parts.header, value), "{}", what());
                read.is_ok()
            };
            assert!(judge(&parts));
            for lower in 0..horizon {
                let mut parts = parts.clone();
                parts.header.horizon = lower;
                *if judge(&parts) { &mut lowered_accepted } else { &mut lowered_refused } += 1;
            }
            for damage in DAMAGES {
                let mut damaged = parts.clone();
                let legal = |text: &str| {
                    let position = game.parse_position(text).unwrap();
                    moves(&game, position).iter().map(|next| game.position_text(next)).collect()
                };
                if damage.apply(&mut seeds, &mut damaged, &game.values(), &legal) {
                    if judge(&damaged) { &mut accepted } else { &mut refused }.insert(damage);
                }
            }
        }
    }
    assert!(certified > 800 && lowered_accepted > 300 && lowered_refused > 300, "{certified} {lowered_refused}");
    // A longer horizon leaves more out, as long as there is something to leave out.
    assert!(by_horizon[&6] < by_horizon[&1] && by_horizon[&1] < by_horizon[&0], "{by_horizon:?}");
    // Every kind of damage was refused for something, except a longer horizon, which settles more.
    assert_eq!(refused.len(), DAMAGES.len() - 1, "{refused:?}");
    assert!(accepted.len() > 10, "{accepted:?}");
}
