//! What a graph knows of the game: positions by number, and what the rules say of them.
//!
//! The graphs that join equal positions ask through [`World`] and never see the game's types, so each of their loops
//! is compiled once and serves every game. That takes one call through a pointer for each expansion, which is little
//! beside what an expansion costs. [`GameWorld`] is the same for a game of a certain type; trees use it directly.

use super::positions::Positions;
use crate::algorithm::LeafKind;
use crate::arena::Full;
use crate::effort::Settled;
use crate::game::{Assessment, Game, Player, Status, Value};
use crate::leaf::nested::{LeafReport, SecondLevel, Task};
use crate::policy::Policy;
use crate::progress::{Progress, RawReport};
use crate::random::Random;

/// What a first look at a position tells.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// Nobody has looked yet.
    Unseen,
    /// Play has ended there.
    Ended(Value),
    /// Play goes on: who moves, and the work that is left.
    Open(Player, Assessment),
    /// A second level has looked below it: besides, what is known for good.
    Searched(Player, Assessment, Settled),
}

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// The number of the position.
    pub(crate) id: u32,
    /// Whether it got its number just now.
    pub(crate) is_new: bool,
    /// What is known of it; of a position that is not new, only what a second level saw.
    pub(crate) look: Look,
}

/// Positions by number, and what the rules say of them.
pub(crate) trait World {
    /// Gives the root the number 0, within so many bytes, and looks at it.
    fn start(&mut self, budget: usize) -> Result<Look, Full>;

    /// Lists where the moves from a position lead, in the order of the moves. Positions that are new get numbers,
    /// within so many bytes, and are looked at unless that is to wait. True if more bytes are held than before.
    fn expand(&mut self, id: u32, looks: bool, arrivals: &mut Vec<Arrival>, budget: usize) -> Result<bool, Full>;

    /// Looks at a position.
    fn look(&self, id: u32) -> Look;

    /// Who moves in a position, or what it is worth.
    fn status(&self, id: u32) -> Status;

    /// A second number for a position, which no move will lead to.
    fn add_copy(&mut self, id: u32) -> u32;

    /// Forgets a position, whose number may be given to another; false if it is a copy, and stays.
    fn remove(&mut self, id: u32) -> bool;

    /// Whether leaves are searched in turn.
    fn has_second_level(&self) -> bool;

    /// Whether a step of a search takes long.
    fn is_slow(&self) -> bool;

    /// Has the second level look below a position, if there is one. The next expansion tells what it saw.
    fn look_below(&mut self, id: u32, task: Task) -> LeafReport;

    /// How many other leaves the second level can search ahead now.
    fn wants_ahead(&mut self) -> usize;

    /// Has the second level search a leaf ahead. False if that is under way already, or not possible.
    fn search_ahead(&mut self, id: u32, task: Task) -> bool;

    /// Bytes held for positions.
    fn bytes(&self) -> usize;

    /// A position in words, for messages.
    fn describe(&self, id: u32) -> String;

    /// Passes a report on, with the line that leads through these positions.
    fn report(&mut self, report: &RawReport, line: &[u32]);
}

/// The world of one game.
pub(crate) struct GameWorld<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) root: G::Position,
    pub(crate) leaf: LeafKind,
    pub(crate) positions: Positions<G>,
    /// The moves of the node under expansion.
    pub(crate) moves: Vec<G::Move>,
    random: Option<Random>,
    /// Whether positions that are the same under the game's symmetries are one.
    symmetry: bool,
    /// Who looks below leaves, where they are searched in turn.
    pub(crate) second: Option<Box<dyn SecondLevel<G> + 'a>>,
    /// The children that the second level saw below the leaf under expansion.
    seen: Vec<(G::Position, Look)>,
    /// Where this is a second level on a tree: the positions that led to its root.
    pub(crate) above: Vec<G::Position>,
    pub(crate) progress: Option<&'a mut dyn Progress<G::Move>>,
}

impl<'a, G: Game> GameWorld<'a, G> {
    /// A world of the root alone, for searches with this policy whose leaves are assessed like this.
    pub(crate) fn new(game: &'a G, root: G::Position, leaf: LeafKind, policy: &Policy) -> Self {
        GameWorld {
            game,
            root,
            leaf,
            positions: Positions::new(),
            moves: Vec::new(),
            random: policy.shuffle.map(Random::new),
            symmetry: policy.symmetry,
            second: None,
            seen: Vec::new(),
            above: Vec::new(),
            progress: None,
        }
    }

    /// Fills `moves` with those of a position, in the order that the policy asks for.
    ///
    /// # Panics
    /// If there are none: the rules say that play goes on, and it cannot.
    #[inline]
    pub(crate) fn generate(&mut self, position: &G::Position) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        assert!(!self.moves.is_empty(), "the rules list no move in {position:?}, where play goes on");
        if let Some(random) = &mut self.random {
            random.shuffle(&mut self.moves);
        }
    }

    /// Looks at a position.
    #[inline(always)]
    pub(crate) fn look_at(&self, position: &G::Position) -> Look {
        match self.game.status(position) {
            Status::Ended(value) => Look::Ended(value),
            Status::Turn(player) => Look::Open(player, self.leaf.assess(self.game, position)),
        }
    }

    /// The position that stands for all that are one node with this one in a graph.
    #[inline]
    pub(crate) fn identity(&self, position: G::Position) -> G::Position {
        if self.symmetry { self.game.canonical(&position) } else { position }
    }

    /// The number of a position.
    pub(crate) fn find(&self, position: &G::Position) -> Option<u32> {
        self.positions.find(self.game, &self.identity(position.clone()))
    }

    /// What the second level saw of a position.
    #[inline]
    pub(crate) fn seen_below(&self, position: &G::Position) -> Look {
        self.seen.iter().find(|(seen, _)| seen == position).map_or(Look::Unseen, |&(_, look)| look)
    }

    /// Has the second level look below a position, with the positions that led there.
    #[cold]
    pub(crate) fn look_below_at(&mut self, position: &G::Position, above: Vec<G::Position>, task: Task) -> LeafReport {
        self.seen.clear();
        match &mut self.second {
            Some(second) => second.look(position, above, task, &mut self.seen),
            None => LeafReport::nothing(),
        }
    }

    /// The moves that lead from the root through these positions, of which the first stands for the root itself.
    fn line_through(&self, line: &[u32]) -> Vec<G::Move> {
        let mut here = self.root.clone();
        let mut moves = Vec::new();
        let mut found = Vec::new();
        for &next in line.iter().skip(1) {
            moves.clear();
            self.game.moves(&here, &mut moves);
            let leads_there = |mv: &G::Move| self.identity(self.game.play(&here, *mv)) == self.positions[next];
            let Some(mv) = moves.iter().copied().find(leads_there) else { break };
            found.push(mv);
            here = self.game.play(&here, mv);
        }
        found
    }
}

impl<G: Game> World for GameWorld<'_, G> {
    fn start(&mut self, budget: usize) -> Result<Look, Full> {
        let root = self.identity(self.root.clone());
        let look = self.look_at(&root);
        self.positions.reserve(self.game, 1, budget)?;
        self.positions.add(self.game, root);
        Ok(look)
    }

    fn expand(&mut self, id: u32, looks: bool, arrivals: &mut Vec<Arrival>, budget: usize) -> Result<bool, Full> {
        arrivals.clear();
        let position = self.positions[id].clone();
        self.generate(&position);
        let grows = !self.positions.has_room(self.moves.len());
        if grows {
            self.positions.reserve(self.game, self.moves.len(), budget)?;
        }
        for place in 0..self.moves.len() {
            let child = self.identity(self.game.play(&position, self.moves[place]));
            let hash = self.positions.hash(self.game, &child);
            let arrival = match self.positions.find_by_hash(hash, &child) {
                Some(id) => {
                    let look = if looks { Look::Unseen } else { self.seen_below(&child) };
                    Arrival { id, is_new: false, look }
                }
                None => {
                    let look = if looks { self.look_at(&child) } else { self.seen_below(&child) };
                    Arrival { id: self.positions.add_by_hash(self.game, hash, child), is_new: true, look }
                }
            };
            arrivals.push(arrival);
        }
        Ok(grows)
    }

    fn look(&self, id: u32) -> Look {
        self.look_at(&self.positions[id])
    }

    fn status(&self, id: u32) -> Status {
        self.game.status(&self.positions[id])
    }

    fn add_copy(&mut self, id: u32) -> u32 {
        let position = self.positions[id].clone();
        self.positions.add_hidden(self.game, position)
    }

    fn remove(&mut self, id: u32) -> bool {
        self.positions.remove(self.game, id)
    }

    fn has_second_level(&self) -> bool {
        self.second.is_some()
    }

    fn is_slow(&self) -> bool {
        self.second.is_some() || self.game.is_slow()
    }

    fn look_below(&mut self, id: u32, task: Task) -> LeafReport {
        let position = self.positions[id].clone();
        self.look_below_at(&position, Vec::new(), task)
    }

    fn wants_ahead(&mut self) -> usize {
        self.second.as_mut().map_or(0, |second| second.wants())
    }

    fn search_ahead(&mut self, id: u32, task: Task) -> bool {
        let position = self.positions[id].clone();
        let goes_on = matches!(self.game.status(&position), Status::Turn(_));
        goes_on && self.second.as_mut().is_some_and(|second| second.search_ahead(position, Vec::new(), task))
    }

    fn bytes(&self) -> usize {
        self.positions.bytes()
    }

    fn describe(&self, id: u32) -> String {
        format!("{:?}", self.positions[id])
    }

    fn report(&mut self, report: &RawReport, line: &[u32]) {
        if self.progress.is_none() {
            return;
        }
        let moves = self.line_through(line);
        if let Some(progress) = &mut self.progress {
            progress.report(&report.with_line(&moves));
        }
    }
}
