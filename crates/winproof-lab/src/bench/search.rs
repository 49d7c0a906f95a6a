//! One search of a benchmark: its algorithm, its settings and its question, without strategies.

use winproof::{Algorithm, Game, Goal, Limits, Policy, Progress, Solver, Strategies, Verdict};

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
    pub(super) fn run<G: Game>(&self, game: &G, root: &G::Position) -> Verdict {
        self.run_watched(game, root, None)
    }

    /// The same, reported to someone on the way.
    pub(super) fn run_watched<G: Game>(
        &self,
        game: &G,
        root: &G::Position,
        progress: Option<&mut dyn Progress<G::Move>>,
    ) -> Verdict {
        let solver = Solver::new(game).algorithm(self.algorithm).policy(self.policy).limits(self.limits.clone());
        let solver = solver.strategies(Strategies::None);
        let mut run = solver.run(root);
        if let Some(goal) = self.goal {
            run = run.goal(goal);
        }
        if let Some(progress) = progress {
            run = run.progress(progress);
        }
        let solution = run.solve().unwrap_or_else(|refusal| panic!("a benchmark does not fit its game: {refusal}"));
        solution.verdict
    }
}
