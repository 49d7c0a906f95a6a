//! Memory of small tables that nobody uses any more, for the next ones.
//!
//! Whoever searches many positions one after the other makes a small table for each. To get its pages from the system
//! takes longer than to clear them, on some virtual machines a hundred times as long, and the threads of a process
//! wait for each other there.

use memmap2::MmapRaw;
use std::sync::Mutex;

/// At most so many bytes wait here for a new owner.
const MOST_BYTES: usize = 64 << 20;

static SPARE: Mutex<Vec<MmapRaw>> = Mutex::new(Vec::new());

/// Memory of exactly this size, if some is spare, with whatever its last owner left in it.
pub(super) fn take(bytes: usize) -> Option<MmapRaw> {
    let mut spare = SPARE.lock().ok()?;
    let place = spare.iter().position(|map| map.len() == bytes)?;
    Some(spare.swap_remove(place))
}

/// Takes memory in, or gives it back to the system if there is enough of it.
pub(super) fn give(map: MmapRaw) {
    let Ok(mut spare) = SPARE.lock() else { return };
    if spare.iter().map(|map| map.len()).sum::<usize>() + map.len() <= MOST_BYTES {
        spare.push(map);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_limit() {
        let map = |bytes| MmapRaw::from(memmap2::MmapMut::map_anon(bytes).unwrap());
        give(map(4096 * 3));
        assert!(take(4096 * 5).is_none());
        assert_eq!(take(4096 * 3).unwrap().len(), 4096 * 3);
        assert!(take(4096 * 3).is_none());
        give(map(MOST_BYTES + 1));
        assert!(take(MOST_BYTES + 1).is_none());
    }
}
