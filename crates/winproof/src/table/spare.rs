//! Memory of small tables that nobody uses any more, for the next ones.
//!
//! Whoever searches many positions one after the other makes a small table for each. To get its pages from the system
//! takes longer than to clear them, on some virtual machines a hundred times as long, and the threads of a process
//! wait for each other there.

use memmap2::MmapMut;
use std::sync::Mutex;

/// At most so many bytes wait here for a new owner.
const MOST_BYTES: usize = 64 << 20;

static SPARE: Mutex<Vec<MmapMut>> = Mutex::new(Vec::new());

/// Zeroed memory of exactly this size, if some is spare.
pub(super) fn take(bytes: usize) -> Option<MmapMut> {
    let mut map = {
        let mut spare = SPARE.lock().ok()?;
        let place = spare.iter().position(|map| map.len() == bytes)?;
        spare.swap_remove(place)
    };
    map.fill(0);
    Some(map)
}

/// Takes memory in, or gives it back to the system if there is enough of it.
pub(super) fn give(map: MmapMut) {
    let Ok(mut spare) = SPARE.lock() else { return };
    if spare.iter().map(|map| map.len()).sum::<usize>() + map.len() <= MOST_BYTES {
        spare.push(map);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_is_zeroed_and_there_is_a_limit() {
        let mut map = MmapMut::map_anon(4096 * 3).unwrap();
        map.fill(7);
        give(map);
        assert!(take(4096 * 5).is_none());
        let map = take(4096 * 3).unwrap();
        assert_eq!(map.len(), 4096 * 3);
        assert!(map.iter().all(|&byte| byte == 0));
        assert!(take(4096 * 3).is_none());
        give(MmapMut::map_anon(MOST_BYTES + 1).unwrap());
        assert!(take(MOST_BYTES + 1).is_none());
    }
}
