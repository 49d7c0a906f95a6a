//! Rules that are a program, asked over its standard input and output: see `PROTOCOL.md`.
//!
//! A position is its text. Whoever asks for a position asks for those beside it as well, so that most questions are
//! about many positions; several threads ask several processes of the same program.

mod messages;
mod process;

pub use process::Interruption;

use crate::position::{Expansion, Key, Position, Shelf, WeakPosition, lock};
use crate::provider::{Problem, Provider};
use hashbrown::HashTable;
use messages::{Answer, RulesAnswer};
use process::Pool;
use std::any::Any;
use std::fmt;
use std::hash::Hasher;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use winproof::hash::PositionHasher;
use winproof::{Player, Status, TextError, Value};

/// The parameter of a certificate that holds the hash that a program gives for its rules.
pub const HASH_PARAMETER: &str = "rules";

/// A question is about this many positions at most.
const MOST_AT_ONCE: usize = 1000;

/// How a program is asked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long an answer may take.
    pub patience: Duration,
    /// How many processes there may be; as many as threads ask.
    pub processes: usize,
    /// The bytes of answers that are remembered.
    pub cache_bytes: usize,
    /// The flag that ends searches: nobody waits long for an answer then.
    pub cancel: Arc<AtomicBool>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { patience: Duration::from_secs(10), processes: 1, cache_bytes: 256 << 20, cancel: Arc::default() }
    }
}

/// Rules that are a program.
pub struct Program {
    pool: Pool,
    rules: RulesAnswer,
    known: Mutex<Known>,
    shelf: Shelf,
}

/// Positions that somebody holds, by their texts.
#[derive(Default)]
struct Known {
    table: HashTable<(u64, WeakPosition)>,
    /// Gone ones are swept out when there are this many.
    sweep_at: usize,
}

/// The text of a position.
struct Text(Box<str>);

impl Key for Text {
    fn equals(&self, other: &dyn Key) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Text>().is_some_and(|other| self.0 == other.0)
    }
    fn heap_bytes(&self) -> usize {
        self.0.len() + size_of::<Text>()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "'{}'", self.0.escape_debug())
    }
}

/// The texts of the moves of a position.
struct Moves(Vec<Box<str>>);

impl Program {
    /// Starts a program by its command line, in which quotes are as in a shell, and asks it for its rules.
    pub fn start(command: &str, settings: Settings) -> Result<Program, Problem> {
        let pool = Pool::new(command, &settings)?;
        let rules = pool.ask_for_rules()?;
        Ok(Program { pool, rules, known: Mutex::default(), shelf: Shelf::new(settings.cache_bytes) })
    }

    fn text(position: &Position) -> &str {
        &position.key::<Text>().0
    }

    /// The position of a text; the same one as long as somebody holds it.
    fn position(&self, text: &str) -> Position {
        let mut hasher = PositionHasher::default();
        hasher.write(text.as_bytes());
        let hash = hasher.finish();
        let mut known = lock(&self.known);
        let found = known.table.find(hash, |(other, position)| {
            *other == hash && position.upgrade().is_some_and(|position| Program::text(&position) == text)
        });
        if let Some(position) = found.and_then(|(_, position)| position.upgrade()) {
            return position;
        }
        if known.table.len() >= known.sweep_at {
            known.table.retain(|(_, position)| !position.is_gone());
            known.sweep_at = 1024.max(2 * known.table.len());
        }
        let position = Position::new(hash, Text(text.into()));
        known.table.insert_unique(hash, (hash, position.downgrade()), |(hash, _)| *hash);
        position
    }

    /// Asks for positions and takes the answers in. The first of them must be one; where another is none, that is an
    /// error too, since moves led there.
    fn look(&self, positions: &[Position]) -> Result<(), Problem> {
        for positions in positions.chunks(MOST_AT_ONCE) {
            let texts: Vec<&str> = positions.iter().map(Program::text).collect();
            let answers = self.pool.ask(&texts)?;
            for (position, answer) in positions.iter().zip(answers) {
                match self.take_in(position, answer)? {
                    Ok(own) if own == *position => {}
                    Ok(own) => {
                        return Err(self.pool.nonsense(format!(
                            "it gave {position:?} as a position, and now says that its text is {own:?}; a position has \
                             one text"
                        )));
                    }
                    Err(why) => {
                        return Err(self.pool.nonsense(format!(
                            "it gave {position:?} as a position, and now says that it is none: {why}"
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes in what is said of a position. Gives back the position by its own text, or why it is none.
    fn take_in(&self, asked: &Position, answer: Answer) -> Result<Result<Position, TextError>, Problem> {
        let (status, moves, children, text) = match answer {
            Answer::Error { error } => return Ok(Err(TextError::new(error))),
            Answer::End { end, text } => (Status::Ended(end), Vec::new(), Vec::new(), text),
            Answer::Turn { turn, moves, children, text } => (Status::Turn(turn.into()), moves, children, text),
        };
        let position = match &text {
            Some(text) => self.position(text),
            None => asked.clone(),
        };
        if moves.len() != children.len() {
            let (moves, children) = (moves.len(), children.len());
            return Err(self.pool.nonsense(format!("{position:?} has {moves} moves and {children} children")));
        }
        if matches!(status, Status::Turn(_)) && moves.is_empty() {
            return Err(self.pool.nonsense(format!(
                "there is no move in {position:?}, where play goes on; a player who cannot move has to pass, or play \
                 ends there"
            )));
        }
        if let Status::Ended(value) = status
            && !self.rules.values.contains(&value)
        {
            return Err(self.pool.nonsense(format!(
                "{position:?} ends worth {value}, which is not among the values that it listed: {:?}",
                self.rules.values
            )));
        }
        let earlier = position.learn_status(status);
        if earlier != status {
            return Err(self.contradicts(&position, &format!("{earlier:?}"), &format!("{status:?}")));
        }
        if let Status::Turn(_) = status {
            let bytes = moves.iter().map(|text| text.len() + 16).sum::<usize>();
            let bytes = bytes + children.iter().map(String::len).sum::<usize>();
            let count = moves.len();
            let moves: Vec<Box<str>> = moves.into_iter().map(String::into_boxed_str).collect();
            if let Some(known) = position.expansion() {
                self.compare(&position, &known, &moves, &children)?;
                return Ok(Ok(position));
            }
            let expansion = Arc::new(Expansion::new(Moves(moves), count, bytes));
            for (place, text) in children.iter().enumerate() {
                expansion.learn_child(place, self.position(text)).learn_family(&expansion);
            }
            position.learn_expansion(&expansion, &self.shelf);
        }
        Ok(Ok(position))
    }

    /// Whether the same was said before.
    fn compare(
        &self,
        position: &Position,
        known: &Expansion,
        moves: &[Box<str>],
        children: &[String],
    ) -> Result<(), Problem> {
        let earlier = texts(known);
        if earlier != moves {
            return Err(self.contradicts(position, &format!("the moves {earlier:?}"), &format!("{moves:?}")));
        }
        for (place, child) in children.iter().enumerate() {
            if let Some(earlier) = known.child(place)
                && Program::text(earlier) != child
            {
                let first = format!("that the move {:?} leads to {earlier:?}", moves[place]);
                return Err(self.contradicts(position, &first, &format!("to '{child}'")));
            }
        }
        Ok(())
    }

    fn contradicts(&self, position: &Position, first: &str, later: &str) -> Problem {
        self.pool.nonsense(format!("it contradicts itself: of {position:?} it first said {first} and later {later}"))
    }
}

fn texts(expansion: &Expansion) -> &[Box<str>] {
    expansion.moves.downcast_ref::<Moves>().map_or(&[], |moves| &moves.0)
}

impl Provider for Program {
    fn name(&self) -> String {
        self.rules.name.clone()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        vec![(HASH_PARAMETER.to_string(), self.rules.hash.clone())]
    }
    fn values(&self) -> Vec<Value> {
        self.rules.values.clone()
    }
    fn repetition(&self) -> Option<Value> {
        self.rules.repetition
    }
    fn is_shared(&self) -> bool {
        true
    }
    fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    fn start(&self) -> Result<Position, Problem> {
        let start = self.position(&self.rules.start);
        self.look(std::slice::from_ref(&start))?;
        Ok(start)
    }

    fn status(&self, position: &Position) -> Result<Status, Problem> {
        let mut positions = vec![position.clone()];
        for other in position.family() {
            if other.status().is_none() && !positions.contains(&other) && positions.len() < MOST_AT_ONCE {
                positions.push(other);
            }
        }
        self.look(&positions)?;
        position.status().ok_or_else(|| self.pool.nonsense(format!("nothing was said of {position:?}")))
    }

    fn expand(&self, position: &Position) -> Result<Arc<Expansion>, Problem> {
        self.look(std::slice::from_ref(position))?;
        let nothing = || self.pool.nonsense(format!("it lists no moves in {position:?}, where play goes on"));
        position.expansion().ok_or_else(nothing)
    }

    fn play(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<Position, Problem> {
        // All children came with the moves.
        let nowhere = || self.pool.nonsense(format!("{position:?} has no move {place}"));
        expansion.child(place).cloned().ok_or_else(nowhere)
    }

    /// The other way round, and by another process where there may be several.
    fn ask_again(&self, positions: &[Position]) -> Result<(), Problem> {
        let busy = self.pool.occupy()?;
        let reversed: Vec<Position> = positions.iter().rev().cloned().collect();
        let result = self.look(&reversed);
        drop(busy);
        result
    }

    fn position_text(&self, position: &Position) -> Result<String, Problem> {
        Ok(Program::text(position).to_string())
    }

    fn parse_position(&self, text: &str) -> Result<Result<Position, TextError>, Problem> {
        let asked = self.position(text);
        if asked.status().is_some() {
            return Ok(Ok(asked));
        }
        if !asked.family().is_empty() {
            // A move led there, so that it is a position has been said.
            return self.status(&asked).map(|_| Ok(asked));
        }
        match self.pool.ask(&[text])?.pop() {
            Some(answer) => self.take_in(&asked, answer),
            None => Err(self.pool.nonsense("it gave no answer".to_string())),
        }
    }

    fn move_text(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<String, Problem> {
        let nowhere = || self.pool.nonsense(format!("{position:?} has no move {place}"));
        texts(expansion).get(place).map(|text| text.to_string()).ok_or_else(nowhere)
    }

    fn player_name(&self, player: Player) -> Option<String> {
        let [max, min] = self.rules.players.as_ref()?;
        Some(if player == Player::Max { max } else { min }.clone())
    }
}
