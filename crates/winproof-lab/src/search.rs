//! One search of an experiment, and what it took.

use crate::report::{Agreement, Measured};
use crate::settings::Session;
use winproof::{Algorithm, Counts, Game, Goal, Limits, Policy, Solver, Strategies, Verdict};

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

    /// The one place where the laboratory calls the library's searches: every game type that comes here costs the
    /// compiler a copy of them.
    fn verdict<G: Game>(&self, game: &G, root: &G::Position, goal: Option<Goal>) -> Measured<Verdict> {
        let solver = Solver::new(game).algorithm(self.algorithm).policy(self.policy).limits(self.limits.clone());
        // The figures need no proof, and it would take time and memory.
        let solver = solver.strategies(Strategies::None);
        let run = match goal {
            Some(goal) => solver.run(root).goal(goal),
            None => solver.run(root),
        };
        match run.solve() {
            Ok(solution) => Ok(solution.verdict),
            Err(refusal) => Err(Agreement::NotMeasured(refusal.to_string())),
        }
    }

    /// Whether Max gets at least `value`, and what it took to find out.
    pub(crate) fn ask<G: Game>(&self, game: &G, root: &G::Position, value: i32) -> Measured<(bool, Counts)> {
        let goal = Goal::at_least(value);
        let verdict = self.verdict(game, root, Some(goal))?;
        match verdict.holds(goal) {
            Some(holds) => Ok((holds, verdict.counts)),
            None => Err(ran_out(verdict.stopped.word())),
        }
    }

    /// What it takes to find out whether Max gets at least `value`, where the paper knows the answer.
    pub(crate) fn settle<G: Game>(&self, game: &G, root: &G::Position, value: i32, expected: bool) -> Measured<Counts> {
        let (holds, counts) = self.ask(game, root, value)?;
        if holds == expected { Ok(counts) } else { Err(contradiction()) }
    }

    /// What it takes to find the exact value, where the paper knows it.
    pub(crate) fn solve<G: Game>(&self, game: &G, root: &G::Position, expected: i32) -> Measured<Counts> {
        let verdict = self.exact(game, root)?;
        if verdict.value() == Some(expected) { Ok(verdict.counts) } else { Err(contradiction()) }
    }

    /// The exact value, and what it takes to find it.
    pub(crate) fn exact<G: Game>(&self, game: &G, root: &G::Position) -> Measured<Verdict> {
        let verdict = self.verdict(game, root, None)?;
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
    use crate::settings::Settings;
    use winproof::TextRules;
    use winproof_games::TicTacToe;

    fn method(limits: Limits) -> Method {
        let settings = Settings { limits, ..Settings::quick() };
        Method::new(&Session::new(&settings, "test", &mut |_| {}), "pn-dag", Policy::default())
    }

    #[test]
    fn a_search_that_ran_out_gives_no_figure() {
        let method = method(Limits { nodes: Some(100), ..Limits::default() });
        let answer = method.settle(&TicTacToe, &TicTacToe.start(), 1, false);
        assert_eq!(answer, Err(ran_out("nodes")));
        assert_eq!(method.solve(&TicTacToe, &TicTacToe.start(), 0), Err(ran_out("nodes")));
    }

    #[test]
    fn another_answer_than_the_papers_gives_no_figure() {
        let method = method(Limits::default());
        let start = TicTacToe.start();
        assert!(method.settle(&TicTacToe, &start, 1, false).is_ok());
        assert_eq!(method.settle(&TicTacToe, &start, 1, true), Err(contradiction()));
        assert!(method.solve(&TicTacToe, &start, 0).is_ok());
        assert_eq!(method.solve(&TicTacToe, &start, 1), Err(contradiction()));
    }
}
