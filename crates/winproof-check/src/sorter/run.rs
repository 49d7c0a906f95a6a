//! Sorted runs of records: written once, read once, in memory while they are small and in a temporary file beyond that.

use super::Temporary;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom, Write};

/// The buffer of a run; what fits in there needs no file.
const BUFFER: usize = 1 << 16;

/// A sorted run.
#[derive(Debug)]
pub struct Run {
    stored: Stored,
    records: u64,
    pub(super) bytes: u64,
}

/// Where a run is.
#[derive(Debug)]
enum Stored {
    Memory(Vec<u8>),
    File(File),
}

impl Run {
    /// How many records there are.
    pub fn records(&self) -> u64 {
        self.records
    }
}

/// Writes a run, whose records come in the order of their keys.
pub struct RunWriter {
    temporary: Temporary,
    /// What was not written to the file yet.
    buffer: Vec<u8>,
    file: Option<File>,
    last: Vec<u8>,
    records: u64,
    bytes: u64,
}

impl RunWriter {
    /// An empty run.
    pub fn new(temporary: &Temporary) -> RunWriter {
        let temporary = temporary.clone();
        RunWriter { temporary, buffer: Vec::new(), file: None, last: Vec::new(), records: 0, bytes: 0 }
    }

    /// Adds a record: how much of the key is that of the one before, and the rest.
    pub fn add(&mut self, key: &[u8], payload: &[u8]) -> io::Result<()> {
        let shared = self.last.iter().zip(key).take_while(|(a, b)| a == b).count();
        let rest = &key[shared..];
        let before = self.buffer.len();
        for number in [shared, rest.len(), payload.len()] {
            push_number(&mut self.buffer, number);
        }
        self.buffer.extend_from_slice(rest);
        self.buffer.extend_from_slice(payload);
        self.bytes += (self.buffer.len() - before) as u64;
        self.last.truncate(shared);
        self.last.extend_from_slice(rest);
        self.records += 1;
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(self.temporary.file()?),
        };
        file.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// The run, ready to be read.
    pub fn finish(mut self) -> io::Result<Run> {
        if self.file.is_some() {
            self.flush()?;
        }
        let stored = self.file.map_or(Stored::Memory(self.buffer), Stored::File);
        Ok(Run { stored, records: self.records, bytes: self.bytes })
    }
}

/// Reads a run from its start.
#[derive(Debug)]
pub struct RunReader {
    input: Input,
    pub(super) left: u64,
    pub(super) key: Vec<u8>,
    pub(super) payload: Vec<u8>,
}

#[derive(Debug)]
enum Input {
    Memory(Cursor<Vec<u8>>),
    File(BufReader<File>),
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Memory(memory) => memory.read(bytes),
            Input::File(file) => file.read(bytes),
        }
    }
}

impl RunReader {
    /// At the start of a run.
    pub fn new(run: Run) -> io::Result<RunReader> {
        let input = match run.stored {
            Stored::Memory(bytes) => Input::Memory(Cursor::new(bytes)),
            Stored::File(mut file) => {
                file.seek(SeekFrom::Start(0))?;
                Input::File(BufReader::with_capacity(BUFFER, file))
            }
        };
        Ok(RunReader { input, left: run.records, key: Vec::new(), payload: Vec::new() })
    }

    /// Goes to the next record; false after the last one.
    pub fn advance(&mut self) -> io::Result<bool> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let shared = read_number(&mut self.input)?;
        let rest = read_number(&mut self.input)?;
        let payload = read_number(&mut self.input)?;
        self.key.resize(shared + rest, 0);
        self.input.read_exact(&mut self.key[shared..])?;
        self.payload.resize(payload, 0);
        self.input.read_exact(&mut self.payload)?;
        Ok(true)
    }

    /// The record.
    pub fn record(&self) -> (&[u8], &[u8]) {
        (&self.key, &self.payload)
    }
}

/// Seven bits a byte, the lowest first.
fn push_number(output: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        output.push(number as u8 | 0x80);
        number >>= 7;
    }
    output.push(number as u8);
}

fn read_number(input: &mut impl Read) -> io::Result<usize> {
    let mut number = 0;
    for shift in (0..usize::BITS).step_by(7) {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        number |= usize::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            break;
        }
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_any_size_are_read_as_they_were_written() {
        for count in [0_u32, 1, 100, 50_000] {
            let mut writer = RunWriter::new(&Temporary::default());
            let record = |number: u32| (number.to_be_bytes(), vec![7; number as usize % 300]);
            for number in 0..count {
                let (key, payload) = record(number);
                writer.add(&key, &payload).unwrap();
            }
            let run = writer.finish().unwrap();
            assert_eq!(run.records(), u64::from(count));
            assert_eq!(matches!(run.stored, Stored::File(_)), run.bytes >= BUFFER as u64);
            let mut reader = RunReader::new(run).unwrap();
            for number in 0..count {
                assert!(reader.advance().unwrap());
                let (key, payload) = record(number);
                assert_eq!(reader.record(), (key.as_slice(), payload.as_slice()));
            }
            assert!(!reader.advance().unwrap());
        }
    }
}
