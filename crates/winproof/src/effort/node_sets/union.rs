//! Unions of node sets.
//!
//! Each node that a list names is marked, so that one that comes again is known at sight, wherever it stands in which list.
//! The list of the result is ascending; to get it without sorting, the computation starts from an ascending list of which
//! most is likely to be in the union: what the union was before. A good guess makes it quick, and the result is the same
//! with any.

use super::{INFINITY, Listed, NodeSet, NodeSets, Side, SideData, is_cut_off, nodes};

/// Room for a union under way, and a mark for each leaf.
#[derive(Default)]
pub(super) struct Gathering {
    /// When a leaf was last met: in the list that the union started from, or in one of the sets.
    marks: Vec<u16>,
    /// The mark of what is met in a set; one less is that of the list that the union started from.
    met: u16,
    /// How many nodes of that list were met in a set.
    known: usize,
    /// The nodes that are not in that list.
    new: Vec<u32>,
    /// The nodes that were met before, once for each time.
    again: Vec<u32>,
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
        self.known = 0;
        self.new.clear();
        self.again.clear();
        let guessed = self.met - 1;
        let marks = &mut self.marks[..];
        for &node in guess {
            marks[node as usize] = guessed;
        }
    }

    /// Meets the nodes of a set. New ones are noted if they are older than `last`.
    ///
    /// Never inlined: it is the innermost loop of proof-set search, and wants the registers for itself.
    #[inline(never)]
    fn meet(&mut self, list: &[u32], last: u32) {
        let met = self.met;
        let guessed = met - 1;
        let marks = &mut self.marks[..];
        let mut known = 0;
        for &node in list {
            let mark = &mut marks[node as usize];
            if *mark == guessed {
                known += 1;
            } else if *mark == met {
                self.again.push(node);
                continue;
            } else if node < last {
                self.new.push(node);
            }
            *mark = met;
        }
        self.known += known;
    }

    /// Puts the nodes of the list that the union started from that were met, and those that are new, in order.
    fn order(&mut self, guess: &[u32]) {
        let Gathering { marks, met, new, nodes, .. } = self;
        if new.len() > 1 {
            new.sort_unstable();
        }
        nodes.clear();
        nodes.reserve(guess.len() + new.len());
        let mut new = new.iter().copied();
        let mut next = new.next();
        for &node in guess {
            while let Some(earlier) = next.filter(|&next| next < node) {
                nodes.push(earlier);
                next = new.next();
            }
            if marks[node as usize] == *met {
                nodes.push(node);
            }
        }
        nodes.extend(next);
        nodes.extend(new);
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
    pub fn union(&mut self, side: Side, sets: impl Iterator<Item = NodeSet> + Clone) -> NodeSet {
        self.union_unless(side, NodeSet::EMPTY, sets).unwrap_or(NodeSet::EMPTY)
    }

    /// The union, unless it says the same as a set; best what the union was before. Owned.
    pub fn union_unless(
        &mut self,
        side: Side,
        before: NodeSet,
        sets: impl Iterator<Item = NodeSet> + Clone,
    ) -> Option<NodeSet> {
        match self.unite(side, before, sets) {
            Union::Same(set) => (!self.same(set, before)).then(|| self.share(set)),
            Union::Guessed { bound } => (bound != before.bound).then(|| self.share(NodeSet { bound, ..before })),
            Union::Made { bound, is_cut } => Some(NodeSet { listed: self.list(is_cut), bound }),
        }
    }

    /// Computes a union of sets.
    #[inline]
    fn unite(&mut self, side: Side, before: NodeSet, sets: impl Iterator<Item = NodeSet> + Clone) -> Union {
        let NodeSets { pool, sides, gathering, .. } = self;
        let data = &sides[side as usize];
        let (mut single, mut guess) = ([0], [0]);
        let guess = nodes(pool, before, &mut guess);
        gathering.start(guess);
        // Where all weigh the same, nodes beyond a full list can wait until there is room.
        let is_full = guess.len() >= data.most && data.weights.is_empty();
        let last = if is_full { guess.last().copied().unwrap_or(0) } else { u32::MAX };
        let mut only = NodeSet::EMPTY;
        let (mut count, mut listed, mut is_cut) = (0, 0, false);
        let (mut sum, mut greatest) = (0, 0);
        for set in sets.clone() {
            if set.bound == 0 {
                continue;
            }
            if set.bound == INFINITY {
                return Union::Same(set);
            }
            only = set;
            count += 1;
            sum += u64::from(set.bound);
            greatest = greatest.max(set.bound);
            is_cut |= is_cut_off(pool, set);
            let list = nodes(pool, set, &mut single);
            listed += list.len();
            gathering.meet(list, last);
        }
        if count < 2 {
            return Union::Same(only);
        }
        // Where bounds are at their greatest, or leaves were given other weights since, more may be taken off than was counted.
        let bound = sum.saturating_sub(data.weight_of(&gathering.again)).max(u64::from(greatest));
        let bound = bound.min(u64::from(INFINITY - 1)) as u32;
        let distinct = listed - gathering.again.len();
        is_cut |= distinct > data.most;
        let may_be_guessed = is_cut == is_cut_off(pool, before);
        if may_be_guessed && gathering.new.is_empty() && gathering.known == guess.len() {
            return Union::Guessed { bound };
        }
        gathering.order(guess);
        if gathering.nodes.len() > data.most {
            gathering.cut_off(data);
            if may_be_guessed && gathering.nodes == guess {
                return Union::Guessed { bound };
            }
        }
        // What waited, the oldest first.
        let mut newest = last;
        while gathering.nodes.len() < distinct.min(data.most) {
            let later = |set: NodeSet| {
                let nodes = nodes(pool, set, &mut single);
                nodes.get(nodes.partition_point(|&node| node <= newest)).copied()
            };
            let Some(next) = sets.clone().filter_map(later).min() else { break };
            gathering.nodes.push(next);
            newest = next;
        }
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
