//! Shown numbers are for choosing only: what is stored is what the children say, whoever visits them.

use super::worker::DfpnTask;
use super::*;
use crate::game::Value;
use crate::goal::Goal;
use crate::hash::scramble;
use crate::limits::{Limits, Meter};
use crate::random::Random;
use crate::session::Session;
use std::time::Duration;
use winproof_check::Rules;

/// A tree of three moves everywhere, with ends as good as random at its bottom.
struct Tree {
    depth: u32,
    seed: u64,
}

const VALUES: [Value; 2] = [0, 1];

impl Rules for Tree {
    /// The depth, and the place among all positions of that depth.
    type Position = (u32, u32);
    type Move = u32;

    fn status(&self, &(depth, place): &(u32, u32)) -> Status {
        if depth == self.depth {
            return Status::Ended((scramble(self.seed ^ u64::from(place)) & 1) as Value);
        }
        Status::Turn(if depth.is_multiple_of(2) { Player::Max } else { Player::Min })
    }
    fn moves(&self, _: &(u32, u32), moves: &mut Vec<u32>) {
        moves.extend(0..3);
    }
    fn play(&self, &(depth, place): &(u32, u32), mv: u32) -> (u32, u32) {
        (depth + 1, 3 * place + mv)
    }
    fn values(&self) -> Vec<Value> {
        VALUES.to_vec()
    }
}
impl Game for Tree {}

/// Compares what is stored of positions that are not on the path with what is known of their children; gives how many
/// of those positions had a child with visitors.
fn compare(search: &Dfpn<'_, Tree>, crew: &Crew, position: (u32, u32)) -> usize {
    let Status::Turn(player) = search.game.status(&position) else { return 0 };
    let child = |mv: u32| search.game.play(&position, mv);
    let mut compared = 0;
    let is_on_path = search.frames.iter().any(|frame| frame.position == position);
    if !is_on_path && search.table.look_up(&search.keys(search.hash(&position), ROOT_PATH)).numbers.is_some() {
        let children: Vec<_> = (0..3)
            .map(|mv| {
                let numbers = match search.game.status(&child(mv)) {
                    Status::Ended(value) if search.aim.is_win(value) => ProofNumbers::WON,
                    Status::Ended(_) => ProofNumbers::LOST,
                    Status::Turn(player) => search.known_numbers(&child(mv), player).0,
                };
                Child { mv, hash: 0, numbers, leans_on: NOTHING, is_known: false }
            })
            .collect();
        let expected = summarize(&children, player == search.aim.prover(), search.policy.sum).numbers;
        assert_eq!(search.known_numbers(&position, player).0, expected, "{position:?}");
        compared += usize::from((0..3).any(|mv| crew.is_visited(search.hash(&child(mv)))));
    }
    compared + (0..3).map(|mv| compare(search, crew, child(mv))).sum::<usize>()
}

#[test]
fn what_is_stored_is_what_the_children_say() {
    let mut compared = 0;
    for seed in 0..20 {
        let game = Tree { depth: 7, seed };
        let table = Table::with_entries(1 << 14).unwrap();
        let task = DfpnTask {
            game: &game,
            root: &(0, 0),
            leaf: LeafKind::Unit,
            aim: Aim::new(&game, Goal::at_least(1)),
            table: &table,
            values: &VALUES,
            policy: DfpnPolicy::default(),
            most_bytes: 1 << 20,
            threads: 2,
            join_after: 0,
        };
        let crew = Crew::new(2);
        crew.join();
        let mut search = task.worker(&crew);
        // Visitors that stay, on a third of all positions.
        let mut random = Random::new(seed);
        for depth in 1..game.depth {
            for place in 0..3_u32.pow(depth) {
                if random.below(3) == 0 {
                    crew.enter(search.hash_of(&(depth, place)));
                }
            }
        }
        let meter = Meter::start(Limits::default(), Duration::ZERO);
        let mut watched = Watched { session: Session::new(&meter, None, Counts::default()), progress: None };
        while let Ok(None) = search.step(&mut watched, &mut NoLedger) {
            if search.counts.expansions % 32 == 0 {
                compared += compare(&search, &crew, (0, 0));
            }
        }
    }
    assert!(compared > 1000, "only {compared} positions had visitors below them");
}
