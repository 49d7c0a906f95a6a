//! The keywords of a call: the same names and words as the options of the command.

use crate::InputError;
use pyo3::PyErr;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use winproof::open::{OpenGame, ProofTask, Task};
use winproof::options::{OPTIONS, Takes};
use winproof::proof::ProofSettings;
use winproof::words::{self, GoalArgument};
use winproof::{ALGORITHMS, Algorithm, Choice, EffortKind, GraphKind, LeafKind, Strategies, machine, quantity};

/// Keywords and their values, as text.
pub type Keywords = BTreeMap<String, String>;

/// The keywords that are no setting of a search.
const OTHERS: [&str; 14] = [
    "algorithm",
    "effort",
    "graph",
    "leaf",
    "goal",
    "nodes",
    "time",
    "memory",
    "threads",
    "proof",
    "horizon",
    "settle",
    "temp",
    "move_values",
];

/// What is asked of a search.
pub struct Call {
    /// The task, with the limits as they were given.
    pub task: Task,
    /// The goal as it was written.
    pub goal: Option<GoalArgument>,
    /// Whether the value of every move is wanted.
    pub move_values: bool,
}

/// An error in a sentence.
pub fn wrong(sentence: impl std::fmt::Display) -> PyErr {
    InputError::new_err(sentence.to_string())
}

fn one_of<T: Copy>(what: &str, text: &str, choices: &[(&str, T)]) -> Result<T, String> {
    choices.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        format!("there is no {what} '{text}'; there are: {}", words.join(", "))
    })
}

fn pairs<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<(&'static str, T)> {
    all.iter().map(|&kind| (word(kind), kind)).collect()
}

impl Call {
    /// Reads keywords. `threads` are there if none are asked for.
    pub fn read(keywords: &Keywords, threads: usize, cancel: &Arc<AtomicBool>) -> Result<Call, String> {
        let mut task = Task { threads, strategies: Strategies::Cheap, ..Task::default() };
        task.limits.cancel = Some(Arc::clone(cancel));
        let (mut goal, mut move_values) = (None, false);
        let mut proof: Option<PathBuf> = None;
        let mut settings = ProofSettings::default();
        for (name, text) in keywords {
            let at = |why: String| format!("{name}={text}: {why}");
            match name.as_str() {
                "algorithm" => {
                    let named: Vec<(&str, Algorithm)> =
                        ALGORITHMS.iter().map(|named| (named.name, named.algorithm)).collect();
                    task.choice.algorithm = Some(one_of(name, text, &named)?);
                }
                "effort" => {
                    task.choice.effort = Some(one_of(name, text, &pairs(EffortKind::ALL, EffortKind::word))?);
                }
                "graph" => {
                    task.choice.graph = Some(one_of(name, text, &pairs(GraphKind::ALL, GraphKind::word))?);
                }
                "leaf" => {
                    task.choice.leaf = Some(one_of(name, text, &pairs(LeafKind::ALL, LeafKind::word))?);
                }
                "goal" => goal = Some(words::goal(text).map_err(at)?),
                "nodes" => task.limits.nodes = Some(quantity::number(text).map_err(at)?),
                "time" => task.limits.time = Some(quantity::time(text).map_err(at)?),
                "memory" => task.limits.memory = Some(quantity::memory(text).map_err(at)?),
                "threads" => {
                    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
                    task.threads = threads.ok_or_else(|| at("write a number from 1 to 1024".to_string()))?;
                }
                "proof" => proof = Some(PathBuf::from(text)),
                "horizon" => settings.horizon = words::horizon(text).map_err(at)?,
                "settle" => settings.most_to_settle = quantity::number(text).map_err(at)?,
                "temp" => settings.temporary = Some(PathBuf::from(text)),
                "move_values" => move_values = text == "True",
                _ => {
                    let Some(option) = OPTIONS.iter().find(|option| option.name.replace('-', "_") == *name) else {
                        let options = OPTIONS.iter().map(|option| option.name.replace('-', "_"));
                        let known: Vec<String> = OTHERS.iter().map(|name| name.to_string()).chain(options).collect();
                        return Err(format!("there is no option '{name}'; there are: {}", known.join(", ")));
                    };
                    let text = match (text.as_str(), option.takes) {
                        ("False", Takes::Nothing | Takes::Maybe(..)) => continue,
                        ("True", Takes::Maybe(_, usual)) => usual,
                        (text, _) => text,
                    };
                    (option.set)(&mut task.policy, text).map_err(at)?;
                }
            }
        }
        task.goal = goal.map(GoalArgument::goal);
        if let Some(path) = proof {
            task.strategies = Strategies::Full;
            task.choice.certified = true;
            task.proof = Some(ProofTask { path, settings, check_memory: machine::CHECK });
        }
        Ok(Call { task, goal, move_values })
    }

    /// Settles which search it is, and gives it the memory that the command would.
    pub fn plan(&mut self, game: &dyn OpenGame) -> Result<winproof::Plan, String> {
        let task = &mut self.task;
        let plan = game.plan(task).map_err(|refusal| refusal.to_string())?;
        let algorithm = Some(plan.algorithm());
        task.choice = Choice { algorithm, ..Choice { effort: None, graph: None, leaf: None, ..task.choice } };
        let available = task.limits.memory.or_else(machine::default_limit);
        task.limits.memory = match plan.algorithm().graph {
            GraphKind::Table => task.limits.memory.or_else(|| machine::default_table(available)),
            _ => available,
        };
        Ok(plan)
    }
}
