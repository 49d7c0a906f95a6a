//! df-pn with tables from one entry to plenty, against retrograde analysis.

use crate::support::{Seer, acyclic, games, is_certified, is_solved_by, varied};
use winproof::{Algorithm, DfpnPolicy, LeafKind, Policy, Solver, SumRule, TextRules};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph};

fn is_solved_rightly(game: &ExplicitGame, value: i32, entries: usize, number: usize) {
    let sums = [SumRule::Plain, SumRule::Weak, SumRule::Damped];
    let dfpn = DfpnPolicy {
        epsilon_percent: [0, 25, 100][number % 3],
        sum: sums[number / 3 % 3],
        table_entries: Some(entries),
        ..DfpnPolicy::default()
    };
    let policy = Policy { dfpn, ..Policy::default() };
    let leaf = LeafKind::PLAIN[number / 9 % LeafKind::PLAIN.len()];
    let algorithm = Algorithm { leaf, ..Algorithm::by_name("dfpn").unwrap() };
    is_solved_by(algorithm, policy, game, value);
}

fn of_size(most_nodes: u32, cyclic: bool) -> impl Fn(&mut Random) -> RandomGraph {
    move |random| {
        let nodes = random.between(2, most_nodes);
        RandomGraph { cyclic, ..varied(random, nodes) }
    }
}

#[test]
fn right_with_room_for_everything() {
    for (number, (game, value)) in games(21, 4000, of_size(200, true)).enumerate() {
        is_solved_rightly(&game, value, 1 << 16, number);
    }
    for (number, (game, value)) in games(22, 2000, acyclic).enumerate() {
        is_solved_rightly(&game, value, 1 << 16, number);
    }
}

#[test]
fn right_with_1024_entries() {
    for (number, (game, value)) in games(23, 4000, of_size(100, true)).enumerate() {
        is_solved_rightly(&game, value, 1024, number);
    }
}

#[test]
fn right_with_16_entries() {
    for (number, (game, value)) in games(24, 4000, of_size(16, true)).enumerate() {
        is_solved_rightly(&game, value, 16, number);
    }
    for (number, (game, value)) in games(25, 1000, of_size(25, false)).enumerate() {
        is_solved_rightly(&game, value, 16, number);
    }
}

#[test]
fn right_with_one_entry() {
    for (number, (game, value)) in games(26, 4000, of_size(10, true)).enumerate() {
        is_solved_rightly(&game, value, 1, number);
    }
    for (number, (game, value)) in games(27, 1000, of_size(16, false)).enumerate() {
        is_solved_rightly(&game, value, 1, number);
    }
}

/// Where a game foresees the truth in some positions, the answer is the same, it takes less, and certificates show
/// the play all the same: the graph that checks them foresees nothing.
#[test]
fn right_with_foresight() {
    let mut nodes = [0, 0];
    for (number, (game, value)) in games(28, 3000, of_size(40, true)).chain(games(29, 1000, acyclic)).enumerate() {
        let seer = Seer::new(&game);
        for (place, foresight) in [false, true].into_iter().enumerate() {
            let table_entries = Some([64, 1024, 1 << 16][number % 3]);
            let dfpn = DfpnPolicy { table_entries, foresight, ..DfpnPolicy::default() };
            let policy = Policy { dfpn, ..Policy::default() };
            let solver = Solver::new(&seer).algorithm(Algorithm::by_name("dfpn").unwrap()).policy(policy);
            let solution = solver.solve(&game.start()).unwrap();
            nodes[place] += solution.verdict.counts.nodes;
            is_certified(&seer, &game, &solution, value, &|| format!("game {number}\n{}", game.to_text()));
        }
    }
    assert!(nodes[1] < nodes[0] / 2, "foresight saves little: {nodes:?}");
}
