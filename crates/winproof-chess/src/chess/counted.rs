//! The search for "in so many moves": df-pn over positions and counts, with a table in which counts share what they
//! know.
//!
//! Whoever succeeds with n moves succeeds with n + 1, and whoever fails with n fails with n − 1. So an entry of the
//! table is one for all counts of a position (`table.rs`), and a search for n moves starts with all that the search for
//! n − 1 has ruled out. Where the attacker has two moves or one, a plain depth-first search is quicker than numbers.
//!
//! First guesses grow with the cube of the moves that are left: it is the shallow refutations that a proof of "no
//! mate in n" wants. (Guesses that look at checks, as in `assess.rs`, find long mates with fewer nodes, and take four
//! times as many to rule short ones out.)
//!
//! The search knows positions by 64-bit hashes. What it says is proved by the strategies that it gives
//! (`strategy.rs`), which the checker looks at with the rules.

mod ends;
mod strategy;
mod table;

use super::mate::MateGame;
use super::moves::Checks;
use super::stipulation::Stipulation;
use super::{ChessMove, Position};
use cozy_chess::{Board, Move, Rank, Square, get_pawn_attacks};
use ends::{DirectMate, Ends};
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use table::{INFINITY, Known, Table};
use winproof::Stopped;
use winproof::hash::scramble;
use winproof::proof::{Strategy, aside};

/// With so many moves left the attacker is searched depth first.
const DEPTH_FIRST: u8 = 2;
/// How far beyond its best sibling a child is searched, in percent.
const EPSILON: u64 = 50;
/// The first table; each later one is so many times larger.
const SMALL_TABLE: usize = 4 << 20;
const GROWTH: usize = 8;
/// A table grows when it would hold fewer entries than one for so many nodes.
const NODES_PER_ENTRY: u64 = 1;
/// The clock is looked at once in so many expansions.
const EXPANSIONS_BETWEEN_LOOKS: u64 = 512;

/// What a search looks like from outside.
pub(crate) struct Glance<'a> {
    /// The nodes of all searches so far.
    pub(crate) nodes: u64,
    pub(crate) bytes: usize,
    pub(crate) table_permille: u32,
    /// The line under examination.
    pub(crate) line: &'a [ChessMove],
}

/// Who looks at a search now and then, and may stop it.
pub(crate) type Watch<'w> = &'w mut dyn FnMut(&Glance<'_>) -> Result<(), Stopped>;

/// A search for an aim, whatever it is.
pub(crate) trait CountedSearch {
    /// Whether the attacker reaches his aim in a position of the rules, with so many moves left to him, within so many
    /// further nodes.
    fn solve(&mut self, position: &Position, left: u8, nodes: u64, watch: Watch<'_>) -> Result<bool, Stopped>;

    /// The strategy behind an answer about a position of these rules, which count moves.
    fn strategy(
        &mut self,
        game: &MateGame,
        root: &Position,
        wins: bool,
        most_bytes: usize,
        watch: Watch<'_>,
    ) -> Result<Strategy<MateGame>, Stopped>;

    /// Nodes made so far.
    fn nodes(&self) -> u64;

    /// Nodes expanded so far.
    fn expansions(&self) -> u64;

    /// Bytes in use.
    fn bytes(&self) -> usize;

    /// Has the table saved from time to time, and takes in what a file holds.
    fn keep(&mut self, keeper: Keeper, saved: Option<&mut dyn Read>) -> io::Result<()>;

    /// Saves the table now, if there is a file for it.
    fn save(&mut self) -> io::Result<()>;
}

/// The file in which a search is kept.
pub(crate) struct Keeper {
    /// The file.
    pub(crate) path: PathBuf,
    /// What stands before the table.
    pub(crate) header: String,
    /// How often it is saved.
    pub(crate) every: Duration,
    /// When it was saved last.
    pub(crate) saved: Instant,
}

/// A search for an aim of one of the sides, with a table of at most so many bytes.
pub(crate) fn search(stipulation: Stipulation, attacker: super::Color, most_bytes: usize) -> Box<dyn CountedSearch> {
    match stipulation.is_direct_mate() {
        true => Box::new(Search::new(DirectMate, attacker, most_bytes)),
        false => Box::new(Search::new(stipulation, attacker, most_bytes)),
    }
}

/// A child of a node on the path; its board stands at the same place of another list.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    hash: u64,
    numbers: Numbers,
}

/// A proof and a disproof number of "the attacker reaches his aim".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { proof: 0, disproof: INFINITY };
    const LOST: Numbers = Numbers { proof: INFINITY, disproof: 0 };

    fn settled(wins: bool) -> Numbers {
        if wins { Numbers::WON } else { Numbers::LOST }
    }

    #[inline]
    fn solved(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The number that whoever moves wants small, and the other one.
    #[inline]
    fn of_mover(self, is_attacker: bool) -> (u32, u32) {
        if is_attacker { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    #[inline]
    fn from_mover(own: u32, other: u32, is_attacker: bool) -> Numbers {
        let (proof, disproof) = if is_attacker { (own, other) } else { (other, own) };
        Numbers { proof, disproof }
    }
}

/// A node under search.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    /// Moves left to the attacker.
    left: u8,
    is_attacker: bool,
}

struct Search<E> {
    ends: E,
    attacker: super::Color,
    table: Option<Table>,
    most_bytes: usize,
    nodes: u64,
    expansions: u64,
    /// Where the search under way must end.
    most_nodes: u64,
    children: Vec<Child>,
    boards: Vec<Board>,
    /// Moves of depth-first nodes, with what speaks for them.
    moves: Vec<(u32, Move)>,
    line: Vec<ChessMove>,
    keeper: Option<Keeper>,
    /// How often a move of the attacker and of the defender was the right one, by its squares.
    history: Box<[[u32; 64 * 64]; 2]>,
}

#[inline]
fn squares(mv: Move) -> usize {
    (mv.from as usize) << 6 | mv.to as usize
}

/// A hash of what makes boards equal. A pawn that stands ready for an en-passant capture makes a difference even
/// where the capture is not legal: that costs an entry and nothing else.
#[inline]
fn hash(board: &Board) -> u64 {
    let en_passant = board.en_passant().map_or(0, |file| {
        let color = board.side_to_move();
        let square = Square::new(file, Rank::Third.relative_to(!color));
        let beside = get_pawn_attacks(square, !color) & board.colored_pieces(color, cozy_chess::Piece::Pawn);
        if beside.is_empty() { 0 } else { file as u64 + 1 }
    });
    scramble(board.hash_without_ep() ^ en_passant.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn mobility(board: &Board) -> u32 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u32;
        false
    });
    count
}

impl<E: Ends> Search<E> {
    fn new(ends: E, attacker: super::Color, most_bytes: usize) -> Self {
        Search {
            ends,
            attacker,
            table: None,
            most_bytes,
            nodes: 0,
            expansions: 0,
            most_nodes: 0,
            children: Vec::new(),
            boards: Vec::new(),
            moves: Vec::new(),
            line: Vec::new(),
            keeper: None,
            history: Box::new([[0; 64 * 64]; 2]),
        }
    }

    /// Makes the table, or a larger one where there were many nodes.
    fn fit_table(&mut self) -> Result<(), Stopped> {
        let bytes = self.table.as_ref().map_or(0, Table::bytes);
        let is_small = (bytes as u64) < self.nodes * 16 / NODES_PER_ENTRY;
        let wanted = if bytes == 0 {
            SMALL_TABLE.min(self.most_bytes)
        } else {
            bytes.saturating_mul(GROWTH).min(self.most_bytes)
        };
        if bytes == 0 || is_small && wanted >= 2 * bytes {
            match (Table::with_bytes(wanted), &self.table) {
                (Some(table), Some(smaller)) => {
                    table.take_over(smaller);
                    self.table = Some(table);
                }
                (Some(table), None) => self.table = Some(table),
                (None, Some(_)) => self.most_bytes = bytes,
                (None, None) => return Err(Stopped::Memory),
            }
        }
        Ok(())
    }

    #[inline]
    fn table(&self) -> &Table {
        self.table.as_ref().expect("made before the search")
    }

    /// Solves a node from its board.
    fn solve_board(&mut self, board: &Board, left: u8, watch: Watch<'_>) -> Result<bool, Stopped> {
        let is_attacker = board.side_to_move() == self.attacker;
        if is_attacker && left <= DEPTH_FIRST {
            return Ok(left > 0 && self.attack(board, left));
        }
        if !is_attacker && left < DEPTH_FIRST {
            return Ok(self.defend(board, left));
        }
        let node = Node { hash: hash(board), left, is_attacker };
        loop {
            self.fit_table()?;
            if let Some(wins) = self.table().look_up(node.hash).settles(left) {
                return Ok(wins);
            }
            self.children.clear();
            self.boards.clear();
            self.line.clear();
            let infinite = Numbers { proof: INFINITY, disproof: INFINITY };
            match self.explore(board, node, infinite, watch) {
                Ok(numbers) => return numbers.solved().ok_or(Stopped::Nodes),
                // The table has become too small: the search goes on over a larger one.
                Err(Stop::Table) => {}
                Err(Stop::Limit(stopped)) => return Err(stopped),
            }
        }
    }

    fn look_around(&mut self, watch: Watch<'_>) -> Result<(), Stop> {
        self.table().improve();
        if self.keeper.as_ref().is_some_and(|keeper| keeper.saved.elapsed() >= keeper.every) {
            self.save().map_err(|error| Stop::Limit(Stopped::Disk(error.raw_os_error())))?;
        }
        let bytes = self.table().bytes();
        if (bytes as u64) < self.nodes * 16 / NODES_PER_ENTRY && bytes * 2 <= self.most_bytes {
            return Err(Stop::Table);
        }
        let glance = Glance {
            nodes: self.nodes,
            bytes: self.bytes(),
            table_permille: self.table().permille(),
            line: &self.line,
        };
        watch(&glance).map_err(Stop::Limit)
    }

    /// Searches a node until one of its numbers reaches a threshold.
    fn explore(&mut self, board: &Board, node: Node, most: Numbers, watch: Watch<'_>) -> Result<Numbers, Stop> {
        let nodes_before = self.nodes;
        if node.is_attacker && node.left <= DEPTH_FIRST {
            return Ok(Numbers::settled(self.attack(board, node.left)));
        }
        self.expansions += 1;
        if self.nodes >= self.most_nodes {
            return Err(Stop::Limit(Stopped::Nodes));
        }
        if self.expansions.is_multiple_of(EXPANSIONS_BETWEEN_LOOKS) {
            self.look_around(watch)?;
        }
        let first = self.children.len();
        let numbers = match self.make_children(board, node) {
            Some(wins) => Numbers::settled(wins),
            None => self.explore_children(first, node, most, watch)?,
        };
        self.children.truncate(first);
        self.boards.truncate(first);
        let mut known = self.table().look_up(node.hash);
        match numbers.solved() {
            Some(wins) => known.settle(node.left, wins),
            None => {
                known = Known { moves: node.left, proof: numbers.proof, disproof: numbers.disproof, ..known };
            }
        }
        self.table().store(node.hash, known, self.nodes - nodes_before);
        Ok(numbers)
    }

    /// Goes on with the best child until the numbers of the node reach a threshold.
    fn explore_children(&mut self, first: usize, node: Node, most: Numbers, watch: Watch<'_>) -> Result<Numbers, Stop> {
        let is_attacker = node.is_attacker;
        let (most_own, most_other) = most.of_mover(is_attacker);
        loop {
            // The least number of the mover's own, the one behind it, and the sum of the others.
            let (mut least, mut second, mut best, mut sum) = (INFINITY, INFINITY, first, 0_u64);
            for (place, child) in (first..).zip(&self.children[first..]) {
                let (own, other) = child.numbers.of_mover(is_attacker);
                if own < least {
                    (second, least, best) = (least, own, place);
                } else {
                    second = second.min(own);
                }
                sum += if other == INFINITY { u64::from(u32::MAX) } else { u64::from(other) };
            }
            let sum = match sum {
                sum if sum >= u64::from(u32::MAX) => INFINITY,
                sum => sum.min(u64::from(INFINITY) - 1) as u32,
            };
            let numbers = Numbers::from_mover(least, sum, is_attacker);
            if numbers.solved().is_some() || least >= most_own || sum >= most_other {
                return Ok(numbers);
            }
            let child = self.children[best];
            let beyond = match second {
                INFINITY => INFINITY,
                _ => (u64::from(second) + (u64::from(second) * EPSILON / 100).max(1)).min(u64::from(INFINITY)) as u32,
            };
            let (_, other) = child.numbers.of_mover(is_attacker);
            let rest = match most_other {
                INFINITY => INFINITY,
                _ => most_other - sum + other,
            };
            let most_there = Numbers::from_mover(most_own.min(beyond), rest, is_attacker);
            let there = Node { hash: child.hash, left: node.left - u8::from(is_attacker), is_attacker: !is_attacker };
            let board = self.boards[best].clone();
            self.line.push(ChessMove::from(child.mv));
            let numbers = self.explore(&board, there, most_there, watch)?;
            self.line.pop();
            self.children[best].numbers = numbers;
        }
    }

    /// Lists the children of a node with their first numbers; or says who wins, if one of them settles that.
    fn make_children(&mut self, board: &Board, node: Node) -> Option<bool> {
        let first = self.children.len();
        let checks = Checks::new(board);
        let Search { children, boards, table, .. } = self;
        let table = table.as_ref()?;
        let mut push = |mv: Move| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            let hash = hash(&after);
            table.prefetch(hash);
            children.push(Child { mv, hash, numbers: Numbers::LOST });
            boards.push(after);
        };
        // Checks first: among equals the leftmost is searched.
        for wants_checks in [true, false] {
            board.generate_moves(|mut set| {
                let checking = checks.of(set.piece, set.from) & set.to;
                set.to = if wants_checks { checking } else { set.to & !checking };
                if !set.to.is_empty() {
                    set.into_iter().for_each(&mut push);
                }
                false
            });
        }
        let left = node.left - u8::from(node.is_attacker);
        self.nodes += (self.children.len() - first) as u64;
        for place in first..self.children.len() {
            let (child, after) = (self.children[place], &self.boards[place]);
            let end = match node.is_attacker {
                true => self.ends.attacked(board, child.mv, after, left),
                false => self.ends.defended(board, child.mv, after, left),
            };
            let known = end.is_none().then(|| self.table().look_up(child.hash));
            let numbers = match (end.or_else(|| known?.settles(left)), known) {
                (Some(wins), _) => Numbers::settled(wins),
                (None, Some(known)) if known.moves == left => Numbers { proof: known.proof, disproof: known.disproof },
                (None, _) => guess(after, left, !node.is_attacker),
            };
            if numbers.solved() == Some(node.is_attacker) {
                return Some(node.is_attacker);
            }
            self.children[place].numbers = numbers;
        }
        None
    }

    /// Appends the moves of a depth-first node, the most promising first.
    fn list_moves(&mut self, board: &Board, is_attacker: bool) -> usize {
        let first = self.moves.len();
        let checks = is_attacker.then(|| Checks::new(board));
        let enemies = board.colors(!board.side_to_move());
        let Search { moves, history, .. } = self;
        board.generate_moves(|set| {
            let checking = checks.as_ref().map(|checks| checks.of(set.piece, set.from));
            for mv in set {
                let merit = match checking {
                    Some(checking) if checking.has(mv.to) => 1 << 30,
                    Some(_) => history[0][squares(mv)],
                    None => history[1][squares(mv)] + u32::from(enemies.has(mv.to)),
                };
                moves.push((merit, mv));
            }
            false
        });
        moves[first..].sort_unstable_by_key(|&(merit, _)| std::cmp::Reverse(merit));
        first
    }

    /// Notes that a move was the right one.
    fn praise(&mut self, mv: Move, is_attacker: bool) {
        let merit = &mut self.history[usize::from(!is_attacker)][squares(mv)];
        *merit = (*merit + 4).min(1 << 24);
    }

    /// Whether the attacker reaches his aim with so many moves, depth first.
    fn attack(&mut self, board: &Board, left: u8) -> bool {
        self.nodes += 1;
        if left == 1
            && let Some(wins) = self.ends.with_one_move(board)
        {
            return wins;
        }
        let (nodes_before, own_hash) = (self.nodes, hash(board));
        if left > 1
            && let Some(wins) = self.table.as_ref().and_then(|table| table.look_up(own_hash).settles(left))
        {
            return wins;
        }
        let first = self.list_moves(board, true);
        let last = self.moves.len();
        let mut wins = false;
        for place in first..last {
            let (_, mv) = self.moves[place];
            let mut after = board.clone();
            after.play_unchecked(mv);
            wins = match self.ends.attacked(board, mv, &after, left - 1) {
                Some(wins) => wins,
                None => self.defend(&after, left - 1),
            };
            if wins {
                self.praise(mv, true);
                break;
            }
        }
        self.moves.truncate(first);
        if left > 1
            && let Some(table) = &self.table
        {
            let mut known = table.look_up(own_hash);
            known.settle(left, wins);
            table.store(own_hash, known, self.nodes - nodes_before);
        }
        wins
    }

    /// Whether he does so where the defender moves.
    fn defend(&mut self, board: &Board, left: u8) -> bool {
        self.nodes += 1;
        let first = self.list_moves(board, false);
        let last = self.moves.len();
        let mut wins = true;
        for place in first..last {
            let (_, mv) = self.moves[place];
            let mut after = board.clone();
            after.play_unchecked(mv);
            self.nodes += 1;
            wins = match self.ends.defended(board, mv, &after, left) {
                Some(wins) => wins,
                None => self.attack(&after, left),
            };
            if !wins {
                self.praise(mv, false);
                break;
            }
        }
        self.moves.truncate(first);
        wins
    }
}

/// Why a search of the table's size came to its end.
enum Stop {
    /// The table is too small for it.
    Table,
    Limit(Stopped),
}

/// First numbers: the more moves are left, the more there is to refute.
fn guess(board: &Board, left: u8, is_attacker: bool) -> Numbers {
    let (mobility, cube) = (mobility(board).max(1), u32::from(left).pow(3).max(1));
    match is_attacker {
        true => Numbers { proof: 4, disproof: (mobility * cube).min(INFINITY - 1) },
        // Quiet moves leave a defender more than checks do.
        false if board.checkers().is_empty() => Numbers { proof: 4 * mobility, disproof: cube },
        false => Numbers { proof: mobility, disproof: cube },
    }
}

impl<E: Ends> CountedSearch for Search<E> {
    fn solve(&mut self, position: &Position, left: u8, nodes: u64, watch: Watch<'_>) -> Result<bool, Stopped> {
        self.most_nodes = self.nodes.saturating_add(nodes);
        self.solve_board(position.board(), left, watch)
    }

    fn strategy(
        &mut self,
        game: &MateGame,
        root: &Position,
        wins: bool,
        most_bytes: usize,
        watch: Watch<'_>,
    ) -> Result<Strategy<MateGame>, Stopped> {
        strategy::Builder::new(self, game, wins, most_bytes).build(root, watch)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn expansions(&self) -> u64 {
        self.expansions
    }

    fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, Table::bytes)
            + self.children.capacity() * size_of::<Child>()
            + self.boards.capacity() * size_of::<Board>()
    }

    fn keep(&mut self, keeper: Keeper, saved: Option<&mut dyn Read>) -> io::Result<()> {
        self.keeper = Some(keeper);
        if let Some(saved) = saved {
            // The saved table may have been a large one.
            let table = Table::with_bytes(self.most_bytes).ok_or(io::ErrorKind::OutOfMemory)?;
            table.load(saved)?;
            self.table = Some(table);
        }
        Ok(())
    }

    fn save(&mut self) -> io::Result<()> {
        let (Some(keeper), Some(table)) = (&mut self.keeper, &self.table) else { return Ok(()) };
        if table.can_be_saved() {
            aside::write(&keeper.path, |file| {
                writeln!(file, "{}", keeper.header)?;
                table.save(file)
            })?;
        }
        keeper.saved = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
