//! Every search over rules from outside meets brute force on random games, however little is remembered.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use winproof::open::Task;
use winproof::{ALGORITHMS, Limits, Player, Report, Rules, Status, Strategies, TextError, TextRules, Value};
use winproof_external::{Expansion, External, Key, Position, Problem, Provider, Shelf, WeakPosition};
use winproof_oracle::{Random, RandomGraph, retrograde_values};

/// A game whose positions are numbers, as an object of another language could be.
struct Outside<G> {
    game: G,
    shelf: Shelf,
    /// The handle of each position, as long as somebody holds it.
    handles: Mutex<Vec<Option<WeakPosition>>>,
    /// So many questions are answered.
    patience: AtomicU32,
}

#[derive(Debug)]
struct Number(u32);

impl Key for Number {
    fn equals(&self, other: &dyn Key) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Number>().is_some_and(|other| other.0 == self.0)
    }
    fn heap_bytes(&self) -> usize {
        4
    }
}

impl<G: TextRules<Position = u32, Move = u32> + Send + Sync> Outside<G> {
    fn handle(&self, number: u32) -> Position {
        let mut handles = self.handles.lock().unwrap();
        let place = number as usize;
        if handles.len() <= place {
            handles.resize(place + 1, None);
        }
        handles[place].as_ref().and_then(WeakPosition::upgrade).unwrap_or_else(|| {
            let position = Position::new(winproof::hash::scramble(u64::from(number)), Number(number));
            handles[place] = Some(position.downgrade());
            position
        })
    }

    fn ask(&self) -> Result<(), Problem> {
        let left = self.patience.fetch_sub(1, Ordering::Relaxed);
        if left == 0 { Err(Problem::new("no more").caused_by(42_u8)) } else { Ok(()) }
    }
}

impl<G: TextRules<Position = u32, Move = u32> + Send + Sync> Provider for Outside<G> {
    fn name(&self) -> String {
        "outside".to_string()
    }
    fn values(&self) -> Vec<Value> {
        self.game.values()
    }
    fn repetition(&self) -> Option<Value> {
        self.game.repetition()
    }
    fn is_shared(&self) -> bool {
        true
    }
    fn shelf(&self) -> &Shelf {
        &self.shelf
    }
    fn start(&self) -> Result<Position, Problem> {
        Ok(self.handle(self.game.start()))
    }
    fn status(&self, position: &Position) -> Result<Status, Problem> {
        self.ask()?;
        Ok(self.game.status(&position.key::<Number>().0))
    }
    fn expand(&self, position: &Position) -> Result<Arc<Expansion>, Problem> {
        self.ask()?;
        let mut moves = Vec::new();
        self.game.moves(&position.key::<Number>().0, &mut moves);
        let count = moves.len();
        Ok(Arc::new(Expansion::new(moves, count, 4 * count)))
    }
    fn play(&self, _: &Position, expansion: &Expansion, place: usize) -> Result<Position, Problem> {
        self.ask()?;
        Ok(self.handle(expansion.moves.downcast_ref::<Vec<u32>>().unwrap()[place]))
    }
    fn ask_again(&self, _: &[Position]) -> Result<(), Problem> {
        Ok(())
    }
    fn position_text(&self, position: &Position) -> Result<String, Problem> {
        Ok(self.game.position_text(&position.key::<Number>().0))
    }
    fn parse_position(&self, text: &str) -> Result<Result<Position, TextError>, Problem> {
        Ok(self.game.parse_position(text).map(|number| self.handle(number)))
    }
    fn move_text(&self, position: &Position, expansion: &Expansion, place: usize) -> Result<String, Problem> {
        let mv = expansion.moves.downcast_ref::<Vec<u32>>().unwrap()[place];
        Ok(self.game.move_text(&position.key::<Number>().0, mv))
    }
}

#[test]
fn every_algorithm_finds_the_value_however_little_is_remembered() {
    let mut random = Random::new(19);
    let mut solved = 0;
    for _ in 0..120 {
        let game = RandomGraph::varied(&mut random, 60).build(random.bits());
        let root = game.start();
        let value = retrograde_values(&game, [root])[&root];
        let sign = if game.status(&root) == Status::Turn(Player::Min) { -1 } else { 1 };
        // Room for one expansion, for a few, and for all.
        let room = [1, 2_000, 1 << 20][random.below(3) as usize];
        let patience = AtomicU32::new(u32::MAX);
        let provider = Outside { game, shelf: Shelf::new(room), handles: Mutex::default(), patience };
        let limits = Limits { cancel: Some(Arc::default()), memory: Some(1 << 20), ..Limits::default() };
        let external = External::new(Arc::new(provider), limits.cancel.clone().unwrap());
        let start = external.start().unwrap();
        external.conform(&start).unwrap();
        let opened = external.open(start);
        for named in ALGORITHMS {
            let threads = 1 + random.below(2) as usize;
            let choice = named.algorithm.into();
            let task =
                Task { choice, limits: limits.clone(), threads, strategies: Strategies::Full, ..Task::default() };
            // Not every algorithm fits.
            let Ok(answer) = opened.solve(&task, None, &mut |_: &Report<'_, String>| {}) else { continue };
            assert!(external.problem().is_none());
            assert_eq!(answer.contradiction, None);
            if let Some(found) = answer.verdict.value() {
                assert_eq!(found, sign * value, "{}", named.name);
                solved += 1;
            }
        }
    }
    assert!(solved > 1000, "{solved}");
}

#[test]
fn a_problem_ends_every_search_at_once() {
    let game = RandomGraph { nodes: 200, cyclic: true, most_moves: 5, ..RandomGraph::default() }.build(4);
    let mut ended = 0;
    for (named, patience) in ALGORITHMS.iter().flat_map(|named| [3, 10, 30, 100, 300].map(|patience| (named, patience)))
    {
        let patience = AtomicU32::new(patience);
        let provider = Outside { game: game.clone(), shelf: Shelf::new(1), handles: Mutex::default(), patience };
        let cancel = Arc::new(AtomicBool::new(false));
        let external = External::new(Arc::new(provider), Arc::clone(&cancel));
        let opened = external.open(external.start().unwrap());
        let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
        let task = Task { choice: named.algorithm.into(), limits, ..Task::default() };
        if opened.solve(&task, None, &mut |_: &Report<'_, String>| {}).is_ok() && cancel.load(Ordering::Relaxed) {
            ended += 1;
            let problem = external.problem().expect("the first problem is kept");
            assert_eq!(problem.to_string(), "no more");
            assert_eq!(problem.cause.and_then(|cause| cause.downcast::<u8>().ok()), Some(Box::new(42)));
        }
    }
    assert!(ended > 20, "{ended}");
}
