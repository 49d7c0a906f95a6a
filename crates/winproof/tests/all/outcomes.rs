//! Many-outcome search against retrograde analysis and against proof-number search.

use crate::recorder::record;
use crate::support::{
    acyclic, certify, connect_four, connect_four_score, cyclic, fitting, games, is_certified, is_solved_by, othello,
    small_cyclic, tic_tac_toe, woodpush,
};
use winproof::{
    Algorithm, Deletion, EffortKind, Evaluation, Goal, GraphKind, LeafKind, Limits, Policy, Rules, Solver, Stopped,
    TextGame, TextRules, Tie, UpdateOrder,
};
use winproof_games::ExplicitGame;
use winproof_oracle::{Random, RandomGraph};

/// A setting that is another one for each game.
fn setting(number: usize) -> (LeafKind, Policy) {
    let plain = Policy::default();
    let policies = [
        plain,
        Policy { evaluation: Evaluation::Delayed, ..plain },
        Policy { tie: Tie::Last, early_stop: false, ..plain },
        Policy { deletion: Deletion::KeepProof, ..plain },
        Policy { update_order: UpdateOrder::Recursive, merge_siblings: false, ..plain },
        Policy { deletion: Deletion::KeepProof, evaluation: Evaluation::Delayed, tie: Tie::Last, ..plain },
    ];
    (LeafKind::PLAIN[number % LeafKind::PLAIN.len()], policies[number % policies.len()])
}

fn is_solved_rightly(game: &ExplicitGame, value: i32, graph: GraphKind, number: usize) {
    let (leaf, policy) = setting(number);
    let algorithm = Algorithm { effort: EffortKind::Outcomes, graph, leaf };
    is_solved_by(algorithm, policy, game, value);
}

#[test]
fn values_are_right_on_tree() {
    for (number, (game, value)) in games(31, 2000, acyclic).chain(games(32, 3000, small_cyclic)).enumerate() {
        is_solved_rightly(&game, value, GraphKind::Tree, number);
    }
}

#[test]
fn values_are_right_on_dag() {
    for (number, (game, value)) in games(33, 4000, acyclic).enumerate() {
        is_solved_rightly(&game, value, GraphKind::Dag, number);
    }
}

#[test]
fn values_are_right_on_base_twin() {
    for (number, (game, value)) in games(34, 5000, cyclic).enumerate() {
        is_solved_rightly(&game, value, GraphKind::BaseTwin, number);
    }
    for (number, (game, value)) in games(35, 3000, small_cyclic).chain(games(36, 1000, acyclic)).enumerate() {
        is_solved_rightly(&game, value, GraphKind::BaseTwin, number);
    }
}

#[test]
fn descents_on_connect_four() {
    for (columns, rows, descents) in [(3, 4, 1804), (4, 3, 14_013), (4, 4, 117_058)] {
        let game = connect_four(columns, rows, 4);
        let solution = Solver::new(&game).algorithm(Algorithm::by_name("gpn").unwrap()).solve(&game.start()).unwrap();
        assert_eq!(solution.value(), Some(0));
        assert_eq!(solution.verdict.counts.expansions - 1, descents, "{columns}x{rows}");
    }
}

/// Proposition 3, on every graph: with two outcomes, every step is that of proof-number search.
#[test]
fn two_outcomes_are_proof_number_search() {
    let two = |kind: RandomGraph| RandomGraph { outcomes: 2, ..kind };
    let acyclic_games = games(41, 1500, |random| two(acyclic(random))).map(|game| (game, GraphKind::Dag));
    let small_games = games(42, 1500, |random| two(small_cyclic(random))).map(|game| (game, GraphKind::Tree));
    let cyclic_games = games(43, 1500, |random| two(cyclic(random))).map(|game| (game, GraphKind::BaseTwin));
    let mut compared = 0;
    for (number, ((game, _), graph)) in acyclic_games.chain(small_games).chain(cyclic_games).enumerate() {
        let (leaf, policy) = setting(number);
        let policy = fitting(&game, Algorithm { effort: EffortKind::Outcomes, graph, leaf }, policy);
        let &[_, better] = &game.values()[..] else { continue };
        let [numbers, outcomes] = [EffortKind::Numbers, EffortKind::Outcomes].map(|effort| {
            let goal = Some(Goal::at_least(better)).filter(|_| effort == EffortKind::Numbers);
            let (expanded, counts) = record(&game, &game.start(), goal, Algorithm { effort, graph, leaf }, policy);
            (expanded, counts.nodes, counts.expansions, counts.updates)
        });
        assert_eq!(numbers, outcomes, "game {number}, {graph:?}, {leaf:?}, {policy:?}\n{}", game.to_text());
        compared += 1;
    }
    assert!(compared > 3000, "only {compared} games have two outcomes");
}

/// A single goal is asked of a game with more outcomes: that is proof-number search too.
#[test]
fn single_goals_are_answered() {
    for (number, (game, value)) in games(44, 1000, acyclic).enumerate() {
        let (leaf, policy) = setting(number);
        for least in game.values() {
            let goal = Goal::at_least(least);
            let solve = |effort| {
                let algorithm = Algorithm { effort, graph: GraphKind::Tree, leaf };
                Solver::new(&game).algorithm(algorithm).policy(policy).solve_goal(&game.start(), goal).unwrap()
            };
            let solution = solve(EffortKind::Outcomes);
            assert_eq!(solution.verdict.holds(goal), Some(value >= least), "{goal:?} in\n{}", game.to_text());
            assert_eq!(solution.verdict.counts.expansions, solve(EffortKind::Numbers).verdict.counts.expansions);
            if least != game.values()[0] {
                certify(&game, &solution).unwrap();
            }
        }
    }
}

/// Proposition 5: what is pruned is never walked to again.
#[test]
fn pruning_changes_neither_descents_nor_value() {
    let (mut compared, mut pruned_nodes) = (0, 0);
    let kinds = games(45, 1500, acyclic).chain(games(46, 1500, small_cyclic));
    for (number, (game, value)) in kinds.enumerate() {
        let leaf = LeafKind::PLAIN[number % LeafKind::PLAIN.len()];
        let evaluation = if number % 2 == 0 { Evaluation::Immediate } else { Evaluation::Delayed };
        let algorithm = Algorithm { leaf, ..Algorithm::by_name("gpn").unwrap() };
        // A graph of 200 nodes can have a tree of millions.
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let tried = Solver::new(&game).algorithm(algorithm).limits(limits).solve(&game.start()).unwrap();
        if tried.verdict.stopped != Stopped::Solved {
            continue;
        }
        compared += 1;
        let search = |deletion| {
            let policy = Policy { deletion, evaluation, ..Policy::default() };
            let (expanded, counts) = record(&game, &game.start(), None, algorithm, policy);
            let solution = Solver::new(&game).algorithm(algorithm).policy(policy).solve(&game.start()).unwrap();
            assert_eq!(solution.value(), Some(value), "{deletion:?}: {}", game.to_text());
            (expanded, counts.nodes, counts.expansions, counts.updates)
        };
        let plain = search(Deletion::None);
        assert_eq!(search(Deletion::KeepProof), plain, "{}", game.to_text());
        assert_eq!(search(Deletion::All), plain, "{}", game.to_text());
        pruned_nodes += plain.1;
    }
    assert!(compared > 2900 && pruned_nodes > 10_000, "{compared} games of {pruned_nodes} nodes");
    // And it is worth it.
    let game = connect_four(4, 4, 4);
    let [all, proof, none] = [Deletion::All, Deletion::KeepProof, Deletion::None].map(|deletion| {
        let policy = Policy { deletion, ..Policy::default() };
        let solver = Solver::new(&game).algorithm(Algorithm::by_name("gpn").unwrap()).policy(policy);
        let solution = solver.solve(&game.start()).unwrap();
        assert_eq!(solution.value(), Some(0));
        if deletion != Deletion::All {
            certify(&game, &solution).unwrap();
        }
        solution.verdict.counts.peak_bytes
    });
    assert!(all < proof && proof < none && all * 3 < none * 2, "{all}, {proof}, {none} bytes");
}

/// What a search that is stopped has proved of the value so far.
#[test]
fn a_search_that_stops_keeps_its_bounds() {
    let (mut narrowed, mut stopped) = (0, 0);
    for (number, (game, value)) in games(47, 3000, acyclic).enumerate() {
        let graph = [GraphKind::Tree, GraphKind::Dag, GraphKind::BaseTwin][number % 3];
        let algorithm = Algorithm { effort: EffortKind::Outcomes, graph, leaf: LeafKind::Unit };
        let limits = Limits { nodes: Some(5 + number as u64 % 40), ..Limits::default() };
        let solution = Solver::new(&game).algorithm(algorithm).limits(limits).solve(&game.start()).unwrap();
        let verdict = &solution.verdict;
        assert!(verdict.lower.is_proved() && verdict.upper.is_proved());
        assert!(verdict.lower.value <= value && value <= verdict.upper.value, "{verdict:?}\n{}", game.to_text());
        if verdict.stopped == Stopped::Solved {
            continue;
        }
        stopped += 1;
        let values = game.values();
        if verdict.lower.value > values[0] || verdict.upper.value < values[values.len() - 1] {
            certify(&game, &solution).unwrap();
            narrowed += 1;
        }
    }
    assert!(stopped > 300 && narrowed > 50, "{stopped} stopped, {narrowed} of them with something proved");
}

/// Games with many outcomes: the right values, as the dichotomy finds them, with a certificate, in little memory.
#[test]
fn games_with_many_outcomes() {
    fn check<G: TextGame>(game: &G, value: i32, graph: GraphKind, most_bytes: f64) {
        let algorithm = Algorithm { effort: EffortKind::Outcomes, graph, leaf: LeafKind::Mobility };
        let solution = Solver::new(game).algorithm(algorithm).solve(&game.start()).unwrap();
        assert_eq!(solution.value(), Some(value), "{}", game.name());
        certify(game, &solution).unwrap();
        let counts = solution.verdict.counts;
        let bytes = counts.peak_bytes as f64 / counts.nodes as f64;
        assert!(bytes < most_bytes, "{} on {graph:?}: {bytes:.1} bytes a node", game.name());
    }
    check(&othello(4, 4), -8, GraphKind::Dag, 120.0);
    check(&woodpush(8), -1, GraphKind::Tree, 40.0);
    check(&woodpush(10), -2, GraphKind::Dag, 120.0);
    let score = connect_four_score(4, 3, 3);
    let by_goals = Solver::new(&score).algorithm(Algorithm::by_name("pn-dag").unwrap()).solve(&score.start()).unwrap();
    check(&score, by_goals.value().unwrap(), GraphKind::Tree, 40.0);
    check(&score, by_goals.value().unwrap(), GraphKind::Dag, 120.0);
}

/// Hundreds of outcomes: right values, and what many outcomes cost in memory.
#[test]
fn hundreds_of_outcomes() {
    let hundreds = |random: &mut Random| RandomGraph {
        outcomes: random.between(100, 500),
        ends_percent: random.between(30, 45),
        ..acyclic(random)
    };
    for (number, (game, value)) in games(52, 600, hundreds).enumerate() {
        for graph in [GraphKind::Tree, GraphKind::Dag] {
            is_solved_rightly(&game, value, graph, number);
        }
    }
    // A pair for each goal would take 8 bytes for each outcome.
    let game = othello(4, 6);
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    let solver = Solver::new(&game).algorithm(Algorithm::by_name("gpn").unwrap()).limits(limits);
    let counts = solver.solve(&game.start()).unwrap().verdict.counts;
    let (outcomes, bytes) = (game.values().len(), counts.peak_bytes as f64 / counts.nodes as f64);
    assert!(outcomes > 40 && bytes < 60.0, "{outcomes} outcomes, {bytes} bytes a node");
}

#[test]
fn a_limit_on_memory_is_kept() {
    let game = connect_four_score(5, 4, 4);
    for (graph, memory) in [(GraphKind::Tree, 60_000), (GraphKind::Tree, 2_000_000), (GraphKind::Dag, 2_000_000)] {
        let algorithm = Algorithm { effort: EffortKind::Outcomes, graph, leaf: LeafKind::Unit };
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let verdict = Solver::new(&game).algorithm(algorithm).limits(limits).solve(&game.start()).unwrap().verdict;
        assert_eq!(verdict.stopped, Stopped::Memory);
        assert!(verdict.counts.peak_bytes <= memory, "{} of {memory} bytes", verdict.counts.peak_bytes);
        assert!(verdict.counts.nodes as usize > memory / 200, "{} nodes in {memory} bytes", verdict.counts.nodes);
    }
}

/// The other way to the exact value: one goal after the other, in one graph.
#[test]
fn goals_can_share_a_graph() {
    let mut expansions = [0, 0];
    let kinds = games(49, 1500, acyclic).map(|game| (game, GraphKind::Dag));
    let small = games(50, 1500, small_cyclic).map(|game| (game, GraphKind::Tree));
    for (number, ((game, value), graph)) in kinds.chain(small).enumerate() {
        let (leaf, policy) = setting(number);
        let efforts: &[EffortKind] =
            if graph == GraphKind::Dag { &[EffortKind::Numbers, EffortKind::Sets] } else { &[EffortKind::Numbers] };
        for &effort in efforts {
            let algorithm = Algorithm { effort, graph, leaf };
            let all = [false, true].map(|share_goals| {
                let policy = Policy { share_goals, ..fitting(&game, algorithm, policy) };
                let what = || format!("game {number}, {algorithm:?}, {policy:?}\n{}", game.to_text());
                let solution = Solver::new(&game).algorithm(algorithm).policy(policy).solve(&game.start()).unwrap();
                is_certified(&game, &game, &solution, value, &what);
                solution.verdict.counts.expansions
            });
            expansions[0] += all[0];
            expansions[1] += all[1];
        }
    }
    let [apart, shared] = expansions;
    assert!(shared * 10 < apart * 9, "{shared} expansions in one graph, {apart} in one for each goal");
}

/// What is known of the value when a limit ends a series of goals, and the limits hold for all of them together.
#[test]
fn a_series_of_goals_keeps_to_its_limits() {
    let mut stopped = 0;
    for (number, (game, value)) in games(51, 1000, acyclic).enumerate() {
        let policy = Policy { share_goals: true, ..Policy::default() };
        let nodes = 5 + number as u64 % 60;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let algorithm = Algorithm::by_name("pn-dag").unwrap();
        let solution =
            Solver::new(&game).algorithm(algorithm).policy(policy).limits(limits).solve(&game.start()).unwrap();
        let verdict = &solution.verdict;
        assert!(verdict.lower.value <= value && value <= verdict.upper.value, "{verdict:?}\n{}", game.to_text());
        stopped += u32::from(verdict.stopped == Stopped::Nodes);
        assert!(verdict.counts.nodes < nodes + 6 && (verdict.stopped == Stopped::Nodes || verdict.value().is_some()));
    }
    assert!(stopped > 100, "only {stopped} were stopped");
}

/// The goal that the root chooses is the other player's where he moves: an exchange of the players changes nothing.
#[test]
fn a_game_and_its_mirror_image_take_the_same_search() {
    for (number, (game, value)) in games(48, 1000, acyclic).enumerate() {
        let mirror = mirrored(&game);
        let (leaf, policy) = setting(number);
        let algorithm = Algorithm { leaf, ..Algorithm::by_name("gpn-dag").unwrap() };
        let [one, other] = [&game, &mirror].map(|game| record(game, &game.start(), None, algorithm, policy));
        assert_eq!(one, other, "{}", game.to_text());
        let solution = Solver::new(&mirror).algorithm(algorithm).solve(&mirror.start()).unwrap();
        assert_eq!(solution.value(), Some(-value));
    }
}

/// The game with the players and the signs of all values exchanged.
fn mirrored(game: &ExplicitGame) -> ExplicitGame {
    let mut text = String::new();
    for line in game.to_text().lines() {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["repetition", value] => words[1] = (-value.parse::<i32>().unwrap()).to_string(),
            [_, "=", value] => words[2] = (-value.parse::<i32>().unwrap()).to_string(),
            [_, "max", ..] => words[1] = "min".to_string(),
            [_, "min", ..] => words[1] = "max".to_string(),
            _ => {}
        }
        text += &words.join(" ");
        text += "\n";
    }
    ExplicitGame::parse(&text).unwrap()
}

/// The tree of tic-tac-toe is searched once, not once for each goal.
#[test]
fn one_search_for_tic_tac_toe() {
    let solution = Solver::new(&tic_tac_toe())
        .algorithm(Algorithm::by_name("gpn-dag").unwrap())
        .solve(&tic_tac_toe().start())
        .unwrap();
    assert_eq!(solution.value(), Some(0));
    certify(&tic_tac_toe(), &solution).unwrap();
}
