//! The handles of Python's positions.
//!
//! A table gives each position one handle, so what Python calls equal is one position, and two positions never share a
//! hash. A position that nobody needs any more keeps its hash, so that tables of the search still know it, until there
//! are many of these.

use hashbrown::HashTable;
use hashbrown::hash_table::IntoIter;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use winproof::Player;
use winproof::hash::scramble;
use winproof_external::{Key, Position, WeakPosition};

/// About what a forgotten position still takes.
pub const BYTES_OF_FORGOTTEN: usize = 300;

/// What tells a position with Min to move from the same with Max to move, where the position itself does not. Equal
/// objects have equal hashes, so that mixed ones are equal only if the player is the same, too.
const MIN_MOVES: u64 = 0x9E37_79B9_7F4A_7C15;

/// Positions that nobody needs: Python's hashes of them, and where the objects are.
type Gone = Arc<Mutex<Vec<(u64, usize)>>>;

/// A position of Python's.
pub struct Object {
    pub object: Py<PyAny>,
    /// Who moves, where the position itself does not say it.
    pub mover: Option<Player>,
    python_hash: u64,
    gone: Gone,
}

impl Drop for Object {
    fn drop(&mut self) {
        lock(&self.gone).push((self.python_hash, self.object.as_ptr() as usize));
    }
}

impl Key for Object {
    // There is one handle for a position.
    fn equals(&self, _: &dyn Key) -> bool {
        false
    }
    fn heap_bytes(&self) -> usize {
        BYTES_OF_FORGOTTEN
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| {
            let object = self.object.bind(py);
            let text = object.repr().or_else(|error| {
                if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                    return Err(error);
                }
                // Nobody here knows what Ctrl-C is to end: it comes again, to somebody who does.
                let again = object.repr();
                let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
                again
            });
            match text {
                Ok(text) => formatter.write_str(&text.to_string_lossy())?,
                Err(_) => formatter.write_str("a position without repr")?,
            }
            match self.mover {
                Some(player) => write!(formatter, " with {player:?} to move"),
                None => Ok(()),
            }
        })
    }
}

/// Locks; a thread that panicked leaves nothing half done here.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is in the table: all that a look needs is in one place.
struct Entry {
    python_hash: u64,
    hash: u64,
    handle: WeakPosition,
    object: Py<PyAny>,
}

/// The handles of positions.
pub struct Known {
    table: HashTable<Entry>,
    gone: Gone,
    serial: u64,
    most_forgotten: usize,
    /// What is left of the table while it is let go of.
    falling: Option<IntoIter<Entry>>,
}

impl Known {
    /// No positions; so many may be forgotten and still keep their hashes.
    pub fn new(most_forgotten: usize) -> Known {
        Known { table: HashTable::new(), gone: Gone::default(), serial: 0, most_forgotten, falling: None }
    }

    /// The handle of an object, whose hash is Python's, with whoever moves where it does not say that.
    pub fn position(
        &mut self,
        object: &Bound<'_, PyAny>,
        python_hash: u64,
        mover: Option<Player>,
        equal: impl Fn(&Bound<'_, PyAny>) -> PyResult<bool>,
    ) -> PyResult<Position> {
        let py = object.py();
        let python_hash = python_hash ^ if mover == Some(Player::Min) { MIN_MOVES } else { 0 };
        let mut failure = None;
        let found = self.table.find_mut(scramble(python_hash), |entry| {
            entry.python_hash == python_hash
                && (entry.object.is(object) || {
                    let held = entry.object.bind(py);
                    equal(held).unwrap_or_else(|error| failure.replace(error).is_some())
                })
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some(entry) = found {
            if let Some(position) = entry.handle.upgrade() {
                return Ok(position);
            }
            // Something that nobody holds is called by its old name, so that tables still know it.
            let key = Object { object: entry.object.clone_ref(py), mover, python_hash, gone: Arc::clone(&self.gone) };
            let position = Position::new(entry.hash, key);
            entry.handle = position.downgrade();
            return Ok(position);
        }
        self.forget();
        self.serial += 1;
        let hash = scramble(self.serial);
        let held = object.clone().unbind();
        let key = Object { object: held.clone_ref(py), mover, python_hash, gone: Arc::clone(&self.gone) };
        let position = Position::new(hash, key);
        let entry = Entry { python_hash, hash, handle: position.downgrade(), object: held };
        self.table.insert_unique(scramble(python_hash), entry, |entry| scramble(entry.python_hash));
        Ok(position)
    }

    /// All positions that somebody needs.
    pub fn needed(&self) -> Vec<Position> {
        self.table.iter().filter_map(|entry| entry.handle.upgrade()).collect()
    }

    /// Takes some out, the table being of no more use; whoever gets them lets go of them, with nothing locked.
    pub fn fall(&mut self, count: usize) -> Vec<impl Sized + use<>> {
        let falling = self.falling.get_or_insert_with(|| std::mem::take(&mut self.table).into_iter());
        falling.by_ref().take(count).collect::<Vec<Entry>>()
    }

    /// Forgets positions that nobody needs, if there are many of them.
    fn forget(&mut self) {
        if lock(&self.gone).len() <= self.most_forgotten {
            return;
        }
        let gone = std::mem::take(&mut *lock(&self.gone));
        for (python_hash, address) in gone {
            let is_it = |entry: &Entry| entry.object.as_ptr() as usize == address && entry.handle.is_gone();
            if let Ok(entry) = self.table.find_entry(scramble(python_hash), is_it) {
                drop(entry.remove());
            }
        }
    }
}
