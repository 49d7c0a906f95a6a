//! The moves at the root: the best one, and what each of them is worth.

use super::Solver;
use super::run::{SolveError, State};
use crate::depth_first::alpha_beta::AlphaBeta;
use crate::depth_first::dfpn::Dfpn;
use crate::game::{Game, Player, Rules, Status};
use crate::goal::Aim;
use crate::limits::{Limits, Stopped};
use crate::plan::Search;
use crate::progress::{Progress, Report};
use crate::solver::Strategies;
use crate::verdict::{Counts, Verdict};
use std::sync::Mutex;
use std::time::Instant;

impl<G: Game> State<'_, G> {
    /// A move at the root that keeps what the answer says, as far as the search still knows one.
    pub(super) fn best_move(&mut self) -> Option<G::Move> {
        let Status::Turn(mover) = self.game.status(self.root) else { return None };
        let holds = mover == Player::Max;
        if let Some(strategy) = &self.found[usize::from(!holds)] {
            return strategy.reply(self.root);
        }
        let goal = if holds { self.bounds.lower_goal() } else { self.bounds.upper_goal() }?;
        let aim = Aim::new(self.game, goal);
        let wanted = aim.goal_holds(true) == holds;
        let values = self.game.values();
        let mut moves = Vec::new();
        self.game.moves(self.root, &mut moves);
        match self.plan.search {
            Search::Tree(_) | Search::Joined(..) => self.best_child,
            Search::Dfpn => {
                let (leaf, policy) = (self.plan.algorithm().leaf, self.plan.policy().dfpn);
                let search = Dfpn::new(self.game, leaf, aim, self.table.as_ref()?, &values, policy, usize::MAX);
                moves.into_iter().find(|&mv| {
                    let next = self.game.play(self.root, mv);
                    match self.game.status(&next) {
                        Status::Ended(value) => aim.is_win(value) == wanted,
                        Status::Turn(_) => search.settled(&next) == Some(wanted),
                    }
                })
            }
            Search::AlphaBeta => {
                let place = values.partition_point(|&value| value < goal.at_least) as u16;
                let policy = self.plan.policy().alpha_beta;
                let mut search = AlphaBeta::new(self.game, self.scores.as_mut()?, &values, policy, usize::MAX);
                let game = self.game;
                moves.into_iter().find(|&mv| search.knows(&game.play(self.root, mv), place) == Some(holds))
            }
        }
    }
}

impl<G: Game> Solver<'_, G> {
    /// What each legal move is worth, with the exact value of every position one move on as far as the limits allow.
    /// The searches share a table where they have one; limits hold for all of them together.
    pub fn move_values(
        &self,
        root: &G::Position,
        progress: &mut dyn Progress<G::Move>,
    ) -> Result<Vec<(G::Move, Verdict)>, SolveError> {
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.game.status(root) {
            self.game.moves(root, &mut moves);
        }
        // A limit on nodes is for searches that come out the same every time.
        if let Some(crews) = self.crews.filter(|_| self.threads > 1 && self.limits.nodes.is_none())
            && self.plan()?.has_halves()
        {
            return (crews.moves)(self, root, moves, progress);
        }
        let started = Instant::now();
        let mut counts = Counts::default();
        let mut tables = (None, None);
        let mut values = Vec::new();
        for mv in moves {
            let limits = Limits {
                nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(counts.nodes)),
                time: self.limits.time.map(|time| time.saturating_sub(started.elapsed())),
                ..self.limits.clone()
            };
            let solver = self.clone().limits(limits).strategies(Strategies::None);
            let next = self.game.play(root, mv);
            let mut behind = Behind { listener: progress, first: mv, nodes: counts.nodes };
            let mut state = State::new(solver.run(&next).progress(&mut behind), solver.plan()?)?;
            (state.table, state.scores) = tables;
            let verdict = state.answer()?;
            tables = (state.table.take(), state.scores.take());
            counts.add(&verdict.counts);
            values.push((mv, verdict));
        }
        Ok(values)
    }
}

/// What the moves at the root are worth, or why nobody can say.
type Values<G> = Result<Vec<(<G as Rules>::Move, Verdict)>, SolveError>;

/// A function that searches behind several moves at a time; there is one where the rules can be shared between threads.
pub(crate) type RunMoves<G> = fn(
    &Solver<'_, G>,
    &<G as Rules>::Position,
    Vec<<G as Rules>::Move>,
    &mut dyn Progress<<G as Rules>::Move>,
) -> Values<G>;

/// Searches behind as many moves at a time as there are threads, each search on one of them with its share of the
/// memory. Who runs out of that gets all of it in the end, alone.
pub(crate) fn on_threads<G>(
    solver: &Solver<'_, G>,
    root: &G::Position,
    moves: Vec<G::Move>,
    progress: &mut dyn Progress<G::Move>,
) -> Values<G>
where
    G: Game + Sync,
    G::Position: Send + Sync,
    G::Move: Send,
{
    let started = Instant::now();
    let left = || solver.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let search = |mv: G::Move, memory: Option<usize>, progress: Option<&mut dyn Progress<G::Move>>| {
        let limits = Limits { memory, time: left(), ..solver.limits.clone() };
        let alone = solver.clone().limits(limits).strategies(Strategies::None).threads_with(1, solver.crews);
        let next = solver.game.play(root, mv);
        let run = alone.run(&next);
        match progress {
            Some(listener) => {
                let mut behind = Behind { listener, first: mv, nodes: 0 };
                State::new(run.progress(&mut behind), alone.plan()?)?.answer()
            }
            None => State::new(run, alone.plan()?)?.answer(),
        }
    };
    let threads = solver.threads.min(moves.len()).max(1);
    let share = solver.limits.memory.map(|bytes| bytes / threads);
    let mut open: Vec<(usize, G::Move)> = moves.into_iter().enumerate().collect();
    open.reverse();
    let (open, found) = (Mutex::new(open), Mutex::new(Vec::new()));
    let next = || open.lock().expect("nobody panics with it").pop();
    let note = |place, mv, verdict| found.lock().expect("nobody panics with it").push((place, mv, verdict));
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|_| {
                scope.spawn(|| {
                    while let Some((place, mv)) = next() {
                        note(place, mv, search(mv, share, None));
                    }
                })
            })
            .collect();
        while let Some((place, mv)) = next() {
            note(place, mv, search(mv, share, Some(&mut *progress)));
        }
        // A panic of a helper is one of the rules: it goes on to whoever called.
        helpers.into_iter().for_each(|helper| {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        });
    });
    let mut found = found.into_inner().expect("nobody panics with it");
    found.sort_unstable_by_key(|&(place, ..)| place);
    found
        .into_iter()
        .map(|(_, mv, verdict)| match verdict? {
            poor if poor.stopped == Stopped::Memory && threads > 1 => {
                Ok((mv, search(mv, solver.limits.memory, Some(&mut *progress))?))
            }
            verdict => Ok((mv, verdict)),
        })
        .collect()
}

/// Reports of the search behind a first move, as reports from the root.
struct Behind<'a, M> {
    listener: &'a mut dyn Progress<M>,
    first: M,
    nodes: u64,
}

impl<M: Copy> Progress<M> for Behind<'_, M> {
    fn report(&mut self, report: &Report<'_, M>) {
        let line: Vec<M> = std::iter::once(self.first).chain(report.line.iter().copied()).collect();
        self.listener.report(&Report { nodes: self.nodes + report.nodes, ..report.with_line(&line) });
    }
    fn seconds_between(&self) -> f64 {
        self.listener.seconds_between()
    }
}
