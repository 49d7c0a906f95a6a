//! How Python is asked, and what its answers may be.

use super::*;
use pyo3::exceptions::{PyAssertionError, PyAttributeError, PyLookupError, PySyntaxError, PyValueError};

impl PythonRules {
    pub(super) fn object(position: &Position) -> &Py<PyAny> {
        &position.key::<Object>().object
    }

    /// Who moves in a position, where it does not say that itself.
    pub(super) fn mover(position: &Position) -> Option<Player> {
        position.key::<Object>().mover
    }

    /// The handle of a position, with whoever moves there if it does not say that itself.
    pub(super) fn position(&self, object: &Bound<'_, PyAny>, mover: Option<Player>) -> PyResult<Position> {
        let py = object.py();
        // Python's own hash and its own idea of equality, each asked once.
        let python_hash = self.asked(py, || object.hash())? as u64;
        let equal = |held: &Bound<'_, PyAny>| self.asked(py, || held.eq(object));
        lock(&self.known).position(object, python_hash, mover, equal)
    }

    /// Whether the status of a position is "turn". What goes wrong now goes wrong again, and is told then.
    pub(super) fn says_turn(&self, object: &Bound<'_, PyAny>) -> bool {
        let (py, method) = (object.py(), self.status.bind(object.py()));
        let answer = self.asked(py, || method.call1((object,)));
        answer.is_ok_and(|answer| answer.is(&self.turn) || answer.eq(self.turn.bind(py)).unwrap_or(false))
    }

    /// Asks Python for something. Ctrl-C in the middle of it ends the search, which gets its answer first: what is
    /// known stays true.
    pub(super) fn asked<T>(&self, py: Python<'_>, ask: impl Fn() -> PyResult<T>) -> PyResult<T> {
        ask().or_else(|error| {
            if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                return Err(error);
            }
            self.cancel.store(true, Ordering::Relaxed);
            ask()
        })
    }

    /// Calls a method.
    pub(super) fn call<'py, A>(
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
        let mover = PythonRules::mover(position);
        let words = [
            (&self.max, mover.is_none(), Player::Max),
            (&self.min, mover.is_none(), Player::Min),
            (&self.turn, mover.is_some(), mover.unwrap_or(Player::Max)),
        ];
        // Texts in programs are the same object wherever they are the same.
        for (word, is_used, player) in words {
            if is_used && answer.is(word) {
                return Ok(Status::Turn(player));
            }
        }
        let ended = |value: Value| Status::Ended(if mover == Some(Player::Min) { value.wrapping_neg() } else { value });
        if let Ok(number) = answer.cast::<PyInt>()
            && let Ok(value) = number.extract::<Value>()
        {
            return Ok(ended(value));
        }
        for (word, is_used, player) in words {
            if is_used && answer.eq(word.bind(py)).unwrap_or(false) {
                return Ok(Status::Turn(player));
            }
        }
        answer.extract::<Value>().map(ended).map_err(|_| {
            let shown = answer.repr().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
            let wanted = match mover {
                None => "'max' or 'min' (who moves), or an int (what the end is worth for Max)",
                Some(_) => {
                    "'turn', as it was for the position in which play starts, or an int (what the end is worth for \
                     whoever's turn it would be)"
                }
            };
            Problem::new(format!("status({position:?}) gave {shown}; it must be {wanted}"))
        })
    }

    pub(super) fn ask_status(&self, py: Python<'_>, position: &Position) -> Result<Status, Problem> {
        let object = PythonRules::object(position);
        let answer = self.call(py, &self.status, position, || (object,))?;
        self.read_status(&answer, position)
    }

    pub(super) fn ask_moves<'py>(&self, py: Python<'py>, position: &Position) -> Result<Bound<'py, PyList>, Problem> {
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

    pub(super) fn ask_play(
        &self,
        py: Python<'_>,
        position: &Position,
        mv: &Bound<'_, PyAny>,
    ) -> Result<Position, Problem> {
        let object = PythonRules::object(position);
        let child = self.call(py, &self.play, position, || (object, mv))?;
        let mover = PythonRules::mover(position).map(Player::opponent);
        self.position(&child, mover).map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
            true => Problem::new(format!(
                "play({position:?}, …) gave a position that is not hashable ({error}); use a tuple or a frozen class"
            )),
            false => raised(py, error, position),
        })
    }

    pub(super) fn text(&self, position: &Position, answer: &Bound<'_, PyAny>) -> Result<String, Problem> {
        answer.extract().map_err(|error: PyErr| raised(answer.py(), error, position))
    }
}

/// An exception of a rule, as it is, with a note that names the position.
pub fn raised(py: Python<'_>, error: PyErr, position: &Position) -> Problem {
    let value = error.value(py);
    // Exceptions have notes from Python 3.11 on, and an attribute always.
    let _ = value.call_method1("add_note", (format!("in the position {position:?}"),));
    let _ = value.setattr("position", PythonRules::object(position));
    Problem::new(format!("the rules raised {error} in the position {position:?}")).caused_by(error)
}

/// Whether an exception is one of those that methods raise, mostly by themselves, where a text is not what they read.
pub fn is_about_text(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyLookupError>(py)
        || error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PySyntaxError>(py)
        || error.is_instance_of::<PyAssertionError>(py)
        || error.is_instance_of::<PyAttributeError>(py)
}
