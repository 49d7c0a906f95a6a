//! The table's memory for model checking: words whose every order of reads and writes loom tries.

pub(super) use loom::sync::atomic::AtomicU64;

/// A fixed number of 64-bit words that several threads may read and write.
pub(super) struct Words(Vec<AtomicU64>);

impl Words {
    pub(super) fn zeroed(count: usize) -> Option<Words> {
        Some(Words((0..count).map(|_| AtomicU64::new(0)).collect()))
    }

    pub(super) fn improve(&self) {}

    pub(super) fn complete(&self) {}

    pub(super) fn shorten(&mut self, count: usize) {
        self.0.truncate(count);
    }

    pub(super) fn as_slice(&self) -> &[AtomicU64] {
        &self.0
    }

    pub(super) fn prefetch(&self, _word: usize) {}
}
