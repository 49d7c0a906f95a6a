//! Alpha-beta as one worker of a crew: moves that another worker is searching are put off (simplified ABDADA; the idea
//! is Weill's, the simplified form Sullivan's).
//!
//! The first move of a node is always searched at once, since what it is worth makes the others cheap. Of the others,
//! those with a visitor come last. Bounds in the table hold on every path, so whoever finds them may use them; what
//! leans on a path is never stored. Orders of moves that are learned stay each worker's own.

use super::{AlphaBeta, AlphaBetaPolicy, Outcome, Question};
use crate::depth_first::crew::{self, Crew, Team, Worker};
use crate::game::{Game, Value};
use crate::limits::Stopped;
use crate::session::{Session, Watched};
use crate::table::replacement::ScoreTable;
use crate::verdict::Counts;

/// A question about the root, whoever answers it.
pub(crate) struct AlphaBetaTask<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) root: &'a G::Position,
    pub(crate) question: Question,
    pub(crate) table: &'a ScoreTable,
    pub(crate) values: &'a [Value],
    pub(crate) policy: AlphaBetaPolicy,
    /// What the paths of all workers may hold.
    pub(crate) most_bytes: usize,
    pub(crate) threads: usize,
    /// The nodes after which other workers join the first.
    pub(crate) join_after: u64,
}

/// Bounds of the root's value, or why they are not known; and the work.
type Found = (Result<(u16, u16), Stopped>, Counts);

/// A function that searches with threads; there is one where the rules can be shared between them.
pub(crate) type RunAlphaBeta<G> =
    fn(&AlphaBetaTask<'_, G>, &mut Watched<'_, <G as winproof_check::Rules>::Move>) -> Found;

impl<G: Game> AlphaBetaTask<'_, G> {
    fn worker<'c>(&'c self, crew: &'c Crew) -> AlphaBeta<'c, G> {
        let mut search = AlphaBeta::new(self.game, self.table, self.values, self.policy, self.most_bytes);
        search.crew = Some(crew);
        search.begin(self.root, self.question);
        search
    }

    /// Searches on one thread.
    pub(crate) fn search(&self, watched: &mut Watched<'_, G::Move>) -> Found {
        let mut search = AlphaBeta::new(self.game, self.table, self.values, self.policy, self.most_bytes);
        let result = search.ask(self.root, self.question, watched);
        (result, search.finished_counts())
    }

    /// Searches on threads.
    pub(crate) fn run(&self, watched: &mut Watched<'_, G::Move>) -> Found
    where
        G: Sync,
        G::Position: Send + Sync,
        G::Move: Send,
    {
        let crew = Crew::new(self.threads);
        let team = Team { threads: self.threads, join_after: self.join_after, table_bytes: self.table.bytes() };
        crew::run(&crew, team, &|| self.table.complete(), &|| self.worker(&crew), watched)
    }

    /// Searches with workers that take turns.
    pub(crate) fn interleave(&self, seed: u64, watched: &mut Watched<'_, G::Move>) -> Found {
        let crew = Crew::new(self.threads);
        let workers = (0..self.threads).map(|_| self.worker(&crew)).collect();
        crew::interleave(&crew, workers, seed, watched)
    }
}

impl<G: Game> AlphaBeta<'_, G> {
    /// Puts children off that other workers are below of, until there is one without a visitor. Where all have some,
    /// they are searched together.
    pub(super) fn defer(&mut self, crew: &Crew) {
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.child == frame.first_child || frame.child_so_far.is_some() {
            return;
        }
        while frame.child + 1 + usize::from(frame.deferred) < self.children.len() {
            let child = &self.children[frame.child];
            if !child.is_open || !crew.is_visited(child.hash) {
                return;
            }
            self.children[frame.child..].rotate_left(1);
            frame.deferred += 1;
        }
    }

    /// What the crew has found out: an end of all, or the outcome of a position on the path.
    pub(super) fn take_news(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<Option<Outcome>, Stopped> {
        let Some(crew) = self.crew else { return Ok(None) };
        crew.report(self.counts.nodes, &mut self.told_nodes, watched.session.most_nodes())?;
        let top = self.top();
        let mut asked = match &self.course {
            Some(course) => course.window,
            None => return Ok(None),
        };
        let mut found = None;
        for (place, frame) in self.frames.iter().enumerate() {
            if let Some(entry) = self.table.look_up(frame.hash) {
                let mut outcome = frame.outcome(place as u32 + 1, false, top);
                outcome.narrow(&Outcome { low: entry.low, high: entry.high, ..Outcome::unknown(top) });
                if outcome.settles(asked) {
                    found = Some((place, outcome));
                    break;
                }
            }
            asked = frame.child_window;
        }
        let Some((place, outcome)) = found else { return Ok(None) };
        self.unwind(place);
        Ok(Some(outcome))
    }
}

impl<G: Game> Worker for AlphaBeta<'_, G> {
    type Move = G::Move;
    type Answer = (u16, u16);

    fn next(&mut self, watched: &mut Watched<'_, G::Move>) -> Result<Option<(u16, u16)>, Stopped> {
        self.step(watched)
    }
    fn leave_crew(&mut self) {
        self.unwind(0);
    }
    fn counts(&self) -> Counts {
        self.counts
    }
    fn bytes(&self) -> usize {
        AlphaBeta::bytes(self)
    }
    /// No checkpoint holds this search.
    fn save(&self, _: &Counts, _: &mut Session<'_>) {}
    fn agree(one: (u16, u16), other: (u16, u16)) -> bool {
        one.0 <= other.1 && other.0 <= one.1
    }
}
