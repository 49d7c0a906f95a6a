//! The master's graph: positions, how they hang together, and what is known of them for one aim.
//!
//! One node a position, with links to all parents. Where positions never repeat this is the graph `dag` of the library,
//! and where they do, it may have cycles. Two things are kept apart:
//! - what is *settled*. Wins of the prover spread from children to parents, each resting on what was won before, so
//!   they are well-founded. Failures spread likewise, and where positions repeat, whatever cannot be won any more even
//!   if every open leaf were, is lost ([`Graph::settle_cycles`]): no path is part of that, so it holds for good.
//! - *numbers*, which only say where to search next. Round a cycle they may be anything; nothing rests on them.

use std::collections::{HashMap, VecDeque};
use winproof::{Player, Value};

/// The number of something that cannot happen any more.
pub const INFINITY: u32 = u32::MAX;

/// The number of a node.
pub type Id = u32;

/// The question: can the prover bring about an end that is good for him?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// "Max gets at least this."
    pub at_least: Value,
    /// Who has to show something: Max, or where endless play is good enough for Max, Min.
    pub prover: Player,
}

impl Question {
    /// The question of a goal in a game where endless play is worth so much.
    pub fn new(at_least: Value, repetition: Option<Value>) -> Question {
        let prover = if repetition.is_some_and(|worth| worth >= at_least) { Player::Min } else { Player::Max };
        Question { at_least, prover }
    }

    /// Whether a value is a win for the prover.
    pub fn is_win(self, value: Value) -> bool {
        (value >= self.at_least) == (self.prover == Player::Max)
    }

    /// Whether the goal holds, given that the prover wins or does not.
    pub fn holds(self, wins: bool) -> bool {
        wins == (self.prover == Player::Max)
    }

    /// Whether the prover wins, if bounds of the value say so.
    pub fn settled_by(self, (lower, upper): (Value, Value)) -> Option<bool> {
        let wins = self.is_win(lower);
        (wins == self.is_win(upper)).then_some(wins)
    }
}

/// A position.
#[derive(Debug)]
pub struct Node {
    /// Its text, by which it is known.
    pub text: String,
    /// Who moves.
    pub player: Player,
    /// Where play goes on after a move.
    pub children: Vec<Id>,
    /// What play is worth that ends after a move.
    pub ends: Vec<Value>,
    /// Whether the children are there.
    pub expanded: bool,
    /// The prover's numbers.
    pub numbers: (u32, u32),
    /// Whether the prover wins, if it is settled.
    pub settled: Option<bool>,
    /// When it was settled: whatever a win rests on has less.
    pub order: u64,
    /// Bounds of the value that somebody claims.
    pub bounds: (Value, Value),
    /// The job that searches it.
    pub job: Option<u64>,
    /// Jobs below.
    pub visitors: u32,
    /// The worker who knows most of it.
    pub worker: Option<String>,
    /// Never to be searched again: it makes workers crash.
    pub set_aside: bool,
    parents: Vec<Id>,
    stamp: u32,
    queued: u8,
}

/// A position as it is come to by a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Play ends.
    End(Value),
    /// Play goes on: the position, who moves, the first numbers, and bounds that are claimed.
    Turn {
        /// The position.
        text: String,
        /// Who moves.
        player: Player,
        /// First numbers; settled ones are not believed.
        numbers: (u32, u32),
        /// Bounds that are claimed.
        bounds: (Value, Value),
    },
}

/// Which leaves are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Those that nobody searches.
    Free,
    /// Those that somebody searches.
    Searched,
    /// Those that were set aside.
    SetAside,
}

/// The graph.
#[derive(Debug)]
pub struct Graph {
    /// The nodes; the first is the root.
    pub nodes: Vec<Node>,
    index: HashMap<String, Id>,
    question: Question,
    can_repeat: bool,
    clock: u64,
    settlements: u64,
    stamp: u32,
    /// How much a job below makes a number look larger: tenths of it.
    pub virtual_tenths: u32,
}

fn bounded(number: u32) -> u32 {
    number.clamp(1, INFINITY - 1)
}

impl Graph {
    /// A graph of a root alone.
    pub fn new(root: Next, question: Question, can_repeat: bool) -> Option<Graph> {
        let mut graph = Graph {
            nodes: Vec::new(),
            index: HashMap::new(),
            question,
            can_repeat,
            clock: 0,
            settlements: 0,
            stamp: 0,
            virtual_tenths: 1,
        };
        graph.enter(root, None)?;
        Some(graph)
    }

    /// The question.
    pub fn question(&self) -> Question {
        self.question
    }

    /// The node of a position.
    pub fn find(&self, text: &str) -> Option<Id> {
        self.index.get(text).copied()
    }

    /// A node.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// A node, to be changed in what guides only.
    pub fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// How often something was settled so far: while this stays, no job has become needless.
    pub fn settlements(&self) -> u64 {
        self.settlements
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    fn enter(&mut self, next: Next, parent: Option<Id>) -> Option<Id> {
        let Next::Turn { text, player, numbers, bounds } = next else { return None };
        let id = match self.index.get(&text) {
            Some(&id) => id,
            None => {
                let id = self.nodes.len() as Id;
                self.index.insert(text.clone(), id);
                let numbers = (bounded(numbers.0), bounded(numbers.1));
                self.nodes.push(Node {
                    text,
                    player,
                    children: Vec::new(),
                    ends: Vec::new(),
                    expanded: false,
                    numbers,
                    settled: None,
                    order: 0,
                    bounds,
                    job: None,
                    visitors: 0,
                    worker: parent.and_then(|parent| self.node(parent).worker.clone()),
                    set_aside: false,
                    parents: Vec::new(),
                    stamp: 0,
                    queued: 0,
                });
                if let Some(wins) = self.question.settled_by(bounds) {
                    self.settle(id, wins);
                }
                id
            }
        };
        if let Some(parent) = parent
            && !self.node(id).parents.contains(&parent)
        {
            self.node_mut(id).parents.push(parent);
        }
        Some(id)
    }

    /// Gives a node its children.
    pub fn expand(&mut self, id: Id, next: Vec<Next>) {
        if self.node(id).expanded {
            return;
        }
        let (mut children, mut ends) = (Vec::new(), Vec::new());
        for next in next {
            match next {
                Next::End(value) => ends.push(value),
                turn => children.extend(self.enter(turn, Some(id)).filter(|child| !children.contains(child))),
            }
        }
        let node = self.node_mut(id);
        (node.children, node.ends, node.expanded) = (children, ends, true);
        self.spread_from(id);
    }

    /// Takes in bounds that somebody claims, which narrow those before. False if nothing is left between them.
    pub fn claim(&mut self, id: Id, bounds: (Value, Value)) -> bool {
        let node = self.node_mut(id);
        let narrowed = (node.bounds.0.max(bounds.0), node.bounds.1.min(bounds.1));
        if narrowed.0 > narrowed.1 {
            return false;
        }
        node.bounds = narrowed;
        if let Some(wins) = self.question.settled_by(narrowed) {
            if self.node(id).settled.is_none() {
                self.settle(id, wins);
                self.spread_parents(id);
            } else if self.node(id).settled != Some(wins) {
                return false;
            }
        }
        true
    }

    /// New numbers of a leaf.
    pub fn set_numbers(&mut self, id: Id, numbers: (u32, u32)) {
        let node = self.node_mut(id);
        if !node.expanded && node.settled.is_none() {
            node.numbers = (bounded(numbers.0), bounded(numbers.1));
            self.spread_parents(id);
        }
    }

    /// Asks another question, or the same one after claims were withdrawn: everything is worked out anew from what is
    /// claimed. `bounds` gives the claims of a position, `numbers` first numbers of a leaf.
    pub fn ask(
        &mut self,
        question: Question,
        bounds: &dyn Fn(&str) -> (Value, Value),
        numbers: &dyn Fn(&str) -> (u32, u32),
    ) {
        self.question = question;
        self.clock = 0;
        for node in &mut self.nodes {
            node.bounds = bounds(&node.text);
            let first = numbers(&node.text);
            node.numbers = (bounded(first.0), bounded(first.1));
            (node.settled, node.order, node.queued) = (None, 0, 0);
        }
        for id in 0..self.nodes.len() as Id {
            if self.node(id).settled.is_none()
                && let Some(wins) = question.settled_by(self.node(id).bounds)
            {
                self.settle(id, wins);
            }
        }
        // From the back, where children mostly stand.
        for id in (0..self.nodes.len() as Id).rev() {
            if self.node(id).expanded {
                self.spread_from(id);
            }
        }
        self.settle_cycles();
    }

    fn settle(&mut self, id: Id, wins: bool) {
        self.clock += 1;
        self.settlements += 1;
        let clock = self.clock;
        let node = self.node_mut(id);
        node.settled = Some(wins);
        node.order = clock;
        node.numbers = if wins { (0, INFINITY) } else { (INFINITY, 0) };
    }

    /// Whether the children settle a node.
    fn settled_by_children(&self, id: Id) -> Option<bool> {
        let node = self.node(id);
        if !node.expanded {
            return None;
        }
        // The mover wants his kind of answer once; the other kind only if nothing is left.
        let wanted = node.player == self.question.prover;
        let answers = node.children.iter().map(|&child| self.node(child).settled);
        let answers = answers.chain(node.ends.iter().map(|&value| Some(self.question.is_win(value))));
        let mut all = true;
        for answer in answers {
            match answer {
                Some(wins) if wins == wanted => return Some(wanted),
                Some(_) => {}
                None => all = false,
            }
        }
        all.then_some(!wanted)
    }

    /// The numbers that the children make: the least for the mover's own, and for the other the greatest with the
    /// logarithms of the rest, as df-pn has it.
    fn numbers_of_children(&self, id: Id) -> (u32, u32) {
        let node = self.node(id);
        let prover_moves = node.player == self.question.prover;
        let (mut least, mut greatest, mut rest) = (INFINITY, 0, 0u32);
        for &child in &node.children {
            let (proof, disproof) = self.node(child).numbers;
            let (own, other) = if prover_moves { (proof, disproof) } else { (disproof, proof) };
            least = least.min(own);
            if other > 0 && other < INFINITY {
                let (larger, smaller) = if other > greatest { (other, greatest) } else { (greatest, other) };
                greatest = larger;
                rest = rest.saturating_add(if smaller > 0 { smaller.ilog2() + 1 } else { 0 });
            }
        }
        let (own, other) = (bounded(least), bounded(greatest.saturating_add(rest)));
        if prover_moves { (own, other) } else { (other, own) }
    }

    fn spread_parents(&mut self, id: Id) {
        let mut queue: VecDeque<Id> = self.node(id).parents.iter().copied().collect();
        self.spread(&mut queue);
    }

    fn spread_from(&mut self, id: Id) {
        self.spread(&mut VecDeque::from([id]));
    }

    /// Takes what children say on to their parents, as far as anything changes.
    fn spread(&mut self, queue: &mut VecDeque<Id>) {
        /// Round a cycle numbers could go on rising: a node's are worked out at most so often at a time.
        const MOST_VISITS: u8 = 4;
        let mut touched = Vec::new();
        while let Some(id) = queue.pop_front() {
            if self.node(id).settled.is_some() || !self.node(id).expanded {
                continue;
            }
            if let Some(wins) = self.settled_by_children(id) {
                self.settle(id, wins);
            } else {
                let can_repeat = self.can_repeat;
                let visits = &mut self.node_mut(id).queued;
                if *visits == 0 {
                    touched.push(id);
                }
                if can_repeat && *visits >= MOST_VISITS {
                    continue;
                }
                *visits = (*visits + 1).min(MOST_VISITS);
                let numbers = self.numbers_of_children(id);
                if self.node(id).numbers == numbers {
                    continue;
                }
                self.node_mut(id).numbers = numbers;
            }
            queue.extend(self.node(id).parents.iter().copied());
        }
        for id in touched {
            self.node_mut(id).queued = 0;
        }
    }

    /// Where positions repeat: whatever the prover cannot win even if he won at every open leaf, he never wins. True if
    /// anything was settled.
    pub fn settle_cycles(&mut self) -> bool {
        if !self.can_repeat {
            return false;
        }
        // Whether the prover could still win, and for the opponent's nodes how many children say no so far.
        let mut possible = vec![false; self.nodes.len()];
        let mut left: Vec<usize> = Vec::with_capacity(self.nodes.len());
        let mut queue = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            let bad_end = node.ends.iter().any(|&value| !self.question.is_win(value));
            left.push(if bad_end { usize::MAX } else { node.children.len() });
            if node.settled == Some(true) || node.settled.is_none() && !node.expanded {
                possible[id] = true;
                queue.push(id as Id);
            }
        }
        while let Some(id) = queue.pop() {
            for &parent in &self.nodes[id as usize].parents {
                let node = &self.nodes[parent as usize];
                let place = parent as usize;
                if possible[place] || node.settled.is_some() || !node.expanded {
                    continue;
                }
                let is_possible = if node.player == self.question.prover {
                    true
                } else {
                    left[place] = left[place].saturating_sub(1);
                    left[place] == 0
                };
                if is_possible {
                    possible[place] = true;
                    queue.push(parent);
                }
            }
        }
        let lost: Vec<Id> = (0..self.nodes.len() as Id)
            .filter(|&id| !possible[id as usize] && self.node(id).settled.is_none())
            .collect();
        for &id in &lost {
            self.settle(id, false);
        }
        for &id in &lost {
            self.spread_parents(id);
        }
        !lost.is_empty()
    }

    /// A child's number as it is shown to whoever chooses: jobs below make it larger.
    fn shown(&self, number: u32, visitors: u32) -> u32 {
        if visitors == 0 || number == 0 || number == INFINITY {
            return number;
        }
        let added = u64::from(visitors) * u64::from((number / 10).saturating_mul(self.virtual_tenths).max(1));
        (u64::from(number) + added).min(u64::from(INFINITY - 1)) as u32
    }

    /// The way to the leaf that is to be searched next, by shown numbers; from dead ends it goes back. `None` if there
    /// is no such leaf.
    pub fn pick(&mut self, want: Want) -> Option<Vec<Id>> {
        self.stamp += 1;
        let stamp = self.stamp;
        if self.nodes[0].settled.is_some() {
            return None;
        }
        let mut path: Vec<(Id, Vec<Id>)> = Vec::new();
        let mut next = Some(0);
        loop {
            if let Some(id) = next.take() {
                self.node_mut(id).stamp = stamp;
                let node = self.node(id);
                if !node.expanded {
                    let kind = match (node.set_aside, node.job.is_some()) {
                        (true, _) => Want::SetAside,
                        (false, true) => Want::Searched,
                        (false, false) => Want::Free,
                    };
                    if kind == want {
                        let mut ids: Vec<Id> = path.iter().map(|&(id, _)| id).collect();
                        ids.push(id);
                        return Some(ids);
                    }
                } else {
                    let prover_moves = node.player == self.question.prover;
                    let mut candidates: Vec<(u32, Id)> = (node.children.iter())
                        .map(|&child| (child, self.node(child)))
                        .filter(|(_, child)| child.settled.is_none() && child.stamp != stamp)
                        .map(|(id, child)| {
                            let number = if prover_moves { child.numbers.0 } else { child.numbers.1 };
                            (self.shown(number, child.visitors), id)
                        })
                        .collect();
                    // The best one last: it is taken off the end. Of equals the first.
                    candidates.sort_by(|one, other| other.cmp(one));
                    path.push((id, candidates.into_iter().map(|(_, id)| id).collect()));
                }
            }
            let (_, candidates) = path.last_mut()?;
            match candidates.pop() {
                Some(child) if self.nodes[child as usize].stamp != stamp => next = Some(child),
                Some(_) => {}
                None => {
                    path.pop();
                }
            }
        }
    }

    /// Counts a job below the nodes of a path, or takes it off.
    pub fn visit(&mut self, path: &[Id], enters: bool) {
        for &id in path {
            let visitors = &mut self.node_mut(id).visitors;
            *visitors = if enters { *visitors + 1 } else { visitors.saturating_sub(1) };
        }
    }
}
