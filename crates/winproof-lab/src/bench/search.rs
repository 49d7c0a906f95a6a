//! One search of a benchmark: its algorithm, its settings and its question, without strategies.

use crate::games::Searchable;
use winproof::open::Task;
use winproof::{Algorithm, Goal, Limits, Policy, Progress, Report, Strategies, Verdict};

/// How a benchmark searches.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) algorithm: Algorithm,
    pub(super) policy: Policy,
    pub(super) limits: Limits,
    /// What is asked; without it, the exact value.
    pub(super) goal: Option<Goal>,
}

impl Search {
    /// The algorithm of this name, with default settings and no limits.
    pub(super) fn new(algorithm: &str, goal: Option<Goal>) -> Search {
        let found = Algorithm::by_name(algorithm);
        let algorithm = found.unwrap_or_else(|| panic!("the library has no algorithm '{algorithm}'"));
        Search { algorithm, policy: Policy::default(), limits: Limits::default(), goal }
    }

    /// What it comes to.
    pub(super) fn run(&self, game: &dyn Searchable) -> Verdict {
        self.run_watched(game, &mut |_: &Report<'_, String>| {})
    }

    /// The same, reported to someone on the way.
    pub(super) fn run_watched(&self, game: &dyn Searchable, progress: &mut dyn Progress<String>) -> Verdict {
        let task = Task {
            choice: self.algorithm.into(),
            policy: self.policy,
            limits: self.limits.clone(),
            strategies: Strategies::None,
            goal: self.goal,
            ..Task::default()
        };
        game.verdict(&task, progress).unwrap_or_else(|refusal| panic!("a benchmark does not fit its game: {refusal}"))
    }
}
