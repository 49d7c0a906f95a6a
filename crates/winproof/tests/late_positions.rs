//! df-pn on late positions of real games, draws included, against brute force.

mod support;

use support::certify;
use winproof::{Algorithm, DfpnPolicy, Policy, Solver, Status, TextGame, Value};
use winproof_games::{ConnectFour, UltimateTicTacToe, Woodpush};
use winproof_oracle::{Random, value_by_minimax};

/// Plays at random until the game is over and goes back some moves: the last position with `moves_back` moves to go, if
/// the game was that long.
fn late_position<G: TextGame>(game: &G, random: &mut Random, moves_back: usize) -> Option<G::Position> {
    let mut line = vec![game.start()];
    let mut moves = Vec::new();
    while let Status::Turn(_) = game.status(line.last()?) {
        moves.clear();
        game.moves(line.last()?, &mut moves);
        let mv = moves[random.below(moves.len() as u32) as usize];
        line.push(game.play(line.last()?, mv));
    }
    line.len().checked_sub(moves_back + 1).map(|place| line[place].clone())
}

/// Solves `count` late positions and compares; gives how often each value came up.
fn compare<G: TextGame>(game: &G, seed: u64, count: u32, moves_back: usize) -> Vec<(Value, u32)>
where
    G::Position: std::hash::Hash,
{
    let mut random = Random::new(seed);
    let mut values: Vec<(Value, u32)> = game.values().into_iter().map(|value| (value, 0)).collect();
    let mut done = 0;
    while done < count {
        let back = 1 + random.below(moves_back as u32) as usize;
        let Some(position) = late_position(game, &mut random, back) else { continue };
        let truth = value_by_minimax(game, &position);
        // A table of 16 entries for ten moves to go would make the test long.
        let entries = if back <= 5 { [16, 1 << 10] } else { [1 << 12, 1 << 16] }[done as usize % 2];
        let dfpn = DfpnPolicy { table_entries: Some(entries), ..DfpnPolicy::default() };
        let solver = Solver::new(game).algorithm(Algorithm::by_name("dfpn").unwrap());
        let certified = done % 10 == 0;
        let solution = solver.policy(Policy { dfpn, ..Policy::default() }).keep_strategies(certified).solve(&position);
        assert_eq!(solution.value(), Some(truth), "{} with {entries} entries", game.position_text(&position));
        if certified {
            certify(game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {}", game.position_text(&position)));
        }
        values.iter_mut().filter(|(value, _)| *value == truth).for_each(|(_, times)| *times += 1);
        done += 1;
    }
    values
}

/// A value that hardly comes up is hardly tested.
fn each_came_up(values: &[(Value, u32)], least: u32) {
    assert!(values.iter().filter(|(_, times)| *times >= least).count() >= 3, "{values:?}");
}

#[test]
fn ultimate_tic_tac_toe() {
    each_came_up(&compare(&UltimateTicTacToe, 41, 3400, 8), 200);
}

#[test]
fn connect_four() {
    each_came_up(&compare(&ConnectFour::<u64>::new(6, 5, 4).unwrap(), 42, 3300, 10), 200);
}

#[test]
fn woodpush() {
    each_came_up(&compare(&Woodpush::new(9).unwrap(), 43, 3300, 8), 50);
}
