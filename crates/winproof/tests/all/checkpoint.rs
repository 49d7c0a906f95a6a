//! Searches that are interrupted again and again, and gone on with from their checkpoints.

use crate::support::{certify, connect_four, games, varied};
use std::path::PathBuf;
use std::time::Duration;
use winproof::{
    Algorithm, Checkpoint, DfpnPolicy, Evaluation, FileKeeper, Limits, NestedPolicy, NestedSize, Policy, Rules,
    Solution, Solver, Stopped, TextGame, TextRules, Viewpoint,
};
use winproof_games::ConnectFour;
use winproof_oracle::RandomGraph;

/// A file that is gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("winproof-{}-{name}.checkpoint", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Solves in pieces of at most `nodes` nodes; also gives the number of pieces.
fn solve_in_pieces<G: TextGame>(
    game: &G,
    name: &str,
    policy: Policy,
    nodes: u64,
    file: &Scratch,
) -> (Solution<G>, u32) {
    in_pieces(game, Algorithm::by_name(name).unwrap(), policy, nodes, file, as_it_is)
}

/// The same with a solver that is changed for each piece.
fn in_pieces<G: TextGame>(
    game: &G,
    algorithm: Algorithm,
    policy: Policy,
    nodes: u64,
    file: &Scratch,
    change: for<'g> fn(Solver<'g, G>, u32) -> Solver<'g, G>,
) -> (Solution<G>, u32) {
    let root = game.start();
    let mut made = 0;
    let mut pieces = 0;
    loop {
        let limits = Limits { nodes: Some(made + nodes), ..Limits::default() };
        let solver = change(Solver::new(game).algorithm(algorithm).policy(policy).limits(limits), pieces);
        let plan = solver.plan().unwrap();
        let mut keeper = FileKeeper::new(&file.0, Duration::ZERO, game, &root, None, &plan, None);
        let checkpoint = (pieces > 0).then(|| Checkpoint::open(&file.0).unwrap());
        let mut run = solver.run(&root).saved_by(&mut keeper);
        if let Some(checkpoint) = &checkpoint {
            assert_eq!((&checkpoint.header.game, &checkpoint.header.root), (&game.name(), &game.position_text(&root)));
            run = run.resume(checkpoint);
        }
        let solution = run.solve().unwrap();
        pieces += 1;
        if solution.verdict.stopped == Stopped::Solved && solution.proof.stopped.is_none() {
            return (solution, pieces);
        }
        if solution.verdict.stopped == Stopped::Solved {
            // The limit is one for strategies too. Without it they are found, from the last checkpoint.
            assert_eq!(solution.proof.stopped, Some(Stopped::Nodes));
            let solver = solver.limits(Limits::default());
            let checkpoint = (keeper.saved() > 0 || pieces > 1).then(|| Checkpoint::open(&file.0).unwrap());
            let run = solver.run(&root);
            let run = if let Some(checkpoint) = &checkpoint { run.resume(checkpoint) } else { run };
            return (run.solve().unwrap(), pieces);
        }
        assert_eq!(solution.verdict.stopped, Stopped::Nodes);
        assert!(keeper.error().is_none() && keeper.saved() > 0);
        made = solution.verdict.counts.nodes;
    }
}

#[test]
fn connect_four_in_pieces() {
    let file = Scratch::new("connect-four");
    let game = connect_four(4, 4, 4);
    let policy =
        Policy { dfpn: DfpnPolicy { table_entries: Some(4096), ..DfpnPolicy::default() }, ..Policy::default() };
    let (solution, pieces) = solve_in_pieces(&game, "dfpn", policy, 5000, &file);
    assert!(pieces > 3, "{pieces} pieces");
    assert_eq!(solution.value(), Some(0));
    certify(&game, &solution).unwrap();
}

fn as_it_is<G: TextGame>(solver: Solver<'_, G>, _: u32) -> Solver<'_, G> {
    solver
}

/// Each piece with another number of threads than the one before.
fn with_threads(
    solver: Solver<'_, Viewpoint<ConnectFour<u64>>>,
    piece: u32,
) -> Solver<'_, Viewpoint<ConnectFour<u64>>> {
    solver.threads([1, 3, 2, 8][piece as usize % 4]).threads_join_after(0)
}

#[test]
fn pieces_with_other_numbers_of_threads() {
    let file = Scratch::new("threads");
    let game = connect_four(5, 4, 4);
    let policy =
        Policy { dfpn: DfpnPolicy { table_entries: Some(1 << 16), ..DfpnPolicy::default() }, ..Policy::default() };
    let algorithm = Algorithm::by_name("dfpn").unwrap();
    let (solution, pieces) = in_pieces(&game, algorithm, policy, 100_000, &file, with_threads);
    assert!(pieces > 4, "{pieces} pieces");
    assert_eq!(solution.value(), Some(0));
    certify(&game, &solution).unwrap();
}

#[test]
fn random_games_in_pieces() {
    let file = Scratch::new("random");
    let policy =
        Policy { dfpn: DfpnPolicy { table_entries: Some(1 << 14), ..DfpnPolicy::default() }, ..Policy::default() };
    let kind = |random: &mut _| RandomGraph { cyclic: true, ends_percent: 10, ..varied(random, 150) };
    let mut most_pieces = 0;
    for (game, value) in games(31, 300, kind) {
        let (solution, pieces) = solve_in_pieces(&game, "dfpn", policy, 300, &file);
        most_pieces = most_pieces.max(pieces);
        assert_eq!(solution.value(), Some(value), "{}", game.to_text());
        if game.values().len() > 1 {
            certify(&game, &solution).unwrap();
        }
    }
    assert!(most_pieces > 3, "{most_pieces} pieces at most");
}

/// The searches that keep a graph.
const BEST_FIRST: [&str; 9] = ["pn", "pn-mobility", "pn-dag", "bta", "pss", "gpn", "gpn-dag", "pn2", "bta2"];

#[test]
fn searches_that_keep_a_graph_go_on_where_they_were() {
    let file = Scratch::new("same-nodes");
    let game = connect_four(4, 4, 4);
    for evaluation in [Evaluation::Immediate, Evaluation::Delayed] {
        for name in BEST_FIRST {
            let policy = Policy { evaluation, ..Policy::default() };
            let algorithm = Algorithm::by_name(name).unwrap();
            let whole = Solver::new(&game).algorithm(algorithm).policy(policy).solve(&game.start()).unwrap();
            let nodes = whole.verdict.counts.nodes;
            let (solution, pieces) = solve_in_pieces(&game, name, policy, nodes / 6, &file);
            assert!(pieces > 4, "{name}: {pieces} pieces");
            assert_eq!(solution.value(), Some(0), "{name}");
            certify(&game, &solution).unwrap();
            // The others search again for the strategies of goals that were answered in an earlier piece.
            if name.starts_with("gpn") {
                assert_eq!(solution.verdict.counts.expansions, whole.verdict.counts.expansions, "{name}");
            }
        }
    }
}

#[test]
fn random_games_in_pieces_of_graphs() {
    let file = Scratch::new("random-graphs");
    let kind = |random: &mut _| RandomGraph { cyclic: true, ends_percent: 10, ..varied(random, 150) };
    let (mut most_pieces, mut number) = (0, 0);
    for (game, value) in games(32, 200, kind) {
        for (effort, leaf) in [("bta", None), ("pss", Some("bta")), ("gpn", Some("bta")), ("bta2", None)] {
            let named = Algorithm::by_name(effort).unwrap();
            let graph = leaf.map_or(named.graph, |name| Algorithm::by_name(name).unwrap().graph);
            let algorithm = Algorithm { graph, ..named };
            let nested = NestedPolicy { size: NestedSize::Fixed(10), ..NestedPolicy::default() };
            let policy = Policy { nested, ..Policy::default() };
            number += 1;
            let (solution, pieces) = in_pieces(&game, algorithm, policy, 20 + number % 50, &file, as_it_is);
            most_pieces = most_pieces.max(pieces);
            assert_eq!(solution.value(), Some(value), "{algorithm:?}\n{}", game.to_text());
            if game.values().len() > 1 {
                certify(&game, &solution)
                    .unwrap_or_else(|refusal| panic!("{refusal}: {algorithm:?}\n{}", game.to_text()));
            }
        }
    }
    assert!(most_pieces > 5, "{most_pieces} pieces at most");
}

#[test]
fn seconds_add_up() {
    let file = Scratch::new("seconds");
    let game = connect_four(4, 4, 4);
    let mut before = 0.0;
    for (piece, name) in ["pn", "pn", "pn", "pn"].into_iter().enumerate() {
        let root = game.start();
        let limits = Limits { nodes: Some(1000 * (piece as u64 + 1)), ..Limits::default() };
        let solver = Solver::new(&game).algorithm(Algorithm::by_name(name).unwrap()).limits(limits);
        let plan = solver.plan().unwrap();
        let mut keeper = FileKeeper::new(&file.0, Duration::ZERO, &game, &root, None, &plan, None);
        let checkpoint = (piece > 0).then(|| Checkpoint::open(&file.0).unwrap());
        let mut run = solver.run(&root).saved_by(&mut keeper);
        if let Some(checkpoint) = &checkpoint {
            run = run.resume(checkpoint);
        }
        let seconds = run.solve().unwrap().verdict.seconds;
        assert!(seconds > before, "{seconds} seconds after {before}");
        before = Checkpoint::open(&file.0).unwrap().header.seconds;
        assert!(before > 0.0 && before <= seconds);
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let file = Scratch::new("damaged");
    let game = connect_four(4, 4, 4);
    let algorithm = Algorithm::by_name("dfpn").unwrap();
    let policy = Policy { dfpn: DfpnPolicy { table_entries: Some(256), ..DfpnPolicy::default() }, ..Policy::default() };
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let solver = Solver::new(&game).algorithm(algorithm).policy(policy).limits(limits);
    let plan = solver.plan().unwrap();
    let mut keeper = FileKeeper::new(&file.0, Duration::ZERO, &game, &game.start(), None, &plan, None);
    let solution = solver.run(&game.start()).saved_by(&mut keeper).solve().unwrap();
    assert_eq!(solution.verdict.stopped, Stopped::Nodes);
    let whole = std::fs::read(&file.0).unwrap();
    assert!(Checkpoint::open(&file.0).is_ok());
    let refused = |bytes: &[u8]| {
        std::fs::write(&file.0, bytes).unwrap();
        Checkpoint::open(&file.0).map(|checkpoint| checkpoint.header).unwrap_err().to_string()
    };
    assert!(refused(&whole[..whole.len() - 1]).contains("damaged"));
    assert!(refused(&whole[..30]).contains("damaged"));
    assert!(refused(b"").contains("not a checkpoint"));
    assert!(refused(&[b"winproof checkpoint 9\n", &whole[22..]].concat()).contains("version 9"));
    for place in (whole.len() - 2000..whole.len()).step_by(37) {
        let mut flipped = whole.clone();
        flipped[place] ^= 4;
        assert!(refused(&flipped).contains("checksum"), "a bit flipped at {place}");
    }
}
