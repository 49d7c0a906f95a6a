//! A game of a certain type behind the trait [`OpenGame`].

use super::{Answer, Certificate, KeptTable, Knowledge, Line, LineEnd, MoveValue, OpenGame, Task, kept, picture};
use crate::checkpoint::{Checkpoint, FileKeeper};
use crate::depth_first::crews::Crews;
use crate::game::{Game, Player, Status, TextGame, Value};
use crate::goal::Goal;
use crate::plan::{Plan, Refusal};
use crate::progress::{Progress, Report};
use crate::proof::Words;
use crate::proof::check::{self, Accepted, Reader};
use crate::solution::Solution;
use crate::solver::{SolveError, Solver};
use std::io::{self, Write};
use std::sync::Arc;
use winproof_check::TextError;
use winproof_check::drawing::{Drawing, MovePlace};
use winproof_check::settle::Half;

/// A game of a certain type at a position.
///
/// ```
/// use winproof::open::{OpenGame, Opened, Task};
/// # use winproof::{Game, Player, Report, Rules, Status, TextError, TextRules};
/// # struct Heap;
/// # impl Rules for Heap {
/// #     type Position = (u8, Player);
/// #     type Move = u8;
/// #     fn status(&self, &(stones, player): &(u8, Player)) -> Status {
/// #         match (stones, player) {
/// #             (0, Player::Max) => Status::Ended(-1),
/// #             (0, Player::Min) => Status::Ended(1),
/// #             _ => Status::Turn(player),
/// #         }
/// #     }
/// #     fn moves(&self, &(stones, _): &(u8, Player), moves: &mut Vec<u8>) { moves.extend(1..=stones.min(2)); }
/// #     fn play(&self, &(stones, player): &(u8, Player), take: u8) -> (u8, Player) {
/// #         (stones - take, player.opponent())
/// #     }
/// # }
/// # impl Game for Heap {}
/// # impl TextRules for Heap {
/// #     fn name(&self) -> String { "heap".to_string() }
/// #     fn start(&self) -> (u8, Player) { (10, Player::Max) }
/// #     fn position_text(&self, (stones, player): &(u8, Player)) -> String { format!("{stones} {player:?}") }
/// #     fn parse_position(&self, text: &str) -> Result<(u8, Player), TextError> { Err(TextError::new(text)) }
/// #     fn move_text(&self, _: &(u8, Player), take: u8) -> String { take.to_string() }
/// # }
/// let game: Box<dyn OpenGame> = Box::new(Opened::new(Heap, (4, Player::Max)));
/// let mut silent = |_: &Report<'_, String>| {};
/// let answer = game.solve(&Task::default(), None, &mut silent).unwrap();
/// assert_eq!(answer.verdict.value(), Some(1));
/// assert_eq!(answer.best.as_deref(), Some("1"));
/// ```
pub struct Opened<G: TextGame> {
    pub(super) game: Arc<G>,
    pub(super) root: G::Position,
    is_exchanged: bool,
    /// What runs on threads, where the rules can be shared between them.
    crews: Option<Crews<G>>,
    check_on_threads: Option<CheckOnThreads<G>>,
}

/// Checks a certificate on so many threads.
type CheckOnThreads<G> = fn(Reader<'_>, &G, usize) -> Result<Accepted, check::Refusal>;

impl<G: TextGame> Opened<G> {
    /// A game at a position.
    pub fn new(game: G, root: G::Position) -> Self {
        Opened { game: Arc::new(game), root, is_exchanged: false, crews: None, check_on_threads: None }
    }

    /// Says that several threads can search it.
    #[must_use]
    pub fn shared(mut self) -> Self
    where
        G: Sync,
        G::Position: Send + Sync,
        G::Move: Send,
    {
        self.crews = Some(Crews::new());
        self.check_on_threads = Some(|certificate, game, threads| certificate.check_on_threads(game, threads));
        self
    }

    /// Says that the players' parts are exchanged against the game's own.
    #[must_use]
    pub fn exchanged(mut self, is_exchanged: bool) -> Self {
        self.is_exchanged = is_exchanged;
        self
    }

    /// The same game at another position.
    fn moved_to(&self, root: G::Position) -> Self {
        let &Opened { is_exchanged, crews, check_on_threads, .. } = self;
        Opened { game: Arc::clone(&self.game), root, is_exchanged, crews, check_on_threads }
    }

    pub(super) fn checked(&self, certificate: Reader<'_>, threads: usize) -> Result<Accepted, check::Refusal> {
        match self.check_on_threads {
            Some(check) => check(certificate, &self.game, threads),
            None => certificate.check(&*self.game),
        }
    }

    fn solver(&self, task: &Task) -> Solver<'_, G> {
        let solver = Solver::new(&*self.game)
            .choice(task.choice())
            .policy(task.policy)
            .limits(task.limits.clone())
            .strategies(task.strategies)
            .refutations(task.strategies)
            .threads_with(task.threads, self.crews);
        match task.interleaved {
            Some(seed) => solver.interleaved(task.threads, seed),
            None => solver,
        }
    }

    /// The legal moves at the root.
    pub(super) fn root_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if let Status::Turn(_) = self.game.status(&self.root) {
            self.game.moves(&self.root, &mut moves);
        }
        moves
    }

    fn line(&self, moves: &[G::Move]) -> Line {
        let game = &*self.game;
        let mut seen = vec![self.root.clone()];
        let mut position = self.root.clone();
        let mut texts = Vec::new();
        let mut end = LineEnd::Open;
        for &mv in moves {
            texts.push(game.move_text(&position, mv));
            position = game.play(&position, mv);
            if let Some(place) = seen.iter().position(|earlier| *earlier == position) {
                end = LineEnd::Repeats(place);
                break;
            }
            seen.push(position.clone());
        }
        if let Status::Ended(value) = game.status(&position) {
            end = LineEnd::Ended(value);
        }
        let first = match game.status(&self.root) {
            Status::Turn(player) => player,
            Status::Ended(_) => Player::Max,
        };
        Line { moves: texts, first, end, in_pairs: game.moves_in_pairs() }
    }
}

/// Passes reports on with moves as text.
struct InWords<'a, G: TextGame> {
    game: &'a G,
    root: &'a G::Position,
    listener: &'a mut dyn Progress<String>,
}

impl<G: TextGame> Progress<G::Move> for InWords<'_, G> {
    fn report(&mut self, report: &Report<'_, G::Move>) {
        let mut position = self.root.clone();
        let mut line = Vec::new();
        for &mv in report.line {
            line.push(self.game.move_text(&position, mv));
            position = self.game.play(&position, mv);
        }
        self.listener.report(&report.with_line(&line));
    }
    fn seconds_between(&self) -> f64 {
        self.listener.seconds_between()
    }
}

impl<G: TextGame + 'static> OpenGame for Opened<G> {
    fn name(&self) -> String {
        self.game.name()
    }
    fn parameters(&self) -> Vec<(String, String)> {
        self.game.parameters()
    }
    fn position_text(&self) -> String {
        self.game.position_text(&self.root)
    }
    fn picture(&self) -> String {
        self.game.picture(&self.root)
    }
    fn picture_with_move(&self, mv: &str) -> String {
        let before = self.picture();
        match self.game.parse_move(&self.root, mv) {
            Ok(mv) => picture::marked(&before, &self.game.picture(&self.game.play(&self.root, mv))),
            Err(_) => before,
        }
    }
    fn drawing(&self) -> Drawing {
        self.game.drawing(&self.root)
    }
    fn move_place(&self, mv: &str) -> MovePlace {
        let place = |mv| self.game.move_place(&self.root, mv);
        self.game.parse_move(&self.root, mv).map(place).unwrap_or_default()
    }
    fn player_name(&self, player: Player) -> String {
        self.game.player_name(player)
    }
    fn moves_in_pairs(&self) -> bool {
        self.game.moves_in_pairs()
    }
    fn value_text(&self, value: Value) -> String {
        self.game.value_text(&self.root, value)
    }
    fn end_text(&self) -> String {
        self.game.end_text(&self.root)
    }
    fn values(&self) -> Vec<Value> {
        self.game.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition()
    }
    fn status(&self) -> Status {
        self.game.status(&self.root)
    }
    fn moves(&self) -> Vec<String> {
        self.root_moves().into_iter().map(|mv| self.game.move_text(&self.root, mv)).collect()
    }
    fn is_exchanged(&self) -> bool {
        self.is_exchanged
    }

    fn is_shared(&self) -> bool {
        self.crews.is_some()
    }

    fn plan(&self, task: &Task) -> Result<Plan, Refusal> {
        self.solver(task).plan()
    }

    fn solve<'a>(
        &'a self,
        task: &Task,
        resumed: Option<&Checkpoint>,
        progress: &mut dyn Progress<String>,
    ) -> Result<Answer<'a>, SolveError> {
        let game = &*self.game;
        let solver = self.solver(task);
        let plan = solver.plan()?;
        let mut keeper = task
            .save
            .as_ref()
            .map(|(path, every)| FileKeeper::new(path, *every, game, &self.root, task.goal, &plan, task.limits.memory));
        let mut in_words = InWords { game, root: &self.root, listener: &mut *progress };
        let mut run = solver.run(&self.root).progress(&mut in_words);
        if let Some(goal) = task.goal {
            run = run.goal(goal);
        }
        if let Some(checkpoint) = resumed {
            run = run.resume(checkpoint);
        }
        if let Some(kept) = &task.kept {
            run = run.with_table(kept);
        }
        if let Some(keeper) = &mut keeper {
            run = run.saved_by(keeper);
        }
        let (solution, written) = match &task.proof {
            None => (run.solve()?, None),
            Some(proof) => {
                let (mut solution, recording) = run.solve_to_disk(Words::new(), proof.settings.clone())?;
                let written = self.write(proof, &mut solution, recording, task, progress);
                (solution, Some(written))
            }
        };
        let best = solution.best.map(|mv| game.move_text(&self.root, mv));
        Ok(Answer {
            plan,
            verdict: solution.verdict.clone(),
            line: self.line(&solution.line),
            best,
            proof: solution.proof,
            contradiction: solution.contradiction.clone(),
            claim: solution.claim(game),
            save_error: keeper.and_then(FileKeeper::into_error),
            written,
            certificate: Box::new(Solved { game, solution }),
        })
    }

    fn move_values(&self, task: &Task, progress: &mut dyn Progress<String>) -> Result<Vec<MoveValue>, SolveError> {
        let mut in_words = InWords { game: &*self.game, root: &self.root, listener: progress };
        let values = self.solver(task).move_values(&self.root, &mut in_words)?;
        let in_words = |(mv, verdict)| MoveValue { mv: self.game.move_text(&self.root, mv), verdict };
        Ok(values.into_iter().map(in_words).collect())
    }

    fn passed(&self) -> Option<Box<dyn OpenGame>> {
        let root = self.game.passed(&self.root)?;
        Some(Box::new(self.moved_to(root)))
    }

    fn after(&self, mv: &str) -> Result<Box<dyn OpenGame>, TextError> {
        let mv = self.game.parse_move(&self.root, mv)?;
        Ok(Box::new(self.moved_to(self.game.play(&self.root, mv))))
    }

    fn knowledge<'a>(&'a self, kept: &'a KeptTable, goal: Goal, task: &Task) -> Box<dyn Knowledge + 'a> {
        let leaf = self.plan(task).map_or(crate::LeafKind::Unit, |plan| plan.algorithm().leaf);
        Box::new(kept::Known::new(self, kept, goal, task.policy.dfpn, leaf))
    }

    fn at(&self, position: &str) -> Result<Box<dyn OpenGame>, TextError> {
        let root = self.game.parse_position(position)?;
        Ok(Box::new(self.moved_to(root)))
    }

    fn settle(&self, half: Half, horizon: u8, most: u64) -> Option<(u8, Option<String>)> {
        self.settled(half, horizon, most)
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft::perft(&*self.game, &self.root, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let count = |mv| {
            let next = self.game.play(&self.root, mv);
            (self.game.move_text(&self.root, mv), crate::perft::perft(&*self.game, &next, depth.saturating_sub(1)))
        };
        if depth == 0 { Vec::new() } else { self.root_moves().into_iter().map(count).collect() }
    }

    fn check(&self, certificate: Reader<'_>, threads: usize) -> Result<Accepted, check::Refusal> {
        self.checked(certificate, threads)
    }
}

struct Solved<'a, G: Game> {
    game: &'a G,
    solution: Solution<G>,
}

impl<G: TextGame> Certificate for Solved<'_, G> {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        self.solution.write_certificate(self.game, output)
    }
}
