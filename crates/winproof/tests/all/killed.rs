//! Searches that are killed at random moments, and gone on with from their checkpoints.
//!
//! The test starts itself as another process, which does nothing but search, and kills it without warning.

use crate::support::{certify, connect_four};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use winproof::{
    Algorithm, Checkpoint, FileKeeper, Limits, Solution, Solver, Stopped, Strategies, TextRules, Viewpoint,
};
use winproof_games::ConnectFour;
use winproof_oracle::Random;

/// The variables that make this program search: which algorithm, and in which file the search is kept.
const ALGORITHM: &str = "WINPROOF_TEST_ALGORITHM";
const FILE: &str = "WINPROOF_TEST_CHECKPOINT";

const KILLS: u32 = 50;
const MEMORY: usize = 1 << 20;

/// Solves, from the checkpoint if there is one, and keeps to it every few milliseconds.
fn search(name: &str, file: &Path) -> Solution<Viewpoint<ConnectFour<u64>>> {
    let game = connect_four(5, 4, 4);
    let root = game.start();
    let algorithm = Algorithm::by_name(name).unwrap();
    let memory = (name == "dfpn").then_some(MEMORY);
    let limits = Limits { memory, ..Limits::default() };
    let strategies = if memory.is_none() { Strategies::Full } else { Strategies::None };
    let solver = Solver::new(&game).algorithm(algorithm).limits(limits).strategies(strategies);
    let plan = solver.plan().unwrap();
    let mut keeper = FileKeeper::new(file, Duration::from_millis(2), &game, &root, None, &plan, memory);
    let checkpoint = file.exists().then(|| Checkpoint::open(file).expect("whatever a kill leaves is whole"));
    let mut run = solver.run(&root).saved_by(&mut keeper);
    if let Some(checkpoint) = &checkpoint {
        run = run.resume(checkpoint);
    }
    run.solve().unwrap()
}

/// What the process that is killed does. Without its variables, nothing.
#[test]
fn only_searches_when_it_is_told_to() {
    if let (Ok(name), Ok(file)) = (std::env::var(ALGORITHM), std::env::var(FILE)) {
        assert_eq!(search(&name, Path::new(&file)).verdict.stopped, Stopped::Solved);
    }
}

/// Kills the search of an algorithm at random moments until it has been killed often enough, and gives how often it had
/// something to go on with, how often it came to its end before the kill, and how many nodes there were at each kill.
fn kill_again_and_again(name: &str, file: &Path) -> (u32, u32, Vec<u64>) {
    let mut random = Random::new(50);
    let (mut resumed, mut ended, mut nodes) = (0, 0, Vec::new());
    // A search that did not get on gives the next more time; where one comes to its end, the next has less.
    let mut most_microseconds = 40_000;
    for _ in 0..KILLS {
        resumed += u32::from(file.exists());
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::only_searches_when_it_is_told_to", "--test-threads", "1"])
            .env(ALGORITHM, name)
            .env(FILE, file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(u64::from(random.below(most_microseconds))));
        let status = child.try_wait().unwrap();
        assert!(status.is_none_or(|status| status.success()), "{name}: a search that was gone on with failed");
        let has_ended = status.is_some();
        ended += u32::from(has_ended);
        child.kill().unwrap();
        child.wait().unwrap();
        let before = nodes.last().copied();
        if file.exists() {
            nodes.push(nodes_kept(file));
        }
        if has_ended {
            most_microseconds = (most_microseconds / 2).max(5_000);
        } else if nodes.last().copied() == before {
            most_microseconds += most_microseconds / 8;
        }
    }
    (resumed, ended, nodes)
}

/// How many nodes the search in a checkpoint had made.
fn nodes_kept(file: &Path) -> u64 {
    Checkpoint::open(file).expect("whatever a kill leaves is whole");
    let bytes = std::fs::read(file).unwrap();
    let header = bytes.split(|&byte| byte == b'\n').nth(1).unwrap();
    let header = std::str::from_utf8(header).unwrap();
    let nodes = header.split("\"nodes\":").nth(1).unwrap();
    nodes.split(',').next().unwrap().parse().unwrap()
}

fn survives(name: &str) {
    let file = Scratch::new(name);
    let (resumed, ended, nodes) = kill_again_and_again(name, &file.0);
    assert!(resumed > KILLS / 3, "{name}: there was something to go on with only {resumed} times");
    assert!(nodes.is_sorted(), "{name}: a search went backwards: {nodes:?}");
    // A quick machine may come from one checkpoint to the end before the next is due.
    assert!(nodes.last() > nodes.first() || ended > 0, "{name}: no search got on: {nodes:?}");
    let solution = search(name, &file.0);
    assert_eq!(solution.value(), Some(0), "{name}");
    if name != "dfpn" {
        certify(&connect_four(5, 4, 4), &solution).unwrap();
    } else {
        // Its certificate is for a search with more memory, which goes on from the same table.
        let game = connect_four(5, 4, 4);
        let solver = Solver::new(&game).algorithm(Algorithm::by_name(name).unwrap());
        let checkpoint = Checkpoint::open(&file.0).unwrap();
        let solution = solver.run(&game.start()).resume(&checkpoint).solve().unwrap();
        assert_eq!(solution.value(), Some(0), "{name}");
        certify(&game, &solution).unwrap();
    }
}

#[test]
fn dfpn_survives() {
    survives("dfpn");
}

#[test]
fn a_graph_survives() {
    survives("pn-dag");
}

/// A file that is gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("winproof-killed-{}-{name}.checkpoint", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
