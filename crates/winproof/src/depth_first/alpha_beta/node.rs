//! One node of alpha-beta: what is known of it, its children and their order, the question that each is asked, and what
//! is remembered in the end.

use super::frame::{Child, Frame, NOTHING, Outcome, Window};
use super::{AlphaBeta, UNLIMITED, place_of};
use crate::depth_first::keys::table_hash;
use crate::game::{Game, Player, Status};
use crate::table::replacement::{Remembered, Replacement};

/// Ranks of moves, above anything that an outlook says.
const CUTS: i64 = 3 << 40;
const TABLE_MOVE: i64 = 2 << 40;
const REFUTES: i64 = 1 << 40;
const FAILS: i64 = -(1 << 40);

impl<G: Game> AlphaBeta<'_, G> {
    /// A position as a child: with what the rules say of it.
    pub(super) fn make(&mut self, position: G::Position, mv: Option<G::Move>, ordinal: u16) -> Child<G> {
        let position = if self.uses_symmetry { self.game.canonical(&position) } else { position };
        let hash = table_hash(self.game, &position, false);
        let mut known = Outcome::unknown(self.top());
        let mut is_open = true;
        if let Status::Ended(value) = self.game.status(&position) {
            known = Outcome::exactly(place_of(self.values, value), NOTHING);
            is_open = false;
        } else if let Some((depth, worth)) = self.depth_on_path(hash, &position).zip(self.repetition) {
            known = Outcome::exactly(worth, depth);
            is_open = false;
        }
        Child { position, hash, mv, ordinal, number: None, known, is_open, promise: (0, 0) }
    }

    fn depth_on_path(&self, hash: u64, position: &G::Position) -> Option<u32> {
        self.repetition?;
        // Two positions with one hash: the path is short, so look at all of it.
        let depth = *self.depths.get(&hash)?;
        if self.frames[depth as usize - 1].position == *position {
            return Some(depth);
        }
        self.frames.iter().position(|frame| frame.position == *position).map(|place| place as u32 + 1)
    }

    /// What the game foresees of a position in which play goes on, and what the table has of it.
    pub(super) fn look_at(&self, position: &G::Position, hash: u64) -> (Outcome, Option<Remembered>) {
        let (mut known, entry) = self.look_up(hash);
        if self.policy.foresight
            && let Some((low, high)) = self.game.foresight(position)
        {
            known.low = known.low.max(place_of(self.values, low));
            known.high = known.high.min(place_of(self.values, high));
        }
        (known, entry)
    }

    /// What the table has of a position.
    fn look_up(&self, hash: u64) -> (Outcome, Option<Remembered>) {
        let mut known = Outcome::unknown(self.top());
        let entry = self.table.look_up(hash);
        if let Some(entry) = &entry {
            (known.low, known.high) = (entry.low, entry.high);
        }
        (known, entry)
    }

    /// Goes to a position. Its outcome, if that takes no search; otherwise it is on the path now.
    pub(super) fn visit(&mut self, mut child: Child<G>, window: Window, depth: u16) -> Option<Outcome> {
        if self.policy.look_ahead && !self.frames.is_empty() && child.known.settles(window) {
            self.counts.spared += 1;
            return Some(child.known);
        }
        self.counts.nodes += 1;
        if !child.is_open {
            return Some(child.known);
        }
        // What the game foresees was asked when the parent looked ahead; the table may have more by now.
        let (known, entry) = if self.policy.look_ahead && !self.frames.is_empty() {
            self.look_up(child.hash)
        } else {
            self.look_at(&child.position, child.hash)
        };
        child.known.narrow(&known);
        if child.known.settles(window) {
            let (height, saved) = entry.map_or((0, 0), |entry| (entry.height, u64::from(entry.work)));
            return Some(Outcome { height, saved, ..child.known });
        }
        let searched_in_vain =
            |entry: &Remembered| depth != UNLIMITED && entry.limit >= depth && entry.stamp == self.table.stamp();
        if depth == 0 || entry.as_ref().is_some_and(searched_in_vain) {
            return Some(Outcome { is_depth_limited: true, ..child.known });
        }
        let Status::Turn(player) = self.game.status(&child.position) else {
            unreachable!("ends of play are settled when they are made")
        };
        let mut frame = Frame::new(child, player == Player::Max, window, depth, self.top());
        frame.nodes_before = self.counts.nodes - 1;
        self.enter(frame, entry.and_then(|entry| entry.best));
        None
    }

    /// Puts a node on the path and makes its children, best first.
    fn enter(&mut self, mut frame: Frame<G>, table_move: Option<u16>) {
        self.counts.expansions += 1;
        frame.first_child = self.children.len();
        frame.child = frame.first_child;
        let first = frame.first_child;
        if let Some(crew) = self.crew {
            crew.enter(frame.hash);
        }
        if self.repetition.is_some() {
            self.depths.entry(frame.hash).or_insert(self.frames.len() as u32 + 1);
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        if self.uses_dominance {
            self.game.undominated_moves(&frame.position, &mut moves);
        } else {
            self.game.moves(&frame.position, &mut moves);
        }
        assert!(!moves.is_empty(), "the rules list no move in {:?}, where play goes on", frame.position);
        let position = frame.position.clone();
        let player = if frame.max_moves { Player::Max } else { Player::Min };
        let (number, window) = (frame.number, frame.window);
        self.frames.push(frame);
        for (ordinal, &mv) in moves.iter().enumerate() {
            let mut child = self.make(self.game.play(&position, mv), Some(mv), ordinal as u16);
            child.number = self.game.move_number(&position, mv);
            if self.policy.look_ahead && child.is_open {
                self.table.prefetch(child.hash);
            }
            self.children.push(child);
        }
        self.moves = moves;
        for place in first..self.children.len() {
            self.give_promise(place, player, window, number, table_move);
            // It is the first to be gone to, and the last.
            if self.children[place].promise.0 == CUTS {
                break;
            }
        }
        self.children[first..].sort_unstable_by_key(|child| {
            let (rank, credit) = child.promise;
            (std::cmp::Reverse(rank), std::cmp::Reverse(credit), child.ordinal)
        });
    }

    /// Looks at a child and says how early to try it.
    fn give_promise(
        &mut self,
        place: usize,
        player: Player,
        window: Window,
        before: Option<usize>,
        table_move: Option<u16>,
    ) {
        let child = &self.children[place];
        if self.policy.look_ahead && child.is_open {
            self.counts.steps += 1;
            let (known, entry) = self.look_at(&child.position, child.hash);
            let child = &mut self.children[place];
            child.known.narrow(&known);
            if let Some(entry) = entry {
                (child.known.height, child.known.saved) = (entry.height, u64::from(entry.work));
            }
        }
        let child = &self.children[place];
        let (cuts, fails) = match player {
            Player::Max => (child.known.low >= window.beta, child.known.high <= window.alpha),
            Player::Min => (child.known.high <= window.alpha, child.known.low >= window.beta),
        };
        let rank = if cuts {
            CUTS
        } else if fails {
            FAILS
        } else if table_move == Some(child.ordinal) {
            TABLE_MOVE
        } else {
            let refutes = |number| self.policy.refutations && self.learned.refutes(player, number, before);
            let refutes = if child.number.is_some_and(refutes) { REFUTES } else { 0 };
            let outlook = if self.policy.outlook { i64::from(self.game.outlook(&child.position)) } else { 0 };
            refutes + if player == Player::Max { outlook } else { -outlook }
        };
        let credit =
            child.number.filter(|_| self.policy.history).map_or(0, |number| self.learned.credit(player, number));
        self.children[place].promise = (rank, credit);
    }

    /// Asks the next child, or the same one a second time.
    pub(super) fn go_to_child(&mut self) -> Option<Outcome> {
        if let Some(crew) = self.crew {
            self.defer(crew);
        }
        let frame = self.frames.last_mut().expect("the root is left only at the end");
        let Window { alpha, beta } = frame.window;
        let is_first = frame.child == frame.first_child;
        if frame.child_so_far.is_none() {
            // All moves but the first are only asked whether they are better at all.
            let is_narrow = self.policy.principal_variation && !is_first && beta - alpha > 1;
            frame.child_window = match (is_narrow, frame.max_moves) {
                (false, _) => frame.window,
                (true, true) => Window { alpha, beta: alpha + 1 },
                (true, false) => Window { alpha: beta - 1, beta },
            };
        }
        let depth = if frame.depth == UNLIMITED { UNLIMITED } else { frame.depth - 1 };
        let window = frame.child_window;
        let child = &mut self.children[frame.child];
        let visited = Child { position: child.position.clone(), ..*child };
        self.visit(visited, window, depth)
    }

    /// Takes in the outcome of the child under search. The outcome of the node, if that was all.
    pub(super) fn take_in(&mut self, mut outcome: Outcome) -> Option<Outcome> {
        let top = self.top();
        let frame = self.frames.last_mut().expect("the root is left only at the end");
        let before = frame.child_so_far.take();
        if let Some(before) = &before {
            outcome.narrow(before);
        }
        let Window { alpha, beta } = frame.window;
        let could_be_more = outcome.low < outcome.high;
        let is_better = if frame.max_moves {
            outcome.low > alpha && outcome.low < beta
        } else {
            outcome.high < beta && outcome.high > alpha
        };
        if frame.child_window != frame.window && before.is_none() && is_better && could_be_more {
            frame.child_so_far = Some(outcome);
            frame.child_window = if frame.max_moves {
                Window { alpha: outcome.low, beta }
            } else {
                Window { alpha, beta: outcome.high }
            };
            return None;
        }
        let child = &self.children[frame.child];
        let (ordinal, number) = (child.ordinal, child.number);
        let is_cut = frame.take_in(ordinal, &outcome);
        frame.child += 1;
        let saw_all = frame.child == self.children.len();
        if !is_cut && !saw_all {
            return None;
        }
        let player = if frame.max_moves { Player::Max } else { Player::Min };
        if is_cut && let Some(number) = number {
            self.learned.cut(player, number, frame.number, frame.height);
        }
        let frame = self.pop();
        let depth = self.frames.len() as u32 + 1;
        let outcome = frame.outcome(depth, saw_all, top);
        Some(self.remember(&frame, outcome))
    }

    /// Stores what is true of the position on every path.
    fn remember(&mut self, frame: &Frame<G>, mut outcome: Outcome) -> Outcome {
        self.counts.updates += 1;
        let top = self.top();
        let nodes = self.counts.nodes - frame.nodes_before;
        // What the table spared below counts for the scheme that wants it, and is passed on upwards.
        let all = nodes.saturating_add(outcome.saved);
        let work = if self.policy.replacement == Replacement::BigAll { all } else { nodes };
        let mut low = if outcome.low_leans == NOTHING { outcome.low } else { frame.known.low };
        let mut high = if outcome.high_leans == NOTHING { outcome.high } else { frame.known.high };
        let stored = self.policy.stored;
        if !(if low == high { stored.exact } else { stored.bounds }) {
            (low, high) = (0, top);
        }
        let best = frame.best_move.filter(|_| stored.moves);
        if low > 0 || high < top || best.is_some() {
            let limit = if outcome.is_depth_limited && frame.depth != UNLIMITED { frame.depth } else { 0 };
            let work = u32::try_from(work).unwrap_or(u32::MAX);
            self.table.store(frame.hash, Remembered { low, high, best, height: frame.height, work, limit, stamp: 0 });
        }
        outcome.height = frame.height;
        outcome
    }
}
