//! Unions of node sets.
//!
//! Each node that a list names is marked, so that one that comes again is known at sight, wherever it stands in which
//! list. The list of the result is ascending; to get it without sorting, the computation starts from an ascending
//! list of which most is likely to be in the union: what the union was before. A good guess makes it quick, and the
//! result is the same with any.

use super::{INFINITY, Listed, NodeSet, NodeSets, Pool, Side, SideData, is_cut_off, nodes};

/// Room for a union under way, and a mark for each leaf.
#[derive(Default)]
pub(super) struct Gathering {
    /// When a leaf was last met: in the list that the union started from, or in one of the sets.
    marks: Vec<u16>,
    /// The mark of what is met in a set; one less is that of the list that the union started from.
    met: u16,
    /// The sets that are not empty.
    open: Vec<NodeSet>,
    /// The nodes that are not in the list that the union started from; beyond them, what another union left.
    new: Vec<u32>,
    /// The nodes of the union.
    nodes: Vec<u32>,
}

impl Gathering {
    pub(super) fn marks_mut(&mut self) -> &mut Vec<u16> {
        &mut self.marks
    }

    pub(super) fn marks(&self) -> &Vec<u16> {
        &self.marks
    }

    /// Starts a union from a list, with two marks that no leaf has.
    #[inline]
    fn start(&mut self, guess: &[u32]) {
        if self.met > u16::MAX - 2 {
            self.marks.fill(0);
            self.met = 0;
        }
        self.met += 2;
        let guessed = self.met - 1;
        let marks = &mut self.marks[..];
        for &node in guess {
            marks[node as usize] = guessed;
        }
    }

    /// Meets the nodes of a set, after so many new ones. How many are neither in the list that the union started from
    /// nor met before, and how many of them are older than `last` and were noted.
    #[inline]
    fn meet(&mut self, list: &[u32], last: u32, new: usize) -> (usize, usize) {
        if self.new.len() < new + list.len() {
            self.new.resize(new + list.len(), 0);
        }
        meet(&mut self.marks, self.met, list, last, &mut self.new[new..])
    }

    /// Keeps those nodes of the list that the union started from that were met.
    #[inline]
    fn keep(&mut self, guess: &[u32]) {
        let Gathering { marks, met, nodes, .. } = self;
        nodes.resize(guess.len(), 0);
        let mut kept = 0;
        for &node in guess {
            nodes[kept] = node;
            kept += usize::from(marks[node as usize] == *met);
        }
        nodes.truncate(kept);
    }

    /// Puts the nodes that were kept in order with the first so many of the new ones.
    #[inline]
    fn order(&mut self, new: usize) {
        let Gathering { new: all_new, nodes, .. } = self;
        let new = &mut all_new[..new];
        if new.len() > 1 {
            new.sort_unstable();
        }
        let mut kept = nodes.len();
        let mut end = kept + new.len();
        nodes.resize(end, 0);
        // From the end, where new nodes mostly belong.
        for &node in new.iter().rev() {
            while kept > 0 && nodes[kept - 1] > node {
                nodes[end - 1] = nodes[kept - 1];
                (kept, end) = (kept - 1, end - 1);
            }
            nodes[end - 1] = node;
            end -= 1;
        }
    }

    /// Adds nodes that waited, those newer than `newest`, the oldest first, until there are so many.
    #[inline]
    fn fill(&mut self, pool: &Pool, count: usize, mut newest: u32) {
        let mut single = [0];
        while self.nodes.len() < count {
            let later = |&set: &NodeSet| {
                let nodes = nodes(pool, set, &mut single);
                nodes.get(nodes.partition_point(|&node| node <= newest)).copied()
            };
            let Some(next) = self.open.iter().filter_map(later).min() else { break };
            self.nodes.push(next);
            newest = next;
        }
    }

    /// Keeps the nodes that come first in the order of nodes, as many as a set may list.
    fn cut_off(&mut self, data: &SideData) {
        if !data.weights.is_empty() && data.most > 0 {
            self.nodes.select_nth_unstable_by_key(data.most - 1, |&node| (data.weight(node), node));
            self.nodes[..data.most].sort_unstable();
        }
        self.nodes.truncate(data.most);
    }
}

/// Meets the nodes of a set: marks them, and notes those that have neither this mark nor the one before and are older
/// than `last`. How many had neither, and how many were noted.
///
/// This is the innermost loop of proof-set search. What a node turns out to be is anyone's guess, so nothing branches
/// on it; never inlined, because it wants the registers for itself.
#[inline(never)]
fn meet(marks: &mut [u16], met: u16, list: &[u32], last: u32, new: &mut [u32]) -> (usize, usize) {
    let (mut unknown, mut noted) = (0, 0);
    for &node in list {
        let seen = std::mem::replace(&mut marks[node as usize], met);
        let is_unknown = seen < met - 1;
        new[noted] = node;
        unknown += usize::from(is_unknown);
        noted += usize::from(is_unknown & (node < last));
    }
    (unknown, noted)
}

/// What a union came to.
enum Union {
    /// One of the sets as it is.
    Same(NodeSet),
    /// The set that it started from, but with this bound.
    Guessed { bound: u32 },
    /// This bound; the nodes are in [`Gathering::nodes`].
    Made { bound: u32, is_cut: bool },
}

impl NodeSets {
    /// The union. Owned.
    pub fn union(&mut self, side: Side, sets: impl Iterator<Item = NodeSet>) -> NodeSet {
        self.union_unless(side, NodeSet::EMPTY, sets).unwrap_or(NodeSet::EMPTY)
    }

    /// The union, unless it is no news to who has a set; best what the union was before. Owned.
    #[inline]
    pub fn union_unless(
        &mut self,
        side: Side,
        before: NodeSet,
        sets: impl Iterator<Item = NodeSet>,
    ) -> Option<NodeSet> {
        let open = &mut self.gathering.open;
        open.clear();
        for set in sets {
            if set.bound == INFINITY {
                return self.is_news(before, set).then_some(NodeSet::INFINITE);
            }
            if set.bound != 0 {
                open.push(set);
            }
        }
        self.union_of_open(side, before)
    }

    /// The same of the sets that were put in [`Gathering::open`].
    fn union_of_open(&mut self, side: Side, before: NodeSet) -> Option<NodeSet> {
        let union = match self.gathering.open[..] {
            [] => Union::Same(NodeSet::EMPTY),
            [only] => Union::Same(only),
            _ => self.unite(side, before),
        };
        match union {
            Union::Same(set) => self.is_news(before, set).then(|| self.share(set)),
            Union::Guessed { bound } => (bound != before.bound).then(|| self.share(NodeSet { bound, ..before })),
            Union::Made { bound, is_cut } => Some(NodeSet { listed: self.list(is_cut), bound }),
        }
    }

    /// Computes a union of two sets or more.
    #[inline]
    fn unite(&mut self, side: Side, before: NodeSet) -> Union {
        let NodeSets { pool, sides, gathering, stay, .. } = self;
        let data = &sides[side as usize];
        let (mut single, mut guess) = ([0], [0]);
        let guess = nodes(pool, before, &mut guess);
        gathering.start(guess);
        // Where all weigh the same, nodes beyond a full list can wait until there is room.
        let is_full = guess.len() >= data.most && data.weights.is_empty();
        let last = if is_full { guess.last().copied().unwrap_or(0) } else { u32::MAX };
        let (mut unknown, mut new, mut listed, mut again) = (0, 0, 0, 0);
        let (mut is_cut, mut sum, mut greatest) = (false, 0, 0);
        for place in 0..gathering.open.len() {
            let set = gathering.open[place];
            sum += u64::from(set.bound);
            greatest = greatest.max(set.bound);
            is_cut |= is_cut_off(pool, set);
            let list = nodes(pool, set, &mut single);
            if !data.weights.is_empty() {
                let is_met = |&&node: &&u32| gathering.marks[node as usize] == gathering.met;
                again += list.iter().filter(is_met).map(|&node| u64::from(data.weight(node))).sum::<u64>();
            }
            let (more_unknown, more_new) = gathering.meet(list, last, new);
            unknown += more_unknown;
            new += more_new;
            listed += list.len();
        }
        gathering.keep(guess);
        let known = gathering.nodes.len();
        let distinct = known + unknown;
        if data.weights.is_empty() {
            again = (listed - distinct) as u64;
        }
        // Where bounds are at their greatest, or leaves were given other weights since, more may be taken off than
        // was counted.
        let bound = sum.saturating_sub(again).max(u64::from(greatest));
        let bound = bound.min(u64::from(INFINITY - 1)) as u32;
        // Then nobody asks what it lists.
        if *stay && bound == before.bound {
            return Union::Guessed { bound };
        }
        is_cut |= distinct > data.most;
        let may_be_guessed = is_cut == is_cut_off(pool, before);
        if may_be_guessed && new == 0 && known == guess.len() {
            return Union::Guessed { bound };
        }
        gathering.order(new);
        if gathering.nodes.len() > data.most {
            gathering.cut_off(data);
            if may_be_guessed && gathering.nodes == guess {
                return Union::Guessed { bound };
            }
        }
        gathering.fill(pool, distinct.min(data.most), last);
        Union::Made { bound, is_cut }
    }

    /// Lists the nodes of the last union.
    fn list(&mut self, is_cut: bool) -> Listed {
        match (&self.gathering.nodes[..], is_cut) {
            ([], _) => Listed::ALL_CUT,
            (&[node], false) => Listed(node | Listed::SINGLE),
            (nodes, _) => self.pool.insert(nodes, is_cut).map_or(Listed::ALL_CUT, |handle| Listed(handle.0)),
        }
    }
}
