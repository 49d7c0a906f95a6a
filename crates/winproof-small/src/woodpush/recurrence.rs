//! Which boards can be repeated.
//!
//! Superko forbids earlier boards, so all of them would belong to a position. But most of them are out of reach anyway:
//! pieces that are gone do not return, and pieces that have passed each other rarely go back. So take the graph of all
//! boards with the moves of *either* player as its edges, superko left aside. An earlier board leads to the present
//! one, and it can be repeated only if the present one leads to it; then both lie in one strongly connected component
//! of that graph. Leaving a component is for good. So the earlier boards that matter are those since the component of
//! the present board was entered, and a position that keeps no others loses nothing: whatever it forgets could not have
//! been played.
//!
//! Nine times out of ten nothing is left to remember.

use super::{Board, MOST_PIECES, Woodpush};
use winproof::Player;

/// The strongly connected component of every board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Components {
    /// By the places of Left's and Right's pieces: the place in this table of one board of the component.
    table: Vec<u32>,
    /// How many places there are for the pieces of one player.
    places: usize,
}

impl Components {
    /// The components for a strip of this length.
    pub(super) fn new(length: u32) -> Components {
        let pieces = some_pieces(length);
        let places = pieces.len();
        let mut finder = Finder {
            components: Components { table: vec![UNKNOWN; places * places], places },
            length,
            numbers: vec![UNKNOWN; places * places],
            count: 0,
            path: Vec::new(),
            undecided: Vec::new(),
            borders: Vec::new(),
        };
        for &left in &pieces {
            for &right in pieces.iter().filter(|&&right| left & right == 0) {
                finder.explore(Board { left, right });
            }
        }
        finder.components
    }

    /// A number that two boards have in common if and only if they are in the same component.
    #[inline]
    pub(super) fn of(&self, board: Board) -> u32 {
        self.table[self.place(board)]
    }

    #[inline]
    fn place(&self, board: Board) -> usize {
        place(board.left) * self.places + place(board.right)
    }
}

/// All sets of pieces that one player can have, in the order of their places.
fn some_pieces(length: u32) -> Vec<u32> {
    let pairs = (0..length).flat_map(|high| (0..=high).map(move |low| 1 << high | 1 << low));
    let pieces: Vec<u32> = [0].into_iter().chain(pairs).collect();
    debug_assert!(pieces.iter().all(|set| set.count_ones() <= MOST_PIECES));
    pieces
}

/// A number for a set of up to two pieces, without gaps: a single piece counts as a pair of itself.
#[inline]
fn place(pieces: u32) -> usize {
    if pieces == 0 {
        return 0;
    }
    let (low, high) = (pieces.trailing_zeros(), pieces.ilog2());
    (high * (high + 1) / 2 + low + 1) as usize
}

const UNKNOWN: u32 = u32::MAX;

/// Gabow's path-based search for strongly connected components.
struct Finder {
    components: Components,
    length: u32,
    /// The order in which boards were met.
    numbers: Vec<u32>,
    count: u32,
    /// The boards on the way from the first to the present one, with the boards that they lead to and that are still to
    /// be looked at.
    path: Vec<(usize, Vec<Board>)>,
    /// The boards whose component is not complete, in the order in which they were met.
    undecided: Vec<usize>,
    /// The boards of the path that may be the first of their component.
    borders: Vec<usize>,
}

impl Finder {
    fn explore(&mut self, start: Board) {
        if self.numbers[self.components.place(start)] != UNKNOWN {
            return;
        }
        self.enter(start);
        while let Some((place, successors)) = self.path.last_mut() {
            let place = *place;
            let Some(board) = successors.pop() else {
                self.leave(place);
                continue;
            };
            let next = self.components.place(board);
            if self.numbers[next] == UNKNOWN {
                self.enter(board);
            } else if self.components.table[next] == UNKNOWN {
                // Back on the path: all boards from there to here lead to each other.
                while self.borders.last().is_some_and(|&border| self.numbers[border] > self.numbers[next]) {
                    self.borders.pop();
                }
            }
        }
    }

    fn enter(&mut self, board: Board) {
        let place = self.components.place(board);
        self.numbers[place] = self.count;
        self.count += 1;
        self.undecided.push(place);
        self.borders.push(place);
        self.path.push((place, successors(self.length, board)));
    }

    fn leave(&mut self, place: usize) {
        self.path.pop();
        if self.borders.last() != Some(&place) {
            return;
        }
        self.borders.pop();
        while let Some(member) = self.undecided.pop() {
            self.components.table[member] = place as u32;
            if member == place {
                return;
            }
        }
    }
}

/// The boards one move on, whoever moves; none where play has ended.
fn successors(length: u32, board: Board) -> Vec<Board> {
    if board.left == 0 || board.right == 0 {
        return Vec::new();
    }
    let cells = super::board::below(length);
    let steps = |player: Player| Woodpush::steps(board, player).map(move |step| board.after(cells, player, step));
    steps(Player::Max).chain(steps(Player::Min)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Every board that can follow a board, by walking.
    fn followers(length: u32, start: Board) -> HashSet<Board> {
        let mut reached = HashSet::new();
        let mut open = vec![start];
        while let Some(board) = open.pop() {
            open.extend(successors(length, board).into_iter().filter(|&next| reached.insert(next)));
        }
        reached
    }

    #[test]
    fn a_component_holds_the_boards_that_lead_to_each_other() {
        for length in [6, 7] {
            let components = Components::new(length);
            let pieces = some_pieces(length);
            let boards: Vec<Board> = pieces
                .iter()
                .flat_map(|&left| pieces.iter().map(move |&right| Board { left, right }))
                .filter(|board| board.left & board.right == 0)
                .collect();
            let followers: Vec<HashSet<Board>> = boards.iter().map(|&board| followers(length, board)).collect();
            let mut pairs = 0;
            for (a, after_a) in boards.iter().zip(&followers) {
                for (b, after_b) in boards.iter().zip(&followers) {
                    let both_ways = a == b || after_a.contains(b) && after_b.contains(a);
                    assert_eq!(components.of(*a) == components.of(*b), both_ways, "{a:?} {b:?}");
                    pairs += u32::from(both_ways && a != b);
                }
            }
            assert!(pairs > 100);
        }
    }

    #[test]
    fn places_have_no_gaps() {
        let pieces = some_pieces(24);
        assert!(pieces.iter().map(|&set| place(set)).eq(0..301));
    }
}
