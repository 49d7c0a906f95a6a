//! One search of an experiment, and what it took.

use crate::games::Searchable;
use crate::report::{Agreement, Measured};
use crate::settings::Session;
use winproof::open::Task;
use winproof::{Algorithm, Counts, Goal, Limits, Policy, Report, Strategies, Verdict};

/// How an experiment searches.
#[derive(Clone)]
pub(crate) struct Method {
    pub(crate) algorithm: Algorithm,
    pub(crate) policy: Policy,
    pub(crate) limits: Limits,
}

impl Method {
    /// The algorithm of this name, which the library has.
    pub(crate) fn new(session: &Session<'_>, algorithm: &str, policy: Policy) -> Method {
        let found = Algorithm::by_name(algorithm);
        let algorithm = found.unwrap_or_else(|| panic!("the library has no algorithm '{algorithm}'"));
        Method { algorithm, policy, limits: session.settings.limits.clone() }
    }

    fn verdict(&self, game: &dyn Searchable, goal: Option<Goal>) -> Measured<Verdict> {
        let task = Task {
            choice: self.algorithm.into(),
            policy: self.policy,
            limits: self.limits.clone(),
            // The figures need no proof, and it would take time and memory.
            strategies: Strategies::None,
            goal,
            ..Task::default()
        };
        game.verdict(&task, &mut |_: &Report<'_, String>| {})
            .map_err(|refusal| Agreement::NotMeasured(refusal.to_string()))
    }

    /// Whether Max gets at least `value`, and what it took to find out.
    pub(crate) fn ask(&self, game: &dyn Searchable, value: i32) -> Measured<(bool, Counts)> {
        let goal = Goal::at_least(value);
        let verdict = self.verdict(game, Some(goal))?;
        match verdict.holds(goal) {
            Some(holds) => Ok((holds, verdict.counts)),
            None => Err(ran_out(verdict.stopped.word())),
        }
    }

    /// What it takes to find out whether Max gets at least `value`, where the paper knows the answer.
    pub(crate) fn settle(&self, game: &dyn Searchable, value: i32, expected: bool) -> Measured<Counts> {
        let (holds, counts) = self.ask(game, value)?;
        if holds == expected { Ok(counts) } else { Err(contradiction()) }
    }

    /// What it takes to find the exact value, where the paper knows it.
    pub(crate) fn solve(&self, game: &dyn Searchable, expected: i32) -> Measured<Counts> {
        let verdict = self.exact(game)?;
        if verdict.value() == Some(expected) { Ok(verdict.counts) } else { Err(contradiction()) }
    }

    /// The exact value, and what it takes to find it.
    pub(crate) fn exact(&self, game: &dyn Searchable) -> Measured<Verdict> {
        let verdict = self.verdict(game, None)?;
        if verdict.value().is_some() { Ok(verdict) } else { Err(ran_out(verdict.stopped.word())) }
    }
}

/// What to say in the place of a figure where a search ended early.
pub(crate) fn ran_out(stopped: &str) -> Agreement {
    Agreement::NotMeasured(format!("the search ended without an answer ({stopped})"))
}

/// A count means nothing if the search and the paper do not agree on the answer.
fn contradiction() -> Agreement {
    Agreement::Differs("the search gives a different answer from the paper's".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registered;
    use crate::settings::Settings;

    fn method(limits: Limits) -> Method {
        let settings = Settings { limits, ..Settings::quick() };
        Method::new(&Session::new(&settings, "test", &mut |_| {}), "pn-dag", Policy::default())
    }

    #[test]
    fn a_search_that_ran_out_gives_no_figure() {
        let method = method(Limits { nodes: Some(100), ..Limits::default() });
        let answer = method.settle(&registered("tic-tac-toe"), 1, false);
        assert_eq!(answer, Err(ran_out("nodes")));
        assert_eq!(method.solve(&registered("tic-tac-toe"), 0), Err(ran_out("nodes")));
    }

    #[test]
    fn another_answer_than_the_papers_gives_no_figure() {
        let method = method(Limits::default());
        let game = registered("tic-tac-toe");
        assert!(method.settle(&game, 1, false).is_ok());
        assert_eq!(method.settle(&game, 1, true), Err(contradiction()));
        assert!(method.solve(&game, 0).is_ok());
        assert_eq!(method.solve(&game, 1), Err(contradiction()));
    }
}
