//! The rest of the crash matrix, cell by cell: the server killed or wiped at each point of an exchange, results late
//! and in another order, a worker paused, links cut, disks that are full, workers that can do nothing.
//!
//! | who dies | where | test |
//! | --- | --- | --- |
//! | worker | before it starts, before and after its result is stored, sent, taken; after the job's ack | `faults`: `workers_that_die_at_every_point_lose_nothing` |
//! | master | before and after the commit, after the results' acks, before and after a job is sent | `the_master_dies_at_every_point` |
//! | server, with its store and without | the same points of worker and master | `the_server_dies_at_every_point` |
//! | any, at random | anywhere | `kills`: `a_few_kills`, `a_hundred_kills` |

use super::link::{Way, Wire};
use super::support::{Cluster, Process, run, when_stopped};
use std::time::Duration;

const CONNECT_FOUR: [&str; 5] = ["connect4", "--size", "4x4", "--job-nodes", "1000"];

#[test]
fn the_master_dies_at_every_point() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("");
    let points = ["before-commit=2", "after-commit=2", "acknowledged=2", "result-acked=2", "job-made=2", "told=2"];
    for point in points {
        let died = cluster.wait(cluster.master(&format!("abort-{point}")));
        assert_eq!(died.code, None, "{point}: {died:?}");
    }
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
}

/// The server is killed while a process stands at one point after the other.
fn server_dies(is_wiped: bool) {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    let of_worker = ["job-taken=2", "searched=3", "stored=4", "sent=5", "published=6", "acked=7"];
    let of_master = ["before-commit=2", "after-commit=3", "acknowledged=4", "told=8"];
    let stops = |points: &[&str]| points.iter().map(|point| format!("stop-{point}")).collect::<Vec<_>>().join(",");
    cluster.worker(&stops(&of_worker));
    cluster.worker("slow=20");
    let mut master = cluster.master(&stops(&of_master));
    let mut deaths = 0;
    let mut worker = cluster.workers.swap_remove(0);
    while !master.has_ended() {
        for process in [&mut worker, &mut master] {
            if is_stopped(process) {
                let is_over = !when_stopped(process, || cluster.server.restart(is_wiped).unwrap());
                deaths += usize::from(!is_over);
            }
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let answer = cluster.wait(master);
    cluster.assert_solved(&answer, "draw");
    // The run may be over before the last of them.
    assert!(deaths >= 6, "the server died {deaths} times");
}

fn is_stopped(process: &Process) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{}/stat", process.0.id())).unwrap_or_default();
    state.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
}

#[test]
fn the_server_dies_at_every_point() {
    server_dies(false);
}

#[test]
fn the_server_dies_at_every_point_and_its_store_is_lost() {
    server_dies(true);
}

#[test]
fn results_that_are_late_and_in_another_order_are_taken_in() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("shuffle,twice");
    cluster.worker("slow=50");
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
}

#[test]
fn a_worker_that_is_paused_for_too_long_is_given_up_and_comes_back() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("stop-searched=2");
    cluster.worker("slow=100");
    let mut master = cluster.master("");
    let mut paused = cluster.workers.swap_remove(0);
    let is_there = when_stopped(&mut paused, || {
        cluster.wait_until("given up", |cluster| {
            cluster.errors().contains("w1-") && cluster.errors().contains("was lost")
        });
    });
    assert!(is_there && !master.has_ended());
    cluster.wait_until("back", |cluster| cluster.errors().matches("worker w1-").count() >= 3);
    let answer = cluster.wait(master);
    cluster.assert_solved(&answer, "draw");
}

#[test]
fn links_that_are_cut_each_way_are_repaired() {
    let mut cluster = Cluster::new(&[&CONNECT_FOUR[..], &["--audit", "0"]].concat());
    let wires: Vec<Wire> = (0..3).map(|_| Wire::to(cluster.server.port())).collect();
    cluster.worker_at(&wires[0].url(), "slow=60");
    cluster.worker_at(&wires[1].url(), "slow=60");
    cluster.worker("slow=150");
    let mut master = cluster.master_at(&wires[2].url(), "");
    cluster.wait_until("joined", |cluster| cluster.errors().matches("has joined").count() == 3);
    // A worker is not heard any more.
    wires[0].cut(Way::Up);
    // Another hears nothing.
    wires[1].cut(Way::Down);
    cluster.wait_until("given up", |cluster| cluster.errors().contains("was lost"));
    assert!(!master.has_ended());
    wires[0].repair();
    wires[1].repair();
    for way in [Way::Up, Way::Down] {
        // The master is not heard, and hears nothing.
        wires[2].cut(way);
        std::thread::sleep(Duration::from_millis(1600));
        assert!(!master.has_ended());
        wires[2].repair();
    }
    let answer = cluster.wait(master);
    cluster.assert_solved(&answer, "draw");
}

#[test]
fn a_worker_whose_disk_is_full_is_no_liar() {
    let mut cluster = Cluster::new(&[&CONNECT_FOUR[..], &["--audit", "100"]].concat());
    cluster.worker_without_room();
    cluster.worker("");
    let answer = cluster.wait(cluster.master(""));
    cluster.assert_solved(&answer, "draw");
    assert!(answer.errors.contains("a fragment cannot be written"), "{answer:?}");
    assert!(!answer.errors.contains("not believed"), "{answer:?}");
}

#[test]
fn a_master_whose_disk_is_full_goes_on_in_memory() {
    let mut cluster = Cluster::new(&CONNECT_FOUR);
    cluster.worker("slow=30");
    let master = cluster.master_that_may_be_refused_room();
    cluster.wait_until("joined", |cluster| cluster.errors().contains("has joined"));
    // Room enough for what it says, and for no page of the store.
    master.limit_files("16384");
    cluster.wait_until("full", |cluster| cluster.errors().contains("the store cannot be written"));
    master.limit_files("unlimited");
    let answer = cluster.wait(master);
    cluster.assert_solved(&answer, "draw");
    // Whatever is in the store is whole.
    let again = cluster.wait(cluster.master(""));
    cluster.assert_solved(&again, "draw");
}

#[test]
fn workers_without_the_program_that_has_the_rules_get_no_more_jobs() {
    let command = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../winproof-external/examples/nim.py");
    let mut cluster = Cluster::new(&["--rules", command, "3 4 5 max", "--job-nodes", "50"]);
    cluster.worker("");
    let master = cluster.master("");
    cluster.wait_until("unfit", |cluster| cluster.errors().contains("gets no more jobs"));
    assert!(cluster.errors().contains("start the worker with --rules"), "{}", cluster.errors());
    let url = cluster.server.url();
    let work = ["work", "--server", &url, "--threads", "1", "--memory", "8MiB", "--quiet", "--beat", "300ms"];
    let mut worker = super::support::command(&work);
    let worker = worker.args(["--rules", command]).stderr(std::process::Stdio::null()).spawn().unwrap();
    let _worker = Process(worker);
    let answer = cluster.wait(master);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let checked = run(&["check", cluster.proof().to_str().unwrap(), "--rules", command]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
}
