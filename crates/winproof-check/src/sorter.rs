//! Sorting more records than there is memory for: sorted runs go to temporary files, and are merged when all are there.
//!
//! A record is a key and a payload, both bytes. Of records with equal keys the one with the least payload stays, so
//! "the lowest rank wins" is a payload that starts with the rank, most significant byte first.
//!
//! Temporary files have no name where the system allows it: nothing is left behind, not even by a run that is killed.

mod run;

pub use run::{Run, RunReader, RunWriter};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The most runs that are merged at a time: each has a file open and a buffer.
const MOST_RUNS: usize = 48;
/// The most that is sorted at a time: places have 32 bits, and larger runs are no faster.
const LARGEST_BUFFER: usize = 1 << 30;

/// Where temporary files go.
#[derive(Clone, Debug, Default)]
pub struct Temporary {
    folder: Option<PathBuf>,
}

impl Temporary {
    /// In a folder; in the system's own for such files if none is given.
    pub fn new(folder: Option<&Path>) -> Temporary {
        Temporary { folder: folder.map(Path::to_path_buf) }
    }

    /// A new file without a name.
    pub fn file(&self) -> io::Result<File> {
        let folder = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        tempfile::tempfile_in(&folder).map_err(|error| {
            io::Error::new(error.kind(), format!("a temporary file in '{}': {error}", folder.display()))
        })
    }
}

/// Records on their way to be sorted.
#[derive(Debug)]
pub struct Sorter {
    /// Records one after the other: length of the key, length of the payload (four bytes each), key, payload.
    buffer: Vec<u8>,
    places: Vec<u32>,
    most_bytes: usize,
    runs: Vec<Run>,
    temporary: Temporary,
    written: u64,
}

impl Sorter {
    /// A sorter that holds about so many bytes at most, and at least enough to be of use.
    pub fn new(most_bytes: usize, temporary: &Temporary) -> Sorter {
        let most_bytes = (most_bytes / 2).clamp(1 << 16, LARGEST_BUFFER);
        let temporary = temporary.clone();
        Sorter { buffer: Vec::new(), places: Vec::new(), most_bytes, runs: Vec::new(), temporary, written: 0 }
    }

    /// Adds a record.
    pub fn add(&mut self, key: &[u8], payload: &[u8]) -> io::Result<()> {
        let bytes = 8 + key.len() + payload.len();
        // A place takes about as much again as the head of a record when its list doubles.
        if !self.places.is_empty() && self.buffer.len() + bytes + 8 * self.places.len() > self.most_bytes {
            self.spill()?;
        }
        self.places.push(self.buffer.len() as u32);
        self.buffer.extend_from_slice(&(key.len() as u32).to_le_bytes());
        self.buffer.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        self.buffer.extend_from_slice(key);
        self.buffer.extend_from_slice(payload);
        Ok(())
    }

    /// Bytes held now.
    pub fn bytes(&self) -> usize {
        self.buffer.capacity() + self.places.capacity() * size_of::<u32>()
    }

    /// Bytes written to temporary files so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    fn sort(&mut self) {
        let Sorter { buffer, places, .. } = self;
        // By key, and then by payload: the least comes first and stays.
        places.sort_unstable_by(|&a, &b| record(buffer, a).cmp(&record(buffer, b)));
        places.dedup_by(|later, first| record(buffer, *later).0 == record(buffer, *first).0);
    }

    /// Writes what is there as a sorted run.
    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut run = RunWriter::new(&self.temporary);
        for &place in &self.places {
            let (key, payload) = record(&self.buffer, place);
            run.add(key, payload)?;
        }
        let run = run.finish()?;
        self.written += run.bytes;
        self.runs.push(run);
        self.buffer.clear();
        self.places.clear();
        if self.runs.len() >= MOST_RUNS {
            let mut merged = Merged::of_runs(std::mem::take(&mut self.runs))?;
            let mut run = RunWriter::new(&self.temporary);
            while let Some((key, payload)) = merged.next()? {
                run.add(key, payload)?;
            }
            let run = run.finish()?;
            self.written += run.bytes;
            self.runs.push(run);
        }
        Ok(())
    }

    /// All records in the order of their keys, each key once.
    pub fn finish(mut self) -> io::Result<Merged> {
        if self.runs.is_empty() {
            self.sort();
            return Ok(Merged::InMemory { buffer: self.buffer, places: self.places, next: 0 });
        }
        self.spill()?;
        Merged::of_runs(self.runs)
    }
}

fn record(buffer: &[u8], place: u32) -> (&[u8], &[u8]) {
    let record = &buffer[place as usize..];
    let (key_bytes, rest) = record.split_at(4);
    let (payload_bytes, rest) = rest.split_at(4);
    let length = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize;
    let (key, rest) = rest.split_at(length(key_bytes));
    (key, &rest[..length(payload_bytes)])
}

/// The next record of a run, key and payload, with the number of the run.
type Next = (Vec<u8>, Vec<u8>, usize);

/// Sorted records, one after the other.
#[derive(Debug)]
pub enum Merged {
    /// All of them were held in memory.
    InMemory {
        /// The records.
        buffer: Vec<u8>,
        /// Where each starts.
        places: Vec<u32>,
        /// The next one.
        next: usize,
    },
    /// Runs in temporary files.
    Runs {
        /// The runs, each at its next record.
        runs: Vec<RunReader>,
        /// The runs that are not at their end, by their next record.
        order: BinaryHeap<Reverse<Next>>,
        /// The record that was given last.
        last: Option<(Vec<u8>, Vec<u8>)>,
        /// The records of all runs.
        records: u64,
    },
}

impl Merged {
    fn of_runs(runs: Vec<Run>) -> io::Result<Merged> {
        let records = runs.iter().map(Run::records).sum();
        let mut readers = Vec::with_capacity(runs.len());
        let mut order = BinaryHeap::with_capacity(runs.len());
        for (number, run) in runs.into_iter().enumerate() {
            let mut reader = RunReader::new(run)?;
            if reader.advance()? {
                order.push(Reverse((reader.key.clone(), reader.payload.clone(), number)));
            }
            readers.push(reader);
        }
        Ok(Merged::Runs { runs: readers, order, last: None, records })
    }

    /// The share of the records that was given so far, from 0 to 1.
    pub fn share(&self) -> f64 {
        let (given, all) = match self {
            Merged::InMemory { places, next, .. } => ((*next).min(places.len()) as u64, places.len() as u64),
            Merged::Runs { runs, records, .. } => (records - runs.iter().map(|run| run.left).sum::<u64>(), *records),
        };
        given as f64 / all.max(1) as f64
    }

    /// The next record.
    #[expect(clippy::should_implement_trait, reason = "a record is lent until the next one is asked for")]
    pub fn next(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        match self {
            Merged::InMemory { buffer, places, next } => {
                let place = places.get(*next);
                *next += 1;
                Ok(place.map(|&place| record(buffer, place)))
            }
            Merged::Runs { runs, order, last, .. } => loop {
                let Some(mut top) = order.peek_mut() else { return Ok(None) };
                let Reverse((key, payload, number)) = &mut *top;
                let reader = &mut runs[*number];
                let is_new = last.as_ref().is_none_or(|(last_key, _)| last_key != key);
                if is_new {
                    let (last_key, last_payload) = last.get_or_insert_default();
                    std::mem::swap(last_key, key);
                    std::mem::swap(last_payload, payload);
                }
                match reader.advance()? {
                    true => {
                        key.clone_from(&reader.key);
                        payload.clone_from(&reader.payload);
                    }
                    false => _ = std::collections::binary_heap::PeekMut::pop(top),
                }
                if is_new {
                    return Ok(last.as_ref().map(|(key, payload)| (key.as_slice(), payload.as_slice())));
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Numbers that look random, the same every time.
    fn numbers(count: usize) -> impl Iterator<Item = u64> {
        (0..count as u64).map(|number| (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).wrapping_mul(number % 7 + 1))
    }

    #[test]
    fn records_come_sorted_and_the_least_payload_stays() {
        for (count, most_bytes) in [(0, 0), (1, 0), (500, 1 << 20), (40_000, 1 << 17), (200_000, 0)] {
            let mut sorter = Sorter::new(most_bytes, &Temporary::default());
            let mut expected: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
            for (place, number) in numbers(count).enumerate() {
                let key = (number % 30_000).to_string().into_bytes();
                let payload = (place as u32).wrapping_mul(2_654_435_761).to_be_bytes()[..place % 5].to_vec();
                sorter.add(&key, &payload).unwrap();
                let least = expected.entry(key).or_insert_with(|| payload.clone());
                if payload < *least {
                    *least = payload;
                }
            }
            let has_runs = !sorter.runs.is_empty();
            assert_eq!(has_runs, sorter.written() > 0);
            assert_eq!(has_runs, count * 16 > sorter.most_bytes, "{count}");
            let mut merged = sorter.finish().unwrap();
            let mut found = Vec::new();
            while let Some((key, payload)) = merged.next().unwrap() {
                found.push((key.to_vec(), payload.to_vec()));
            }
            assert!(
                found.iter().eq(expected
                    .iter()
                    .map(|(key, payload)| (key.clone(), payload.clone()))
                    .collect::<Vec<_>>()
                    .iter())
            );
        }
    }

    #[test]
    fn runs_are_merged_in_turn_when_there_are_many() {
        let mut sorter = Sorter::new(0, &Temporary::default());
        for number in numbers(400_000) {
            sorter.add(&number.to_be_bytes(), b"").unwrap();
        }
        assert!(sorter.runs.len() < MOST_RUNS);
        let mut merged = sorter.finish().unwrap();
        let mut last = None;
        let mut count = 0;
        while let Some((key, _)) = merged.next().unwrap() {
            assert!(last.as_deref() < Some(key));
            last = Some(key.to_vec());
            count += 1;
        }
        assert_eq!(count, numbers(400_000).collect::<std::collections::HashSet<_>>().len());
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let temporary = Temporary::new(Some(Path::new("no/such/folder")));
        assert!(temporary.file().unwrap_err().to_string().contains("no/such/folder"));
    }
}
