//! A bucket of each table under every order of reads and writes (loom): what is returned was stored under the key that
//! was asked for. Orders in which a thread is interrupted more than three times are left out. `test-memory.sh` runs
//! this. Without the XOR of an entry's words, or with a plain XOR in the table of alpha-beta, these tests fail.

use super::replacement::{Remembered, Replacement, ScoreTable};
use super::{Keys, Table, ValueBounds};
use crate::effort::numbers::ProofNumbers;
use loom::sync::Arc;
use loom::thread;
use std::sync::atomic::{AtomicBool, Ordering};

/// Keys of different positions that share the only bucket.
fn keys(number: u64) -> Keys {
    let hash = number << 32 | 0x1234_5678;
    Keys { hash, goal: hash ^ 0x5555_0000, path: hash ^ 0xAAAA_0000 }
}

fn numbers(proof: u32) -> ProofNumbers {
    ProofNumbers { proof, disproof: proof + 1 }
}

/// Tries all orders of a run, which says whether its reader found an entry: in some orders it must, in others not.
fn model(run: impl Fn() -> bool + Sync + Send + 'static) {
    let found = std::sync::Arc::new([AtomicBool::new(false), AtomicBool::new(false)]);
    let ends = found.clone();
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || ends[usize::from(run())].store(true, Ordering::Relaxed));
    assert!(found.iter().all(|is_seen| is_seen.load(Ordering::Relaxed)), "{found:?}");
}

/// Two writers want the only entry; a reader asks for both positions.
#[test]
fn numbers_and_bounds() {
    model(|| {
        let table = Arc::new(Table::with_entries(1).unwrap());
        let (one, other) = (table.clone(), table.clone());
        let first = thread::spawn(move || one.store_numbers(&keys(1), numbers(7), 3, 5));
        let second = thread::spawn(move || other.store_bounds(&keys(2), ValueBounds { lowest: 1, highest: 2 }, 5));
        let known = table.look_up(&keys(1));
        let mut is_found = known.numbers.is_some();
        assert!(known.numbers.is_none_or(|found| found == (numbers(7), 3)), "{known:?}");
        assert_eq!((known.bounds, known.lost_on_path), (None, None));
        let known = table.look_up(&keys(2));
        is_found |= known.bounds.is_some();
        assert!(known.bounds.is_none_or(|found| found == ValueBounds { lowest: 1, highest: 2 }), "{known:?}");
        assert_eq!((known.numbers, known.lost_on_path), (None, None));
        first.join().unwrap();
        second.join().unwrap();
        is_found
    });
}

/// Two writers store the same position again and again; whoever reads gets one of what they stored.
#[test]
fn the_same_position_twice() {
    model(|| {
        let table = Arc::new(Table::with_entries(2).unwrap());
        let (one, other) = (table.clone(), table.clone());
        let first = thread::spawn(move || one.store_numbers(&keys(1), numbers(7), 3, 5));
        let second = thread::spawn(move || other.store_numbers(&keys(1), numbers(9), 4, 1));
        let known = table.look_up(&keys(1)).numbers;
        let is_found = known.is_some();
        let stored = [(numbers(7), 3), (numbers(9), 4)];
        assert!(known.is_none_or(|found| stored.contains(&found)), "{known:?}");
        first.join().unwrap();
        second.join().unwrap();
        let known = table.look_up(&keys(1)).numbers;
        assert!(known.is_none_or(|found| stored.contains(&found)), "{known:?}");
        is_found
    });
}

/// What holds on one path is found on that path only, while another entry takes its place.
#[test]
fn what_holds_on_a_path() {
    model(|| {
        let table = Arc::new(Table::with_entries(1).unwrap());
        let (one, other) = (table.clone(), table.clone());
        let first = thread::spawn(move || one.store_lost_on_path(&keys(1), 2, 5));
        let second = thread::spawn(move || other.store_numbers(&keys(3), numbers(2), 1, 9));
        let known = table.look_up(&keys(1));
        assert!(known.lost_on_path.is_none_or(|found| found as u16 == 2), "{known:?}");
        assert_eq!((known.bounds, known.numbers), (None, None));
        let elsewhere = Keys { path: 99, ..keys(1) };
        assert_eq!(table.look_up(&elsewhere).lost_on_path, None);
        first.join().unwrap();
        second.join().unwrap();
        known.lost_on_path.is_some()
    });
}

fn remembered(low: u16, work: u32) -> Remembered {
    Remembered { low, high: 2, best: None, height: 3, work, limit: 0, stamp: 0 }
}

/// The table of alpha-beta: the XOR of the two words of these entries is the same.
#[test]
fn scores() {
    model(|| {
        let table = Arc::new(ScoreTable::with_entries(1, Replacement::New, false).unwrap());
        let (one, other) = (table.clone(), table.clone());
        let first = thread::spawn(move || one.store(1 << 40, remembered(0, 5)));
        let second = thread::spawn(move || other.store(2 << 40, remembered(1, 4)));
        let found = table.look_up(1 << 40);
        let is_found = found.is_some();
        assert!(found.is_none_or(|found| found == remembered(0, 5)), "{found:?}");
        let found = table.look_up(2 << 40);
        assert!(found.is_none_or(|found| found == remembered(1, 4)), "{found:?}");
        first.join().unwrap();
        second.join().unwrap();
        is_found
    });
}
