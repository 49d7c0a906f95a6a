//! The transposition table of the vehicle: scores to a depth, best lines, and a replacement scheme (Breuker 1998, §2.7.1).
//!
//! The table of the library holds bounds that are true to the end of the game, so that an entry only ever gets better. Here a
//! score is that of a search to some depth, and a deeper one replaces it. What the two share is the scheme: [`Replacement`]
//! decides which of two positions stays.
//!
//! A position that is stored again takes its own entry, under every scheme: that is no collision. An entry of an
//! earlier search gives way to any newcomer; whether it can still be read is the choice between time stamping and clearing.

use winproof::{Merit, Replacement};
use winproof_games::chess::ChessMove;

/// The most moves of a line that an entry holds.
pub const LONGEST_LINE: usize = 5;

/// The first moves of a principal variation.
pub(super) type Line = [Option<ChessMove>; LONGEST_LINE];

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Exact,
    Lower,
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score; mates are counted from this position on.
    pub(super) score: i16,
    pub(super) flag: Flag,
    /// The depth it was searched to.
    pub(super) depth: u8,
    /// How many nodes that took.
    pub(super) work: u32,
    pub(super) line: Line,
}

impl Entry {
    fn merit(&self) -> Merit {
        Merit { height: u16::from(self.depth), work: self.work }
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    /// The search that it is from.
    search: u32,
    entry: Entry,
}

/// A table of a fixed number of positions.
pub(super) struct Table {
    slots: Vec<Option<Slot>>,
    places: u64,
    /// Slots in a place.
    levels: usize,
    scheme: Replacement,
    time_stamps: bool,
    /// The search under way.
    search: u32,
}

impl Table {
    /// How many bytes so many positions take.
    pub(super) fn bytes(positions: usize) -> usize {
        positions.saturating_mul(size_of::<Option<Slot>>())
    }

    /// A table of this many positions, one at least; one less where a scheme of two levels is given an odd number.
    pub(super) fn new(positions: usize, scheme: Replacement, time_stamps: bool) -> Table {
        let positions = positions.max(1);
        let levels = scheme.levels().min(positions);
        let places = positions / levels;
        Table { slots: vec![None; places * levels], places: places as u64, levels, scheme, time_stamps, search: 0 }
    }

    /// A new search begins: what is there now is from an earlier one.
    pub(super) fn begin_search(&mut self) {
        self.search += 1;
    }

    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        ((u128::from(key) * u128::from(self.places)) >> 64) as usize * self.levels
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn look_up(&self, key: u64) -> Option<Entry> {
        let first = self.first_slot(key);
        let found = self.slots[first..first + self.levels].iter().flatten().find(|slot| slot.key == key)?;
        (self.time_stamps || found.search == self.search).then_some(found.entry)
    }

    /// Remembers a position, if the scheme has a place for it.
    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let first = self.first_slot(key);
        let newcomer = Some(Slot { key, search: self.search, entry });
        let place = &mut self.slots[first..first + self.levels];
        if let Some(own) = place.iter_mut().find(|slot| slot.is_some_and(|slot| slot.key == key)) {
            *own = newcomer;
            return;
        }
        let takes_first = match &place[0] {
            Some(old) if old.search == self.search => self.scheme.prefers(entry.merit(), old.entry.merit()),
            // Nobody, or an entry of an earlier search, which is not worth keeping.
            _ => {
                place[0] = newcomer;
                return;
            }
        };
        match (takes_first, self.levels) {
            (true, 2) => {
                place[1] = place[0];
                place[0] = newcomer;
            }
            (true, _) => place[0] = newcomer,
            (false, 2) => place[1] = newcomer,
            (false, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, work: u32) -> Entry {
        Entry { score: 0, flag: Flag::Exact, depth, work, line: [None; LONGEST_LINE] }
    }

    fn left(table: &Table) -> Vec<u64> {
        (1..=3).filter(|&key| table.look_up(key).is_some()).collect()
    }

    /// Which of the positions 1, 2, 3 are left: 1 is the deepest, 2 the biggest, 3 the newest.
    fn left_by(scheme: Replacement, positions: usize) -> Vec<u64> {
        let mut table = Table::new(positions, scheme, false);
        for (key, depth, work) in [(1, 5, 10), (2, 3, 20), (3, 1, 1)] {
            table.store(key, entry(depth, work));
        }
        left(&table)
    }

    #[test]
    fn each_scheme_keeps_its_own() {
        assert_eq!(left_by(Replacement::Deep, 1), [1]);
        assert_eq!(left_by(Replacement::New, 1), [3]);
        assert_eq!(left_by(Replacement::Old, 1), [1]);
        assert_eq!(left_by(Replacement::Big1, 1), [2]);
        assert_eq!(left_by(Replacement::BigAll, 1), [2]);
        assert_eq!(left_by(Replacement::TwoDeep, 2), [1, 3]);
        assert_eq!(left_by(Replacement::TwoBig1, 2), [2, 3]);
        assert_eq!(left_by(Replacement::TwoBig1, 1), [2], "one position is one level");
        assert!(left_by(Replacement::Old, 1 << 16).len() <= 3);
    }

    #[test]
    fn a_position_takes_its_own_entry() {
        let mut table = Table::new(2, Replacement::Old, false);
        table.store(1, entry(5, 10));
        table.store(1, entry(2, 1));
        assert_eq!(table.look_up(1), Some(entry(2, 1)));
    }

    #[test]
    fn entries_of_an_earlier_search_give_way_and_are_read_only_if_stamped() {
        for time_stamps in [false, true] {
            let mut table = Table::new(1, Replacement::Deep, time_stamps);
            table.store(1, entry(9, 9));
            table.store(2, entry(1, 1));
            assert_eq!(left(&table), [1]);
            table.begin_search();
            assert_eq!(left(&table), if time_stamps { vec![1] } else { vec![] });
            table.store(2, entry(1, 1));
            assert_eq!(left(&table), [2]);
        }
    }
}
