//! One search to a fixed depth: principal-variation search with a table, fail-soft (Marsland 1986; Breuker 1998,
//! figure 2.7).
//!
//! Scores are those of the side to move. A mate is worth less the later it comes; in the table it is counted from
//! its own position on, so that it means the same wherever that position comes up.

use super::evaluation;
use super::ordering::{Candidate, First, all_moves};
use super::table::{Entry, Flag, LONGEST_LINE, Line};
use super::{Alibaba, INFINITE, LEAST_MATE, MATE};
use crate::clock::Clock;
use cozy_chess::Board;
use winproof::{Game, Replacement, Stopped};
use winproof_games::chess::{ChessMove, Position};

/// A position and its score for the side to move.
pub(super) struct State {
    pub(super) position: Position,
    pub(super) score: i32,
}

impl State {
    pub(super) fn new(position: &Position) -> State {
        let board = position.board();
        State { position: position.clone(), score: evaluation::score(board, board.side_to_move()) }
    }

    pub(super) fn board(&self) -> &Board {
        self.position.board()
    }
}

/// Where a node stands: how far from the root, and what is left to search.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: u8,
    /// Whether the path is the refutation line of its first move so far.
    pub(super) follows: bool,
    /// What is left of the line that an ancestor's entry holds, if the path follows it.
    pub(super) hint: Line,
}

/// The scores that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The same scores as the opponent sees them, from this one of ours on.
    pub(super) fn turned(self, alpha: i32) -> Window {
        Window { alpha: -self.beta, beta: -alpha }
    }
}

/// The first moves, in the order of the next depth, each with the line that was best after it.
#[derive(Default)]
pub(super) struct Root {
    pub(super) moves: Vec<(ChessMove, Vec<ChessMove>)>,
    /// The refutation line of the first move on the path, that move included.
    pub(super) refutation: Vec<ChessMove>,
}

impl Root {
    /// The search goes to a first move: its refutation line becomes that of the path.
    fn begin(&mut self, mv: ChessMove) {
        self.refutation.clear();
        if let Some((_, line)) = self.moves.iter().find(|(first, _)| *first == mv) {
            self.refutation.extend(line);
        }
    }

    /// The search comes back from a first move, after which this line is best.
    fn end(&mut self, mv: ChessMove, after: &[ChessMove]) {
        if let Some((_, line)) = self.moves.iter_mut().find(|(first, _)| *first == mv) {
            line.clear();
            line.push(mv);
            line.extend(after);
        }
    }

    /// The best first move comes first from now on.
    fn promote(&mut self, mv: ChessMove) {
        self.moves.sort_by_key(|(first, _)| *first != mv);
    }
}

impl Alibaba {
    /// Counts a node, unless a limit forbids it.
    #[inline]
    pub(super) fn enter(&mut self, clock: &Clock<'_>) -> Result<(), Stopped> {
        clock.allow(self.nodes)?;
        self.nodes += 1;
        self.saved_nodes += 1;
        Ok(())
    }

    /// The state after a legal move.
    #[inline]
    pub(super) fn after(&self, state: &State, mv: ChessMove) -> State {
        let score = -(state.score + evaluation::gain(state.board(), mv.unpack()));
        State { position: self.rules.after(&state.position, mv), score }
    }

    #[inline]
    pub(super) fn key(&self, state: &State) -> u64 {
        self.rules.hash(&state.position)
    }

    /// The value of a position where the game has ended or is drawn; the path ends with it.
    #[inline]
    pub(super) fn ended(&self, state: &State, ply: usize) -> Option<i32> {
        let position = &state.position;
        if !position.can_move() {
            return Some(if position.is_check() { ply as i32 - MATE } else { 0 });
        }
        (ply > 0 && (state.board().halfmove_clock() >= 100 || self.is_third_occurrence(state))).then_some(0)
    }

    fn is_third_occurrence(&self, state: &State) -> bool {
        let last = self.path.len() - 1;
        let back = usize::from(state.board().halfmove_clock()).min(last);
        // The same side is to move every second half-move, and it takes four to come back.
        let earlier = (4..=back).step_by(2).filter(|&back| self.path[last - back] == self.path[last]);
        earlier.count() >= 2
    }

    /// What the table knows of the position at the end of the path.
    #[inline]
    pub(super) fn look_up(&self) -> Option<Entry> {
        let key = *self.path.last()?;
        self.table.as_ref()?.look_up(key)
    }

    /// Narrows the window by an entry that was searched deep enough; the score if nothing is left to search.
    #[inline]
    pub(super) fn narrow(&mut self, entry: &Entry, node: Node, window: &mut Window) -> Option<i32> {
        let is_deep_enough =
            if self.vehicle.deeper_scores { entry.depth >= node.depth } else { entry.depth == node.depth };
        if !is_deep_enough {
            return None;
        }
        let score = from_table(entry.score, node.ply);
        let stored = self.vehicle.stored;
        match entry.flag {
            Flag::Exact if stored.exact => *window = Window { alpha: score, beta: score },
            Flag::Lower if stored.bounds => window.alpha = window.alpha.max(score),
            Flag::Upper if stored.bounds => window.beta = window.beta.min(score),
            _ => return None,
        }
        if window.alpha < window.beta {
            return None;
        }
        if self.vehicle.replacement == Replacement::BigAll {
            self.saved_nodes += u64::from(entry.work.saturating_sub(1));
        }
        let line = &mut self.lines[node.ply];
        line.clear();
        line.extend(entry.line.iter().flatten());
        Some(score)
    }

    /// The score of the state to a depth. The caller has put its key at the end of the path.
    pub(super) fn alpha_beta(
        &mut self,
        state: &State,
        node: Node,
        mut window: Window,
        clock: &Clock<'_>,
    ) -> Result<i32, Stopped> {
        if node.depth == 0 {
            return self.quiescence(state, node.ply, window, clock);
        }
        self.enter(clock)?;
        let (nodes_before, saved_before) = (self.nodes - 1, self.saved_nodes - 1);
        self.line_at(node.ply).clear();
        if let Some(score) = self.ended(state, node.ply) {
            return Ok(score);
        }
        let asked = window;
        let entry = self.look_up();
        if let Some(score) = entry.and_then(|entry| self.narrow(&entry, node, &mut window)) {
            return Ok(score);
        }
        // The line of the table, or what an ancestor's entry says of this position.
        let known: Line = match entry {
            Some(entry) if self.vehicle.stored.moves => entry.line,
            _ => node.hint,
        };
        let refutation = match node.follows && self.vehicle.refutations {
            true => self.root.refutation.get(node.ply).copied(),
            false => None,
        };
        let start = self.moves.len();
        if node.ply == 0 {
            self.moves.extend(self.root.moves.iter().map(|(mv, _)| Candidate::listed(*mv)));
        } else {
            let history = self.vehicle.history.then_some(&self.history);
            all_moves(state.board(), First { refutation, table: known[0] }, history, &mut self.moves);
        }
        let mut best: Option<(i32, ChessMove)> = None;
        for place in start..self.moves.len() {
            let mv = self.moves[place].mv;
            if node.ply == 0 {
                self.root.begin(mv);
            }
            let alpha = best.map_or(window.alpha, |(score, _)| score.max(window.alpha));
            let child = Node {
                ply: node.ply + 1,
                depth: node.depth - 1,
                follows: node.ply == 0 || (node.follows && refutation == Some(mv)),
                hint: if known[0] == Some(mv) { rest(known) } else { Line::default() },
            };
            let after = self.after(state, mv);
            let is_first = best.is_none();
            let score = self.child(&after, child, Window { alpha, ..window }, is_first, clock)?;
            if node.ply == 0 {
                self.root.end(mv, &self.lines[1]);
            }
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, mv));
                self.extend_line(node.ply, mv);
                if score >= window.beta {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        let Some((score, mv)) = best else { return Ok(0) };
        if node.ply == 0 {
            self.root.promote(mv);
        }
        if score > window.alpha && self.vehicle.history {
            self.history.was_best(state.position.side_to_move(), mv.unpack(), node.depth);
        }
        let (score, flag) = judged(score, window, asked);
        let work = match self.vehicle.replacement {
            Replacement::BigAll => self.saved_nodes - saved_before,
            _ => self.nodes - nodes_before,
        };
        self.store(node, score, flag, work);
        Ok(score)
    }

    /// The score of a child, for the side that moved there.
    fn child(
        &mut self,
        after: &State,
        child: Node,
        window: Window,
        is_first: bool,
        clock: &Clock<'_>,
    ) -> Result<i32, Stopped> {
        self.path.push(self.key(after));
        let Window { alpha, beta } = window;
        let score = if is_first || !self.vehicle.principal_variation {
            -self.alpha_beta(after, child, window.turned(alpha), clock)?
        } else {
            let score = -self.alpha_beta(after, child, Window { alpha, beta: alpha + 1 }.turned(alpha), clock)?;
            match score > alpha && score < beta {
                true => -self.alpha_beta(after, child, window.turned(score), clock)?,
                false => score,
            }
        };
        self.path.pop();
        Ok(score)
    }

    /// Remembers the end of the path.
    fn store(&mut self, node: Node, score: i32, flag: Flag, work: u64) {
        let stored = self.vehicle.stored;
        let is_kept = stored.moves || if flag == Flag::Exact { stored.exact } else { stored.bounds };
        let (Some(table), Some(&key)) = (&mut self.table, self.path.last()) else { return };
        if !is_kept {
            return;
        }
        let mut line = [None; LONGEST_LINE];
        for (kept, &mv) in line.iter_mut().zip(&self.lines[node.ply]).take(self.vehicle.line) {
            *kept = Some(mv);
        }
        let entry = Entry {
            score: to_table(score, node.ply),
            flag,
            depth: node.depth,
            work: u32::try_from(work).unwrap_or(u32::MAX),
            line,
        };
        table.store(key, entry);
    }

    /// The best line from a place on the path.
    pub(super) fn line_at(&mut self, ply: usize) -> &mut Vec<ChessMove> {
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        &mut self.lines[ply]
    }

    /// The best line is this move and the best line after it.
    fn extend_line(&mut self, ply: usize, mv: ChessMove) {
        let (until, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut until[ply];
        line.clear();
        line.push(mv);
        line.extend(after[0].iter());
    }
}

/// A line without its first move.
fn rest(mut line: Line) -> Line {
    line.copy_within(1.., 0);
    line[LONGEST_LINE - 1] = None;
    line
}

/// What a search with the second window, which the table narrowed, says where the first was asked for.
///
/// Where it fails against a bound of the table, that bound holds from the one side and the search from the other.
fn judged(score: i32, window: Window, asked: Window) -> (i32, Flag) {
    if score <= window.alpha {
        if window.alpha > asked.alpha { (window.alpha, Flag::Exact) } else { (score, Flag::Upper) }
    } else if score >= window.beta {
        if window.beta < asked.beta { (window.beta, Flag::Exact) } else { (score, Flag::Lower) }
    } else {
        (score, Flag::Exact)
    }
}

/// A score as the table keeps it: a mate is counted from the position on.
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (match score {
        LEAST_MATE.. => score + ply,
        _ if score <= -LEAST_MATE => score - ply,
        _ => score,
    }) as i16
}

/// A score of the table as it counts at this distance from the root.
pub(super) fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    match score {
        LEAST_MATE.. => score - ply,
        _ if score <= -LEAST_MATE => score + ply,
        _ => score,
    }
}
