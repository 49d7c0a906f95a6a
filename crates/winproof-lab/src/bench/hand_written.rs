//! A proof-number search for Connect Four alone, written by hand: what the library's general loop is measured with.
//!
//! It makes the same tree, node for node, as the algorithm `pn`: unit leaves, ends recognised as soon as a node is
//! made, the leftmost of equal children, updates that stop where nothing changes, and the next walk from there. All
//! that knowing the game allows is used: the size of the board is fixed when compiled, players alternate, the number
//! of children follows from the board, a node holds no move, a board is two words, and a sum of numbers cannot
//! overflow, because it counts leaves of the tree.

/// The number of a goal that cannot be reached any more.
const INFINITY: u32 = u32::MAX;

/// The first child of a node that was not expanded: the root is nobody's child.
const NO_CHILD: u32 = 0;

/// Sixteen bytes. The numbers are the mover's, so that one rule serves both players: where the first player moves,
/// `own` is the proof number and `other` the disproof number, and the other way round where the second one does.
#[derive(Clone, Copy)]
struct Node {
    own: u32,
    other: u32,
    first_child: u32,
    parent: u32,
}

/// Columns side by side, each from the bottom up, with an empty cell on top that keeps lines from running on in the
/// next column.
#[derive(Clone, Copy, Default)]
struct Board {
    /// The stones of the player to move.
    mover: u64,
    all: u64,
}

/// What the search came to and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandWrittenAnswer {
    /// Whether the first player gets what was asked.
    pub holds: bool,
    /// Nodes made, the root included.
    pub nodes: u64,
    /// Nodes expanded.
    pub expansions: u64,
}

/// Solves the empty board of `COLUMNS` × `ROWS` cells: does the first player win, or, with `draw_is_enough`, get at
/// least a draw?
///
/// # Panics
/// If the tree outgrows 32-bit ids.
pub fn solve<const COLUMNS: u32, const ROWS: u32>(draw_is_enough: bool) -> HandWrittenAnswer {
    Search::<COLUMNS, ROWS>::new(draw_is_enough).run()
}

struct Search<const COLUMNS: u32, const ROWS: u32> {
    nodes: Vec<Node>,
    /// The boards from the root to the present node.
    boards: [Board; 64],
    depth: usize,
    here: u32,
    expansions: u64,
    draw_is_enough: bool,
}

/// The numbers of a node where the player who is not to move has reached his goal, and where he missed it.
const LOST: (u32, u32) = (INFINITY, 0);
const WON: (u32, u32) = (0, INFINITY);

impl<const COLUMNS: u32, const ROWS: u32> Search<COLUMNS, ROWS> {
    const CELLS: usize = (COLUMNS * ROWS) as usize;
    const BOTTOM: u64 = {
        assert!(COLUMNS * (ROWS + 1) <= 64 && COLUMNS * ROWS < 64);
        let (mut cells, mut column) = (0, 0);
        while column < COLUMNS {
            cells |= 1 << (column * (ROWS + 1));
            column += 1;
        }
        cells
    };
    const BOARD: u64 = Self::BOTTOM * ((1 << ROWS) - 1);

    fn new(draw_is_enough: bool) -> Self {
        Search {
            nodes: vec![Node { own: 1, other: 1, first_child: NO_CHILD, parent: 0 }],
            boards: [Board::default(); 64],
            depth: 0,
            here: 0,
            expansions: 0,
            draw_is_enough,
        }
    }

    fn run(mut self) -> HandWrittenAnswer {
        while self.nodes[0].own != 0 && self.nodes[0].other != 0 {
            self.walk();
            let numbers = self.expand();
            self.update(numbers);
        }
        let holds = self.nodes[0].own == 0;
        HandWrittenAnswer { holds, nodes: self.nodes.len() as u64, expansions: self.expansions }
    }

    /// The cell of each column that a stone would fall to, where the column is not full.
    #[inline(always)]
    fn landings(all: u64) -> u64 {
        (all + Self::BOTTOM) & Self::BOARD
    }

    #[inline(always)]
    fn has_line(stones: u64) -> bool {
        let mut found = 0;
        for step in [1, ROWS, ROWS + 1, ROWS + 2] {
            let pairs = stones & stones >> step;
            found |= pairs & pairs >> (2 * step);
        }
        found != 0
    }

    /// Goes down to the most-proving node.
    #[inline(always)]
    fn walk(&mut self) {
        let mut node = self.nodes[self.here as usize];
        let mut board = self.boards[self.depth];
        while node.first_child != NO_CHILD {
            let mut landings = Self::landings(board.all);
            let first = node.first_child as usize;
            let children = &self.nodes[first..first + landings.count_ones() as usize];
            let mut place = 0;
            while children[place].other != node.own {
                place += 1;
                landings &= landings - 1;
            }
            node = children[place];
            let landing = landings & landings.wrapping_neg();
            self.here = (first + place) as u32;
            self.depth += 1;
            board = Board { mover: board.all ^ board.mover, all: board.all | landing };
            self.boards[self.depth] = board;
        }
    }

    /// Expands the present node, and gives its new numbers.
    #[inline(always)]
    fn expand(&mut self) -> (u32, u32) {
        let board = self.boards[self.depth];
        let first_child = self.nodes.len();
        assert!(first_child < u32::MAX as usize - 64, "the tree outgrows 32-bit ids");
        let no_line = if self.depth + 1 < Self::CELLS {
            (1, 1)
        } else if self.depth.is_multiple_of(2) == self.draw_is_enough {
            LOST // a draw is what the player who fills the board needed
        } else {
            WON
        };
        let mut landings = Self::landings(board.all);
        let (mut least, mut sum) = (INFINITY, 0);
        while landings != 0 {
            let landing = landings & landings.wrapping_neg();
            landings ^= landing;
            let (own, other) = if Self::has_line(board.mover | landing) { LOST } else { no_line };
            self.nodes.push(Node { own, other, first_child: NO_CHILD, parent: self.here });
            least = least.min(other);
            sum += u64::from(own);
        }
        self.nodes[self.here as usize].first_child = first_child as u32;
        self.expansions += 1;
        (least, finite_or_infinity(sum))
    }

    /// Gives the present node its new numbers and carries the news upwards, as far as there are any.
    #[inline(always)]
    fn update(&mut self, mut numbers: (u32, u32)) {
        loop {
            let node = &mut self.nodes[self.here as usize];
            if (node.own, node.other) == numbers {
                return;
            }
            (node.own, node.other) = numbers;
            if self.depth == 0 {
                return;
            }
            self.here = node.parent;
            self.depth -= 1;
            let first = self.nodes[self.here as usize].first_child as usize;
            let count = Self::landings(self.boards[self.depth].all).count_ones() as usize;
            let (mut least, mut sum) = (INFINITY, 0);
            for child in &self.nodes[first..first + count] {
                least = least.min(child.other);
                sum += u64::from(child.own);
            }
            numbers = (least, finite_or_infinity(sum));
        }
    }
}

/// A sum of numbers, made in twice their width. The finite numbers of children count leaves of one tree, so they add
/// up to less than infinity: a sum that is too large has an infinite part.
#[inline(always)]
fn finite_or_infinity(sum: u64) -> u32 {
    u32::try_from(sum).unwrap_or(INFINITY)
}
