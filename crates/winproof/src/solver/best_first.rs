//! How a run uses the best-first loop: one search for one goal or for all of them, and the strategies in its graph.

use super::Strategies;
use super::run::{SolveError, State};
use crate::algorithm::LeafKind;
use crate::arena::Full;
use crate::checkpoint::Keeper;
use crate::depth_first::certify::Certifier;
use crate::effort::Settled;
use crate::game::{Game, Player, Status};
use crate::goal::{Aim, Goal};
use crate::graph::engine::{self, JoinedEngine, TreeEngine};
use crate::graph::world::{GameWorld, World};
use crate::leaf::ahead::{Ahead, Jobs, Station};
use crate::leaf::nested::{SecondLevel, second_level};
use crate::limits::{Meter, Stopped};
use crate::plan::{Plan, Search};
use crate::policy::{Evaluation, Policy};
use crate::progress::Progress;
use crate::proof::retrograde::{self, Wanted};
use crate::proof::{NoStrategy, Strategy};
use crate::random::Random;
use crate::session::Session;
use crate::table::{DEFAULT_BYTES, Table, ValueBounds};
use crate::verdict::Counts;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use std::io::{self, Read};

/// The least number of entries of the table by which proofs are found again.
const LEAST_ENTRIES: usize = 1 << 14;

/// A best-first search of a game, on whatever graph.
enum GameSearch<'w, G: Game> {
    Tree { engine: Box<dyn TreeEngine<'w, G> + 'w>, world: GameWorld<'w, G> },
    Joined { engine: Box<dyn JoinedEngine<'w> + 'w>, world: GameWorld<'w, G> },
}

impl<'w, G: Game> GameSearch<'w, G> {
    fn search(&mut self, session: &mut Session<'_>) -> Stopped {
        match self {
            GameSearch::Tree { engine, world } => engine.search(world, session),
            GameSearch::Joined { engine, world } => engine.search(world as &mut dyn World, session),
        }
    }

    fn settled(&self) -> Settled {
        match self {
            GameSearch::Tree { engine, .. } => engine.settled(),
            GameSearch::Joined { engine, .. } => engine.settled(),
        }
    }

    fn counts(&self) -> Counts {
        match self {
            GameSearch::Tree { engine, .. } => engine.counts(),
            GameSearch::Joined { engine, .. } => engine.counts(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            GameSearch::Tree { engine, world } => engine.bytes(world),
            GameSearch::Joined { engine, world } => engine.bytes(world as &dyn World),
        }
    }

    fn turn_to(&mut self, aims: &[Aim]) -> Result<bool, Full> {
        match self {
            GameSearch::Tree { engine, world } => engine.turn_to(aims, world),
            GameSearch::Joined { engine, world } => engine.turn_to(aims, world as &mut dyn World),
        }
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        match self {
            GameSearch::Tree { engine, world } => engine.read(world, input),
            GameSearch::Joined { engine, world } => engine.read(world as &mut dyn World, input),
        }
    }

    /// A move at the root that keeps what a search for so many goals found out for the mover, if the search knows
    /// one. `known` is the move from an earlier search, which stays where this one found out nothing for the mover.
    fn best_move(&self, goals: usize, known: Option<G::Move>) -> Option<G::Move> {
        let mut children = Vec::new();
        let (world, is_tree) = match self {
            GameSearch::Tree { engine, world } => {
                engine.root_children(world, &mut |position, child| children.push((position, child.settled)));
                (world, true)
            }
            GameSearch::Joined { engine, world } => {
                engine.root_children(&mut |id, child| children.push((world.positions[id].clone(), child.settled)));
                (world, false)
            }
        };
        let Status::Turn(mover) = world.game.status(&world.root) else { return None };
        let root = self.settled();
        let found_nothing = match mover {
            Player::Max => root.lower == 0,
            Player::Min => usize::from(root.upper) >= goals,
        };
        if found_nothing {
            return known;
        }
        let keeps = |child: &Settled| match mover {
            Player::Max => child.lower >= root.lower,
            Player::Min => child.upper <= root.upper,
        };
        children.retain(|(_, settled)| keeps(settled));
        let kept: HashSet<G::Position, FxBuildHasher> = children.into_iter().map(|(position, _)| position).collect();
        let mut moves = Vec::new();
        world.game.moves(&world.root, &mut moves);
        moves.into_iter().find(|&mv| {
            let next = world.game.play(&world.root, mv);
            kept.contains(&if is_tree { next } else { world.identity(next) })
        })
    }

    fn settled_positions(&self, each: &mut dyn FnMut(&G::Position, Settled)) {
        match self {
            GameSearch::Tree { engine, world } => engine.settled_positions(world, each),
            GameSearch::Joined { engine, world } => {
                engine.settled_positions(&mut |id, settled| each(&world.positions[id], settled));
            }
        }
    }

    fn strategy(&self, question: usize, wanted: Wanted) -> Result<Strategy<G>, NoStrategy> {
        match self {
            GameSearch::Tree { engine, world } => engine.strategy(world, question, wanted.strategist, wanted.ranked),
            GameSearch::Joined { engine, world } => retrograde::strategy(world, &*engine.explored(question), wanted),
        }
    }
}

/// Answers to goals, and the strategies behind them.
type Answers<G> = Vec<(bool, Result<Strategy<G>, NoStrategy>)>;

/// What a search takes of its surroundings.
struct Surroundings<'w, G: Game> {
    game: &'w G,
    root: &'w G::Position,
    plan: &'w Plan,
    meter: &'w Meter,
    progress: Option<&'w mut dyn Progress<G::Move>>,
    /// The leaves that helpers search, where there are some.
    ahead: Option<SearchAhead<'w, G>>,
}

/// How leaves are searched ahead.
struct SearchAhead<'w, G: Game> {
    jobs: &'w Jobs<G::Position>,
    in_turns: Option<Random>,
    join_after: u64,
}

impl<'w, G: Game> Surroundings<'w, G> {
    /// A search for some goals, upwards: one, or with outcomes all that are open.
    fn begin(self, aims: &'w [Aim]) -> Result<GameSearch<'w, G>, Full> {
        let Surroundings { game, root, plan, meter, progress, ahead } = self;
        let mut policy = *plan.policy();
        if plan.second.is_some() {
            // A leaf is looked at when it is its turn to be searched.
            policy = Policy { evaluation: Evaluation::Delayed, ..policy };
        }
        let mut world = GameWorld::new(game, root.clone(), plan.algorithm().leaf, &policy);
        world.progress = progress;
        let second = second_level(game, plan, meter, aims);
        world.second = second.map(|own| -> Box<dyn SecondLevel<G> + 'w> {
            match ahead {
                Some(SearchAhead { jobs, in_turns, join_after }) => {
                    Box::new(Ahead { own, jobs, meter, in_turns, nodes: 0, join_after })
                }
                None => own,
            }
        });
        Ok(match plan.search {
            Search::Joined(effort, graph) => {
                let kind = (effort, graph);
                let engine = engine::joined(kind, aims, policy, &mut world as &mut dyn World, meter.memory())?;
                GameSearch::Joined { engine, world }
            }
            Search::Tree(effort) => {
                let engine = engine::tree(effort, aims, policy, &mut world, meter.memory())?;
                GameSearch::Tree { engine, world }
            }
            // These go their own way, and would come here only by mistake: a tree answers all the same.
            Search::Dfpn | Search::AlphaBeta => {
                let engine = engine::tree(crate::plan::TreeEffort::Numbers, aims, policy, &mut world, meter.memory())?;
                GameSearch::Tree { engine, world }
            }
        })
    }
}

impl<'r, G: Game> State<'r, G> {
    /// A best-first search for one goal: whether its prover wins, or why that was not found out.
    pub(super) fn best_first(&mut self, aim: Aim) -> Result<Result<bool, Stopped>, SolveError> {
        let (stopped, settled) = self.search_for(&[aim])?;
        Ok(settled.holds(0).map(|holds| aim.goal_holds(holds)).ok_or(stopped))
    }

    /// A best-first search for all goals that are open, or for the one that is asked. Narrows the bounds to what it
    /// finds, also where it does not come to an end.
    pub(super) fn all_goals(&mut self) -> Result<Stopped, SolveError> {
        if self.next_goal().is_none() {
            return Ok(Stopped::Solved);
        }
        let open = |&value: &i32| self.bounds.lower() < value && value <= self.bounds.upper();
        let goals: Vec<Goal> = match self.goal {
            Some(goal) => vec![goal],
            None => self.game.values().into_iter().filter(open).map(Goal::at_least).collect(),
        };
        let aims: Vec<Aim> = goals.into_iter().map(|goal| Aim::new(self.game, goal)).collect();
        let (stopped, settled) = self.search_for(&aims)?;
        if let Some(reached) = usize::from(settled.lower).checked_sub(1) {
            self.bounds.answer(aims[reached].goal(), true);
        }
        if let Some(missed) = aims.get(usize::from(settled.upper)) {
            self.bounds.answer(missed.goal(), false);
        }
        Ok(stopped)
    }

    /// One search for some goals: why it stopped, and what it found out. Its strategies are in `found`.
    fn search_for(&mut self, aims: &[Aim]) -> Result<(Stopped, Settled), SolveError> {
        let mut progress = self.progress.take();
        let found = self.search_watched(aims, &mut progress);
        self.progress = progress;
        let (stopped, settled, strategies) = found?;
        for (holds, strategy) in strategies {
            self.keep(holds, strategy);
        }
        Ok((stopped, settled))
    }

    /// The same, with strategies for what was answered.
    fn search_watched(
        &mut self,
        aims: &[Aim],
        progress: &mut Option<&'r mut dyn Progress<G::Move>>,
    ) -> Result<(Stopped, Settled, Answers<G>), SolveError> {
        let mut saved = self.saved_graph.take();
        let goal = if let [aim] = aims { Some(aim.goal()) } else { None };
        let unknown = Settled { lower: 0, upper: aims.len() as u16 };
        let jobs = Jobs::new(self.threads - 1);
        let ahead =
            SearchAhead { jobs: &jobs, in_turns: self.interleaved.map(Random::new), join_after: self.join_after };
        let has_helpers = self.plan.second.is_some() && self.threads > 1;
        let run_helpers = self.crews.filter(|_| has_helpers && self.interleaved.is_none());
        let surroundings = Surroundings {
            game: self.game,
            root: self.root,
            plan: &self.plan,
            meter: &self.meter,
            progress: progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>),
            ahead: (run_helpers.is_some() || has_helpers && self.interleaved.is_some()).then_some(ahead),
        };
        let mut search = match surroundings.begin(aims) {
            Ok(search) => search,
            Err(full) => return Ok((full.into(), unknown, Vec::new())),
        };
        if let Some(saved) = &mut saved {
            match search.read(saved) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::OutOfMemory => {
                    return Ok((Stopped::Memory, unknown, Vec::new()));
                }
                Err(error) => return Err(SolveError::Checkpoint(error)),
            }
        }
        let keeper = self.keeper.as_deref_mut().map(|keeper| keeper as &mut dyn Keeper);
        let known = (self.bounds.lower(), self.bounds.upper());
        let mut session = Session::new(&self.meter, goal, self.counts).saved_by(keeper, known);
        let stopped = match run_helpers {
            None => search.search(&mut session),
            Some(crews) => {
                let (game, plan, meter, jobs) = (self.game, &self.plan, &self.meter, &jobs);
                let mut stopped = Stopped::Solved;
                (crews.ahead)(&Station { game, plan, meter, aims, jobs }, &mut || {
                    stopped = search.search(&mut session)
                });
                stopped
            }
        };
        self.counts.add(&search.counts());
        self.counts.add(&jobs.take_counts());
        let settled = search.settled();
        // Not by an answer that is no proof.
        if self.plan.no_is_proof() || settled.holds(0).is_some_and(|holds| aims[0].goal_holds(holds)) {
            self.best_child = search.best_move(aims.len(), self.best_child);
        }
        if self.strategies == Strategies::None {
            return Ok((stopped, settled, Vec::new()));
        }
        let reached = usize::from(settled.lower).checked_sub(1).map(|question| (question, true));
        let missed = (usize::from(settled.upper) < aims.len()).then_some((usize::from(settled.upper), false));
        let wanted = [reached, missed].into_iter().flatten();
        let proof_meter = self.meter.for_proof(self.strategies.most_time());
        let started = std::time::Instant::now();
        let mut strategies = Vec::new();
        if self.plan.second.is_some() {
            let nodes = search.counts().nodes;
            let table = self.table_of_settled(&search, aims, nodes);
            drop(search);
            let values = self.game.values();
            for (question, holds) in wanted {
                let aim = aims[question];
                let Some(table) = &table else {
                    strategies.push((holds, Err(NoStrategy::Limit(Stopped::Memory))));
                    continue;
                };
                let certifier = Certifier {
                    game: self.game,
                    leaf: LeafKind::Mobility,
                    table,
                    values: &values,
                    policy: self.plan.policy().dfpn,
                    most_bytes: self.room_for_strategy(table.bytes()),
                };
                let mut watched = Self::watched(&proof_meter, progress, Some(aim.goal()), Counts::default());
                watched.session = watched.session.for_strategy();
                let prover_wins = aim.goal_holds(true) == holds;
                if prover_wins || self.plan.no_is_proof() {
                    let (strategy, counts) = certifier.strategy(self.root, aim, prover_wins, &mut watched);
                    self.proof.nodes += counts.nodes;
                    strategies.push((holds, strategy));
                }
            }
        } else {
            let most_bytes = self.room_for_strategy(search.bytes());
            for (question, holds) in wanted {
                let aim = aims[question];
                let (strategist, ranked) = self.strategist(aim, holds);
                let prover_wins = aim.goal_holds(true) == holds;
                if prover_wins || self.plan.no_is_proof() {
                    let wanted = Wanted { aim, prover_wins, strategist, ranked, most_bytes };
                    strategies.push((holds, search.strategy(question, wanted)));
                }
            }
        }
        self.proof.seconds += started.elapsed().as_secs_f64();
        Ok((stopped, settled, strategies))
    }

    /// A table that is told what a search knows for good, to find proofs by. `None` where there is no room for one.
    fn table_of_settled(&self, search: &GameSearch<'_, G>, aims: &[Aim], nodes: u64) -> Option<Table> {
        let values = self.game.values();
        if values.len() > crate::plan::MOST_TABLE_VALUES {
            return None;
        }
        let place = |aim: &Aim| values.partition_point(|&value| value < aim.goal().at_least) as u16;
        let last = values.len() as u16 - 1;
        let bounds = |settled: Settled| {
            let lowest = settled.lower.checked_sub(1).map_or(0, |goal| place(&aims[usize::from(goal)]));
            let highest = aims.get(usize::from(settled.upper)).map_or(last, |aim| place(aim) - 1);
            (lowest > 0 || highest < last).then_some(ValueBounds { lowest, highest })
        };
        let mut count = 0;
        search.settled_positions(&mut |_, settled| count += usize::from(bounds(settled).is_some()));
        let most_bytes = self.meter.memory().min(DEFAULT_BYTES).saturating_sub(search.bytes());
        let entries = (4 * count).max(usize::try_from(nodes).unwrap_or(usize::MAX)).min(most_bytes / 16);
        let table = Table::with_entries(entries.max(LEAST_ENTRIES))?;
        let certifier = Certifier {
            game: self.game,
            leaf: LeafKind::Mobility,
            table: &table,
            values: &values,
            policy: self.plan.policy().dfpn,
            most_bytes: usize::MAX,
        };
        search.settled_positions(&mut |position, settled| {
            if let (Some(bounds), Status::Turn(_)) = (bounds(settled), self.game.status(position)) {
                certifier.remember(position, bounds);
            }
        });
        Some(table)
    }

    /// The exact value by one goal after the other in one graph: the goals ask for the same positions, so the graph
    /// of one is a head start for the next. Its nodes, positions and edges stay, and only the labels are made anew;
    /// nothing is expanded twice. Each goal is answered from the whole graph, and so is its strategy found there.
    pub(super) fn series(&mut self) -> Result<Stopped, SolveError> {
        let Some(goal) = self.next_goal() else { return Ok(Stopped::Solved) };
        let mut aim = [Aim::new(self.game, goal)];
        let first = aim;
        let progress = self.progress.as_deref_mut().map(|progress| progress as &mut dyn Progress<G::Move>);
        let (game, root, plan, meter) = (self.game, self.root, &self.plan, &self.meter);
        let mut search = match (Surroundings { game, root, plan, meter, progress, ahead: None }).begin(&first) {
            Ok(search) => search,
            Err(full) => return Ok(full.into()),
        };
        let mut strategies = Vec::new();
        let stopped = loop {
            let mut session = Session::new(&self.meter, Some(aim[0].goal()), self.counts);
            let stopped = search.search(&mut session);
            let Some(holds) = search.settled().holds(0) else { break stopped };
            if self.strategies != Strategies::None {
                let strategist = if holds { crate::game::Player::Max } else { crate::game::Player::Min };
                let ranked = strategist == aim[0].prover() || self.game.repetition().is_none();
                let prover_wins = aim[0].goal_holds(true) == holds;
                let most_bytes = self.memory.map_or(usize::MAX, |bytes| bytes.saturating_sub(search.bytes()));
                let wanted = Wanted { aim: aim[0], prover_wins, strategist, ranked, most_bytes };
                strategies.push((holds, search.strategy(0, wanted)));
            }
            self.best_child = search.best_move(1, self.best_child);
            self.bounds.answer(aim[0].goal(), holds);
            let Some(goal) = self.bounds.next_goal() else { break Stopped::Solved };
            aim = [Aim::new(self.game, goal)];
            match search.turn_to(&aim) {
                Ok(true) => {}
                // What cannot go on starts anew; the counts of both are added up.
                Ok(false) => break Stopped::Solved,
                Err(full) => break full.into(),
            }
        };
        self.counts.add(&search.counts());
        drop(search);
        for (holds, strategy) in strategies {
            self.keep(holds, strategy);
        }
        while stopped == Stopped::Solved
            && let Some(goal) = self.next_goal()
        {
            let aim = Aim::new(self.game, goal);
            match self.best_first(aim)? {
                Ok(prover_wins) => self.bounds.answer(goal, aim.goal_holds(prover_wins)),
                Err(stopped) => return Ok(stopped),
            }
        }
        Ok(stopped)
    }
}
