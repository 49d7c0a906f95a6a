//! Searches that are interrupted again and again, and gone on with from their checkpoints.

mod support;

use std::path::PathBuf;
use std::time::Duration;
use support::{certify, games, varied};
use winproof::{
    Algorithm, Checkpoint, DfpnPolicy, FileKeeper, Game, Limits, Policy, Solution, Solver, Stopped, TextGame,
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
    let algorithm = Algorithm::by_name(name).unwrap();
    let root = game.start();
    let mut made = 0;
    let mut pieces = 0;
    loop {
        let mut keeper = FileKeeper::new(&file.0, Duration::ZERO, game, &root, None, algorithm, None);
        let limits = Limits { nodes: Some(made + nodes), ..Limits::default() };
        let mut solver = Solver::new(game).algorithm(algorithm).policy(policy).limits(limits).kept_by(&mut keeper);
        if pieces > 0 {
            let checkpoint = Checkpoint::open(&file.0).unwrap();
            assert_eq!((&checkpoint.header.game, &checkpoint.header.root), (&game.name(), &game.position_text(&root)));
            solver = solver.resume(&checkpoint).unwrap();
        }
        let solution = solver.solve(&root);
        pieces += 1;
        if solution.verdict.stopped == Stopped::Solved {
            return (solution, pieces);
        }
        assert_eq!(solution.verdict.stopped, Stopped::Nodes);
        assert!(keeper.error().is_none() && keeper.saved() > 0);
        made = solution.verdict.counts.nodes;
    }
}

#[test]
fn connect_four_in_pieces() {
    let file = Scratch::new("connect-four");
    let game = ConnectFour::<u64>::new(4, 4, 4).unwrap();
    let policy =
        Policy { dfpn: DfpnPolicy { table_entries: Some(4096), ..DfpnPolicy::default() }, ..Policy::default() };
    let (solution, pieces) = solve_in_pieces(&game, "dfpn", policy, 5000, &file);
    assert!(pieces > 3, "{pieces} pieces");
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

#[test]
fn damaged_checkpoints_are_refused() {
    let file = Scratch::new("damaged");
    let game = ConnectFour::<u64>::new(4, 4, 4).unwrap();
    let algorithm = Algorithm::by_name("dfpn").unwrap();
    let policy = Policy { dfpn: DfpnPolicy { table_entries: Some(256), ..DfpnPolicy::default() }, ..Policy::default() };
    let mut keeper = FileKeeper::new(&file.0, Duration::ZERO, &game, &game.start(), None, algorithm, None);
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let solver = Solver::new(&game).algorithm(algorithm).policy(policy).limits(limits).kept_by(&mut keeper);
    assert_eq!(solver.solve(&game.start()).verdict.stopped, Stopped::Nodes);
    let whole = std::fs::read(&file.0).unwrap();
    assert!(Checkpoint::open(&file.0).is_ok());
    let refused = |bytes: &[u8]| {
        std::fs::write(&file.0, bytes).unwrap();
        Checkpoint::open(&file.0).map(|checkpoint| checkpoint.header).unwrap_err().to_string()
    };
    assert!(refused(&whole[..whole.len() - 1]).contains("damaged"));
    assert!(refused(&whole[..30]).contains("damaged"));
    assert!(refused(b"").contains("no checkpoint"));
    assert!(refused(&[b"winproof checkpoint 2\n", &whole[22..]].concat()).contains("version 2"));
    for place in (whole.len() - 2000..whole.len()).step_by(37) {
        let mut flipped = whole.clone();
        flipped[place] ^= 4;
        assert!(refused(&flipped).contains("checksum"), "a bit flipped at {place}");
    }
}
