//! The checker against brute force: whatever is done to a strategy or its claim, what is accepted is true.

use crate::support::{acyclic, games, small_cyclic, small_tables, varied};
use winproof::proof::check::{self, Reader, Refusal};
use winproof::proof::{Entry, Strategy, certificate};
use winproof::{Algorithm, Claim, Player, Policy, Rules, Solver, Status, TextRules, Value};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph};

/// Changes one thing about a strategy, or about what it is said to show.
fn change(
    random: &mut Random,
    game: &ExplicitGame,
    strategy: &mut Strategy<ExplicitGame>,
    claim: &mut Claim,
    root: &mut u32,
) {
    let values = game.values();
    let any_value = |random: &mut Random| values[random.below(values.len() as u32) as usize];
    let place = random.below(strategy.entries.len() as u32) as usize;
    match random.below(9) {
        0 if strategy.entries.len() > 1 => _ = strategy.entries.swap_remove(place),
        1 => {
            let position = random.below(game.node_count());
            let mv = if random.percent(50) { None } else { Some(random.below(game.node_count())) };
            strategy.entries.push(Entry { position, mv, rank: random.below(9) });
        }
        2 => strategy.entries[place].mv = Some(random.below(game.node_count())),
        3 => strategy.entries[place].mv = None,
        4 => strategy.entries[place].rank = random.below(strategy.entries.len() as u32 + 2),
        5 => strategy.ranked = !strategy.ranked,
        6 => *root = random.below(game.node_count()),
        7 => strategy.player = strategy.player.opponent(),
        _ => {
            let bound = Some(any_value(random));
            *claim = match random.below(3) {
                0 => Claim { at_least: bound, at_most: None },
                1 => Claim { at_least: None, at_most: bound },
                _ => Claim { at_least: bound, at_most: Some(any_value(random)) },
            };
        }
    }
}

/// A claim of one player about a value.
fn claim_of(player: Player, value: Value) -> Claim {
    match player {
        Player::Max => Claim { at_least: Some(value), at_most: None },
        Player::Min => Claim { at_least: None, at_most: Some(value) },
    }
}

#[test]
fn what_is_accepted_is_true() {
    let mut random = Random::new(90);
    let (mut accepted, mut refused) = (0, 0);
    let larger = |random: &mut Random| {
        let nodes = random.between(10, 60);
        RandomGraph { cyclic: true, ..varied(random, nodes) }
    };
    let kinds = games(91, 700, small_cyclic).chain(games(92, 300, acyclic)).chain(games(93, 300, larger));
    for (game, value) in kinds {
        let values = winproof_oracle::retrograde_values(&game, 0..game.node_count());
        let policy = Policy { shuffle: Some(random.bits()), ..small_tables() };
        let solver = Solver::new(&game).algorithm(Algorithm::by_name("bta").unwrap()).policy(policy);
        let solution = solver.solve(&game.start()).unwrap();
        for strategy in &solution.strategies {
            for _ in 0..20 {
                let (mut strategy, mut root) = (strategy.clone(), game.start());
                let mut claim = claim_of(strategy.player, value);
                for _ in 0..random.between(1, 3) {
                    change(&mut random, &game, &mut strategy, &mut claim, &mut root);
                }
                let is_true = claim.at_least.is_none_or(|least| values[&root] >= least)
                    && claim.at_most.is_none_or(|most| values[&root] <= most);
                let what = || format!("{claim:?} of {root} by {strategy:?}\n{}", game.to_text());
                let verdict = check::strategy(&game, &root, claim, &[&strategy]);
                assert!(verdict.is_err() || is_true, "{}", what());
                *if verdict.is_ok() { &mut accepted } else { &mut refused } += 1;

                // What a file of version 2 leaves out may be what was wrong, so it may be accepted where the strategy
                // is not: if it is true.
                let mut file = Vec::new();
                let written = certificate::write(&game, &root, claim, &[&strategy], &mut file);
                written.unwrap_or_else(|error| panic!("{error}: {}", what()));
                let read = Reader::open(file.as_slice(), usize::MAX).and_then(|reader| reader.check(&game));
                assert!(read.is_err() || is_true, "{}", what());
                let has_no_use = |why: &Refusal| why.to_string().contains("has no use for");
                assert!(
                    read.is_ok() || verdict.is_err() || read.as_ref().is_err_and(has_no_use),
                    "{read:?}: {}",
                    what()
                );

                // A file of version 1 says the same as the strategy in memory.
                let mut file = Vec::new();
                let written = certificate::version1::write(&game, &root, claim, &[&strategy], &mut file);
                written.unwrap_or_else(|error| panic!("{error}: {}", what()));
                let read = Reader::open(file.as_slice(), usize::MAX).and_then(|reader| reader.check(&game));
                match (read, &verdict) {
                    (Ok(read), Ok(())) => assert_eq!(read.header.claims[0].claim(), claim),
                    // A file has no place for a strategy that the claim has no use for.
                    (Err(Refusal::Unproved(why)), Ok(())) => {
                        assert!(why.contains("has no use for"), "{why}: {}", what())
                    }
                    (Ok(_), Err(why)) => panic!("the file is accepted, and the strategy is not ({why}): {}", what()),
                    (Err(_), _) => {}
                }
            }
        }
    }
    assert!(accepted > 700 && refused > 7_000, "{accepted} accepted, {refused} refused");
}

/// What each line of a certificate is there for: without it, or with it twice, the certificate is refused.
#[test]
fn every_line_counts() {
    let game =
        ExplicitGame::parse("root a\na max b c\nb min a d\nc min e f\nd = 1\ne = 2\nf max c g\ng = 3\n").unwrap();
    let solution = Solver::new(&game).solve(&game.start()).unwrap();
    assert_eq!(solution.value(), Some(2));
    let check =
        |strategies: &[&Strategy<ExplicitGame>]| check::strategy(&game, &game.start(), Claim::exactly(2), strategies);
    let [max, min] = [Player::Max, Player::Min].map(|player| solution.strategy_of(player).unwrap().clone());
    assert_eq!(check(&[&max, &min]), Ok(()));
    assert!(check(&[&max]).is_err() && check(&[&min]).is_err() && check(&[]).is_err());
    for (own, other) in [(&max, &min), (&min, &max)] {
        for place in 0..own.entries.len() {
            let changed = |change: &dyn Fn(&mut Strategy<ExplicitGame>)| {
                let mut strategy = own.clone();
                change(&mut strategy);
                check(&[&strategy, other]).unwrap_err().to_string()
            };
            let missing = changed(&|strategy| _ = strategy.entries.swap_remove(place));
            assert!(missing.contains("missing position") || missing.contains("does not hold the root"), "{missing}");
            let twice = changed(&|strategy| strategy.entries.push(strategy.entries[place].clone()));
            assert!(twice.contains("twice"), "{twice}");
            let illegal = changed(&|strategy| strategy.entries[place].mv = Some(7));
            assert!(illegal.contains("illegal move") || illegal.contains("where the opponent moves"), "{illegal}");
            if game.status(&own.entries[place].position) == Status::Turn(own.player) {
                let none = changed(&|strategy| strategy.entries[place].mv = None);
                assert!(none.contains("no move is given"), "{none}");
            }
            if own.ranked {
                let flat = changed(&|strategy| strategy.entries.iter_mut().for_each(|entry| entry.rank = 1));
                assert!(flat.contains("rank does not fall"), "{flat}");
            }
        }
    }
}
