//! A pool of short lists of 32-bit words that labels share.
//!
//! A label holds a [`Handle`]; the list itself stands in one vector, with a count of the labels that hold it:
//! ```text
//! [owners] [length, mark] [word] [word] … up to the size of its class
//! ```
//! Sizes come in classes, at most a quarter apart from 16 words on, and a list that nobody holds goes to the free
//! list of its class. So a search that rewrites its labels all the time runs in the memory of the labels that it has
//! at once.
//!
//! Promise: never more bytes than allowed. Where there is no room, [`Pool::insert`] says so.

use crate::arena::reserve;

/// Where a list stands, in units of two words; below 2³⁰.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(pub(super) u32);

impl Handle {
    #[inline]
    fn word(self) -> usize {
        self.0 as usize * 2
    }
}

const HEADER: usize = 2;
const NONE: u32 = u32::MAX;
const MOST_WORDS: usize = 1 << 31;
/// One class more than the longest block needs.
const CLASSES: usize = 8 + (31 - 4) * 4 + 5;

/// Lists of words.
pub(super) struct Pool {
    words: Vec<u32>,
    /// The first free block of each class, which names the next.
    free: [u32; CLASSES],
    most_bytes: usize,
}

/// The class of blocks with room for this many words, and the words that such a block has.
#[inline]
fn class(words: usize) -> (usize, usize) {
    if words <= 16 {
        let class = words.div_ceil(2);
        (class, class * 2)
    } else {
        let exponent = (words - 1).ilog2() as usize;
        let step = 1 << (exponent - 2);
        let steps = words.div_ceil(step);
        (8 + (exponent - 4) * 4 + steps - 4, steps * step)
    }
}

impl Pool {
    pub(super) fn new() -> Pool {
        Pool { words: Vec::new(), free: [NONE; CLASSES], most_bytes: usize::MAX }
    }

    /// Sets the most bytes that the pool may hold. What it holds already it keeps.
    pub(super) fn allow(&mut self, bytes: usize) {
        self.most_bytes = bytes;
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>()
    }

    /// A new list, held once; `None` if there is no room.
    pub(super) fn insert(&mut self, list: &[u32], mark: bool) -> Option<Handle> {
        if list.len() + HEADER > MOST_WORDS {
            return None;
        }
        let (class, size) = class(list.len() + HEADER);
        let handle = self.allocate(class, size)?;
        self.words[handle.word()] = 1;
        self.fill(handle, list, mark);
        Some(handle)
    }

    #[inline]
    fn fill(&mut self, handle: Handle, list: &[u32], mark: bool) {
        let start = handle.word();
        self.words[start + 1] = (list.len() as u32) << 1 | u32::from(mark);
        self.words[start + HEADER..start + HEADER + list.len()].copy_from_slice(list);
    }

    #[inline]
    fn allocate(&mut self, class: usize, size: usize) -> Option<Handle> {
        let first = self.free[class];
        if first != NONE {
            let handle = Handle(first);
            self.free[class] = self.words[handle.word()];
            return Some(handle);
        }
        let start = self.words.len();
        if self.words.capacity() - start < size {
            self.grow(size)?;
        }
        self.words.resize(start + size, 0);
        Some(Handle((start / 2) as u32))
    }

    /// Room for more words: an eighth of what is there, as the arenas of nodes grow.
    #[cold]
    fn grow(&mut self, size: usize) -> Option<()> {
        if self.words.len() + size > MOST_WORDS {
            return None;
        }
        let budget = self.most_bytes.min(MOST_WORDS * size_of::<u32>());
        reserve(&mut self.words, size, 1 << 10, budget).ok()
    }

    #[inline]
    pub(super) fn list(&self, handle: Handle) -> &[u32] {
        let start = handle.word();
        let length = (self.words[start + 1] >> 1) as usize;
        &self.words[start + HEADER..start + HEADER + length]
    }

    /// The mark that the list came with.
    #[inline]
    pub(super) fn mark(&self, handle: Handle) -> bool {
        self.words[handle.word() + 1] & 1 == 1
    }

    /// One more owner.
    #[inline]
    pub(super) fn share(&mut self, handle: Handle) {
        self.words[handle.word()] += 1;
    }

    /// One owner less.
    #[inline]
    pub(super) fn release(&mut self, handle: Handle) {
        let owners = &mut self.words[handle.word()];
        *owners -= 1;
        if *owners > 0 {
            return;
        }
        let (class, _) = class(self.list(handle).len() + HEADER);
        self.words[handle.word()] = self.free[class];
        self.free[class] = handle.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn classes_have_room_and_waste_little() {
        assert!(class(MOST_WORDS).0 < CLASSES);
        let mut last = (0, 0);
        for words in 2..5000 {
            let (number, size) = class(words);
            assert!(size >= words && size % 2 == 0, "{words}: {size}");
            assert!(size <= words + 1 || size * 4 <= words * 5 + 4, "{words}: {size}");
            if number != last.0 {
                assert!(number == last.0 + 1 && size > last.1 || last.0 == 0, "{words}");
            } else {
                assert_eq!(size, last.1);
            }
            last = (number, size);
        }
    }

    /// Lists that come and go, against a plain model.
    #[test]
    fn lists_keep_what_they_hold_and_memory_is_used_again() {
        let mut pool = Pool::new();
        let mut random = Random::new(1);
        let mut held: Vec<(Handle, Vec<u32>, bool)> = Vec::new();
        let mut bytes_early = 0;
        for round in 0..40_000 {
            let list: Vec<u32> = (0..random.below(60)).map(|_| random.next() as u32).collect();
            let mark = random.below(2) == 0;
            match random.below(3) {
                0 if held.len() < 200 => held.push((pool.insert(&list, mark).unwrap(), list, mark)),
                1 if !held.is_empty() => {
                    let copy = held[random.below(held.len())].clone();
                    pool.share(copy.0);
                    held.push(copy);
                }
                _ if !held.is_empty() => {
                    let (handle, ..) = held.swap_remove(random.below(held.len()));
                    pool.release(handle);
                }
                _ => {}
            }
            for (handle, list, mark) in &held {
                assert_eq!((pool.list(*handle), pool.mark(*handle)), (&list[..], *mark));
            }
            if round == 20_000 {
                bytes_early = pool.bytes();
            }
        }
        assert!(pool.bytes() < bytes_early * 2, "{bytes_early} bytes became {}", pool.bytes());
    }

    #[test]
    fn keeps_to_what_is_allowed() {
        let mut pool = Pool::new();
        pool.allow(10_000);
        let mut handles = Vec::new();
        while let Some(handle) = pool.insert(&[1, 2, 3], false) {
            handles.push(handle);
            assert!(pool.bytes() <= 10_000);
        }
        assert!(handles.len() > 300);
        pool.release(handles[7]);
        assert_eq!(pool.insert(&[4, 5, 6], true), Some(handles[7]));
    }
}
