//! Rules that are a Python object.
//!
//! Positions are any hashable values: a table gives each of them one handle, so what Python calls equal is one
//! position, and two positions never share a hash. Values that nobody needs any more are forgotten when there are many.

use crate::options::wrong;
use hashbrown::HashTable;
use pyo3::exceptions::{
    PyAssertionError, PyAttributeError, PyKeyboardInterrupt, PyLookupError, PySyntaxError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use winproof::hash::scramble;
use winproof::{Player, Status, TextError, Value};
use winproof_external::{Expansion, Key, Position, Problem, Provider, Shelf, WeakPosition};

/// About what a forgotten position still takes.
const BYTES_OF_FORGOTTEN: usize = 300;

/// Rules that are a Python object, as `winproof._rules.Adapter` describes it.
pub struct PythonRules {
    status: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    canonical: Option<Py<PyAny>>,
    foresight: Option<Py<PyAny>>,
    position_text: Option<Py<PyAny>>,
    parse_position: Option<Py<PyAny>>,
    move_text: Py<PyAny>,
    picture: Option<Py<PyAny>>,
    start: Option<Py<PyAny>>,
    name: String,
    parameters: Vec<(String, String)>,
    values: Vec<Value>,
    repetition: Option<Value>,
    players: Option<(String, String)>,
    max: Py<PyString>,
    min: Py<PyString>,
    shelf: Shelf,
    known: Mutex<Known>,
    most_forgotten: usize,
    /// Set by Ctrl-C: the search ends with what is known.
    cancel: Arc<AtomicBool>,
    /// From then on, all positions: letting go of them is put off (`leavings.rs`).
    held: Mutex<Option<Vec<Position>>>,
}

/// The handles of positions.
struct Known {
    /// Python's hashes of positions, with their places in `slots`.
    table: HashTable<(u64, usize)>,
    slots: Vec<Slot>,
    free: Vec<usize>,
    /// Places whose position nobody needs.
    gone: Arc<Mutex<Vec<usize>>>,
    serial: u64,
}

struct Slot {
    handle: WeakPosition,
    object: Option<Py<PyAny>>,
    hash: u64,
    python_hash: u64,
}

/// A position of Python's.
struct Object {
    object: Py<PyAny>,
    place: usize,
    gone: Arc<Mutex<Vec<usize>>>,
}

impl Drop for Object {
    fn drop(&mut self) {
        lock(&self.gone).push(self.place);
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
                Ok(text) => formatter.write_str(&text.to_string_lossy()),
                Err(_) => formatter.write_str("a position without repr"),
            }
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PythonRules {
    /// Reads what an adapter says.
    pub fn new(adapter: &Bound<'_, PyAny>, cache_bytes: usize, cancel: &Arc<AtomicBool>) -> PyResult<PythonRules> {
        let py = adapter.py();
        let get = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let value = adapter.getattr(name)?;
            Ok((!value.is_none()).then(|| value.unbind()))
        };
        let must = |name: &str| get(name)?.ok_or_else(|| wrong(format!("the rules have no method '{name}'")));
        Ok(PythonRules {
            status: must("status")?,
            moves: must("moves")?,
            play: must("play")?,
            canonical: get("canonical")?,
            foresight: get("foresight")?,
            position_text: get("position_text")?,
            parse_position: get("parse_position")?,
            move_text: must("move_text")?,
            picture: get("picture")?,
            start: get("start")?,
            name: adapter.getattr("name")?.extract()?,
            parameters: adapter.getattr("parameters")?.extract()?,
            values: adapter.getattr("values")?.extract()?,
            repetition: adapter.getattr("repetition")?.extract()?,
            players: adapter.getattr("players")?.extract()?,
            max: PyString::intern(py, "max").unbind(),
            min: PyString::intern(py, "min").unbind(),
            shelf: Shelf::new(cache_bytes),
            known: Mutex::new(Known {
                table: HashTable::new(),
                slots: Vec::new(),
                free: Vec::new(),
                gone: Arc::default(),
                serial: 0,
            }),
            most_forgotten: cache_bytes / BYTES_OF_FORGOTTEN,
            cancel: Arc::clone(cancel),
            held: Mutex::default(),
        })
    }

    /// Does something with the interpreter. After Ctrl-C it holds on to all positions.
    fn attached<T>(&self, work: impl FnOnce(Python<'_>) -> T) -> T {
        let done = Python::attach(work);
        if self.cancel.load(Ordering::Relaxed) {
            self.hold();
        }
        done
    }

    /// Holds on to all positions, so that a search that ends need not let go of them.
    pub fn hold(&self) {
        let known = lock(&self.known);
        lock(&self.held).get_or_insert_with(|| known.slots.iter().filter_map(|slot| slot.handle.upgrade()).collect());
    }

    /// Lets go of some of what is held; false if there is nothing more. Moves go first: positions hold no others then,
    /// so that no chain of them falls at once.
    pub fn let_go(&self, count: usize) -> bool {
        if self.shelf.let_go(count) {
            return true;
        }
        let mut held = lock(&self.held);
        if let Some(positions) = held.as_mut().filter(|positions| !positions.is_empty()) {
            positions.truncate(positions.len().saturating_sub(count));
            return true;
        }
        drop(held);
        let mut known = lock(&self.known);
        known.table.clear();
        let left = known.slots.len().saturating_sub(count);
        let fallen = known.slots.split_off(left);
        drop(known);
        // What Python does when it lets go of an object is its own business: nothing is locked meanwhile.
        !fallen.is_empty()
    }

    /// The handle of a position.
    pub fn position(&self, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        let py = object.py();
        // Python's own hash and its own idea of equality, each asked once.
        let python_hash = self.asked(py, || object.hash())? as u64;
        let mut known = lock(&self.known);
        let mut failure = None;
        let found = known.table.find(scramble(python_hash), |&(other, place)| {
            other == python_hash
                && known.slots[place].object.as_ref().is_some_and(|held| {
                    let held = held.bind(py);
                    let is_equal = || self.asked(py, || held.eq(object));
                    held.is(object) || is_equal().unwrap_or_else(|error| failure.replace(error).is_some())
                })
        });
        let found = found.map(|&(_, place)| place);
        if let Some(error) = failure {
            return Err(error);
        }
        let place = match found {
            Some(place) => match known.slots[place].handle.upgrade() {
                Some(position) => return Ok(position),
                // Something that nobody holds is called by its old name, so that tables still know it.
                None => place,
            },
            None => {
                known.forget(self.most_forgotten);
                known.serial += 1;
                let slot = Slot {
                    handle: WeakPosition::default(),
                    object: Some(object.clone().unbind()),
                    hash: scramble(known.serial),
                    python_hash,
                };
                let place = known.free.pop().unwrap_or(known.slots.len());
                match place < known.slots.len() {
                    true => known.slots[place] = slot,
                    false => known.slots.push(slot),
                }
                known.table.insert_unique(scramble(python_hash), (python_hash, place), |&(hash, _)| scramble(hash));
                place
            }
        };
        let object = known.slots[place].object.as_ref().map_or_else(|| py.None(), |object| object.clone_ref(py));
        let key = Object { object, place, gone: Arc::clone(&known.gone) };
        let position = Position::new(known.slots[place].hash, key);
        known.slots[place].handle = position.downgrade();
        Ok(position)
    }

    fn object(position: &Position) -> &Py<PyAny> {
        &position.key::<Object>().object
    }

    /// Asks Python for something. Ctrl-C in the middle of it ends the search, which gets its answer first: what is
    /// known stays true.
    fn asked<T>(&self, py: Python<'_>, ask: impl Fn() -> PyResult<T>) -> PyResult<T> {
        ask().or_else(|error| {
            if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                return Err(error);
            }
            self.cancel.store(true, Ordering::Relaxed);
            ask()
        })
    }

    /// Calls a method.
    fn call<'py, A>(
        &self,
        py: Python<'py>,
        method: &Py<PyAny>,
        position: &Position,
        arguments: impl Fn() -> A,
    ) -> Result<Bound<'py, PyAny>, Problem>
    where
        A: pyo3::call::PyCallArgs<'py>,
    {
        let method = method.bind(py);
        self.asked(py, || method.call1(arguments())).map_err(|error| raised(py, error, position))
    }

    fn read_status(&self, answer: &Bound<'_, PyAny>, position: &Position) -> Result<Status, Problem> {
        let py = answer.py();
        if answer.is(&self.max) {
            return Ok(Status::Turn(Player::Max));
        }
        if answer.is(&self.min) {
            return Ok(Status::Turn(Player::Min));
        }
        if let Ok(number) = answer.cast::<PyInt>()
            && let Ok(value) = number.extract::<Value>()
        {
            return Ok(Status::Ended(value));
        }
        let is = |word: &Py<PyString>| answer.eq(word.bind(py)).unwrap_or(false);
        match answer.extract::<Value>() {
            _ if is(&self.max) => Ok(Status::Turn(Player::Max)),
            _ if is(&self.min) => Ok(Status::Turn(Player::Min)),
            Ok(value) => Ok(Status::Ended(value)),
            Err(_) => {
                let shown = answer.repr().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
                Err(Problem::new(format!(
                    "status({position:?}) gave {shown}; it must be 'max' or 'min' (who moves), or an int (what the end \
                     is worth for Max)"
                )))
            }
        }
    }

    fn ask_status(&self, py: Python<'_>, position: &Position) -> Result<Status, Problem> {
        let object = PythonRules::object(position);
        let answer = self.call(py, &self.status, position, || (object,))?;
        self.read_status(&answer, position)
    }

    fn ask_moves<'py>(&self, py: Python<'py>, position: &Position) -> Result<Bound<'py, PyList>, Problem> {
        let object = PythonRules::object(position);
        let method = self.moves.bind(py);
        // Whatever is no list is gone through here: that may be a generator, whose work is done now.
        let list = self.asked(py, || {
            let answer = method.call1((object,))?;
            match answer.cast_into::<PyList>() {
                // A copy: the rules may use their list again.
                Ok(list) => Ok(list.get_slice(0, list.len())),
                Err(other) => Ok(py.get_type::<PyList>().call1((other.into_inner(),))?.cast_into::<PyList>()?),
            }
        });
        list.map_err(|error| raised(py, error, position))
    }

    fn ask_play(&self, py: Python<'_>, position: &Position, mv: &Bound<'_, PyAny>) -> Result<Position, Problem> {
        let object = PythonRules::object(position);
        let child = self.call(py, &self.play, position, || (object, mv))?;
        self.position(&child).map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
            true => Problem::new(format!(
                "play({position:?}, …) gave a position that is not hashable ({error}); use a tuple or a frozen class"
            )),
            false => raised(py, error, position),
        })
    }

    fn text(&self, position: &Position, answer: &Bound<'_, PyAny>) -> Result<String, Problem> {
        answer.extract().map_err(|error: PyErr| raised(answer.py(), error, position))
    }
}

impl Known {
    /// Forgets positions that nobody needs, if there are many of them.
    fn forget(&mut self, most: usize) {
        if lock(&self.gone).len() <= most {
            return;
        }
        let gone = std::mem::take(&mut *lock(&self.gone));
        for place in gone {
            let slot = &mut self.slots[place];
            if slot.handle.is_gone() && slot.object.take().is_some() {
                let hash = slot.python_hash;
                if let Ok(entry) = self.table.find_entry(scramble(hash), |&entry| entry == (hash, place)) {
                    entry.remove();
                }
                self.free.push(place);
            }
        }
    }
}

/// An exception of a rule, as it is, with a note that names the position.
fn raised(py: Python<'_>, error: PyErr, position: &Position) -> Problem {
    let value = error.value(py);
    // Exceptions have notes from Python 3.11 on, and an attribute always.
    let _ = value.call_method1("add_note", (format!("in the position {position:?}"),));
    let _ = value.setattr("position", PythonRules::object(position));
    Problem::new(format!("the rules raised {error} in the position {position:?}")).caused_by(error)
}

/// Whether an exception is one of those that methods raise, mostly by themselves, where a text is not what they read.
fn is_about_text(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyLookupError>(py)
        || error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PySyntaxError>(py)
        || error.is_instance_of::<PyAssertionError>(py)
        || error.is_instance_of::<PyAttributeError>(py)
}

fn moves(expansion: &Expansion) -> &Py<PyList> {
    expansion.moves.downcast_ref().expect("expansions are made here")
}

impl Provider for PythonRules {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.parameters.clone()
    }
    fn values(&self) -> Vec<Value> {
        self.values.clone()
    }
    fn repetition(&self) -> Option<Value> {
        self.repetition
    }
    // Python runs one thread at a time.
    fn is_shared(&self) -> bool {
        false
    }
    fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    fn start(&self) -> Result<Position, Problem> {
        let Some(start) = &self.start else {
            return Err(Problem::new("where does play start? Give start=…, or rules with an attribute 'start'"));
        };
        self.attached(|py| {
            self.position(start.bind(py))
                .map_err(|error| Problem::new(format!("the start is not a position: {error}")).caused_by(error))
        })
    }

    fn status(&self, position: &Position) -> Result<Status, Problem> {
        self.attached(|py| self.ask_status(py, position))
    }

    fn expand(&self, position: &Position) -> Result<Arc<Expansion>, Problem> {
        self.attached(|py| {
            let list = self.ask_moves(py, position)?;
            let count = list.len();
            Ok(Arc::new(Expansion::new(list.unbind(), count, 64 + (BYTES_OF_FORGOTTEN + 16) * count)))
        })
    }

    fn play(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<Position, Problem> {
        self.attached(|py| {
            let mv = moves(expansion).bind(py).get_item(place).map_err(|error| raised(py, error, position))?;
            self.ask_play(py, position, &mv)
        })
    }

    fn ask_again(&self, positions: &[Position]) -> Result<(), Problem> {
        self.attached(|py| {
            for position in positions.iter().rev() {
                let differs = |what: &str| {
                    Err(Problem::new(format!("the rules break a promise: asked again, {what} {position:?}")))
                };
                let status = self.ask_status(py, position)?;
                if position.status().is_some_and(|earlier| earlier != status) {
                    return differs("status() gives something else for");
                }
                let (Status::Turn(_), Some(known)) = (status, position.expansion()) else { continue };
                let (earlier, list) = (moves(&known).bind(py), self.ask_moves(py, position)?);
                if !earlier.eq(&list).map_err(|error| raised(py, error, position))? {
                    return differs("moves() gives another list for");
                }
                for (place, mv) in list.iter().enumerate() {
                    let child = self.ask_play(py, position, &mv)?;
                    if known.child(place).is_some_and(|earlier| *earlier != child) {
                        return differs("play() leads to another position from");
                    }
                }
            }
            Ok(())
        })
    }

    fn has_texts(&self) -> bool {
        self.position_text.is_some() && self.parse_position.is_some()
    }

    fn position_text(&self, position: &Position) -> Result<String, Problem> {
        let Some(method) = &self.position_text else { return Ok(format!("{position:?}")) };
        self.attached(|py| {
            let object = PythonRules::object(position);
            let answer = self.call(py, method, position, || (object,))?;
            self.text(position, &answer)
        })
    }

    fn parse_position(&self, text: &str) -> Result<Result<Position, TextError>, Problem> {
        let Some(method) = &self.parse_position else {
            return Ok(Err(TextError::new("positions of these rules cannot be read: they have no parse_position()")));
        };
        self.attached(|py| {
            let method = method.bind(py);
            match self.asked(py, || method.call1((text,)).and_then(|object| self.position(&object))) {
                Ok(position) => Ok(Ok(position)),
                // This is how a method says that a text is no position.
                Err(error) if is_about_text(py, &error) => {
                    Ok(Err(TextError::new(format!("'{text}' is not a position: {}", error.value(py)))))
                }
                Err(error) => {
                    Err(Problem::new(format!("the rules raised {error} when they read '{text}'")).caused_by(error))
                }
            }
        })
    }

    fn move_text(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<String, Problem> {
        self.attached(|py| {
            let mv = moves(expansion).bind(py).get_item(place).map_err(|error| raised(py, error, position))?;
            let object = PythonRules::object(position);
            let answer = self.call(py, &self.move_text, position, || (object, &mv))?;
            self.text(position, &answer)
        })
    }

    fn picture(&self, position: &Position) -> Result<Option<String>, Problem> {
        let Some(method) = &self.picture else { return Ok(None) };
        self.attached(|py| {
            let object = PythonRules::object(position);
            let answer = self.call(py, method, position, || (object,))?;
            self.text(position, &answer).map(Some)
        })
    }

    fn player_name(&self, player: Player) -> Option<String> {
        let (max, min) = self.players.as_ref()?;
        Some(if player == Player::Max { max } else { min }.clone())
    }

    fn has_symmetry(&self) -> bool {
        self.canonical.is_some()
    }

    fn canonical(&self, position: &Position) -> Result<Position, Problem> {
        let Some(method) = &self.canonical else { return Ok(position.clone()) };
        self.attached(|py| {
            let object = PythonRules::object(position);
            let answer = self.call(py, method, position, || (object,))?;
            self.position(&answer).map_err(|error| raised(py, error, position))
        })
    }

    fn foresees(&self) -> bool {
        self.foresight.is_some()
    }

    fn foresight(&self, position: &Position) -> Result<Option<(Value, Value)>, Problem> {
        let Some(method) = &self.foresight else { return Ok(None) };
        self.attached(|py| {
            let object = PythonRules::object(position);
            let answer = self.call(py, method, position, || (object,))?;
            answer.extract().map_err(|error: PyErr| raised(py, error, position))
        })
    }
}
