//! The one game for all rules from outside.

use crate::position::{Expansion, Key, Position, lock};
use crate::provider::{Problem, Provider};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use winproof::open::{OpenGame, Opened};
use winproof::{Game, Player, Rules, Status, TextError, TextRules, Value, Viewpoint};

/// The most moves that a position can have: a search's nodes have no room for more.
const MOST_MOVES: usize = 32_767;

/// Rules from outside as a game.
///
/// After a [`Problem`] it makes up answers that bring every search to its end: see [`External::problem`].
#[derive(Clone)]
pub struct External {
    inner: Arc<Inner>,
}

struct Inner {
    provider: Arc<dyn Provider>,
    values: Vec<Value>,
    repetition: Option<Value>,
    problem: Mutex<Option<Problem>>,
    is_broken: AtomicBool,
    /// Whether the rules are being tested. The flag ends that too, and so does the clock: answers are made up then, and
    /// nobody believes them.
    is_tested: AtomicBool,
    test_ends: Mutex<Instant>,
    /// Set with the first problem.
    cancel: Arc<AtomicBool>,
    /// Where all moves lead after a problem.
    nowhere: Position,
}

/// The key of the position that is no position.
#[derive(Debug)]
struct Nowhere;

impl Key for Nowhere {
    fn equals(&self, _: &dyn Key) -> bool {
        false
    }
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl External {
    /// A game by the rules of a provider. The first problem sets the flag, which has to be in the limits of every
    /// search.
    pub fn new(provider: Arc<dyn Provider>, cancel: Arc<AtomicBool>) -> External {
        let (values, repetition) = (provider.values(), provider.repetition());
        let nowhere = Position::new(0, Nowhere);
        nowhere.learn_status(Status::Ended(values.first().copied().unwrap_or(0)));
        let problem = Mutex::new(None);
        let (is_broken, is_tested) = (AtomicBool::new(false), AtomicBool::new(false));
        let test_ends = Mutex::new(Instant::now());
        let inner = Inner { provider, values, repetition, problem, is_broken, is_tested, test_ends, cancel, nowhere };
        External { inner: Arc::new(inner) }
    }

    /// The first problem that there was, if nobody has taken it before. Nothing that was answered since means anything.
    pub fn problem(&self) -> Option<Problem> {
        lock(&self.inner.problem).take()
    }

    /// The position in which a game starts.
    pub fn start(&self) -> Result<Position, Problem> {
        self.inner.provider.start()
    }

    /// The position that a text stands for.
    pub fn read(&self, text: &str) -> Result<Result<Position, TextError>, Problem> {
        self.inner.provider.parse_position(text)
    }

    /// The game at a position, where whoever moves is Max.
    pub fn open(&self, root: Position) -> Box<dyn OpenGame> {
        let game = Viewpoint::of_mover(self.clone(), &root);
        let is_exchanged = game.is_exchanged();
        let opened = Opened::new(game, root).exchanged(is_exchanged);
        Box::new(if self.inner.provider.is_shared() { opened.shared() } else { opened })
    }

    pub(crate) fn provider(&self) -> &dyn Provider {
        &*self.inner.provider
    }

    /// The answer, or the one that is made up after a problem.
    fn or<T>(&self, answer: Result<T, Problem>, made_up: impl FnOnce() -> T) -> T {
        answer.unwrap_or_else(|problem| {
            lock(&self.inner.problem).get_or_insert(problem);
            self.inner.is_broken.store(true, Ordering::Relaxed);
            self.inner.cancel.store(true, Ordering::Relaxed);
            made_up()
        })
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.inner.is_broken.load(Ordering::Relaxed) || self.inner.is_tested.load(Ordering::Relaxed) && self.is_late()
    }

    /// Whether it is time for a test of the rules to end.
    pub(crate) fn is_late(&self) -> bool {
        self.is_cancelled() || Instant::now() >= *lock(&self.inner.test_ends)
    }

    /// Whether somebody has set the flag.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.inner.cancel.load(Ordering::Relaxed)
    }

    /// Does a test of the rules, which takes so long at most.
    pub(crate) fn tested<T>(&self, most: Duration, test: impl FnOnce() -> T) -> T {
        *lock(&self.inner.test_ends) = Instant::now() + most;
        self.inner.is_tested.store(true, Ordering::Relaxed);
        let done = test();
        self.inner.is_tested.store(false, Ordering::Relaxed);
        done
    }

    fn made_up(&self) -> Status {
        Status::Ended(self.inner.values.first().copied().unwrap_or(0))
    }

    fn ask_status(&self, position: &Position) -> Result<Status, Problem> {
        let status = self.inner.provider.status(position)?;
        if let Status::Ended(value) = status
            && !self.inner.values.contains(&value)
        {
            let values = &self.inner.values;
            return Err(Problem::new(format!(
                "{position:?} ends worth {value}, which is not among the values that the rules list: {values:?}"
            )));
        }
        Ok(position.learn_status(status))
    }

    /// The moves of a position.
    pub(crate) fn ask_expansion(&self, position: &Position) -> Result<Arc<Expansion>, Problem> {
        if let Some(expansion) = position.expansion() {
            return Ok(expansion);
        }
        let expansion = self.inner.provider.expand(position)?;
        match expansion.count() {
            0 => Err(Problem::new(format!(
                "there is no move in {position:?}, where play goes on; a player who cannot move has to pass, or play \
                 ends there"
            ))),
            count if count > MOST_MOVES => {
                Err(Problem::new(format!("{position:?} has {count} moves; a search has room for {MOST_MOVES}")))
            }
            _ => {
                position.learn_expansion(&expansion, self.inner.provider.shelf());
                Ok(expansion)
            }
        }
    }

    pub(crate) fn ask_child(&self, position: &Position, place: usize) -> Result<Position, Problem> {
        let expansion = self.ask_expansion(position)?;
        if let Some(child) = expansion.child(place) {
            return Ok(child.clone());
        }
        if place >= expansion.count() {
            // Only rules that say something else than before come here.
            return Err(Problem::new(format!("{position:?} has other moves than before")));
        }
        let child = self.inner.provider.play(position, &expansion, place)?;
        Ok(expansion.learn_child(place, child).clone())
    }
}

impl Rules for External {
    type Position = Position;
    type Move = u16;

    fn status(&self, position: &Position) -> Status {
        // What was said once stays, whatever goes wrong: searches rely on it.
        let made_up = || position.learn_status(self.made_up());
        match position.status() {
            Some(status) => status,
            None if self.inner.is_broken.load(Ordering::Relaxed) => made_up(),
            // The rules may still be asked, after the test.
            None if self.is_broken() => self.made_up(),
            None => self.or(self.ask_status(position), made_up),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u16>) {
        let count = self.mobility(position);
        // At most as many as fit: see MOST_MOVES.
        moves.extend(0..count as u16);
    }

    fn play(&self, position: &Position, place: u16) -> Position {
        let nowhere = || self.inner.nowhere.clone();
        let place = usize::from(place);
        match self.is_broken() {
            true => position.expansion().and_then(|known| known.child(place).cloned()).unwrap_or_else(nowhere),
            false => self.or(self.ask_child(position, place), nowhere),
        }
    }

    fn values(&self) -> Vec<Value> {
        self.inner.values.clone()
    }

    fn repetition(&self) -> Option<Value> {
        self.inner.repetition
    }
}

impl Game for External {
    fn canonical(&self, position: &Position) -> Position {
        match self.inner.provider.has_symmetry() && !self.is_broken() {
            true => self.or(self.inner.provider.canonical(position), || position.clone()),
            false => position.clone(),
        }
    }

    fn has_symmetry(&self) -> bool {
        self.inner.provider.has_symmetry()
    }

    fn mobility(&self, position: &Position) -> u32 {
        let count = |expansion: Arc<Expansion>| expansion.count() as u32;
        match self.is_broken() {
            true => position.expansion().map_or(1, count),
            false => self.or(self.ask_expansion(position).map(count), || 1),
        }
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash_value()
    }

    fn foresight(&self, position: &Position) -> Option<(Value, Value)> {
        if !self.inner.provider.foresees() || self.is_broken() {
            return None;
        }
        let bounds = self.inner.provider.foresight(position).and_then(|bounds| match bounds {
            Some((low, high)) if low > high || ![low, high].iter().all(|value| self.inner.values.contains(value)) => {
                Err(Problem::new(format!(
                    "{position:?} is foreseen to be worth {low} to {high}, which are not two values in order"
                )))
            }
            bounds => Ok(bounds),
        });
        self.or(bounds, || None)
    }

    fn foresees(&self) -> bool {
        self.inner.provider.foresees()
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        position.heap_bytes()
    }

    fn is_slow(&self) -> bool {
        true
    }
}

impl TextRules for External {
    fn name(&self) -> String {
        self.inner.provider.name()
    }

    fn parameters(&self) -> Vec<(String, String)> {
        self.inner.provider.parameters()
    }

    fn start(&self) -> Position {
        self.or(self.inner.provider.start(), || self.inner.nowhere.clone())
    }

    fn position_text(&self, position: &Position) -> String {
        match self.is_broken() {
            true => String::new(),
            false => self.or(self.inner.provider.position_text(position), String::new),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let broken = || Err(TextError::new("the rules have failed"));
        match self.is_broken() {
            true => broken(),
            false => self.or(self.inner.provider.parse_position(text), broken),
        }
    }

    fn move_text(&self, position: &Position, place: u16) -> String {
        if self.is_broken() {
            return String::new();
        }
        let text = self
            .ask_expansion(position)
            .and_then(|expansion| self.inner.provider.move_text(position, &expansion, usize::from(place)));
        self.or(text, String::new)
    }

    fn picture(&self, position: &Position) -> String {
        let picture = match self.is_broken() {
            true => None,
            false => self.or(self.inner.provider.picture(position), || None),
        };
        // A text is no board: without plain spaces there is no room in it to mark squares.
        picture.unwrap_or_else(|| self.position_text(position).replace(' ', "\u{a0}"))
    }

    fn player_name(&self, player: Player) -> String {
        self.inner.provider.player_name(player).unwrap_or_else(|| format!("{player:?}"))
    }

    fn value_text(&self, _: &Position, value: Value) -> String {
        let name = |player| self.player_name(player);
        match value {
            // Scores of an unknown meaning: the number says all that is known.
            _ if self.inner.values.iter().any(|value| value.unsigned_abs() > 1) => {
                format!("worth {value} for {}", name(Player::Max))
            }
            0 => "draw".to_string(),
            1.. => format!("{} wins", name(Player::Max)),
            _ => format!("{} wins", name(Player::Min)),
        }
    }
}
