//! A transposition table under any replacement scheme (Breuker 1998, §2.7.1), for the searches that the laboratory has
//! of its own.
//!
//! The table of the library holds bounds that are true to the end of the game, so that an entry only ever gets better.
//! Here an entry is whatever a program of the thesis kept. What the two share is the scheme: [`Replacement`] decides
//! which of two positions stays.
//!
//! A position that is stored again takes its own entry, under every scheme: that is no collision. An entry of an
//! earlier search gives way to any newcomer; whether it can still be read is the choice between time stamping and
//! clearing.

use winproof::{Merit, Replacement};

/// What a table can hold.
pub(crate) trait Entry: Copy {
    /// What the schemes compare.
    fn merit(&self) -> Merit;
}

#[derive(Clone, Copy)]
struct Slot<E> {
    key: u64,
    /// The search that it is from.
    search: u32,
    entry: E,
}

/// A table of a fixed number of positions.
pub(crate) struct TranspositionTable<E> {
    slots: Vec<Option<Slot<E>>>,
    places: u64,
    /// Slots in a place.
    levels: usize,
    scheme: Replacement,
    time_stamps: bool,
    /// The search under way.
    search: u32,
}

impl<E: Entry> TranspositionTable<E> {
    /// How many bytes so many positions take.
    pub(crate) fn bytes(positions: usize) -> usize {
        positions.saturating_mul(size_of::<Option<Slot<E>>>())
    }

    /// A table of this many positions, one at least; one less where a scheme of two levels is given an odd number.
    pub(crate) fn new(positions: usize, scheme: Replacement, time_stamps: bool) -> TranspositionTable<E> {
        let positions = positions.max(1);
        let levels = scheme.levels().min(positions);
        let places = positions / levels;
        let slots = vec![None; places * levels];
        TranspositionTable { slots, places: places as u64, levels, scheme, time_stamps, search: 0 }
    }

    /// A new search begins: what is there now is from an earlier one.
    pub(crate) fn begin_search(&mut self) {
        self.search += 1;
    }

    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        ((u128::from(key) * u128::from(self.places)) >> 64) as usize * self.levels
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn look_up(&self, key: u64) -> Option<E> {
        let first = self.first_slot(key);
        let found = self.slots[first..first + self.levels].iter().flatten().find(|slot| slot.key == key)?;
        (self.time_stamps || found.search == self.search).then_some(found.entry)
    }

    /// Remembers a position, if the scheme has a place for it.
    pub(crate) fn store(&mut self, key: u64, entry: E) {
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

    impl Entry for Merit {
        fn merit(&self) -> Merit {
            *self
        }
    }

    type Table = TranspositionTable<Merit>;

    fn entry(height: u16, work: u32) -> Merit {
        Merit { height, work }
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
