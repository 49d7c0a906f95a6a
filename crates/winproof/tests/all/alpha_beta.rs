//! Alpha-beta with every replacement scheme and tables from one entry to plenty, against retrograde analysis.

use crate::support::{Seer, acyclic, certify, connect_four, games, is_certified, is_solved_by, small_cyclic, varied};
use winproof::{
    Algorithm, AlphaBetaPolicy, Goal, Limits, Policy, Replacement, Rules, Solver, Stopped, Stored, Strategies,
    TextRules,
};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph};

/// Settings that change from game to game, so that all of them meet in the course of a test.
fn setting(number: usize, entries: usize) -> AlphaBetaPolicy {
    let stored = [
        Stored::ALL,
        Stored { moves: false, ..Stored::ALL },
        Stored { exact: false, ..Stored::ALL },
        Stored { bounds: false, ..Stored::ALL },
        Stored { moves: true, ..Stored::NOTHING },
    ];
    AlphaBetaPolicy {
        table_entries: Some(entries),
        replacement: Replacement::ALL[number % Replacement::ALL.len()],
        time_stamps: number / 2 % 2 == 0,
        stored: if entries > 1000 { stored[number % 4] } else { stored[number % stored.len()] },
        two_valued: number / 3 % 3 == 0,
        principal_variation: number / 5 % 2 == 0,
        aspiration: number / 7 % 2 == 0,
        iterative_deepening: number / 11 % 3 == 0,
        look_ahead: number / 13 % 2 == 0,
        ..AlphaBetaPolicy::default()
    }
}

fn alpha_beta(policy: AlphaBetaPolicy) -> (Algorithm, Policy) {
    (Algorithm::by_name("alphabeta").unwrap(), Policy { alpha_beta: policy, ..Policy::default() })
}

fn is_solved_rightly(game: &ExplicitGame, value: i32, entries: usize, number: usize) {
    let setting = setting(number, entries);
    let (algorithm, policy) = alpha_beta(setting);
    is_solved_by(algorithm, policy, game, value);
}

#[test]
fn right_without_cycles_and_with_room_for_everything() {
    for (number, (game, value)) in games(31, 4000, acyclic).enumerate() {
        is_solved_rightly(&game, value, 1 << 14, number);
    }
}

#[test]
fn right_where_positions_repeat() {
    let (mut repetition_decides, mut progress_needed) = (0, 0);
    for (number, (game, value)) in games(32, 6000, small_cyclic).enumerate() {
        repetition_decides += u32::from(game.repetition() == Some(value));
        progress_needed += u32::from(game.repetition() != Some(value));
        is_solved_rightly(&game, value, [1, 4, 16, 1 << 12][number % 4], number);
    }
    assert!(repetition_decides > 300 && progress_needed > 300, "the games are too much alike");
}

fn few_nodes(most: u32) -> impl Fn(&mut Random) -> RandomGraph {
    move |random| {
        let nodes = random.between(2, most);
        RandomGraph { cyclic: false, ..varied(random, nodes) }
    }
}

#[test]
fn right_with_a_table_of_a_few_entries() {
    for (number, (game, value)) in games(33, 3000, few_nodes(16)).enumerate() {
        is_solved_rightly(&game, value, 1, number);
    }
    for (number, (game, value)) in games(34, 3000, few_nodes(25)).enumerate() {
        is_solved_rightly(&game, value, [2, 3, 7, 16][number % 4], number);
    }
}

#[test]
fn answers_each_goal() {
    for (number, (game, value)) in games(35, 1000, small_cyclic).enumerate() {
        for goal in game.values() {
            let (algorithm, policy) = alpha_beta(setting(number, 64));
            let solution = Solver::new(&game)
                .algorithm(algorithm)
                .policy(policy)
                .solve_goal(&game.start(), Goal::at_least(goal))
                .unwrap();
            assert_eq!(solution.verdict.holds(Goal::at_least(goal)), Some(value >= goal), "game {number}");
        }
    }
}

#[test]
fn every_scheme_solves_connect_four_and_keeps_to_limits() {
    let game = connect_four(4, 4, 4);
    for replacement in Replacement::ALL {
        let (algorithm, policy) =
            alpha_beta(AlphaBetaPolicy { replacement, table_entries: Some(512), ..AlphaBetaPolicy::default() });
        let solution = Solver::new(&game).algorithm(algorithm).policy(policy).solve(&game.start()).unwrap();
        assert_eq!(solution.value(), Some(0), "{replacement:?}");
        certify(&game, &solution).unwrap_or_else(|refusal| panic!("{refusal}: {replacement:?}"));
    }
    let (algorithm, policy) = alpha_beta(AlphaBetaPolicy::default());
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let solution = Solver::new(&game).algorithm(algorithm).policy(policy).limits(limits).solve(&game.start()).unwrap();
    assert_eq!((solution.value(), solution.verdict.stopped), (None, Stopped::Nodes));
    assert!(solution.verdict.counts.nodes <= 1000);
}

#[test]
fn what_a_look_settles_is_spared_and_no_node() {
    let game = connect_four(4, 4, 4);
    let [with, without] = [true, false].map(|look_ahead| {
        let (algorithm, policy) = alpha_beta(AlphaBetaPolicy { look_ahead, ..AlphaBetaPolicy::default() });
        let solver = Solver::new(&game).algorithm(algorithm).policy(policy).strategies(Strategies::None);
        solver.solve(&game.start()).unwrap().verdict.counts
    });
    assert_eq!((without.steps, without.spared), (0, 0));
    assert!(with.nodes < without.nodes, "{with:?} {without:?}");
    assert!(with.spared > 0 && with.spared <= with.steps, "{with:?}");
}

/// Where a game foresees the truth in some positions, and in some knows moves that are no better than others, the
/// answer is the same and takes less. Certificates answer every move all the same: their checker asks the game for no
/// more than its rules.
#[test]
fn right_with_what_a_game_knows() {
    let mut nodes = [0; 3];
    for (number, (game, value)) in games(36, 1500, acyclic).chain(games(37, 1500, small_cyclic)).enumerate() {
        let seer = Seer::new(&game);
        for (place, (foresight, dominance)) in [(false, false), (false, true), (true, true)].into_iter().enumerate() {
            let (algorithm, policy) =
                alpha_beta(AlphaBetaPolicy { foresight, dominance, ..setting(number, [16, 1 << 14][number % 2]) });
            let solution = Solver::new(&seer).algorithm(algorithm).policy(policy).solve(&game.start()).unwrap();
            is_certified(&seer, &game, &solution, value, &|| format!("game {number}\n{}", game.to_text()));
            nodes[place] += solution.verdict.counts.nodes;
        }
    }
    assert!(nodes[1] < nodes[0] * 9 / 10 && nodes[2] < nodes[1] * 3 / 4, "knowledge saves little: {nodes:?}");
}
