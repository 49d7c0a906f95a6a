//! Sets of leaves that are cut off at a size: the K-truncated node sets of Müller 2001, §4 and §5.
//!
//! A set is its members, as far as they are listed, and a bound on the weight of all of them; with unit weights that is
//! the number of members. A set with at most K members lists all of them and its bound is exact; one that would be
//! larger is *cut off*: it lists K, and its bound may count members twice.
//!
//! # Order
//! Nodes have an order, by weight and among equals by age, the lightest and oldest first. A set that is cut off keeps
//! its first K nodes in this order. Of two sets the smaller one is that with the smaller bound, then the one that
//! lists fewer nodes, then the one whose newest node that the other does not list is older.
//!
//! # What differs from the paper
//! - Definition 1 tells a set that is cut off by its bound, bound ≥ K, which is true of a whole set of K members
//!   too, and says nothing where nodes have weights. Here a set says itself whether it is cut off.
//! - Definition 2 keeps "the smallest K-element subset" of a union; a union with fewer members keeps all of them.
//! - Definition 2 is for two sets, and what comes out of several unions depends on their order. Here a union is of
//!   all sets at once: its bound is the sum of theirs less what their lists count more than once, and it is cut off
//!   at the end. For two sets that is the same, for more it is never greater, and it has no order.
//! - A set need not list as many nodes as it might: where the pool has no room, it lists none and goes on as a number.
//!
//! # Promise
//! The bound of a union is at most the sum of the bounds (Theorem 5 rests on that), at least each of them, and below
//! infinity unless one of them is infinite. A set is empty exactly when its bound is 0.

mod union;

use super::numbers::INFINITY;
use super::pool::{Handle, Pool};
use crate::arena::reserve;
use std::cmp::Ordering;
use union::Gathering;

/// Which nodes a set lists: none, a single one in the word itself, or those of a list in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Listed(u32);

impl Listed {
    /// None, and there are none.
    const NONE: Listed = Listed(1 << 30);
    /// None, but there are some.
    const ALL_CUT: Listed = Listed(1 << 30 | 1);
    const SINGLE: u32 = 1 << 31;

    #[inline]
    fn single(self) -> Option<u32> {
        (self.0 & Listed::SINGLE != 0).then_some(self.0 & !Listed::SINGLE)
    }

    #[inline]
    fn handle(self) -> Option<Handle> {
        (self.0 < Listed::NONE.0).then_some(Handle(self.0))
    }
}

/// A set of leaves.
#[derive(Clone, Copy, Debug)]
pub struct NodeSet {
    listed: Listed,
    /// The most that its members weigh together.
    pub bound: u32,
}

impl NodeSet {
    /// The set that needs nothing.
    pub const EMPTY: NodeSet = NodeSet { listed: Listed::NONE, bound: 0 };
    /// The set that cannot be had.
    pub const INFINITE: NodeSet = NodeSet { listed: Listed::NONE, bound: INFINITY };
}

/// Which of the two sets of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The proof set.
    Proof = 0,
    /// The disproof set.
    Disproof = 1,
}

/// What belongs to the sets of one side.
#[derive(Default)]
struct SideData {
    /// The most nodes that a set lists.
    most: usize,
    /// The weight of every leaf; nothing at all as long as all weigh 1.
    weights: Vec<u32>,
    /// Whether a node counts less than it weighs when sets are compared.
    is_favored: Vec<bool>,
    favored: Vec<u32>,
}

impl SideData {
    #[inline]
    fn weight(&self, node: u32) -> u32 {
        self.weights.get(node as usize).copied().unwrap_or(1)
    }
}

/// All sets of a search.
pub struct NodeSets {
    pool: Pool,
    sides: [SideData; 2],
    gathering: Gathering,
    /// Whether a set stays for as long as its bound does.
    stay: bool,
    /// The hundredths of its weight that a favored node counts for.
    discount: Option<u8>,
    /// The most bytes that all this may take.
    allowed: usize,
}

impl NodeSets {
    /// No sets yet; each will list at most so many nodes. If sets `stay`, only another bound is news.
    pub fn new(most: [usize; 2], discount: Option<u8>, stay: bool) -> NodeSets {
        let side = |most| SideData { most, ..SideData::default() };
        NodeSets {
            pool: Pool::new(),
            sides: most.map(side),
            gathering: Gathering::default(),
            stay,
            discount,
            allowed: usize::MAX,
        }
    }

    /// The set of a leaf alone.
    pub fn single(&mut self, side: Side, node: u32, weight: u32) -> NodeSet {
        let data = &self.sides[side as usize];
        let has_weights = weight != 1 || !data.weights.is_empty();
        let is_listed = data.most > 0 && self.can_mark(node) && (!has_weights || self.note_weight(side, node, weight));
        let listed = if is_listed { Listed(node | Listed::SINGLE) } else { Listed::ALL_CUT };
        NodeSet { listed, bound: weight }
    }

    /// Makes room for the mark of a leaf; false if there is none.
    #[inline]
    fn can_mark(&mut self, node: u32) -> bool {
        (node as usize) < self.gathering.marks().len() || self.make_marks(node)
    }

    #[cold]
    fn make_marks(&mut self, node: u32) -> bool {
        let left = self.left();
        let has_room = lengthen(self.gathering.marks_mut(), node, 0, left);
        self.allow(self.allowed);
        has_room
    }

    /// Keeps the weight of a leaf; false if there is no room for it.
    fn note_weight(&mut self, side: Side, node: u32, weight: u32) -> bool {
        let left = self.left();
        let SideData { weights, .. } = &mut self.sides[side as usize];
        if weights.len() <= node as usize {
            if !lengthen(weights, node, 1, left) {
                return false;
            }
            self.allow(self.allowed);
        }
        self.sides[side as usize].weights[node as usize] = weight;
        true
    }

    /// The nodes that a set lists, oldest first.
    #[inline]
    pub fn nodes<'a>(&'a self, set: NodeSet, single: &'a mut [u32; 1]) -> &'a [u32] {
        nodes(&self.pool, set, single)
    }

    /// Whether a set has members that it does not list.
    pub fn is_cut(&self, set: NodeSet) -> bool {
        is_cut_off(&self.pool, set)
    }

    /// Whether two sets say the same.
    #[inline]
    pub fn same(&self, a: NodeSet, b: NodeSet) -> bool {
        a.bound == b.bound
            && (a.listed == b.listed
                || match (a.listed.handle(), b.listed.handle()) {
                    (Some(a), Some(b)) => {
                        self.pool.mark(a) == self.pool.mark(b) && self.pool.list(a) == self.pool.list(b)
                    }
                    _ => false,
                })
    }

    /// Whether a set is to take the place of what it was before.
    #[inline]
    pub fn is_news(&self, before: NodeSet, set: NodeSet) -> bool {
        if self.stay { before.bound != set.bound } else { !self.same(before, set) }
    }

    /// Whether sets stay for as long as their bounds do.
    #[inline]
    pub fn stay(&self) -> bool {
        self.stay
    }

    /// Which set is the smaller one.
    #[inline]
    pub fn compare(&self, side: Side, a: NodeSet, b: NodeSet) -> Ordering {
        if self.discount.is_some() && a.bound != 0 && b.bound != 0 {
            let order = self.discounted(side, a).cmp(&self.discounted(side, b));
            if order != Ordering::Equal {
                return order;
            }
        }
        a.bound
            .cmp(&b.bound)
            .then_with(|| if a.listed == b.listed { Ordering::Equal } else { self.compare_listed(a, b) })
    }

    fn compare_listed(&self, a: NodeSet, b: NodeSet) -> Ordering {
        let (mut a_single, mut b_single) = ([0], [0]);
        let (a, b) = (self.nodes(a, &mut a_single), self.nodes(b, &mut b_single));
        a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
    }

    /// The bound of a set, in hundredths, where favored nodes count less (§5.2). A set that is not empty never counts
    /// for nothing.
    fn discounted(&self, side: Side, set: NodeSet) -> u64 {
        let full = u64::from(set.bound) * 100;
        let Some(discount) = self.discount.filter(|_| set.bound != INFINITY) else { return full };
        let data = &self.sides[side as usize];
        let mut single = [0];
        let is_favored = |node: &&u32| data.is_favored.get(**node as usize) == Some(&true);
        let favored = self.nodes(set, &mut single).iter().filter(is_favored);
        let off: u64 = favored.map(|&node| u64::from(data.weight(node)) * u64::from(100 - discount.min(100))).sum();
        full.saturating_sub(off).max(1)
    }

    /// Lets the nodes of a set count less from now on, and no others; those for which there is no room count in full.
    pub fn favor(&mut self, side: Side, set: NodeSet) {
        if self.discount.is_none() {
            return;
        }
        let left = self.left();
        let SideData { is_favored, favored, .. } = &mut self.sides[side as usize];
        for node in favored.drain(..) {
            is_favored[node as usize] = false;
        }
        let mut single = [0];
        let nodes = nodes(&self.pool, set, &mut single);
        let Some(&newest) = nodes.last() else { return };
        let length = (newest as usize + 1).max(is_favored.len());
        let missing = length - is_favored.len();
        let has_room = reserve(favored, nodes.len(), 64, left / 2 + bytes_of(favored)).is_ok()
            && reserve(is_favored, missing, 64, left / 2 + bytes_of(is_favored)).is_ok();
        if !has_room {
            return;
        }
        is_favored.resize(length, false);
        for &node in nodes {
            is_favored[node as usize] = true;
            favored.push(node);
        }
        self.allow(self.allowed);
    }

    /// The newest node that both sets list.
    #[inline]
    pub fn newest_common(&self, a: NodeSet, b: NodeSet) -> Option<u32> {
        let (mut a_single, mut b_single) = ([0], [0]);
        let (a, b) = (self.nodes(a, &mut a_single), self.nodes(b, &mut b_single));
        let (mut a, mut b) = (a.iter().rev().copied(), b.iter().rev().copied());
        let (mut from_a, mut from_b) = (a.next()?, b.next()?);
        while from_a != from_b {
            if from_a > from_b {
                from_a = a.next()?;
            } else {
                from_b = b.next()?;
            }
        }
        Some(from_a)
    }

    /// One more owner of a set.
    #[inline]
    pub fn share(&mut self, set: NodeSet) -> NodeSet {
        if let Some(handle) = set.listed.handle() {
            self.pool.share(handle);
        }
        set
    }

    /// One owner less.
    #[inline]
    pub fn release(&mut self, set: NodeSet) {
        if let Some(handle) = set.listed.handle() {
            self.pool.release(handle);
        }
    }

    pub fn bytes(&self) -> usize {
        self.pool.bytes() + self.besides()
    }

    /// The bytes of all but the lists.
    fn besides(&self) -> usize {
        let side = |data: &SideData| bytes_of(&data.weights) + bytes_of(&data.favored) + bytes_of(&data.is_favored);
        self.sides.iter().map(side).sum::<usize>() + bytes_of(self.gathering.marks())
    }

    /// The bytes that may still be taken.
    fn left(&self) -> usize {
        self.allowed.saturating_sub(self.bytes())
    }

    /// Sets the most bytes that the sets may take.
    pub fn allow(&mut self, bytes: usize) {
        self.allowed = bytes;
        self.pool.allow(bytes.saturating_sub(self.besides()));
    }
}

/// Gives a list an item for this node, and for as many more as there is room for then; false if there is no room.
/// `left` bytes may be taken.
#[cold]
fn lengthen<T: Copy>(items: &mut Vec<T>, node: u32, item: T, left: usize) -> bool {
    let missing = node as usize + 1 - items.len();
    let most = left + bytes_of(items);
    let has_room = reserve(items, missing, 64, most).is_ok();
    if has_room {
        items.resize(items.capacity(), item);
    }
    has_room
}

fn bytes_of<T>(items: &Vec<T>) -> usize {
    items.capacity() * size_of::<T>()
}

#[inline]
fn nodes<'a>(pool: &'a Pool, set: NodeSet, single: &'a mut [u32; 1]) -> &'a [u32] {
    if let Some(handle) = set.listed.handle() {
        return pool.list(handle);
    }
    match set.listed.single() {
        Some(node) => {
            single[0] = node;
            single
        }
        None => &[],
    }
}

#[inline]
fn is_cut_off(pool: &Pool, set: NodeSet) -> bool {
    match set.listed.handle() {
        Some(handle) => pool.mark(handle),
        None => set.listed == Listed::ALL_CUT,
    }
}

#[cfg(test)]
mod tests;
