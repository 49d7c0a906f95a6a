//! What master and workers send each other, and what makes a message acceptable.
//!
//! Messages are JSON. They may come from anyone who can reach the server, so whatever is read is bounded and looked at
//! for sense; what is not acceptable is counted and dropped.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use winproof::Value;

/// The longest message: what a NATS server accepts if nobody tells it otherwise.
pub const LONGEST: usize = 1 << 20;
/// The longest position.
pub const LONGEST_POSITION: usize = 1 << 14;
/// The most facts in a message.
pub const MOST_FACTS: usize = 512;
/// The most positions of a job.
pub const MOST_POSITIONS: usize = 256;
/// The most children in an answer.
pub const MOST_CHILDREN: usize = 4096;

/// What workers need to know of a run; kept in the object store under its digest, so that it is sent once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// The game's name.
    pub game: String,
    /// Its parameters: the whole text, for a graph file.
    pub parameters: Vec<(String, String)>,
    /// The position whose mover is Max.
    pub root: String,
    /// The plies that the checker plays by itself.
    pub horizon: u8,
    /// A position is left out of fragments if it settles within so many.
    pub settle: u64,
}

/// What a worker is to do with the positions of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Search one position within a budget of nodes.
    Search,
    /// Show what is said to be settled: a fragment for each position.
    Prove,
}

/// Work for a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The run.
    pub run: String,
    /// The digest of its [`RunSpec`].
    pub spec: String,
    /// The build that master and workers share.
    pub build: String,
    /// The number of the job in the run.
    pub job: u64,
    /// Counts from 1; a job that is overdue is given out again.
    pub attempt: u32,
    /// Workers forget what they know of a run when this rises: a worker lied.
    pub epoch: u32,
    /// What to do.
    pub kind: Kind,
    /// The positions, never paths: what holds for them holds however they are come to.
    pub positions: Vec<String>,
    /// "Max gets at least this."
    pub goal: Value,
    /// The budget for each position.
    pub nodes: u64,
    /// Fragments are wanted of what took at least so many nodes to settle, if at all.
    pub prove_from: Option<u64>,
    /// How many facts are wanted at most.
    pub facts: u32,
}

/// A strategy for a position, in the object store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    /// SHA-256 of the file, in hexadecimal; its name in the object store.
    pub digest: String,
    /// Its size.
    pub bytes: u64,
    /// Max's strategy for a lower bound, or Min's for an upper one.
    pub is_lower: bool,
    /// The bound.
    pub bound: Value,
}

/// What a worker found out of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The position.
    pub position: String,
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// The prover's numbers.
    pub numbers: (u32, u32),
    /// The numbers of the children that the worker knows of.
    pub children: Vec<(String, (u32, u32))>,
    /// The strategy behind a bound.
    pub fragment: Option<Fragment>,
}

/// Bounds of a position's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// The position.
    pub position: String,
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// The expansions that it took, about.
    pub work: u64,
}

/// A job that is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The run.
    pub run: String,
    /// The job.
    pub job: u64,
    /// Its attempt.
    pub attempt: u32,
    /// The goal that it was about.
    pub goal: Value,
    /// The epoch of the worker's table.
    pub epoch: u32,
    /// Who did it.
    pub worker: String,
    /// The worker's build.
    pub build: String,
    /// What was found out.
    pub answers: Vec<Answer>,
    /// Things found out by the way.
    pub facts: Vec<Fact>,
    /// Nodes of the searches.
    pub nodes: u64,
    /// Expansions of the searches.
    pub expansions: u64,
    /// Milliseconds, fragments included.
    pub milliseconds: u64,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
    /// Whether the rules crashed.
    pub crashed: bool,
}

/// Facts that the master passes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct News {
    /// The run.
    pub run: String,
    /// The epoch: facts of an earlier one are no longer believed.
    pub epoch: u32,
    /// Who found them: he need not take them in.
    pub worker: String,
    /// The facts.
    pub facts: Vec<Fact>,
}

/// A sign of life from a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alive {
    /// The worker: a name and a number that is drawn.
    pub worker: String,
    /// Its build.
    pub build: String,
    /// Its threads.
    pub threads: u32,
    /// The bytes of its table.
    pub memory: u64,
    /// The run that it works for.
    pub run: Option<String>,
    /// The job under way.
    pub job: Option<u64>,
    /// Jobs done so far.
    pub done: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// Messages that were dropped.
    pub dropped: u64,
    /// Whether this is the last sign: the worker leaves.
    pub leaves: bool,
    /// How often signs come, in milliseconds.
    pub beat: u64,
}

/// How a run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunStatus {
    /// The run.
    pub run: String,
    /// The game in words.
    pub game: String,
    /// The root.
    pub root: String,
    /// What is being found out.
    pub phase: String,
    /// The goal that is searched for.
    pub goal: Value,
    /// The numbers of the root.
    pub numbers: (u32, u32),
    /// Bounds so far.
    pub bounds: (Value, Value),
    /// Positions in the master's graph.
    pub positions: u64,
    /// Those that are settled.
    pub settled: u64,
    /// Workers that count.
    pub workers: u64,
    /// Jobs under way.
    pub open_jobs: u64,
    /// Jobs done.
    pub jobs: u64,
    /// Jobs that were given out again.
    pub again: u64,
    /// Positions that were set aside.
    pub set_aside: u64,
    /// Facts that were passed on.
    pub facts: u64,
    /// Nodes of all jobs.
    pub nodes: u64,
    /// Messages that were dropped.
    pub dropped: u64,
    /// Workers that lied.
    pub liars: Vec<String>,
    /// Seconds so far.
    pub seconds: f64,
    /// The share of the time in which the master worked.
    pub busy: f64,
    /// Whether it is over.
    pub over: bool,
}

/// Reads a message, if it is acceptable.
pub fn read<T: DeserializeOwned + Sane>(bytes: &[u8]) -> Option<T> {
    if bytes.len() > LONGEST {
        return None;
    }
    let message: T = serde_json::from_slice(bytes).ok()?;
    message.is_sane().then_some(message)
}

/// Writes a message.
pub fn write(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).unwrap_or_default()
}

/// SHA-256 in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text can be part of a subject, and of a name at the server.
pub fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 100
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_build(text: &str) -> bool {
    text.len() <= 200 && is_sentence(text)
}

fn is_position(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_POSITION
}

/// A text as it may be in a message: on one line, and not too long.
pub fn sentence(text: &str) -> String {
    text.chars().take(2000).map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// Whether a text can be shown on a terminal as it is.
fn is_sentence(text: &str) -> bool {
    text.len() <= 10_000 && !text.chars().any(char::is_control)
}

/// A message that can be looked at for sense.
pub trait Sane {
    /// Whether everything in it is within bounds.
    fn is_sane(&self) -> bool;
}

impl Sane for Job {
    fn is_sane(&self) -> bool {
        is_word(&self.run)
            && is_digest(&self.spec)
            && is_build(&self.build)
            && (1..=MOST_POSITIONS).contains(&self.positions.len())
            && self.positions.iter().all(|position| is_position(position))
    }
}

impl Sane for Fact {
    fn is_sane(&self) -> bool {
        is_position(&self.position) && self.lower <= self.upper
    }
}

impl Sane for Answer {
    fn is_sane(&self) -> bool {
        is_position(&self.position)
            && self.lower <= self.upper
            && self.children.len() <= MOST_CHILDREN
            && self.children.iter().all(|(position, _)| is_position(position))
            && self.fragment.as_ref().is_none_or(|fragment| is_digest(&fragment.digest))
    }
}

impl Sane for Done {
    fn is_sane(&self) -> bool {
        is_word(&self.run)
            && is_word(&self.worker)
            && is_build(&self.build)
            && self.answers.len() <= MOST_POSITIONS
            && self.facts.len() <= MOST_FACTS
            && self.answers.iter().all(Sane::is_sane)
            && self.facts.iter().all(Sane::is_sane)
            && self.error.as_ref().is_none_or(|error| is_sentence(error))
    }
}

impl Sane for News {
    fn is_sane(&self) -> bool {
        is_word(&self.run) && self.facts.len() <= MOST_FACTS && self.facts.iter().all(Sane::is_sane)
    }
}

impl Sane for Alive {
    fn is_sane(&self) -> bool {
        is_word(&self.worker) && is_build(&self.build) && self.run.as_ref().is_none_or(|run| is_word(run))
    }
}

impl Sane for RunStatus {
    fn is_sane(&self) -> bool {
        is_word(&self.run)
            && is_sentence(&self.game)
            && is_sentence(&self.phase)
            && self.root.len() <= LONGEST_POSITION
            && !self.root.chars().any(|character| character.is_control() && character != '\n')
            && self.liars.len() <= 1000
            && self.liars.iter().all(|name| is_word(name))
    }
}

impl Sane for RunSpec {
    fn is_sane(&self) -> bool {
        is_position(&self.root) && self.game.len() <= 200
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_messages_are_dropped() {
        let fact = Fact { position: "a".to_string(), lower: 0, upper: 1, work: 3 };
        let news = News { run: "r1".to_string(), epoch: 0, worker: "w".to_string(), facts: vec![fact.clone()] };
        assert_eq!(read::<News>(&write(&news)), Some(news.clone()));
        for damaged in [
            News { run: "r.*".to_string(), ..news.clone() },
            News { run: String::new(), ..news.clone() },
            News { facts: vec![Fact { lower: 2, ..fact.clone() }], ..news.clone() },
            News { facts: vec![Fact { position: "x".repeat(LONGEST_POSITION + 1), ..fact.clone() }], ..news.clone() },
            News { facts: vec![fact; MOST_FACTS + 1], ..news },
        ] {
            assert_eq!(read::<News>(&write(&damaged)), None, "{damaged:?}");
        }
        for text in ["", "{", "null", "[]", "{\"run\":1}", "\u{0}\u{1}"] {
            assert_eq!(read::<News>(text.as_bytes()), None, "{text}");
            assert!(read::<Done>(text.as_bytes()).is_none() && read::<Job>(text.as_bytes()).is_none());
        }
        assert!(read::<News>(&vec![b' '; LONGEST + 1]).is_none());
    }

    #[test]
    fn nothing_that_is_shown_can_steer_a_terminal() {
        let alive = Alive {
            worker: "w".to_string(),
            build: "1".to_string(),
            threads: 1,
            memory: 1,
            run: None,
            job: None,
            done: 0,
            nodes: 0,
            dropped: 0,
            leaves: false,
            beat: 1,
        };
        assert!(read::<Alive>(&write(&alive)).is_some());
        assert!(read::<Alive>(&write(&Alive { build: "\u{1b}[2J".to_string(), ..alive.clone() })).is_none());
        assert!(read::<Alive>(&write(&Alive { worker: "a b".to_string(), ..alive })).is_none());
        assert!(is_sentence("the disk is full: é") && !is_sentence("a\nb") && !is_sentence("\u{7}"));
    }

    #[test]
    fn digests_are_those_of_sha_256() {
        assert_eq!(digest(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
