//! Processes of a program: started when they are needed, asked one question at a time, ended with their last user.

use super::Settings;
use super::messages::{Answer, Answers, Question, RulesAnswer};
use crate::position::lock;
use crate::provider::Problem;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// No answer is longer than this.
const LONGEST_ANSWER: u64 = 64 << 20;

/// How long a process may take to end by itself when nothing is asked any more.
const FAREWELL: Duration = Duration::from_millis(300);

/// How often somebody who waits for an answer looks whether the search is over.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long an answer is waited for when the search is over: with it, what is known can be told.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// The cause of a problem that is none of the rules: the search was over, and the answer did not come.
#[derive(Clone, Copy, Debug)]
pub struct Interruption;

/// Processes of one program.
pub struct Pool {
    command: String,
    words: Vec<String>,
    patience: Duration,
    /// Set when the search is to end.
    cancel: Arc<AtomicBool>,
    most: usize,
    state: Mutex<State>,
    is_free: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Process>,
    /// Those that are busy, too.
    running: usize,
}

/// A process that nobody else can ask meanwhile.
pub struct Busy<'a> {
    pool: &'a Pool,
    process: Option<Process>,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.pool.state);
        match self.process.take() {
            Some(process) => state.idle.push(process),
            None => state.running -= 1,
        }
        drop(state);
        self.pool.is_free.notify_one();
    }
}

impl Pool {
    /// Processes of this command, at most so many, each of which answers within so long.
    pub fn new(command: &str, settings: &Settings) -> Result<Pool, Problem> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| {
            Problem::new(format!(
                "'{command}' is not a command: write the program and its arguments, such as 'python3 nim.py'"
            ))
        })?;
        let Settings { patience, ref cancel, processes, .. } = *settings;
        let (command, cancel, most) = (command.to_string(), Arc::clone(cancel), processes.max(1));
        Ok(Pool { command, words, patience, cancel, most, state: Mutex::default(), is_free: Condvar::new() })
    }

    /// What is wrong with what the program says.
    pub fn nonsense(&self, what: String) -> Problem {
        Problem::new(format!("the rules program '{}' cannot be believed: {what}", self.command))
    }

    fn failed(&self, what: &str) -> Problem {
        Problem::new(format!("the rules program '{}' {what}", self.command))
    }

    /// Keeps a process from being asked, if there may be another.
    pub fn occupy(&self) -> Result<Option<Busy<'_>>, Problem> {
        if self.most < 2 { Ok(None) } else { self.free().map(Some) }
    }

    /// A process to ask: an idle one, a new one, or the next one that is free.
    fn free(&self) -> Result<Busy<'_>, Problem> {
        let mut state = lock(&self.state);
        loop {
            if let Some(process) = state.idle.pop() {
                return Ok(Busy { pool: self, process: Some(process) });
            }
            if state.running < self.most {
                state.running += 1;
                drop(state);
                // If it does not start, its place is free again.
                let mut busy = Busy { pool: self, process: None };
                busy.process = Some(Process::start(&self.words).map_err(|error| {
                    let error = error.to_string();
                    let why = error.split(" (os error").next().unwrap_or_default().to_lowercase();
                    self.failed(&format!("cannot be started: {why}"))
                })?);
                return Ok(busy);
            }
            state = self.is_free.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Asks for the rules as a whole.
    pub fn ask_for_rules(&self) -> Result<RulesAnswer, Problem> {
        let line = self.line(&Question::Rules, || "for its rules".to_string())?;
        let rules: RulesAnswer = serde_json::from_str(&line)
            .map_err(|error| self.nonsense(format!("asked for its rules, it answered {}: {error}", shown(&line))))?;
        match rules.fault() {
            Some(fault) => Err(self.nonsense(fault)),
            None => Ok(rules),
        }
    }

    /// Asks about positions; one answer for each.
    pub fn ask(&self, texts: &[&str]) -> Result<Vec<Answer>, Problem> {
        let about = || match texts {
            [only] => format!("about '{}'", only.escape_debug()),
            [first, ..] => format!("about {} positions, '{}' first", texts.len(), first.escape_debug()),
            [] => "about nothing".to_string(),
        };
        let line = self.line(&Question::Positions { positions: texts }, about)?;
        let answers = serde_json::from_str(&line).map(|answers: Answers| answers.answers);
        let answers = answers.map_err(|error| {
            let fault = if error.is_data() { "not what PROTOCOL.md asks for" } else { "not JSON" };
            self.nonsense(format!("asked {}, it answered {}, which is {fault} ({error})", about(), shown(&line)))
        })?;
        if answers.len() != texts.len() {
            return Err(self.nonsense(format!("asked {}, it gave {} answers", about(), answers.len())));
        }
        Ok(answers)
    }

    /// The line that answers a question.
    fn line(&self, question: &Question<'_>, about: impl Fn() -> String) -> Result<String, Problem> {
        let mut busy = self.free()?;
        let text = serde_json::to_string(question).map_err(|error| Problem::new(error.to_string()))?;
        let process = busy.process.as_mut().expect("a free process runs");
        let answer = process.answer(text, self.patience, &self.cancel);
        let fault = match answer {
            Ok(line) => return Ok(line),
            Err(Silence::TooLong) => {
                format!(
                    "gave no answer within {} s when it was asked {}; --rules-time allows more",
                    self.patience.as_secs_f64(),
                    about()
                )
            }
            Err(Silence::Interrupted) => {
                busy.process = None;
                let fault = format!("was asked {} and had not answered when the search was interrupted", about());
                return Err(self.failed(&fault).caused_by(Interruption));
            }
            Err(Silence::Ended) => {
                let status = process.ended().map_or("its output was closed".to_string(), |status| status.to_string());
                format!("ended ({status}) when it was asked {}", about())
            }
            Err(Silence::Unreadable(why)) => format!("cannot be read when it is asked {}: {why}", about()),
        };
        // It is in no state to be asked again.
        busy.process = None;
        Err(self.failed(&fault))
    }
}

/// The beginning of a line.
fn shown(line: &str) -> String {
    const MOST: usize = 200;
    let start: String = line.chars().take(MOST).collect();
    let rest = if start.len() < line.len() { "…" } else { "" };
    format!("'{}{rest}'", start.escape_debug())
}

/// Why there is no answer.
enum Silence {
    TooLong,
    Interrupted,
    Ended,
    Unreadable(String),
}

/// One process. Two threads write and read, so that a process that does neither does not hold up anybody for ever.
struct Process {
    child: Child,
    /// None when it is over.
    questions: Option<Sender<String>>,
    answers: Receiver<Result<String, String>>,
}

impl Process {
    fn start(words: &[String]) -> std::io::Result<Process> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // Ctrl-C is for Winproof, which then stops asking.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (questions, to_write) = channel();
        let (read, answers) = channel();
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            std::thread::spawn(move || write_all(input, &to_write));
            std::thread::spawn(move || read_all(output, &read));
        }
        Ok(Process { child, questions: Some(questions), answers })
    }

    fn answer(&mut self, question: String, patience: Duration, cancel: &AtomicBool) -> Result<String, Silence> {
        // Whatever is said without a question is no answer to this one.
        match self.answers.try_recv() {
            Ok(_) => return Err(Silence::Unreadable("it writes more than one line for a question".to_string())),
            Err(std::sync::mpsc::TryRecvError::Disconnected) => return Err(Silence::Ended),
            Err(std::sync::mpsc::TryRecvError::Empty) => {}
        }
        let is_sent = self.questions.as_ref().is_some_and(|questions| questions.send(question).is_ok());
        if !is_sent {
            return Err(Silence::Ended);
        }
        let asked = Instant::now();
        let mut cancelled = None;
        loop {
            match self.answers.recv_timeout(BETWEEN_LOOKS.min(patience)) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(why)) => return Err(Silence::Unreadable(why)),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if asked.elapsed() >= patience {
                return Err(Silence::TooLong);
            }
            if cancel.load(Ordering::Relaxed) && cancelled.get_or_insert_with(Instant::now).elapsed() >= LAST_WAIT {
                return Err(Silence::Interrupted);
            }
        }
    }

    /// How it ended, if it has.
    fn ended(&mut self) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of its input tells it to end.
        self.questions = None;
        if self.ended().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write_all(mut input: ChildStdin, questions: &Receiver<String>) {
    for question in questions {
        if input
            .write_all(question.as_bytes())
            .and_then(|()| input.write_all(b"\n"))
            .and_then(|()| input.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read_all(output: ChildStdout, answers: &Sender<Result<String, String>>) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    loop {
        let mut line = Vec::new();
        let answer = match output.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_ANSWER => {
                Err("a line is longer than 64 MiB".to_string())
            }
            Ok(_) => String::from_utf8(line).map_err(|_| "it is not UTF-8".to_string()),
            Err(error) => Err(error.to_string()),
        };
        let is_over = answer.is_err();
        if answers.send(answer).is_err() || is_over {
            return;
        }
    }
}
