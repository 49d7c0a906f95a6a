//! Rules that are a Python object.
//!
//! | file | part |
//! | --- | --- |
//! | `rules/known.rs` | the handles of positions, which are any hashable values |
//! | `rules/asking.rs` | how Python is asked, and what its answers may be |

mod asking;
mod known;

use crate::options::wrong;
use crate::solve::Root;
use asking::{is_about_text, raised};
use known::{BYTES_OF_FORGOTTEN, Known, Object, lock};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use winproof::{Player, Status, TextError, Value};
use winproof_external::{Expansion, Position, Problem, Provider, Shelf};

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
    turn: Py<PyString>,
    /// Whether positions do not say who moves: players take turns, and whoever moves first is Max.
    takes_turns: bool,
    /// Whether moves are kept when it is known where all of them lead.
    keeps_moves: AtomicBool,
    shelf: Shelf,
    known: Mutex<Known>,
    /// Set by Ctrl-C: the search ends with what is known.
    cancel: Arc<AtomicBool>,
    /// From then on, all positions: letting go of them is put off (`leavings.rs`).
    held: Mutex<Option<Vec<Position>>>,
}

impl PythonRules {
    /// Reads what an adapter says, for a search at a position.
    pub fn new(
        adapter: &Bound<'_, PyAny>,
        cache_bytes: usize,
        cancel: &Arc<AtomicBool>,
        root: &Root<'_>,
    ) -> PyResult<PythonRules> {
        let py = adapter.py();
        let get = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let value = adapter.getattr(name)?;
            Ok((!value.is_none()).then(|| value.unbind()))
        };
        let must = |name: &str| get(name)?.ok_or_else(|| wrong(format!("the rules have no method '{name}'")));
        let mut rules = PythonRules {
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
            turn: PyString::intern(py, "turn").unbind(),
            takes_turns: false,
            keeps_moves: AtomicBool::new(true),
            shelf: Shelf::new(cache_bytes),
            known: Mutex::new(Known::new(cache_bytes / BYTES_OF_FORGOTTEN)),
            cancel: Arc::clone(cancel),
            held: Mutex::default(),
        };
        rules.look_for_turns(py, root);
        Ok(rules)
    }

    /// A move.
    fn mv<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        moves: &Moves,
        place: usize,
    ) -> Result<Bound<'py, PyAny>, Problem> {
        let kept = lock(&moves.list).as_ref().map(|list| list.bind(py).get_item(place));
        match kept {
            Some(mv) => mv.map_err(|error| raised(py, error, position)),
            None => self.ask_moves(py, position)?.get_item(place).map_err(|error| raised(py, error, position)),
        }
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
        lock(&self.held).get_or_insert_with(|| known.needed());
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
        let fallen = lock(&self.known).fall(count);
        // What Python does when it lets go of an object is its own business: nothing is locked meanwhile.
        !fallen.is_empty()
    }

    /// Looks whether positions say who moves, by the status of the one at which a search starts or which a text stands
    /// for.
    fn look_for_turns(&mut self, py: Python<'_>, root: &Root<'_>) {
        let object = match root {
            Root::Start(Some(object)) => Some(object.clone()),
            Root::Start(None) => self.start.as_ref().map(|start| start.bind(py).clone()),
            Root::Text(text) => match (split_mover(text), &self.parse_position) {
                (Some((words, _)), Some(method)) => self.asked(py, || method.bind(py).call1((words,))).ok(),
                _ => None,
            },
        };
        self.takes_turns = object.is_some_and(|object| self.says_turn(&object));
        if self.takes_turns {
            // What is worth 1 for one player is worth -1 for the other.
            self.values.extend(self.values.clone().iter().map(|value| value.wrapping_neg()));
            self.values.sort_unstable();
            self.values.dedup();
        }
    }

    /// From now on moves that are of no more use need not be kept, since nobody compares them with others.
    pub fn let_go_of_moves(&self) {
        self.keeps_moves.store(false, Ordering::Relaxed);
    }

    /// The position at which a search starts. Whoever moves there is Max, where positions do not say who moves.
    pub fn root(&self, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        self.position(object, self.takes_turns.then_some(Player::Max))
    }
}

/// The moves of a position.
struct Moves {
    list: Mutex<Option<Py<PyList>>>,
    /// For how many it is not known where they lead.
    unplayed: AtomicUsize,
}

impl Moves {
    fn of(expansion: &Expansion) -> &Moves {
        expansion.moves.downcast_ref().expect("expansions are made here")
    }
}

/// A text without who moves at its end, and who does.
fn split_mover(text: &str) -> Option<(&str, Player)> {
    let (words, last) = text.rsplit_once(' ')?;
    let player = [Player::Max, Player::Min].into_iter().find(|player| word(*player) == last)?;
    Some((words, player))
}

fn word(player: Player) -> &'static str {
    if player == Player::Max { "max" } else { "min" }
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
            self.root(start.bind(py))
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
            let moves = Moves { list: Mutex::new(Some(list.unbind())), unplayed: AtomicUsize::new(count) };
            Ok(Arc::new(Expansion::new(moves, count, 64 + (BYTES_OF_FORGOTTEN + 16) * count)))
        })
    }

    fn play(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<Position, Problem> {
        self.attached(|py| {
            let moves = Moves::of(expansion);
            let mv = self.mv(py, position, moves, place)?;
            let child = self.ask_play(py, position, &mv)?;
            if moves.unplayed.fetch_sub(1, Ordering::Relaxed) == 1 && !self.keeps_moves.load(Ordering::Relaxed) {
                // Who wants to know them asks again. They are let go of while the processor still has them at hand.
                let list = lock(&moves.list).take();
                drop(list);
            }
            Ok(child)
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
                let list = self.ask_moves(py, position)?;
                let earlier = lock(&Moves::of(&known).list).as_ref().map(|list| list.clone_ref(py));
                let is_same = earlier.map_or(Ok(true), |earlier| earlier.bind(py).eq(&list));
                if !is_same.map_err(|error| raised(py, error, position))? {
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
            let text = self.text(position, &answer)?;
            Ok(match PythonRules::mover(position) {
                None => text,
                Some(player) => format!("{text} {}", word(player)),
            })
        })
    }

    fn parse_position(&self, text: &str) -> Result<Result<Position, TextError>, Problem> {
        let Some(method) = &self.parse_position else {
            return Ok(Err(TextError::new("positions of these rules cannot be read: they have no parse_position()")));
        };
        let (words, mover) = match (self.takes_turns, split_mover(text)) {
            (false, _) => (text, None),
            (true, Some((words, player))) => (words, Some(player)),
            (true, None) => {
                return Ok(Err(TextError::new(format!("'{text}' does not end with who moves, max or min"))));
            }
        };
        self.attached(|py| {
            let method = method.bind(py);
            match self.asked(py, || method.call1((words,)).and_then(|object| self.position(&object, mover))) {
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
            let mv = self.mv(py, position, Moves::of(expansion), place)?;
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
            self.position(&answer, PythonRules::mover(position)).map_err(|error| raised(py, error, position))
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
            let bounds: Option<(Value, Value)> = answer.extract().map_err(|error| raised(py, error, position))?;
            Ok(match (PythonRules::mover(position), bounds) {
                (Some(Player::Min), Some((low, high))) => Some((high.wrapping_neg(), low.wrapping_neg())),
                _ => bounds,
            })
        })
    }
}
