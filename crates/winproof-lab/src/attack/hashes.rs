//! Hashes of positions: no two different ones of a game share one, on random play and on structured families of words.
//!
//! A true 64-bit hash has two equal ones among two million values once in ten million tries.

use super::Tally;
use crate::games;
use std::collections::HashMap;
use winproof::hash::{PositionHasher, mix, scramble};
use winproof::{Game, Status};
use winproof_oracle::Random;

/// Hashes positions of random play, and structured words.
pub(super) fn run(seed: u64, tries: u32) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let share = (tries / 5).max(1);
    let (game, root) = games::connect_four(7, 6);
    play(&mut tally, &mut random, &game, &root, share);
    let (game, root) = games::othello(8, 8);
    play(&mut tally, &mut random, &game, &root, share);
    let (game, root) = games::giveaway();
    play(&mut tally, &mut random, &game, &root, share);
    let (game, root) = games::ultimate_tic_tac_toe();
    play(&mut tally, &mut random, &game, &root, share);
    words(&mut tally, &mut random, share);
    tally
}

/// Positions of random games: equal hashes only for equal positions.
fn play<G: Game>(tally: &mut Tally, random: &mut Random, game: &G, root: &G::Position, positions: u32) {
    let mut seen: HashMap<u64, G::Position> = HashMap::new();
    let mut moves = Vec::new();
    let mut position = root.clone();
    for _ in 0..positions {
        moves.clear();
        match game.status(&position) {
            Status::Ended(_) => position = root.clone(),
            Status::Turn(_) => {
                game.moves(&position, &mut moves);
                position = game.play(&position, moves[random.below(moves.len() as u32) as usize]);
            }
        }
        let other = seen.entry(game.hash(&position)).or_insert_with(|| position.clone()).clone();
        tally.attempt(
            || format!("{position:?} and {other:?}"),
            || if other == position { Ok(true) } else { Err("one hash for two positions".to_string()) },
        );
    }
}

/// Words with few bits, halves that are equal, rotations: pairs of them have hashes of their own.
fn words(tally: &mut Tally, random: &mut Random, pairs: u32) {
    use std::hash::{Hash, Hasher};
    let mut seen: HashMap<u64, (u64, u64)> = HashMap::new();
    for _ in 0..pairs {
        let base = match random.below(4) {
            0 => 1u64 << random.below(64),
            1 => !(1u64 << random.below(64)),
            2 => 0x0000_0000_ffff_ffff_u64.rotate_left(random.below(64)),
            _ => u64::from(random.below(1 << 16)) * 0x0001_0001_0001_0001,
        };
        let pair = (base, if random.percent(50) { base.rotate_left(random.below(64)) } else { !base });
        let mut hasher = PositionHasher::default();
        pair.hash(&mut hasher);
        for hash in [mix(pair.0, pair.1), scramble(hasher.finish())] {
            let other = *seen.entry(hash).or_insert(pair);
            tally.attempt(
                || format!("{pair:x?} and {other:x?}"),
                || if other == pair { Ok(true) } else { Err("one hash for two pairs".to_string()) },
            );
        }
    }
}
