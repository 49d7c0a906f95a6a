//! A plain alpha-beta for domineering, as D. M. Breuker's program DOMI was (*Memory versus Search in Games*, 1998,
//! §2.5.2): the vehicle of the thesis's tables 2.1 and C.14.
//!
//! As in the thesis: values are win and loss; before a move is searched, safe moves are set against real moves: a
//! winning move ends the search of its position, losing moves are left out; moves are ordered by what they change of
//! these counts for both players; the table holds values and no moves, is looked up at every node, and takes
//! reflections for one position. Every position that the search enters is a node, those found in the table too.
//!
//! What the thesis leaves open: moves of equal value come row by row; a position that the counts settle is not stored,
//! as ends of play are not in the thesis's figure 2.7. The first means that counts of nodes can be met only where no
//! such tie matters: on small boards they are, to the last node.
//!
//! `moves.rs` finds the winning and the losing moves and the order of the others, all moves at once.

mod moves;

use crate::clock::Clock;
use crate::transposition_table::{self, TranspositionTable};
use moves::{AllMoves, Prospect};
use winproof::{Game, Limits, Merit, Player, Replacement, Rules, Stopped, TextRules};
use winproof_games::Domineering;
use winproof_games::domineering::Board;

/// What the table holds of a position.
#[derive(Clone, Copy)]
struct Entry {
    /// Whether the player to move wins.
    wins: bool,
    height: u16,
    work: u32,
}

impl transposition_table::Entry for Entry {
    fn merit(&self) -> Merit {
        Merit { height: self.height, work: self.work }
    }
}

/// Who wins, and what it took to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) winner: Player,
    /// Positions entered.
    pub(crate) nodes: u64,
}

/// The program for one board.
pub(crate) struct Domi<'a> {
    rules: &'a Domineering<u64>,
    all_moves: AllMoves,
    table: TranspositionTable<Entry>,
    nodes: u64,
}

impl Domi<'_> {
    /// Who wins from the empty board, with a table of so many positions.
    pub(crate) fn solve(
        rules: &Domineering<u64>,
        replacement: Replacement,
        positions: usize,
        limits: &Limits,
    ) -> Result<Found, Stopped> {
        if limits.memory.is_some_and(|most| TranspositionTable::<Entry>::bytes(positions) > most) {
            return Err(Stopped::Memory);
        }
        let table = TranspositionTable::new(positions, replacement, false);
        let mut domi = Domi { rules, all_moves: AllMoves::new(rules), table, nodes: 0 };
        let start = rules.start();
        let (wins, _) = domi.visit(&start, &Clock::start(limits))?;
        let winner = if wins { start.mover() } else { start.mover().opponent() };
        Ok(Found { winner, nodes: domi.nodes })
    }

    /// Whether the player to move wins, and how many moves deep the tree below was.
    fn visit(&mut self, position: &Board<u64>, clock: &Clock<'_>) -> Result<(bool, u16), Stopped> {
        clock.allow(self.nodes)?;
        let nodes_before = self.nodes;
        self.nodes += 1;
        // What the counts settle is never in the table, and so need not be looked up.
        let order = match self.all_moves.look_at(position.empty(), position.mover()) {
            Prospect::Won => return Ok((true, 0)),
            Prospect::Lost => return Ok((false, 0)),
            Prospect::Open(order) => order,
        };
        let key = self.rules.hash(&self.rules.canonical(position));
        if let Some(entry) = self.table.look_up(key) {
            return Ok((entry.wins, entry.height));
        }
        let (mut wins, mut height) = (false, 0);
        for cell in order {
            let (other_wins, below) = self.visit(&self.rules.play(position, cell), clock)?;
            height = height.max(below + 1);
            if !other_wins {
                wins = true;
                break;
            }
        }
        let work = u32::try_from(self.nodes - nodes_before).unwrap_or(u32::MAX);
        self.table.store(key, Entry { wins, height, work });
        Ok((wins, height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(size: (u32, u32), first: Player, scheme: Replacement, positions: usize) -> Found {
        let rules = Domineering::new(size.0, size.1, first).unwrap();
        Domi::solve(&rules, scheme, positions, &Limits::default()).unwrap()
    }

    /// The winner by plain search.
    fn winner(rules: &Domineering<u64>, position: &Board<u64>) -> Player {
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        let mover = position.mover();
        let wins = moves.into_iter().any(|cell| winner(rules, &rules.play(position, cell)) == mover);
        if wins { mover } else { mover.opponent() }
    }

    #[test]
    fn every_scheme_finds_the_winner_with_every_table() {
        for size in [(2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (3, 4), (4, 3), (2, 6), (4, 4)] {
            for first in [Player::Max, Player::Min] {
                let rules = Domineering::new(size.0, size.1, first).unwrap();
                let expected = winner(&rules, &rules.start());
                for (scheme, positions) in Replacement::ALL.into_iter().flat_map(|s| [(s, 1), (s, 2), (s, 7), (s, 999)])
                {
                    assert_eq!(search(size, first, scheme, positions).winner, expected, "{size:?} {scheme:?}");
                }
            }
        }
    }

    #[test]
    fn small_boards_take_the_thesiss_nodes() {
        let both =
            |size| [Player::Max, Player::Min].map(|first| search(size, first, Replacement::TwoBig1, 1 << 12).nodes);
        let boards = [((2, 4), 13), ((2, 5), 15), ((2, 6), 14), ((2, 7), 17), ((2, 8), 67), ((3, 4), 10), ((3, 5), 19)];
        for (size, nodes) in boards.into_iter().chain([((2, 3), 2), ((3, 6), 40)]) {
            assert_eq!(both(size).iter().sum::<u64>(), nodes, "{size:?}");
        }
        assert_eq!([both((2, 2))[0], both((3, 3))[0]], [1, 1]);
    }

    #[test]
    fn a_search_keeps_to_its_limits() {
        let rules = Domineering::new(6, 6, Player::Max).unwrap();
        let ends = |limits: Limits| Domi::solve(&rules, Replacement::New, 1 << 10, &limits).unwrap_err();
        assert_eq!(ends(Limits { nodes: Some(100), ..Limits::default() }), Stopped::Nodes);
        assert_eq!(ends(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }), Stopped::Time);
        assert_eq!(ends(Limits { memory: Some(1 << 10), ..Limits::default() }), Stopped::Memory);
    }
}
