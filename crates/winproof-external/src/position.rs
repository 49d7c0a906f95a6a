//! Positions as handles: what they are is the provider's business, what is known of them is kept here.
//!
//! A handle is counted, not copied. What a position leads to is kept on a [`Shelf`] of limited size, from which the
//! oldest falls first; a search that comes back to such a position has the provider asked again. Handles hold no others
//! unless they are on the shelf, so nothing is kept that nobody needs.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use winproof::Status;

/// What a provider knows a position by.
pub trait Key: Any + fmt::Debug + Send + Sync {
    /// Whether it stands for the same position as another key of the same provider that has the same hash.
    fn equals(&self, other: &dyn Key) -> bool;

    /// The bytes that it holds, beside its own size.
    fn heap_bytes(&self) -> usize;
}

/// A position of rules from outside.
#[derive(Clone)]
pub struct Position(Arc<Held>);

struct Held {
    hash: u64,
    key: Box<dyn Key>,
    status: OnceLock<Status>,
    expansion: Mutex<Option<Arc<Expansion>>>,
    /// The moves of a position that led here: whoever asks for this position will soon ask for the others.
    family: OnceLock<Weak<Expansion>>,
}

/// A position that nobody else needs may go.
#[derive(Clone, Debug, Default)]
pub struct WeakPosition(Weak<Held>);

impl WeakPosition {
    /// The position, if somebody still needs it.
    pub fn upgrade(&self) -> Option<Position> {
        self.0.upgrade().map(Position)
    }

    /// Whether it is gone.
    pub fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl Position {
    /// A position with a hash of 64 bits, by which the depth-first searches know it.
    pub fn new(hash: u64, key: impl Key) -> Position {
        Position(Arc::new(Held {
            hash,
            key: Box::new(key),
            status: OnceLock::new(),
            expansion: Mutex::new(None),
            family: OnceLock::new(),
        }))
    }

    /// What the provider knows it by.
    ///
    /// # Panics
    /// If that is of another type.
    pub fn key<K: Key>(&self) -> &K {
        let key: &dyn Any = &*self.0.key;
        key.downcast_ref().expect("a provider asks for keys of its own")
    }

    /// Its hash.
    pub fn hash_value(&self) -> u64 {
        self.0.hash
    }

    /// A handle that does not keep it.
    pub fn downgrade(&self) -> WeakPosition {
        WeakPosition(Arc::downgrade(&self.0))
    }

    /// Who moves, or what it is worth, if that is known.
    pub fn status(&self) -> Option<Status> {
        self.0.status.get().copied()
    }

    /// Notes its status; gives back the one that is known, which may be another.
    pub fn learn_status(&self, status: Status) -> Status {
        *self.0.status.get_or_init(|| status)
    }

    /// Its moves, if they are known.
    pub fn expansion(&self) -> Option<Arc<Expansion>> {
        lock(&self.0.expansion).clone()
    }

    /// Notes its moves, and puts them on a shelf.
    pub fn learn_expansion(&self, expansion: &Arc<Expansion>, shelf: &Shelf) {
        *lock(&self.0.expansion) = Some(Arc::clone(expansion));
        shelf.put(self.clone(), expansion.bytes);
    }

    /// Notes whose moves led here, if that is not known.
    pub fn learn_family(&self, family: &Arc<Expansion>) {
        let _ = self.0.family.set(Arc::downgrade(family));
    }

    /// The positions that the same moves lead to, this one among them, as far as they are known.
    pub fn family(&self) -> Vec<Position> {
        let family = self.0.family.get().and_then(Weak::upgrade);
        family.map_or_else(Vec::new, |family| family.children().cloned().collect())
    }

    /// The bytes that it holds.
    pub fn heap_bytes(&self) -> usize {
        size_of::<Held>() + 2 * size_of::<usize>() + self.0.key.heap_bytes()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.hash == other.0.hash && self.0.key.equals(&*other.0.key)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.key.fmt(formatter)
    }
}

/// The moves of a position, and where they lead.
pub struct Expansion {
    /// The moves, as the provider knows them.
    pub moves: Box<dyn Any + Send + Sync>,
    children: Box<[OnceLock<Position>]>,
    bytes: usize,
}

impl Expansion {
    /// So many moves, which the provider keeps in `moves`, in so many bytes. Where they lead is not yet known.
    pub fn new(moves: impl Any + Send + Sync, count: usize, bytes: usize) -> Expansion {
        let children: Box<[OnceLock<Position>]> = (0..count).map(|_| OnceLock::new()).collect();
        // What a child takes is counted here, since the shelf is what keeps it.
        let bytes = bytes + count * (size_of::<OnceLock<Position>>() + size_of::<Held>() + 64) + 128;
        Expansion { moves: Box::new(moves), children, bytes }
    }

    /// How many moves there are.
    pub fn count(&self) -> usize {
        self.children.len()
    }

    /// Where a move leads, if that is known.
    pub fn child(&self, place: usize) -> Option<&Position> {
        self.children.get(place)?.get()
    }

    /// Notes where a move leads.
    pub fn learn_child(&self, place: usize, child: Position) -> &Position {
        self.children[place].get_or_init(|| child)
    }

    /// Where the moves lead, as far as that is known.
    pub fn children(&self) -> impl Iterator<Item = &Position> {
        self.children.iter().filter_map(OnceLock::get)
    }
}

impl fmt::Debug for Expansion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Expansion").field("children", &self.children).finish_non_exhaustive()
    }
}

/// Expansions within a number of bytes; the oldest falls first.
#[derive(Debug)]
pub struct Shelf {
    most_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// A position that has moves is held by this queue alone, or by whoever uses it: that no chain of positions hangs
    /// on one of them is what keeps it from taking a whole stack to let go of.
    queue: VecDeque<(Position, usize)>,
    bytes: usize,
}

impl Shelf {
    /// A shelf for so many bytes.
    pub fn new(most_bytes: usize) -> Shelf {
        Shelf { most_bytes, kept: Mutex::new(Kept::default()) }
    }

    /// Takes so many expansions off the shelf, the oldest first; false if there is none.
    pub fn let_go(&self, count: usize) -> bool {
        let mut kept = lock(&self.kept);
        let count = count.min(kept.queue.len());
        let fallen: Vec<(Position, usize)> = kept.queue.drain(..count).collect();
        kept.bytes -= fallen.iter().map(|(_, bytes)| bytes).sum::<usize>();
        drop(kept);
        for (position, _) in &fallen {
            forget_moves(position);
        }
        !fallen.is_empty()
    }

    fn put(&self, position: Position, bytes: usize) {
        let mut fallen = Vec::new();
        let mut kept = lock(&self.kept);
        kept.queue.push_back((position, bytes));
        kept.bytes += bytes;
        // The newest stays, however large it is.
        while kept.bytes > self.most_bytes && kept.queue.len() > 1 {
            let Some((oldest, bytes)) = kept.queue.pop_front() else { break };
            kept.bytes -= bytes;
            fallen.push(oldest);
        }
        drop(kept);
        fallen.iter().for_each(forget_moves);
    }
}

/// Makes a position forget its moves, with nothing locked while they go.
fn forget_moves(position: &Position) {
    let expansion = lock(&position.0.expansion).take();
    drop(expansion);
}

/// Locks; a thread that panicked leaves nothing half done here.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
