//! Kills at random moments, by seed: worker, master and server, the server's store wiped, a worker paused beyond its
//! lease. Always the same verdict, a valid certificate, nothing that hangs.

use super::support::Cluster;
use std::time::{Duration, Instant};
use winproof_oracle::{Random, RandomGraph};

/// Games with their verdicts: one in which nothing repeats, and one with cycles.
fn games(folder: &std::path::Path) -> Vec<(Vec<String>, &'static str)> {
    let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
    let file = folder.join("walk.graph");
    let kind = RandomGraph { nodes: 3000, outcomes: 2, ends_percent: 3, span: 60, ..RandomGraph::default() };
    let game = (1..).map(|seed| kind.build(seed)).find(|game| {
        let root = winproof::TextRules::start(game);
        winproof_oracle::retrograde_values(game, [root])[&root] == winproof::Rules::values(game)[1]
    });
    std::fs::write(&file, game.unwrap().to_text()).unwrap();
    let cyclic = format!("graph {} --job-nodes 20", file.display());
    vec![(words("connect4 --size 5x4 --job-nodes 4000"), "draw"), (words(&cyclic), "Max wins")]
}

/// One run with kills; gives their number.
fn run_with_kills(seed: u64) -> usize {
    let folder = winproof_cluster::desk::folder(None).unwrap();
    let mut random = Random::new(seed);
    let (solve, verdict) = games(folder.path()).swap_remove(usize::from(seed % 4 == 3));
    let solve: Vec<&str> = solve.iter().map(String::as_str).collect();
    let mut cluster = Cluster::new(&solve);
    cluster.worker("");
    cluster.worker("");
    let mut master = cluster.master("");
    let mut kills = 0;
    let most = 6;
    while kills < most && !master.has_ended() {
        let pause = Duration::from_millis(u64::from(random.between(100, 1200)));
        let started = Instant::now();
        while started.elapsed() < pause && !master.has_ended() {
            std::thread::sleep(Duration::from_millis(10));
        }
        if master.has_ended() {
            break;
        }
        match random.below(10) {
            0..4 => {
                let place = random.below(cluster.workers.len() as u32) as usize;
                cluster.workers.swap_remove(place).kill();
                cluster.worker("");
            }
            4..7 => {
                master.kill();
                master = cluster.master("");
            }
            7 => cluster.server.restart(false).unwrap(),
            8 => cluster.server.restart(true).unwrap(),
            _ => {
                // Paused beyond its lease, and then it goes on as if nothing had happened.
                let place = random.below(cluster.workers.len() as u32) as usize;
                cluster.workers[place].signal("-STOP");
                std::thread::sleep(Duration::from_millis(2000));
                cluster.workers[place].signal("-CONT");
            }
        }
        kills += 1;
    }
    let answer = cluster.wait(master);
    cluster.assert_solved(&answer, verdict);
    eprintln!("seed {seed}: {kills} kills, solved");
    kills
}

#[test]
fn a_few_kills() {
    assert!((0..4).map(run_with_kills).sum::<usize>() > 0);
}

/// All of it takes minutes: `cargo test --release -p winproof-cluster --test processes -- --ignored`.
#[test]
#[ignore = "a hundred kills take two minutes; a_few_kills does four runs of the same"]
fn a_hundred_kills() {
    let mut kills = 0;
    let mut seed = 100;
    while kills < 100 {
        kills += run_with_kills(seed);
        seed += 1;
    }
    eprintln!("{kills} kills in {} runs", seed - 100);
}
